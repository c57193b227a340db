"""What leaders ask of other chapters."""

from __future__ import annotations

from collections.abc import Callable

from grognard.systems.goss.scenario import Gs

LINKS: list[Callable[[Gs, str, int, int], bool]] = []
"""Whether a GenS path of any length of a side leads from a hex to another. [23.1.0-2]"""
SUPPLIES: list[Callable[[Gs, str, str], bool]] = []
"""Whether a GenS path, extended or not, leads from a headquarters to a unit. [23.2.0]"""


def linked(game: Gs, side: str, a: int, b: int) -> bool:
    """Whether a path of any length leads from a hex to another. [23.1.0-2]"""
    return a == b or all(leads(game, side, a, b) for leads in LINKS)


def supplies(game: Gs, hq: str, name: str) -> bool:
    """Whether a headquarters could supply a unit. [23.2.0]"""
    return hq == name or all(could(game, hq, name) for could in SUPPLIES)
