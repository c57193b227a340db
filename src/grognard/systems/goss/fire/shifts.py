"""Artillery Shift markers. [11.6.1]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.fire.mission import alive
from grognard.systems.goss.fire.resolving import MOST_SHIFTS
from grognard.systems.goss.modes.single import end_reserve
from grognard.systems.goss.pieces.marked import SHAKEN, marked
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS


def shake(game: Gs, names: Iterable[str], count: int, rule: str = "11.6.1") -> None:
    """Units get AS markers, two at most, and are no combat reserve any more. [11.6.1]"""
    shaken = []
    for name in alive(game, tuple(names)):
        unit = unit_of(game, name)
        level = min(unit.shifts + count, MOST_SHIFTS)
        if level != unit.shifts:
            game.put(UNITS, name, replace(unit, shifts=level))
            shaken.append(name)
        if count:
            end_reserve(game, name)
    if shaken:
        game.emit(Event("shaken", rule, {"units": shaken, "count": count}))


def share_shifts(game: Gs) -> None:
    """At the end of a segment all units of a stack suffer what the worst shaken of them does: who
    has fallen back or moved into it brings his markers along. [11.6.1]"""
    for h in sorted({unit_of(game, n).hex for n in marked(game, SHAKEN)}):
        there = units_at(game, h)
        most = max(unit_of(game, n).shifts for n in there)
        for name in there:
            unit = unit_of(game, name)
            if unit.shifts < most:
                shake(game, (name,), most - unit.shifts)


def remove_shifts(game: Gs) -> None:
    """Both sides take off all AS markers at the end of the Combat Phase. [11.6.1] [13.13.0]"""
    for name, unit in [*game.state[UNITS].items()]:
        if unit.shifts:
            game.put(UNITS, name, replace(unit, shifts=0))
