"""Ships move, change their side, and come as reinforcements. [8.5.6] [7.3.2.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces, Word, Words
from grognard.kit.orders import OfOne
from grognard.systems.nextwar.air.helos import hangar
from grognard.systems.nextwar.naval.contested import braved
from grognard.systems.nextwar.naval.detecting import arrived
from grognard.systems.nextwar.naval.levels import change
from grognard.systems.nextwar.naval.removal import put
from grognard.systems.nextwar.naval.waters import (
    AT_SEA,
    INSHORE,
    associated,
    berth,
    box_of,
    friendly_port,
    neighbours,
    offshore,
    ports,
    present,
    ruler,
    shore_of,
)
from grognard.systems.nextwar.pieces.ships import aboard, amphibious, fleet, hull, ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import EXPECTED, SHIPS
from grognard.systems.nextwar.words import called
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True)
class Voyage:
    """Ships and the locations they go through: boxes by their names, hexes by their labels."""

    units: Pieces
    path: Words


class Sail(Verb[Nw, Voyage]):
    """Moving ships from location to location. [8.5.6.4]"""

    do, rule, order, stakes = "sail", "8.5.6.4", Voyage, "dice"
    title, phrase, plural = "Sail", "{units} by {path}", "voyages"

    def against(self, game: Nw, player: str, order: Voyage) -> list[Refusal]:
        """Who may sail, each step of the way, and whether there is room at its end. [8.5.6]"""
        found = [r for name in order.units if (r := unable(game, player, name)) is not None]
        if not order.units or not order.path or len({*order.units}) != len(order.units):
            found = [Refusal("form", "ships are named, each once, and where they go")]
        if not found and len({berth(game, name) for name in order.units}) > 1:
            found = [Refusal("8.5.6.4", "a stack of ships sails from one location")]
        return found or wrong_way(game, player, berth(game, order.units[0]), order)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every ship that has not moved."""
        return [n for n in fleet(game, player) if unable(game, player, n) is None]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Voyage]:
        """A ship alone, to every location in reach, by the fewest steps."""
        for path in courses(game, player, berth(game, actor)).values():
            yield Voyage((actor,), path)

    def towards(self, game: Nw, player: str, hand: Hand, h: int) -> Iterator[Voyage]:
        """The ships in hand to a hex."""
        ships = tuple(name for name in hand if name in game.state[SHIPS])
        if ships:
            path = courses(game, player, berth(game, ships[0])).get(game.board.label(h))
            yield from [Voyage(ships, path)] if path else []

    def carry_out(self, game: Nw, player: str, order: Voyage) -> Procedure:
        """Go, if the sea lets them; who is aborted stays where he began. [8.5.6.4.1-p4]"""
        start = berth(game, order.units[0])
        cargo = [n for name in order.units for n in aboard(game, name)]
        through = yield from braved(game, player, (start, *order.path), order.units, cargo)
        left = [name for name in order.units if name in fleet(game, player)]  # [25.4]
        for name in left:
            ship = ship_of(game, name)
            shut = game.serial if ship.loaded == game.serial else ship.shut
            fit = through and poised(game, player, name, start, order.path[-1])
            ready = game.segment.kind if fit else ""
            ship = replace(
                ship, moved=game.serial, shut=shut, poised=ready, poised_in=game.turn
            )  # fmt: skip
            game.put(SHIPS, name, ship)
            if through:
                put(game, name, order.path[-1])
        facts = {
            "side": player, "units": list(order.units), "from": start, "to": order.path[-1],
            "path": list(order.path), "aborted": not through,
        }  # fmt: skip
        game.emit(Event("sail", "8.5.6.4", facts))
        arrived(game, left, start)


def unable(game: Nw, side: str, name: str) -> Refusal | None:
    """Why a ship cannot sail in this segment. [8.5.6.4] [8.5.6.5]"""
    if name not in fleet(game, side):
        return Refusal("8.5.6.4", f"{called(game, name)} is no ship of {side} at sea or in port")
    if weather(game) == STORM:
        return Refusal("8.5.6.5", "ships do not move in a storm")
    ship = ship_of(game, name)
    if ship.moved == game.serial:
        return Refusal("8.5.6.4", f"{called(game, name)} has moved in this segment")
    if ship.berthed == game.turn:
        return Refusal("27.4-p1", f"{called(game, name)} has fallen back to port this turn")
    return None


def wrong_way(game: Nw, side: str, start: str, order: Voyage) -> list[Refusal]:
    """Why ships cannot go such a way. [8.5.6.4] [7.3.6]"""
    here, entered = start, frozenset[str]()
    for at in order.path:
        if at not in game.board.boxes and at not in game.board.index:
            return [Refusal("form", f"there is no box or hex {at!r}")]
        if at not in neighbours(game, side, here) and at not in along_the_coast(game, here):
            return [Refusal("8.5.6.4", f"ships do not go straight from {here} to {at}")]
        entered |= seas_entered(game, here, at)
        if len(entered) > 1:
            return [Refusal("8.5.6.4", f"{at} would be in the second Sea Zone of this segment")]
        here = at
    wet = here not in game.board.boxes and not game.scenario.ground.land(game.board.hex(here))
    if wet and (len(order.units) > 1 or present(game, here)):
        return [Refusal("7.3.6", f"only one naval unit can be in {here}")]
    return []


def along_the_coast(game: Nw, at: str) -> tuple[str, ...]:
    """The All-Sea hexes beside an All-Sea hex that belong to another Inshore Box: ships go from
    one hex of the sea to others. [8.5.6.4]"""

    def compute() -> dict[str, tuple[str, ...]]:
        shores, label = shore_of(game), game.board.label
        found = {}
        for h, shore in shores.items():
            near = [b for b in game.board.around(h) if shores.get(b, shore) != shore]
            if near:
                found[label(h)] = tuple(map(label, near))
        return found

    return game.cached(("coastwise",), (), compute).get(at, ())


def seas_entered(game: Nw, here: str, at: str) -> frozenset[str]:
    """The Sea Zone that is entered by a step: an At Sea Box, or by the coast; of which a ship may
    enter one in a segment. [8.5.6.4]"""
    box, index, shores = box_of(game, at), game.board.index, shore_of(game)
    if box is not None:
        return frozenset((at,)) if box.kind == AT_SEA else frozenset()
    left, reached = (shores.get(index.get(place, -1), "") for place in (here, at))
    across = left and reached and left != reached
    return frozenset((offshore(game, reached),)) if across else frozenset()


def courses(game: Nw, side: str, start: str) -> dict[str, tuple[str, ...]]:
    """Every location in reach of a segment, with a shortest way to it. [8.5.6.4]

    What can be reached along a shore is looked at once: from there all of it is the same.
    """
    found: dict[str, tuple[str, ...]] = {}
    ring: list[tuple[tuple[str, ...], frozenset[str]]] = [((), frozenset())]
    known: set[tuple[str, bool]] = set()
    while ring:
        after = []
        for path, entered in ring:
            here = path[-1] if path else start
            for at in _onward(game, side, here, known):
                if at == start or at in found:
                    continue
                now = entered | seas_entered(game, here, at)
                if len(now) > 1:
                    continue
                found[at] = (*path, at)
                after.append((found[at], now))
        ring = after
    return found


def _onward(game: Nw, side: str, here: str, known: set[tuple[str, bool]]) -> Sequence[str]:
    """The locations next to one; of a coast that is known by now only what lies beyond it."""
    if here in game.board.boxes:
        return tuple(neighbours(game, side, here))
    land = game.scenario.ground.land(game.board.hex(here))
    shores = {(shore, land) for shore in associated(game, here)}
    near = () if shores <= known else tuple(neighbours(game, side, here))
    known |= shores
    return (*near, *along_the_coast(game, here))


def poised(game: Nw, side: str, name: str, start: str, end: str) -> bool:
    """Whether it has come from an Inshore Box to its shore, ready for an assault. [8.5.8]

    The box is one's own or contested, and no enemy ship is there.
    """
    box, enemy = box_of(game, start), game.scenario.other(side)
    if box is None or box.kind != INSHORE or not amphibious(game, name):
        return False
    if ruler(game, start) == enemy or end in game.board.boxes:
        return False
    foes = any(hull(game, n).side == enemy for n in present(game, start))
    return not foes and game.board.hex(end) in box.hexes


class Convert(Verb[Nw, OfOne]):
    """Turning an amphibious group over to its surface action group, for good. [7.3.2.1]"""

    do, rule, order = "convert", "7.3.2.1", OfOne
    title, phrase, plural = (
        "Turn over to a surface action group",
        "{unit}",
        "new surface action groups",
    )

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """It has such a side, shows the other, and carries nobody."""
        if order.unit not in fleet(game, player) or not hull(game, order.unit).reverse:
            return [Refusal("7.3.2.1", f"{called(game, order.unit)} has no other side")]
        if ship_of(game, order.unit).flipped:
            return [Refusal("7.3.2.1", f"{called(game, order.unit)} cannot be turned back")]
        if aboard(game, order.unit) or hangar(game, order.unit):
            return [Refusal("7.3.2.1", f"{called(game, order.unit)} has units embarked")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every group that has such a side."""
        return [n for n in fleet(game, player) if not self.against(game, player, OfOne(n))]

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """Turn it over."""
        game.put(SHIPS, order.unit, replace(ship_of(game, order.unit), flipped=True))
        game.emit(Event("converted", "7.3.2.1", {"side": player, "unit": order.unit}))


@dataclass(frozen=True, slots=True)
class Commission:
    """A ship that comes, and where."""

    unit: Piece
    at: Word


class Commit(Verb[Nw, Commission]):
    """Bringing a ship as a reinforcement. [10.0]"""

    do, rule, order = "commission", "10.0", Commission
    errand: ClassVar[bool] = True
    title, phrase, plural = "Bring a ship", "{unit} to {at}", "arrivals"

    def against(self, game: Nw, player: str, order: Commission) -> list[Refusal]:
        """It is due, and the place is open to it."""
        ship = game.state[SHIPS].get(order.unit)
        if ship is None or hull(game, order.unit).side != player:
            return [Refusal("10.0", f"{order.unit} is no ship of {player}")]
        if ship.place != EXPECTED or ship.due > game.turn:
            return [Refusal("10.0", f"{called(game, order.unit)} is not due now")]
        if order.at not in havens(game, player, order.unit):
            known = ", ".join(havens(game, player, order.unit))
            if not known:
                return [Refusal("10.0", "no port of one's own is open to ships")]
            text = f"{called(game, order.unit)} cannot come to {order.at}, only to {known}"
            return [Refusal("10.0", text)]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Whoever is due."""
        return [
            n
            for n, ship in game.state[SHIPS].items()
            if ship.place == EXPECTED and ship.due <= game.turn and hull(game, n).side == player
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Commission]:
        """Every haven."""
        for at in havens(game, player, actor):
            yield Commission(actor, at)

    def carry_out(self, game: Nw, player: str, order: Commission) -> None:
        """Put it there; its side's level rises. [7.4.3-b1]"""
        put(game, order.unit, order.at)
        facts = {"side": player, "unit": order.unit, "at": order.at}
        game.emit(Event("ship-arrives", "10.0", facts))
        change(game, player, 1, "7.4.3-b1")


def havens(game: Nw, side: str, name: str) -> list[str]:
    """Where a ship comes: the place of the scenario, or any port of one's own if that is lost."""
    given = game.scenario.havens.get(name, ())
    open_ = [
        at
        for at in given
        if at in game.board.boxes or friendly_port(game, game.board.hex(at), side)
    ]
    return open_ or [game.board.label(h) for h in ports(game, side)]
