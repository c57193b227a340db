"""Clocks: whose time runs, how much is left, and when a flag falls."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.server import commands, games, people, seating
from grognard.server.club import Club
from grognard.server.errors import Invalid
from grognard.server.http.app import create_app
from grognard.server.settings import Settings
from grognard.server.store.database import Database
from grognard.server.store.records import SeatPlan
from grognard.server.timers import (
    Stroke,
    Timer,
    Timers,
    Timing,
    TimingError,
    fallen,
    next_flag,
    read_off,
    read_timing,
    shown,
)
from grognard.server.watch import GRACE, Watch, let_fall, time_left, timed_games, timers_of
from grognard.table.writing import plain
from tests.server.wire import on_either

BY_GAME = Timing("game", 60, increment=5)
BY_ANSWER = Timing("answer", 60)
SIDES = ("german", "soviet")
G, S = SIDES


def after(rule: Timing, *lines: tuple[int, str | None, tuple[str, ...]]) -> Timers:
    """The timers after lines: when, who answered, who is asked then."""
    return read_off(rule, SIDES, [Stroke(at, by, asked) for at, by, asked in lines])


def left(timers: Timers, side: str, at: int) -> int:
    """What a side has left."""
    return timers[side].at(at)


def test_nobodys_time_runs_before_his_first_answer() -> None:
    begin = (0, None, (G,))
    assert next_flag(after(BY_GAME, begin)) is None
    first = (50, G, (S,))
    timers = after(BY_GAME, begin, first)
    assert next_flag(timers) is None  # the soviet has not come yet
    assert left(timers, G, 99) == 65  # not charged, and five seconds more
    assert next_flag(after(BY_GAME, begin, first, (90, S, (G,)))) == 155


BEGUN = ((0, None, (G,)), (0, G, (S,)), (0, S, (G,)))
"""Both sides have answered once; at 0 the german is asked."""


def test_time_runs_for_the_side_that_is_asked() -> None:
    timers = after(BY_GAME, *BEGUN)
    assert (left(timers, G, 20), left(timers, S, 20)) == (45, 65)
    timers = after(BY_GAME, *BEGUN, (20, G, (S,)))
    assert left(timers, G, 99) == 50  # forty-five left, and five for the answer
    assert left(timers, S, 30) == 55


def test_two_who_choose_in_secret_are_both_timed_until_each_has_chosen() -> None:
    sealed = ((0, G, (G, S)), (10, G, (S,)), (30, S, (G,)))
    timers = after(BY_GAME, *BEGUN, *sealed)
    assert left(timers, S, 30) == 65 - 30 + 5
    assert left(timers, G, 30) == 65 + 5 - 10 + 5


def test_each_answer_has_its_time() -> None:
    timers = after(BY_ANSWER, *BEGUN, (50, G, (G,)))
    assert left(timers, G, 50) == 60
    back = ((50, G, (G,)), (70, None, (S,)), (80, S, (G,)))  # the umpire took something back
    assert left(after(BY_ANSWER, *BEGUN, *back), G, 80) == 60


def test_what_a_side_does_unasked_does_not_stop_the_others_time() -> None:
    timers = after(BY_GAME, *BEGUN, (20, None, (G,)))
    assert left(timers, G, 30) == 35


def test_a_flag_falls_when_nothing_is_left_and_not_before() -> None:
    timers = after(BY_ANSWER, *BEGUN)
    assert next_flag(timers) == 60
    assert fallen(timers, 59) == []
    assert fallen(timers, 60) == [G]


def test_of_two_flags_the_first_to_fall_is_named_first() -> None:
    assert fallen({G: Timer(9, 0), S: Timer(7, 0)}, 10) == [S, G]


def test_a_clock_that_goes_back_takes_no_time() -> None:
    assert Timer(5, 100).at(90) == 5


def test_everybody_sees_both_clocks() -> None:
    assert plain(shown(after(BY_ANSWER, *BEGUN), 20)) == {
        "german": {"seconds": 40, "running": True},
        "soviet": {"seconds": 60, "running": False},
    }


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("fast", "a clock is a map"),
        ({"per": "turn", "seconds": 5}, "per should be answer or game, not 'turn'"),
        ({"per": "game"}, "seconds should be a whole number from 1 to"),
        ({"per": "game", "seconds": True}, "not True"),
        ({"per": "game", "seconds": 0}, "not 0"),
        ({"per": "game", "seconds": 5, "flag": "shame"}, "flag should be loss or shown"),
        ({"per": "game", "seconds": 5, "bonus": 1}, "'bonus' is not part of it"),
        ({"per": "answer", "seconds": 5, "increment": 1}, "leave it out"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(data: Any, said: str) -> None:
    with pytest.raises(TimingError, match=said.replace("(", r"\(")):
        read_timing(data)


def test_a_clock_is_read_as_it_is_written() -> None:
    for rule in (BY_GAME, BY_ANSWER, Timing("game", 5, 0, "shown")):
        assert read_timing(plain(rule)) == rule


# ---- on a server


@dataclass
class Timed:
    """A timed game of two people, at a server whose time we set."""

    club: Club
    now: list[int]
    game: str

    def play(self, seconds: int) -> None:
        """Answer whatever is asked, after so many seconds."""
        self.now[0] += seconds
        with self.club.live.reading(self.game) as (kept, _row):
            side = kept.game.to_act or ""
            action = {"do": "ready"}
            if kept.game.why(side, action):
                action = next(iter(kept.game.legal(side)))
        seat = next(seat for seat in seating.seats(self.club, self.game) if seat.side == side)
        commands.act(self.club, seat, action, None, f"{games.row(self.club, self.game).length}")

    def begin(self) -> None:
        """Play until both sides have answered, and the german is asked."""
        for _ in range(2):
            self.play(100)
        assert games.row(self.club, self.game).waiting == (G,)


@pytest.fixture
def timed(database: Database) -> Timed:
    return begun(database, {"per": "answer", "seconds": 60})


def begun(database: Database, clock: dict[str, Any]) -> Timed:
    now = [1_000_000]
    club = Club(database, now=lambda: now[0])
    person, _token = people.guest(club)
    plans = [SeatPlan(side=side, mine=True) for side in SIDES]
    game = games.create_game(
        club, person, "wb95/typhoon", seats=plans, settings={"clock": clock}, seed=7
    )["id"]
    return Timed(club, now, game)


@on_either
def test_a_flag_that_falls_loses_the_game(timed: Timed) -> None:
    timed.begin()
    assert plain(time_left(timed.club, timed.game)) == {
        "clock": {"per": "answer", "seconds": 60, "increment": 0, "flag": "loss"},
        "sides": {
            "german": {"seconds": 60, "running": True},
            "soviet": {"seconds": 60, "running": False},
        },
    }
    timed.play(59)
    timed.now[0] += 60 + GRACE - 1
    due = let_fall(timed.club, timed.game)
    assert due == timed.now[0] + 1
    assert not games.row(timed.club, timed.game).over
    timed.now[0] += 1
    assert let_fall(timed.club, timed.game) is None
    row = games.row(timed.club, timed.game)
    assert (row.over, row.winner, row.result) == (True, S, "German ran out of time")
    shown_after = plain(time_left(timed.club, timed.game))
    assert not any(side["running"] for side in shown_after["sides"].values())


@on_either
def test_nobody_loses_a_game_in_which_only_one_has_come(timed: Timed) -> None:
    timed.play(5)
    timed.now[0] += 1_000_000
    assert let_fall(timed.club, timed.game) is None
    assert not games.row(timed.club, timed.game).over


@on_either
def test_a_flag_may_only_be_shown(database: Database) -> None:
    timed = begun(database, {"per": "game", "seconds": 60, "flag": "shown"})
    timed.begin()
    timed.now[0] += 100
    assert let_fall(timed.club, timed.game) is None
    assert not games.row(timed.club, timed.game).over
    shown_now = plain(time_left(timed.club, timed.game))
    assert shown_now["sides"]["german"] == {"seconds": -40, "running": True}


@on_either
def test_instructions_and_proposals_are_no_answers(database: Database) -> None:
    timed = begun(database, {"per": "game", "seconds": 60, "increment": 5})
    timed.begin()
    german = next(seat for seat in seating.seats(timed.club, timed.game) if seat.side == G)
    timed.now[0] += 20
    commands.instruct(timed.club, german, {"retreat": "retreat"}, "i")
    found = timers_of(timed.club, timed.game)
    assert found is not None
    assert left(found[1], G, timed.now[0]) == 65 - 20


@on_either
def test_a_game_without_a_clock_has_none(database: Database) -> None:
    club = Club(database)
    person, _token = people.guest(club)
    game = games.create_game(club, person, "wb95/klin")["id"]
    assert timers_of(club, game) is None
    assert plain(time_left(club, game)) == {"clock": None, "sides": {}}
    assert timed_games(club) == []


@on_either
def test_a_clock_that_cannot_be_is_refused_with_the_game(database: Database) -> None:
    club = Club(database)
    person, _token = people.guest(club)
    with pytest.raises(Invalid, match="per should be answer or game"):
        games.create_game(club, person, "wb95/klin", settings={"clock": {"per": "turn"}})


@on_either
def test_the_watch_lets_a_flag_fall_when_its_time_has_come(timed: Timed) -> None:
    async def watched() -> None:
        watch = Watch(timed.club)
        work = asyncio.create_task(watch.run())
        async with asyncio.timeout(30):
            await asyncio.to_thread(timed.begin)
            while timed.game not in watch._due:
                await asyncio.sleep(0.02)
            assert not games.row(timed.club, timed.game).over
            timed.now[0] += 60 + GRACE
            watch._hear(timed.game)
            while not games.row(timed.club, timed.game).over:
                await asyncio.sleep(0.02)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    asyncio.run(watched())
    assert games.row(timed.club, timed.game).winner == S


@on_either
def test_whoever_sits_at_a_game_may_ask_for_its_clocks(timed: Timed) -> None:
    club = timed.club
    _stranger, token = people.guest(club)
    owner, own_token = people.guest(club)
    game = games.create_game(
        club, owner, "wb95/klin", settings={"clock": {"per": "game", "seconds": 60}}
    )["id"]
    untimed = games.create_game(club, owner, "wb95/klin")["id"]
    app = create_app(Settings(), club, background=False)
    with TestClient(app, base_url="http://localhost") as client:

        def asked(game_id: str, shown: str) -> Any:
            headers = {"Authorization": f"Bearer {shown}"}
            return client.get(f"/api/v1/games/{game_id}/clocks", headers=headers)

        assert asked(game, own_token).json() == {
            "clock": {"per": "game", "seconds": 60, "increment": 0, "flag": "loss"},
            "sides": {side: {"seconds": 60, "running": False} for side in SIDES},
        }
        assert asked(untimed, own_token).json() == {"clock": None, "sides": {}}
        assert asked(game, token).status_code == 404
        assert asked(game, "nobody").status_code == 401
