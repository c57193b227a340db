"""Codes: what is good once: a challenge for a passkey, a way to a new passphrase, a recovery code.

Only their hashes are kept. Whoever takes a code has used it up, whatever he does with it then.
"""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, func, insert, select

from grognard.server.club import Club
from grognard.server.ids import hashed
from grognard.server.store.schema import codes

RECOVERY = "recovery"
MAILED, GIVEN = "reset by mail", "reset by the operator"
RECOVERY_CODES = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody takes for one another."""
_GROUPS, _GROUP = 4, 4
"""A recovery code has so many groups of so many letters: 79 bits, which nobody guesses."""


def put(
    club: Club,
    connection: Connection,
    kind: str,
    code: str,
    person_id: str | None = None,
    seconds: int | None = None,
) -> None:
    """Keep a code for somebody, or for anybody; for so long, or until it is used."""
    now = club.now()
    connection.execute(
        insert(codes).values(
            hash=hashed(_key(kind, code)), kind=kind, person_id=person_id, created=now,
            until=None if seconds is None else now + seconds,
        )
    )  # fmt: skip


def take(club: Club, connection: Connection, kind: str, code: str) -> tuple[bool, str | None]:
    """Use a code up: whether it was good, and whose it was."""
    mark = codes.c.hash == hashed(_key(kind, code))
    wanted = select(codes.c.person_id, codes.c.until).where(mark)
    found = connection.execute(wanted).first()
    if found is None or connection.execute(delete(codes).where(mark)).rowcount != 1:
        return False, None
    return found.until is None or found.until > club.now(), found.person_id


def forget(connection: Connection, person_id: str, *kinds: str) -> None:
    """Make a person's codes of some kinds void."""
    connection.execute(delete(codes).where(codes.c.person_id == person_id, codes.c.kind.in_(kinds)))


def left(club: Club, person_id: str, kind: str) -> int:
    """How many codes of a kind a person has not used yet."""
    wanted = select(func.count()).where(codes.c.person_id == person_id, codes.c.kind == kind)
    with club.database.reading() as connection:
        return int(connection.execute(wanted).scalar_one())


def new_recovery(club: Club, connection: Connection, person_id: str) -> list[str]:
    """New recovery codes; those before are void."""
    forget(connection, person_id, RECOVERY)
    made = [
        "-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
        for _ in range(RECOVERY_CODES)
    ]
    for code in made:
        put(club, connection, RECOVERY, f"{person_id} {_bare(code)}", person_id)
    return made


def take_recovery(club: Club, connection: Connection, person_id: str, code: str) -> bool:
    """Use a recovery code up, however it was written down."""
    good, whose = take(club, connection, RECOVERY, f"{person_id} {_bare(code)}")
    return good and whose == person_id


def _bare(code: str) -> str:
    return "".join(letter for letter in code.lower() if letter.isalnum())


def _key(kind: str, code: str) -> str:
    return f"{kind} {code}"
