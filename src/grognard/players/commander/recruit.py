"""The recruit: the staff, who overlooks a third of the enemies that it could attack.

Whom he overlooks is settled by his seed, the turn and the hex, never by dice: asked again, he
overlooks the same.
"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.decision import Action
from grognard.players.commander.deciding import END
from grognard.players.commander.pivots import pivots
from grognard.players.seat import Seat
from grognard.players.staff.doctrine import Doctrine
from grognard.players.staff.player import Staff, command

MOST = 200
"""How many attacks he overlooks at one time, at most."""
TURNS = 1000
"""More turns than any game has: each has a whim of its own."""


class Recruit(Staff):
    """A staff for those who are new to the game."""

    name = "recruit"

    def __init__(self, seed: int = 0, overlooked: int = 33) -> None:
        super().__init__(seed)
        self.overlooked, self.turn = overlooked, -1

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
        if self.command is None or self.turn != seat.segment[0]:
            self.turn = seat.segment[0]
            self.command = command(seat.system, self._doctrine(seat))
        known, kinds = self.command.choose(seat), pivots(seat.system)
        for _ in range(MOST):
            places = () if seat.midway else kinds.aim(known)
            if not any(self._overlooks(seat, place) for place in places) or not seat.may(END):
                return known
            kinds.overlook(self.command.commander, seat, known)
            known = self.command.choose(seat)
        return END

    def _doctrine(self, seat: Seat) -> Doctrine:
        """The staff's doctrine, with what he does not think of in this turn."""
        whim = self.seed * TURNS + self.turn
        return replace(command(seat.system).doctrine, overlooked=self.overlooked, whim=whim)

    def _overlooks(self, seat: Seat, place: str) -> bool:
        """Whether he does not think of attacking a hex."""
        assert self.command is not None
        return self.command.doctrine.overlooks(seat.board.hex(place))
