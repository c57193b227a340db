"""The random player: any kind of action open to him, all kinds alike, then one of that kind."""

from __future__ import annotations

import random

from grognard.engine.decision import Action
from grognard.players.seat import Seat


class RandomPlayer:
    """Plays whatever is legal. Good for shaking out errors, and for nothing else."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
        return seat.sample(self.rng)
