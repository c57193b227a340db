"""Reach, paths and spread, against networkx and plain counting."""

from __future__ import annotations

from itertools import pairwise

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board import path_to, reach, reach_paths, sketch, spread

COSTS = st.sampled_from([0, 3, 4, 6, 12, 24, 36])


@st.composite
def grounds(draw):
    """A small map with a cost for every step, some steps missing, and masks."""
    board = sketch(draw(st.integers(1, 6)), draw(st.integers(2, 6)))
    costs = st.one_of(st.none(), COSTS)
    adjacency = [
        tuple((b, cost) for b in board.around(h) if (cost := draw(costs)) is not None)
        for h in range(board.n)
    ]
    mask = st.lists(st.sampled_from([0, 0, 0, 1]), min_size=board.n, max_size=board.n)
    return adjacency, bytes(draw(mask)), bytearray(draw(mask))


def by_networkx(adjacency, first, budget, blocked, stop, extra=None):
    """The same question as a graph: a door before the first steps, no way out of stop hexes."""
    graph = networkx.DiGraph()
    graph.add_node("door")
    for h, cost in first:
        if not blocked[h] and cost <= graph.edges.get(("door", h), {"weight": cost})["weight"]:
            graph.add_edge("door", h, weight=cost)
    for h, steps in enumerate(adjacency):
        for b, cost in steps:
            if not (blocked[h] or blocked[b] or stop[h]):
                graph.add_edge(h, b, weight=cost + (extra[b] if extra else 0))
    costs = networkx.single_source_dijkstra_path_length(graph, "door", cutoff=budget)
    return {h: cost for h, cost in costs.items() if h != "door"}


@given(grounds(), st.data(), st.integers(0, 120))
def test_reach_is_what_networkx_finds(ground, data, budget):
    adjacency, blocked, stop = ground
    n = len(adjacency)
    first = data.draw(st.lists(st.tuples(st.integers(0, n - 1), COSTS), max_size=6))
    extra = data.draw(
        st.one_of(st.none(), st.lists(st.sampled_from([0, 12]), min_size=n, max_size=n))
    )
    expected = by_networkx(adjacency, first, budget, blocked, stop, extra)
    assert reach(adjacency, first, budget, blocked, stop, extra) == expected
    found, before = reach_paths(adjacency, first, budget, blocked, stop, extra)
    assert found == expected
    for goal, cost in found.items():
        assert _cost_of(adjacency, first, path_to(before, goal), extra) == cost


def _cost_of(adjacency, first, way, extra):
    total = min(cost for h, cost in first if h == way[0])
    for a, b in pairwise(way):
        total += dict(adjacency[a])[b] + (extra[b] if extra else 0)
    return total


@given(grounds(), st.data(), st.integers(0, 120))
def test_spread_is_the_best_of_all_sources_one_by_one(ground, data, budget):
    adjacency, blocked, _ = ground
    hexes = st.integers(0, len(adjacency) - 1)
    sources = data.draw(st.dictionaries(hexes, COSTS, max_size=4))
    open_sources = bytes(0 if h in sources else shut for h, shut in enumerate(blocked))
    best: dict[int, int] = {}
    nowhere = bytes(len(adjacency))
    for h, cost in sources.items():
        for b, total in by_networkx(adjacency, [(h, cost)], budget, open_sources, nowhere).items():
            best[b] = min(total, best.get(b, total))
    assert spread(adjacency, sources, budget, blocked) == best


LINE = [((1, 12),), ((0, 12), (2, 12)), ((1, 12), (3, 0)), ((2, 0),)]


def test_the_budget_may_be_spent_to_the_last_twelfth():
    assert reach(LINE, [(0, 0)], 24) == {0: 0, 1: 12, 2: 24, 3: 24}
    assert reach(LINE, [(0, 0)], 23) == {0: 0, 1: 12}
    assert reach(LINE, [(0, 24)], 23) == {}
    assert reach(LINE, [(0, 0)], -1) == {}
    assert reach_paths(LINE, [(0, 0)], -1) == ({}, {})
    assert spread(LINE, {3: 0}, 0) == {3: 0, 2: 0}
    assert spread(LINE, {3: 0}, -1) == {}


def test_masks_block_and_stop():
    assert reach(LINE, [(0, 0)], 99, blocked=b"\0\1\0\0") == {0: 0}
    assert reach(LINE, [(1, 5)], 99, blocked=b"\0\1\0\0") == {}
    assert reach(LINE, [(0, 0)], 99, stop=b"\0\1\0\0") == {0: 0, 1: 12}
    assert spread(LINE, {1: 0}, 12, blocked=b"\1\1\0\0") == {1: 0, 2: 12, 3: 12}


def test_the_surcharge_is_paid_on_entering_but_not_by_a_first_step():
    assert reach(LINE, [(0, 0), (1, 3)], 20, extra=[9, 9, 5, 0]) == {0: 0, 1: 3, 2: 20, 3: 20}
    assert reach(LINE, [(0, 0), (1, 3)], 19, extra=[9, 9, 5, 0]) == {0: 0, 1: 3}


def test_costs_come_out_in_rising_order():
    costs = list(reach(LINE, [(2, 3), (0, 1)], 40).values())
    assert costs == sorted(costs)


def test_of_equal_ways_the_lowest_hex_comes_before():
    diamond = [((2, 4), (1, 4)), ((3, 4),), ((3, 4),), ()]
    found, before = reach_paths(diamond, [(0, 0)], 12)
    assert found == {0: 0, 1: 4, 2: 4, 3: 8}
    assert path_to(before, 3) == (0, 1, 3)
    turned = [((2, 6), (1, 4)), ((3, 4),), ((3, 2),), ()]
    assert path_to(reach_paths(turned, [(0, 0)], 12)[1], 3) == (0, 1, 3)
    later = [((1, 6), (2, 4)), ((3, 2),), ((3, 4),), ()]
    assert path_to(reach_paths(later, [(0, 0)], 12)[1], 3) == (0, 1, 3)


def test_a_first_step_wins_over_an_equal_way_round():
    _, before = reach_paths(LINE, [(0, 0), (1, 12)], 99)
    assert path_to(before, 1) == (1,)
    assert path_to(before, 99) == ()


@pytest.mark.parametrize("costs", [(0, 0), (0, 4), (4, 0)])
def test_free_steps_make_no_circle(costs):
    there, back = costs
    ring = [((1, there), (2, back)), ((2, there), (0, back)), ((0, there), (1, back))]
    found, before = reach_paths(ring, [(0, 0)], 20)
    assert all(path_to(before, goal)[0] == 0 for goal in found)


def test_a_free_step_back_does_not_replace_the_step_that_came():
    there_and_back = [((1, 0),), ((0, 0),), ((0, 4),)]
    _, before = reach_paths(there_and_back, [(2, 0)], 20)
    assert before == {2: -1, 0: 2, 1: 0}
