"""Boundaries on a drawn map: frontiers, lines of demarcation, and the zones of the sea."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape

from grognard.board.board import Board
from grognard.board.board import Box as Zone
from grognard.board.drawn.coast import SEA
from grognard.board.drawn.lettering import SERIF, edged, water_hand, width
from grognard.board.drawn.style import Boundary, Style
from grognard.board.drawn.tracing import (
    Box,
    Point,
    Sheet,
    Spot,
    chains,
    fixed,
    flowing,
    inside,
    mean,
)
from grognard.board.drawn.works import Pair, pairs_of

ZONE = "zone"
"""How the bounds of sea zones are drawn, by their name among the boundaries of a style."""
ZONES = {"inshore": 17.0, "at_sea": 24.0}
"""The kinds of box that are zones of the sea, and how large their names are written."""
FAR = 15
"""How many hexes apart the names of one zone stand at least."""
MANY = 85
"""A zone has its name once for so many hexes."""


def boundaries(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """All boundaries along hexsides that show, the belts of all beneath the lines of all."""
    board, near = sheet.board, frozenset(visible)
    sides = {
        kind: pairs_of(board.hexside_kinds, board.hexsides, board, kind)
        for kind in style.boundaries
        if kind in board.hexside_kinds
    }
    sides[ZONE] = _between_zones(board)
    belts, lines = "", ""
    for kind, pairs in sides.items():
        showing = [sheet.side(a, b) for a, b in pairs if a in near or b in near]
        path = "".join(flowing(_course(sheet, line)) for line in chains(showing))
        if path:
            belt, line = _stroked(style.boundaries[kind], style, path)
            belts, lines = belts + belt, lines + line
    body = belts + lines
    return f'<g fill="none" stroke-linejoin="round">{body}</g>' if body else ""


def _course(sheet: Sheet, line: Sequence[Spot]) -> list[Point]:
    """The points of a boundary; one that ends at a coast runs on to the water."""
    points = [sheet.bent(spot) for spot in line]
    for end in (0, -1):
        around = sheet.touching(line[end])
        water = [sheet.centre(h) for h in around if sheet.board.terrain[h] == SEA]
        if water and len(water) < len(around):
            (x, y), (u, v) = points[end], mean(water)
            points.insert(0 if end == 0 else len(points), ((x + u) / 2, (y + v) / 2))
    return points


def _stroked(look: Boundary, style: Style, path: str) -> tuple[str, str]:
    """The belt of a boundary, and its line on a pale edge."""
    draw = f'<path d="{path}"'
    belt = (
        f'{draw} stroke="{look.belt_colour}" stroke-width="{fixed(look.belt)}" '
        f'stroke-opacity="{look.belt_opacity}"/>'
        if look.belt
        else ""
    )
    dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
    ends = ' stroke-linecap="round"' if look.dots else ""
    return belt, (
        f'{draw} stroke="{style.halo}" stroke-width="{fixed(look.width + 1.8)}" '
        f'stroke-opacity=".5"/>{draw} stroke="{look.colour}" '
        f'stroke-width="{fixed(look.width)}"{dash}{ends}/>'
    )


def sea_zones(board: Board) -> list[Zone]:
    """The zones of the sea."""
    return [box for box in board.boxes.values() if box.kind in ZONES and box.hexes]


def _between_zones(board: Board) -> list[Pair]:
    """The hexsides between two zones of the sea."""
    zone = {h: box.name for box in sea_zones(board) for h in box.hexes}
    return [
        (h, b)
        for h in sorted(zone)
        for b in board.around(h)
        if h < b and zone.get(b, zone[h]) != zone[h]
    ]


def zone_names(sheet: Sheet, style: Style, box: Box, taken: Sequence[Box] = ()) -> str:
    """The names of sea zones, each where the zone is widest, and again a good way off.

    They keep clear of other names; one that the map writes in a sweep is not written twice.
    """
    texts = []
    for zone in sea_zones(sheet.board):
        if zone.name in sheet.board.places:
            continue
        size = ZONES[zone.kind]
        half = width(zone.name, size, 0.6) / 2 + 4
        depths = _depths(sheet.board, zone.hexes)
        rooms = {h: _room(sheet, h, half, size) for h in depths}
        free = [h for h, room in rooms.items() if _fits(room, box, taken)]
        for h in _widest(sheet.board, depths, free):
            x, y = sheet.centre(h)
            texts.append(
                f'<text x="{fixed(x)}" y="{fixed(y + size * 0.3)}" font-size="{fixed(size)}">'
                f"{escape(zone.name)}</text>"
            )
    if not texts:
        return ""
    hand = f'font-family="{SERIF}" {water_hand(style)} fill-opacity=".62" text-anchor="middle"'
    return f"<g {hand} {edged(style, 0.25)}>{''.join(texts)}</g>"


def _room(sheet: Sheet, h: int, half: float, size: float) -> Box:
    """The rectangle of a name in the middle of a hex."""
    x, y = sheet.centre(h)
    return x - half, y - size * 0.6, x + half, y + size * 0.6


def _fits(room: Box, box: Box, taken: Sequence[Box]) -> bool:
    """Whether a name would show in full and cover no other."""
    left, top, right, bottom = room
    within = inside((left, top), box) and inside((right, bottom), box)
    return within and not any(
        left < b[2] and b[0] < right and top < b[3] and b[1] < bottom for b in taken
    )


def _widest(board: Board, depths: Mapping[int, int], hexes: Sequence[int]) -> list[int]:
    """Those of some hexes furthest from the bounds of their zone, not too near to one another."""
    count = max(1, len(hexes) // MANY)
    chosen: list[int] = []
    for h in sorted(hexes, key=lambda h: (-depths[h], h)):
        if len(chosen) < count and all(board.distance(h, other) >= FAR for other in chosen):
            chosen.append(h)
    return chosen


def _depths(board: Board, hexes: Iterable[int]) -> dict[int, int]:
    """How many steps each hex of a zone is from the nearest that is not of it, or from the edge."""
    left, depth = set(hexes), 0
    found: dict[int, int] = {}
    while left:
        rim = {h for h in left if len(board.around(h)) < 6 or not left.issuperset(board.around(h))}
        found.update(dict.fromkeys(rim, depth))
        left, depth = left - rim, depth + 1
    return found
