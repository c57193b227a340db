"""What changes in a game besides the combat units: supply, transport, facilities, air, ships.

Supply is counted in whole Tokens, four to a Supply Point; sizes of transport in Tokens too. [3.3]
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register

TOKENS = 4
"""Tokens in a Supply Point. [3.3(A)]"""


def amount(tokens: int) -> str:
    """Tokens as players write them: whole Supply Points, and Tokens for the rest. [12.1a]"""
    points, change = divmod(tokens, TOKENS)
    parts = [f"{points} SP"] * bool(points) + [f"{change}T"] * bool(change)
    return " ".join(parts) or "0T"


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class Dump:
    """Supply on the ground in one hex, of one side. [12.1b]

    `fresh` of its tokens were unloaded in the phase that began with serial `unloaded`, and may not
    be loaded again in it. [12.2a]
    """

    side: str
    hex: int
    tokens: int
    fresh: int = 0
    unloaded: int = -1
    at: str = ""
    """The off-map box it lies in, where `hex` is -1. [12.3e]"""


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class Transport:
    """Transport Points of one kind in one hex: size and load in tokens. [3.3(B)] [13.2]

    `formation` is set for Organic Trucks [13.2g]; `extender` when five points have been turned into
    one [12.7]; `captured` is the phase of capture, when they may move only in a Movement Phase
    [13.2i].
    """

    side: str
    kind: str
    size: int
    hex: int
    load: int = 0
    formation: str = ""
    extender: bool = False
    reserve: bool = False
    place: str = "map"
    at: str = ""
    spent: int = 0
    moved: int = -1
    finished: int = -1
    released: int = -1
    captured: int = -1
    rolled: int = -1
    carried: int = -1
    """The phases in which it last went from hex to hex, and with supply on it. [4.5a(A)] [12.2a]"""
    due: int = 0
    entered: int = -1
    """The turn in which it came as a reinforcement. [13.6b]"""
    traced: bool = True
    """Whether its hex had trace supply at its last own Supply Phase. [12.8e(C)]"""
    railed: int = -1
    """The phase in which a train, Sea Cap or craft in port brought it: it does no more. [13.3c(3)]

    [19.0f(C)] [18.5h]
    """


@dataclass(frozen=True, slots=True)
class Site:
    """The facilities of a hex, each with its owner. [3.3(C)]

    `base` is the level of an Air Base: 0 a strip, -1 none [15.0]; `hog` the level of a hedgehog
    [16.0]; `hits` those of its port [19.0b]. `worked` is the phase in which each was last built up
    or reduced, `used` the tokens a port has handled in phase `handled` [19.0a], `unloaded` those
    that transports have brought to the base in it [14.9f].
    """

    base: int = -1
    base_owner: str = ""
    base_worked: int = -1
    hog: int = 0
    hog_owner: str = ""
    hog_worked: int = -1
    port_owner: str = ""
    hits: int = 0
    port_worked: int = -1
    lst_port: str = ""
    used: int = 0
    unloaded: int = 0
    handled: int = -1
    refitted: int = -1
    landed_in: int = -1
    """The phase to which `unloaded` belongs. [14.9f]"""
    came_active: int = 0
    came_turn: int = -1
    """Aircraft that came to the base and are Active there, and the turn in which. [21.5]"""


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class Aircraft:
    """An air unit in play: full or reduced, Active or not, on which base. [3.5] [14.1]

    `place` is `map`, `pool`, `dead`, or `box` and `at` which one off the map; how aircraft go to
    and fro is for a game to say [I.C]. `carrier` names the ship it is aboard, and then `hex` is -1:
    it is where the ship is [18.2d]. `flown` is the phase of its last mission. [14.2e]
    """

    side: str
    counter: str
    place: str
    hex: int = -1
    carrier: str = ""
    active: bool = True
    reduced: bool = False
    flown: int = -1
    due: int = 0
    at: str = ""


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class Ship:
    """A ship, or points of landing craft (`size`, in tokens). [3.4] [18.1] [18.4]"""

    side: str
    counter: str
    place: str
    hex: int = -1
    damaged: bool = False
    dg: bool = False
    size: int = 0
    load: int = 0
    """Tokens of supply aboard; units aboard name the ship in `Unit.at`."""
    spent: int = 0
    moved: int = -1
    finished: int = -1
    fired: int = -1
    shore_turn: int = -1
    struck: int = -1
    """The phase in which it was barraged; no ship is the target twice. [18.3c]"""
    beached: bool = False
    """An LST that has been hit counts as plain landing craft of what is left. [18.3d(C)]"""
    landing: tuple[str, ...] = ()
    """The units aboard that land here when the rolls are made. [18.5f(A)]"""
    landed: int = -1
    """The phase in which the rolls were made; it moves no more in it. [18.5a]"""
    switching: bool = False
    """A DUKW that goes on by land once the rolls are made. [18.4e(A)]"""
    deploying: int = -1
    """The phase at whose end an LST becomes a port. [18.4f(A)]"""
    due: int = 0


@dataclass(frozen=True, slots=True)
class HexStatus:
    """What has happened to a hex: who uses its rails, trains busted, barrages. [13.3f] [14.8]"""

    gauge: str = ""
    converted: int = -1
    busted: str = ""
    """The side whose Trainbusting marker lies here."""
    bust_tried: int = -1
    barraged: int = -1
    attacked: int = -1
    beset: int = -1
    """The phase in which landing craft came to lie off it to assault its defenders. [18.6]"""
    cleared: int = -1
    """The phase in which a barrage destroyed the last combat unit in it. [18.6b(C)]"""
    held: str = ""
    """The side that was the last to hold it, if it counts for victory."""


@dataclass(frozen=True, slots=True)
class FormationStatus:
    """A multi-unit formation: whether a Supply Point has fuelled all of it. [12.5c(A)]

    `marked` when its owner uses its marker. [13.7]
    """

    fuelled: bool = False
    marked: bool = False
    unfuelled: tuple[str, ...] = ()
    """Members that the common source of fuel could not serve: a token each. [12.5c(A)] [13.7a]"""
    source: str = ""
    chosen: int = -1
    """Which source a formation that is split up traces to, and the phase of the choice. [12.6f]"""


@dataclass(frozen=True, slots=True)
class DropPlan:
    """A planned drop, which the enemy does not know of. [14.10b]"""

    unit: str
    hex: int
    turn: int


@dataclass(frozen=True, slots=True)
class Consignment:
    """What the tables have brought and is still to be placed. [13.6]

    `what` is `supply` (tokens), `pax` or `eq` (replacements), or `air` (steps of aircraft); any of
    `hexes` will do. `port`: it comes by sea. [13.6a]
    """

    what: str
    amount: int
    hexes: tuple[int, ...] = ()
    port: bool = False


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class SideStatus:
    """A side's capacities used in this turn, its plans and its losses. [13.3b] [19.0f]

    `rail_used` is in quarters of a token: light foot on several tracks weighs no more. [13.3a]
    """

    rail_used: int = 0
    sea_used: int = 0
    gliders: tuple[tuple[int, int], ...] = ()
    """Glider Points by the hex of their base. [14.10e]"""
    plans: tuple[DropPlan, ...] = ()
    trucks_lost: int = 0
    """Truck points, in tokens, that may be rebuilt. [13.5e]"""
    spent: int = 0
    captured: int = 0
    blown: int = 0
    delivered: int = 0
    """Tokens, for the accounts: delivered = spent + captured by the enemy + blown + on the map."""
    steps_lost: int = 0
    steps_gained: int = 0
    """Steps lost, and those that replacements brought and rebuilding restored, less the
    replacements used up: what is in play or to come is what began, plus these, less those."""
    arriving: tuple[Consignment, ...] = ()
    received: tuple[int, int] = (0, 0)
    used: tuple[int, int] = (0, 0)
    """Replacements of men and of equipment received and used in this turn. [21.7(1)]"""
    beached: int = -1
    """The phase in which its landing rolls were made: its craft have done moving. [18.5f(A)]"""
    named: int = -1
    """The phase in which the side has named raiders. [21.10a]"""
    moving: tuple[str, ...] = ()
    """Who is in the midst of a move: when others begin to move, these have done. [6.1g]"""
    blew: tuple[int, ...] = ()
    blew_in: int = -1
    """The hexes whose dumps it tried to blow, and the phase in which it did. [12.11a]"""
    earned: tuple[int, ...] = ()
    """Which objectives it has held in time, by their places in the scenario's list."""


@dataclass(frozen=True, slots=True)
class TurnStatus:
    """What holds for the Game Turn: weather, who goes first, whether it is a simulcast. [2.3]"""

    weather: str = ""
    first: str = ""
    simulcast: bool = False


DUMPS: Register[str, Dump] = Register("dumps", str, Dump)
TRANSPORT: Register[str, Transport] = Register("transport", str, Transport)
SITES: Register[int, Site] = Register("sites", int, Site)
AIR: Register[str, Aircraft] = Register("air", str, Aircraft)
SHIPS: Register[str, Ship] = Register("ships", str, Ship)
HEXES: Register[int, HexStatus] = Register("hexes", int, HexStatus)
FORMATIONS: Register[str, FormationStatus] = Register("formations", str, FormationStatus)
SIDES: Register[str, SideStatus] = Register("sides", str, SideStatus)
TURN: Register[str, TurnStatus] = Register("turn", str, TurnStatus)


def dump_key(side: str, h: int) -> str:
    """The key of a side's dump in a hex."""
    return f"{side}@{h}"
