"""What a supply path pays for each step, by the map and by what stands on it. [15.2.1]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from grognard.board.kernel import Steps
from grognard.kit.ways import POINT
from grognard.systems.goss.charts import ALL, PROHIBITED
from grognard.systems.goss.ground import (
    GOOD_ROADS,
    GREAT,
    MAJOR,
    PRIMARY,
    RIVER,
    SECONDARY,
    STREAM,
    TRAIL,
    Ground,
)
from grognard.systems.goss.units import LEG, MECH

HQ_PATH, MECH_PATH, LEG_PATH = "HQ", "Mech", "Leg"
KINDS = (HQ_PATH, MECH_PATH, LEG_PATH)
"""Paths between headquarters [15.2.2] and those to units, in either class. [15.2.3]"""
ROAD_COSTS = {PRIMARY: POINT // 3, SECONDARY: POINT // 2}
"""What a hex of good road costs a Mech path. [15.2.1a]"""
BETTER = {TRAIL: SECONDARY, SECONDARY: PRIMARY, PRIMARY: PRIMARY}
"""What road crews make of roads. [17.7.2]"""
FERRIED_RIVER, FERRIED_MAJOR = POINT, 3 * POINT
"""What rivers cost where engineers ferry. [15.2.1b]"""


class Way(NamedTuple):
    """How a path is traced: of which kind; in frost [19.4.4]; over dry ground [15.2.2]; and along
    primary and secondary roads only. [15.2.6]"""

    kind: str
    frozen: bool = False
    dry: bool = True
    good_roads: bool = False


@dataclass(frozen=True)
class Lay:
    """Bridges that are down, and those that were built with the road they carry, by hexside; where
    fortified areas are ruined. [17.3.1]"""

    down: frozenset[int] = frozenset()
    built: Mapping[int, str] = field(default_factory=dict)

    def hexes(self, ground: Ground) -> Iterator[int]:
        """The hexes whose steps are not those of the printed map."""
        for key in {*self.down, *self.built}:
            yield from ground.side_hexes(key)


@dataclass(frozen=True)
class Help:
    """What engineers of a side do for its supply: the hexsides of streams and rivers, and those of
    major rivers, over which they ferry [15.2.1b]; the hexes in which they improve roads. [17.7.2]
    """

    ferries: frozenset[int] = frozenset()
    great_ferries: frozenset[int] = frozenset()
    crews: frozenset[int] = frozenset()

    def hexes(self, ground: Ground, other: Help) -> Iterator[int]:
        """The hexes whose steps differ under another help."""
        for key in (self.ferries ^ other.ferries) | (self.great_ferries ^ other.great_ferries):
            yield from ground.side_hexes(key)
        for h in self.crews ^ other.crews:
            yield h
            yield from ground.board.around(h)


NO_HELP = Help()
AS_PRINTED = Lay()


@dataclass(frozen=True)
class Prices:
    """The steps of one way over a map. [15.2.1]"""

    ground: Ground
    lay: Lay
    help: Help
    way: Way

    @property
    def cls(self) -> str:
        """The class that pays. [15.2.2] [15.2.3]"""
        return LEG if self.way.kind == LEG_PATH else MECH

    def out(self, a: int) -> tuple[tuple[int, int], ...]:
        """The steps out of a hex."""
        found = ((b, self.price(a, b)) for b in self.ground.board.around(a))
        return tuple((b, cost) for b, cost in found if cost is not None)

    def price(self, a: int, b: int) -> int | None:
        """What it costs to enter a hex from another, in twelfths; None if a path may not. The
        night and enemies beside it cost nothing. [15.2.1(4)] [15.2.1(5)]"""
        by_road, across = self.by_road(a, b), self.across(a, b)
        costs = [cost for cost in (by_road, across) if cost is not None]
        return min(costs, default=None)

    # ---- by road

    def road(self, a: int, b: int) -> str:
        """The road between two hexes whose bridge stands, as crews have made it. [7.10.2] [17.7.2]

        A printed bridge keeps its road. [17.7.1]
        """
        ground = self.ground
        road, key = ground.road(a, b), ground.side_key(a, b)
        if ground.water(a, b):
            if key in self.lay.built:
                return road or self.lay.built[key]
            return "" if key in self.lay.down and not ground.ford(a, b) else road
        return BETTER[road] if road and b in self.help.crews else road

    def by_road(self, a: int, b: int) -> int | None:
        """Along a road: a third or half a point a hex for Mech paths [15.2.1a], as on the march for
        Leg ones; headquarters' paths take no trails. [15.2.2]"""
        road = self.road(a, b)
        good = road in GOOD_ROADS
        if not road or ((self.way.good_roads or self.way.kind == HQ_PATH) and not good):
            return None
        if self.cls == MECH and good:
            return ROAD_COSTS[road]
        return self.ground.row(f"{road} road" if good else road, self.cls).points

    # ---- across country

    def across(self, a: int, b: int) -> int | None:
        """Off the roads: what the class pays, where it may go at all; headquarters' paths only into
        clear terrain, while it is dry. [15.2.1a] [15.2.1b] [15.2.2]"""
        way, ground = self.way, self.ground
        if way.good_roads or (way.kind == HQ_PATH and not (way.dry and ground.clear[b])):
            return None
        narrow = any(ground.constricted[h] or ground.embanked[h] for h in (a, b))
        costs = [ground.to_enter(self.cls, way.frozen)[b]]
        if narrow:
            costs.append(ground.row("constricted", self.cls))
        if any(cost.word in (PROHIBITED, ALL) for cost in costs):
            return None
        water = self.water(a, b)
        return None if water is None else sum(cost.points for cost in costs) + water

    def water(self, a: int, b: int) -> int | None:
        """What the watercourse between two hexes costs on top; None if it bars the path.

        Mech paths cross rivers by bridge or ford alone. [15.2.1a] Leg paths pay as on the march, or
        less where engineers ferry: nothing for a stream, one for a river, three for a major river,
        which they do not cross otherwise. Nobody ferries over a great river. [15.2.1b] [15.2.1b(b)]
        """
        ground, key = self.ground, self.ground.side_key(a, b)
        water = ground.water(a, b)
        if not water:
            return 0
        if key in self.lay.built or (key in ground.bridges and key not in self.lay.down):
            return ground.row("bridge", self.cls).points
        if ground.ford(a, b):
            return ground.row("ford", self.cls).points
        if self.cls == LEG:
            if water in (STREAM, RIVER) and key in self.help.ferries:
                return 0 if water == STREAM else FERRIED_RIVER
            if water == MAJOR and key in self.help.great_ferries:
                return FERRIED_MAJOR
        if water in (MAJOR, GREAT) or (water == RIVER and self.cls == MECH):
            return None
        return ground.row(water, self.cls).points


Nearby = tuple[frozenset[int], frozenset[int], frozenset[int], tuple[str, ...]]
"""What bridges and engineers do to the steps out of a hex."""


def out_of(prices: Prices, a: int) -> tuple[tuple[int, int], ...]:
    """The steps out of a hex, worked out once for each way in which bridges and engineers lie
    around it."""
    ground, lay, help = prices.ground, prices.lay, prices.help
    sides, around = ground.rim[a]
    built = tuple(f"{key} {lay.built[key]}" for key in sides if key in lay.built)
    near: Nearby = (
        sides & help.ferries | {-1 - key for key in sides & help.great_ferries},
        around & help.crews, sides & lay.down, built,
    )  # fmt: skip
    known: dict[tuple[int, Nearby], tuple[tuple[int, int], ...]]
    known = ground.once(("supply steps out", prices.way), dict)
    if (a, near) not in known:
        known[a, near] = prices.out(a)
    return known[a, near]


def printed_steps(ground: Ground, way: Way) -> Steps:
    """The steps of a way over the map as it is printed, worked out once. [15.2.1]"""

    def compute() -> Steps:
        prices = Prices(ground, AS_PRINTED, NO_HELP, way)
        return Steps(prices.out(h) for h in range(ground.board.n))

    return ground.once(("supply steps", way), compute)


def steps(ground: Ground, lay: Lay, help: Help, way: Way) -> Steps:
    """The steps of a way: what bridges and engineers alter is altered on those of the map.
    [15.2.1]"""
    prices, printed = Prices(ground, lay, help, way), printed_steps(ground, way)
    changed = {*help.hexes(ground, NO_HELP), *lay.hexes(ground)}
    return printed.altered({h: out_of(prices, h) for h in changed}) if changed else printed
