"""Control of hexes: by occupation and by zone of control. [4.3]

At the start the scenario says who controls what [4.3.1]. After that control changes only at the end
of a Supply Phase, and only the player whose phase it is can gain any.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.wb95.pieces.stacks import exerters, holder, stacks, zones
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.status import HEXES, NEUTRAL, HexStatus


class Domains(Kept):
    """Which hexes each side controls, as an index: 1 where it does."""

    name = "domains"

    follows = (HEXES.name,)

    def __init__(self, scenario: Wb95Scenario) -> None:
        self.own = {side: bytearray(scenario.board.n) for side in scenario.sides}

    def rebuild(self, state: State) -> None:
        """Look at every hex."""
        for side, own in self.own.items():
            own[:] = bytes(len(own))
            for h, status in state[HEXES].items():
                own[h] = status.control == side

    def change(self, name: str, key: int, old: HexStatus | None, new: HexStatus | None) -> None:
        """Follow one hex."""
        for side, own in self.own.items():
            own[key] = new is not None and new.control == side

    def content(self) -> Any:
        """The hexes of each side, for comparison."""
        return {side: bytes(own) for side, own in self.own.items()}


def controller(game: Wb, h: int) -> str:
    """The side that controls a hex, or nobody."""
    return game.state[HEXES][h].control


def settle(game: Wb, side: str, fed: Collection[str]) -> None:
    """Settle control as a side's Supply Phase ends; `fed` are its supplied units. [2.2.P6c]"""
    gained: list[str] = []
    contested: list[str] = []
    for h in _open_to_change(game, side):
        status, now = game.state[HEXES][h], claim(game, side, h, fed)
        if now is None or now == status.control:
            continue
        game.put(HEXES, h, replace(status, control=now))
        (contested if now == NEUTRAL else gained).append(game.board.label(h))
    if gained or contested:
        facts = {"side": side, "gained": gained, "contested": contested}
        game.emit(Event("control", "4.3.3", facts))


def _open_to_change(game: Wb, side: str) -> list[int]:
    """The hexes where a side can gain or deny control: those of its units and their zones.

    Left out is what is his already and nobody denies to him.
    """
    index = Domains.of(game)
    counts, enemy = zones(game).counts, game.scenario.other(side)
    near, threats, own = (
        np.frombuffer(numbers, dtype=kind).astype(np.bool_)
        for numbers, kind in (
            (counts[side], np.int16),
            (counts[enemy], np.int16),
            (index.own[side], np.uint8),
        )
    )
    near[list(stacks(game).held[side])] = True
    found: list[int] = (near & (threats | ~own)).nonzero()[0].tolist()
    return found


def claim(game: Wb, side: str, h: int, fed: Collection[str]) -> str | None:
    """Who controls a hex now that a side's Supply Phase ends; None where nothing changes.

    Zones of control take hexes only if they are those of supplied units, `fed`, which never
    surrender. [4.1.6] [4.3.5]
    """
    enemy = game.scenario.other(side)
    here = holder(game, h)
    if here == side:
        return side  # whoever stands there, supplied or not [4.3.2]
    if here == enemy:
        return None  # no zone of control takes a hex from under a unit
    counts = zones(game).counts
    if counts[side][h] and counts[enemy][h]:
        return NEUTRAL  # supplied or not, either denies it to the other [4.3.6]
    return side if any(name in fed for name in exerters(game, h, side)) else None  # [4.3.3]
