"""What the sky does to those who look and fly: one row of the table for each condition. [19.3.0]"""

from __future__ import annotations

from fractions import Fraction

from grognard.systems.goss import charts
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import OVR, POVR, STORM
from grognard.systems.goss.turn.calendar import weather

UNLIMITED = 99
"""The sky sets no limit. [19.3.1]"""


def _row(game: Gs, column: str) -> str:
    return charts.word(game.scenario.tables, "atmosphere", weather(game).atmosphere, column)


def sight(game: Gs) -> int:
    """How far units on the ground can see through the sky: two hexes under an overcast, one in a
    storm. [19.3.1] [19.3.2] [19.3.3] [19.3.4]"""
    return int(_row(game, "los") or UNLIMITED)


def effective_points(game: Gs, points: int) -> int:
    """What so many air points are worth today: half in partial overcast, a quarter in overcast,
    the sum rounded down; nothing in a storm. [19.3.2] [19.3.3] [19.3.4]"""
    return int(points * Fraction(_row(game, "ap_share")))


def air_sight(game: Gs) -> int:
    """How many hexes observers in the air see: six, three in partial overcast, none below a closed
    sky. [19.3.1] [19.3.2] [19.3.3] [19.3.4]"""
    return int(_row(game, "air_observation") or 0)


def mission_error(game: Gs) -> int:
    """What the sky adds to a roll for mission error. [19.3.2] [19.3.3]"""
    return int(_row(game, "mission_error") or 0)


def drop_error(game: Gs) -> int:
    """What the sky adds when supplies are dropped. [19.3.2]"""
    return 1 if weather(game).atmosphere == POVR else 0


def deep_missions_fly(game: Gs) -> bool:
    """Whether supplies can be dropped or interdicted at all: not in overcast, not in a storm.
    [19.3.3] [19.3.4]"""
    return weather(game).atmosphere not in (OVR, STORM)


def ships_fire(game: Gs) -> bool:
    """Whether naval gunfire is to be had: not in a storm. [19.3.4]"""
    return weather(game).atmosphere != STORM
