"""The rolls: a side's units off the map by their place, those on it by mode and by what they are.

Many rules are about a few units among hundreds: Reserves, headquarters, Breakdowns, the dead. An
index kept in step with every change knows them, so that nobody has to go through all.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import Any

from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.units import (
    MAP,
    UNITS,
    Unit,
)

Roll = tuple[str, str, str]
"""Whose roll it is, what it goes by, and which one of that."""
PLACE, MODE, TYPE, TRAIT = "place", "mode", "type", "trait"


class Rolls(Kept):
    """The names on each roll, in their order."""

    name = "rolls"

    follows = (UNITS.name,)

    def __init__(self, scenario: OcsScenario) -> None:
        self.lists: dict[Roll, list[str]] = {}
        self._sides = {key: counter.side for key, counter in scenario.counters.items()}
        self._printed: dict[str, list[Roll]] = {
            key: [
                (counter.side, TYPE, counter.type),
                *((counter.side, TRAIT, trait) for trait in sorted(counter.traits)),
            ]
            for key, counter in scenario.counters.items()
        }

    def rebuild(self, state: State) -> None:
        """Write every unit into its rolls."""
        self.lists = {}
        for name, unit in state[UNITS].items():
            self._enter(name, unit)

    def change(self, name: str, key: str, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit."""
        if old is not None:
            if new is not None and _alike(old, new):
                return
            for roll in self._rolls(old):
                there = self.lists[roll]
                del there[bisect_left(there, key)]
        if new is not None:
            self._enter(key, new)

    def _enter(self, key: str, unit: Unit) -> None:
        for roll in self._rolls(unit):
            insort(self.lists.setdefault(roll, []), key)

    def _rolls(self, unit: Unit) -> Iterator[Roll]:
        """Off the map only its place counts; on the map its mode, its type and its traits."""
        if unit.place != MAP:
            yield self._sides[unit.counter], PLACE, unit.place
        else:
            yield self._sides[unit.counter], MODE, unit.mode
            yield from self._printed[unit.counter]

    def content(self) -> Any:
        """The rolls with somebody on them, for comparison."""
        return {roll: tuple(names) for roll, names in self.lists.items() if names}


def _alike(a: Unit, b: Unit) -> bool:
    """Whether two states of a unit are on the same rolls."""
    return a.place == b.place and a.mode == b.mode and a.counter == b.counter


def _names(game: Ocs, roll: Roll) -> tuple[str, ...]:
    index = Rolls.of(game)
    return tuple(index.lists.get(roll, ()))


def off_map(game: Ocs, side: str, place: str) -> tuple[str, ...]:
    """A side's units in a place that is not the map, by name."""
    return _names(game, (side, PLACE, place))


def in_mode(game: Ocs, side: str, mode: str) -> tuple[str, ...]:
    """A side's units on the map in a mode, by name."""
    return _names(game, (side, MODE, mode))


def of_type(game: Ocs, side: str, type_: str) -> tuple[str, ...]:
    """A side's units on the map of a type, by name."""
    return _names(game, (side, TYPE, type_))


def with_trait(game: Ocs, side: str, trait: str) -> tuple[str, ...]:
    """A side's units on the map with a trait, by name."""
    return _names(game, (side, TRAIT, trait))
