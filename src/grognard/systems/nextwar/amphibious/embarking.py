"""Marines board ships and leave them, in port and over the beach. [8.5.8.3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece
from grognard.kit.orders import OneAt
from grognard.systems.nextwar.movement.eligible import unable, unfit
from grognard.systems.nextwar.movement.entering import arrive
from grognard.systems.nextwar.pieces.beachheads import beachhead_at
from grognard.systems.nextwar.pieces.ships import (
    amphibious,
    berths,
    beside,
    fleet,
    hull,
    ship_of,
    ships_at,
)
from grognard.systems.nextwar.pieces.stacks import holder, lay, on_map
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import ABOARD, MAP, SHIPS, UNITS
from grognard.systems.nextwar.words import called


@dataclass(frozen=True, slots=True)
class Boarding:
    """A unit and the ship that it boards."""

    unit: Piece
    ship: Piece


def why_not_loading(game: Nw, ship: str) -> Refusal | None:
    """Why troops can neither board nor leave a ship now. [8.5.8.3] [4.1.3-b1]"""
    if weather(game) == STORM:
        return Refusal("4.1.3-b1", "nothing is moved by sea in a storm")
    found = ship_of(game, ship)
    if found.moved == game.serial and found.shut == game.serial:
        text = f"{called(game, ship)} has moved after loading: it loads before or after, not both"
        return Refusal("8.5.8.3", text)
    return None


class Embark(Verb[Nw, Boarding]):
    """Marines go aboard. [8.5.8.3]"""

    do, rule, order = "embark", "8.5.8.3", Boarding
    title, phrase, plural = "Embark", "{unit} on {ship}", "embarkations"

    def against(self, game: Nw, player: str, order: Boarding) -> list[Refusal]:
        """A marine that has not moved, a ship with room beside it, and where to board. [8.5.6.1]"""
        units = game.state[UNITS]
        if order.unit not in units or counter_of(game, order.unit).side != player:
            return [Refusal("8.5.8.3", f"{called(game, order.unit)} is no unit of {player}")]
        if order.ship not in fleet(game, player) or not amphibious(game, order.ship):
            return [Refusal("8.5.8.3", f"{called(game, order.ship)} carries no troops")]
        unit, counter = units[order.unit], counter_of(game, order.unit)
        if not counter.marine or unit.place != MAP:
            return [Refusal("8.5.8.3", f"{called(game, order.unit)} is no marine unit on the map")]
        if unit.moved == game.serial or unit.clearing:
            text = f"{called(game, order.unit)} did not begin the segment here, or is clearing"
            return [Refusal("8.5.8.3", text)]
        if (why := unable(game, order.unit)) is not None:
            return [why]
        if counter.nation != hull(game, order.ship).nation:
            return [Refusal("8.5.8.1-p1", "marines board ships of their own nation")]
        if face(game, order.unit).sp > berths(game, order.ship):
            return [Refusal("8.5.8.1-p1", f"there is no room on {called(game, order.ship)}")]
        found = why_not_loading(game, order.ship)
        return [found] if found is not None else why_not_pier(game, order)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every marine unit that has not moved."""
        return [
            n
            for n in on_map(game, player)
            if counter_of(game, n).marine and unit_of(game, n).moved != game.serial
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Boarding]:
        """Every ship in port with it, or beside its beach."""
        h = unit_of(game, actor).hex
        for ship in (*ships_at(game, h), *beside(game, h, player)):
            yield Boarding(actor, ship)

    def carry_out(self, game: Nw, player: str, order: Boarding) -> None:
        """Go aboard, where everybody is in supply. [19.2-p2]"""
        unit = unit_of(game, order.unit)
        game.put(
            UNITS, order.unit,
            replace(
                unit, place=ABOARD, hex=-1, where=order.ship, moved=game.serial, halted=True,
                oos=False,
            ),
        )  # fmt: skip
        game.put(SHIPS, order.ship, replace(ship_of(game, order.ship), loaded=game.serial))
        facts = {
            "side": player, "unit": order.unit, "ship": order.ship,
            "hex": game.board.label(unit.hex),
        }  # fmt: skip
        game.emit(Event("embark", "8.5.8.3", facts))


def why_not_pier(game: Nw, order: Boarding) -> list[Refusal]:
    """Why a unit cannot board a ship from where it stands. [8.5.8.3] [30.5]"""
    h, counter = unit_of(game, order.unit).hex, counter_of(game, order.unit)
    ship, ground, label = ship_of(game, order.ship), game.scenario.ground, game.board.label
    if ship.hex == h and PORT in ground.kinds(h):
        return []
    if ship.hex < 0 or ground.land(ship.hex) or not game.board.adjacent(ship.hex, h):
        return [Refusal("8.5.8.3", f"{called(game, order.ship)} is not beside {label(h)}")]
    if not beachhead_at(game, h) and h not in ground.beaches:
        return [Refusal("8.5.8.3", f"{label(h)} is neither a port, a Beachhead, nor a beach")]
    if not counter.anchored:
        return [Refusal("30.5", f"{called(game, order.unit)} has no anchor: it boards in port")]
    return []


class Disembark(Verb[Nw, OneAt]):
    """Marines go ashore in a port, a Beachhead, or a beach of their own. [8.5.8.3]"""

    do, rule, order = "disembark", "8.5.8.3", OneAt
    title, phrase, plural = "Disembark", "{unit} in {hex}", "disembarkations"

    def against(self, game: Nw, player: str, order: OneAt) -> list[Refusal]:
        """It is aboard, and the ship lies in the port or beside the beach."""
        unit, label = game.state[UNITS].get(order.unit), game.board.label(order.hex)
        if unit is None or counter_of(game, order.unit).side != player or unit.place != ABOARD:
            return [Refusal("8.5.8.3", f"{called(game, order.unit)} is aboard no ship of {player}")]
        if unit.moved == game.serial:
            return [Refusal("8.5.8.3", f"{called(game, order.unit)} has embarked in this segment")]
        found = why_not_loading(game, unit.where) or unfit(game, order.unit)
        if found is not None:
            return [found]
        ship, ground = ship_of(game, unit.where), game.scenario.ground
        docked = ship.hex == order.hex and PORT in ground.kinds(order.hex)
        beached = ship.hex >= 0 and not ground.land(ship.hex) and (
            game.board.adjacent(ship.hex, order.hex)
            and bool(beachhead_at(game, order.hex) or order.hex in ground.beaches)
        )  # fmt: skip
        if not docked and not beached:
            return [Refusal("8.5.8.3", f"{label} is no port, Beachhead or beach beside the ship")]
        own = controller(game, order.hex) == player or beachhead_at(game, order.hex)
        if not own or holder(game, order.hex) == game.scenario.other(player):
            return [Refusal("8.5.8.3", f"{label} is not one's own: it must be assaulted")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Everybody aboard."""
        return [
            n
            for n, unit in game.state[UNITS].items()
            if unit.place == ABOARD and counter_of(game, n).side == player
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OneAt]:
        """The hex of the ship and those around it."""
        h = ship_of(game, unit_of(game, actor).where).hex
        if h >= 0:
            yield from (OneAt(actor, b) for b in (h, *game.board.around(h)))

    def carry_out(self, game: Nw, player: str, order: OneAt) -> None:
        """Go ashore, and no further."""
        unit = unit_of(game, order.unit)
        h = order.hex
        lay(game, order.unit, h, where="", moved=game.serial, halted=True, start=h)
        game.put(SHIPS, unit.where, replace(ship_of(game, unit.where), loaded=game.serial))
        facts = {
            "side": player, "unit": order.unit, "ship": unit.where,
            "hex": game.board.label(h),
        }  # fmt: skip
        game.emit(Event("disembark", "8.5.8.3", facts))
        arrive(game, (order.unit,), order.hex, player)
