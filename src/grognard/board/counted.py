"""Cheapest ways that may enter only so many hexes of a sort: as supply past the enemy's outposts.

Of two ways to a hex the dearer may be the better one, if it enters fewer of those hexes; so of each
hex all ways are kept that no other beats in both.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

import numpy as np

from grognard.board import kernel
from grognard.board.kernel import Steps
from grognard.board.search import Adjacency

Best = tuple[tuple[int, int], ...]
"""The ways to a hex that none beats: (cost, how many counted hexes it enters), cheapest first."""
Out = tuple[tuple[int, int], ...]
"""The steps out of a hex: where they lead, and what they cost."""
NONE = -1


class Counted:
    """What a search found, for each hex and each number of counted hexes on the way.

    As long as nothing changes in the hexes that it `saw`, nor in the steps out of those it reached,
    it would find the same again.
    """

    def __init__(self, costs: Any, before: Any, looked: Any) -> None:
        self._costs, self._before, self._looked = costs, before, looked

    def ways(self, h: int) -> Best:
        """The ways to a hex that none beats, the cheapest first."""
        row = self._costs[h].tolist()
        return tuple((row[n], n) for n in range(len(row) - 1, -1, -1) if row[n] != NONE)

    def way(self, h: int) -> list[int]:
        """The hexes of the cheapest way to a hex, from there back to the start."""
        wide = self._costs.shape[1]
        return [h, *(at // wide for at in self.back(h))]

    def back(self, h: int, known: Container[int] = ()) -> list[int]:
        """The same without the hex itself, as far as to somewhere known: each of its hexes by a
        number that stands for all of the way up to there, which other ways may share."""
        before, at = self._before.item, h * self._costs.shape[1] + self.ways(h)[0][1]
        found: list[int] = []
        while (at := before(at)) != NONE:
            found.append(at)
            if at in known:
                break
        return found

    def at(self, number: int) -> int:
        """The hex that such a number is of."""
        return number // int(self._costs.shape[1])

    def cost(self, h: int, most: int) -> int:
        """The cheapest way to a hex with at most so many counted hexes; -1 if there is none."""
        return next((cost for cost, count in self.ways(h) if count <= most), NONE)

    def count(self, h: int, budget: int) -> int:
        """The fewest counted hexes on a way to a hex within a budget; -1 if there is none."""
        return min((count for cost, count in self.ways(h) if cost <= budget), default=NONE)

    def saw(self, hexes: Collection[int]) -> bool:
        """Whether the state of any of these hexes mattered."""
        return bool(hexes) and bool(self._looked[list(hexes)].any())

    def stands(
        self, start: int, budget: int, before: Adjacency, after: Mapping[int, Out], *,
        counted: Collection[int], blocked: Collection[int], stop: Collection[int],
    ) -> bool:  # fmt: skip
        """Whether the search would find the same if other steps led out of some hexes: no way goes
        by a step that is gone or dearer, and no step that is new or cheaper leads to a better one.
        """
        for h, out in after.items():
            reached = self.ways(h)
            if not reached or (h != start and h in stop):
                continue
            old, new = dict(before[h]), dict(out)
            for b in old:
                if new.get(b, old[b] + 1) > old[b] and self._comes_from(b, h):
                    return False
            for b, step in out:
                if step >= old.get(b, step + 1):
                    continue
                for cost, count in reached:
                    total, entered = cost + step, count + (b in counted)
                    if 0 <= budget < total:
                        continue
                    self._looked[b] = 1
                    if b not in blocked and self._betters(b, total, entered):
                        return False
        return True

    def _comes_from(self, h: int, a: int) -> bool:
        """Whether a way to a hex comes from another."""
        wide = self._costs.shape[1]
        return any(self._before.item(h * wide + n) // wide == a for _, n in self.ways(h))

    def _betters(self, h: int, cost: int, count: int) -> bool:
        """Whether a way to a hex would be one that none beats."""
        if count >= self._costs.shape[1]:
            return False
        return not any(c <= cost and n <= count for c, n in self.ways(h))

    def __contains__(self, h: int) -> bool:
        return bool((self._costs[h] != NONE).any())

    @cached_property
    def reached(self) -> frozenset[int]:
        """Every hex that was reached."""
        return frozenset(np.flatnonzero((self._costs != NONE).any(axis=1)).tolist())

    @property
    def best(self) -> Mapping[int, Best]:
        """The ways to every hex that was reached."""
        return {h: self.ways(h) for h in sorted(self.reached)}

    def agrees(self, other: Counted) -> bool:
        """Whether another search has found the same ways to every hex."""
        return np.array_equal(self._costs, other._costs)

    @property
    def looked(self) -> frozenset[int]:
        """The hexes whose state mattered."""
        return frozenset(np.flatnonzero(self._looked).tolist())


def reach_counted(
    adjacency: Adjacency,
    start: int,
    budget: int,
    most: int,
    *,
    counted: Collection[int],
    blocked: Collection[int],
    stop: Collection[int],
) -> Counted:
    """The ways from a hex within a budget that enter at most so many counted hexes.

    A blocked hex may not be entered, a stop hex may be entered but not left; neither matters of the
    start, nor whether it is counted. A budget below 0 is none: any length will do.
    """
    n = len(adjacency)
    masks = [_mask(n, hexes) for hexes in (counted, blocked, stop)]
    if n >= kernel.LARGE and isinstance(adjacency, Steps) and kernel.available():
        return Counted(*kernel.counted(adjacency, start, budget, most, *masks))
    return Counted(*_search(adjacency, start, budget, most, *(mask.tolist() for mask in masks)))


def _mask(n: int, hexes: Collection[int]) -> Any:
    mask = np.zeros(n, dtype=np.uint8)
    mask[list(hexes)] = 1
    return mask


def _search(
    adjacency: Adjacency, start: int, budget: int, most: int, counted: list[int],
    blocked: list[int], stop: list[int],
) -> tuple[Any, Any, Any]:  # fmt: skip
    """What `kernel.counted` finds, without a compiler."""
    n, wide = len(adjacency), most + 1
    costs, before, looked = [NONE] * (n * wide), [NONE] * (n * wide), bytearray(n)
    fewest = [wide] * n
    looked[start] = 1
    heap = [(0, 0, start, NONE)]
    while heap:
        cost, count, h, last = heappop(heap)
        if count >= fewest[h]:
            continue  # a way as cheap as this has entered no more
        at = h * wide + count
        fewest[h], costs[at], before[at] = count, cost, last
        if h != start and stop[h]:
            continue
        for b, step in adjacency[h]:
            total = cost + step
            if 0 <= budget < total:
                continue
            looked[b] = 1
            entered = count + counted[b]
            if entered < fewest[b] and not blocked[b]:
                heappush(heap, (total, entered, b, at))
    return (
        np.array(costs, dtype=np.int32).reshape(n, wide), np.array(before, dtype=np.int32),
        np.frombuffer(looked, dtype=np.uint8),
    )  # fmt: skip
