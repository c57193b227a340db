"""Reinforcements and reserves: whoever may come, comes, where the enemy is nearest. [11.1]"""

from __future__ import annotations

from itertools import islice

from grognard.engine.decision import Action, Deed
from grognard.players.staff.fields import distances
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.arrivals.reinforcements import Enter
from grognard.systems.wb95.arrivals.reserves import Call, Muster
from grognard.systems.wb95.scenario import Wb

LOOK = 60
"""How many ways of coming in are looked at."""


def arrival(seat: Wb95Seat, refused: set[type[Deed[Wb]]]) -> Action | None:
    """The next arrival, if anybody can come; kinds that came to nothing are not tried again."""
    for kind in (Call, Muster, Enter):
        if kind in refused or not seat.offered(kind):
            continue
        found = list(islice(seat.legal(kind), LOOK))
        if not found:
            refused.add(kind)
            continue
        return max(found, key=lambda action: _worth(seat, action))
    return None


def _worth(seat: Wb95Seat, action: Action) -> tuple[int, int, str]:
    """Many rather than few; near the enemy rather than far."""
    far = distances(seat.board, seat.situation.foes)
    label = action.get("hex", "")
    near = -far[seat.board.hex(label)] if label else 0
    return len(action.get("units", ())), near, label
