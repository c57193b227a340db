"""Names: how they are written, what they look like, and whose they are.

Nobody can borrow a name: whoever has registered it holds its **shapes**, which all names that look
like it share: in other alphabets, with digits for letters, with signs that nobody sees. A guest is
called by no registered name, and a name that was given up is nobody's for a while.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select, update

from grognard.server.club import Club
from grognard.server.errors import Conflict, Invalid
from grognard.server.store.schema import names

LONGEST_NAME = 40
REST = 180 * 24 * 3600
"""Seconds for which a name that was given up is nobody's but his who gave it up."""
_LOOKS = dict(
    zip(
        "АВСЕНІЇЈКМОРЅТХУаеіїјкорсѕтухѵԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγεικνορτυχωϲɑɡıłøđŁØĐ",
        "ABCEHIIJKMOPSTXYaeiijkopcstyxvdqwhABEZHIKMNOPTYXayeikvoptuxwcagilodLOD",
        strict=True,
    )
)
"""Letters of other alphabets that look like one of ours, as they are written."""
_SMALL = dict(zip("вмнηβμζτ", "bmhhbmzt", strict=True))
"""Small letters whose capitals do."""
_ALIKE = dict(zip("i1|!0534", "llllosea", strict=True))
"""Letters, digits and signs that are taken for one another."""
_PAIRS = (("rn", "m"), ("vv", "w"))
_OURS = ("guest", "gast", "gość", "aguest", "admin", "administrator", "operator", "moderator",
         "system", "server", "grognard", "umpire", "staff", "commander", "random", "nobody",
         "somebody", "support")  # fmt: skip


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


def shapes(name: str) -> frozenset[str]:
    """What a name looks like, read as it is written and read without its capitals."""
    plain = unicodedata.normalize("NFKC", name)
    seen = "".join(_LOOKS.get(letter, letter) for letter in plain)
    small = "".join(_SMALL.get(letter, _LOOKS.get(letter, letter)) for letter in plain.casefold())
    return frozenset((_shape(seen) or name_key(name), _shape(small) or name_key(name)))


def _shape(name: str) -> str:
    """A name's letters without their marks, those that look alike being one."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    letters = (_ALIKE.get(one, one) for one in bare if one in _ALIKE or one.isalnum())
    shape = "".join(_LOOKS.get(letter, letter) for letter in letters)
    for pair, one in _PAIRS:
        shape = shape.replace(pair, one)
    return shape


RESERVED = frozenset(shape for name in _OURS for shape in shapes(name))
"""What nobody is called: it would be taken for the server, a program, or a guest."""


# ---- whose they are


def hold(club: Club, connection: Connection, person_id: str, name: str) -> None:
    """Give a name, and all that looks like it, to a person; or say that it is taken."""
    wanted = shapes(name)
    if wanted & RESERVED or _others(club, connection, person_id, wanted):
        raise Conflict(f"the name {name!r} is taken, or looks like one that is", "another name")
    connection.execute(delete(names).where(names.c.shape.in_(sorted(wanted))))
    for shape in sorted(wanted):
        connection.execute(insert(names).values(shape=shape, person_id=person_id, until=None))


def let_go(club: Club, connection: Connection, person_id: str) -> None:
    """Take a person's name from him; for a while it is nobody else's."""
    connection.execute(
        update(names)
        .where(names.c.person_id == person_id, names.c.until.is_(None))
        .values(until=club.now() + REST)
    )


def _others(
    club: Club, connection: Connection, person_id: str | None, wanted: Iterable[str]
) -> bool:
    """Whether somebody else holds one of these shapes."""
    held = select(names.c.person_id, names.c.until).where(names.c.shape.in_(sorted(wanted)))
    return any(
        (row.person_id is None or row.person_id != person_id)
        and (row.until is None or row.until > club.now())
        for row in connection.execute(held)
    )


def own(club: Club, connection: Connection, person_id: str | None, name: str) -> str:
    """What somebody wants to be called at a table, unless it is, or looks like, another's name."""
    plain = plain_name(name)
    if _others(club, connection, person_id, shapes(plain)):
        raise Conflict(
            f"{plain!r} is, or looks like, the name of somebody who is registered here",
            "another name",
        )
    return plain
