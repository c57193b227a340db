"""The Supply Phase: who eats off the map, and who is not worth it. [12.6c] [12.8]"""

from __future__ import annotations

from itertools import islice

from grognard.engine.decision import Action
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.supply import supply_phase
from grognard.systems.ocs.supply.supply_phase import Eat, Recover, Refill

LOOK = 30
"""How many meals are looked at."""


class Supper:
    """The meals of one Supply Phase: everybody who can be fed is, most for a token first."""

    def __init__(self) -> None:
        self.done = False

    def order(self, seat: OcsSeat) -> Action | None:
        """The next meal; stocks recover by themselves when the phase ends. [12.10e(A)]"""
        game, side = seat.table, seat.side
        if self.done or not seat.offered(Eat) or not supply_phase.hungry(game, side):
            return None
        if supply_phase.outstanding(game, side):
            return seat.write(Recover, Refill())
        meals = list(islice(seat.legal(Eat), LOOK))
        if not meals:
            self.done = True
            return None
        return max(meals, key=lambda action: self.worth(seat, action))

    def worth(self, seat: OcsSeat, action: Action) -> tuple[int, list[str]]:
        """The strength that a token saves."""
        names = action["units"]
        strength = sum(seat.situation.pieces[n].defence + seat.situation.pieces[n].attack
                       for n in names)  # fmt: skip
        return 100 * strength // max(1, supply_phase.meal(seat.table, names)), sorted(names)
