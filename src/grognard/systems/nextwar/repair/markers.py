"""Strike markers wear off in the Reorganization Phase. [27.9.1] [27.4-p3] [27.10.2.1]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.systems.nextwar.naval.levels import change
from grognard.systems.nextwar.naval.waters import friendly_port
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.status import BRIDGES, HEXES, SITES
from grognard.systems.nextwar.units import SHIPS, UNITS


def wear_off(game: Nw) -> None:
    """Every Strike marker falls by one; interdiction is lifted. [27.9.1]

    The text does not say when interdiction ends: with the turn, as other markers of a turn do.
    """
    for name, unit in list(game.state[UNITS].items()):
        if unit.strike:
            game.put(UNITS, name, replace(unit, strike=unit.strike - 1))
    for name in fleet(game):
        _ship(game, name)
    for name, status in list(game.state[SITES].items()):
        if status.strike and not status.destroyed:
            _site(game, name)
    for key, bridge in list(game.state[BRIDGES].items()):
        if bridge.strike:
            game.put(BRIDGES, key, replace(bridge, strike=bridge.strike - 1))  # [27.10.2.1]
    for h, ground in list(game.state[HEXES].items()):
        if ground.interdiction:
            game.put(HEXES, h, replace(ground, interdiction=0))


def _ship(game: Nw, name: str) -> None:
    """A ship is mended in a port of its own only. [27.4-p3]"""
    ship = ship_of(game, name)
    if ship.strike and ship.hex >= 0 and friendly_port(game, ship.hex, hull(game, name).side):
        game.put(SHIPS, name, replace(ship, strike=ship.strike - 1))


def _site(game: Nw, name: str) -> None:
    """An installation or airfield; when it is whole its destruction counts anew. [27.9.1] [27.2]"""
    status, site = game.state[SITES][name], game.scenario.sites[name]
    left = status.strike - 1
    whole = not left
    new = replace(status, strike=left, due=0)
    if whole:
        new = replace(new, scored=False, mending=False)  # [12.1.2]
    game.put(SITES, name, new)
    if whole and status.mending:
        game.emit(Event("whole-again", "27.9.1", {"site": name, "hex": game.board.label(site.hex)}))
        if site.kind == PORT and controller(game, site.hex) == site.owner:
            change(game, site.owner, 1, "7.4.3-b5")
