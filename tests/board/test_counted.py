"""Ways that may enter only so many hexes of a sort."""

from __future__ import annotations

import random
from collections.abc import Collection

from grognard.board import kernel
from grognard.board.counted import Counted, reach_counted
from grognard.board.kernel import Steps

RING = [
    ((1, 1), (3, 1)),
    ((2, 1), (0, 1)),
    ((5, 1), (1, 1)),
    ((4, 3), (0, 1)),
    ((5, 3), (3, 3)),
    (),
]
"""From 0 to 5 the short way by 1 and 2, the long way by 3 and 4."""


def search(
    budget: int = -1, counted: Collection[int] = (), most: int = 2, blocked: Collection[int] = (),
    stop: Collection[int] = (), steps: list[tuple[tuple[int, int], ...]] = RING,
) -> Counted:  # fmt: skip
    return reach_counted(steps, 0, budget, most, counted=counted, blocked=blocked, stop=stop)


def test_a_dearer_way_counts_where_it_enters_fewer_hexes() -> None:
    found = search(counted={1, 2, 5})
    assert found.best[5] == ((7, 1),), "the short way would enter three"
    assert search(counted={1, 2}).best[5] == ((3, 2), (7, 0))
    assert search(counted={1, 2}).cost(5, 1) == 7
    assert search(counted={1, 2}).count(5, 6) == 2
    assert search(counted={1, 2}).count(5, 7) == 0
    assert search(counted={1, 5}, most=0).cost(5, 2) == -1


def test_the_start_is_neither_counted_nor_blocked_nor_a_stop() -> None:
    found = search(counted={0}, most=0, blocked={0}, stop={0})
    assert found.cost(5, 0) == 3


def test_a_stop_is_entered_and_not_left() -> None:
    found = search(stop={1, 4})
    assert found.cost(1, 2) == 1
    assert 2 not in found.best
    assert 5 not in found.best


def test_what_is_beyond_the_budget_was_not_looked_at() -> None:
    found = search(budget=2)
    assert set(found.best) == {0, 1, 2, 3}
    assert found.looked == {0, 1, 2, 3}
    assert search(budget=3, blocked={5}).looked == {0, 1, 2, 3, 5}, "blocked ones were"


def test_it_finds_what_trying_every_way_finds() -> None:
    rng = random.Random(7)
    for _ in range(60):
        n = 7
        steps = [
            tuple((b, rng.randint(0, 3)) for b in range(n) if b != a and rng.random() < 0.4)
            for a in range(n)
        ]
        counted = {h for h in range(n) if rng.random() < 0.5}
        stop = {h for h in range(n) if rng.random() < 0.2}
        found = search(6, counted, 1, (), stop, steps)
        for h in range(1, n):
            for most in (0, 1):
                assert found.cost(h, most) == _tried(steps, h, 6, counted, most, stop)


def test_the_compiled_search_finds_the_same_by_the_same_ways() -> None:
    rng = random.Random(8)
    n = kernel.LARGE
    steps = Steps(
        tuple((b, rng.randint(0, 3)) for b in rng.sample(range(n), 4) if b != a) for a in range(n)
    )
    for _ in range(6):
        some = [{h for h in range(n) if rng.random() < share} for share in (0.4, 0.1, 0.1)]
        budget, most = rng.choice((-1, 5, 9)), rng.randint(0, 2)
        plain = search(budget, some[0], most, some[1], some[2], list(steps))
        quick = search(budget, some[0], most, some[1], some[2], steps)
        assert plain.best == quick.best
        assert plain.looked == quick.looked
        assert all(plain.way(h) == quick.way(h) for h in plain.best)


def test_a_search_stands_only_where_it_would_find_the_same() -> None:
    rng, kept = random.Random(9), 0
    for _ in range(400):
        n, budget, most = 9, rng.choice((-1, 4, 7)), rng.randint(0, 2)
        steps = [
            tuple((b, rng.randint(0, 3)) for b in range(n) if b != a and rng.random() < 0.35)
            for a in range(n)
        ]
        some = [{h for h in range(n) if rng.random() < share} for share in (0.4, 0.15, 0.15)]
        found = search(budget, some[0], most, some[1], some[2], steps)
        after = {
            a: tuple((b, rng.randint(0, 3)) for b in range(n) if b != a and rng.random() < 0.35)
            for a in rng.sample(range(n), 2)
        }
        for a in after:
            if rng.random() < 0.6:
                after[a] = tuple((b, cost + rng.randint(-1, 1)) for b, cost in steps[a] if cost)
        later = [after.get(a, out) for a, out in enumerate(steps)]
        fresh = search(budget, some[0], most, some[1], some[2], later)
        if found.stands(
            0, budget, steps, after, counted=some[0], blocked=some[1], stop=some[2]
        ):  # fmt: skip
            kept += 1
            assert found.best == fresh.best
            assert found.looked >= fresh.looked
    assert 40 < kept < 360


def _tried(
    steps: list[tuple[tuple[int, int], ...]], goal: int, budget: int, counted: set[int], most: int,
    stop: set[int],
) -> int:  # fmt: skip
    """The cheapest way, by trying all of them."""
    cheapest = -1

    def walk(h: int, cost: int, count: int, seen: tuple[int, ...]) -> None:
        nonlocal cheapest
        if cost > budget or count > most:
            return
        if h == goal and (cheapest < 0 or cost < cheapest):
            cheapest = cost
        if h != 0 and h in stop:
            return
        for b, step in steps[h]:
            if b not in seen:
                walk(b, cost + step, count + (b in counted), (*seen, b))

    walk(0, 0, 0, (0,))
    return cheapest
