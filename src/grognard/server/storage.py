"""Storage: who keeps too much here begins nothing new; what he has begun goes on.

What he has no use for he can remove: a scenario that he has brought, and a game of his own at which
nobody else sits.
"""

from __future__ import annotations

from sqlalchemy import Connection, exists, or_, select

from grognard.server import clearing
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, NotFound
from grognard.server.live_games import read_row
from grognard.server.store import schema
from grognard.server.store.records import Person
from grognard.server.store.sizes import is_guest, used, used_by_guests, written


def check(club: Club, connection: Connection, person_id: str, more: int = 0) -> None:
    """Refuse something new to who keeps too much already, and to guests who all together do."""
    limits, guest = club.limits, is_guest(connection, person_id)
    most = limits.storage_per_guest if guest else limits.storage_per_person
    here = used(connection, person_id) + more
    if here > most:
        raise Conflict(
            f"what you keep here takes {written(here)} MiB, of {written(most)} that are yours",
            "remove a game or a scenario first",
        )
    if guest and used_by_guests(connection) + more > limits.storage_of_guests:
        raise Conflict("the guests of this server keep too much", "take a name first")


def remove_game(club: Club, person: Person, game_id: str) -> None:
    """Remove a game of one's own, at which nobody else sits."""
    g, s, p = schema.games.c, schema.seats.c, schema.people.c
    with club.database.reading() as connection:
        row = read_row(connection, game_id)
        mine = select(s.id).where(s.game_id == game_id, s.person_id == person.id)
        sits = connection.execute(mine).first() is not None
    if row.owner != person.id:
        if not (sits or row.listed):
            raise NotFound("there is no such game")
        raise Forbidden("only who began a game removes it", "leave the table instead")
    others = exists().where(
        s.game_id == g.id, s.person_id == p.id, or_(p.id < person.id, p.id > person.id)
    )
    if not clearing.remove(club, game_id, ~others):
        raise Conflict("somebody else sits at this game", "leave the table instead")
