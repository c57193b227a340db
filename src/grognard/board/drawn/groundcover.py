"""What covers the ground of a drawn map: woods tree by tree, swamps with reeds, hills, lakes.

Edges run along the hexsides but wander a little, so that no hex is in doubt and none looks cut out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grognard.board.chance_map import chance
from grognard.board.drawn.relief import HEIGHT
from grognard.board.drawn.roughness import Field, scatter, shifted
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import (
    Box,
    Point,
    Sheet,
    fixed,
    inside,
    roughened,
    rounded,
    sampled,
)

STRAY = 0.15
"""How far the edge of a region strays from its hexsides, as a share of a hex's radius."""
STRAY_CELL = 0.75
SALT = 31
WOODS = ("forest", "rough_forest", "light_woods", "jungle", "bocage")
MARSHES = ("swamp", "marsh")
HEIGHTS = ("hill", "rough", "highland", "mountain", "high_mountain")
WOODED: Mapping[str, str] = {
    "woods": "",
    "flat_woods": "",
    "rough_woods": "rough",
    "highland_woods": "highland",
}
"""Woods upon a ground of some other kind; plain ground has no name."""
WATERS = ("lake", "sea")
STEEP = ("highland", "mountain", "high_mountain")
SPACING = 6.75
CROWNS = (7.6, 6.4, 5.2)
"""How far trees stand apart, and how wide their crowns are."""
APART = 10.8
"""How far single trees stand apart on other ground."""
FIRS = ("highland_woods",)
CANOPY = (324, 270)
"""The canopy of a wood comes again after so many units, across and down."""

_FIR = "m0-4.2l2.9 7.4h-5.8z"
_FIR_LIGHT = "m.4-3.4l.3 7h-2.6z"
_REED = "m-5 0h10m-7.4-.6l-1.5-3.6m3.3 3.6v-5.2m2.2 5.2l1.7-3.8"
_RIPPLE = "m-5 0q2.5-1.5 5 0t5 0"
_HACHURES = "m-5.4-.9l1.3 3.8m1.4-5.2l.8 4.3m2-4.9v4.6m2-4.6l-.8 4.3m3.2-3.6l-1.5 3.8"
HACHURED = "hachured"
"""The fact by which a map names grounds on which slopes are drawn: `hachured: rough`."""
_BROW = "m-6 3.2q1.4-6.4 6-7q4.6.6 6 7m-9.2-2.2l1-2.6m2.6 1.6v-3m2.6 3l-.6-2"


def region(sheet: Sheet, hexes: Iterable[int], beyond: bool = True) -> str:
    """The wandering outline of a region."""
    return "".join(rounded(edge) for edge in edges(sheet, hexes, beyond))


def edges(sheet: Sheet, hexes: Iterable[int], beyond: bool = True) -> list[list[Point]]:
    """The wandering edges of a region as points close together."""
    size = sheet.size
    return [
        roughened(
            sampled([sheet.bent(spot) for spot in loop], closed=True, steps=4),
            STRAY * size,
            STRAY_CELL * size,
            SALT,
        )
        for loop in sheet.outline(hexes, overlap=beyond)
    ]


def ground(sheet: Sheet, style: Style, visible: Sequence[int], box: Box) -> str:
    """Woods, swamps and high ground, in that order."""
    parts = []
    grounds = sheet.board.terrain
    surveyed = HEIGHT in sheet.board.attributes
    covers = ((MARSHES, _swamp), (HEIGHTS, _heights), (WOODS, _woods), (WOODED, _wooded))
    for kinds, cover in covers:
        for kind in kinds:
            # What is higher stands upon what is lower, so that no bare paper shows between them.
            upper = HEIGHTS[HEIGHTS.index(kind) :] if kind in HEIGHTS and surveyed else (kind,)
            bare = [WOODED.get(grounds[h], grounds[h]) for h in visible]
            own = bare if kind in HEIGHTS else [grounds[h] for h in visible]
            hexes = [h for h, ground in zip(visible, own, strict=True) if ground in upper]
            if kind in own:
                parts.append(cover(sheet, style, kind, hexes, box))
    return "".join(parts) + _hachures(sheet, style, box)


def _hachures(sheet: Sheet, style: Style, box: Box) -> str:
    """Slopes on the grounds that a map names, also under trees."""
    kinds = [k for key, said in sheet.board.about if key == HACHURED for k in said.split()]
    path = ""
    for kind in kinds:
        x, y = strewn(sheet, kind, box, 21, 39)
        spots = zip(x.tolist(), y.tolist(), strict=True)
        path += "".join(f"M{a:.0f} {b:.0f}{_HACHURES}" for a, b in spots)
    if not path:
        return ""
    return (
        f'<path d="{path}" fill="none" stroke="{style.region_ink}" stroke-width="1" '
        'stroke-opacity=".62" stroke-linecap="round"/>'
    )


def strewn(sheet: Sheet, kind: str, box: Box, cell: float, salt: int) -> tuple[Field, Field]:
    """Points strewn evenly over all ground of a kind, from the top down."""
    left, top, right, bottom = (round(edge / cell) for edge in box)
    rows, columns = np.mgrid[top - 1 : bottom + 2, left - 1 : right + 2].astype(np.int64)
    x = (columns + 0.15 + 0.7 * scatter(columns, rows, salt)) * cell
    y = (rows + 0.15 + 0.7 * scatter(columns, rows, salt + 1)) * cell
    size = sheet.size
    u, v = shifted(x, y, -STRAY * size, STRAY_CELL * size, SALT)
    here: NDArray[np.bool_] = sheet.terrain_at(u, v) == kind
    return x[here], y[here]


def dots(points: Iterable[Point]) -> str:
    """A path of dots, to be stroked with round ends."""
    return "".join(f"M{x:.0f} {y:.0f}h0" for x, y in points)


# ---- woods


def _woods(sheet: Sheet, style: Style, kind: str, hexes: Sequence[int], box: Box) -> str:
    """A wood seen from above: a canopy of crowns, and single trees along its edge."""
    rims = edges(sheet, hexes)
    floor = "".join(rounded(rim) for rim in rims)
    trees = [point for rim in rims for point in rim[::2] if inside(point, box)]
    kinds = [[p for i, p in enumerate(trees) if chance(12, i) % 3 == size] for size in range(3)]
    return (
        f"<defs>{_canopy(style, kind)}</defs>"
        f'<path d="{floor}" fill="{style.grounds[kind]}" fill-rule="evenodd"/>'
        f'<path d="{floor}" fill="url(#{kind}§)" fill-rule="evenodd"/>'
        f"{_crowns(style, [dots(points) for points in kinds])}"
    )


def _wooded(sheet: Sheet, style: Style, kind: str, hexes: Sequence[int], box: Box) -> str:
    """Woods through which the ground shows: a veil of green with trees set lightly upon it."""
    floor = region(sheet, hexes)
    fill = f'<path d="{floor}" fill-rule="evenodd" fill='
    return (
        f"<defs>{_trees(style, kind)}</defs>"
        f'{fill}"{style.canopies[kind]}" fill-opacity=".66"/>{fill}"url(#{kind}§)"/>'
    )


def _trees(style: Style, kind: str) -> str:
    """Single trees as a pattern: round crowns, and firs in the highlands."""
    wide, high = 216, 180
    columns, rows = round(wide / APART), round(high / APART)
    shade, light = "", ""
    for i in range(columns * rows):
        row, column = divmod(i, columns)
        if chance(14, i, 3) % 10 < 3:
            continue
        x = (column + 0.3 + chance(14, i, 1) % 40 / 100) * APART
        y = (row + 0.3 + chance(14, i, 2) % 40 / 100) * APART
        shade += f"M{x:.1f} {y:.1f}{_FIR if kind in FIRS else 'h0'}"
        light += f"M{x - 0.8:.1f} {y - 0.9:.1f}{_FIR_LIGHT if kind in FIRS else 'h0'}"
    if kind in FIRS:
        body = (
            f'<path d="{shade}" fill="{style.shade}" fill-opacity=".55"/>'
            f'<path d="{light}" fill="{style.sunlit}" fill-opacity=".5"/>'
        )
    else:
        body = (
            f'<g fill="none" stroke-linecap="round"><path d="{shade}" stroke="{style.shade}" '
            f'stroke-width="4.6" stroke-opacity=".38"/><path d="{light}" stroke="{style.sunlit}" '
            'stroke-width="3.2" stroke-opacity=".55"/></g>'
        )
    return (
        f'<pattern id="{kind}§" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f"{body}</pattern>"
    )


def _canopy(style: Style, kind: str) -> str:
    """The crowns of a wood as a pattern, which comes again after some hexes."""
    wide, high = CANOPY
    columns, rows = round(wide / SPACING), round(high / SPACING)
    parts: list[list[Point]] = [[], [], []]
    for i in range(columns * rows):
        row, column = divmod(i, columns)
        x = (column + 0.15 + chance(13, i, 1) % 70 / 100) * SPACING
        y = (row + 0.15 + chance(13, i, 2) % 70 / 100) * SPACING
        stand = chance(13, row // 6, column // 6) % 60 + chance(13, i, 3) % 60
        over = [(x + dx, y + dy) for dx in (-wide, 0, wide) for dy in (-high, 0, high)]
        near = (-9.0, -9.0, wide + 9.0, high + 9.0)
        parts[min(stand // 40, 2)] += [point for point in over if inside(point, near)]
    return (
        f'<pattern id="{kind}§" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f"{_crowns(style, [dots(points) for points in parts])}</pattern>"
    )


def _crowns(style: Style, paths: Sequence[str]) -> str:
    """Trees in three sizes, each with its shadow below and the light on it."""
    shadows, crowns, lights = "", "", ""
    for path, wide, leaf in zip(paths, CROWNS, style.leaves, strict=True):
        shadows += (
            f'<path d="{path}" transform="translate(1.1 1.5)" stroke-width="{fixed(wide + 0.6)}"/>'
        )
        crowns += f'<path d="{path}" stroke="{leaf}" stroke-width="{fixed(wide)}"/>'
        lights += (
            f'<path d="{path}" transform="translate(-.9 -1.1)" stroke-width="{fixed(wide * 0.5)}"/>'
        )
    return (
        f'<g fill="none" stroke-linecap="round"><g stroke="{style.shade}" stroke-opacity=".5">'
        f'{shadows}</g>{crowns}<g stroke="{style.sunlit}" stroke-opacity=".55">{lights}</g></g>'
    )


# ---- swamps and heights


def _swamp(sheet: Sheet, style: Style, kind: str, hexes: Sequence[int], box: Box) -> str:
    """A swamp: wet ground, pools of ripples, tufts of reed."""
    floor = region(sheet, hexes)
    x, y = strewn(sheet, kind, box, 13.5, 23)
    pick = scatter(np.rint(x).astype(np.int64), np.rint(y).astype(np.int64), 27)
    reeds, ripples = [
        "".join(
            f"M{a:.0f} {b:.0f}{sign}"
            for a, b in zip(x[chosen].tolist(), y[chosen].tolist(), strict=True)
        )
        for chosen, sign in ((pick < 0.45, _REED), (pick > 0.62, _RIPPLE))
    ]
    return (
        f'<path d="{floor}" fill="{style.grounds[kind]}" fill-rule="evenodd"/>'
        f'<path d="{floor}" fill="none" stroke="{style.reed}" stroke-width="1" '
        f'stroke-dasharray="5 3.5" stroke-opacity=".55"/>'
        f'<g fill="none" stroke-width=".9" stroke-linecap="round">'
        f'<path d="{ripples}" stroke="{style.ripple}" stroke-width="1.1"/>'
        f'<path d="{reeds}" stroke="{style.reed}"/></g>'
    )


def _heights(sheet: Sheet, style: Style, kind: str, hexes: Sequence[int], box: Box) -> str:
    """High ground: brows with their slopes, larger and darker on mountains."""
    floor = region(sheet, hexes)
    if HEIGHT in sheet.board.attributes:
        return _surveyed(style, kind, floor)
    x, y = strewn(sheet, kind, box, 19 if kind == "mountain" else 23, 33)
    brows = "".join(f"M{a:.0f} {b:.0f}{_BROW}" for a, b in zip(x.tolist(), y.tolist(), strict=True))
    ink = style.ink if kind == "mountain" else style.slope
    return (
        f'<path d="{floor}" fill="{style.grounds[kind]}" fill-rule="evenodd"/>'
        f'<path d="{brows}" fill="none" stroke="{ink}" stroke-width=".9" stroke-opacity=".8"/>'
    )


def _surveyed(style: Style, kind: str, floor: str) -> str:
    """High ground that the relief will shape: its colour, and a line round all that is steep."""
    line = f' stroke="{style.region_ink}" stroke-opacity=".45"' if kind in STEEP else ""
    return f'<path d="{floor}" fill="{style.surveyed[kind]}" fill-rule="evenodd"{line}/>'


# ---- lakes


def lakes(sheet: Sheet, style: Style, visible: Sequence[int]) -> tuple[str, str]:
    """The shores of the lakes, and their water with the lines along its edge."""
    hexes = [h for h in visible if sheet.board.terrain[h] == "lake"]
    if not hexes:
        return "", ""
    size = sheet.size
    shores = [roughened(edge, 0.12 * size, 0.5 * size, 37) for edge in edges(sheet, hexes)]
    path = "".join(rounded(shore) for shore in shores)
    each = "".join(_lining(style, i, rounded(shore)) for i, shore in enumerate(shores))
    line = f'<path d="{path}" fill="none" stroke-linejoin="round" stroke='
    return (
        f'{line}"{style.bank}" stroke-width="6" stroke-opacity=".8"/>'
        f'{line}"{style.shore}" stroke-width="2.8"/>',
        f'<g fill="none"><path d="{path}" fill-rule="evenodd" '
        f'fill="{style.grounds["lake"]}"/>{each}</g>',
    )


def _lining(style: Style, number: int, shore: str) -> str:
    """The lines along one shore, cut off at it: lake by lake, as one large cut is slow to draw."""
    water, name = style.grounds["lake"], f"shore{number}§"
    lines = "".join(
        f'<use href="#{name}" stroke="{style.shore}" stroke-opacity="{opacity}" '
        f'stroke-width="{fixed(wide + 1.5)}"/><use href="#{name}" stroke="{water}" '
        f'stroke-width="{fixed(wide)}"/>'
        for wide, opacity in ((27, 0.16), (18.5, 0.26), (11.5, 0.4), (5.5, 0.55))
    )
    return (
        f'<defs><path id="{name}" d="{shore}"/><clipPath id="in{name}">'
        f'<use href="#{name}"/></clipPath></defs><g clip-path="url(#in{name})">{lines}</g>'
    )
