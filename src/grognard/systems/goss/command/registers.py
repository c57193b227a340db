"""What command asks of other chapters, and what it sets off in them.

A register that nobody has filled forbids nothing and does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.engine.refusal import Refusal
from grognard.systems.goss.scenario import Gs

SUPPLIES: list[Callable[[Gs, str, str], bool]] = []
"""Whether a GenS path leads from a headquarters to a unit where both stand. [9.6.0]"""
LINKS: list[Callable[[Gs, str, str], bool]] = []
"""Whether a GenS path of any length does. [9.7.0]"""
STARVES: list[Callable[[Gs, Iterable[str]], None]] = []
"""Units are out of supply at once, for their headquarters has too many. [9.3.1] [9.3.2]"""
DEPOSED: list[Callable[[Gs, str], None]] = []
"""A battalion leads its battle group no longer: what it has on hand. [9.3.3a] [15.5.1a]"""
FORBIDS: list[Callable[[Gs, str, str], Refusal | None]] = []
"""What else keeps a unit from going under a headquarters: refit. [22.4.0]"""

UNASSIGNED: list[Callable[[Gs, str], Refusal | None]] = []
"""Why no unit may be assigned to a formation in place of a lost one: refit. [22.4.1(2)]"""


def supplies(game: Gs, hq: str, name: str) -> bool:
    """Whether a headquarters could supply a unit. [9.6.0]"""
    return all(could(game, hq, name) for could in SUPPLIES)


def linked(game: Gs, hq: str, name: str) -> bool:
    """Whether a path of any length leads from a headquarters to a unit. [9.7.0]"""
    return all(is_linked(game, hq, name) for is_linked in LINKS)
