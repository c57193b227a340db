"""The map as a way of going finds it: every step that the ground allows, and what it costs. [7.2.0]

A node is a hex; where it matters how one came into a hex there are further nodes of it: one for
each dashed line of constricted terrain that one follows [7.11.2], one for each road where roads do
not meet [7.10.1], and one for a clear hex that is used as a road. [7.10.0]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from grognard.board.kernel import Steps
from grognard.engine.record import replace
from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.ground import GOOD_ROADS, TRAIL, Ground
from grognard.systems.goss.halts.crossings import Lay, bridged_now, road_now
from grognard.systems.goss.movement.allowance import ANY, GOOD, LEG, OFF, ROAD
from grognard.systems.goss.units import LEG as LEG_CLASS
from grognard.systems.goss.units import MECH

AS_ROAD = "clear as road"
CLEAR_NODE = "clear"


@dataclass(frozen=True, slots=True)
class Kind:
    """A way of going: on foot, across country or by road; by which ways only; whose; whether AFVs
    too heavy for trails go along; and what the weather has made of the ground."""

    gait: str
    ways: str
    side: str
    heavy: bool = False
    frozen: bool = False
    dry: bool = True


@dataclass(frozen=True, eq=False)
class Network:
    """The nodes and the steps between them. `hexes` has the hex of each node, `more` the nodes of a
    hex besides its own, `marks` what these are for: a line, a road, or `clear`."""

    steps: Steps
    hexes: Any
    more: Mapping[int, tuple[int, ...]]
    marks: Mapping[int, str]
    tight: bytes
    """1 for every hex that is constricted, or an enemy fortified area, or beside one."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and (self.steps, self.more) == (other.steps, other.more)

    def __hash__(self) -> int:
        return len(self.steps)

    def nodes(self, h: int) -> tuple[int, ...]:
        """The nodes of a hex."""
        return (h, *self.more.get(h, ()))


def network(ground: Ground, lay: Lay, kind: Kind) -> Network:
    """The steps of a way of going: those of the map with its fortified areas, but for the hexes on
    either side of bridges that were blown, built, or are full. [7.2.0] [7.10.2]"""
    areas = Lay(ruined=lay.ruined)
    key = "network", kind, lay.ruined
    built, printed = ground.once(key, lambda: _Builder(ground, areas, kind).built())
    return built.with_bridges(lay, printed)


@dataclass(frozen=True)
class Prices:
    """What single steps cost a way of going, by the map alone. [7.2.0]"""

    ground: Ground
    lay: Lay
    kind: Kind

    @property
    def cls(self) -> str:
        """The movement class that pays."""
        return LEG_CLASS if self.kind.gait == LEG else MECH

    def narrow(self, h: int) -> bool:
        """Constricted terrain, or a railway embankment. [7.11.1] [7.11.4]"""
        return self.ground.constricted[h] or self.ground.embanked[h]

    def area(self, h: int) -> str:
        """Who owns the intact fortified area of a hex. [7.9.1]"""
        return "" if h in self.lay.ruined else self.ground.fortified[h]

    def foreign(self, h: int) -> bool:
        """An intact fortified area of the enemy. [7.9.1b]"""
        return self.area(h) not in ("", self.kind.side)

    def cost(self, feature: str) -> int | None:
        """What a feature costs; None if it is prohibited."""
        found = self.ground.row(feature, self.cls)
        return None if found.word == PROHIBITED else found.points

    def entry(self, b: int) -> int | None:
        """What the dearest terrain of a hex costs; None if it is prohibited. [7.2.0]"""
        found = self.ground.to_enter(self.cls, self.kind.frozen)[b]
        return None if found.word == PROHIBITED else found.points

    def road(self, a: int, b: int) -> str:
        """The road between two hexes that may be used. [7.10.2]"""
        found = road_now(self.ground, self.lay, a, b)
        return "" if self.kind.ways == GOOD and found not in GOOD_ROADS else found

    def by_road(self, road: str) -> int:
        """What a hex along a road costs. [7.10.0] [7.6.2]"""
        return self.cost(TRAIL if road == TRAIL else f"{road} road") or 0

    def ford(self, a: int, b: int) -> int:
        """What a ford adds to a road. [7.10.2] [7.6.2]"""
        ground = self.ground
        if not ground.water(a, b) or not ground.ford(a, b) or self.bridged(a, b):
            return 0
        return self.cost("ford") or 0

    def bridged(self, a: int, b: int) -> bool:
        """Whether a bridge stands. [7.10.2]"""
        return bridged_now(self.ground, self.lay, a, b)

    def side(self, a: int, b: int) -> int | None:
        """What the hexside costs off the road: a ford, a bridge for vehicles, or the water; None
        if it cannot be crossed. [7.11.0] [7.6.2]"""
        water = self.ground.water(a, b)
        if not water:
            return 0
        if self.ground.ford(a, b):
            return self.cost("ford")
        if self.cls == MECH and self.bridged(a, b):
            return self.cost("bridge")
        return self.cost(water)


class _Builder:
    """Lays out nodes first, then the steps between them."""

    def __init__(self, ground: Ground, lay: Lay, kind: Kind) -> None:
        self.ground, self.lay, self.kind, self.n = ground, lay, kind, ground.board.n
        self.prices = prices = Prices(ground, lay, kind)
        self.narrow = [prices.narrow(h) for h in range(self.n)]
        self.foreign = [prices.foreign(h) for h in range(self.n)]
        self.marks: dict[int, str] = {}
        self.more: dict[int, dict[str, int]] = {}
        self.out: dict[int, list[tuple[int, int]]] = {}

    def built(self) -> tuple[_Builder, Network]:
        """The network of the whole map, and its builder for when bridges change."""
        return self, self._network()

    def with_bridges(self, lay: Lay, printed: Network) -> Network:
        """The same network with other bridges."""
        sides = {*lay.down, *lay.built, *lay.full}
        if not sides:
            return printed
        changed = copy(self)
        changed.lay, changed.prices = lay, Prices(self.ground, lay, self.kind)
        hexes = sorted({h for key in sides for h in self.ground.side_hexes(key)})
        changed.out = {node: [] for h in hexes for node in self._all(h)}
        for a in hexes:
            for b in self.ground.board.around(a):
                changed._step(a, b)
        steps = printed.steps.altered({node: tuple(out) for node, out in changed.out.items()})
        return replace(printed, steps=steps)

    def _network(self) -> Network:
        self._lay_out()
        for a in range(self.n):
            for b in self.ground.board.around(a):
                self._step(a, b)
        hexes = np.arange(self.n + len(self.marks), dtype=np.int32)
        for h, nodes in self.more.items():
            hexes[list(nodes.values())] = h
        more = {h: tuple(nodes.values()) for h, nodes in self.more.items()}
        hard = [a or b for a, b in zip(self.narrow, self.foreign, strict=True)]
        around = self.ground.board.around
        tight = bytes(hard[h] or any(hard[b] for b in around(h)) for h in range(self.n))
        return Network(Steps(map(tuple, self.out.values())), hexes, more, self.marks, tight)

    # ---- nodes

    def _lay_out(self) -> None:
        wanted = self._by_road() if self.kind.gait == ROAD else self._by_line()
        for h, mark in wanted:
            node = self.n + len(self.marks)
            self.marks[node] = mark
            self.more.setdefault(h, {})[mark] = node
        self.out = {node: [] for node in range(self.n + len(self.marks))}

    def _by_line(self) -> Iterator[tuple[int, str]]:
        """The dashed lines that run into a constricted hex. [7.11.2]"""
        if self.kind.ways != ANY:
            return
        for h in range(self.n):
            if self.narrow[h]:
                lines = {line for b in self.ground.board.around(h) for line in self._lines(b, h)}
                yield from ((h, line) for line in sorted(lines))

    def _by_road(self) -> Iterator[tuple[int, str]]:
        """The roads of hexes where they do not meet, and clear hexes in the dry. [7.10.1]
        [7.10.0]"""
        apart = self.ground.apart
        for h in range(self.n):
            yield from ((h, str(group)) for group in range(len(apart.get(h, ()))))
            if self._open(h):
                yield h, CLEAR_NODE

    def _open(self, h: int) -> bool:
        """Whether a hex serves as a road because it is clear and dry. [7.10.0]"""
        plain = self.ground.clear[h] and not self.narrow[h] and not self.foreign[h]
        return plain and self.kind.dry and self.kind.ways == ANY

    def _lines(self, a: int, b: int) -> frozenset[str]:
        return self.ground.along_contour(a, b)

    # ---- steps

    def _step(self, a: int, b: int) -> None:
        road = self.prices.road(a, b)
        if self.kind.gait == LEG:
            self._on_foot(a, b, road)
        elif self.kind.gait == OFF:
            self._across(a, b)
        else:
            self._along(a, b, road)

    def _on_foot(self, a: int, b: int, road: str) -> None:
        """A Leg unit pays one MP along any road, or the dearest terrain and hexside; to go into or
        out of constricted terrain off the roads one more, in an enemy fortified area on them too.
        [7.6.2] [7.11.3] [7.9.1b]"""
        prices = self.prices
        narrow = prices.cost("constricted") or 0
        forts = (prices.cost("enemy Ft Area") or 0) * (self.foreign[a] + self.foreign[b])
        if road:
            cost = prices.by_road(road) + prices.ford(a, b) + forts
            for node in self._all(a):
                self.out[node].append((b, cost))
            return
        terrain, side = self.prices.entry(b), self.prices.side(a, b)
        if self.kind.ways != ANY or terrain is None or side is None:
            return
        lines = self._lines(a, b) if self.narrow[a] or self.narrow[b] else frozenset()
        for node in self._all(a):
            leaving = narrow if self.narrow[a] and self.marks.get(node, "") not in lines else 0
            cost = terrain + side + forts + leaving
            if self.narrow[b] and lines:
                self._into(node, b, cost, lines)
            else:
                self.out[node].append((b, cost + (narrow if self.narrow[b] else 0)))

    def _into(self, node: int, b: int, cost: int, lines: frozenset[str]) -> None:
        """Into a constricted hex along its dashed lines. [7.11.2]"""
        nodes = self.more[b]
        self.out[node] += [(nodes[line], cost) for line in sorted(lines)]

    def _all(self, a: int) -> tuple[int, ...]:
        return (a, *self.more.get(a, {}).values())

    def _across(self, a: int, b: int) -> None:
        """A Mech unit across country pays the dearest terrain; it enters and leaves constricted
        terrain only along its dashed lines, or with all it has. [7.11.0] [7.11.2] [7.9.1a]"""
        terrain, side = self.prices.entry(b), self.prices.side(a, b)
        if terrain is None or side is None or self.foreign[a] or self.foreign[b]:
            return
        home = self.prices.area(b) == self.kind.side
        cost = terrain + side + ((self.prices.cost("own Ft Area") or 0) if home else 0)
        lines = self._lines(a, b) if self.narrow[a] or self.narrow[b] else frozenset()
        if self.narrow[b] and not lines:
            return
        for node in self._all(a):
            if self.narrow[a] and self.marks.get(node, "") not in lines:
                continue
            if self.narrow[b]:
                self._into(node, b, cost, lines)
            else:
                self.out[node].append((b, cost))

    def _along(self, a: int, b: int, road: str) -> None:
        """A Mech unit by road: from road to road where they meet, by bridges for nothing, by fords
        for their cost; in the dry over clear hexes, too. [7.10.0] [7.10.1] [7.10.2]"""
        if self.foreign[a] or self.foreign[b]:
            return
        ground, prices = self.ground, self.prices
        bridge = prices.bridged(a, b)
        if bridge and ground.side_key(a, b) in self.lay.full:
            return
        ford = prices.ford(a, b)
        crossed = not ground.water(a, b) or bridge or bool(ford)
        heavy = self.kind.heavy and road == TRAIL and (self.narrow[a] or self.narrow[b])
        if road and not heavy:
            cost = prices.by_road(road) + ford
            for node in self._leaving(a, b):
                self.out[node] += [(into, cost) for into in self._entering(a, b)]
        if crossed and self._open(b):
            cost = (prices.cost(AS_ROAD) or 0) + ford
            for node in self._all(a):
                if node != a or ground.by_road[a]:
                    self.out[node].append((self.more[b][CLEAR_NODE], cost))

    def _leaving(self, a: int, b: int) -> Iterator[int]:
        """The nodes of a hex from which the road to another can be taken. [7.10.1]"""
        groups, way = self.ground.apart.get(a), self.ground.board.direction(a, b)
        if groups is None:
            yield a
        for mark, node in self.more.get(a, {}).items():
            if mark == CLEAR_NODE or way in (groups or ())[int(mark)]:
                yield node

    def _entering(self, a: int, b: int) -> Iterator[int]:
        """The nodes of a hex into which the road from another leads. [7.10.1]"""
        groups, way = self.ground.apart.get(b), self.ground.board.direction(b, a)
        if groups is None:
            yield b
            return
        yield from (self.more[b][str(g)] for g, group in enumerate(groups) if way in group)
