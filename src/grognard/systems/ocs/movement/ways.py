"""The cheapest way there is, however long. [6.1]"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

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


def _back(before: Mapping[int, int], start: int, h: int) -> tuple[int, ...]:
    path = [h]
    while before[path[-1]] != start:
        path.append(before[path[-1]])
    return tuple(reversed(path))
