"""What fire from guns or from the air does to a hex. [6.4.2d] [8.2.6]"""

from __future__ import annotations

from grognard.engine.decision import Procedure, nothing
from grognard.systems.wb95.results import SideResult
from grognard.systems.wb95.scenario import Wb


def suffer(game: Wb, h: int, result: SideResult, rule: str) -> Procedure:
    """The units of a hex take a fire result; their owner chooses who bears the losses. [5.1.8]"""
    return nothing()


def terrain_shelter(game: Wb, h: int) -> int:
    """Twice the terrain modifiers of a hex, which come off the strength of fire. [6.4.2b] [8.2.7]"""
    return 0
