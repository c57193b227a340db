"""What counters, helicopters and ships are called, so that no two are called the same. [2.3.4]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import Counter, HeloCounter, ShipCounter
from grognard.table.naming import told_apart

Printed = Counter | HeloCounter | ShipCounter


def printed(game: Nw) -> Mapping[str, Printed]:
    """Every counter as it is printed, by its id."""
    scenario = game.scenario
    return {**scenario.counters, **scenario.helicopters, **scenario.ships}


def names(game: Nw) -> Mapping[str, str]:
    """Every counter by what it is called; of one name, by nation and formation as well."""
    return game.cached("names", (), lambda: _names(printed(game)))


def _names(counters: Mapping[str, Printed]) -> dict[str, str]:
    traits = {key: _traits(counter) for key, counter in counters.items()}
    return told_apart({key: counter.name for key, counter in counters.items()}, traits)


def _traits(counter: Printed) -> tuple[str, ...]:
    formation = getattr(counter, "formation", "")
    return counter.nation, formation, f"{counter.nation} {formation}"


def called(game: Nw, word: str) -> str:
    """What a counter is called; any other word as it is."""
    return names(game).get(word, word)


def call(game: Nw, ids: Iterable[str]) -> str:
    """Several counters by their names."""
    return ", ".join(called(game, name) for name in ids)


def title(game: Nw, side: str) -> str:
    """What a side is called."""
    return game.scenario.nations[side]
