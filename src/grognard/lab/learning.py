"""Learning what positions are worth: from the notes of games to weights, and how good they are.

What is said of the weights was measured on games that they had not seen: the games are dealt into
folds, and each fold is judged by what was learned from the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from grognard.lab.boosting import Recipe, amounts, chances, grow
from grognard.lab.scoring import auc, brier, known, logistic, sureness, surprise
from grognard.lab.simulate import Result
from grognard.players.commander.features import NAMES, WAYS
from grognard.players.commander.positions.position import Numbers
from grognard.players.commander.trees import Forest
from grognard.players.commander.weights import Weights

FOLDS = 4
RECIPE = Recipe()
T = TypeVar("T")


class TooFew(ValueError):
    """There is nothing to learn from."""


@dataclass(frozen=True)
class Rows:
    """Positions: their numbers, what became of the games, and of which game and turn each is."""

    numbers: Numbers
    wins: Numbers
    leads: Numbers
    games: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Rows:
        """The positions that were noted of games that came to their end."""
        found = [
            (entry["numbers"], end["win"], end["lead"], result.game, entry["turn"])
            for result in sorted(results, key=lambda one: one.game)
            if result.error is None and result.course
            for end in [result.course[-1]]
            if "win" in end
            for entry in result.course[:-1]
        ]
        columns = list(zip(*found, strict=True)) or [(), (), (), (), ()]
        numbers = np.array(columns[0], dtype=np.float64).reshape(len(found), len(NAMES))
        wins, leads = (np.array(column, dtype=np.float64) for column in columns[1:3])
        games, turns = (np.array(column, dtype=np.int64) for column in columns[3:])
        return cls(numbers, wins, leads, games, turns)

    def __len__(self) -> int:
        return len(self.wins)

    def where(self, chosen: npt.NDArray[np.bool_]) -> Rows:
        """Some of them."""
        return Rows(
            self.numbers[chosen], self.wins[chosen], self.leads[chosen], self.games[chosen],
            self.turns[chosen],
        )  # fmt: skip

    def folds(self) -> npt.NDArray[np.int64]:
        """The fold of each: the games are dealt out in turn."""
        return np.unique(self.games, return_inverse=True)[1].astype(np.int64) % FOLDS


@dataclass(frozen=True)
class Course:
    """What the trees said of positions that they had not seen, after each tree."""

    said: Numbers
    """A row for each tree, a column for each position."""


@dataclass(frozen=True)
class Learned:
    """What was learned, and how it fares with what it had not seen."""

    weights: Weights
    report: dict[str, Any]
    better: bool
    """Whether it is better than the rule of thumb."""


def forests(rows: Rows, recipe: Recipe, seed: int, winning: bool) -> Forest:
    """What the rows teach: of who wins, or of the lead in the end."""
    wanted, slope = (rows.wins, chances) if winning else (rows.leads, amounts)
    return grow(rows.numbers, wanted, WAYS, slope, recipe, seed)


def unseen(rows: Rows, recipe: Recipe, seed: int, winning: bool, fold: int) -> Course:
    """What is said of one fold by what the others teach, after each tree."""
    folds = rows.folds()
    rest, judged = rows.where(folds != fold), rows.numbers[folds == fold]
    said: list[Numbers] = []
    wanted, slope = (rest.wins, chances) if winning else (rest.leads, amounts)

    def told(tree: Forest) -> None:
        said.append(tree.each(judged))

    found = grow(rest.numbers, wanted, WAYS, slope, recipe, seed, told)
    return Course((found.base + np.cumsum(said, axis=0)).astype(np.float32))


def learn(
    results: Iterable[Result], seed: int, pool: Executor | None = None, recipe: Recipe = RECIPE
) -> Learned:
    """Learn from games; folds are learned side by side where there is a pool."""
    rows = Rows.of(results)
    games = len(np.unique(rows.games))
    if games < 2 * FOLDS or len(np.unique(rows.wins)) < 2:
        raise TooFew(f"{games} games teach nothing: play more, until either side has won some")
    tasks = [(winning, fold) for winning in (True, False) for fold in range(FOLDS)]
    done = _each(pool, [(unseen, (rows, recipe, seed, *task)) for task in tasks])
    courses = dict(zip(tasks, done, strict=True))
    win, trees = _best(rows, [courses[True, fold] for fold in range(FOLDS)], surprise, rows.wins)
    lead, more = _best(rows, [courses[False, fold] for fold in range(FOLDS)], brier, rows.leads)
    sure = sureness(win, rows.wins)
    whole = [
        (forests, (rows, replace(recipe, trees=trees), seed, True)),
        (forests, (rows, replace(recipe, trees=more), seed, False)),
    ]
    one, other = _each(pool, whole)
    weights = Weights(_slim(one), _slim(other), sure)
    whole_of = figures(rows, sure * win, lead)
    report = {
        "games": games,
        "numbers": stretches(np.unique(rows.games).tolist()),
        "positions": len(rows),
        "trees": {"win": trees, "lead": more},
        "sure": sure,
        "held out": whole_of,
        "by turn": {
            str(turn): figures(rows, sure * win, lead, rows.turns == turn)
            for turn in np.unique(rows.turns).tolist()
        },
    }
    return Learned(weights, report, whole_of["brier"] < whole_of["brier by rule of thumb"])


def figures(
    rows: Rows, odds: Numbers, leads: Numbers, chosen: npt.NDArray[np.bool_] | None = None
) -> dict[str, Any]:
    """How good forecasts are, beside the rule of thumb and who only knows how often who wins."""
    if chosen is not None:
        rows, odds, leads = rows.where(chosen), odds[chosen], leads[chosen]
    plain = rows.numbers[:, NAMES.index("plain")]
    found = {
        "positions": len(rows),
        "share won": rows.wins.mean(),
        "auc": auc(odds, rows.wins),
        "auc by rule of thumb": auc(plain, rows.wins),
        "brier": brier(logistic(odds), rows.wins),
        "brier by rule of thumb": brier(logistic(sureness(plain, rows.wins) * plain), rows.wins),
        "brier by share": brier(np.full(len(rows), rows.wins.mean()), rows.wins),
        "lead foreseen": known(leads, rows.leads),
    }
    return {name: _plain(value) for name, value in found.items()}


def stretches(numbers: Sequence[int]) -> str:
    """Numbers in rising order, with a dash for those that follow each other."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, one)) for one in found)


def _plain(value: float) -> float | int | None:
    if isinstance(value, int):
        return value
    return round(float(value), 4) if np.isfinite(value) else None


def _slim(forest: Forest) -> Forest:
    """A forest with the numbers that a file keeps."""
    return replace(forest, leaves=np.round(forest.leaves, 5).astype(np.float32))


def _best(
    rows: Rows, courses: Sequence[Course], wrong: Callable[[Numbers, Numbers], float],
    wanted: Numbers,
) -> tuple[Numbers, int]:  # fmt: skip
    """What is said of every position after the best number of trees, and that number."""
    said = np.zeros((courses[0].said.shape[0], len(rows)))
    folds = rows.folds()
    for fold, course in enumerate(courses):
        said[:, folds == fold] = course.said
    losses = [wrong(row, wanted) for row in said]
    at = int(np.argmin(losses))
    return said[at], at + 1


def _each(
    pool: Executor | None, calls: Sequence[tuple[Callable[..., T], tuple[Any, ...]]]
) -> list[T]:
    """The answers of some calls, side by side where there is a pool."""
    if pool is None:
        return [call(*arguments) for call, arguments in calls]
    waiting: list[Future[T]] = [pool.submit(call, *arguments) for call, arguments in calls]
    return [one.result() for one in waiting]
