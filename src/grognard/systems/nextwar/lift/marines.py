"""Marines fly from ships and back, by the helicopters of an amphibious group. [8.5.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Pieces
from grognard.systems.nextwar.air.defense_fire import Flight, way
from grognard.systems.nextwar.lift.airmobile import RANGE, landings, tolls, why_no_landing
from grognard.systems.nextwar.lift.bases import why_closed
from grognard.systems.nextwar.lift.missions import (
    AIRMOBILE,
    LIFT,
    braved,
    concluded,
    escorted,
    set_down,
    why_not_covered,
    why_not_flown,
    why_not_hit,
)
from grognard.systems.nextwar.movement.eligible import LIMITED
from grognard.systems.nextwar.pieces.ships import (
    amphibious,
    berths,
    fleet,
    hull,
    ship_of,
    ships_at,
    standpoint,
)
from grognard.systems.nextwar.pieces.stacks import HALF
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import ABOARD, MAP, SHIPS, UNITS
from grognard.systems.nextwar.words import called


@dataclass(frozen=True, slots=True)
class FromSea:
    """Marines, the ship whose helicopters carry them, and where to: land, or a ship's hex."""

    units: Pieces
    ship: Piece
    hex: Hex
    escorts: int = 0
    along: Pieces = ()


class MarineLift(Verb[Nw, FromSea]):
    """Flying marines from a ship, to one, or on land with its helicopters. [8.5.5]"""

    do, rule, order, stakes = "marine-lift", "8.5.5", FromSea, "dice"
    title, phrase, plural = "Lift marines", "{units} to {hex} by {ship}", "lifts of marines"

    def against(self, game: Nw, player: str, order: FromSea) -> list[Refusal]:
        """A ship with helicopters, marines that it can carry, and a place in range."""
        why = why_no_deck(game, player, order.ship) or why_no_marines(game, player, order)
        why = why or why_not_there(game, player, order)
        if why is not None:
            return [why]
        return why_not_covered(game, player, order.escorts, order.along, order.hex)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Marines aboard and ashore, while a ship has helicopters for them."""
        if not decks(game, player):
            return []
        return [
            n
            for n, unit in game.state[UNITS].items()
            if unit.place in (MAP, ABOARD)
            and counter_of(game, n).side == player
            and counter_of(game, n).marine
            and counter_of(game, n).lifted
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[FromSea]:
        """Alone, by every ship, to all land in range and to every ship."""
        ships = [ship_of(game, n).hex for n in fleet(game, player) if amphibious(game, n)]
        for ship in decks(game, player):
            for h in (*(at for at in ships if at >= 0), *landings(game, player)):
                if h != standpoint(game, actor):
                    yield FromSea((actor,), ship, h)

    def carry_out(self, game: Nw, player: str, order: FromSea) -> Procedure:
        """Fly; what air defenses do to the helicopters is made good aboard. [8.5.5]"""
        start, ship = standpoint(game, order.units[0]), ship_of(game, order.ship)
        game.put(SHIPS, order.ship, replace(ship, flew=game.serial))
        escorted(game, player, order.escorts)
        free = room(game, player, order)
        approach = way(game, player, ship.hex, start, free - game.board.distance(start, order.hex))
        path = way(game, player, start, order.hex, free - max(0, len(approach) - 1))
        flight = Flight(player, order.hex, LIFT, path, order.escorts, approach)
        through = yield from braved(game, flight, order.units, along=order.along, own=True)
        concluded(game, "airlift", "8.5.5", player, order.units, through, start, order.hex)
        host = deck_at(game, player, order.hex)
        if through and host:
            board(game, through, host)
        elif through:
            yield from set_down(game, through, order.hex, player, AIRMOBILE)


def decks(game: Nw, side: str) -> list[str]:
    """The ships whose helicopters can still fly in this segment. [8.5.5]"""
    return [name for name in fleet(game, side) if why_no_deck(game, side, name) is None]


def deck_at(game: Nw, side: str, h: int) -> str:
    """The amphibious group of a side that lies in a hex; empty if none does."""
    found = ships_at(game, h)
    return next((n for n in found if hull(game, n).side == side and amphibious(game, n)), "")


def why_no_deck(game: Nw, side: str, name: str) -> Refusal | None:
    """Why a ship's helicopters carry nobody now: once in a segment, and from the open sea.

    [8.5.5] [2.4.1]
    """
    if name not in fleet(game, side) or not amphibious(game, name) or not hull(game, name).lift:
        return Refusal("8.5.5", f"{called(game, name)} has no helicopters for troops")
    ship = ship_of(game, name)
    if ship.place != MAP or game.scenario.ground.land(ship.hex):
        return Refusal("8.5.5", f"{called(game, name)} is in no All-Sea hex")
    if ship.flew == game.serial:
        return Refusal("8.5.5", f"the helicopters of {called(game, name)} have flown this segment")
    return None


def why_no_marines(game: Nw, side: str, order: FromSea) -> Refusal | None:
    """Why units cannot be carried by a ship's helicopters. [8.5.5]"""
    units = game.state[UNITS]
    if not order.units or len({*order.units}) != len(order.units):
        return Refusal("form", "units are named, each once")
    for name in order.units:
        if name not in units or counter_of(game, name).side != side:
            return Refusal("8.5.5", f"{called(game, name)} is no unit of {side}")
        counter = counter_of(game, name)
        if not counter.marine or not counter.lifted or units[name].place not in (MAP, ABOARD):
            return Refusal("8.5.5", f"{called(game, name)} is no airmobile-capable marine unit")
        why = why_not_flown(game, name, "8.5.5", aboard=True) or why_not_hit(game, name)
        if why is not None:
            return why
        start = units[name].hex
        why = why_closed(game, start) if start >= 0 else None
        if why is not None:
            return why
        held = start >= 0 and in_zone(game, start, game.scenario.other(side))
        if game.segment.kind in LIMITED and held:
            return Refusal("8.2.4", f"{called(game, name)} begins in an enemy zone of control")
    if len({(units[name].hex, units[name].where) for name in order.units}) > 1:
        return Refusal("8.5.5", "marines that are lifted together begin together")
    carried = sum(face(game, name).sp for name in order.units)
    if carried > HALF * hull(game, order.ship).lift:
        most = hull(game, order.ship).lift
        return Refusal("8.5.5", f"{called(game, order.ship)} lifts {most} stacking point at once")
    return None


def why_not_there(game: Nw, side: str, order: FromSea) -> Refusal | None:
    """Why they cannot be carried to a hex: no landing, no room or no anchor for a ship, or too
    far. [8.5.5] [30.5]"""
    start, host = standpoint(game, order.units[0]), deck_at(game, side, order.hex)
    if start < 0 or order.hex == start:
        return Refusal("8.5.5", "they are not on the map, or there already")
    if host:
        size = sum(face(game, name).sp for name in order.units)
        nation = hull(game, host).nation
        if size > berths(game, host) or any(
            counter_of(game, name).nation != nation for name in order.units
        ):
            return Refusal("8.5.8.1-p1", f"there is no room for them on {called(game, host)}")
        for name in order.units:
            if not counter_of(game, name).anchored:
                return Refusal("30.5", f"{called(game, name)} has no anchor: it boards in port")
    else:
        why = why_no_landing(game, side, order.hex)
        if why is not None:
            return why
    distance = game.board.distance
    hexes = distance(ship_of(game, order.ship).hex, start) + distance(start, order.hex)
    if hexes > room(game, side, order):
        label = game.board.label(order.hex)
        return Refusal("8.5.5", f"{label} is more than {RANGE} hexes of flight from the ship")
    return None


def room(game: Nw, side: str, order: FromSea) -> int:
    """How many hexes the helicopters can fly, less what enemy zones cost. [8.5.5] [8.2.2-b5]"""
    start = standpoint(game, order.units[0])
    return RANGE - int(tolls(game, side, order.units, start, order.hex).total)


def board(game: Nw, names: Sequence[str], ship: str) -> None:
    """Marines come aboard by air; there everybody is in supply. [8.5.5] [19.2-p2]"""
    for name in names:
        unit = unit_of(game, name)
        gone = replace(
            unit,
            place=ABOARD,
            hex=-1,
            where=ship,
            moved=game.serial,
            halted=True,
            spent=0,
            oos=False,
        )
        game.put(UNITS, name, gone)
