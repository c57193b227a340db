"""Those of one side who bear the result of a battle, and what they have promised. [5.1.8]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP


@dataclass(frozen=True)
class Price:
    """Units that used an ability: if their side loses anything, they lose too. [15.1.7] [15.4.3]"""

    rule: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class Force:
    """The units of one side that bear the result of a battle.

    `origin` is the hex each fought from; `pinned` names the rule that keeps a unit from retreating;
    `prices` are what was promised for the use of abilities; `aside` are guns in other hexes than
    those that fight, which support them from there. [6.3.5]
    """

    side: str
    enemy: str
    units: tuple[str, ...]
    origin: Mapping[str, int]
    pinned: Mapping[str, str]
    prices: tuple[Price, ...]
    aside: tuple[str, ...] = ()

    def alive(self, game: Wb) -> tuple[str, ...]:
        """Those that are still on the map."""
        return tuple(name for name in self.units if unit_of(game, name).place == MAP)
