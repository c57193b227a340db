"""The random player: any kind of action open to him, all kinds alike, then one of that kind."""

from __future__ import annotations

import random
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.game import Game


class RandomPlayer:
    """Plays whatever is legal. Good for shaking out errors, and for nothing else."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""
        action = game.sample(side, self.rng)
        if action is None:
            raise RuntimeError(f"{side} is asked something and has no legal answer")
        return action
