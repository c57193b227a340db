"""What a supply path costs from hex to hex: as a move would, at normal costs. [12.3d]

Bad ground is ignored, better ground is used; Trainbusting does not count, bridges that engineers
make do. [13.8b]
"""

from __future__ import annotations

from grognard.board.kernel import Steps
from grognard.systems.ocs.ground import ALL, EITHER
from grognard.systems.ocs.scenario import OcsScenario

TOWARD, OUTWARD = "toward", "outward"
"""Paths of users who count toward a hex, and of what is counted outward from one."""


class SupplySteps:
    """Each side's steps by class and way, kept until its ground or its bridges change."""

    def __init__(self, scenario: OcsScenario) -> None:
        self._board, self._ground = scenario.board, scenario.ground
        self._heads: dict[str, dict[int, int]] = {side: {} for side in scenario.sides}
        self._today = dict.fromkeys(scenario.sides, "")
        self._known: dict[tuple[str, str, str], Steps] = {}
        self._bridged: dict[str, set[int]] = {side: set() for side in scenario.sides}
        self._stale: dict[str, set[int]] = {side: set() for side in scenario.sides}

    def clear(self) -> None:
        """Forget every step and every bridge."""
        self._known.clear()
        for side, heads in self._heads.items():
            heads.clear()
            self._bridged[side].clear()
            self._stale[side].clear()

    def take_ground(self, side: str, ground: str) -> bool:
        """Count on the ground as today's weather makes it; whether that is another. [12.3d]"""
        if ground == self._today[side]:
            return False
        self._today[side] = ground
        self._known.clear()
        return True

    def bridge(self, side: str, h: int, step: int) -> bool:
        """Engineers come to a river or leave it; whether that makes a difference. [13.8b]"""
        heads = self._heads[side]
        before = heads.get(h, 0)
        heads[h] = before + step
        if before and heads[h]:  # there are others
            return False
        (self._bridged[side].discard if before else self._bridged[side].add)(h)
        self._stale[side].update((h, *self._board.around(h)))
        return True

    def _mend(self, side: str) -> None:
        """Count the steps about new bridges, and about those that are gone. [13.8b]"""
        condition, stale = self._condition(side), sorted(self._stale[side])
        self._stale[side].clear()
        for (whose, move, way), known in self._known.items():
            if whose == side:
                out = {b: self._out(condition, side, move, way, b) for b in stale}
                other = {b: steps for b, steps in out.items() if steps != known[b]}
                self._known[whose, move, way] = known.altered(other) if other else known

    def bridged(self, side: str) -> list[int]:
        """The hexes whose rivers a side's engineers bridge. [13.8b]"""
        return sorted(self._bridged[side])

    def of(self, side: str, move: str, way: str = OUTWARD) -> Steps:
        """The steps of a side's class for supply, or all of them backward. [12.3d]"""
        if self._stale[side]:
            self._mend(side)
        known = self._known.get((side, move, way))
        if known is None:
            known = self._known[side, move, way] = self._eased(side, move, way)
        return known

    def doors(self, side: str, move: str, way: str, h: int) -> list[int]:
        """The hexes beside one that lead out of it, or into it, whatever it costs. [6.1c] [6.1d]"""
        condition, bridged = self._condition(side), self._bridged[side]
        if h not in bridged and bridged.isdisjoint(self._board.around(h)):
            return self._ground.doors(condition, move, h, way == TOWARD)
        prices = self._prices(condition, side, move, way, h)
        return [b for b, cost in prices if cost <= ALL]

    def _eased(self, side: str, move: str, way: str) -> Steps:
        """The steps of a class with those that a side's engineers make easier. [13.8b]"""
        condition, ground = self._condition(side), self._ground
        plain = (ground.steps if way == OUTWARD else ground.steps_back)(condition, move)
        touched = sorted({b for h in self.bridged(side) for b in (h, *self._board.around(h))})
        if not touched:
            return plain
        return plain.altered({h: self._out(condition, side, move, way, h) for h in touched})

    def _out(
        self, condition: str, side: str, move: str, way: str, h: int
    ) -> tuple[tuple[int, int], ...]:
        """The steps out of a hex, or those into it for a search that goes back."""
        found = self._prices(condition, side, move, way, h)
        return tuple((b, cost) for b, cost in found if cost < ALL)

    def _prices(
        self, condition: str, side: str, move: str, way: str, h: int
    ) -> list[tuple[int, int]]:
        """What each step out of a hex costs, or each into it; those that are prohibited more than
        any allowance."""
        board, bridged, found = self._board, self._bridged[side], []
        plain = self._ground.prices(condition, move)
        helped = self._ground.prices(condition, move, eased=True)
        for b in board.around(h):
            prices = helped if h in bridged or b in bridged else plain
            start, end = (h, b) if way == OUTWARD else (b, h)
            cost = prices[start * 6 + board.direction(start, end)]
            found.append((b, ALL + 1 if cost is None else cost))
        return found

    def _condition(self, side: str) -> str:
        """The normal condition of the ground, or the better of it and today's. [12.3d] [17.0c]"""
        normal, now = self._ground.conditions[0], self._today[side]
        return normal if now in ("", normal) else f"{normal}{EITHER}{now}"
