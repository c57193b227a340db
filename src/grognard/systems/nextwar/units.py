"""Ground units: what a counter shows, and what becomes of it in play. [2.2] [2.3]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from grognard.engine.record import Register
from grognard.engine.refusal import Refusal

Arm = Literal["leg", "armor", "mechanized", "artillery"]
ARMS: tuple[Arm, ...] = ("leg", "armor", "mechanized", "artillery")
"""The classes of unit types, for combat, movement and replacements. [UIC-types]"""
LEG, ARMOR, MECHANIZED, ARTILLERY = ARMS

Mobility = Literal["leg", "light", "motorized", "mechanized", "airmobile"]
MOBILITIES: tuple[Mobility, ...] = ("leg", "light", "motorized", "mechanized", "airmobile")
"""The classes of movement, by the colour of the allowance; `light` is yellow on black, `airmobile`
a unit with helicopters of its own. [UIC-mobility] [8.5.1]"""
LIGHT_ALLOWANCE = 4
"""The points of an airmobile unit that goes on foot. [8.5.1]"""

SIZES = ("battalion", "regiment", "brigade", "division", "corps", "army")
"""[UIC-sizes]"""
HEADQUARTERS, OUTPOST, SUPPLY = "headquarters", "combat outpost", "supply unit"
BEACHHEAD = "beachhead"
TYPES = (
    HEADQUARTERS, "infantry", "motorized infantry", "mountain infantry", "DPRK red guards",
    "DPRK light infantry", "DPRK sniper light infantry", "DPRK military training unit",
    "air assault", "amphibious headquarters", "marines", "amphibious infantry", "airborne",
    "armored", "amphibious armored", "marine armored", "heavy brigade combat team",
    "Stryker brigade combat team", "armored cavalry", "mechanized infantry",
    "amphibious mechanized infantry", "mechanized marine infantry",
    "airborne mechanized infantry", "artillery", "rocket artillery", OUTPOST, SUPPLY, BEACHHEAD,
)  # fmt: skip
"""The symbols of the chart. [UIC-types]"""

MARINE, ANCHOR, AIRBORNE, CAPABLE = "marine", "anchor", "airborne", "airmobile-capable"
SUPREME, RESERVE, STATIC, MUTE = "supreme", "reserve", "static", "no-support"
MEU, TASK_FORCE = "meu", "task-force"
"""A headquarters for a landing, which serves once a turn [30.2]; battalions as one. [30.3]"""
FLAGS = (
    MARINE,
    ANCHOR,
    AIRBORNE,
    CAPABLE,
    SUPREME,
    RESERVE,
    STATIC,
    MUTE,
    MEU,
    TASK_FORCE,
    "airmobile",
)
ELITE = 6
"""The least efficiency of an elite unit. [2.3.3]"""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter: strengths, efficiency, and stacking in half points. [2.3.7]"""

    attack: int
    defense: int
    er: int
    sp: int


@dataclass(frozen=True)
class Counter:
    """What is printed on a counter and never changes. [2.2-p2] [2.3.4]

    `faces` runs from full strength to the weakest: one or two. [9.7.1] `bracketed` is a defense
    strength in parentheses. [2.3.2.1] `range` is of headquarters and artillery.
    """

    id: str
    side: str
    nation: str
    name: str
    size: str
    type: str
    arm: Arm
    mobility: Mobility
    faces: tuple[Face, ...]
    ma: int
    formation: str = ""
    flags: tuple[str, ...] = ()
    bracketed: bool = False
    range: int = 0
    source: str = "house"

    @cached_property
    def hq(self) -> bool:
        """A headquarters. [18.0]"""
        return self.type.endswith(HEADQUARTERS)

    @cached_property
    def supreme(self) -> bool:
        """The headquarters of a whole side. [18.3]"""
        return SUPREME in self.flags

    @cached_property
    def artillery(self) -> bool:
        """Guns or rockets that support others. [9.5.6]"""
        return self.arm == ARTILLERY

    @cached_property
    def outpost(self) -> bool:
        """A combat outpost. [30.4]"""
        return self.type == OUTPOST

    @cached_property
    def supply(self) -> bool:
        """A depot on one side, a mobile supply unit on the other. [19.4]"""
        return self.type == SUPPLY

    @cached_property
    def beachhead(self) -> bool:
        """A marker that fights like a unit, and bears losses for others. [8.5.8.4]"""
        return self.type == BEACHHEAD

    @cached_property
    def light(self) -> bool:
        """Light infantry: a yellow allowance. [8.2.4] [UIC-mobility]"""
        return self.mobility in ("light", "airmobile")

    @cached_property
    def mountain(self) -> bool:
        """Mountain infantry. [9.6.7]"""
        return self.type == "mountain infantry"

    @cached_property
    def lifted(self) -> bool:
        """Whether it can be moved by helicopter at all. [8.5.4]"""
        return self.light or CAPABLE in self.flags

    @cached_property
    def own_lift(self) -> bool:
        """Whether it has helicopters of its own. [8.5.4] [UIC-mobility]"""
        return self.mobility == "airmobile"

    @cached_property
    def marine(self) -> bool:
        """Whether it may assault from the sea. [30.5]"""
        return MARINE in self.flags

    @cached_property
    def anchored(self) -> bool:
        """Whether marines board ships outside of a port: headquarters, and who has an anchor.
        [30.5]"""
        return self.hq or ANCHOR in self.flags

    @cached_property
    def airborne(self) -> bool:
        """Whether it can jump. [8.5.3]"""
        return AIRBORNE in self.flags

    @cached_property
    def on_foot(self) -> bool:
        """A leg unit by its type, whatever its mobility. [UIC-types]"""
        return self.arm == LEG

    @cached_property
    def small(self) -> bool:
        """Whether it is less than a division, so that several make one up. [UIC-sizes]"""
        return SIZES.index(self.size) < SIZES.index("division")

    @cached_property
    def large(self) -> bool:
        """Whether it is a brigade or more; a division counts as one. [UIC-sizes]"""
        return SIZES.index(self.size) >= SIZES.index("brigade")

    @cached_property
    def wheels(self) -> bool:
        """Motorized or mechanized by its mobility. [8.3.3] [9.9.1] [UIC-mobility]"""
        return self.mobility in ("motorized", "mechanized")


@dataclass(frozen=True)
class HeloCounter:
    """An attack helicopter unit as it is printed. [2.4.2] [2.4.3]"""

    id: str
    side: str
    nation: str
    name: str
    support: int
    range: int
    steps: int
    marine: bool = False
    source: str = "house"


SAG, AMPH, CV, CVN = "SAG", "AMPH", "CV", "CVN"
SHIP_TYPES = (SAG, AMPH, CV, CVN)
CARRIERS = frozenset({CV, CVN})
WARSHIPS = frozenset({SAG, CV, CVN})
"""Those who contest the sea; amphibious ships do not. [7.2.2]"""


@dataclass(frozen=True)
class ShipCounter:
    """A naval unit as it is printed: support, range, room for troops in half points, helicopters.

    `reverse` says that an amphibious group has a surface action group on its back. [7.3.2.1]
    """

    id: str
    side: str
    nation: str
    name: str
    type: str
    support: int
    range: int
    capacity: int = 0
    lift: int = 0
    reverse: bool = False
    source: str = "house"


MAP, EXPECTED, ELIMINATED, SURRENDERED = "map", "expected", "eliminated", "surrendered"
BOX, ABOARD, ASIDE, REMOVED = "box", "aboard", "aside", "removed"
"""Where a unit may be besides the map: still to come, lost, surrendered [19.7.4], in a holding or
sea box, aboard a ship, set aside until it may be placed [30.2], or
out of the game and worth no points. [7.2.1]"""
PLACES = (MAP, EXPECTED, ELIMINATED, SURRENDERED, BOX, ABOARD, ASIDE, REMOVED)


@dataclass(frozen=True)  # without slots: no record is replaced as often
class Unit:
    """What becomes of a ground counter in play.

    Moments are kept as the serial number of a segment (-1: never), turns as their number (0:
    never), so that nothing must be reset. `where` is the box it is in, or the ship it is aboard of.
    `strike` is its Strike marker [27.1], `used` how often its capability was used or taken in the
    turn `used_in` [18.2.6], `used_at` when last. `landed` is the turn in which it came by
    `landing`: airmobile, airborne or amphibious. [8.4.1.1-4] `cleared` is the turn in which it left
    a hex that it was clearing [8.4.1.3], `clearing` whether it is under a Clearing marker. [8.4.1]
    `ready` is the Combat Segment that found it next to an enemy. [9.1]
    """

    place: str
    hex: int = -1
    steps: int = 1
    order: int = 0
    where: str = ""
    due: int = 0
    strike: int = 0
    oos: bool = False
    isolated: bool = False
    emergency: int = 0
    detected: int = 0
    targeted: int = 0
    target: int = 0
    clearing: bool = False
    cleared: int = 0
    moved: int = -1
    spent: int = 0
    halted: bool = False
    start: int = -1
    ready: int = -1
    fought: int = -1
    retreated: int = -1
    used: int = 0
    used_in: int = 0
    used_at: int = -1
    recovered: int = 0
    landed: int = 0
    landing: str = ""
    mobile: bool = False
    """Of a supply unit: whether it is on its mobile side. [19.4]"""


UNITS: Register[str, Unit] = Register("units", str, Unit)


@dataclass(frozen=True)
class Ship:
    """What becomes of a naval unit in play: in a hex of the map, or in the box `where`.

    `due` is when it comes, or comes back. `flipped` shows its other side. [7.3.2.1] `moved` is the
    segment in which it sailed last or laid mines, `loaded` that in which troops came or went, and
    `shut` that in which it sailed after that. [8.5.8.3] `poised` is the Movement Segment of the
    turn `poised_in` that brought it before a beach [8.5.8.1]; `assaulted` the turn of its assault.
    [8.5.8] `served` is the Combat Segment of its support. [7.3.1] `flew` the segment in which its
    helicopters lifted troops. [8.5.5] `detected` counts in the Advanced Game. [17.1.2] `hit` is the
    segment in which a Strike met it, `berthed` the turn in which it fell back to a port. [27.4-p1]
    """

    place: str
    hex: int = -1
    where: str = ""
    order: int = 0
    due: int = 0
    flipped: bool = False
    strike: int = 0
    moved: int = -1
    loaded: int = -1
    shut: int = -1
    poised: str = ""
    poised_in: int = 0
    assaulted: int = 0
    served: int = -1
    flew: int = -1
    detected: int = 0
    hit: int = -1
    berthed: int = 0


SHIPS: Register[str, Ship] = Register("ships", str, Ship)


def face(counter: Counter, unit: Unit) -> Face:
    """The side of the counter that is up; of one that is lost, the last. [9.7.1]"""
    return counter.faces[min(len(counter.faces) - unit.steps, len(counter.faces) - 1)]


def at_odds(counter: Counter, unit: Unit) -> Refusal | None:
    """Why a counter cannot be in such a state; None if it can. [9.7.1] [27.1]"""
    if unit.place not in PLACES:
        return Refusal("2.3.6", f"{counter.id} cannot be in {unit.place!r}: {', '.join(PLACES)}")
    gone = unit.place in (ELIMINATED, SURRENDERED)
    most = len(counter.faces)
    if not (0 if gone else 1) <= unit.steps <= most:
        return Refusal("9.7.1", f"{counter.id} has 1 to {most} steps, not {unit.steps}")
    if not 0 <= unit.strike <= 2:
        return Refusal("27.1", f"a Strike marker is 1 or 2, not {unit.strike}")
    return None
