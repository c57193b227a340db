"""A Draft is a map being drawn; when it is finished it becomes a Board and never changes again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from grognard.board.board import Board, BoardError, Box, Course, Place
from grognard.hexes import Layout, Numbering

KIND = re.compile(r"[a-z][a-z0-9_]*")
_FORBIDDEN = re.compile(r"[:;|#>\n\r\t]|^\s|\s$|\s\s|^$|[^\S ]")

Pair = tuple[int, int]


def clean_name(name: str, what: str) -> str:
    """The name itself, if a map file can hold it."""
    if _FORBIDDEN.search(name) or not name.isprintable():
        raise BoardError(
            f"{what} {name!r}: a name is one line, not empty, without : ; | # > or doubled spaces"
        )
    return name


def clean_note(note: str) -> str:
    """The note itself, if a map file can hold it."""
    if "#" in note or not note.isprintable() or note != " ".join(note.split()):
        raise BoardError(f"note {note!r}: a note is one line without # or doubled spaces")
    return note


@dataclass(slots=True)
class Draft:
    """The open sheet on which terrain, hexsides, links and places are put down one by one."""

    name: str
    layout: Layout
    numbering: Numbering
    hexside_kinds: Sequence[str] = ()
    link_kinds: Sequence[str] = ()
    cells: tuple[int, ...] = ()
    about: list[tuple[str, str]] = field(default_factory=list)
    grid: Board = field(init=False)
    """The bare map, for numbers and neighbours."""
    terrain: dict[int, str] = field(default_factory=dict)
    sides: dict[Pair, set[str]] = field(default_factory=dict)
    links: dict[Pair, set[str]] = field(default_factory=dict)
    courses: dict[tuple[str, str], set[Pair]] = field(default_factory=dict)
    exits: dict[int, set[str]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    areas: dict[str, tuple[int, ...]] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    attributes: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        clean_name(self.name, "map")
        kinds = (*self.hexside_kinds, *self.link_kinds)
        for kind in kinds:
            if kinds.count(kind) > 1:
                raise BoardError(f"a kind is declared twice: {kind}")
            if not KIND.fullmatch(kind):
                raise BoardError(f"kind {kind!r}: write a kind in small letters, like big_river")
        count = len(self.cells) or self.layout.size
        self.grid = Board(self.name, self.layout, self.numbering, ("",) * count, cells=self.cells)

    @classmethod
    def of(cls, board: Board) -> Draft:
        """A draft that finishes as the same board again."""
        draft = cls(
            board.name,
            board.layout,
            board.numbering,
            board.hexside_kinds,
            board.link_kinds,
            board.cells,
            list(board.about),
        )
        draft.terrain = dict(enumerate(board.terrain))
        for a in range(board.n):
            for b in board.around(a):
                if a < b and board.hexside(a, b):
                    draft.sides[a, b] = set(board.hexside(a, b))
                if a < b and board.link(a, b):
                    draft.links[a, b] = set(board.link(a, b))
        draft.courses = {(c.kind, c.name): set(c.pairs) for c in board.courses}
        draft.exits = {h: set(kinds) for h, kinds in board.offmap_links.items()}
        draft.places = dict(board.places)
        draft.areas = dict(board.areas)
        draft.boxes = dict(board.boxes)
        draft.attributes = dict(board.attributes)
        return draft

    def hex(self, label: str) -> int:
        """The hex that a printed number stands for."""
        return self.grid.hex(label)

    def hexes(self, labels: Iterable[str]) -> tuple[int, ...]:
        """The hexes that printed numbers stand for, each once."""
        found = tuple(self.hex(label) for label in labels)
        if len(set(found)) < len(found):
            twice = next(h for h in found if found.count(h) > 1)
            raise BoardError(f"hex {self.grid.label(twice)} is listed twice")
        return found

    def add(self, a: str, b: str, kind: str, name: str = "") -> None:
        """Put a kind of hexside or link between two adjoining hexes, as part of a named course."""
        pair = self.pair(a, b)
        layer = self._layer(kind)
        course = self.courses.get((kind, name), set())
        present = kind in layer.get(pair, ())
        if present and (not name or pair in course):
            raise BoardError(f"{a} and {b} have {kind} {name}".rstrip() + " twice")
        layer.setdefault(pair, set()).add(kind)
        if name:
            self.courses.setdefault((kind, clean_name(name, kind)), set()).add(pair)

    def remove(self, a: str, b: str, kind: str) -> None:
        """Take a kind of hexside or link away between two adjoining hexes."""
        pair = self.pair(a, b)
        layer = self._layer(kind)
        if kind not in layer.get(pair, ()):
            raise BoardError(f"{a} and {b} have no {kind} to take away")
        layer[pair].discard(kind)
        for (of, _), pairs in self.courses.items():
            if of == kind:
                pairs.discard(pair)

    def add_exit(self, label: str, kind: str) -> None:
        """Let a kind of link leave the map from a hex on its edge."""
        h = self.hex(label)
        if kind not in self.link_kinds:
            raise BoardError(f"{kind!r} is not a link of this map: {', '.join(self.link_kinds)}")
        if all(b >= 0 for b in self.grid.neighbours[6 * h : 6 * h + 6]):
            raise BoardError(f"hex {label} is not on the edge of the map")
        if kind in self.exits.get(h, ()):
            raise BoardError(f"hex {label} has an exit for {kind} twice")
        self.exits.setdefault(h, set()).add(kind)

    def add_place(self, kind: str, name: str, labels: Iterable[str], note: str = "") -> None:
        """Name a place on one hex or several."""
        if name in self.places:
            raise BoardError(f"there are two places called {name}")
        hexes = self.hexes(labels)
        if not hexes:
            raise BoardError(f"place {name} has no hex")
        self.places[name] = Place(clean_name(name, "place"), kind, hexes, clean_note(note))

    def add_area(self, name: str, labels: Iterable[str]) -> None:
        """Name a group of hexes."""
        if name in self.areas:
            raise BoardError(f"there are two areas called {name}")
        self.areas[clean_name(name, "area")] = self.hexes(labels)

    def add_box(self, box: Box) -> None:
        """Add a box off the map or a zone."""
        if box.name in self.boxes:
            raise BoardError(f"there are two boxes called {box.name}")
        for name in (box.name, *box.boxes):
            if "," in clean_name(name, "box"):
                raise BoardError(f"box {name!r}: the name of a box has no comma")
        clean_note(box.note)
        self.boxes[box.name] = box

    def finish(self) -> Board:
        """The finished board."""
        bare = [self.grid.labels[h] for h in range(self.grid.n) if not self.terrain.get(h)]
        if bare:
            raise BoardError(f"{len(bare)} hexes have no terrain, the first is {bare[0]}")
        for box in self.boxes.values():
            for beside in box.boxes:
                if beside not in self.boxes:
                    raise BoardError(f"box {box.name} adjoins {beside}, which is no box")
        return Board(
            self.name,
            self.layout,
            self.numbering,
            tuple(self.terrain[h] for h in range(self.grid.n)),
            tuple(self.hexside_kinds),
            self._masks(self.sides, self.hexside_kinds),
            tuple(self.link_kinds),
            self._masks(self.links, self.link_kinds),
            dict(self.places),
            {h: frozenset(kinds) for h, kinds in sorted(self.exits.items()) if kinds},
            dict(self.areas),
            dict(self.boxes),
            dict(self.attributes),
            tuple(
                Course(kind, name, tuple(sorted(pairs)))
                for (kind, name), pairs in sorted(self.courses.items())
                if pairs
            ),
            self.cells,
            tuple(self.about),
        )

    def pair(self, a: str, b: str) -> Pair:
        """Two adjoining hexes, lower first."""
        first, second = self.hex(a), self.hex(b)
        if not self.grid.adjacent(first, second):
            raise BoardError(f"hexes {a} and {b} do not adjoin")
        return (first, second) if first < second else (second, first)

    def _layer(self, kind: str) -> dict[Pair, set[str]]:
        if kind in self.hexside_kinds:
            return self.sides
        if kind in self.link_kinds:
            return self.links
        known = ", ".join((*self.hexside_kinds, *self.link_kinds))
        raise BoardError(f"{kind!r} is no kind of hexside or link of this map: {known}")

    def _masks(self, layer: dict[Pair, set[str]], kinds: Sequence[str]) -> tuple[int, ...]:
        masks = [0] * (6 * self.grid.n)
        for (a, b), present in layer.items():
            mask = sum(1 << bit for bit, kind in enumerate(kinds) if kind in present)
            masks[6 * a + self.grid.direction(a, b)] = mask
            masks[6 * b + self.grid.direction(b, a)] = mask
        return tuple(masks)
