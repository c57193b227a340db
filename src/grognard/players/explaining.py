"""Explaining: how a player says what he is about, if he does.

Whoever plays may have a method `explained` besides `choose`: after each answer, and before that is
carried out, it gives a page of the orders of the day, or None where the answer needs no words.
Nothing of the game hangs on it; nobody need ask.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from grognard.table.intent import Page


@runtime_checkable
class Explaining(Protocol):
    """A player who says what he is about."""

    def explained(self) -> Page | None:
        """What the last answer was about; None where there is nothing to say."""


def page_of(player: object) -> Page | None:
    """What a player's last answer was about, if he says so."""
    return player.explained() if isinstance(player, Explaining) else None
