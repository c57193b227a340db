"""Weights: what was learned of a scenario, read from the files that ship.

A file is of one scenario; beside it lies a note of how it came about. For a scenario without one
the rule of thumb counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np

from grognard.players.commander.features import NAMES
from grognard.players.commander.positions.position import Numbers
from grognard.players.commander.trees import Forest

FOLDER = Path(__file__).parent / "weights"
"""The weights that ship."""
WIN, LEAD = "win", "lead"
"""The two forests of a file: the logarithm of the odds to win, and the lead in the end."""


@dataclass(frozen=True)
class Weights:
    """What was learned of a scenario: two forests, and how sure the first may be.

    What the first says is multiplied by `sure` before it is taken for odds.
    """

    win: Forest
    lead: Forest
    sure: float = 1.0

    def chance(self, numbers: Numbers) -> float:
        """The chance that the first side wins."""
        return logistic(self.sure * self.win(numbers))

    def write(self, path: Path) -> None:
        """Keep them in a file."""
        arrays = self.win.arrays(WIN) | self.lead.arrays(LEAD)
        with path.open("wb") as out:
            np.savez_compressed(
                out, sure=np.array([self.sure]), names=np.array(NAMES), **arrays  # type: ignore[arg-type]
            )  # fmt: skip

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file; one whose numbers mean something else is refused."""
        with np.load(path, allow_pickle=False) as arrays:
            if tuple(map(str, arrays["names"])) != NAMES:
                right = "train it again with python -m grognard.lab.train_value"
                raise ValueError(f"{path.name} was learned from other features: {right}")
            return cls(
                Forest.among(arrays, WIN), Forest.among(arrays, LEAD), float(arrays["sure"][0])
            )


def logistic(odds: float) -> float:
    """The chance whose odds have a logarithm."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def file_of(system: str, scenario: str) -> str:
    """What the file of a scenario is called."""
    return f"{system}-{scenario.rpartition('/')[2]}.npz"


@lru_cache(maxsize=32)
def weights_of(system: str, scenario: str) -> Weights | None:
    """The weights of a scenario that ships; None if there are none."""
    path = FOLDER / file_of(system, scenario)
    return Weights.read(path) if path.exists() else None
