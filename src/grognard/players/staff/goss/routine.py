"""Routine: what is done as a matter of course in the day's many small segments.

Each kind of order is either taken whenever it may be, in the order in which the rules list it, or
left to the default of its segment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from grognard.engine.decision import Action
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.air.allocation import Allocate, Allocation


def as_a_matter_of_course(seat: GossSeat) -> Iterator[Action]:
    """Orders that are always worth giving."""
    for offer in seat.question.offers:
        if offer.do in seat.doctrine.stores.always:
            yield from islice(seat.legal(offer), seat.doctrine.patience.listed)


def air(seat: GossSeat) -> Iterator[Action]:
    """Most air points go to the support of the troops. [20.1.1]"""
    points = int(seat.view["sides"][seat.side]["ap"])
    for sector in sectors(seat):
        for gs, gi, si, asup in seat.doctrine.stores.splits:
            second, third, fourth = (points * tenth // 10 for tenth in (gi, si, asup))
            most = points - second - third - fourth if gs else 0
            yield seat.write(Allocate, Allocation(most, second, third, fourth, sector))


def sectors(seat: GossSeat) -> Sequence[str]:
    """The sectors of the sky; all of the points go to the first that takes them."""
    return seat.scenario.ground.sectors
