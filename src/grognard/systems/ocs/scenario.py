"""An OCS scenario: board, counters, set-up, supply, arrivals, capacities, victory. Frozen data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from grognard.engine.game import Game
from grognard.engine.system import Scenario
from grognard.engine.table import Table
from grognard.systems.ocs.ground import Ground
from grognard.systems.ocs.status import Aircraft, DropPlan, Dump, Ship, Site, Transport
from grognard.systems.ocs.units import Counter, Unit

T = TypeVar("T")

FIGHTER, TACTICAL, STRATEGIC, TRANSPORT_PLANE = "F", "T", "S", "Tpt"
PLANE_TYPES = (FIGHTER, TACTICAL, STRATEGIC, TRANSPORT_PLANE)
"""Types of aircraft; one may be of several. [14.1]"""
SHIP_TYPES = ("ship", "carrier", "lc", "lst", "dukw")
"""Ships, and the three kinds of landing craft. [3.4] [18.4]"""
LANDING_CRAFT = ("lc", "lst", "dukw")
CAUSES = ("beset", "dg", "oos")
"""What may bring a surrender on: an enemy beside them, disorder, no supply."""


@dataclass(frozen=True, slots=True)
class PlaneFace:
    """One side of an air counter: full or reduced. [3.5]

    A rating in brackets (`passive`) does not begin air combat. `capacity` is in tokens, of which
    some carry half a one. [14.9b]
    """

    rating: int = 0
    passive: bool = False
    barrage: int = 0
    capacity: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Plane:
    """A printed air counter. [3.5] [14.1]"""

    id: str
    side: str
    nation: str
    name: str
    types: tuple[str, ...]
    range: int
    full: PlaneFace
    reduced: PlaneFace
    torpedo: bool = False
    """Its barrage strength is in brackets: against ships only. [18.3e]"""
    integral_gliders: bool = False
    """[14.10f]"""
    carrier: str = ""
    """The ship whose name is on the counter, the only carrier it may use. [18.2a]"""
    source: str = "house"


@dataclass(frozen=True, slots=True)
class ShipFace:
    """One side of a ship's counter: sound or damaged. [3.4]"""

    barrage: int = 0
    range: int = 0
    flak: int = 0
    protection: int = 1


@dataclass(frozen=True, slots=True)
class ShipCounter:
    """A printed ship, or a kind of landing craft. [3.4] [18.4]

    `decks` is the number of aircraft a carrier holds; a ship that is several is `multi`.
    """

    id: str
    side: str
    nation: str
    name: str
    type: str
    sound: ShipFace
    damaged: ShipFace
    slow: bool = False
    multi: bool = False
    decks: int = 0
    source: str = "house"


@dataclass(frozen=True, slots=True)
class TransportKind:
    """A kind of transport: trucks, wagons, mules. [3.3(B)] [13.2]

    `extends` is the range of an extender made of them, in points. [12.7b]
    """

    name: str
    ma: int
    move: str
    extends: int = 0
    flies: bool = False
    source: str = "house"


@dataclass(frozen=True, slots=True)
class Port:
    """A port of the map: its hexes' capacity in tokens, and a damage track of its own. [19.0a]"""

    name: str
    hex: int
    capacity: int
    owner: str = ""
    track: tuple[int, ...] = ()
    source_for: tuple[str, ...] = ()
    """The sides for which it is a source of trace supply. [19.0e]"""


@dataclass(frozen=True, slots=True)
class Box:
    """A holding box off the map: the boxes and the hexes that it is linked with. [I.F]"""

    name: str
    links: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A source of trace supply of a side. [12.6a(1)]"""

    side: str
    hex: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What comes on a turn: units, transport, aircraft, ships, supply, and where. [13.6]

    `ids` are keys of `units`, `transport`, `air` or `ships`, which wait in the pool until then;
    `hexes` are those of the entry, any of which will do.
    """

    side: str
    turn: int
    ids: tuple[str, ...]
    hexes: tuple[int, ...]
    tokens: int = 0
    label: str = ""
    port: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What leaves the game for other theatres as a side's turn begins, wherever it is."""

    side: str
    turn: int
    ids: tuple[str, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Surrender:
    """Units that may lay down their arms: a house rule of the scenario, which an option drops.

    `causes` are what brings it on: `beset` by an Attack-Capable enemy beside them, `dg`, `oos`.
    They roll a die in the Clean Up Phase of the enemy, from a turn on; `roll` or less is the end.
    """

    label: str
    side: str
    ids: tuple[str, ...]
    causes: tuple[str, ...]
    roll: int
    turn: int = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What the game's booklet allows a side. [5.4a] [13.3b] [19.0f(D)]

    Capacities are in tokens a turn.
    """

    commander: str = ""
    """Who plays the side, if the scenario says so. [21.9d]"""
    reserve_markers: int = 99
    rail_cap: int = 0
    sea_cap: int = 0
    sea_ports: frozenset[int] = frozenset()
    """The only ports that the Sea Cap serves, where the scenario names some."""
    gauge: str = ""
    hip_shooters: tuple[str, ...] = ()
    """The nations that fly hip shoots; nobody else does. [14.7d(B)]"""
    supply_hexes: tuple[int, ...] = ()
    """Where supply that arrives by the table is placed. [2.3-reinf]"""
    repl_hexes: tuple[int, ...] = ()
    truck_total: int = 0
    """Truck points, in tokens, that rebuilding never exceeds. [13.5e]"""
    strips: bool = False
    gliders: bool = False
    """Whether the game provides gliders, which may then be built. [14.10e(A)]"""
    drop_modifier: int = 0


@dataclass(frozen=True, slots=True)
class Objective:
    """Ground that is worth points to the side that was the last to hold it.

    All of its hexes, unless `each` counts by itself. With `by` it counts if it was held at the end
    of that turn, or of an earlier one, and then for good. `owner` holds it until somebody comes.
    """

    label: str
    vp: int
    hexes: tuple[int, ...]
    by: int = 0
    each: bool = False
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """Steps of a side that are worth points, so many for each `per`: lost ones, or those saved.

    Those saved are in `hexes` or in the `box` when the game ends. `nations`, if any, are the only
    ones that count, and `most` is the greatest number of points to be had (or to be lost).
    """

    label: str
    of: str
    vp: int
    per: int = 1
    nations: tuple[str, ...] = ()
    most: int | None = None
    hexes: tuple[int, ...] = ()
    box: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a game before its time: a side holds all of `hexes`, and the enemy has nobody left
    in `clear`. Without a winner the points decide.
    """

    label: str
    side: str
    hexes: tuple[int, ...] = ()
    clear: tuple[int, ...] = ()
    winner: str = ""
    degree: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """One class of the victory scale; a class without a winner is a draw."""

    least: int
    winner: str
    degree: str

    def __str__(self) -> str:
        return f"{self.winner}: {self.degree}" if self.winner else self.degree


@dataclass(frozen=True, slots=True)
class Victory:
    """How the game is won: points of one side at the end, and what they are worth."""

    side: str = ""
    objectives: tuple[Objective, ...] = ()
    scale: tuple[Grade, ...] = ()
    losses: tuple[Count, ...] = ()
    saved: tuple[Count, ...] = ()
    ends: tuple[Ending, ...] = ()


@dataclass(frozen=True)
class OcsScenario(Scenario):
    """Everything about an OCS game that never changes.

    `units` and the other maps of records are the State at the start; what waits is in the pool.
    `choices` are the hexes within which the set-up lets an owner place a unit. [IV.A]
    """

    ground: Ground
    tables: Mapping[str, Table]
    counters: Mapping[str, Counter]
    units: Mapping[str, Unit]
    planes: Mapping[str, Plane]
    ship_counters: Mapping[str, ShipCounter]
    kinds: Mapping[str, TransportKind]
    nations: Mapping[str, str]
    turns: int
    seasons: Mapping[int, str]
    """The columns of the weather table, by the turns in which they begin. [17.0]"""
    start_date: str
    days_a_turn: tuple[int, ...]
    """The days of the turns, over and over: half a week is 3 and 4 by turns. [1.0]"""
    start_turn: int
    start_step: int
    first: str
    """The side that goes first in the first turn; empty if the dice say. [2.3-first]"""
    fixed_first: bool
    start_weather: str
    dumps: Mapping[str, Dump] = field(default_factory=dict)
    transport: Mapping[str, Transport] = field(default_factory=dict)
    sites: Mapping[int, Site] = field(default_factory=dict)
    air: Mapping[str, Aircraft] = field(default_factory=dict)
    ships: Mapping[str, Ship] = field(default_factory=dict)
    gauges: Mapping[int, str] = field(default_factory=dict)
    formations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ports: Mapping[int, Port] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    limits: Mapping[str, Limits] = field(default_factory=dict)
    victory: Victory = field(default_factory=Victory)
    areas: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    choices: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    boxes: Mapping[str, Box] = field(default_factory=dict)
    miles: Fraction = Fraction(5)
    """How wide a hex is. [1.0]"""
    position: bool = False
    """Whether it begins in the midst of a game, so that nobody sets up."""
    gliders: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Each side's Glider Points at the start, by the hex of their base. [14.10e]"""
    plans: tuple[DropPlan, ...] = ()
    """Drops planned before the game begins. [14.10b]"""
    port_negation: bool = True
    """Whether friendly units negate zones of control for ports as sources. [4.5a-DAK]"""
    brief: str = ""
    closed: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Ground outside the campaign, which a side does not enter: the game's own rule."""
    withdrawals: tuple[Withdrawal, ...] = ()
    surrender: tuple[Surrender, ...] = ()
    _known: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What has been worked out from all this before."""

    def once(self, key: Any, work_out: Callable[[], T]) -> T:
        """What hangs on nothing but the scenario and its key: worked out the first time, for all
        games of it."""
        if key not in self._known:
            self._known[key] = work_out()
        found: T = self._known[key]
        return found

    def date(self, turn: int) -> str:
        """The first day of a turn; empty if the scenario has no calendar. [1.0]"""
        if not self.start_date:
            return ""
        days = self.days_a_turn
        past = sum(days[i % len(days)] for i in range(turn - 1))
        return (date.fromisoformat(self.start_date) + timedelta(days=past)).isoformat()

    def season(self, turn: int) -> str:
        """The column of the weather table in a turn. [17.0]"""
        return next(name for begins, name in reversed([*self.seasons.items()]) if begins <= turn)


Ocs: TypeAlias = Game[OcsScenario]
Spec: TypeAlias = Mapping[str, Any]
