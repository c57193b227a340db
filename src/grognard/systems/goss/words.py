"""What counters are called."""

from __future__ import annotations

from grognard.systems.goss.counters import MARK
from grognard.systems.goss.scenario import Gs


def called(game: Gs, name: str) -> str:
    """A counter, a leader or an army by its name."""
    scenario = game.scenario
    if name in scenario.counters or MARK in name:
        return scenario.counters[name].name
    leader = scenario.leaders.get(name)
    return leader.name if leader is not None else name
