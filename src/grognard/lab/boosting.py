"""Boosting: a forest learned from rows of numbers, tree by tree, each mending what is left wrong.

The numbers are sorted into a few classes each, so that a branch is chosen by adding up. A number
that is known to be good or bad (1 or -1 in `ways`) never makes the answer worse or better than it
ought to: a branch that would is not taken, and what hangs on it keeps to its side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grognard.players.commander.positions.position import Numbers
from grognard.players.commander.trees import Forest

Classes = npt.NDArray[np.uint8]
Slope = Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]
"""Of answers and what they should have been: how wrong they are, and how fast that changes."""


@dataclass(frozen=True)
class Recipe:
    """How a forest is grown."""

    trees: int = 240
    depth: int = 3
    rate: float = 0.06
    """How much of what is wrong each tree mends."""
    least: int = 20
    """Rows that a branch must have on either side."""
    smooth: float = 5.0
    """Rows that speak for no change at all, on each leaf."""
    rows: float = 0.7
    """The share of the rows that a tree is grown on."""
    numbers: float = 0.5
    """The share of the numbers that it may ask for."""
    classes: int = 48
    """Into how many classes a number is sorted at most."""


def chances(answers: Numbers, wanted: Numbers) -> tuple[Numbers, Numbers]:
    """For answers that are logarithms of odds."""
    share = 1 / (1 + np.exp(-answers))
    return share - wanted, np.maximum(share * (1 - share), 1e-6)


def amounts(answers: Numbers, wanted: Numbers) -> tuple[Numbers, Numbers]:
    """For answers that are amounts."""
    return answers - wanted, np.ones_like(answers)


@dataclass(frozen=True)
class Sorter:
    """The edges between the classes of each number."""

    edges: tuple[npt.NDArray[np.float32], ...]

    @classmethod
    def of(cls, rows: Numbers, classes: int) -> Sorter:
        """Edges that leave about equally many rows in every class."""
        found = []
        for column in rows.T.astype(np.float32):
            known = np.unique(column)
            if len(known) > classes:
                known = np.unique(np.quantile(column, np.linspace(0, 1, classes)).astype("f4"))
            found.append(((known[1:] + known[:-1]) / 2).astype(np.float32))
        return cls(tuple(found))

    def __call__(self, rows: Numbers) -> Classes:
        """The class of each number, a row for each number."""
        columns = zip(rows.T.astype(np.float32), self.edges, strict=True)
        return np.stack([np.searchsorted(e, c, side="left").astype(np.uint8) for c, e in columns])


def grow(
    rows: Numbers,
    wanted: Numbers,
    ways: Sequence[int],
    slope: Slope,
    recipe: Recipe,
    seed: int,
    told: Callable[[Forest], None] | None = None,
) -> Forest:
    """Grow a forest that answers what was wanted; each tree is told as it is grown."""
    rng, sorter = np.random.default_rng(seed), Sorter.of(rows, recipe.classes)
    classes, base = sorter(rows), _base(wanted, slope)
    answers = np.full(len(rows), base)
    grown: list[Forest] = []
    for _ in range(recipe.trees):
        wrong, curve = slope(answers, wanted)
        picked = rng.permutation(len(rows))[: max(1, int(recipe.rows * len(rows)))]
        asked = np.sort(rng.permutation(len(ways))[: max(1, int(recipe.numbers * len(ways)))])
        tree = _Tree(classes[:, picked], wrong[picked], curve[picked], ways, asked, recipe)
        found = tree.grown(sorter)
        answers += found.each(rows)
        grown.append(found)
        if told is not None:
            told(found)
    return joined(base, grown)


def joined(base: float, trees: Sequence[Forest]) -> Forest:
    """Trees as one forest."""
    return Forest(
        base,
        np.concatenate([tree.features for tree in trees]),
        np.concatenate([tree.thresholds for tree in trees]),
        np.concatenate([tree.leaves for tree in trees]),
    )


def _base(wanted: Numbers, slope: Slope) -> float:
    """The one answer that is least wrong."""
    answer = np.zeros(1)
    for _ in range(20):
        wrong, curve = slope(np.full(len(wanted), answer[0]), wanted)
        answer -= np.clip(wrong.sum() / curve.sum(), -1, 1)
    return float(answer[0].round(6))


class _Tree:
    """One tree while it grows, level by level: where each row is, what each node may say."""

    def __init__(
        self, classes: Classes, wrong: Numbers, curve: Numbers, ways: Sequence[int],
        asked: npt.NDArray[np.intp], recipe: Recipe,
    ) -> None:  # fmt: skip
        self.classes, self.wrong, self.curve, self.ways = classes, wrong, curve, ways
        self.asked, self.recipe = asked, recipe
        self.at = np.zeros(classes.shape[1], dtype=np.intp)
        self.smooth = recipe.smooth * float(curve.mean())
        self.least = recipe.least * float(curve.mean())
        self.low, self.high = np.array([-np.inf]), np.array([np.inf])

    def grown(self, sorter: Sorter) -> Forest:
        """The tree as a forest of one."""
        branches = 2**self.recipe.depth - 1
        features = np.zeros((1, branches), dtype=np.int16)
        thresholds = np.full((1, branches), np.inf, dtype=np.float32)
        for level in range(self.recipe.depth):
            first = 2**level - 1
            for node, (feature, edge) in enumerate(self._level(2**level)):
                if edge >= 0:
                    features[0, first + node] = feature
                    thresholds[0, first + node] = sorter.edges[feature][edge]
        leaves = self._said(*self._sums(self.at, 2**self.recipe.depth), self.low, self.high)
        return Forest(0.0, features, thresholds, (self.recipe.rate * leaves[None]).astype("f4"))

    def _sums(self, at: npt.NDArray[np.intp], count: int) -> tuple[Numbers, Numbers]:
        """How wrong all rows of a kind are together, and how fast that changes."""
        wrong = np.bincount(at, self.wrong, count).astype(np.float64)
        curve = np.bincount(at, self.curve, count).astype(np.float64)
        return wrong, curve

    def _said(self, wrong: Numbers, curve: Numbers, low: Numbers, high: Numbers) -> Numbers:
        """What mends most, within what may be said."""
        return np.clip(-wrong / (curve + self.smooth), low, high)

    def _mended(self, said: Numbers, wrong: Numbers, curve: Numbers) -> Numbers:
        """How much better that makes it."""
        return -(wrong * said + (curve + self.smooth) * said * said / 2)

    def _level(self, nodes: int) -> list[tuple[int, int]]:
        """The best branch of each node of a level, -1 for none; the rows go on along them."""
        best, gain = [(0, -1)] * nodes, np.full(nodes, 1e-9)
        middle, turned = np.zeros(nodes), np.zeros(nodes, dtype=int)
        for feature in self.asked:
            gains, says = self._tried(int(feature), nodes)
            for node in np.flatnonzero(gains.max(axis=1) > gain):
                edge = int(gains[node].argmax())
                best[node], gain[node] = (int(feature), edge), gains[node, edge]
                middle[node], turned[node] = says[node, edge], self.ways[feature]
        self._divide(best, middle, turned)
        return best

    def _tried(self, feature: int, nodes: int) -> tuple[Numbers, Numbers]:
        """For each node and each edge of a number what a branch there gains, and what lies between
        the two answers."""
        column = self.classes[feature]
        count = int(column.max(initial=0)) + 1
        if count < 2:
            return np.full((nodes, 1), -np.inf), np.zeros((nodes, 1))
        sums = self._sums(self.at * count + column, nodes * count)
        wrong, curve = (np.cumsum(one.reshape(nodes, count), axis=1) for one in sums)
        all_wrong, all_curve = wrong[:, -1:], curve[:, -1:]
        low, high = self.low[:, None], self.high[:, None]
        whole = self._said(all_wrong, all_curve, low, high)
        left = self._said(wrong[:, :-1], curve[:, :-1], low, high)
        right = self._said(all_wrong - wrong[:, :-1], all_curve - curve[:, :-1], low, high)
        gains = (
            self._mended(left, wrong[:, :-1], curve[:, :-1])
            + self._mended(right, all_wrong - wrong[:, :-1], all_curve - curve[:, :-1])
            - self._mended(whole, all_wrong, all_curve)
        )
        thin = np.minimum(curve[:, :-1], all_curve - curve[:, :-1]) < self.least
        against = self.ways[feature] * (right - left) < 0
        return np.where(thin | against, -np.inf, gains), (left + right) / 2

    def _divide(
        self, best: Sequence[tuple[int, int]], middle: Numbers, turned: npt.NDArray[np.int_]
    ) -> None:
        """Send every row along the branch of its node; what is good or bad bounds what follows."""
        feature = np.array([one for one, _ in best], dtype=np.intp)[self.at]
        edge = np.array([one if one >= 0 else 255 for _, one in best])[self.at]
        above = self.classes[feature, np.arange(len(self.at))] > edge
        self.at = 2 * self.at + above
        low, high = np.repeat(self.low, 2), np.repeat(self.high, 2)
        for node, way in enumerate(turned):
            if way:
                worse, better = (2 * node, 2 * node + 1)[::way]
                high[worse] = min(high[worse], middle[node])
                low[better] = max(low[better], middle[node])
        self.low, self.high = low, high
