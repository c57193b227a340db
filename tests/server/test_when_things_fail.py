"""When things fail: the database is away, the disk is full, a process is killed or told to end."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from websockets.sync.client import connect

from grognard.server.club import Club
from grognard.server.store import database as databases
from grognard.server.store.database import AWAY, BUSY, FAILS, FULL, Database, away
from tests.server.wire import Client, Table, app_on, on_either, serving

# ---- the database is away


@pytest.fixture
def app(club: Club) -> Iterator[FastAPI]:
    with serving(app_on(club)) as app:
        yield app


def _sever(database: Database) -> None:
    """From now on nobody reaches the database."""
    where = "/nowhere/at/all" if database.embedded else "/nowhere"
    lost = Database(
        f"sqlite:///{where}" if database.embedded else f"postgresql://a@/b?host={where}"
    )
    database.engine.dispose()
    database.engine = lost.engine


@on_either
def test_without_its_database_every_route_says_so_and_when_to_ask_again(
    app: FastAPI, club: Club
) -> None:
    table = Table(app)
    _sever(club.database)
    ways = {"game_id": table.game, "seat_id": table.mine}
    told: dict[int, list[str]] = {}
    for path, methods in app.openapi()["paths"].items():
        for method in methods:
            where = path.format_map({**dict.fromkeys(_names(path), "1"), **ways})
            answer = table.anna.http.request(method, where, json=None if method == "get" else {})
            told.setdefault(answer.status_code, []).append(f"{method} {path}")
            if answer.status_code == 503:
                assert int(answer.headers["retry-after"]) > 0
                assert answer.json()["error"] == "unavailable"
                assert answer.json()["detail"] == AWAY
                assert "same key" in answer.json()["would_be_right"]
    assert 500 not in told, told
    assert len(told[503]) > 40
    seat = f"/api/v1/seats/{table.mine}"
    act = {"action": {"do": "end"}, "key": "k"}
    assert table.anna.http.post(f"{seat}/act", json=act).status_code == 503
    german = table.anna.http.get(f"{seat}/view", headers={"accept-language": "de"}).json()
    assert german["detail"] == "die Datenbank ist nicht zu erreichen"
    health = table.anna.http.get("/health")
    assert (health.status_code, health.json()["status"]) == (503, AWAY)
    assert health.json()["parts"]["writing"] == AWAY
    assert table.anna.http.get("/alive").status_code == 200


def _names(path: str) -> list[str]:
    return [part[1:].partition("}")[0] for part in path.split("/") if part.startswith("{")]


def _error(work: Any) -> DBAPIError:
    with pytest.raises(DBAPIError) as caught:
        work()
    return caught.value


def test_a_connection_that_postgresql_cuts_is_a_database_that_is_away(postgres_url: str) -> None:
    database = Database(postgres_url)

    def cut() -> None:
        with database.writing() as connection:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    assert away(_error(cut)) == AWAY
    with database.writing() as connection:  # the next one is served
        wrong = _error(lambda: connection.execute(text("SELECT nothing FROM nowhere")))
    assert away(wrong) is None
    database.close()


def test_sqlite_says_what_ails_it(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0.05)

    def fill() -> None:
        with database.writing() as connection:
            connection.execute(text("PRAGMA max_page_count = 1"))
            connection.execute(text("CREATE TABLE more AS SELECT zeroblob(1000000)"))

    assert away(_error(fill)) == FULL
    other = Database(str(database.url))
    with database.writing(), pytest.raises(databases.TooBusy) as waited, database.writing():
        pass
    assert away(waited.value) == BUSY
    with database.writing():
        assert away(_error(lambda: other.writing().__enter__())) == BUSY
    other.close()
    with database.reading() as connection:
        assert away(_error(lambda: connection.execute(text("nonsense")))) is None
    assert away(ValueError("no error of a database")) is None
    assert away(SQLAlchemyError("none of its reach")) is None


# ---- the server as a process


KEPT = {k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")}
SERVE = "from grognard.cli import main; main()"
HEAVY = """
from grognard.server.http import shelf

@shelf.router.get("/api/v1/heavy")
def heavy():
    while True:
        pass

"""


@contextmanager
def started(*words: str, before: str = "") -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of its own, at the address it says."""
    process = subprocess.Popen(
        [sys.executable, "-c", before + SERVE, "serve", *words, "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=KEPT,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[3].removeprefix("http://"), process
    finally:
        process.kill()
        process.wait(10)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def lives(pid: int) -> bool:
    """Whether a process is there, and not only its name."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pids: list[int], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(lives(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


PROGRAM = {
    "scenario": "wb95/klin",
    "seats": [{"side": side, "kind": "ai", "player": "staff"} for side in ("german", "soviet")],
}


def test_a_full_disk_is_told_and_nothing_is_lost_nor_does_a_thought_outlive_its_server(
    tmp_path: Path,
) -> None:
    file = tmp_path / "grognard.db"
    with started("--database", f"sqlite:///{file}") as (where, process):
        client = Client(where)
        game = client.post("/games", {"scenario": "wb95/klin"})
        seat = next(one["id"] for one in game["seats"] if one["mine"])
        wish = {"action": {"do": "assign", "missions": []}, "key": "once"}
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        full = client.http.post(f"/api/v1/seats/{seat}/act", json=wish)
        assert (full.status_code, full.json()["detail"]) == (503, FAILS)
        assert full.headers["retry-after"]
        assert client.view(seat)["moment"] == 1
        ill = client.http.get("/health")
        assert (ill.status_code, ill.json()["parts"]["writing"]) == (503, FAILS)
        assert ill.json()["parts"]["reading"] == "ok"
        free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, free)
        time.sleep(1)  # so long what was found out about its health is told again
        assert client.http.get("/health").status_code == 200
        assert client.post(f"/seats/{seat}/act", wish)["moment"] == 2
        client.post("/games", PROGRAM)
        until = time.monotonic() + 20
        while not (thinking := children(process.pid)) and time.monotonic() < until:
            time.sleep(0.05)
        assert thinking
        process.kill()
        assert gone(thinking, 5)


def test_a_server_told_to_end_has_ended_within_ten_seconds_whatever_goes_on(
    tmp_path: Path,
) -> None:
    """A request without end, a half one, a socket, and a program that thinks."""
    words = ("--database", f"sqlite:///{tmp_path / 'grognard.db'}")
    with started(*words, before=HEAVY) as (where, process):
        client = Client(where)
        game = client.post("/games", {"scenario": "wb95/klin"})
        seat = next(one["id"] for one in game["seats"] if one["mine"])
        url = f"ws://{where}/api/v1/games/{game['id']}/stream?seat={seat}"
        with (
            connect(url, additional_headers={"authorization": f"Bearer {client.token}"}) as socket,
            _sent(where, "GET /api/v1/heavy HTTP/1.1\r\nHost: a\r\n\r\n"),
            _sent(where, "POST /api/v1/games HTTP/1.1\r\nContent-Length: 9\r\nHost: a\r\n\r\n{"),
        ):
            assert json.loads(socket.recv())["type"] == "position"
            client.post("/games", PROGRAM)
            acknowledged = client.act(seat, {"do": "assign", "missions": []})["moment"]
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert process.wait(15) in (0, -signal.SIGTERM)
            assert time.monotonic() - began < 10
    with started(*words) as (where, _process):
        assert Client(where, client.token).view(seat)["moment"] == acknowledged


@contextmanager
def _sent(where: str, text: str) -> Iterator[None]:
    import socket

    host, _, port = where.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text.encode())
        yield


def test_workers_end_with_whoever_looks_after_them(postgres_url: str) -> None:
    """Its port is free again, and another server may be started in its place."""
    words = ("--database", postgres_url, "--workers", "2")
    with started(*words) as (where, process):
        assert where
        workers: list[int] = []
        until = time.monotonic() + 60
        while len(workers) < 2 and time.monotonic() < until:
            workers = [pid for pid in children(process.pid) if "spawn_main" in _command(pid)]
        process.kill()  # while they still look round, or serve already
        assert len(workers) == 2
        assert gone(workers, 60)


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()
