"""What a game marks on the map under its counters: whose ground it is, the front, trenches, supply,
entry zones, and what is worth victory points.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees
from typing import Any

from grognard.board.drawn.cardboard import Livery, objective, pinned
from grognard.board.drawn.drawing import Drawing
from grognard.board.drawn.relief import frontiers
from grognard.board.drawn.style import PLAIN
from grognard.board.drawn.tracing import Box, Point, Sheet, chains, flowing, straight
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.table import counter_art as art

FRONT = 'stroke="#7a1f16" stroke-width="2.8" stroke-opacity=".75" stroke-dasharray="10 4 2.4 4"'
ARROW = "M-17-4.5H0v-5.5L12 0L0 10V4.5H-17L-13 0z"


def colours(game: Wb, side: str) -> Livery:
    """The colours of a side's nation."""
    return art.nation_livery(game.scenario.nations[side], game.scenario.sides.index(side))


# ---- ground


def control(game: Wb, sheet: Sheet, box: Box, known: Mapping[str, Any]) -> str:
    """Each side's ground, tinted along the front as frontiers are on a map. [4.3]"""
    grounds = []
    for rank, side in enumerate(game.scenario.sides):
        hexes = [h for h, mark in enumerate(known["control"]) if mark == str(rank)]
        grounds.append((hexes, colours(game, side).tint))
    return frontiers(sheet, box, grounds)


def front(sheet: Sheet, known: Mapping[str, Any]) -> str:
    """The front: where the ground of one side adjoins the other's. [4.3]"""
    board, held = sheet.board, known["control"]
    lines = chains(
        sheet.side(a, b)
        for a in range(board.n)
        for b in board.around(a)
        if a < b and {held[a], held[b]} == {"0", "1"}
    )
    path = "".join(flowing([sheet.bent(spot) for spot in line]) for line in lines)
    return f'<path d="{path}" fill="none" {FRONT}/>' if path else ""


def works(game: Wb, drawing: Drawing, known: Mapping[str, Any]) -> str:
    """Field fortifications in their side's colour [7.1.1], fixed positions in black. [7.2.1]"""
    sheet = drawing.sheet
    rings = []
    for label, side in known["fortified"].items():
        rings.append((game.board.hex(label), colours(game, side).edge))
    rings += [(h, PLAIN.ink) for h in game.scenario.fixed_positions]
    return "".join(_ring(sheet, h, ink) for h, ink in sorted(rings) if h in drawing.shown)


def _ring(sheet: Sheet, h: int, ink: str) -> str:
    """A trench round a hex, its teeth outward."""
    x, y = sheet.centre(h)
    corners = [sheet.place(s) for s in sheet.corners((sheet.board.q[h], sheet.board.r[h]))]
    ring = [(x + (cx - x) * 0.85, y + (cy - y) * 0.85) for cx, cy in corners]
    return trench(straight(ring, closed=True), ink)


def trench(path: str, ink: str) -> str:
    """A line with teeth."""
    return (
        f'<g fill="none" stroke="{ink}"><path d="{path}" stroke-width="1.3"/>'
        f'<path d="{path}" stroke-width="4.6" stroke-dasharray="1.2 4.2"/></g>'
    )


# ---- what the scenario prints


def printed(game: Wb, drawing: Drawing) -> str:
    """Supply, entry zones and objectives, as a scenario's map has them printed."""
    return _supply(game, drawing) + _zones(game, drawing) + _objectives(game, drawing)


def _supply(game: Wb, drawing: Drawing) -> str:
    """A band in a side's colour along each edge of the map that supplies it [10.1.4]."""
    sheet, board = drawing.sheet, game.board
    bands = []
    for side in game.scenario.sides:
        hexes = [h for source in game.scenario.supply[side] for h in source.hexes]
        sides = [
            (corners[d], corners[(d + 1) % 6])
            for h in dict.fromkeys(hexes)
            if h in drawing.shown
            for corners in [sheet.corners((board.q[h], board.r[h]))]
            for d in range(6)
            if board.neighbours[6 * h + d] < 0
        ]
        path = "".join(straight([sheet.place(s) for s in line]) for line in chains(sides))
        if path:
            bands.append(f'<path d="{path}" stroke="{colours(game, side).card}"/>')
    return (
        f'<g fill="none" stroke-width="9" stroke-opacity=".75">{"".join(bands)}</g>'
        if bands
        else ""
    )


def _zones(game: Wb, drawing: Drawing) -> str:
    """An arrow in a side's colour where its reinforcements come onto the map. [11.1.2]"""
    parts = []
    for side in game.scenario.sides:
        paint = colours(game, side)
        for zone in game.scenario.zones[side]:
            for h in zone.hexes:
                if h in drawing.shown:
                    parts.append(_arrow(drawing.sheet, h, zone.name, paint))
    return "".join(parts)


def _arrow(sheet: Sheet, h: int, name: str, paint: Livery) -> str:
    """An arrow into the map at its edge, or down into a hex within it."""
    x, y = sheet.centre(h)
    beyond = sheet.outward(h)
    bx, by = beyond if beyond is not None else (x, y - sheet.size)
    turn = round(degrees(atan2(y - by, x - bx)))
    at: Point = (x + (bx - x) * 0.3, y + (by - y) * 0.3)
    arrow = (
        f'<path d="{ARROW}" transform="rotate({turn})" fill="{paint.card}" '
        f'stroke="{paint.edge}" stroke-width="1.4"/>'
    )
    return pinned(at, f"{name}: entry zone", arrow)


def _objectives(game: Wb, drawing: Drawing) -> str:
    """A star with its victory points on each objective; a whole one has it once. [S1.10]"""
    return "".join(
        objective(drawing.sheet, h, str(one.vp), f"{one.label}: {one.vp} VP")
        for one in game.scenario.victory.objectives
        for h in (one.hexes[:1] if one.whole else one.hexes)
        if h in drawing.shown
    )
