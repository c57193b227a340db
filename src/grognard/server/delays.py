"""Delays: who looks on later than it happens sees the past, wherever he looks."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from grognard.server.club import Club
from grognard.server.live_games import Kept
from grognard.server.store.records import GameRow, Seat


@contextlib.contextmanager
def seen_from(club: Club, seat: Seat) -> Iterator[tuple[Kept, GameRow, bool]]:
    """The game as a seat sees it, and whether that is the present."""
    with club.live.reading(seat.game_id) as (kept, row):
        upto = lines_shown(kept, row, seat)
        if upto == row.length:
            yield kept, row, True
            return
    who = f"{seat.audience} {seat.delay_lines} {seat.delay_turns}"
    with club.live.past(seat.game_id, who, upto) as (past, row):
        yield past, row, False


def lines_shown(kept: Kept, row: GameRow, seat: Seat) -> int:
    """How many lines a seat is shown; when the game is over, all.

    A delay counts the lines that the seat would have noticed: it is not shortened by others.
    """
    if row.over or not seat.delayed:
        return row.length
    upto = row.length
    if seat.delay_lines:
        moments = kept.streams[seat.audience].moments
        upto = moments[-1 - seat.delay_lines] if len(moments) > seat.delay_lines else 1
    if seat.delay_turns:
        latest = kept.turns[-1] - seat.delay_turns
        upto = min(upto, max(1, sum(1 for turn in kept.turns if turn <= latest)))
    return upto


def eyes(row: GameRow, at_table: Sequence[Seat], person_id: str | None) -> Seat | None:
    """The delayed seat by which somebody sees a game from outside; None if he sees the present.

    Who has several sees by the one that is least behind. A stranger is told no more than whoever
    at the table is told last: he could be the same person.
    """
    mine = [one for one in at_table if person_id is not None and one.person_id == person_id]
    if row.over or (person_id is not None and row.owner == person_id and not mine):
        return None
    if mine:
        return None if not all(one.delayed for one in mine) else min(mine, key=_behind)
    return max((one for one in at_table if one.delayed), key=_behind, default=None)


def _behind(seat: Seat) -> tuple[int, int]:
    return seat.delay_turns, seat.delay_lines
