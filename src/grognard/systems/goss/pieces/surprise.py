"""Surprise GTs: the scenario says who surprises whom, when, and what comes of it. [11.4.1e]

Without a word of the scenario there is no surprise. What it may name is what the end of a lull
does, and that the guns of the surprised do not fire at all.
"""

from __future__ import annotations

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other

KEY = "surprise"
"""Where a scenario says it, among what is special to it."""
UNOBSERVED, HALVED, CALM, SILENT, SHIFT = "unobserved", "halved", "calm", "silent", "shift"
"""Guns fire at what nobody observes; those of the surprised count half, have no intensive fire, or
do not fire; assaults have a shift."""
EFFECTS = (UNOBSERVED, HALVED, CALM, SILENT, SHIFT)


def surprises(game: Gs, side: str, effect: str) -> bool:
    """Whether a side surprises the other in this GT, with such an effect. [11.4.1e]"""
    return any(
        row["turn"] == game.turn and row["by"] == side and effect in row["effects"]
        for row in game.scenario.special.get(KEY, ())
    )


def surprised(game: Gs, side: str, effect: str) -> bool:
    """Whether a side is surprised in this GT, with such an effect. [11.4.1e]"""
    return surprises(game, other(side), effect)
