"""What counters and sides are called at the table."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from grognard.systems.goss.words import called as called


def names(game: Gs) -> Mapping[str, str]:
    """The name of every counter and leader in play."""
    found = {name: called(game, name) for name in game.state[UNITS]}
    return found | {name: leader.name for name, leader in game.scenario.leaders.items()}


def title(game: Gs, side: str) -> str:
    """What a side is called."""
    return game.scenario.titles.get(side, side.title())
