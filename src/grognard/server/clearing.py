"""Clearing up: games of guests that nobody plays any more are removed, after a warning.

A guest is known by his browser alone; when he is gone his games are nobody's. One in which nothing
has happened for long, and in which nobody sits who has a name, is marked: its card says when it
leaves. Whoever plays on in it, or takes a name, keeps it. When the time has come it is removed,
with what else of guests nobody can come back to.
"""

from __future__ import annotations

import asyncio
import secrets

from anyio import to_thread
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, update

from grognard.server.claims import claim
from grognard.server.club import Club
from grognard.server.logs import log
from grognard.server.store import schema

LOG = log("clearing")
DAY = 24 * 3600
EVERY = 3600
"""Seconds between two rounds, of all workers together."""
AT_ONCE = 200
"""How many games are marked, and how many removed, in one round."""
BROUGHT = "%/~%"
"""How scenarios are called that somebody has brought."""


def _abandoned(since: int) -> ColumnElement[bool]:
    """Games in which nobody has done or said anything since, and only guests sit."""
    g, s, p, m = schema.games.c, schema.seats.c, schema.people.c, schema.matters.c
    sits = exists().where(s.game_id == g.id, s.person_id == p.id, p.name.is_not(None))
    owns = exists().where(p.id == g.owner, p.name.is_not(None))
    talks = exists().where(m.game_id == g.id, m.at > since)
    return and_(g.waiting_since <= since, ~talks, ~sits, ~owns)


def mark(club: Club) -> list[str]:
    """Mark the games that are abandoned; and leave those alone that are not any more."""
    limits, now, g = club.limits, club.now(), schema.games.c
    if not limits.guest_days:
        return []
    lonely = _abandoned(now - limits.guest_days * DAY)
    wanted = select(g.id).where(g.leaves.is_(None), lonely).order_by(g.waiting_since)
    with club.database.writing() as connection:
        connection.execute(
            update(schema.games).where(g.leaves.is_not(None), ~lonely).values(leaves=None)
        )
        found = list(connection.execute(wanted.limit(AT_ONCE)).scalars())
        if found:
            leaves = now + limits.guest_grace_days * DAY
            connection.execute(update(schema.games).where(g.id.in_(found)).values(leaves=leaves))
        for game_id in found:
            club.database.announce(connection, game_id)
    for game_id in found:
        club.database.announced(game_id)
    return found


def clear(club: Club) -> list[str]:
    """Remove the games whose time has come, and what else nobody can come back to."""
    now, g = club.now(), schema.games.c
    if not club.limits.guest_days:
        return []
    due = and_(
        g.leaves.is_not(None), g.leaves <= now, _abandoned(now - club.limits.guest_days * DAY)
    )
    with club.database.reading() as connection:
        found = list(connection.execute(select(g.id).where(due).limit(AT_ONCE)).scalars())
    gone = [game_id for game_id in found if remove(club, game_id, due)]
    with club.database.writing() as connection:
        _clear_rest(connection, now)
    return gone


def remove(club: Club, game_id: str, if_still: ColumnElement[bool]) -> bool:
    """Remove a game and all that belongs to it, if things are still so."""
    with club.database.writing() as connection:
        wanted = delete(schema.games).where(schema.games.c.id == game_id, if_still)
        gone = bool(connection.execute(wanted).rowcount)
        if gone:
            club.database.announce(connection, game_id)
    if gone:
        club.live.forget(game_id)
        club.database.announced(game_id)
    return gone


def _clear_rest(connection: Connection, now: int) -> None:
    """What guests have brought who cannot come back, those guests, and scenarios without games."""
    p, t, u, g = schema.people.c, schema.tokens.c, schema.uploads.c, schema.games.c
    s, sc = schema.seats.c, schema.scenarios.c
    guest = exists().where(p.id == u.owner, p.name.is_(None))
    known = exists().where(t.person_id == u.owner, t.expires > now)
    connection.execute(delete(schema.uploads).where(guest, ~known))
    busy = or_(
        exists().where(t.person_id == p.id, t.expires > now),
        exists().where(s.person_id == p.id),
        exists().where(g.owner == p.id),
        exists().where(u.owner == p.id),
    )
    connection.execute(delete(schema.people).where(p.name.is_(None), ~busy))
    played = exists().where(g.head["scenario_hash"].as_string() == sc.hash)
    connection.execute(delete(schema.scenarios).where(sc.id.like(BROUGHT), ~played))


class Clearing:
    """Clears up now and then; of all workers one does."""

    def __init__(self, club: Club) -> None:
        self.club = club

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await to_thread.run_sync(self.round)
            await asyncio.sleep(EVERY)

    def round(self) -> None:
        """Mark and remove, if no other worker has of late."""
        if not claim(self.club, "clearing", secrets.token_hex(8), EVERY // 2):
            return
        marked, gone = mark(self.club), clear(self.club)
        if marked or gone:
            LOG.info("games were cleared up", extra={"marked": len(marked), "removed": len(gone)})
