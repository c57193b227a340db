"""Fields over the map: how much strength each side could bring to bear on every hex, how far it is.

The threat map is the first thing a staff draws: where could the enemy strike, and how hard?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.board.board import Board
from grognard.board.search import Adjacency, reach
from grognard.players.staff.situation import Situation

Bearing = tuple[int, int, int]
"""Hexes within which a stack bears with all, half (and if mobile) a quarter of its strength."""
FULL, HALF, QUARTER = 4, 2, 1
DEEP = 4_000
"""A budget that no way across a map uses up."""


def threat_map(situation: Situation) -> list[int]:
    """For every hex the strength, in quarters of a point, that the enemy could turn on it."""
    stacks = ((foe.hex, foe.attack, foe.mobile) for foe in situation.foes.values())
    return pressure(situation.board, stacks, situation.bearing)


def threat_at(situation: Situation, h: int) -> int:
    """The strength, in quarters of a point, that the enemy could turn on one hex."""
    board, bearing = situation.board, situation.bearing
    near = [
        (foe, distance)
        for foe in situation.foes.values()
        if (distance := board.distance(foe.hex, h)) <= bearing[2 if foe.mobile else 1]
    ]
    return sum(foe.attack * _share(distance, bearing) for foe, distance in near)


def _share(distance: int, bearing: Bearing) -> int:
    near, far, _ = bearing
    return FULL if distance <= near else HALF if distance <= far else QUARTER


def pressure(board: Board, stacks: Iterable[tuple[int, int, bool]], bearing: Bearing) -> list[int]:
    """What stacks (hex, strength, mobile) could turn on every hex, in quarters of a point."""
    felt = [0] * board.n
    for h, strength, mobile in stacks:
        for b in board.disk(h, bearing[2 if mobile else 1]):
            felt[b] += strength * _share(board.distance(h, b), bearing)
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
