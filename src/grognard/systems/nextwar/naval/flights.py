"""Marine helicopters base on amphibious ships. [6.5.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece
from grognard.systems.nextwar.air.defense_fire import Flight, way
from grognard.systems.nextwar.air.helos import (
    HELOS,
    MISSIONS,
    flown,
    hangar,
    helo_of,
    printed,
    spot,
    turn_counter,
)
from grognard.systems.nextwar.air.rebasing import met, reach_of
from grognard.systems.nextwar.pieces.ships import amphibious, fleet, ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import ABOARD, ELIMINATED
from grognard.systems.nextwar.words import called


@dataclass(frozen=True, slots=True)
class Deck:
    """A helicopter and the ship it is to base on."""

    unit: Piece
    ship: Piece


class BaseAboard(Verb[Nw, Deck]):
    """Rebasing a marine helicopter to an amphibious ship; one on each. [6.5.5]"""

    do, rule, order, stakes = "base-aboard", "6.5.5", Deck, "dice"
    title, phrase, plural = "Base on a ship", "{unit} on {ship}", "landings on ships"

    def against(self, game: Nw, player: str, order: Deck) -> list[Refusal]:
        """A marine helicopter that has not flown, and a ship with room in reach."""
        helo = game.state[HELOS].get(order.unit)
        if helo is None or printed(game, order.unit).side != player or spot(game, order.unit) < 0:
            return [Refusal("6.5.5", f"{order.unit} is no helicopter of {player} on the map")]
        if not printed(game, order.unit).marine:
            return [Refusal("6.5.5", f"{called(game, order.unit)} is no marine helicopter")]
        if order.ship not in fleet(game, player) or not amphibious(game, order.ship):
            return [Refusal("6.5.5", f"{called(game, order.ship)} is no amphibious ship")]
        if hangar(game, order.ship):
            return [Refusal("6.5.5", f"a helicopter bases on {called(game, order.ship)} already")]
        if flown(game, order.unit):
            return [Refusal("6.5.1.2", f"{called(game, order.unit)} has flown this turn")]
        h = ship_of(game, order.ship).hex
        if h < 0 or game.board.distance(spot(game, order.unit), h) > reach_of(game, order.unit):
            return [Refusal("6.5.1.2", f"{called(game, order.ship)} is out of reach")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every marine helicopter that has not flown."""
        return [
            n
            for n in game.state[HELOS]
            if printed(game, n).marine and printed(game, n).side == player and not flown(game, n)
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Deck]:
        """Every amphibious ship."""
        yield from (Deck(actor, n) for n in fleet(game, player) if amphibious(game, n))

    def carry_out(self, game: Nw, player: str, order: Deck) -> Procedure:
        """Fly there, through air defenses; it does no more this turn. [6.5.1.2]"""
        h = ship_of(game, order.ship).hex
        path = way(game, player, spot(game, order.unit), h, reach_of(game, order.unit))
        back = yield from met(game, Flight(player, h, "helicopter", path), order.unit)
        turn_counter(game, order.unit, MISSIONS)
        if back or helo_of(game, order.unit).place == ELIMINATED:
            return
        helo = helo_of(game, order.unit)
        game.put(HELOS, order.unit, replace(helo, place=ABOARD, hex=-1, where=order.ship))
        facts = {"side": player, "unit": order.unit, "ship": order.ship}
        game.emit(Event("based-aboard", "6.5.5", facts))
