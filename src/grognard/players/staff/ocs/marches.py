"""Fuel and marches: orders that are found when their turn comes. [6.1] [12.5]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.engine.decision import Action
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.movement.marching import Going, Move

Entry = Action | Callable[[OcsSeat], Iterable[Action]]


def fuelling(seat: OcsSeat, names: Sequence[str], only: int = -1) -> list[Action]:
    """Fuel for some units of a hex that still wait for it. [12.5c]"""
    here = [n for n in names if only in (-1, seat.unit(n).hex)]
    return Budget(seat).fuelling(here) if here else []


def marching(seat: OcsSeat, names: Sequence[str], goal: int, only: int = -1) -> Iterable[Action]:
    """A move of some units of a hex to another by the way of the slowest."""
    here = [n for n in names if only in (-1, seat.unit(n).hex) and seat.unit(n).hex != goal]
    if not here:
        return
    slowest = min(here, key=lambda n: (len(seat.marching(n).costs), n))
    path = seat.marching(slowest).path(goal)
    if path:
        yield seat.write(Move, Going(tuple(here), path))
