"""Enhanced construction: hedgehogs beyond the first level take engineers and more. [21.11a]"""

from __future__ import annotations

from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TOKENS


def hedgehog_tokens(game: Ocs, level: int) -> int:
    """What building a hedgehog up to a level costs, in tokens. [21.11a]

    By the option a level beyond the first costs a Supply Point more than its number.
    """
    if game.options["big-hogs"] == "on" and level > 1:
        return (level + 1) * TOKENS
    return cost_of(game.scenario.tables, "hedgehog")


def hedgehog_needs_engineers(game: Ocs, level: int) -> bool:
    """Whether a level takes an Engineer-Capable unit: by the option all but the first. [21.11a]"""
    return game.options["big-hogs"] == "on" and level > 1
