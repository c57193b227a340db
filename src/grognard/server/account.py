"""The account: what a person sees of it, and how it ends."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update

from grognard.server import codes, names, passkeys, passphrases, seating, sessions, tries
from grognard.server.claims import claim
from grognard.server.club import Club
from grognard.server.ids import new_id
from grognard.server.settings import Settings
from grognard.server.store import schema
from grognard.server.store.records import Person

SWEPT_EVERY = 3600
"""Seconds after which one of the workers forgets what has run out."""


def overview(club: Club, settings: Settings, person: Person, token: str) -> dict[str, Any]:
    """All that a person may know of his account: by what he comes in, and where he is in."""
    with club.database.reading() as connection:
        needs = passkeys.needed(connection, person.id)
        passphrase = passphrases.has_passphrase(connection, person)
    return {
        "needs": needs,
        "passphrase": passphrase,
        "proven": person.guest or sessions.proven(club, token),
        "passkeys": passkeys.listed(club, person),
        "recovery_codes": codes.left(club, person.id, codes.RECOVERY),
        "sessions": sessions.listed(club, person, token),
        "passkeys_possible": passkeys.house(settings) is not None,
        "mail_possible": bool(settings.smtp_host),
    }


def remove(club: Club, person: Person, token: str) -> None:
    """End an account: its person gets up everywhere, and nobody can come in as him again.

    What he has done stays in the games; his name is nobody's for a while.
    """
    sessions.need_proof(club, person, token)
    s, p = schema.seats.c, schema.people.c
    with club.database.reading() as connection:
        held = list(connection.execute(select(s.id).where(s.person_id == person.id)).scalars())
    for seat_id in held:
        seating.leave(club, person, seat_id)
    with club.database.writing() as connection:
        names.let_go(club, connection, person.id)
        for owned in (
            schema.tokens.c.person_id, schema.passkeys.c.person_id, schema.codes.c.person_id,
            schema.haunts.c.person_id, schema.notes.c.person_id, schema.uploads.c.owner,
        ):  # fmt: skip
            connection.execute(delete(owned.table).where(owned == person.id))
        connection.execute(
            update(schema.people)
            .where(p.id == person.id)
            .values(
                name=None, name_key=None, passphrase=None, settings={}, needs=passkeys.PASSPHRASE
            )
        )


def sweep(club: Club) -> None:
    """Forget what has run out: codes, wrong tries, old haunts, sessions, and names at rest."""
    if not claim(club, "accounts swept", new_id(), SWEPT_EVERY):
        return
    now = club.now()
    with club.database.writing() as connection:
        for column, since in (
            (schema.codes.c.until, now),
            (schema.tokens.c.expires, now),
            (schema.names.c.until, now),
            (schema.tries.c.last, now - tries.REMEMBERED),
            (schema.haunts.c.last_used, now - tries.HAUNTED),
        ):
            connection.execute(delete(column.table).where(column <= since))
