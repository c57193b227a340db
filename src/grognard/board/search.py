"""Cheapest ways over the map: reach, paths and spread, on whole numbers only.

Rule code decides what every step costs and hands over an `Adjacency`; these functions only count.
Costs may be 0. Hexes are visited bucket by bucket, a bucket for each total cost, which for small
whole costs beats a heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from grognard.board import kernel
from grognard.board.kernel import Steps

Adjacency = list[tuple[tuple[int, int], ...]]
"""For each hex the steps out of it: (neighbour, cost). As `Steps` it can be searched compiled."""

_COMPILED = kernel.available()
SHALLOW = 200
"""Buckets that a search begins with at most: a budget that nothing uses up has none to spare."""

Mask = Sequence[int]
"""For each hex 0 or 1: bytes, a bytearray or a list."""

Bonds = tuple[Mask, Any]
"""Which hexes are bound to one another, and the six links of every hex, -1 where there is none."""


def reach(
    adjacency: Adjacency,
    first: Iterable[tuple[int, int]],
    budget: int,
    blocked: Mask | None = None,
    stop: Mask | None = None,
    extra: Sequence[int] | None = None,
    bonds: Bonds | None = None,
) -> Mapping[int, int]:
    """The cheapest cost of every hex that can be reached within the budget.

    `first` holds the first steps, already decided: (hex, cost). A blocked hex may not be entered,
    not even by a first step; a stop hex may be entered but not left. `extra` is paid on top when
    a hex is entered, but not by first steps, whose cost is whole. Hexes that `bonds` mark
    lead at no cost to those marked that they are linked to. The result runs in the order of rising
    cost.
    """
    if budget < 0:
        return {}
    n = len(adjacency)
    if _COMPILED and isinstance(adjacency, Steps) and kernel.pays(n):
        return kernel.search(adjacency, first, budget, blocked, stop, extra, bonds)[0]
    shut = bytes(n) if blocked is None else blocked
    held = bytes(n) if stop is None else stop
    best = [budget + 1] * n  # the cost to beat
    buckets: list[list[int]] = [[] for _ in range(min(budget, SHALLOW) + 1)]
    for h, cost in first:
        if cost < best[h] and not shut[h]:
            best[h] = cost
            _bucket(buckets, cost).append(h)
    found: dict[int, int] = {}
    for cost, bucket in enumerate(buckets):
        for h in bucket:  # a step of cost 0 makes this very bucket longer
            if best[h] < cost:
                continue
            found[h] = cost
            if held[h]:
                continue
            for b in _bound_to(bonds, h) if bonds else ():
                if cost < best[b] and not shut[b]:
                    best[b] = cost
                    bucket.append(b)
            for b, step in adjacency[h]:
                total = cost + step
                if total < best[b] and not shut[b]:
                    if extra is not None:
                        total += extra[b]
                        if total >= best[b]:
                            continue
                    best[b] = total
                    if total < len(buckets):
                        buckets[total].append(b)
                    else:
                        _bucket(buckets, total).append(b)
    return found


def _bucket(buckets: list[list[int]], cost: int) -> list[int]:
    """The bucket for a cost, where there may be none yet."""
    while cost >= len(buckets):
        buckets += [[] for _ in range(SHALLOW)]
    return buckets[cost]


def _bound_to(bonds: Bonds, h: int) -> list[int]:
    marked, links = bonds
    six = (int(b) for b in links[6 * h : 6 * h + 6])
    return [b for b in six if b >= 0 and marked[b]] if marked[h] else []


def hexes_of(found: Mapping[int, int]) -> Any:
    """The hexes that a search found, as an array."""
    if isinstance(found, kernel.Found):
        return found.hexes
    return np.fromiter(found, dtype=np.int32, count=len(found))


NEAR, ENTERED, SERVED, WALLED, PASSED = 1, 2, 4, 8, 16
"""What `rim` marks a hex with."""


def rim(neighbours: Any, hexes: Any, start: int, walls: Any, passed: Any) -> Any:
    """Marks for every hex of a board, of which some, and `start`, have been entered.

    Those are ENTERED, and PASSED if they are among the hexes that are only `passed`; `start` never
    is. NEAR are these and all next to them, SERVED those that are or have next to them one that is
    not only passed, and WALLED those of the NEAR with `walls`. `neighbours` are the six of every
    hex, -1 where there is none.
    """
    if _COMPILED and len(neighbours) >= 6 * kernel.LARGE:
        return kernel.rim(neighbours, hexes, start, walls, passed)
    marks, six = np.zeros(len(neighbours) // 6 + 1, dtype=np.uint8), neighbours.reshape(-1, 6)
    only = (passed[hexes] != 0) & (hexes != start)
    ends = np.append(hexes[~only], start)
    marks[six[hexes]] |= NEAR
    marks[hexes] |= NEAR | ENTERED
    marks[hexes[only]] |= PASSED
    marks[six[ends]] |= NEAR | SERVED
    marks[ends] |= NEAR | ENTERED | SERVED
    marks = marks[:-1]
    marks[(walls != 0) & (marks != 0)] |= WALLED
    return marks


def plain(found: Mapping[int, int]) -> Mapping[int, int]:
    """What a search found as a dict, to be looked at hex by hex or taken over as a whole."""
    return found.plain() if isinstance(found, kernel.Found) else found


def number_at(found: Mapping[int, int]) -> Callable[[int], int]:
    """A function that tells what a search found for a hex, -1 if it did not reach it."""
    return found.one if isinstance(found, kernel.Found) else lambda h: found.get(h, -1)


def number_of(found: Mapping[int, int]) -> Callable[[int], int]:
    """A function that tells what a search found for a hex that it reached."""
    return found.item if isinstance(found, kernel.Found) else found.__getitem__


def numbers_at(found: Mapping[int, int], hexes: Sequence[int]) -> list[int]:
    """What a search found for some hexes, -1 for those it did not reach."""
    if isinstance(found, kernel.Found):
        return found.at(hexes)
    return [found.get(h, -1) for h in hexes]


def reach_paths(
    adjacency: Adjacency,
    first: Iterable[tuple[int, int]],
    budget: int,
    blocked: Mask | None = None,
    stop: Mask | None = None,
    extra: Sequence[int] | None = None,
) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """What `reach` finds, and for every hex the one before it on a cheapest way.

    A hex that a first step reaches at its cheapest has -1 before it. Of several equally cheap
    ways a first step wins, then the step from the hex with the lowest index; a step of cost 0
    counts only where no other is as cheap. So the same map and costs always give the same way.
    """
    if budget < 0:
        return {}, {}
    n = len(adjacency)
    if _COMPILED and isinstance(adjacency, Steps) and kernel.pays(n):
        return kernel.search(adjacency, first, budget, blocked, stop, extra)
    found: dict[int, int] = {}
    before: dict[int, int] = {}
    for _ in _cost_by_cost(adjacency, first, budget, blocked, stop, extra, found, before):
        pass
    return found, before


def _cost_by_cost(
    adjacency: Adjacency,
    first: Iterable[tuple[int, int]],
    budget: int,
    blocked: Mask | None,
    stop: Mask | None,
    extra: Sequence[int] | None,
    found: dict[int, int],
    before: dict[int, int],
) -> Iterator[tuple[int, list[int]]]:
    """Note what is found and what comes before it, cost by cost: each with the hexes that were
    looked at for it, of which some may have been found sooner."""
    n = len(adjacency)
    held = bytes(n) if stop is None else stop
    dues = bytes(n) if extra is None else extra
    best = [budget + 1] * n  # the cost to beat; nobody beats that of a blocked hex
    if blocked is not None:
        best = [-1 if shut else budget + 1 for shut in blocked]
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    for h, cost in first:
        if cost < best[h]:
            best[h] = cost
            before[h] = -1
            buckets[cost].append(h)
    for cost, bucket in enumerate(buckets):
        if not bucket:
            continue
        bucket.sort()
        for h in bucket:
            if best[h] < cost:
                continue
            found[h] = cost
            if held[h]:
                continue
            for b, step in adjacency[h]:
                total = cost + step + dues[b]
                beat = best[b]
                if total < beat:
                    best[b] = total
                    before[b] = h
                    buckets[total].append(b)
                elif total == beat and cost < total <= budget and h < before[b]:
                    before[b] = h
        yield cost, bucket


def ways_to(
    goals: Iterable[int],
    adjacency: Adjacency,
    first: Iterable[tuple[int, int]],
    budget: int,
    blocked: Mask | None = None,
) -> Iterator[tuple[int, ...]]:
    """The ways that `reach_paths` finds to some goals, the nearest goal first, and of several that
    are equally near the one with the lowest index.

    It searches no farther than the goals that are asked for; a search begun in one position is
    not gone on with in another.
    """
    wanted, starts = set(goals), list(first)
    if budget < 0 or not wanted:
        return
    if _COMPILED and isinstance(adjacency, Steps) and kernel.pays(len(adjacency)):
        yield from kernel.ways_to(wanted, adjacency, starts, budget, blocked)
        return
    found: dict[int, int] = {}
    before: dict[int, int] = {}
    for cost, hexes in _cost_by_cost(adjacency, starts, budget, blocked, None, None, found, before):
        for h in sorted(wanted.intersection(hexes)):
            if found[h] == cost:
                yield path_to(before, h)


def reach_paths_each(
    adjacency: Adjacency,
    setting_out: Sequence[tuple[int, int, bool]],
    blocked: Mask | None = None,
    stop: Mask | None = None,
    extra: Sequence[int] | None = None,
) -> list[tuple[Mapping[int, int], Mapping[int, int]]]:
    """What `reach_paths` finds for each of many who set out: from a hex, with a budget, and whether
    that is enough for any one step, which then takes all of it.

    They leave their hexes by the steps and at the cost that anybody who came by would, be there a
    stop or not, and do not come back to them. It is much the sooner to ask for many at once.
    """
    if not setting_out:
        return []
    n = len(adjacency)
    if _COMPILED and isinstance(adjacency, Steps) and kernel.pays(n):
        found = kernel.searches(adjacency, setting_out, blocked, stop, extra)
        return found  # type: ignore[return-value]
    shut = bytearray(n) if blocked is None else bytearray(blocked)
    dues = bytes(n) if extra is None else extra
    each: list[tuple[Mapping[int, int], Mapping[int, int]]] = []
    for h, budget, least in setting_out:
        costs = [(b, step + dues[b]) for b, step in adjacency[h]]
        costs = [(b, min(cost, budget)) for b, cost in costs] if least else costs
        was, shut[h] = shut[h], 1
        first = [(b, cost) for b, cost in costs if cost <= budget]
        each.append(reach_paths(adjacency, first, budget, shut, stop, extra))
        shut[h] = was
    return each


def path_to(before: Mapping[int, int], goal: int) -> tuple[int, ...]:
    """The hexes of the way that `reach_paths` found, from its first step to the goal."""
    if isinstance(before, kernel.Found):
        return before.way(goal)
    if goal not in before:
        return ()
    way = [goal]
    while before[way[-1]] >= 0:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def spread(
    adjacency: Adjacency,
    sources: Mapping[int, int],
    budget: int,
    blocked: Mask | None = None,
    bonds: Bonds | None = None,
) -> Mapping[int, int]:
    """The cheapest cost of every hex within the budget of any source.

    `sources` gives each source the cost it begins with. A source counts even if it is blocked,
    and the way may lead out of it; no other blocked hex is entered. Hexes bound to one another by
    `bonds` share the cheapest cost of any.
    """
    if blocked is not None:
        blocked = bytearray(blocked)
        for h in sources:
            blocked[h] = 0
    return reach(adjacency, sources.items(), budget, blocked, bonds=bonds)
