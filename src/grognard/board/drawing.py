"""A map drawn as SVG, in the manner of a printed wargame.

Woods, swamps and lakes are drawn as regions with soft edges, rivers flow along their hexsides,
roads and railways run through the hexes. Nothing here knows a rulebook: a system puts its counters
between the ground and the lettering, and its heading and legend round the map.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from grognard.board import ornaments
from grognard.board.board import Board
from grognard.board.chance_map import chance
from grognard.board.legend import credits
from grognard.board.lettering import SERIF, hex_numbers, names, place_labels
from grognard.board.linework import Pair, draw_lines
from grognard.board.style import PLAIN, Style
from grognard.board.tracing import Box, Sheet, Spot, chains, fixed, rounded, straight, xy


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn map in its layers, ready for counters."""

    sheet: Sheet
    style: Style
    box: Box
    shown: frozenset[int]
    defs: str
    ground: str
    lettering: str

    @property
    def print_size(self) -> float:
        """How much larger heading and legend are printed, so that they suit a large map."""
        return min(max((self.box[2] - self.box[0]) / 1500, 1), 2)

    @property
    def foot_room(self) -> float:
        """How long a line of the legend may be, before it is enlarged with the map."""
        return (self.box[2] - self.box[0]) / self.print_size

    def svg(
        self, pieces: str = "", defs: str = "", heading: str = "", foot: Sequence[str] = ()
    ) -> str:
        """The whole picture; `foot` are the lines of the legend, each drawn from its left end."""
        left, top, right, bottom = self.box
        much = self.print_size
        edge, line, head = 16, 17 * much, 26 * much if heading else 0
        lines = [*foot, *credits(self.sheet.board, self.foot_room)]
        width, height = right - left + 2 * edge, bottom - top + 2 * edge + head + line * len(lines)
        x, y = left - edge, top - edge - head
        clip = f'<clipPath id="window§"><path d="{_rectangle(self.box)}"/></clipPath>'
        feet = "".join(
            f'<g transform="translate({fixed(left)} {fixed(bottom + edge + line * (i + 0.35))}) '
            f'scale({much:.2f})">{text}</g>'
            for i, text in enumerate(lines)
        )
        title = (
            f'<text x="{fixed(left)}" y="{fixed(top - 14)}" font-size="{fixed(17 * much)}" '
            f'font-family="{SERIF}" fill="{self.style.ink}">{heading}</text>'
        )
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{fixed(x)} {fixed(y)} '
            f'{fixed(width)} {fixed(height)}" width="{fixed(width)}" height="{fixed(height)}" '
            f'style="max-width:100%;height:auto">'
            f"<defs>{clip}{self.defs}{defs}</defs>"
            f'<rect x="{fixed(x)}" y="{fixed(y)}" width="{fixed(width)}" '
            f'height="{fixed(height)}" fill="{self.style.margin}"/>{title if heading else ""}'
            f'<g clip-path="url(#window§)">{self.ground}{pieces}{self.lettering}</g>'
            f"{_neatline(self.box, self.style.ink)}{feet}</svg>\n"
        )
        return text.replace("§", hashlib.sha256(text.encode()).hexdigest()[:6])


def draw_board(
    board: Board,
    style: Style = PLAIN,
    window: Iterable[int] | None = None,
    bridges: Mapping[Pair, bool] | None = None,
    wash: str = "",
) -> Drawing:
    """Draw a map, or the part of it round the hexes of a window.

    `bridges` says where bridges are and whether they stand; left out, they are where the map has
    them or a road crosses water. `wash` is laid over the land, under grid and water. Hexes outside
    the window that still show are veiled.
    """
    sheet = Sheet(board, style.size)
    shown = frozenset(range(board.n) if window is None else window)
    if not shown:
        raise ValueError("a window needs at least one hex")
    box = sheet.box(sorted(shown))
    visible = sheet.within(box)
    lines = draw_lines(sheet, style, visible, box, bridges)
    ground = [
        f'<use href="#edge§" fill="{style.paper}" fill-rule="evenodd"/>',
        f'<g clip-path="url(#land§)">{_regions(sheet, style, visible)}{wash}</g>',
        _houses(sheet, visible),
        _grid(sheet, style, visible),
        lines.water,
        _lakes(sheet, style, visible),
        lines.routes,
        _place_marks(sheet, visible),
        hex_numbers(sheet, visible),
        lines.names,
        _veil(sheet, style, [h for h in visible if h not in shown]),
    ]
    labels = place_labels(sheet, shown, box)
    defs = _patterns(style) + _land(sheet) + lines.defs
    return Drawing(sheet, style, box, shown, defs, "".join(ground), names(labels))


def _rectangle(box: Box) -> str:
    left, top, right, bottom = box
    return straight([(left, top), (right, top), (right, bottom), (left, bottom)], closed=True)


def _neatline(box: Box, ink: str) -> str:
    """The double line round the map."""
    left, top, right, bottom = box
    wide = (left - 4, top - 4, right + 4, bottom + 4)
    return (
        f'<g fill="none" stroke="{ink}"><path d="{_rectangle(box)}" stroke-width=".8"/>'
        f'<path d="{_rectangle(wide)}" stroke-width="2.2"/></g>'
    )


# ---- ground


def _patterns(style: Style) -> str:
    return "".join(
        [
            ornaments.woods(style.leaf, style.shade),
            ornaments.reeds(style.reed),
            ornaments.hachures("hill", style.slope),
            ornaments.hachures("mountain", style.ink),
            ornaments.blocks(style.brick, style.brick_edge),
            ornaments.symbols(style.brick, style.brick_edge),
        ]
    )


PATTERNS = ("forest", "swamp", "hill", "mountain", "city")


def _land(sheet: Sheet) -> str:
    """The exact outline of the map, to cut the regions at its edge."""
    loops = sheet.outline(range(sheet.board.n))
    path = "".join(straight([sheet.place(s) for s in loop], closed=True) for loop in loops)
    return f'<clipPath id="land§"><path id="edge§" d="{path}" clip-rule="evenodd"/></clipPath>'


def _region(sheet: Sheet, hexes: Iterable[int]) -> str:
    """The soft outline of a region."""
    return "".join(
        rounded([sheet.bent(spot) for spot in loop]) for loop in sheet.outline(hexes, overlap=True)
    )


def _regions(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """Woods, swamps, high ground and built-up ground."""
    parts = []
    for terrain, colour in style.grounds.items():
        hexes = [h for h in visible if sheet.board.terrain[h] == terrain]
        if not hexes or terrain == "lake":
            continue
        path = _region(sheet, hexes)
        parts.append(
            f'<path d="{path}" fill="{colour}" stroke="{colour}" stroke-width="2" '
            'fill-rule="evenodd"/>'
        )
        if terrain in PATTERNS:
            parts.append(f'<path d="{path}" fill="url(#{terrain}§)" fill-rule="evenodd"/>')
    return "".join(parts)


def _houses(sheet: Sheet, visible: Sequence[int]) -> str:
    """The houses of the towns."""
    return "".join(
        f'<use href="#town{chance(21, h) % 3}§" '
        f'transform="translate({xy(sheet.centre(h))}) rotate({chance(22, h) % 6 * 60})"/>'
        for h in visible
        if sheet.board.terrain[h] == "town"
    )


def _place_marks(sheet: Sheet, visible: Sequence[int]) -> str:
    """Airfields, ports and the like, beside the room for counters; villages in the middle."""
    taken: dict[int, int] = {}
    marks = []
    for place in sheet.board.places.values():
        for h in place.hexes:
            if place.kind not in ornaments.MARKS or h not in visible:
                continue
            x, y = sheet.centre(h)
            if place.kind != "village":
                aside = (-0.66, 0.66)[taken.get(h, 0) % 2]
                taken[h] = taken.get(h, 0) + 1
                x, y = x + aside * sheet.size, y + 0.08 * sheet.size
            marks.append(
                f'<use href="#{place.kind}§" transform="translate({xy((x, y))})">'
                f"<title>{escape(place.name)}</title></use>"
            )
    return "".join(marks)


def _lakes(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """Lakes, with the lines that run along their shores."""
    hexes = [h for h in visible if sheet.board.terrain[h] == "lake"]
    if not hexes:
        return ""
    path = _region(sheet, hexes)
    linings = "".join(
        f'<use href="#lakes§" stroke-width="{wide}" stroke="{colour}"/>'
        for wide, colour in ((19, "#8fb0c0"), (17.4, style.grounds["lake"]),
                             (11, "#86a8ba"), (9.4, style.grounds["lake"]))
    )  # fmt: skip
    return (
        f'<defs><path id="lakes§" d="{path}"/><clipPath id="water§">'
        f'<use href="#lakes§" clip-rule="evenodd"/></clipPath></defs>'
        f'<g clip-path="url(#land§)" fill="none"><use href="#lakes§" fill-rule="evenodd" '
        f'fill="{style.grounds["lake"]}"/><g clip-path="url(#water§)">{linings}</g>'
        f'<use href="#lakes§" stroke="{style.shore}" stroke-width="1.6"/></g>'
    )


def _grid(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """The hexes, each hexside once."""
    sides: dict[tuple[Spot, Spot], None] = {}
    for h in visible:
        corners = sheet.corners((sheet.board.q[h], sheet.board.r[h]))
        for d in range(6):
            a, b = corners[d], corners[(d + 1) % 6]
            sides[min(a, b), max(a, b)] = None
    path = "".join(straight([sheet.place(s) for s in line]) for line in chains(sides))
    return f'<path d="{path}" fill="none" stroke="{style.grid}" stroke-width=".8" opacity=".7"/>'


def _veil(sheet: Sheet, style: Style, hexes: Sequence[int]) -> str:
    """A veil over what lies outside the window."""
    if not hexes:
        return ""
    path = "".join(
        straight([sheet.place(s) for s in loop], closed=True) for loop in sheet.outline(hexes)
    )
    return f'<path d="{path}" fill="{style.margin}" fill-opacity=".6" fill-rule="evenodd"/>'
