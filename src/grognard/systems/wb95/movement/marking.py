"""Marking units for strategic movement. [12.1.4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfMany
from grognard.systems.wb95.movement import stacking, strategic
from grognard.systems.wb95.pieces.stacks import in_zone, on_map
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, UNITS
from grognard.table.worded import Hand


class Mark(Verb[Wb, OfMany]):
    """Mark units for strategic movement instead of moving them now. [12.1.4] [2.2.P3]

    A unit in an enemy zone may be marked, for what counts is where it stands when it moves; by the
    option it may not. [12.2.1]
    """

    do, rule, order = "mark", "12.1.4", OfMany
    title, phrase = "Mark for strategic movement", "{units} marks for strategic movement"
    alone = True

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[OfMany]:
        """Each by itself."""
        yield OfMany((actor,))

    def against(self, game: Wb, player: str, order: OfMany) -> list[Refusal]:
        """Own units on the map that have done nothing yet in this phase. [12.1.2]"""
        refusals = stacking.company(game, player, order.units)
        if refusals:
            return refusals
        refusals = [found for n in order.units if (found := _unmarkable(game, n)) is not None]
        return refusals or stacking.keeps_room(game, player, order.units)

    def likely(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """What units are told to do where they stand."""
        return not hexes

    def carry_out(self, game: Wb, player: str, order: OfMany) -> None:
        """Put the marker on them; the other side sees where, not on whom. [12.1.4]"""
        for name in order.units:
            unit = unit_of(game, name)
            game.put(UNITS, name, replace(unit, marked=game.serial))
        labels = sorted({game.board.label(unit_of(game, name).hex) for name in order.units})
        game.emit(Event("mark", self.rule, {"hexes": labels}).to(player, units=list(order.units)))


def _unmarkable(game: Wb, name: str) -> Refusal | None:
    """Why a unit cannot be marked; None if it can. [12.1.2]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if not strategic.in_use(game):
        return Refusal("12.1.1", "strategic movement is not played in this game")
    if unit.place != MAP:
        return Refusal("12.1.4", f"{counter.name} is not on the map")
    if unit.moved == game.serial:
        return Refusal("12.1.2", f"{counter.name} has already been active in this phase")
    if unit.marked == game.serial:
        return Refusal("12.1.4", f"{counter.name} is marked already")
    if counter.type == "RG":
        return Refusal("15.2.1", f"{counter.name} is a resilience group and never moves")
    if game.options["marking-in-zones"] == "forbidden" and in_zone(
        game, unit.hex, game.scenario.other(counter.side)
    ):
        text = f"{counter.name} stands in an enemy zone of control and cannot be marked there"
        return Refusal("12.2.1", text)
    return None
