"""Guns: who can fire at a hex, with how many points, and what is left. [11.3.0] [11.4.1]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.refusal import Refusal
from grognard.systems.goss.fatigue.hits import exhausted
from grognard.systems.goss.night.activation import awake
from grognard.systems.goss.observation.cover import FORT, FT_AREA, conceals, work_at
from grognard.systems.goss.pieces.chain import formation
from grognard.systems.goss.pieces.quiet import HALVED, against_sleepers, inactive, suffers_it
from grognard.systems.goss.pieces.stacks import enemies_beside, units_at
from grognard.systems.goss.pieces.surprise import HALVED as BY_SURPRISE
from grognard.systems.goss.pieces.surprise import SILENT, surprised
from grognard.systems.goss.pieces.values import (
    attack_designated,
    can_fire,
    counter_of,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import active, other
from grognard.systems.goss.turn.roles import inactive as waiting
from grognard.systems.goss.units import BY_TP, FLAK, TD
from grognard.systems.goss.works.forts import bears_on, fort_unit

FLAK_RANGE, TD_RANGE = 4, 2
"""[11.4.1b] [11.4.1c]"""
TD_SINCE = "1944-09-01"
"""Scenarios that begin then or later let tank destroyers fire as artillery. [11.4.1c]"""
MOST_SPLIT = 2
"""In how many missions Axis artillery of a formation may split its fire. [11.4.1d]"""
BORE = "88"
AUXILIARIES = (FLAK, TD)
"""The types of units among which there are some that fire as artillery. [11.4.1b] [11.4.1c]"""


def flak(game: Gs, name: str) -> bool:
    """German 88mm Flak, no Z-step, which may function as artillery. [11.4.1b]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    fits = counter.type.code == FLAK and counter.german and BORE in counter.gun
    return fits and not z_step(counter, unit)


def hunter(game: Gs, name: str) -> bool:
    """Tank destroyers of the US and the Commonwealth, from September 1944. [11.4.1c]"""
    counter = counter_of(game, name)
    late = (game.scenario.start_date or TD_SINCE) >= TD_SINCE
    return counter.type.code == TD and counter.side == ALLIED and late


def auxiliary(game: Gs, name: str) -> bool:
    """Flak and tank destroyers that fire as artillery: they need another gun beside them, are never
    depleted, and do not count against capacity. [11.4.1b] [11.4.1c]"""
    return flak(game, name) or hunter(game, name)


def reach(game: Gs, name: str) -> int:
    """How far a gun fires: as printed, but one hex if an adjacent enemy is attack designated or in
    no covering terrain. [11.3.1] [11.4.1b] [11.4.1c]"""
    if flak(game, name):
        return FLAK_RANGE
    if hunter(game, name):
        return TD_RANGE
    return 1 if pressed(game, name) else counter_of(game, name).range


def pressed(game: Gs, name: str) -> bool:
    """Whether enemies next to a gun keep it busy. [11.3.1]"""
    side, h = counter_of(game, name).side, unit_of(game, name).hex
    return any(
        not conceals(game, other(side), b)
        or any(attack_designated(unit_of(game, n)) for n in units_at(game, b))
        for b in enemies_beside(game, side, h)
    )


def factor(game: Gs, name: str) -> int:
    """The barrage factor of a gun: of Flak and tank destroyers their steps; of heavy artillery one
    less in a defensive mission; nothing if its ammunition is depleted. [11.4.1] [11.4.1b]
    [11.4.1f]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if auxiliary(game, name):
        return unit.steps
    if unit.depleted:
        return 0
    defensive = counter.heavy and counter.side == waiting(game)
    return max(counter.barrage - defensive, 0)


def worth(game: Gs, guns: Mapping[str, int]) -> int:
    """What the points of several guns come to: those of tired ones count half, all of them half in
    the GT in which the enemy has ended a lull, or surprises them, and the sum is rounded up once.
    [14.2.1(c)] [1.5.0-strength] [24.4.0(b)] [11.4.1e]"""
    halves = sum(
        points if unit_of(game, name).fatigue else 2 * points for name, points in guns.items()
    )
    return -(-halves // (4 if any(unready(game, name) for name in guns) else 2))


def unready(game: Gs, name: str) -> bool:
    """Whether the enemy has caught a gun unawares, so that its points count half. [24.4.0(b)]
    [11.4.1e]"""
    caught = surprised(game, counter_of(game, name).side, BY_SURPRISE)
    return caught or suffers_it(game, name, HALVED)


def used(game: Gs, name: str) -> int:
    """The points that it has fired in this phase. [11.4.1]"""
    unit = unit_of(game, name)
    return unit.volleys if this_phase(game, unit.fired) else 0


def missions(game: Gs, name: str) -> int:
    """In how many missions it has fired in this phase. [11.4.1d]"""
    unit = unit_of(game, name)
    return unit.missions if this_phase(game, unit.fired) else 0


def left(game: Gs, name: str) -> int:
    """The points that it has left in this phase: each is used once. [11.4.1]"""
    return max(factor(game, name) - used(game, name), 0)


def most_missions(game: Gs, name: str, h: int) -> int:
    """In how many missions a gun may fire: an Allied one in any number, one of an Axis formation in
    two, others and forts in one; heavy ones against forts and fortified areas in one. [11.4.1d]
    [11.4.1f] [17.6.0-2]"""
    counter = counter_of(game, name)
    if fort_unit(game, name) or (counter.heavy and fortified(game, other(counter.side), h)):
        return 1
    if counter.side == ALLIED:
        return max(counter.barrage, 1)
    return MOST_SPLIT if formation(game, name) else 1


def fortified(game: Gs, side: str, h: int) -> bool:
    """Whether a side has a fort or a fortified area in a hex. [11.4.1f]"""
    return work_at(game, side, h) in (FORT, FT_AREA)


def against_gun(game: Gs, name: str, points: int, h: int) -> list[Refusal]:
    """Why a unit cannot fire at a hex with so many points. [11.3.0] [11.4.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    title = counter.name
    found = _unfit(game, name) or _quiet(game, name, h)
    if found is not None:
        return [found]
    distance = game.board.distance(unit.hex, h)
    if distance > reach(game, name):
        rule = "11.4.1b" if flak(game, name) else "11.4.1c" if hunter(game, name) else "11.3.0"
        if rule == "11.3.0" and distance <= counter.range:
            rule = "11.3.1"
        return [Refusal(rule, f"{title} fires {reach(game, name)} hexes, not {distance}")]
    if not bears_on(game, name, unit.hex, h):
        return [Refusal("17.6.0-2", f"{title} does not bear on {game.board.label(h)}")]
    most = left(game, name)
    if not 0 < points <= most:
        return [Refusal("11.4.1", f"{title} has {most} points left, not {points}")]
    return _split(game, name, points, h)


def _unfit(game: Gs, name: str) -> Refusal | None:
    """Why a unit cannot fire at all. [5.6.0] [11.4.1] [11.4.1b] [11.4.1c] [11.4.1e] [14.2.2(b)]
    [9.4.1]

    Whether guns must be activated in an ENA period, an option says. [3.4.2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    title = counter.name
    if surprised(game, counter.side, SILENT):
        return Refusal("11.4.1e", f"{title} is surprised, and does not fire in this GT")
    if exhausted(unit):
        return Refusal("14.2.2(b)", f"{title} is too tired to fire")
    if game.options["ena-guns"] == "active" and not awake(game, name):
        return Refusal("3.4.2", f"{title} is not active tonight")
    if flak(game, name):
        if unit.transport == BY_TP:
            return Refusal("11.4.1b", f"{title} is on trucks")
    elif hunter(game, name):
        if enemies_beside(game, counter.side, unit.hex):
            return Refusal("11.4.1c", f"{title} is next to an enemy")
    elif not counter.artillery or not counter.barrage:
        rule = {FLAK: "11.4.1b", TD: "11.4.1c"}.get(counter.type.code, "11.4.1")
        return Refusal(rule, f"{title} cannot fire as artillery")
    elif not can_fire(counter, unit):
        return Refusal("5.6.0", f"{title} is not in battery")
    elif unit.depleted:
        return Refusal("11.4.1", f"{title} has no ammunition left")
    if unit.emergency and unit.emergency == game.turn and counter.side == active(game):
        return Refusal("9.4.1", f"{title} was attached in an emergency")
    return None


def _quiet(game: Gs, name: str, h: int) -> Refusal | None:
    """Why a gun does not fire at a hex in a lull: inactive ones fire in defence only, active ones
    of Side Two at active enemies. [24.2.2] [24.2.0-2]"""
    if counter_of(game, name).side != active(game):
        return None
    if inactive(game, name):
        text = f"{counter_of(game, name).name} is inactive in a lull, and fires in defence only"
        return Refusal("24.2.2", text)
    return against_sleepers(game, name, h)


def _split(game: Gs, name: str, points: int, h: int) -> list[Refusal]:
    """Why a gun may not fire a part of its points, or once more. [11.4.1d] [11.4.1f]"""
    counter, most = counter_of(game, name), most_missions(game, name, h)
    before = missions(game, name)
    if before >= most or (most == 1 and points < left(game, name)):
        heavy = counter.heavy and fortified(game, other(counter.side), h)
        times = "one mission" if most == 1 else f"{most} missions"
        return [Refusal("11.4.1f" if heavy else "11.4.1d", f"{counter.name} fires in {times}")]
    return []
