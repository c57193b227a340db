"""Roads and bridges as they are now: who may use which. [8.3.1.10] [8.3.2] [8.3.4]"""

from __future__ import annotations

from grognard.systems.nextwar.pieces.zones import controller, excess
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES


def bridged(game: Nw, a: int, b: int) -> bool:
    """Whether a bridge stands between two hexes. [8.3.1.1.4]"""
    bridge = game.state[BRIDGES].get(game.scenario.ground.side_key(a, b))
    return bridge is not None and bridge.stands


def hostile_work(game: Nw, h: int, side: str) -> bool:
    """Whether an enemy fortification is in force in a hex: until control changes. [8.3.1.10]"""
    work = game.scenario.ground.fortified(h)
    return work is not None and work.owner != side and controller(game, h) != side


def road_closed(game: Nw, a: int, b: int, side: str) -> str:
    """The rule by which a side may not use the road between two hexes; empty if it may."""
    if hostile_work(game, a, side) or hostile_work(game, b, side):
        return "8.3.1.10"
    if excess(game, a) or excess(game, b):  # [8.1.1.1-p3]
        return "8.1.1.1-p3"
    return "23.4.4" if game.state[HEXES][b].interdiction else ""


def road(game: Nw, a: int, b: int, side: str) -> str:
    """The road that a side's units may use between two hexes now. [8.3.2]"""
    ground = game.scenario.ground
    found = ground.road(a, b)
    if not found or (ground.river(a, b) and not bridged(game, a, b)):
        return ""
    return "" if road_closed(game, a, b, side) else found
