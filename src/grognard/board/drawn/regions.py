"""The names of seas, gulfs and countries on a drawn map, in wide letters over their extent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from xml.sax.saxutils import escape

from grognard.board.drawn.lettering import SERIF, edged, width
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import Box, Point, Sheet, fixed, through


@dataclass(frozen=True, slots=True)
class Hand:
    """How a kind of country is lettered."""

    size: float
    capitals: bool
    water: bool
    opacity: float
    apart: float
    """How far letters stand apart at most, in sizes of a letter."""
    edge: float = 0.3
    """How strongly letters are edged, so that they stand out."""


HANDS: Mapping[str, Hand] = {
    "ocean": Hand(92, True, True, 0.6, 1.1),
    "gulf": Hand(24, False, True, 0.85, 0.35),
    "channel": Hand(46, True, True, 0.6, 0.6),
    "region": Hand(27, True, False, 0.6, 0.9),
    "province": Hand(28, False, False, 0.55, 0.5, 0.12),
    "country": Hand(96, True, False, 0.26, 1.2, 0),
}


def swept(sheet: Sheet, style: Style, box: Box) -> tuple[str, str]:
    """The lines to write on, and the names; each runs through the middles of its place's hexes.

    One whose middle does not show is left out.
    """
    paths: list[str] = []
    texts: list[str] = []
    for place in sheet.board.places.values():
        hand = HANDS.get(place.kind)
        line = [sheet.centre(h) for h in place.hexes]
        if hand is None or len(line) < 2 or not _inside(line[len(line) // 2], box):
            continue
        name = place.name.upper() if hand.capitals else place.name
        plain = width(name, hand.size)
        apart = max(0.5, min((_length(line) - plain) / len(name), hand.apart * hand.size))
        line = _lengthened(line, 1.15 * (plain + apart * len(name)))
        ink = style.water_ink if hand.water else style.region_ink
        number = len(paths)
        paths.append(f'<path id="sweep{number}§" d="{through(line)}"/>')
        texts.append(
            f'<text font-size="{fixed(hand.size)}" letter-spacing="{fixed(apart)}" fill="{ink}" '
            f'fill-opacity="{hand.opacity}" stroke-opacity="{hand.edge}" '
            f'font-style="{"italic" if hand.water else "normal"}">'
            f'<textPath href="#sweep{number}§" startOffset="50%">{escape(name)}</textPath></text>'
        )
    body = "".join(texts)
    hands = f'font-family="{SERIF}" text-anchor="middle" {edged(style, 0.3)}'
    return "".join(paths), f"<g {hands}>{body}</g>" if body else ""


def _lengthened(line: list[Point], least: float) -> list[Point]:
    """A line at least so long: one that is cut off by the edge of a map runs on beyond it."""
    more = (least - _length(line)) / 2
    if more <= 0:
        return line
    ends = []
    for (x, y), (u, v) in ((line[1], line[0]), (line[-2], line[-1])):
        share = more / max(hypot(u - x, v - y), 0.1)
        ends.append((u + share * (u - x), v + share * (v - y)))
    return [ends[0], *line[1:-1], ends[1]] if len(line) > 2 else ends


def _length(line: list[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))


def _inside(point: Point, box: Box) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]
