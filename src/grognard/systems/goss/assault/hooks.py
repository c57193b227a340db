"""What an assault sets off in other chapters: they fill these registers, or leave them empty."""

from __future__ import annotations

from collections.abc import Callable

from grognard.systems.goss.assault.battle import Assault, Outcome
from grognard.systems.goss.scenario import Gs

SURRENDERS: list[Callable[[Gs, str], bool]] = []
"""A surrender check of an isolated unit OoS: whether it surrenders. [15.7.1] [13.5.1]"""
FOUGHT: list[Callable[[Gs, Assault, Outcome], None]] = []
"""What follows when an assault is over, as the training of green troops. [4.5.1]"""
