"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from grognard import library
from grognard.engine.decision import Action
from grognard.library import UnknownName
from grognard.players.seat import Seat
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


def doctrines(system: str) -> dict[str, Doctrine]:
    """The doctrines by name of the staff of a system: its `STYLES`, and as `first` its `FIRST`."""
    if not staffed(system):
        return {}
    package = library.BOOKS[system].staff.partition(":")[0]
    found: dict[str, Doctrine] = {}
    for name in (package, f"{package}.doctrine"):
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        found |= getattr(module, "STYLES", {})
        found |= (
            {"first": module.FIRST} if isinstance(getattr(module, "FIRST", 0), Doctrine) else {}
        )
    return found


class Staff:
    """A scripted opponent that plays every phase sensibly, and sees only its own view."""

    name = "staff"

    def __init__(self, seed: int = 0, doctrine: Doctrine | None = None) -> None:
        self.seed, self.doctrine = seed, doctrine
        self.command: Command[Any] | None = None

    @staticmethod
    def plays(system: str) -> bool:
        """Whether there is a staff that can play a system."""
        return staffed(system)

    @staticmethod
    def styles(system: str) -> Mapping[str, Mapping[str, Any]]:
        """The styles of the staff of a system, each with what makes a staff of it."""
        return {style: {"doctrine": doctrine} for style, doctrine in doctrines(system).items()}

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
        if self.command is None:
            self.command = command(seat.system, self.doctrine)
        return self.command.choose(seat)

    def explained(self) -> Page | None:
        """What the last answer was about: the plan that was made for it, and its reason."""
        return None if self.command is None else self.command.explained()
