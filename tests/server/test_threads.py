"""Many threads at once: games share scenarios and boards, and never disturb each other."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import update

from grognard import library
from grognard.board.search import reach_paths
from grognard.engine.game import Game
from grognard.engine.record import canonical, digest
from grognard.lab import laws
from grognard.server import branches, queries
from grognard.server.club import Club
from grognard.server.errors import Denied, Forbidden
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.systems.wb95.proof import positions
from grognard.systems.wb95.scenario import Wb
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo
from tests.server.wire import on_either

TYPHOON = "wb95/typhoon"


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns a thousand times as often as they would."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.000005)
    yield
    sys.setswitchinterval(before)


def opened(url: str) -> Club:
    database = Database(url)
    database.migrate()
    return Club(database, now=lambda: 5)


def evening(club: Club, scenario: str, seed: int) -> list[str]:
    """A game played at random, looked at from all sides, and its record in the end."""
    table = duel(club, scenario, seed=seed, title="a game")
    rng, seen = random.Random(seed), []
    for n in range(24):
        side = table.to_act()
        if side is None:
            break
        seat = table.seats[side]
        table.act(side, table.pick(side, rng), str(n), queries.decision_id(club, seat))
        if n % 4 == 0:
            views = [queries.view(club, seat)["view"] for seat in table.seats.values()]
            seen.append(digest([views, queries.legal(club, seat, limit=12)]))
    return [*seen, branches.record(club, table.game_id)]


def test_games_played_at_once_are_the_games_played_one_after_another(
    tmp_path: Any, hurried: None
) -> None:
    games = [(scenario, seed) for seed in range(2) for scenario in (TYPHOON, KLIN)]
    one, two = (opened(f"sqlite:///{tmp_path / name}.db") for name in ("one", "two"))
    alone = [evening(one, *game) for game in games]
    with ThreadPoolExecutor(len(games)) as pool:
        together = list(pool.map(lambda game: evening(two, *game), games))
    assert together == alone
    for club in (one, two):
        club.database.close()


def wander(shared: Wb, seed: int) -> list[str]:
    """A game on a position that others play on as well: its odds, its caches, its States."""
    game: Wb = Game(shared.system, shared.scenario, seed)
    rng, found = random.Random(seed), []
    for n in range(30):
        if game.over:
            break
        player, action = laws.random_action(game, rng)
        if n % 5 == 0:
            found.append(canonical(game.odds(action, player).to_json()))
            laws.caches(game)
        game.play(player, action)
        found.append(game.state.fingerprint())
    return found


def test_searches_of_one_map_do_not_mix(hurried: None) -> None:
    """The compiled search works on arrays that are there already: each thread on its own."""
    ground = library.new(TYPHOON, 1).scenario.ground
    steps, board = ground.base_steps["foot"], ground.board
    open_ground = bytes(board.n)

    def found(h: int) -> list[dict[int, int]]:
        first = [(b, 12) for b in board.around(h)]
        return [dict(each) for each in reach_paths(steps, first, 60, open_ground)]

    hexes = range(0, board.n, 6)
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(found, hexes))
    assert together == [found(h) for h in hexes]


@pytest.mark.parametrize("position", [2, 3, 5])
def test_games_on_one_position_do_not_disturb_each_other(position: int, hurried: None) -> None:
    """The ground keeps the steps asked for last, and everybody's bridges stand otherwise."""
    fresh, shared = positions.game(position), positions.game(position)
    alone = [wander(fresh, seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: wander(shared, seed), range(4)))
    assert together == alone


@on_either
def test_a_long_move_in_one_game_holds_up_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite has one writer: whoever still plays does not write yet."""
    slow, quick = solo(club), solo(club)
    with _held_up(slow, monkeypatch) as (moving, go_on):
        assert quick.play(3) == 3
        assert not moving.done()
        go_on()
        assert moving.result(30)["moment"] == 2
    assert (slow.lines(), quick.lines()) == (2, 4)


def test_who_has_lost_his_seat_while_he_played_has_not_played(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = duel(club)
    with _held_up(table, monkeypatch) as (moving, go_on):
        with club.database.writing() as connection:
            connection.execute(
                update(schema.seats)
                .where(schema.seats.c.id == table.seats["german"].id)
                .values(person_id=None)
            )
        go_on()
        with pytest.raises(Forbidden, match="no longer yours"):
            moving.result(30)
    assert table.lines() == 1
    with club.live.reading(table.game_id) as (kept, _row):
        assert kept.length == 1


def test_of_two_servers_on_one_file_who_comes_second_is_asked_something_else(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is to do that; should it happen, nothing is written over."""
    table = solo(club)
    other = Club(Database(str(club.database.url)))
    with _held_up(table, monkeypatch) as (moving, go_on):
        table.elsewhere(other).act("german", NO_MISSIONS, "theirs")
        go_on()
        with pytest.raises(Denied):
            moving.result(30)
    other.database.close()
    assert table.play(3) == 3
    assert table.lines() == 5


@contextmanager
def _held_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Future[Any], Callable[[], None]]]:
    """The German move at a table, which takes until it may go on; others are played as ever."""
    began, free = threading.Event(), threading.Event()
    known, mover = Game.play, []

    def play(game: Any, *args: Any, **more: Any) -> Any:
        if threading.get_ident() in mover:
            began.set()
            assert free.wait(60)
        return known(game, *args, **more)

    def move() -> Any:
        mover.append(threading.get_ident())
        return table.act("german", NO_MISSIONS, "slow")

    monkeypatch.setattr(Game, "play", play)
    with ThreadPoolExecutor(1) as pool:
        moving = pool.submit(move)
        try:
            assert began.wait(10)
            yield moving, free.set
        finally:
            free.set()


@on_either
def test_a_long_thought_in_one_game_holds_up_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one player weighs odds without end, another plays his game."""
    slow, quick = solo(club), solo(club)
    began, done = threading.Event(), threading.Event()
    known = Game.odds

    def weigh(game: Any, *args: Any, **more: Any) -> Any:
        began.set()
        assert done.wait(60)
        return known(game, *args, **more)

    monkeypatch.setattr(Game, "odds", weigh)
    side = slow.to_act()
    assert side is not None
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(queries.odds, club, slow.seats[side], NO_MISSIONS)
        try:
            assert began.wait(10)
            assert quick.play(5) == 5
            assert not thought.done()
        finally:
            done.set()
        assert "outcomes" in thought.result(30)
