"""What the server says to its databases: whatever SQLite is told, PostgreSQL is told by some test.

Most tests of the server run on SQLite alone; some run on either (`tests/server/wire.py`). A whole
run fails if the server has said something to SQLite that no test has said to PostgreSQL.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

Told = dict[str, set[str]]
"""By the name of the database, what it was told."""
SQLITE, POSTGRES = "sqlite", "postgresql"
KEY = "statements"
HEARD = pytest.StashKey[Told]()
WHOLE = {"tests", "tests/server"}
SOME = ("keyword", "markexpr", "lf", "deselect", "ignore", "ignore_glob")
"""Options by which a run has only some of the tests."""
IN_JSON = re.compile(r"json_extract\((\S+), \?\)|\((\S+) ->> \?\)")
NONE_OF = re.compile(r"in \(select 1 from \(select 1\) where 1!=1\)|in \(null\) and \(1 != 1\)")
"""How each is asked for one of none."""
OWN = re.compile(r"(create|drop|alter|pragma|begin|set|vacuum)\b|.*\b(alembic_version|sqlite_)")
"""How each database is set up, which tests of the store see to."""
OTHERS = re.compile(r"[/\\](sqlalchemy|alembic|contextlib\.py)")
SERVER = str(Path("grognard", "server"))


def shape(statement: str) -> str:
    """A statement as both databases are told it, whatever each calls a place for a value."""
    bare = re.sub(r"\s+", " ", statement.replace('"', "")).strip().lower()
    bare = re.sub(r"%\(\w+\)s(::\w+)?|\?", "?", bare)
    bare = re.sub(r"\(\?(, \?)*\)(, \(\?(, \?)*\))*", "(?)", bare)
    bare = NONE_OF.sub("in (?)", bare)
    bare = re.sub(r"\bis 0\b", "is false", re.sub(r" (= 1|is 1|is true)\b", "", bare))
    bare = IN_JSON.sub(r"\1\2 -> ?", bare)
    return re.sub(r" for (no key )?update.*$| offset \?$", "", bare)


def ours() -> bool:
    """Whether it is the server that speaks, and not a test."""
    frame = sys._getframe(2)
    while frame.f_back is not None and OTHERS.search(frame.f_code.co_filename):
        frame = frame.f_back
    return SERVER in frame.f_code.co_filename


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
    some = any(config.getoption(name, None) for name in SOME)
    whole = not some and config.getoption("subject") in (None, "server")
    whole = whole and bool(WHOLE & {*config.args})
    return missing(config.stash.get(HEARD, {})) if whole else []
