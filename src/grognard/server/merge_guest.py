"""Homecoming: a guest turns out to be somebody we know, and his games go with him.

His seats, the games he began and the scenarios he brought become those of the person who signed
in; the guest and his tokens are no more. Where the person has the very seat already, or would see
more of a game than one who plays against others may, the guest gets up from it first.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from grognard.server import entering
from grognard.server.club import Club
from grognard.server.entering import Shown
from grognard.server.errors import Conflict, Forbidden
from grognard.server.live_games import read_row
from grognard.server.seating import GUEST_NAME, leave, may_sit, read_seats
from grognard.server.store import schema
from grognard.server.store.records import Person, Seat


def sign_in(
    club: Club, name: str, passphrase: str, guest: Person | None = None
) -> tuple[Person, str]:
    """A person by name and passphrase, with a new token, and with a guest's games."""
    return come_home(club, guest, entering.sign_in(club, name, Shown(passphrase)))


def come_home(club: Club, guest: Person | None, entered: tuple[Person, str]) -> tuple[Person, str]:
    """Whoever has entered, and was here as a guest until now, brings his games along.

    The guest is no more.
    """
    if guest is not None and guest.guest:
        _bring(club, guest, entered[0])
    return entered


def _bring(club: Club, guest: Person, person: Person) -> None:
    """Make a guest's games those of the person that he is."""
    with club.database.reading() as connection:
        given_up = _given_up(connection, guest, person)
    for seat in given_up:
        leave(club, guest, seat.id)
    with club.database.writing() as connection:
        games = _games(connection, guest)
        for game_id in games:
            read_row(connection, game_id, lock=True)  # nobody comes or goes there meanwhile
        if _given_up(connection, guest, person):
            raise Conflict("somebody sat down at one of your games just now", "sign in once more")
        _move(connection, guest, person)
        for game_id in games:
            club.database.announce(connection, game_id)
    for game_id in games:
        club.database.announced(game_id)


def _games(connection: Connection, guest: Person) -> list[str]:
    """The games a guest sits at, always in one order."""
    s = schema.seats.c
    wanted = select(s.game_id).where(s.person_id == guest.id).distinct().order_by(s.game_id)
    return list(connection.execute(wanted).scalars())


def _given_up(connection: Connection, guest: Person, person: Person) -> list[Seat]:
    """The seats that do not go with a guest."""
    return [
        seat
        for game_id in _games(connection, guest)
        for seat in _superfluous(read_seats(connection, game_id), guest, person)
    ]


def _superfluous(at_table: Sequence[Seat], guest: Person, person: Person) -> list[Seat]:
    """The seats of a guest at one table that the person has already, or must not have."""
    others = [seat for seat in at_table if seat.person_id not in (guest.id, person.id)]
    held = [seat for seat in at_table if seat.person_id == person.id]
    found = []
    for seat in (seat for seat in at_table if seat.person_id == guest.id):
        alike = any(_kind(seat) == _kind(mine) for mine in held)
        if alike or not _fair(seat, [*others, *held], person):
            found.append(seat)
        else:
            held.append(seat)
    return found


def _kind(seat: Seat) -> tuple[str, str | None, int, int]:
    return seat.role, seat.side, seat.delay_lines, seat.delay_turns


def _fair(seat: Seat, at_table: Sequence[Seat], person: Person) -> bool:
    try:
        may_sit(seat.role, seat.side, at_table, person)
    except Forbidden:
        return False
    return True


def _move(connection: Connection, guest: Person, person: Person) -> None:
    """Put the person in the guest's place everywhere, and take the guest away."""
    s = schema.seats.c
    connection.execute(
        update(schema.seats)
        .where(s.person_id == guest.id, s.name == GUEST_NAME)
        .values(name=person.name)
    )
    connection.execute(
        update(schema.seats).where(s.person_id == guest.id).values(guest=person.guest)
    )
    for owned in (
        s.person_id,
        schema.games.c.owner,
        schema.uploads.c.owner,
        schema.invites.c.by,
        schema.replays.c.by,
    ):
        connection.execute(update(owned.table).where(owned == guest.id).values({owned: person.id}))
    connection.execute(delete(schema.tokens).where(schema.tokens.c.person_id == guest.id))
    connection.execute(delete(schema.people).where(schema.people.c.id == guest.id))
