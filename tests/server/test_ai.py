"""Programs at the table: they think apart, in bounded time, and delay nobody."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import grognard
from grognard.engine.game import Game
from grognard.players import registry
from grognard.players import seat as chairs
from grognard.server import commands, games, metrics, overtures, people, queries, seating
from grognard.server.ai import Broken, Process, Runner, TooLate, lines_of
from grognard.server.ai_process import HASTY, Hasty, Thinker, serve
from grognard.server.claims import claim, release, sweep
from grognard.server.club import Club
from grognard.server.settings import Settings
from grognard.server.store.database import Database, TooBusy
from grognard.server.store.records import Seat, SeatPlan
from grognard.server.store.schema import claims
from tests.server.wire import on_either

KLIN = "wb95/klin"


def record(game: Game[Any], since: int = 0) -> list[dict[str, Any]]:
    return [
        {"by": line.by, "do": line.action, "standing": line.auto, "chance": list(line.chance)}
        for line in game.history[since:]
    ]


def task(game: Game[Any], player: str = "staff", **more: Any) -> dict[str, Any]:
    return {
        "game": "g",
        "scenario": KLIN,
        "options": dict(game.options),
        "side": game.to_act,
        "player": player,
        "alarm": 60,
        **more,
    }


def test_a_thinker_plays_a_game_that_it_knows_only_from_the_record() -> None:
    game, thinker = grognard.new(KLIN, seed=7), Thinker()
    for _ in range(40):
        wanted = task(game)
        known = thinker.begin(wanted)
        thinker.catch_up(wanted, record(game, known))
        game.play(game.to_act or "", thinker.answer(wanted)["action"])
    assert len(game.history) > 40
    assert thinker.held["g"].game.dice.seed is None  # it cannot foretell a roll


def test_a_side_that_is_asked_nothing_is_given_no_answer() -> None:
    game, thinker = grognard.new(KLIN, seed=7), Thinker()
    other = next(side for side in game.scenario.sides if game.decision(side) is None)
    wanted = task(game, side=other)
    thinker.begin(wanted)
    thinker.catch_up(wanted, record(game))
    assert thinker.answer(wanted) == {"action": None}


def test_a_hasty_answer_is_legal_at_every_decision_and_ends_the_game() -> None:
    game, hasty = grognard.new(KLIN, seed=7), Hasty(1)
    for _ in range(3000):
        if game.over:
            break
        side = game.to_act or ""
        action = hasty.choose(chairs.Seat(game, side))
        assert game.why(side, action) == []
        game.play(side, action)
    assert game.over


def test_what_goes_wrong_is_said_and_the_next_task_is_answered() -> None:
    game = grognard.new(KLIN, seed=7)
    asked = [
        task(game, scenario="wb95/nowhere"),
        task(game),
        [{"by": "nobody", "do": {"do": "end"}}],
        task(game),
        record(game),
    ]
    sink = io.StringIO()
    serve(io.StringIO("".join(json.dumps(line) + "\n" for line in asked)), sink)
    said = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert "there is no scenario 'wb95/nowhere'" in said[0]["error"]
    assert said[1] == {"known": 0}
    assert "error" in said[2]
    assert said[3:5] == [{"known": 0}, {"caught_up": True}]
    assert game.why(game.to_act or "", said[5]["action"]) == []


# ---- in a process of its own

SLOW = """
import time
from grognard.players import registry
from grognard.server import ai_process as thinking

class Slow:
    def __init__(self, seed): pass
    def choose(self, seat):
        time.sleep({seconds})
        return registry.player("random", 1).choose(seat)

class Failing:
    def __init__(self, seed): pass
    def choose(self, seat):
        print("a program may print what it likes")
        raise RuntimeError("no idea")

registry.OURS["slow"] = "__main__:Slow"
registry.OURS["failing"] = "__main__:Failing"
thinking.main()
"""


@pytest.fixture
def slow(tmp_path: Path) -> tuple[str, ...]:
    """The command of a process with a program that thinks for a minute, and one that fails."""
    path = tmp_path / "slow.py"
    path.write_text(SLOW.format(seconds=60), encoding="utf-8")
    return sys.executable, str(path)


async def think(process: Process, game: Game[Any], player: str, seconds: int) -> dict[str, Any]:
    async def lines(known: int) -> list[dict[str, Any]]:
        return record(game, known)

    return await process.think(task(game, player), lines, seconds)


def test_a_thought_that_takes_too_long_is_cut_off_and_the_process_begins_anew(
    slow: tuple[str, ...],
) -> None:
    game = grognard.new(KLIN, seed=7)

    async def late() -> dict[str, Any]:
        process = Process(slow)
        with pytest.raises(TooLate):
            await think(process, game, "slow", 1)
        assert process._process is None
        try:
            return await think(process, game, HASTY, 30)
        finally:
            await process.end()

    answer = asyncio.run(late())
    assert game.why(game.to_act or "", answer["action"]) == []


def test_a_thought_that_nobody_wants_any_more_is_cut_off(slow: tuple[str, ...]) -> None:
    game = grognard.new(KLIN, seed=7)

    async def unwanted() -> int | None:
        process = Process(slow)
        thought = asyncio.create_task(think(process, game, "slow", 60))
        while process._process is None:
            await asyncio.sleep(0.01)
        system_process = process._process
        await asyncio.sleep(0.2)
        thought.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thought
        return system_process.returncode

    assert asyncio.run(unwanted()) == -9


def test_a_program_that_fails_does_not_take_its_process_with_it(slow: tuple[str, ...]) -> None:
    game = grognard.new(KLIN, seed=7)

    async def failing() -> tuple[Any, Any]:
        process = Process(slow)
        try:
            with pytest.raises(Broken, match="no idea"):
                await think(process, game, "failing", 30)
            before = process._process
            await think(process, game, HASTY, 30)
            return before, process._process
        finally:
            await process.end()

    before, after = asyncio.run(failing())
    assert before is not None
    assert before is after


def test_a_process_that_dies_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "dying.py"
    path.write_text("import sys; sys.stdin.readline(); sys.exit(1)", encoding="utf-8")
    game = grognard.new(KLIN, seed=7)
    with pytest.raises(Broken, match="the process died"):
        asyncio.run(think(Process((sys.executable, str(path))), game, "staff", 5))


def test_the_process_is_not_told_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_SMTP_PASSWORD", "hush")
    path = tmp_path / "telling.py"
    path.write_text(
        "import json, os, sys\n"
        "sys.stdin.readline()\n"
        "found = [k for k in os.environ if k.startswith('GROGNARD_')]\n"
        "print(json.dumps({'error': repr(found)}), flush=True)\n",
        encoding="utf-8",
    )
    game = grognard.new(KLIN, seed=7)

    async def ask() -> str:
        process = Process((sys.executable, str(path)))
        try:
            with pytest.raises(Broken) as broken:
                await think(process, game, "staff", 5)
            return str(broken.value.args[0])
        finally:
            await process.end()

    assert asyncio.run(ask()) == "[]"


# ---- on a server


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slow and the failing program may be seated."""
    for name in ("slow", "failing"):
        monkeypatch.setitem(registry.OURS, name, registry.OURS["random"])


def table(club: Club, german: str, soviet: str) -> str:
    """A game of two programs, or of a program and a person (by the name of `me`)."""
    person, _token = people.guest(club)
    plans = [
        SeatPlan(side=side, mine=True)
        if player == "me"
        else SeatPlan(side=side, kind="ai", player=player)
        for side, player in (("german", german), ("soviet", soviet))
    ]
    game: str = games.create_game(club, person, KLIN, seats=plans, seed=7)["id"]
    return game


def seat_of(club: Club, game: str, side: str) -> Seat:
    return next(seat for seat in seating.seats(club, game) if seat.side == side)


async def running(runner: Runner, until: Callable[[], bool], seconds: float = 60) -> None:
    """Let a runner work until something is so."""
    work = asyncio.create_task(runner.run())
    try:
        async with asyncio.timeout(seconds):
            while not until():
                assert not work.done(), work.exception()
                await asyncio.sleep(0.02)
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


def test_two_programs_play_a_whole_game(club: Club) -> None:
    game = table(club, "staff", "random")
    asyncio.run(running(Runner(club, Settings()), lambda: games.row(club, game).turn > 2, 120))
    by = {line["by"] for line in lines_of(club, game, 0, 10_000)}
    assert by >= {"german", "soviet"}


@on_either
def test_a_program_answers_a_person_at_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at all games again in this test, so it must hear of each decision."""
    monkeypatch.setattr("grognard.server.ai.SWEEP", 1000.0)
    game = table(club, "me", "staff")
    me = seat_of(club, game, "german")

    async def play() -> None:
        runner, hasty, listening = Runner(club, Settings()), Hasty(1), False

        def my_turn() -> bool:
            nonlocal listening
            listening = listening or runner._idle == 1
            row = games.row(club, game)
            if row.turn > 1 or row.over:
                return True
            at = queries.decision_id(club, me)
            if listening and at is not None:
                with club.live.reading(game) as (kept, _row):
                    action = hasty.choose(chairs.Seat(kept.game, "german"))
                commands.act(club, me, action, at, at)
            return False

        await running(runner, my_turn)

    asyncio.run(play())
    assert any(line["by"] == "soviet" for line in lines_of(club, game, 0, 10_000))


@on_either
def test_a_program_with_the_first_decision_thinks_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks at all games in this test, so it must have heard of this one."""
    monkeypatch.setattr("grognard.server.ai.SWEEP", 1000.0)

    async def play() -> None:
        runner, begun = Runner(club, Settings()), list[str]()

        def answered() -> bool:
            if runner._idle == 1 and not begun:
                begun.append(table(club, "random", "me"))
            return bool(begun) and games.row(club, begun[0]).length > 1

        await running(runner, answered, 30)

    asyncio.run(play())


def test_a_slow_program_delays_neither_people_nor_programs_elsewhere(
    club: Club, slow: tuple[str, ...], registered: None
) -> None:
    stuck = [table(club, "slow", "slow") for _ in range(2)]
    going = table(club, "staff", "staff")
    runner = Runner(club, Settings(ai_processes=1, ai_processes_most=3), slow)
    asyncio.run(running(runner, lambda: games.row(club, going).length > 20, 30))
    assert [games.row(club, game).length for game in stuck] == [1, 1]


@pytest.mark.parametrize("player", ["slow", "failing"])
def test_in_place_of_a_program_that_is_late_or_fails_a_hasty_answer_is_given(
    club: Club, slow: tuple[str, ...], registered: None, player: str
) -> None:
    game = table(club, player, "staff")
    runner = Runner(club, Settings(ai_seconds=1), slow)
    outcome = {"slow": "late", "failing": "failed"}[player]
    before = metrics.THOUGHTS.labels(player, outcome)._value.get()
    asyncio.run(running(runner, lambda: games.row(club, game).length > 1, 30))
    assert metrics.THOUGHTS.labels(player, outcome)._value.get() > before


def test_a_thought_ends_when_the_game_does(
    club: Club, slow: tuple[str, ...], registered: None
) -> None:
    game = table(club, "slow", "me")
    runner = Runner(club, Settings(ai_seconds=60), slow)

    async def play() -> None:
        work = asyncio.create_task(runner.run())
        while not runner._thoughts:
            await asyncio.sleep(0.01)
        await asyncio.sleep(1)
        await asyncio.to_thread(overtures.resign, club, seat_of(club, game, "soviet"))
        async with asyncio.timeout(5):
            while runner._thoughts or runner._busy:
                await asyncio.sleep(0.01)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    asyncio.run(play())
    assert games.row(club, game).length == 1


def test_a_thought_ends_when_another_program_is_seated(
    club: Club, slow: tuple[str, ...], registered: None
) -> None:
    game = table(club, "slow", "me")
    runner = Runner(club, Settings(ai_seconds=60), slow)
    owner = people.by_id(club, games.row(club, game).owner or "")
    assert owner is not None
    seat = seat_of(club, game, "german")

    def answered() -> bool:
        if runner._thoughts and seating.seats(club, game)[0].player == "slow":
            seating.seat_program(club, owner, seat.id, "random")
        return games.row(club, game).length > 1

    asyncio.run(running(runner, answered, 20))


def test_a_thought_begins_anew_when_the_position_is_another(
    club: Club, slow: tuple[str, ...], registered: None
) -> None:
    person, _token = people.guest(club)
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet", mine=True)]
    plans.append(SeatPlan("umpire", mine=True))
    game = games.create_game(club, person, KLIN, seats=plans, seed=7)["id"]
    seats = {seat.side or seat.role: seat for seat in seating.seats(club, game)}
    commands.act(club, seats["german"], {"do": "assign", "missions": []}, None, "k")
    seating.seat_program(club, person, seats["german"].id, "slow")
    runner, asked = Runner(club, Settings(ai_seconds=60), slow), list[str]()

    def thinks_again() -> bool:
        asked.extend(thought.due.at for thought in runner._thoughts.values())
        if asked and games.row(club, game).length == 2:
            change = {"map": "units", "key": "de-7-pz", "set": {"oos": 1}}
            wish = {"do": "edit", "changes": [change], "reason": "forgotten"}
            commands.act(club, seats["umpire"], wish, None, "k")
        return len(set(asked)) == 2

    asyncio.run(running(runner, thinks_again, 20))


@on_either
def test_of_two_workers_one_thinks_for_a_game_and_when_it_dies_the_other(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before the claim of the dead worker has run out, however often the other looks."""
    monkeypatch.setattr("grognard.server.ai.SWEEP", 0.1)
    monkeypatch.setattr("grognard.server.ai.PATIENCE", 0.1)
    now, tries = [1000], list[bool]()
    club = Club(database, now=lambda: now[0])
    game = table(club, "staff", "staff")
    assert claim(club, f"ai {game}", "the other worker", 30)

    def tried(*words: Any) -> bool:
        tries.append(claim(*words))
        return tries[-1]

    def answered() -> bool:
        if len(tries) >= 2:
            now[0] += 30
        return games.row(club, game).length > 1

    monkeypatch.setattr("grognard.server.ai.claim", tried)
    asyncio.run(running(Runner(club, Settings()), answered, 30))
    assert tries.index(True) >= 2


@on_either
def test_a_claim_is_one_workers_until_it_runs_out_or_is_given_up(database: Database) -> None:
    now = [1000]
    club = Club(database, now=lambda: now[0])
    assert claim(club, "a thing", "one", 10)
    assert claim(club, "a thing", "one", 10)  # and may be kept on
    assert not claim(club, "a thing", "two", 10)
    now[0] = 1009
    assert not claim(club, "a thing", "two", 10)
    now[0] = 1010
    assert claim(club, "a thing", "two", 10)
    release(club, "a thing", "one")  # it is not his any more
    assert not claim(club, "a thing", "one", 10)
    release(club, "a thing", "two")
    assert claim(club, "a thing", "one", 10)
    now[0] = 1020
    sweep(club)
    with database.reading() as connection:
        assert connection.execute(select(claims)).all() == []


@pytest.mark.parametrize(("error", "paused"), [(TooBusy(), False), (ValueError("broken"), True)])
def test_a_game_is_not_left_alone_because_the_database_was_away(
    database: Database, error: Exception, paused: bool
) -> None:
    """The next sweep finds it again."""
    runner = Runner(Club(database), Settings())
    tried = asyncio.Event()

    async def fail(process: Process, game: str) -> None:
        tried.set()
        raise error

    async def until_tried() -> None:
        await runner._queue("g")
        working = asyncio.create_task(runner._work())
        await tried.wait()
        while "g" in runner._busy:
            await asyncio.sleep(0)
        working.cancel()

    runner._take_up = fail  # type: ignore[method-assign]
    asyncio.run(until_tried())
    assert ("g" in runner._pauses) is paused


def test_a_game_that_fails_is_left_alone_for_longer_and_longer(database: Database) -> None:
    runner = Runner(Club(database), Settings())
    pauses = []
    for _ in range(4):
        runner._pause("g", "why not")
        pauses.append(runner._pauses["g"][1])
    assert pauses == [1, 2, 4, 8]
