"""Trees: what was learned, as a few small arrays, and how it is asked.

A forest is a sum of trees of equal depth. The branches of a tree stand level by level: at branch i
a number above the threshold leads to branch 2i + 2, any other to 2i + 1. One that decides nothing
has an infinite threshold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from grognard.players.commander.positions.position import Numbers


@dataclass(frozen=True)
class Forest:
    """Trees that are asked together; `base` is what they begin with.

    `features` and `thresholds` have a row for each tree and a column for each branch, `leaves` one
    for each leaf.
    """

    base: float
    features: npt.NDArray[np.int16]
    thresholds: npt.NDArray[np.float32]
    leaves: npt.NDArray[np.float32]
    _roots: npt.NDArray[np.intp] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        trees, branches = self.features.shape
        if self.thresholds.shape != (trees, branches) or self.leaves.shape != (trees, branches + 1):
            raise ValueError("the arrays of a forest do not fit each other")
        object.__setattr__(self, "_roots", np.arange(trees, dtype=np.intp))

    @property
    def depth(self) -> int:
        """How often each tree asks."""
        return int(self.leaves.shape[1]).bit_length() - 1

    def __call__(self, numbers: Numbers) -> float:
        """What the trees say of one position."""
        at = np.zeros(len(self._roots), dtype=np.intp)
        known = numbers.astype(np.float32)
        for _ in range(self.depth):
            above = known[self.features[self._roots, at]] > self.thresholds[self._roots, at]
            at = 2 * at + 1 + above
        said = self.leaves[self._roots, at - self.features.shape[1]]
        return self.base + float(said.sum(dtype=np.float64))

    def each(self, rows: Numbers) -> Numbers:
        """What they say of many."""
        known, found = rows.astype(np.float32), np.full(len(rows), self.base)
        every = np.arange(len(rows))
        for features, thresholds, leaves in zip(
            self.features, self.thresholds, self.leaves, strict=True
        ):
            at = np.zeros(len(rows), dtype=np.intp)
            for _ in range(self.depth):
                at = 2 * at + 1 + (known[every, features[at]] > thresholds[at])
            found += leaves[at - len(features)]
        return found

    def arrays(self, name: str) -> dict[str, npt.NDArray[np.generic]]:
        """The arrays, by names that begin with one."""
        return {
            f"{name}.base": np.array([self.base]),
            f"{name}.features": self.features,
            f"{name}.thresholds": self.thresholds,
            f"{name}.leaves": self.leaves,
        }

    @classmethod
    def among(cls, arrays: Mapping[str, npt.NDArray[np.generic]], name: str) -> Self:
        """The forest of a name among arrays."""
        return cls(
            float(arrays[f"{name}.base"][0]),
            arrays[f"{name}.features"].astype(np.int16),
            arrays[f"{name}.thresholds"].astype(np.float32),
            arrays[f"{name}.leaves"].astype(np.float32),
        )
