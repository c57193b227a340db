"""Tries: how often a passphrase may be wrong, and how long one waits then.

Wrong tries are counted for an address, for an account, and for the two together, and what is
counted for both makes one wait: twice as long each time. So a flood from elsewhere locks nobody out
of his account: an address that was not wrong yet has a try, and a device or an address by which
somebody has come in before waits only for its own mistakes. A flood upon one account leaves each
new address fewer tries; a flood from one address makes that address wait, whatever names it tries.

The counts are in the database, so that all workers share them, and of what is counted only hashes.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from grognard.server.club import Club
from grognard.server.errors import TooMany
from grognard.server.ids import hashed
from grognard.server.sessions import Whence
from grognard.server.store.schema import haunts, tries

FREE, FREE_WHEN_KNOWN, FREE_IN_A_FLOOD = 5, 10, 1
"""How many wrong tries cost nothing but the try: usually, where one came in before, and at an
account that others are wrong about as well."""
FLOOD = 30
"""Of so many wrong tries at one account it is thought that somebody else makes them."""
FREE_OF_AN_ADDRESS = 20
"""How often an address may be wrong about whatever names."""
FIRST, LONGEST = 5, 3600
"""Seconds that one waits first, and at the most."""
REMEMBERED = 24 * 3600
"""Seconds after the last wrong try when all are forgotten."""
HAUNTS = 40
"""How many devices and addresses are remembered of one person."""
HAUNTED = 400 * 24 * 3600
"""Seconds for which they are."""


@dataclass(frozen=True, slots=True)
class Try:
    """A try that is under way: it counts as wrong until it turns out right."""

    own: str
    shared: tuple[str, ...]


def begin(club: Club, key: str, person_id: str | None, whence: Whence) -> Try:
    """Let somebody try, or say how long he must wait first.

    It counts at once: many tries at the same moment are as many as one after another.
    """
    with club.database.writing() as connection:
        known = _known(connection, person_id, whence)
        device = whence.device if hashed(f"device {whence.device}") in known else ""
        own = hashed(f"device {device}" if device else f"both {key} {whence.address}")
        account, address = hashed(f"account {key}"), hashed(f"address {whence.address}")
        now = club.now()
        counted = {
            row.hash: (row.wrong, row.last)
            for row in connection.execute(
                select(tries.c.hash, tries.c.wrong, tries.c.last).where(
                    tries.c.hash.in_((own, account, address)), tries.c.last > now - REMEMBERED
                )
            )
        }
        flood = counted.get(account, (0, 0))[0] >= FLOOD
        free = FREE_WHEN_KNOWN if known else FREE_IN_A_FLOOD if flood else FREE
        wait = _wait(*counted.get(own, (0, 0)), free, now)
        if not known:
            wait = max(wait, _wait(*counted.get(address, (0, 0)), FREE_OF_AN_ADDRESS, now))
        if wait <= 0:
            _count(connection, (own, account, address), now)
    if wait > 0:
        raise TooMany(
            "there were too many wrong tries", f"the same again in {wait} seconds", wait=wait
        )
    return Try(own, (account, address))


def _known(connection: Connection, person_id: str | None, whence: Whence) -> set[str]:
    """By what of this somebody has come in before."""
    marks = _marks(whence)
    wanted = select(haunts.c.hash).where(
        haunts.c.person_id == (person_id or ""), haunts.c.hash.in_(marks)
    )
    return set(connection.execute(wanted).scalars())


def _marks(whence: Whence) -> tuple[str, ...]:
    return hashed(f"device {whence.device}"), hashed(f"address {whence.address}")


def _wait(wrong: int, last: int, free: int, now: int) -> int:
    """How many seconds are left to wait after so many wrong tries."""
    if wrong < free:
        return 0
    return int(last + min(LONGEST, FIRST * 2 ** min(wrong - free, 20)) - now)


def _count(connection: Connection, what: tuple[str, ...], now: int) -> None:
    rows = [{"hash": one, "wrong": 1, "last": now} for one in sorted(set(what))]
    again = case((tries.c.last > now - REMEMBERED, tries.c.wrong + 1), else_=1)
    told = {"wrong": again, "last": now}
    key = [tries.c.hash]
    if connection.dialect.name == "sqlite":
        connection.execute(sqlite.insert(tries).values(rows).on_conflict_do_update(key, set_=told))
    else:
        put = postgresql.insert(tries).values(rows)
        connection.execute(put.on_conflict_do_update(index_elements=key, set_=told))


def pardon(connection: Connection, tried: Try) -> None:
    """A try was no mistake: it does not count."""
    _uncount(connection, (tried.own, *tried.shared))


def right(club: Club, connection: Connection, tried: Try, person_id: str, whence: Whence) -> None:
    """A try was right: his own mistakes are forgotten, and whence he came is remembered."""
    connection.execute(delete(tries).where(tries.c.hash == tried.own))
    _uncount(connection, tried.shared)
    remember(club, connection, person_id, whence)


def _uncount(connection: Connection, what: tuple[str, ...]) -> None:
    connection.execute(
        update(tries)
        .where(tries.c.hash.in_(what), tries.c.wrong > 0)
        .values(wrong=tries.c.wrong - 1)
    )


def remember(club: Club, connection: Connection, person_id: str, whence: Whence) -> None:
    """Note by which device and address somebody has come in."""
    h = haunts.c
    marks = [hashed(f"device {whence.device}")] if whence.device else []
    marks += [hashed(f"address {whence.address}")] if whence.address else []
    for mark in marks:
        connection.execute(delete(haunts).where(h.person_id == person_id, h.hash == mark))
        connection.execute(
            haunts.insert().values(person_id=person_id, hash=mark, last_used=club.now())
        )
    mine = select(h.hash).where(h.person_id == person_id).order_by(h.last_used.desc(), h.hash)
    for old in connection.execute(mine.offset(HAUNTS).limit(HAUNTS)).scalars().all():
        connection.execute(delete(haunts).where(h.person_id == person_id, h.hash == old))


def forget_haunts(connection: Connection, person_id: str) -> None:
    """Forget whence somebody has come in: he begins anew."""
    connection.execute(delete(haunts).where(haunts.c.person_id == person_id))
