"""Flak: which hexes shoot at aircraft, and how far. [20.7.0] [20.7.1]"""

from __future__ import annotations

from grognard.engine.record import replace
from grognard.kit.deeds import Questions
from grognard.systems.goss.ground import CITY
from grognard.systems.goss.pieces.stacks import holder, on_map, own_at
from grognard.systems.goss.pieces.values import battalion, cargo, counter_of, unit_of
from grognard.systems.goss.scenario import ALLIED, AXIS, Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.units import FLAK, UNITS, WITHDRAWN, Counter, Unit

NONE, OWN_HEX, NEXT_HEX = -1, 0, 1
"""How far a unit's Flak reaches: it has none, into its own hex, or into the next. [20.7.1]"""
TANKS = frozenset({"pz4", "pz5", "pz6", "pz6b", "m4", "m5"})
ARMORED = frozenset({"arminf", "armrecon"})
SINCE = "1942"
"""After this year Allied guns and armored battalions of the Commonwealth have Flak. [20.7.1]"""


def reach(game: Gs, name: str) -> int:
    """How far the Flak of a unit reaches; static guns on trucks have none. [20.7.1-2] [20.7.1-3]
    [4.3.3]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if cargo(counter, unit):
        return NONE
    late = game.scenario.start_date[:4] > SINCE
    guns = counter.artillery and counter.side == ALLIED and battalion(counter, unit) and late
    if counter.hq or counter.type.code == FLAK or guns:
        return NEXT_HEX
    return OWN_HEX if _armored(counter, unit, late) else NONE


def _armored(counter: Counter, unit: Unit, late: bool) -> bool:
    """Armored battalions that have guns against aircraft with them: infantry, Recon, tanks and all
    hybrids of Germans and Americans; of the Commonwealth infantry and Recon alone. [20.7.1-3]"""
    code, large = counter.type.code, battalion(counter, unit)
    if counter.german or counter.us:
        return counter.hybrid or (large and code in ARMORED | TANKS)
    return late and counter.side == ALLIED and large and code in ARMORED


def german_city(game: Gs, h: int) -> bool:
    """Whether a hex is a city that the Germans have held since the scenario began. [20.7.1]"""
    if game.scenario.ground.population[h] != CITY:
        return False
    now = game.state[HEXES].get(h)
    if now is not None and now.fallen:
        return False
    before = game.scenario.hexes.get(h)
    if before is not None and before.control:
        return before.control == AXIS
    units = game.scenario.units.items()
    return any(unit.hex == h and counter_of(game, name).side == AXIS for name, unit in units)


def reach_at(game: Gs, side: str, h: int) -> int:
    """How far the one Flak point of a side in a hex reaches; -1 if it has none. [20.7.1]"""
    found = max((reach(game, n) for n in own_at(game, h, side)), default=NONE)
    return max(found, NEXT_HEX) if side == AXIS and german_city(game, h) else found


def over(game: Gs, side: str, h: int) -> int:
    """The Flak points of a side that reach a hex: one for each hex that has any, however many are
    in it. [20.7.0] [20.7.1]"""
    near = [b for b in game.board.around(h) if reach_at(game, side, b) >= NEXT_HEX]
    return len(near) + (reach_at(game, side, h) >= OWN_HEX)


def guns_over(game: Gs, side: str, h: int) -> int:
    """The same for the error of a mission, by an option counted by units. [20.2.3] [20.7.1]"""
    if game.options["flak-count"] == "hex":
        return over(game, side, h)
    hexes = ((h, OWN_HEX), *((b, NEXT_HEX) for b in game.board.around(h)))
    cities = [b for b, _ in hexes if side == AXIS and german_city(game, b)]
    units = [n for b, far in hexes for n in own_at(game, b, side) if reach(game, n) >= far]
    return len(cities) + len(units)


# ---- off the map [20.7.2]


def off_map(game: Gs, side: str) -> int:
    """The Flak points of units that were withdrawn, and are not on their way back: one for each
    step of Flak, one for any other unit. [20.7.2]"""
    found = 0
    for name, unit in game.state[UNITS].items():
        counter = counter_of(game, name)
        if unit.place == WITHDRAWN and not unit.due and counter.side == side:
            found += max(unit.steps, 1) if counter.type.code == FLAK else 1
    return found


# ---- cities that fall


def passed(game: Gs, names: tuple[str, ...], h: int, cost: int, by_road: bool) -> Questions[bool]:
    """A German city that the Allies enter is no such city any more; it halts nobody. [20.7.1]"""
    if counter_of(game, names[0]).side == ALLIED and german_city(game, h):
        _falls(game, h)
    yield from ()
    return False


def cities_held(game: Gs) -> None:
    """The same for those who have come there otherwise than by moving. [20.7.1]"""
    ground = game.scenario.ground
    if CITY not in ground.population:
        return
    for h in {unit_of(game, n).hex for n in on_map(game, ALLIED)}:
        if ground.population[h] == CITY and holder(game, h) == ALLIED and german_city(game, h):
            _falls(game, h)


def _falls(game: Gs, h: int) -> None:
    game.put(HEXES, h, replace(game.state[HEXES].get(h) or HexStatus(), fallen=True))
