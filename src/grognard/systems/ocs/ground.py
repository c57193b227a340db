"""The ground: what the terrain charts make of a board. [6.2] [9.3c]

Costs are in twelfths of a point; `ALL` takes a whole allowance, None is prohibited. A hex may have
several kinds of ground, joined by "+", and places (village, city) on top of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from grognard.board.board import Board
from grognard.board.kernel import Steps
from grognard.engine.table import Table, TableError
from grognard.engine.tally import Tally
from grognard.kit.ways import POINT as POINT
from grognard.systems.ocs.units import ARMOR, MECH, OTHER

ALL = 100_000
"""A cost that no allowance meets: the hex takes all of it, from a unit that has spent nothing."""
CONDITIONS = ("dry", "mud", "snow")
"""Conditions of the ground that the chart knows; a game's chart may know others. [17.0a]"""
SETTLEMENTS = ("village", "minor_city", "major_city")
CATEGORIES = ("open", "close", "very_close", "extremely_close")
"""From the easiest to the hardest. [9.3]"""
ROADS = ("primary", "secondary", "track", "rail", "rail_multi")
"""Road in the widest sense: railways count too. [6.2]"""
RIVERS = ("minor_river", "major_river", "very_major_river")
SIDE_ROWS = {"lake": "lake_side", "sea": "sea_side"}
"""Hexsides whose name is also a kind of hex; the chart keeps them apart."""
BRIDGE = "bridge"
CLEAR = "clear"
"""Of a hexside that is part of something and part of nothing. [6.2d]"""
EASED = {"major_river": "minor_river", "minor_river": CLEAR}
"""What engineers make of rivers for movement: the next smaller one, or nothing. [13.8b]"""
EITHER = "|"
"""Between two conditions of the ground: each cost is the better of the two. [12.3d]"""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one kind of ground does to a strength: a multiplier for each category of units.

    A multiplier is None where an attack is barred; `attack_only` names those in brackets. [9.4d]
    An asterisk in the chart, an attack by road alone, says no more than movement does. [9.1f]
    """

    name: str
    category: str
    factors: Mapping[str, Fraction | None]
    attack_only: frozenset[str]
    sources: Mapping[str, str]

    def factor(self, colour: str, attacking: bool) -> Fraction | None:
        """The multiplier for a unit; bracketed ones are for attackers alone. [9.4d]"""
        if not attacking and colour in self.attack_only:
            return Fraction(1)
        return self.factors[colour]


def _cost(text: str, table: Table, row: str) -> int | None:
    if text == "P":
        return None
    if text == "all":
        return ALL
    try:
        twelfths = Fraction(text.lstrip("+")) * POINT
    except (ValueError, ZeroDivisionError):
        wrong = f"{table.name}, {row}: {text!r} is no cost"
        raise TableError(table.path, 0, wrong, "points, all or P would be right") from None
    return int(twelfths)


@dataclass(frozen=True)
class Ground:
    """A board read through the two terrain charts."""

    board: Board
    movement: Table
    combat: Table

    # ---- what there is

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """The conditions of the ground that the chart has columns for."""
        found = (column.split(" ")[0] for column in self.movement.columns if " " in column)
        return tuple(dict.fromkeys(found))

    @cached_property
    def settlements(self) -> tuple[str, ...]:
        """For each hex its village or city, the greatest of them; empty if there is none."""
        found = [""] * self.board.n
        for place in self.board.places.values():
            if place.kind in SETTLEMENTS:
                for h in place.hexes:
                    if SETTLEMENTS.index(place.kind) >= _rank(found[h]):
                        found[h] = place.kind
        return tuple(found)

    @cached_property
    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """For each hex the rows of the charts that are about it. [6.2d] [9.3b]"""
        known = frozenset(self.movement.rows)
        return tuple(
            tuple(dict.fromkeys([*terrain.split("+"), *([town] if town in known else [])]))
            for terrain, town in zip(self.board.terrain, self.settlements, strict=True)
        )

    @cached_property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """For each hexside as the board numbers them, the rows of the charts about it."""
        known, kinds = frozenset(self.movement.rows), self.board.hexside_kinds

        @cache
        def rows(mask: int) -> tuple[str, ...]:
            found = [kind for bit, kind in enumerate(kinds) if mask >> bit & 1]
            named = [SIDE_ROWS.get(kind, kind) for kind in found]
            return tuple(kind for kind in named if kind in known)

        return tuple(rows(mask) for mask in self.board.hexsides)

    @cached_property
    def bridged(self) -> tuple[bool, ...]:
        """For each hexside whether a printed bridge crosses it: marked, or a road. [6.2b]"""
        kinds = self.board.hexside_kinds
        marked = 1 << kinds.index(BRIDGE) if BRIDGE in kinds else 0
        return tuple(
            bool(side & marked) or bool(road)
            for side, road in zip(self.board.hexsides, self.roads, strict=True)
        )

    @cached_property
    def roads(self) -> tuple[tuple[str, ...], ...]:
        """For each hexside, the roads that lead across it."""
        known, kinds = frozenset(self.movement.rows), self.board.link_kinds

        @cache
        def rows(mask: int) -> tuple[str, ...]:
            return tuple(k for bit, k in enumerate(kinds) if mask >> bit & 1 and k in known)

        return tuple(rows(mask) for mask in self.board.links)

    def slot(self, a: int, b: int) -> int:
        """The number of a hexside as seen from one of its hexes."""
        return a * 6 + self.board.direction(a, b)

    def road(self, a: int, b: int) -> bool:
        """Whether any road, track or railway joins two hexes. [6.2a]"""
        return bool(self.roads[self.slot(a, b)])

    def rail(self, a: int, b: int) -> bool:
        """Whether a railway joins two hexes. [13.3]"""
        return any(kind.startswith("rail") for kind in self.roads[self.slot(a, b)])

    def multi_track(self, a: int, b: int) -> bool:
        """Whether the railway between two hexes has several tracks. [13.3a]"""
        return "rail_multi" in self.roads[self.slot(a, b)]

    @cached_property
    def rail_steps(self) -> Mapping[int, tuple[int, ...]]:
        """For each rail hex those to which its rails lead: as printed, whatever happens there.

        Neither barrages nor Trainbusting nor enemies passing through damage track. [13.3e]
        """
        around = self.board.around
        return {h: tuple(b for b in around(h) if self.rail(h, b)) for h in sorted(self.rail_hexes)}

    @cached_property
    def rail_hexes(self) -> frozenset[int]:
        """The hexes with a railway."""
        board = self.board
        return frozenset(
            h
            for h in range(board.n)
            if any(self.rail(h, b) for b in board.around(h))
            or any(kind.startswith("rail") for kind in board.exits(h))
        )

    def water(self, a: int, b: int) -> tuple[str, ...]:
        """The rivers between two hexes, whatever bridges them."""
        return tuple(kind for kind in self.sides[self.slot(a, b)] if kind in RIVERS)

    @cached_property
    def bridgeable(self) -> tuple[bool, ...]:
        """For each hexside whether engineers can bridge a river there. [13.8b]"""
        return tuple(any(kind in EASED for kind in kinds) for kinds in self.sides)

    @cached_property
    def river_hexes(self) -> frozenset[int]:
        """The hexes on a river that engineers can bridge. [13.8b]"""
        board = self.board
        return frozenset(
            h
            for h in range(board.n)
            if any(self.bridgeable[self.slot(h, b)] for b in board.around(h))
        )

    # ---- movement

    @cached_property
    def _price(self) -> Callable[[str, str, str], int | None]:
        """A cell of the movement chart in twelfths, read once."""
        table = self.movement

        @cache
        def price(row: str, condition: str, move: str) -> int | None:
            cells = (table.cell(row, f"{c} {move}").value for c in condition.split(EITHER))
            return _cheapest(_cost(cell, table, row) for cell in cells)

        return price

    def hex_cost(self, condition: str, move: str, h: int) -> int | None:
        """What the hex itself costs off the roads: the dearest of its kinds. [6.2d]"""
        return _dearest(self._price(kind, condition, move) for kind in self.kinds[h])

    def crossed(self, slot: int, bridges: bool = True, eased: bool = False) -> tuple[str, ...]:
        """The kinds of a hexside among which a mover picks. [6.2d]

        A bridge makes rivers clear [6.2b], engineers have them count for less. [13.8b]
        """
        kinds = self.sides[slot]
        if bridges and self.bridged[slot]:
            return tuple(CLEAR if kind in RIVERS else kind for kind in kinds)
        return tuple(EASED.get(kind, kind) for kind in kinds) if eased else kinds

    def side_cost(
        self, condition: str, move: str, slot: int, bridges: bool = True, eased: bool = False
    ) -> int | None:
        """What crossing a hexside costs off the roads; of several kinds the mover picks. [6.2d]

        One that is clear in part costs nothing.
        """
        kinds = self.crossed(slot, bridges, eased)
        if CLEAR in kinds:
            return 0
        return _cheapest(self._price(kind, condition, move) for kind in kinds)

    def cost(
        self, condition: str, move: str, a: int, b: int, roads: bool = True, eased: bool = False
    ) -> int | None:
        """What a step costs, in twelfths; `ALL` for a whole allowance, None if prohibited.

        Without `roads` neither roads nor bridges help, as in overruns [8.1c]. A step is open only
        if the step back is [6.1d]. `eased` is a step that engineers help across rivers. [13.8b]
        """
        prices = self.prices(condition, move, roads, eased)
        return prices[a * 6 + self.board.direction(a, b)]

    def prices(
        self, condition: str, move: str, roads: bool = True, eased: bool = False
    ) -> list[int | None]:
        """What the step across each hexside costs, as the board numbers them: see `cost`."""
        key = condition, move, roads, eased
        known = self._known_prices.get(key)
        if known is None:
            known = self._known_prices[key] = self._all_prices(*key)
        return known

    @cached_property
    def _known_prices(self) -> dict[tuple[str, str, bool, bool], list[int | None]]:
        """What was worked out for a class: it never changes."""
        return {}

    def _all_prices(self, condition: str, move: str, roads: bool, eased: bool) -> list[int | None]:
        """By road, or hex and hexside added up, there as well as back. [6.1d] [6.2a] [6.2b]"""
        board = self.board
        hexes = [self.hex_cost(condition, move, h) for h in range(board.n)]
        found: list[int | None] = []
        for slot, b in enumerate(board.neighbours):
            bare = None
            if b >= 0 and hexes[slot // 6] is not None:
                bare = _sum(hexes[b], self.side_cost(condition, move, slot, roads, eased))
            road = self._road(condition, move, slot) if roads else None
            found.append(_cheapest((road, bare)))
        return found

    def _road(self, condition: str, move: str, slot: int) -> int | None:
        """The cheapest road across a hexside; None without one. It may be used, or not. [6.2a]"""
        prices = [self._price(kind, condition, move) for kind in self.roads[slot]]
        return min((p for p in prices if p is not None), default=None)

    def reasons(
        self, condition: str, move: str, a: int, b: int, roads: bool = True, eased: bool = False
    ) -> Tally:
        """The cost of an open step in points, reason by reason. [6.1a]"""
        slot = self.slot(a, b)
        rate = self._road(condition, move, slot) if roads else None
        if rate is not None and rate == self.cost(condition, move, a, b, roads, eased):
            kind = next(k for k in self.roads[slot] if self._price(k, condition, move) == rate)
            return self._reason(Tally(), kind, condition, move, "6.2a")
        cost = self.hex_cost(condition, move, b)
        kind = next(k for k in self.kinds[b] if self._price(k, condition, move) == cost)
        tally = self._reason(Tally(), kind, condition, move, "6.2d")
        side = self.side_cost(condition, move, slot, roads, eased)
        if side:
            crossed = self.crossed(slot, roads, eased)
            kind = next(k for k in crossed if self._price(k, condition, move) == side)
            tally = self._reason(tally, kind, condition, move, "13.8b" if eased else "6.2b")
        return tally

    def _reason(self, tally: Tally, row: str, condition: str, move: str, rule: str) -> Tally:
        price = self._price(row, condition, move) or 0
        source = self.movement.cell(row, f"{condition} {move}").source
        return tally.add(row.replace("_", " "), Fraction(price, POINT), rule, source)

    def enterable(self, move: str, h: int) -> bool:
        """Whether a class can stand in a hex: its ground allows it, or a road leads in. [6.2c]"""
        if any(self.road(h, b) for b in self.board.around(h)):
            return True
        return self.hex_cost(self.conditions[0], move, h) is not None

    def steps(self, condition: str, move: str) -> Steps:
        """The steps of a class in a condition of the ground, ready for a search.

        Steps that take a whole allowance are left out: they are for minimum moves. [6.1c]
        """
        return self.all_steps(condition, move)[0]

    @cached_property
    def all_steps(self) -> Callable[[str, str], tuple[Steps, Mapping[int, tuple[int, ...]]]]:
        """The steps of a class, and by hex those that take a whole allowance. [6.1c]"""

        @cache
        def found(condition: str, move: str) -> tuple[Steps, Mapping[int, tuple[int, ...]]]:
            every = [self.out_of(condition, move, a) for a in range(self.board.n)]
            whole = {a: least for a, (_, least) in enumerate(every) if least}
            return Steps(out for out, _ in every), whole

        return found

    @cached_property
    def steps_back(self) -> Callable[[str, str], Steps]:
        """For each hex the steps of a class that lead into it, for a search that goes back."""

        @cache
        def found(condition: str, move: str) -> Steps:
            ahead = [dict(out) for out in self.steps(condition, move)]
            around = self.board.around
            return Steps(
                tuple((a, ahead[a][b]) for a in around(b) if b in ahead[a])
                for b in range(self.board.n)
            )

        return found

    def doors(self, condition: str, move: str, h: int, back: bool) -> list[int]:
        """The hexes beside one that it leads to, or that lead to it, whatever it costs. [6.1d]"""
        known = self._known_doors.setdefault((condition, move, back), {})
        found = known.get(h)
        if found is None:
            steps = [(b, (b, h) if back else (h, b)) for b in self.board.around(h)]
            found = known[h] = [
                b for b, step in steps if self.cost(condition, move, *step) is not None
            ]
        return found

    @cached_property
    def _known_doors(self) -> dict[tuple[str, str, bool], dict[int, list[int]]]:
        """What was looked up of doors: they never change."""
        return {}

    @cached_property
    def passages(self) -> Callable[[str, str], Steps]:
        """The steps of a class that are open at all, at no cost: for ways of any length."""

        @cache
        def found(condition: str, move: str) -> Steps:
            steps, whole = self.all_steps(condition, move)
            return Steps(
                tuple((b, 0) for b in (*(b for b, _ in out), *whole.get(a, ())))
                for a, out in enumerate(steps)
            )

        return found

    def out_of(
        self, condition: str, move: str, a: int, heads: frozenset[int] = frozenset()
    ) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """The steps out of a hex, and those that take a whole allowance. [6.1c]

        Rivers count for less into and out of `heads`. [13.8b]
        """
        out: list[tuple[int, int]] = []
        whole: list[int] = []
        for b in self.board.around(a):
            cost = self.cost(condition, move, a, b, eased=a in heads or b in heads)
            if cost is not None and cost < ALL:
                out.append((b, cost))
            elif cost is not None:
                whole.append(b)
        return tuple(out), tuple(whole)

    # ---- combat

    @cached_property
    def effects(self) -> Mapping[str, Effect]:
        """The combat chart by its rows."""
        return {row: self._effect(row) for row in self.combat.rows}

    def _effect(self, row: str) -> Effect:
        """A row of the combat chart: its category, and a multiplier for each class. [9.3c]"""
        factors: dict[str, Fraction | None] = {}
        bracketed: set[str] = set()
        for colour in (ARMOR, MECH, OTHER):
            text = self.combat.cell(row, colour).value
            if text.startswith("["):
                bracketed.add(colour)
            factors[colour] = None if text == "P" else Fraction(text.strip("[]*"))
        sources = {colour: self.combat.cell(row, colour).source for colour in factors}
        category = self.combat.cell(row, "category").value
        return Effect(row, category, factors, frozenset(bracketed), sources)

    def hex_effects(self, h: int) -> tuple[Effect, ...]:
        """The kinds of ground of a hex, among which the defender chooses. [9.3b]"""
        return tuple(self.effects[kind] for kind in self.kinds[h] if kind in self.effects)

    def side_effects(self, a: int, b: int) -> tuple[Effect, ...]:
        """The kinds of hexside an attack crosses. [9.4b]"""
        kinds = self.sides[self.slot(a, b)]
        return tuple(self.effects[kind] for kind in kinds if kind in self.effects)

    def category(self, h: int) -> str:
        """The hardest category of a hex, as barrages and landings see it. [9.3]"""
        found = [effect.category for effect in self.hex_effects(h)]
        return max((c for c in found if c in CATEGORIES), key=CATEGORIES.index, default="open")

    # ---- the sea

    @cached_property
    def sea(self) -> tuple[bool, ...]:
        """Which hexes are all sea. [18.1c]"""
        return tuple(terrain == "sea" for terrain in self.board.terrain)

    @cached_property
    def coastal(self) -> tuple[bool, ...]:
        """Which land hexes touch the sea or an estuary. [18.1c]"""
        board, sea = self.board, self.sea
        return tuple(
            not sea[h] and any(sea[b] or self.estuary(h, b) for b in board.around(h))
            for h in range(board.n)
        )

    @cached_property
    def seaways(self) -> tuple[tuple[int, ...], ...]:
        """For each hex those that ships can sail to: never across a hexside that is all land.

        From sea to sea, from sea to coast and back, and over an estuary between two coasts. Rivers
        are none of these. [18.1c]
        """
        board, sea = self.board, self.sea
        return tuple(
            tuple(b for b in board.around(h) if sea[h] or sea[b] or self.estuary(h, b))
            for h in range(board.n)
        )

    def estuary(self, a: int, b: int) -> bool:
        """Whether water on which ships sail lies on a hexside: an estuary or the sea. [18.1c]"""
        return bool({"estuary", "sea_side"} & set(self.sides[self.slot(a, b)]))


def _rank(kind: str) -> int:
    return SETTLEMENTS.index(kind) if kind else -1


def _dearest(prices: Iterable[int | None]) -> int | None:
    found = list(prices)
    return None if None in found else max((p for p in found if p is not None), default=None)


def _sum(hex_cost: int | None, side_cost: int | None) -> int | None:
    """Hex and hexside together; never more than a whole allowance. [6.2b]"""
    if hex_cost is None or side_cost is None:
        return None
    return min(ALL, hex_cost + side_cost)


def _cheapest(prices: Iterable[int | None]) -> int | None:
    """The cheapest of several kinds of hexside; nothing where there is none."""
    found = list(prices)
    if not found:
        return 0
    return min((p for p in found if p is not None), default=None)
