"""Registering: the names by which Gymnasium makes environments of games."""

from __future__ import annotations

import gymnasium

from grognard.library import scenario_ids

VERSION = "v0"
"""Numbers of this version never change their meaning; better ones come under another."""
ENTRY = "grognard.envs.gymnasium_face:GrognardEnv"
ANY = f"grognard/Game-{VERSION}"


def id_of(scenario: str) -> str:
    """The id of a scenario's environment."""
    return f"grognard/{scenario.replace('/', '-')}-{VERSION}"


def ids() -> list[str]:
    """Every id: that of any game first."""
    return [ANY, *(id_of(scenario) for scenario in scenario_ids())]


def register() -> None:
    """Tell Gymnasium of them, once."""
    known = gymnasium.registry
    if ANY not in known:
        gymnasium.register(ANY, ENTRY)
    for scenario in scenario_ids():
        if id_of(scenario) not in known:
            gymnasium.register(id_of(scenario), ENTRY, kwargs={"scenario": scenario})
