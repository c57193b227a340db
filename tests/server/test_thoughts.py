"""Thoughts: how far a program has come is told to whom it may be; it can be told to move now."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.players import registry
from grognard.players.thinking import Progress
from grognard.server import commands, deputies, games, people, queries, seating, thoughts
from grognard.server.ai import Runner, lines_of
from grognard.server.ai_process import Herald
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden
from grognard.server.settings import Settings
from grognard.server.store.database import Database
from grognard.server.store.records import Person, Seat, SeatPlan
from grognard.server.thoughts import About
from tests.server.table import NO_MISSIONS, duel
from tests.server.test_ai import KLIN, running
from tests.server.wire import Client, all_told, app_on, frame, on_either, serving

MUSING = """
import time
from grognard.players import registry
from grognard.players.thinking import Progress
from grognard.server import ai_process as thinking
from grognard.table.intent import Page, Point

class Musing:
    def __init__(self, seed):
        self.listener = None

    def heard_by(self, listener):
        self.listener = listener

    def choose(self, seat):
        leading = Point("plan-main", hexes=("2719",), pieces=("de-7-pz",))
        rehearsals = 0
        while self.listener(Progress(rehearsals, min(99, rehearsals), leading)):
            rehearsals += 1
            time.sleep(0.02)
        return registry.player("random", 1).choose(seat)

thinking.TELLS_EVERY = 0.05
registry.OURS["musing"] = "__main__:Musing"
thinking.main()
"""
PROGRESS = {"rehearsals": 14, "percent": 35}


def leading(*hexes: str) -> dict[str, Any]:
    point = {"kind": "plan-main", "hexes": list(hexes), "pieces": ["de-7-pz"]}
    return {**PROGRESS, "leading": {"reason": point}}


@pytest.fixture
def musing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The command of a process with a program that thinks until it is told to move."""
    path = tmp_path / "musing.py"
    path.write_text(MUSING, encoding="utf-8")
    monkeypatch.setitem(registry.OURS, "musing", registry.OURS["random"])
    return sys.executable, str(path)


def table(club: Club, person: Person, *more: SeatPlan, player: str = "staff") -> dict[str, Seat]:
    """A game of a person against a program that thinks first: the seats by side or role."""
    plans = [
        SeatPlan(side="german", kind="ai", player=player),
        SeatPlan(side="soviet", mine=True),
    ]
    game = games.create_game(club, person, KLIN, seats=[*plans, *more], seed=7)
    return {str(one.side or one.role): one for one in seating.seats(club, game["id"])}


def thinks(club: Club, seats: dict[str, Seat], told: dict[str, Any]) -> None:
    """Have it on record that the program has come so far."""
    seat = seats["german"]
    at = queries.decision_id(club, seat)
    assert at is not None
    thoughts.note(club, About(seat, at, deputy=False), club.now() - 4, told)


def known(club: Club, seat: Seat) -> Any:
    return thoughts.thought(club, seat)["thought"]


# ---- a program that thinks


@on_either
def test_who_waits_sees_how_far_it_is_and_has_it_move_through_another_server(
    database: Database, musing: tuple[str, ...]
) -> None:
    club, elsewhere = Club(database), Club(Database(database.url.render_as_string(False)))
    person, _ = people.guest(club)
    seats = table(club, person, player="musing")
    told = list[Any]()

    def moved() -> bool:
        if not told:
            thought = known(elsewhere, seats["soviet"])
            if thought is not None:
                told.append(thought)
                thoughts.hurry(elsewhere, seats["soviet"])
        return games.row(club, seats["german"].game_id).length > 1

    asyncio.run(running(Runner(club, Settings(), musing), moved, 30))
    elsewhere.database.close()
    (thought,) = told
    assert (thought["side"], thought["may_hurry"], thought["hurried"]) == ("german", True, False)
    assert (thought["rehearsals"], thought["leading"]) == (None, None)
    assert known(club, seats["soviet"]) is None


def test_whose_time_is_up_answers_with_the_best_that_he_has(
    club: Club, anna: Person, musing: tuple[str, ...]
) -> None:
    from_musing = watched(club, table(club, anna, player="musing"), musing, Settings(ai_seconds=3))
    assert from_musing == ["answered"]


def test_a_program_whose_process_is_killed_thinks_again(
    club: Club, anna: Person, musing: tuple[str, ...]
) -> None:
    seats, killed = table(club, anna, player="musing"), list[int]()

    def kill(runner: Runner) -> None:
        thought = runner._thoughts.get(seats["german"].game_id)
        if thought is None or thought.process._process is None:
            return
        if not killed and known(club, seats["soviet"]):
            killed.append(thought.process._process.pid)
            os.kill(killed[0], signal.SIGKILL)
        elif killed and thought.process._process.pid not in killed:
            thoughts_now = known(club, seats["soviet"])
            if thoughts_now and not thoughts_now["hurried"]:
                thoughts.hurry(club, seats["soviet"])

    assert watched(club, seats, musing, Settings(), kill) == ["died", "answered"]
    assert killed


def watched(
    club: Club,
    seats: dict[str, Seat],
    command: tuple[str, ...],
    settings: Settings,
    meanwhile: Callable[[Runner], None] = lambda runner: None,
) -> list[str]:
    """What came of each try of a program until it has moved; nobody answers in its place."""
    runner, outcomes = Runner(club, settings, command), list[str]()
    tried = runner._try

    async def trying(process: Any, due: Any, who: str, seconds: int) -> str:
        outcome = await tried(process, due, who, seconds)
        outcomes.append(outcome if who == "musing" else f"{who}: {outcome}")
        return outcome

    runner._try = trying  # type: ignore[method-assign]

    def moved() -> bool:
        meanwhile(runner)
        told = outcomes[-1:] not in ([], ["died"])  # what is on record is told a moment later
        return told and games.row(club, seats["german"].game_id).length > 1

    asyncio.run(running(runner, moved, 30))
    assert lines_of(club, seats["german"].game_id, 0, 9)[-1]["by"] == "german"
    return outcomes[:2] if len(outcomes) > 1 and outcomes[0] == "died" else outcomes[:1]


def test_a_herald_tells_now_and_then_and_hears_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said, now = list[dict[str, Any]](), [0.0]
    monkeypatch.setattr("grognard.server.ai_process.time.monotonic", lambda: now[0])
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as source, os.fdopen(writing, "w") as sink:
        herald = Herald(source, said.append)
        assert herald(Progress(1, 1))
        now[0] = 1.0
        assert herald(Progress(2, 2))
        assert herald(Progress(3, 3))
        assert [one["progress"]["rehearsals"] for one in said] == [2]
        sink.write(json.dumps({"hurry": True}) + "\n")
        sink.flush()
        assert not herald(Progress(4, 4))
        assert not herald(Progress(5, 5))
    assert Herald(io.StringIO(), said.append)(Progress(1, 1))  # nobody can say anything there


# ---- who may know, and who may hurry


def test_what_it_leans_to_is_for_its_own_side_and_an_umpire(club: Club, anna: Person) -> None:
    more = (SeatPlan("umpire", mine=True), SeatPlan("spectator", mine=True))
    ally = SeatPlan(side="german", mine=True, name="ally")
    seats = table(club, anna, *more, ally)
    mine = [seat for seat in seating.seats(club, seats["umpire"].game_id) if seat.side == "german"]
    program = next(seat for seat in mine if seat.kind == "ai")
    beside = next(seat for seat in mine if seat.kind != "ai")
    thinks(club, {"german": program}, leading("2719"))
    for seat in (beside, seats["umpire"]):
        thought = known(club, seat)
        assert thought["rehearsals"] == 14
        assert "Vysokovsk (2719)" in thought["leading"]["text"]
        assert thought["leading"]["hexes"] == ["2719"]
    for seat in (seats["soviet"], seats["spectator"]):
        thought = known(club, seat)
        assert (thought["percent"], thought["seconds"]) == (35, 4)
        assert (thought["rehearsals"], thought["leading"]) == (None, None)
    assert known(club, beside)["may_hurry"]
    assert not known(club, seats["soviet"])["may_hurry"]  # a person plays there, too
    with pytest.raises(Forbidden, match="plays beside a person"):
        thoughts.hurry(club, seats["soviet"])
    thoughts.hurry(club, beside)
    assert known(club, beside)["hurried"]


def test_who_does_not_play_hurries_nobody_and_nobody_hurries_who_does_not_think(
    club: Club, anna: Person
) -> None:
    delayed = SeatPlan("spectator", mine=True, delay_lines=2)
    seats = table(club, anna, SeatPlan("umpire", mine=True), delayed)
    with pytest.raises(Conflict, match="no program is thinking"):
        thoughts.hurry(club, seats["soviet"])
    thinks(club, seats, PROGRESS)
    for role in ("umpire", "spectator"):
        with pytest.raises(Forbidden, match="only who plays"):
            thoughts.hurry(club, seats[role])
    assert known(club, seats["spectator"]) is None  # he sees the past
    commands.act(club, seats["german"], {"do": "assign", "missions": []}, None, "k")
    assert known(club, seats["soviet"]) is None  # that was answered
    with pytest.raises(Conflict, match="no program is thinking"):
        thoughts.hurry(club, seats["soviet"])


def test_a_deputy_who_thinks_is_his_own_persons_affair(club: Club) -> None:
    two = duel(club)
    two.act("german", NO_MISSIONS, "air", queries.decision_id(club, two.seats["german"]))
    mine, other = two.seats["german"], two.seats["soviet"]
    deputies.appoint(club, mine, "staff")
    at = queries.decision_id(club, mine)
    assert at is not None
    thoughts.note(club, About(mine, at, deputy=True), club.now(), leading("2719"))
    assert "Vysokovsk" in known(club, mine)["leading"]["text"]
    assert known(club, other) is None
    with pytest.raises(Conflict, match="no program is thinking"):
        thoughts.hurry(club, other)
    thoughts.hurry(club, mine)
    assert known(club, mine)["hurried"]


def test_what_is_no_page_of_orders_is_left_out_and_figures_are_bounded(
    club: Club, anna: Person
) -> None:
    seats = table(club, anna, SeatPlan("umpire", mine=True))
    thinks(club, seats, {"rehearsals": -3, "percent": 400, "leading": ["so there"]})
    thought = known(club, seats["umpire"])
    assert (thought["rehearsals"], thought["percent"], thought["leading"]) == (0, 100, None)


# ---- secrets


def test_twins_of_a_thought_look_alike_to_the_opponent(club: Club) -> None:
    """Whatever it leans to and however much it has rehearsed: by HTTP and over the socket."""
    told = list[str]()
    for hexes, rehearsals in ((("2719",), 14), (("2618", "2717"), 15)):
        with serving(app_on(club)) as app:
            client = Client(app)
            plans = [
                {"side": "german", "kind": "ai", "player": "staff"},
                {"side": "soviet", "mine": True},
            ]
            game = client.post("/games", {"scenario": KLIN, "seats": plans, "title": "twin"})
            mine = next(seat["id"] for seat in game["seats"] if seat["mine"])
            seats = {str(one.side): one for one in seating.seats(club, game["id"])}
            with client.socket(game["id"], mine) as line:
                frame(line, "position")
                thinks(club, seats, {**leading(*hexes), "rehearsals": rehearsals})
                heard = "".join(one for one in all_told(app, line) if '"thought"' in one)
                told.append(heard + json.dumps(client.get(f"/seats/{mine}/thought")))
    assert "percent" in told[0]
    assert told[0] == told[1]


def test_by_http_and_over_the_socket_a_program_is_hurried(club: Club) -> None:
    with serving(app_on(club)) as app:
        client = Client(app)
        plans = [
            {"side": "german", "kind": "ai", "player": "staff"},
            {"side": "soviet", "mine": True},
        ]
        game = client.post("/games", {"scenario": KLIN, "seats": plans})
        mine = next(seat["id"] for seat in game["seats"] if seat["mine"])
        seats = {str(one.side): one for one in seating.seats(club, game["id"])}
        path = f"/api/v1/seats/{mine}/move-now"
        assert client.http.post(path).status_code == 409
        thinks(club, seats, PROGRESS)
        with client.socket(game["id"], mine) as line:
            assert frame(line, "thought")["thought"]["hurried"] is False
            line.send_text(json.dumps({"type": "move-now"}))
            assert frame(line, "thought")["thought"]["hurried"] is True
        assert client.http.post(path).status_code == 204
        assert Client(app).http.post(path).status_code == 404
