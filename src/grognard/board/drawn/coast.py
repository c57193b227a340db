"""The sea of a drawn map: its coast, the lines along it, and waters that grow darker offshore.

The coast runs between land hexes and sea hexes, and the more land a coastal hex has (its attribute
`land`, in percent) the further out. Where land joins two hexes there is land on their hexside, and
where the sea parts them there is water: what can be crossed can be seen. Depths are for the eye:
nothing is known of them but how far the land is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from grognard.board.board import Board
from grognard.board.drawn.relief import smoothed
from grognard.board.drawn.roughness import Field, shifted
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import Box, Point, Sheet, rounded

SEA = "sea"
STRAITS = frozenset({"sea", "water"})
"""The kinds of hexside between two land hexes that no land joins."""
LAND = "land"
"""The attribute with a hex's share of land."""
STEP = 7.0
"""How far apart the points are at which the coast is looked for."""
PAD = 9
"""How many of them lie beyond each edge of the picture."""
STRAY = 0.13
STRAY_CELL = 0.62
"""How far a coast strays, and in what bays, as shares of a hex's radius."""
LINES = (1, 3, 5)
"""How far off the lines along the coast are, in steps."""
DEPTHS = (5, 11, 19, 31)
"""How far off each darker water begins, in steps."""
FAR = 40
"""How many more are looked at, for land that is near though it does not show."""
OFF = 0.075
"""The share of land in its surroundings at which a line or a deeper water is drawn."""


def sea(sheet: Sheet, style: Style, box: Box) -> str:
    """The sea within a rectangle, laid over all that runs on into it; nothing without a sea."""
    if SEA not in sheet.board.terrain:
        return ""
    x, y = _points(box)
    height = shore(sheet, x, y)
    near = (slice(FAR, -FAR), slice(FAR, -FAR))
    if not (height[near] < 0).any():
        return ""
    left, top = float(x[near][0, 0]), float(y[near][0, 0])
    coast = _path(height[near], left, top)
    closeness = _closeness((height > 0).astype(np.float64))
    depths = [
        f'<path d="{_path((closeness[reach] - OFF)[near], left, top, 3)}" fill="{colour}"/>'
        for reach, colour in zip(DEPTHS, style.sea[1:], strict=True)
    ]
    lines = [
        f'<path d="{_path((closeness[reach] - OFF)[near], left, top, 2)}" '
        f'stroke-opacity="{0.5 - 0.07 * reach:.2f}"/>'
        for reach in LINES
    ]
    return (
        f'<path d="{coast}" fill="none" stroke="{style.beach}" stroke-width="7" '
        f'stroke-opacity=".75"/><g fill-rule="evenodd"><path d="{coast}" fill="{style.sea[0]}" '
        f'stroke="{style.coast}" stroke-width="2.6"/>{"".join(depths)}</g>'
        f'<g fill="none" stroke="{style.coast}" stroke-width=".9">{"".join(lines)}</g>'
    )


def _closeness(dry: Field) -> dict[int, Field]:
    """How much land is about every point, within each distance or a lesser one.

    So the waters off a small island are as shallow as those off a large one, only narrower.
    """
    found, nearest = {}, dry
    for reach in sorted({*LINES, *DEPTHS}):
        nearest = np.maximum(nearest, smoothed(dry, reach))
        found[reach] = nearest
    return found


def shore(sheet: Sheet, x: Field, y: Field) -> Field:
    """How far above the sea each point lies: above 0 on land, below 0 in the sea."""
    u, v = shifted(x, y, STRAY * sheet.size, STRAY_CELL * sheet.size, 101)
    u, v = shifted(u, v, 0.4 * STRAY * sheet.size, 0.2 * sheet.size, 107)
    q, r = sheet.axial_at(u, v)
    first, low, table = _table(sheet)
    a, b = 2 * (q - first), 2 * (r - low)
    column, row = np.floor(a).astype(np.int64), np.floor(b).astype(np.int64)
    right, down = a - column, b - row

    def at(i: int, j: int) -> Field:
        found: Field = table[
            np.clip(column + i, 0, table.shape[0] - 1), np.clip(row + j, 0, table.shape[1] - 1)
        ]
        return found

    near = at(0, 0) * (1 - right - down) + at(1, 0) * right + at(0, 1) * down
    far = at(1, 1) * (right + down - 1) + at(1, 0) * (1 - down) + at(0, 1) * (1 - right)
    height: Field = np.where(right + down <= 1, near, far)
    return height


def offing(sheet: Sheet, h: int) -> tuple[Point, Point] | None:
    """A point in the sea off a hex, just clear of its coast, and the way there; None inland."""
    seaward = sheet.seaward(h)
    if seaward is None:
        return None
    x, y = sheet.centre(h)
    ways = np.arange(0.1, 2.2, 0.06) * sheet.size
    height = shore(sheet, x + ways * seaward[0], y + ways * seaward[1])
    wet = np.flatnonzero(height < 0)
    far = float(ways[wet[0]]) if len(wet) else sheet.size
    return (x + far * seaward[0], y + far * seaward[1]), seaward


def _points(box: Box) -> tuple[Field, Field]:
    left, top, right, bottom = (round(edge / STEP) for edge in box)
    pad = PAD + FAR
    ys, xs = np.mgrid[top - pad : bottom + pad + 1, left - pad : right + pad + 1]
    return xs * STEP, ys * STEP


# ---- heights of middles and hexsides


@lru_cache(maxsize=2)
def _table(sheet: Sheet) -> tuple[int, int, Field]:
    """The heights of all middles and hexsides, by twice their q and r, and where that begins.

    Beyond the edge of the map land and sea go on as they are there.
    """
    board, edge = sheet.board, 2
    shares = _shares(board)
    first, low = min(board.q) - edge, min(board.r) - edge
    shape = max(board.q) - first + 1 + edge, max(board.r) - low + 1 + edge
    middles = np.full(shape, np.nan)
    for h in range(board.n):
        wet = board.terrain[h] == SEA
        height = 2 * shares[h] - 1 if wet else 0.3 + 0.7 * shares[h]
        middles[board.q[h] - first, board.r[h] - low] = height
    middles = _spread(middles)
    table = np.zeros((2 * shape[0] + 1, 2 * shape[1] + 1))
    table[:-1:2, :-1:2] = middles
    for i, j in ((1, 0), (0, 1), (1, 1)):
        # A hexside lies between two middles; those that slope the other way cross the square.
        one = middles if i + j == 1 else np.roll(middles, -1, 1)
        other = np.roll(middles, (-i, -j), (0, 1)) if i + j == 1 else np.roll(middles, -1, 0)
        table[i:-1:2, j:-1:2] = (one + other) / 2
    for h in range(board.n):
        for b in board.around(h):
            if h < b:
                spot = board.q[h] + board.q[b] - 2 * first, board.r[h] + board.r[b] - 2 * low
                table[spot] = _side(board, shares, h, b)
    return first, low, table


def _spread(middles: Field) -> Field:
    """Heights of hexes beyond the map: those of the nearest on it."""
    while np.isnan(middles).any():
        around = np.array([np.roll(middles, move, (0, 1)) for move in _NEIGHBOURS])
        known = ~np.isnan(around)
        total, count = np.where(known, around, 0).sum(0), known.sum(0)
        found = np.isnan(middles) & (count > 0)
        middles = np.where(found, total / np.maximum(count, 1), middles)
    return middles


_NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def _shares(board: Board) -> list[float]:
    """The share of land of every hex, from 0 to 1."""
    given = board.attributes.get(LAND, ("",) * board.n)
    whole = [0.0 if terrain == SEA else 1.0 for terrain in board.terrain]
    return [int(text) / 100 if text else all_ for text, all_ in zip(given, whole, strict=True)]


def _side(board: Board, shares: list[float], a: int, b: int) -> float:
    """How high the middle of a hexside lies."""
    wet = [board.terrain[h] == SEA for h in (a, b)]
    mean = (shares[a] + shares[b]) / 2
    if all(wet):
        return -1 + mean
    if not any(wet):
        if board.hexside(a, b) & STRAITS:
            return -0.55
        return 0.3 + 0.5 * mean + (0.15 if board.link(a, b) else 0)
    dry, sea = (shares[b], shares[a]) if wet[0] else (shares[a], shares[b])
    return 1.35 * (dry - 0.62) + sea


# ---- lines of equal height


def _path(height: Field, left: float, top: float, every: int = 1) -> str:
    """The outline of all that is lower than 0; of a smooth one every second or third point do."""
    loops = (loop[::every] for loop in outlines(height, left, top))
    return "".join(rounded(loop) for loop in loops if len(loop) > 3)


def outlines(height: Field, left: float, top: float) -> Iterator[list[Point]]:
    """The closed lines round everything below 0 on a field of points STEP apart."""
    bounded = height.copy()
    bounded[[0, -1], :] = 1
    bounded[:, [0, -1]] = 1
    follow = _steps(bounded < 0)
    while follow:
        start = next(iter(follow))
        loop, at = [], start
        while at in follow:
            loop.append(_crossing(bounded, at, left, top))
            at = follow.pop(at)
        yield loop


Edge = tuple[int, int, int]
"""Row, column, and whether the edge leads on along the row (0) or down the column (1)."""


def _steps(below: NDArray[np.bool_]) -> dict[Edge, Edge]:
    """From each crossed edge to the next, low ground always on the same hand."""
    count = below[:-1, :-1].astype(np.int64) + below[:-1, 1:] + below[1:, :-1] + below[1:, 1:]
    follow: dict[Edge, Edge] = {}
    for i, j in np.argwhere((count > 0) & (count < 4)).tolist():
        corners = [below[i, j], below[i, j + 1], below[i + 1, j + 1], below[i + 1, j]]
        edges = ((i, j, 0), (i, j + 1, 1), (i + 1, j, 0), (i, j, 1))
        for k in range(4):
            if corners[k] and not corners[(k + 1) % 4]:
                m = (k + 1) % 4
                while corners[m] or not corners[(m + 1) % 4]:
                    m = (m + 1) % 4
                follow[edges[k]] = edges[m]
    return follow


def _crossing(height: Field, edge: Edge, left: float, top: float) -> Point:
    """Where a line crosses an edge."""
    i, j, down = edge
    a, b = float(height[i, j]), float(height[i + down, j + 1 - down])
    share = a / (a - b)
    return left + (j + share * (1 - down)) * STEP, top + (i + share * down) * STEP
