"""Routine: what is done as a matter of course in the day's many small segments.

Each kind of order is either taken whenever it may be, in the order in which the rules list it, or
left to the default of its segment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from grognard.engine.decision import Action
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.air.allocation import Allocate as AllocateAir
from grognard.systems.goss.air.allocation import Allocation
from grognard.systems.goss.logistics.fuel import Allocate as AllocateFuel
from grognard.systems.goss.logistics.fuel import Ration
from grognard.systems.goss.status import LOW, NORMAL

ALWAYS = (
    "arrive", "replace", "resurrect", "consolidate", "replenish", "roll-ammunition",
    "fuel-option", "remove-delay", "place-leader",
)  # fmt: skip
"""Orders that are given whenever they may be."""
LISTED = 60
"""House: how many orders of one kind are looked at."""
SPLITS = ((6, 2, 1, 1), (7, 3, 0, 0), (8, 0, 0, 2), (10, 0, 0, 0))
"""Tenths of the air points for ground support, ground and supply interdiction, and air superiority:
the first of these that may be is taken."""


def as_a_matter_of_course(seat: GossSeat) -> Iterator[Action]:
    """Orders that are always worth giving."""
    for offer in seat.question.offers:
        if offer.do in ALWAYS:
            yield from islice(seat.legal(offer), LISTED)


def air(seat: GossSeat) -> Iterator[Action]:
    """Most air points go to the support of the troops. [20.1.1]"""
    points = int(seat.view["sides"][seat.side]["ap"])
    for sector in sectors(seat):
        for gs, gi, si, asup in SPLITS:
            second, third, fourth = (points * tenth // 10 for tenth in (gi, si, asup))
            most = points - second - third - fourth if gs else 0
            yield seat.write(AllocateAir, Allocation(most, second, third, fourth, sector))


def sectors(seat: GossSeat) -> Sequence[str]:
    """The sectors of the sky; all of the points go to the first that takes them."""
    return seat.scenario.ground.sectors


def fuel(seat: GossSeat) -> Iterator[Action]:
    """Fuel for those nearest to the enemy first: all they need, or else little. [16.4.2]"""
    foes = [*seat.situation.foes]
    if not foes:
        return
    board = seat.board

    def far(hq: str) -> int:
        return min(board.distance(seat.unit(hq).hex, h) for h in foes)

    for hq in sorted(seat.headquarters(), key=lambda hq: (far(hq), hq)):
        for state in (NORMAL, LOW):
            if seat.view["hqs"].get(hq, {}).get("fuel") != state:
                yield seat.write(AllocateFuel, Ration((hq,), state))


ROUTINES: tuple[tuple[str, Callable[[GossSeat], Iterator[Action]]], ...] = (
    (AllocateAir.do, air),
    (AllocateFuel.do, fuel),
)
"""Who sees to which kind of order, once in its segment."""
