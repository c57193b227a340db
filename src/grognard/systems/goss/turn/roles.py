"""Who acts: the active and the inactive player. [3.2.1]"""

from __future__ import annotations

from grognard.kit.turn import played
from grognard.systems.goss.scenario import ALLIED, AXIS, SIDES, Gs
from grognard.systems.goss.turn.calendar import ena_first

ACTIVE, INACTIVE = "active", "inactive"
"""The roles of a player turn. [3.2.1]"""
ENA_FIRST, ENA_SECOND = "ena-first", "ena-second"
"""The roles of an ENA period. [3.4.1]"""
BOTH = (ALLIED, AXIS)
"""Both act at once, in the joint phases. [3.3.1]"""


def side_of(game: Gs, role: str) -> str:
    """Who has a role now. [3.2.1] [3.4.1]"""
    if role == ENA_FIRST:
        return ena_first(game)
    if role == ENA_SECOND:
        return other(ena_first(game))
    return role


def other(side: str) -> str:
    """The opponent."""
    return SIDES[1] if side == SIDES[0] else SIDES[0]


def active(game: Gs) -> str:
    """The active player; nobody in joint phases. [3.2.1]"""
    segment = played(game)
    return segment.side(game, ACTIVE) if segment.part.cast else ""


def inactive(game: Gs) -> str:
    """The inactive player; nobody in joint phases. [3.2.1]"""
    found = active(game)
    return other(found) if found else ""
