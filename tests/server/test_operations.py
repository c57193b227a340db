"""Operations: logs, health, figures, and the server as a process of its own."""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert, select, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from typer.testing import CliRunner
from websockets.sync.client import connect

from bench import load as bench_load
from bench import server as bench_server
from grognard import __version__
from grognard.cli import app as command_line
from grognard.cli.application import Mistake
from grognard.server import games, logs, metrics, operations, people
from grognard.server.club import Club
from grognard.server.http.app import create_app, prepare
from grognard.server.settings import Settings
from grognard.server.store import schema
from grognard.server.store.database import Database
from tests.server.table import KLIN, duel
from tests.server.wire import on_either

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
    parts = {"reading": "the database cannot be reached", "writing": "ok", "disk": "ok"}
    assert answer.json() == {"status": parts["reading"], "version": __version__, "parts": parts}


def test_a_disk_that_is_nearly_full_is_no_good_health(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found out is told again for a moment, so that asking costs little."""
    with client(club) as asking:
        monkeypatch.setattr(club.database, "room", lambda: 1_000_000)
        answer = asking.get("/health")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert answer.json()["parts"]["disk"] == "the disk of the database is full"
        monkeypatch.setattr(club.database, "room", lambda: 1 << 30)
        assert asking.get("/health").status_code == 503
        monkeypatch.setattr(operations, "HEALTHY_FOR", 0.0)
        asking.app.state.health._until = 0.0  # type: ignore[attr-defined]
        assert asking.get("/health").status_code == 200


@on_either
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


@on_either
def test_what_the_incident_sheet_says_to_the_database_is_understood(database: Database) -> None:
    sheet = (Path(__file__).parents[2] / "docs" / "operators.md").read_text("utf-8")
    said = [
        one for block in re.findall(r"```sql\n(.*?)```", sheet, re.S) for one in block.split(";")
    ]
    said += re.findall(r"`(DELETE [^`]*);`", sheet)
    statements = [one.strip() for one in said if one.strip()]
    assert len(statements) == 4
    for statement in statements:
        with database.writing() as connection:
            connection.execute(text(statement))


def test_the_server_says_where_faults_are_reported_if_it_is_told(club: Club) -> None:
    where = "/.well-known/security.txt"
    with client(club) as asking:
        assert asking.get(where).status_code == 404
    with client(club, security_contact="mailto:war@example.org") as asking:
        answer = asking.get(where)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    contact, expires = answer.text.splitlines()
    assert contact == "Contact: mailto:war@example.org"
    until = datetime.fromisoformat(expires.removeprefix("Expires: "))
    assert timedelta(days=28) < until - datetime.now(UTC) < timedelta(days=31)


@pytest.mark.parametrize("wrong", ["war@example.org", "mailto:", "https://a\nContact: b"])
def test_a_contact_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="mailto"):
        Settings(security_contact=wrong)


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


# ---- the server as a process


@contextmanager
def serving(
    *words: str,
    errors: list[str] | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of its own, at the address it says; what it logs goes into `errors`."""
    command = (sys.executable, "-c", "from grognard.cli import main; main()", "serve", *words)
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")}
    process = subprocess.Popen(
        [*command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**kept, **environment},
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


ENOUGH = 10
"""Lines of a game by which it is seen that programs play it."""


@dataclass(frozen=True)
class Served:
    """What was seen of a server from its start to its end."""

    folder: Path
    health: Any
    figures: int
    private: tuple[str, ...]
    port: str
    second: BaseException | None
    status: int | None
    log: str
    length: int
    """How far a game of two programs came."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    """A server that tells its log all it can: it is asked, played on, and told to end.

    Two programs sit at a table on it. It is started once for all who want to know how that went: a
    start takes seconds.
    """
    folder = tmp_path_factory.mktemp("served")
    (folder / "club.toml").write_text('log_level = "debug"')
    url = f"sqlite:///{folder / 'grognard.db'}"
    words = ("--database", url)
    errors: list[str] = []
    with serving(*words, "--config", str(folder / "club.toml"), errors=errors) as (at, process):
        health, figures = asked(at, "/health").json(), asked(at, "/metrics").status_code
        private, game = played_on(at)
        port = at.rsplit(":", 1)[1]
        second = CliRunner().invoke(command_line, ["serve", *words, "--port", port]).exception
        length = played_by_programs(url, game)
    status = process.returncode
    return Served(folder, health, figures, private, port, second, status, errors[0], length)


def played_by_programs(url: str, game: str) -> int:
    """How long the game has become when it is long enough, or half a minute later."""
    length, database = 0, Database(url)
    for _ in range(300):
        with database.reading() as connection:
            length = connection.execute(
                select(schema.games.c.length).where(schema.games.c.id == game)
            ).scalar_one()
        if length > ENOUGH:
            break
        time.sleep(0.1)
    database.close()
    return length


def played_on(address: str) -> tuple[tuple[str, ...], str]:
    """Somebody comes in, opens a table and listens, and another for programs to play at.

    What nobody else is to know of it, and the game of the programs."""
    guest = httpx.post(f"{address}/api/v1/people/guest", json={"bearer": True}).json()
    shown = {"Authorization": f"Bearer {guest['token']}"}
    game = httpx.post(
        f"{address}/api/v1/games", json={"scenario": KLIN}, headers=shown, timeout=30
    ).json()
    seat: str = game["seats"][0]["id"]
    stream = f"ws{address[4:]}/api/v1/games/{game['id']}/stream?seat={seat}"
    with connect(stream, additional_headers=shown) as listening:
        assert json.loads(listening.recv())["type"] == "position"
    plans = [{"side": side, "kind": "ai", "player": "staff"} for side in ("german", "soviet")]
    wish = {"scenario": KLIN, "seats": plans}
    programs = httpx.post(f"{address}/api/v1/games", json=wish, headers=shown, timeout=30).json()
    return (guest["token"], guest["person"]["id"], seat), programs["id"]


def test_serve_says_where_it_is_and_ends_when_it_is_told_to(served: Served) -> None:
    assert served.health["status"] == "ok"
    assert served.figures == 200
    assert served.status in (0, -signal.SIGTERM)
    told = [json.loads(line) for line in served.log.splitlines()]
    assert "Application shutdown complete." in [line["what"] for line in told]
    assert (served.folder / "grognard.db").is_file()


def test_the_log_tells_neither_tokens_nor_whence_somebody_comes(served: Served) -> None:
    assert "/api/v1/games" in served.log
    for private in (*served.private, "127.0.0.1:"):
        assert private not in served.log


def test_a_port_that_is_taken_is_said(served: Served) -> None:
    assert isinstance(served.second, Mistake)
    assert f"cannot listen at 127.0.0.1 port {served.port}" in str(served.second)


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


def test_a_program_plays_on_a_server_that_is_started(served: Served) -> None:
    assert served.length > ENOUGH


def test_the_bench_of_the_server_measures_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    smaller = {"GAMES": 2, "PAUSE": 0.1, "PLAYING": 0.6, "SCENARIO": KLIN}
    for name, value in smaller.items():
        monkeypatch.setattr(bench_server, name, value)
    results = bench_server.run()
    assert [result.unit for result in results] == ["MiB", "s", "s", "s", "s", "1/s"]
    assert all(result.ours > 0 for result in results[1:])


def test_the_bench_of_a_full_house_measures_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    smaller = {
        "CLIENTS": 2, "GAMES": 2, "PAUSE": 0.1, "WARMING": 0.1, "PLAYING": 0.6, "IDLING": 0.3,
        "SOCKETS": 6, "ASKING": 3,
    }  # fmt: skip
    for name, value in smaller.items():
        monkeypatch.setattr(bench_load, name, value)
    results = bench_load.run()
    assert [result.unit for result in results] == ["s", "s", "MiB", "MiB", "s"]
    assert all(result.ratio is not None and result.ratio > 0 for result in results[:2])
    assert results[1].goal == 0.2


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


def test_the_search_of_ways_is_made_ready_before_anybody_asks(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready: list[str] = []
    monkeypatch.setattr("grognard.server.http.shelf.whole_shelf", lambda: ready.append("shelf"))
    monkeypatch.setattr("grognard.board.kernel.load", lambda: ready.append("search"))
    prepare(club)
    assert ready == ["shelf", "search"]


def test_what_is_made_ready_stays_for_good_and_no_game_that_was_asked_for_meanwhile(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.server.http.shelf.whole_shelf", lambda: None)
    table = duel(club)
    with club.live.reading(table.game_id) as (kept, _row):
        early = weakref.ref(kept.game)
    del kept
    lasting = Ring()
    prepare(club)
    assert early() is None
    assert len(club.live) == 0
    assert not any(one is lasting for one in gc.get_objects())
    table.play(2)  # it is played again from its record


class Ring:
    """Something that only the collector could find when nobody knows it any more."""

    def __init__(self) -> None:
        self.itself = self
