"""Constricted ground on a drawn map: a brow with teeth round it, and the dashed lines along it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import Point, Sheet, chains, fixed, mean, straight, through
from grognard.board.drawn.works import pairs_of

CONSTRICTED = "constricted"
"""The area of such ground."""
CONTOUR = "contour"
"""The kind of link along which it can be passed."""
TEETH = 7
"""How many teeth a hexside of the brow has."""
INSET = 0.91
"""How far within its hexes the brow runs, as a share of the way from their middles."""
ASIDE = 0.34
"""How far from the middle of a hex, away from the water, a contour line runs."""


def gorges(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """The brows of all constricted ground that shows, and the lines through it."""
    near = frozenset(visible)
    inside = frozenset(sheet.board.areas.get(CONSTRICTED, ()))
    edge, teeth = "", ""
    for h in sorted(inside & near):
        for b in sheet.board.around(h):
            if b not in inside:
                line, ticks = _brow(sheet, h, b)
                edge, teeth = edge + line, teeth + ticks
    if not edge:
        return ""
    return (
        f'<g fill="none" stroke="{style.region_ink}" stroke-linecap="round">'
        f'<path d="{edge}" stroke-width="1.5" stroke-opacity=".8"/>'
        f'<path d="{teeth}" stroke-width="1.1" stroke-opacity=".75"/></g>'
        f"{_contours(sheet, style, near)}"
    )


def _brow(sheet: Sheet, h: int, b: int) -> tuple[str, str]:
    """The brow along a hexside, and its teeth down into the hex."""
    x, y = sheet.centre(h)
    one, other = (
        (x + INSET * (u - x), y + INSET * (v - y))
        for u, v in (sheet.bent(spot) for spot in sheet.side(h, b))
    )
    teeth = ""
    for i in range(TEETH):
        share = (i + 0.5) / TEETH
        px, py = one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
        reach = (0.16, 0.1)[i % 2]
        teeth += straight([(px, py), (px + reach * (x - px), py + reach * (y - py))])
    return straight([one, other]), teeth


def _contours(sheet: Sheet, style: Style, near: frozenset[int]) -> str:
    """The dashed lines, each on the side of its hexes that is away from the water."""
    board = sheet.board
    if CONTOUR not in board.link_kinds:
        return ""
    path = ""
    known = set(pairs_of(board.link_kinds, board.links, board, CONTOUR))
    for course in board.courses:
        if course.kind == CONTOUR:
            own = [pair for pair in course.pairs if pair in known and near & set(pair)]
            for line in chains(own):
                points = [_aside(sheet, style, h) for h in line]
                path += through(_trimmed(points))
    draw = f'<path d="{path}" fill="none" stroke-linecap="butt"'
    return (
        f'{draw} stroke="{style.halo}" stroke-width="4" stroke-opacity=".45"/>'
        f'{draw} stroke="{style.contour}" stroke-width="1.9" stroke-dasharray="7 4"/>'
    )


def _aside(sheet: Sheet, style: Style, h: int) -> Point:
    """Where a contour passes a hex: up the slope, away from the water along its sides."""
    board = sheet.board
    wet = [
        mean([sheet.place(spot) for spot in sheet.side(h, b)])
        for b in board.around(h)
        if board.hexside(h, b).intersection(style.waters)
    ]
    x, y = sheet.centre(h)
    if not wet:
        return x, y
    u, v = mean(wet)
    length = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 0.1)
    if length < 0.2 * sheet.size:
        return x, y
    return x - ASIDE * sheet.size * (u - x) / length, y - ASIDE * sheet.size * (v - y) / length


def _trimmed(points: Sequence[Point]) -> list[Point]:
    """A line that ends a little beyond the last hexside that it crosses."""
    first = mean([mean(points[:2]), points[0]])
    last = mean([mean(points[-2:]), points[-1]])
    return [first, *points[1:-1], last]


def sample(style: Style) -> str:
    """The brow and the dashed line in small, for a legend."""
    return (
        f'<path d="M0-7h17" stroke="{style.region_ink}" stroke-width="1.3"/>'
        f'<path d="M2-7v3.4m3.2-3.4v2.2m3.2-2.2v3.4m3.2-3.4v2.2m3.2-2.2v3.4" '
        f'stroke="{style.region_ink}" stroke-width=".9"/>'
        f'<path d="M0 0h17" stroke="{style.contour}" stroke-width="{fixed(1.9)}" '
        'stroke-dasharray="5 3"/>'
    )
