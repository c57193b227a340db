"""Clearing: what must be cleared, and markers that come and go. [8.4.1]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.nextwar.ground import URBAN
from grognard.systems.nextwar.pieces.stacks import holder, units_at
from grognard.systems.nextwar.pieces.values import face, unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SITES
from grognard.systems.nextwar.units import UNITS


def installed(game: Nw, h: int) -> bool:
    """Whether an installation in a hex is not destroyed. [8.3.1.2] [27.2]"""
    sites, state = game.scenario.ground.at.get(h, ()), game.state[SITES]
    return any(site.installation and not state[site.id].destroyed for site in sites)


def must_clear(game: Nw, h: int, side: str) -> bool:
    """Whether a side must clear a hex to have it: an enemy installation, city or urban hex.

    Never in a friendly country. [8.4.1] [8.4.1.6]
    """
    if controller(game, h) != game.scenario.other(side) or game.scenario.home(side, h):
        return False
    return game.scenario.ground.built_up(h) or installed(game, h)


def to_clear(game: Nw, side: str) -> list[int]:
    """The hexes that a side must clear to have them, wherever they are. [8.4.1]"""

    def compute() -> list[int]:
        return [h for h in game.scenario.ground.built if must_clear(game, h, side)]

    return game.cached(("to clear", side), (HEXES.name, SITES.name), compute)


def bypassable(game: Nw, h: int, side: str) -> bool:
    """Whether units may go through a hex that they would have to clear. [8.5.1.1] [8.3.1.5]

    Not through an urban one, nor where enemies stand.
    """
    return game.board.terrain[h] != URBAN and holder(game, h) != game.scenario.other(side)


def begin(game: Nw, names: tuple[str, ...], h: int, side: str) -> None:
    """Units that end in such a hex go under a Clearing marker. [8.4.1] [8.4.1.4]

    Not where one was given up this turn [8.4.1.3], nor for units that cannot attack.
    """
    status = game.state[HEXES][h]
    if not must_clear(game, h, side) or status.denied == game.turn:
        return
    able = [name for name in units_at(game, h) if face(game, name).attack]
    if not status.clearing and not able:
        return
    if not status.clearing:
        game.put(HEXES, h, replace(status, clearing=side))
        game.emit(Event("clearing", "8.4.1", {"side": side, "hex": game.board.label(h)}))
    for name in names:
        game.put(UNITS, name, replace(unit_of(game, name), clearing=True))


def leave(game: Nw, names: tuple[str, ...], h: int, willingly: bool) -> None:
    """Units have left a marker; it goes when nobody who can attack is left under it. [8.4.1.3]"""
    status = game.state[HEXES][h]
    if not status.clearing:
        return
    under = [name for name in units_at(game, h) if unit_of(game, name).clearing]
    if any(face(game, name).attack for name in under):
        return
    denied = game.turn if willingly else status.denied
    game.put(HEXES, h, replace(status, clearing="", number=0, denied=denied))
    for name in under:
        game.put(UNITS, name, replace(unit_of(game, name), clearing=False))
    facts = {"side": status.clearing, "hex": game.board.label(h)}
    game.emit(Event("clearing-given-up", "8.4.1.3", facts))
