"""The enemy's next blow: what he could bring against a hex, and whether a stack would stand it.

Each enemy stack strikes with all of its strength as far as its Combat side goes, and with what its
Move side has as far as that goes. No more of them than find room around a hex strike it at once.
[5.5] [9.2]
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from grognard.board.search import reach
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.combat.odds import rounded_odds
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.results import COLUMNS, odds_column
from grognard.systems.ocs.units import DG

SLOWED = 2
"""What disorder divides a stack's points of movement by. [5.10b(B)]"""


class Brunt:
    """What the enemy could do to every hex when it is his turn."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat = seat

    @cached_property
    def blows(self) -> list[Any]:
        """For each enemy stack the strength with which it could strike every hex."""
        seat, found = self.seat, list[Any]()
        condition = movement.condition(seat.table, seat.enemy)
        for h, seen in seat.sightings.items():
            whole, struck = seat.situation.foes[h].attack, np.zeros(seat.board.n, dtype=np.int64)
            printed = seen.counter.combat.strength or 0
            for face in (seen.counter.move, seen.counter.combat):
                if not whole or not face.strength or face.defends_only:
                    continue
                strength = whole * face.strength // max(1, printed)
                most = face.ma * POINT // (SLOWED if seen.mode == DG else 1)
                at = self._struck(condition, face.move, h, most)
                struck[at] = np.maximum(struck[at], strength)
            found.append(struck)
        return found

    def _struck(self, condition: str, move: str, h: int, most: int) -> Any:
        """The hexes next to those that somebody could come to from a hex, if nobody stopped him."""
        scenario, board = self.seat.scenario, self.seat.board

        def work_out() -> Any:
            reached = reach(scenario.ground.steps(condition, move), [(h, 0)], most)
            return np.array(sorted({b for a in reached for b in board.around(a)}), dtype=np.int32)

        return scenario.once(("staff's blow", condition, move, h, most), work_out)

    def at(self, h: int) -> int:
        """The strength that could be turned on a hex."""
        return self._at[h]

    @cached_property
    def _at(self) -> list[int]:
        """The strongest of all together, as many as strike at once."""
        if not self.blows:
            return [0] * self.seat.board.n
        most = self.seat.doctrine.lines.together
        found: list[int] = np.sort(np.array(self.blows), axis=0)[-most:].sum(axis=0).tolist()
        return found

    def column(self, h: int, defence: int, hog: int = 0) -> int:
        """The column of the blow against so much strength in a hex; 0 if there can be none. [9.7]

        A hedgehog takes as many columns off as it has levels.
        """
        strength = self.at(h)
        if not strength:
            return 0
        if not defence:
            return COLUMNS
        scenario = self.seat.scenario
        category = scenario.ground.category(h)
        key = "staff's column of a blow", category, strength, defence
        return max(1, scenario.once(key, lambda: self._column(category, strength, defence)) - hog)

    def _column(self, category: str, strength: int, defence: int) -> int:
        odds = rounded_odds(Fraction(strength), Fraction(defence))
        return odds_column(self.seat.scenario.tables, category, odds)
