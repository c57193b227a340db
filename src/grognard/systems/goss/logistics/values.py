"""Fuel values: how far Mech units go whose headquarters is short of fuel. [16.4.5]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import d10
from grognard.systems.goss.logistics.fuel import (
    counts_as_mech,
    drawing,
    drawing_mech,
    needs_fuel,
    short,
    unit_count,
)
from grognard.systems.goss.pieces.chain import headquarters, headquarters_of, new_today
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.status import HQS, LOW
from grognard.systems.goss.supply.trucks import strained
from grognard.systems.goss.units import UNITS
from grognard.systems.goss.words import called

COLUMNS = {LOW: "low fuel", "none": "no fuel"}
EXTENDED = -2
"""What an extended path takes off the roll. [16.4.5a] [15.2.4(b)]"""
FEW = 10
"""Up to how many units only half the value may move in full. [16.4.5b(a)]"""
ALL_ALIKE, SOME_FULLY = 1, 2
OPTIONS = (ALL_ALIKE, SOME_FULLY)
"""How a fuel value is used. [16.4.5b]"""


def roll_values(game: Gs) -> None:
    """Every headquarters in low or no fuel rolls, before each GT. [16.4.5] [16.4.5a]"""
    tables = game.scenario.tables
    for side in SIDES:
        for hq in short(game, headquarters_of(game, side)):
            if not needs_fuel(game, hq):
                continue
            status = headquarters(game, hq)
            drm, column = value_modifier(game, hq), COLUMNS[status.fuel]

            def read(roll: int, drm: int = drm, column: str = column) -> int:
                return number(tables, "fuel-level", roll + drm, column)

            shown, value = d10(game, read)
            game.put(HQS, hq, replace(status, value=value, option=ALL_ALIKE))
            facts = {"hq": hq, "roll": shown, "value": value}
            game.emit(Event("fuel-value", "16.4.5a", facts, dice=(shown,), seen_by=(side,)))


def value_modifier(game: Gs, hq: str) -> int:
    """Two less if any link of its path is extended. [16.4.5a]"""
    return EXTENDED if strained(game, hq) else 0


def fuel_units(game: Gs, hq: str) -> int:
    """How many units count for a fuel value: each for itself, companies as halves, rounded down;
    by an option with the headquarters. Who came today does not. [16.4.5b(a)] [16.4.5b(e)]
    [16.4.5b-2] [21.0(b)]"""
    names = [n for n in drawing(game, hq) if counts_as_mech(game, hq, n) and not new_today(game, n)]
    own = 2 if game.options["fuel-hq-count"] == "counts" else 0
    return (sum(unit_count(game, n) for n in names) + own) // 2


def in_full(game: Gs, hq: str) -> int:
    """How many units may move in full by the second option: as many as the value, or half of it,
    rounded up, where there are ten or fewer. [16.4.5b] [16.4.5b(a)]"""
    value = headquarters(game, hq).value
    return -(-value // 2) if fuel_units(game, hq) <= FEW else value


@dataclass(frozen=True, slots=True)
class Use:
    """How a headquarters uses its fuel value; by the second option, who moves in full."""

    hq: Piece
    option: int
    units: Pieces = ()


class UseFuel(Verb[Gs, Use]):
    """A headquarters that is short of fuel says how it is used. [16.4.5b]"""

    do, rule, title, order = "fuel-option", "16.4.5b", "Use of fuel", Use
    phrase = "{hq}: fuel by option {option}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Those in low or no fuel."""
        hqs = headquarters_of(game, player)
        return [hq for hq in short(game, hqs) if needs_fuel(game, hq)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Use]:
        """All alike, or the first of them in full."""
        yield Use(actor, ALL_ALIKE)
        able = [n for n in drawing_mech(game, actor) if not new_today(game, n)]
        yield Use(actor, SOME_FULLY, tuple(able[: in_full(game, actor)]))

    def against(self, game: Gs, player: str, order: Use) -> list[Refusal]:
        """One of two ways; Mech units that draw their fuel there, as many as there is fuel for.
        [16.4.5b]"""
        if order.hq not in self.actors(game, player):
            return [Refusal("16.4.5b", f"{order.hq!r} is not short of fuel")]
        if order.option not in OPTIONS or (order.option == ALL_ALIKE and order.units):
            return [Refusal("16.4.5b", "1: all alike, or 2: these units in full")]
        able = {*drawing_mech(game, order.hq)}
        strange = [n for n in order.units if n not in able]
        if strange or len({*order.units}) != len(order.units):
            return [
                Refusal("16.4.5b", f"only Mech units that draw fuel from {called(game, order.hq)}")
            ]
        most = in_full(game, order.hq)
        if len(order.units) > most:
            return [Refusal("16.4.5b", f"{counter_of(game, order.hq).name} moves {most} in full")]
        return []

    def carry_out(self, game: Gs, player: str, order: Use) -> None:
        """It holds until the next such phase. [16.4.5]"""
        game.put(HQS, order.hq, replace(headquarters(game, order.hq), option=order.option))
        for name in drawing_mech(game, order.hq):
            granted = game.turn if name in order.units else 0
            unit = unit_of(game, name)
            if unit.granted != granted:
                game.put(UNITS, name, replace(unit, granted=granted))
        facts = {"hq": order.hq, "option": order.option, "units": list(order.units)}
        game.emit(Event("fuel-option", "16.4.5b", facts, seen_by=(player,)))
