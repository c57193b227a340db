"""What inactive units may do in a lull: little, and in the AM. [24.2.1] [24.2.2]"""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.systems.goss.pieces.chain import superior
from grognard.systems.goss.pieces.quiet import against_activity, inactive
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import AM, Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.words import called

MOST_ASSAULTS = 2
"""How many tactical assaults an inactive formation makes in an AM GT. [24.2.2]"""


def against_moving(game: Gs, name: str) -> Refusal | None:
    """Inactive units move in the AM only, and never in an Exploit Phase. [24.2.0] [24.2.1]"""
    exploits = game.segment.kind in phases.EXPLOITS
    if (not exploits and period(game) == AM) or not inactive(game, name):
        return None
    if exploits:
        return Refusal("24.2.1", f"{called(game, name)} is inactive in a lull: it does not exploit")
    return against_activity(game, name, "24.2.1")


def against_assaulting(game: Gs, name: str) -> Refusal | None:
    """An inactive formation makes two tactical assaults, in the AM only. [24.2.2]"""
    if not inactive(game, name):
        return None
    late = against_activity(game, name, "24.2.2")
    if late is not None:
        return late
    unit, hq, side = unit_of(game, name), superior(game, name), counter_of(game, name).side
    marked = {
        unit_of(game, n).hex
        for n in on_map(game, side)
        if unit_of(game, n).ta and superior(game, n) == hq and inactive(game, n)
    }
    if unit.hex in marked or len(marked) < MOST_ASSAULTS:
        return None
    text = f"the formation of {called(game, name)} is inactive: {MOST_ASSAULTS} assaults at most"
    return Refusal("24.2.2", text)
