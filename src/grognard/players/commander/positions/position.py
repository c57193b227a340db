"""A position in the terms that all systems share: who has what left where, what there is to win.

It is read from a whole State, so that both sides are looked at alike; a player has such a State
only of games that he imagines. The side whose points the terms of victory count stands first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from grognard.board.board import Board
from grognard.engine.system import Scenario
from grognard.kit.turn import Played

Numbers = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int32]
FIRST, SECOND, NOBODY = 0, 1, -1
KEPT = 16
"""Of how many scenarios it is kept what never changes in them."""


class Troop(NamedTuple):
    """A unit on the map: what it attacks and defends with now, its steps, and whether it is in good
    order and in supply."""

    hex: int
    attack: float
    defence: float
    steps: int
    fit: bool


@dataclass(slots=True)
class Force:
    """All that a side has: on the map, and the strength that is still to come.

    `more` is what the system counts besides, as shares of about one: stocks, aircraft.
    """

    troops: list[Troop] = field(default_factory=list)
    coming: float = 0.0
    more: float = 0.0


@dataclass(frozen=True)
class Scale:
    """The scale of victory: by how many points the first side wins, and by how few the other.

    `spread` is how many points make a great difference.
    """

    win: float
    lose: float
    spread: float

    @classmethod
    def of(cls, rows: Iterable[tuple[int, str]], first: str, stakes: float) -> Scale:
        """A scale from the fewest points of each class with its winner, and all that can be won.

        Without classes whoever has more points has won.
        """
        order = sorted(rows)
        least = [points for points, winner in order if winner == first]
        after = [points for points, winner in order if winner in ("", None, first)]
        if not least:
            return cls(1.0, -1.0, max(1.0, stakes / 4))
        edges = [points for points, _ in order[1:]]
        wide = max(edges) - min(edges)
        spread = wide / 2 if len(edges) > 2 else max(float(wide), stakes / 4)
        return cls(float(min(least)), float(min(after) - 1), max(1.0, spread))

    def lead(self, points: float) -> float:
        """By how much the first side is ahead, where one is a great lead; nought is a draw."""
        return (points - (self.win + self.lose) / 2) / self.spread


@dataclass(frozen=True)
class Setting:
    """What never changes in a scenario: its sides, the hexes that count, how far they are.

    The hexes that count stand in the order of their importance. `steps` and `strength` are what
    each side begins with, with all that comes later.
    """

    scenario: Scenario
    first: str
    scale: Scale
    turns: int
    counting: tuple[int, ...]
    steps: tuple[float, float]
    strength: tuple[float, float]

    def __post_init__(self) -> None:
        board = self.scenario.board
        put = object.__setattr__
        q, r = (np.array(axis, dtype=np.int32) for axis in (board.q, board.r))
        put(self, "q", q)
        put(self, "r", r)
        at = np.array(self.counting, dtype=np.intp)
        put(self, "far", _far(q[at][:, None], r[at][:, None], q[None], r[None]).astype(np.int16))

    q: Whole = field(init=False, repr=False)
    r: Whole = field(init=False, repr=False)
    far: npt.NDArray[np.int16] = field(init=False, repr=False)
    """How far each hex that counts is from every hex."""

    @property
    def board(self) -> Board:
        """The map."""
        return self.scenario.board

    def apart(self, one: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> Whole:
        """How far each of some hexes is from each of others."""
        q, r = self.q, self.r
        return _far(q[one][:, None], r[one][:, None], q[other][None], r[other][None])


def _far(q: Whole, r: Whole, to_q: Whole, to_r: Whole) -> Whole:
    """How many hexes lie between some and others."""
    a, b = q - to_q, r - to_r
    found: Whole = (np.abs(a) + np.abs(b) + np.abs(a + b)) >> 1
    return found


@dataclass(frozen=True, slots=True)
class Position:
    """A position: the clock, the points of the first side, what each side has, who holds what.

    `values` and `holders` go with the hexes that count; `passed` is how much of the turn is over;
    `moving` whose part of the turn it is.
    """

    setting: Setting
    turn: int
    passed: float
    moving: int
    points: float
    forces: tuple[Force, Force]
    values: Sequence[float]
    holders: Sequence[int]


_SETTINGS: OrderedDict[int, Setting] = OrderedDict()


def setting_of(scenario: Any, make: Callable[[Any], Setting]) -> Setting:
    """What never changes in a scenario, worked out once."""
    known = _SETTINGS.get(id(scenario))
    if known is None or known.scenario is not scenario:
        known = _SETTINGS[id(scenario)] = make(scenario)
        if len(_SETTINGS) > KEPT:
            _SETTINGS.popitem(last=False)
    return known


def side_at(first: str, side: str | None) -> int:
    """Where a side stands in a position."""
    return NOBODY if not side else FIRST if side == first else SECOND


def moving(game: Any) -> str | None:
    """The side whose part of the turn it is; None where it is nobody's."""
    segment: Played[Any] = game.segments[game.clock.step]
    cast = next(iter(segment.part.cast.values()), "")
    return segment.turn.roles(game, cast) if cast else segment.actor(game)


def passed(game: Any) -> float:
    """How much of the turn is over."""
    return float(game.clock.step) / max(1, len(game.segments))
