"""Forts: their walls, and the garrison that is part of them. [17.6.0]

A fort is a counter with the trait `fort` that stays where the scenario puts it; how many steps of
its walls are left stands with its hex. It fights with its whole strength until the last is gone.
"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.units import FORT_UNIT
from grognard.systems.goss.works.shelter import take_shelter

ARCS = "fire-arcs"
"""Under this name a scenario says through which hexes a fort fires. [17.6.0-2]"""


def fort_unit(game: Gs, name: str) -> bool:
    """Whether a counter is a fort. [17.6.0]"""
    return counter_of(game, name).is_(FORT_UNIT)


def struck(game: Gs, h: int, hits: int, rule: str) -> int:
    """The walls of a fort take hits: how many. With the last step the fort is gone for good, and
    who was in it stands in the open. [17.4.1f-4] [17.6.0]"""
    found = status(game, h)
    taken = min(hits, found.fort)
    if not taken:
        return 0
    left = found.fort - taken
    side = found.side if left or found.work else ""
    game.put(HEXES, h, replace(found, fort=left, side=side))
    game.emit(Event("fort-hit", rule, {"hex": game.board.label(h), "steps": left}))
    if not left:
        for name in units_at(game, h):
            if fort_unit(game, name):
                eliminate(game, name, rule)
        take_shelter(game, units_at(game, h))
    return taken


def bears_on(game: Gs, name: str, here: int, h: int) -> bool:
    """Whether a fort can fire at a hex: in any direction, unless the scenario gives it an arc of
    fire, the hexes next to it through which it fires. [17.6.0-2]"""
    arc = game.scenario.special.get(ARCS, {}).get(name)
    if arc is None or here == h:
        return True
    first = game.board.line_choices(here, h)[1]
    return any(game.board.label(b) in arc for b in first)
