"""What falls to whoever comes into a hex, be it only on his way. [15.8.0]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.supply.depots import lost_depots


def depots_fall(game: Gs, names: Sequence[str], h: int) -> None:
    """A depot that enemies enter is gone at once. [15.8.0]"""
    lost_depots(game)


def take_control(game: Gs, names: Sequence[str], h: int) -> None:
    """A place is held by the side that came there last: so scenarios count it."""
    side, status = counter_of(game, names[0]).side, game.state[HEXES].get(h)
    counts = bool(game.scenario.ground.population[h]) or (status is not None and status.control)
    if counts and (status is None or status.control != side):
        game.put(HEXES, h, replace(status or HexStatus(), control=side))
