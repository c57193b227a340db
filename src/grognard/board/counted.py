"""Cheapest ways that may enter only so many hexes of a sort: as supply past the enemy's outposts.

Of two ways to a hex the dearer may be the better one, if it enters fewer of those hexes; so of each
hex all ways are kept that no other beats in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Protocol

from grognard.board.search import Adjacency

Test = Callable[[int], bool]
"""Whether something is so of a hex: the `__contains__` of a set will do."""


class Stepping(Protocol):
    """An adjacency that is worked out when it is asked for."""

    def __getitem__(self, h: int) -> tuple[tuple[int, int], ...]:
        """The steps out of a hex, with what they cost."""


Best = tuple[tuple[int, int], ...]
"""The ways to a hex that none beats: (cost, how many counted hexes it enters), cheapest first."""


@dataclass(frozen=True)
class Counted:
    """What a search found. `looked` are the hexes whose state mattered to it: as long as nothing
    changes in these, nor in the steps out of `best`, it would find the same again."""

    best: Mapping[int, Best]
    looked: frozenset[int]
    came: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """For each way, by its last hex and what it counts: the same of the way one step shorter."""

    def way(self, h: int) -> list[int]:
        """The hexes of the cheapest way to a hex, from there back to the start."""
        at = (h, self.best[h][0][1])
        found = [h]
        while at in self.came:
            at = self.came[at]
            found.append(at[0])
        return found

    def cost(self, h: int, most: int) -> int:
        """The cheapest way to a hex with at most so many counted hexes; -1 if there is none."""
        for cost, count in self.best.get(h, ()):
            if count <= most:
                return cost
        return -1

    def count(self, h: int, budget: int) -> int:
        """The fewest counted hexes on a way to a hex within a budget; -1 if there is none."""
        found = [count for cost, count in self.best.get(h, ()) if cost <= budget]
        return min(found, default=-1)


def reach_counted(
    adjacency: Adjacency | Stepping,
    start: int,
    budget: int,
    most: int,
    *,
    counted: Test,
    blocked: Test,
    stop: Test,
) -> Counted:
    """The ways from a hex within a budget that enter at most so many counted hexes.

    A blocked hex may not be entered, a stop hex may be entered but not left; neither matters of the
    start, nor whether it is counted. A budget below 0 is none: any length will do.
    """
    best: dict[int, list[tuple[int, int]]] = {}
    looked: set[int] = {start}
    fewest: dict[int, int] = {}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap: list[tuple[int, int, int, int, int]] = [(0, 0, start, -1, 0)]
    while heap:
        cost, count, h, last, before = heappop(heap)
        if count >= fewest.get(h, most + 1):
            continue  # a way as cheap as this has entered no more
        fewest[h] = count
        if last >= 0:
            came[h, count] = (last, before)
        best.setdefault(h, []).append((cost, count))
        if h != start and stop(h):
            continue
        for b, step in adjacency[h]:
            total = cost + step
            if 0 <= budget < total:
                continue
            looked.add(b)
            entered = count + (1 if counted(b) else 0)
            if entered < fewest.get(b, most + 1) and not blocked(b):
                heappush(heap, (total, entered, b, h, count))
    return Counted({h: tuple(ways) for h, ways in best.items()}, frozenset(looked), came)
