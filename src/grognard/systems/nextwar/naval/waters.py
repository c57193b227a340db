"""Where ships can be, and what lies beside what: boxes, All-Sea hexes, ports. [7.1] [8.5.6.2]

A location is named by a word: a box by its name, a hex by its label.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.board import Box
from grognard.systems.nextwar.naval.status import SEAS
from grognard.systems.nextwar.pieces.ships import ship_of, ships_at, ships_in
from grognard.systems.nextwar.pieces.stacks import holder
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.status import SITES
from grognard.systems.nextwar.units import BOX, MAP, Ship

AT_SEA, INSHORE, HOLDING = "at_sea", "inshore", "holding"


def boxes(game: Nw, kind: str) -> list[Box]:
    """The boxes of a kind."""
    return [box for box in game.board.boxes.values() if box.kind == kind]


def box_of(game: Nw, at: str) -> Box | None:
    """A box by its name; None if it is the label of a hex."""
    return game.board.boxes.get(at)


def offshore(game: Nw, inshore: str) -> str:
    """The At Sea Box of an Inshore Box: of its name, or the first beside it. [7.1] [8.5.6.2]"""
    beside = [b for b in game.board.boxes[inshore].boxes if game.board.boxes[b].kind == AT_SEA]
    named = [name for name in beside if inshore.endswith(name)]
    return (named or beside or [""])[0]


def inshores(game: Nw, at_sea: str) -> list[str]:
    """The Inshore Boxes of an At Sea Box. [7.1] [8.5.6.2]"""
    return [b.name for b in boxes(game, INSHORE) if offshore(game, b.name) == at_sea]


def shore_of(game: Nw) -> dict[int, str]:
    """The Inshore Box of every All-Sea hex that has one. [8.5.6.2]"""
    return game.cached(
        ("shores",), (), lambda: {h: b.name for b in boxes(game, INSHORE) for h in b.hexes}
    )


def coasts(game: Nw, h: int) -> list[str]:
    """The Inshore Boxes of a hex: its own, those around it, or else the nearest. [8.5.6.4]"""
    shores = shore_of(game)
    if h in shores:
        return [shores[h]]
    near = list(dict.fromkeys(shores[b] for b in game.board.around(h) if b in shores))
    if near or not shores:
        return near
    distance = game.board.distance
    nearest = game.cached(("coast", h), (), lambda: min(shores, key=lambda b: (distance(h, b), b)))
    return [shores[nearest]]


def associated(game: Nw, at: str) -> list[str]:
    """The Inshore Boxes of a location. [8.5.6.2]"""
    box = box_of(game, at)
    if box is None:
        return coasts(game, game.board.hex(at))
    return [at] if box.kind == INSHORE else inshores(game, at)


def zones_of(game: Nw, at: str) -> set[str]:
    """The Sea Zones of a location, by their At Sea Boxes. [7.1]"""
    box = box_of(game, at)
    if box is not None and box.kind != INSHORE:
        return {at}
    return {offshore(game, name) for name in associated(game, at)}


def ruler(game: Nw, box: str) -> str:
    """Who controls a box; nobody, if it is contested. [7.2]"""
    return game.state[SEAS][box].control


def offshore_rulers(game: Nw, h: int) -> list[str]:
    """Who controls each Inshore Box off a hex. [13.1.2] [19.1]"""
    return [ruler(game, box) for box in coasts(game, h)]


def place_of(game: Nw, ship: Ship) -> str:
    """The location of a ship. [8.5.6.3]"""
    if ship.place == BOX:
        return ship.where
    return game.board.label(ship.hex) if ship.place == MAP else ""


def berth(game: Nw, name: str) -> str:
    """The same by the ship's name."""
    return place_of(game, ship_of(game, name))


def present(game: Nw, at: str) -> list[str]:
    """The ships of a location."""
    return ships_in(game, at) if at in game.board.boxes else ships_at(game, game.board.hex(at))


def is_port(game: Nw, h: int) -> bool:
    """Whether there is a port in a hex. [8.3.1.9]"""
    return PORT in game.scenario.ground.kinds(h)


def friendly_port(game: Nw, h: int, side: str, whole: bool = False) -> bool:
    """Whether a side has a port in a hex that is not destroyed, or not even damaged; a captured
    one is as good. [8.5.6.3] [8.5.7.1] [8.4.3]"""
    state = game.state[SITES]
    sites = [s.id for s in game.scenario.ground.at.get(h, ()) if s.kind == PORT]
    good = any(not state[s].destroyed and not (whole and state[s].strike) for s in sites)
    enemy = game.scenario.other(side)
    return good and controller(game, h) == side and holder(game, h) != enemy


def ports(game: Nw, side: str, inshore: str = "") -> list[int]:
    """A side's ports, of an Inshore Box or of all. [7.2.1]"""
    hexes = sorted({s.hex for s in game.scenario.sites.values() if s.kind == PORT})
    return [
        h
        for h in hexes
        if friendly_port(game, h, side) and (not inshore or inshore in coasts(game, h))
    ]


def neighbours(game: Nw, side: str, at: str) -> Iterator[str]:
    """The locations that a side's ships may go to next. [8.5.6.3] [8.5.6.4]"""
    label, box = game.board.label, box_of(game, at)
    if box is not None and box.kind in (AT_SEA, HOLDING):
        far = (AT_SEA, HOLDING) if box.kind == AT_SEA else (AT_SEA,)
        yield from (b for b in box.boxes if game.board.boxes[b].kind in far)
        yield from inshores(game, at) if box.kind == AT_SEA else ()
        return
    if box is not None:
        yield offshore(game, at)
        yield from map(label, box.hexes)
        yield from map(label, ports(game, side, at))
        return
    for shore in associated(game, at):
        yield shore
        yield from (label(h) for h in game.board.boxes[shore].hexes if label(h) != at)
        if not game.scenario.ground.land(game.board.hex(at)):
            yield from (label(h) for h in ports(game, side, shore) if label(h) != at)
