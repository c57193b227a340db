"""The store: the same tables in both databases, migrations, news."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select, text

from grognard.server.store import database as databases
from grognard.server.store import schema
from grognard.server.store.database import Database, OtherVersion
from tests.server.wire import on_either


@on_either
def test_the_migrations_make_the_tables_that_the_code_knows(database: Database) -> None:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


@on_either
def test_migrating_again_changes_nothing(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(insert(schema.people).values(id="a", settings={"b": 1}, created=1))
    database.migrate()
    with database.reading() as connection:
        assert connection.execute(select(schema.people.c.settings)).scalar_one() == {"b": 1}


@on_either
def test_tables_of_a_newer_version_are_left_alone(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(OtherVersion, match=r"\(9999\) are those of a newer Grognard"):
        database.migrate()


@pytest.mark.parametrize("bare_url", ["sqlite_url", "bare_postgres_url"])
def test_the_oldest_tables_are_brought_up_to_date_and_keep_what_they_hold(
    bare_url: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(request.getfixturevalue(bare_url))
    upgrade = command.upgrade
    with monkeypatch.context() as then:
        then.setattr(command, "upgrade", lambda config, _head: upgrade(config, "0001"))
        database.migrate()
    with database.writing() as connection:
        person = insert(schema.people)
        connection.execute(person.values(id="a", settings={"b": 1}, created=1))
        for id_, name in (("b", "Zhukov"), ("c", "Zhuk0v"), ("d", "Konev")):
            named = {"id": id_, "name": name, "name_key": name.casefold()}
            connection.execute(person.values(**named, settings={"b": 1}, created=2))
    database.migrate()
    with database.reading() as connection:
        kept = connection.execute(select(schema.people.c.settings)).scalars().all()
        assert kept == [{"b": 1}] * 4
        held = connection.execute(select(schema.names.c.shape, schema.names.c.person_id)).all()
        assert sorted(map(tuple, held)) == [("konev", "d"), ("zhukov", "b")]  # who came first
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    database.close()


@pytest.mark.parametrize("bare_url", ["sqlite_url", "bare_postgres_url"])
def test_several_workers_may_migrate_at_once(bare_url: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue(bare_url)
    failures: list[BaseException] = []

    def migrate() -> None:
        database = Database(url)
        try:
            database.migrate()
        except BaseException as failure:
            failures.append(failure)
        database.close()

    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def _fail_writing(database: Database, write: Callable[[Connection], object]) -> None:
    with database.writing() as connection:
        write(connection)
        raise RuntimeError


@on_either
def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    person = insert(schema.people).values(id="a", settings={}, created=1)
    with pytest.raises(RuntimeError):
        _fail_writing(database, lambda connection: connection.execute(person))
    with database.reading() as connection:
        assert connection.execute(select(schema.people.c.id)).all() == []


@on_either
def test_two_writers_wait_for_each_other(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(insert(schema.claims).values(what="x", worker="0", until=0))
    locked = select(schema.claims.c.until).with_for_update()

    def add() -> None:
        for _ in range(25):
            with database.writing() as connection:
                until = connection.execute(locked).scalar_one()
                connection.execute(schema.claims.update().values(until=until + 1))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading() as connection:
        assert connection.execute(select(schema.claims.c.until)).scalar_one() == 100


@on_either
def test_as_few_connections_are_used_as_will_do(database: Database) -> None:
    """Each keeps pages of the database in memory."""
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(database.reading())
    used = set()
    for _ in range(4):
        with database.reading() as connection:
            used.add(id(connection.connection.dbapi_connection))
    assert len(used) == 1


def test_sqlite_needs_a_file() -> None:
    with pytest.raises(ValueError, match="needs a file"):
        Database("sqlite://")


def test_the_file_holds_secrets_and_is_its_owners_alone(sqlite_url: str, tmp_path: Path) -> None:
    database = Database(sqlite_url)
    database.migrate()
    with database.writing() as connection:
        connection.execute(insert(schema.people).values(id="a", settings={}, created=1))
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(
        ["grognard.db", "grognard.db-wal", "grognard.db-shm"], 0o600
    )  # fmt: skip
    database.close()


def test_commits_to_sqlite_reach_the_disk(
    sqlite_url: str, committed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "COMMITTED", committed)
    database = Database(sqlite_url)
    with database.reading() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
    database.close()


@on_either
def test_news_reach_other_workers_and_only_after_the_commit(database_url: str) -> None:
    ours, theirs = Database(database_url), Database(database_url)
    ours.migrate()
    listening = theirs if not ours.embedded else ours
    heard: list[str | None] = []
    arrived = threading.Event()

    def tell(game: str | None) -> None:
        heard.append(game)
        arrived.set()

    end = listening.subscribe(tell)
    with pytest.raises(RuntimeError):
        _fail_writing(ours, lambda connection: ours.announce(connection, "nothing"))
    with ours.writing() as connection:
        ours.announce(connection, "game")
        assert not arrived.wait(0.2)
    ours.announced("game")
    assert arrived.wait(5)
    assert heard == ["game"]
    end()
    arrived.clear()
    with ours.writing() as connection:
        ours.announce(connection, "later")
    ours.announced("later")
    assert not arrived.wait(0.2)
    ours.close()
    theirs.close()


def test_the_listener_comes_back_when_its_connection_breaks(postgres_url: str) -> None:
    database = Database(postgres_url)
    heard: list[str | None] = []
    arrived = threading.Event()
    database.subscribe(lambda game: (heard.append(game), arrived.set())[1])
    with database.engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
        )
    assert arrived.wait(10)
    assert heard == [None]  # whatever was said meanwhile is lost: look at everything
    database.close()
