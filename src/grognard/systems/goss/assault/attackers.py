"""Who may be designated, and who may attack which hex from where. [10.2.0] [13.4.0] [13.4.2]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine.refusal import Refusal
from grognard.systems.goss.assault.terrain import marsh
from grognard.systems.goss.command.status import excused
from grognard.systems.goss.command.zones import inside
from grognard.systems.goss.fatigue.hits import exhausted, fatigued
from grognard.systems.goss.ground import GREAT, MAJOR, RIVER
from grognard.systems.goss.night.activation import awake
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.checks import leader_at
from grognard.systems.goss.pieces.crossing import class_of, closed, closed_to, crossing
from grognard.systems.goss.pieces.quiet import against_sleepers, inactive
from grognard.systems.goss.pieces.sight import seen
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import held, on_map, units_at
from grognard.systems.goss.pieces.values import (
    armor_factor,
    attack_designated,
    carried,
    counter_of,
    cw_recon,
    proficiency,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.moments import this_segment, turn_start
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import EXPLOIT, LEG, MAP, MECH, OOS, PA, RE, STRAT, TAC, UNITS
from grognard.systems.goss.works.building import sapper

FORBIDS: list[Callable[[Gs, str], Refusal | None]] = []
"""What else keeps a unit from attacking: lulls fill it. [24.2.0]"""
CLEAR_LINE = 1
"""The terrain line on which nobody stands off. [13.5.2]"""


# ---- designation [5.1.2] [10.2.0]


def against_designation(game: Gs, name: str) -> list[Refusal]:
    """Why a unit may not be marked for a tactical assault. [10.2.0] [5.1.2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    barred = (
        (unit.ta or unit.mode == PA, "10.2.0", "is attack designated already"),
        (unit.mode not in (TAC, EXPLOIT, PA), "5.1.2", f"is in {unit.mode} mode"),
        (unit.cr, "5.8.0", "is a combat reserve"),
        (carried(unit), "5.1.2", "is carried by trucks"),
        (exhausted(unit), "14.2.2(a)", "is at fatigue 2"),
        (counter.ranged, "13.4.2(b)", "is ranged artillery"),
        (bool(unit.emergency) and unit.emergency == game.turn, "9.4.1", "was just attached"),
        (bool(unit.task), "17.3.0", "is at work"),
        (unit.worked == game.turn, "17.3.0", "has been at work in this game turn"),
        (unit.demolished >= turn_start(game), "17.3.0", "has tried to demolish a bridge"),
        (bool(unit.repulsed) and unit.repulsed == game.turn, "7.14.3", "lost a coup de main"),
        (not awake(game, name), "3.4.2", "is not active tonight"),
    )
    found = [Refusal(rule, f"{counter.name} {why}") for holds, rule, why in barred if holds]
    more = [why for forbids in FORBIDS if (why := forbids(game, name)) is not None]
    return found + more


def designated(game: Gs, side: str) -> list[str]:
    """The attack designated units of a side that have not attacked in this segment. [13.4.0]"""

    def marked() -> list[str]:
        return [n for n in on_map(game, side) if attack_designated(unit_of(game, n))]

    return [n for n in game.cached(("marked", side), (UNITS.name,), marked) if ready(game, n)]


def ready(game: Gs, name: str) -> bool:
    """Whether a unit is attack designated and has not attacked yet; who sleeps in an ENA period, or
    in a lull, does not, though it were prepared. [13.4.0] [13.4.2(a)] [3.4.2] [24.2.2]"""
    unit = unit_of(game, name)
    if unit.place != MAP or not attack_designated(unit) or this_segment(game, unit.attacked):
        return False
    return awake(game, name) and not (unit.mode == PA and inactive(game, name))


# ---- armor that must stay where it is [13.4.2] [13.5.2]


def armored(game: Gs, name: str, *, attacking: bool) -> bool:
    """Whether a unit has an armor factor in its role. [13.8.4]"""
    return armor_factor(game, name, attacking=attacking) > 0


def must_stand_off(game: Gs, name: str, start: int, h: int) -> bool:
    """Whether armor can take part only by standing off: over a river without a bridge or a ford,
    over any major river, or in and out of marsh without a road; not in the hex of the enemy.
    [13.4.2(e)] [13.4.2(f)] [13.4.2(g)] [7.14.4]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if start == h:
        return False
    if class_of(counter, unit) != MECH or not armored(game, name, attacking=True):
        return False
    between = crossing(game, start, h)
    if between.wide or (between.water == RIVER and not between.helped):
        return counter.afv or game.options["standoff-over-rivers"] == "armor"
    return counter.afv and not between.road and (marsh(game, start) or marsh(game, h))


def lines(game: Gs, h: int) -> tuple[int, ...]:
    """The terrain lines that a defender may choose: that of any terrain of the hex, be there ever
    so little; a location is none. [13.3.2]"""
    table, ground = game.scenario.tables["terrain-lines"], game.scenario.ground
    kinds = (*ground.terrains[h], ground.population[h])
    return tuple(sorted({int(table.cell(k, "line").value) for k in kinds if k in table.rows})) or (
        CLEAR_LINE,
    )


# ---- one unit against one hex [13.4.2]


def barred(game: Gs, name: str, start: int, h: int, *, ferried: bool = False) -> Refusal | None:
    """Why a unit cannot take part in an assault from a hex on a neighbour, whatever else takes
    part; nor beyond a hex outside its zone, nor just attached in an emergency. [13.4.2]
    [13.4.2(b)] [13.4.2(c)] [13.4.2(e)] [9.2.0-ga] [9.4.1] [24.2.0-2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if unit.emergency and unit.emergency == game.turn:
        return Refusal("9.4.1", f"{counter.name} was just attached, and attacks nobody")
    if not inside(game, name, h, margin=True) and not excused(game, name):
        text = f"{game.board.label(h)} is more than a hex outside the zone of {counter.name}"
        return Refusal("9.2.0-ga", text)
    if counter.ranged:
        return Refusal("13.4.2(b)", f"{counter.name} is artillery, and fires instead")
    spared = against_sleepers(game, name, h)
    if spared is not None:
        return spared
    if unit.mode == STRAT:
        return Refusal("5.5.6", f"{counter.name} is in Strat mode")
    cls, between = class_of(counter, unit), crossing(game, start, h)
    if cls == LEG:
        return _barred_on_foot(game, name, start, h, ferried)
    if must_stand_off(game, name, start, h):
        return _barred_standing_off(game, name, start, h)
    if between.wide:
        text = f"{counter.name} is a Mech unit: it does not attack over a {between.water}"
        return Refusal("13.4.2(e)", text)
    why = closed_to(game, counter, unit, start, h)
    if why == "water":
        return Refusal("13.4.2(e)", f"{counter.name} has neither bridge nor ford")
    if why:
        return Refusal("13.4.2(c)", f"{counter.name} could not enter {game.board.label(h)}")
    return None


def _barred_on_foot(game: Gs, name: str, start: int, h: int, ferried: bool) -> Refusal | None:
    """Leg units wade a river, cross a major one by bridge or ferry, and a great one by bridge.
    [13.6.1a(a2)] [17.2.3]"""
    counter, between = counter_of(game, name), crossing(game, start, h)
    why = closed(game, LEG, start, h)
    if why == "terrain":
        return Refusal("13.4.2(c)", f"{counter.name} could not enter {game.board.label(h)}")
    if why and between.water == GREAT:
        return Refusal("17.2.3", f"{counter.name} needs a bridge over a great river")
    if why and not ferried:
        text = f"{counter.name} needs a bridge, or engineers who ferry it"
        return Refusal("13.6.1a(a2)", text)
    return None


def _barred_standing_off(game: Gs, name: str, start: int, h: int) -> Refusal | None:
    """Armor that must stand off does not fire over a great river, nor where nobody stands off.
    [13.4.2(g)] [13.5.2]"""
    counter, between = counter_of(game, name), crossing(game, start, h)
    if between.water == GREAT:
        return Refusal("13.4.2(e)", f"{counter.name} does not attack over a great river")
    if max(lines(game, h)) == CLEAR_LINE and game.options["standoff-line-one"] == "barred":
        return Refusal("13.5.2", f"{counter.name} would have to stand off against open ground")
    return None


# ---- several from one hex [13.4.3] [13.4.2(d)] [4.1.3]


def against_company(game: Gs, start: int, h: int, names: Sequence[str]) -> list[Refusal]:
    """Why some units of one hex may not attack another together: rear echelon troops, Z-steps and
    units that cannot lead need company, a constricted hex takes few, and an overstack fights with
    those who fit. [13.4.2(d)] [4.1.3-ga-a] [4.4.0] [13.4.3] [6.7.0] [4.6.8]"""
    found = []
    if _feeble(game, start, h, names):
        text = f"{counter_of(game, names[0]).name} by itself attacks nothing but a Z-step"
        found.append(Refusal("4.6.8", text))
    counters = {n: counter_of(game, n) for n in names}
    whole = [n for n in names if not z_step(counters[n], unit_of(game, n))]
    if not whole:
        found.append(Refusal("4.1.3-ga-a", "Z-steps attack only with a company or a battalion"))
    elif not any(proficiency(game, n, offensive=True) for n in whole):
        text = f"{counters[whole[0]].name} attacks only beside a unit with an offensive rating"
        found.append(Refusal("4.4.0", text))
    side = counters[names[0]].side
    rear = [n for n in names if counters[n].german and counters[n].is_(RE)]
    if rear and len(rear) == len(names) and not leader_at(game, side, start):
        text = f"{counters[rear[0]].name} attacks only beside others, or with a leader"
        found.append(Refusal("13.4.2(d)", text))
    if game.scenario.ground.constricted[h] and grouping(game, h, whole).excess:
        text = f"from one hex a battalion and a company attack {game.board.label(h)}, no more"
        found.append(Refusal("13.4.3", text))
    elif grouping(game, start, names).excess:
        found.append(Refusal("6.7.0", "of an overstack only those attack who fit into its hex"))
    return found


def _feeble(game: Gs, start: int, h: int, names: Sequence[str]) -> bool:
    """Whether a Recon battalion of the Commonwealth is alone in its hex, and what shows of the
    enemy is more than a Z-step, or not all of it. [4.6.8] [8.4.0]"""
    name = names[0]
    if len(units_at(game, start)) > 1 or not cw_recon(counter_of(game, name), unit_of(game, name)):
        return False
    side, there = counter_of(game, name).side, units_at(game, h)
    return not all(
        seen(game, side, n) and z_step(counter_of(game, n), unit_of(game, n)) for n in there
    )


# ---- ferries [17.2.1-2] [17.2.2-2]


def ferrying(game: Gs, names: Sequence[str], ferries: Sequence[str], h: int) -> dict[str, str]:
    """Whom engineers take over the water in a prepared assault: each step one Leg unit, on a mere
    river themselves besides; other battalions first. [17.2.1-2] [17.2.2-2]"""
    found: dict[str, str] = {}
    for eng in ferries:
        start = unit_of(game, eng).hex
        wide = crossing(game, start, h).water == MAJOR
        if not wide and class_of(counter_of(game, eng), unit_of(game, eng)) == LEG:
            found[eng] = eng
        room = unit_of(game, eng).steps
        for name in names:
            counter, unit = counter_of(game, name), unit_of(game, name)
            fits = unit.hex == start and unit.mode == PA and class_of(counter, unit) == LEG
            if room and fits and name not in found and name not in ferries:
                found[name], room = eng, room - 1
    return found


def against_ferry(game: Gs, eng: str, names: Sequence[str], h: int) -> list[Refusal]:
    """Why an engineer cannot ferry in an assault: he must prepare it and take part, rested,
    supplied and idle. [17.2.0] [17.2.1-2] [14.2.0(e)]"""
    if eng not in names:
        return [Refusal("17.2.1-2", f"{eng!r} does not take part, and so ferries nobody")]
    counter, unit = counter_of(game, eng), unit_of(game, eng)
    between = crossing(game, unit.hex, h)
    barred = (
        (not sapper(counter), "17.2.0", "is no engineer"),
        (unit.mode != PA, "17.2.1-2", "ferries only in a prepared assault"),
        (between.water not in (RIVER, MAJOR), "17.2.1-2", "has no river to cross"),
        (unit.supply == OOS, "17.2.0", "is out of supply"),
        (fatigued(unit), "14.2.0(e)", "is fatigued"),
        (bool(unit.task), "17.2.0", "is at work"),
    )
    return [Refusal(rule, f"{counter.name} {why}") for holds, rule, why in barred if holds]


# ---- targets [13.3.0] [13.3.1]


def targets(game: Gs, side: str, start: int) -> tuple[int, ...]:
    """The enemy hexes next to a hex that may still be assaulted in this segment. [13.3.0]"""
    enemies = held(game, other(side))
    around = game.board.around(start)
    return tuple(b for b in around if b in enemies and against_target(game, side, b) is None)


def against_target(game: Gs, side: str, h: int) -> Refusal | None:
    """Why nobody may assault a hex: no enemy there, assaulted once already, or only units that a
    ground assault threw back in this phase. [13.3.0] [13.3.1] [13.3.1-2] [13.5.5]"""
    label = game.board.label(h)
    if h not in held(game, other(side)):
        return Refusal("13.3.0", f"there is no enemy in {label}")
    if this_segment(game, status(game, h).assaulted):
        return Refusal("13.3.1", f"{label} has been assaulted in this segment")
    if all(fell_back(game, n) for n in units_at(game, h)):
        return Refusal("13.3.1-2", f"those in {label} were thrown back there by an assault")
    return None


def fell_back(game: Gs, name: str) -> bool:
    """Whether a ground assault of this segment threw a unit back. [13.5.5]"""
    return this_segment(game, unit_of(game, name).retreated)
