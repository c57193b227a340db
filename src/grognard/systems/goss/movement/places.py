"""What falls to whoever comes into a hex, be it only on his way. [15.8.0]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.supply.bridgeheads import lost_bridgeheads
from grognard.systems.goss.supply.depots import lost_depots


def depots_fall(game: Gs, names: Sequence[str], h: int) -> None:
    """A depot or bridgehead that enemies enter is gone at once. [15.8.0] [15.9.0]"""
    lost_depots(game)
    lost_bridgeheads(game)


def take_control(game: Gs, names: Sequence[str], h: int) -> None:
    """A place is held by the side that came there last: so scenarios count it. [3.3.4]"""
    status = game.state[HEXES].get(h)
    counts = bool(game.scenario.ground.population[h]) or (status is not None and status.control)
    if counts or h in game.scenario.terms.places:
        take(game, h, counter_of(game, names[0]).side)


def take(game: Gs, h: int, side: str) -> None:
    """A side takes a place, unless it holds it; of those that count for victory it is told.
    [3.3.4]"""
    status = game.state[HEXES].get(h) or HexStatus()
    if status.control == side:
        return
    game.put(HEXES, h, replace(status, control=side, taken=game.turn))
    if h in game.scenario.terms.places:
        game.emit(Event("taken", "3.3.4", {"side": side, "hex": game.board.label(h)}))
