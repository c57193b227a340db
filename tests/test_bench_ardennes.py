"""The bench of GOSS runs and gives every figure; how good they are is no test's business."""

from __future__ import annotations

import networkx as nx
import pytest

from bench import ardennes
from grognard.board import kernel
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.pieces.stacks import on_map
from tests.benches import once

SKYLINE = "goss/skyline-drive"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The learning scenario in the place of the others."""
    once(monkeypatch, ardennes)
    for name in ("WACHT", "VITH"):
        monkeypatch.setattr(ardennes, name, SKYLINE)
    monkeypatch.setattr(ardennes, "PATIENCE", {SKYLINE: 1.0})


def test_every_figure_of_the_ardennes_is_measured() -> None:
    found = [
        *ardennes.bench_reach(moves=2), *ardennes.bench_after_a_move(moves=2),
        *ardennes.bench_odds(), ardennes.bench_play(20), *ardennes.bench_staff(),
    ]  # fmt: skip
    assert [result.name for result in found] == [
        "GOSS: reach of a unit after a move, by all the rules",
        "GOSS: the same, the search alone / networkx Dijkstra",
        "GOSS: observation after a move / afresh",
        "GOSS: supply of all units after a move / afresh",
        "GOSS: exact odds of a mission of ten volleys",
        "GOSS: exact odds of a ground assault",
        "random decisions / python-chess moves, on St. Vith",
        "GOSS: the longest player turn of the staff, Skyline Drive",
    ]
    assert all(result.ours > 0 for result in found)
    assert [result.goal for result in found] == [None, 10, 10, 10, 0.05, 0.05, 0.04, 1.0]


def test_networkx_finds_the_same_as_our_search() -> None:
    game = ardennes.marching(SKYLINE)
    names = [n for n in on_map(game, ardennes.AXIS) if unable(game, n) is None]
    ours = {}
    for source, there, nodes, left in ardennes.setting_out(game, names):
        who = [(nodes[0], left, False)] * 2
        found = kernel.searches(there.steps, who, there.shut, there.stop, there.extra)[0][0]
        ours[source] = found.plain(), {*nodes}
    compared = 0
    for graph, source, budget in ardennes.peers(game, names):
        theirs = nx.single_source_dijkstra_path_length(graph, source, cutoff=budget)
        costs, own = ours[source]
        assert {n: c for n, c in costs.items() if n not in own} == {
            n: c for n, c in theirs.items() if n not in own and n != source
        }
        compared += len(theirs) > 2
    assert compared > 5


@pytest.mark.parametrize("case", [ardennes.volleys, ardennes.assault])
def test_the_odds_of_the_bench_are_of_something(case: object) -> None:
    game, player, action = case()  # type: ignore[operator]
    found = game.odds(action, player)
    assert len(found.outcomes) > 10
    assert sum(outcome.probability for outcome in found.outcomes) == 1


def test_supply_is_the_same_afresh() -> None:
    game = ardennes.marching(SKYLINE)
    assert ardennes.supplied(game) == ardennes.supplied(ardennes.fork(game)) > 10
