"""Fields over the map: how much strength each side could bring to bear on every hex, how far it is.

The threat map is the first thing a staff draws: where could the enemy strike, and how hard?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.board.board import Board
from grognard.board.search import Adjacency, reach
from grognard.players.staff.situation import Foe, Situation

NEAR, FAR, FARTHEST = 2, 4, 6
"""Hexes within which a stack bears with all, half (and if mobile) a quarter of its strength."""
FULL, HALF, QUARTER = 4, 2, 1
DEEP = 4_000
"""A budget that no way across a map uses up."""


def threat_map(situation: Situation) -> list[int]:
    """For every hex the strength, in quarters of a point, that the enemy could turn on it."""
    return pressure(situation.board, ((f.hex, f.attack, f.mobile) for f in situation.foes.values()))


def threat_at(situation: Situation, h: int) -> int:
    """The strength, in quarters of a point, that the enemy could turn on one hex."""
    near = [foe for foe in situation.foes.values() if _bears(situation.board, foe, h)]
    return sum(foe.attack * _share(situation.board.distance(foe.hex, h)) for foe in near)


def _bears(board: Board, foe: Foe, h: int) -> bool:
    return board.distance(foe.hex, h) <= (FARTHEST if foe.mobile else FAR)


def _share(distance: int) -> int:
    return FULL if distance <= NEAR else HALF if distance <= FAR else QUARTER


def pressure(board: Board, stacks: Iterable[tuple[int, int, bool]]) -> list[int]:
    """What stacks (hex, strength, mobile) could turn on every hex, in quarters of a point."""
    felt = [0] * board.n
    for h, strength, mobile in stacks:
        radius = FARTHEST if mobile else FAR
        for b in board.disk(h, radius):
            felt[b] += strength * _share(board.distance(h, b))
    return felt


def distances(board: Board, sources: Iterable[int]) -> list[int]:
    """How many hexes each hex is from the nearest source, as the crow flies; -1 for none."""
    found = [-1] * board.n
    layer = sorted(set(sources))
    for h in layer:
        found[h] = 0
    steps = 0
    while layer:
        steps += 1
        following = []
        for h in layer:
            for b in board.around(h):
                if found[b] < 0:
                    found[b] = steps
                    following.append(b)
        layer = following
    return found


def travel(
    steps: Adjacency, goals: Iterable[int], blocked: Sequence[int] | None = None
) -> Mapping[int, int]:
    """What it costs to come from the goals to every hex: near enough the cost of going there."""
    return reach(steps, [(h, 0) for h in goals], DEEP, blocked)
