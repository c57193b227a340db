"""The staff player: one commander, for whatever system is on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.players.staff.ocs.commander import Commander as OcsCommander
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.wb95.commander import Commander as Wb95Commander
from grognard.players.staff.wb95.reading import Wb95Seat

S = TypeVar("S", bound=Seat)
S_contra = TypeVar("S_contra", bound=Seat, contravariant=True)


class Commanding(Protocol[S_contra]):
    """Whoever commands a side of one system."""

    def choose(self, seat: S_contra) -> Action:
        """An answer to whatever the side is asked."""


class Command(Generic[S]):
    """Commands a side from its seat."""

    def __init__(self, commander: Commanding[S], seat: Callable[[Game[Any], str], S]) -> None:
        self.commander, self.seat = commander, seat

    def choose(self, game: Game[Any], side: str) -> Action:
        """An answer to whatever the side is asked."""
        return self.commander.choose(self.seat(game, side))


COMMANDS: dict[str, Callable[[], Command[Any]]] = {
    "ocs": lambda: Command(OcsCommander(), OcsSeat),
    "wb95": lambda: Command(Wb95Commander(), Wb95Seat),
}
"""Who commands in which system."""


class Staff:
    """A scripted opponent that plays every phase sensibly, and sees only its own view."""

    name = "staff"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.command: Command[Any] | None = None

    def choose(self, game: Game[Any], side: str) -> Action:
        """One legal action for a side that is asked something."""
        if self.command is None:
            self.command = COMMANDS[game.system.name]()
        return self.command.choose(game, side)
