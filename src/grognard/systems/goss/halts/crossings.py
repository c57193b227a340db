"""Roads and bridges as they are now. [7.10.2] [17.3.1]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.systems.goss.ground import Ground
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEXES, PRINTED
from grognard.systems.goss.turn.moments import this_phase

BOTTLENECK = 13
"""How many Mech units cross a bridge by road in a phase. [7.10.2a]"""


@dataclass(frozen=True)
class Lay:
    """How the land lies: bridges that are down, those that were built and the road they carry,
    those that nobody crosses by road any more in this phase, and ruined fortified areas."""

    down: frozenset[int] = frozenset()
    built: Mapping[int, str] = field(default_factory=dict)
    full: frozenset[int] = frozenset()
    ruined: frozenset[int] = frozenset()


def lay(game: Gs) -> Lay:
    """How the land lies now. [7.10.2] [7.10.2a]"""
    return game.cached(("lay",), (BRIDGES.name, HEXES.name, "clock"), lambda: _lay(game))


def _lay(game: Gs) -> Lay:
    bridges, ground = game.state[BRIDGES].items(), game.scenario.ground
    narrow = game.options["bridge-bottlenecks"] == "on"
    return Lay(
        frozenset(k for k, one in bridges if not one.stands and k in ground.bridges),
        {
            k: one.road
            for k, one in bridges
            if one.stands and (k not in ground.bridges or one.kind != PRINTED)
        },
        frozenset(
            k for k, one in bridges
            if narrow and one.crossed >= BOTTLENECK and this_phase(game, one.crossed_at)
        ),
        frozenset(h for h, status in game.state[HEXES].items() if status.ruined),
    )  # fmt: skip


def road_now(ground: Ground, now: Lay, a: int, b: int) -> str:
    """The road between two hexes that can be used: its bridge stands, or there is a ford.
    [7.10.2]"""
    slot = ground.slot(a, b)
    road = ground.roads[slot]
    if not ground.waters[slot]:
        return road
    key = ground.side_key(a, b)
    if key in now.built:
        return road or now.built[key]
    return "" if key in now.down and not ground.ford(a, b) else road


def bridged_now(ground: Ground, now: Lay, a: int, b: int) -> bool:
    """Whether a bridge stands between two hexes: wherever a road crosses water, unless it is a
    ford or the bridge is down. [7.10.2] [17.3.1]"""
    key = ground.side_key(a, b)
    if key in now.built:
        return True
    return key in ground.bridges and key not in now.down and not ground.ford(a, b)


def road(game: Gs, a: int, b: int) -> str:
    """The road between two hexes that can be used now. [7.10.2]"""
    return road_now(game.scenario.ground, lay(game), a, b)


def bridged(game: Gs, a: int, b: int) -> bool:
    """Whether a bridge stands between two hexes now. [7.10.2]"""
    return bridged_now(game.scenario.ground, lay(game), a, b)
