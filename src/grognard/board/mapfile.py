"""The map file: a map as text that a person can read, compare and correct.

    grognard map 1
    name: moscow-1941
    title: Before Moscow, November and December 1941
    layout: 65 rows, 39 columns, pointy, odd rows right
    numbering: RRCC, rows from 1 down, columns from 1 left
    hexside kinds: river bridge
    link kinds: main secondary
    legend:
      . clear
      f forest
    terrain:
      01 . f .
      02  f . .
    sides:
      river Lama: 3829/3828 3829/3928
    links:
      main Volokolamsk Highway: 3139 3138 3137; 3138 3237
    exits:
      main: 3139
    places:
      city Klin: 2716 2717 | 28,000 people
    areas:
      Bridgehead: 2716 2717
    boxes:
      at_sea East Sea: 0101 0102 > Korea Strait, Yellow Sea | open sea
    attribute base_terrain:
      forest: 2716

A line that begins without blanks opens a section or states a fact; a line with two blanks is an
entry; a line with more blanks goes on with the entry above. `#` begins a remark. In the terrain
each row begins with its printed number and `-` is a place without a hex. `layout` says which rows
(pointy tops) go right, or which columns (flat tops) go down, by half a hex, counting from 0.
Any other fact (title, licence, credit, note) is kept in `Board.about`, in order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from grognard.board.board import Board, BoardError, Box
from grognard.board.draft import KIND, Draft, clean_name, clean_note
from grognard.board.overlay import apply_overlay
from grognard.board.text import MapError, without_remark
from grognard.hexes import Layout, Numbering

FIRST_LINE = "grognard map 1"
HOLE = "-"
_LAYOUT = re.compile(
    r"(?P<rows>\d+) rows, (?P<cols>\d+) columns, "
    r"(?:(?P<pointy>pointy), (?P<row>odd|even) rows right"
    r"|(?P<flat>flat), (?P<col>odd|even) columns down)"
)
_FACTS = ("name", "layout", "numbering", "hexside kinds", "link kinds")
_SECTIONS = ("legend", "terrain", "sides", "links", "exits", "places", "areas", "boxes")


def load(path: str | Path, overlays: Sequence[str | Path] | None = None) -> Board:
    """Read a map file and apply its overlays in order.

    Unless told otherwise, that is the file of the same name that ends in `.overlay`, if any.
    """
    path = Path(path)
    board = read(path.read_text(encoding="utf-8"), str(path))
    if overlays is None:
        beside = path.with_suffix(".overlay")
        overlays = [beside] if beside.exists() else []
    for overlay in overlays:
        text = Path(overlay).read_text(encoding="utf-8")
        board = apply_overlay(board, text, str(overlay))
    return board


@lru_cache(maxsize=16)
def read(text: str, source: str = "map") -> Board:
    """Read a map from its text; `source` is what errors call the file.

    A Board never changes, so games on the same text share one.
    """
    sheet = _cut(text, source)
    draft = _open_draft(sheet)
    _read_terrain(sheet, draft)
    for name, read_entry in _READERS.items():
        for entry in sheet.sections.pop(name, []):
            with entry.blame(sheet):
                read_entry(draft, entry.text)
    for name in [name for name in sheet.sections if name.startswith("attribute ")]:
        _read_attribute(sheet, draft, name)
    try:
        return draft.finish()
    except ValueError as error:
        raise MapError(source, sheet.last, str(error)) from error


@dataclass(frozen=True, slots=True)
class _Entry:
    """A fact or an entry: its line and its text, continuation lines joined."""

    line: int
    text: str

    def blame(self, sheet: _Sheet) -> _Blame:
        return _Blame(sheet.source, self.line)


@dataclass(frozen=True, slots=True)
class _Blame:
    """Names file and line in whatever goes wrong inside."""

    source: str
    line: int

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError) and not isinstance(error, MapError):
            raise MapError(self.source, self.line, str(error)) from error


@dataclass(slots=True)
class _Sheet:
    """A map file cut into facts and sections."""

    source: str
    facts: list[tuple[str, _Entry]] = field(default_factory=list)
    sections: dict[str, list[_Entry]] = field(default_factory=dict)
    opened: dict[str, int] = field(default_factory=dict)
    last: int = 1

    def fact(self, name: str, default: str | None = None) -> _Entry:
        found = [entry for key, entry in self.facts if key == name]
        if len(found) > 1:
            raise MapError(self.source, found[1].line, f"{name!r} is stated twice")
        if not found and default is None:
            raise MapError(self.source, 1, f"the map does not state its {name!r}")
        return found[0] if found else _Entry(1, default or "")


def _cut(text: str, source: str) -> _Sheet:
    """Cut the text into facts and sections, and refuse what is neither."""
    sheet = _Sheet(source)
    section: list[_Entry] | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        sheet.last = number
        if number == 1:
            if raw.strip() != FIRST_LINE:
                raise MapError(source, 1, f"a map file begins with {FIRST_LINE!r}, not {raw!r}")
            continue
        line = without_remark(raw)
        if not line:
            continue
        if "\t" in line:
            raise MapError(source, number, "a map file has blanks, not tabulators")
        if not line.startswith(" "):
            section = _open_section(sheet, number, line)
        elif section is None:
            raise MapError(source, number, f"{line.strip()!r} belongs to no section")
        elif line.startswith("   ") and section and section is not sheet.sections.get("terrain"):
            above = section.pop()
            section.append(_Entry(above.line, f"{above.text} {line.strip()}"))
        else:
            section.append(_Entry(number, line.strip()))
    if sheet.last == 1 and not text:
        raise MapError(source, 1, f"a map file begins with {FIRST_LINE!r}; this one is empty")
    return sheet


def _open_section(sheet: _Sheet, number: int, line: str) -> list[_Entry] | None:
    """Open a section, or take down a fact and return None."""
    name, colon, value = line.partition(":")
    if not colon:
        raise MapError(sheet.source, number, f"{line!r} is neither a fact nor a section")
    if value.strip():
        sheet.facts.append((name, _Entry(number, value.strip())))
        return None
    if name in _FACTS:
        sheet.facts.append((name, _Entry(number, "")))
        return None
    if name not in _SECTIONS and not re.fullmatch(r"attribute [a-z][a-z0-9_]*", name):
        known = ", ".join(_SECTIONS)
        raise MapError(sheet.source, number, f"there is no section {name!r}; there are {known}")
    if name in sheet.sections:
        raise MapError(sheet.source, number, f"the section {name!r} comes twice")
    sheet.sections[name] = []
    sheet.opened[name] = number
    return sheet.sections[name]


def _open_draft(sheet: _Sheet) -> Draft:
    """Start the draft from the facts at the head of the file and the holes in its terrain."""
    stated = sheet.fact("layout")
    with stated.blame(sheet):
        layout = read_layout(stated.text)
    stated = sheet.fact("numbering")
    with stated.blame(sheet):
        numbering = Numbering.read(stated.text)
        numbering.check(layout)
    cells = tuple(
        row * layout.cols + col
        for row, codes in enumerate(_rows(sheet, layout, numbering))
        for col, code in enumerate(codes)
        if code != HOLE
    )
    about = []
    for key, entry in sheet.facts:
        if key not in _FACTS:
            with entry.blame(sheet):
                about.append((clean_name(key, "fact"), clean_note(entry.text)))
    stated = sheet.fact("hexside kinds", "")
    with stated.blame(sheet):
        return Draft(
            sheet.fact("name").text,
            layout,
            numbering,
            stated.text.split(),
            sheet.fact("link kinds", "").text.split(),
            cells if len(cells) < layout.size else (),
            about,
        )


def read_layout(text: str) -> Layout:
    """Read the sentence that says how the sheet is laid out."""
    match = _LAYOUT.fullmatch(text)
    if match is None:
        raise ValueError(
            f"layout {text!r} is not understood: write it like "
            "'65 rows, 39 columns, pointy, odd rows right' or '… flat, odd columns down'"
        )
    shifted = match["row"] or match["col"]
    return Layout(
        int(match["rows"]),
        int(match["cols"]),
        "pointy" if match["pointy"] else "flat",
        "odd" if shifted == "odd" else "even",
    )


def _rows(sheet: _Sheet, layout: Layout, numbering: Numbering) -> list[list[str]]:
    """The codes of the terrain, row by row, each row checked for number and length."""
    entries = sheet.sections.get("terrain", [])
    rows = []
    for row, entry in enumerate(entries):
        number, *codes = entry.text.split()
        printed = numbering.row_text(row, layout)
        if row >= layout.rows:
            raise MapError(
                sheet.source, entry.line, f"row {number} is one more than the layout has"
            )
        if number != printed:
            raise MapError(sheet.source, entry.line, f"this row is {printed}, not {number}")
        if len(codes) != layout.cols:
            raise MapError(
                sheet.source,
                entry.line,
                f"row {number} has {len(codes)} hexes, but the map has {layout.cols} columns",
            )
        rows.append(codes)
    if len(rows) < layout.rows:
        line = entries[-1].line if entries else sheet.opened.get("terrain", 1)
        raise MapError(
            sheet.source, line, f"the terrain has {len(rows)} rows, the layout {layout.rows}"
        )
    return rows


def _read_terrain(sheet: _Sheet, draft: Draft) -> None:
    legend: dict[str, str] = {}
    for entry in sheet.sections.pop("legend", []):
        with entry.blame(sheet):
            code, _, ground = entry.text.partition(" ")
            if code == HOLE or not KIND.fullmatch(ground):
                raise BoardError(f"legend {entry.text!r}: write a code and a kind, like 'f forest'")
            if code in legend or ground in legend.values():
                raise BoardError(f"legend {entry.text!r}: the code or the kind comes twice")
            legend[code] = ground
    entries = sheet.sections["terrain"]
    codes = iter(range(draft.grid.n))
    for entry, row in zip(entries, _rows(sheet, draft.layout, draft.numbering), strict=True):
        for code in row:
            if code == HOLE:
                continue
            h = next(codes)
            if code not in legend:
                label = draft.grid.label(h)
                known = " ".join(legend)
                message = f"hex {label} has the code {code!r}, which the legend ({known}) lacks"
                raise MapError(sheet.source, entry.line, message)
            draft.terrain[h] = legend[code]
    del sheet.sections["terrain"]


def _heading(text: str) -> tuple[str, str, str]:
    """Cut `river Lama: 3829/3828` into kind, name and the rest."""
    head, colon, rest = text.partition(":")
    if not colon:
        raise BoardError(f"{text!r} lacks a colon after its name")
    kind, _, name = head.strip().partition(" ")
    return kind, name.strip(), rest.strip()


def _kind_of(kind: str, known: Sequence[str], what: str) -> str:
    if kind not in known:
        raise BoardError(f"{kind!r} is no kind of {what} of this map: {', '.join(known)}")
    return kind


def _read_side(draft: Draft, text: str) -> None:
    kind, name, rest = _heading(text)
    _kind_of(kind, draft.hexside_kinds, "hexside")
    for chain in _chains(rest):
        for pair in chain:
            a, slash, b = pair.partition("/")
            if not slash:
                raise BoardError(f"{pair!r} is no hexside: write it like 3829/3828")
            draft.add(a, b, kind, name)


def _read_link(draft: Draft, text: str) -> None:
    kind, name, rest = _heading(text)
    _kind_of(kind, draft.link_kinds, "link")
    for chain in _chains(rest):
        if len(chain) < 2:
            raise BoardError(f"a link joins two hexes or more, not {chain[0]!r} alone")
        for a, b in pairwise(chain):
            draft.add(a, b, kind, name)


def _chains(rest: str) -> Iterator[list[str]]:
    for part in rest.split(";"):
        chain = part.split()
        if not chain:
            raise BoardError("an entry or a part of it between semicolons is empty")
        yield chain


def _read_exit(draft: Draft, text: str) -> None:
    kind, _, rest = _heading(text)
    for label in rest.split():
        draft.add_exit(label, kind)


def _read_place(draft: Draft, text: str) -> None:
    kind, name, rest = _heading(text)
    labels, _, note = rest.partition("|")
    if not name or not KIND.fullmatch(kind):
        raise BoardError(f"place {text!r}: write kind, name and hexes, like 'town Istra: 4418'")
    draft.add_place(kind, name, labels.split(), note.strip())


def _read_area(draft: Draft, text: str) -> None:
    name, colon, rest = text.partition(":")
    if not colon:
        raise BoardError(f"{text!r} lacks a colon after its name")
    draft.add_area(name.strip(), rest.split())


def _read_box(draft: Draft, text: str) -> None:
    kind, name, rest = _heading(text)
    body, _, note = rest.partition("|")
    labels, _, beside = body.partition(">")
    boxes = tuple(part.strip() for part in beside.split(",") if part.strip())
    if not name or not KIND.fullmatch(kind):
        raise BoardError(f"box {text!r}: write kind, name and hexes, like 'sea Gulf: 0101'")
    draft.add_box(Box(name, kind, draft.hexes(labels.split()), boxes, note.strip()))


def _read_attribute(sheet: _Sheet, draft: Draft, section: str) -> None:
    values: dict[int, str] = {}
    for entry in sheet.sections[section]:
        with entry.blame(sheet):
            value, colon, rest = entry.text.partition(":")
            if not colon:
                raise BoardError(f"{entry.text!r} lacks a colon after the value")
            for h in draft.hexes(rest.split()):
                if h in values:
                    raise BoardError(f"hex {draft.grid.label(h)} has two values")
                values[h] = clean_name(value.strip(), "value")
    name = section.removeprefix("attribute ")
    draft.attributes[name] = tuple(values.get(h, "") for h in range(draft.grid.n))


_READERS: dict[str, Callable[[Draft, str], None]] = {
    "sides": _read_side,
    "links": _read_link,
    "exits": _read_exit,
    "places": _read_place,
    "areas": _read_area,
    "boxes": _read_box,
}
