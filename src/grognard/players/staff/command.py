"""Command: a commander of one system, the seat from which he sees the table, and his doctrine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.players.staff.doctrine import Doctrine
from grognard.table.intent import Page

S = TypeVar("S", bound=Seat)
S_contra = TypeVar("S_contra", bound=Seat, contravariant=True)


class Commanding(Protocol[S_contra]):
    """Whoever commands a side of one system."""

    def choose(self, seat: S_contra) -> Action:
        """An answer to whatever the side is asked."""

    def explained(self) -> Page | None:
        """What the last answer was about; asked before it is carried out, or not at all."""


class Command(Generic[S]):
    """Commands a side from its seat."""

    def __init__(
        self,
        commander: Commanding[S],
        seat: Callable[[Game[Any], str, Any], S],
        doctrine: Doctrine,
    ) -> None:
        self.commander, self.seat, self.doctrine = commander, seat, doctrine

    def view(self, seat: Seat) -> S:
        """The table from his seat."""
        return seat.taken_as(self.seat, self.doctrine)

    def choose(self, seat: Seat) -> Action:
        """An answer to whatever the side is asked."""
        return self.commander.choose(self.view(seat))

    def explained(self) -> Page | None:
        """What the last answer was about."""
        return self.commander.explained()
