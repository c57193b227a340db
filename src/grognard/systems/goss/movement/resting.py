"""Movement that tires: in rest GTs and ENA periods. [3.5.4] [3.4.6]"""

from __future__ import annotations

from grognard.engine.record import replace
from grognard.kit.ways import POINT
from grognard.systems.goss.fatigue.hits import exert
from grognard.systems.goss.movement.allowance import ANY, LEG, OFF, ROAD, points_of
from grognard.systems.goss.pieces.chain import resting_unit
from grognard.systems.goss.pieces.marked import moved_at
from grognard.systems.goss.pieces.values import counter_of, in_battery, mech, unit_of
from grognard.systems.goss.scenario import ENA, Gs
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import UNITS


def tired_by_moving(game: Gs) -> None:
    """When a step of movement ends, whoever moved in it too far for a rest GT, or at all in an ENA
    period, is tired, once in a phase. [3.5.4-a] [3.4.6]"""
    for name in moved_at(game, game.serial):
        unit = unit_of(game, name)
        if not unit.spent or this_phase(game, unit.strained) or not exerted(game, name):
            continue
        game.put(UNITS, name, replace(unit, strained=game.serial))
        exert(game, (name,), "3.5.4-a")


def exerted(game: Gs, name: str) -> bool:
    """Whether a unit's movement tires it: any in an ENA period, more than half in a rest GT; towed
    guns that are shifted in battery are not tired by it. [3.5.4-a] [3.5.4a] [3.4.6] [5.6.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if counter.towed and in_battery(counter, unit):
        return False
    if period(game) == ENA:
        return True
    return resting_unit(game, name) and strained(game, name)


def strained(game: Gs, name: str) -> bool:
    """Whether a unit has spent more than half of its modified MA; MP for delay markers do not
    count, nor a march by road that stays six hexes from any enemy. [3.5.4-a] [3.5.4a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if unit.road and not unit.close:
        return False
    gait = LEG if not mech(counter, unit) else ROAD if unit.road else OFF
    whole = points_of(game, name, gait, unit.course or ANY)
    spent = unit.spent
    if unit.delaying == game.turn:
        spent -= delay_price(whole)
    return 2 * spent > whole


def delay_price(whole: int) -> int:
    """Half of an allowance, rounded up to whole points, in twelfths. [7.13.1]"""
    return -(-whole // (2 * POINT)) * POINT
