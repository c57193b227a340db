"""Ships: where they are, and who is aboard. [7.3] [8.5.8]"""

from __future__ import annotations

from grognard.systems.nextwar.pieces.values import face
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import (
    ABOARD,
    AMPH,
    BOX,
    MAP,
    SAG,
    SHIPS,
    UNITS,
    WARSHIPS,
    Ship,
    ShipCounter,
)


def ship_of(game: Nw, name: str) -> Ship:
    """A ship as it is now."""
    return game.state[SHIPS][name]


def hull(game: Nw, name: str) -> ShipCounter:
    """A ship as it is printed."""
    return game.scenario.ships[name]


def kind(game: Nw, name: str) -> str:
    """What it is: an amphibious group that was turned over is a surface action group. [7.3.2.1]"""
    return SAG if ship_of(game, name).flipped else hull(game, name).type


def amphibious(game: Nw, name: str) -> bool:
    """Whether it carries troops. [7.3.2]"""
    return kind(game, name) == AMPH


def warship(game: Nw, name: str) -> bool:
    """Whether it counts for control of the sea. [7.2.2] [7.3.3]"""
    return kind(game, name) in WARSHIPS


def fleet(game: Nw, side: str = "") -> list[str]:
    """The ships on the map and in boxes, of a side or of both."""
    return [
        name
        for name, ship in game.state[SHIPS].items()
        if ship.place in (MAP, BOX) and side in ("", hull(game, name).side)
    ]


def ships_at(game: Nw, h: int) -> list[str]:
    """The ships in a hex, at sea or in port. [7.3.6]"""
    return [n for n, ship in game.state[SHIPS].items() if ship.place == MAP and ship.hex == h]


def ships_in(game: Nw, box: str) -> list[str]:
    """The ships in a box. [7.3.6]"""
    return [n for n, ship in game.state[SHIPS].items() if ship.place == BOX and ship.where == box]


def beside(game: Nw, h: int, side: str) -> list[str]:
    """A side's amphibious groups in the All-Sea hexes around a hex. [8.5.8.1]"""
    ground = game.scenario.ground
    return [
        name
        for b in game.board.around(h)
        if not ground.land(b)
        for name in ships_at(game, b)
        if hull(game, name).side == side and amphibious(game, name)
    ]


def aboard(game: Nw, name: str) -> list[str]:
    """The ground units that a ship carries. [8.5.8.3]"""
    units = game.state[UNITS]
    return [n for n, unit in units.items() if unit.place == ABOARD and unit.where == name]


def berths(game: Nw, name: str) -> int:
    """The room that is left aboard, in half points. [8.5.8.1]"""
    return hull(game, name).capacity - sum(face(game, n).sp for n in aboard(game, name))


def standpoint(game: Nw, name: str) -> int:
    """The hex of a ground unit, or of the ship that carries it; -1 if neither is on the map."""
    unit = game.state[UNITS][name]
    return ship_of(game, unit.where).hex if unit.place == ABOARD else unit.hex


def sharing(game: Nw, side: str, h: int, box: str) -> list[str]:
    """A side's ships in a location: an All-Sea hex is one with its Inshore Box. [17.1.2-p3]"""
    place = shore(game, h) if h >= 0 else box
    found = []
    for name in fleet(game, side):
        ship = ship_of(game, name)
        if ship.where:
            at = ship.where
        elif game.scenario.ground.land(ship.hex):
            at = game.board.label(ship.hex)
        else:
            at = shore(game, ship.hex)
        if at == place:
            found.append(name)
    return found


def shore(game: Nw, h: int) -> str:
    """The Inshore Box of an All-Sea hex; a port, or a hex without a box, by its label."""
    boxes = game.board.boxes.values()
    named = (box.name for box in boxes if box.kind == "inshore" and h in box.hexes)
    return next(named, game.board.label(h))
