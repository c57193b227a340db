"""Ratings: how strong players are, out of who beat whom from which side.

The model is Bradley and Terry's, with a term for the side: who plays the side that the scenario
names first wins the more often the stronger he is and the more that side is favoured. A draw is
half a game won; where draws pass `DRAWISH` of all games they get a term of their own, by Davidson.

Every two who have met get one even game more, half of it in each seating: a third won, a third
drawn, a third lost. It keeps the rating of an unbeaten player finite, and draws all of them a
little together. Who has never lost a point to
some others is named: by how much he is above them the games do not say, only by how much at least.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.lab.simulate import wilson

ELO = 400 / math.log(10)
"""Elo for each unit of the logarithm of odds."""
DRAWISH = 0.15
"""From this share of drawn games on they are modelled by themselves."""
MORE = 0.5
"""How much of an even game every seating of two who have met gets in addition."""
STEPS = 100
"""Newton's method takes no more steps than this; a dozen is usual."""
NEAR = 1e-9
LEAST = 1.0
"""An interval of fewer Elo than this tells of nothing: all seeds ended alike."""
TINY = 1e-300

Floats = NDArray[np.float64]


class Score(NamedTuple):
    """What came of the games in which one played the first side and another the second."""

    won: float
    drawn: float
    lost: float

    @property
    def games(self) -> float:
        """How many there were."""
        return self.won + self.drawn + self.lost

    def plus(self, other: Score) -> Score:
        """Both together."""
        return Score(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    def turned(self) -> Score:
        """The same as the other player has it."""
        return Score(self.lost, self.drawn, self.won)


NONE = Score(0, 0, 0)
Seating = tuple[str, str]
"""Who plays the first side, and who the second."""
Scores = Mapping[Seating, Score]


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths in Elo over an anchor, what the first side is worth, and how much draws count.

    `draws` is Davidson's term: two who are equal draw `draws / (2 + draws)` of their games. It is 0
    where draws count as half a game won.
    """

    elo: Mapping[str, float]
    side: float
    draws: float

    def wins(self, first: str, second: str) -> float:
        """How often the one who plays the first side should win, draws as halves."""
        odds = math.exp((self.elo[first] - self.elo[second] + self.side) / ELO)
        tie = self.draws * math.sqrt(odds)
        return (odds + tie / 2) / (odds + tie + 1)


def drawn_share(scores: Scores) -> float:
    """Which share of all games was drawn."""
    games = sum(score.games for score in scores.values())
    return sum(score.drawn for score in scores.values()) / games if games else 0.0


def rated(scores: Scores, anchor: str, davidson: bool) -> Fit:
    """The strengths under which such results are likeliest.

    Who has met nobody who leads to the anchor cannot be rated, and is left out.
    """
    met = {seating for seating, score in scores.items() if score.games}
    players = _reached(anchor, met | {(b, a) for a, b in met})
    place = {name: i for i, name in enumerate(name for name in players if name != anchor)}
    cells = sorted((a, b) for a in players for b in players if (a, b) in met or (b, a) in met)
    if not cells:
        return Fit({anchor: 0.0}, 0.0, 0.0)
    more = Score(MORE / 3, MORE / 3, MORE / 3)
    counts = np.array([scores.get(cell, NONE).plus(more) for cell in cells], dtype=float)
    features = np.zeros((len(cells), len(place) + 1))
    for row, (first, second) in zip(features, cells, strict=True):
        if first != anchor:
            row[place[first]] += 1
        if second != anchor:
            row[place[second]] -= 1
        row[-1] = 1
    found, draws = _likeliest(features, counts, davidson)
    strengths = {name: float(found[i]) * ELO for name, i in place.items()}
    return Fit({anchor: 0.0, **strengths}, float(found[-1]) * ELO, draws)


def _likeliest(features: Floats, counts: Floats, davidson: bool) -> tuple[Floats, float]:
    """The strengths and the side's term, and that of draws, by Newton's method; a step that goes
    too far is halved until it leads upward.

    A win has the weight of half the difference, a loss of minus half, a draw none but its own term;
    without one its games are shared between win and loss.
    """
    if not davidson:
        half = counts[:, 1] / 2
        counts = np.stack([counts[:, 0] + half, np.zeros(len(half)), counts[:, 2] + half], axis=1)
    x = np.zeros(features.shape[1] + davidson)
    shares = _shares(features, x, davidson)
    for _ in range(STEPS):
        step = np.linalg.solve(*_bend_and_slope(features, counts, shares, davidson))
        near, before = float(np.abs(step).max()), _likelihood(counts, shares)
        shares = _shares(features, x + step, davidson)
        while _likelihood(counts, shares) < before and np.abs(step).max() > NEAR:
            step = step / 2
            shares = _shares(features, x + step, davidson)
        x = x + step
        if near < NEAR:
            break
    return x[: features.shape[1]], float(np.exp(x[-1])) if davidson else 0.0


def _shares(features: Floats, x: Floats, davidson: bool) -> Floats:
    """How likely it is in each seating that it is won, drawn or lost."""
    lean = features @ x[: features.shape[1]]
    tie = np.full(len(lean), x[-1] if davidson else -np.inf)
    weights = np.stack([lean / 2, tie, -lean / 2], axis=1)
    weights = np.exp(weights - weights.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def _likelihood(counts: Floats, shares: Floats) -> float:
    """How likely the results are, as a logarithm."""
    seen = counts > 0
    return float(counts[seen] @ np.log(np.maximum(shares[seen], TINY)))


def _bend_and_slope(
    features: Floats, counts: Floats, shares: Floats, davidson: bool
) -> tuple[Floats, Floats]:
    """How the likelihood bends and which way it goes up."""
    games = counts.sum(axis=1)
    away = (shares[:, 0] - shares[:, 2]) / 2
    slope = features.T @ ((counts[:, 0] - counts[:, 2]) / 2 - games * away)
    spread = games * ((shares[:, 0] + shares[:, 2]) / 4 - away**2)
    bend = features.T @ (spread[:, None] * features)
    if davidson:
        cross = features.T @ (-games * away * shares[:, 1])
        own = float(games @ (shares[:, 1] * (1 - shares[:, 1])))
        bend = np.block([[bend, cross[:, None]], [cross[None, :], np.array([[own]])]])
        slope = np.append(slope, counts[:, 1].sum() - games @ shares[:, 1])
    return bend, slope


# ---- who is above whom without end


def _reached(start: str, ways: Iterable[Seating]) -> list[str]:
    """Everybody to whom ways lead from one, himself included; in the order of their names."""
    ahead: dict[str, set[str]] = {}
    for a, b in ways:
        ahead.setdefault(a, set()).add(b)
    found, open_ = {start}, [start]
    while open_:
        for name in ahead.get(open_.pop(), ()):
            if name not in found:
                found.add(name)
                open_.append(name)
    return sorted(found)


def unbounded(scores: Scores, anchor: str) -> tuple[set[str], set[str]]:
    """Who stands above the anchor without end, and who below: there is no way from the one to the
    other over points that were scored."""
    scored = set[Seating]()
    for (a, b), score in scores.items():
        if score.won or score.drawn:
            scored.add((a, b))
        if score.lost or score.drawn:
            scored.add((b, a))
    met = {seating for seating, score in scores.items() if score.games}
    everybody = set(_reached(anchor, met | {(b, a) for a, b in met}))
    over = {name for name in everybody if anchor in _reached(name, scored)}
    under = set(_reached(anchor, scored))
    return over - under, under - over


def softened(scores: Scores, apart: Collection[str]) -> dict[Seating, Score]:
    """The same results, but of what those who stand apart have won or lost against the others only
    the least share that so many games allow (Wilson's, 95 %): how near they could be."""
    found = dict(scores)
    for (a, b), score in scores.items():
        if score.games and (a in apart) != (b in apart):
            games = round(score.plus(scores.get((b, a), NONE).turned()).games)
            least, _ = wilson(games, games)
            share = score.games * (least if score.won else 1 - least)
            found[a, b] = Score(share, 0, score.games - share)
    return found


# ---- how sure that is


class Spread(NamedTuple):
    """Between what and what a rating lies in 95 of 100 draws; None where there is no telling."""

    low: float | None
    high: float | None


def spreads(
    by_seed: Sequence[Scores], anchor: str, davidson: bool, draws: int, seed: int
) -> tuple[dict[str, Spread], Spread]:
    """How far ratings and the side's term go when the seeds are drawn anew, each with all that was
    played from it: of every player, and of the side."""
    seatings = sorted({seating for scores in by_seed for seating in scores})
    table = np.array([[scores.get(s, NONE) for s in seatings] for scores in by_seed], dtype=float)
    rng = np.random.default_rng(seed)
    found: dict[str, list[float]] = {}
    sides = []
    for _ in range(draws):
        counted = table[rng.integers(len(by_seed), size=len(by_seed))].sum(axis=0)
        again = {s: Score(*map(float, row)) for s, row in zip(seatings, counted, strict=True)}
        fit = rated(again, anchor, davidson)
        sides.append(fit.side)
        for name, elo in fit.elo.items():
            found.setdefault(name, []).append(elo)
    return {name: _middle(values) for name, values in found.items()}, _middle(sides)


def _middle(values: Sequence[float]) -> Spread:
    """The middle 95 of 100; no interval where every seed told the same."""
    low, high = np.quantile(np.array(values), (0.025, 0.975))
    return Spread(float(low), float(high)) if high - low > LEAST else Spread(None, None)
