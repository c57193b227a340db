"""Many threads at once: games share scenarios and boards, and never disturb each other."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from grognard import library
from grognard.board.search import reach_paths
from grognard.engine.game import Game
from grognard.engine.record import canonical, digest
from grognard.lab import laws
from grognard.server import branches, queries
from grognard.server.club import Club
from grognard.server.store.database import Database
from grognard.systems.wb95.proof import positions
from grognard.systems.wb95.scenario import Wb
from tests.server.table import KLIN, NO_MISSIONS, duel, solo
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
