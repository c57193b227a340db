"""Disorganisation: tests, effect and recovery. [5.6]"""

from __future__ import annotations

from grognard.systems.wb95.scenario import Wb


def disorganise(game: Wb, name: str, rule: str) -> None:
    """Mark a unit as disorganised. [5.6.1a]"""


def test(game: Wb, name: str, rule: str) -> bool:
    """Roll one disorganisation test for a unit; whether it became disorganised. [5.6.2]"""
    return False


def disturb(game: Wb, name: str) -> None:
    """A disorganised unit moved, attacked or was attacked: its recovery begins anew. [5.6.5]"""


def recover(game: Wb) -> None:
    """At the end of a phase, take the marker off units that have rested long enough. [5.6.5]"""
