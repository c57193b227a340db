"""Supposing: what would happen, for odds and estimates. Nothing of it happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grognard.engine.decision import Action, Ask
from grognard.engine.dice import Chance
from grognard.engine.entries import Entry
from grognard.engine.event import Event

if TYPE_CHECKING:
    from grognard.engine.game import Game


def suppose(
    game: Game[Any],
    player: str,
    action: Action,
    chance: Chance,
    reply: Callable[[Ask], Action | None],
) -> list[Event]:
    """Carry an action out with other dice and answers, take it back, and say what would be told.

    The branch ends with the action's procedure, or at a question without a reply.
    """
    count, opened, since = len(game.entries), game._opened, len(game.events)
    root = game.at_checkpoint
    entry = Entry(player, action, root, False, game.journal.mark(), since, opened, [], [])
    game.entries.append(entry)
    game._chance = chance
    game._drawn, game._revealed = entry.chance, entry.revealed
    try:
        game._carry_out(entry)
        game._course.follow_through(reply)
        return game.events[since:]
    finally:
        game._chance = game.dice
        game._restore(count)
        game._opened = opened
