"""The hot paths of WB-95 on a field of its own, against named peers."""

from __future__ import annotations

import copy
import random
from functools import cache
from typing import Any

import networkx as nx

from bench.measuring import Result, best_of, chess_moves, random_decisions
from grognard.board import search
from grognard.board.sketch import generate
from grognard.engine.game import Game
from grognard.engine.saves import load_text
from grognard.engine.saving import text_of
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.phases import EndPhase
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.system import WB95
from grognard.systems.wb95.works import bridges

BOOK = "wb95"

ROWS, COLS, MAP_SEED = 65, 39, 3
UNITS_A_SIDE = 125


def bench_game(seed: int = 1) -> Wb:
    """A game with 250 units in two lines on a generated map of 65 rows by 39 columns."""
    return Game(WB95, bench_scenario(), seed=seed)


@cache
def bench_scenario(units: int = UNITS_A_SIDE) -> Wb95Scenario:
    """The scenario of the bench's games: what never changes is worked out once for all of them.

    With fewer units the lines are as dense, and shorter.
    """
    board = generate(ROWS, COLS, MAP_SEED)
    counters, setup = [], []
    for side, nation, first_row in (("german", "German", 29), ("soviet", "Soviet", 33)):
        for i, (h, kind) in enumerate(_places(board, first_row, units)):
            name = f"{side}-{i}"
            counters.append({"id": name, "side": side, "nation": nation, **kind})
            setup.append({"hex": board.label(h), "units": [name]})
    spec = {
        "counters": counters,
        "setup": setup,
        "turns": 20,
        "supply": {"german": [{"edge": "north"}], "soviet": [{"edge": "south"}]},
        "begin": {"turn": 1, "phase": 3},
    }
    return WB95.position(board, spec)


KINDS: tuple[dict[str, Any], ...] = (
    {"type": "INF", "size": "R", "move": "foot", "cels": "3:4/2:4"},
    {"type": "INF", "size": "R", "move": "foot", "cels": "4:4/2:4"},
    {"type": "MOT", "size": "R", "move": "trucked", "cels": "3:7/2:7"},
    {"type": "ARM", "size": "R", "move": "tracked", "cels": "6:7/3:7"},
    {"type": "ART", "size": "unit", "move": "trucked", "cels": "5,3:6", "traits": "towed"},
    {"type": "HQ", "size": "HQ", "move": "trucked", "cels": "0:10"},
)


def _places(board: Any, row: int, units: int) -> list[tuple[int, dict[str, Any]]]:
    """Hexes of a band of rows where units of every kind can stand."""
    length = COLS * units // UNITS_A_SIDE
    dry = [
        h
        for h in range(board.n)
        if row <= h // COLS + 1 < row + 4
        and h % COLS < length
        and board.terrain[h] not in ("lake", "swamp", "mountain")
    ]
    random.Random(row).shuffle(dry)
    return [(dry[i % len(dry)], KINDS[i % len(KINDS)]) for i in range(units)]


def bench_reach(game: Wb) -> Result:
    """Where units of each class can go, against networkx's Dijkstra with a cut-off."""
    rng = random.Random(1)
    cases = []
    for move, budget in (("foot", 48), ("trucked", 84), ("tracked", 84), ("hq", 120)):
        steps = bridges.steps(game, move)
        graph: Any = nx.DiGraph()
        graph.add_nodes_from(range(game.board.n))
        graph.add_weighted_edges_from((a, b, c) for a, out in enumerate(steps) for b, c in out)
        starts = [h for h in rng.sample(range(game.board.n), 200) if steps[h]]
        cases.append((steps, graph, budget, starts))
    number = sum(len(starts) for *_, starts in cases)

    def ours() -> None:
        for steps, _, budget, starts in cases:
            for h in starts:
                search.reach_paths(steps, [(h, 0)], budget)

    def peer() -> None:
        for _, graph, budget, starts in cases:
            for h in starts:
                nx.single_source_dijkstra_path_length(graph, h, cutoff=budget)

    ours()
    mine, theirs = best_of(7, ours) / number, best_of(3, peer) / number
    return Result("reach of a unit / networkx Dijkstra", "s", mine, theirs, theirs / mine, 10)


def bench_clone(game: Wb) -> Result:
    """A copy of the State with 250 units, against copy.deepcopy."""
    state = game.state
    mine = best_of(5, lambda: [state.clone() for _ in range(200)]) / 200
    theirs = best_of(3, lambda: copy.deepcopy(state))
    return Result("State clone / copy.deepcopy", "s", mine, theirs, theirs / mine, 100)


def bench_play(decisions: int = 3000) -> Result:
    """Random decisions a second, against random moves a second in python-chess.

    Setting a game up is not counted, nor the first decisions, which compile and fill tables.
    """
    random_decisions(bench_game, decisions // 10)
    mine = decisions / min(random_decisions(bench_game, decisions) for _ in range(3))
    theirs = decisions / min(chess_moves(decisions) for _ in range(3))
    return Result("random decisions / python-chess moves", "1/s", mine, theirs, mine / theirs, 0.2)


def bench_supply(game: Wb) -> Result:
    """Which of a side's units are supplied, worked out afresh."""

    def work() -> None:
        game.journal._cache.clear()
        supply.supplied(game, "german")

    return Result("side-wide supply, 125 units", "s", best_of(7, work))


def bench_odds(game: Wb) -> Result:
    """The exact odds of one attack."""
    action = next(a for a in game.legal("german") if a["do"] == Attack.do)
    return Result("exact odds of an attack", "s", best_of(5, lambda: game.odds(action)))


def bench_saves() -> list[Result]:
    """Writing a game of 1,000 actions, and reading it, which replays and checks every one."""
    game, rng = bench_game(), random.Random(2)
    while len(game.history) < 1000 and not game.over:
        player = game.to_act or ""
        action = game.sample(player, rng)
        assert action is not None
        game.play(player, action)
    saved = text_of(game).encode("ascii")
    return [
        Result("save of 1,000 actions", "s", best_of(3, lambda: text_of(game))),
        Result(
            "load and replay of 1,000 actions",
            "s",
            best_of(2, lambda: load_text(saved, lambda head: (WB95, game.scenario))),
        ),
    ]


def run() -> list[Result]:
    """Every figure."""
    game = bench_game()
    results = [bench_reach(game), bench_clone(game), bench_play(), bench_supply(game)]
    while game.segment.number != 4:
        game.play(game.to_act or "", {"do": EndPhase.do})
    results.append(bench_odds(game))
    return [*results, *bench_saves()]
