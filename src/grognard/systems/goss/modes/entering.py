"""Which mode a unit may enter in its Mode Determination Phase, and why not. [5.0]

Exploit and maneuver reserve are entered by formations and regiments: see `groups`.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.refusal import Refusal
from grognard.systems.goss.charts import number
from grognard.systems.goss.pieces.chain import (
    BONUS_TURNS,
    formation,
    fuel_source,
    fuel_state,
    headquarters,
    resting_unit,
    subordinates,
    superior,
)
from grognard.systems.goss.pieces.quiet import against_activity, inactive
from grognard.systems.goss.pieces.stacking import overstacked, road_groups
from grognard.systems.goss.pieces.stacks import beside_enemy, enemy_within
from grognard.systems.goss.pieces.values import carried, counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DRY, EMPTY, MUD, NORMAL
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.moments import turns_since
from grognard.systems.goss.units import CDO, EXPLOIT, GENS, HEAVY_BRIDGE, OOS, PA, STRAT, TAC

PA_TABLE = "pa-movement"
PA_FUEL = 6
"""The fuel value from which on a formation may prepare assaults. [5.2.2]"""
REACHES: list[Callable[[Gs, str], bool]] = []
"""Whether PA movement brings a unit next to an enemy: movement fills it. [5.2.1]"""


UNPAID: list[Callable[[Gs, str], bool]] = []
"""Whether there would be more prepared assaults than there is ammunition for: the assault fills
it. [5.2.1-adv]"""


def in_bonus(game: Gs, name: str) -> bool:
    """Whether a unit is in its MR bonus period: six full GTs, to the segment. [5.4.4]"""
    began = unit_of(game, name).bonus
    return began >= 0 and turns_since(game, began) < BONUS_TURNS


def against_change(game: Gs, name: str) -> list[Refusal]:
    """Why a unit may not change mode or stance at all: it is inactive in a lull, and it is not
    AM. [24.2.1]"""
    why = against_activity(game, name, "24.2.1")
    return [] if why is None else [why]


def against_mode(game: Gs, name: str, mode: str) -> list[Refusal]:
    """Why a unit may not enter a mode by itself. [5.0]"""
    quiet = against_change(game, name)
    if quiet:
        return quiet
    if mode == PA:
        return against_pa(game, name)
    if mode == STRAT:
        return against_strat(game, name)
    return []


# ---- prepared assault [5.2.0]


def against_pa(game: Gs, name: str) -> list[Refusal]:
    """Why a unit may not enter PA mode. [5.2.1] [5.2.1-adv] [5.2.2] [24.2.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    bonus = in_bonus(game, name)
    barred = (
        (inactive(game, name), "24.2.1", "is inactive in a lull"),
        (resting_unit(game, name) and not bonus, "3.5.3", "rests in this game turn"),
        (counter.hq, "5.2.1", "is a headquarters"),
        (counter.artillery, "5.2.1", "is artillery"),
        (overstacked(game, unit.hex), "6.7.0", "is overstacked"),
        (unit.supply == OOS, "15.6.0", "is out of supply"),
        (unit.fatigue >= 2, "14.2.2", "is at fatigue 2"),
        (unit.ooc, "9.8.0", "is out of command"),
        (carried(unit), "5.2.1", "is carried by trucks"),
        (counter.is_(HEAVY_BRIDGE), "17.3.1c", "is a heavy bridge"),
        (bool(unit.task), "17.3.0", "is at work"),
    )
    found = [Refusal(rule, f"{counter.name} {why}") for holds, rule, why in barred if holds]
    if not reaches(game, name):
        found.append(Refusal("5.2.1", f"{counter.name} cannot come next to an enemy in PA mode"))
    if game.options["pa-over-adv"] == "barred" and any(unpaid(game, name) for unpaid in UNPAID):
        found.append(Refusal("5.2.1-adv", "there is no ammunition for one more prepared assault"))
    return found + against_pa_fuel(game, name)


def against_pa_fuel(game: Gs, name: str) -> list[Refusal]:
    """Why a Mech unit that is short of fuel may not enter PA mode. [5.2.2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not mech(counter, unit) or fuel_state(game, name) == NORMAL:
        return []
    source = fuel_source(game, name)
    status, lenient = headquarters(game, source), game.options["pa-fuel-gap"] == "lenient"
    if status.option == 1:
        if status.value >= PA_FUEL or lenient:
            return []
        text = f"{counter.name}: its formation's fuel value is below {PA_FUEL}"
        return [Refusal("5.2.2", text)]
    if status.value >= PA_FUEL:
        if lenient or unit.granted == game.turn:
            return []
        return [Refusal("5.2.2", f"{counter.name} has not been granted its full MA")]
    prepared = [n for n in subordinates(game, source) if n != name and _thirsty_pa(game, n)]
    if len(prepared) < status.value:
        return []
    text = f"no more than {status.value} Mech units of this formation may prepare assaults"
    return [Refusal("5.2.2", text)]


def _thirsty_pa(game: Gs, name: str) -> bool:
    return unit_of(game, name).mode == PA and mech(counter_of(game, name), unit_of(game, name))


def pa_hexes(game: Gs, name: str) -> int:
    """How many hexes a unit moves in PA mode at most. [5.2.3]"""
    return min(number(game.scenario.tables, PA_TABLE, row, "hexes") for row in _rows(game, name))


def _rows(game: Gs, name: str) -> list[str]:
    """The rows of the table that limit a unit, but for mud on bad roads. [5.2.3]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not mech(counter, unit):
        slow = dark(game) or weather(game, unit.hex).ground == MUD
        if not counter.is_(CDO):
            return ["Leg"]
        return ["Leg CDO at night or in mud" if slow else "Leg CDO"]
    found = ["Mech"]
    found += ["Mech at night"] if dark(game) else []
    return [*found, "Mech short of fuel"] if fuel_state(game, name) != NORMAL else found


def reaches(game: Gs, name: str) -> bool:
    """Whether PA movement could bring a unit next to an enemy, as far as distance goes and
    movement knows more. [5.2.1]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    if beside_enemy(game, side, unit.hex):
        return True
    near = enemy_within(game, side, unit.hex, pa_hexes(game, name) + 1)
    return near and all(could(game, name) for could in REACHES)


# ---- strategic [5.5.0]


def against_strat(game: Gs, name: str) -> list[Refusal]:
    """Why a unit may not enter Strat mode. [5.5.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    onhand = unit.supply != GENS and game.options["strat-while-onhand"] == "barred"
    barred = (
        (not mech(counter, unit), "5.5.1", "is no Mech class unit"),
        (unit.supply == OOS or onhand, "5.5.1", "is not in general supply"),
        (unit.ooc, "9.8.0", "is out of command"),
        (counter.artillery and unit.battery, "5.5.1", "is in battery"),
        (unit.fatigue > 0, "5.5.1", "is fatigued"),
        (fuel_state(game, name) == EMPTY, "5.5.1", "has no fuel"),
        (counter.is_(HEAVY_BRIDGE), "17.3.1c", "is a heavy bridge"),
        (overstacked(game, unit.hex), "6.7.0", "is overstacked"),
        (bool(unit.task), "17.3.0", "is at work"),
    )
    found = [Refusal(rule, f"{counter.name} {why}") for holds, rule, why in barred if holds]
    return found + against_road_start(game, name)


def against_road_start(game: Gs, name: str) -> list[Refusal]:
    """Why a unit could not begin Mech road movement where it stands: no road, or more than one
    other Mech unit. [7.10.0] [5.5.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    ground = game.scenario.ground
    dry = weather(game, unit.hex).ground == DRY
    found = []
    if not ground.by_road[unit.hex] and not (dry and ground.clear[unit.hex]):
        found.append(Refusal("7.10.0", f"{counter.name} is on no road"))
    others = [group for group in road_groups(game, unit.hex) if name not in group]
    if len(others) > 1:
        found.append(Refusal("7.10.0", f"{counter.name} stands with several Mech units"))
    return found


# ---- exploit, one unit by itself [5.3.0]


def against_exploit(game: Gs, name: str, *, rested: bool = True) -> list[Refusal]:
    """Why a unit may not be in Exploit mode, whoever enters it with it. [5.3.0] [14.2.0(g)]
    [24.2.1]

    `rested` leaves out the rest GT, for those who come out of maneuver reserve: see `release`.
    """
    counter, unit = counter_of(game, name), unit_of(game, name)
    barred = (
        (inactive(game, name), "24.2.1", "is inactive in a lull"),
        (rested and resting_unit(game, name), "3.5.3", "rests in this game turn"),
        (unit.fatigue > 0, "5.3.0", "is fatigued"),
        (beside_enemy(game, counter.side, unit.hex), "5.3.0", "is next to an enemy"),
        (unit.supply != GENS, "5.3.0", "is not in general supply"),
        (unit.ooc, "9.8.0", "is out of command"),
        (fuel_state(game, name) == EMPTY, "5.3.0", "has no fuel"),
        (not mech(counter, unit), "5.3.0", "is no Mech class unit"),
        (counter.artillery and unit.battery, "5.6.0", "is in battery"),
        (bool(unit.task), "17.3.0", "is at work"),
    )
    return [Refusal(rule, f"{counter.name} {why}") for holds, rule, why in barred if holds]


def may_reenter(game: Gs, name: str) -> bool:
    """Whether a unit was forced out of Exploit mode, and another of its formation is still in it;
    by an option another of its regiment. [5.3.3]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.forced < 0 or unit.mode != TAC:
        return False
    kin = game.options["exploit-return"] == "regiment" and counter.regiment
    return any(
        other != name
        and unit_of(game, other).mode == EXPLOIT
        and (not kin or counter_of(game, other).regiment == kin)
        for other in subordinates(game, formation(game, name) or superior(game, name))
    )
