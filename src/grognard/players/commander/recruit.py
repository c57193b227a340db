"""The recruit: the staff, who overlooks a third of the attacks that it could make.

What he overlooks is settled by his seed, the turn and what is attacked, never by dice: asked again,
he overlooks the same.
"""

from __future__ import annotations

from hashlib import sha256

from grognard.engine.decision import Action
from grognard.players.commander.deciding import END
from grognard.players.commander.pivots import pivots
from grognard.players.seat import Seat
from grognard.players.staff.player import Staff

THIRD = 3
MOST = 200
"""How many attacks he overlooks at one time, at most."""


class Recruit(Staff):
    """A staff for those who are new to the game."""

    name = "recruit"

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
        known, kinds = super().choose(seat), pivots(seat.system)
        for _ in range(MOST):
            aim = kinds.aim(known)
            if seat.midway or not aim or not self._overlooked(seat, aim):
                return known
            if not seat.may(END):
                return known  # it must be made
            assert self.command is not None
            kinds.overlook(self.command.commander, seat, known)
            known = super().choose(seat)
        return END

    def _overlooked(self, seat: Seat, aim: tuple[str, ...]) -> bool:
        """Whether he does not think of an attack in this turn."""
        text = f"{self.seed} {seat.segment[0]} {' '.join(sorted(aim))}"
        return int.from_bytes(sha256(text.encode()).digest()[:4], "big") % THIRD == 0
