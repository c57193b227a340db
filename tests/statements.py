"""What the server says to its databases: whatever SQLite is told, PostgreSQL is told by some test.

Most tests of the server run on SQLite alone; some run on either (`tests/server/wire.py`). A whole
run fails if the server has said something to SQLite that no test has said to PostgreSQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import pytest

Told = dict[str, set[str]]
"""By the name of the database, what it was told."""
SQLITE, POSTGRES = "sqlite", "postgresql"
KEY = "statements"
HEARD = pytest.StashKey[Told]()
WHOLE = {"tests", "tests/server"}
IN_JSON = re.compile(r"json_extract\((\S+), \?\)|cast\(\((\S+) ->> \?\) as varchar\)")
OWN = re.compile(r"(create|drop|alter|pragma|begin|set|vacuum)\b|.*\balembic_version\b")
"""How each database is set up, which tests of the store see to."""


def shape(statement: str) -> str:
    """A statement as both databases are told it, whatever each calls a place for a value."""
    bare = re.sub(r"\s+", " ", statement.replace('"', "")).strip().lower()
    bare = re.sub(r"%\(\w+\)s(::\w+)?|\?", "?", bare)
    bare = re.sub(r"\(\?(, \?)*\)(, \(\?(, \?)*\))*", "(?)", bare)
    bare = re.sub(r"\bis 0\b", "is false", re.sub(r"\bis 1\b", "is true", bare))
    bare = IN_JSON.sub(r"\1\2 -> ?", bare)
    return re.sub(r" for (no key )?update.*$", "", bare)


def missing(told: Mapping[str, Iterable[str]]) -> list[str]:
    """What SQLite was told and PostgreSQL was not."""
    known = {shape(statement) for statement in told.get(POSTGRES, ())}
    asked = {shape(statement) for statement in told.get(SQLITE, ())}
    return sorted(one for one in asked - known if not OWN.match(one))


def leave(config: pytest.Config, told: Told) -> None:
    """Keep what was heard in this process until all is compared."""
    if hasattr(config, "workeroutput"):
        config.workeroutput[KEY] = {name: sorted(said) for name, said in told.items()}
    else:
        gather(config, told)


def gather(config: pytest.Config, told: Mapping[str, Iterable[str]]) -> None:
    """Add what was heard in a process to what all have heard."""
    heard = config.stash.setdefault(HEARD, {SQLITE: set(), POSTGRES: set()})
    for name, said in told.items():
        heard[name] |= set(said)


def untold(config: pytest.Config) -> list[str]:
    """What PostgreSQL was not told in a run of all tests of the server; nothing of another."""
    some = any(config.getoption(name, None) for name in ("keyword", "markexpr", "lf"))
    whole = not some and config.getoption("subject") in (None, "server")
    whole = whole and bool(WHOLE & {*config.args})
    return missing(config.stash.get(HEARD, {})) if whole else []
