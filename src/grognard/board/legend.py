"""The legend under a drawn map: what its lines and colours mean, and whom it is owed to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from grognard.board.board import Board
from grognard.board.lettering import INK, SANS, width
from grognard.board.style import Style
from grognard.board.tracing import fixed

SIZE = 9
ICON = 18
"""The room an icon takes, with the gap behind it."""
GAP = 16
WORDS = {
    "big_river": "big river",
    "main": "main road",
    "secondary": "secondary road",
    "rail": "railway",
}


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
    items = [
        Item(
            f'<rect y="-8" width="13" height="11" fill="{style.grounds.get(ground, style.paper)}" '
            f'stroke="{style.grid}" stroke-width=".6"/>'
            + (
                f'<rect y="-8" width="13" height="11" fill="url(#{ground}§)"/>'
                if ground in ("forest", "swamp", "city")
                else ""
            ),
            ground,
        )
        for ground in grounds
    ]
    for kind in style.waters:
        if kind in sides:
            items.append(_line(kind, style))
    for kind in ("main", "secondary", "rail"):
        if kind in links:
            items.append(_line(kind, style))
    if "bridge" in sides:
        items.append(Item('<use href="#bridge§" transform="translate(7 -3) scale(.7)"/>', "bridge"))
    return items


def _line(kind: str, style: Style) -> Item:
    """A sample of a line."""
    path = '<path d="M0-3h14"'
    words = WORDS.get(kind, kind)
    if kind == "rail":
        return Item(
            f'{path} stroke="{style.rail}" stroke-width="1.3"/>'
            f'{path} stroke="{style.rail}" stroke-width="5" stroke-dasharray="1.1 3"/>',
            words,
        )
    stroke = {**style.waters, **style.routes}[kind]
    edge = fixed(stroke.width + 2 * stroke.edge)
    dash = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    return Item(
        (f'{path} stroke="{stroke.edge_colour}" stroke-width="{edge}"/>' if stroke.edge else "")
        + f'{path} stroke="{stroke.colour}" stroke-width="{fixed(stroke.width)}"{dash}/>',
        words,
    )


def laid_out(items: Sequence[Item], room: float) -> list[str]:
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
        f'<g font-family="{SANS}" font-size="{SIZE}" fill="{INK}">{"".join(line)}</g>'
        for line in lines
        if line
    ]


def credits(board: Board, room: float) -> list[str]:
    """Whom the map is owed to, and on what terms, in small print."""
    said = [text for key, text in board.about if key in ("credit", "licence")]
    words, lines = " · ".join(said).split(" "), [""]
    for word in words if said else ():
        if width(f"{lines[-1]} {word}", 7) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [
        f'<text font-family="{SANS}" font-size="7" fill="#7a6c52">{escape(line)}</text>'
        for line in lines
        if line
    ]
