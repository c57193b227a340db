"""Supposing: what would happen, for odds and estimates. Nothing of it happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.dice import Chance
from grognard.engine.entries import Entry
from grognard.engine.event import Event

if TYPE_CHECKING:
    from grognard.engine.game import Game

Reply = Callable[[Ask], Action | None]
"""The supposed answer to a question; None ends the branch there."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """A point that a supposed action has come to, from which the rest of it can be run again."""

    mark: int
    events: int
    rest: Callable[[], Procedure]


class Supposition:
    """An action that is carried out with other dice and answers, any number of times, and taken
    back: what is done while it is entered does not happen."""

    def __init__(self, game: Game[Any], player: str, action: Action, reply: Reply) -> None:
        self.game, self.player, self.action, self.reply = game, player, action, reply

    def __enter__(self) -> Supposition:
        game = self.game
        self.count, self.opened, self.since = len(game.entries), game._opened, len(game.events)
        self.root = game.at_checkpoint
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._take_back()

    def _take_back(self) -> None:
        self.game._restore(self.count)
        self.game._opened = self.opened

    def run(
        self, chance: Chance, passed: Callable[[Landmark], None], start: Landmark | None = None
    ) -> list[Event]:
        """Carry it out, from a landmark on or from the beginning, and say what would be told.

        The branch ends with the action's procedure, or at a question without a reply. Landmarks
        that are `passed` on the way can be gone back to, the last one first.
        """
        game = self.game
        if start is None:
            self._take_back()
        game._chance = chance
        game._landmark = lambda rest: passed(Landmark(game.journal.mark(), len(game.events), rest))
        try:
            self._begin() if start is None else self._go_back(start)
            game._course.follow_through(self.reply)
            return game.events[self.since :]
        finally:
            game._chance = game.dice
            game._landmark = None

    def _begin(self) -> None:
        game = self.game
        entry = Entry(
            self.player, self.action, self.root, False, game.journal.mark(), self.since,
            self.opened, [], [],
        )  # fmt: skip
        game.entries.append(entry)
        game._drawn, game._revealed = entry.chance, entry.revealed
        game._carry_out(entry)

    def _go_back(self, start: Landmark) -> None:
        game = self.game
        game.journal.rollback(start.mark)
        del game.events[start.events :]
        del game.dated[start.events :]
        game._course.start(start.rest())


def suppose(
    game: Game[Any], player: str, action: Action, chance: Chance, reply: Reply
) -> list[Event]:
    """Carry an action out with other dice and answers, take it back, and say what would be told."""
    with Supposition(game, player, action, reply) as supposed:
        return supposed.run(chance, lambda landmark: None)


def last_step(game: Game[Any], step: Callable[..., Procedure], *details: Any) -> Procedure:
    """Go on with the last step of all that is under way, after which nothing is left to do.

    Odds need not begin before it to try how its dice fall. What the step is to know must be in the
    State and in the details.
    """
    if game._landmark is not None:
        game._landmark(lambda: step(game, *details))
    return step(game, *details)
