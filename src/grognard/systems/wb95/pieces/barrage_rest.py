"""Guns at rest: what firing a barrage keeps them from afterwards. [6.5.5] [6.5.6]"""

from __future__ import annotations

from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb

MOVEMENT_AFTER = 1
"""How many phases after a barrage the Movement Phase of the same player comes. [6.5.5]"""
COMBATS_AFTER = (2, 8)
"""How many phases after it the next two Combat Phases come, his own and the enemy's. [6.5.6]"""


def may_move_after_barrage(game: Wb, name: str) -> bool:
    """Guns that fired a barrage do not move in the Movement Phase that follows it. [6.5.5]"""
    fired = unit_of(game, name).barraged
    return fired < 0 or game.serial != fired + MOVEMENT_AFTER


def may_support_after_barrage(game: Wb, name: str) -> bool:
    """Guns that fired a barrage support nobody in the next two Combat Phases. [6.5.6]

    A ranged attack of their own is not support, and stays allowed.
    """
    fired = unit_of(game, name).barraged
    return fired < 0 or game.serial - fired not in COMBATS_AFTER


def may_fire_after_barrage(game: Wb, name: str) -> bool:
    """By the option guns do not fire on their own account either in those two phases. [6.5.6]"""
    return game.options["barrage-rest"] == "support" or may_support_after_barrage(game, name)
