"""Changing the set-up of towed artillery. [6.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfMany
from grognard.systems.wb95.ground import POINT
from grognard.systems.wb95.masking.masking import FULL, LEVELS, sight
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.movement.advancing import activate
from grognard.systems.wb95.movement.movement import budget
from grognard.systems.wb95.pieces.barrage_rest import may_move_after_barrage
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, UNITS
from grognard.table.worded import Hand

CHANGE = POINT
"""One point to limber up or to deploy. [6.2.4]"""
SETUPS = {False: "combat set-up", True: "transport set-up"}


class ChangeSetup(Verb[Wb, OfMany]):
    """Limber guns up or deploy them, for a point; limbered ones may go on to move. [6.2.4]"""

    do, rule, order = "setup", "6.2.4", OfMany
    title, phrase = "Change set-up", "{units} changes its set-up"
    alone = True

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Every towed gun on the map."""
        return [name for name in on_map(game, player) if counter_of(game, name).towed_artillery]

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[OfMany]:
        """Each by itself."""
        yield OfMany((actor,))

    def against(self, game: Wb, player: str, order: OfMany) -> list[Refusal]:
        """Own towed artillery with a point to spend. [6.2.2] [6.2.4]"""
        names = order.units
        refusals = stacking.company(game, player, names)
        if refusals:
            return refusals
        refusals = [found for name in names if (found := _unchangeable(game, name)) is not None]
        deployed = tuple(name for name in names if unit_of(game, name).transport)
        if refusals or not deployed:
            return refusals
        return stacking.keeps_room(game, player, deployed)

    def likely(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """What units are told to do where they stand."""
        return not hexes

    def carry_out(self, game: Wb, player: str, order: OfMany) -> None:
        """Turn the counters over and spend a point each. [6.2.2] [6.2.4]"""
        for name in order.units:
            activate(game, name, CHANGE)
            unit = unit_of(game, name)
            game.put(UNITS, name, replace(unit, transport=not unit.transport))
            _tell(game, player, name)


def _unchangeable(game: Wb, name: str) -> Refusal | None:
    """Why a unit's set-up cannot be changed now; None if it can. [6.2.2] [6.2.4]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.place != MAP:
        return Refusal("6.2.4", f"{counter.name} is not on the map")
    if not counter.towed_artillery:
        text = f"{counter.name} is no towed artillery; only that has two set-ups"
        return Refusal("6.2.2", text)
    if unit.marked == game.serial:
        return Refusal("2.2.P3", f"{counter.name} is marked for strategic movement")
    if not may_move_after_barrage(game, name):
        return Refusal("6.5.5", f"{counter.name} has fired a barrage and may not move now")
    if unit.moved == game.serial and unit.halted:
        return Refusal("4.2.1", f"{counter.name} has no movement points to use in this phase")
    if budget(game, name) < CHANGE:
        return Refusal("6.2.4", f"{counter.name} needs 1 MP to change its set-up and has less")
    return None


def _tell(game: Wb, player: str, name: str) -> None:
    """Tell who knows the counter; an enemy next to it that some guns did so. [16.1.1] [16.1.4]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    facts = {"hex": game.board.label(unit.hex), "transport": unit.transport}
    event = Event("setup", "6.2.4", {"unit": name, **facts})
    enemy = game.scenario.other(player)
    known = sight(game, enemy, name)
    if known == FULL:
        game.emit(event)
        return
    game.emit(replace(event, seen_by=(player,)))
    if known >= LEVELS:
        facts |= {"type": counter.type, "side": player}
        game.emit(Event("setup", "6.2.4", facts, seen_by=(enemy,)))
