"""Where things lie on a drawn sheet, and how lines flow over it. For drawing only.

Every centre and corner of the grid is a point of one lattice of whole numbers, so that two hexes
agree about the corner they share. Corners and roads are set off a little, by chance but the same
every time, so that rivers and woods look drawn and not ruled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from grognard.board.board import Board
from grognard.board.chance_map import chance
from grognard.board.drawn.roughness import Field, shifted
from grognard.hexes import axial
from grognard.hexes.axial import Axial

Point = tuple[float, float]
Spot = tuple[int, int]
"""A point of the lattice."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
N = TypeVar("N", int, Spot)

HALF_ROOT_3 = 0.8660254037844386
BEND = 0.11
"""How far a corner is set off at most, as a share of the hex's radius."""
CARD = 0.56
"""Half the width of a counter with its shadow, as a share of the hex's radius."""
BUILT_UP: Mapping[str, str] = {"town": "town", "city": "city", "urban": "city"}
"""Grounds that are built up, and how they look."""
TOWNS: Mapping[str, str] = {
    "town": "hamlet",
    "city": "town",
    "minor_city": "town",
    "major_city": "city",
}
"""Kinds of place that are built up though the ground under them has a kind of its own."""
HOUSES = "houses"
"""The fact by which a map says which kinds of place are drawn as houses, and how large."""
VILLAGES = ("hamlet", "farm")
"""Looks of places too small to be a town."""
WRITTEN_OUT = 16
"""One in so many curves of a line is written out in full."""
WANDER = 0.16
"""How far a road passes from the middle of a hex at most, as a share of the radius."""
WANDER_HOUSED = 0.27
"""The same where every farm is drawn: the houses stand by the road, and it winds more."""

CORNERS: Mapping[str, tuple[Spot, ...]] = {
    "pointy": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
}
"""The corners of a hex from its centre; hexside d runs from corner d to corner d + 1."""


class Sheet:
    """A board laid out on paper; `size` is the radius of a hex."""

    def __init__(self, board: Board, size: float) -> None:
        self.board = board
        self.size = size
        self.orientation = board.layout.orientation
        wide, high = size * HALF_ROOT_3, size / 2
        self.scale = (wide, high) if self.orientation == "pointy" else (high, wide)
        self.hexes = {(board.q[h], board.r[h]): h for h in range(board.n)}
        self._bent: dict[Spot, Point] = {}
        self._centres = [self.place(self.spot(at)) for at in self.hexes]
        self._middles = np.array(self._centres)
        self.built = _built(board)
        self._wander = WANDER_HOUSED if houses(board) else WANDER
        self._touching: dict[Spot, list[int]] = {}
        self._index = self._lookup()

    def spot(self, at: Axial) -> Spot:
        """The centre of a hex, on the map or beyond its edge."""
        q, r = at
        return (2 * q + r, 3 * r) if self.orientation == "pointy" else (3 * q, 2 * r + q)

    def corners(self, at: Axial) -> tuple[Spot, ...]:
        """The six corners of a hex."""
        x, y = self.spot(at)
        return tuple((x + dx, y + dy) for dx, dy in CORNERS[self.orientation])

    def place(self, spot: Spot) -> Point:
        """Where a point of the lattice lies exactly."""
        return spot[0] * self.scale[0], spot[1] * self.scale[1]

    def centre(self, h: int) -> Point:
        """The middle of a hex."""
        return self._centres[h]

    def card(self, h: int) -> Box:
        """The room that counters take in a hex."""
        (x, y), half = self.centre(h), CARD * self.size
        return x - half, y - half, x + half, y + half

    def bent(self, spot: Spot) -> Point:
        """A corner, set off a little."""
        found = self._bent.get(spot)
        if found is None:
            x, y = self.place(spot)
            found = (x + self._by_chance(spot, 1, BEND), y + self._by_chance(spot, 2, BEND))
            self._bent[spot] = found
        return found

    def waypoint(self, h: int) -> Point:
        """Where roads pass through a hex: the middle of a town, else near the middle."""
        x, y = self.centre(h)
        if h in self.built and (self._wander == WANDER or self.built[h] not in VILLAGES):
            return x, y
        spot = self.spot((self.board.q[h], self.board.r[h]))
        return x + self._by_chance(spot, 3, self._wander), y + self._by_chance(
            spot, 4, self._wander
        )

    def seaward(self, h: int) -> Point | None:
        """The direction from a land hex to the sea beside it, one unit long; None inland."""
        board = self.board
        sea = [b for b in board.around(h) if board.terrain[b] == "sea"]
        if not sea or board.terrain[h] == "sea":
            return None
        (x, y), (u, v) = self.centre(h), mean([self.centre(b) for b in sea])
        length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
        if length < 0.05 * self.size:  # the sea is on both sides
            (u, v), length = self.centre(sea[0]), self.size * 2 * HALF_ROOT_3
        return (u - x) / length, (v - y) / length

    def side(self, a: int, b: int) -> tuple[Spot, Spot]:
        """The two corners that a hexside joins."""
        direction = self.board.direction(a, b)
        corners = self.corners((self.board.q[a], self.board.r[a]))
        return corners[direction], corners[(direction + 1) % 6]

    def touching(self, corner: Spot) -> list[int]:
        """The hexes of the map that meet at a corner."""
        near = self._touching.get(corner)
        if near is None and not self._touching:
            for (q, r), h in self.hexes.items():
                for spot in self.corners((q, r)):
                    self._touching.setdefault(spot, []).append(h)
            near = self._touching.get(corner)
        return near or []

    def outward(self, h: int) -> Point | None:
        """A point off the sheet that a road from an edge hex leads to; None inside the map."""
        beyond = [b for b in self._around(h) if b not in self.hexes]
        if not beyond:
            return None
        x, y = mean([self.place(self.spot(at)) for at in beyond])
        here = self.centre(h)
        reach = ((x - here[0]) ** 2 + (y - here[1]) ** 2) ** 0.5 / self.size
        return here[0] + (x - here[0]) / reach * 1.15, here[1] + (y - here[1]) / reach * 1.15

    def box(self, hexes: Iterable[int]) -> Box:
        """The smallest rectangle round these hexes."""
        spots = [s for h in hexes for s in self.corners((self.board.q[h], self.board.r[h]))]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        return (*self.place((min(xs), min(ys))), *self.place((max(xs), max(ys))))

    def within(self, box: Box) -> tuple[int, ...]:
        """The hexes that show, wholly or in part, in a rectangle."""
        room = self.size * 0.99
        low, high = np.array(box[:2]) - room, np.array(box[2:]) + room
        near = ((self._middles > low) & (self._middles < high)).all(axis=1)
        return tuple(np.flatnonzero(near).tolist())

    def axial_at(self, x: Field, y: Field) -> tuple[Field, Field]:
        """The axial coordinates of points, whole in the middles of hexes."""
        if self.orientation == "pointy":
            down = y / self.scale[1] / 3
            return x / self.scale[0] / 2 - down / 2, down
        along = x / self.scale[0] / 3
        return along, y / self.scale[1] / 2 - along / 2

    def hexes_at(self, x: Field, y: Field) -> NDArray[np.int64]:
        """The hex that each point lies in, or -1 off the map."""
        q, r = self.axial_at(x, y)
        nearest = [np.rint(q), np.rint(r), np.rint(-q - r)]
        off = [abs(nearest[0] - q), abs(nearest[1] - r), abs(nearest[2] + q + r)]
        worst_q = (off[0] > off[1]) & (off[0] > off[2])
        worst_r = ~worst_q & (off[1] > off[2])
        column = np.where(worst_q, -nearest[1] - nearest[2], nearest[0]).astype(np.int64)
        row = np.where(worst_r, -nearest[0] - nearest[2], nearest[1]).astype(np.int64)
        first, low, table = self._index
        inside = (column >= first) & (column < first + table.shape[0])
        inside &= (row >= low) & (row < low + table.shape[1])
        found = table[np.where(inside, column - first, 0), np.where(inside, row - low, 0)]
        return np.where(inside, found, -1)

    def terrain_at(self, x: Field, y: Field) -> NDArray[np.str_]:
        """The terrain of the hex that each point lies in; nothing off the map."""
        names = np.array([*self.board.terrain, ""])
        return names[self.hexes_at(x, y)]

    def _lookup(self) -> tuple[int, int, NDArray[np.int64]]:
        """The hexes as a table by q and r, and where it begins."""
        first, low = min(self.board.q), min(self.board.r)
        shape = max(self.board.q) - first + 1, max(self.board.r) - low + 1
        table = np.full(shape, -1, np.int64)
        for (q, r), h in self.hexes.items():
            table[q - first, r - low] = h
        return first, low, table

    def outline(self, hexes: Iterable[int], overlap: bool = False) -> list[list[Spot]]:
        """The closed lines round a set of hexes, holes included.

        With `overlap` the region runs on beyond the edge of the map, to be cut off there.
        """
        region = {(self.board.q[h], self.board.r[h]): None for h in hexes}
        if overlap:
            for h in [self.hexes[at] for at in region]:
                region.update((at, None) for at in self._around(h) if at not in self.hexes)
        follow: dict[Spot, Spot] = {}
        for at in region:
            corners = self.corners(at)
            for d, b in enumerate(axial.neighbours(at, self.orientation)):
                if b not in region:
                    follow[corners[d]] = corners[(d + 1) % 6]
        return _loops(follow)

    def _around(self, h: int) -> tuple[Axial, ...]:
        return axial.neighbours((self.board.q[h], self.board.r[h]), self.orientation)

    def _by_chance(self, spot: Spot, salt: int, most: float) -> float:
        return (chance(salt, *spot) % 2001 - 1000) / 1000 * most * self.size


def houses(board: Board) -> dict[str, str]:
    """The kinds of place that a map asks to be drawn as houses, the smaller before the larger.

    It says so by `houses: town town, village hamlet`.
    """
    said = [text for key, text in board.about if key == HOUSES]
    looks = [pair.split() for text in said for pair in text.split(",")]
    return {kind: look for kind, look in looks[::-1] if look}


def _built(board: Board) -> dict[int, str]:
    """The hexes with a town or city, by their ground or by a place upon it, the larger one."""
    built = {}
    for kind, look in (houses(board) or TOWNS).items():
        for place in board.places.values():
            if place.kind == kind:
                built.update(dict.fromkeys(place.hexes, look))
    grounds = enumerate(board.terrain)
    return built | {h: BUILT_UP[ground] for h, ground in grounds if ground in BUILT_UP}


def _loops(follow: dict[Spot, Spot]) -> list[list[Spot]]:
    """The closed lines of a set of arrows, no two of which begin at one point."""
    loops = []
    while follow:
        start = next(iter(follow))
        loop = [start]
        at = follow.pop(start)
        while at != start:
            loop.append(at)
            at = follow.pop(at)
        loops.append(loop)
    return loops


def chains(pairs: Iterable[tuple[N, N]]) -> list[list[N]]:
    """Join steps into lines as long as they go, breaking at forks and ends; rings last."""
    joined: dict[N, list[N]] = {}
    for a, b in pairs:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    nodes: list[N] = sorted(joined)
    starts: list[N] = [node for node in nodes if len(joined[node]) != 2]
    ends = frozenset(starts)
    found: list[list[N]] = []
    for start in starts + nodes:
        while joined[start]:
            found.append(_walk(start, joined, ends))
    return found


def _walk(start: N, joined: dict[N, list[N]], ends: frozenset[N]) -> list[N]:
    """One line from a start to the next fork or end, taking its steps off the map of steps."""
    line = [start]
    while True:
        here = line[-1]
        ahead = joined[here].pop(0)
        joined[ahead].remove(here)
        line.append(ahead)
        if ahead in ends or ahead == start:
            return line


def mean(points: Sequence[Point]) -> Point:
    """The point in the midst of others."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def inside(point: Point, box: Box) -> bool:
    """Whether a point lies in a rectangle."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def fixed(value: float) -> str:
    """A number with at most one decimal, the same on every machine."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def xy(point: Point) -> str:
    """A point as SVG writes it."""
    return f"{fixed(point[0])} {fixed(point[1])}"


def straight(points: Sequence[Point], closed: bool = False) -> str:
    """A line from point to point."""
    return "M" + "L".join(map(xy, points)) + ("Z" if closed else "")


def flowing(points: Sequence[Point]) -> str:
    """A line drawn toward the points that passes through the middle between each two of them.

    For a river along hexsides that is the middle of every hexside it follows.
    """
    halves = [mean(pair) for pair in pairwise(points)]
    if len(halves) == 1:
        return straight(points)
    return f"M{xy(points[0])}L{xy(halves[0])}{_bends(points[1:], halves[1:])}L{xy(points[-1])}"


def rounded(points: Sequence[Point]) -> str:
    """A closed line that flows in the same way."""
    halves = [mean(pair) for pair in pairwise([*points, points[0]])]
    turned = [*points[1:], points[0]], [*halves[1:], halves[0]]
    return f"M{xy(halves[0])}{_bends(*turned)}Z"


def _bends(points: Sequence[Point], halves: Sequence[Point]) -> str:
    """Curves toward each point, ending at the middle behind it.

    The short form leaves the reader to mirror the last point, and what was rounded off adds up:
    after some hundred curves an outline would be scalloped. So every so often one is written out.
    """
    return "".join(
        f"T{xy(half)}" if i % WRITTEN_OUT else f"Q{xy(point)} {xy(half)}"
        for i, (point, half) in enumerate(zip(points, halves, strict=False))
    )


def through(points: Sequence[Point]) -> str:
    """A curve through every point."""
    if len(points) == 2:
        return straight(points)
    path = f"M{xy(points[0])}"
    last = len(points) - 1
    for i in range(last):
        before, a, b, after = points[max(i - 1, 0)], *points[i : i + 2], points[min(i + 2, last)]
        out = a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6
        back = b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6
        path += f"C{xy(out)} {xy(back)} {xy(b)}" if i == 0 else f"S{xy(back)} {xy(b)}"
    return path


# ---- lines of points close together


def sampled(points: Sequence[Point], closed: bool = False, steps: int = 5) -> list[Point]:
    """Points along the line that `flowing` or `rounded` draws, close together."""
    ring = [points[-1], *points, points[0]] if closed else list(points)
    found: list[Point] = [] if closed else [points[0]]
    for i in range(1, len(ring) - 1):
        (ax, ay), (cx, cy), (bx, by) = ring[i - 1 : i + 2]
        start, end = ((ax + cx) / 2, (ay + cy) / 2), ((cx + bx) / 2, (cy + by) / 2)
        for step in range(steps):
            t = step / steps
            u = 1 - t
            found.append(
                (
                    u * u * start[0] + 2 * u * t * cx + t * t * end[0],
                    u * u * start[1] + 2 * u * t * cy + t * t * end[1],
                )
            )
    if not closed:
        found += [mean(points[-2:]), points[-1]]
    return found


def roughened(points: Sequence[Point], most: float, cell: float, salt: int) -> list[Point]:
    """Points moved a little off their places, neighbours together."""
    x, y = np.array([p[0] for p in points]), np.array([p[1] for p in points])
    u, v = shifted(x, y, most, cell, salt)
    return list(zip(u.tolist(), v.tolist(), strict=True))


def ribbon(points: Sequence[Point], widths: Sequence[float]) -> str:
    """A band along a line that is wider and narrower as it goes, round at both ends."""
    left, right = [], []
    last = len(points) - 1
    for i, ((x, y), width) in enumerate(zip(points, widths, strict=True)):
        (ax, ay), (bx, by) = points[max(i - 1, 0)], points[min(i + 1, last)]
        length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 0.01)
        dx, dy = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    ends = [f"A{fixed(w / 2)} {fixed(w / 2)} 0 0 " for w in (widths[-1], widths[0])]
    return (
        f"M{'L'.join(map(xy, left))}{ends[0]}1 {xy(right[-1])}"
        f"L{'L'.join(map(xy, reversed(right)))}{ends[1]}1 {xy(left[0])}Z"
    )
