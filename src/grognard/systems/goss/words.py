"""What counters are called."""

from __future__ import annotations

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS


def called(game: Gs, name: str) -> str:
    """A counter, a leader or an army by its name; what is none of them as it was said."""
    scenario = game.scenario
    if name in game.state[UNITS] or name in scenario.counters:
        return scenario.counters[name].name
    leader = scenario.leaders.get(name)
    return leader.name if leader is not None else name
