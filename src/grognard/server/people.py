"""People: guests, names with a passphrase, and the tokens by which a browser is known.

Of a token only the hash is kept, of a passphrase only what argon2 makes of it: whoever reads the
database can come in as nobody.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.engine.record import canonical
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound
from grognard.server.ids import hashed, new_id
from grognard.server.store import schema
from grognard.server.store.records import Person

DAY = 24 * 3600
LONGEST_NAME, SHORTEST_PASSPHRASE, LONGEST_PASSPHRASE = 40, 8, 200
LONGEST_SETTINGS = 8192
HASHER = PasswordHasher()


@cache
def _nobodys() -> str:
    """A hash to check against where there is none, so that the time tells nothing."""
    return HASHER.hash(new_id())


def guest(club: Club) -> tuple[Person, str]:
    """A new person without a name."""
    person = Person(new_id())
    with club.database.writing() as connection:
        connection.execute(
            insert(schema.people).values(id=person.id, settings={}, created=club.now())
        )
        return person, _token(club, connection, person.id)


def _token(club: Club, connection: Connection, person_id: str) -> str:
    token, now = new_id(), club.now()
    expires = now + club.limits.token_days * DAY
    connection.execute(
        insert(schema.tokens).values(
            hash=hashed(token), person_id=person_id, created=now, last_used=now, expires=expires
        )
    )
    return token


def name_key(name: str) -> str:
    """What all ways to write one name have in common."""
    return _spaced(name).casefold()


def _spaced(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


def plain_name(name: str) -> str:
    """A name as it is kept: letters as everybody writes them, no control signs, not too long."""
    plain = _spaced(name)
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise Invalid("that cannot be a name", f"1 to {LONGEST_NAME} letters")
    return plain


def sayable(text: str) -> bool:
    """Whether a text can be written down: no half letters, and nothing that ends it early."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def register(club: Club, person: Person, name: str, passphrase: str) -> Person:
    """Give a guest a name and a passphrase."""
    if not person.guest:
        raise Conflict(f"you have a name already: {person.name}")
    if not SHORTEST_PASSPHRASE <= len(passphrase) <= LONGEST_PASSPHRASE or not sayable(passphrase):
        raise Invalid(
            "that cannot be a passphrase",
            f"{SHORTEST_PASSPHRASE} to {LONGEST_PASSPHRASE} letters; a few words are best",
        )
    plain = plain_name(name)
    kept = HASHER.hash(passphrase)
    p = schema.people.c
    try:
        with club.database.writing() as connection:
            changed = connection.execute(
                update(schema.people)
                .where(p.id == person.id, p.name.is_(None))
                .values(name=plain, name_key=name_key(plain), passphrase=kept)
            )
            if changed.rowcount != 1:
                raise Conflict("you have a name already")
    except IntegrityError:
        raise Conflict(f"the name {plain!r} is taken", "another name") from None
    return Person(person.id, plain, person.settings)


def sign_in(club: Club, name: str, passphrase: str) -> tuple[Person, str]:
    """A person by name and passphrase; a wrong name and a wrong passphrase look alike."""
    p = schema.people.c
    key = name_key(name)
    if not (sayable(key) and sayable(passphrase)):
        raise Forbidden("name and passphrase do not go together")
    with club.database.reading() as connection:
        found = connection.execute(
            select(p.id, p.name, p.settings, p.passphrase).where(p.name_key == key)
        ).first()
    try:
        kept = found.passphrase if found is not None else _nobodys()
        HASHER.verify(kept, passphrase[: LONGEST_PASSPHRASE + 1])
    except (Argon2Error, InvalidHashError):
        found = None
    if found is None:
        raise Forbidden("name and passphrase do not go together")
    with club.database.writing() as connection:
        if HASHER.check_needs_rehash(found.passphrase):
            connection.execute(
                update(schema.people)
                .where(p.id == found.id)
                .values(passphrase=HASHER.hash(passphrase))
            )
        token = _token(club, connection, found.id)
    return Person(found.id, found.name, found.settings), token


def sign_out(club: Club, token: str) -> None:
    """Forget a token."""
    with club.database.writing() as connection:
        connection.execute(delete(schema.tokens).where(schema.tokens.c.hash == hashed(token)))


def sign_out_everywhere(club: Club, person: Person) -> None:
    """Forget every token of a person."""
    with club.database.writing() as connection:
        connection.execute(delete(schema.tokens).where(schema.tokens.c.person_id == person.id))


def person(club: Club, token: str) -> Person | None:
    """Whose token this is. A token that is used stays good; it is noted once a day."""
    t, p, now = schema.tokens.c, schema.people.c, club.now()
    with club.database.reading() as connection:
        found = connection.execute(
            select(p.id, p.name, p.settings, t.last_used)
            .join_from(schema.tokens, schema.people)
            .where(t.hash == hashed(token), t.expires > now)
        ).first()
    if found is None:
        return None
    if now - found.last_used > DAY:
        expires = now + club.limits.token_days * DAY
        with club.database.writing() as connection:
            connection.execute(
                update(schema.tokens)
                .where(t.hash == hashed(token))
                .values(last_used=now, expires=expires)
            )
    return Person(found.id, found.name, found.settings)


def by_id(club: Club, person_id: str) -> Person | None:
    """A person by id."""
    p = schema.people.c
    with club.database.reading() as connection:
        found = connection.execute(
            select(p.id, p.name, p.settings).where(p.id == person_id)
        ).first()
    return None if found is None else Person(found.id, found.name, found.settings)


def settle(club: Club, person: Person, settings: Mapping[str, Any]) -> Person:
    """Replace a person's settings."""
    if len(canonical(dict(settings))) > LONGEST_SETTINGS:
        raise Invalid("these settings are too long", f"{LONGEST_SETTINGS} letters at most")
    with club.database.writing() as connection:
        changed = connection.execute(
            update(schema.people)
            .where(schema.people.c.id == person.id)
            .values(settings=dict(settings))
        )
    if changed.rowcount != 1:
        raise NotFound("there is no such person")
    return Person(person.id, person.name, dict(settings))
