"""Tests of the server run on SQLite; those about the store, and those marked so, on PostgreSQL too.

Whatever any of them says to SQLite, one of them must say to PostgreSQL (`tests/statements.py`).
"""

from __future__ import annotations

import json
import logging
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection, Engine, event

from grognard.server import people, upload_trial, uploads
from grognard.server.club import Club
from grognard.server.store import database as databases
from grognard.server.store.database import Database
from grognard.server.store.records import Person
from tests import statements
from tests.server.cluster import Cluster, NoPostgres, cluster

LOGGERS = ("", "grognard", "uvicorn", "uvicorn.error", "uvicorn.access")


@pytest.fixture(autouse=True)
def _log_as_it_was(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test leaves its log to the next, whose server would write to a stream that is closed.

    What cannot be logged fails the test that logs it, and is not just printed.
    """

    def fail(handler: logging.Handler, record: logging.LogRecord) -> None:
        error = sys.exc_info()[1]
        raise AssertionError(f"{record.getMessage()!r} could not be logged") from error

    monkeypatch.setattr(logging.StreamHandler, "handleError", fail)
    found = [logging.getLogger(name) for name in LOGGERS]
    before = [(one, one.handlers[:], one.level, one.propagate, one.filters[:]) for one in found]
    yield
    for one, handlers, level, propagate, filters in before:
        one.handlers[:], one.filters[:] = handlers, filters
        one.setLevel(level)
        one.propagate = propagate


@pytest.fixture(scope="session", autouse=True)
def costly_hasher() -> Iterator[PasswordHasher]:
    """What a passphrase is hashed with where it is no test: it is meant to take its time.

    Tests, which have no secrets, use the same kind of hash with as little work as there can be.
    """
    with pytest.MonkeyPatch.context() as patch:
        served = people.HASHER
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(people, "HASHER", quick)
        yield served


@pytest.fixture(scope="session", autouse=True)
def committed() -> Iterator[str]:
    """When something is committed where it is no test: what a test writes need not outlive the
    machine, so that nobody waits for the disk. PostgreSQL does not either (`cluster.py`)."""
    with pytest.MonkeyPatch.context() as patch:
        served = databases.COMMITTED
        patch.setattr(databases, "COMMITTED", "OFF")
        yield served


@pytest.fixture(scope="session")
def _postgres() -> Iterator[Cluster | str]:
    """A PostgreSQL, or a sentence that says why there is none."""
    try:
        with cluster() as running:
            template = Database(running.url(running.new()))
            template.migrate()
            template.close()
            yield running
    except NoPostgres as reason:
        yield str(reason)


@pytest.fixture
def postgres_url(_postgres: Cluster | str) -> Iterator[str]:
    """A migrated database of PostgreSQL; where there is none the test fails, and says why."""
    if isinstance(_postgres, str):
        pytest.fail(_postgres, pytrace=False)
    with _postgres.lent() as name:
        yield _postgres.url(name)


@pytest.fixture
def bare_postgres_url(_postgres: Cluster | str) -> str:
    """A database of PostgreSQL without a table in it."""
    if isinstance(_postgres, str):
        pytest.fail(_postgres, pytrace=False)
    return _postgres.url(_postgres.new())


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A file of SQLite."""
    return f"sqlite:///{tmp_path / 'grognard.db'}"


@pytest.fixture(scope="session", autouse=True)
def _listening(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hear what the databases are told in this process."""
    told: statements.Told = {statements.SQLITE: set(), statements.POSTGRES: set()}

    def hear(connection: Connection, cursor: Any, statement: str, *_: Any) -> None:
        known = told[connection.dialect.name]
        if statement not in known and statements.ours():
            known.add(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    yield
    event.remove(Engine, "before_cursor_execute", hear)
    statements.leave(request.config, told)


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """SQLite; PostgreSQL, too, for a test that is marked as `on_either` database."""
    url: str = request.getfixturevalue(f"{getattr(request, 'param', 'sqlite')}_url")
    return url


@pytest.fixture(scope="session")
def _migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with all its tables, and nothing in them: to make one takes far longer than
    to copy it."""
    path = tmp_path_factory.mktemp("migrated") / "grognard.db"
    template = Database(f"sqlite:///{path}")
    template.migrate()
    template.close()
    return path


@pytest.fixture
def database(database_url: str, _migrated: Path) -> Iterator[Database]:
    """The database, ready for use."""
    opened = Database(database_url)
    if opened.embedded:
        shutil.copy(_migrated, opened.url.database or "")
    opened.migrate()
    yield opened
    opened.close()


@pytest.fixture
def club(database: Database) -> Club:
    """A club on the database."""
    return Club(database)


@pytest.fixture
def anna(club: Club) -> Person:
    """Somebody at the club, who has come in as a guest."""
    return people.guest(club)[0]


@pytest.fixture
def tried_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios are tried out in this process, for tests that are about something else: to start
    another for each takes a second."""
    monkeypatch.setattr(
        uploads, "_apart", lambda task: json.dumps(upload_trial.found(json.loads(task)))
    )
