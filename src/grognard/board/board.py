"""The Board: everything about a map that never changes in a game.

Hexes are the integers 0 to n-1, row by row from the top left. What a hexside or a step carries is
kept in flat arrays: entry `6 * hex + direction`, one bit a kind.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from grognard.hexes import HexError, Layout, Numbering, axial

T = TypeVar("T")

EDGES = ("north", "south", "east", "west")


class BoardError(ValueError):
    """A map that contradicts itself, or a thing asked of it that it does not have."""


@dataclass(frozen=True, slots=True)
class Place:
    """A named place: a city of several hexes, a town, an airfield, a bridge."""

    name: str
    kind: str
    hexes: tuple[int, ...]
    note: str = ""

    @property
    def described(self) -> str:
        """Its name with what it is, `Roder (village)`; one that is called as its kind is just that,
        of which there may be many."""
        kind = self.kind.replace("_", " ")
        if self.name.lower() in (kind, f"{kind}s"):
            return kind[0].upper() + kind[1:]
        return self.name if self.name.endswith(f"({kind})") else f"{self.name} ({kind})"


@dataclass(frozen=True, slots=True)
class Box:
    """A holding box or sea zone: the hexes it holds or opens on, and the boxes beside it."""

    name: str
    kind: str
    hexes: tuple[int, ...] = ()
    boxes: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """A named river, road or line: the pairs of adjoining hexes that carry its kind.

    For a hexside kind a pair is the hexside between the two; for a link it is the step from one
    to the other. Pairs are written lower hex first and sorted.
    """

    kind: str
    name: str
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A map. Two boards are equal if all but their `about` texts (title, credits) agree."""

    name: str
    layout: Layout
    numbering: Numbering
    terrain: tuple[str, ...]
    hexside_kinds: tuple[str, ...] = ()
    hexsides: tuple[int, ...] = ()
    link_kinds: tuple[str, ...] = ()
    links: tuple[int, ...] = ()
    places: dict[str, Place] = field(default_factory=dict)
    offmap_links: dict[int, frozenset[str]] = field(default_factory=dict)
    areas: dict[str, tuple[int, ...]] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    attributes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    courses: tuple[Course, ...] = ()
    cells: tuple[int, ...] = ()
    """Which places of the full rectangle are hexes, as row * cols + col; all, if left empty."""
    about: tuple[tuple[str, str], ...] = ()
    """Title, licence, credits and notes, in order; a key may come more than once."""

    n: int = field(init=False)
    labels: tuple[str, ...] = field(init=False, repr=False)
    index: dict[str, int] = field(init=False, repr=False)
    q: tuple[int, ...] = field(init=False, repr=False)
    r: tuple[int, ...] = field(init=False, repr=False)
    neighbours: tuple[int, ...] = field(init=False, repr=False)
    edges: dict[str, tuple[int, ...]] = field(init=False, repr=False)
    _spots: dict[axial.Axial, int] = field(init=False, repr=False)
    _around: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    _directions: dict[int, int] = field(init=False, repr=False)
    _kinds: dict[tuple[str, int], frozenset[str]] = field(init=False, repr=False)
    _disks: dict[tuple[int, int], tuple[int, ...]] = field(init=False, repr=False)
    _rounds: dict[tuple[int, int], frozenset[int]] = field(init=False, repr=False)
    _known: dict[Any, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "cells", self.cells or tuple(range(self.layout.size)))
        put(self, "n", len(self.cells))
        put(self, "hexsides", self.hexsides or (0,) * (6 * self.n))
        put(self, "links", self.links or (0,) * (6 * self.n))
        grid = _grid(self.layout, self.numbering, self.cells)
        put(self, "labels", grid.labels)
        put(self, "index", grid.index)
        put(self, "q", grid.q)
        put(self, "r", grid.r)
        put(self, "neighbours", grid.neighbours)
        put(self, "edges", grid.edges)
        put(self, "_spots", grid.spots)
        put(self, "_around", grid.around)
        put(self, "_directions", grid.directions)
        put(self, "_kinds", {})
        put(self, "_disks", {})
        put(self, "_rounds", {})
        put(self, "_known", {})
        _check(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.canonical() == other.canonical()

    def __hash__(self) -> int:
        return hash((self.name, self.layout, self.terrain))

    def canonical(self) -> str:
        """The board's content as one text: equal boards have equal texts."""
        content = {
            "name": self.name,
            "layout": [
                self.layout.rows,
                self.layout.cols,
                self.layout.orientation,
                self.layout.shifted,
            ],
            "numbering": str(self.numbering),
            "cells": self.cells,
            "terrain": self.terrain,
            "hexsides": [self.hexside_kinds, self.hexsides],
            "links": [self.link_kinds, self.links],
            "offmap_links": [[h, sorted(k)] for h, k in sorted(self.offmap_links.items())],
            "places": [[p.name, p.kind, p.hexes, p.note] for p in self.places.values()],
            "areas": self.areas,
            "boxes": [[b.name, b.kind, b.hexes, b.boxes, b.note] for b in self.boxes.values()],
            "attributes": self.attributes,
            "courses": [[c.kind, c.name, c.pairs] for c in self.courses],
        }
        for key in ("places", "boxes", "courses"):
            content[key] = sorted(content[key])
        return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    def once(self, key: Any, work_out: Callable[[], T]) -> T:
        """What hangs on nothing but the map and its key: worked out the first time, then known."""
        if key not in self._known:
            self._known[key] = work_out()
        found: T = self._known[key]
        return found

    def fingerprint(self) -> str:
        """The SHA-256 of the canonical text, in hexadecimal."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()

    def hex(self, label: str) -> int:
        """The hex that a printed number stands for."""
        found = self.index.get(label)
        if found is not None:
            return found
        padded = label.zfill(len(self.labels[0]))  # some rulebooks drop the leading zero
        near = difflib.get_close_matches(label, self.labels, n=1, cutoff=0.0)
        hint = f"; did you mean {padded if padded in self.index else near[0]}?"
        try:
            self.numbering.parse(label, self.layout)
        except HexError as error:
            raise HexError(f"{error}{hint}") from None
        raise HexError(f"hex {label} is cut out of the map {self.name}{hint}")

    def label(self, h: int) -> str:
        """The printed number of a hex."""
        if not 0 <= h < self.n:
            raise HexError(f"there is no hex with index {h}: the map has 0 to {self.n - 1}")
        return self.labels[h]

    def distance(self, a: int, b: int) -> int:
        """How many steps lead from a to b over any ground."""
        q = self.q[a] - self.q[b]
        r = self.r[a] - self.r[b]
        return (abs(q) + abs(r) + abs(q + r)) >> 1

    def direction(self, a: int, b: int) -> int:
        """The direction 0 to 5 from a to its neighbour b, or -1 if they do not adjoin."""
        return self._directions.get(a * self.n + b, -1)

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two hexes adjoin; a hex does not adjoin itself."""
        return a * self.n + b in self._directions

    def around(self, h: int) -> tuple[int, ...]:
        """The neighbours of a hex that are on the map, in the order of the directions."""
        return self._around[h]

    def depth(self, h: int, edge: str) -> int:
        """How deep a hex lies behind an edge of the sheet, in halves of a row or a column.

        It may be less than nothing. Of two hexes the one with less is nearer to the edge, though
        both may be as many steps away.
        """
        q, r = self.q[h], self.r[h]
        flat = self.layout.orientation == "flat"
        down, right = (2 * r + q, 2 * q) if flat else (2 * r, 2 * q + r)
        return {"north": down, "south": -down, "west": right, "east": -right}[edge]

    def disk(self, h: int, radius: int) -> tuple[int, ...]:
        """All hexes on the map at this distance or nearer, by index, the hex itself included."""
        found = self._disks.get((h, radius))
        if found is None:
            if 3 * radius * (radius + 1) >= self.n:  # more than the map has
                found = tuple(b for b in range(self.n) if self.distance(h, b) <= radius)
            else:
                near = axial.disk((self.q[h], self.r[h]), radius)
                found = tuple(sorted(self._spots[at] for at in near if at in self._spots))
            self._disks[h, radius] = found
        return found

    def disks(self, hexes: tuple[int, ...], radius: int) -> frozenset[int]:
        """All hexes on the map at this distance or nearer from any of some, to look one up."""
        found = []
        for h in hexes:
            if (h, radius) not in self._rounds:
                self._rounds[h, radius] = frozenset(self.disk(h, radius))
            found.append(self._rounds[h, radius])
        return found[0] if len(found) == 1 else frozenset().union(*found)

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The hexes of the straight line from a to b, both included, the same from either end.

        Along a hexside it takes the hex that is on the map, else the higher or the left one;
        a stretch over a hole in the map is left out.
        """
        spots = self._spots
        choices = axial.line_choices((self.q[a], self.r[a]), (self.q[b], self.r[b]))
        steps = ([spots[at] for at in choice if at in spots] for choice in choices)
        return tuple(step[0] for step in steps if step)

    def line_choices(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """The same with both hexes of the map wherever it runs along a hexside."""
        spots = self._spots
        choices = axial.line_choices((self.q[a], self.r[a]), (self.q[b], self.r[b]))
        steps = (tuple([spots[at] for at in choice if at in spots]) for choice in choices)
        return tuple(step for step in steps if step)

    def hexside(self, a: int, b: int) -> frozenset[str]:
        """What the hexside between two adjoining hexes carries."""
        return self._named("side", self.hexside_kinds, self.hexsides[self._slot(a, b)])

    def has_side(self, a: int, b: int, kind: str) -> bool:
        """Whether the hexside between two adjoining hexes carries a kind, such as river."""
        return kind in self.hexside(a, b)

    def link(self, a: int, b: int) -> frozenset[str]:
        """Which roads and railways join two adjoining hexes."""
        return self._named("link", self.link_kinds, self.links[self._slot(a, b)])

    def has_link(self, a: int, b: int, kind: str) -> bool:
        """Whether a kind of link, such as main, joins two adjoining hexes."""
        return kind in self.link(a, b)

    def exits(self, h: int) -> frozenset[str]:
        """The kinds of link that leave the map from a hex on its edge."""
        return self.offmap_links.get(h, frozenset())

    def place_at(self, h: int) -> tuple[Place, ...]:
        """The named places that lie in a hex, wholly or in part."""
        return tuple(place for place in self.places.values() if h in place.hexes)

    def _slot(self, a: int, b: int) -> int:
        direction = self._directions.get(a * self.n + b)
        if direction is None:
            raise HexError(f"hexes {self.label(a)} and {self.label(b)} do not adjoin")
        return 6 * a + direction

    def _named(self, layer: str, kinds: tuple[str, ...], mask: int) -> frozenset[str]:
        found = self._kinds.get((layer, mask))
        if found is None:
            found = frozenset(kind for bit, kind in enumerate(kinds) if mask >> bit & 1)
            self._kinds[layer, mask] = found
        return found


@dataclass(frozen=True, slots=True)
class _Grid:
    """What follows from the shape of a sheet and its numbers alone, whatever lies on it."""

    labels: tuple[str, ...]
    index: dict[str, int]
    q: tuple[int, ...]
    r: tuple[int, ...]
    neighbours: tuple[int, ...]
    edges: dict[str, tuple[int, ...]]
    spots: dict[axial.Axial, int]
    around: tuple[tuple[int, ...], ...]
    directions: dict[int, int]


@lru_cache(maxsize=32)
def _grid(layout: Layout, numbering: Numbering, cells: tuple[int, ...]) -> _Grid:
    """The grid of a sheet, worked out once: drafts, overlays and scenarios share it."""
    numbering.check(layout)
    spots = [divmod(cell, layout.cols) for cell in cells]
    at = {layout.axial(*spot): h for h, spot in enumerate(spots)}
    labels = tuple(numbering.format(*spot, layout) for spot in spots)
    steps = axial.DIRECTIONS[layout.orientation]
    around = tuple(at.get((q + dq, r + dr), -1) for q, r in at for dq, dr in steps)
    rings = (around[i : i + 6] for i in range(0, len(around), 6))
    return _Grid(
        labels=labels,
        index={label: h for h, label in enumerate(labels)},
        q=tuple(q for q, _ in at),
        r=tuple(r for _, r in at),
        neighbours=around,
        edges=_edges(spots),
        spots=at,
        around=tuple(tuple(b for b in ring if b >= 0) for ring in rings),
        directions={i // 6 * len(cells) + b: i % 6 for i, b in enumerate(around) if b >= 0},
    )


def _edges(spots: list[tuple[int, int]]) -> dict[str, tuple[int, ...]]:
    """The outermost hex of every column (north, south) and of every row (west, east)."""
    by_col: dict[int, list[int]] = {}
    by_row: dict[int, list[int]] = {}
    for h, (row, col) in enumerate(spots):
        by_col.setdefault(col, []).append(h)
        by_row.setdefault(row, []).append(h)
    columns = [by_col[col] for col in sorted(by_col)]
    rows = [by_row[row] for row in sorted(by_row)]
    return {
        "north": tuple(column[0] for column in columns),
        "south": tuple(column[-1] for column in columns),
        "east": tuple(row[-1] for row in rows),
        "west": tuple(row[0] for row in rows),
    }


def _check(board: Board) -> None:
    """Refuse a board that contradicts itself."""
    if list(board.cells) != sorted(set(board.cells)) or not board.cells:
        raise BoardError("the cells of a map are in order, without doubles, and not none")
    if board.cells[0] < 0 or board.cells[-1] >= board.layout.size:
        raise BoardError("a cell lies outside the rows and columns of the map")
    if len(board.terrain) != board.n:
        raise BoardError(f"{len(board.terrain)} terrains for {board.n} hexes")
    kinds = board.hexside_kinds + board.link_kinds
    doubles = sorted({kind for kind in kinds if kinds.count(kind) > 1})
    if doubles:
        raise BoardError(f"a kind is declared twice: {', '.join(doubles)}")
    _check_masks(board, "hexsides", board.hexsides, len(board.hexside_kinds))
    _check_masks(board, "links", board.links, len(board.link_kinds))
    for column, values in board.attributes.items():
        if len(values) != board.n:
            raise BoardError(f"attribute {column}: {len(values)} values for {board.n} hexes")
    for key, name in [(k, p.name) for k, p in board.places.items()] + [
        (k, b.name) for k, b in board.boxes.items()
    ]:
        if key != name:
            raise BoardError(f"{name!r} is filed under {key!r}")


def _check_masks(board: Board, what: str, masks: tuple[int, ...], kinds: int) -> None:
    if len(masks) != 6 * board.n:
        raise BoardError(f"{what}: {len(masks)} masks, but the map has {6 * board.n} sides")
    for slot, mask in enumerate(masks):
        if not mask:
            continue
        a, b = slot // 6, board.neighbours[slot]
        if mask >> kinds or mask < 0:
            raise BoardError(f"{what} of {board.labels[a]}: mask {mask} has no such kind")
        if b < 0:
            raise BoardError(f"{what} of {board.labels[a]}: direction {slot % 6} leaves the map")
        if masks[6 * b + (slot % 6 + 3) % 6] != mask:
            raise BoardError(f"{what} of {board.labels[a]} and {board.labels[b]} differ by side")
