"""The legend under a drawn map: what its lines and colours mean, and whom it is owed to."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from grognard.board.board import Board
from grognard.board.drawn.groundcover import HEIGHTS, MARSHES, WOODS
from grognard.board.drawn.lettering import SANS, width
from grognard.board.drawn.linework import RAILS, waters
from grognard.board.drawn.ornaments import MARKS
from grognard.board.drawn.relief import HEIGHT
from grognard.board.drawn.style import PLAIN, Style
from grognard.board.drawn.tracing import BUILT_UP, TOWNS, fixed
from grognard.board.drawn.works import SCARP

SIZE = 10.5
ICON = 22
"""The room an icon takes, with the gap behind it."""
GAP = 16
SMALL = 8.5
WORDS = {
    "big_river": "big river",
    "main": "main road",
    "secondary": "secondary road",
    "rail": "railway",
    "primary": "main road",
    "rail_multi": "railway, double track",
    "narrow_rail": "narrow-gauge railway",
    "ferry": "train ferry",
}
LINES = ("main", "primary", "secondary", "track", "rail_multi", "rail", "narrow_rail", "ferry")
"""Roads, railways and ferries in the order of the legend."""


@dataclass(frozen=True, slots=True)
class Item:
    """An icon, drawn to the right of 0 0 and about 10 high, and what it means."""

    icon: str
    text: str

    @property
    def width(self) -> float:
        """The room it takes in its line."""
        return (ICON if self.icon else 0) + width(self.text, SIZE) + GAP


def map_items(board: Board, shown: frozenset[int], style: Style) -> list[Item]:
    """The grounds, waters and roads that show."""
    grounds = dict.fromkeys(board.terrain[h] for h in sorted(shown))
    sides: dict[str, None] = {}
    links: dict[str, None] = {}
    for h in sorted(shown):
        for b in board.around(h):
            sides.update(dict.fromkeys(sorted(board.hexside(h, b))))
            links.update(dict.fromkeys(sorted(board.link(h, b))))
    surveyed = HEIGHT in board.attributes
    items = [Item(_swatch(g, style, surveyed), g.replace("_", " ")) for g in grounds]
    kinds = {place.kind for place in board.places.values() if shown & set(place.hexes)}
    items += [
        Item(_swatch(built, style), kind.replace("_", " "))
        for kind, built in TOWNS.items()
        if kind in kinds
    ]
    drawn = waters(board, style)
    widths = {kind for (a, b), kind in drawn.items() if a in shown or b in shown}
    items += [_line(kind, style, _reading(kind, sides)) for kind in style.waters if kind in widths]
    items += [_line(kind, style) for kind in LINES if kind in links]
    if SCARP in sides:
        items.append(_scarp(style))
    if "bridge" in sides:
        items.append(Item('<use href="#bridge§" transform="translate(8 -3) scale(.7)"/>', "bridge"))
    items += [
        Item(f'<use href="#{kind}§" transform="translate(8 -3.5)"/>', kind.replace("_", " "))
        for kind in MARKS
        if kind in kinds
    ]
    return items


def _reading(kind: str, sides: Container[str]) -> str:
    """What a water is called; one drawn wider than the game counts it is called what it counts."""
    words = WORDS.get(kind, kind.replace("_", " "))
    return words if kind in sides else f"{words}: a river here"


def _swatch(ground: str, style: Style, surveyed: bool = False) -> str:
    """A sample of a ground."""
    frame = 'y="-8.5" width="16" height="11.5"'
    fill = style.grounds.get(ground, style.paper)
    if surveyed:
        fill = style.surveyed.get(ground, fill)
    sample = f'<rect {frame} fill="{fill}"/>'
    if ground in WOODS:
        crowns = "M2.5-6h0M7-6.5h0M11.5-5.6h0M4.6-2.4h0M9.4-2.6h0M13.6-2h0M2.4.9h0M7.2 1h0M11.8 1h0"
        sample += "".join(
            f'<path d="{crowns}" transform="translate({off} {off})" stroke="{colour}" '
            f'stroke-width="{wide}" stroke-linecap="round"/>'
            for wide, colour, off in (
                (4.6, style.shade, 0.6),
                (4.2, style.leaves[1], 0),
                (1.8, style.sunlit, -0.5),
            )
        )
    elif ground in MARSHES:
        sample += (
            f'<path d="M3-1.5h6m-4.6-.3l-.9-2.2m2 2.2v-3m1.4 3l1-2.2M9 1q1.4-1 2.8 0t2.8 0" '
            f'fill="none" stroke="{style.reed}" stroke-width=".8"/>'
        )
    elif ground in HEIGHTS:
        sample += (
            f'<path d="M3 1q1.4-6.4 5-7q3.6.6 5 7" fill="none" stroke="{style.slope}" '
            'stroke-width=".9"/>'
        )
    elif ground in BUILT_UP:
        blocks = "M2-6.5h4v3.2h-4zM7-7h5v3.4h-5zM3-2h3v3h-3zM7.4-2.2h3.6v3.6h-3.6zM12-2.4h2v3h-2z"
        sample += (
            f'<path d="{blocks}" fill="{style.brick}" stroke="{style.brick_edge}" '
            'stroke-width=".4"/>'
        )
    return f'{sample}<rect {frame} fill="none" stroke="{style.ink}" stroke-width=".5"/>'


def _line(kind: str, style: Style, words: str = "") -> Item:
    """A sample of a line."""
    path = '<path d="M0-3h17" fill="none"'
    words = words or WORDS.get(kind, kind.replace("_", " "))
    if kind in RAILS:
        thin, wide, gap = {"rail": (1.3, 4.6, 3), "narrow_rail": (0.8, 3.4, 5)}.get(
            kind, (2.6, 6.2, 3)
        )
        return Item(
            f'{path} stroke="{style.rail}" stroke-width="{thin}"/>'
            f'{path} stroke="{style.rail}" stroke-width="{wide}" stroke-dasharray="1 {gap}"/>',
            words,
        )
    if kind == "ferry":
        dashed = f'{path} stroke="{style.coast}" stroke-width="1.5" stroke-dasharray="5 3"/>'
        return Item(dashed, words)
    stroke = {**style.waters, **style.routes}.get(kind, style.track)
    edge = fixed(stroke.width + 2 * stroke.edge)
    dash = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    return Item(
        (f'{path} stroke="{stroke.edge_colour}" stroke-width="{edge}"/>' if stroke.edge else "")
        + f'{path} stroke="{stroke.colour}" stroke-width="{fixed(stroke.width)}"{dash}/>',
        words,
    )


def _scarp(style: Style) -> Item:
    """A sample of an escarpment."""
    return Item(
        f'<path d="M0-5h17" stroke="{style.region_ink}" stroke-width="1.6"/>'
        f'<path d="M2-5v5m3-5v3m3-3v5m3-5v3m3-3v5" stroke="{style.region_ink}"/>',
        "escarpment",
    )


def laid_out(items: Sequence[Item], room: float, style: Style = PLAIN) -> list[str]:
    """The items in as many lines as they need."""
    lines: list[list[str]] = [[]]
    x = 0.0
    for item in items:
        if x and x + item.width - GAP > room:
            lines.append([])
            x = 0.0
        aside = ICON if item.icon else 0
        lines[-1].append(
            f'<g transform="translate({fixed(x)} 0)">{item.icon}'
            f'<text x="{aside}">{escape(item.text)}</text></g>'
        )
        x += item.width
    return [
        f'<g font-family="{SANS}" font-size="{SIZE}" fill="{style.ink}">{"".join(line)}</g>'
        for line in lines
        if line
    ]


def credits(board: Board, room: float, style: Style = PLAIN) -> list[str]:
    """Whom the map is owed to, and on what terms, in small print."""
    credit = [text for key, text in board.about if key == "credit"]
    terms = [text.partition(", see")[0] for key, text in board.about if key == "licence"]
    said = [*(["Map:"] if credit else []), *credit, *terms]
    words, lines = " · ".join(said).replace("Map: · ", "Map: ").split(" "), [""]
    for word in words if said else ():
        if width(f"{lines[-1]} {word}", SMALL) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [
        f'<text font-family="{SANS}" font-size="{SMALL}" fill="{style.small_ink}">'
        f"{escape(line)}</text>"
        for line in lines
        if line
    ]
