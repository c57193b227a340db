"""Coming into a hex: who was there last this turn, and what must be cleared. [8.4]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.decision import Procedure
from grognard.engine.record import replace
from grognard.systems.nextwar.movement import clearing
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES


def trodden(game: Nw, h: int, side: str) -> None:
    """A side was the last to enter a hex this turn. [8.4]"""
    status = game.state[HEXES][h]
    if (status.entered, status.entered_in) != (side, game.turn) and (
        status.control != side or status.entered_in == game.turn
    ):
        game.put(HEXES, h, replace(status, entered=side, entered_in=game.turn))


Alarm = Callable[[Nw, int, str], Procedure]
ALARMS: list[Alarm] = []
"""What happens when a side's ground units have come to a hex; higher chapters put it here."""


def raise_alarms(game: Nw, h: int, side: str) -> Procedure:
    """Let whoever is concerned know that somebody has come. [6.5.1.2-x1]"""
    for alarm in ALARMS:
        yield from alarm(game, h, side)


def arrive(game: Nw, names: tuple[str, ...], h: int, side: str) -> None:
    """Units have come to a hex to stay. [8.4] [8.4.1]"""
    trodden(game, h, side)
    clearing.begin(game, names, h, side)
