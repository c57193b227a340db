"""The cheapest way there is, however long. [6.1]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from grognard.engine.refusal import Refusal
from grognard.systems.ocs.movement.movement import entry_refusal, step_price
from grognard.systems.ocs.scenario import Ocs


def beyond(game: Ocs, side: str, move: str, start: int, h: int, name: str = "") -> tuple[int, ...]:
    """The cheapest way to a hex out of reach, as if there were points enough for it; the hex alone
    where there is none. A unit by its name keeps out of where it may not go. [6.1] [6.2]
    """
    costs, before, queue = {start: 0}, dict[int, int](), [(0, start)]
    while queue:
        spent, a = heappop(queue)
        if a == h:
            return _back(before, start, h)
        if spent > costs[a]:
            continue
        for b in game.board.around(a):
            cost = step_price(game, side, move, a, b, name=name)
            if cost is None or (name and b != h and entry_refusal(game, name, b) is not None):
                continue
            if spent + cost < costs.get(b, spent + cost + 1):
                costs[b], before[b] = spent + cost, a
                heappush(queue, (spent + cost, b))
    return (h,)


def no_way(
    game: Ocs, start: int, way: tuple[int, ...], why: Sequence[Refusal]
) -> Sequence[Refusal]:
    """That nobody comes by land to a hex to which no way was found, where that is what speaks
    against it. [6.1]"""
    if not why or why[0].rule != "6.1" or start < 0 or len(way) > 1:
        return ()
    if game.board.adjacent(start, way[0]):
        return ()
    here, there = game.board.label(start), game.board.label(way[0])
    return [Refusal("6.1", f"no way by land leads from {here} to {there}")]


def _back(before: Mapping[int, int], start: int, h: int) -> tuple[int, ...]:
    path = [h]
    while before[path[-1]] != start:
        path.append(before[path[-1]])
    return tuple(reversed(path))
