"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from typing import Any, Protocol

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.staff.ocs.commander import Commander as OcsCommander
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.wb95.commander import Commander as Wb95Commander
from grognard.players.staff.wb95.reading import Wb95Seat


class Commanding(Protocol):
    """Whoever commands a side of one system."""

    def choose(self, game: Game[Any], side: str) -> Action:
        """An answer to whatever the side is asked."""


class Wb95Command:
    """Commands a side of WB-95 from its seat."""

    def __init__(self) -> None:
        self.commander = Wb95Commander()

    def choose(self, game: Game[Any], side: str) -> Action:
        """An answer to whatever the side is asked."""
        return self.commander.choose(Wb95Seat(game, side))


class OcsCommand:
    """Commands a side of OCS from its seat."""

    def __init__(self) -> None:
        self.commander = OcsCommander()

    def choose(self, game: Game[Any], side: str) -> Action:
        """An answer to whatever the side is asked."""
        return self.commander.choose(OcsSeat(game, side))


COMMANDS: dict[str, type[Commanding]] = {"ocs": OcsCommand, "wb95": Wb95Command}
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
