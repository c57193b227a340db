"""What movement asks of other chapters, and what it sets off in them.

A register that nobody has filled forbids nothing and does nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Questions
from grognard.systems.goss.scenario import Gs

BARRED: list[Callable[[Gs, str], Refusal | None]] = []
"""Why a unit may not move at all: lulls, refit, army reserve. [24.2.0] [25.0]"""
UNREPLACED: list[Callable[[Gs, str], Refusal | None]] = []
"""Why a unit may not get, give or return with steps in this GT: lulls. [24.2.4]"""
TRACES: list[Callable[[Gs, str, int], bool]] = []
"""Whether a unit could trace supply from a hex. [7.7.5] [15.2.0] [15.5.0]"""
MECH_TRACES: list[Callable[[Gs, str], bool]] = []
"""Whether a unit can trace a Mech GenS path to its headquarters where it stands. [7.12.2]"""
OBSERVED: list[Callable[[Gs, str, int, str], bool]] = []
"""Whether a ground unit of a side observes a hex into which a unit, named last, moves. [5.5.4]
[7.6.2] [8.2.3]"""
LED: list[Callable[[Gs, str], int]] = []
"""The movement points that leaders give a unit. [23.2.1a]"""
Mishap = Callable[[Gs, tuple[str, ...], int, int, bool], Questions[bool | str]]
STEPPED: list[Mishap] = []
"""Units have entered a hex, for so many twelfths of MP, and by Mech road movement or not: whether
that ends their movement. Ground interdiction [20.3.2] and ground support. [5.3.4c] A rule in
place of a yes stops them there, and they may set out anew. [25.2.0]"""
TROD: list[Callable[[Gs, tuple[str, ...], int], None]] = []
"""Units have come into a hex, be it only on their way: depots that fall, control. [15.8.0]"""
ENTERED: list[Callable[[Gs, tuple[str, ...], int], None]] = []
"""Units have come to stay in a hex: works that are taken. [17.4.1f]"""


def traces(game: Gs, name: str, h: int) -> bool:
    """Whether a unit could trace supply from a hex. [7.7.5]"""
    return all(could(game, name, h) for could in TRACES)


def observed(game: Gs, side: str, h: int, name: str) -> bool:
    """Whether a ground unit of a side observes a unit that moves into a hex. [8.2.3]"""
    return any(sees(game, side, h, name) for sees in OBSERVED)


HOMEWARD: list[Callable[[Gs, str, int, int], bool]] = []
"""Whether a step from a hex to another leads a unit towards its source of supply. [3.5.3] [7.7.5]
[7.13.1]"""


def homeward(game: Gs, name: str, a: int, b: int) -> bool:
    """Whether a step leads a unit towards its source of supply. [7.7.5]"""
    return all(leads(game, name, a, b) for leads in HOMEWARD)
