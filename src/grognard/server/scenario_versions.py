"""Editions: the scenario of every game as it was when the game began.

The shelf changes with new versions of Grognard, and people take back what they have brought. A game
that has begun does not change: every text that its scenario was read from is kept beside it, charts
included, once for all games that share it. A game is loaded from the shelf while the shelf still
has its edition, and from what was kept otherwise. Where its players take over what was mended since
(see `mending`), that edition is kept as well.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, exists, select

from grognard import library
from grognard.engine.consent import named
from grognard.engine.decision import Action
from grognard.engine.editions import read_again, read_edition
from grognard.engine.entries import Line
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.sources import Sources
from grognard.engine.system import Scenario, System
from grognard.server.errors import Conflict
from grognard.server.store import schema
from grognard.server.store.database import Database, insert_new

LOST = (library.UnknownName, ValueError, TypeError, Conflict)
"""What is said where an edition cannot be had."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A scenario, and every text that it was read from by the name of its file."""

    system: System[Any]
    scenario: Scenario
    sources: Mapping[str, str]


def read(system: System[Any], sources: Sources, name: str, options: Mapping[str, Any]) -> Edition:
    """An edition from its texts; `name` is what the server calls the scenario."""
    found = read_edition(system, sources, options)
    return Edition(system, replace(found, id=name), found.texts)


# ---- from the shelf


def shipped(name: str, options: Mapping[str, Any]) -> Edition:
    """A scenario from the shelf, read once; never from a file that a client names."""
    library.on_shelf(name)
    return _from_shelf(name, canonical(dict(options)))


@lru_cache(maxsize=32)
def _from_shelf(name: str, options: str) -> Edition:
    system = library.find_system(name.partition("/")[0])
    return read(system, library.on_shelf(name), name, json.loads(options))


def earlier(head: Mapping[str, Any]) -> Edition | None:
    """A scenario of the shelf as an earlier release had it, for a save that holds no texts."""
    library.on_shelf(head["scenario"])
    found = library.earlier_edition(head)
    return None if found is None else Edition(library.find_system(found.system), found, found.texts)


# ---- from the store


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was kept of an edition; its hash and its name are the whole of it."""

    hash: str
    name: str
    system: str = field(compare=False)
    options: Mapping[str, Any] = field(compare=False)
    sources: Mapping[str, str] = field(compare=False)


@lru_cache(maxsize=32)
def _from_store(kept: _Kept) -> Edition:
    system = library.find_system(kept.system)
    found = read_again(system, kept.sources, kept.options)
    return Edition(system, replace(found, id=kept.name, fingerprint=kept.hash), kept.sources)


def of_game(connection: Connection, head: Mapping[str, Any]) -> Edition:
    """The edition that a game is played on, by the first line of its record."""
    name, wanted = head["scenario"], head["scenario_hash"]
    why: Exception = other(name)
    try:
        found = shipped(name, head["options"])
    except LOST as error:
        why = error
    else:
        if found.scenario.fingerprint == wanted:
            return found
    s = schema.scenarios.c
    row = connection.execute(
        select(s.system, s.sources).where(s.hash == wanted, s.id == name)
    ).first()
    if row is None:
        raise why
    return _from_store(_Kept(wanted, name, row.system, head["options"], row.sources))


def newer_than(edition: Edition) -> Scenario | None:
    """What the shelf has today of a scenario, where that is another; None for what was brought."""
    kept = edition.scenario
    try:
        found = shipped(kept.id, kept.options).scenario
    except LOST:
        return None
    return None if found.fingerprint == kept.fingerprint else found


def named_by(connection: Connection, head: Mapping[str, Any], action: Action) -> Edition | None:
    """The mended edition that an action in a game names."""
    to = named(action)
    return None if to is None else of_game(connection, {**head, "scenario_hash": to})


def write_down_named(
    connection: Connection, game: Game[Any], lines: Iterable[Line], at: int
) -> None:
    """Keep the mended editions that lines of a game name."""
    for to in dict.fromkeys(named(line.action) for line in lines):
        found = None if to is None else game.mends.edition(to)
        if found is not None:
            write_down(connection, Edition(game.system, found, found.texts), at)


def other(name: str) -> Conflict:
    """What is said where a scenario is there, and is another than it was."""
    return Conflict(
        f"scenario {name} is not the one this game was played with (other hash)",
        "the version of Grognard that the game was begun with",
    )


def write_down(connection: Connection, edition: Edition, at: int) -> None:
    """Keep an edition, unless it is kept already."""
    scenario, s = edition.scenario, schema.scenarios.c
    same = select(s.created).where(s.hash == scenario.fingerprint, s.id == scenario.id)
    if connection.execute(same).first() is not None:
        return
    insert_new(
        connection, schema.scenarios, hash=scenario.fingerprint, id=scenario.id,
        system=edition.system.name, title=scenario.title, sources=dict(edition.sources),
        created=at,
    )  # fmt: skip


def write_down_missing(database: Database) -> None:
    """Keep the scenarios of games that are older than this custom, while the shelf has them.

    A game whose edition is nowhere to be found says so itself when somebody asks for it.
    """
    g, s = schema.games.c, schema.scenarios.c
    there = exists().where(s.hash == g.head["scenario_hash"].as_string())
    with database.reading() as connection:
        found = connection.execute(select(g.head, g.created).where(~there).order_by(g.created))
        missing = {head["scenario_hash"]: (head, created) for head, created in found}
    for head, created in missing.values():
        with database.writing() as connection, contextlib.suppress(*LOST):
            write_down(connection, of_game(connection, head), created)


def sources_of(connection: Connection, head: Mapping[str, Any]) -> dict[str, str] | None:
    """The texts of a game's scenario; None where the shelf has just them."""
    edition = of_game(connection, head)
    try:
        same = shipped(head["scenario"], head["options"]) is edition
    except LOST:
        same = False
    return None if same else dict(edition.sources)
