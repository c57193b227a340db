"""Backups: everything is in them, they go into either database, and what is spoilt is refused."""

from __future__ import annotations

import gzip
import itertools
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from typer.testing import CliRunner

from grognard.cli import app as command_line
from grognard.cli.application import Mistake
from grognard.server import archive, commands, games, people, queries, seating, uploads
from grognard.server.archive import BackupError
from grognard.server.club import Club
from grognard.server.store import schema
from grognard.server.store.database import Database
from tests.server.cluster import MIGRATED
from tests.server.ford import FILES
from tests.server.table import KLIN, Table, duel
from tests.server.wire import on_either

pytestmark = pytest.mark.usefixtures("tried_here")


def played(database: Database) -> Club:
    """A server with a person, his scenario and two games, one of them some lines long."""
    club = Club(database)
    person, _token = people.guest(club)
    people.register(club, person, "Heinz", "a long enough passphrase")
    game = games.create_game(club, person, KLIN, title="Żółć", seed=7)["id"]
    games.create_game(club, person, "wb95/typhoon", listed=True)
    uploads.upload(club, person, FILES)
    for n in range(5):
        with club.live.reading(game) as (kept, _row):
            side = kept.game.to_act or ""
            action = next(iter(kept.game.legal(side)))
        seat = next(seat for seat in seating.seats(club, game) if seat.side == side)
        commands.act(club, seat, action, None, str(n))
    return club


def everything(database: Database) -> dict[str, list[Any]]:
    with database.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in schema.metadata.sorted_tables
        }


@on_either
@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_backup_restores_everything_into_either_database(
    database: Database, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    club = played(database)
    path = tmp_path / "club.backup"
    counts = archive.backup(database, path)
    assert (counts["games"], counts["people"]) == (2, 1)
    assert path.stat().st_mode & 0o777 == 0o600
    if target == "sqlite":
        url = f"sqlite:///{tmp_path / 'restored.db'}"
    else:
        request.getfixturevalue("postgres_url")  # which fails where there is no PostgreSQL
        cluster = request.getfixturevalue("_postgres")
        url = cluster.url(cluster.new(MIGRATED))
    restored = Database(url)
    try:
        assert archive.restore(restored, path) == counts
        assert everything(restored) == everything(database)
        again = Club(restored)
        for row in games.people_to_move(club):
            assert queries.view(again, row[0]) == queries.view(club, row[0])
    finally:
        restored.close()


def _acting(table: Table, told: list[tuple[str, str]], until: threading.Event) -> None:
    """Play at a table, and keep which actions were acknowledged, until it is enough."""
    rng = random.Random(table.game_id)
    for n in itertools.count():
        side = table.to_act()
        if side is None or until.is_set():
            return
        key = f"k{n}"
        table.act(side, table.pick(side, rng), key)
        told.append((table.game_id, key))


@on_either
def test_a_backup_under_load_restored_elsewhere_holds_every_action_acknowledged_before(
    database: Database, tmp_path: Path
) -> None:
    club = Club(database)
    tables = [duel(club, seed=seed) for seed in (1, 2)]
    acknowledged: list[tuple[str, str]] = []
    enough = threading.Event()
    hands = [threading.Thread(target=_acting, args=(one, acknowledged, enough)) for one in tables]
    for hand in hands:
        hand.start()
    while len(acknowledged) < 15:
        time.sleep(0.01)
    before = len(acknowledged)
    archive.backup(_for_reading(database), tmp_path / "kept")
    while len(acknowledged) < before + 5:
        time.sleep(0.01)
    enough.set()
    for hand in hands:
        hand.join()
    elsewhere = Database(f"sqlite:///{tmp_path / 'elsewhere.db'}")
    archive.restore(elsewhere, tmp_path / "kept")
    c = schema.commands.c
    with elsewhere.reading() as connection:
        kept = {(game, key) for game, key in connection.execute(select(c.game_id, c.key))}
    assert set(acknowledged[:before]) <= kept
    for table in tables:
        there = table.elsewhere(Club(elsewhere))
        mine = {key for game, key in kept if game == table.game_id}
        assert there.lines() == len(mine) + 1
        assert there.play(3, seed=9) == 3  # the chain holds, and the game goes on
    elsewhere.close()


def _for_reading(database: Database) -> Database:
    """The database for somebody who may only read, as the operators' page has him."""
    if database.embedded:
        return database
    with database.engine.connect() as connection:
        connection.execute(text("DROP ROLE IF EXISTS grognard_reader"))
        connection.execute(text("CREATE ROLE grognard_reader LOGIN"))
        connection.execute(text("GRANT pg_read_all_data TO grognard_reader"))
        connection.commit()
    return Database(database.url.set(username="grognard_reader").render_as_string())


@on_either
def test_a_backup_is_never_written_over(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "club.backup"
    path.write_text("precious")
    with pytest.raises(BackupError, match=r"club\.backup is there already"):
        archive.backup(database, path)
    assert path.read_text() == "precious"


@on_either
def test_a_backup_goes_into_an_empty_database_only(database: Database, tmp_path: Path) -> None:
    played(database)
    path = tmp_path / "club.backup"
    archive.backup(database, path)
    before = everything(database)
    with pytest.raises(BackupError, match="holds people already"):
        archive.restore(database, path)
    assert everything(database) == before


def spoilt(raw: bytes, how: str) -> bytes:
    lines = gzip.decompress(raw).splitlines(keepends=True)
    if how == "changed":
        lines = [line.replace(b"u017b", b"u017c") for line in lines]  # one letter of a title
    if how == "dropped":
        del lines[2]
    if how == "short":
        del lines[-1]
    if how == "longer":
        lines.append(lines[2])
    if how == "other":
        lines[0] = b'{"format":"grognard-save"}\n'
    if how == "newer":
        lines[0] = lines[0].replace(b'"revision":"', b'"revision":"9')
    if how == "torn":
        return raw[: len(raw) // 2]
    if how == "no gzip":
        return b"".join(lines)
    return gzip.compress(b"".join(lines))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("changed", "damaged"),
        ("dropped", "damaged|does not fit"),
        ("short", "ends before its end"),
        ("longer", "damaged"),
        ("other", "this is no backup"),
        ("newer", "restore it with that version"),
        ("torn", "cannot be read"),
        ("no gzip", "cannot be read"),
    ],
)
def test_a_spoilt_backup_is_refused_and_nothing_is_restored(
    sqlite_url: str, tmp_path: Path, how: str, said: str
) -> None:
    database = Database(sqlite_url)
    database.migrate()
    played(database)
    path = tmp_path / "club.backup"
    archive.backup(database, path)
    path.write_bytes(spoilt(path.read_bytes(), how))
    restored = Database(f"sqlite:///{tmp_path / 'restored.db'}")
    try:
        with pytest.raises(BackupError, match=said):
            archive.restore(restored, path)
        assert not any(everything(restored).values())
    finally:
        restored.close()
        database.close()


def test_backup_and_restore_by_command(sqlite_url: str, tmp_path: Path) -> None:
    database = Database(sqlite_url)
    database.migrate()
    played(database)
    database.close()
    path, target = tmp_path / "club.backup", f"sqlite:///{tmp_path / 'restored.db'}"
    runner = CliRunner()
    made = runner.invoke(command_line, ["backup", str(path), "--database", sqlite_url])
    assert made.exit_code == 0, made.output
    assert made.output.startswith("2 games with 7 lines, and 1 people, kept in club.backup")
    back = runner.invoke(command_line, ["restore", str(path), "--database", target])
    assert back.output.startswith("2 games with 7 lines, and 1 people, restored from club.backup")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["backup", "b", "--database", "mysql://x"], "database: should be as sqlite:///"),
        (["backup", "b", "--database", "sqlite:///none.db"], "there is no database none.db"),
        (["restore", "none", "--database", "sqlite:///new.db"], "none:1: cannot be read"),
        (["serve", "--workers", "2"], "workers = 2 needs PostgreSQL"),
        (["serve", "--config", "none.toml"], "none.toml: cannot be read"),
    ],
)
def test_what_is_wrong_on_the_command_line_is_said(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command_line, words)
    assert isinstance(result.exception, Mistake)
    assert str(result.exception).startswith(said)


def test_a_database_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Heinz, the games are in another castle. " * 20)
    newer = Database(f"sqlite:///{tmp_path / 'newer.db'}")
    newer.migrate()
    with newer.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    newer.close()
    wrong = {
        f"sqlite:///{tmp_path / 'letter.txt'}": "file is not a database",
        f"sqlite:///{tmp_path / 'nowhere' / 'grognard.db'}": "unable to open database file",
        newer.url.render_as_string(): "its tables (9999) are those of a newer Grognard",
        "postgresql://heinz:hush@127.0.0.1:1/x": "connection failed",
    }
    for url, reason in wrong.items():
        words = ["serve", "--port", "0", "--database", url]
        result = CliRunner().invoke(command_line, words)
        assert isinstance(result.exception, Mistake), url
        said = str(result.exception)
        assert said.startswith(f"the database {url.replace('hush', '***')} cannot be used: ")
        assert reason in said
        assert said.count("\n") == 0
        assert "Grognard is at" not in result.output


@on_either
def test_a_backup_leaves_out_nothing_that_it_does_not_know(
    database: Database, tmp_path: Path
) -> None:
    played(database)
    for revision in ("0001", "9999"):
        with database.writing() as connection:
            connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
        with pytest.raises(BackupError, match=f"{revision}.* are not those of this version"):
            archive.backup(database, tmp_path / "kept")
    with pytest.raises(BackupError, match=r"cannot be filled: its tables \(9999\)"):
        archive.restore(database, tmp_path / "kept")
    assert not list(tmp_path.glob("kept*"))
