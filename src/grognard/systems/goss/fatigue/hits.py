"""Fatigue hits: what tires a unit, and what a tired one is still worth. [14.0] [14.1.0]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from grognard.engine.event import Event
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.pieces.chain import resting_unit
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import ENA, SIDES, Gs
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.units import UNITS, Unit

MOST = 2
"""The highest level of fatigue. [14.1.0]"""
SHARES = (Fraction(1), Fraction(1, 2), Fraction(1, 4))
"""What each level leaves of a movement allowance and of strength in defence. [14.2.1] [14.2.2]"""


def share(unit: Unit) -> Fraction:
    """What fatigue leaves of a unit's printed MA and of its strength: all, half, a quarter.
    [14.2.1(a)] [14.2.1(b)] [14.2.2(c)] [14.2.2(d)]"""
    return SHARES[unit.fatigue]


def exhausted(unit: Unit) -> bool:
    """Whether a unit is too tired to be attack designated, to prepare assaults or to fire.
    [14.2.2(a)] [14.2.2(b)]"""
    return unit.fatigue >= MOST


def fatigued(unit: Unit) -> bool:
    """Whether a unit is tired at all: no integrity, no combat reserve, no works, no combat
    engineering, no ferrying, no replacements, no Exploit mode, no breaking down. [14.2.0]"""
    return unit.fatigue > 0


def tire(game: Gs, names: Iterable[str], rule: str, hits: int = 1) -> None:
    """Units take fatigue hits at once; a third changes nothing. [14.1.0]"""
    worn = []
    for name in names:
        unit = unit_of(game, name)
        level = min(unit.fatigue + hits, MOST)
        if level != unit.fatigue:
            game.put(UNITS, name, replace(unit, fatigue=level))
            worn.append(name)
    if worn:
        game.emit(Event("fatigued", rule, {"units": worn}))


def exert(game: Gs, names: Iterable[str], rest_rule: str, ena_rule: str = "3.4.6") -> None:
    """Units do what tires them in a rest GT or an ENA period: at once in the one, in the Mutual
    Fatigue Phase after the other; not in a MR bonus period. [3.5.4] [3.4.6] [3.4.5c] [5.4.4d]

    A rule that is empty does not tire anybody in that kind of turn.
    """
    extended = period(game) == ENA
    for name in names:
        if in_bonus(game, name):
            continue
        if extended and ena_rule:
            unit = unit_of(game, name)
            game.put(UNITS, name, replace(unit, earned=unit.earned + 1))
        elif not extended and rest_rule and resting_unit(game, name):
            tire(game, (name,), rest_rule)


def mutual_fatigue(game: Gs) -> None:
    """What units have earned in an ENA period they get when it ends. [3.4.5c]"""
    for side in SIDES:
        for name in on_map(game, side):
            unit = unit_of(game, name)
            if unit.earned:
                game.put(UNITS, name, replace(unit, earned=0))
                tire(game, (name,), "3.4.5c", unit.earned)
