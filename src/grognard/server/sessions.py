"""Sessions: by which token somebody is known, on which device, and when he last proved who he is.

Of a token only the hash is kept. Of where it is used only so much is kept as its owner needs to
tell his own from a stranger's: a browser and a system by name, and the network.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from grognard.server.club import Club
from grognard.server.errors import Conflict, NotFound, Unproven
from grognard.server.ids import an_id, hashed, new_id
from grognard.server.store.records import Person
from grognard.server.store.schema import people, tokens

DAY = 24 * 3600
NOTED = 3600
"""Seconds after which it is noted again that a token is used."""
FRESH = 15 * 60
"""Seconds for which a passphrase or a passkey that was shown opens what it guards."""
MOST = 100
"""How many sessions one person may have; the one that was longest not used ends first."""
BROWSER, PROGRAM = "browser", "program"
HERE, HOME = "here", "home"
"""Whence somebody comes who sits at this machine, or in its own network."""

_BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("Vivaldi", "Vivaldi"), ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Macintosh", "macOS"), ("Linux", "Linux"),
)  # fmt: skip
_PRODUCT = re.compile(r"[A-Za-z][\w.-]{0,30}")


@dataclass(frozen=True, slots=True)
class Whence:
    """Whence somebody comes: his address, how his program calls itself, and his device's secret."""

    address: str = ""
    agent: str = ""
    device: str = ""

    @property
    def program(self) -> str:
        """Roughly what he uses, as `Firefox, Linux`."""
        browser = next((name for mark, name in _BROWSERS if mark in self.agent), "")
        system = next((name for mark, name in _SYSTEMS if mark in self.agent), "")
        product = _PRODUCT.match(self.agent)
        told = ", ".join(filter(None, (browser, system)))
        return told or (product[0] if product else "")

    @property
    def network(self) -> str:
        """Roughly where he is: at this machine, at home, or the network of his provider."""
        try:
            found = ipaddress.ip_interface(self.address)
        except ValueError:
            return ""
        if found.ip.is_loopback:
            return HERE
        if found.ip.is_private:
            return HOME
        width = 16 if found.version == 4 else 32
        return str(ipaddress.ip_network(f"{found.ip}/{width}", strict=False))


NOWHERE = Whence()


def begin(
    club: Club,
    connection: Connection,
    person_id: str,
    whence: Whence = NOWHERE,
    *,
    kind: str = BROWSER,
    name: str | None = None,
    proved: bool = False,
) -> str:
    """A new token for a person, who may just have `proved` who he is."""
    token, now = new_id(), club.now()
    connection.execute(
        insert(tokens).values(
            hash=hashed(token), person_id=person_id, created=now, last_used=now,
            expires=now + club.limits.token_days * DAY, kind=kind, name=name,
            device=whence.program, address=whence.network, proved=now if proved else None,
        )
    )  # fmt: skip
    mine = tokens.c.person_id == person_id
    oldest = select(tokens.c.hash).where(mine).order_by(tokens.c.last_used.desc(), tokens.c.hash)
    for superfluous in connection.execute(oldest.offset(MOST).limit(MOST)).scalars().all():
        connection.execute(delete(tokens).where(tokens.c.hash == superfluous))
    return token


def person(club: Club, token: str, whence: Whence = NOWHERE) -> Person | None:
    """Whose token this is. A token that is used stays good; it is noted now and then."""
    t, p, now = tokens.c, people.c, club.now()
    with club.database.reading() as connection:
        found = connection.execute(
            select(p.id, p.name, p.settings, t.last_used)
            .join_from(tokens, people)
            .where(t.hash == hashed(token), t.expires > now)
        ).first()
    if found is None:
        return None
    if now - found.last_used > NOTED:
        noted: dict[str, Any] = {
            "last_used": now, "expires": now + club.limits.token_days * DAY
        }  # fmt: skip
        if whence != NOWHERE:
            noted |= {"device": whence.program, "address": whence.network}
        with club.database.writing() as connection:
            connection.execute(update(tokens).where(t.hash == hashed(token)).values(noted))
    return Person(found.id, found.name, found.settings)


# ---- proofs


def prove(club: Club, token: str) -> None:
    """Note that whoever has this token has just shown who he is."""
    with club.database.writing() as connection:
        connection.execute(
            update(tokens).where(tokens.c.hash == hashed(token)).values(proved=club.now())
        )


def proven(club: Club, token: str) -> bool:
    """Whether whoever has this token has shown who he is a little while ago."""
    wanted = select(tokens.c.proved).where(tokens.c.hash == hashed(token))
    with club.database.reading() as connection:
        when = connection.execute(wanted).scalar()
    return when is not None and club.now() - when <= FRESH


def need_proof(club: Club, person: Person, token: str) -> None:
    """Refuse what could be done by somebody who has found a table that was left open.

    A guest has nothing to show, and nothing but his token.
    """
    if not person.guest and not proven(club, token):
        raise Unproven(
            "whoever changes this shows first who he is", "your passphrase once more, or a passkey"
        )


# ---- the list of them


def id_of(token: str) -> str:
    """What a session is called in the list: it tells nothing of the token."""
    return hashed(token)[:32]


def listed(club: Club, person: Person, token: str) -> list[dict[str, Any]]:
    """The sessions of a person, the one that asks first, then those last used."""
    t = tokens.c
    wanted = (
        select(t.hash, t.kind, t.name, t.device, t.address, t.created, t.last_used)
        .where(t.person_id == person.id, t.expires > club.now())
        .order_by(t.last_used.desc(), t.hash)
    )
    with club.database.reading() as connection:
        rows = connection.execute(wanted).all()
    told = [
        {
            "id": row.hash[:32], "kind": row.kind, "name": row.name or "",
            "device": row.device or "", "network": row.address or "", "created": row.created,
            "last_used": row.last_used, "mine": row.hash == hashed(token),
        }
        for row in rows
    ]  # fmt: skip
    return sorted(told, key=lambda one: not one["mine"])


def end(club: Club, person: Person, session: str) -> None:
    """End one session; whoever uses it is a stranger from now on."""
    gone = 0
    if an_id(session):
        with club.database.writing() as connection:
            gone = connection.execute(
                delete(tokens).where(
                    tokens.c.person_id == person.id, func.substr(tokens.c.hash, 1, 32) == session
                )
            ).rowcount
    if not gone:
        raise NotFound("there is no such session", "one of the list")


def end_others(club: Club, person: Person, token: str) -> None:
    """End every session but the one that asks."""
    with club.database.writing() as connection:
        end_all(connection, person.id, but=token)


def end_all(connection: Connection, person_id: str, but: str = "") -> None:
    """End every session of a person, `but` for that of one token."""
    ended = delete(tokens).where(tokens.c.person_id == person_id)
    connection.execute(ended.where(tokens.c.hash != hashed(but)))


def sign_out(club: Club, token: str) -> None:
    """Forget a token."""
    with club.database.writing() as connection:
        connection.execute(delete(tokens).where(tokens.c.hash == hashed(token)))


def sign_out_everywhere(club: Club, person: Person) -> None:
    """Forget every token of a person."""
    with club.database.writing() as connection:
        end_all(connection, person.id)


def for_program(club: Club, person: Person, token: str, name: str) -> str:
    """A token for a program of one's own, under a name by which it is found in the list."""
    if person.guest:
        raise Conflict("a guest's programs use his own token", "a name and a passphrase first")
    need_proof(club, person, token)
    with club.database.writing() as connection:
        return begin(club, connection, person.id, kind=PROGRAM, name=name)
