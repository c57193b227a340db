"""Course: what an action sets off, where it waits for answers, and how they move it on.

A procedure is a generator that asks with `yield`. Several questions may be open at once: it goes on
when the last of them is answered, and none of the answers is known before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grognard.engine import consent
from grognard.engine.decision import Action, Ask, Deed, Procedure, asks_of, offered
from grognard.engine.entries import ENGINE, Entry
from grognard.engine.sequence import begin, proceed

if TYPE_CHECKING:
    from grognard.engine.game import Game


@dataclass
class Pending:
    """A procedure that waits for answers."""

    procedure: Procedure
    asks: tuple[Ask, ...]
    given: dict[str, Action]
    alone: bool


class Course:
    """The procedure that is under way, as far as it has come."""

    def __init__(self) -> None:
        self.pending: Pending | None = None

    @property
    def given(self) -> Mapping[str, Action]:
        """The answers so far to the questions of the moment."""
        return self.pending.given if self.pending is not None else {}

    def start(self, procedure: Procedure) -> None:
        """Start a procedure and run it as far as it goes."""
        self.pending = None
        try:
            asked = next(procedure)
        except StopIteration:
            return
        self._wait(procedure, asked)

    def answer(self, player: str, action: Action) -> None:
        """Take a player's answer, and go on if it was the last."""
        assert self.pending is not None
        self.pending.given[player] = action
        self._resume(self.pending)

    def follow_through(self, reply: Callable[[Ask], Action | None]) -> None:
        """Answer the questions that come up until there are none, or one without a reply."""
        while self.pending is not None:
            pending = self.pending
            for ask in pending.asks:
                if ask.player not in pending.given:
                    answer = reply(ask)
                    if answer is None:
                        return
                    pending.given[ask.player] = answer
            self._resume(pending)

    def _wait(self, procedure: Procedure, asked: Ask | tuple[Ask, ...]) -> None:
        """A procedure has just put a question, or several at once."""
        self.pending = Pending(procedure, asks_of(asked), {}, isinstance(asked, Ask))

    def _resume(self, pending: Pending) -> None:
        """Go on with a procedure once all its questions are answered."""
        if len(pending.given) < len(pending.asks):
            return
        reply: Any = next(iter(pending.given.values())) if pending.alone else pending.given
        self.pending = None
        try:
            asked = pending.procedure.send(reply)
        except StopIteration:
            return
        self._wait(pending.procedure, asked)


def set_off(game: Game[Any], entry: Entry) -> Procedure:
    """The procedure that an action sets off, with what follows when the segment is done."""
    if entry.by == ENGINE:
        return begin(game)
    if entry.action["do"] in consent.ALWAYS:
        return consent.perform(game, entry.by, entry.action)
    return _deed(game, entry)


def _deed(game: Game[Any], entry: Entry) -> Procedure:
    do = entry.action["do"]
    offer = offered(game.open_asks(entry.by), do)
    deed = offer if isinstance(offer, Deed) else game.aside(entry.by, do)
    if deed is not None:
        yield from deed.perform(game, entry.by, entry.action)
    # odds are about the action, not about what comes when the segment is done
    if not game.supposing and not game.over and not game.segment.asks(game):
        yield from proceed(game)
