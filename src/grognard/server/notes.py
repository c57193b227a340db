"""Notes: what a person writes down for himself at a seat. Nobody else ever reads them."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from grognard.server.club import Club
from grognard.server.errors import Forbidden
from grognard.server.store import schema
from grognard.server.store.records import Seat


def _owner(seat: Seat) -> str:
    if seat.person_id is None:
        raise Forbidden("nobody sits here who could keep notes", "a person's seat")
    return seat.person_id


def read(club: Club, seat: Seat) -> str:
    """The notes of whoever sits there; empty if he has none."""
    n = schema.notes.c
    with club.database.reading() as connection:
        found = connection.execute(
            select(n.text).where(n.seat_id == seat.id, n.person_id == _owner(seat))
        ).scalar()
    return found or ""


def write(club: Club, seat: Seat, text: str) -> str:
    """Put other notes in place of those that are there; none at all if the text is empty."""
    n, person = schema.notes.c, _owner(seat)
    mine = (n.seat_id == seat.id, n.person_id == person)
    with club.database.writing() as connection:
        if not text:
            connection.execute(delete(schema.notes).where(*mine))
            return ""
        values = {"text": text, "at": club.now()}
        changed = connection.execute(update(schema.notes).where(*mine).values(**values))
        if not changed.rowcount:
            connection.execute(
                insert(schema.notes).values(seat_id=seat.id, person_id=person, **values)
            )
    return text
