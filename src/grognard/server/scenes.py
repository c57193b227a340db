"""Scenes: a game as somebody looks at it: at the present, or at any moment he has lived through.

Everything comes out of the system's tabletop for the seat's audience, which knows no more than the
audience may.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard import library
from grognard.engine.event import Event
from grognard.server.club import Club
from grognard.server.delays import seen_from
from grognard.server.ids import hashed
from grognard.server.live_games import Kept
from grognard.server.offshoots import lines_at
from grognard.server.replays import Shared, find_replay
from grognard.server.store.records import GameRow, Seat
from grognard.server.stream import Stream
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.table.tongues import translated
from grognard.table.wording import spoken_data
from grognard.table.writing import Card, plain


class Scene(NamedTuple):
    """What is looked at: a game at a moment, by whom, and whether that is the present.

    `ended`: it is the end of a game, be it that somebody has resigned.
    """

    kept: Kept
    row: GameRow
    audience: str | None
    present: bool
    last: int
    ended: bool = False

    @property
    def game(self) -> AnyGame:
        """The game at that moment."""
        return self.kept.game

    @property
    def stream(self) -> Stream:
        """What the audience has been told by then."""
        return self.kept.streams[self.audience]

    @property
    def tabletop(self) -> Tabletop:
        """The system's words for a screen."""
        return library.tabletop(self.kept.game)


@contextlib.contextmanager
def scene(club: Club, seat: Seat, moment: int | None = None) -> Iterator[Scene]:
    """What a seat sees now, or saw at a moment that it has lived through."""
    with seen_from(club, seat) as (kept, row, present):
        moments = kept.streams[seat.audience].moments
        last = len(moments)
        if moment is None or moment == last:
            yield Scene(kept, row, seat.audience, present, last, row.over and present)
            return
        upto = lines_at(moments, moment)
    with club.live.past(seat.game_id, f"screen {seat.audience}", upto) as (past, row):
        yield Scene(past, row, seat.audience, False, last)


@contextlib.contextmanager
def shared_scene(club: Club, token: str, moment: int | None = None) -> Iterator[Scene]:
    """What a shared link shows, at its end or at a moment."""
    shared: Shared = find_replay(club, token)
    with club.live.reading(shared.game_id) as (kept, _row):
        moments = [n for n in kept.streams[shared.audience].moments if n <= shared.upto]
    at_end = moment is None or moment == len(moments)
    upto = shared.upto if moment is None or at_end else lines_at(moments, moment)
    who = f"replay {hashed(token)[:16]}"
    with club.live.past(shared.game_id, who, upto) as (past, row):
        ended = row.over and at_end and upto == row.length
        yield Scene(past, row, shared.audience, False, len(moments), ended)


def told(found: Scene) -> list[tuple[int, Event]]:
    """Every event that the audience was told and that still counts, with its turn."""
    stream, dated = found.stream, found.game.dated
    return [(dated[place].turn, event_at(stream, i)) for place, i in stream.in_force]


def event_at(stream: Stream, i: int) -> Event:
    """The event at a place of a stream that holds one."""
    item = stream.items[i]
    assert isinstance(item, Event)
    return item


def read_out(game: AnyGame, words: Tabletop, form: Card) -> dict[str, Any]:
    """A form as a person reads it: plain data, with counters and sides by their names, in the
    language in which he asks."""
    said: dict[str, Any] = translated(game.system.phrases, spoken_data(game, words, plain(form)))
    return said
