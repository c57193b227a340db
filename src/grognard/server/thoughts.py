"""Thoughts: how far the program has come that thinks in a game, and how it is told to move now.

What a worker hears of its program is written down, so that all workers can tell it. What a program
is leaning to is its own side's affair: everybody else is told how much of the time is spent, and no
more. Whoever plays against a program may have it move now, but not where a person sits on its side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select, update

from grognard import library
from grognard.server import queries
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden
from grognard.server.scenes import read_out
from grognard.server.seating import read_seats
from grognard.server.store import schema
from grognard.server.store.records import PERSON, PLAYER, UMPIRE_ROLE, Seat
from grognard.table import intent
from grognard.table.intent import OrderLine, Page, PageError
from grognard.table.writing import Card, plain

MOST_REHEARSALS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Thought(Card):
    """How far a thought has come, as a seat may know it."""

    side: str
    percent: int
    """How much of its budget is spent."""
    seconds: int
    """For how long it had gone on when that was told."""
    may_hurry: bool
    """Whether the seat may have the program move now."""
    hurried: bool
    """Whether it has been told to."""
    rehearsals: int | None
    """How much was rehearsed; for the program's own side alone, as is what it leans to."""
    leading: OrderLine | None


class About(NamedTuple):
    """Which thought it is: for which seat, about which question, and whether for a person."""

    seat: Seat
    at: str
    deputy: bool


# ---- the worker whose program thinks


def note(club: Club, about: About, begun: int, progress: Mapping[str, Any]) -> None:
    """Write down how far a thought has come, and ring for all who listen."""
    told = {
        "rehearsals": min(max(0, int(progress["rehearsals"])), MOST_REHEARSALS),
        "percent": min(max(0, int(progress["percent"])), 100),
        "leading": _checked(progress.get("leading")),
        "told": club.now(),
    }
    game, t = about.seat.game_id, schema.thoughts.c
    same = (t.game_id == game, t.seat_id == about.seat.id, t.at == about.at)
    with club.database.writing() as connection:
        known = connection.execute(update(schema.thoughts).where(*same).values(**told)).rowcount
        if not known:
            connection.execute(delete(schema.thoughts).where(t.game_id == game))
            connection.execute(
                insert(schema.thoughts).values(
                    game_id=game, seat_id=about.seat.id, at=about.at, deputy=about.deputy,
                    begun=begun, **told,
                )
            )  # fmt: skip
        club.database.announce(connection, game)
    club.database.announced(game)


def _checked(leading: Any) -> dict[str, Any] | None:
    """What looks best so far, if it is written as orders of the day are."""
    try:
        return intent.written(intent.read(leading)) or None
    except PageError:
        return None


def is_hurried(club: Club, game: str, at: str) -> bool:
    """Whether the thought about a question is to end now."""
    with club.database.reading() as connection:
        found = _row(connection, game)
    return found is not None and found.at == at and bool(found.hurried)


def forget(club: Club, game: str) -> None:
    """A thought has ended."""
    with club.database.writing() as connection:
        connection.execute(delete(schema.thoughts).where(schema.thoughts.c.game_id == game))


# ---- at the table


def thought(club: Club, seat: Seat) -> dict[str, Any]:
    """How far the program has come that thinks now, as a seat may know it."""
    found = _thought(club, seat)
    return {"thought": None if found is None else found}


def _thought(club: Club, seat: Seat) -> dict[str, Any] | None:
    with club.database.reading() as connection:
        row = _row(connection, seat.game_id)
        if row is None or seat.delayed:
            return None
        at_table = read_seats(connection, seat.game_id)
    thinker = _thinker(club, row, at_table)
    if thinker is None or (row.deputy and thinker.id != seat.id):
        return None  # who has a deputy is nobody else's affair
    known = Thought(
        side=str(thinker.side),
        percent=row.percent,
        seconds=max(0, row.told - row.begun),
        may_hurry=_against(seat, thinker, at_table, row.deputy) is None,
        hurried=bool(row.hurried),
        rehearsals=None,
        leading=None,
    )
    own = seat.role == UMPIRE_ROLE or (seat.role == PLAYER and seat.side == thinker.side)
    if not own:
        return plain(known)
    with club.live.reading(seat.game_id) as (kept, _):
        game, words = kept.game, library.tabletop(kept.game)
        page = Page() if row.leading is None else intent.read(row.leading)
        line = None if page.reason is None else intent.tell(game, words, page.reason)
        told = {**plain(known), "rehearsals": row.rehearsals}
        return {**told, "leading": read_out(game, words, line) if line and line.text else None}


def _row(connection: Connection, game: str) -> Row[Any] | None:
    t = schema.thoughts
    return connection.execute(select(t).where(t.c.game_id == game)).first()


def _thinker(club: Club, row: Row[Any], at_table: Sequence[Seat]) -> Seat | None:
    """For whom it thinks, if what it thinks about is still asked."""
    found = next((one for one in at_table if one.id == row.seat_id), None)
    if found is None or queries.decision_id(club, found) != row.at:
        return None
    return found


def hurry(club: Club, seat: Seat) -> None:
    """Have the program that thinks now move with the best that it has found."""
    if seat.role != PLAYER or seat.side is None:
        raise Forbidden("only who plays may have a program move now", "a player's seat")
    with club.database.reading() as connection:
        row = _row(connection, seat.game_id)
        at_table = read_seats(connection, seat.game_id)
    thinker = None if row is None else _thinker(club, row, at_table)
    if row is None or thinker is None or (row.deputy and thinker.id != seat.id):
        raise Conflict("no program is thinking now that could move at once", "wait until one is")
    against = _against(seat, thinker, at_table, row.deputy)
    if against is not None:
        raise Forbidden(against, "patience")
    t = schema.thoughts.c
    with club.database.writing() as connection:
        connection.execute(
            update(schema.thoughts)
            .where(t.game_id == seat.game_id, t.seat_id == row.seat_id, t.at == row.at)
            .values(hurried=True)
        )
        club.database.announce(connection, seat.game_id)
    club.database.announced(seat.game_id)


def _against(seat: Seat, thinker: Seat, at_table: Sequence[Seat], deputy: bool) -> str | None:
    """Why a seat may not have a program move now; None if it may."""
    if seat.role != PLAYER or seat.side is None:
        return "only who plays may have a program move now"
    if deputy:
        return None
    beside = [
        one
        for one in at_table
        if one.role == PLAYER and one.side == thinker.side and one.kind == PERSON and one.taken
    ]
    if beside and seat.side != thinker.side:
        return "the program plays beside a person, who may have it move now"
    return None
