"""Hexes bound to one another share the cheapest cost, in the plain search and the compiled one."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from grognard.board import kernel
from grognard.board.kernel import Steps
from grognard.board.search import numbers_at, spread

N = 12


def _chance_map(seed: int) -> tuple[Steps, bytearray, list[int]]:
    """Steps by chance, which hexes are bound, and six links for each hex, some of them none."""
    rng = random.Random(seed)
    steps = Steps(
        tuple((b, rng.choice((0, 12, 18, 24))) for b in rng.sample(range(N), rng.randint(0, 3)))
        for _ in range(N)
    )
    links = list(chain.from_iterable(rng.sample(range(-6, N), 6) for _ in range(N)))
    return steps, bytearray(rng.choice((0, 1)) for _ in range(N)), [max(b, -1) for b in links]


def _spelt_out(steps: Steps, bound: bytearray, links: list[int]) -> Steps:
    """The same with the bonds written as steps of no cost."""
    free = {
        h: [b for b in links[6 * h : 6 * h + 6] if b >= 0 and bound[b]] if bound[h] else []
        for h in range(N)
    }
    return Steps((*((b, 0) for b in free[h]), *steps[h]) for h in range(N))


@pytest.mark.parametrize("seed", range(40))
def test_bonds_are_steps_of_no_cost(seed: int) -> None:
    steps, bound, links = _chance_map(seed)
    blocked = bytearray(random.Random(seed).choice((0, 0, 0, 1)) for _ in range(N))
    expected = spread(_spelt_out(steps, bound, links), {0: 0, 5: 6}, 36, blocked)
    assert spread(steps, {0: 0, 5: 6}, 36, blocked, (bound, links)) == expected
    if kernel.available():
        blocked[0] = blocked[5] = 0
        found, _ = kernel.search(steps, [(0, 0), (5, 6)], 36, blocked, None, None, (bound, links))
        assert found.plain() == expected


def test_numbers_of_some_hexes() -> None:
    line = Steps([((1, 12),), ((2, 12),), (), ()])
    assert numbers_at(spread(line, {0: 0}, 24), [2, 3, 0]) == [24, -1, 0]
    if kernel.available():
        found, _ = kernel.search(line, [(0, 0)], 24, None, None, None)
        assert numbers_at(found, [2, 3, 0]) == [24, -1, 0]
        assert numbers_at(found, []) == []
        nothing, _ = kernel.search(line, [(0, 30)], 24, None, None, None)
        assert numbers_at(nothing, [1]) == [-1]


@pytest.mark.parametrize("seed", range(20))
def test_altered_steps_have_the_arrays_of_steps_made_anew(seed: int) -> None:
    rng = random.Random(seed)
    steps, _, _ = _chance_map(seed)
    changes = {h: _chance_map(seed + 1)[0][h] for h in rng.sample(range(N), 5)}
    altered = steps.altered(changes)
    afresh = Steps(changes.get(h, steps[h]) for h in range(N))
    assert altered == afresh
    assert all(a.tolist() == b.tolist() for a, b in zip(altered.flat(), afresh.flat(), strict=True))
    assert steps == _chance_map(seed)[0]
