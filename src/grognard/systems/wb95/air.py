"""Air units: secret missions, air combat, and what the missions do. [8.0]"""

from __future__ import annotations

from grognard.engine.decision import Procedure, nothing
from grognard.systems.wb95.scenario import Wb


def air_phase(game: Wb) -> Procedure:
    """Both players assign missions in secret; then air combat, then what is due now. [2.2.P1]"""
    return nothing()


def offensive_missions(game: Wb, side: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """A side's missions that can support an attack or ranged fire on these hexes. [8.2.2] [8.2.3]"""
    return ()


def defensive_missions(game: Wb, side: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """A side's missions that can support the defence of these hexes. [8.2.4]"""
    return ()


def spend(game: Wb, missions: tuple[str, ...]) -> None:
    """Missions that have supported a battle are used up. [8.1.3]"""


def disruption_at(game: Wb, h: int, side: str) -> int:
    """How many missions disrupt the movement of a side in a hex. [8.2.13] [8.2.15]"""
    return 0


def crossing_fire(game: Wb, name: str, h: int) -> None:
    """Attacks on a unit that has crossed a big river without a bridge into a hex. [8.2.19]"""


def expire(game: Wb) -> None:
    """At the end of a phase, end the missions whose time is over."""
