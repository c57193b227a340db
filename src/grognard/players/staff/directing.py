"""Directing: what groups are told, as the parts of a staff ask for it, piece by piece.

Whoever commands a staff may tell groups of its units for which ground and how to fight. The parts
go on as they do; only what they ask about a piece that was told something gets another answer. A
staff that was told nothing plays as if none of this were here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from grognard.players.staff.doctrine import PRESSING, WHOLE, Directive, Doctrine, Manner, Posture
from grognard.players.staff.situation import Goal, Piece, Situation

LEAVING: frozenset[Posture] = frozenset({"delay", "withdraw"})
"""The postures in which ground is given up rather than steps."""
QUIET: frozenset[Posture] = LEAVING | {"reserve"}
"""The postures in which nobody attacks unless he must."""
KEPT: frozenset[Posture] = QUIET | {"hold"}
"""The postures in which a group is posted before the others, and goes to no goal of theirs."""
Posted = Iterable[tuple[Piece, int]]
"""Pieces, each with the hex it attacks from."""


class Directing:
    """What the pieces of a situation are told by a doctrine."""

    def __init__(self, situation: Situation, doctrine: Doctrine) -> None:
        self.situation, self.doctrine = situation, doctrine
        self.told: dict[str, Directive] = {
            name: directive
            for name, directive in doctrine.told.items()
            if name in situation.pieces
        }  # fmt: skip

    def posture(self, name: str) -> Posture:
        """How a piece is to fight; who was told nothing does as the staff thinks best."""
        directive = self.told.get(name)
        return "press" if directive is None else directive.posture

    def objective(self, name: str) -> tuple[int, ...]:
        """The hexes that a piece is sent for."""
        directive = self.told.get(name)
        return () if directive is None else directive.objective

    def attacks(self, name: str) -> bool:
        """Whether a piece is thought of for an attack."""
        return self.posture(name) not in QUIET

    def bound(self, name: str) -> bool:
        """Whether a piece goes for its objective whatever else there is to do."""
        return self.posture(name) == "assault" and bool(self.objective(name))

    def weight(self, names: Iterable[str]) -> int:
        """How much it counts what some pieces do together, in percent: as whose counts most."""
        found = (directive.weight if (directive := self.told.get(n)) else WHOLE for n in names)
        return max(found, default=WHOLE)

    def goes(self, name: str, h: int) -> bool:
        """Whether a piece may be sent to take a hex that nobody defends."""
        return not self.bound(name) or h in self.objective(name)

    # ---- attacks

    def needed(self, floor: int, force: Posted) -> int:
        """What an attack must promise, if it is so much for those who were told nothing."""
        if not self.told:
            return floor
        found = [(piece.attack, self._manner(piece)) for piece, _ in force]
        total = sum(strength for strength, _ in found)
        if not total:
            return floor
        each = (s * (floor * manner.floor // WHOLE + manner.extra) for s, manner in found)
        return sum(each) // total

    def risk(self, force: Posted) -> int:
        """The percentage that counts of what attackers must expect in return."""
        if not self.told:
            return WHOLE
        found = [(piece.defence, self._manner(piece)) for piece, _ in force]
        total = sum(strength for strength, _ in found)
        return sum(s * manner.risk for s, manner in found) // total if total else WHOLE

    def _manner(self, piece: Piece) -> Manner:
        directive = self.told.get(piece.id)
        return PRESSING if directive is None else self.doctrine.manner(directive.posture)

    def draw(self, target: int, force: Posted) -> int:
        """What an attack is worth besides because its groups are sent there, or costs because it
        leads them away."""
        if not self.told:
            return 0
        house, distance, force = self.doctrine, self.situation.board.distance, list(force)
        total = max(1, sum(piece.attack for piece, _ in force))
        found = 0
        for piece, h in force:
            directive = self.told.get(piece.id)
            if directive is None or not directive.objective:
                continue
            far, aim = min((distance(target, o), o) for o in directive.objective)
            if far <= house.drawn:
                pull = house.draw * directive.weight // WHOLE // (1 + far)
                found += pull * piece.attack // total
            away = max(0, distance(h, aim) - distance(piece.hex, aim))
            found -= house.stray * away * piece.attack * directive.weight // WHOLE
        return found

    # ---- where to go

    def aims(self, name: str, aims: Sequence[Goal]) -> Sequence[Goal]:
        """The goals of a piece: its objective if it has one, or else those of all."""
        objective = self.objective(name)
        if not objective:
            return aims
        own = {goal.hex: goal for goal in self.situation.goals}
        return [own.get(h, Goal(h, self._usual, False)) for h in objective]

    @cached_property
    def _usual(self) -> int:
        """What ground is worth that counts only because somebody is sent there."""
        return max((goal.value for goal in self.situation.goals), default=1)
