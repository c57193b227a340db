"""Headquarters as links of supply: who throws, how far, and in which class it draws. [12.3b]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.pieces.values import counter_of, showing, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply.field import Field, Key
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.supply.supply_steps import OUTWARD
from grognard.systems.ocs.units import DG, MAP, STRAT, TRUCK, Counter, Unit


def reach_of(game: Ocs, counter: Counter, unit: Unit) -> int:
    """How far a headquarters throws, in twelfths; nought if it cannot. [12.3b] [12.3b(A)] [13.1a]

    Disorder does not shorten it, unless the option has it so.
    """
    if not counter.hq or unit.place != MAP or unit.mode == STRAT:
        return 0
    points = showing(counter, unit).throw * POINT
    return points // 2 if unit.mode == DG and game.options["dg-throw"] == "halved" else points


def can_throw(game: Ocs, name: str) -> bool:
    """Whether a headquarters can throw supply at all. [12.3b] [12.3b(A)]"""
    return reach_of(game, counter_of(game, name), unit_of(game, name)) > 0


def draw_class(game: Ocs, who: Sequence[str]) -> str:
    """The class in which users count their way to a dump: trucks. [12.3a]

    Headquarters use the class of their throw range, where they have one.
    """
    classes = {throw_class(game, name) for name in who}
    return classes.pop() if len(classes) == 1 else TRUCK


def throw_class(game: Ocs, name: str) -> str:
    """The class of points of a unit's own supply paths. [12.3a] [12.3b]"""
    counter = counter_of(game, name)
    return (counter.hq and showing(counter, unit_of(game, name)).throw_class) or TRUCK


def throw_key(game: Ocs, name: str) -> Key:
    """Which field a headquarters' throw is. [12.3b]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    budget = reach_of(game, counter, unit)
    return Key(counter.side, OUTWARD, throw_class(game, name), unit.hex, budget)


def throw_field(game: Ocs, name: str) -> Field:
    """Whom a headquarters can throw to from where it stands. [12.3b] [12.3c]"""
    return fields(game).field(throw_key(game, name))
