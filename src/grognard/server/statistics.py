"""Statistics: losses and points from turn to turn, and how the dice have fallen.

Charts are sampled at the end of each turn as the game is replayed, within what the seat may know;
luck is counted from what the seat was told, and weighed exactly.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from grognard import library
from grognard.engine.event import Event
from grognard.server.club import Club
from grognard.server.scenes import scene, told
from grognard.server.store.records import Seat
from grognard.table.cards import Sample
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.table.tongues import translated
from grognard.table.writing import Card, plain

FACES = 6
KEPT = 4000
"""How many turns' samples are kept."""


@dataclass(frozen=True, slots=True)
class Point(Card):
    """A value at a turn."""

    turn: int
    value: float


@dataclass(frozen=True, slots=True)
class Series(Card):
    """A line of a chart."""

    title: str
    side: str | None
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Chart(Card):
    """A chart by turns."""

    id: str
    title: str
    unit: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class LuckRow(Card):
    """The dice of one side for one purpose, against what was to be expected."""

    side: str
    purpose: str
    rolls: int
    mean: float
    expected: float
    luckier: float
    """The share of all sequences that are lower than this one."""


@dataclass(frozen=True, slots=True)
class Statistics(Card):
    """Losses, points and luck."""

    charts: tuple[Chart, ...]
    luck: tuple[LuckRow, ...]


_KEPT: OrderedDict[tuple[str, str | None, int], list[Sample]] = OrderedDict()
_LOCK = threading.Lock()


def statistics(club: Club, seat: Seat) -> dict[str, Any]:
    """Losses, points and luck, as the seat may know them."""
    with scene(club, seat) as found:
        game, words, audience = found.game, found.tabletop, found.audience
        lucky = _luck(game, words, [event for _turn, event in told(found)])
        now = game.turn, list(words.samples(words.screened(game, audience), audience))
        ends, phrases = _ends(found.kept.turns), game.system.phrases
    rows = [(turn, _sampled(club, seat, n)) for turn, n in ends.items() if turn < now[0]]
    said: dict[str, Any] = translated(phrases, plain(Statistics(_charts([*rows, now]), lucky)))
    return said


def _ends(turns: Sequence[int]) -> dict[int, int]:
    """After how many lines each turn ended: with the last line that was played in it."""
    return {turn: n + 1 for n, turn in enumerate(turns)}


def _sampled(club: Club, seat: Seat, upto: int) -> list[Sample]:
    """The samples after so many lines, which never change."""
    key = (seat.game_id, seat.audience, upto)
    with _LOCK:
        if key in _KEPT:
            return _KEPT[key]
    with club.live.past(seat.game_id, f"statistics {seat.audience}", upto) as (past, _row):
        words = library.tabletop(past.game)
        samples = list(words.samples(words.screened(past.game, seat.audience), seat.audience))
    with _LOCK:
        _KEPT[key] = samples
        while len(_KEPT) > KEPT:
            _KEPT.popitem(last=False)
    return samples


def _charts(rows: Sequence[tuple[int, list[Sample]]]) -> tuple[Chart, ...]:
    """Samples by turn as charts, each with its lines."""
    charts: dict[str, dict[str, list[tuple[int, Sample]]]] = {}
    for turn, samples in rows:
        for one in samples:
            charts.setdefault(one.chart, {}).setdefault(one.series, []).append((turn, one))
    return tuple(_chart(list(lines.values())) for lines in charts.values())


def _chart(lines: Sequence[Sequence[tuple[int, Sample]]]) -> Chart:
    """A chart of dated samples, line by line; the first of them says what it is."""
    _turn, first = lines[0][0]
    return Chart(first.chart, first.title, first.unit, tuple(_series(line) for line in lines))


def _series(line: Sequence[tuple[int, Sample]]) -> Series:
    _turn, first = line[0]
    points = tuple(Point(turn, float(one.value)) for turn, one in line)
    return Series(first.series, first.side, points)


# ---- luck


def _luck(game: AnyGame, words: Tabletop, events: Sequence[Event]) -> tuple[LuckRow, ...]:
    """For each side and purpose, the dice against what was to be expected."""
    rolls: dict[tuple[str, str], list[tuple[int, ...]]] = {}
    for event in events:
        found = words.purpose(game, event)
        if found is not None and event.dice:
            rolls.setdefault(found, []).append(event.dice)
    return tuple(_row(side, purpose, dice) for (side, purpose), dice in sorted(rolls.items()))


def _row(side: str, purpose: str, rolls: Sequence[tuple[int, ...]]) -> LuckRow:
    dice = [die for roll in rolls for die in roll]
    return LuckRow(
        side=side,
        purpose=purpose,
        rolls=len(rolls),
        mean=round(sum(dice) / len(rolls), 4),
        expected=round(len(dice) * (FACES + 1) / 2 / len(rolls), 4),
        luckier=round(float(lower(len(dice), sum(dice))), 6),
    )


@lru_cache(maxsize=512)
def totals(count: int) -> Mapping[int, int]:
    """In how many ways so many dice give each total, by adding one die after another."""
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, FACES + 1):
                more[total + face] = more.get(total + face, 0) + number
        ways = more
    return ways


def lower(count: int, total: int) -> Fraction:
    """The share of all sequences of so many dice whose total is lower, exactly."""
    below = sum(number for found, number in totals(count).items() if found < total)
    return Fraction(below, FACES**count)
