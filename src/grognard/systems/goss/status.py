"""What changes in a game besides the units: tracks, sides, armies, headquarters, leaders, the map.

Moments are serials of segments (-1: never), GTs and GDs their numbers (0: never). Fuel and
replacement points are counted in halves, movement points in twelfths.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register

NOW = "now"
"""The key of what there is one of."""

# ---- the tracks [3] [19]


@dataclass(frozen=True, slots=True)
class Track:
    """The Game Turn Record Track: which GT it is, the clock says; here stands whether the ENA
    period after a night has begun, who goes first in it [3.4.1], and the marker that is drawn
    next. [7.13.0]"""

    ena: str = ""


TRACK: Register[str, Track] = Register("track", str, Track)

ATMOSPHERES = ("Clear", "POvr", "Ovr", "Storm")
CLEAR, POVR, OVR, STORM = ATMOSPHERES
"""[19.3.0]"""
GROUNDS = ("Dry", "Wet", "Mud", "Snow", "Freeze")
DRY, WET, MUD, SNOW, FREEZE = GROUNDS
"""[19.4.0]"""
PRECIPITATIONS = ("none", "rain", "snow", "fog")
"""[19.5.0]"""


@dataclass(frozen=True, slots=True)
class Weather:
    """The weather of this GT, and the atmosphere of the one before. [19.0]"""

    atmosphere: str = CLEAR
    ground: str = DRY
    precipitation: str = "none"
    before: str = CLEAR


WEATHER: Register[str, Weather] = Register("weather", str, Weather)
"""By weather zone; a map without zones has one, `now`. [19.4.0]"""

# ---- sides [20] [22]


@dataclass(frozen=True, slots=True)
class Pool:
    """Replacement points and recycle steps of a group of nations, in halves. [22.1.0] [22.2.1]"""

    group: str
    inf: int = 0
    arm: int = 0
    recycle_inf: int = 0
    recycle_arm: int = 0


@dataclass(frozen=True)
class SideStatus:
    """What a side has besides its counters and its armies.

    `ap` are the air points of this GD, which the tracks of the sectors divide; `atp` the air
    transport points that are left. [20.1.0] [20.5.0]
    """

    ap: int = 0
    atp: int = 0
    missions: int = 0
    """SI missions flown this GD. [20.4.0]"""
    recycle_inf: int = 0
    recycle_arm: int = 0
    """Recycle steps, in halves. [22.2.0]"""
    inf: int = 0
    arm: int = 0
    """Replacement points, in halves. [22.1.0]"""
    pools: tuple[Pool, ...] = ()
    """Those of nations that the scenario keeps apart. [22.1.0]"""
    raised: int = 0
    """The GD in which it last used up a rear echelon battalion to resurrect a unit. [22.5.2c]"""
    exploited: int = -1
    """The Exploit Phase that it has used in a night or ENA period. [3.3.5]"""
    wants: str = ""
    """What it says to an ENA period: yes or no; hidden until both have spoken. [3.4.1]"""
    capacity: int = 0
    """Attempts to activate units that it has left in this ENA period. [3.4.2]"""
    rolled: int = 0
    """How many it had in all: a leader uses half of these. [3.4.2a]"""
    vp: int = 0
    """Points that the scenario gives for what has happened."""


SIDES: Register[str, SideStatus] = Register("sides", str, SideStatus)


@dataclass(frozen=True, slots=True)
class AirTrack:
    """The AP Track of a side in a sector. [20.1.1] [20.1.2]

    `gs`, `si` and `asup` are the air points that are left of those allocated for this GD, `gi`
    those for ground interdiction in both day turns: all of them secret. `leg` and `mech` are the
    ground interdiction values, which lie open; 0: none. [20.3.1]
    """

    gs: int = 0
    gi: int = 0
    si: int = 0
    asup: int = 0
    leg: int = 0
    mech: int = 0


AIR_TRACKS: Register[str, AirTrack] = Register("air", str, AirTrack)
"""By `side sector`; a map without sectors has one, `allied all` and `axis all`."""


@dataclass(frozen=True, slots=True)
class Ship:
    """A naval unit: whose it is, of which type, the GD for which it is available, and the GT in
    which it fired last. [11.9.0]"""

    side: str
    kind: str
    day: int = 0
    fired: int = 0


SHIPS: Register[str, Ship] = Register("ships", str, Ship)


@dataclass(frozen=True, slots=True)
class Rest:
    """The rest GT that was designated for this GD: AM, PM or Night, hidden from the enemy until it
    is broken. [3.5.2]"""

    period: str = "Night"
    shown: bool = False


RESTS: Register[str, Rest] = Register("rests", str, Rest)
"""By side, army, corps or formation headquarters, as the option has it. [3.5.2]"""

# ---- armies and headquarters [9] [15] [16]
NORMAL, LOW, EMPTY = "normal", "low", "none"
FUEL = (NORMAL, LOW, EMPTY)
"""[16.4.3]"""


@dataclass(frozen=True)
class Army:
    """An army's record track: ADV, ammunition, fuel in halves, trucks by task.

    `lost_ammo` and `lost_fuel` are trucks that interdiction took this GD [20.4.1], `used` those of
    `motor` that carry ammunition or a formation's supplies. [16.3.5] [15.2.3] `areas` are its
    reserve areas. [25.0]
    """

    adv: int = 0
    amp: int = 0
    fp: int = 0
    tp: int = 0
    ammo: int = 0
    fuel: int = 0
    motor: int = 0
    lost_ammo: int = 0
    lost_fuel: int = 0
    used: int = 0
    made: int = 0
    """AmP made of ADV this GD. [16.3.2]"""
    moving: int = 0
    """AmP on their way to `towards`. [16.3.5]"""
    towards: str = ""
    areas: tuple[int, ...] = ()
    moved_area: int = 0
    """The GT in which it last laid out or moved an area of its reserve. [25.1.0]"""
    adjusted: bool = False
    """Whether it has done its part of the ammunition delivery of this GD. [16.3.2]"""


ARMIES: Register[str, Army] = Register("armies", str, Army)
"""By the army's name; its headquarters may be off the map. [9.3.1]"""


@dataclass(frozen=True)
class Headquarters:
    """What becomes of a headquarters besides its counter, or of a battle group's leading unit.

    `superior` is the corps headquarters of a formation, the army of a corps; empty if it is as
    printed. [9.3.0] `since` is the GD in which its formation entered refit, `refitted` the GD in
    which it left. [22.4.0] `bonus` is the GD of its last MR bonus period. [5.4.0]
    """

    superior: str = ""
    supported: bool = True
    adv: int = 0
    fuel: str = NORMAL
    value: int = 0
    option: int = 0
    """How the fuel value is used: 1 all up to it, 2 so many in full; 0 not said yet. [16.4.5b]"""
    fp: int = 0
    amp: int = 0
    """Points made of on-hand supply, in halves and whole. [15.5.1a]"""
    ohs: int = 0
    drawn: int = -1
    """When it last paid an on-hand point for its subordinates. [15.5.1a]"""
    trucks: int = 0
    """Additional truck support. [15.2.4a]"""
    lent: str = ""
    """The headquarters to which it lends its inherent transport. [15.2.4a]"""
    truckers: tuple[str, ...] = ()
    trucked: int = -1
    """The battalions on foot that it gets its additional trucks from, and when. [15.2.4a]"""
    bought: int = 0
    """Points of ADV that AmP have bought for a corps this GD. [16.3.2]"""
    legs_ride: bool = False
    """A TP lets its Leg formation trace as Mech. [15.2.3]"""
    since: int = 0
    refitted: int = 0
    refit_inf: int = 0
    refit_arm: int = 0
    """What refit gives it this GD, in halves. [22.4.3]"""
    spared: tuple[str, ...] = ()
    """The guns that stay out of its refit, with the corps or the army. [22.4.1(1)]"""
    strays: tuple[str, ...] = ()
    """Its units that were isolated when it entered refit, until they have come back. [22.4.1(2)]"""
    reserve: int = -1
    """The reserve area its formation is in. [25.0]"""
    reserved: int = 0
    """The GT in which it entered army reserve. [25.2.0]"""
    released: int = 0
    """The GT in which it left army reserve. [24.2.0]"""
    left: int = -1
    """The reserve area that it has left, while not all of it has found a place. [25.2.0]"""
    bonus: int = 0
    trained: int = 0
    """The GD of the last check of its formation's training. [4.5.1]"""
    level: int = 0
    """Levels of training that the whole formation has gained. [4.5.1]"""
    assaults: int = 0
    paid: int = 0
    """AmP spent for assaults beyond the ADV, in the segment of `paid_at`. [16.3.3]"""
    paid_at: int = -1
    regiments: tuple[tuple[str, int], ...] = ()
    """Levels of training that its regiments have gained. [4.5.1]"""


HQS: Register[str, Headquarters] = Register("hqs", str, Headquarters)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of operation as its owner has drawn it: the hexes of a corps or an army. [9.2.0]"""

    hexes: tuple[int, ...] = ()


ZONES: Register[str, Zone] = Register("zones", str, Zone)
"""By corps headquarters, or army; who has none may be anywhere."""


@dataclass(frozen=True, slots=True)
class Front:
    """The front line of a side: where its units stood when the last Command Phase ended. [9.2.0]"""

    hexes: tuple[int, ...] = ()


FRONTS: Register[str, Front] = Register("fronts", str, Front)
"""By side; until the first Command Phase it is the set-up."""


@dataclass(frozen=True, slots=True)
class Depot:
    """A depot of an army: its hex, or the GD from which it may be placed again. [15.8.0]"""

    army: str
    hex: int = -1
    due: int = 0
    trucks: int = 0
    """Trucks that its relocation keeps busy. [15.8.2]"""
    towards: int = -1
    begun: int = -1
    """Where it is to be set up, and when its relocation began. [15.8.2]"""


DEPOTS: Register[str, Depot] = Register("depots", str, Depot)


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader: on the map with a hex, expected in a GT, or lost. [23.0]

    `began` is the hex where he began this GT [23.2.1a]; `shifted` when he last gave a shift.
    [23.2.1b] What he spent is of the phase in which he `moved`. `at_hq` says whether he began the
    GT with his headquarters [23.2.1a], `rides` that he goes along with it, `host` the unit that he
    is cut off with [23.1.0], `risked` that his stack has lost a step. [23.3.0]
    """

    place: str
    hex: int = -1
    order: int = 0
    active: bool = False
    due: int = 0
    began: int = -1
    shifted: int = -1
    moved: int = -1
    spent: int = 0
    at_hq: bool = False
    rides: bool = True
    host: str = ""
    risked: int = -1


LEADERS: Register[str, Leader] = Register("leaders", str, Leader)


@dataclass(frozen=True, slots=True)
class Lull:
    """A lull of an army: whose it is (Side One), since which GT, and until when, which is secret
    unless the scenario commands it. [24.0]

    `ended` is the GT in which it ended, `ender` who ended it. [24.4.0]
    """

    one: str = ""
    since: int = 0
    until: int = 0
    mandated: bool = False
    postponed: int = 0
    """For how many GTs its end has been put off. [24.3.0]"""
    asked: int = 0
    """The GT in which it was last asked for. [24.1.2]"""
    ended: int = 0
    ender: str = ""
    formations: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    """The active formations of both sides, by their headquarters, and the active corps and army
    artillery. [24.2.0]"""
    attached: tuple[str, ...] = ()
    """Which units attached to Side One's formation are active, where it has said so. [24.2.0]"""
    swapped: tuple[int, int] = (0, 0)
    """The GT in which Side One, and Side Two, last replaced an active formation. [24.2.0]"""
    waking: int = 0
    """How many units Side One may still activate in this Mode Determination Phase. [24.5.0(b)]"""


LULLS: Register[str, Lull] = Register("lulls", str, Lull)

# ---- the map [7.13] [17]
WORKS = ("IP", "ET-2", "ET-3")
IP, ET2, ET3 = WORKS
"""Field works. [17.3.3]"""


@dataclass(frozen=True)
class HexStatus:
    """A hex in which anything has changed, or lies.

    `work` is a complete field work of `side`; `building` is one under construction, or a bridge,
    whose builders lie under its marker. [17.3.0] `fort` are the steps of a fort that are left.
    [17.6.0] `ruined` is a fortified area that is destroyed. [17.4.1f] `delay` is the value of a
    delay marker of the side `delayer`, 0 or more; -1 is none. [7.13.0]
    """

    control: str = ""
    """Who was last here, where it counts for victory or works."""
    taken: int = 0
    """The GT in which he took it; 0 if he has held it from the start. [3.3.4]"""
    work: str = ""
    side: str = ""
    fixed: bool = False
    """A work that stays though nobody is in it. [17.4.1f]"""
    building: str = ""
    builder: str = ""
    begun: int = -1
    starved: bool = False
    """Whether its builders were out of supply when they began. [15.6.0-4]"""
    fort: int = 0
    ruined: bool = False
    delayer: str = ""
    delay: int = -1
    delay_tried: int = 0
    """The GT in which somebody tried to place a delay marker here. [7.13.1]"""
    bridgehead: str = ""
    """The headquarters whose units have a bridgehead here. [15.9.0]"""
    surrendered: int = 0
    """The GT in which a unit last surrendered here. [15.7.1]"""
    supported: int = -1
    """When units here last helped a neighbour in defence. [13.7.4a]"""
    assaulted: int = -1
    """When it was last the target of a ground assault. [13.3.1]"""
    engaged: int = -1
    """When it last defended with a final column on the table. [13.7.4a]"""
    fired_on: int = -1
    bombed: int = -1
    shelled: int = -1
    """When a barrage, aircraft, and ships last were sent against it. [11.2.3] [11.4.2]"""
    announced: int = -1
    support: str = ""
    """When aircraft or ships were last declared to follow the guns against it, and which of them.
    [11.1.0]"""
    fallen: bool = False
    """A German city that the Allies have entered: it has no Flak any more. [20.7.1]"""
    entered: int = -1
    queue: int = 0
    """At the edge: what the last one paid to come in, in the phase of `entered`. [21.2.0]"""


HEXES: Register[int, HexStatus] = Register("hexes", int, HexStatus)
PRINTED, MARKER, HEAVY = "printed", "marker", "heavy"


@dataclass(frozen=True)
class Bridge:
    """A bridge, printed or built. [17.3.1]

    `stands` says whether it may be crossed. `left` are the GTs until it stands, or is dismantled,
    by those who `build` it there. `checked`: no AFV will break it any more. [17.3.2a] `crossed`
    counts the units that crossed by road in the phase of `crossed_at`. [7.10.2a]
    """

    kind: str = PRINTED
    road: str = ""
    """The class of road that a built one joins. [17.3.1d]"""
    stands: bool = True
    checked: bool = False
    left: int = 0
    builder: str = ""
    unit: str = ""
    """The heavy bridge unit that it is made of. [17.3.1c]"""
    dismantling: bool = False
    took: int = 0
    """How many GTs it took to build a heavy one. [17.3.1c]"""
    tried: int = -1
    """When somebody last tried to demolish it [17.3.2c], or to take it. [7.14.0]"""
    crossed: int = 0
    crossed_at: int = -1


BRIDGES: Register[int, Bridge] = Register("bridges", int, Bridge)
"""By hexside: see `Ground.side_key`. Printed ones are there only once something has happened."""
