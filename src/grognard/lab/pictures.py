"""Pictures of numbers, as SVG: shares with their intervals, numbers from turn to turn, differences.

All of them are plain and quiet: ink on paper, the colours of the sides, and nothing that has to be
explained twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise

from grognard.board.drawn.lettering import width
from grognard.board.drawn.tracing import fixed
from grognard.lab.findings import Interval, Line, Loss
from grognard.table.winning import Degree

INK, PALE, RULE = "#2b2620", "#8a7d66", "#cbbd9c"
DRAWN = "#c9bb98"
SANS = "Alegreya Sans, sans-serif"
NAME = 15.0
"""How large names beside a picture are."""
TOP, FOOT, LEFT, RIGHT = 16.0, 30.0, 46.0, 12.0


def picture(wide: float, high: float, *parts: str) -> str:
    """Some parts as one picture that is as wide as there is room."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {fixed(wide)} '
        f'{fixed(high)}" font-family="{SANS}" fill="{INK}">{"".join(parts)}</svg>'
    )


def text(
    x: float, y: float, words: str, size: float = 13, anchor: str = "start", more: str = ""
) -> str:
    """Words at a place."""
    return (
        f'<text x="{fixed(x)}" y="{fixed(y)}" font-size="{size:g}" text-anchor="{anchor}" {more}>'
        f"{escape(words)}</text>"
    )


def bar(x: float, y: float, wide: float, high: float, fill: str, more: str = "") -> str:
    """A bar from its upper left corner."""
    return (
        f'<rect x="{fixed(x)}" y="{fixed(y)}" width="{fixed(max(0.0, wide))}" '
        f'height="{fixed(high)}" fill="{fill}" {more}/>'
    )


def dot(x: float, y: float, colour: str, size: float = 6) -> str:
    """A dot with a bright edge."""
    return (
        f'<circle cx="{fixed(x)}" cy="{fixed(y)}" r="{size:g}" fill="{colour}" stroke="#fffaf0" '
        f'stroke-width="1.4"/>'
    )


def rule(x1: float, y1: float, x2: float, y2: float, colour: str = RULE, wide: float = 1) -> str:
    """A straight line."""
    return (
        f'<path d="M{fixed(x1)} {fixed(y1)}L{fixed(x2)} {fixed(y2)}" stroke="{colour}" '
        f'stroke-width="{wide:g}" fill="none"/>'
    )


def path(points: Sequence[tuple[float, float]], more: str, closed: bool = False) -> str:
    """A line over points."""
    way = "L".join(f"{fixed(x)} {fixed(y)}" for x, y in points)
    return f'<path d="M{way}{"z" if closed else ""}" {more}/>'


def on_dark(colour: str) -> str:
    """Ink that can be read on a colour."""
    return INK if brightness(colour) > 150 else "#fffaf0"


def strong(colour: str) -> str:
    """A colour that stands out from the paper: as it is, or darker where it is pale."""
    return mixed(colour, INK, max(0.0, min(0.6, (brightness(colour) - 128) / 120)))


def brightness(colour: str) -> float:
    """How bright a colour is, from 0 to 255."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def mixed(first: str, second: str, much: float) -> str:
    """A colour between two."""
    parts = [(int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * much):02x}" for a, b in parts)


def beside(titles: Iterable[str]) -> float:
    """The room that names have at the left of a picture."""
    return 22 + max((width(title, NAME) for title in titles), default=0.0)


# ---- shares


def whole_of(parts: Sequence[tuple[str, float, str]]) -> str:
    """Shares of a whole side by side: each with what it is and its colour."""
    wide, high, pieces, x = 1000.0, 54.0, [], 0.0
    for title, share, colour in parts:
        room = wide * share
        pieces.append(bar(x, 0, room, high, colour))
        percent = f"{100 * share:.0f} %"
        if room > 8 * len(percent):
            middle, ink = x + room / 2, f'fill="{on_dark(colour)}"'
            named = room > 9 * len(title)
            heavy = f'{ink} font-weight="700"'
            pieces.append(text(middle, 25 if named else 34, percent, 21, "middle", heavy))
            pieces.append(text(middle, 44, title, 14, "middle", ink) if named else "")
        x += room
    frame = f'<rect width="{wide:g}" height="{high:g}" fill="none" stroke="{INK}"/>'
    return picture(wide, high, *pieces, frame)


def shares(rows: Sequence[tuple[str, Interval, str]]) -> str:
    """A dot with its interval for each row, on a scale from nothing to all."""
    wide, label, step = 540.0, beside(title for title, _, _ in rows), 27.0
    room, high = wide - label - 122, step * len(rows) + 34
    parts = []
    for percent in (0, 25, 50, 75, 100):
        x = label + room * percent / 100
        heavy = percent == 50
        parts.append(rule(x, 4, x, high - 26, PALE if heavy else RULE, 1.2 if heavy else 0.8))
        parts.append(text(x, high - 10, f"{percent} %", 12, "middle", f'fill="{PALE}"'))
    for place, (title, (share, low, high_), colour) in enumerate(rows):
        y = 18 + step * place
        parts.append(text(label - 14, y + 5, title, NAME, "end"))
        parts.append(rule(label + room * low, y, label + room * high_, y, colour, 3))
        parts.append(dot(label + room * share, y, colour))
        told = f"{100 * share:.0f} % ({100 * low:.0f}–{100 * high_:.0f})"
        parts.append(text(wide, y + 5, told, 14.5, "end"))
    return picture(wide, high, *parts)


# ---- from turn to turn


class Frame:
    """A field with turns across and a number upward."""

    def __init__(
        self, turns: Sequence[int], low: float, high: float, wide: float, deep: float,
        left: float = LEFT, right: float = RIGHT,
    ) -> None:  # fmt: skip
        self.turns, self.wide, self.deep, self.left = turns, wide, deep, left
        self.low, self.high = (low, high) if high > low else (low - 1, high + 1)
        self.room = wide - left - right
        self.bottom = deep - FOOT

    def x(self, turn: float) -> float:
        """Where a turn is."""
        first, last = self.turns[0], self.turns[-1]
        return self.left + self.room * (0.5 if first == last else (turn - first) / (last - first))

    def y(self, value: float) -> float:
        """Where a number is."""
        return self.bottom - (self.bottom - TOP) * (value - self.low) / (self.high - self.low)

    def axes(self, unit: str) -> Iterator[str]:
        """The grid with its numbers, and the turns below."""
        for value in ticks(self.low, self.high):
            y = self.y(value)
            yield rule(self.left, y, self.left + self.room, y, RULE, 0.8)
            yield text(self.left - 7, y + 4, f"{value:g}", 12, "end", f'fill="{PALE}"')
        yield text(self.left - 7, TOP - 5, unit, 12, "end", f'fill="{PALE}"')
        every = max(1, round(len(self.turns) / 16))
        for place, turn in enumerate(self.turns):
            if place % every == 0:
                yield text(self.x(turn), self.deep - 10, f"{turn}", 12, "middle", f'fill="{PALE}"')
        end = self.left + self.room
        yield rule(self.left, self.bottom, end, self.bottom, PALE)

    def fan(self, line: Line, colour: str, strength: float = 0.24) -> Iterator[str]:
        """How far a number goes: all games faintly, eight of ten, and the middle one."""
        for outer, inner, shade in ((0, 4, strength / 2), (1, 3, strength)):
            upper = [(self.x(t), self.y(v[inner])) for t, v in self._rows(line)]
            lower = [(self.x(t), self.y(v[outer])) for t, v in self._rows(line)]
            if len(upper) > 1:
                more = f'fill="{colour}" fill-opacity="{shade:g}"'
                yield path([*upper, *reversed(lower)], more, closed=True)
        middle = [(self.x(t), self.y(v[2])) for t, v in self._rows(line)]
        yield path(middle, f'fill="none" stroke="{colour}" stroke-width="2.6"')
        for x, y in middle if len(middle) < 24 else ():
            yield dot(x, y, colour, 4)

    @staticmethod
    def _rows(line: Line) -> Iterator[tuple[int, tuple[float, ...]]]:
        yield from zip(line.turns, line.levels, strict=True)


def ticks(low: float, high: float) -> list[float]:
    """Some round numbers between two."""
    span = high - low
    step = next(
        s * 10.0**e for e in range(-2, 7) for s in (1, 2, 5) if span / (s * 10.0**e) <= 7
    )  # fmt: skip
    first = int(-(-low // step))
    return [n * step for n in range(first, int(high // step) + 1)]


def course(line: Line, degrees: Sequence[Degree], colours: dict[str | None, str]) -> str:
    """The points from turn to turn, every game as a thin line; behind them the scale of victory,
    and beside it how many games ended where."""
    values = [value for level in line.levels for value in level]
    low, high = min(values), max(values)
    edges = [d.least for d in degrees if d.least is not None and low - 6 <= d.least <= high + 6]
    low, high = min([low, *edges]) - 0.6, max([high, *edges]) + 0.6
    frame = Frame(line.turns, low, high, 1000, 380, right=306)
    parts = [*_scale(frame, degrees, colours), *frame.axes(line.unit)]
    for game in line.games:
        points = [(frame.x(turn), frame.y(value)) for turn, value in game]
        if len(points) > 1:
            parts.append(path(points, f'fill="none" stroke="{INK}" stroke-opacity=".16"'))
    parts += frame.fan(line, INK, 0.15)
    ends = [game[-1][1] for game in line.games if game]
    parts += _ends(frame, ends, degrees, colours)
    return picture(1000, 380, *parts)


def _scale(
    frame: Frame, degrees: Sequence[Degree], colours: dict[str | None, str]
) -> Iterator[str]:
    """The classes of the scale of victory behind the points, each with its name."""
    end = frame.left + frame.room
    for degree in degrees:
        least = frame.low if degree.least is None else degree.least - 0.5
        most = frame.high if degree.most is None else degree.most + 0.5
        upper, lower = frame.y(min(most, frame.high)), frame.y(max(least, frame.low))
        if lower - upper < 1:
            continue
        colour = colours.get(degree.winner, DRAWN)
        yield bar(frame.left, upper, frame.room, lower - upper, colour, 'fill-opacity=".13"')
        yield rule(frame.left, lower, end, lower, colour, 0.8)
        if lower - upper > 12:
            middle = (upper + lower) / 2 + 4
            yield bar(frame.wide - 214, upper + 1, 5, lower - upper - 2, colour)
            yield text(frame.wide - 202, middle, cut(degree.title, 34), 13.5)


def _ends(
    frame: Frame, ends: Sequence[float], degrees: Sequence[Degree], colours: dict[str | None, str]
) -> Iterator[str]:
    """How many games ended with how many points, as bars to the right in the winner's colour."""
    counted = {value: ends.count(value) for value in set(ends)}
    most, at = max(counted.values(), default=1), frame.left + frame.room + 14
    gap = min((b - a for a, b in pairwise(sorted(counted))), default=1.0)
    thick = max(2.0, min(15.0, frame.y(0) - frame.y(gap) - 2))
    for value, count in counted.items():
        y = frame.y(value) - thick / 2
        colour = next((colours.get(d.winner, DRAWN) for d in degrees if holds(d, value)), INK)
        yield bar(at, y, 48 * count / most, thick, colour, f'stroke="{INK}" stroke-width=".6"')
        yield text(at + 48 * count / most + 4, frame.y(value) + 4, str(count), 11)


def holds(degree: Degree, value: float) -> bool:
    """Whether points are of a class of the scale."""
    above = degree.least is None or value >= degree.least
    return above and (degree.most is None or value <= degree.most)


def lines(group: Sequence[Line], colours: dict[str | None, str]) -> str:
    """Numbers of both sides on one field, with what each colour is."""
    values = [value for line in group for level in line.levels for value in level]
    turns = sorted({turn for line in group for turn in line.turns})
    frame = Frame(turns, min(0.0, *values), max(values) * 1.04, 480, 240)
    parts = [*frame.axes(group[0].unit)]
    for line in group:
        parts += frame.fan(line, colours.get(line.side, PALE))
    for place, line in enumerate(group):
        x, colour = frame.left + 10 + 130 * place, colours.get(line.side, PALE)
        parts += [bar(x, 4, 12, 9, colour), text(x + 17, 13, line.title, 13)]
    return picture(480, 240, *parts)


# ---- formations and reinforcements


def losses(rows: Sequence[Loss], colour: str) -> str:
    """What each formation has lost of its steps: the average, and from least to most."""
    wide, label, step = 520.0, 170.0, 24.0
    room, high = wide - label - 92, step * len(rows) + 6
    most = max((row.steps for row in rows), default=1)
    parts = []
    for place, row in enumerate(rows):
        y, each = 4 + step * place, room / max(1, most)
        parts.append(text(label - 10, y + 13, cut(row.title, 24), 14, "end"))
        parts.append(bar(label, y + 2, each * row.steps, 14, colour, 'fill-opacity=".17"'))
        parts.append(bar(label, y + 2, each * row.lost, 14, colour))
        low, top = label + each * row.least, label + each * row.most
        if row.most > row.least:
            parts.append(rule(low, y + 9, top, y + 9, INK, 1.6))
            parts += [rule(x, y + 5, x, y + 13, INK, 1.6) for x in (low, top)]
        parts.append(text(wide, y + 14, f"{row.lost:.1f} of {row.steps}", 13, "end"))
    return picture(wide, high, *parts)


def when(due: int, turns: tuple[int, int, int], last: int, colour: str) -> str:
    """When something came: a strip of the turns, from the earliest to the latest."""
    wide, high = 150.0, 20.0
    each = wide / max(1, last)
    parts = [rule(each * t, 6, each * t, 14, RULE) for t in range(last + 1)]
    parts.append(rule(0, 10, wide, 10, RULE))
    parts.append(bar(each * (due - 1), 4, each, 12, "none", f'stroke="{PALE}"'))
    if turns[0]:
        first, middle, latest = turns
        long = each * (latest - first + 1)
        parts.append(bar(each * (first - 1), 7, long, 6, colour, 'fill-opacity=".4"'))
        parts.append(dot(each * (middle - 0.5), 10, colour, 5))
    return picture(wide, high, *parts)


def differences(rows: Iterable[tuple[str, Interval | None, str]]) -> str:
    """By how much of a game something is better or worse, each with its interval."""
    told = list(rows)
    wide, label, step = 540.0, beside(title for title, _, _ in told), 27.0
    room, high = wide - label - 150, step * len(told) + 34
    zero = label + room / 2
    parts = [rule(zero, 4, zero, high - 26, PALE, 1.2)]
    for share in (-1, -0.5, 0, 0.5, 1):
        x, words = zero + room / 2 * share, f"{share:+g}" if share else "0"
        parts.append(text(x, high - 10, words, 12, "middle", f'fill="{PALE}"'))
    for place, (title, found, colour) in enumerate(told):
        y = 18 + step * place
        parts.append(text(label - 14, y + 5, title, NAME, "end"))
        if found is None:
            parts.append(text(wide, y + 4, "as it is", 13, "end", f'fill="{PALE}"'))
            continue
        value, low, top = found
        half = room / 2
        parts.append(rule(zero + half * low, y, zero + half * top, y, colour, 3))
        parts.append(dot(zero + half * value, y, colour))
        parts.append(text(wide, y + 4, f"{value:+.2f} ({low:+.2f} to {top:+.2f})", 14, "end"))
    return picture(wide, high, *parts)


def cut(words: str, most: int) -> str:
    """Words that fit, with … for the rest."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
