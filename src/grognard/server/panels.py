"""Panels: boxes, order of battle, budget and calendar, as a seat may know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.server.club import Club
from grognard.server.scenes import read_out, scene
from grognard.server.store.records import Seat
from grognard.table.boxes import Display, errands
from grognard.table.cards import Arrival, Force, Sums
from grognard.table.coming import Coming
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


@dataclass(frozen=True, slots=True)
class Boxes(Card):
    """The sheets of boxes beside the map."""

    displays: tuple[Display, ...]
    errands: Mapping[str, str]
    """For counters that one could do something with from there, the kind of order that picking
    them up begins."""


@dataclass(frozen=True, slots=True)
class Ahead(Card):
    """The phases of a side that are still to come in the turn."""

    coming: tuple[Coming, ...]


def ahead(club: Club, seat: Seat) -> dict[str, Any]:
    """What is still to come for a seat in this turn, and what is at stake there."""
    with scene(club, seat) as found:
        told = Ahead(tuple(found.tabletop.coming(found.game, found.audience)))
        return read_out(found.game, found.tabletop, told)


def boxes(club: Club, seat: Seat) -> dict[str, Any]:
    """Boxes with compartments, and who lies there, as the seat may know it."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        side = found.audience
        playing = side is not None and side in found.game.scenario.sides and found.present
        begun = errands(found.game, side) if playing and side is not None else {}
        told = Boxes(tuple(found.tabletop.displays(seen, side)), begun)
        return read_out(found.game, found.tabletop, told)


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
