"""Claims: of all workers on one database one does a thing, and nobody does it again too soon."""

from __future__ import annotations

from sqlalchemy import delete, insert, update
from sqlalchemy.exc import IntegrityError

from grognard.server.club import Club
from grognard.server.store.schema import claims


def claim(club: Club, what: str, worker: str, seconds: int) -> bool:
    """Take a thing on, or keep it, for so long; False if another worker has it."""
    now = club.now()
    until = now + seconds
    free = (claims.c.until <= now) | (claims.c.worker == worker)
    try:
        with club.database.writing() as connection:
            taken = connection.execute(
                update(claims).where(claims.c.what == what, free).values(worker=worker, until=until)
            )
            if not taken.rowcount:
                connection.execute(insert(claims).values(what=what, worker=worker, until=until))
    except IntegrityError:  # it is there, and another's
        return False
    return True


def release(club: Club, what: str, worker: str) -> None:
    """Give a thing up that is one's own."""
    with club.database.writing() as connection:
        connection.execute(delete(claims).where(claims.c.what == what, claims.c.worker == worker))


def forget(club: Club, what: str) -> None:
    """Let a thing be done again, whoever has done it."""
    with club.database.writing() as connection:
        connection.execute(delete(claims).where(claims.c.what == what))


def sweep(club: Club) -> None:
    """Forget what has run out."""
    with club.database.writing() as connection:
        connection.execute(delete(claims).where(claims.c.until <= club.now()))
