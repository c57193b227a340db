"""Fields over the map: how much strength each side could bring to bear on every hex, how far it is.

The threat map is the first thing a staff draws: where could the enemy strike, and how hard?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from grognard.board.board import Board
from grognard.board.crow import hexes_from
from grognard.board.kernel import Steps
from grognard.board.search import Adjacency, plain, reach
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
    felt = np.zeros(board.n, dtype=np.int64)
    for h, strength, mobile in stacks:
        reach = bearing[2 if mobile else 1]
        near, shares = board.once(
            ("bearing", h, bearing, reach),
            partial(_borne, board, h, bearing, reach),
        )
        felt[near] += strength * shares
    found: list[int] = felt.tolist()
    return found


def _borne(board: Board, h: int, bearing: Bearing, reach: int) -> tuple[Any, Any]:
    """The hexes that a stack bears on, and with what share of its strength on each."""
    near = board.disk(h, reach)
    return np.array(near), np.array([_share(board.distance(h, b), bearing) for b in near])


def within(board: Board, weights: Mapping[int, int], radius: int) -> list[int]:
    """For every hex of a board the sum of what counts no farther from it than a radius."""
    felt = np.zeros(board.n, dtype=np.int64)
    for h, weight in weights.items():
        felt[board.once(("disk", h, radius), partial(_disk, board, h, radius))] += weight
    found: list[int] = felt.tolist()
    return found


def _disk(board: Board, h: int, radius: int) -> Any:
    return np.array(board.disk(h, radius))


def distances(board: Board, sources: Iterable[int]) -> list[int]:
    """How many hexes each hex is from the nearest source, as the crow flies; -1 for none."""
    return hexes_from(board, sources)


def travel(
    steps: Adjacency, goals: Iterable[int], blocked: Sequence[int] | None = None
) -> Mapping[int, int]:
    """What it costs to come from the goals to every hex: near enough the cost of going there."""
    first = tuple((h, 0) for h in goals)
    if blocked is None and isinstance(steps, Steps):
        return steps.once(("travel", first), lambda: plain(reach(steps, first, DEEP)))
    return plain(reach(steps, first, DEEP, blocked))
