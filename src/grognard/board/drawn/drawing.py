"""A map drawn as SVG, in the manner of a printed wargame.

Woods, swamps and lakes are drawn as regions with soft edges, rivers flow along their hexsides,
roads and railways run through the hexes. Nothing here knows a rulebook: a system puts its counters
between the ground and the lettering, and its heading and legend round the map.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grognard.board.board import Board
from grognard.board.drawn import ornaments
from grognard.board.drawn.boundaries import boundaries, zone_names
from grognard.board.drawn.coast import sea
from grognard.board.drawn.gorges import gorges
from grognard.board.drawn.groundcover import (
    HEIGHTS,
    MARSHES,
    WATERS,
    WOODED,
    WOODS,
    ground,
    lakes,
    region,
)
from grognard.board.drawn.legend import credits
from grognard.board.drawn.lettering import SERIF, hex_numbers, names, place_labels
from grognard.board.drawn.linework import draw_lines
from grognard.board.drawn.marks import place_marks
from grognard.board.drawn.regions import swept
from grognard.board.drawn.relief import paper, relief
from grognard.board.drawn.runs import Pair
from grognard.board.drawn.streets import built_up
from grognard.board.drawn.style import PLAIN, Style
from grognard.board.drawn.tracing import BUILT_UP, Box, Sheet, Spot, chains, fixed, straight


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
        lines = [*foot, *credits(self.sheet.board, self.foot_room, self.style)]
        width, height = right - left + 2 * edge, bottom - top + 2 * edge + head + line * len(lines)
        x, y = left - edge, top - edge - head
        clip = f'<clipPath id="window§"><path d="{rectangle(self.box)}"/></clipPath>'
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
            f"{neatline(self.box, self.style.ink)}{feet}</svg>\n"
        )
        return named_once(text)


def named_once(text: str) -> str:
    """A picture whose names occur in no other, so that several can stand on one page."""
    return text.replace("§", hashlib.sha256(text.encode()).hexdigest()[:6])


def draw_board(
    board: Board,
    style: Style = PLAIN,
    window: Iterable[int] | None = None,
    bridges: Mapping[Pair, bool] | None = None,
    wash: str = "",
    covered: Iterable[int] = (),
) -> Drawing:
    """Draw a map, or the part of it round the hexes of a window.

    `bridges` says where bridges are and whether they stand; left out, they are where the map has
    them or a road crosses water. `wash` is laid over the land, under grid and water. `covered` are
    hexes that will hold counters. Hexes outside the window that still show are veiled.
    """
    sheet = Sheet(board, style.size)
    shown = frozenset(range(board.n) if window is None else window)
    if not shown:
        raise ValueError("a window needs at least one hex")
    box = sheet.box(sorted(shown))
    visible = sheet.within(box)
    holding = [h for h in covered if h in shown]
    labels = place_labels(sheet, shown, box, holding)
    taken = [*(label.room for label in labels), *map(sheet.card, holding)]
    lines = draw_lines(sheet, style, visible, box, bridges, taken)
    land = [
        _other_ground(sheet, style, visible),
        ground(sheet, style, visible, box),
        built_up(sheet, style, visible),
        relief(sheet, box, lines.courses, style),
        wash,
    ]
    sweeps, countries = swept(sheet, style, box)
    shores, lakewater = lakes(sheet, style, visible)
    layers = [
        layer("ground", f'<use href="#edge§" fill="{style.paper}" fill-rule="evenodd"/>', *land),
        layer("water", shores, lines.banks, lakewater, lines.water, sea(sheet, style, box)),
        layer("frontiers", boundaries(sheet, style, visible)),
        layer("beyond", _beyond(sheet, style, box)),
        layer("grid", _grid(sheet, style, visible)),
        layer("gorges", gorges(sheet, style, visible)),
        layer("routes", lines.routes),
        layer("places", place_marks(sheet, style, visible)),
        layer("numbers", hex_numbers(sheet, visible, style)),
        layer("river-names", countries, zone_names(sheet, style, box, taken), lines.names),
        _veil(sheet, style, [h for h in visible if h not in shown]),
    ]
    defs = paper("paper", style) + ornaments.symbols(style) + _land(sheet) + lines.defs + sweeps
    lettering = layer("names", names(labels, style))
    return Drawing(sheet, style, box, shown, defs, "".join(layers), lettering)


def layer(name: str, *parts: str) -> str:
    """One layer of the drawing, by name, so that a screen can leave it out."""
    body = "".join(parts)
    return f'<g data-layer="{name}">{body}</g>' if body else ""


def rectangle(box: Box) -> str:
    """The path round a box."""
    left, top, right, bottom = box
    return straight([(left, top), (right, top), (right, bottom), (left, bottom)], closed=True)


def neatline(box: Box, ink: str) -> str:
    """The double line round the map."""
    left, top, right, bottom = box
    wide = (left - 4, top - 4, right + 4, bottom + 4)
    return (
        f'<g fill="none" stroke="{ink}"><path d="{rectangle(box)}" stroke-width=".8"/>'
        f'<path d="{rectangle(wide)}" stroke-width="2.2"/></g>'
    )


# ---- ground


def _land(sheet: Sheet) -> str:
    """The exact outline of the map."""
    loops = sheet.outline(range(sheet.board.n))
    path = "".join(straight([sheet.place(s) for s in loop], closed=True) for loop in loops)
    return f'<path id="edge§" d="{path}"/>'


def _beyond(sheet: Sheet, style: Style, box: Box) -> str:
    """Paper over all that runs on beyond the edge of the map: cheaper than cutting it off."""
    far = 3 * sheet.size
    wide = (box[0] - far, box[1] - far, box[2] + far, box[3] + far)
    loops = sheet.outline(range(sheet.board.n))
    path = "".join(straight([sheet.place(s) for s in loop], closed=True) for loop in loops)
    return f'<path d="{rectangle(wide)}{path}" fill="{style.margin}" fill-rule="evenodd"/>'


def _other_ground(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """Any kind of ground that has a colour and nothing growing on it."""
    parts = []
    for terrain, colour in style.grounds.items():
        if terrain in (*WOODS, *WOODED, *MARSHES, *HEIGHTS, *WATERS, *BUILT_UP):
            continue
        hexes = [h for h in visible if sheet.board.terrain[h] == terrain]
        if hexes:
            path = region(sheet, hexes)
            parts.append(f'<path d="{path}" fill="{colour}" fill-rule="evenodd"/>')
    return "".join(parts)


def _grid(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """The hexes, each hexside once."""
    sides: dict[tuple[Spot, Spot], None] = {}
    for h in visible:
        corners = sheet.corners((sheet.board.q[h], sheet.board.r[h]))
        for d in range(6):
            a, b = corners[d], corners[(d + 1) % 6]
            sides[min(a, b), max(a, b)] = None
    path = "".join(straight([sheet.place(s) for s in line]) for line in chains(sides))
    return f'<path d="{path}" fill="none" stroke="{style.grid}" stroke-width=".7" opacity=".42"/>'


def _veil(sheet: Sheet, style: Style, hexes: Sequence[int]) -> str:
    """A veil over what lies outside the window."""
    if not hexes:
        return ""
    path = "".join(
        straight([sheet.place(s) for s in loop], closed=True) for loop in sheet.outline(hexes)
    )
    return f'<path d="{path}" fill="{style.margin}" fill-opacity=".6" fill-rule="evenodd"/>'
