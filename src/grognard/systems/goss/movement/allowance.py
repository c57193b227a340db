"""The movement allowance of a unit, step by step with its reasons. [7.1.0] [7.6.1]"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from grognard.engine.tally import Tally
from grognard.kit.ways import POINT
from grognard.systems.goss.charts import number
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.movement.registers import LED
from grognard.systems.goss.pieces.chain import fuel_source, fuel_state, headquarters
from grognard.systems.goss.pieces.quiet import inactive
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import FREEZE, MUD, NORMAL, SNOW, WET
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.moments import phase_start, this_phase
from grognard.systems.goss.units import EXPLOIT, OOS, STRAT

LEG, OFF, ROAD = "leg", "off", "road"
"""How a unit goes: on foot, as a vehicle across country, by Mech road movement. [7.4.0]"""
GOOD, ROADS, ANY = "good", "roads", "any"
"""By which ways, from first to last: primary and secondary roads, roads of any kind, anything."""
MARCH_BONUS = 2
"""What Leg units gain on good roads. [7.6.2]"""


def printed(game: Gs, name: str) -> int:
    """The printed MA, or that of its transport, or on foot. [7.1.0] [7.12.1a] [7.12.3a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not unit.transport:
        return counter.ma
    return number(game.scenario.tables, "transport", unit.transport, "ma")


def fuelled(game: Gs, name: str) -> bool:
    """Whether a unit has fuel for its full MA: normal, or granted, which holds for the ENA period
    of the same GT, too. [16.4.5b] [3.4.4]"""
    return fuel_state(game, name) == NORMAL or unit_of(game, name).granted == game.turn


def fuel_value(game: Gs, name: str) -> int:
    """What a unit that is short of fuel may spend: the value of its headquarters, or nothing if
    that went to others. [16.4.5b]"""
    status = headquarters(game, fuel_source(game, name))
    return 0 if status.option == 2 else status.value


def allowance(
    game: Gs, name: str, gait: str, ways: str = ANY, *, march: bool = False, astray: bool = False,
    at: int = -1,
) -> Tally:  # fmt: skip
    """The modified MA of a unit that goes so, wholly by such ways: fuel, increases, halving and
    the ground, in this order; every division is rounded up. [7.6.1] [7.6.1a] [7.6.1b] [7.6.1c]
    [7.6.1d] [7.6.1e]

    `march` adds the bonus of Leg units on good roads. [7.6.2] `astray` is for those who leave their
    zone. [9.2.0] `at` is the hex by whose weather it is reckoned, for who is not on the map yet.
    Who is inactive in a lull has twice his printed MA before all this. [24.2.1]
    """
    tally = Tally().add("movement allowance", printed(game, name), "7.1.0")
    if inactive(game, name):
        tally = tally.add("inactive in a lull", printed(game, name), "24.2.1")
    leader = sum(led(game, name) for led in LED)
    early = game.options["leader-mp"] == "before"
    if early and leader:
        tally = tally.add("leader", leader, "23.2.1a")
    late = game.options["halving-base"] == "printed"
    if late:
        tally = _halved(game, name, tally, astray)
    tally = _by_fuel(game, name, tally)
    tally = _increased(game, name, tally, 0 if early else leader, march)
    if not late:
        tally = _halved(game, name, tally, astray)
    tally = _on_ground(game, name, tally, gait, ways, at)
    if unit_of(game, name).mode == STRAT and game.options["strat-bonus"] == "after-ground":
        tally = _strat(tally)
    return tally


def points_of(
    game: Gs, name: str, gait: str, ways: str = ANY, *, march: bool = False, astray: bool = False,
    at: int = -1,
) -> int:  # fmt: skip
    """The same in twelfths, without its reasons."""
    found = allowance(game, name, gait, ways, march=march, astray=astray, at=at)
    return int(found.total) * POINT


def _by_fuel(game: Gs, name: str, tally: Tally) -> Tally:
    """A Mech unit short of fuel has no more than its fuel value. [7.6.1a] [16.4.5b]"""
    if not mech(counter_of(game, name), unit_of(game, name)) or fuelled(game, name):
        return tally
    cut = int(tally.total) - fuel_value(game, name)
    return tally.add("short of fuel", -cut, "7.6.1a") if cut > 0 else tally


def _increased(game: Gs, name: str, tally: Tally, leader: int, march: bool) -> Tally:
    """Strat mode, the bonus out of reserve, the road march, leaders. [7.6.1b]"""
    unit = unit_of(game, name)
    if unit.mode == STRAT and game.options["strat-bonus"] == "before-ground":
        tally = _strat(tally)
    if bonus_now(game, name):
        tally = tally.add("out of reserve", unit.bonus_mp, "5.4.4a")
    if march:
        tally = tally.add("road march", MARCH_BONUS, "7.6.2-bonus")
    return tally.add("leader", leader, "23.2.1a") if leader else tally


def bonus_now(game: Gs, name: str) -> bool:
    """Whether a Mech unit in its MR bonus period has rolled a bonus for this phase. [5.4.4a]"""
    unit = unit_of(game, name)
    rolled = unit.bonus_mp > 0 and unit.bonus_at == phase_start(game)
    return rolled and in_bonus(game, name) and mech(counter_of(game, name), unit)


def _strat(tally: Tally) -> Tally:
    """Half as much again in Strat mode. [5.5.3b]"""
    return tally.add("Strat mode", ceil(Fraction(tally.total, 2)), "5.5.3b")


def halvings(game: Gs, name: str, astray: bool = False) -> list[tuple[str, str]]:
    """What halves a unit's MA, and the rules; by day each Exploit Phase has half of it. `astray` is
    who leaves his zone. [7.6.1c] [3.3.2d-half] [9.8.0]"""
    unit = unit_of(game, name)
    exploiting = (
        unit.mode == EXPLOIT and game.segment.kind in phases.EXPLOITS and not dark(game)
    )  # fmt: skip
    found = (
        (unit.supply == OOS, "out of supply", "15.6.0"),
        ((unit.ooc or astray) and unit.mode != STRAT, "out of command", "9.8.0"),
        (unit.fatigue == 1, "fatigue 1", "14.2.1(a)"),
        (exploiting, "Exploit Phase by day", "5.3.4"),
    )
    return [(why, rule) for holds, why, rule in found if holds]


def _halved(game: Gs, name: str, tally: Tally, astray: bool) -> Tally:
    """Halved for one reason, quartered for two or for fatigue 2, and never less. [7.6.1c]
    [7.6.1d] [14.2.2(c)]"""
    why = halvings(game, name, astray)
    worn = unit_of(game, name).fatigue >= 2
    if not why and not worn:
        return tally
    quarter = worn or len(why) > 1
    left = ceil(Fraction(tally.total, 4 if quarter else 2))
    label = "fatigue 2" if worn else " and ".join(label for label, _ in why)
    return tally.add(label, left - int(tally.total), "7.6.1d" if quarter else "7.6.1c")


def _on_ground(game: Gs, name: str, tally: Tally, gait: str, ways: str, at: int) -> Tally:
    """What the ground takes off, by the weather where the unit began its movement. [7.6.1e]
    [19.4.0] [19.4.2] [19.4.3] [19.4.4] [19.4.5]"""
    unit = unit_of(game, name)
    begun = unit.start if this_phase(game, unit.moved) and unit.start >= 0 else unit.hex
    now, total = weather(game, at if at >= 0 else begun).ground, int(tally.total)
    good = ways == GOOD and gait != OFF
    left = total
    if now == WET and gait != LEG and not good:
        left = total - 2
    elif now == MUD and not good:
        left = ceil(Fraction(total, 2))
    elif now == FREEZE and gait == ROAD:
        left = total - 1
    elif now == SNOW:
        left = _in_snow(game, total, gait, good)
    return tally.add(now.lower(), max(left, 0) - total, "7.6.1e") if left != total else tally


def _in_snow(game: Gs, total: int, gait: str, good: bool) -> int:
    """Snow takes one MP on the road and a third of the MA off it; or, by an option, leaves a third
    of it wherever one does not keep to good roads. [19.4.5] [7.6.1e]"""
    if game.options["snow"] == "divide":
        if good:
            return total - 1 if gait == ROAD else total
        return ceil(Fraction(total, 3))
    if gait == ROAD:
        return total - 1
    return total if good else ceil(Fraction(2 * total, 3))
