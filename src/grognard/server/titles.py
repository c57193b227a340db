"""Titles: what a game is called. A scenario has a name in the language of whoever asks."""

from __future__ import annotations

from grognard import library
from grognard.server.store.records import GameRow
from grognard.table.tongues import SPOKEN, tongue


def titled(row: GameRow) -> str:
    """A game as its players have called it; one that is called as a scenario is, in words of the
    language in which is asked."""
    system = library.SYSTEMS.get(row.head["system"])
    spoken = None if system is None else tongue(system.phrases, SPOKEN.get())
    return row.title if spoken is None else spoken.rows.get(row.title, row.title)
