"""Imports: saves that people have brought, and how far each has been played again.

A save is looked at before it is played: its size, and how many lines it has. Then it waits for a
process, one save of a person at a time. Who has brought it can ask how far it has come, at
whichever worker; one that nobody has worked on for long is given up, with the worker that had it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select, update

from grognard.server import branches, storage
from grognard.server.club import Club
from grognard.server.errors import Conflict, NotFound
from grognard.server.ids import new_id
from grognard.server.store.records import Person
from grognard.server.store.schema import imports

GIVEN_UP = 60
"""Seconds after which a save that nobody works on is given up."""
LONGEST = 2000
"""How many letters of a problem are kept."""


def begin(club: Club, person: Person, raw: bytes) -> str:
    """Note that a person's save is to be played again; refuse it if he has one under way."""
    branches.check_size(club, raw)
    now, i = club.now(), imports.c
    found = {
        "id": new_id(), "line": 0, "lines": raw.count(b"\n"), "game_id": None, "problem": None,
        "at": now,
    }  # fmt: skip
    with club.database.writing() as connection:
        storage.check(club, connection, person.id)
        last = connection.execute(
            select(i.game_id, i.problem, i.at).where(i.person_id == person.id)
        ).first()
        if last is None:
            connection.execute(insert(imports).values(person_id=person.id, **found))
        else:
            ended = last.game_id is not None or last.problem is not None
            if not ended and now - last.at < GIVEN_UP:
                raise Conflict("another save of yours is being played again", "wait for it")
            connection.execute(
                update(imports).where(i.person_id == person.id).values(**found)
            )  # fmt: skip
    return str(found["id"])


def note(club: Club, person: Person, import_id: str, **found: Any) -> None:
    """Note how far a save has come, or what has come of it."""
    i = imports.c
    with club.database.writing() as connection:
        connection.execute(
            update(imports)
            .where(i.person_id == person.id, i.id == import_id)
            .values(at=club.now(), **found)
        )


def status(club: Club, person: Person) -> dict[str, Any]:
    """How far the save has come that a person has brought last."""
    i = imports.c
    with club.database.reading() as connection:
        wanted = select(i.line, i.lines, i.game_id, i.problem, i.at)
        found = connection.execute(wanted.where(i.person_id == person.id)).first()
    if found is None:
        raise NotFound("you have brought no save")
    problem = found.problem
    if found.game_id is None and problem is None and club.now() - found.at >= GIVEN_UP:
        problem = "the server was started again meanwhile: bring the save once more"
    return {
        "line": found.line, "lines": found.lines, "game": found.game_id, "problem": problem,
    }  # fmt: skip
