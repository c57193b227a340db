"""What no line of communication passes, for either game. [13.1.3] [19.2-p1]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.sequence import CLOCK
from grognard.systems.nextwar.pieces.stacks import stacks
from grognard.systems.nextwar.pieces.zones import zone_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES, SITES, WAR
from grognard.systems.nextwar.units import UNITS

MAPS = (
    UNITS.name, HEXES.name, BRIDGES.name, SITES.name, WAR.name, CLOCK.name, "seas", "airlift",
)  # fmt: skip
"""Everything that lines depend on."""

Rulers = Callable[[Nw, int], list[str]]
SHORES: list[Rulers] = []
"""Who controls the Inshore Boxes of a hex, nobody being an empty word; the chapter on ships puts
it here. [7.2]"""


def watched(game: Nw, side: str) -> frozenset[int]:
    """The hexes that enemies hold, or that lie in their zones without a friend in them.

    [13.1.3] [19.2-p1] [19.7.1]
    """

    def compute() -> frozenset[int]:
        enemy = game.scenario.other(side)
        own = stacks(game).held[side]
        zone = (h for h in zone_of(game, enemy) if h not in own)
        return frozenset(stacks(game).held[enemy]) | frozenset(zone)

    return game.cached(("watched", side), (UNITS.name, HEXES.name, CLOCK.name), compute)


def shore(game: Nw, h: int) -> list[str]:
    """Who controls the sea off a hex, box by box; nothing, where there is no sea. [7.2]"""
    return [side for rulers in SHORES for side in rulers(game, h)]
