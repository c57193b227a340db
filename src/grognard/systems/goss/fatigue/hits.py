"""Fatigue hits: what tires a unit, and when it is too tired. [14.0] [14.1.0]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.modes.changing import forced_out, put_mode
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.pieces.chain import resting_unit
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import attack_designated, unit_of
from grognard.systems.goss.scenario import ENA, SIDES, Gs
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.moments import this_segment
from grognard.systems.goss.units import EXPLOIT, TAC, UNITS, Unit

MOST = 2
"""The highest level of fatigue. [14.1.0]"""


def exhausted(unit: Unit) -> bool:
    """Whether a unit is too tired to be attack designated. [14.2.2] [14.2.2(a)]"""
    return unit.fatigue >= MOST


def fatigued(unit: Unit) -> bool:
    """Whether a unit is tired at all: no integrity, no combat reserve, no works, no combat
    engineering, no ferrying, no replacements, no Exploit mode, no breaking down. [14.2.0]

    Each of these is enforced where it is done."""
    return unit.fatigue > 0


def tire(game: Gs, names: Iterable[str], rule: str, hits: int = 1) -> None:
    """Units take fatigue hits at once; a third changes nothing. Who was to attack and is too tired
    for it is attack designated no more, unless it has attacked. [14.0] [14.1.0] [14.2.2(a)]"""
    worn = []
    for name in names:
        unit = unit_of(game, name)
        level = min(unit.fatigue + hits, MOST)
        if level != unit.fatigue:
            game.put(UNITS, name, replace(unit, fatigue=level))
            worn.append(name)
    if worn:
        game.emit(Event("fatigued", rule, {"units": worn}))
    if game.options["worn-attackers"] == "drop":
        _drop_out(game, [n for n in worn if exhausted(unit_of(game, n))])


def _drop_out(game: Gs, names: Iterable[str]) -> None:
    """Whoever of these is designated for an assault to come is so no more; it leaves Exploit mode,
    too. [14.2.2(a)] [5.3.5c]"""
    off = []
    for name in names:
        unit = unit_of(game, name)
        if attack_designated(unit) and not this_segment(game, unit.attacked):
            game.put(UNITS, name, replace(unit, ta=False))
            if unit.mode == EXPLOIT:
                forced_out(game, name, "5.3.5c")
            put_mode(game, name, TAC)
            off.append(name)
    if off:
        game.emit(Event("undesignated", "14.2.2(a)", {"units": off}))


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
