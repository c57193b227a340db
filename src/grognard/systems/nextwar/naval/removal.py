"""Ships that give way: out of a lost sea, a storm, or a port that has fallen. [7.2.1] [9.9.3]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Piece, Word
from grognard.kit.orders import OfOne
from grognard.systems.nextwar.air.helos import hangar
from grognard.systems.nextwar.air.rebasing import destroy
from grognard.systems.nextwar.damage.steps import eliminate
from grognard.systems.nextwar.damage.strikes import hit_ship
from grognard.systems.nextwar.naval.levels import change
from grognard.systems.nextwar.naval.waters import (
    AT_SEA,
    HOLDING,
    INSHORE,
    berth,
    box_of,
    coasts,
    friendly_port,
    inshores,
    neighbours,
    ports,
    ruler,
)
from grognard.systems.nextwar.pieces.ships import aboard, fleet, hull, ship_of, ships_at
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import BOX, EXPECTED, MAP, REMOVED, SHIPS, UNITS

ABSENT = 4
"""After how many turns a ship returns that was eliminated. [9.9.3]"""


@dataclass(frozen=True, slots=True)
class Course:
    """A ship and the location that it goes to."""

    unit: Piece
    to: Word


class GiveWay(Among[Nw, Course]):
    """Choosing where a ship goes that cannot stay. [7.2.1] [8.5.6.5]"""

    do, rule, order = "give-sea", "7.2.1", Course
    title, phrase = "Choose where it goes", "{unit} to {to}"


def put(game: Nw, name: str, at: str) -> None:
    """Put a ship into a location."""
    ship = ship_of(game, name)
    if box_of(game, at) is not None:
        game.put(SHIPS, name, replace(ship, place=BOX, hex=-1, where=at))
    else:
        game.put(SHIPS, name, replace(ship, place=MAP, hex=game.board.hex(at), where=""))


def go(game: Nw, name: str, found: Sequence[str], rule: str) -> Questions[bool]:
    """A ship goes to one of the locations that are open; False if there are none."""
    if not found:
        return False
    side = hull(game, name).side
    order = yield from GiveWay([Course(name, at) for at in found], rule).chosen(
        game, side, "give-sea", f"Where does {hull(game, name).name} go?",
        {"nearest": Course(name, found[0])}, slight=True, sole=True,
    )  # fmt: skip
    facts = {"side": side, "unit": name, "from": berth(game, name), "to": order.to}
    put(game, name, order.to)
    game.emit(Event("ship-gives-way", rule, facts))
    return True


def lose(game: Nw, name: str, rule: str, back: int = 0) -> None:
    """A ship leaves play, to return in a turn or for good; its troops are lost. [9.9.3] [7.2.1]"""
    ship, side = ship_of(game, name), hull(game, name).side
    for troops in aboard(game, name):
        if back:
            eliminate(game, troops, rule)
        else:
            game.put(UNITS, troops, replace(unit_of(game, troops), place=REMOVED, where=""))
    for flight in hangar(game, name):
        destroy(game, flight, rule)
    gone = replace(ship, place=EXPECTED if back else REMOVED, hex=-1, where="", due=back)
    game.put(SHIPS, name, gone)
    game.emit(Event("ship-lost", rule, {"side": side, "unit": name, "back": back}, outcome=True))


# ---- control of the sea is lost


def driven_off(game: Nw, box: str, side: str) -> Procedure:
    """A side takes control of a box: enemy ships leave it, or the game. [7.2.1] [7.4.3-b2]"""
    hexes = set(game.board.boxes[box].hexes) if game.board.boxes[box].kind == INSHORE else set()
    for name in fleet(game, game.scenario.other(side)):
        ship = ship_of(game, name)
        if ship.where != box and ship.hex not in hexes:
            continue
        found = refuges(game, name, box)
        if game.scenario.advanced:
            yield from _stays_or_goes(game, name, found)
            continue
        if not (yield from go(game, name, found, "7.2.1")):
            lose(game, name, "7.2.1")
        change(game, hull(game, name).side, -1, "7.4.3-b2")


class Remain(Among[Nw, OfOne]):
    """Staying in waters that were lost, and taking a hit for it. [17.4.1]"""

    do, rule, order = "remain", "17.4.1", OfOne
    title, phrase = "Stay, and take Strike 1", "{unit}"


class LeaveWar(Among[Nw, OfOne]):
    """Taking a ship out of the game that has nowhere to go. [7.2.1]"""

    do, rule, order = "leave-war", "7.2.1", OfOne
    title, phrase = "Take it out of the game", "{unit}"


def _stays_or_goes(game: Nw, name: str, found: Sequence[str]) -> Procedure:
    """In the Advanced Game a ship may stay where it is, for a Strike 1. [17.4.1]"""
    stay, away = Remain([OfOne(name)]), GiveWay([Course(name, at) for at in found], "7.2.1")
    answer = yield stay.ask(
        game, hull(game, name).side, "lost-waters", f"Does {hull(game, name).name} stay?",
        {"stay": OfOne(name)}, also=(away if found else LeaveWar([OfOne(name)]),), slight=True,
    )  # fmt: skip
    if answer["do"] == Remain.do:
        yield from hit_ship(game, name, 1, "17.4.1")
    elif answer["do"] == LeaveWar.do:
        lose(game, name, "7.2.1")
    else:
        yield from go(game, name, [away.order_of(game, answer).to], "7.2.1")


def refuges(game: Nw, name: str, box: str) -> list[str]:
    """Where a ship may go that is driven out of a box; nothing is rolled for. [7.2.1]"""
    side, found = hull(game, name).side, game.board.boxes[box]
    if found.kind == INSHORE:
        return [game.board.label(h) for h in ports(game, side, box)]
    near = [b for b in found.boxes if game.board.boxes[b].kind == AT_SEA]
    enemy = game.scenario.other(side)
    return [b for b in (*inshores(game, box), *near) if ruler(game, b) != enemy]


# ---- storms


def storms(game: Nw) -> Procedure:
    """In a storm all ships go to the nearest sea or port of their own. [8.5.6.5] [4.1.3-b6]"""
    if weather(game) != STORM:
        return
    for name in fleet(game):
        box = box_of(game, berth(game, name))
        if box is not None and box.kind == HOLDING:
            continue
        found = shelters(game, name)
        if berth(game, name) in found:
            continue
        if not (yield from go(game, name, found, "8.5.6.5")):
            lose(game, name, "8.5.6.5", game.turn + ABSENT)


def shelters(game: Nw, name: str) -> list[str]:
    """The nearest locations where a ship is safe from a storm: of its own side. [8.5.6.5]"""
    side, at = hull(game, name).side, berth(game, name)
    seen, ring = {at}, [at]
    while ring:
        found = [spot for spot in ring if _sheltered(game, spot, side)]
        if found:
            return found
        ring = list(dict.fromkeys(b for a in ring for b in neighbours(game, side, a)))
        ring = [spot for spot in ring if spot not in seen]
        seen.update(ring)
    return []


def _sheltered(game: Nw, at: str, side: str) -> bool:
    box = box_of(game, at)
    if box is None:
        return friendly_port(game, game.board.hex(at), side)
    return box.kind == AT_SEA and ruler(game, at) == side


# ---- ports that fall


def displace(game: Nw, h: int, side: str) -> Procedure:
    """Enemies come into a port: ships go to sea, along the coast, or are lost. [9.9.3]"""
    for name in ships_at(game, h):
        if hull(game, name).side == side or not game.scenario.ground.land(h):
            continue
        if not (yield from go(game, name, ways_out(game, h, hull(game, name).side), "9.9.3")):
            lose(game, name, "9.9.3", game.turn + ABSENT)


def ways_out(game: Nw, h: int, side: str) -> list[str]:
    """Where a ship goes out of a port that falls: the sea unless it storms or is the enemy's, or
    else the nearest port along the coast. [9.9.3]"""
    enemy = game.scenario.other(side)
    open_ = [box for box in coasts(game, h) if ruler(game, box) != enemy]
    if open_ and weather(game) != STORM:
        return open_
    ground, board = game.scenario.ground, game.board
    seen, ring = {h}, [h]
    while ring:
        ring = list(dict.fromkeys(b for a in ring for b in board.around(a) if b not in seen))
        ring = [
            b for b in ring
            if not ground.land(b) or any(not ground.land(c) for c in board.around(b))
        ]  # fmt: skip
        seen.update(ring)
        found = [board.label(b) for b in ring if friendly_port(game, b, side)]
        if found:
            return found
    return []
