"""Step losses: how a unit takes one, and what becomes of it when it has none left. [4.2.1] [4.2.2]

Who must take them, and how many, the chapters of fire and assault say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.moments import this_segment
from grognard.systems.goss.units import (
    AT,
    DISMOUNTED,
    ELIMINATED,
    MAP,
    SURRENDERED,
    TAC,
    UNITS,
    Unit,
)

AfterLoss = Callable[[Gs, str, Unit], None]
LOST_STEP: list[AfterLoss] = []
"""What else follows when a unit has lost a step, told with the unit as it was: recycle steps,
leaders at risk, works that are given up. Higher chapters fill it. [22.2.0] [23.3.0]"""


def lose_step(game: Gs, name: str, rule: str) -> None:
    """One step of a unit: it is reduced, turned to its Z-step side, or eliminated. [4.2.2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    taken = unit.lost + 1 if this_segment(game, unit.lost_at) else 1
    if z_step(counter, unit):
        eliminate(game, name, rule)
    elif unit.steps > 1:
        left = replace(unit, steps=unit.steps - 1, lost=taken, lost_at=game.serial)
        game.put(UNITS, name, left)
        game.emit(Event("step-lost", rule, {"unit": name, "steps": left.steps}))
        _tell(game, name, unit)
    elif counter.z_side:
        left = replace(unit, steps=0, z=True, lost=taken, lost_at=game.serial)
        game.put(UNITS, name, left)
        game.emit(Event("z-step", rule, {"unit": name}))
        _tell(game, name, unit)
    else:
        eliminate(game, name, rule)


def abandon_guns(game: Gs, names: Iterable[str]) -> None:
    """Towed AT guns that are dragged back on foot lose a step by any retreat, which is not counted
    for Max step loss. [7.12.4b]"""
    for name in names:
        before = unit_of(game, name)
        if counter_of(game, name).type.code != AT or before.place != MAP:
            continue
        if before.transport == DISMOUNTED:
            lose_step(game, name, "7.12.4b")
        if unit_of(game, name).place == MAP:
            left = replace(unit_of(game, name), lost=before.lost, lost_at=before.lost_at)
            game.put(UNITS, name, left)


def eliminate(game: Gs, name: str, rule: str) -> None:
    """A unit is lost: it goes to the Eliminated Units Box, apart from the others if it was
    isolated. [4.2.2] [4.2.2-elim] [15.7.1]"""
    unit = unit_of(game, name)
    place = SURRENDERED if unit.isolated else ELIMINATED
    game.put(UNITS, name, gone(game, unit, place))
    game.emit(Event("eliminated", rule, {"unit": name, "isolated": unit.isolated}))
    _tell(game, name, unit)


def gone(game: Gs, unit: Unit, place: str) -> Unit:
    """A unit off the map, without the markers it bore. [4.2.2]"""
    return Unit(
        place, steps=0, order=unit.order, out=unit.out, gone_in=game.turn, attached=unit.attached,
        isolated=unit.isolated, raised=unit.raised, mode=TAC, z=unit.z,
    )  # fmt: skip


def _tell(game: Gs, name: str, before: Unit) -> None:
    for follow in LOST_STEP:
        follow(game, name, before)


def spared(game: Gs, name: str) -> bool:
    """Whether a unit has lost nothing in this result, and so may take a step. [4.2.1a]"""
    unit = unit_of(game, name)
    return not (this_segment(game, unit.lost_at) and unit.lost)
