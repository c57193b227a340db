"""Panels: the order of battle, the budget and the calendar, as a seat may know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.server.club import Club
from grognard.server.scenes import read_out, scene
from grognard.server.store.records import Seat
from grognard.table.cards import Arrival, Force, Sums
from grognard.table.writing import Card


@dataclass(frozen=True, slots=True)
class Forces(Card):
    """The order of battle as the seat may know it."""

    forces: tuple[Force, ...]


@dataclass(frozen=True, slots=True)
class Budget(Card):
    """What a side has to spend in the turn, and what it could spend it on."""

    now: int
    sums: Sums
    tracks: bool = False
    """Whether it is a list of points and tracks; else the last sum is what would be left."""


@dataclass(frozen=True, slots=True)
class Calendar(Card):
    """The reinforcement calendar."""

    now: int
    arrivals: tuple[Arrival, ...]


def forces(club: Club, seat: Seat) -> dict[str, Any]:
    """The order of battle as the seat may know it."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        forces = Forces(tuple(found.tabletop.forces(seen, found.audience)))
        return read_out(found.game, found.tabletop, forces)


def calendar(club: Club, seat: Seat) -> dict[str, Any]:
    """What comes when."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        arrivals = found.tabletop.arrivals(seen, found.audience)
        calendar = Calendar(found.game.turn, tuple(arrivals))
        return read_out(found.game, found.tabletop, calendar)


def budget(club: Club, seat: Seat) -> dict[str, Any]:
    """What the seat's side has to spend in the turn, and on what."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        sums = tuple(found.tabletop.budget(seen, found.audience))
        told = Budget(found.game.turn, sums, found.tabletop.tracks)
        return read_out(found.game, found.tabletop, told)
