"""Leg AT units that move as Mech. [7.12.4a]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import AS_MECH, ATLEG, EXPLOIT, LEG, PA, STRAT, UNITS
from grognard.systems.goss.words import called

TOWED_MA = (6, 9)
"""The printed MA of Leg AT units that have something to tow them. [7.12.4a]"""


class MoveAsMech(Verb[Gs, OfOne]):
    """A Leg AT unit is to move as a Mech unit in the coming Movement Phase, or is not. [7.12.4a]"""

    do, rule, order = "as-mech", "7.12.4a", OfOne
    title, phrase = "Move as Mech", "{unit} moves as Mech"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Leg AT units with an MA of six or nine."""
        return [n for n in on_map(game, player) if towable(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """It must be such a unit, and not prepare an assault. [7.12.4a]"""
        if order.unit not in on_map(game, player) or not towable(game, order.unit):
            return [Refusal("7.12.4a", f"{order.unit} is no Leg AT unit of yours on the map")]
        mode = unit_of(game, order.unit).mode
        if mode in (PA, STRAT, EXPLOIT):
            return [Refusal("7.12.4a", f"{called(game, order.unit)} is in {mode} mode")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """It is marked, or the marker comes off. [7.12.4a]"""
        unit = unit_of(game, order.unit)
        now = "" if unit.transport == AS_MECH else AS_MECH
        game.put(UNITS, order.unit, replace(unit, transport=now))
        game.emit(Event("as-mech", "7.12.4a", {"units": [order.unit], "on": bool(now)}))


def towable(game: Gs, name: str) -> bool:
    """A Leg AT unit with an MA of six or nine that nobody else carries. [7.12.4a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    own = counter.type.code == ATLEG and counter.cls == LEG and counter.ma in TOWED_MA
    return own and unit.transport in ("", AS_MECH)


def guns_unhitched(game: Gs) -> None:
    """At the end of the Movement Phase the markers come off, but in Strat and Exploit mode.
    [7.12.4a]"""
    for name in on_map(game, active(game)):
        unit = unit_of(game, name)
        if unit.transport == AS_MECH and unit.mode not in (STRAT, EXPLOIT):
            game.put(UNITS, name, replace(unit, transport=""))
