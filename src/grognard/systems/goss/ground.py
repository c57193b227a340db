"""The ground: what the charts make of a board. [1.2.0] [7.2.0] [8.2.0]

Everything here follows from the board and the charts alone. What works, bridges, weather, night
and enemies do to it is worked out on top of it. A board says it in these words:

- the terrain of a hex is one of TERRAINS, or two of them joined as in `rough_forest`;
- places are a location, village, town or city upon it;
- areas are vantage_point, high_vantage_point (the attribute `sight` is the number beside it),
  constricted, embankment, sea, west_wall and others of FORTIFIED; the attributes `sector` and
  `weather` name the air sector and the weather zone, where there are several;
- hexsides are stream, river, major_river, great_river, ford; links primary, secondary, trail, rail
  and contour, the dashed line of constricted terrain. All roads of a hex meet in it, but where the
  attribute `apart` has their directions in groups. A bridge is wherever a road crosses water.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeVar

from grognard.board.board import Board
from grognard.engine.table import Table
from grognard.systems.goss.charts import PROHIBITED, Cost, movement_cost

CLEAR, WOODS, FOREST, ROUGH, ROUGH2 = "clear", "woods", "forest", "rough", "rough-2"
MARSH, SWAMP, SOFT, HEDGEROW, BOCAGE = "marsh", "swamp", "soft ground", "hedgerow", "bocage"
TERRAINS = (CLEAR, WOODS, FOREST, ROUGH, ROUGH2, MARSH, SWAMP, SOFT, HEDGEROW, BOCAGE)
SPELT = {"rough_2": (ROUGH2,), "soft_ground": (SOFT,)}
"""What is one word on a map and no two kinds of terrain."""
LOCATION, VILLAGE, TOWN, CITY = "location", "village", "town", "city"
POPULATION = (LOCATION, VILLAGE, TOWN, CITY)
"""Population features, from the least. [26.0-population]"""
STREAM, RIVER, MAJOR, GREAT = "stream", "river", "major river", "great river"
WATERS = (STREAM, RIVER, MAJOR, GREAT)
"""Watercourses, from the least. [26.0-rivers]"""
RIVERS = frozenset({RIVER, MAJOR, GREAT})
"""A stream is no river. [26.0-rivers]"""
PRIMARY, SECONDARY, TRAIL = "primary", "secondary", "trail"
ROADS = (PRIMARY, SECONDARY, TRAIL)
"""Roads, from the best; a railway is a trail. [26.0-roads] [26.0-railroads]"""
GOOD_ROADS = frozenset({PRIMARY, SECONDARY})
LINKS = {
    "primary": PRIMARY, "secondary": SECONDARY, "trail": TRAIL, "rail": TRAIL, "rail_multi": TRAIL,
}  # fmt: skip
"""What the links of a map are. [26.0-roads]"""
CONTOUR = "contour"
FORD = "ford"
VP, HVP = "VP", "HVP"
BLOCKING = frozenset({TOWN, CITY})
HVP_RANGE = 4
"""How far a high vantage point sees that has no number. [8.1.2d]"""
FORTIFIED = {"west_wall": "axis", "fortified_axis": "axis", "fortified_allied": "allied"}
"""The areas of fortified hexes, and whose they are. [17.5.0]"""
ALL_SECTORS = "all"
T = TypeVar("T")


@dataclass(frozen=True)
class Ground:
    """A board read through the charts."""

    board: Board
    tables: Mapping[str, Table]

    @cached_property
    def _found(self) -> dict[Hashable, Any]:
        return {}

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """What follows from the printed map alone: worked out once for all games on it."""
        if key not in self._found:
            self._found[key] = compute()
        found: T = self._found[key]
        return found

    # ---- hexes

    def _attribute(self, name: str) -> tuple[str, ...]:
        found = self.board.attributes.get(name)
        return found if found is not None else ("",) * self.board.n

    def _area(self, name: str) -> tuple[bool, ...]:
        found = set(self.board.areas.get(name, ()))
        return tuple(h in found for h in range(self.board.n))

    @cached_property
    def terrains(self) -> tuple[tuple[str, ...], ...]:
        """The terrain of each hex, one kind or several: wet ground goes with any other.
        [26.0-soft-marsh-swamp]"""
        return tuple(kinds_of(ground) for ground in self.board.terrain)

    @cached_property
    def population(self) -> tuple[str, ...]:
        """The population feature of each hex, the greatest of several. [26.0-population]"""
        places = [""] * self.board.n
        rank = ("", *POPULATION).index
        for place in self.board.places.values():
            if place.kind in POPULATION:
                for h in place.hexes:
                    places[h] = max(places[h], place.kind, key=rank)
        return tuple(places)

    @cached_property
    def clear(self) -> tuple[bool, ...]:
        """Whether a hex is clear, and so may be used as a road in the dry. [7.10.0]"""
        return tuple(kinds == (CLEAR,) for kinds in self.terrains)

    @cached_property
    def constricted(self) -> tuple[bool, ...]:
        """Constricted terrain. [6.4.0] [7.11.1]"""
        return self._area("constricted")

    @cached_property
    def embanked(self) -> tuple[bool, ...]:
        """Railway embankments, which are constricted for movement only. [7.11.4]"""
        return self._area("embankment")

    @cached_property
    def closed_to_guns(self) -> list[int]:
        """The hexes that guns do not enter off the road. [7.11.1] [7.11.4]"""
        narrow = zip(self.constricted, self.embanked, strict=True)
        return [h for h, (tight, embanked) in enumerate(narrow) if tight or embanked]

    @cached_property
    def contours(self) -> Mapping[tuple[int, int], frozenset[str]]:
        """The dashed lines of constricted terrain that run from a hex to its neighbour, by their
        names. [7.11.2]"""
        found: dict[tuple[int, int], set[str]] = {}
        for course in self.board.courses:
            if course.kind == CONTOUR:
                for a, b in course.pairs:
                    found.setdefault((a, b), set()).add(course.name)
                    found.setdefault((b, a), set()).add(course.name)
        return {pair: frozenset(names) for pair, names in found.items()}

    def along_contour(self, a: int, b: int) -> frozenset[str]:
        """The dashed lines between two neighbours; one that has no name is called so. [7.11.2]"""
        named = self.contours.get((a, b), frozenset())
        return named or frozenset([CONTOUR] if self.board.has_link(a, b, CONTOUR) else [])

    @cached_property
    def vantage(self) -> tuple[str, ...]:
        """Vantage points: VP, HVP or nothing. [8.1.2]"""
        low, high = self._area("vantage_point"), self._area("high_vantage_point")
        return tuple(HVP if high[h] else VP if low[h] else "" for h in range(self.board.n))

    @cached_property
    def hvp_range(self) -> tuple[int, ...]:
        """How far each high vantage point sees; 0 where there is none. [8.1.2d]"""
        sight = self._attribute("sight")
        return tuple(
            int(sight[h] or HVP_RANGE) if kind == HVP else 0 for h, kind in enumerate(self.vantage)
        )

    @cached_property
    def blocking(self) -> tuple[bool, ...]:
        """Towns, cities and vantage points block a line of sight. [8.1.1]"""
        return tuple(
            self.population[h] in BLOCKING or bool(self.vantage[h]) for h in range(self.board.n)
        )

    @cached_property
    def lookout(self) -> tuple[bool, ...]:
        """Vantage points of either type, towns and cities: from there units see farther than into
        the next hexes. [8.1.2] [8.2.1-see]"""
        return self.blocking  # the same hexes that stop the sight of others [8.1.1]

    @cached_property
    def sight(self) -> tuple[int, ...]:
        """How far a unit sees from each hex by a clear day: one hex, two from a town or city, three
        from a vantage point, and from a high one what is printed. [8.1.2] [8.1.2d]"""
        return tuple(
            self.hvp_range[h] or (3 if self.vantage[h] else 2 if self.lookout[h] else 1)
            for h in range(self.board.n)
        )

    def stops_sight(self, observer: int, h: int) -> bool:
        """Whether a hex stops the sight from another: from a vantage point only vantage points do,
        from a high one only high ones. [8.1.1] [8.1.2d]"""
        if self.vantage[observer] == HVP:
            return self.vantage[h] == HVP
        return bool(self.vantage[h]) if self.vantage[observer] else self.blocking[h]

    @cached_property
    def view(self) -> Callable[[int], Mapping[int, tuple[int, bool]]]:
        """The hexes in line of sight of a hex by a clear day: how far, and whether through or into
        rough ground. [8.1.0] [8.1.1]"""
        return cache(self._view)

    def _view(self, h: int) -> dict[int, tuple[int, bool]]:
        found = {}
        for b in self.board.disk(h, self.sight[h]):
            line = self.board.line_choices(h, b)[1:]
            if b == h or any(all(self.stops_sight(h, c) for c in step) for step in line[:-1]):
                continue
            rough = any(all(self.rough[c] for c in step) for step in line)
            found[b] = self.board.distance(h, b), rough
        return found

    @cached_property
    def rough(self) -> tuple[bool, ...]:
        """Rough ground of either kind. [8.1.2a]"""
        return tuple(bool({ROUGH, ROUGH2} & {*kinds}) for kinds in self.terrains)

    @cached_property
    def fortified(self) -> tuple[str, ...]:
        """The side that owns the fortified area of a hex. [17.5.0]"""
        found = [""] * self.board.n
        for area, side in FORTIFIED.items():
            for h in self.board.areas.get(area, ()):
                found[h] = side
        return tuple(found)

    @cached_property
    def sea(self) -> tuple[bool, ...]:
        """Hexes that are all sea: ships fire from them, and no unit enters. [11.3.2]"""
        return self._area("sea")

    @cached_property
    def sector(self) -> tuple[str, ...]:
        """The air sector of each hex; one for all where the map has none. [20.3.1]"""
        return tuple(name or ALL_SECTORS for name in self._attribute("sector"))

    @cached_property
    def zone(self) -> tuple[str, ...]:
        """The weather zone of each hex; empty where the map has none. [19.4.0]"""
        return tuple(self._attribute("weather"))

    @cached_property
    def sectors(self) -> tuple[str, ...]:
        """Every air sector. [20.3.1]"""
        return tuple(sorted(set(self.sector)))

    @cached_property
    def mct(self) -> tuple[bool, ...]:
        """Movement covering terrain of the map, by day; works come on top. [8.2.1]"""
        return tuple(self._covers(h, "mct") for h in range(self.board.n))

    @cached_property
    def oct(self) -> tuple[bool, ...]:
        """Observation covering terrain of the map, by day; works come on top. [8.2.2]"""
        return tuple(self._covers(h, "oct") for h in range(self.board.n))

    def _covers(self, h: int, column: str) -> bool:
        table = self.tables["covering-terrain"]
        features = (*self.terrains[h], self.population[h])
        return any(f in table.rows and table.cell(f, column).value == "yes" for f in features)

    # ---- hexsides

    def slot(self, a: int, b: int) -> int:
        """The number of a hexside as the board has it, seen from the first hex."""
        return a * 6 + self.board.direction(a, b)

    def side_key(self, a: int, b: int) -> int:
        """One number for a hexside, whichever way it is named."""
        return self.slot(min(a, b), max(a, b))

    def side_hexes(self, key: int) -> tuple[int, int]:
        """The two hexes of a hexside."""
        return key // 6, self.board.neighbours[key]

    @cached_property
    def rim(self) -> tuple[tuple[frozenset[int], frozenset[int]], ...]:
        """For each hex the hexsides around it, and its neighbours."""
        around = [self.board.around(h) for h in range(self.board.n)]
        return tuple(
            (frozenset(self.side_key(h, b) for b in near), frozenset(near))
            for h, near in enumerate(around)
        )

    @cached_property
    def waters(self) -> tuple[str, ...]:
        """For each slot the greatest watercourse along it. [26.0-rivers]"""
        kinds = self.board.hexside_kinds
        named = {kind: kind.replace("_", " ") for kind in kinds}

        @cache
        def row(mask: int) -> str:
            found = {named[kind] for bit, kind in enumerate(kinds) if mask >> bit & 1}
            return next((kind for kind in reversed(WATERS) if kind in found), "")

        return tuple(row(mask) for mask in self.board.hexsides)

    @cached_property
    def roads(self) -> tuple[str, ...]:
        """For each slot the best road across it. [26.0-roads]"""
        kinds = self.board.link_kinds

        @cache
        def row(mask: int) -> str:
            found = {LINKS.get(kind, "") for bit, kind in enumerate(kinds) if mask >> bit & 1}
            return next((kind for kind in ROADS if kind in found), "")

        return tuple(row(mask) for mask in self.board.links)

    def water(self, a: int, b: int) -> str:
        """The watercourse between two hexes."""
        return self.waters[self.slot(a, b)]

    def road(self, a: int, b: int) -> str:
        """The best printed road between two hexes, whether its bridge stands or not."""
        return self.roads[self.slot(a, b)]

    def ford(self, a: int, b: int) -> bool:
        """Whether there is a ford. [7.10.2]"""
        return self.board.has_side(a, b, FORD)

    @cached_property
    def wide_crossings(self) -> tuple[tuple[int, int], ...]:
        """The pairs of hexes on either side of a major or great river, by the far one. [7.14.1]"""
        board = self.board
        return tuple(
            (near, far)
            for far in range(board.n)
            for near in board.around(far)
            if self.water(near, far) in (MAJOR, GREAT)
        )

    @cached_property
    def bridges(self) -> frozenset[int]:
        """Every hexside where a road crosses water: there is a bridge. [7.10.2]"""
        board = self.board
        return frozenset(
            self.side_key(a, b)
            for a in range(board.n)
            for b in board.around(a)
            if a < b and self.water(a, b) and self.road(a, b)
        )

    @cached_property
    def by_road(self) -> tuple[str, ...]:
        """The best road of each hex, to any side."""
        roads = self.roads
        return tuple(
            next((kind for kind in ROADS if kind in roads[h * 6 : h * 6 + 6]), "")
            for h in range(self.board.n)
        )

    @cached_property
    def apart(self) -> Mapping[int, tuple[frozenset[int], ...]]:
        """Where the roads of a hex do not meet: the directions of each road by itself. [7.10.1]"""
        return {
            h: tuple(frozenset(map(int, group.split("-"))) for group in text.split())
            for h, text in enumerate(self._attribute("apart"))
            if text
        }

    def joined(self, before: int, h: int, after: int) -> bool:
        """Whether roads join within a hex, on the way from one neighbour to another. [7.10.1]"""
        ways = {self.board.direction(h, before), self.board.direction(h, after)}
        groups = self.apart.get(h)
        return groups is None or any(ways <= group for group in groups)

    # ---- what a step costs, by the chart alone

    @cached_property
    def row(self) -> Callable[[str, str], Cost]:
        """What a feature costs a movement class. [7.2.0]"""
        tables = self.tables
        return cache(lambda feature, cls: movement_cost(tables, feature, cls))

    @cached_property
    def to_enter(self) -> Callable[[str, bool], tuple[Cost, ...]]:
        """What the dearest terrain of each hex costs a class; in frost or snow soft ground is clear
        and marsh rough. [19.4.4] [19.4.5]"""

        @cache
        def to_enter(cls: str, frozen: bool) -> tuple[Cost, ...]:
            return tuple(self._dearest(h, cls, frozen) for h in range(self.board.n))

        return to_enter

    def _dearest(self, h: int, cls: str, frozen: bool) -> Cost:
        """The dearest of the terrain of a hex, however little of it there is. [1.2.0]
        [26.0-tec(b)]"""
        if self.sea[h]:
            return Cost(0, PROHIBITED, "rulebook")
        features = [FROZEN.get(one, one) if frozen else one for one in self.terrains[h]]
        costs = [self.row(one, cls) for one in (*features, *filter(None, [self.population[h]]))]
        return max(costs, key=lambda cost: (cost.word == PROHIBITED, cost.points))


FROZEN = {SOFT: CLEAR, MARSH: ROUGH, SWAMP: ROUGH}
"""What hard frost makes of wet ground. [19.4.4] [19.4.5]"""


def kinds_of(ground: str) -> tuple[str, ...]:
    """The kinds of terrain in a word of a map: `rough_forest` is both. [26.0-soft-marsh-swamp]"""
    return SPELT.get(ground) or tuple(ground.split("_"))
