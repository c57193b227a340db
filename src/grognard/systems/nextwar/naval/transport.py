"""Sea Transport: from port to port, and to Beachheads, in merchant ships. [8.5.7]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OneAt
from grognard.kit.ways import POINT
from grognard.systems.nextwar.air.helos import (
    HELOS,
    MISSIONS,
    based_at,
    flown,
    helo_of,
    printed,
    room,
    turn_counter,
)
from grognard.systems.nextwar.movement.eligible import unable
from grognard.systems.nextwar.movement.entering import arrive
from grognard.systems.nextwar.naval.contested import braved, dangers
from grognard.systems.nextwar.naval.status import HARBOURS, Harbour
from grognard.systems.nextwar.naval.waters import (
    HOLDING,
    INSHORE,
    boxes,
    friendly_port,
    is_port,
    neighbours,
    ports,
    zones_of,
)
from grognard.systems.nextwar.pieces.beachheads import beachhead_at, beachheads
from grognard.systems.nextwar.pieces.stacks import HALF, holder, on_map
from grognard.systems.nextwar.pieces.values import allowance, counter_of, face, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT, PORT_CAPACITY, Site
from grognard.systems.nextwar.status import SIDES, SITES, STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import BOX, MAP, UNITS
from grognard.systems.nextwar.words import called

SEABORNE = 5
"""The most movement points of a leg unit that lands over a Beachhead. [8.5.7.2]"""
HELICOPTER = 1
"""The size of a helicopter unit, in half points. [8.5.7.3] [6.5.6]"""


def used(game: Nw, side: str) -> int:
    """The half points that a side has shipped in this segment. [8.5.7.3]"""
    status = game.state[SIDES][side]
    return status.shipped if status.shipped_at == game.serial else 0


def left(game: Nw, side: str) -> int:
    """What it can still ship in this segment. [8.5.7.3]"""
    return game.scenario.waters.transport.get(side, 0) - used(game, side)


def landed(game: Nw, h: int) -> int:
    """The half points that have landed in a hex this turn. [8.5.7.4]"""
    harbour = game.state[HARBOURS].get(h)
    return harbour.landed if harbour is not None and harbour.turn == game.turn else 0


def capacity(game: Nw, h: int) -> int:
    """The half points that land in a hex in a turn: two points, or what the port says.

    [8.3.1.9] [8.5.7.4] Each level of damage takes a point. [27.7.2] [27.7.3]
    """
    sites = [s for s in game.scenario.ground.at.get(h, ()) if s.kind == PORT]
    if not sites:
        head = beachhead_at(game, h)
        return PORT_CAPACITY - HALF * (unit_of(game, head).strike if head else 0)
    return max(_left_of(game, site) for site in sites)


def _left_of(game: Nw, site: Site) -> int:
    """What damage leaves of the capacity of a port. [27.7.2]"""
    status, whole = game.state[SITES][site.id], site.capacity or PORT_CAPACITY
    return 0 if status.destroyed else max(0, whole - HALF * status.strike)


def route(game: Nw, side: str, start: str, ends: Sequence[str]) -> tuple[str, ...]:
    """The safest way by sea: through fewest dangers, then by fewest steps. [8.5.7]

    Into a Beachhead, and out of it, it leads over the sea beside it. [8.5.7.2]
    """
    board, ground = game.board, game.scenario.ground
    waters = game.board.boxes

    def gates(at: str) -> list[str]:
        if at in waters or is_port(game, board.hex(at)) or not ground.land(board.hex(at)):
            return []
        return [board.label(b) for b in board.around(board.hex(at)) if not ground.land(b)]

    doors = {gate: end for end in ends for gate in gates(end)}
    off_shore = {*doors, *gates(start)}
    queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (start,))]
    seen: set[str] = set()
    while queue:
        _, steps, path = heappop(queue)
        here = path[-1]
        if here in ends and steps:
            return path
        if here in seen:
            continue
        seen.add(here)
        near = [*gates(here)] or [*neighbours(game, side, here)]
        near += [doors[here]] if here in doors else []
        for b in near:
            if b not in seen and (b in waters or b in ends or b in off_shore):
                way = (*path, b)
                heappush(queue, (len(dangers(game, side, way)), steps + 1, way))
    return ()


class Transport(Verb[Nw, OneAt]):
    """Moving a ground unit by sea, without any naval unit.

    [8.5] [8.5.7.1] [8.5.7.2] [8.5.6.1]
    """

    do, rule, order, stakes = "transport", "8.5.7", OneAt, "dice"
    title, phrase, plural = "Transport by sea", "{unit} to {hex}", "shipments by sea"

    def against(self, game: Nw, player: str, order: OneAt) -> list[Refusal]:
        """Who may go, from where to where, and how much."""
        unit = game.state[UNITS].get(order.unit)
        if unit is None or counter_of(game, order.unit).side != player:
            return [Refusal("8.5.7", f"{called(game, order.unit)} is no unit of {player}")]
        if weather(game) == STORM:
            return [Refusal("4.1.3-b1", "nothing is moved by sea in a storm")]
        if unit.moved == game.serial or unit.place not in (MAP, BOX) or unit.clearing:
            text = f"{called(game, order.unit)} did not begin the segment in a port"
            return [Refusal("8.5.7.1", text)]
        if unit.place == MAP and (why := unable(game, order.unit)) is not None:
            return [why]
        if unit.strike > 1:
            text = f"{called(game, order.unit)} has a Strike 2 marker: it goes by land only"
            return [Refusal("27.3.2", text)]
        size = face(game, order.unit).sp
        if size > left(game, player):
            text = f"shipping for {max(0, left(game, player)) / HALF:g} stacking points is left"
            return [Refusal("8.5.7.3", text)]
        found = why_not_from(game, player, order.unit) or why_not_to(game, player, order)
        if found:
            return found
        if landed(game, order.hex) + size > capacity(game, order.hex):
            most = capacity(game, order.hex) / HALF
            label = game.board.label(order.hex)
            return [Refusal("8.5.7.4", f"no more than {most:g} points land in {label} in a turn")]
        if not route(game, player, origin(game, order.unit), [game.board.label(order.hex)]):
            return [Refusal("8.5.7", "there is no way by sea")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every unit that could set out."""
        if left(game, player) <= 0:
            return []
        boxed = [n for n, u in game.state[UNITS].items() if u.place == BOX]
        names = [*on_map(game, player), *(n for n in boxed if counter_of(game, n).side == player)]
        return [n for n in names if counter_of(game, n).ma and not why_not_from(game, player, n)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OneAt]:
        """Every port and Beachhead of one's own."""
        heads = [unit_of(game, n).hex for n in beachheads(game, player)]
        yield from (OneAt(actor, h) for h in dict.fromkeys((*ports(game, player), *heads)))

    def carry_out(self, game: Nw, player: str, order: OneAt) -> Procedure:
        """Go, if the sea lets it; half its points are left within one Sea Zone. [8.5.7.1]"""
        start, end = origin(game, order.unit), game.board.label(order.hex)
        path = route(game, player, start, [end])
        size = face(game, order.unit).sp
        ship(game, player, size)
        through = yield from braved(game, player, path, (), (order.unit,))
        unit = unit_of(game, order.unit)
        whole = int(allowance(game, order.unit).total)
        near = bool(zones_of(game, start) & zones_of(game, end)) and is_port(game, order.hex)
        rest = -(-whole // 2) if near and through else 0
        unit = replace(
            unit, moved=game.serial, spent=(whole - rest) * POINT, halted=not rest, start=unit.hex
        )
        if through:
            top = 1 + max(u.order for u in game.state[UNITS].values())
            unit = replace(unit, place=MAP, hex=order.hex, where="", order=top, start=order.hex)
        if unit.steps:
            game.put(UNITS, order.unit, unit)
        facts = {
            "side": player, "unit": order.unit, "from": start, "to": end, "path": list(path[1:]),
            "aborted": not through,
        }  # fmt: skip
        game.emit(Event("sea-transport", "8.5.7", facts))
        if through:
            total = landed(game, order.hex) + size
            game.put(HARBOURS, order.hex, Harbour(total, game.turn))
            arrive(game, (order.unit,), order.hex, player)


def ship(game: Nw, side: str, size: int) -> None:
    """Note that so much shipping is used. [8.5.7.3]"""
    status, total = game.state[SIDES][side], used(game, side) + size
    game.put(SIDES, side, replace(status, shipped=total, shipped_at=game.serial))


def origin(game: Nw, name: str) -> str:
    """Where a unit sets out."""
    unit = unit_of(game, name)
    return unit.where if unit.place == BOX else game.board.label(unit.hex)


def lands_over_beaches(game: Nw, name: str) -> bool:
    """Marines, and leg units of few points. [8.5.7.2] [8.5.8.2-b2]"""
    counter = counter_of(game, name)
    return counter.marine or (counter.on_foot and counter.ma <= SEABORNE)


def why_not_from(game: Nw, side: str, name: str) -> list[Refusal]:
    """Why a unit cannot set out from where it is. [8.5.7.1] [8.5.7.2]"""
    unit = unit_of(game, name)
    if unit.place == BOX:
        box = game.board.boxes.get(unit.where)
        return [] if box is not None and box.kind == HOLDING else [Refusal("8.5.7.1", "no port")]
    label = game.board.label(unit.hex)
    if beachhead_at(game, unit.hex) and lands_over_beaches(game, name):
        return []
    whole = not game.scenario.advanced
    if not friendly_port(game, unit.hex, side, whole):
        return [Refusal("8.5.7.1", f"{label} is no undamaged port of one's own")]
    if in_zone(game, unit.hex, game.scenario.other(side)):
        return [Refusal("8.5.7.1", f"{label} is in an enemy zone of control")]
    return []


def _off_beach(game: Nw, name: str) -> bool:
    """Whether a unit sets out from a Beachhead without a port: then it goes to a port only.
    [8.5.7.2]"""
    unit = unit_of(game, name)
    return unit.place == MAP and not is_port(game, unit.hex)


def why_not_to(game: Nw, side: str, order: OneAt) -> list[Refusal]:
    """Why a unit cannot land in a hex. [8.5.7.1] [8.5.7.2]"""
    h, label = order.hex, game.board.label(order.hex)
    start = origin(game, order.unit)
    same = bool(zones_of(game, start) & zones_of(game, label))
    head = beachhead_at(game, h)
    if head and counter_of(game, head).side == side and not is_port(game, h):
        if not lands_over_beaches(game, order.unit) or not same or _off_beach(game, order.unit):
            text = f"{called(game, order.unit)} cannot land over the Beachhead in {label}"
            return [Refusal("8.5.7.2", text)]
        if unit_of(game, head).used_at == game.serial:
            text = f"the Beachhead in {label} was set up in this segment"
            return [Refusal("8.5.8.2.1", text)]
        return []
    if label == start or not friendly_port(game, h, side, not game.scenario.advanced):
        return [Refusal("8.5.7.1", f"{label} is no other undamaged port of one's own")]
    if in_zone(game, h, game.scenario.other(side)):
        return [Refusal("8.5.7.1", f"{label} is in an enemy zone of control")]
    if unit_of(game, order.unit).place == MAP and beachhead_at(game, unit_of(game, order.unit).hex):
        return [] if same else [Refusal("8.5.7.2", f"{label} is in another Sea Zone")]
    return []


class Ferry(Verb[Nw, OneAt]):
    """Shipping a helicopter from a holding box to a base on the map. [6.5.6]"""

    do, rule, order, stakes = "ferry-helicopter", "6.5.6", OneAt, "dice"
    title, phrase, plural = "Ship a helicopter", "{unit} to {hex}", "shipments by sea"

    def against(self, game: Nw, player: str, order: OneAt) -> list[Refusal]:
        """It has not flown, there is shipping, and the base has room. [6.5.6] [8.5.7.3]"""
        helo = game.state[HELOS].get(order.unit)
        if helo is None or printed(game, order.unit).side != player or helo.place != BOX:
            return [Refusal("6.5.6", f"{order.unit} is no helicopter in a holding box")]
        if weather(game) == STORM:
            return [Refusal("4.1.3-b1", "nothing is moved by sea in a storm")]
        if flown(game, order.unit):
            return [Refusal("6.5.6", f"{called(game, order.unit)} has flown this turn")]
        if left(game, player) < HELICOPTER:
            return [Refusal("8.5.7.3", "no shipping is left in this segment")]
        h, label = order.hex, game.board.label(order.hex)
        own = controller(game, h) == player and holder(game, h) != game.scenario.other(player)
        if not own or len(based_at(game, h)) >= room(game, h):
            return [Refusal("6.5.1", f"{label} is no base of one's own with room")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every helicopter in a holding box."""
        return [
            n
            for n, helo in game.state[HELOS].items()
            if helo.place == BOX and printed(game, n).side == player and not flown(game, n)
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OneAt]:
        """Every base."""
        for h in range(game.board.n):
            if room(game, h) and controller(game, h) == player:
                yield OneAt(actor, h)

    def carry_out(self, game: Nw, player: str, order: OneAt) -> Procedure:
        """Go by the safest way to a shore; it flies no mission this turn. [6.5.6]"""
        start = helo_of(game, order.unit).where
        path = route(game, player, start, [box.name for box in boxes(game, INSHORE)])
        ship(game, player, HELICOPTER)
        through = yield from braved(game, player, path or (start, start), (), ())
        turn_counter(game, order.unit, MISSIONS)
        if through:
            helo = helo_of(game, order.unit)
            game.put(HELOS, order.unit, replace(helo, place=MAP, hex=order.hex, where=""))
        facts = {
            "side": player, "unit": order.unit, "from": start,
            "to": game.board.label(order.hex), "aborted": not through,
        }  # fmt: skip
        game.emit(Event("sea-transport", "6.5.6", facts))
