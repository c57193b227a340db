"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from typing import Any

from grognard import library
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.library import UnknownName
from grognard.players.staff.command import Command
from grognard.players.staff.doctrine import Doctrine
from grognard.table.intent import Page


def staffed(system: str) -> bool:
    """Whether there is a staff that can play a system."""
    book = library.BOOKS.get(system)
    return book is not None and bool(book.staff)


def command(system: str, doctrine: Doctrine | None = None) -> Command[Any]:
    """Whoever commands in a system, by a doctrine or as the staff does."""
    if not staffed(system):
        known = ", ".join(name for name in library.BOOKS if staffed(name))
        raise UnknownName(f"there is no staff for {system}; it commands in {known}")
    found: Command[Any] = library.BOOKS[system].commander(doctrine)
    return found


class Staff:
    """A scripted opponent that plays every phase sensibly, and sees only its own view."""

    name = "staff"

    def __init__(self, seed: int = 0, doctrine: Doctrine | None = None) -> None:
        self.seed, self.doctrine = seed, doctrine
        self.command: Command[Any] | None = None

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""
        if self.command is None:
            self.command = command(game.system.name, self.doctrine)
        return self.command.choose(game, side)

    def explained(self) -> Page | None:
        """What the last answer was about: the plan that was made for it, and its reason."""
        return None if self.command is None else self.command.explained()
