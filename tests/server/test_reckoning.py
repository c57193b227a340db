"""Costly questions are answered apart, and cut off when they take too long; nobody else waits."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from grognard.server import drawings, seating
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Denied, Forbidden, Invalid, NotFound
from grognard.server.http import access, reckoning
from grognard.server.http.access import Desk
from grognard.server.http.ledger import Ledger
from grognard.server.http.problems import Trouble
from grognard.server.http.reckoning import Reckoning
from grognard.server.questions import Question
from grognard.server.reckoning_process import MEMORY, denied, read_denied
from grognard.server.settings import PREFIX, Settings
from grognard.server.spending import Account
from grognard.server.store.database import Database
from tests.server.ford import COUNTERS, FILES, SCENARIO
from tests.server.wire import Client, Table, app_on, frame, on_either, serving

KLIN = {"scenario": "wb95/klin"}
MISBEHAVED = """
import json, sys, time
sys.stdin.readline()
for line in sys.stdin:
    print(json.dumps({{"ready": True, "seconds": 0.25}}), flush=True)
    {then}
"""
ANSWERS = 'print(json.dumps({"answer": "[1]", "seconds": 0.5}), flush=True)'


def behaving(then: str) -> Sequence[str]:
    """A process that does something else than reckon."""
    return sys.executable, "-c", MISBEHAVED.format(then=then)


def lines(club: Club, game: str) -> list[Any]:
    """What has been done in a game."""
    with club.live.reading(game) as (kept, _row):
        return [line.action for line in kept.game.history]


def crowded(count: int) -> dict[str, str]:
    """The ford with two stacks of so many counters more."""
    rows = [
        f"{side[0]}{n}x,{side},{side.title()},x,,,INF,R,foot,3:4/2:4,,,,house,\n"
        for n in range(count)
        for side in ("german", "soviet")
    ]
    more = {side: ", ".join(f"{side}{n}x" for n in range(count)) for side in "gs"}
    text = SCENARIO.replace("units: [g1]", f"units: [g1, {more['g']}]")
    text = text.replace("units: [s1]", f"units: [s1, {more['s']}]")
    return {**FILES, "ford.yaml": text, "ford-counters.csv": COUNTERS + "".join(rows)}


def brought(client: Client, files: dict[str, str]) -> tuple[str, str]:
    """A game on a scenario that somebody has brought, and his seat."""
    name = client.post("/scenarios", {"files": files})["id"]
    game = client.post("/games", {"scenario": name})
    return game["id"], next(seat["id"] for seat in game["seats"] if seat["mine"])


@on_either
@pytest.mark.usefixtures("tried_here")
def test_a_question_is_answered_in_a_process_as_in_a_thread(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in another language, and also if it is refused; and over a socket."""
    asked: list[tuple[str, str, Any]] = [
        ("POST", "orders", {"pieces": ["g1"], "hexes": ["0203"]}),
        ("POST", "orders", {"pieces": ["nobody"], "hexes": ["0203"]}),
        ("POST", "odds", {"action": {"do": "attack"}}),
        ("GET", "legal?limit=20", None),
        ("GET", "table", None),
        ("POST", "compose", {"at": "1.0"}),
        ("POST", "fresh", {"chosen": ["g1"]}),
        ("GET", "view", None),
        ("GET", "events", None),
        ("POST", "why", {"action": {"do": "attack"}}),
        ("GET", "story", None),
        ("GET", "hexes/0203", None),
        ("GET", "pieces/g1", None),
        ("GET", "pieces/g1/edits", None),
        ("GET", "forces", None),
        ("GET", "calendar", None),
        ("GET", "briefing", None),
        ("GET", "terms", None),
        ("GET", "receipts", None),
    ]
    told: list[list[tuple[int, Any]]] = []
    with serving(app_on(club)) as app:
        anna = Client(app)
        game, seat = brought(anna, FILES)
        anna.http.headers["accept-language"] = "de"
        told.append(_answers(anna, seat, asked))
        told[0].append(_heard(anna, game, seat))
    monkeypatch.setattr(access, "answer", _nowhere)
    monkeypatch.setenv(f"{PREFIX}SMTP_PASSWORD", "secret")
    with serving(app_on(club, engine_processes=1)) as app:
        again = Client(app, anna.token)
        again.http.headers["accept-language"] = "de"
        assert again.get(f"/games/{game}")["id"] == game
        told.append(_answers(again, seat, asked))
        told[1].append(_heard(again, game, seat))
        running = app.state.desk.reckoning._reckoners[0]
        assert running.runs
        assert list(running.games) == [game]
        process = running._process.pid
        assert resource.prlimit(process, resource.RLIMIT_AS) == (MEMORY, MEMORY)
        told_it = Path(f"/proc/{process}/environ").read_text()
        assert f"{PREFIX}SMTP_PASSWORD" not in told_it
    assert told[0] == told[1]
    assert [status for status, _ in told[0]] == [200, 409, 409, *17 * [200]]


def _nowhere(club: Club, question: Question) -> Any:
    """No thread answers."""
    raise AssertionError(question.name)


def _heard(client: Client, game: str, seat: str) -> tuple[int, Any]:
    """What is told over a socket."""
    with client.socket(game, seat) as session:
        return 200, frame(session, "position")


def _answers(
    client: Client, seat: str, asked: Sequence[tuple[str, str, Any]]
) -> list[tuple[int, Any]]:
    found = [
        client.http.request(method, f"/api/v1/seats/{seat}/{path}", json=body)
        for method, path, body in asked
    ]
    return [(answer.status_code, answer.json()) for answer in found]


@pytest.mark.usefixtures("tried_here")
def test_a_question_that_takes_too_long_is_cut_off_and_others_are_served_meanwhile(
    database: Database,
) -> None:
    """Two stacks of hundreds of counters, which are refused where the limits are as they should."""
    club = Club(database, Limits(scenario_stack=2_000))
    settings = {"engine_processes": 2, "question_seconds": 1, "cpu_seconds_per_minute": 1_000}
    with serving(app_on(club, **settings)) as app, ThreadPoolExecutor() as pool:
        hostile, other = Client(app), Client(app)
        _game, seat = brought(hostile, crowded(500))
        mine = other.post("/games", KLIN)["seats"][0]["id"]
        asked = pool.submit(hostile.fails, f"/seats/{seat}/legal?limit=500", None, "GET")
        served, slowest = 0, 0.0
        while not asked.done():
            began = time.monotonic()
            other.get(f"/seats/{mine}/legal", limit=5)
            slowest = max(slowest, time.monotonic() - began)
            served += 1
        status, problem = asked.result()
        assert (status, problem["error"]) == (422, "too-costly")
        assert problem["detail"] == "this question took longer than 1 seconds, and was ended"
        assert problem["would_be_right"] == "fewer counters at a time, or a smaller stack"
        assert served >= 3
        assert slowest < 2
        assert hostile.get(f"/seats/{seat}/view")["moment"] == 1


@pytest.mark.usefixtures("tried_here")
def test_what_is_new_after_an_order_is_found_out_in_a_process_and_the_order_stands(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page asks with its order what its counters can do next, which may be the dearest of all
    questions."""
    monkeypatch.setattr(access, "answer", _nowhere)
    with serving(app_on(club, engine_processes=1, question_seconds=30)) as app:
        anna = Client(app)
        game, seat = brought(anna, FILES)
        top = anna.get(f"/seats/{seat}/table")
        order = {"action": {"do": "mark", "units": ["g1"]}, "key": "go"}
        has = {"mark": top["mark"], "told": top["seq"], "chosen": ["g1"]}
        done = anna.post(f"/seats/{seat}/act", {**order, "has": has})
        assert done["fresh"]["change"] is not None
        assert done["fresh"]["in_hand"]["pieces"] == ["g1"]
        monkeypatch.setattr(reckoning, "WALL", 0.02)
        app.state.desk.reckoning._reckoners[0].command = behaving("time.sleep(60)")
        app.state.portal.call(app.state.desk.reckoning._reckoners[0].end)
        back = anna.post(f"/seats/{seat}/undo", {"key": "back", "has": has})
        assert back["fresh"] is None
        assert [one["do"] for one in lines(club, game)] == ["begin", "mark", "undo"]


@pytest.mark.usefixtures("tried_here")
def test_a_map_that_was_brought_is_drawn_in_a_process_once_for_all_who_wait(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "painted", lambda *_: pytest.fail("no thread draws it"))
    monkeypatch.setattr(drawings, "_AT_HAND", OrderedDict())
    asked: list[str] = []
    there = Desk.there

    async def noted(self: Desk, asker: access.Asker, question: Question) -> str:
        asked.append(question.name)
        return await there(self, asker, question)

    monkeypatch.setattr(Desk, "there", noted)
    with serving(app_on(club, engine_processes=1)) as app:
        anna = Client(app)
        _game, seat = brought(anna, FILES)
        path = f"/api/v1/seats/{seat}/map.svg"
        with ThreadPoolExecutor() as pool:
            maps = list(pool.map(lambda _: anna.http.get(path), range(3)))
        assert [one.status_code for one in maps] == [200] * 3
        assert all(one.text.startswith("<svg") for one in maps)
        assert asked == ["map"]
        app.state.desk.reckoning._reckoners[0].command = behaving("time.sleep(60)")
        app.state.portal.call(app.state.desk.reckoning._reckoners[0].end)
        monkeypatch.setattr(reckoning, "WALL", 0.05)
        assert anna.http.get(path).status_code == 200, "it is at hand"
        status, problem = anna.fails(f"/seats/{seat}/map.svg?scheme=night", method="GET")
        assert (status, problem["error"]) == (422, "too-costly")
        assert problem["would_be_right"] == "a smaller map"


@pytest.mark.usefixtures("tried_here")
def test_the_system_ends_a_process_that_thinks_too_long(database: Database) -> None:
    """Also where whoever asked has died, and waits for nothing any more."""
    with serving(app_on(Club(database, Limits(scenario_stack=2_000)))) as app:
        hostile = Client(app)
        game, seat = brought(hostile, crowded(500))
    [mine] = [one for one in seating.seats(Club(database), game) if one.id == seat]
    question = Question("legal", game, mine, {"do": None, "limit": 500}).to_json()
    task = {**question, "language": "en", "seconds": 1, "alarm": 60}
    begun = {"database": database.url.render_as_string(hide_password=False), "limits": {}}
    ended = subprocess.run(
        [*reckoning.RECKON, str(os.getpid())],
        input=f"{json.dumps(begun)}\n{json.dumps(task)}\n", text=True, capture_output=True,
        check=False,
    )  # fmt: skip
    assert json.loads(ended.stdout)["ready"]
    assert ended.returncode == -signal.SIGPROF


def test_who_does_not_answer_is_ended_and_paid_for(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reckoning, "WALL", 0.3)
    monkeypatch.setattr(reckoning, "QUICK", -1.0)
    with serving(app_on(Club(database), engine_processes=1, question_seconds=1)) as app:
        desk: Desk = app.state.desk
        desk.reckoning._reckoners[0].command = behaving("time.sleep(60)")
        anna = Client(app)
        seat = anna.post("/games", KLIN)["seats"][0]["id"]
        desk.ledger.a_minute = 60
        path = f"/seats/{seat}/legal"
        anna.get(path)
        status, problem = anna.fails(path, method="GET")
        assert (status, problem["error"]) == (422, "too-costly")
        assert not desk.reckoning._reckoners[0].runs
        spent = desk.ledger._buckets[f"person {anna.get('/people/me')['id']}"].left
        assert spent < 120 - 1.2, "the deadline, and what it took to get ready"
        for then in ("sys.exit(1)", "print('what?', flush=True)"):
            desk.reckoning._reckoners[0].command = behaving(then)
            assert anna.fails(path, method="GET")[1]["error"] == "too-costly"
        desk.reckoning._reckoners[0].command = behaving(ANSWERS)
        bucket = desk.ledger._buckets[f"person {anna.get('/people/me')['id']}"]
        monkeypatch.setattr(desk.ledger, "_now", lambda: bucket.at)  # it does not fill meanwhile
        before = bucket.left
        assert anna.get(path) == [1]
        assert before - bucket.left >= 0.75, "to get ready, and the answer itself"


def test_games_are_answered_where_they_are_known_and_no_address_has_all(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reckoning, "QUICK", -1.0)
    monkeypatch.setattr(reckoning, "PATIENCE", 0.3)
    waits = "sys.stdin.readline() if '0102' in line else None;" + ANSWERS
    with serving(app_on(Club(database), engine_processes=2)) as app:
        pool: Any = app.state.desk.reckoning
        for one in pool._reckoners:
            one.command = behaving(waits.replace("sys.stdin.readline()", "time.sleep(1.5)"))
        people = [Client(app) for _ in range(2)]
        seats = [one.post("/games", KLIN)["seats"][0]["id"] for one in people]
        for one, seat in zip(people, seats, strict=True):
            one.get(f"/seats/{seat}/legal")
            assert one.get(f"/seats/{seat}/legal") == [1]
        assert [len(one.games) for one in pool._reckoners] == [2, 0], "one is enough"
        slow = {"pieces": [], "hexes": ["0102"]}
        with ThreadPoolExecutor() as threads:
            asked = threads.submit(people[0].post, f"/seats/{seats[0]}/orders", slow)
            time.sleep(0.5)
            status, problem = people[1].fails(f"/seats/{seats[1]}/legal", method="GET")
            assert (status, problem["error"]) == (503, "busy"), "the address has its share"
            assert asked.result() == [1]
        account = Account("elsewhere")
        found = app.state.portal.call(pool._free("x", "elsewhere").__aenter__)
        assert found in pool._reckoners
        assert account.seconds == 0


def pool_on(club: Club) -> Reckoning:
    """One process, for which questions wait."""
    return Reckoning(club, Settings(engine_processes=1), Ledger(60), behaving(ANSWERS))


def test_who_waits_for_a_process_waits_so_long_and_with_so_many(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reckoning, "QUEUE", 1)

    async def ask() -> None:
        pool = pool_on(club)
        async with pool._free("a game", "192.0.2.1"):
            monkeypatch.setattr(reckoning, "PATIENCE", 0.5)
            second = asyncio.create_task(pool._free("another", "192.0.2.2").__aenter__())
            await asyncio.sleep(0)
            for _ in range(2):
                async with asyncio.timeout(0.2):  # he does not wait at all
                    with pytest.raises(Trouble, match="too many questions"):
                        await pool._free("a third", "192.0.2.3").__aenter__()
            with pytest.raises(Trouble, match="too many questions"):
                async with asyncio.timeout(20):
                    await second
        async with pool._free("a third", "192.0.2.3"):
            pass  # nobody waits any more
        await pool.end()

    asyncio.run(ask())


@pytest.mark.parametrize(("askers", "most"), [(1, 1), (3, 3)])
def test_one_who_asks_has_one_question_in_a_process_at_a_time(
    club: Club, monkeypatch: pytest.MonkeyPatch, askers: int, most: int
) -> None:
    inside = seen = 0

    async def asked(*_: Any) -> str:
        nonlocal inside, seen
        inside, seen = inside + 1, max(seen, inside + 1)
        await asyncio.sleep(0.02)
        inside -= 1
        return "[]"

    async def flood(desk: Desk) -> None:
        each = [access.Asker(f"token {n % askers}", "192.0.2.1") for n in range(6)]
        question = Question("legal", "a game", "a link")
        await asyncio.gather(*(desk.there(one, question) for one in each))

    with serving(app_on(club)) as app:
        monkeypatch.setattr(app.state.desk.reckoning, "ask", asked)
        app.state.portal.call(flood, app.state.desk)
    assert seen == most


def test_a_process_that_is_asked_nothing_is_let_go(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reckoning, "REST", 0.05)

    async def ask() -> None:
        pool = pool_on(club)
        async with pool._free("a game", "192.0.2.1") as reckoner:
            await reckoner.say({})
            await asyncio.sleep(0.2)
            assert reckoner.runs, "it is being asked something"
        async with asyncio.timeout(20):
            while reckoner.runs:
                await asyncio.sleep(0.01)
        await pool.end()

    asyncio.run(ask())


def test_it_is_remembered_of_so_many_games_on_what_they_are_played(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reckoning, "REMEMBERED", 3)
    pool = pool_on(club)
    for n in range(9):
        pool.note(f"game {n}", "wb95/~0123456789abcdef0123" if n % 2 else "wb95/klin")
    assert [pool.knows(f"game {n}") for n in range(9)] == [n > 5 for n in range(9)]
    assert pool.takes("game 7")
    assert not pool.takes("game 8")


@on_either
def test_a_long_game_branches_off_in_a_process(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alone and together; its limits are the server's, and the others hear of it."""
    monkeypatch.setattr(access, "FAR", 0)
    monkeypatch.setattr(access, "answer", _nowhere)
    heard: list[str | None] = []
    with serving(app_on(Club(database, Limits(games_per_person=3)), engine_processes=1)) as app:
        table = Table(app)
        database.subscribe(heard.append)
        offer = table.anna.post(f"/seats/{table.mine}/branch-together", {"moment": 1})
        told = table.boris.post(f"/seats/{table.theirs}/offers/{offer['offer']}", {"agree": True})
        assert told["agreed"]
        assert table.boris.get(f"/games/{told['game']}")["parent"] == table.game
        assert _told_of(heard, table.game, told["game"])
        alone = table.anna.post("/games", KLIN)
        seat = alone["seats"][0]["id"]
        status, problem = table.anna.fails(f"/seats/{seat}/branch", {})
        assert (status, problem["detail"]) == (409, "you have begun 3 games that are not over")
        table.anna.http.delete(f"/api/v1/games/{alone['id']}")
        seat = table.boris.post("/games", KLIN)["seats"][0]["id"]
        assert _told_of(heard, table.boris.post(f"/seats/{seat}/branch", {})["id"])


def _told_of(heard: Sequence[str | None], *games: str) -> bool:
    """Whether workers hear of games: PostgreSQL tells them a moment later."""
    until = time.monotonic() + 20
    while not set(games) <= set(heard) and time.monotonic() < until:
        time.sleep(0.02)
    return set(games) <= set(heard)


def test_a_branch_that_takes_too_long_is_cut_off(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "FAR", 0)
    monkeypatch.setattr(reckoning, "WALL", 0.3)
    with serving(app_on(Club(database), engine_processes=1, import_seconds=2)) as app:
        app.state.desk.reckoning._reckoners[0].command = behaving("time.sleep(60)")
        anna = Client(app)
        seat = anna.post("/games", KLIN)["seats"][0]["id"]
        status, problem = anna.fails(f"/seats/{seat}/branch", {})
        assert (status, problem["error"]) == (422, "too-costly")
        assert problem["detail"] == "this question took longer than 2 seconds, and was ended"
        assert problem["would_be_right"] == "an earlier moment"
        assert len(anna.get("/games")["games"]) == 1


def test_what_is_not_granted_comes_out_of_the_process_as_it_was() -> None:
    told: list[Denied] = [
        NotFound("there is no such game"),
        Forbidden("not yours", "another"),
        Conflict("it has gone on", "look again"),
        Invalid("that is no hex", "a hex"),
    ]
    for error in told:
        again = read_denied(denied(error))
        assert type(again) is type(error)
        assert (again.text, again.would_be_right) == (error.text, error.would_be_right)
