"""A GOSS scenario: board, counters, set-up, calendar, armies, air points and terms of victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from grognard.engine.game import Game
from grognard.engine.system import Scenario
from grognard.engine.table import Table
from grognard.systems.goss.counters import Counters
from grognard.systems.goss.ground import Ground
from grognard.systems.goss.status import (
    AirTrack,
    Army,
    Bridge,
    Depot,
    Headquarters,
    HexStatus,
    Leader,
    Weather,
)
from grognard.systems.goss.units import Unit, UnitType

ALLIED, AXIS = "allied", "axis"
SIDES = (ALLIED, AXIS)
"""The sides; the Allied Player Turn comes first in every GT. [2.1.0] [3.2.1]"""
AM, PM, NIGHT, ENA = "AM", "PM", "Night", "ENA"
PERIODS = (AM, PM, NIGHT)
"""The game turns of a game day. [3.0]"""


FORMATION = "formation"
"""What divisions and battle groups are together. [9.3.3]"""


def staff_key(level: str, name: str) -> str:
    """How the headquarters of a formation, a corps or an army is found: by what it leads, and the
    name of that, for a corps and an army may have one name. [9.3.0]"""
    return f"{level} {name}"


@dataclass(frozen=True, slots=True)
class GameTurn:
    """A box of the Game Turn Record Track: its game day, date and period. [3.1.1]"""

    day: int
    date: str
    period: str


@dataclass(frozen=True, slots=True)
class ArmyPlan:
    """What a scenario says of an army: whose it is, its base ADV, trucks, and primary supply
    sources; and what its ADV is from later days on. [15.2.0] [16.1.1] [16.3.1]"""

    side: str
    adv: int
    tp: int
    pss: tuple[int, ...]
    later: tuple[tuple[str, int], ...] = ()

    def adv_on(self, date: str) -> int:
        """The base ADV of a day. [16.3.1]"""
        return next((adv for since, adv in reversed(self.later) if since <= date), self.adv)


@dataclass(frozen=True, slots=True)
class LeaderCounter:
    """A leader as he is printed: whom he leads, and his activation number. [23.0]

    `level` is formation, corps or army; `regiment` is his own within the formation. [3.4.2a]
    `special` are words that the scenario's rules know.
    """

    id: str
    side: str
    name: str
    hq: str
    level: str
    number: int
    regiment: str = ""
    special: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Flights:
    """The air points and air transport points of a side on one game day. [20.1.0]

    The others are limits, -1 for none: how many points may go to ground interdiction in all, and in
    one sector [20.3.0], and how many supply interdiction missions may be flown. [20.4.0]
    """

    ap: int = 0
    atp: int = 0
    gi: int = -1
    gi_sector: int = -1
    si_missions: int = -1


@dataclass(frozen=True, slots=True)
class Listing:
    """A regiment of a division that arrives by itself: its division, its GT, and where it enters.
    Assets of the division that are listed nowhere may come with it. [21.1.0] [21.3.0]"""

    formation: str
    due: int
    entry: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """One thing that is worth points: holding hexes, losses of the enemy, units that leave.

    `kind` is hold, eliminated or exit; `who` narrows down the units, `most` how often it counts,
    `by` the GT until which, `fades` what each GD later takes off; `supplied` units leave in GenS.
    `corps` is the headquarters of the corps that was given it in the plan of its side, if any was:
    it counts whoever takes it.
    """

    side: str
    kind: str
    points: int
    hexes: tuple[int, ...] = ()
    who: str = ""
    most: int = 0
    by: int = 0
    fades: int = 0
    title: str = ""
    supplied: bool = False
    corps: str = ""


@dataclass(frozen=True, slots=True)
class Sudden:
    """What ends the game at once for a side: a lead, so many units that have left, places that it
    holds; all that is named of these. [3.3.4]"""

    side: str
    title: str
    lead: int = 0
    exits: int = 0
    hexes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Terms:
    """What wins: awards, and levels by the Axis lead (least lead, winner, title), highest first;
    and what ends the game before its time."""

    awards: tuple[Award, ...] = ()
    levels: tuple[tuple[int, str, str], ...] = ()
    sudden: tuple[Sudden, ...] = ()

    @cached_property
    def places(self) -> frozenset[int]:
        """The hexes that it matters to hold."""
        held = (one.hexes for one in self.awards if one.kind == "hold")
        return frozenset(h for hexes in (*held, *(end.hexes for end in self.sudden)) for h in hexes)


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a position begins; a scenario begins with its first segment."""

    turn: int = 1
    segment: str = ""
    side: str = ""
    """Whose player turn it is, where both have such a segment; `ena-first` or `ena-second`."""
    ena: str = ""
    """Who goes first in the ENA period that it begins in. [3.4.1]"""


@dataclass(frozen=True)
class GossScenario(Scenario):
    """What a game of GOSS is set in."""

    ground: Ground
    tables: Mapping[str, Table]
    types: Mapping[str, UnitType]
    counters: Counters
    units: Mapping[str, Unit]
    calendar: tuple[GameTurn, ...]
    hqs: Mapping[str, str]
    """The headquarters of each formation, corps and army, by `staff_key`. [9.1.0]"""
    armies: Mapping[str, ArmyPlan] = field(default_factory=dict)
    stocks: Mapping[str, Army] = field(default_factory=dict)
    """The armies' record tracks at the start. [16.3.6]"""
    staffs: Mapping[str, Headquarters] = field(default_factory=dict)
    zones: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The zones of operation at the start, by corps headquarters or army. [9.2.0]"""
    depots: Mapping[str, Depot] = field(default_factory=dict)
    leaders: Mapping[str, LeaderCounter] = field(default_factory=dict)
    leading: Mapping[str, Leader] = field(default_factory=dict)
    """Where the leaders are at the start, or when they come. [23.0]"""
    hexes: Mapping[int, HexStatus] = field(default_factory=dict)
    bridges: Mapping[int, Bridge] = field(default_factory=dict)
    flights: Mapping[str, Mapping[int, Flights]] = field(default_factory=dict)
    """Air points by side and game day. [20.1.0]"""
    tracks: Mapping[str, AirTrack] = field(default_factory=dict)
    """What is allocated already where a game begins after the allocation of its first day: by `side
    sector`. [20.1.1]"""
    fleets: Mapping[str, Mapping[int, Mapping[str, int]]] = field(default_factory=dict)
    """How many naval units of each type a side has on a game day. [11.9.0]"""
    weather: Mapping[int, Weather] = field(default_factory=dict)
    """The weather by GT, where it is told beforehand. [19.2.1]"""
    grounds: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """The ground of each weather zone by GT, where it is not that of the rest. [19.4.0]"""
    entries: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Where each reinforcement may come onto the map. [21.0]"""
    groups: Mapping[str, str] = field(default_factory=dict)
    """The group that each reinforcement comes with. [21.3.0]"""
    listings: Mapping[str, Listing] = field(default_factory=dict)
    """The regiments that arrive by themselves, by their names. [21.1.0]"""
    shared: frozenset[str] = frozenset()
    """The assets of their divisions, which come with any of them. [21.1.0]"""
    points: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The Inf and Arm replacement points that a side begins with. [22.1.0]"""
    withdrawals: Mapping[str, int] = field(default_factory=dict)
    """The GT in which a unit must leave. [21.4.0]"""
    skips: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Segments that do not occur in a GT, or (GT 0) in none: by kind, by side, or `side kind`.
    [3.1.0] [16.1.0]"""
    special: Mapping[str, Any] = field(default_factory=dict)
    """The scenario's own rules, by name."""
    terms: Terms = field(default_factory=Terms)
    opening: Opening = field(default_factory=Opening)
    titles: Mapping[str, str] = field(default_factory=dict)
    """What the sides are called."""
    start_date: str = ""
    brief: str = ""

    @cached_property
    def engineers(self) -> tuple[str, ...]:
        """Every printed unit of engineers; what they break down into comes and goes. [17.0]"""
        printed = (name for name, one in self.counters.items() if one.engineer and not one.parent)
        return tuple(sorted(printed))

    def staff(self, level: str, name: str) -> str:
        """The headquarters of a formation, corps or army; empty if it has no counter. [9.3.0]"""
        return self.hqs.get(staff_key(level, name), "") if name else ""

    @cached_property
    def armies_of(self) -> Mapping[str, tuple[str, ...]]:
        """The armies of each side, by their names. [9.3.1]"""
        return {
            side: tuple(sorted(n for n, plan in self.armies.items() if plan.side == side))
            for side in SIDES
        }

    @property
    def turns(self) -> int:
        """How many GTs there are."""
        return len(self.calendar)

    @property
    def nations(self) -> Mapping[str, str]:
        """What the sides are called."""
        return self.titles


Gs: TypeAlias = Game[GossScenario]
Spec: TypeAlias = Mapping[str, Any]
