"""What an assault sets off in other chapters: they fill these registers, or leave them empty."""

from __future__ import annotations

from collections.abc import Callable

from grognard.systems.goss.assault.battle import Assault, Outcome
from grognard.systems.goss.scenario import Gs

SURRENDERS: list[Callable[[Gs, str], bool]] = []
"""A surrender check of an isolated unit OoS: whether it surrenders. [15.7.1] [13.5.1]"""
DEMOLISHES: list[Callable[[Gs, tuple[str, ...], int, int], bool]] = []
"""Engineers try a hasty demolition of the bridge between two hexes: whether it is gone. [17.3.2b]
[13.5.6a]"""
COLLAPSES: list[Callable[[Gs, str, int, int], bool]] = []
"""A unit is about to use the bridge between two hexes: whether it collapses. [17.3.2a]
[13.5.6b] [13.11.5]"""
FOUGHT: list[Callable[[Gs, Assault, Outcome], None]] = []
"""What follows when an assault is over, as the training of green troops. [4.5.1]"""


def collapses(game: Gs, name: str, a: int, b: int) -> bool:
    """Whether a bridge breaks under a unit. [17.3.2a]"""
    return any(broken(game, name, a, b) for broken in COLLAPSES)
