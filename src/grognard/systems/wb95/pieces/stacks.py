"""Who stands where, and whose zone of control lies where: kept in step with every change.

`Stacks` answers what is in a hex; `Zones` counts the units whose zone of control reaches a hex, for
each side. [3.2] [4.1]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from bisect import insort
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np

from grognard.engine.state import Index, State
from grognard.kit.indexes import Kept
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.status import HEXES, HexStatus
from grognard.systems.wb95.units import EXPECTED, MAP, UNITS, Counter, Unit

STACKING_LIMIT = 8
"""CELs that one hex may hold at the end of a phase. [3.2.1]"""


POSITIONS = "positions"
"""The hallmark of where all units are, at what level, and in what set-up."""


@lru_cache(maxsize=1 << 16)
def _mark_of(name: str, h: int, cel: int, transport: bool) -> int:
    text = f"{name} {h} {cel} {transport}"
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


def _hallmark(name: str, unit: Unit | None) -> int:
    """A number for one unit's position; off the map it has none."""
    if unit is None or unit.place != MAP:
        return 0
    return _mark_of(name, unit.hex, unit.cel, unit.transport)


class Stacks(Kept):
    """The units of each hex, from the bottom of the stack to the top, and whose they are.

    `held` are the hexes of each side, `crowds` those with more levels than a phase may end with.
    """

    name = "stacks"

    follows: tuple[str, ...] = ()  # Movements tells it

    def __init__(self, counters: Mapping[str, Counter], sides: Collection[str]) -> None:
        self.counters = counters
        self.rank = {name: place for place, name in enumerate(counters)}
        self.at: dict[int, tuple[str, ...]] = {}
        self.cels: dict[int, int] = {}
        self.holders: dict[int, str] = {}
        self.own: dict[str, list[str]] = {side: [] for side in sides}
        self.held: dict[str, set[int]] = {side: set() for side in self.own}
        self.crowds: set[int] = set()
        self.hallmarks = {POSITIONS: 0}

    def rebuild(self, state: State) -> None:
        """Sort every unit on the map into its hex."""
        units = state[UNITS]
        self.at, self.cels, self.holders, self.crowds = {}, {}, {}, set()
        self.held = {side: set() for side in self.own}
        self._orders = {name: unit.order for name, unit in units.items()}
        self.hallmarks[POSITIONS] = 0
        for name, unit in sorted(units.items(), key=lambda item: (item[1].order, item[0])):
            self.hallmarks[POSITIONS] ^= _hallmark(name, unit)
            if unit.place == MAP:
                self._enter(unit.hex, name, unit)
        for side in self.own:
            self.own[side] = [
                name
                for name, counter in self.counters.items()
                if counter.side == side and units[name].place == MAP
            ]

    def change(self, name: str, key: Any, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit that is elsewhere now, or otherwise part of its stack."""
        was = old.hex if old is not None and old.place == MAP else -1
        now = new.hex if new is not None and new.place == MAP else -1
        if new is not None:
            self._orders[key] = new.order
        self.hallmarks[POSITIONS] ^= _hallmark(key, old) ^ _hallmark(key, new)
        if was >= 0 and old is not None:
            self._leave(was, key, old.cel)
        if now >= 0 and new is not None:
            self._enter(now, key, new)
        if (was < 0) != (now < 0):
            own = self.own[self.counters[key].side]
            if now < 0:
                own.remove(key)
            else:
                insort(own, key, key=self.rank.__getitem__)

    def _leave(self, h: int, key: str, cel: int) -> None:
        rest = tuple(other for other in self.at[h] if other != key)
        self.at[h] = rest
        self._count(h, self.cels[h] - cel)
        self._settle(h)
        if not rest:
            del self.at[h], self.cels[h]

    def _enter(self, h: int, key: str, unit: Unit) -> None:
        stack = self.at.get(h, ())
        orders = self._orders
        place = len(stack)
        while place and (orders[stack[place - 1]], stack[place - 1]) > (unit.order, key):
            place -= 1
        self.at[h] = (*stack[:place], key, *stack[place:])
        self._count(h, self.cels.get(h, 0) + unit.cel)
        self._settle(h)

    def _settle(self, h: int) -> None:
        """Whose hex it is: that of the unit at the bottom of the stack."""
        stack, before = self.at[h], self.holders.get(h)
        side = self.counters[stack[0]].side if stack else None
        if side == before:
            return
        if before is not None:
            self.held[before].remove(h)
            del self.holders[h]
        if side is not None:
            self.held[side].add(h)
            self.holders[h] = side

    def _count(self, h: int, cels: int) -> None:
        self.cels[h] = cels
        if cels > STACKING_LIMIT:  # [3.2.1]
            self.crowds.add(h)
        else:
            self.crowds.discard(h)

    def content(self) -> Any:
        """The stacks, for comparison."""
        own = {side: list(names) for side, names in self.own.items()}
        held = {side: sorted(hexes) for side, hexes in self.held.items()}
        return dict(self.at), dict(self.cels), dict(self.holders), own, held, sorted(self.crowds)


def _alike(a: Unit, b: Unit) -> bool:
    """Whether two states of a unit are the same as far as its stack goes."""
    return (
        a.hex == b.hex
        and a.cel == b.cel
        and a.order == b.order
        and a.transport == b.transport
        and a.place == b.place
    )


def exerts(counter: Counter, scenario: Wb95Scenario) -> bool:
    """Whether a unit has a zone of control; by the option self-propelled guns have one. [6.1.5]"""
    guns = counter.self_propelled and scenario.options["self-propelled-zones"] == "on"
    return counter.exerts or guns


class Located(Kept, ABC):
    """Something derived from where units stand; `Movements` tells it of those that come or go."""

    follows: tuple[str, ...] = ()

    def change(self, name: str, key: Any, old: Unit | None, new: Unit | None) -> None:
        """Nothing: it is not told of changes that leave a unit where it is."""

    @abstractmethod
    def moved(self, key: str, was: int, now: int) -> None:
        """Follow one unit from hex to hex; -1 is off the map."""


class Movements(Kept):
    """Tells indexes, in their order, of every unit that comes, goes, or changes in its stack.

    `stacking` follows all of it, `standing` only who comes and goes. Most changes of a unit are of
    neither kind, and looked at here once for all.
    """

    name = "movements"

    follows = (UNITS.name,)

    def __init__(self, stacking: Sequence[Index], standing: Sequence[Located]) -> None:
        self.stacking, self.standing = stacking, standing

    def rebuild(self, state: State) -> None:
        """Nothing of its own."""

    def change(self, name: str, key: Any, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit."""
        if old is not None and new is not None and _alike(old, new):
            return
        for index in self.stacking:
            index.change(name, key, old, new)
        was = old.hex if old is not None and old.place == MAP else -1
        now = new.hex if new is not None and new.place == MAP else -1
        if was != now:
            for located in self.standing:
                located.moved(key, was, now)

    def content(self) -> Any:
        """Nothing of its own."""
        return ()


class Counted(Located):
    """How many units of each side reach each hex, in one sense or another."""

    def __init__(self, scenario: Wb95Scenario) -> None:
        self.counters = scenario.counters
        self.board = scenario.board
        self.counts: dict[str, array[int]] = {side: array("h") for side in scenario.sides}

    @abstractmethod
    def reached(self, name: str, h: int) -> tuple[int, ...]:
        """The hexes that a unit reaches from where it stands."""

    def rebuild(self, state: State) -> None:
        """Count every unit on the map."""
        for side in self.counts:
            self.counts[side] = array("h", bytes(2 * self.board.n))
        for name, unit in state[UNITS].items():
            if unit.place == MAP:
                self._add(name, unit.hex, 1)

    def moved(self, key: str, was: int, now: int) -> None:
        """Follow one unit from hex to hex; -1 is off the map."""
        if was >= 0:
            self._add(key, was, -1)
        if now >= 0:
            self._add(key, now, 1)

    def _add(self, name: str, h: int, step: int) -> None:
        counts = self.counts[self.counters[name].side]
        for b in self.reached(name, h):
            counts[b] += step

    def content(self) -> Any:
        """The counts, for comparison."""
        return {side: list(counts) for side, counts in self.counts.items()}


class Zones(Counted):
    """How many units of each side exert a zone of control on each hex. [4.1.5]"""

    name = "zones"

    def __init__(self, scenario: Wb95Scenario) -> None:
        super().__init__(scenario)
        self.reach = {
            name: scenario.ground.zone[counter.move]
            for name, counter in scenario.counters.items()
            if exerts(counter, scenario)
        }

    def reached(self, name: str, h: int) -> tuple[int, ...]:
        """The hexes in a unit's zone of control. [4.1.1]"""
        reach = self.reach.get(name)
        return reach[h] if reach is not None else ()

    def hexes(self, side: str) -> list[int]:
        """The hexes in the zones of control of a side, in their order."""
        counts = np.frombuffer(self.counts[side], dtype=np.int16)
        found: list[int] = counts.nonzero()[0].tolist()
        return found


class Neighbours(Counted):
    """How many units of each side stand next to each hex, of whatever kind. [16.1.4]"""

    name = "neighbours"

    def reached(self, name: str, h: int) -> tuple[int, ...]:
        """The adjacent hexes."""
        return self.board.around(h)


class Roster(Kept):
    """The units in a condition that few are in: disorganised, out of supply, or still expected.

    Each list runs in the order of the counters. [5.6.5] [10.2.1] [11.1.1]
    """

    name = "roster"

    follows = (UNITS.name,)

    def __init__(self, counters: Mapping[str, Counter]) -> None:
        self.rank = {name: place for place, name in enumerate(counters)}
        self.disorganised: list[str] = []
        self.unsupplied: list[str] = []
        self.expected: list[str] = []

    def rebuild(self, state: State) -> None:
        """Look at every unit."""
        units = [(name, state[UNITS][name]) for name in self.rank]
        self.disorganised = [name for name, unit in units if _disorganised(unit)]
        self.unsupplied = [name for name, unit in units if _unsupplied(unit)]
        self.expected = [name for name, unit in units if unit.place == EXPECTED]

    def change(self, name: str, key: Any, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit."""
        if old is not None and new is not None and _as_ordered(old, new):
            return
        self._list(self.disorganised, key, _disorganised(old), _disorganised(new))
        self._list(self.unsupplied, key, _unsupplied(old), _unsupplied(new))
        was, now = old is not None and old.place, new is not None and new.place
        self._list(self.expected, key, was == EXPECTED, now == EXPECTED)

    def _list(self, names: list[str], key: str, was: bool, now: bool) -> None:
        if now and not was:
            insort(names, key, key=self.rank.__getitem__)
        elif was and not now:
            names.remove(key)

    def content(self) -> Any:
        """The lists, for comparison."""
        return list(self.disorganised), list(self.unsupplied), list(self.expected)


def _as_ordered(a: Unit, b: Unit) -> bool:
    """Whether two states of a unit are in the same place, order and supply."""
    return a.disorganised == b.disorganised and a.oos == b.oos and a.place == b.place


def _disorganised(unit: Unit | None) -> bool:
    """Whether a unit on the map carries the marker."""
    return unit is not None and unit.disorganised >= 0 and unit.place == MAP


def _unsupplied(unit: Unit | None) -> bool:
    """Whether a unit on the map has a level of being out of supply."""
    return unit is not None and unit.oos > 0 and unit.place == MAP


class Forts(Kept):
    """The hexes with a field fortification. [7.1.1]"""

    name = "forts"

    follows = (HEXES.name,)

    def __init__(self) -> None:
        self.hexes: set[int] = set()

    def rebuild(self, state: State) -> None:
        """Look at every hex."""
        self.hexes = {h for h, status in state[HEXES].items() if status.fortified}

    def change(self, name: str, key: Any, old: HexStatus | None, new: HexStatus | None) -> None:
        """Follow one hex."""
        if new is not None and new.fortified:
            self.hexes.add(key)
        else:
            self.hexes.discard(key)

    def content(self) -> Any:
        """The hexes, for comparison."""
        return sorted(self.hexes)


def forts(game: Wb) -> list[int]:
    """Every hex with a field fortification, in the order of the hexes."""
    index = Forts.of(game)
    return sorted(index.hexes)


def roster(game: Wb) -> Roster:
    """The units of a game in certain conditions."""
    return Roster.of(game)


def stacks(game: Wb) -> Stacks:
    """The stacks of a game."""
    return Stacks.of(game)


def zones(game: Wb) -> Zones:
    """The zones of control of a game."""
    return Zones.of(game)


def next_to(game: Wb, side: str, h: int) -> bool:
    """Whether a side has a unit next to a hex."""
    return Neighbours.of(game).counts[side][h] > 0


def front(game: Wb, side: str, enemy: str) -> list[int]:
    """The hexes of a side next to enemies, in no order."""
    index = Neighbours.of(game)
    counts = index.counts[enemy]
    return [h for h in stacks(game).held[side] if counts[h]]


def units_at(game: Wb, h: int) -> tuple[str, ...]:
    """The units in a hex, from the bottom of the stack to the top."""
    return Stacks.of(game).at.get(h, ())


def holder(game: Wb, h: int) -> str | None:
    """The side whose units stand in a hex."""
    return Stacks.of(game).holders.get(h)


def in_zone(game: Wb, h: int, side: str) -> bool:
    """Whether a hex lies in a zone of control of a side. [1.4c] [4.1.1]"""
    return Zones.of(game).counts[side][h] > 0


def exerters(game: Wb, h: int, side: str) -> tuple[str, ...]:
    """The units of a side whose zone of control reaches a hex. [4.1.5]"""
    reach, at = zones(game).reach, stacks(game).at
    counters = game.scenario.counters
    return tuple(
        [
            name
            for b in game.board.around(h)
            if b in at
            for name in at[b]
            if counters[name].side == side and name in reach and h in reach[name][b]
        ]
    )


def on_map(game: Wb, side: str) -> list[str]:
    """A side's units on the map, in the order of the counters."""
    return list(stacks(game).own.get(side, ()))
