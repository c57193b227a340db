"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.library import UnknownName
from grognard.players.staff.command import Command

STAFFS: Mapping[str, str] = {
    "ocs": "grognard.players.staff.ocs",
    "wb95": "grognard.players.staff.wb95",
}
"""Where the staff of each system is, which is read in only when somebody wants it."""


def staffed(system: str) -> bool:
    """Whether there is a staff that can play a system."""
    return system in STAFFS


def command(system: str) -> Command[Any]:
    """Whoever commands in a system."""
    if not staffed(system):
        raise UnknownName(f"there is no staff for {system}; it commands in {', '.join(STAFFS)}")
    found: Command[Any] = import_module(STAFFS[system]).command()
    return found


class Staff:
    """A scripted opponent that plays every phase sensibly, and sees only its own view."""

    name = "staff"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.command: Command[Any] | None = None

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""
        if self.command is None:
            self.command = command(game.system.name)
        return self.command.choose(game, side)
