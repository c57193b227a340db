"""What is written on a drawn map: hex numbers, names of places, and names along rivers and roads.

Names stand in the strip below or above the middle of a row of hexes, which counters leave free.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

from grognard.board.board import Place
from grognard.board.tracing import Box, Point, Sheet, fixed, mean, through

SANS = "'Gill Sans','Gill Sans MT','Trebuchet MS','DejaVu Sans',Arial,sans-serif"
SERIF = "Georgia,'Times New Roman','DejaVu Serif',serif"
HALO = "#f6edd8"
INK = "#2f2a24"

SIZES: Mapping[str, float] = {"city": 16, "town": 10.5, "village": 8.5}
"""How large the names of places are written; other kinds have a mark and no name."""
LARGE = 1.3
"""How much larger names are on a map of more than about 25 hexes across."""
LETTER = 0.56
"""How wide a letter is on average, as a share of its height."""
NUMBER_SIZE = 6.5
STRETCH = 34
"""A river this many hexsides longer is named once more."""


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
        half = width(self.text, self.size) / 2
        return self.x - half, self.y - self.size * 0.8, self.x + half, self.y + self.size * 0.2


def width(text: str, size: float) -> float:
    """How wide a text is, about."""
    return len(text) * size * LETTER


def hex_numbers(sheet: Sheet, hexes: Iterable[int]) -> str:
    """The number of every hex, small, near its top."""
    texts = []
    for h in hexes:
        x, y = sheet.centre(h)
        top = fixed(y - sheet.size * 0.68)
        texts.append(f'<text x="{fixed(x)}" y="{top}">{escape(sheet.board.label(h))}</text>')
    return (
        f'<g font-family="{SANS}" font-size="{NUMBER_SIZE}" fill="#8c7f68" text-anchor="middle">'
        f"{''.join(texts)}</g>"
    )


def place_labels(sheet: Sheet, shown: frozenset[int], box: Box) -> list[Label]:
    """The names of the places that show, each where it covers least."""
    kinds = list(SIZES)
    places = [
        place
        for place in sheet.board.places.values()
        if place.kind in SIZES and any(h in shown for h in place.hexes)
    ]
    labels: list[Label] = []
    for place in sorted(places, key=lambda place: (kinds.index(place.kind), place.name)):
        choices = enumerate(_choices(sheet, place, shown, box))
        costs = [(_cost(sheet, label, labels) + 4 * i, i, label) for i, label in choices]
        labels.append(min(costs, key=lambda item: item[:2])[2])
    return labels


def _choices(sheet: Sheet, place: Place, shown: frozenset[int], box: Box) -> Iterable[Label]:
    """Below the middle of the hex, moved a little to either side, or above it."""
    hexes = [h for h in place.hexes if h in shown]
    x, y = mean([sheet.centre(h) for h in hexes])
    nearest = min(hexes, key=lambda h: (abs(sheet.centre(h)[1] - y), h))
    row = sheet.centre(nearest)[1]
    size = SIZES[place.kind] * (LARGE if box[2] - box[0] > 45 * sheet.size else 1)
    text = place.name.upper() if place.kind == "city" else place.name
    half = width(text, size) / 2 + 3
    below, above = row + sheet.size * 0.56 + size * 0.8, row - sheet.size * 0.6
    for baseline in (below, above):
        for aside in (0, 0.35, -0.35, 0.7, -0.7):
            at = min(max(x + aside * sheet.size, box[0] + half), box[2] - half)
            yield Label(text, place.kind, at, baseline, size)


def _cost(sheet: Sheet, label: Label, others: Sequence[Label]) -> float:
    """How much of other names, and of hex numbers, a name would cover."""
    names = sum(_overlap(label.room, other.room) for other in others)
    numbers = 0.0
    for h in sheet.within(label.room):
        x, y = sheet.centre(h)
        baseline = y - sheet.size * 0.68
        numbers += _overlap(label.room, (x - 9, baseline - 5, x + 9, baseline))
    return 10 * names + 0.3 * numbers


def _overlap(a: Box, b: Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def names(labels: Iterable[Label]) -> str:
    """The names of places with a pale edge, so that they stand out on any ground."""
    texts = "".join(
        f'<text x="{fixed(label.x)}" y="{fixed(label.y)}" font-size="{fixed(label.size)}"'
        f"{_hand(label.kind)}>{escape(label.text)}</text>"
        for label in labels
    )
    return (
        f'<g font-family="{SANS}" text-anchor="middle">'
        f'<g fill="none" stroke="{HALO}" stroke-width="3" stroke-linejoin="round" '
        f'stroke-opacity=".85">{texts}</g><g fill="{INK}">{texts}</g></g>'
    )


def _hand(kind: str) -> str:
    """How a kind of place is lettered."""
    hands = {"city": ' font-weight="bold"', "town": ' font-weight="600"'}
    return hands.get(kind, ' font-style="italic"')


# ---- names along lines


def along(
    name: str, lines: Iterable[Sequence[Point]], size: float, box: Box, soft: int
) -> list[tuple[str, float]]:
    """Where to write a name along the straightest stretches of a river or road.

    Each is the path to write on, and how far the line itself rises above it. The longest line has
    the name once for every stretch, and the others only if that had no room. `soft` is how many
    points to either side smooth the path.
    """
    written: list[tuple[str, float]] = []
    for line in lines:
        if written:
            break
        ease = _softened(line, soft)
        for start, stop in _parts(len(line)):
            found = _straightest(ease[start:stop], width(name, size) * 1.2, box)
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


def _straightest(line: Sequence[Point], length: float, box: Box) -> tuple[int, int] | None:
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
        if best is None or crooked < best[0] - 0.001:
            best = crooked, start, stop
    return best[1:] if best is not None else None


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
