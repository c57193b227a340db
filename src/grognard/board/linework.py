"""The lines of a drawn map: rivers along hexsides, roads and railways through hexes, bridges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees
from xml.sax.saxutils import escape

from grognard.board.board import Board
from grognard.board.lettering import HALO, SANS, SERIF, along
from grognard.board.style import Stroke, Style
from grognard.board.tracing import (
    Box,
    Point,
    Sheet,
    Spot,
    chains,
    fixed,
    flowing,
    mean,
    straight,
    through,
    xy,
)

Pair = tuple[int, int]
QUIET = ("bridge", "lake_shore")
"""Kinds of hexside that are no lines: bridges are marks, and a lake draws its own shore."""
RAIL = "rail"
RAIL_ASIDE = 0.19
"""How far a railway keeps from a road that goes the same way, as a share of a hex's radius."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a map in their layers."""

    defs: str
    water: str
    routes: str
    names: str


@dataclass(frozen=True, slots=True)
class Run:
    """One unbroken line of a kind, and what it is called."""

    kind: str
    name: str
    points: tuple[Point, ...]


def draw_lines(
    sheet: Sheet,
    style: Style,
    visible: Sequence[int],
    box: Box,
    bridges: Mapping[Pair, bool] | None = None,
) -> Lines:
    """Draw what runs along hexsides and through hexes, as far as it shows."""
    rivers, routes = _river_runs(sheet, style, visible), _route_runs(sheet, visible)
    water_paths, water = _rivers(style, rivers)
    works = _works(sheet, style, visible)
    name_paths, names = _names(style, rivers, routes, box)
    crossings = printed_bridges(sheet.board, style) if bridges is None else bridges
    return Lines(
        water_paths + name_paths,
        water + works,
        _routes(style, routes)
        + _bridges(sheet, crossings, visible)
        + _exits(sheet, style, visible),
        names,
    )


def _pairs(kinds: Sequence[str], masks: Sequence[int], board: Board, kind: str) -> list[Pair]:
    """The pairs of hexes between which a kind runs, lower hex first."""
    bit = 1 << kinds.index(kind)
    found = []
    for slot, mask in enumerate(masks):
        if mask & bit and slot // 6 < board.neighbours[slot]:
            found.append((slot // 6, board.neighbours[slot]))
    return found


def _named(board: Board, kind: str, pairs: Sequence[Pair]) -> list[tuple[str, list[Pair]]]:
    """The pairs of a kind sorted into its named courses, each pair once; the nameless last."""
    left = dict.fromkeys(pairs)
    groups = []
    for course in sorted(board.courses, key=lambda c: (-len(c.pairs), c.name)):
        if course.kind == kind:
            own = [pair for pair in course.pairs if pair in left]
            for pair in own:
                del left[pair]
            groups.append((course.name, own))
    return [*groups, ("", list(left))]


# ---- water


def _river_runs(sheet: Sheet, style: Style, visible: Sequence[int]) -> list[Run]:
    """The rivers, each flowing into the next where they meet."""
    board, near = sheet.board, frozenset(visible)
    lines: list[tuple[str, str, list[Spot]]] = []
    for kind in style.waters:
        if kind not in board.hexside_kinds:
            continue
        pairs = _pairs(board.hexside_kinds, board.hexsides, board, kind)
        showing = [(a, b) for a, b in pairs if a in near or b in near]
        for name, own in _named(board, kind, showing):
            lines += [(kind, name, line) for line in chains(sheet.side(a, b) for a, b in own)]
    meeting = _meetings(sheet, style, lines)
    runs = []
    for kind, name, line in lines:
        points = [sheet.bent(spot) for spot in line]
        points[0], points[-1] = meeting.get(line[0], points[0]), meeting.get(line[-1], points[-1])
        runs.append(Run(kind, name, tuple(points)))
    return runs


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


def _rivers(style: Style, runs: Sequence[Run]) -> tuple[str, str]:
    """The paths of all waters, and their strokes: all edges first, so that waters open into one
    another."""
    paths, edges, cores = [], [], []
    for kind, stroke in style.waters.items():
        own = [run.points for run in runs if run.kind == kind]
        if not own:
            continue
        draw = flowing if stroke.soft else _cut
        paths.append(f'<path id="{kind}§" d="{"".join(draw(points) for points in own)}"/>')
        use = f'<use href="#{kind}§"'
        edges.append(_edge(use, stroke))
        cores.append(_core(use, stroke))
    body = "".join(edges) + "".join(cores)
    return "".join(paths), _strokes(body) if body else ""


def _cut(points: Sequence[Point]) -> str:
    """A canal: straight from the middle of one hexside to the middle of the next."""
    return straight([points[0], *(mean(pair) for pair in pairwise(points)), points[-1]])


def _works(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """Any other kind of hexside, such as a fortified line: a bank with teeth."""
    board, near = sheet.board, frozenset(visible)
    path = ""
    for kind in board.hexside_kinds:
        if kind in QUIET or kind in style.waters:
            continue
        pairs = _pairs(board.hexside_kinds, board.hexsides, board, kind)
        showing = [sheet.side(a, b) for a, b in pairs if a in near or b in near]
        path += "".join(straight([sheet.place(s) for s in line]) for line in chains(showing))
    if not path:
        return ""
    return (
        f'<g fill="none" stroke="{style.ink}"><path d="{path}" stroke-width="1.6"/>'
        f'<path d="{path}" stroke-width="6" stroke-dasharray="1.4 4"/></g>'
    )


# ---- roads and railways


def _route_runs(sheet: Sheet, visible: Sequence[int]) -> list[Run]:
    """The roads and railways; those that leave the map run on over its edge."""
    board, near = sheet.board, frozenset(visible)
    runs = []
    for kind in board.link_kinds:
        pairs = _pairs(board.link_kinds, board.links, board, kind)
        showing = [(a, b) for a, b in pairs if a in near or b in near]
        groups = _named(board, kind, showing)
        leaving = [h for h in board.offmap_links if kind in board.offmap_links[h] and h in near]
        for h in leaving:  # a hex beyond the edge is written as the negative of the last one on it
            _group_at(groups, h).append((h, -h - 1))
        for name, own in groups:
            runs += [Run(kind, name, _way(sheet, kind, line)) for line in chains(own)]
    return runs


def _group_at(groups: Sequence[tuple[str, list[Pair]]], h: int) -> list[Pair]:
    """The line that reaches a hex on the edge, or the nameless ones."""
    for _, own in groups:
        if any(h in pair for pair in own):
            return own
    return groups[-1][1]


def _way(sheet: Sheet, kind: str, line: Sequence[int]) -> tuple[Point, ...]:
    """The points a road or railway passes; a railway keeps to the left of a road beside it."""
    points = [_waypoint(sheet, node) for node in line]
    if kind != RAIL:
        return tuple(points)
    way = list(points)
    for i in range(1, len(line) - 1):
        if _shared(sheet.board, line[i - 1], line[i]) or _shared(sheet.board, *line[i : i + 2]):
            (ax, ay), (bx, by) = points[i - 1], points[i + 1]
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            aside = RAIL_ASIDE * sheet.size / max(length, 1)
            way[i] = points[i][0] - (by - ay) * aside, points[i][1] + (bx - ax) * aside
    return tuple(way)


def _shared(board: Board, a: int, b: int) -> bool:
    """Whether a step carries more than one kind of link."""
    return a >= 0 and b >= 0 and len(board.link(a, b)) > 1


def _waypoint(sheet: Sheet, node: int) -> Point:
    """Where a line passes a hex, or the point off the map that it leads to."""
    beyond = sheet.outward(-node - 1) if node < 0 else None
    return beyond if beyond is not None else sheet.waypoint(node if node >= 0 else -node - 1)


def _routes(style: Style, runs: Sequence[Run]) -> str:
    """Railways with their sleepers, tracks, then roads, the main ones on top."""
    kinds = dict.fromkeys(run.kind for run in runs)
    known = list(style.routes)
    order = sorted(kinds, key=lambda kind: known.index(kind) if kind in known else -1)
    parts = []
    for kind in order:
        path = "".join(through(run.points) for run in runs if run.kind == kind)
        if kind == RAIL:
            parts.append(
                f'<path d="{path}" stroke="{style.rail}" stroke-width="1.3"/>'
                f'<path d="{path}" stroke="{style.rail}" stroke-width="5" '
                'stroke-dasharray="1.1 5.4" stroke-linecap="butt"/>'
            )
            continue
        stroke = style.routes.get(kind, style.track)
        draw = f'<path d="{path}"'
        parts.append(_edge(draw, stroke) + _core(draw, stroke))
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
    return f'<g fill="{style.ink}" stroke="{HALO}">{"".join(marks)}</g>' if marks else ""


def printed_bridges(board: Board, style: Style) -> dict[Pair, bool]:
    """Where the map has a bridge, or a road across water."""
    standing = {}
    for a in range(board.n):
        for b in board.around(a):
            sides = board.hexside(a, b) if a < b else frozenset()
            roads = any(kind in style.routes for kind in board.link(a, b)) if sides else False
            if "bridge" in sides or (roads and any(kind in style.waters for kind in sides)):
                standing[a, b] = True
    return standing


def _bridges(sheet: Sheet, bridges: Mapping[Pair, bool], visible: Sequence[int]) -> str:
    """A mark on every bridge, along the road that it carries; one that is down is struck out."""
    near = frozenset(visible)
    marks = []
    for (a, b), stands in sorted(bridges.items()):
        if a not in near or b not in near:
            continue
        (ax, ay), (bx, by) = sheet.waypoint(a), sheet.waypoint(b)
        middle = mean([mean([(ax, ay), (bx, by)]), mean([sheet.bent(s) for s in sheet.side(a, b)])])
        turn = round(degrees(atan2(by - ay, bx - ax)))
        long = 1.35 if "big_river" in sheet.board.hexside(a, b) else 0.9
        marks.append(
            f'<use href="#{"bridge" if stands else "down"}§" '
            f'transform="translate({xy(middle)}) rotate({turn}) scale({long} 1)"/>'
        )
    return "".join(marks)


# ---- names


def _names(style: Style, rivers: Sequence[Run], routes: Sequence[Run], box: Box) -> tuple[str, str]:
    """The names of rivers and highways, written along them: the paths, and the texts."""
    paths: list[str] = []
    texts: list[str] = []
    for runs, soft, hand in (
        (rivers, 4, f'font-family="{SERIF}" font-style="italic" fill="#3a627a"'),
        ([run for run in routes if run.kind == "main"], 1, f'font-family="{SANS}" fill="#7c3222"'),
    ):
        written = []
        for name, own in _by_name(runs).items():
            size, lift = _measure(style, own[0])
            for path, rise in along(name, [_trace(style, run) for run in own], size, box, soft):
                paths.append(f'<path id="way{len(paths)}§" d="{path}"/>')
                written.append(
                    f'<text font-size="{fixed(size)}" dy="{fixed(-lift - min(rise, 12))}">'
                    f'<textPath href="#way{len(paths) - 1}§" startOffset="50%">{escape(name)}'
                    "</textPath></text>"
                )
        body = "".join(written)
        texts.append(
            f'<g {hand} text-anchor="middle"><g stroke="{HALO}" stroke-width="2.4" '
            f'stroke-opacity=".8" stroke-linejoin="round">{body}</g>{body}</g>'
            if body
            else ""
        )
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
        return 7.5, 3.5
    return (12 if stroke.width > 6 else 9.5), stroke.width / 2 + 2.5
