"""Links: what lets others in or lets them look, seen by whoever gave it out, and taken back.

Of a link only its hash is kept, so it cannot be shown again; what it is for can, and it can be made
to open nothing. Whoever looks after a table sees all its invitations, everybody his own, and the
replays that he has shared himself. The link to watch by has a way of its own (`onlookers`).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select

from grognard.server.club import Club
from grognard.server.errors import NotFound
from grognard.server.ids import hashed
from grognard.server.live_games import read_row
from grognard.server.onlookers import watch_of
from grognard.server.seating import read_seats
from grognard.server.store import schema
from grognard.server.store.records import UMPIRE_ROLE, Person, Seat

INVITATION, REPLAY = "invitation", "replay"
SHOWN = 32
"""So many letters of its hash name a link: enough to find it, and of no use to open it."""


def links(club: Club, person: Person, game_id: str) -> dict[str, Any]:
    """The links to a game that a person may take back, the newest first."""
    with club.database.reading() as connection:
        at_table = _at(connection, person, game_id)
        found = _invitations(connection, person, game_id, at_table)
        found += _replays(connection, person, game_id, at_table)
    with club.live.reading(game_id) as (kept, _row):
        watch = watch_of(kept)
    hidden = hashed(watch.token)[:SHOWN] if watch is not None else ""
    told = [one for one in found if one["id"] != hidden]
    return {"links": sorted(told, key=lambda one: (-one["created"], one["id"]))}


def take_back(club: Club, person: Person, game_id: str, link: str) -> None:
    """Make a link open nothing any more. Who has come by it keeps his seat."""
    if all(one["id"] != link for one in links(club, person, game_id)["links"]):
        raise NotFound("there is no such link", "one from the list")
    with club.database.writing() as connection:
        for table in (schema.invites, schema.replays):
            given = connection.scalars(select(table.c.hash).where(table.c.game_id == game_id))
            for whole in [one for one in given if one[:SHOWN] == link]:
                connection.execute(delete(table).where(table.c.hash == whole))


def _at(connection: Connection, person: Person, game_id: str) -> list[Seat]:
    """Who sits at a game, for somebody who sits there too or has begun it."""
    row, at_table = read_row(connection, game_id), read_seats(connection, game_id)
    if row.owner != person.id and all(one.person_id != person.id for one in at_table):
        raise NotFound("there is no such game")
    return at_table


def _invitations(
    connection: Connection, person: Person, game_id: str, at_table: list[Seat]
) -> list[dict[str, Any]]:
    i = schema.invites.c
    wanted = select(i.hash, i.seat_id, i.plan, i.by, i.created).where(i.game_id == game_id)
    umpire = any(one.person_id == person.id and one.role == UMPIRE_ROLE for one in at_table)
    looks_after = umpire or read_row(connection, game_id).owner == person.id
    seats = {one.id: (one.role, one.side) for one in at_table}
    found = []
    for one in connection.execute(wanted):
        plan = (one.plan.get("role"), one.plan.get("side"))
        if looks_after or one.by == person.id:
            role, side = seats.get(one.seat_id, plan)
            found.append(_card(INVITATION, one, role, side, person))
    return found


def _replays(
    connection: Connection, person: Person, game_id: str, at_table: list[Seat]
) -> list[dict[str, Any]]:
    """Those that a person has shared; of old ones, which do not say who did, those of his side."""
    r = schema.replays.c
    wanted = select(r.hash, r.audience, r.by, r.created).where(r.game_id == game_id)
    mine = {one.audience for one in at_table if one.person_id == person.id}
    return [
        _card(REPLAY, one, None, one.audience, person)
        for one in connection.execute(wanted)
        if one.by == person.id or (one.by is None and one.audience in mine)
    ]


def _card(
    kind: str, one: Any, role: str | None, side: str | None, person: Person
) -> dict[str, Any]:
    return {
        "id": one.hash[:SHOWN],
        "kind": kind,
        "role": role,
        "side": side,
        "mine": one.by == person.id,
        "created": one.created,
    }
