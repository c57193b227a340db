"""The bench on Sicily: what a turn and a whole game of Husky cost, by chance and by the staff.

The yardstick is Typhoon in the same run: a game of about as many counters under other rules. Its
own figures are in `moscow`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from bench.measuring import Result, best_of, chess_moves, random_decisions, undisturbed
from bench.moscow import typhoon
from bench.rehearsing import rollouts, staffed
from grognard import library
from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.players.staff import Staff

BOOK = "ocs"

HUSKY = "ocs/husky"
YARDSTICK_TURNS = 2
"""How many turns of Typhoon the staff plays to be compared with."""
DECISIONS = 2000
AnyGame = Game[Any]


def husky(seed: int = 1) -> AnyGame:
    """Husky as it begins."""
    return library.new(HUSKY, seed)


def random_turns(game: AnyGame, turns: int) -> float:
    """The time of so many turns by chance, or of the whole game if it ends before."""
    rng = random.Random(1)

    def choose(player: str) -> Any:
        return game.sample(player, rng)

    return _played(game, turns, choose)


def staff_turns(game: AnyGame, turns: int) -> float:
    """The time of so many turns of the staff against itself, or of the whole game."""
    players = {side: Staff() for side in game.scenario.sides}

    def choose(player: str) -> Any:
        return players[player].choose(Seat(game, player))

    return _played(game, turns, choose)


def _played(game: AnyGame, turns: int, choose: Callable[[str], Any]) -> float:
    with undisturbed():
        start = time.perf_counter()
        while (player := game.to_act) is not None and game.turn <= turns:
            game.play(player, choose(player))
        return time.perf_counter() - start


def bench_random(decisions: int = DECISIONS) -> list[Result]:
    """Random decisions against python-chess, and a whole game by chance."""
    random_decisions(husky, decisions // 10)
    mine = decisions / min(random_decisions(husky, decisions) for _ in range(2))
    theirs = decisions / min(chess_moves(decisions) for _ in range(3))
    game = husky()
    taken = random_turns(game, game.scenario.turns)
    return [
        Result(
            "random decisions / python-chess moves, on Husky", "1/s", mine, theirs, mine / theirs
        ),
        Result("random against random, a whole Husky", "s", taken),
        Result("random against random, a turn of Husky", "s", taken / game.turn),
    ]


def bench_staff(turns: int | None = None) -> list[Result]:
    """A game of the staff against itself: a turn of it against a turn of Typhoon."""
    game, other = husky(), typhoon()
    asked = turns or game.scenario.turns
    taken = staff_turns(game, asked)
    turn = taken / min(game.turn, asked)
    yardstick = staff_turns(other, YARDSTICK_TURNS) / YARDSTICK_TURNS
    ratio = yardstick / turn
    what = "a whole Husky" if turns is None else f"{turns} turns of Husky"
    return [
        Result(f"staff against staff, {what}", "s", taken),
        Result("staff's turn of Typhoon / of Husky", "s", turn, yardstick, ratio),
    ]


def bench_screen() -> list[Result]:
    """What a player sees of the whole table after a move: against that of Typhoon."""
    mine, theirs = (best_of(3, _looking(game)) for game in (husky(), typhoon()))
    return [Result("a player's table of Typhoon / of Husky", "s", mine, theirs, theirs / mine)]


def _looking(game: AnyGame) -> Callable[[], Any]:
    """Everything on the table for the first side, with nothing kept of it."""
    table, side = library.tabletop(game), game.scenario.sides[0]

    def look() -> Any:
        game.journal._cache.clear()
        return (
            game.view(side),
            table.counters(game, side),
            table.stacks(game, side),
            table.marks(game, side),
            table.off_map(game, side),
            table.owed(game, side),
        )

    return look


def bench_rollouts(rounds: int = 2) -> list[Result]:
    """One-turn rollouts a second from the beginning of the second turn."""
    game = husky()
    staffed(game, 2)
    return [rollouts("Husky", game, rounds)]


def run() -> list[Result]:
    """Every figure of Sicily."""
    return [*bench_random(), *bench_staff(), *bench_rollouts(), *bench_screen()]
