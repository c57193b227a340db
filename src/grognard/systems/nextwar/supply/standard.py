"""Supply in the Standard Game, an option: roads to cities, ports and beachheads. [13.1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.nextwar.movement.clearing import installed
from grognard.systems.nextwar.movement.roads import bridged
from grognard.systems.nextwar.pieces.beachheads import beachheads
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.status import BRIDGES, SITES, STORM
from grognard.systems.nextwar.supply.barriers import MAPS, shore, watched
from grognard.systems.nextwar.turn.weather import weather


def shut(game: Nw, side: str) -> frozenset[int]:
    """Where no road is open to a side: enemies, their zones, their cities and installations.

    [13.1.3]
    """

    def compute() -> frozenset[int]:
        enemy, ground = game.scenario.other(side), game.scenario.ground
        held = (
            h
            for h in ground.built
            if controller(game, h) == enemy and (ground.built_up(h) or installed(game, h))
        )
        return watched(game, side) | frozenset(held)

    return game.cached(("shut roads", side), MAPS, compute)


def sources(game: Nw, side: str) -> list[int]:
    """A side's Supply Sources: its cities, and its ports and Beachheads on an open sea. [13.1.2]"""
    ground, closed = game.scenario.ground, shut(game, side)
    landed = {unit_of(game, name).hex for name in beachheads(game, side)}
    return [
        h
        for h in sorted({*ground.built, *landed})
        if h not in closed
        and (
            (controller(game, h) == side and ground.built_up(h))
            or ((h in landed or _port(game, side, h)) and _open(game, side, h))
        )
    ]


def _port(game: Nw, side: str, h: int) -> bool:
    """Whether a side has a port in a hex that is not destroyed."""
    state = game.state[SITES]
    sites = [s.id for s in game.scenario.ground.at.get(h, ()) if s.kind == PORT]
    return controller(game, h) == side and any(not state[s].destroyed for s in sites)


def _open(game: Nw, side: str, h: int) -> bool:
    """Whether the sea off a hex is friendly or contested. [13.1.2]"""
    return game.scenario.other(side) not in shore(game, h)


def lines(game: Nw, side: str) -> frozenset[int]:
    """The hexes of roads, and of sources, from which a Supply Source can be reached. [13.1.3]"""

    def compute() -> frozenset[int]:
        closed, joints = shut(game, side), {unit_of(game, n).hex for n in beachheads(game, side)}
        waiting = sources(game, side)
        found = set(waiting)
        while waiting:
            a = waiting.pop()
            for b in _along(game, a, joints):
                if b not in found and b not in closed:
                    found.add(b)
                    waiting.append(b)
        return frozenset(found)

    return game.cached(("lines", side), MAPS, compute)


def _along(game: Nw, a: int, joints: set[int]) -> Iterator[int]:
    """The hexes that a road leads to; a Beachhead joins those around it. [13.1.3]"""
    bridges = game.state[BRIDGES]
    for b, key in game.scenario.ground.road_net[a]:
        if key < 0 or ((bridge := bridges.get(key)) is not None and bridge.stands):
            yield b
    for b in game.board.around(a) if joints else ():
        if (a in joints and on_road(game, b)) or (b in joints and on_road(game, a)):
            yield b


def on_road(game: Nw, h: int) -> bool:
    """Whether a road goes through a hex."""
    return any(game.scenario.ground.roads[6 * h : 6 * h + 6])


def supplied(game: Nw, side: str, h: int) -> bool:
    """Whether a unit of a side in a hex is in supply.

    On the road, next to it whatever lies between, or two hexes from it over ground that is not
    prohibited to motorized units. [13.1.3]
    """
    found = lines(game, side)
    around = game.board.around(h)
    if h in found or any(b in found for b in around):
        return True
    closed = shut(game, side)
    return any(
        b not in closed
        and _overland(game, h, b)
        and any(c in found and _overland(game, b, c) for c in game.board.around(b))
        for b in around
    )


def _overland(game: Nw, a: int, b: int) -> bool:
    """Whether motorized units could take a step. [13.1.3] [8.3.3]"""
    storm = weather(game) == STORM
    price = game.scenario.ground.price(
        "motorized", a, b, storm=storm, road=True, bridge=bridged(game, a, b)
    )
    return price is not None
