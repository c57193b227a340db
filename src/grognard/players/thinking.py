"""Thinking aloud: how a player who takes his time says how far he is, and is told to move now.

Whoever plays may have a method `heard_by` besides `choose`. Whoever sits him down gives it a
listener, which is told now and then, while `choose` goes on, how far the thought has come. It says
whether there is time left: once it has said no, the player answers with the best that he has found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from grognard.table.intent import Point


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a thought has come: what was rehearsed, how much of the budget is spent, in percent,
    and what looks best so far, as a point of the orders of the day."""

    rehearsals: int
    percent: int
    leading: Point | None = None


Listener = Callable[[Progress], bool]
"""Hears how far a thought has come; whether it may go on."""


@runtime_checkable
class Thoughtful(Protocol):
    """A player who takes his time and says how far he is."""

    def heard_by(self, listener: Listener | None) -> None:
        """Tell this listener from now on, or nobody."""


def let_hear(player: object, listener: Listener | None) -> bool:
    """Have a player tell a listener how far he is; whether he is one who does."""
    if not isinstance(player, Thoughtful):
        return False
    player.heard_by(listener)
    return True
