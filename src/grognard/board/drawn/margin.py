"""The margin of a printed map: title, legend, compass, scale, calendar and credits.

All of it is laid out on a strip of a fixed width below the map, and then made as wide as the map.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from xml.sax.saxutils import escape

from grognard.board.board import Board
from grognard.board.drawn.drawing import Drawing, named_once, neatline, rectangle
from grognard.board.drawn.legend import ICON, SIZE, Item, credits
from grognard.board.drawn.lettering import SANS, SERIF, width
from grognard.board.drawn.tracing import fixed

STRIP = 1500
"""The width at which the margin is laid out."""
EDGE = 34
"""The empty paper round the sheet."""
ROW = 17.5
TITLE_ROOM = 380
COMPASS_ROOM = 264
BOX_HEIGHT = 40
RED = "#8c2f1f"


@dataclass(frozen=True, slots=True)
class Day:
    """A box of the calendar: what stands in it, and whether it is over, now or to come."""

    large: str
    small: str
    when: str


@dataclass(frozen=True, slots=True)
class Margin:
    """What a system prints round a map."""

    title: str
    lines: Sequence[str] = ()
    legend: Sequence[tuple[str, Sequence[Item]]] = ()
    calendar: Sequence[Day] = ()


def poster(drawing: Drawing, margin: Margin, pieces: str, defs: str, wide: int) -> str:
    """The whole sheet, as many pixels wide as asked."""
    left, top, right, bottom = drawing.box
    much = (right - left) / STRIP
    strip, deep = _strip(drawing, margin)
    edge = EDGE * much
    x, y = left - edge, top - edge
    width_, height = right - left + 2 * edge, bottom - top + 2 * edge + deep * much
    sheet = f'x="{fixed(x)}" y="{fixed(y)}" width="{fixed(width_)}" height="{fixed(height)}"'
    view = " ".join(map(fixed, (x, y, width_, height)))
    frame = (left - edge * 0.55, top - edge * 0.55, right + edge * 0.55, y + height - edge * 0.45)
    return named_once(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{wide}" '
        f'height="{round(wide * height / width_)}" style="max-width:100%;height:auto">'
        f"<title>{escape(margin.title)}</title>"
        f"<defs>{drawing.defs}{defs}</defs>{drawing.ground}{pieces}{drawing.lettering}"
        f'<path d="{rectangle((x, y, x + width_, y + height))}{rectangle(drawing.box)}" '
        f'fill="{drawing.style.margin}" fill-rule="evenodd"/>'
        f'<rect {sheet} fill="url(#paper§)"/>'
        f'<path d="{rectangle(frame)}" fill="none" stroke="{drawing.style.ink}" '
        f'stroke-width="{fixed(much)}"/>'
        f"{neatline(drawing.box, drawing.style.ink)}"
        f'<g transform="translate({fixed(left)} {fixed(bottom)}) scale({much:.4f})" '
        f'font-family="{SANS}" fill="{drawing.style.ink}">{strip}</g></svg>\n'
    )


def _strip(drawing: Drawing, margin: Margin) -> tuple[str, float]:
    """Everything below the map, and how deep it is."""
    parts, y = [], 18.0
    if margin.calendar:
        days, deep = _calendar(margin.calendar)
        parts.append(f'<g transform="translate(0 {fixed(y)})">{days}</g>')
        y += deep + 18
    key, rows = _legend(margin.legend)
    high = max(178.0, ROW * rows + 34)
    parts.append(
        f'<g transform="translate(0 {fixed(y)})">{_title(margin, high)}'
        f'<g transform="translate({TITLE_ROOM + 34} 0)">{key}</g>'
        f'<g transform="translate({STRIP - COMPASS_ROOM} 0)">{_bearings(drawing, high)}</g></g>'
    )
    y += high + 12
    for line in credits(drawing.sheet.board, STRIP):
        y += 11
        parts.append(f'<g transform="translate(0 {fixed(y)})">{line}</g>')
    return "".join(parts), y + 2


# ---- title


def _title(margin: Margin, high: float) -> str:
    """The cartouche: a panel with notched corners, the title, and what is to be said of it."""
    title = margin.title.upper()
    large = min(58.0, (TITLE_ROOM - 60) / max(width(title, 1.08), 0.1) * 0.86)
    panel = "".join(
        f'<path d="{_notched(TITLE_ROOM, high, inset)}" fill="{fill}" stroke="#2b2620" '
        f'stroke-width="{wide}"/>'
        for inset, fill, wide in ((0, "#f6eed7", 1.8), (5, "none", 0.7))
    )
    middle = TITLE_ROOM / 2
    first = (high - large - 6 - 20 * len(margin.lines)) / 2 + large * 0.82
    lines = "".join(
        f'<text x="{middle}" y="{fixed(first + 30 + 20 * i)}" '
        f'font-size="{fixed(min(16.5, 16.5 * (TITLE_ROOM - 40) / width(line, 16.5)))}" '
        f'font-style="{"normal" if i else "italic"}">{escape(line)}</text>'
        for i, line in enumerate(margin.lines)
    )
    rule = f"M{middle - 90} {fixed(first + 10)}h78m24 0h78"
    return (
        f'{panel}<g text-anchor="middle" font-family="{SERIF}"><text x="{middle}" '
        f'y="{fixed(first - 4)}" font-size="{fixed(large)}" font-weight="bold" '
        f'letter-spacing="{fixed(large * 0.1)}" fill="{RED}">{escape(title)}</text>{lines}</g>'
        f'<path d="{rule}" stroke="{RED}"/><path d="M{middle} {fixed(first + 6)}l5 4l-5 4l-5-4z" '
        f'fill="{RED}"/>'
    )


def _notched(wide: float, high: float, inset: float) -> str:
    """A rectangle with its corners cut in quarter circles."""
    r = 13
    w, h = fixed(wide - 2 * inset - 2 * r), fixed(high - 2 * inset - 2 * r)
    return (
        f"M{fixed(inset + r)} {fixed(inset)}h{w}a{r} {r} 0 0 0 {r} {r}v{h}"
        f"a{r} {r} 0 0 0-{r} {r}h-{w}a{r} {r} 0 0 0-{r}-{r}v-{h}a{r} {r} 0 0 0 {r}-{r}z"
    )


# ---- legend


def _legend(groups: Sequence[tuple[str, Sequence[Item]]]) -> tuple[str, int]:
    """The groups of the legend in columns side by side, and the number of their rows."""
    room = STRIP - TITLE_ROOM - COMPASS_ROOM - 50
    rows = 8
    while sum(w for _, _, w in _columns(groups, rows)) > room and rows < 30:
        rows += 1
    columns = _columns(groups, rows)
    spare = max(0.0, room - sum(w for _, _, w in columns)) / max(len(columns), 1)
    parts, x = [], 0.0
    for heading, items, wide in columns:
        head = (
            f'<text y="12" font-size="12.5" font-weight="bold" letter-spacing="1.2" fill="{RED}">'
            f'{escape(heading.upper())}</text><path d="M0 17.5h{fixed(wide - 14)}" '
            f'stroke="{RED}" stroke-width=".8"/>'
            if heading
            else ""
        )
        body = "".join(
            f'<g transform="translate(0 {fixed(36 + ROW * i)})">{item.icon}'
            f'<text x="{ICON if item.icon else 0}">{escape(item.text)}</text></g>'
            for i, item in enumerate(items)
        )
        parts.append(
            f'<g transform="translate({fixed(x)} 0)" font-size="{SIZE + 1.5}">{head}{body}</g>'
        )
        x += wide + spare
    return "".join(parts), max((len(items) for _, items, _ in columns), default=0)


def _columns(
    groups: Sequence[tuple[str, Sequence[Item]]], rows: int
) -> list[tuple[str, Sequence[Item], float]]:
    """Each group in as many columns as it needs, with their widths."""
    found = []
    for heading, items in groups:
        for start in range(0, len(items), rows):
            part = items[start : start + rows]
            words = heading if start == 0 else ""
            wide = max(ICON + width(item.text, SIZE + 1.5) for item in part)
            found.append((words, part, max(wide, width(words.upper(), 12.5, 1.2)) + 20))
    return found


# ---- compass and scale


def survey(board: Board) -> tuple[float | None, int]:
    """How many kilometres wide a hex is, and to which bearing the top points, as its notes say."""
    said = " ".join(text for key, text in board.about if key == "note")
    km = re.search(r"hex is ([\d.]+) km", said)
    top = re.search(r"top of the sheet points to bearing (\d+)", said)
    return float(km[1]) if km else None, int(top[1]) if top else 0


def _bearings(drawing: Drawing, high: float) -> str:
    """The compass above the scale bar."""
    km, top = survey(drawing.sheet.board)
    bar = _scale(drawing, km)
    size = min(62.0, (high - 66) / 2)
    rose = _rose(size, -top)
    return (
        f'<g transform="translate({COMPASS_ROOM / 2} {fixed(size + 12)})">{rose}</g>'
        f'<g transform="translate(0 {fixed(high - 22)})">{bar}</g>'
    )


def _rose(size: float, turn: int) -> str:
    """A compass rose, turned so that N is north."""
    points = []
    for i in range(16):
        long = size * (0.86, 0.4, 0.6, 0.4)[i % 4]
        tip, side = pi * i / 8, pi / 10
        x, y = long * sin(tip), -long * cos(tip)
        for sign, fill in ((-1, "#f6eed7"), (1, "#2b2620")):
            near = size * (0.2 if i % 2 == 0 else 0.16)
            a, b = near * sin(tip + sign * side), -near * cos(tip + sign * side)
            points.append(
                (i % 2, i % 4 == 0, f'<path d="M0 0L{fixed(a)} {fixed(b)}L{fixed(x)} {fixed(y)}z" '
                f'fill="{fill}"/>')
            )  # fmt: skip
    order = sorted(points, key=lambda point: (-point[0], point[1]))
    letters = "".join(
        f'<text x="{fixed(size * sin(a))}" y="{fixed(-size * cos(a) + 5)}" '
        f'font-size="{"17" if word == "N" else "12"}">{word}</text>'
        for word, a in (("N", 0.0), ("E", pi / 2), ("S", pi), ("W", 3 * pi / 2))
    )
    return (
        f'<g transform="rotate({turn})" stroke="#2b2620" stroke-width=".7" stroke-linejoin="round">'
        f'<circle r="{fixed(size * 0.66)}" fill="none"/>'
        f'<circle r="{fixed(size * 0.61)}" fill="none" stroke-width=".4"/>'
        f'{"".join(text for _, _, text in order)}<g stroke="none" text-anchor="middle" '
        f'font-family="{SERIF}" font-weight="bold">{letters}</g></g>'
    )


def _scale(drawing: Drawing, km: float | None) -> str:
    """A bar of four parts, in kilometres if the map says how wide a hex is, else in hexes."""
    left, _, right, _ = drawing.box
    sheet = drawing.sheet
    across = sheet.scale[0] * 2 if sheet.orientation == "pointy" else sheet.scale[1] * 2
    unit = across / ((right - left) / STRIP) / (km or 1)
    room = COMPASS_ROOM - 36
    steps = [s for s in (1, 2, 5, 10, 20, 50, 100, 200) if 4 * s * unit <= room] or [1]
    step, long = steps[-1], steps[-1] * unit
    start = (COMPASS_ROOM - 4 * long) / 2
    parts = "".join(
        f'<path d="M{fixed(start + i * long)} 0h{fixed(long)}v6h-{fixed(long)}z" '
        f'fill="{("#2b2620", "#f6eed7")[i % 2]}" stroke="#2b2620" stroke-width=".8"/>'
        for i in range(4)
    )
    words = "".join(
        f'<text x="{fixed(start + i * long)}" y="-4">{i * step}'
        f"{(' km' if km else ' hexes') if i == 4 else ''}</text>"
        for i in range(5)
    )
    note = f"one hex is {km:.1f} km across" if km else ""
    return (
        f'{parts}<g font-size="11" text-anchor="middle">{words}'
        f'<text x="{COMPASS_ROOM / 2}" y="20" font-size="12" font-style="italic">{note}</text></g>'
    )


# ---- calendar


def _calendar(days: Sequence[Day]) -> tuple[str, float]:
    """The turns of the game in boxes, the present one marked."""
    in_row = min(max(len(days), 12), 31)
    wide = STRIP / in_row
    boxes = []
    for i, day in enumerate(days):
        row, column = divmod(i, in_row)
        fill = {"over": "#d9cba6", "now": RED}.get(day.when, "#f6eed7")
        ink = "#fff8e6" if day.when == "now" else "#2b2620"
        boxes.append(
            f'<g transform="translate({fixed(column * wide)} {fixed(row * (BOX_HEIGHT + 4))})" '
            f'fill="{ink}"><rect x="1.5" width="{fixed(wide - 3)}" height="{BOX_HEIGHT}" rx="3" '
            f'fill="{fill}" stroke="#2b2620" stroke-width=".8"/><text x="{fixed(wide / 2)}" y="21" '
            f'font-size="19" font-weight="bold">{escape(day.large)}</text>'
            f'<text x="{fixed(wide / 2)}" y="34" font-size="11">{escape(day.small)}</text></g>'
        )
    rows = (len(days) - 1) // in_row + 1
    return f'<g text-anchor="middle">{"".join(boxes)}</g>', rows * (BOX_HEIGHT + 4) - 4
