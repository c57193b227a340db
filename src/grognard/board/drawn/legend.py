"""The legend under a drawn map: what its lines and colours mean, and whom it is owed to."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from grognard.board.board import Board
from grognard.board.drawn.boundaries import ZONE, sea_zones
from grognard.board.drawn.gorges import CONSTRICTED, sample
from grognard.board.drawn.groundcover import HEIGHTS, MARSHES, WOODED, WOODS
from grognard.board.drawn.lettering import SANS, width
from grognard.board.drawn.marks import symbol
from grognard.board.drawn.ornaments import MARKS
from grognard.board.drawn.railways import RAILS, quiet, railway
from grognard.board.drawn.relief import HEIGHT
from grognard.board.drawn.rivers import waters
from grognard.board.drawn.style import PLAIN, Boundary, Style
from grognard.board.drawn.tracing import BUILT_UP, TOWNS, fixed, houses
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
    "demarcation": "demarcation line",
    "limit_line": "limit line",
    "zone": "bounds of a sea zone",
}
RISING = (
    "flat", "flat_woods", "rough", "rough_woods", "rough_forest", "highland", "highland_woods",
    "mountain", "high_mountain",
)  # fmt: skip
LINES = (
    "highway", "main", "primary", "secondary", "track", "trail",
    "rail_multi", "rail", "narrow_rail", "ferry",
)  # fmt: skip
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
    grounds = sorted(dict.fromkeys(board.terrain[h] for h in sorted(shown)), key=_rising)
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
        for kind, built in reversed(list((houses(board) or TOWNS).items()))
        if kind in kinds and kind not in grounds
    ]
    drawn = waters(board, style)
    widths = {kind for (a, b), kind in drawn.items() if a in shown or b in shown}
    items += [_line(kind, style, _reading(kind, sides)) for kind in style.waters if kind in widths]
    hushed = quiet(board)
    items += [_line(kind, style, light=kind in hushed) for kind in LINES if kind in links]
    items += [_bound(kind, look) for kind, look in style.boundaries.items() if kind in sides]
    if any(shown & set(zone.hexes) for zone in sea_zones(board)):
        items.append(_bound(ZONE, style.boundaries[ZONE]))
    if shown.intersection(board.areas.get(CONSTRICTED, ())):
        items.append(Item(sample(style), "constricted, line along it"))
    if SCARP in sides:
        items.append(_scarp(style))
    if "bridge" in sides:
        items.append(Item('<use href="#bridge§" transform="translate(8 -3) scale(.7)"/>', "bridge"))
    if "ford" in sides:
        items.append(Item('<use href="#ford§" transform="translate(8 -3) scale(.7)"/>', "ford"))
    return items + [_marked(name) for name in _marks(board, shown, style)]


def _rising(ground: str) -> int:
    """The place of a ground in the legend: those that rise from plain to mountain in that order."""
    return RISING.index(ground) if ground in RISING else -1


def _marks(board: Board, shown: frozenset[int], style: Style) -> list[str]:
    """The marks of the places that show, each once, in the order of their kinds."""
    kinds = set(MARKS) - set(houses(board))
    places = [p for p in board.places.values() if p.kind in kinds and shown & set(p.hexes)]
    names = dict.fromkeys(symbol(style, place) for place in places)
    return sorted(names, key=lambda name: (MARKS.index(name.partition("-")[0]), name))


def _marked(name: str) -> Item:
    """A mark: of an `airbase-hardened` it says that it is a hardened airbase."""
    kind, _, word = name.partition("-")
    text = f"{word} {kind}".strip().replace("_", " ")
    return Item(f'<use href="#{name}§" transform="translate(8 -3.5)"/>', text)


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
    elif ground in WOODED:
        lower = style.surveyed.get(WOODED[ground], style.paper)
        crowns = "M3-5.6h0M8-6.2h0M12.6-5h0M5.4-1.6h0M10.4-1.8h0M3 1.2h0M13.2.8h0"
        sample = (
            f'<rect {frame} fill="{lower}"/><rect {frame} fill="{style.canopies[ground]}" '
            f'fill-opacity=".66"/><path d="{crowns}" stroke="{style.shade}" stroke-width="3" '
            'stroke-opacity=".5" '
            'stroke-linecap="round"/>'
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
    elif ground in ("hamlet", "farm"):
        sample += (
            f'<rect {frame} fill="{style.grounds["town"]}"/><path d="M5-5h3v2.6h-3zM9-4h2.6v3h-2.6z'
            f'M5.6-1.4h2.6v2.4h-2.6z" fill="{style.brick}" stroke="{style.brick_edge}" '
            'stroke-width=".4"/>'
        )
    elif ground in BUILT_UP:
        blocks = "M2-6.5h4v3.2h-4zM7-7h5v3.4h-5zM3-2h3v3h-3zM7.4-2.2h3.6v3.6h-3.6zM12-2.4h2v3h-2z"
        sample += (
            f'<path d="{blocks}" fill="{style.brick}" stroke="{style.brick_edge}" '
            'stroke-width=".4"/>'
        )
    return f'{sample}<rect {frame} fill="none" stroke="{style.ink}" stroke-width=".5"/>'


def _line(kind: str, style: Style, words: str = "", light: bool = False) -> Item:
    """A sample of a line."""
    path = '<path d="M0-3h17" fill="none"'
    words = words or WORDS.get(kind, kind.replace("_", " "))
    if kind in RAILS and light:
        return Item(railway(style, kind, "M0-3h17", light=True), words)
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


def _bound(kind: str, look: Boundary) -> Item:
    """A sample of a boundary, with the belt that it runs through."""
    path = '<path d="M0-3h17" fill="none"'
    dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
    belt = (
        f'{path} stroke="{look.belt_colour}" stroke-width="11" stroke-opacity=".35"/>'
        if look.belt
        else ""
    )
    return Item(
        f'{belt}{path} stroke="{look.colour}" stroke-width="{fixed(look.width)}"{dash}/>',
        WORDS.get(kind, kind.replace("_", " ")),
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
