"""Fortified areas that nobody holds or supplies are destroyed when a lull begins. [24.2.5-2]"""

from __future__ import annotations

from grognard.systems.goss.observation.cover import intact_area
from grognard.systems.goss.pieces.quiet import opposite
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LULLS
from grognard.systems.goss.supply.links import any_length
from grognard.systems.goss.supply.ways import LEG_PATH, MECH_PATH
from grognard.systems.goss.supply.fields import NO_BARS
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
        if not supplied(game, side, h):
            razed(game, other(side), h)


def supplied(game: Gs, side: str, h: int) -> bool:
    """Whether a path of any length leads to a hex from a source of a side. [24.2.5-2]"""
    sources = {pss for plan in game.scenario.armies.values() if plan.side == side for pss in plan.pss}
    return any(
        start == h or any_length(game, side, start, h, [MECH_PATH, LEG_PATH], NO_BARS)
        for start in sorted(sources)
    )
