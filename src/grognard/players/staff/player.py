"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from typing import Any, Protocol

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.staff.wb95.commander import Commander
from grognard.players.staff.wb95.reading import Wb95Seat


class Commanding(Protocol):
    """Whoever commands a side of one system."""

    def choose(self, game: Game[Any], side: str) -> Action:
        """An answer to whatever the side is asked."""


class Wb95Command:
    """Commands a side of WB-95 from its seat."""

    def __init__(self) -> None:
        self.commander = Commander()

    def choose(self, game: Game[Any], side: str) -> Action:
        """An answer to whatever the side is asked."""
        return self.commander.choose(Wb95Seat(game, side))


COMMANDS: dict[str, type[Wb95Command]] = {"wb95": Wb95Command}
"""Who commands in which system."""


class Staff:
    """A scripted opponent that plays every phase sensibly, and sees only its own view."""

    name = "staff"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.command: Commanding | None = None

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""
        if self.command is None:
            self.command = COMMANDS[game.system.name]()
        return self.command.choose(game, side)
