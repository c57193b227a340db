"""Convention tempo: more supply, rail and transport for a livelier game. [21.6a]

What a scenario starts with is changed once, when it is read; what arrives, as it arrives.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from grognard.systems.ocs.pieces.values import rounded, weight
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.status import Dump, Transport, dump_key
from grognard.systems.ocs.units import ABOARD, MAP, TRUCK

FASTER = Fraction(3, 2)
"""Arriving supply and shipping: half as much again. [21.6c]"""


def quicken(scenario: OcsScenario) -> OcsScenario:
    """A scenario with whatever the players have chosen doubled at the start."""
    options = scenario.options
    if options["tempo-rail"] == "on":
        scenario = _more_transport(scenario)
    if options["tempo-supply"] == "on":
        scenario = _more_supply(scenario)
    if options["tempo-arrivals"] == "on":
        limits = {
            side: replace(found, sea_cap=rounded(found.sea_cap * FASTER))
            for side, found in scenario.limits.items()
        }
        scenario = replace(scenario, limits=limits)  # [21.6c]
    return scenario


def _more_transport(scenario: OcsScenario) -> OcsScenario:
    """Twice the Rail Cap, and twice the Transport Points at the start. [21.6b]

    Extenders are made of five points each and stay what they are.
    """
    transport = {
        key: found if found.place != MAP or found.extender else replace(found, size=2 * found.size)
        for key, found in scenario.transport.items()
    }
    limits = {
        side: replace(
            found, rail_cap=2 * found.rail_cap,
            truck_total=found.truck_total and found.truck_total + _more_trucks(scenario, side),
        )
        for side, found in scenario.limits.items()
    }  # fmt: skip
    return replace(scenario, limits=limits, transport=transport)


def _more_trucks(scenario: OcsScenario, side: str) -> int:
    """The trucks that doubling brings a side, which may be rebuilt like the others. [13.5e]"""
    return sum(
        found.size
        for found in scenario.transport.values()
        if found.side == side and found.place == MAP and not found.extender
        if scenario.kinds[found.kind].move == TRUCK
    )


def _more_supply(scenario: OcsScenario) -> OcsScenario:
    """Twice the supply on the map at the start, but for loads of Organic Trucks. [21.6a]

    What its transport cannot carry lies on the ground beside it; of what is aboard landing craft
    only as much is doubled as they have room for. Boxes are not on the map.
    """
    dumps = {
        key: dump if dump.at else replace(dump, tokens=2 * dump.tokens)
        for key, dump in scenario.dumps.items()
    }
    transport: dict[str, Transport] = {}
    for key, found in scenario.transport.items():
        transport[key] = found
        if found.place != MAP or found.formation:
            continue
        load = min(found.size, 2 * found.load)
        transport[key] = replace(found, load=load)
        rest, place = 2 * found.load - load, dump_key(found.side, found.hex)
        if rest:
            before = dumps[place].tokens if place in dumps else 0
            dumps[place] = Dump(found.side, found.hex, before + rest)
    ships = {
        key: replace(ship, load=ship.load + min(ship.load, _spare(scenario, key)))
        if ship.place == MAP and ship.load
        else ship
        for key, ship in scenario.ships.items()
    }
    return replace(scenario, dumps=dumps, transport=transport, ships=ships)


def _spare(scenario: OcsScenario, key: str) -> int:
    """The whole tokens that landing craft have room for beside what is aboard. [18.4a]"""
    counters, ship = scenario.counters, scenario.ships[key]
    aboard = [unit for unit in scenario.units.values() if (unit.place, unit.at) == (ABOARD, key)]
    taken = sum((weight(counters[unit.counter], unit) for unit in aboard), Fraction(ship.load))
    points = [t for t in scenario.transport.values() if (t.place, t.at) == (ABOARD, key)]
    return int(ship.size - taken - sum(found.size for found in points))


def arriving(game: Ocs, tokens: int) -> int:
    """Supply that arrives, in tokens: half as much again by the option. [21.6c]"""
    return rounded(tokens * FASTER) if game.options["tempo-arrivals"] == "on" else tokens


def rolls(game: Ocs) -> int:
    """How often a side rolls for variable reinforcements in a phase. [21.6d]"""
    return 2 if game.options["tempo-reinforcement"] == "on" else 1
