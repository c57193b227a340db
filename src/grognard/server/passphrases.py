"""Passphrases: another one, by choice or because the old one is forgotten; and what else it takes.

Whoever has forgotten his gets a link by mail, at an address that he has confirmed, or from whoever
runs the server. It is good once, for a while, and ends every session. Who asks for a link is told
the same whether there is such a name or not, and before anybody has looked.
"""

from __future__ import annotations

from collections.abc import Sequence
from smtplib import SMTPException

from sqlalchemy import Connection, delete, func, select, update

from grognard.server import codes, people, sessions, tries
from grognard.server.claims import claim
from grognard.server.club import Club
from grognard.server.contacts import Mail, mail_of
from grognard.server.errors import Conflict, Forbidden, NotFound
from grognard.server.ids import new_id
from grognard.server.logs import log
from grognard.server.names import name_key
from grognard.server.passkeys import BOTH, PASSKEY, PASSPHRASE
from grognard.server.settings import Settings
from grognard.server.store import schema
from grognard.server.store.records import Person
from grognard.table.tongues import said

LOG = log("passphrases")
MAILED_SECONDS, GIVEN_SECONDS = 3600, 24 * 3600
"""How long a link is good: one that was mailed, and one that was given by hand."""
MAIL_EVERY = 600
"""Seconds between two links to one person, at the least."""


def change(club: Club, person: Person, token: str, passphrase: str, others: bool) -> None:
    """Give oneself another passphrase, and end the `others` of one's sessions if one likes."""
    if person.guest:
        raise Conflict("you have no name yet", "a name and a passphrase first")
    sessions.need_proof(club, person, token)
    kept = people.hashed_passphrase(passphrase)
    with club.database.writing() as connection:
        _set(connection, person.id, kept)
        codes.forget(connection, person.id, codes.MAILED, codes.GIVEN)
        if others:
            sessions.end_all(connection, person.id, but=token)


def _set(connection: Connection, person_id: str, kept: str) -> None:
    p = schema.people.c
    connection.execute(update(schema.people).where(p.id == person_id).values(passphrase=kept))


# ---- forgotten


def ask_reset(club: Club, settings: Settings, mail: Mail, name: str) -> None:
    """Mail a link to whoever has this name, if he has confirmed an address; else do nothing."""
    p = schema.people.c
    key = name_key(name)
    if not people.sayable(key):
        return
    wanted = select(p.id, p.name, p.settings).where(p.name_key == key)
    with club.database.reading() as connection:
        found = connection.execute(wanted).first()
    address = mail_of(found.settings) if found is not None else None
    if found is None or address is None:
        return
    if not claim(club, f"reset {found.id}", new_id(), MAIL_EVERY):
        return
    link = _link(club, settings, found.id, codes.MAILED, MAILED_SECONDS)
    lines = (
        f"{said('Somebody has asked for a new passphrase for your name.')} ({found.name})",
        f"{said('If that was you, open this link within an hour; it is good once:')}\n{link}",
        said("If it was not, do nothing: your passphrase stays what it is."),
    )
    try:
        mail(address, f"Grognard: {said('a new passphrase')}", "\n\n".join(lines) + "\n")
    except (OSError, SMTPException) as error:
        LOG.warning("a link could not be mailed", extra={"reason": type(error).__name__})


def give_reset(club: Club, settings: Settings, name: str) -> str:
    """A link for whoever has this name, for the one who runs the server to hand to him."""
    p = schema.people.c
    with club.database.reading() as connection:
        found = connection.execute(select(p.id).where(p.name_key == name_key(name))).scalar()
    if found is None:
        raise NotFound(f"nobody here has the name {name!r}", "a name as it was registered")
    return _link(club, settings, found, codes.GIVEN, GIVEN_SECONDS)


def _link(club: Club, settings: Settings, person_id: str, kind: str, seconds: int) -> str:
    """A link to a new passphrase; those before are void. What is secret in it no server logs."""
    code = new_id()
    with club.database.writing() as connection:
        codes.forget(connection, person_id, kind)
        codes.put(club, connection, kind, code, person_id, seconds)
    return f"{settings.address}/reset#{code}"


def reset(club: Club, code: str, passphrase: str) -> None:
    """Take a link's code for a new passphrase, and end every session.

    What came by mail takes no passkey away: who needs one still needs it. What the operator gave
    is a beginning: passkeys and recovery codes are gone, for they may be somebody else's.
    """
    kept = people.hashed_passphrase(passphrase)
    p = schema.people.c
    with club.database.writing() as connection:
        good, whose = codes.take(club, connection, codes.MAILED, code)
        given = False
        if whose is None:
            good, whose = codes.take(club, connection, codes.GIVEN, code)
            given = True
        if good and whose is not None:
            _set(connection, whose, kept)
            sessions.end_all(connection, whose)
            tries.forget_haunts(connection, whose)
            codes.forget(connection, whose, codes.MAILED, codes.GIVEN)
            mine = update(schema.people).where(p.id == whose)
            if given:
                codes.forget(connection, whose, codes.RECOVERY)
                connection.execute(
                    delete(schema.passkeys).where(schema.passkeys.c.person_id == whose)
                )
                connection.execute(mine.values(needs=PASSPHRASE))
            else:
                connection.execute(mine.where(p.needs == PASSKEY).values(needs=BOTH))
    if not good:
        raise Conflict("this link is not good any more", "ask for another")


# ---- what it takes to come in


def set_needs(club: Club, person: Person, token: str, needs: str) -> Sequence[str]:
    """Say by what one comes in from now on; gives recovery codes to whoever has none left."""
    sessions.need_proof(club, person, token)
    p, k = schema.people.c, schema.passkeys.c
    there = select(func.count()).where(k.person_id == person.id)
    with club.database.writing() as connection:
        if needs != PASSPHRASE and not connection.execute(there).scalar_one():
            raise Conflict("you have no passkey yet", "make one first")
        if needs != PASSKEY and not has_passphrase(connection, person):
            raise Conflict("you have no passphrase", "give yourself one first")
        left: dict[str, str | None] = {"passphrase": None} if needs == PASSKEY else {}
        connection.execute(
            update(schema.people).where(p.id == person.id).values(needs=needs, **left)
        )
    if needs == PASSPHRASE or codes.left(club, person.id, codes.RECOVERY):
        return ()
    return recovery_codes(club, person, token)


def has_passphrase(connection: Connection, person: Person) -> bool:
    """Whether a person has a passphrase."""
    p = schema.people.c
    kept = connection.execute(select(p.passphrase).where(p.id == person.id)).scalar()
    return kept is not None


def recovery_codes(club: Club, person: Person, token: str) -> Sequence[str]:
    """New recovery codes, told once; those before are void."""
    if person.guest:
        raise Forbidden("a guest has nothing to recover", "a name and a passphrase first")
    sessions.need_proof(club, person, token)
    with club.database.writing() as connection:
        return codes.new_recovery(club, connection, person.id)
