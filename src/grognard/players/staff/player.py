"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any

from grognard import library
from grognard.engine.decision import Action
from grognard.engine.located import nearest
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
    found: dict[str, Doctrine] = {}
    for module in _modules(system):
        found |= getattr(module, "STYLES", {})
        found |= (
            {"first": module.FIRST} if isinstance(getattr(module, "FIRST", 0), Doctrine) else {}
        )
    return found


def mends(system: str) -> dict[str, Mapping[str, Any]]:
    """What was mended in the staff of a system since its first: its `MENDS`, each by its name with
    the fields of a doctrine that switch it on."""
    found: dict[str, Mapping[str, Any]] = {}
    for module in _modules(system):
        found |= getattr(module, "MENDS", {})
    return found


def mended(system: str, doctrine: Doctrine | None, names: str) -> Doctrine | None:
    """A doctrine with some mends switched on, as `air+clock`; None is the staff's own."""
    if not names:
        return doctrine
    there = mends(system)
    wanted = names.split("+")
    strange = next((name for name in wanted if name not in there), None)
    if strange is not None:
        known = nearest(strange, there) if there else "it has none"
        raise UnknownName(f"the staff for {system} has no mend {strange!r}; {known}")
    fields = {key: value for name in wanted for key, value in there[name].items()}
    return replace(doctrine or command(system).doctrine, **fields)


def _modules(system: str) -> Iterator[ModuleType]:
    """Where the staff of a system may keep its doctrines."""
    if not staffed(system):
        return
    package = library.BOOKS[system].staff.partition(":")[0]
    for name in (package, f"{package}.doctrine"):
        try:
            yield import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise


class Staff:
    """A scripted opponent that plays every phase sensibly, and sees only its own view.

    `mends` are those that its doctrine is given besides, joined by +: so each can be measured alone
    against the first staff.
    """

    name = "staff"

    def __init__(self, seed: int = 0, doctrine: Doctrine | None = None, mends: str = "") -> None:
        self.seed, self.doctrine, self.mends = seed, doctrine, mends
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
            doctrine = mended(seat.system, self.doctrine, self.mends)
            self.command = command(seat.system, doctrine)
        return self.command.choose(seat)

    def explained(self) -> Page | None:
        """What the last answer was about: the plan that was made for it, and its reason."""
        return None if self.command is None else self.command.explained()
