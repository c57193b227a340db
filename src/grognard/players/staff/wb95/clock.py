"""The clock: how many turns are still to come, who is ahead, and what that changes in attacks."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.players.staff.doctrine import PRESSING, WHOLE, Manner
from grognard.players.staff.situation import Situation
from grognard.players.staff.wb95.doctrine import Wb95Doctrine

SPENDING = Manner(floor=0, risk=0)
"""How those attack for whom there is no next turn."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The turns to come after this one, and how that and the forces left bear on attacks."""

    left: int
    manner: Manner = PRESSING
    spent: int = WHOLE
    """The percentage that losses count."""
    ahead: int = 0
    """Own strength in percent of the enemy's, for a side that presses on because of it."""

    @property
    def final(self) -> bool:
        """Whether ground counts and little else."""
        return self.manner is SPENDING


def clock(situation: Situation, house: Wb95Doctrine, turn: int, turns: int) -> Clock:
    """What a doctrine makes of the turn, of those there are, and of the forces in sight."""
    left = max(0, turns - turn)
    if left < house.last:
        return Clock(left, SPENDING, house.spent)
    if not house.ahead or not situation.attacking:
        return Clock(left)
    own = sum(piece.attack for piece in situation.pieces.values() if piece.fights)
    against = sum(max(foe.attack, foe.defence) for foe in situation.foes.values())
    ahead = WHOLE * own // max(1, against)
    return Clock(left, house.pressing, WHOLE, ahead) if ahead >= house.ahead else Clock(left)
