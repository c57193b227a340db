"""Cardboard: a counter's card with its shadow, the round markers on it, and the strokes of symbols.

A counter is drawn about the point 0 0, 42 units square; the field of its symbol is 25 by 15, with
corners at -12.5 -12 and 12.5 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from grognard.board.drawn.lettering import width
from grognard.board.drawn.tracing import Point, Sheet, fixed, xy

HALF = 21
LEAN = 2.4
"""How far each card of a stack lies from the one above it."""
DEEP = 4
"""No more cards of a stack are drawn than this; the number on it tells the rest."""

INK = "#1d1a17"
FIELD = "#f6eed7"
NUMBER = ("#fffaf0", INK)
"""Paper and ink of what only counts."""
WORTH = (0.69, -0.22)
"""Where an objective's star stands in its hex, beside the counters, as shares of the radius."""

FRAME = "M-12.5-12h25v15h-25z"
CROSS = "M-12.5-12L12.5 3M-12.5 3L12.5-12"
OVAL = "M-5.5-8.7H5.5a4.2 4.2 0 0 1 0 8.4H-5.5a4.2 4.2 0 0 1 0-8.4z"
SLASH = "M-12.5 3L12.5-12"
WEDGE = "M-12.5 3L0-12L12.5 3"
WHEELS = '<path d="M-8.5 3a1.6 1.6 0 1 0 .01 0M8.5 3a1.6 1.6 0 1 0 .01 0"/>'
DOT = '<circle cy="-4.5" r="3" fill="currentColor"/>'
DOME = '<path d="M-12.5 3a12.5 9.5 0 0 1 25 0"/><path d="M0 3v-6"/>'
STAFF = '<path d="M-12.5-12V6.5"/><path d="M-12.5-12h25v4.2h-25z" fill="currentColor"/>'
SAPPER = '<path d="M-5 1.5v-4h10v4M0-2.5v4"/>'
LETTERS = '<text y="-1.6" font-size="8.5" font-weight="bold" stroke="none" fill="currentColor"'


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of a nation: a counter's card, edge, print and symbol's field, and its ground."""

    card: str
    edge: str
    ink: str
    field: str
    tint: str = "#6d5527"


def card(colours: Livery, x: float = 0, y: float = 0) -> str:
    """An empty counter."""
    return (
        f'<rect x="{fixed(x - HALF)}" y="{fixed(y - HALF)}" width="42" height="42" rx="4" '
        f'fill="{colours.card}" stroke="{colours.edge}"/>'
        f'<path d="M{fixed(x - 19.8)} {fixed(y + 18)}v-34.8a3 3 0 0 1 3-3h34.8" fill="none" '
        'stroke="#fff" stroke-opacity=".4"/>'
    )


def shadow(beneath: int) -> str:
    """What a stack with so many cards beneath its top throws on the map."""
    reach = LEAN * beneath
    return (
        f'<rect x="{fixed(-19.5 - reach)}" y="{fixed(-19.2 + reach)}" width="43.5" height="43.5" '
        'rx="5" fill="#1d1811" fill-opacity=".36"/>'
    )


def badge(x: float, y: float, text: str, fill: str, ink: str = "#fffdf5") -> str:
    """A small round marker with a letter or number."""
    return (
        f'<circle cx="{fixed(x)}" cy="{fixed(y)}" r="5.8" fill="{fill}" stroke="#1d1a17" '
        f'stroke-width=".8"/><text x="{fixed(x)}" y="{fixed(y + 3)}" font-size="8.5" '
        f'font-weight="bold" text-anchor="middle" fill="{ink}">{escape(text)}</text>'
    )


def framed(field: str, strokes: str) -> str:
    """A symbol in its frame."""
    return (
        f'<g fill="none" stroke="{INK}" stroke-width="1.2" color="{INK}" '
        f'text-anchor="middle"><path d="{FRAME}" fill="{field}"/>{strokes}</g>'
    )


def size_mark(mark: str) -> str:
    """The mark of a unit's size above its symbol, if it has one."""
    return f'<text y="-13.4" font-size="8" font-weight="bold">{mark}</text>' if mark else ""


def upright(names: Iterable[tuple[str, float, float, float]]) -> str:
    """Names up the sides of a counter: each with where its middle is and how much room it has."""
    return "".join(
        f'<text transform="translate({x} {y}) rotate(-90)" '
        f'font-size="{fixed(min(7.2, room / max(width(text, 1), 0.1)))}">{escape(text)}</text>'
        for text, x, y, room in names
        if text
    )


def pinned(at: Point, title: str, body: str, kind: str = "") -> str:
    """Something at a point of the map, with what it says to whoever points at it."""
    named = f'class="{kind}" ' if kind else ""
    return f'<g {named}transform="translate({xy(at)})"><title>{escape(title)}</title>{body}</g>'


def pile(at: Point, title: str, beneath: Sequence[Livery], top: str) -> str:
    """A stack: the cards beneath by their colours, from the top down, and what lies on top."""
    deep = min(len(beneath), DEEP - 1)
    lean = LEAN * deep / 2
    below = "".join(
        card(beneath[depth - 1], -LEAN * depth, LEAN * depth) for depth in range(deep, 0, -1)
    )
    return pinned((at[0] + lean, at[1] - lean), title, f"{shadow(deep)}{below}{top}", "counter")


def number(count: str) -> str:
    """How many counters there are in a stack, on its corner."""
    return badge(-22, -21, count, *NUMBER)


def swatch(colours: Livery) -> str:
    """A card in small, for a legend."""
    return (
        f'<rect y="-9" width="12" height="12" rx="2" fill="{colours.card}" '
        f'stroke="{colours.edge}"/>'
    )


STAR = "M0-9.6l2.4 6.2h6.9l-5.5 4.2l2.1 6.8L0 3.7l-5.9 3.9l2.1-6.8l-5.5-4.2h6.9z"


def star(points: str) -> str:
    """What a hex is worth, on a star about 0 0."""
    return (
        f'<path d="{STAR}" fill="#e9bd4a" stroke="#5a3c08" stroke-width=".9" '
        f'stroke-linejoin="round"/><text y="3.2" font-size="9.5" font-weight="bold" '
        f'text-anchor="middle" fill="#3a2403">{points}</text>'
    )


def objective(sheet: Sheet, h: int, points: str, title: str, kind: str = "") -> str:
    """The star of an objective in its hex."""
    x, y = sheet.centre(h)
    return pinned((x + WORTH[0] * sheet.size, y + WORTH[1] * sheet.size), title, star(points), kind)
