"""Nobody can keep the others waiting: what costs much is counted, queued, and cut off."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from grognard.server import memory
from grognard.server.club import Club, Limits
from grognard.server.http import access, replaying
from grognard.server.http.ledger import Ledger
from grognard.server.http.problems import Trouble
from grognard.server.http.rates import Rate
from grognard.server.http.replaying import Replaying
from grognard.server.live_games import Kept
from grognard.server.memory import NotReady
from grognard.server.spending import Account
from grognard.server.store.database import Database
from tests.server.table import Table, duel, solo
from tests.server.test_http_rates import Clock
from tests.server.wire import Client, app_on, frame, on_either, serving
from tests.server.wire import Table as OverTheWire

SECONDS = 20
"""How long a test waits before it has failed."""


@pytest.fixture
def replayed_slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Every line that is played again waits for this."""
    go_on, replay = threading.Event(), Kept.replay

    def slowly(self: Kept, *line: Any, **more: Any) -> None:
        go_on.wait(SECONDS)
        replay(self, *line, **more)

    monkeypatch.setattr(Kept, "replay", slowly)
    yield go_on
    go_on.set()


@contextmanager
def asked_meanwhile(*questions: Any) -> Iterator[list[Any]]:
    """Questions that are asked by others at the same time."""
    with ThreadPoolExecutor(len(questions)) as pool:
        yield [pool.submit(question) for question in questions]


@on_either
def test_no_connection_is_held_while_a_game_is_played_again(
    database_url: str, database: Database, replayed_slowly: threading.Event
) -> None:
    replayed_slowly.set()
    tables = [solo(Club(database), seed=n) for n in range(4)]
    few = Database(database_url, pool=1)
    others = Club(few)
    replayed_slowly.clear()

    def look(table: Table) -> int:
        with others.live.reading(table.game_id) as (kept, _row):
            return kept.length

    try:
        with asked_meanwhile(*(lambda t=table: look(t) for table in tables)) as asked:
            with few.writing() as connection, few.reading() as another:
                assert not connection.closed
                assert not another.closed
            replayed_slowly.set()
            assert [one.result(SECONDS) for one in asked] == [1, 1, 1, 1]
    finally:
        replayed_slowly.set()
        few.close()


def test_no_thread_of_the_door_is_held_while_a_game_is_played_again(
    database: Database, replayed_slowly: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "FAR", 0)
    monkeypatch.setattr(access, "THREADS", 2)
    replayed_slowly.set()
    with serving(app_on(Club(database))) as app:
        greedy = [Client(app) for _ in range(3)]
        games = [one.post("/games", {"scenario": "wb95/klin"}) for one in greedy]
    with serving(app_on(Club(database))) as app:
        other = Client(app)
        begun = other.post("/games", {"scenario": "wb95/klin"})
        replayed_slowly.clear()
        again = [Client(app, one.token) for one in greedy]
        wanted = [
            lambda c=c, g=g: c.get(f"/seats/{g['seats'][0]['id']}/view")
            for c, g in zip(again, games, strict=True)
        ]
        with asked_meanwhile(*wanted) as asked:
            seen = other.get(f"/games/{begun['id']}")
            assert seen["id"] == begun["id"]
            assert not any(one.done() for one in asked)
            replayed_slowly.set()
            assert [one.result(SECONDS)["moment"] for one in asked] == [1, 1, 1]


def test_who_wants_a_long_game_is_told_to_come_again(
    database: Database, replayed_slowly: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "FAR", 0)
    monkeypatch.setattr(replaying, "PATIENCE", 0.2)
    replayed_slowly.set()
    with serving(app_on(Club(database))) as app:
        anna = Client(app)
        seat = anna.post("/games", {"scenario": "wb95/klin"})["seats"][0]["id"]
    with serving(app_on(Club(database))) as app:
        replayed_slowly.clear()
        again = Client(app, anna.token)
        status, problem = again.fails(f"/seats/{seat}/view", method="GET")
        assert (status, problem["error"]) == (503, "busy")
        assert problem["would_be_right"] == "the same again in 10 seconds"
        replayed_slowly.set()
        assert again.get(f"/seats/{seat}/view")["moment"] == 1


def test_who_asks_first_for_a_long_game_pays_for_its_replay() -> None:
    ledger = Ledger(60)
    replaying_ = Replaying(ledger)

    def play_again() -> None:
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass

    async def ask() -> None:
        game = NotReady(("a game", ""), 5_000, play_again)
        askers = [Account("192.0.2.1", "anna"), Account("192.0.2.2", "boris")]
        await asyncio.gather(*(replaying_.wait(game, one) for one in askers))

    asyncio.run(ask())
    ledger.charge(Account("192.0.2.2", "boris", 1e-9))
    left = {who: bucket.left for who, bucket in ledger._buckets.items()}
    assert left["person anna"] <= 120 - 0.05
    assert left["person boris"] > 120 - 0.05


def test_short_games_do_not_wait_for_long_ones_and_each_is_played_again_when_asked_for() -> None:
    replaying_, go_on = Replaying(Ledger(60)), threading.Event()
    played: list[str] = []

    def game(name: str, lines: int) -> NotReady:
        def play_again() -> None:
            if name.startswith("long"):
                go_on.wait(SECONDS)
            played.append(name)

        return NotReady((name, ""), lines, play_again)

    async def ask() -> None:
        account = Account("192.0.2.1", "anna")
        long_ones = [game(f"long {n}", replaying.LONG + 1) for n in range(3)]
        waiting = [asyncio.create_task(replaying_.wait(one, account)) for one in long_ones]
        await asyncio.sleep(0)
        async with asyncio.timeout(SECONDS / 2):
            for _ in range(2):
                await replaying_.wait(game("short", replaying.LONG), account)
        assert played == ["short", "short"]
        go_on.set()
        await asyncio.gather(*waiting)
        assert replaying_._tasks == {}

    asyncio.run(ask())
    assert sorted(played) == ["long 0", "long 1", "long 2", "short", "short"]


def test_games_in_memory_are_counted_in_bytes(database: Database) -> None:
    table = duel(Club(database))
    table.play(12)
    with Club(database).live.reading(table.game_id) as (kept, _row):
        one = kept.weight
    club = Club(database, Limits(memory_bytes=2 * one))
    tables = [table, *(duel(club, seed=n) for n in range(4))]
    for each in tables:
        with club.live.reading(each.game_id):
            pass
        assert 0 < club.live.weight <= 2 * one
    assert 1 <= len(club.live) < len(tables)
    few = Club(database, Limits(games_in_memory=2))
    for each in tables:
        with few.live.reading(each.game_id):
            pass
    assert len(few.live) == 2
    table.elsewhere(club).play(2, seed=2)
    assert club.live.weight > 0


@pytest.mark.parametrize(
    ("kind", "askers", "most"),
    [("ask", 1, access.AT_ONCE), ("ponder", 1, 1), ("ponder", 9, access.COSTLY["ponder"])],
)
def test_so_much_is_done_at_once_for_one_and_of_what_is_costly_for_all(
    club: Club, kind: str, askers: int, most: int
) -> None:
    inside, seen, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal inside, seen
        with lock:
            inside += 1
            seen = max(seen, inside)
        time.sleep(0.05)
        with lock:
            inside -= 1

    async def flood(desk: access.Desk) -> None:
        each = [access.Asker(f"token {n % askers}", "192.0.2.1") for n in range(9)]
        await asyncio.gather(*(desk.carried(one, work, kind) for one in each))

    with serving(app_on(club)) as app:
        desk = app.state.desk
        app.state.portal.call(flood, desk)
        assert seen == most
        assert desk._gates == {}, "nobody who is gone is remembered"


def test_a_person_asks_no_more_than_his_share_and_an_address_than_several(club: Club) -> None:
    with serving(app_on(club)) as app:
        anna, *others = [Client(app) for _ in range(9)]
        rates = app.state.desk.rates.rates
        rates["ask"] = rates["enter"] = Rate(burst=3, a_minute=1)
        for _ in range(3):
            anna.get("/games")
        status, problem = anna.fails("/games", method="GET")
        assert (status, problem["detail"]) == (429, "that is more than 1 a minute")
        for one in others[:6]:
            for _ in range(3):
                one.get("/games")
        for one in others[6:]:
            one.get("/games")
        status, problem = others[7].fails("/games", method="GET")
        assert (status, problem["detail"]) == (429, "that is more than 8 a minute")
        for n in range(4):
            status = others[0].http.post("/api/v1/people/guest", json={"bearer": True}).status_code
            assert status == (201 if n < 3 else 429)


# ---- the processor's time


def test_who_has_used_his_time_up_waits_and_nobody_else_does() -> None:
    clock = Clock()
    ledger = Ledger(30, now=clock)
    ledger.charge(Account("192.0.2.1", "anna", 60.5))
    with pytest.raises(Trouble, match="30 seconds of work a minute") as caught:
        ledger.check_person("anna")
    assert caught.value.status == 429
    assert caught.value.headers()["Retry-After"] == "3"
    ledger.check_person("boris")
    ledger.check_address("192.0.2.1")
    clock.now += 3
    ledger.check_person("anna")


def test_an_address_pays_for_all_its_guests() -> None:
    clock = Clock()
    ledger = Ledger(30, now=clock)
    for n in range(7):
        ledger.charge(Account("192.0.2.1", f"guest {n}", 20.0))
        ledger.check_person(f"guest {n}")
    with pytest.raises(Trouble, match="60 seconds of work a minute"):
        ledger.check_address("192.0.2.1")
    ledger.check_address("192.0.2.2")
    clock.now += 3600
    ledger.charge(Account("192.0.2.1", None, 119.0))
    ledger.check_address("192.0.2.1")


def test_no_more_is_saved_up_than_two_minutes_share() -> None:
    clock = Clock()
    ledger = Ledger(30, now=clock)
    ledger.check_person("anna")
    clock.now += 3600
    ledger.charge(Account("192.0.2.1", "anna", 60.5))
    with pytest.raises(Trouble):
        ledger.check_person("anna")


def test_what_was_used_is_charged_once() -> None:
    """A request that waits for a game is charged on the way and in the end."""
    clock = Clock()
    ledger = Ledger(30, now=clock)
    account = Account("192.0.2.1", "anna", 40.0)
    ledger.charge(account)
    ledger.charge(account)
    ledger.check_person("anna")
    assert account.seconds == 0


def test_who_was_longest_not_there_is_forgotten_first() -> None:
    clock = Clock()
    ledger = Ledger(30, now=clock, most=4)
    for n in range(100):
        ledger.charge(Account("192.0.2.1", f"guest {n}", 61.0 if n == 97 else 1.0))
    assert len(ledger._buckets) == 4
    with pytest.raises(Trouble):
        ledger.check_address("192.0.2.1")
    with pytest.raises(Trouble):
        ledger.check_person("guest 97")


def test_every_request_is_charged_with_what_it_took(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(app_on(club, cpu_seconds_per_minute=1)) as app:
        anna = Client(app)
        seat = anna.post("/games", {"scenario": "wb95/klin"})["seats"][0]["id"]
        desk = app.state.desk
        person = anna.get("/people/me")["id"]
        desk.ledger.charge(Account("elsewhere", person, 10.0))
        answer = anna.http.get(f"/api/v1/seats/{seat}/view")
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 300
        boris = Client(app)
        now = time.monotonic()
        monkeypatch.setattr(desk.ledger, "_now", lambda: now)
        desk.ledger._buckets["address testclient"].left = 1e-6
        status, problem = boris.fails("/games", {"scenario": "wb95/nothing"})
        assert status == 409, problem
        for _ in range(3):  # it has cost some milliseconds
            status, problem = boris.fails("/games", {"scenario": "wb95/nothing"})
        assert (status, problem["error"]) == (429, "too-many")


def test_news_come_to_who_has_used_his_time_up(club: Club) -> None:
    with serving(app_on(club, cpu_seconds_per_minute=1000)) as app:
        table = OverTheWire(app)
        mover, _seat = table.mover()
        other, seat = table.anna, table.mine
        if mover is table.anna:
            other, seat = table.boris, table.theirs
        person = other.get("/people/me")["id"]
        with other.socket(table.game, seat) as session:
            frame(session, "position")
            app.state.desk.ledger.charge(Account("elsewhere", person, 10_000.0))
            session.send_json({"type": "undo", "key": "u"})
            assert "seconds of work" in json.dumps(frame(session, "problem"))
            other.fails(f"/seats/{seat}/view", method="GET")
            table.step()
            assert frame(session, "position")
