"""Uploads: scenarios that people bring, to begin games on.

What is brought is a few texts: a scenario, its counters, its map, unless they are among those that
ship. They name nothing but each other and those. They are tried out in a process of their own, by
the loader that reads our own scenarios, and played to the first decision; what fails there is not
stored. An upload is its owner's alone. A game that is begun on it keeps what it needs (see
`editions`), so that its owner may take it back at any time.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, func, select

from grognard import library
from grognard.engine.editions import kept_by
from grognard.engine.record import digest
from grognard.engine.sources import SCENARIO, Texts
from grognard.players.registry import players_of, styled
from grognard.server import scenario_versions, spending, storage
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound, TooLarge
from grognard.server.scenario_versions import Edition
from grognard.server.settings import PREFIX
from grognard.server.store import schema
from grognard.server.store.database import insert_new
from grognard.server.store.records import Person
from grognard.server.store.sizes import size_of_texts
from grognard.server.upload_trial import SECONDS

MOST_FILES = 16
FILE_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,59}\.(yaml|part|csv|map|overlay)$"
"""How a file may be called: no folder, and nothing that leads out of one."""
OWN = r"^~[0-9a-f]{20}$"
"""How an upload is called after its system; nothing that ships is called so."""
PROVE = (sys.executable, "-m", "grognard.server.upload_trial")
"""The command that starts the process in which a scenario is tried out."""
PATIENCE = 60
"""Seconds that it may take on a busy machine."""


def is_own(name: str) -> bool:
    """Whether a scenario's name is that of an upload."""
    return re.fullmatch(OWN, name.partition("/")[2]) is not None


# ---- bringing one


def upload(club: Club, person: Person, files: Mapping[str, str]) -> dict[str, Any]:
    """Try a scenario out, and keep it for its owner; the same files again are the same scenario."""
    _check_files(files, club.limits.scenario_bytes)
    key = digest([person.id, dict(files)])[:20]
    names = [f"{system}/~{key}" for system in library.SYSTEMS]
    with club.database.reading() as connection:
        there = _cards(connection, person, schema.uploads.c.id.in_(names))
        if there:
            return there[0]
        _within_bounds(club, connection, person)
    card = _proved(club, files)
    name = f"{card['system']}/~{key}"
    size = size_of_texts(files)
    with club.database.writing() as connection:
        _within_bounds(club, connection, person)
        storage.check(club, connection, person.id, size)
        spending.keep(size)
        insert_new(
            connection, schema.uploads, id=name, owner=person.id, system=card["system"],
            title=card["title"], card=card, files=dict(files), created=club.now(), bytes=size,
        )  # fmt: skip
        return _cards(connection, person, schema.uploads.c.id == name)[0]


def _check_files(files: Mapping[str, str], most: int) -> None:
    """Refuse what cannot be a scenario before anybody looks into it."""
    if not 1 <= len(files) <= MOST_FILES:
        raise Invalid(f"a scenario is 1 to {MOST_FILES} files, not {len(files)}")
    for name in sorted(files):
        if not re.fullmatch(FILE_NAME, name):
            raise Invalid(
                f"{name[:80]!a} cannot be the name of a file here",
                "a bare name such as ford.yaml, ford.part, ford.map, ford.overlay or counters.csv",
            )
        if "\0" in files[name] or any("\ud800" <= sign <= "\udfff" for sign in files[name]):
            raise Invalid(f"{name}: this is no text")
    size = sum(len(text.encode()) for text in files.values())
    if size > most:
        raise TooLarge(f"a scenario has {most} bytes at most, this has {size}")
    scenarios = [name for name in sorted(files) if name.endswith(SCENARIO)]
    if len(scenarios) != 1:
        raise Invalid(
            f"there should be one file {SCENARIO}, not {len(scenarios)}",
            "the scenario in one file, its counters and its map in others",
        )


def _within_bounds(club: Club, connection: Connection, person: Person) -> None:
    u, most = schema.uploads.c, club.limits.scenarios_per_person
    if not most:
        raise Forbidden("nobody brings scenarios to this server", "one that is on its shelf")
    here = connection.execute(select(func.count()).where(u.owner == person.id)).scalar_one()
    if here >= most:
        raise Conflict(f"you have brought {here} scenarios", "take some back first")


def _proved(club: Club, files: Mapping[str, str]) -> dict[str, Any]:
    """What the process has found out that tries a scenario out."""
    said = _tried(club, files)
    if "unfit" in said:
        ours = ", ".join(library.map_names())
        right = f"a map of one's own, or one of {ours}" if "no map" in said["unfit"] else ""
        raise Invalid(said["unfit"], right)
    if "failed" in said:
        main = next(name for name in files if name.endswith(SCENARIO))
        raise Invalid(
            f"{main}: this cannot be set up ({said['failed']})",
            "a scenario that grognard play takes",
        )
    card: dict[str, Any] = said["card"]
    return card


def brought(club: Club, head: Mapping[str, Any], texts: Mapping[str, str]) -> Edition:
    """The edition that a save brings along, tried out as an upload is.

    It is called by what it says: whatever it calls itself, it takes no other's place.
    """
    size = sum(len(text.encode()) for text in texts.values())
    if size > (most := 4 * club.limits.scenario_bytes):
        raise TooLarge(f"the texts of a save have {most} bytes at most, these have {size}")
    names = ("system", "scenario", "scenario_hash", "options", "rules")
    said = _tried(club, texts, {name: head.get(name, "") for name in names})
    if "card" not in said:
        reason = said.get("unfit") or said.get("failed")
        raise Invalid(f"this save cannot be set up: {reason}")
    book = library.find_system(head["system"])
    key = digest([book.name, dict(texts), dict(head["options"])])
    found = replace(kept_by(book, head, texts), id=f"{book.name}/~{key[:20]}", fingerprint=key)
    return Edition(book, found, dict(texts))


def _tried(
    club: Club, files: Mapping[str, str], kept: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What the process says of a scenario; of one that a save has `kept`, by its head."""
    limits = club.limits
    room = {"hexes": limits.scenario_hexes, "units": limits.scenario_units}
    task = {"files": dict(files), "room": {**room, "stack": limits.scenario_stack}}
    task |= {"kept": dict(kept)} if kept is not None else {}
    said: dict[str, Any] = json.loads(_apart(json.dumps(task)))
    spending.spend(said.get("seconds", 0.0))
    if said.get("failed") == MemoryError.__name__:
        raise _too_much()
    return said


def _apart(task: str) -> str:
    """What the process answers; it is killed where it wants too much."""
    # It has no use for the settings, which hold passwords.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    try:
        done = subprocess.run(
            (*PROVE, str(os.getpid())), input=task + "\n", capture_output=True, encoding="utf-8",
            timeout=PATIENCE, env=kept, start_new_session=True, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        spending.spend(SECONDS)
        raise _too_much() from None
    if done.returncode < 0:
        spending.spend(SECONDS)
        raise _too_much()
    if done.returncode:
        raise RuntimeError(f"proving failed: {done.stderr[-2000:]}")
    return done.stdout


def _too_much() -> Invalid:
    return Invalid("this scenario takes too long to set up, or too much memory", "a smaller one")


# ---- what there is


def mine(club: Club, person: Person) -> list[dict[str, Any]]:
    """What a person has brought, the newest first."""
    with club.database.reading() as connection:
        return _cards(connection, person)


def _cards(connection: Connection, person: Person, *which: Any) -> list[dict[str, Any]]:
    u = schema.uploads.c
    wanted = select(schema.uploads).where(u.owner == person.id, *which)
    rows = connection.execute(wanted.order_by(u.created.desc(), u.id)).mappings()
    return [
        {
            **row["card"],
            "id": row["id"],
            "files": sorted(row["files"]),
            "created": row["created"],
            "players": players_of(row["system"]),
            "styles": styled(row["system"]),
        }
        for row in rows
    ]


def edition(
    connection: Connection, person: Person, name: str, options: Mapping[str, Any]
) -> Edition:
    """A person's upload with the maps and charts of today, to begin a game on."""
    u = schema.uploads.c
    wanted = select(u.system, u.files).where(u.id == name, u.owner == person.id)
    row = connection.execute(wanted).first()
    if row is None:
        raise library.UnknownName(f"there is no scenario {name!r} of yours")
    sources = library.Own(Texts(row.files))
    return scenario_versions.read(library.find_system(row.system), sources, name, options)


def take_back(club: Club, person: Person, name: str) -> None:
    """Forget an upload; the games that were begun on it keep what they need."""
    u = schema.uploads.c
    with club.database.writing() as connection:
        gone = connection.execute(delete(schema.uploads).where(u.id == name, u.owner == person.id))
        if not gone.rowcount:
            raise NotFound("there is no such scenario of yours")
