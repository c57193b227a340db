"""Who may move in a segment, and who cannot. [7.5.1] [7.5.2] [7.4.0]"""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.systems.goss.movement.allowance import LEG, OFF, ROAD, fuel_value, fuelled
from grognard.systems.goss.movement.registers import BARRED
from grognard.systems.goss.night.activation import awake
from grognard.systems.goss.night.exploiting import against_night_exploit
from grognard.systems.goss.pieces.values import counter_of, in_battery, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.moments import this_phase, this_player_turn
from grognard.systems.goss.units import EXPLOIT, MAP, MR, PA, STATIC, STRAT, TAC, Counter, Unit
from grognard.systems.goss.words import called

MODES_OF = {
    phases.STRAT_MOVES: STRAT, phases.COUPS: TAC, phases.ROAD_MOVES: TAC, phases.MOVES: TAC,
    phases.PA_MOVES: PA, **dict.fromkeys((*phases.EXPLOIT_MOVES, *phases.EXPLOIT_COUPS), EXPLOIT),
}  # fmt: skip
"""Whose turn it is in each segment in which units move. [7.5.2] [5.3.4] [7.14.0]"""


def moved_now(game: Gs, unit: Unit) -> bool:
    """Whether a unit has moved in the phase under way."""
    return this_phase(game, unit.moved)


def changed_now(game: Gs, unit: Unit) -> bool:
    """Whether a unit has mounted or dismounted in the phase under way. [7.12.0]"""
    return this_phase(game, unit.changed)


def broke_now(game: Gs, unit: Unit) -> bool:
    """Whether a unit has broken down, or come of that, in the phase under way. [18.4.0]"""
    return unit.broke >= 0 and this_phase(game, unit.broke)


def acted_now(game: Gs, unit: Unit) -> bool:
    """Whether a unit has spent movement points in the phase under way, on whatever. [7.2.0]"""
    return moved_now(game, unit) or changed_now(game, unit) or broke_now(game, unit)


def gait_of(game: Gs, name: str, by_road: bool = False) -> str:
    """How a unit goes in this segment; who has just mounted may choose the road out of turn.
    [7.4.0] [7.12.2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not mech(counter, unit):
        return LEG
    if by_road or game.segment.kind in phases.BY_ROAD:
        return ROAD
    return OFF


def unable(game: Gs, name: str) -> Refusal | None:
    """Why a unit may not move in this segment; None if it may. [7.5.1] [3.4.2] [3.3.2c]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if unit.place != MAP:
        return Refusal("7.0", f"{called(game, name)} is not on the map")
    wanted = MODES_OF.get(game.segment.kind, "")
    if unit.mode != wanted:
        return _wrong_mode(game, name, wanted)
    if counter.cls == STATIC and not unit.transport:
        return Refusal("4.3.3", f"{called(game, name)} does not move by itself")
    if unit.cr and game.options["reserve-moves"] == "barred":
        return Refusal("3.3.2c", f"{called(game, name)} is a combat reserve")
    if unit.task:
        return Refusal("7.5.1", f"{called(game, name)} is at work")
    if unit.demolished >= 0 and this_player_turn(game, unit.demolished):
        return Refusal("17.3.2c", f"{called(game, name)} has tried to demolish a bridge")
    if unit.ferries < 0 and this_player_turn(game, unit.ferried):
        return Refusal("17.2.2", f"{called(game, name)} has ferried over a major river")
    if moved_now(game, unit) and unit.halted:
        return Refusal("7.5.0", f"{called(game, name)} has ended its movement in this phase")
    if not awake(game, name):
        return Refusal("3.4.2", f"{called(game, name)} is not active in this ENA period")
    wrong = (
        _without_fuel(game, name, counter, unit)
        or _in_place(game, name, counter, unit)
        or _of_another_type(game, name, counter, unit)
        or against_night_exploit(game, counter.side)
    )
    for bars in () if wrong else BARRED:
        wrong = wrong or bars(game, name)
    return wrong


def _wrong_mode(game: Gs, name: str, wanted: str) -> Refusal:
    """Exploit and MR units do not move in a Movement Phase; the others have their order.
    [7.5.1] [7.5.2] [5.3.0] [5.4.2]"""
    mode = unit_of(game, name).mode
    rule = "7.5.2" if wanted and mode in (TAC, STRAT, PA) and wanted != EXPLOIT else "7.5.1"
    if mode == MR:
        rule = "5.4.2"
    if mode == EXPLOIT:
        rule = "5.3.0"
    return Refusal(rule, f"{called(game, name)} is in {mode} mode")


def _without_fuel(game: Gs, name: str, counter: Counter, unit: Unit) -> Refusal | None:
    """A Mech unit whose fuel value is zero; guns that are shifted by hand need none. [7.5.1]
    [16.4.3] [5.6.1]"""
    if not mech(counter, unit) or fuelled(game, name) or _by_hand(counter, unit):
        return None
    if changed_now(game, unit) or fuel_value(game, name) > 0:
        return None
    return Refusal("7.5.1", f"{called(game, name)} has no fuel")


def _by_hand(counter: Counter, unit: Unit) -> bool:
    """Towed guns in battery. [5.6.1]"""
    return counter.towed and in_battery(counter, unit)


def _in_place(game: Gs, name: str, counter: Counter, unit: Unit) -> Refusal | None:
    """Towed guns in battery go one hex at most, and not by road. [5.6.0] [5.6.1]"""
    if not _by_hand(counter, unit):
        return None
    if game.segment.kind != phases.MOVES or not light_guns(counter):
        return Refusal("5.6.0", f"{called(game, name)} is in battery")
    if moved_now(game, unit):
        return Refusal("5.6.1", f"{called(game, name)} has been shifted by a hex")
    return None


def light_guns(counter: Counter) -> bool:
    """Guns that are shifted by hand: up to 150mm of the Germans, 155mm of others and 25-pounders;
    not those with a G, and no mixed battalions. Captured ones are as 150mm. [5.6.1]
    [26.0-captured]"""
    gun = counter.gun.lower()
    if gun.startswith(CAPTURED):
        return counter.cls != STATIC
    if counter.cls == STATIC or "g" in gun.replace("gun", "") or "mix" in gun:
        return False
    bore = "".join(c for c in gun.split("mm")[0] if c.isdigit())
    if "mm" not in gun:
        return bore != "" and int(bore) <= MOST_POUNDS
    return int(bore or 0) <= (MOST_GERMAN if counter.german else MOST_MM)


MOST_GERMAN, MOST_MM, MOST_POUNDS = 150, 155, 25
CAPTURED = "cap"
"""How captured guns are marked. [26.0-captured]"""


def _of_another_type(game: Gs, name: str, counter: Counter, unit: Unit) -> Refusal | None:
    """One type of movement in a phase, unless the unit has mounted or dismounted on the way;
    vehicles go by road in its segment, and those on foot in theirs. [7.4.0] [7.12.1]"""
    kind, roads = game.segment.kind, game.segment.kind in phases.BY_ROAD
    if roads and not mech(counter, unit) and not changed_now(game, unit):
        return Refusal("7.4.0", f"{called(game, name)} cannot use Mech road movement")
    if not moved_now(game, unit) or changed_now(game, unit) or not unit.hexes:
        return None
    if not roads and unit.road and kind != phases.PA_MOVES:
        return Refusal("7.4.0", f"{called(game, name)} has used Mech road movement")
    return None
