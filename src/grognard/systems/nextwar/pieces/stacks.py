"""Who stands where, and whose zone of control lies where: kept in step with every change.

Stacking is counted in half points. [8.1] A zone of control is projected by a stack, not by a unit:
two points of units that can attack. [8.2.1]
"""

from __future__ import annotations

from array import array
from typing import Any

from grognard.engine.record import replace
from grognard.engine.state import State
from grognard.kit import pieces
from grognard.kit.indexes import Kept
from grognard.kit.pieces import Whose
from grognard.kit.pieces import holder as holder
from grognard.kit.pieces import on_map as on_map
from grognard.kit.pieces import own_at as own_at
from grognard.kit.pieces import units_at as units_at
from grognard.systems.nextwar.scenario import NextWarScenario, Nw
from grognard.systems.nextwar.units import MAP, UNITS, Unit, face

HALF = 2
"""Half points in a stacking point. [2.3.7]"""
LEAST_LIMIT = 3 * HALF
"""The stacking of the tightest ground, above which a hex is looked at more closely. [8.1.1.1]"""
PROJECTS = 2 * HALF
"""How much stacking of units that can attack projects a zone of control. [8.2.1]"""


def _whose(scenario: NextWarScenario) -> Whose[Unit]:
    sides = {name: counter.side for name, counter in scenario.counters.items()}
    return lambda name, unit: sides[name]


class Stacks(pieces.Stacks[Unit]):
    """The ground units of each hex and whose they are; sizes are half stacking points. [8.1]

    Helicopters [8.1-b1], ships [8.1-b2] and markers [8.1-b4] are none of them.
    """

    register = UNITS
    limit = LEAST_LIMIT

    def __init__(self, scenario: NextWarScenario) -> None:
        rank = {name: place for place, name in enumerate(scenario.counters)}
        super().__init__(scenario.sides, _whose(scenario), rank.__getitem__)
        self.counters = scenario.counters

    def size(self, name: str, piece: Unit) -> int:
        """Its stacking points, in halves. [2.3.7]"""
        return face(self.counters[name], piece).sp

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether two states of a unit are the same as far as its stack goes."""
        return (a.hex, a.steps, a.order, a.place) == (b.hex, b.steps, b.order, b.place)


class Zones(Kept):
    """How many stacks of each side project a zone of control into each hex. [8.2.1] [8.2.3]

    `strong` is the stacking, in halves, of the units of each hex that can attack and are under no
    Clearing marker.
    """

    name = "zones"
    follows = (UNITS.name,)

    def __init__(self, scenario: NextWarScenario) -> None:
        self.counters, self.reach = scenario.counters, scenario.ground.zone
        self.counts = {side: array("h", bytes(2 * scenario.board.n)) for side in scenario.sides}
        self.strong: dict[tuple[str, int], int] = {}

    def _weight(self, name: str, unit: Unit | None) -> int:
        """What a unit adds to its stack's zone: nothing without an attack strength [8.2.1], nor
        under a Clearing marker. [8.2.3-p3]"""
        if unit is None or unit.place != MAP or unit.clearing:
            return 0
        shown = face(self.counters[name], unit)
        return shown.sp if shown.attack else 0

    def _add(self, side: str, h: int, weight: int) -> None:
        before = self.strong.get((side, h), 0)
        after = before + weight
        self.strong[side, h] = after
        step = (after >= PROJECTS) - (before >= PROJECTS)
        if step:
            counts = self.counts[side]
            for b in self.reach[h]:
                counts[b] += step
        if not after:
            del self.strong[side, h]

    def rebuild(self, state: State) -> None:
        """Weigh every stack."""
        self.strong = {}
        for side, counts in self.counts.items():
            self.counts[side] = array("h", bytes(2 * len(counts)))
        for name, unit in state[UNITS].items():
            self.change(UNITS.name, name, None, unit)

    def change(self, name: str, key: str, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit."""
        was, now = self._weight(key, old), self._weight(key, new)
        same = old is not None and new is not None and old.hex == new.hex
        if was == now and same:
            return
        side = self.counters[key].side
        if old is not None and was:
            self._add(side, old.hex, -was)
        if new is not None and now:
            self._add(side, new.hex, now)

    def content(self) -> Any:
        """The counts, for comparison."""
        return {side: list(counts) for side, counts in self.counts.items()}, dict(self.strong)


def lay(game: Nw, name: str, h: int, **changes: Any) -> None:
    """Put a unit into a hex of the map, on top of whoever is there, and change its other fields."""
    units = game.state[UNITS]
    top = 1 + max(unit.order for unit in units.values())
    game.put(UNITS, name, replace(units[name], place=MAP, hex=h, order=top, **changes))


def stacks(game: Nw) -> Stacks:
    """The stacks of a game."""
    index: Stacks = game.journal.indexes["stacks"]  # type: ignore[assignment] # asked very often
    return index


def zones(game: Nw) -> Zones:
    """The zones of control of a game."""
    index: Zones = game.journal.indexes["zones"]  # type: ignore[assignment] # so is this
    return index
