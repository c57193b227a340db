"""Reinforcements: whoever may come, comes, where the front needs him; losses are made good. [13.5]

[13.6] Supply is put down where headquarters draw on it, aircraft where they are within range.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.orders import first_legal
from grognard.systems.ocs.arrivals.breakout import Return
from grognard.systems.ocs.arrivals.consignments import Place
from grognard.systems.ocs.arrivals.consolidation import Merge
from grognard.systems.ocs.arrivals.rebuilding import RebuildAircraft, RebuildTrucks
from grognard.systems.ocs.arrivals.reinforcements import Arrive, ArriveByAir
from grognard.systems.ocs.arrivals.replacements import Rebuild
from grognard.systems.ocs.turn.phases import OcsVerb

LOOK = 40
"""How many ways of one kind are looked at."""
KINDS = (
    Return, Place, Arrive, ArriveByAir, Rebuild, RebuildAircraft, RebuildTrucks, Merge,
)  # fmt: skip
"""In this order, so that transport finds the supply that comes with it. [13.6c]"""


class Arrivals:
    """The arrivals of one Reinforcement Phase."""

    def __init__(self) -> None:
        self.done: set[type[OcsVerb[Any]]] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next arrival; kinds that come to nothing are not asked again."""
        far = distances(seat.board, seat.situation.foes)
        for kind in KINDS:
            if kind in self.done or not seat.offered(kind):
                continue
            found = list(islice(seat.legal(kind), LOOK))
            best = first_legal(seat, self.ranked(seat, far, found))
            if best is not None:
                return best
            self.done.add(kind)
        return None

    def ranked(self, seat: OcsSeat, far: list[int], found: list[Action]) -> Iterator[Action]:
        """Near the front rather than far, in Combat Mode there; much rather than little."""

        def worth(action: Action) -> tuple[int, int, int, str]:
            label = str(action.get("hex", action.get("base", "")))
            h = seat.board.index.get(label, -1)
            near = -far[h] if h >= 0 and far[h] >= 0 else 0
            mode = str(action.get("mode", ""))
            fit = {"combat": 2, "move": 1}.get(mode, 0)
            if mode == "combat" and near < -seat.doctrine.sight.ready:
                fit = 0
            amount = int(action.get("amount", action.get("load", action.get("steps", 0))) or 0)
            return near, fit, amount, label

        yield from sorted(found, key=worth, reverse=True)
