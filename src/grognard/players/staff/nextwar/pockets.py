"""Pockets: who goes far ahead of the others may be cut off, and lay down his arms. [19.7.4]

In the Advanced Game the isolated may surrender at the end of every turn, for twice the points. A
hex is the safer the more ground around it is one's own.
"""

from __future__ import annotations

from functools import cached_property

from grognard.players.staff.nextwar.estimate import THOUSAND, Estimate
from grognard.systems.nextwar.supply.isolation import joined

PIPS = 10


class Pockets:
    """How likely one's own are to be cut off, place by place, and what that costs."""

    def __init__(self, estimate: Estimate) -> None:
        self.estimate, self.seat = estimate, estimate.seat
        self.house, self.point = self.seat.doctrine.lines, self.estimate.house.point
        self._cut: dict[tuple[int, str], int] = {}

    @cached_property
    def own(self) -> frozenset[int]:
        """Ground where one's own stand who bar the way, or which is theirs and no enemy's zone."""
        seat = self.seat
        held = {h for h in range(seat.board.n) if seat.held(h) == seat.side}
        held = {h for h in held if not seat.enemy_zone[h]}
        return frozenset(held | {p.hex for p in seat.situation.pieces.values() if p.bars})

    def cut(self, h: int, mobility: str) -> int:
        """How likely those in a hex are to be isolated when the turn ends, in thousandths."""
        key = h, mobility
        if key not in self._cut:
            self._cut[key] = self._reckon(h, mobility)
        return self._cut[key]

    def _reckon(self, h: int, mobility: str) -> int:
        seat = self.seat
        lines = joined(seat.table, seat.side, mobility, mobile=True)
        if h not in lines and not any(b in lines for b in seat.board.around(h)):
            return THOUSAND
        near = [b for b in seat.board.disk(h, self.house.around) if seat.scenario.ground.land(b)]
        share = THOUSAND * sum(b in self.own for b in near) // max(1, len(near))
        return next((likely for less, likely in self.house.flanks if share < less), 0)

    def price(self, name: str, h: int, turns: int = 1) -> int:
        """What it costs a unit to stand in a hex where it may be cut off, for some turns."""
        if not self.seat.scenario.advanced:
            return 0
        likely = self.cut(h, self.seat.scenario.counters[name].mobility)
        if not likely:
            return 0
        holds = min(PIPS, self.seat.rated(name) + 1)
        stays: int = THOUSAND * holds**turns // PIPS**turns
        _, strength, halves = self.estimate.stack([name])
        lost = strength * self.estimate.price_of_strength + self.point * halves  # twice the points
        return lost * (THOUSAND - stays) // THOUSAND * likely // THOUSAND
