"""The ground: what the terrain table makes of a board. [3.1.11] [5.5.1] [T.terrain]

Everything here follows from the board and the table alone. What bridges do to it is worked out on
top of it, bridge by bridge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import permutations
from typing import Any

import numpy as np

from grognard.board.board import Board
from grognard.board.kernel import Steps
from grognard.engine.tally import Tally
from grognard.kit.ways import POINT as POINT
from grognard.systems.wb95.charts import MovementClass, Terrain, entry_cost

HQ_CLASS = "hq"
SUPPLY = "supply"
"""What lines of supply move as."""
CLASSES: tuple[str, ...] = ("foot", "trucked", "tracked", HQ_CLASS)
HQ_BAD_GROUND = 60
"""Five points, in twelfths, for a headquarters in swamp or mountain. [9.1.3]"""

ROUTES = (("main", "main_route"), ("secondary", "secondary_route"))
WATER = {"river": "river", "canal": "river", "stream": "stream", "big_river": "big_river"}


@dataclass(frozen=True)
class Ground:
    """A board read through the terrain table."""

    board: Board
    table: Mapping[str, Terrain]

    @cached_property
    def waters(self) -> tuple[tuple[str, ...], ...]:
        """For each hexside as the board numbers them, the rows of its water, the greatest first."""
        kinds = self.board.hexside_kinds

        @cache
        def rows(mask: int) -> tuple[str, ...]:
            found = {WATER.get(kind) for bit, kind in enumerate(kinds) if mask >> bit & 1}
            return tuple(row for row in ("big_river", "river", "stream") if row in found)

        return tuple(rows(mask) for mask in self.board.hexsides)

    @cached_property
    def routes(self) -> tuple[str | None, ...]:
        """For each hexside, the row of the best road across it."""
        kinds = self.board.link_kinds

        @cache
        def row(mask: int) -> str | None:
            found = {kind for bit, kind in enumerate(kinds) if mask >> bit & 1}
            return next((name for link, name in ROUTES if link in found), None)

        return tuple(row(mask) for mask in self.board.links)

    def _slot(self, a: int, b: int) -> int:
        return a * 6 + self.board.direction(a, b)

    def water(self, a: int, b: int) -> tuple[str, ...]:
        """The rows of the terrain table for the water between two hexes, the greatest first."""
        return self.waters[self._slot(a, b)]

    def big_river(self, a: int, b: int) -> bool:
        """Whether a big river runs between two hexes. [4.1.3]"""
        return "big_river" in self.water(a, b)

    def route(self, a: int, b: int) -> str | None:
        """The best road between two hexes: `main_route`, `secondary_route` or none."""
        return self.routes[self._slot(a, b)]

    def bridgeable(self, a: int, b: int) -> bool:
        """Whether a bridge is printed here: marked as one, or a road across water. [14.2.3]"""
        if not self.water(a, b):
            return False
        return self.board.has_side(a, b, "bridge") or self.route(a, b) is not None

    def side_key(self, a: int, b: int) -> int:
        """One number for a hexside, whichever way it is named."""
        if a > b:
            a, b = b, a
        return a * 6 + self.board.direction(a, b)

    def side_hexes(self, key: int) -> tuple[int, int]:
        """The two hexes of a hexside."""
        return key // 6, self.board.neighbours[key]

    def enterable(self, move: str, h: int) -> bool:
        """Whether a class of movement may enter a hex at all. [4.1.4] [9.1.3]"""
        terrain = self.table[self.board.terrain[h]]
        if move == HQ_CLASS:
            return self.board.terrain[h] != "lake"
        return move not in terrain.impassable

    def cost(self, move: str, a: int, b: int, bridge: bool) -> int | None:
        """What it costs to go from one hex to the next, in twelfths; None where it is forbidden.

        `bridge` says whether water between them is bridged now. A road across water needs its
        bridge; a bridge without a road saves the crossing only. [3.1.11] [3.1.12]
        """
        slot = self._slot(a, b)
        water = () if bridge else self.waters[slot]
        route = None if water else self.routes[slot]
        return self._price(move, self.board.terrain[b], water, route)

    @cached_property
    def _price(self) -> Callable[[str, str, tuple[str, ...], str | None], int | None]:
        """The price of a step, worked out once for each kind of step. [3.1.12]"""
        table = self.table

        @cache
        def price(move: str, terrain: str, water: tuple[str, ...], route: str | None) -> int | None:
            mover: MovementClass = "trucked" if move == HQ_CLASS else move  # type: ignore[assignment]
            paid = entry_cost(table, mover, (terrain,), crossed=water, route=route)
            if paid is None and move == HQ_CLASS and terrain != "lake":
                return HQ_BAD_GROUND + sum(
                    table[row].surcharge["trucked"] for row in water
                )  # [9.1.3]
            return paid

        return price

    def reasons(self, move: str, a: int, b: int, bridge: bool) -> Tally:
        """The cost of a step in points, reason by reason. [3.1.12]"""
        slot = self._slot(a, b)
        water = () if bridge else self.waters[slot]
        route = None if water else self.routes[slot]
        return self._reasons(move, self.board.terrain[b], water, route)

    @cached_property
    def _reasons(self) -> Callable[[str, str, tuple[str, ...], str | None], Tally]:
        """The same, worked out once for each kind of step."""
        return cache(self._reasons_for)

    def _reasons_for(
        self, move: str, name: str, water: tuple[str, ...], route: str | None
    ) -> Tally:
        mover: MovementClass = "trucked" if move == HQ_CLASS else move  # type: ignore[assignment]
        if route is not None:
            return self._reason(Tally(), route, mover, "T.terrain")
        terrain = self.table[name]
        if mover in terrain.impassable:
            tally = Tally().add(f"headquarters in {name}", Fraction(HQ_BAD_GROUND, POINT), "9.1.3")
        else:
            base_row = name if mover in terrain.base else "clear"
            tally = self._reason(Tally(), base_row, mover, "T.terrain")
            if mover in terrain.surcharge:
                tally = self._reason(tally, name, mover, "3.1.12")
        for row in water:
            tally = self._reason(tally, row, mover, "3.1.12", "crossing ")
        return tally

    def _reason(
        self, tally: Tally, row: str, mover: MovementClass, rule: str, before: str = ""
    ) -> Tally:
        """A tally with what one row of the table adds, and where that value comes from."""
        terrain = self.table[row]
        twelfths = terrain.base.get(mover, terrain.surcharge.get(mover, 0))
        label = before + row.replace("_", " ")
        return tally.add(label, Fraction(twelfths, POINT), rule, terrain.sources[mover])

    def adjacency(self, move: str, bridged: Mapping[int, bool]) -> Steps:
        """The steps of one class of movement, given which printed or built bridges stand."""
        board, price = self.board, self._price
        steps: list[tuple[tuple[int, int], ...]] = []
        for a in range(board.n):
            out = []
            for slot in range(a * 6, a * 6 + 6):
                b = board.neighbours[slot]
                if b < 0:
                    continue
                water = self.waters[slot]
                if water and bridged.get(self.side_key(a, b), False):
                    water = ()
                cost = price(move, board.terrain[b], water, None if water else self.routes[slot])
                if cost is not None:
                    out.append((b, cost))
            steps.append(tuple(out))
        return Steps(steps)

    @cached_property
    def printed_bridges(self) -> tuple[int, ...]:
        """Every hexside with a bridge printed on it."""
        board = self.board
        return tuple(
            sorted(
                self.side_key(a, b)
                for a in range(board.n)
                for b in board.around(a)
                if a < b and self.water(a, b) and self.bridgeable(a, b)
            )
        )

    @cached_property
    def bridges_as_printed(self) -> frozenset[int]:
        """The same, to look one up or to compare."""
        return frozenset(self.printed_bridges)

    @cached_property
    def base_steps(self) -> dict[str, Steps]:
        """The steps of each class with every printed bridge standing."""
        bridged = dict.fromkeys(self.printed_bridges, True)
        return {move: self.adjacency(move, bridged) for move in CLASSES}

    def steps(self, move: str, changed: frozenset[int]) -> Steps:
        """The steps of a class, or of supply, when some bridges differ from the printed ones.

        They are made out of those asked for last: only what differs is worked out again.
        """
        base = self.supply_steps if move == SUPPLY else self.base_steps[move]
        known, steps = self._last.get(move, (frozenset(), base))
        differing = known ^ changed
        if differing:
            standing = self.bridges_as_printed ^ changed
            price = self.supply_cost if move == SUPPLY else partial(self.cost, move)
            prices: dict[int, dict[int, int | None]] = {}
            for key in sorted(differing):
                for a, b in permutations(self.side_hexes(key)):
                    prices.setdefault(a, {})[b] = price(a, b, key in standing)
            steps = steps.altered({a: self._repriced(steps, a, new) for a, new in prices.items()})
            self._last[move] = changed, steps
        return steps

    def _repriced(
        self, steps: Steps, a: int, prices: Mapping[int, int | None]
    ) -> tuple[tuple[int, int], ...]:
        """The steps out of one hex when those across some hexsides cost something else."""
        known = {**dict(steps[a]), **prices}
        priced = [(b, known.get(b)) for b in self.board.around(a)]
        return tuple([(b, cost) for b, cost in priced if cost is not None])

    @cached_property
    def _last(self) -> dict[str, tuple[frozenset[int], Steps]]:
        """For each class, the bridges and the steps asked for last."""
        return {}

    @cached_property
    def links(self) -> Any:
        """The six neighbours of every hex, -1 off the map, as an array for the search."""
        return np.array(self.board.neighbours, dtype=np.int32)

    @cached_property
    def supply_passable(self) -> frozenset[int]:
        """The hexes where supply can be, whoever else is there: trucks or a road can. [10.1.8]"""
        board = self.board
        return frozenset(
            h
            for h in range(board.n)
            if self.enterable("trucked", h)
            or any(self.route(h, b) is not None for b in board.around(h))
        )

    @cached_property
    def supply_steps(self) -> Steps:
        """What supply spends from hex to hex with every printed bridge standing. [10.1.8]"""
        board, standing = self.board, self.bridges_as_printed
        priced = (
            [(b, self.supply_cost(a, b, self.side_key(a, b) in standing)) for b in board.around(a)]
            for a in range(board.n)
        )
        return Steps(tuple((b, cost) for b, cost in out if cost is not None) for out in priced)

    def supply_cost(self, a: int, b: int, bridge: bool) -> int | None:
        """What supply spends from one hex to the next; None where it cannot go.

        As a trucked unit would, so no swamp and no mountain [10.1.8], but nothing along a road,
        main or secondary [10.1.5]. A road whose bridge is down is no road across that hexside.
        """
        cost = self.cost("trucked", a, b, bridge)
        if cost is None:
            return None
        road = self.route(a, b) is not None and (bridge or not self.water(a, b))
        return 0 if road else cost

    @cached_property
    def zone(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """For each class and hex, the adjacent hexes its zone of control reaches. [4.1.1]

        Not across a big river, bridged or not [4.1.3], nor where the class cannot go. [4.1.4]
        """
        board = self.board
        return {
            move: tuple(
                tuple(
                    b
                    for b in board.around(a)
                    if not self.big_river(a, b) and self.enterable(move, b)
                )
                for a in range(board.n)
            )
            for move in ("foot", "trucked", "tracked")
        }

    @cached_property
    def banks(self) -> frozenset[int]:
        """The hexes beside a big river. [14.3.2a]"""
        board = self.board
        return frozenset(
            h for h in range(board.n) if any(self.big_river(h, b) for b in board.around(h))
        )

    @cached_property
    def rows(self) -> tuple[Terrain, ...]:
        """The row of the terrain table for every hex."""
        return tuple(self.table[kind] for kind in self.board.terrain)

    @cached_property
    def towns(self) -> tuple[int, ...]:
        """The town and city hexes."""
        return tuple(h for h, is_urban in enumerate(self.urban) if is_urban)

    @cached_property
    def urban(self) -> tuple[bool, ...]:
        """Which hexes are towns or cities."""
        return tuple(kind in ("town", "city") for kind in self.board.terrain)
