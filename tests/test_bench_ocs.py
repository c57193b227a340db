"""The bench of OCS runs and gives every figure; how good they are is no test's business."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from bench import ocs as bench_ocs
from grognard.systems.ocs.movement import reach
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.supply.supply_fields import fields
from tests.benches import once

UNITS = 40


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Ocs:
    """The bench's game with fewer units."""
    monkeypatch.setattr(bench_ocs, "UNITS_A_SIDE", UNITS)
    once(monkeypatch, bench_ocs)
    return bench_ocs.bench_game()


def test_every_figure_of_ocs_is_measured(game: Ocs) -> None:
    results = [
        bench_ocs.bench_reach(game),
        bench_ocs.bench_supply(game, 3),
        bench_ocs.bench_clone(game),
        bench_ocs.bench_play(20),
        bench_ocs.bench_odds(),
        *bench_ocs.bench_saves(20),
        bench_ocs.bench_rollouts(1),
    ]
    assert [result.name for result in results] == [
        "OCS: reach of a unit among zones and modes / networkx Dijkstra",
        "OCS: side-wide supply after a move / all of it afresh",
        "OCS: State clone / copy.deepcopy",
        "OCS: random decisions / python-chess moves",
        "OCS: exact odds of an attack",
        "OCS: save of 20 actions",
        "OCS: load and replay of 20 actions / python-chess moves",
        "one-turn rollouts of Catania / python-chess moves",
    ]
    assert all(result.ours > 0 for result in results)
    assert [result.goal for result in results] == [10, 10, 100, *[None] * 5]
    assert all(result.ratio for result in (*results[:4], *results[-2:]))


def test_the_game_has_all_that_ocs_puts_behind_a_line(game: Ocs) -> None:
    for side in game.scenario.sides:
        assert len(stacks.on_map(game, side)) == UNITS
        assert fields(game).hqs[side]
        assert any(supply_paths.traced(game, side).values())
        for register in ("dumps", "transport", "air"):
            assert any(record.side == side for record in game.state.maps[register].values())
    assert game.scenario.ground.rail_hexes
    assert (game.board.layout.rows, game.board.layout.cols) == (65, 39)


def test_networkx_finds_the_same_as_the_rules(game: Ocs) -> None:
    cases = list(bench_ocs.peers(game, stacks.on_map(game, bench_ocs.AXIS)))
    assert len(cases) > UNITS // 2
    for graph, name, budget in cases:
        found = nx.single_source_dijkstra_path_length(graph, name, cutoff=budget)
        own = {name, unit_of(game, name).hex}
        routes = reach.routes(game, name)
        assert {h: c for h, c in routes.costs.items() if h not in routes.further} == {
            h: c for h, c in found.items() if h not in own
        }


def test_what_the_bench_has_kept_is_what_the_state_says(game: Ocs) -> None:
    rng = random.Random(4)
    for _ in range(5):
        for _ in range(12):
            player = str(game.to_act)
            game.play(player, game.sample(player, rng) or {})
        for side in game.scenario.sides:
            supply_paths.traced(game, side)
            for name in stacks.on_map(game, side):
                reach.routes(game, name)
        assert game.journal.lies() == []
