"""Lines of supply drawn on the map: where each runs, how far supply reaches, what cuts it off.

The Supply Phase only asks whether there is a line [10.1.2]; here it is traced hex by hex. Where
stacks may be closed, a player sees the lines that are open whatever is in them. [16.1.1]
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.systems.wb95.masking.masking import FULL, counted, masked_game, sight
from grognard.systems.wb95.movement.movement import points
from grognard.systems.wb95.pieces.stacks import holder, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.supply.barriers import bars_supply, zone_class
from grognard.systems.wb95.words import call
from grognard.table.cards import Paint, Thread
from grognard.table.overlays import Laid, legend


@dataclass(frozen=True)
class Traced:
    """The cheapest line to every hex: what it spends, in twelfths, and the hex before."""

    costs: Mapping[int, int]
    before: Mapping[int, int]

    def line(self, h: int) -> tuple[int, ...]:
        """The line from its base to a hex."""
        way = [h]
        while self.before[way[-1]] >= 0:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def overlay(game: Wb, side: str) -> Laid:
    """The lines of a side's units, how far supply reaches, and who has none and why. [10.1.1]"""
    label, board = game.board.label, game.board
    shut = _shut(game, side)
    traced = trace(game, side, shut)
    free = trace(game, side, bytearray(board.n))
    certain, most = not masked_game(game), _most(game, side)
    paints, threads, cut = [], [], []
    for h in sorted(stacks(game).held[side]):
        lacking = [n for n in units_at(game, h) if not _fed(game, side, n, traced.costs.get(h))]
        if h in traced.costs:
            spent = points(traced.costs[h])
            title = f"{call(game, units_at(game, h))}: a line that spends {spent} off the roads"
            threads.append(Thread(tuple(map(label, traced.line(h))), "good", side, title))
        if lacking:
            why = _why(game, side, h, lacking, shut, free)
            title = f"{call(game, lacking)} {'has' if certain else 'may have'} no line: {why}"
            paints.append(Paint(label(h), "bad" if certain else "warn", side, "!", title))
            cut.append(f"{label(h)}: {title} [10.1.1]")
    paints += [Paint(label(h), "bad", side, f"{n}", f"out of supply, level {n}")
               for h, n in _levels(game, side).items()]  # fmt: skip
    painted = {paint.hex for paint in paints}
    reach = [h for h, cost in sorted(traced.costs.items()) if cost <= most]
    paints += [Paint(label(h), "info", side) for h in reach if label(h) not in painted]
    notes = cut or ["every unit has a line of supply [10.1.1]"]
    if not certain:
        notes.append("closed stacks are presumed to bar lines wherever they could [16.1.1]")
    return Laid(tuple(paints), tuple(threads), _LEGEND, tuple(notes))


_LEGEND = legend(
    good="a line of supply",
    info="within reach of supply",
    bad="out of supply, with its level",
    warn="a line that may be cut",
)


def trace(game: Wb, side: str, shut: bytearray) -> Traced:
    """The cheapest lines from the bases of a side outward, hex by hex. [10.1.4] [10.1.6]"""
    steps, most = supply.supply_steps(game), _most(game, side)
    held = stacks(game).held[side]
    queue = [(0, h, -1) for h in sorted(supply.bases(game, side, shut))]
    heapq.heapify(queue)
    costs: dict[int, int] = {}
    before: dict[int, int] = {}
    while queue:
        cost, h, came = heapq.heappop(queue)
        if h in costs:
            continue
        costs[h], before[h] = cost, came
        for b, price in steps[h]:
            if b not in costs and not shut[b] and cost + price <= most:
                heapq.heappush(queue, (cost + price, b, h))
        for b in game.board.around(h) if h in held else ():  # friends share a line [10.1.9]
            if b not in costs and b in held and not shut[b]:
                heapq.heappush(queue, (cost, b, h))
    return Traced(costs, before)


def _most(game: Wb, side: str) -> int:
    return max((supply.limit(game, side, nation) for nation in _nations(game, side)), default=0)


def _nations(game: Wb, side: str) -> list[str]:
    counters = game.scenario.counters.values()
    return list(dict.fromkeys(c.nation for c in counters if c.side == side))


def _fed(game: Wb, side: str, name: str, cost: int | None) -> bool:
    """Whether a line that spends so much supplies a unit. [10.1.7]"""
    return cost is not None and cost <= supply.limit(game, side, counter_of(game, name).nation)


def _levels(game: Wb, side: str) -> dict[int, int]:
    """The hexes of units that are out of supply, with the highest level there. [10.2.1]"""
    found: dict[int, int] = {}
    for h in sorted(stacks(game).held[side]):
        level = max(unit_of(game, name).oos for name in units_at(game, h))
        if level:
            found[h] = level
    return found


def _shut(game: Wb, side: str) -> bytearray:
    """The hexes closed to a side's lines, as far as it may know. [10.1.10] [16.1.1]"""
    if not masked_game(game):
        return supply.closed_hexes(game, side)
    shut = bytearray(game.board.n)
    foot = game.scenario.ground.zone["foot"]
    enemy = game.scenario.other(side)
    for h in sorted(stacks(game).held[enemy]):
        shut[h] = 1
        for b in _barred(game, side, h):
            shut[b] = 1
    for h in supply.enemy_towns(game, side):
        for b in (h, *foot[h]):
            shut[b] = 1
    for h in stacks(game).held[side]:
        if any(counter_of(game, name).regular for name in units_at(game, h)):
            shut[h] = 0
    return shut


def _barred(game: Wb, side: str, h: int) -> Sequence[int]:
    """The hexes that an enemy stack closes round itself; a closed one, all it could."""
    zone, names = game.scenario.ground.zone, units_at(game, h)
    if not counted(game, side, h) or any(sight(game, side, n) != FULL for n in names):
        return zone["foot"][h]
    barring = [n for n in names if bars_supply(counter_of(game, n), unit_of(game, n))]
    return sorted({b for n in barring for b in zone[zone_class(counter_of(game, n))][h]})


def _why(game: Wb, side: str, h: int, names: Sequence[str], shut: bytearray, free: Traced) -> str:
    """What keeps a line from units: who stands in the way, or the distance. [10.1.10]"""
    label = game.board.label
    if not free.costs:
        return "the enemy holds every base [10.1.4]"
    if h not in free.costs:
        return "too far from any base, even if no enemy were there [10.1.6]"
    if not all(_fed(game, side, name, free.costs[h]) for name in names):
        return f"it would spend {points(free.costs[h])} off the roads [10.1.7]"
    for b in free.line(h):
        if shut[b]:
            if holder(game, b) not in (None, side):
                return f"the enemy is in {label(b)} [10.1.10]"
            if b in supply.enemy_towns(game, side):
                return f"{label(b)} is an enemy town [10.1.11]"
            return f"an enemy zone of control lies on {label(b)} [10.1.10]"
    return "the way round is too long [10.1.6]"
