"""Field fortifications and fixed positions. [7.0]"""

from __future__ import annotations

from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES


def dug_in(game: Wb, h: int) -> bool:
    """Whether the hex has a field fortification of the side that holds it. [7.1.1]"""
    return bool(game.state[HEXES][h].fortified)


def fixed(game: Wb, h: int) -> bool:
    """Whether the hex belongs to a fixed position. [7.2.1]"""
    return h in game.scenario.fixed_positions


def fortified(game: Wb, h: int) -> bool:
    """Whether units in the hex are in any fortification. [7.1.11] [7.2.5]"""
    return dug_in(game, h) or fixed(game, h)


def clear_abandoned(game: Wb) -> None:
    """At the end of a phase, remove field fortifications without a unit. [7.1.5]"""
