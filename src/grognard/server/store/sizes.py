"""Sizes: how many bytes people keep in the store.

A person's are the games that he has begun, with all that was played and said in them, the scenarios
that he has brought, and his notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from grognard.engine.record import canonical
from grognard.server.errors import Conflict
from grognard.server.spending import keep
from grognard.server.store import schema

MIB = 1 << 20
ROW = 200
"""About how many bytes a row takes beside what is written in it."""
HARD = 4
"""At how many times his share a person's games stand still."""
WRITTEN = ("action", "chance", "wake", "pact")
"""What is written in a line."""


class Shares(NamedTuple):
    """How many bytes a person may keep, and a guest."""

    person: int = 256 * MIB
    guest: int = 32 * MIB


def size_of(row: Mapping[str, Any], *columns: str) -> int:
    """About how many bytes a row takes."""
    return ROW + sum(len(canonical(row[name])) for name in columns if row[name] is not None)


def size_of_texts(texts: Mapping[str, str]) -> int:
    """How many bytes a scenario's files take."""
    return ROW + sum(len(text.encode()) for text in texts.values())


def used(connection: Connection, person_id: str) -> int:
    """How many bytes a person keeps here."""
    g, u, n = schema.games.c, schema.uploads.c, schema.notes.c
    parts = (
        select(func.coalesce(func.sum(g.bytes), 0)).where(g.owner == person_id),
        select(func.coalesce(func.sum(u.bytes), 0)).where(u.owner == person_id),
        select(func.coalesce(func.sum(func.length(n.text)), 0)).where(n.person_id == person_id),
    )
    return sum(int(connection.execute(part).scalar_one()) for part in parts)


def is_guest(connection: Connection, person_id: str) -> bool:
    """Whether a person has no name."""
    p = schema.people.c
    return connection.execute(select(p.name).where(p.id == person_id)).scalar() is None


def used_by_guests(connection: Connection) -> int:
    """How many bytes all guests keep: their games, and the scenarios that they have brought."""
    g, u, p = schema.games.c, schema.uploads.c, schema.people.c
    parts = (
        select(func.coalesce(func.sum(g.bytes), 0)).join(schema.people, p.id == g.owner),
        select(func.coalesce(func.sum(u.bytes), 0)).join(schema.people, p.id == u.owner),
    )
    return sum(int(connection.execute(part.where(p.name.is_(None))).scalar_one()) for part in parts)


def grown(
    connection: Connection, owner: str | None, before: int, added: int, shares: Shares
) -> int:
    """How many bytes a game takes with what is added.

    It goes on whatever its owner keeps, up to many times his share; that is looked at with every
    mebibyte.
    """
    keep(added)
    after = before + added
    if owner is not None and after // MIB != before // MIB:
        most = HARD * (shares.guest if is_guest(connection, owner) else shares.person)
        here = used(connection, owner) + added
        if here > most:
            raise Conflict(
                f"this game cannot go on: what its owner keeps here takes {written(here)} MiB",
                "let its owner remove a game first",
            )
    return after


def written(size: int) -> str:
    """A number of bytes, in mebibytes."""
    return f"{size / MIB:.1f}"
