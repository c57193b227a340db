"""Operations: logs, health, figures, backups, and the server as a process of its own."""

from __future__ import annotations

import gzip
import importlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert, select, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from typer.testing import CliRunner
from websockets.sync.client import connect

from bench import server as bench_server
from grognard.cli import app as command_line
from grognard.cli.application import Mistake
from grognard.server import archive, commands, games, logs, metrics, people, queries, seating
from grognard.server.archive import BackupError
from grognard.server.club import Club
from grognard.server.http.app import create_app
from grognard.server.settings import Settings
from grognard.server.store import schema
from grognard.server.store.database import Database
from tests.server.cluster import MIGRATED

KLIN = "wb95/klin"


# ---- logs


@pytest.fixture
def logged() -> io.StringIO:
    """What is logged."""
    return io.StringIO()


def test_a_log_is_one_line_of_json_a_fact(logged: io.StringIO) -> None:
    logs.set_up("info", "json", logged)
    logs.log("clocks").info("a flag fell", extra={"game": "g1", "side": "german"})
    logs.log("clocks").debug("too small to tell")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logs.log("ai").exception("a program failed")
    first, second = (json.loads(line) for line in logged.getvalue().splitlines())
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "info", "from": "grognard.clocks", "what": "a flag fell", "game": "g1",
        "side": "german",
    }  # fmt: skip
    assert "ValueError: two\nlines" in second["error"]


def test_a_log_may_be_for_people(logged: io.StringIO) -> None:
    logs.set_up("info", "text", logged)
    logs.log("clocks").info("a flag fell", extra={"game": "g1"})
    assert logged.getvalue().endswith(" info a flag fell game=g1\n")


# ---- health and figures


@contextmanager
def client(club: Club, **settings: Any) -> Iterator[TestClient]:
    """The application on a club, without what goes on behind the requests."""
    app = create_app(Settings(**settings), club, background=False)
    with TestClient(app, base_url="http://localhost") as asking:
        yield asking


def test_a_server_that_reaches_its_database_is_well(club: Club) -> None:
    with client(club) as asking:
        answer = asking.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_a_server_that_lost_its_database_says_so_and_no_more(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("SELECT 1", {}, Exception("no route to hush@db"))

    with client(club) as asking:
        monkeypatch.setattr(club.database, "reading", away)
        answer = asking.get("/health")
    assert answer.status_code == 503
    assert answer.json() == {"status": "the database cannot be reached"}


def test_the_figures_are_for_whoever_shows_the_token(club: Club) -> None:
    person, _token = people.guest(club)
    games.create_game(club, person, KLIN)
    with client(club, metrics_token="quiet") as asking:
        assert asking.get("/metrics").status_code == 403
        wrong = asking.get("/metrics", headers={"Authorization": "Bearer loud"})
        assert wrong.status_code == 403
        asking.get("/health")
        answer = asking.get("/metrics", headers={"Authorization": "Bearer quiet"})
    assert answer.status_code == 200
    assert 'grognard_games{state="open"} 1.0' in answer.text
    counted = 'grognard_requests_total{method="GET",route="/health",status="200"}'
    assert counted in answer.text


def test_without_a_token_the_figures_are_for_this_machine_alone(club: Club) -> None:
    app = create_app(Settings(), club, background=False)
    for address, status in (("127.0.0.1", 200), ("::1", 200), ("93.184.216.34", 403)):
        with TestClient(app, base_url="http://localhost", client=(address, 5)) as asking:
            assert asking.get("/metrics").status_code == status


def test_a_worker_that_died_listens_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(metrics.SHARED, str(tmp_path))
    count = (
        "from grognard.server import metrics\n"
        "metrics.SOCKETS.inc(5)\n"
        "print(metrics.exposition().decode())\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", count], capture_output=True, text=True, check=True
    ).stdout
    assert "grognard_sockets 5.0" in shown
    assert "grognard_sockets 5.0" not in metrics.exposition().decode()


def test_the_log_of_requests_names_routes_and_no_keys(club: Club, logged: io.StringIO) -> None:
    logs.set_up("info", "json", logged)
    with client(club) as asking:
        asking.get("/api/v1/games/abcdefsecret?invite=hush", headers={"Authorization": "Bearer b"})
        asking.get("/nowhere/secret")
    told = [json.loads(line) for line in logged.getvalue().splitlines()]
    routes = [line["route"] for line in told if line["what"] == "a request"]
    assert routes == ["/api/v1/games/{game_id}", "none"]
    assert "secret" not in logged.getvalue()
    assert "hush" not in logged.getvalue()


def test_an_error_of_the_database_does_not_tell_what_was_to_be_written(
    database: Database, logged: io.StringIO
) -> None:
    logs.set_up("info", "json", logged)
    try:
        with database.writing() as connection:
            person = {"id": "a", "settings": {"mail": "me@example.org"}, "created": None}
            connection.execute(insert(schema.people).values(**person))
    except SQLAlchemyError:
        logs.log("requests").exception("a request failed")
    assert "me@example.org" not in logged.getvalue()
    assert "INSERT INTO people" in logged.getvalue()


# ---- backups


def played(database: Database) -> Club:
    """A server with two people and two games, one of them some lines long."""
    club = Club(database)
    person, _token = people.guest(club)
    people.register(club, person, "Heinz", "a long enough passphrase")
    game = games.create_game(club, person, KLIN, title="Żółć", seed=7)["id"]
    games.create_game(club, person, "wb95/typhoon", listed=True)
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


def test_a_backup_is_never_written_over(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "club.backup"
    path.write_text("precious")
    with pytest.raises(BackupError, match=r"club\.backup is there already"):
        archive.backup(database, path)
    assert path.read_text() == "precious"


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


# ---- the server as a process


@contextmanager
def serving(
    *words: str, errors: list[str] | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of its own, at the address it says; what it logs goes into `errors`."""
    command = (sys.executable, "-c", "from grognard.cli import main; main()", "serve", *words)
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")}
    process = subprocess.Popen(
        [*command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=kept,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Grognard is at http://"), line + process.communicate()[1]
        yield line.split()[3], process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            logged = process.communicate(timeout=20)[1]
            if errors is not None:
                errors.append(logged)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def asked(address: str, path: str, **more: Any) -> httpx.Response:
    """An answer, once the server gives any."""
    for _ in range(200):
        try:
            return httpx.get(f"{address}{path}", timeout=60, **more)
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def test_serve_says_where_it_is_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'grognard.db'}"
    errors: list[str] = []
    with serving("--database", url, errors=errors) as (address, process):
        assert asked(address, "/health").json()["status"] == "ok"
        assert asked(address, "/metrics").status_code == 200
    assert process.returncode in (0, -signal.SIGTERM)
    told = [json.loads(line) for line in errors[0].splitlines()]
    assert "Application shutdown complete." in [line["what"] for line in told]
    assert (tmp_path / "grognard.db").is_file()


def test_the_log_tells_neither_tokens_nor_whence_somebody_comes(tmp_path: Path) -> None:
    settings = tmp_path / "club.toml"
    settings.write_text('log_level = "debug"')
    words = ("--database", f"sqlite:///{tmp_path / 'g.db'}", "--config", str(settings))
    errors: list[str] = []
    with serving(*words, errors=errors) as (address, _process):
        guest = httpx.post(f"{address}/api/v1/people/guest", json={"bearer": True}).json()
        shown = {"Authorization": f"Bearer {guest['token']}"}
        game = httpx.post(
            f"{address}/api/v1/games", json={"scenario": KLIN}, headers=shown, timeout=30
        ).json()
        seat = game["seats"][0]["id"]
        stream = f"ws{address[4:]}/api/v1/games/{game['id']}/stream?seat={seat}"
        with connect(stream, additional_headers=shown) as listening:
            assert json.loads(listening.recv())["type"] == "position"
    assert "/api/v1/games" in errors[0]
    for private in (guest["token"], guest["person"]["id"], seat, "127.0.0.1:"):
        assert private not in errors[0]


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'grognard.db'}"
    with serving("--database", url) as (address, _process):
        port = address.rsplit(":", 1)[1]
        result = CliRunner().invoke(command_line, ["serve", "--database", url, "--port", port])
    assert isinstance(result.exception, Mistake)
    assert f"cannot listen at 127.0.0.1 port {port}" in str(result.exception)


def test_several_workers_serve_count_together_and_replace_one_that_dies(
    postgres_url: str,
) -> None:
    with serving("--database", postgres_url, "--workers", "2") as (address, process):
        for _ in range(20):
            assert asked(address, "/health").status_code == 200
        text = asked(address, "/metrics").text
        [line] = [
            line
            for line in text.splitlines()
            if line.startswith("grognard_requests_total") and 'route="/health"' in line
        ]
        assert float(line.split()[-1]) == 20
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        workers = [pid for pid in children if "spawn_main" in _command(pid)]
        assert len(workers) == 2
        os.kill(int(workers[0]), signal.SIGKILL)
        for _ in range(20):
            assert asked(address, "/health").status_code == 200


def _command(pid: str) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def test_a_program_plays_on_a_server_that_is_started(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'grognard.db'}"
    database = Database(url)
    database.migrate()
    club = Club(database)
    person, _token = people.guest(club)
    game = games.create_game(club, person, KLIN, seed=7)["id"]
    for seat in seating.seats(club, game):
        seating.seat_program(club, person, seat.id, "staff")
    with serving("--database", url):
        for _ in range(300):
            with database.reading() as connection:
                length = connection.execute(
                    select(schema.games.c.length).where(schema.games.c.id == game)
                ).scalar_one()
            if length > 10:
                break
            time.sleep(0.1)
    database.close()
    assert length > 10


def test_the_bench_of_the_server_measures_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GAMES": 3, "PAUSE": 0.2, "PLAYING": 1.5}.items():
        monkeypatch.setattr(bench_server, name, value)
    results = bench_server.run()
    assert [result.unit for result in results] == ["MiB", "s", "s", "s", "s", "1/s"]
    assert all(result.ours > 0 for result in results[1:])


@pytest.mark.parametrize(
    ("words", "module", "package"),
    [
        (["serve"], "grognard.server.serving", "uvicorn"),
        (["backup", "kept.zip"], "grognard.server.store.database", "sqlalchemy.exc"),
    ],
)
def test_without_an_extra_the_command_says_what_to_install(
    words: list[str], module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make play` installs no server: whoever types the command anyway is told, not traced."""
    within, _, name = module.rpartition(".")
    monkeypatch.delattr(importlib.import_module(within), name, raising=False)
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    result = CliRunner().invoke(command_line, words)
    assert isinstance(result.exception, Mistake)
    assert f"{package} is not installed; pip install 'grognard[" in str(result.exception)
    assert "server]'" in str(result.exception)
