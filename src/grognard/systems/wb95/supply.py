"""Supply: lines, levels, surrender. [10.0]"""

from __future__ import annotations

from grognard.engine.decision import Procedure, nothing
from grognard.systems.wb95.scenario import Wb


def supply_phase(game: Wb, side: str) -> Procedure:
    """Trace supply, test for surrender, settle control, note bridge builders. [2.2.P6a]"""
    return nothing()


def raise_level(game: Wb, name: str, steps: int, rule: str) -> None:
    """Raise the level of a unit that is out of supply; a supplied unit has none. [10.2.5]"""
