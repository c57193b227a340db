"""Offshoots: a new game from the first lines of another.

The lines are played again with the dice that fell; what comes after them rolls by a new secret, so
that nobody can try out today what he will roll tomorrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import insert

from grognard.engine.dice import commitment, seed_from
from grognard.engine.entries import Line, in_force
from grognard.engine.game import Game
from grognard.server import games
from grognard.server.club import Club
from grognard.server.errors import Invalid
from grognard.server.ids import new_id
from grognard.server.live_games import Hold, Kept
from grognard.server.seating import read_seats
from grognard.server.store import schema
from grognard.server.store.records import GameRow, Person, Seat


def lines_at(moments: Sequence[int], moment: int) -> int:
    """How many lines there were at a moment."""
    if not 1 <= moment <= len(moments):
        raise Invalid(f"there is no moment {moment}", f"1 to {len(moments)}")
    return moments[moment - 1]


def lines_seen(club: Club, seat: Seat, moment: int | None) -> int:
    """How many lines there were at a moment, as a seat counts them; without one, by now."""
    with club.live.reading(seat.game_id) as (kept, _row):
        if moment is None:
            return kept.length
        return lines_at(kept.streams[seat.audience].moments, moment)


def openly(game: Game[Any], side: str, upto: int) -> list[Line]:
    """The first lines of a game as a side knows them where the rules hide nothing.

    Without what was taken back, without the answers that others left standing (they have given
    them themselves), and without what others have answered under seal by now.
    """
    secret = _under_seal(game, side)
    return [
        line._replace(auto=False)
        for n, line in in_force(game.history[:upto])
        if n not in secret and (line.by == side or line.action["do"] != "instruct")
    ]


def _under_seal(game: Game[Any], side: str) -> set[int]:
    """The numbers of the answers that others have given to what is still open."""
    answers = [(n, line) for n, line in in_force(game.history) if line.action["do"] != "instruct"]
    given = answers[len(answers) - len(game.sealed) :]
    return {n for n, line in given if line.by != side}


def grown(parent: Kept, lines: Sequence[Line]) -> Kept:
    """A game that begins with these lines of another, and goes on under a new secret.

    What came of each line goes with it, where the lines are just the first ones.
    """
    seed = seed_from(None)
    promise = commitment(seed)
    head = {**parent.head, "commitment": promise, "seed": None}
    kept = Kept(head, seed, promise, parent.edition)
    kept.game.mends.keep(*parent.game.mends.known())
    same = list(lines) == parent.game.history[: len(lines)]
    for n, line in enumerate(lines):
        kept.replay(line._replace(pact=None), parent.game.wakes[n].to_json() if same else None)
    kept.following.end()
    kept.game.inherited = kept.length
    return kept


def grown_from(club: Club, game_id: str, upto: int) -> Kept:
    """A game that begins as another did, up to so many lines; nobody waits while it grows."""
    with club.live.reading(game_id) as (parent, _row):
        lines = list(parent.game.history[:upto])
    return grown(parent, lines)


def title_of(row: GameRow) -> str:
    """What a game that grew out of another is called."""
    return f"{row.title[:80]} (branch)"


def origin_of(title: str, kept: Kept) -> dict[str, Any]:
    """Where a game comes from, as it is told at its table: another game (without a title: a save),
    and the turn from which it goes on."""
    return {"title": title, "turn": kept.game.turn}


def begin_together(club: Club, hold: Hold, person: Person, kept: Kept) -> str:
    """Go on from an earlier moment as another game, everybody on the seat that he has."""
    connection, row = hold.connection, hold.row
    games.within_bounds(club, connection, person)
    settings = {**row.settings, "origin": origin_of(row.title, kept)}
    game_id = games.begin(
        club, connection, kept, owner=person.id, title=title_of(row), settings=settings,
        listed=False, plans=(), parent=row.id, inherited=kept.length,
    )  # fmt: skip
    for old in read_seats(connection, row.id):
        seen = min(old.seen, kept.told.get(old.audience or "", 0))
        again = replace(old, id=new_id(), game_id=game_id, seen=seen)
        connection.execute(insert(schema.seats).values(**asdict(again), created=club.now()))
    hold.begun.append(game_id)
    return game_id
