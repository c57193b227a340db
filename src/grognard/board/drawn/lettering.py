"""What is written on a drawn map: hex numbers, names of places, and names along rivers and roads.

Names stand in the strip below or above the middle of a row of hexes, which counters leave free.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from xml.sax.saxutils import escape

from grognard.board.board import Board, Place
from grognard.board.drawn.coast import offing
from grognard.board.drawn.stations import stations
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import BUILT_UP, Box, Point, Sheet, fixed, houses, mean, through

SANS = "'Alegreya Sans','Gill Sans','Gill Sans MT','Trebuchet MS','DejaVu Sans',sans-serif"
SERIF = "Alegreya,'Palatino Linotype',Palatino,Georgia,'DejaVu Serif',serif"

SIZES: Mapping[str, float] = {
    "city": 21, "urban": 21, "major_city": 23, "minor_city": 16, "town": 13.5, "small_town": 13,
    "village": 11, "beach": 10.5, "peak": 13, "pass": 10, "bridge": 10, "fen": 10.5,
    "airfield": 9.5, "airstrip": 9.5, "airbase": 10, "corridor": 10.5, "lake": 13,
    "strongpoint": 9.5, "parish": 11.2, "location": 8.8,
}  # fmt: skip
"""How large the names of places are written; other kinds have a mark and no name."""
ON_REQUEST = ("bridge", "airfield", "airstrip", "airbase")
"""Kinds whose names are written only on a map that says so: `lettered: airfield bridge`."""
ASIDES: Mapping[str, tuple[float, ...]] = {
    **dict.fromkeys(("airfield", "airstrip", "airbase", "pass"), (-0.5, -0.2, 0.2, -0.8)),
    "fen": (0, 0.5, -0.5, 1, -1, 1.4, -1.4),
}
"""How far to either side some names may stand: a mark to the left has its name with it."""
SPACED: Mapping[str, float] = {
    "city": 2.2, "urban": 2.2, "major_city": 2.4, "minor_city": 0.8, "lake": 0.6,
}  # fmt: skip
"""How far the letters of some names stand apart."""
HEX_BEHIND = re.compile(r" \(\d+\)$")
"""Two places of one name are told apart by their hexes, which need not be written."""
KIND_BEHIND = re.compile(r" \([a-z_]+\)$")
LESSER = {"city": "minor_city", "town": "small_town"}
CAPITALS = ("city", "urban", "major_city")
LARGER = 13.0
"""How large the name of a village is that has at least so many PEOPLE."""
PEOPLE = 9000
SINGLE = 15.5
"""How large the name of an urban area of one hex is."""
LARGE = 1.12
"""How much larger names are on a map of more than about 25 hexes across."""
NUMBER_SIZE = 7.2
STRETCH = 34
"""A river this many hexsides longer is named once more."""
CROWDED = 2.0
"""A stretch as crooked as this, or so crowded with other names, is not written along."""
_WIDTHS = (
    16, 26, 28, 52, 43, 82, 69, 17, 29, 31, 37, 48, 23, 31, 23, 29, 53, 36, 49, 43, 49, 42, 47, 42,
    47, 47, 23, 23, 48, 48, 48, 33, 82, 58, 54, 52, 65, 48, 43, 60, 68, 27, 31, 55, 42, 79, 68, 64,
    52, 64, 56, 47, 49, 63, 56, 89, 59, 53, 53, 29, 29, 29, 42, 45, 39, 46, 51, 38, 52, 46, 30, 49,
    52, 24, 26, 46, 25, 80, 52, 49, 51, 51, 32, 37, 32, 51, 42, 67, 44, 43, 41, 29, 31, 29, 48,
)  # fmt: skip
"""How wide the letters from the blank on are, in hundredths of their height."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name, where its baseline's middle lies, and how large it is."""

    text: str
    kind: str
    x: float
    y: float
    size: float

    @property
    def room(self) -> Box:
        """The rectangle the name takes up."""
        half = width(self.text, self.size, SPACED.get(self.kind, 0)) / 2
        return self.x - half, self.y - self.size * 0.8, self.x + half, self.y + self.size * 0.2


def width(text: str, size: float, apart: float = 0) -> float:
    """How wide a text is, about, with its letters so far apart."""
    letters = (_WIDTHS[ord(c) - 32] if 32 <= ord(c) < 127 else 50 for c in text)
    return sum(letters) / 100 * size * 1.03 + apart * len(text)


def edged(style: Style, strength: float = 0.82) -> str:
    """Letters with an edge stand out on any ground."""
    opacity = f"{strength:.2f}".removeprefix("0")
    return (
        f'stroke="{style.halo}" stroke-width="3" stroke-opacity="{opacity}" '
        'stroke-linejoin="round" paint-order="stroke"'
    )


def water_hand(style: Style) -> str:
    """How the names of waters are lettered."""
    return f'font-style="italic" fill="{style.water_ink}" letter-spacing=".6"'


def hex_numbers(sheet: Sheet, hexes: Iterable[int], style: Style) -> str:
    """The number of every hex, small, near its top."""
    texts = []
    for h in hexes:
        x, y = sheet.centre(h)
        top = fixed(y - sheet.size * 0.68)
        texts.append(f'<text x="{fixed(x)}" y="{top}">{escape(sheet.board.label(h))}</text>')
    return (
        f'<g font-family="{SANS}" font-size="{NUMBER_SIZE}" fill="{style.number_ink}" '
        'fill-opacity=".72" text-anchor="middle">'
        f"{''.join(texts)}</g>"
    )


CLEAR: Mapping[str, float] = {"pointy": 0.66, "flat": 0.58}
"""How far below the middle of its hex a name begins, in sizes of a hex: free of a counter there.

Below a flat hexside the number of the next hex follows at once.
"""


def place_labels(
    sheet: Sheet, shown: frozenset[int], box: Box, covered: Iterable[int] = ()
) -> list[Label]:
    """The names of the places that show, each where it covers least; some hexes hold counters."""
    counters = [sheet.card(h) for h in covered]
    kinds = list(SIZES)
    written = lettered(sheet.board)
    places = [
        replace(place, kind=rank(sheet.board, place))
        for place in sheet.board.places.values()
        if place.kind in written and any(h in shown for h in place.hexes)
    ]
    places += [lake for lake in _lakes(sheet.board) if any(h in shown for h in lake.hexes)]
    labels: list[Label] = []
    taken: list[Box] = [station.room for station in stations(sheet, shown)]
    for place in sorted(places, key=lambda place: (kinds.index(place.kind), place.name)):
        if not shown_name(place):
            continue
        choices = list(_choices(sheet, place, shown, box))
        around = _round([label.room for label in choices])
        others, pieces = ([b for b in boxes if _overlap(around, b)] for boxes in (taken, counters))
        costs = [
            (_cost(sheet, label.room, others, pieces) + 4 * i + _cut_off(label.room, box), i, label)
            for i, label in enumerate(choices)
        ]
        labels.append(min(costs, key=lambda item: item[:2])[2])
        taken.append(labels[-1].room)
    return labels


def lettered(board: Board) -> frozenset[str]:
    """The kinds of place whose names are written on a map."""
    asked = {kind for key, said in board.about if key == "lettered" for kind in said.split()}
    return frozenset(kind for kind in SIZES if kind not in ON_REQUEST or kind in asked)


def shown_name(place: Place) -> str:
    """What is written of a name; nothing if it is that of the town beside, with its kind behind.

    Of `Trapani / Milo` and of `Gerbini satellites, Sigonella` it is the last part.
    """
    if KIND_BEHIND.search(place.name):
        return ""
    name = HEX_BEHIND.sub("", place.name.rpartition(" / ")[2])
    if place.kind in ON_REQUEST and place.kind != "bridge":
        return name.rpartition(", ")[2]
    return name.upper() if place.kind in CAPITALS else name


def _lakes(board: Board) -> list[Place]:
    """The lakes that their shores name, as places; one in parts has a name on each large one."""
    found = []
    for course in board.courses:
        if course.kind != "lake_shore":
            continue
        left = {h: None for pair in course.pairs for h in pair if board.terrain[h] == "lake"}
        while left:
            part = [left.popitem()[0]]
            for h in part:
                for b in board.around(h):
                    if b in left:
                        del left[b]
                        part.append(b)
            found.append(Place(course.name, "lake", tuple(sorted(part))))
    largest = {p.name: max(len(q.hexes) for q in found if q.name == p.name) for p in found}
    return [place for place in found if len(place.hexes) >= min(3, largest[place.name])]


def _choices(sheet: Sheet, place: Place, shown: frozenset[int], box: Box) -> Iterable[Label]:
    """Below the middle of the hex, moved a little to either side, or above it."""
    hexes = [h for h in place.hexes if h in shown]
    x, y = mean([sheet.centre(h) for h in hexes])
    nearest = min(hexes, key=lambda h: (abs(sheet.centre(h)[1] - y), h))
    row = sheet.centre(nearest)[1]
    size = _size(sheet.board, place) * (LARGE if box[2] - box[0] > 45 * sheet.size else 1)
    text = shown_name(place)
    half = width(text, size, SPACED.get(place.kind, 0)) / 2 + 3
    if place.kind == "lake":
        at = min(max(x, box[0] + half), box[2] - half)
        for down in (0.32, -0.1, 0.8, -0.7):
            yield Label(text, place.kind, at, row + down * size, size)
        return
    off = offing(sheet, nearest) if place.kind == "beach" else None
    if off is not None:
        yield from _offshore(sheet, place, box, *off, size)
        return
    clear = sheet.size * CLEAR[sheet.orientation]
    below, above = row + clear + size * 0.8, row - sheet.size * 0.6
    rows: tuple[float, ...] = (below, above)
    if place.kind in CAPITALS:
        low = max(sheet.centre(h)[1] for h in hexes) + clear + size * 0.8
        high = min(sheet.centre(h)[1] for h in hexes) - sheet.size * 0.6
        rows = (below, low, high, low + 0.5 * sheet.size, high - 0.5 * sheet.size, above)
    asides = ASIDES.get(place.kind, (0, 0.35, -0.35, 0.7, -0.7))
    for baseline in dict.fromkeys(rows):
        for aside in asides:
            at = min(max(x + aside * sheet.size, box[0] + half), box[2] - half)
            yield Label(text, place.kind, at, baseline, size)


def rank(board: Board, place: Place) -> str:
    """As which kind a place is lettered: a city upon other ground than its own is a lesser one."""
    built = place.kind in houses(board) or any(board.terrain[h] in BUILT_UP for h in place.hexes)
    if place.kind == "village" and place.kind in houses(board):
        return "parish"
    return LESSER.get(place.kind, place.kind) if not built else place.kind


def _size(board: Board, place: Place) -> float:
    """How large a name is written: that of a village also by its people, if the map has them."""
    size = SIZES[place.kind]
    if place.kind == "urban" and len(place.hexes) == 1:
        return SINGLE
    people = board.attributes.get("people")
    if place.kind == "village" and people is not None:
        return LARGER if int(people[place.hexes[0]] or 0) >= PEOPLE else size
    return size


def _offshore(
    sheet: Sheet, place: Place, box: Box, coast: Point, seaward: Point, size: float
) -> Iterable[Label]:
    """The name of a beach, out at sea beyond its arrow."""
    half = width(shown_name(place), size) / 2 + 3
    for far in (0.62, 0.9, 1.2, 1.6):
        for aside in (0, 0.4, -0.4, 0.8, -0.8):
            out, along = far * sheet.size, aside * sheet.size
            at = coast[0] + (out + half * 0.9) * seaward[0] + along * abs(seaward[1])
            down = coast[1] + out * seaward[1] + along * abs(seaward[0])
            at = min(max(at, box[0] + half), box[2] - half)
            yield Label(shown_name(place), place.kind, at, down + size * 0.35, size)


def _cost(sheet: Sheet, room: Box, taken: Sequence[Box], counters: Sequence[Box]) -> float:
    """How much of other names, of counters and of hex numbers a name would cover."""
    names = sum(_overlap(room, other) for other in taken)
    numbers = 0.0
    for h in sheet.within(room):
        x, y = sheet.centre(h)
        baseline = y - sheet.size * 0.68
        numbers += _overlap(room, (x - 9, baseline - 5, x + 9, baseline))
    pieces = sum(_overlap(room, counter) for counter in counters)
    return 10 * names + 5 * pieces + 0.3 * numbers


def _cut_off(room: Box, box: Box) -> float:
    """How bad it is that a name would not be on the sheet from top to bottom."""
    return 20 * (room[2] - room[0]) if room[1] < box[1] or room[3] > box[3] else 0.0


def _round(boxes: Sequence[Box]) -> Box:
    """The rectangle round others."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _overlap(a: Box, b: Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def names(labels: Iterable[Label], style: Style) -> str:
    """The names of places with an edge, so that they stand out on any ground."""
    texts = "".join(
        f'<text x="{fixed(label.x)}" y="{fixed(label.y)}" font-size="{fixed(label.size)}"'
        f"{_hand(label.kind, style)}>{escape(label.text)}</text>"
        for label in labels
    )
    return (
        f'<g font-family="{SANS}" text-anchor="middle" fill="{style.ink}" {edged(style)}>'
        f"{texts}</g>"
        if texts
        else ""
    )


def _hand(kind: str, style: Style) -> str:
    """How a kind of place is lettered."""
    hands = {
        "city": ' font-weight="bold" letter-spacing="2.2" stroke-width="4.5"',
        "urban": ' font-weight="bold" letter-spacing="2.2" stroke-width="4.5"',
        "corridor": f' font-style="italic" font-weight="bold" fill="{style.road_ink}"',
        "town": ' font-weight="bold"',
        "small_town": "",
        "parish": "",
        "location": f' font-style="italic" fill="{style.number_ink}"',
        "major_city": ' font-weight="bold" letter-spacing="2.4" stroke-width="4.5"',
        "minor_city": ' font-weight="bold" letter-spacing=".8" stroke-width="3.6"',
        "beach": f' font-weight="bold" fill="{style.landing}"',
        "peak": ' font-weight="bold"',
        "bridge": f' font-style="italic" fill="{style.road_ink}"',
        "fen": f' font-family="{SERIF}" {water_hand(style)}',
        "lake": f' font-family="{SERIF}" {water_hand(style)}',
    }
    return hands.get(kind, ' font-style="italic"')


# ---- names along lines


def along(
    name: str,
    lines: Iterable[Sequence[Point]],
    size: float,
    box: Box,
    soft: int,
    taken: Sequence[Box] = (),
) -> list[tuple[str, float]]:
    """Where to write a name along the straightest stretches of a river or road.

    Each is the path to write on, and how far the line itself rises above it. The longest line has
    the name once for every stretch, and the others only if that had no room. `soft` is how many
    points to either side smooth the path; `taken` are rectangles to keep clear of.
    """
    written: list[tuple[str, float]] = []
    for line in lines:
        if written:
            break
        ease = _softened(line, soft)
        left, top, right, bottom = _round([(*point, *point) for point in ease])
        reach = (left - 20, top - 20, right + 20, bottom + 20)
        near = [room for room in taken if _overlap(reach, room)]
        for start, stop in _parts(len(line)):
            found = _straightest(ease[start:stop], width(name, size, 0.6) * 1.2, box, near)
            if found is not None:
                first, last = start + found[0], start + found[1]
                rise = max(ease[i][1] - line[i][1] for i in range(first, last + 1))
                stretch = ease[first : last + 1]
                onward = stretch[0][0] <= stretch[-1][0]
                written.append((through(stretch if onward else stretch[::-1]), rise))
    return written


def _softened(line: Sequence[Point], soft: int) -> list[Point]:
    """A line without its small bends; its ends stay where they are."""
    reach = [min(soft, i, len(line) - 1 - i) for i in range(len(line))]
    return [mean(line[i - half : i + half + 1]) for i, half in enumerate(reach)]


def _parts(length: int) -> list[tuple[int, int]]:
    """A line cut into as many parts as it is named."""
    count = max(1, length // STRETCH)
    return [(length * i // count, length * (i + 1) // count) for i in range(count)]


def _straightest(
    line: Sequence[Point], length: float, box: Box, taken: Sequence[Box]
) -> tuple[int, int] | None:
    """The stretch of a line, long enough for a name and inside the box, that bends least."""
    best: tuple[float, int, int] | None = None
    for start in range(len(line)):
        run, stop = 0.0, start
        while stop + 1 < len(line) and run < length:
            run += _distance(line[stop], line[stop + 1])
            stop += 1
        stretch = line[start : stop + 1]
        if run < length or not all(_inside(point, box) for point in stretch):
            continue
        crooked = run / max(_distance(stretch[0], stretch[-1]), 0.1) + _steep(stretch)
        passed = [*stretch, *(mean(pair) for pair in pairwise(stretch))]
        crooked += sum(any(_holds(room, point) for point in passed) for room in taken)
        if best is None or crooked < best[0] - 0.001:
            best = crooked, start, stop
    return best[1:] if best is not None and best[0] < CROWDED else None


def _holds(room: Box, point: Point) -> bool:
    """Whether a point lies on a name, or so close below it that a name above it would touch."""
    return room[0] - 6 < point[0] < room[2] + 6 and room[1] - 6 < point[1] < room[3] + 16


def _steep(stretch: Sequence[Point]) -> float:
    """Names read best when they lie flat, and not at all when they turn round."""
    (x, y), (u, v) = stretch[0], stretch[-1]
    forward = 1 if u >= x else -1
    turns = sum(1 for a, b in pairwise(stretch) if (b[0] - a[0]) * forward < -1)
    return turns + 0.12 * abs(v - y) / (abs(u - x) + abs(v - y) + 0.1)


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _inside(point: Point, box: Box) -> bool:
    return box[0] + 8 < point[0] < box[2] - 8 and box[1] + 8 < point[1] < box[3] - 8
