"""What counters, aircraft, ships and places are called, no two of them the same. [2.3.4]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.systems.nextwar.aircraft import AirCounter
from grognard.systems.nextwar.defenses.package import MINES
from grognard.systems.nextwar.raids.pointing import marker
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import Counter, HeloCounter, ShipCounter
from grognard.table.naming import told_apart

NOMINAL = {MINES: "the minelayer"}
"""Aircraft that are no counters, and can be shot down all the same. [23.6]"""
Printed = Counter | HeloCounter | ShipCounter | AirCounter


def printed(game: Nw) -> Mapping[str, Printed]:
    """Every counter as it is printed, by its id."""
    scenario = game.scenario
    found: dict[str, Printed] = {
        **scenario.counters, **scenario.helicopters, **scenario.ships,
    }  # fmt: skip
    return {**found, **scenario.aircraft} if scenario.air_units else found


def names(game: Nw) -> Mapping[str, str]:
    """Every counter by what it is called; of one name, by nation and formation as well; and every
    place that can be struck."""
    return game.cached(
        "names", (), lambda: {**_sites(game), **_raiders(game), **NOMINAL, **_names(printed(game))}
    )


def _raiders(game: Nw) -> dict[str, str]:
    """The markers of special operations forces, one for each nation."""
    return {marker(nation): f"{nation} special forces" for nation in game.scenario.raiders}


def _sites(game: Nw) -> dict[str, str]:
    """Bases, ports and other places, each with its kind. [8.3.1]"""
    label = game.board.label
    return {
        site.id: f"{site.kind} {site.name} ({label(site.hex)})"
        for site in game.scenario.sites.values()
    }


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
