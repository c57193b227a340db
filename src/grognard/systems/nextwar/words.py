"""What counters are called. [2.3.4]"""

from __future__ import annotations

from grognard.systems.nextwar.scenario import Nw


def called(game: Nw, name: str) -> str:
    """A counter by its name; what is none as it was written."""
    scenario = game.scenario
    sheets = (scenario.counters, scenario.helicopters, scenario.ships, scenario.aircraft)
    return next((sheet[name].name for sheet in sheets if name in sheet), name or "''")
