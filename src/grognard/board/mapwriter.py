"""Writing a map file: the text from which `mapfile.read` makes an equal board."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from grognard.board.board import Board
from grognard.hexes import axial

_USUAL_CODES = {
    "clear": ".",
    "open": ".",
    "flat": ".",
    "lake": "~",
    "sea": "~",
    "town": "T",
    "city": "C",
}

Pair = tuple[int, int]


def dump(board: Board) -> str:
    """The board as the text of a map file, the same for equal boards."""
    lines = ["grognard map 1", f"name: {board.name}"]
    lines += [f"{key}: {value}" for key, value in board.about]
    lines += [
        f"layout: {_layout(board)}",
        f"numbering: {board.numbering}",
        f"hexside kinds: {' '.join(board.hexside_kinds)}".rstrip(),
        f"link kinds: {' '.join(board.link_kinds)}".rstrip(),
    ]
    codes = _codes(board.terrain)
    lines += ["", "legend:", *(f"  {code} {ground}" for ground, code in codes.items())]
    lines += ["", "terrain:", *_grid(board, codes)]
    lines += _section("sides", _side_entries(board))
    lines += _section("links", _link_entries(board))
    lines += _section("exits", _exit_entries(board))
    lines += _section("places", _place_entries(board))
    areas = (f"{name}: {_labels(board, hexes)}" for name, hexes in sorted(board.areas.items()))
    lines += _section("areas", areas)
    lines += _section("boxes", _box_entries(board))
    for column, values in sorted(board.attributes.items()):
        lines += ["", f"attribute {column}:", *_wrapped(_attribute_entries(board, values))]
    return "\n".join(lines) + "\n"


def _layout(board: Board) -> str:
    layout = board.layout
    what = "rows right" if layout.orientation == "pointy" else "columns down"
    return (
        f"{layout.rows} rows, {layout.cols} columns, {layout.orientation}, {layout.shifted} {what}"
    )


def _codes(terrain: Iterable[str]) -> dict[str, str]:
    """A code for every kind of terrain: its usual sign, or a free letter of its name."""
    codes: dict[str, str] = {}
    for ground in sorted(set(terrain)):
        letters = [letter for letter in ground if letter.isalpha()]
        wishes = [_USUAL_CODES[ground]] if ground in _USUAL_CODES else []
        wishes += letters + [letter.upper() for letter in letters]
        wishes += [a + b for a in letters for b in letters]
        wishes += [f"{letters[0]}{number}" for number in range(len(codes) + 1)]
        codes[ground] = next(wish for wish in wishes if wish not in codes.values())
    return codes


def _grid(board: Board, codes: dict[str, str]) -> list[str]:
    """The terrain drawn as rows of codes, shoved rows set in by half a hex."""
    layout = board.layout
    width = max(len(code) for code in codes.values())
    by_cell = {cell: codes[board.terrain[h]] for h, cell in enumerate(board.cells)}
    lines = []
    for row in range(layout.rows):
        start = row * layout.cols
        drawn = " ".join(
            by_cell.get(cell, "-").ljust(width) for cell in range(start, start + layout.cols)
        )
        shoved = layout.orientation == "pointy" and (row % 2 == 1) == (layout.shifted == "odd")
        inset = " " * ((width + 1) // 2) if shoved else ""
        number = board.numbering.row_text(row, layout)
        lines.append(f"  {number}  {inset}{drawn}".rstrip())
    return lines


def _section(name: str, entries: Iterable[str]) -> list[str]:
    body = _wrapped(entries)
    return ["", f"{name}:", *body] if body else []


def _wrapped(entries: Iterable[str]) -> list[str]:
    """Entries set in by two blanks and broken at 100 characters, the rest set in by six."""
    return [
        line
        for entry in entries
        for line in textwrap.wrap(
            entry,
            width=100,
            initial_indent="  ",
            subsequent_indent="      ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    ]


def _labels(board: Board, hexes: Iterable[int]) -> str:
    return " ".join(board.labels[h] for h in hexes)


def _side_entries(board: Board) -> list[str]:
    entries = []
    for kind, name, pairs in _courses(board, board.hexside_kinds, board.hexsides):
        ends = {pair: _corners(board, pair) for pair in pairs}
        chains = (
            " ".join(f"{board.labels[a]}/{board.labels[b]}" for a, b in chain)
            for chain, _ in _strands(ends)
        )
        entries.append(f"{f'{kind} {name}'.rstrip()}: {'; '.join(chains)}")
    return entries


def _link_entries(board: Board) -> list[str]:
    entries = []
    for kind, name, pairs in _courses(board, board.link_kinds, board.links):
        ends = {(a, b): ((a,), (b,)) for a, b in pairs}
        chains = (_labels(board, (stop[0] for stop in stops)) for _, stops in _strands(ends))
        entries.append(f"{f'{kind} {name}'.rstrip()}: {'; '.join(chains)}")
    return entries


def _courses(
    board: Board, kinds: Sequence[str], masks: Sequence[int]
) -> list[tuple[str, str, list[Pair]]]:
    """Every kind's named courses, then the pairs that carry it without a name."""
    found = []
    for bit, kind in enumerate(kinds):
        nameless = {
            (slot // 6, board.neighbours[slot])
            for slot, mask in enumerate(masks)
            if mask >> bit & 1 and slot // 6 < board.neighbours[slot]
        }
        for course in sorted((c for c in board.courses if c.kind == kind), key=lambda c: c.name):
            found.append((kind, course.name, list(course.pairs)))
            nameless.difference_update(course.pairs)
        if nameless:
            found.append((kind, "", sorted(nameless)))
    return found


def _corners(board: Board, pair: Pair) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two ends of a hexside, each written as the hex beyond it, on the map or off it."""
    a, b = ((board.q[h], board.r[h]) for h in pair)
    near = set(axial.neighbours(b))
    beyond = sorted(at for at in axial.neighbours(a) if at in near)
    first, second = (sorted([a, b, at]) for at in beyond)
    return tuple(n for at in first for n in at), tuple(n for at in second for n in at)


def _strands(
    ends: Mapping[Pair, tuple[tuple[int, ...], tuple[int, ...]]],
) -> list[tuple[list[Pair], list[tuple[int, ...]]]]:
    """Sort pairs into unbroken strands, each with the points it passes, from end to end."""
    at: dict[tuple[int, ...], list[Pair]] = {}
    for pair in sorted(ends):
        for point in ends[pair]:
            at.setdefault(point, []).append(pair)
    strands = []
    left = dict.fromkeys(sorted(ends))
    while left:
        degrees = {p: sum(pair in left for pair in pairs) for p, pairs in at.items()}
        odd = sorted(point for point, degree in degrees.items() if degree % 2)
        here = odd[0] if odd else min(point for point, degree in degrees.items() if degree)
        strand: list[Pair] = []
        points = [here]
        while step := next((pair for pair in at[here] if pair in left), None):
            del left[step]
            first, second = ends[step]
            here = second if first == here else first
            strand.append(step)
            points.append(here)
        strands.append((strand, points))
    return strands


def _exit_entries(board: Board) -> list[str]:
    by_kind = {
        kind: [h for h, kinds in sorted(board.offmap_links.items()) if kind in kinds]
        for kind in board.link_kinds
    }
    return [f"{kind}: {_labels(board, hexes)}" for kind, hexes in by_kind.items() if hexes]


def _place_entries(board: Board) -> list[str]:
    places = sorted(board.places.values(), key=lambda place: (place.kind, place.name))
    return [
        f"{place.kind} {place.name}: {_labels(board, place.hexes)}" + _note(place.note)
        for place in places
    ]


def _box_entries(board: Board) -> list[str]:
    return [
        f"{box.kind} {name}: {_labels(board, box.hexes)}".rstrip()
        + (f" > {', '.join(box.boxes)}" if box.boxes else "")
        + _note(box.note)
        for name, box in sorted(board.boxes.items())
    ]


def _note(note: str) -> str:
    return f" | {note}" if note else ""


def _attribute_entries(board: Board, values: Sequence[str]) -> list[str]:
    by_value: dict[str, list[int]] = {}
    for h, value in enumerate(values):
        by_value.setdefault(value, []).append(h)
    return [f"{v}: {_labels(board, hexes)}" for v, hexes in sorted(by_value.items()) if v]
