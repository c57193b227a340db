"""The bench of Next War runs and gives every figure; how good they are is no test's business."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from bench import korea
from grognard.systems.nextwar.movement import reach
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw

CHORWON = "nextwar/chorwon"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Nw:
    """The learning scenario in the place of the campaign, with the North to move."""
    for name in ("KOREA", "SEOUL"):
        monkeypatch.setattr(korea, name, CHORWON)
    return korea.marching()


def test_every_figure_of_korea_is_measured(game: Nw) -> None:
    found = [
        *korea.bench_reach(CHORWON, 2), korea.bench_play(20), korea.bench_odds(),
        *korea.bench_staff(1, CHORWON),
    ]  # fmt: skip
    assert [result.name for result in found] == [
        "Next War: reach of a unit after a move, among zones and cities / networkx Dijkstra",
        "Next War: the same, the search alone / networkx Dijkstra",
        "random decisions / python-chess moves, on Seoul",
        "Next War: exact odds of a combat with air defenses and support",
        "staff against staff, a turn of Chorwon, Standard",
        "staff against staff, a turn of Chorwon, Advanced",
    ]
    assert all(result.ours > 0 for result in found)
    assert [bool(result.ratio) for result in found] == [True, True, True, False, False, False]
    assert [result.goal for result in found] == [10, 10, 0.06, 0.05, 15, 15]


def test_networkx_finds_the_same_as_the_rules(game: Nw) -> None:
    rng = random.Random(1)
    for _ in range(4):
        for side in game.scenario.sides:
            for graph, name, budget in korea.peers(game, on_map(game, side)):
                found = nx.single_source_dijkstra_path_length(graph, name, cutoff=budget)
                own, routes = {name, unit_of(game, name).hex}, reach.routes(game, name)
                assert {h: c for h, c in routes.costs.items() if h not in routes.further} == {
                    h: c for h, c in found.items() if h not in own and h not in routes.further
                }
        while game.segment.kind != korea.MOVEMENT or game.to_act != korea.NORTH:
            player = str(game.to_act)
            game.play(player, game.sample(player, rng) or {})
        game.play(korea.NORTH, game.sample(korea.NORTH, rng) or {})


def test_the_combat_of_the_bench_has_air_defenses_and_support() -> None:
    game, action = korea.supported()
    found = game.odds(action, korea.NORTH)
    kinds = {key for outcome in found.outcomes for facts in outcome.facts for key in facts}
    assert len(found.outcomes) > 50
    assert {"kept_off", "drm"} <= kinds
    assert sum(outcome.probability for outcome in found.outcomes) == 1
