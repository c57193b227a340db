"""The compiled search gives the same answers as the plain one, ways and order included."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.board import kernel, search
from grognard.board.kernel import Steps
from grognard.board.search import path_to, reach_paths, reach_paths_each, ways_to

pytest.importorskip("numba")

hexes = st.integers(0, 11)
costs = st.sampled_from([0, 0, 4, 6, 12, 24])
steps = st.lists(
    st.lists(st.tuples(hexes, costs), max_size=6).map(tuple), min_size=12, max_size=12
).map(Steps)
masks = st.none() | st.lists(st.integers(0, 1), min_size=12, max_size=12)


@settings(max_examples=300)
@given(
    steps,
    st.lists(st.tuples(hexes, st.integers(0, 30)), max_size=10),
    st.integers(0, 60),
    masks,
    masks,
    st.none() | st.lists(st.sampled_from([0, 12]), min_size=12, max_size=12),
)
def test_both_searches_agree(adjacency, first, budget, blocked, stop, extra) -> None:
    shut = None if blocked is None else bytes(blocked)
    held = None if stop is None else array("h", stop)
    within = [(h, cost) for h, cost in first if cost <= budget]
    plain = reach_paths(list(adjacency), within, budget, shut, held, extra)
    compiled = kernel.search(adjacency, within, budget, shut, held, extra)
    assert list(compiled[0].items()) == list(plain[0].items())
    assert {h: compiled[1][h] for h in plain[0]} == {h: plain[1][h] for h in plain[0]}


@settings(max_examples=200)
@given(
    steps,
    st.lists(st.tuples(hexes, st.integers(0, 60), st.booleans()), min_size=1, max_size=5),
    masks,
    masks,
    st.none() | st.lists(st.sampled_from([0, 12]), min_size=12, max_size=12),
)
def test_many_searches_at_once_find_what_each_finds_alone(
    adjacency, setting_out, blocked, stop, extra
) -> None:
    shut = None if blocked is None else bytes(blocked)
    plain = reach_paths_each(list(adjacency), setting_out, shut, stop, extra)
    compiled = kernel.searches(adjacency, setting_out, shut, stop, extra)
    for (home, budget, least), (costs, before), (paid, ways) in zip(
        setting_out, plain, compiled, strict=True
    ):
        closed = bytearray(shut or bytes(12))
        closed[home] = 1
        first = [(b, step + (extra[b] if extra else 0)) for b, step in adjacency[home]]
        within = [(b, min(cost, budget)) for b, cost in first if cost <= budget or least]
        alone = reach_paths(list(adjacency), within, budget, closed, stop, extra)
        assert list(paid.items()) == list(costs.items()) == list(alone[0].items())
        assert {h: ways[h] for h in costs} == {h: before[h] for h in costs}
        assert [paid.one(h) for h in range(12)] == paid.at(range(12))
        assert [h in paid for h in range(12)] == [h in costs for h in range(12)]
        assert [path_to(ways, h) for h in range(12)] == [path_to(before, h) for h in range(12)]


@settings(max_examples=300)
@given(
    steps,
    st.lists(st.tuples(hexes, st.integers(0, 30)), max_size=10),
    st.lists(hexes, max_size=6),
    st.integers(-1, 60),
    masks,
)
def test_ways_to_goals_are_those_of_the_whole_search_the_nearest_first(
    adjacency, first, goals, budget, blocked
) -> None:
    shut = None if blocked is None else bytes(blocked)
    within = [(h, cost) for h, cost in first if cost <= budget]
    costs, before = reach_paths(list(adjacency), within, budget, shut)
    near = sorted({h for h in goals if h in costs}, key=lambda h: (costs[h], h))
    expected = [path_to(before, h) for h in near]
    assert list(ways_to(goals, list(adjacency), within, budget, shut)) == expected
    if budget >= 0:
        assert list(kernel.ways_to({*goals}, adjacency, within, budget, shut)) == expected


def test_the_search_is_compiled_once_whatever_it_is_given() -> None:
    line = Steps([((1, 12),), ((0, 12),)])
    for mask in (None, b"\0\0", bytearray(2), [0, 0], array("h", [0, 0]), np.zeros(2, np.uint8)):
        for extra in (None, [0, 12], array("i", [0, 12])):
            kernel.search(line, [(0, 0)], 12, mask, mask, extra)
            kernel.searches(line, [(0, 12, True), (1, 12, False)], mask, mask, extra)
    kernel.search(line, [(0, 0)] * 20, 12, None, None, None)
    assert list(kernel.ways_to({1}, line, [(0, 0)], 12, None)) == [(0, 1)]
    assert not list(kernel.ways_to({1}, line, [], 12, bytearray(2)))
    assert len(kernel._compiled().signatures) == 1


def test_once_it_is_loaded_nobody_waits_for_the_search() -> None:
    kernel._compiled.cache_clear()
    kernel.load()
    (signature,) = kernel._compiled().signatures
    kernel.search(Steps([((1, 12),), ()]), [(0, 0)], 12, b"\0\0", None, [0, 0])
    assert kernel._compiled().signatures == [signature]


def test_what_the_kernel_found_is_a_mapping() -> None:
    found, before = kernel.search(Steps([((1, 12),), ((0, 12),)]), [(0, 0)], 12, None, None, None)
    assert found == {0: 0, 1: 12}
    assert (len(found), 1 in found, 2 in found, before[1], before[0]) == (2, True, False, 0, -1)


@settings(max_examples=100)
@given(st.lists(hexes, unique=True), hexes, st.data())
def test_both_rims_agree(some: list[int], start: int, data: st.DataObject) -> None:
    six = data.draw(st.lists(st.integers(-1, 11), min_size=72, max_size=72))
    mask = st.lists(st.integers(0, 1), min_size=12, max_size=12)
    walls, passed = (np.array(data.draw(mask), dtype=np.uint8) for _ in range(2))
    neighbours, found = np.array(six, dtype=np.int32), np.array(some, dtype=np.int32)
    marks = kernel.rim(neighbours, found, start, walls, passed)
    assert marks.tolist() == search.rim(neighbours, found, start, walls, passed).tolist()
    entered = {*some, start}
    ends = {h for h in entered if h == start or not passed[h]}
    near, served = ({b for h in of for b in (h, *six[6 * h : 6 * h + 6])} for of in (entered, ends))
    for h, mark in enumerate(marks.tolist()):
        assert bool(mark & search.ENTERED) == (h in entered)
        assert bool(mark & search.PASSED) == (h in entered - ends)
        assert bool(mark & search.NEAR) == (h in near)
        assert bool(mark & search.SERVED) == (h in served)
        assert bool(mark & search.WALLED) == (h in near and walls[h] == 1)
