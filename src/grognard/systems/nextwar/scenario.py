"""A Next War scenario: board, counters, set-up, sides, calendar, points and terms of victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grognard.engine.game import Game
from grognard.engine.system import Scenario
from grognard.engine.table import Table
from grognard.systems.nextwar.aircraft import AirCounter, Basing
from grognard.systems.nextwar.ground import Ground
from grognard.systems.nextwar.options import ADVANCED, UNITS_FLY
from grognard.systems.nextwar.sites import Site
from grognard.systems.nextwar.special import Special
from grognard.systems.nextwar.status import SideStatus, War
from grognard.systems.nextwar.units import Counter, HeloCounter, Ship, ShipCounter, Unit

SEASONS = ("spring", "summer", "autumn", "winter")
ONSETS = ("strategic surprise", "tactical surprise", "extended buildup")
"""How a war may begin, as the charts have it."""
EDGES = ("north", "south", "east", "west")


@dataclass(frozen=True)
class Belligerent:
    """A side: its name, its countries, the edge it falls back to, and how it flies in bad weather.

    [4.1.2] [9.8.1]
    """

    id: str
    name: str
    countries: tuple[str, ...]
    edge: str
    all_weather: str = "full"
    """full, limited or none. [4.1.2]"""
    allied: bool = False
    """The side of the Western Allies, which has an ASW level. [7.4.2]"""


@dataclass(frozen=True)
class Terms:
    """What wins: levels by the difference of points, and when a side may surrender. [12.2] [12.3]

    `levels` are (least lead of the first side, winner, title), the highest first. `capital` are the
    hexes of each side's enemy that give it a roll. [12.2]
    """

    initiative: int = 0
    guaranteed: int = 0
    automatic: int = 0
    levels: tuple[tuple[int, str, str], ...] = ()
    capital: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    bridges: int = -1
    """What a destroyed bridge is worth, where the scenario says so; else as the chart has it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a position begins; a scenario begins with the weather of its first turn."""

    turn: int = 1
    segment: str = "weather"
    war: War = field(default_factory=War)


@dataclass(frozen=True)
class Waters:
    """What a scenario says of the sea.

    `control` is of boxes at the start, those that are not named being contested; `rolled` are the
    At Sea Boxes that are rolled for. [7.2-p3] `drms` modify the rolls of single boxes. `support`
    are the Inshore Boxes from which ships support battles on the map. [7.3.1] `transport` is what
    each side ships in a segment, in half points [8.5.7.3]; `mines` and `beachheads` are how many
    markers it has. [7.5] [8.5.8.2]
    """

    control: Mapping[str, str] = field(default_factory=dict)
    rolled: tuple[str, ...] = ()
    drms: Mapping[str, int] = field(default_factory=dict)
    support: tuple[str, ...] = ()
    transport: Mapping[str, int] = field(default_factory=dict)
    mines: Mapping[str, int] = field(default_factory=dict)
    beachheads: Mapping[str, int] = field(default_factory=dict)
    laid: tuple[tuple[str, int, int], ...] = ()
    """Mines that lie there from the start: whose, where, how dense."""


@dataclass(frozen=True)
class Lift:
    """What a side moves by air: half points by Air Transport in a segment [8.5.2.1], and by
    parachute turn by turn, the last going on [8.5.3.1]; and Airmobile Points that come later.
    [8.5.4.1]"""

    transport: int = 0
    airborne: tuple[int, ...] = ()
    more: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Raiders:
    """What a scenario says of a nation's special operations forces: whose they are, how many
    markers they begin with and the counter mix has, and who comes when. [20.1.1] [20.4]"""

    side: str
    markers: int
    most: int
    arrivals: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Resolutions:
    """What a scenario says of the United Nations: who may veto, in which order, and what modifies
    their roll. [28.0] [28.1]

    They meet from the turn `begins` on; never, if it is 0. `vetoes` are powers and the sides they
    veto for. `drm` counts always, each of `drms` from its turn on, `gas` once chemical weapons have
    been used, `capital` while one is lost.
    """

    begins: int = 0
    vetoes: tuple[tuple[str, str], ...] = ()
    drm: int = 0
    drms: Mapping[int, int] = field(default_factory=dict)
    gas: int = 0
    capital: int = 0


@dataclass(frozen=True)
class Helper:
    """A nation that is not at war and helps a side: with Supply Points a turn, with markers of its
    special operations forces. Where it does nothing at all, aircraft in the `box` that it lends do
    not fly before the turn `until`. House, but for what the chart names. [28.0]"""

    side: str
    supplies: int = 0
    markers: int = 0
    box: str = ""
    until: int = 0


@dataclass(frozen=True)
class NextWarScenario(Scenario):
    """What a game of Next War is set in."""

    ground: Ground
    tables: Mapping[str, Table]
    counters: Mapping[str, Counter]
    units: Mapping[str, Unit]
    powers: Mapping[str, Belligerent]
    sites: Mapping[str, Site]
    control: tuple[str, ...]
    """Who controls each hex at the start; nobody, where the country is neutral. [8.4]"""
    assets: Mapping[str, SideStatus]
    turns: int
    season: str
    terms: Terms
    opening: Opening
    helicopters: Mapping[str, HeloCounter] = field(default_factory=dict)
    bases: Mapping[str, int] = field(default_factory=dict)
    """The hexes of the helicopters that are there from the start. [6.5.1]"""
    due: Mapping[str, int] = field(default_factory=dict)
    """When those arrive that are no ground units. [10.0]"""
    air_points: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Air Points turn by turn, where the scenario fixes them. [6.1]"""
    air_drms: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """What is added to a side's roll for Air Points in some turns."""
    air_rule: tuple[tuple[str, int], ...] = ()
    """Who rules the air, and at what level, where the scenario fixes it. [6.4]"""
    divisions: frozenset[tuple[str, str]] = frozenset()
    """The formations, with their nations, whose headquarters is that of a division, whether it is
    in play or not. [8.1.1.1-x1]"""
    entries: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Where each reinforcement may come onto the map. [10.0]"""
    overseas: Mapping[str, str] = field(default_factory=dict)
    """The holding box of each reinforcement that comes to one. [10.0]"""
    replacements: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The Replacement Points of each nation, turn by turn; the last goes on counting. [11.0]"""
    surprise: Mapping[str, int] = field(default_factory=dict)
    """Columns of surprise for the side that begins, in turn 1, by kind of segment. [9.5.4]"""
    ships: Mapping[str, ShipCounter] = field(default_factory=dict)
    fleet: Mapping[str, Ship] = field(default_factory=dict)
    """Where the ships are at the start, or when they come. [7.3]"""
    havens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Where ships come as reinforcements: boxes, or hexes by their labels. [10.0]"""
    waters: Waters = field(default_factory=Waters)
    afar: Mapping[str, str] = field(default_factory=dict)
    """The helicopters that wait in a holding box or aboard a ship. [6.5.5] [6.5.6]"""
    special: Special = field(default_factory=Special)
    """The scenario's own rules, all of them house."""
    lift: Mapping[str, Lift] = field(default_factory=dict)
    """What each side moves by air. [8.5.2.1] [8.5.3.1]"""
    aircraft: Mapping[str, AirCounter] = field(default_factory=dict)
    basing: Mapping[str, Basing] = field(default_factory=dict)
    """The boxes of the Air Display. [22.1.1]"""
    sorties: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What is otherwise with single air units at the start. [22.4-p1]"""
    permanent: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """Areas with air defenses of their own: Detection, SAM, AAA. [24.1.1]"""
    supplies: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The Supply Points that each side receives, turn by turn; the last goes on counting. [19.3]"""
    parents: Mapping[str, str] = field(default_factory=dict)
    """The formation that each formation belongs to, where there is one. [18.6]"""
    listeners: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The attempts at electronic detection of each side by nation, where the scenario says it, in
    place of the chart. [21.3]"""
    raiders: Mapping[str, Raiders] = field(default_factory=dict)
    """The special operations forces of each nation. [20.1.1]"""
    resolutions: Resolutions = field(default_factory=Resolutions)
    helpers: Mapping[str, Helper] = field(default_factory=dict)
    """What other nations do for the sides, if the posture of the world lets them. [28.0]"""
    onset: str = ""
    """How the war begins: by strategic or tactical surprise, or after an extended buildup. [20.3]
    [28.0]"""
    salvos: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How many missiles of a kind a side launches in one Strike Phase at most. [26.1]"""
    missiles: Mapping[str, Mapping[str, Mapping[int, int]]] = field(default_factory=dict)
    """The missiles of each kind that come to a side, by turns. [26.1]"""
    launchers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The missiles of each side that can be struck where they stand: ballistic, cruise. [26.1.3]"""
    lands: Mapping[str, str] = field(default_factory=dict)
    """The Land Areas beyond the map, and the terrain of each. [23.0] [17.5]"""
    irreplaceable: tuple[str, ...] = ()
    """The types of aircraft that get no replacements. [27.9.3.1]"""
    start_date: str = ""
    brief: str = ""

    @property
    def nations(self) -> Mapping[str, str]:
        """What the sides are called."""
        return {side: power.name for side, power in self.powers.items()}

    @property
    def advanced(self) -> bool:
        """Whether the Advanced Game is played. [14.0]"""
        return self.options["game"] == ADVANCED

    @property
    def air_units(self) -> bool:
        """Whether air units fly, and not Air Points: in the Advanced Game. [22.0] [29.0] [29.1]"""
        return self.advanced and self.options["airpower"] == UNITS_FLY

    def home(self, side: str, h: int) -> bool:
        """Whether a hex lies in a side's own or an allied country."""
        return self.ground.country[h] in self.powers[side].countries

    def hostile(self, side: str, h: int) -> bool:
        """Whether a hex lies in an enemy country."""
        return self.home(self.other(side), h)


Nw: TypeAlias = Game[NextWarScenario]
Spec: TypeAlias = Mapping[str, Any]
