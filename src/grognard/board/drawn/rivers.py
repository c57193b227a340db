"""The waters of a drawn map: rivers and canals along hexsides, from their sources to the sea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import numpy as np

from grognard.board.board import Board
from grognard.board.drawn.coast import STRAITS
from grognard.board.drawn.groundcover import WATERS
from grognard.board.drawn.runs import Pair, Run, named
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import (
    Point,
    Sheet,
    Spot,
    chains,
    mean,
    ribbon,
    roughened,
    sampled,
)
from grognard.board.drawn.works import pairs_of

FULL = 16
"""So many hexsides from its source a river has its full width."""
STEPS = 5
"""How many points of a river are drawn for every hexside."""
MEANDER = 0.06
"""How far a river winds from the line between its corners, as a share of a hex's radius."""


def river_runs(sheet: Sheet, style: Style, visible: Sequence[int]) -> list[Run]:
    """The rivers, each flowing into the next where they meet."""
    board, near = sheet.board, frozenset(visible)
    lines: list[tuple[str, str, list[Spot]]] = []
    drawn = waters(board, style)
    for kind in style.waters:
        showing = [p for p in drawn if drawn[p] == kind and (p[0] in near or p[1] in near)]
        for name, own in named(board, kind, showing):
            lines += [(kind, name, line) for line in chains(sheet.side(a, b) for a, b in own)]
    meeting = _meetings(sheet, style, lines)
    ages = _ages(sheet, [sheet.side(*pair) for pair in drawn])
    runs = []
    for kind, name, line in lines:
        points = [sheet.bent(spot) for spot in line]
        points[0], points[-1] = meeting.get(line[0], points[0]), meeting.get(line[-1], points[-1])
        age = [ages.get(spot, FULL) for spot in line]
        for end in (0, -1):
            mouth = _mouth(sheet, line[end], points[end])
            if mouth is not None:
                points.insert(0 if end == 0 else len(points), mouth)
                age.insert(0 if end == 0 else len(age), age[end])
        runs.append(Run(kind, name, tuple(points), tuple(age)))
    return runs


def _mouth(sheet: Sheet, spot: Spot, point: Point) -> Point | None:
    """A point out at sea to which a river runs on, if it ends at the sea or in a strait."""
    around = sheet.touching(spot)
    water = [sheet.centre(h) for h in around if sheet.board.terrain[h] == "sea"]
    water = water or [
        mean([sheet.centre(a), sheet.centre(b)])
        for a, b in combinations(around, 2)
        if sheet.board.hexside(a, b) & STRAITS
    ]
    if not water:
        return None
    x, y = mean(water)
    return point[0] + 0.7 * (x - point[0]), point[1] + 0.7 * (y - point[1])


def waters(board: Board, style: Style) -> dict[Pair, str]:
    """The hexsides that carry water, and as which kind each is drawn.

    That is the kind of the named course it belongs to: a rulebook may count the Volga a river like
    any other, but it is drawn as wide as it is.
    """
    drawn: dict[Pair, str] = {}
    for kind in style.waters:
        if kind in board.hexside_kinds:
            pairs = pairs_of(board.hexside_kinds, board.hexsides, board, kind)
            drawn.update(dict.fromkeys(pairs, kind))
    for course in board.courses:
        if course.kind in style.waters:
            drawn.update({pair: course.kind for pair in course.pairs if pair in drawn})
    return drawn


def _ages(sheet: Sheet, sides: Iterable[tuple[Spot, Spot]]) -> dict[Spot, int]:
    """How far each corner of the waters is from the nearest source, as far as FULL.

    A source is an end inside the map, away from any lake.
    """
    joined: dict[Spot, list[Spot]] = {}
    for a, b in sides:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    ages = {
        spot: 0 for spot, others in joined.items() if len(others) == 1 and _springs(sheet, spot)
    }
    front = list(ages)
    for spot in front:
        for other in joined[spot]:
            if other not in ages and ages[spot] < FULL:
                ages[other] = ages[spot] + 1
                front.append(other)
    return ages


def _springs(sheet: Sheet, spot: Spot) -> bool:
    """Whether a river that ends at a corner springs there: dry land of the map all round."""
    around = sheet.touching(spot)
    return len(around) == 3 and all(sheet.board.terrain[h] not in WATERS for h in around)


def _meetings(
    sheet: Sheet, style: Style, lines: Iterable[tuple[str, str, list[Spot]]]
) -> dict[Spot, Point]:
    """Where a river really passes the corners along its way, so that others can join it there."""
    meeting: dict[Spot, Point] = {}
    for kind, _, line in lines:
        for i in range(1, len(line) - 1):
            (a, b), (c, d), (e, f) = (sheet.bent(spot) for spot in line[i - 1 : i + 2])
            if style.waters[kind].soft:
                meeting[line[i]] = (a + 6 * c + e) / 8, (b + 6 * d + f) / 8
            else:
                meeting[line[i]] = (a + 2 * c + e) / 4, (b + 2 * d + f) / 4
    return meeting


def course(sheet: Sheet, style: Style, run: Run) -> tuple[Point, ...]:
    """The points a water really passes, close together: rivers wind, canals are cut straight."""
    if not style.waters[run.kind].soft:
        return tuple(_cut(run.points))
    winding = MEANDER * sheet.size
    return tuple(roughened(sampled(run.points, steps=STEPS), winding, 0.5 * sheet.size, 61))


def draw_rivers(
    style: Style, runs: Sequence[Run], courses: Sequence[Sequence[Point]]
) -> tuple[str, str]:
    """All banks and edges, and all waters: laid on in turn, waters open into one another."""
    banks: list[str] = []
    edges: list[str] = []
    cores: list[str] = []
    for kind, stroke in style.waters.items():
        own = [(r, c) for r, c in zip(runs, courses, strict=True) if r.kind == kind]
        if not own:
            continue
        for parts, more, colour in (
            (banks, 2 * stroke.edge + 2.6, style.bank),
            (edges, 2 * stroke.edge, stroke.edge_colour),
            (cores, 0, stroke.colour),
        ):
            path = "".join(_water(style, run, course, more) for run, course in own)
            if colour:
                parts.append(f'<path d="{path}" fill="{colour}"/>')
    pale = f'<g fill-opacity=".6">{"".join(banks)}</g>' if banks else ""
    return pale + "".join(edges), "".join(cores)


def _water(style: Style, run: Run, course: Sequence[Point], more: float) -> str:
    """A water as wide as it has become on its way."""
    stroke = style.waters[run.kind]
    if not stroke.soft:
        return ribbon(course, [stroke.width + more] * len(course))
    corner = [0.0, *(i + 0.5 + s / STEPS for i in range(len(run.points) - 2) for s in range(STEPS))]
    corner += [len(run.points) - 1.5, len(run.points) - 1.0]
    ages = np.interp(corner, range(len(run.age)), run.age)
    widths = stroke.width * (stroke.source + (1 - stroke.source) * ages / FULL)
    return ribbon(course, (widths + more).tolist())


def _cut(points: Sequence[Point]) -> list[Point]:
    """A canal: straight from the middle of one hexside to the middle of the next."""
    return [points[0], *(mean(pair) for pair in pairwise(points)), points[-1]]
