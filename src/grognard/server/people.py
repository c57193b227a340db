"""People: guests, and those who have a name and a passphrase.

Of a passphrase only what argon2 makes of it is kept: whoever reads the database can come in as
nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.engine.record import canonical
from grognard.server import names, sessions
from grognard.server.claims import claim
from grognard.server.club import Club
from grognard.server.errors import Conflict, Invalid, NotFound
from grognard.server.ids import new_id
from grognard.server.names import name_key, plain_name
from grognard.server.sessions import NOWHERE, Whence
from grognard.server.store import schema
from grognard.server.store.records import Person

SHORTEST_PASSPHRASE, LONGEST_PASSPHRASE = 8, 200
LONGEST_SETTINGS = 8192
RENAMED_EVERY = 30 * 24 * 3600
"""Seconds between two names of one person, at the least."""
HASHER = PasswordHasher()


def guest(club: Club, whence: Whence = NOWHERE) -> tuple[Person, str]:
    """A new person without a name."""
    person = Person(new_id())
    with club.database.writing() as connection:
        connection.execute(
            insert(schema.people).values(id=person.id, settings={}, created=club.now())
        )
        return person, sessions.begin(club, connection, person.id, whence)


# ---- passphrases


def sayable(text: str) -> bool:
    """Whether a text can be written down: no half letters, and nothing that ends it early."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


@cache
def _nobodys() -> str:
    """A hash to check against where there is none, so that the time tells nothing."""
    return HASHER.hash(new_id())


def fits(kept: str | None, passphrase: str) -> bool:
    """Whether a passphrase is the one that is kept; it takes as long where none is."""
    try:
        HASHER.verify(kept or _nobodys(), passphrase[: LONGEST_PASSPHRASE + 1])
    except (Argon2Error, InvalidHashError):
        return False
    return kept is not None


def hashed_passphrase(passphrase: str) -> str:
    """What is kept of a passphrase; or what is wrong with it."""
    if not SHORTEST_PASSPHRASE <= len(passphrase) <= LONGEST_PASSPHRASE or not sayable(passphrase):
        raise Invalid(
            "that cannot be a passphrase",
            f"{SHORTEST_PASSPHRASE} to {LONGEST_PASSPHRASE} letters; a few words are best",
        )
    return HASHER.hash(passphrase)


# ---- names


def register(club: Club, person: Person, name: str, passphrase: str, token: str = "") -> Person:
    """Give a guest a name and a passphrase; by his `token` he has shown now who he is."""
    if not person.guest:
        raise Conflict(f"you have a name already: {person.name}")
    plain = plain_name(name)
    kept = hashed_passphrase(passphrase)
    _call(club, person, plain, passphrase=kept)
    if token:
        sessions.prove(club, token)
    return Person(person.id, plain, person.settings)


def rename(club: Club, person: Person, name: str, token: str) -> Person:
    """Give a person another name; the one before is nobody else's for a while."""
    if person.guest:
        raise Conflict("you have no name yet", "a name and a passphrase first")
    sessions.need_proof(club, person, token)
    plain = plain_name(name)
    if plain == person.name:
        return person
    if not claim(club, f"renamed {person.id}", new_id(), RENAMED_EVERY):
        raise Conflict("you have changed your name a little while ago", "once in thirty days")
    _call(club, person, plain)
    return Person(person.id, plain, person.settings)


def _call(club: Club, person: Person, name: str, **more: Any) -> None:
    """Write down what a person is called from now on, here and at his tables."""
    p, s = schema.people.c, schema.seats.c
    before = p.name.is_(None) if person.name is None else p.name == person.name
    try:
        with club.database.writing() as connection:
            names.let_go(club, connection, person.id)
            names.hold(club, connection, person.id, name)
            changed = connection.execute(
                update(schema.people)
                .where(p.id == person.id, before)
                .values(name=name, name_key=name_key(name), **more)
            )
            if changed.rowcount != 1:
                raise Conflict("you have a name already")
            mine = update(schema.seats).where(s.person_id == person.id)
            connection.execute(mine.values(guest=False))
            if person.name is not None:
                connection.execute(mine.where(s.name == person.name).values(name=name))
    except IntegrityError:
        raise Conflict(f"the name {name!r} is taken, or looks like one that is") from None


# ---- who they are


def by_id(club: Club, person_id: str | None) -> Person | None:
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
