"""The database: SQLite in a file of our own, or PostgreSQL by its URL; transactions and news.

A transaction that writes holds the game it writes to: on PostgreSQL by the lock of the game's row,
on SQLite by the lock of the file. A worker that dies loses both with its connection, so that
another goes on. News of a game go to every worker, PostgreSQL's own by NOTIFY.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Table, create_engine, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    DBAPIError,
    DisconnectionError,
    InterfaceError,
    OperationalError,
    PendingRollbackError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from grognard.engine.record import canonical

CHANNEL = "grognard"
MIGRATING = 0x67726F67
"""The number of the advisory lock under which a worker migrates."""
COMMITTED = "FULL"
"""When SQLite calls something committed: once all of it has reached the disk."""
Tell = Callable[[str | None], None]
"""Called with the id of a game that has news, or None if any game may have."""


class OtherVersion(ValueError):
    """The tables are not those that this version of Grognard knows; says what to do."""


AWAY = "the database cannot be reached"
FULL = "the disk of the database is full"
FAILS = "the disk of the database takes nothing"
BUSY = "the database has too much to do"
_BY_CODE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: FAILS,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_PROTOCOL: BUSY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
    sqlite3.SQLITE_READONLY: AWAY,
}
_PRIMARY = 0xFF
"""The part of a code of SQLite that says what kind of error it is."""
PATIENCE = 10
"""Seconds that somebody waits for his turn to read or to write."""


class TooBusy(Exception):
    """Others have written for so long that it never was one's turn."""


def away(error: BaseException) -> str | None:
    """Why the database cannot be worked with just now; None for an error of another kind.

    What is told so passes, or is for whoever runs the server to mend; what was to be done may be
    asked for again.
    """
    if isinstance(error, TooBusy | PoolTimeout):
        return BUSY
    if isinstance(error, DisconnectionError | PendingRollbackError):
        return AWAY
    if not isinstance(error, DBAPIError):
        return None
    found = error.orig
    if isinstance(found, sqlite3.Error):
        return _BY_CODE.get(getattr(found, "sqlite_errorcode", 0) & _PRIMARY)
    if isinstance(found, psycopg.errors.DiskFull):
        return FULL
    if isinstance(found, psycopg.errors.DeadlockDetected | psycopg.errors.TooManyConnections):
        return BUSY
    gone = isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated
    return AWAY if gone or isinstance(found, psycopg.errors.ReadOnlySqlTransaction) else None


class Database:
    """One database, and whoever wants to hear its news."""

    def __init__(self, url: str, pool: int = 10) -> None:
        parsed = make_url(url)
        self.embedded = parsed.get_backend_name() == "sqlite"
        if not self.embedded:
            parsed = parsed.set(drivername="postgresql+psycopg")
        elif parsed.database in (None, "", ":memory:"):
            raise ValueError("SQLite needs a file, as sqlite:///grognard.db")
        self.url = parsed
        self.engine: Engine = create_engine(
            parsed, pool_size=pool, max_overflow=pool, pool_timeout=PATIENCE,
            pool_pre_ping=not self.embedded,
            pool_use_lifo=True,  # few are in use at most times, and each keeps pages in memory
            connect_args={} if self.embedded else {"connect_timeout": PATIENCE},
            json_serializer=canonical,
            hide_parameters=True,  # an error is told in the log, what somebody wrote is not
        )  # fmt: skip
        self._pen = threading.Lock()
        self._tell: list[Tell] = []
        self._listener: Listener | None = None
        event.listen(self.engine, "connect", _open_file if self.embedded else _be_brief)
        if self.embedded:
            event.listen(self.engine, "begin", _begin)

    def migrate(self) -> None:
        """Bring the tables to what this version needs; nothing is lost on the way."""
        config = _migrations()
        if self.embedded:
            _make_file(self.url.database or "")
        with self.writing() as connection:
            if not self.embedded:
                connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATING})
            found = revision_of(connection)
            known = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
            if found is not None and found not in known:
                raise OtherVersion(
                    f"its tables ({found}) are those of a newer Grognard than this, which knows "
                    f"them up to {known[0]}; install that version"
                )
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self.engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: it is there whole when this ends, or not at all."""
        with self._turn(), self.engine.connect() as bare:
            connection = bare.execution_options(grognard_writes=True)
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """SQLite has one writer at a time; PostgreSQL sees to it who waits for whom."""
        if not self.embedded:
            yield
            return
        if not self._pen.acquire(timeout=PATIENCE):
            raise TooBusy
        try:
            yield
        finally:
            self._pen.release()

    def room(self) -> int | None:
        """How many bytes are free on the disk of a file of our own; None of another database."""
        if not self.embedded:
            return None
        try:
            return shutil.disk_usage(Path(self.url.database or "").resolve().parent).free
        except OSError:
            return 0

    def announce(self, connection: Connection, game_id: str) -> None:
        """Have every worker told that a game has news, once the transaction stands."""
        if not self.embedded:
            connection.execute(
                text("SELECT pg_notify(:channel, :game)"), {"channel": CHANNEL, "game": game_id}
            )

    def announced(self, game_id: str) -> None:
        """The transaction stands: without other workers the news are told here."""
        if self.embedded:
            self.tell(game_id)

    def subscribe(self, tell: Tell) -> Callable[[], None]:
        """Hear of news; whoever is told asks what they are. Gives what ends it."""
        self._tell.append(tell)
        if not self.embedded and self._listener is None:
            self._listener = Listener(self.url.set(drivername="postgresql"), self.tell)
        return lambda: self._tell.remove(tell)

    def tell(self, game_id: str | None) -> None:
        """Tell all subscribers."""
        for tell in list(self._tell):
            tell(game_id)

    def close(self) -> None:
        """Let go of every connection."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        self.engine.dispose()


def _migrations() -> Config:
    config = Config()
    config.set_main_option(
        "script_location", str(Path(__file__).parent / "migrations").replace("%", "%%")
    )
    return config


def revision_of(connection: Connection) -> str | None:
    """Which tables a database has; None if it has none of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def revision_known() -> str:
    """Which tables this version works with."""
    return ScriptDirectory.from_config(_migrations()).get_current_head() or ""


def _make_file(name: str) -> None:
    """Make the file of a new database: it holds secrets, so only its owner may read it."""
    if not name.startswith("file:"):
        with contextlib.suppress(OSError):  # it is there, or SQLite will say why it cannot be
            os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def insert_new(connection: Connection, table: Table, **values: Any) -> None:
    """Put a row in a table unless it, or another with its key, is there already."""
    if connection.dialect.name == "sqlite":
        connection.execute(sqlite.insert(table).values(**values).on_conflict_do_nothing())
    else:
        connection.execute(postgresql.insert(table).values(**values).on_conflict_do_nothing())


def _open_file(connection: Any, _record: Any) -> None:
    """Prepare a connection to SQLite: transactions begin when we say, commits reach the disk."""
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={PATIENCE * 1000}", "journal_mode=WAL", f"synchronous={COMMITTED}",
        "foreign_keys=ON",
    ):  # fmt: skip
        connection.execute(f"PRAGMA {pragma}")


def _be_brief(connection: Any, _record: Any) -> None:
    """Have PostgreSQL free what a worker holds whose machine has gone silent."""
    for setting in (
        "idle_in_transaction_session_timeout = '60s'",
        "tcp_keepalives_idle = 10",
        "tcp_keepalives_interval = 5",
        "tcp_keepalives_count = 3",
    ):
        connection.execute(f"SET {setting}")
    connection.commit()


def _begin(connection: Connection) -> None:
    """A transaction of SQLite that will write says so at once, and waits for its turn."""
    writes = connection.get_execution_options().get("grognard_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Listener:
    """Hears PostgreSQL's news on a connection of its own, and comes back when it breaks."""

    def __init__(self, url: Any, tell: Tell) -> None:
        self._address = url.render_as_string(hide_password=False)
        self._tell = tell
        self._closed = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="grognard-news", daemon=True)
        self._thread.start()
        self._ready.wait(10)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self._closed.wait(0.5)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            if self._ready.is_set():
                self._tell(None)  # what was said while nobody listened is lost
            self._ready.set()
            while not self._closed.is_set():
                for note in connection.notifies(timeout=0.5):
                    self._tell(note.payload)

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        self._thread.join(5)
