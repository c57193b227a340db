"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from typing import Any

from grognard import library
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.staff.command import Command


class Staff:
    """A scripted opponent that plays every phase sensibly, and sees only its own view."""

    name = "staff"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.command: Command[Any] | None = None

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""
        if self.command is None:
            self.command = library.BOOKS[game.system.name].commander()
            assert self.command is not None, f"{game.system.title} has no staff"
        return self.command.choose(game, side)
