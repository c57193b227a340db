"""Built-up ground on a drawn map: blocks of houses along streets, seen from above.

A city grows in rings about its middle; a town lies on a few crossing streets.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

import numpy as np

from grognard.board.chance_map import chance
from grognard.board.drawn.groundcover import region
from grognard.board.drawn.roughness import shifted
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import Point, Sheet, mean, rounded, straight

RING = 8.6
"""The depth of a block, with its street."""
STREET = 1.7
REACH = {"town": 0.5, "hamlet": 0.29, "farm": 0.15}
"""How far a town reaches, and places too small to be one, as shares of a hex's radius."""


def built_up(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """All cities and towns."""
    cities = [h for h in visible if sheet.built.get(h) == "city"]
    towns = [h for h in visible if sheet.built.get(h) in REACH]
    blocks = [block for city in _joined(sheet, cities) for block in _rings(sheet, city)]
    houses = [block for h in towns for block in _town(sheet, h)]
    floor = region(sheet, cities) if cities else ""
    fields = "".join(_field(sheet, h) for h in towns)
    paint = f'fill="{style.brick}" stroke="{style.brick_edge}" stroke-width=".55"'
    return (
        f'<path d="{fields}" fill="{style.grounds["town"]}" fill-opacity=".85"/>'
        f'<path d="{floor}" fill="{style.grounds["city"]}" fill-rule="evenodd" '
        f'stroke="{style.brick_edge}" stroke-opacity=".45"/>'
        f'<path d="{"".join(straight(b, closed=True) for b in [*blocks, *houses])}" {paint}/>'
    )


def _joined(sheet: Sheet, hexes: Sequence[int]) -> list[list[int]]:
    """The hexes of each city."""
    left, found = dict.fromkeys(hexes), []
    while left:
        city = [left.popitem()[0]]
        for h in city:
            for b in sheet.board.around(h):
                if b in left:
                    del left[b]
                    city.append(b)
        found.append(sorted(city))
    return found


def _rings(sheet: Sheet, city: Sequence[int]) -> list[list[Point]]:
    """The blocks of a city in rings about its middle, cut by streets from there outward."""
    x, y = mean([sheet.centre(h) for h in city])
    far = max(hypot(a - x, b - y) for a, b in map(sheet.centre, city)) + sheet.size
    corners: list[list[Point]] = []
    for ring in range(1, int(far / RING) + 1):
        inner, outer = ring * RING, (ring + 1) * RING - STREET
        count = max(5, int(2 * pi * ring * RING / 11.5))
        turn = chance(41, ring, city[0]) % 100 / 100
        for i in range(count):
            if chance(42, ring, i, city[0]) % 100 < 7:
                continue
            gap = STREET / (ring * RING)
            start, stop = 2 * pi * (i + turn) / count, 2 * pi * (i + 1 + turn) / count - gap
            short = 1 - chance(43, ring, i) % 30 / 100
            reach = inner + (outer - inner) * short
            ways = ((inner, start), (reach, start), (reach, stop), (inner, stop))
            corners.append([(x + r * cos(a), y + r * sin(a)) for r, a in ways])
    return _within(sheet, corners, city)


def _within(sheet: Sheet, blocks: Sequence[list[Point]], city: Sequence[int]) -> list[list[Point]]:
    """The blocks that lie on the city's own ground."""
    if not blocks:
        return []
    points = np.array(blocks)
    x, y = shifted(points[..., 0], points[..., 1], -0.1 * sheet.size, 0.75 * sheet.size, 31)
    own = np.isin(sheet.hexes_at(x, y), np.array(city))
    return [block for block, corners in zip(blocks, own.tolist(), strict=True) if all(corners)]


def _axes(sheet: Sheet, h: int) -> tuple[Point, float, float]:
    """The middle of a town, and the direction of its high street as cosine and sine."""
    angle = chance(44, h) % 180 * pi / 180
    return sheet.waypoint(h), cos(angle), sin(angle)


def _town(sheet: Sheet, h: int) -> list[list[Point]]:
    """The houses of a town on both sides of its streets, thinning outward."""
    (x, y), c, s = _axes(sheet, h)
    reach = REACH[sheet.built[h]] * sheet.size
    houses = []
    for row in range(-4, 4):
        along = -reach
        while along < reach:
            number = chance(45, h, row + 9, int(along) + 99)
            wide, high = 3.4 + number % 5, 3.2 + number // 8 % 3
            across = row * 5.6 + (1.2 if row < 0 else 2.4)
            off = hypot(along + wide / 2, (across + high / 2) * 1.35) / reach
            if off < 0.62 + number // 64 % 40 / 100:
                box = ((along, across), (along + wide, across), (along + wide, across + high),
                       (along, across + high))  # fmt: skip
                houses.append([(x + u * c - v * s, y + u * s + v * c) for u, v in box])
            along += wide + (1.2, 1.2, 3.6)[number // 4096 % 3]
    return houses


def _field(sheet: Sheet, h: int) -> str:
    """The gardens round a town."""
    (x, y), c, s = _axes(sheet, h)
    reach = (REACH[sheet.built[h]] + 0.16) * sheet.size
    spots = []
    for i in range(9):
        angle = 2 * pi * i / 9
        r = reach * (0.86 + chance(46, h, i) % 28 / 100)
        u, v = r * cos(angle), 0.84 * r * sin(angle)
        spots.append((x + u * c - v * s, y + u * s + v * c))
    return rounded(spots)
