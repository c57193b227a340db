"""Refusals as whoever asks reads them: with names for ids, in his language.

The rules refuse in English, and so they are recorded and logged.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard import library
from grognard.engine.refusal import Refusal
from grognard.server.errors import Invalid
from grognard.server.store.records import GameRow
from grognard.table.tabletop import AnyGame
from grognard.table.tongues import said
from grognard.table.wording import spoken_refusals


def in_words(game: AnyGame, refusals: Sequence[Refusal]) -> list[Refusal]:
    """Refusals as a person reads them, with counters and sides by their names."""
    read = spoken_refusals(game, library.tabletop(game), refusals)
    return [Refusal(r.rule, said(r.text, game.system.phrases)) for r in read]


def ended(row: GameRow) -> list[Refusal]:
    """The refusal of everything in a game that is over."""
    return [Refusal("turn", f"the game is over: {row.result}")] if row.over else []


def not_too_late(game: AnyGame, row: GameRow, stale: Sequence[Refusal] = ()) -> None:
    """Refuse whatever is asked of a game that is over, or about an old question."""
    if against := ended(row) or stale:
        raise Invalid.because(in_words(game, against))
