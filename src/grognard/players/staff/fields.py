"""Fields over the map: how much strength each side could bring to bear on every hex, how far it is.

The threat map is the first thing a staff draws: where could the enemy strike, and how hard?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from grognard.board.board import Board
from grognard.board.kernel import LARGE, Steps
from grognard.board.search import Adjacency, listed, plain, reach
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
    felt, rings = [0] * board.n, _rings(_Same(board), bearing)
    for h, strength, mobile in stacks:
        found = rings.get((h, mobile))
        if found is None:
            found = rings[h, mobile] = _ring(board, h, bearing, mobile)
        for share, hexes in found:
            more = strength * share
            for b in hexes:
                felt[b] += more
    return felt


Ring = tuple[tuple[int, tuple[int, ...]], ...]
"""The hexes that a stack bears on, by the share of its strength."""


class _Same:
    """A board as a key: itself, and not what is on it."""

    __slots__ = ("board",)

    def __init__(self, board: Board) -> None:
        self.board = board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.board is self.board

    def __hash__(self) -> int:
        return id(self.board)


@lru_cache(maxsize=16)
def _rings(same: _Same, bearing: Bearing) -> dict[tuple[int, bool], Ring]:
    """What has been found of the hexes that stacks bear on: maps do not change."""
    return {}


def _ring(board: Board, h: int, bearing: Bearing, mobile: bool) -> Ring:
    found: dict[int, list[int]] = {}
    for b in board.disk(h, bearing[2 if mobile else 1]):
        found.setdefault(_share(board.distance(h, b), bearing), []).append(b)
    return tuple((share, tuple(hexes)) for share, hexes in found.items())


@lru_cache(maxsize=16)
def _paces(same: _Same) -> Steps:
    """A map on which every step costs the same."""
    board = same.board
    return Steps(tuple((b, 1) for b in board.around(h)) for h in range(board.n))


def distances(board: Board, sources: Iterable[int]) -> list[int]:
    """How many hexes each hex is from the nearest source, as the crow flies; -1 for none."""
    if board.n >= LARGE:
        return listed(reach(_paces(_Same(board)), [(h, 0) for h in sources], board.n), board.n)
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
    return plain(reach(steps, [(h, 0) for h in goals], DEEP, blocked))
