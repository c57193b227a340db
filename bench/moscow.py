"""The bench on the real map: Typhoon with all its counters, and what the staff's thinking costs."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

from bench.measuring import Result, chess_moves, random_decisions, undisturbed
from bench.rehearsing import rollouts
from bench.wb95 import bench_clone, bench_reach, bench_scenario
from grognard import library
from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.system import WB95

BOOK = "wb95"

TYPHOON, KLIN = "wb95/typhoon", "wb95/klin"
FEW, MANY = 60, 120
"""Units a side in the two positions by which growth is measured."""


def typhoon(seed: int = 1) -> Wb:
    """Typhoon as it begins, everything as printed."""
    game: Wb = library.new(TYPHOON, seed, {"free-setup": "off"})
    return game


def on_typhoon(result: Result) -> Result:
    """A figure that was taken on the real map, and says so."""
    return replace(result, name=f"{result.name}, on Typhoon")


def bench_typhoon() -> list[Result]:
    """Reach, clone and random play on the real map, as on the generated one."""
    game = typhoon()
    while game.segment.number != 3:
        game.play(game.to_act or "", {"do": "assign", "missions": []})
    decisions = 2000
    random_decisions(typhoon, decisions // 10)
    mine = decisions / min(random_decisions(typhoon, decisions) for _ in range(2))
    theirs = decisions / min(chess_moves(decisions) for _ in range(3))
    play = Result("random decisions / python-chess moves", "1/s", mine, theirs, mine / theirs)
    return [on_typhoon(result) for result in (bench_reach(game), bench_clone(game), play)]


def bench_staff() -> list[Result]:
    """A whole game of Typhoon, staff against staff: how long it takes, and a turn of it."""
    game = typhoon()
    players = {side: Staff() for side in game.scenario.sides}
    with undisturbed():
        start = time.perf_counter()
        while (player := game.to_act) is not None:
            game.play(player, players[player].choose(Seat(game, player)))
        taken = time.perf_counter() - start
    return [
        Result("staff against staff, a whole Typhoon", "s", taken),
        Result("staff against staff, a turn of Typhoon", "s", taken / game.turn),
    ]


def bench_rehearsals() -> list[Result]:
    """What a player who searches can afford: rollouts of the first turn of Klin and of Typhoon."""
    return [rollouts("Klin", library.new(KLIN, 1), 8), rollouts("Typhoon", typhoon(), 3)]


def bench_growth() -> Result:
    """A turn of the staff with twice the units, against twice the time of a turn with half.

    Two lines face each other, one of them longer: what a unit sees around it is the same. One is
    even growth; more is better.
    """
    few, many = staff_turn(FEW), staff_turn(MANY)
    name = f"staff's turn: time of {FEW} units twice / time of {MANY}"
    return Result(name, "s", many, 2 * few, 2 * few / many, 1)


def staff_turn(units: int) -> float:
    """The time of some player turns of the staff with so many units a side, in seconds."""
    scenario = bench_scenario(units)
    return sum(
        min(_one_turn(Game(WB95, scenario, seed=seed)) for _ in range(3)) for seed in range(1, 5)
    )


def _one_turn(game: Game[Any]) -> float:
    first, rng = game.scenario.sides[0], random.Random(1)
    staff = Staff()
    with undisturbed():
        start = time.perf_counter()
        while game.segment.number <= 6 and (player := game.to_act) is not None:
            if player == first:
                action = staff.choose(Seat(game, player))
            else:
                action = game.sample(player, rng) or {}
            game.play(player, action)
        return time.perf_counter() - start


def run() -> list[Result]:
    """Every figure of the real map and of the staff."""
    return [*bench_typhoon(), *bench_staff(), *bench_rehearsals(), bench_growth()]
