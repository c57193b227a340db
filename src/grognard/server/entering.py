"""Entering: coming in by name and passphrase, by a passkey, by both, or by a recovery code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, select, update

from grognard.server import codes, people, sessions, tries
from grognard.server.club import Club
from grognard.server.errors import Forbidden, PasskeyNeeded
from grognard.server.names import name_key
from grognard.server.passkeys import PASSKEY, PASSPHRASE
from grognard.server.sessions import BROWSER, NOWHERE, PROGRAM, Whence
from grognard.server.store import schema
from grognard.server.store.records import Person

WRONG = "name and passphrase do not go together"

Passkey = Callable[[str | None, bool], str]
"""Asks a passkey whose it is: it refuses if that is not the person with the id, or if it is to
stand alone and the device was not sure of him."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody shows to come in: a passphrase, and whatever he has beside it."""

    passphrase: str = ""
    recovery: str = ""
    passkey: Passkey | None = None


def sign_in(
    club: Club, name: str, shown: Shown, whence: Whence = NOWHERE, program: bool = False
) -> tuple[Person, str]:
    """A person by name and passphrase; a wrong name and a wrong passphrase look alike."""
    found = _checked(club, name, shown, whence, schema.people.c.name_key == name_key(name))
    return Person(found.id, found.name, found.settings), _begun(club, found.id, whence, program)


def by_passkey(
    club: Club, passkey: Passkey, whence: Whence = NOWHERE, program: bool = False
) -> tuple[Person, str]:
    """A person by his passkey alone."""
    person = people.by_id(club, passkey(None, True))
    if person is None:
        raise Forbidden("this passkey is not known here", "one that was made here")
    with club.database.writing() as connection:
        tries.remember(club, connection, person.id, whence)
    return person, _begun(club, person.id, whence, program)


def prove(club: Club, person: Person, token: str, shown: Shown, whence: Whence = NOWHERE) -> None:
    """Let somebody who is in show once more who he is."""
    if shown.passkey is not None and not shown.passphrase:
        shown.passkey(person.id, True)
    else:
        _checked(club, person.name or "", shown, whence, schema.people.c.id == person.id)
    sessions.prove(club, token)


def _begun(club: Club, person_id: str, whence: Whence, program: bool) -> str:
    kind = PROGRAM if program else BROWSER
    with club.database.writing() as connection:
        return sessions.begin(club, connection, person_id, whence, kind=kind, proved=True)


def _checked(
    club: Club, name: str, shown: Shown, whence: Whence, which: ColumnElement[bool]
) -> Any:
    """Whose passphrase it is, with whatever else he needs; or that it is wrong."""
    key = name_key(name)
    if not (people.sayable(key) and people.sayable(shown.passphrase)):
        raise Forbidden(WRONG)
    p = schema.people.c
    wanted = select(p.id, p.name, p.settings, p.passphrase, p.needs).where(which)
    with club.database.reading() as connection:
        found = connection.execute(wanted).first()
    tried = tries.begin(club, key, found.id if found else None, whence)
    right = people.fits(found.passphrase if found else None, shown.passphrase)
    if found is not None and found.needs == PASSKEY:
        right = _recovered(club, found.id, shown)
    if found is None or not right:
        raise Forbidden(WRONG)
    if found.needs not in (PASSPHRASE, PASSKEY):
        _second(club, tried, found.id, shown)
    with club.database.writing() as connection:
        tries.right(club, connection, tried, found.id, whence)
        if found.passphrase and people.HASHER.check_needs_rehash(found.passphrase):
            connection.execute(
                update(schema.people)
                .where(p.id == found.id)
                .values(passphrase=people.HASHER.hash(shown.passphrase))
            )
    return found


def _second(club: Club, tried: tries.Try, person_id: str, shown: Shown) -> None:
    """Have a passkey or a recovery code shown beside a passphrase that is right."""
    if shown.passkey is not None:
        shown.passkey(person_id, False)
    elif not shown.recovery:
        with club.database.writing() as connection:
            tries.pardon(connection, tried)
        raise PasskeyNeeded("your passkey is needed, too", "a passkey, or a recovery code")
    elif not _recovered(club, person_id, shown):
        raise Forbidden("this is no recovery code of yours", "one that was not used yet")


def _recovered(club: Club, person_id: str, shown: Shown) -> bool:
    """Whether a recovery code is good; it is used up by that."""
    with club.database.writing() as connection:
        return codes.take_recovery(club, connection, person_id, shown.recovery)
