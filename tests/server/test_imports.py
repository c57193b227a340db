"""Saves that people bring are played again apart, in a queue; nobody else waits for them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from grognard.server import branches, imports
from grognard.server.club import Club
from grognard.server.errors import Conflict, Invalid, NotFound, TooLarge
from grognard.server.http import importing
from grognard.server.import_process import MEMORY
from grognard.server.manning import Manning
from grognard.server.store.database import Database
from grognard.server.store.records import Person
from tests.server.table import KLIN, solo
from tests.server.wire import Client, app_on, on_either, serving

TOLD = """
import json, sys, time
task = json.loads(sys.stdin.readline())
def say(**said): print(json.dumps(said), flush=True)
{then}
"""


def telling(then: str) -> Sequence[str]:
    """A process that says something of a save without playing it."""
    return sys.executable, "-c", TOLD.format(then=then)


def saved(club: Club, lines: int = 6) -> bytes:
    """A save of a small game."""
    table = solo(club)
    table.play(lines)
    return branches.export(club, table.seats["german"]).encode("ascii")


def bring(client: Client, raw: bytes) -> tuple[int, Any]:
    """What is answered to a save."""
    headers = {"content-type": "application/octet-stream"}
    answer = client.http.post("/api/v1/saves", content=raw, headers=headers)
    return answer.status_code, answer.json()


@on_either
def test_a_save_is_played_again_in_a_process(database: Database) -> None:
    club = Club(database)
    raw = saved(club)
    heard: list[str | None] = []
    database.subscribe(heard.append)
    with serving(app_on(club, engine_processes=1)) as app:
        anna = Client(app)
        assert anna.fails("/saves", method="GET")[0] == 404
        status, card = bring(anna, raw)
        assert (status, card["scenario"], card["mine"]) == (201, KLIN, True)
        told = anna.get("/saves")
        assert (told["game"], told["problem"], told["lines"]) == (
            card["id"],
            None,
            raw.count(b"\n"),
        )
        seat = next(seat["id"] for seat in card["seats"] if seat["mine"])
        assert anna.get(f"/seats/{seat}/view")["moment"] >= 1
        assert anna.get(f"/seats/{seat}/legal", limit=1)["actions"]
        anna.http.headers["accept-language"] = "de"
        lines = raw.split(b"\n")
        lines[3] = lines[3].replace(b'"by":"', b'"by":"x', 1)
        status, problem = bring(anna, b"\n".join(lines))
        assert status == 409
        assert "save:4" in problem["detail"]
        assert problem["would_be_right"] != "a save as Grognard writes it", "it is in German"
        assert anna.get("/saves")["problem"]
        assert app.state.desk.ledger._buckets[f"person {anna.get('/people/me')['id']}"]
    assert card["id"] in heard


def test_who_brings_a_long_save_is_told_how_far_it_has_come(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And nobody waits for it: neither who plays, nor who asks; one save is played at a time."""
    monkeypatch.setattr(importing, "PATIENCE", 0.3)
    club = Club(database)
    raw = saved(club)
    diary = tmp_path / "diary"
    then = (
        f"diary = open({str(diary)!r}, 'a', buffering=1); diary.write('begun\\n'); say(line=3); "
        "time.sleep(1.5); diary.write('ended\\n'); say(game='none', seconds=0.1)"
    )
    with serving(app_on(club, engine_processes=1)) as app, ThreadPoolExecutor() as pool:
        app.state.desk.importing.command = telling(then)
        flood = [Client(app) for _ in range(3)]
        other = Client(app)
        seat = other.post("/games", {"scenario": KLIN})["seats"][0]["id"]
        answers = list(pool.map(lambda client: bring(client, raw), flood))
        assert [status for status, _ in answers] == [202, 202, 202]
        began = time.monotonic()
        assert other.get(f"/seats/{seat}/view")["moment"] == 1
        assert time.monotonic() - began < 1
        status, problem = bring(flood[0], raw)
        assert (status, problem["error"]) == (409, "conflict")
        until = time.monotonic() + 60
        seen = set()
        told = [client.get("/saves") for client in flood]
        while any(one["game"] is None for one in told) and time.monotonic() < until:
            seen |= {one["line"] for one in told}
            time.sleep(0.05)
            told = [client.get("/saves") for client in flood]
        assert seen & {3}
        assert [one["game"] for one in told] == ["none"] * 3
        assert diary.read_text().split() == ["begun", "ended"] * 3


def test_a_save_that_takes_too_long_is_given_up(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "WALL", 0.4)
    club = Club(database)
    raw = saved(club)
    with serving(app_on(club, engine_processes=1, import_seconds=1)) as app:
        anna = Client(app)
        person = anna.get("/people/me")["id"]
        app.state.desk.ledger.a_minute = 60
        for then in ("time.sleep(60)", "sys.exit(1)", "say(error='MemoryError')"):
            app.state.desk.importing.command = telling(then)
            status, problem = bring(anna, raw)
            assert status == 409
            assert problem["detail"].startswith("this save takes longer than 1 seconds to play")
            assert anna.get("/saves")["problem"] == problem["detail"]
        spent = app.state.desk.ledger._buckets[f"person {person}"].left
        assert spent < 120 - 2.5, "each is paid for"


def test_a_save_that_is_given_up_leaves_no_process(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importing, "WALL", 3)
    raw, diary = saved(Club(database)), tmp_path / "diary"
    with serving(app_on(Club(database), engine_processes=1, import_seconds=1)) as app:
        anna = Client(app)
        then = f"import os; open({str(diary)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
        app.state.desk.importing.command = telling(then)
        assert bring(anna, raw)[0] == 409
        with pytest.raises(ProcessLookupError):
            os.kill(int(diary.read_text()), 0)


def test_a_save_that_waits_in_the_queue_is_not_taken_for_given_up(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits behind a long one says so now and then."""
    monkeypatch.setattr(importing, "PATIENCE", 0.1)
    monkeypatch.setattr(importing, "HEARTBEAT", 0.05)
    now = [1_000]
    club = Club(database, now=lambda: now[0])
    raw = saved(club)
    with serving(app_on(club, engine_processes=1)) as app:
        anna, boris = Client(app), Client(app)
        app.state.desk.importing.command = telling("time.sleep(60)")
        assert [bring(one, raw)[0] for one in (anna, boris)] == [202, 202]
        now[0] += 2 * imports.GIVEN_UP
        until = time.monotonic() + 10
        while boris.get("/saves")["problem"] is not None and time.monotonic() < until:
            time.sleep(0.02)
        assert boris.get("/saves")["problem"] is None


def test_a_process_that_plays_a_save_has_so_much_time_and_memory() -> None:
    """The system ends it, should nobody wait for it any more."""
    limits = "import resource as r; print(*r.getrlimit(r.RLIMIT_AS), *r.getrlimit(r.RLIMIT_CPU))"
    bound = "from grognard.server.import_process import bound; bound(7); "
    told = subprocess.run(
        [sys.executable, "-c", bound + limits], capture_output=True, text=True, check=True
    )
    soft, hard, seconds, most = map(int, told.stdout.split())
    assert soft == hard == MEMORY
    assert 7 < seconds == most < 60, "so much beside what it took to start"


def test_a_process_whose_time_is_up_is_ended_by_the_system(database: Database) -> None:
    """It is told to take less time than it took to start."""
    task = {
        "database": database.url.render_as_string(hide_password=False), "limits": {},
        "language": "en", "person": {"id": "a", "name": None}, "title": "",
        "wish": asdict(Manning()), "save": "", "seconds": 3,
    }  # fmt: skip
    for seconds, ended in ((3, {0}), (-1, {-signal.SIGXCPU, -signal.SIGKILL})):
        done = subprocess.run(
            [*importing.IMPORT, str(os.getpid())],
            input=json.dumps({**task, "seconds": seconds}) + "\n", text=True,
            capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode in ended, done.stderr


@on_either
def test_one_save_of_a_person_at_a_time(database: Database, anna: Person) -> None:
    now = 1_000
    club = Club(database, now=lambda: now)
    raw = saved(club)
    with pytest.raises(NotFound):
        imports.status(club, anna)
    first = imports.begin(club, anna, raw)
    with pytest.raises(Conflict, match="another save of yours"):
        imports.begin(club, anna, raw)
    now += 2 * imports.GIVEN_UP
    assert "once more" in imports.status(club, anna)["problem"]
    second = imports.begin(club, anna, raw)
    imports.note(club, anna, first, game_id="of the first")
    assert imports.status(club, anna)["game"] is None
    imports.note(club, anna, second)
    imports.note(club, anna, second, line=4)
    imports.note(club, anna, second, game_id="of the second")
    assert imports.status(club, anna)["game"] == "of the second"
    assert imports.begin(club, anna, raw)


def test_a_save_is_looked_at_before_it_is_played(club: Club, anna: Person) -> None:
    with pytest.raises(TooLarge, match="20000 lines at most"):
        imports.begin(club, anna, b"\n" * 20_001)
    lines = saved(club).split(b"\n")
    come: list[int] = []
    lines[-2] = lines[-2].replace(b'"n":', b'"n":1', 1)
    with pytest.raises(Invalid, match="chain is broken"):
        branches.import_save(club, anna, b"\n".join(lines), come=come.append)
    assert come == [], "no line is played before all are known to belong together"
