"""Those who get away: what the terms of victory pay a side for its steps in safety."""

from __future__ import annotations

from fractions import Fraction

from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.scenario import Count


def terms(seat: OcsSeat) -> list[Count]:
    """The terms of victory that pay this side for those who get away, the best first."""
    victory = seat.scenario.victory
    mine = victory.side == seat.side
    found = [
        count for count in victory.saved
        if count.of == seat.side and count.hexes and (count.vp > 0) == mine
    ]  # fmt: skip
    return sorted(found, key=lambda count: -Fraction(abs(count.vp), count.per))
