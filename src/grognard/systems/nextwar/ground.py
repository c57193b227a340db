"""The ground: what the terrain chart makes of a board. [8.3] [8.2.3]

Everything here follows from the board, the sites and the chart alone. What broken bridges, enemy
works and full hexes do to it is worked out on top of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from grognard.board.board import Board
from grognard.board.kernel import Steps
from grognard.engine.table import Table
from grognard.systems.nextwar.charts import BRIDGED, PROHIBITED, Cost, movement_cost
from grognard.systems.nextwar.sites import CITY, FORTIFICATION, Site

FLAT, FLAT_WOODS, ROUGH, ROUGH_WOODS = "flat", "flat_woods", "rough", "rough_woods"
HIGHLAND, HIGHLAND_WOODS, MARSH, JUNGLE = "highland", "highland_woods", "marsh", "jungle"
MOUNTAIN, HIGH_MOUNTAIN, URBAN, SEA = "mountain", "high_mountain", "urban", "sea"
TERRAINS = (
    FLAT, FLAT_WOODS, ROUGH, ROUGH_WOODS, HIGHLAND, HIGHLAND_WOODS, MARSH, JUNGLE, MOUNTAIN,
    HIGH_MOUNTAIN, URBAN, SEA,
)  # fmt: skip
PEAKS = frozenset({MOUNTAIN, HIGH_MOUNTAIN})
ROADS = ("highway", "primary", "secondary")
"""The three types of road, the best first. [8.3.2]"""
ROAD_ROWS = {"highway": "highway", "primary": "primary_road", "secondary": "secondary_road"}
MINOR, MAJOR, WATER, CANAL = "minor_river", "major_river", "water", "canal"
RIVERS = (MAJOR, MINOR)
MINOR_ROW, MAJOR_ROW = "minor_river_or_ferry_hexside", "major_river_hexside"


@dataclass(frozen=True)
class Ground:
    """A board read through the terrain chart, with its sites."""

    board: Board
    tables: Mapping[str, Table]
    sites: tuple[Site, ...] = ()

    @cached_property
    def country(self) -> tuple[str, ...]:
        """The country of each hex; empty at sea."""
        found = self.board.attributes.get("country")
        return found if found is not None else ("",) * self.board.n

    @cached_property
    def at(self) -> Mapping[int, tuple[Site, ...]]:
        """The sites of each hex that has any."""
        found: dict[int, tuple[Site, ...]] = {}
        for site in self.sites:
            found[site.hex] = (*found.get(site.hex, ()), site)
        return found

    def kinds(self, h: int) -> frozenset[str]:
        """The kinds of site in a hex."""
        return self._kinds.get(h, frozenset())

    @cached_property
    def _kinds(self) -> Mapping[int, frozenset[str]]:
        return {h: frozenset(site.kind for site in found) for h, found in self.at.items()}

    def city(self, h: int) -> bool:
        """Whether there is a city in a hex. [8.3.1.5]"""
        return CITY in self.kinds(h)

    def built_up(self, h: int) -> bool:
        """Whether a hex is urban, or has a city in it. [8.3.1.5]"""
        return self.board.terrain[h] == URBAN or self.city(h)

    def fortified(self, h: int) -> Site | None:
        """The fortification of a hex. [8.3.1.10]"""
        return next((site for site in self.at.get(h, ()) if site.kind == FORTIFICATION), None)

    @cached_property
    def works(self) -> tuple[Site, ...]:
        """All fortifications. [8.3.1.10]"""
        return tuple(site for site in self.sites if site.kind == FORTIFICATION)

    def land(self, h: int) -> bool:
        """Whether there is any land in a hex. [8.3.1.11]"""
        return self.board.terrain[h] != SEA

    def terrains(self, h: int) -> tuple[str, ...]:
        """The types of terrain in a hex; a map may name a second one. [8.3]"""
        also = self._also[h] if self._also else ""
        return (self.board.terrain[h], also) if also else (self.board.terrain[h],)

    @cached_property
    def _also(self) -> tuple[str, ...]:
        return self.board.attributes.get("also", ())

    def dearest(self, mobility: str, h: int, storm: bool) -> str:
        """The terrain of a hex that costs most to enter. [8.3]"""
        kinds = self.terrains(h)
        if len(kinds) == 1:
            return kinds[0]
        costs = {kind: self.row(kind, mobility, storm) for kind in kinds}
        return max(kinds, key=lambda kind: (costs[kind].word == PROHIBITED, costs[kind].points))

    @cached_property
    def to_enter(self) -> Callable[[str, bool], tuple[str, ...]]:
        """For each hex the terrain that a mobility class pays for, in a storm or not. [8.3]"""

        @cache
        def to_enter(mobility: str, storm: bool) -> tuple[str, ...]:
            return tuple(self.dearest(mobility, h, storm) for h in range(self.board.n))

        return to_enter

    # ---- hexsides

    @cached_property
    def rivers(self) -> tuple[str, ...]:
        """For each hexside as the board numbers them: major or minor river, water, or nothing."""
        kinds = self.board.hexside_kinds

        @cache
        def row(mask: int) -> str:
            found = {kind for bit, kind in enumerate(kinds) if mask >> bit & 1}
            if CANAL in found:
                found |= {MINOR}  # [8.3.1.1.3]
            return next((kind for kind in (WATER, *RIVERS) if kind in found), "")

        return tuple(row(mask) for mask in self.board.hexsides)

    @cached_property
    def roads(self) -> tuple[str, ...]:
        """For each hexside the best road across it. [8.3.2]"""
        kinds = self.board.link_kinds

        @cache
        def row(mask: int) -> str:
            found = {kind for bit, kind in enumerate(kinds) if mask >> bit & 1}
            return next((kind for kind in ROADS if kind in found), "")

        return tuple(row(mask) for mask in self.board.links)

    def slot(self, a: int, b: int) -> int:
        """The number of a hexside as the board has it, seen from the first hex."""
        return a * 6 + self.board.direction(a, b)

    def river(self, a: int, b: int) -> str:
        """What water lies between two hexes."""
        return self.rivers[self.slot(a, b)]

    def road(self, a: int, b: int) -> str:
        """The best road between two hexes, whether its bridge stands or not."""
        return self.roads[self.slot(a, b)]

    def side_key(self, a: int, b: int) -> int:
        """One number for a hexside, whichever way it is named."""
        return self.slot(min(a, b), max(a, b))

    def side_hexes(self, key: int) -> tuple[int, int]:
        """The two hexes of a hexside."""
        return key // 6, self.board.neighbours[key]

    @cached_property
    def bridges(self) -> tuple[int, ...]:
        """Every hexside where a road crosses water: there is a bridge. [8.3.1.1.4] [8.3.4]"""
        board = self.board
        return tuple(
            sorted(
                self.side_key(a, b)
                for a in range(board.n)
                for b in board.around(a)
                if a < b and self.river(a, b) and self.road(a, b)
            )
        )

    @cached_property
    def printed_bridges(self) -> frozenset[int]:
        """The same, to be asked for one. [8.3.4]"""
        return frozenset(self.bridges)

    @cached_property
    def zone(self) -> tuple[tuple[int, ...], ...]:
        """For each hex, the adjacent hexes into which a zone of control is projected.

        Not into mountains, cities of terrain, or the sea, nor across water of any kind, bridged or
        not. [8.2.3-p1]
        """
        board, shut = self.board, {*PEAKS, URBAN, SEA}
        return tuple(
            tuple(
                b
                for b in board.around(a)
                if board.terrain[b] not in shut and not self.rivers[self.slot(a, b)]
            )
            for a in range(board.n)
        )

    @cached_property
    def beaches(self) -> frozenset[int]:
        """The hexes that can be assaulted from the sea: flat coasts, or those that the map names
        where it names any. [8.3.1.7]"""
        board = self.board
        named = {h for place in board.places.values() if place.kind == "beach" for h in place.hexes}
        return frozenset(
            h
            for h in range(board.n)
            if board.terrain[h] in (FLAT, FLAT_WOODS)
            and (h in named or not named)
            and any(board.terrain[b] == SEA for b in board.around(h))
        )

    # ---- what a step costs

    @cached_property
    def row(self) -> Callable[[str, str, bool], Cost]:
        """What a row of the terrain chart costs a mobility class, in storm or not. [8.3]"""
        tables = self.tables
        return cache(lambda row, mobility, storm: movement_cost(tables, row, mobility, storm))

    def price(
        self, mobility: str, a: int, b: int, *, storm: bool, road: bool, bridge: bool
    ) -> int | None:
        """What a step costs in twelfths; None where it is forbidden. [8.3.2] [8.3.3]

        `road` says whether a road between the two may be used, `bridge` whether water between them
        is bridged now. Nobody must use a road where the ground is cheaper, as in a great city.
        """
        slot = self.slot(a, b)
        return self.price_of(
            mobility, self.dearest(mobility, b, storm), self.rivers[slot],
            self.roads[slot] if road else "", storm, bridge,
        )  # fmt: skip

    @cached_property
    def price_of(self) -> Callable[[str, str, str, str, bool, bool], int | None]:
        """The price of a step, worked out once for each kind of step."""
        row = self.row

        @cache
        def price(
            mobility: str, terrain: str, river: str, road: str, storm: bool, bridge: bool
        ) -> int | None:
            if terrain == SEA:
                return None  # [8.3.3]
            crossing = 0
            if river and not bridge:
                road = ""  # a road goes over water by its bridge
                paid = row(MINOR_ROW if river == MINOR else MAJOR_ROW, mobility, storm)
                if river == WATER or paid.word in (BRIDGED, PROHIBITED):
                    return None  # [8.3.1.1.1] [8.3.1.8]
                crossing = paid.points
            rows = [terrain, *([ROAD_ROWS[road]] if road else [])]
            costs = [row(name, mobility, storm) for name in rows]
            open_ = [cost.points for cost in costs if cost.word != PROHIBITED]
            return min(open_) + crossing if open_ else None

        return price

    @cached_property
    def steps(self) -> Callable[[str, bool], Steps]:
        """The steps of a mobility class, in a storm or not, with every bridge standing and every
        road open."""
        board, price, rivers, roads = self.board, self.price_of, self.rivers, self.roads

        @cache
        def steps(mobility: str, storm: bool) -> Steps:
            ground = self.to_enter(mobility, storm)
            out: list[tuple[tuple[int, int], ...]] = []
            for a in range(board.n):
                found = []
                for slot in range(6 * a, 6 * a + 6):
                    b = board.neighbours[slot]
                    if b < 0:
                        continue
                    road = roads[slot]
                    cost = price(mobility, ground[b], rivers[slot], road, storm, bool(road))
                    if cost is not None:
                        found.append((b, cost))
                out.append(tuple(found))
            return Steps(out)

        return steps

    @cached_property
    def road_net(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each hex the hexes that a road leads to, each with the bridge that it takes, by its
        number; -1 where there is no water. [8.3.2] [8.3.4]"""
        board, rivers = self.board, self.rivers
        return tuple(
            tuple(
                (b, self.side_key(a, b) if rivers[slot] else -1)
                for slot in range(6 * a, 6 * a + 6)
                if (b := board.neighbours[slot]) >= 0 and self.roads[slot]
            )
            for a in range(board.n)
        )

    @cached_property
    def built(self) -> tuple[int, ...]:
        """The hexes that may have to be cleared: urban ones, cities, installations. [8.4.1]"""
        sites = {site.hex for site in self.sites if site.installation}
        return tuple(h for h in range(self.board.n) if h in sites or self.built_up(h))

    @cached_property
    def broken(self) -> bytes:
        """Where light infantry may ignore zones: 1 for each hex that is not flat. [8.2.4]"""
        return bytes(kind not in (FLAT, FLAT_WOODS) for kind in self.board.terrain)
