"""Fortified areas that nobody holds or supplies are destroyed when a lull begins. [24.2.5-2]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.observation.cover import intact_area, status
from grognard.systems.goss.pieces.quiet import opposite
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, LULLS
from grognard.systems.goss.supply.links import any_length
from grognard.systems.goss.supply.ways import LEG_PATH, MECH_PATH
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.works.garrison import razed


def raze(game: Gs, key: str) -> None:
    """In a lull every fortified area goes that no unit of its owner is in, and to which no path of
    any length leads from his sources. [24.2.5-2]"""
    one = game.state[LULLS][key].one
    for h in range(game.board.n):
        side = intact_area(game, h)
        if not side or holder(game, h) == side or opposite(game, h, one) != key:
            continue
        if supplied(game, side, h):
            continue
        if holder(game, h):
            razed(game, other(side), h)
        else:
            game.put(HEXES, h, replace(status(game, h), ruined=True))
            facts = {"hex": game.board.label(h), "side": other(side)}
            game.emit(Event("area-razed", "24.2.5-2", facts))


def supplied(game: Gs, side: str, h: int) -> bool:
    """Whether a path of any length leads to a hex from a source of a side. [24.2.5-2]"""
    plans = game.scenario.armies.values()
    sources = {pss for plan in plans if plan.side == side for pss in plan.pss}
    return any(any_length(game, side, start, h, [MECH_PATH, LEG_PATH]) for start in sorted(sources))
