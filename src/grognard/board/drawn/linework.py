"""The lines of a drawn map: roads and railways through hexes, bridges, and all lines' names."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees
from xml.sax.saxutils import escape

from grognard.board.board import Board
from grognard.board.drawn.gorges import CONTOUR
from grognard.board.drawn.lettering import SANS, SERIF, along, edged, water_hand
from grognard.board.drawn.railways import NARROW, RAILS, quiet, railway
from grognard.board.drawn.rivers import course, draw_rivers, river_runs, waters
from grognard.board.drawn.runs import Pair, Run, named
from grognard.board.drawn.style import Stroke, Style
from grognard.board.drawn.tracing import Box, Point, Sheet, chains, fixed, houses, mean, through, xy
from grognard.board.drawn.works import pairs_of, scarps, works

FERRY = "ferry"
FORD = "ford"
SMALL = "stream"
"""The water over which bridges are drawn small."""
BRIDGES = ("bridge", "trail_bridge", "rail_bridge")
SHARP = 75
"""Roads that meet at a sharper bend than this are not drawn as one."""
RAIL_ASIDE = 0.19
"""How far a railway keeps from a road that goes the same way, as a share of a hex's radius."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a map in their layers."""

    defs: str
    banks: str
    water: str
    routes: str
    names: str
    courses: tuple[tuple[Point, ...], ...]
    """The waters as points close together."""


def draw_lines(
    sheet: Sheet,
    style: Style,
    visible: Sequence[int],
    box: Box,
    bridges: Mapping[Pair, bool] | None = None,
    taken: Sequence[Box] = (),
) -> Lines:
    """Draw what runs along hexsides and through hexes, as far as it shows.

    `taken` are the rectangles of names that stand already.
    """
    rivers, routes = river_runs(sheet, style, visible), _route_runs(sheet, visible)
    courses = tuple(course(sheet, style, run) for run in rivers)
    banks, water = draw_rivers(style, rivers, courses)
    raised = works(sheet, style, visible) + scarps(sheet, style, visible)
    cities = [sheet.box([h]) for h in visible if sheet.built.get(h) == "city"]
    name_paths, names = _names(style, rivers, routes, box, [*taken, *cities])
    crossings = printed_bridges(sheet.board, style) if bridges is None else bridges
    return Lines(
        name_paths,
        banks,
        water + raised,
        _routes(style, routes, quiet(sheet.board))
        + _bridges(sheet, style, crossings, visible)
        + _exits(sheet, style, visible),
        names,
        courses,
    )


# ---- roads and railways


def _route_runs(sheet: Sheet, visible: Sequence[int]) -> list[Run]:
    """The roads and railways; those that leave the map run on over its edge."""
    board, near = sheet.board, frozenset(visible)
    runs = []
    for kind in board.link_kinds:
        if kind == CONTOUR:
            continue
        pairs = pairs_of(board.link_kinds, board.links, board, kind)
        showing = [(a, b) for a, b in pairs if a in near or b in near]
        groups = named(board, kind, showing)
        leaving = [h for h in board.offmap_links if kind in board.offmap_links[h] and h in near]
        for h in leaving:  # a hex beyond the edge is written as the negative of the last one on it
            _group_at(groups, h).append((h, -h - 1))
        for name, own in groups:
            lines = chains(own)
            if houses(board) and not name:
                lines = _straightened(sheet, lines)
            runs += [Run(kind, name, _way(sheet, kind, line)) for line in lines]
    return runs


def _straightened(sheet: Sheet, lines: Sequence[list[int]]) -> list[list[int]]:
    """Lines that go on over forks: of those that meet, the two that run straightest are one."""
    found = [list(line) for line in lines]
    forks = sorted({end for line in found for end in (line[0], line[-1])})
    for fork in forks:
        while True:
            ends = [line for line in found if line[0] == fork or line[-1] == fork]
            pairs = [
                (_bend(sheet, one, other, fork), i, j)
                for i, one in enumerate(ends)
                for j, other in enumerate(ends)
                if i < j and one[0] != one[-1] and other[0] != other[-1]
            ]
            if not pairs or min(pairs)[0] > SHARP:
                break
            _, i, j = min(pairs)
            one, other = ends[i], ends[j]
            ahead = one if one[-1] == fork else one[::-1]
            onward = other if other[0] == fork else other[::-1]
            found = [line for line in found if line is not one and line is not other]
            found.append([*ahead, *onward[1:]])
            if len(ends) < 4:  # three that meet are one line and a branch
                break
    return found


def _bend(sheet: Sheet, one: Sequence[int], other: Sequence[int], fork: int) -> float:
    """How far two lines that meet at a fork are from running straight on, in degrees."""
    x, y = _waypoint(sheet, fork)
    ways = []
    for line in (one, other):
        u, v = _waypoint(sheet, line[1] if line[0] == fork else line[-2])
        ways.append(degrees(atan2(v - y, u - x)))
    return abs(180 - abs(ways[0] - ways[1]) % 360)


def _group_at(groups: Sequence[tuple[str, list[Pair]]], h: int) -> list[Pair]:
    """The line that reaches a hex on the edge, or the nameless ones."""
    for _, own in groups:
        if any(h in pair for pair in own):
            return own
    return groups[-1][1]


def _way(sheet: Sheet, kind: str, line: Sequence[int]) -> tuple[Point, ...]:
    """The points a road or railway passes; a railway keeps to the left of a road beside it.

    One of narrow gauge keeps to the right.
    """
    points = [_waypoint(sheet, node) for node in line]
    if kind not in RAILS:
        return tuple(points)
    hand = -1 if kind == NARROW else 1
    way = list(points)
    for i in range(1, len(line) - 1):
        if _shared(sheet.board, line[i - 1], line[i]) or _shared(sheet.board, *line[i : i + 2]):
            (ax, ay), (bx, by) = points[i - 1], points[i + 1]
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            aside = hand * RAIL_ASIDE * sheet.size / max(length, 1)
            way[i] = points[i][0] - (by - ay) * aside, points[i][1] + (bx - ax) * aside
    return tuple(way)


def _shared(board: Board, a: int, b: int) -> bool:
    """Whether a step carries more than one kind of link."""
    return a >= 0 and b >= 0 and len(board.link(a, b) - {CONTOUR}) > 1


def _waypoint(sheet: Sheet, node: int) -> Point:
    """Where a line passes a hex, or the point off the map that it leads to."""
    beyond = sheet.outward(-node - 1) if node < 0 else None
    return beyond if beyond is not None else sheet.waypoint(node if node >= 0 else -node - 1)


def _routes(style: Style, runs: Sequence[Run], hushed: Container[str] = ()) -> str:
    """Railways with their sleepers, tracks, then roads, the main ones on top.

    Those that are hushed, as they have no part in the game, are drawn lightly.
    """
    kinds = dict.fromkeys(run.kind for run in runs)
    known = list(style.routes)
    order = sorted(kinds, key=lambda kind: known.index(kind) if kind in known else -1)
    parts = []
    for kind in order:
        path = "".join(through(run.points) for run in runs if run.kind == kind)
        if kind in RAILS:
            parts.append(railway(style, kind, path, kind in hushed))
            continue
        if kind == FERRY:
            parts.append(
                f'<path d="{path}" stroke="{style.coast}" stroke-width="1.5" '
                'stroke-dasharray="5 4" stroke-linecap="butt"/>'
            )
            continue
        stroke = style.routes.get(kind, style.track)
        draw = f'<path d="{path}"'
        halo = fixed(stroke.width + 2 * stroke.edge + 2.2)
        parts.append(
            f'{draw} stroke="{style.bank}" stroke-width="{halo}" stroke-opacity=".5"/>'
            + _edge(draw, stroke)
            + _core(draw, stroke)
            + (f'{draw} stroke="{stroke.median}" stroke-width=".9"/>' if stroke.median else "")
        )
    return _strokes("".join(parts)) if parts else ""


def _strokes(body: str) -> str:
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{body}</g>'


def _edge(draw: str, stroke: Stroke) -> str:
    if not stroke.edge:
        return ""
    wide = fixed(stroke.width + 2 * stroke.edge)
    return f'{draw} stroke="{stroke.edge_colour}" stroke-width="{wide}"/>'


def _core(draw: str, stroke: Stroke) -> str:
    dash = f' stroke-dasharray="{stroke.dash}" stroke-linecap="butt"' if stroke.dash else ""
    return f'{draw} stroke="{stroke.colour}" stroke-width="{fixed(stroke.width)}"{dash}/>'


# ---- exits and bridges


def _exits(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """An arrowhead where roads and railways leave the map."""
    marks = []
    for h in visible:
        beyond = sheet.outward(h) if sheet.board.exits(h) else None
        if beyond is None:
            continue
        (x, y), (bx, by) = sheet.centre(h), beyond
        tip = x + (bx - x) * 0.66, y + (by - y) * 0.66
        turn = round(degrees(atan2(by - y, bx - x)))
        kinds = ", ".join(sorted(sheet.board.exits(h)))
        marks.append(
            f'<path d="M0-5.5L8 0L0 5.5z" transform="translate({xy(tip)}) rotate({turn})">'
            f"<title>{escape(kinds)} leaving the map</title></path>"
        )
    return f'<g fill="{style.ink}" stroke="{style.halo}">{"".join(marks)}</g>' if marks else ""


def printed_bridges(board: Board, style: Style) -> dict[Pair, bool]:
    """Where the map has a bridge, or a road across water."""
    standing = {}
    for a in range(board.n):
        for b in board.around(a):
            sides = board.hexside(a, b) if a < b else frozenset()
            roads = any(kind in style.routes for kind in board.link(a, b)) if sides else False
            if sides.intersection(BRIDGES) or (
                roads and any(kind in style.waters for kind in sides)
            ):
                standing[a, b] = True
    return standing


def _bridges(
    sheet: Sheet, style: Style, bridges: Mapping[Pair, bool], visible: Sequence[int]
) -> str:
    """A mark on every bridge, along the road that it carries; one that is down is struck out."""
    near, drawn = frozenset(visible), waters(sheet.board, style)
    marks = []
    for (a, b), stands in sorted(bridges.items()):
        if a not in near or b not in near:
            continue
        (ax, ay), (bx, by) = sheet.waypoint(a), sheet.waypoint(b)
        middle = mean([mean([(ax, ay), (bx, by)]), mean([sheet.bent(s) for s in sheet.side(a, b)])])
        turn = round(degrees(atan2(by - ay, bx - ax)))
        long = 1.35 if drawn.get((a, b)) == "big_river" else 0.9
        much = f"{long} 1"
        if drawn.get((a, b)) == SMALL:
            much = "0.55 0.62"
        marks.append(
            f'<use href="#{"bridge" if stands else "down"}§" '
            f'transform="translate({xy(middle)}) rotate({turn}) scale({much})"/>'
        )
    return "".join(marks) + _fords(sheet, visible)


def _fords(sheet: Sheet, visible: Sequence[int]) -> str:
    """A mark on every ford."""
    near, board = frozenset(visible), sheet.board
    pairs = (
        pairs_of(board.hexside_kinds, board.hexsides, board, FORD)
        if FORD in board.hexside_kinds
        else ()
    )
    marks = []
    for a, b in pairs:
        if a in near and b in near:
            (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
            middle = mean([sheet.bent(s) for s in sheet.side(a, b)])
            turn = round(degrees(atan2(by - ay, bx - ax)))
            marks.append(f'<use href="#ford§" transform="translate({xy(middle)}) rotate({turn})"/>')
    return "".join(marks)


# ---- names


def _names(
    style: Style,
    rivers: Sequence[Run],
    routes: Sequence[Run],
    box: Box,
    taken: Sequence[Box],
) -> tuple[str, str]:
    """The names of rivers and highways, written along them: the paths, and the texts."""
    paths: list[str] = []
    texts: list[str] = []
    highways = [run for run in routes if run.kind in ("main", "primary")]
    for runs, soft, hand in (
        (rivers, 4, f'font-family="{SERIF}" {water_hand(style)}'),
        (highways, 1, f'font-family="{SANS}" fill="{style.road_ink}"'),
    ):
        written = []
        for name, own in _by_name(runs).items():
            size, lift = _measure(style, own[0])
            lines = [_trace(style, run) for run in own]
            for path, rise in along(name, lines, size, box, soft, taken):
                paths.append(f'<path id="way{len(paths)}§" d="{path}"/>')
                written.append(
                    f'<text font-size="{fixed(size)}" dy="{fixed(-lift - min(rise, 12))}">'
                    f'<textPath href="#way{len(paths) - 1}§" startOffset="50%">{escape(name)}'
                    "</textPath></text>"
                )
        body = "".join(written)
        texts.append(f'<g {hand} text-anchor="middle" {edged(style)}>{body}</g>' if body else "")
    return "".join(paths), "".join(texts)


def _trace(style: Style, run: Run) -> Sequence[Point]:
    """Points that a line really passes: for a river, the middles of its hexsides."""
    return [mean(pair) for pair in pairwise(run.points)] if run.kind in style.waters else run.points


def _by_name(runs: Sequence[Run]) -> dict[str, list[Run]]:
    """The runs of each named line long enough to be worth a name, the longest first."""
    named: dict[str, list[Run]] = {}
    for run in sorted(runs, key=lambda run: -len(run.points)):
        if run.name and len(run.points) > 3:
            named.setdefault(run.name, []).append(run)
    return named


def _measure(style: Style, run: Run) -> tuple[float, float]:
    """How large a line's name is written, and how far above it."""
    stroke = style.waters.get(run.kind)
    if stroke is None:
        return 9.5, 4
    return (17 if stroke.width > 6 else 12.5), stroke.width / 2 + 3
