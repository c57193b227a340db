"""Findings: what the chronicles of many games come to, all of it as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median_low
from typing import Any

import numpy as np

from grognard.engine.game import Game
from grognard.lab.simulate import Result
from grognard.table.tabletop import Tabletop

AnyGame = Game[Any]
DRAWS = 1000
"""How often games are drawn anew for an interval."""
QUANTILES = (0.0, 0.1, 0.5, 0.9, 1.0)
FEWEST = 3
"""Two groups of fewer games than this are not compared."""

Interval = tuple[float, float, float]
"""A number, and between what and what it lies in 95 of 100 draws."""


@dataclass(frozen=True, slots=True)
class Line:
    """A number from turn to turn, over many games."""

    chart: str
    title: str
    unit: str
    side: str | None
    turns: tuple[int, ...]
    levels: tuple[tuple[float, ...], ...]
    """Of each turn the quantiles: the least, a tenth, the middle, nine tenths, the most."""
    games: tuple[tuple[tuple[int, float], ...], ...] = ()
    """Game by game, each number with its turn, where these are told."""


@dataclass(frozen=True, slots=True)
class Loss:
    """How many of its steps a formation has lost in a game: on average, at least and at most."""

    side: str
    title: str
    lost: float
    least: int
    most: int
    steps: int


@dataclass(frozen=True, slots=True)
class Came:
    """A reinforcement: when it came, in how many battles it was, what it lost, and what came of
    it."""

    side: str
    text: str
    where: str
    due: int
    games: int
    came: int
    """In how many of the games it came."""
    turns: tuple[int, int, int]
    """The earliest turn, the middle one and the latest; zeros where it never came."""
    battles: float
    """In how many battles it was, a game."""
    lost: float
    steps: int
    early: Interval | None
    """How much of a game more its side wins where it came by the middle turn than where it came
    later or never; None where that cannot be compared."""
    fighting: Interval | None
    """The same, where it was in more battles than in most games."""


# ---- intervals


def difference(some: Sequence[float], others: Sequence[float], seed: int) -> Interval | None:
    """By how much the average of some is above that of others, with a bootstrap's interval."""
    if min(len(some), len(others)) < FEWEST:
        return None
    rng, a, b = np.random.default_rng(seed), np.array(some), np.array(others)
    drawn = rng.choice(a, (DRAWS, len(a))).mean(axis=1) - rng.choice(b, (DRAWS, len(b))).mean(
        axis=1
    )
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(a.mean() - b.mean()), float(low), float(high)


def mean_of(values: Sequence[float], seed: int) -> Interval | None:
    """An average with a bootstrap's interval; None where there are too few."""
    if len(values) < FEWEST:
        return None
    drawn = np.random.default_rng(seed).choice(np.array(values), (DRAWS, len(values))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return fmean(values), float(low), float(high)


def score(result: Result, side: str) -> float:
    """What a side has made of a game: 1, a half for a draw, or 0."""
    return 0.5 if result.winner is None else float(result.winner == side)


# ---- from turn to turn

Turn = Mapping[str, Any]


def line_of(
    results: Sequence[Result],
    read: Callable[[Turn], float | None],
    chart: str,
    title: str,
    unit: str,
    side: str | None,
    whole: bool = False,
) -> Line | None:
    """A number over the turns of all games; None where no game tells it. Where `whole`, every game
    is told, too."""
    told = [
        tuple((turn["turn"], found) for turn in result.chronicle["turns"]
              if (found := read(turn)) is not None)
        for result in results
    ]  # fmt: skip
    by_turn: dict[int, list[float]] = {}
    for game in told:
        for number, value in game:
            by_turn.setdefault(number, []).append(value)
    if not by_turn:
        return None
    turns = tuple(sorted(by_turn))
    levels = tuple(tuple(map(float, np.quantile(by_turn[t], QUANTILES))) for t in turns)
    return Line(chart, title, unit, side, turns, levels, tuple(told) if whole else ())


# ---- on the map


def by_hex(found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """How much there was in each hex, a game."""
    total: Counter[str] = Counter()
    for one in found:
        total.update(one)
    return {label: count / len(found) for label, count in sorted(total.items())}


def hungry(results: Sequence[Result], side: str) -> dict[str, float]:
    """How many units of a side, a game, were out of supply in each hex at the end of a turn."""
    found = []
    for result in results:
        total: Counter[str] = Counter()
        for turn in result.chronicle["turns"]:
            total.update(turn["cut_off"].get(side, {}))
        found.append(dict(total))
    return by_hex(found)


# ---- formations and reinforcements


def losses_of(words: Tabletop, game: AnyGame, results: Sequence[Result]) -> Iterator[Loss]:
    """What every formation of the order of battle has lost, the hardest hit of a side first."""
    found = []
    for force in words.forces(game, None):
        pieces = [line.piece for line in force.lines]
        lost = [sum(r.chronicle["lost"].get(piece, 0) for piece in pieces) for r in results]
        steps = sum(line.step for line in force.lines)
        found.append(
            Loss(force.side, force.title, fmean(lost), min(lost), max(lost), max(steps, *lost))
        )
    sides = list(game.scenario.sides)
    yield from sorted(found, key=lambda loss: (sides.index(loss.side), -loss.lost, loss.title))


def arrivals_of(
    words: Tabletop, game: AnyGame, results: Sequence[Result], seed: int
) -> Iterator[Came]:
    """Every reinforcement of the schedule, in its order. What stands in it a second time leaves."""
    waiting = {card.id for card in words.counters(game, None) if card.hex is None}
    steps = {line.piece: line.step for force in words.forces(game, None) for line in force.lines}
    for one in words.arrivals(game, None):
        pieces = [piece for piece in one.pieces if piece in waiting]
        waiting -= set(pieces)
        if not pieces:
            continue
        came = [_first(result.chronicle["came"], pieces) for result in results]
        fought = [_sum(result.chronicle["fought"], pieces) for result in results]
        there = sorted(turn for turn in came if turn is not None)
        middle = median_low(there) if there else 0
        scores = [score(result, one.side) for result in results]
        busy = median_low(fought)
        yield Came(
            side=one.side,
            text=one.text,
            where=one.where,
            due=one.turn,
            games=len(results),
            came=len(there),
            turns=(there[0], middle, there[-1]) if there else (0, 0, 0),
            battles=fmean(fought),
            lost=fmean(_sum(result.chronicle["lost"], pieces) for result in results),
            steps=sum(steps.get(piece, 0) for piece in pieces),
            early=_compared(scores, [t is not None and t <= middle for t in came], seed),
            fighting=_compared(scores, [n > busy for n in fought], seed),
        )


def _first(came: Mapping[str, int], pieces: Sequence[str]) -> int | None:
    return min((came[piece] for piece in pieces if piece in came), default=None)


def _sum(counted: Mapping[str, int], pieces: Sequence[str]) -> int:
    return sum(counted.get(piece, 0) for piece in pieces)


def _compared(scores: Sequence[float], which: Sequence[bool], seed: int) -> Interval | None:
    """What the games of which something is true scored above the others."""
    if len(set(scores)) < 2:  # they all ended alike
        return None
    some = [score for score, true in zip(scores, which, strict=True) if true]
    others = [score for score, true in zip(scores, which, strict=True) if not true]
    return difference(some, others, seed)
