"""The enemy's next blow: what he could bring against a hex, and whether a stack would stand it.

Each enemy stack strikes with all of its strength as far as its Combat side goes, and with what its
Move side has as far as that goes. No more of them than find room around a hex strike it at once.
[5.5] [9.2]
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

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
    def blows(self) -> dict[int, list[int]]:
        """The strength of every enemy stack that could strike a hex, by that hex."""
        seat, found = self.seat, dict[int, list[int]]()
        condition = movement.condition(seat.table, seat.enemy)
        for h, seen in seat.sightings.items():
            whole, struck = seat.situation.foes[h].attack, dict[int, int]()
            printed = seen.counter.combat.strength or 0
            for face in (seen.counter.move, seen.counter.combat):
                if not whole or not face.strength or face.defends_only:
                    continue
                strength = whole * face.strength // max(1, printed)
                steps = seat.scenario.ground.steps(condition, face.move)
                most = face.ma * POINT // (SLOWED if seen.mode == DG else 1)
                for a in reach(steps, [(h, 0)], most):
                    for b in seat.board.around(a):
                        struck[b] = max(strength, struck.get(b, 0))
            for b, strength in struck.items():
                found.setdefault(b, []).append(strength)
        return found

    def at(self, h: int) -> int:
        """The strength that could be turned on a hex."""
        return self._at.get(h, 0)

    @cached_property
    def _at(self) -> dict[int, int]:
        house = self.seat.doctrine.lines
        return {
            h: sum(sorted(all_, reverse=True)[: house.together]) for h, all_ in self.blows.items()
        }

    def column(self, h: int, defence: int, hog: int = 0) -> int:
        """The column of the blow against so much strength in a hex; 0 if there can be none. [9.7]

        A hedgehog takes as many columns off as it has levels.
        """
        strength = self.at(h)
        if not strength:
            return 0
        if not defence:
            return COLUMNS
        odds = rounded_odds(Fraction(strength), Fraction(defence))
        category = self.seat.scenario.ground.category(h)
        return max(1, odds_column(self.seat.scenario.tables, category, odds) - hog)
