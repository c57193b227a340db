"""What must hold of a scenario at its beginning, beyond each row of it. [IV.I] [13.6]

Positions in the midst of a game may be as they are.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.reader import Reader
from grognard.systems.ocs.scenario import Arrival, OcsScenario
from grognard.systems.ocs.units import LEG, MAP, POOL


def check(read: Reader, scenario: OcsScenario) -> None:
    """Transport, supply and aircraft are where they can be, and what arrives is still to come."""
    both = sorted(scenario.transport.keys() & scenario.units.keys())
    if both:
        raise read.fail(read.spec, "transport", f"{both[0]} is the name of a unit, too")
    for formation, members in sorted(scenario.formations.items()):
        if len({scenario.counters[name].side for name in members}) > 1:
            text = f"formation {formation} is on both sides; each formation has its own name [3.1c]"
            raise read.fail(read.spec, "counters", text)
    if scenario.position:
        return
    _on_the_ground(read, scenario)
    _on_bases(read, scenario)
    rows = [row for row in read.spec.get("arrivals", ()) for _ in _turns(row)]
    for arrival, row in zip(scenario.arrivals, rows, strict=True):
        _to_come(read, row, scenario, arrival)


def _turns(row: Any) -> range:
    """The turns in which a row of the schedule brings something."""
    return range(row["turn"], row.get("until", row["turn"]) + 1)


def _on_the_ground(read: Reader, scenario: OcsScenario) -> None:
    """Neither transport nor supply starts where it could not go, or among enemies. [IV.I]"""
    held = {
        unit.hex: scenario.counters[unit.counter].side
        for unit in scenario.units.values()
        if unit.place == MAP
    }
    things: list[tuple[str, str, str, int, str]] = [
        ("transport", key, found.side, found.hex, scenario.kinds[found.kind].move)
        for key, found in scenario.transport.items()
        if found.place == MAP
    ]
    things += [
        ("dumps", "supply", dump.side, dump.hex, LEG)
        for dump in scenario.dumps.values()
        if dump.hex >= 0
    ]
    for section, name, side, h, move in things:
        label = scenario.board.label(h)
        if not scenario.ground.enterable(move, h):
            text = f"{name} of {side} cannot be on {scenario.board.terrain[h]} in {label}"
            raise read.fail(read.spec, section, text)
        if held.get(h, side) != side:
            raise read.fail(read.spec, section, f"{name} of {side} is among enemies in {label}")


def _on_bases(read: Reader, scenario: OcsScenario) -> None:
    """Aircraft start on bases of their own side. [14.1]"""
    for key, air in scenario.air.items():
        site = scenario.sites.get(air.hex)
        own = site is not None and site.base >= 0 and site.base_owner == air.side
        if air.place == MAP and not air.carrier and not own:
            label = scenario.board.label(air.hex)
            raise read.fail(read.spec, "air", f"{key} needs an Air Base of {air.side} in {label}")


def _to_come(read: Reader, row: Any, scenario: OcsScenario, arrival: Arrival) -> None:
    """What arrives is its side's, in the pool, with a hex to come to unless it flies. [13.6]"""
    for name in arrival.ids:
        record: Any = next(
            found[name]
            for found in (scenario.units, scenario.transport, scenario.air, scenario.ships)
            if name in found
        )
        unit = name in scenario.units
        side = scenario.counters[record.counter].side if unit else record.side
        if side != arrival.side or record.place != POOL:
            text = f"{name} is not of {arrival.side}, or on the map already"
            raise read.fail(row, "units", text)
        if not arrival.hexes and name not in scenario.air:
            raise read.fail(row, "hexes", f"where does {name} arrive?")
