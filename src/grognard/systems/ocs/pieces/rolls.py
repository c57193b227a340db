"""The rolls: a side's units off the map by their place, those on it by mode and by what they are.

Many rules are about a few units among hundreds: Reserves, headquarters, Breakdowns, the dead. An
index kept in step with every change knows them, so that nobody has to go through all.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kit.pieces import Listed
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.units import MAP, UNITS, Unit

Roll = tuple[str, str, str]
"""Whose roll it is, what it goes by, and which one of that."""
PLACE, MODE, TYPE, TRAIT = "place", "mode", "type", "trait"


class Rolls(Listed[str, Unit]):
    """The names on each roll, in their order."""

    name, register = "rolls", UNITS

    def __init__(self, scenario: OcsScenario) -> None:
        super().__init__()
        self._sides = {key: counter.side for key, counter in scenario.counters.items()}
        self._printed: dict[str, list[Roll]] = {
            key: [
                (counter.side, TYPE, counter.type),
                *((counter.side, TRAIT, trait) for trait in sorted(counter.traits)),
            ]
            for key, counter in scenario.counters.items()
        }

    def rolls(self, key: str, record: Unit) -> Iterator[Roll]:
        """Off the map only its place counts; on the map its mode, its type and its traits."""
        if record.place != MAP:
            yield self._sides[record.counter], PLACE, record.place
        else:
            yield self._sides[record.counter], MODE, record.mode
            yield from self._printed[record.counter]

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether two states of a unit are on the same rolls."""
        return a.place == b.place and a.mode == b.mode and a.counter == b.counter


def off_map(game: Ocs, side: str, place: str) -> tuple[str, ...]:
    """A side's units in a place that is not the map, by name."""
    return Rolls.of(game).on((side, PLACE, place))


def in_mode(game: Ocs, side: str, mode: str) -> tuple[str, ...]:
    """A side's units on the map in a mode, by name."""
    return Rolls.of(game).on((side, MODE, mode))


def of_type(game: Ocs, side: str, type_: str) -> tuple[str, ...]:
    """A side's units on the map of a type, by name."""
    return Rolls.of(game).on((side, TYPE, type_))


def with_trait(game: Ocs, side: str, trait: str) -> tuple[str, ...]:
    """A side's units on the map with a trait, by name."""
    return Rolls.of(game).on((side, TRAIT, trait))
