"""Who holds the places that count: whoever was there last. [3.3.4]"""

from __future__ import annotations

from grognard.systems.goss.movement.places import take
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES


def keeper(game: Gs, h: int) -> str:
    """Who holds a hex: who is there, or was last, or held it from the start; nobody if it was never
    said. [3.3.4]"""
    status = game.state[HEXES].get(h)
    return holder(game, h) or (status.control if status is not None else "")


def occupied(game: Gs) -> None:
    """Whoever stands in a place that counts holds it, however he came there. [3.3.4]"""
    for h in sorted(game.scenario.terms.places):
        side = holder(game, h)
        if side:
            take(game, h, side)
