"""What changes in a game besides the units: hexes, bridges, air, sides, works in hand."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register

NEUTRAL = ""


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class HexStatus:
    """Who controls a hex [4.3], whose field fortification is there [7.1], and masking [16.1.2]."""

    control: str = NEUTRAL
    fortified: str = ""
    masked: bool = False


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class Bridge:
    """A bridge over one hexside: standing or not, on the map or built, and whose it is. [14.1]"""

    intact: bool
    printed: bool
    controller: str = ""


@dataclass(frozen=True, slots=True)
class BridgeWork:
    """A headquarters' work on a big-river bridge: from where to where, and since when. [14.3.2]"""

    near: int
    far: int
    declared: int


@dataclass(frozen=True, slots=True)
class Mission:
    """An air mission that has been flown and stays in force. [8.2]

    `attacks` are the river-crossing attacks by hex. [8.2.18]
    """

    side: str
    kind: str
    sp: int
    hexes: tuple[int, ...]
    air: tuple[str, ...]
    until: int
    attacks: tuple[tuple[int, int], ...] = ()
    spent: int = -1


@dataclass(frozen=True, slots=True)
class Air:
    """An air counter, or a share of a pool: its strength and the turn it was last used. [8.1.5]

    `pool` marks a share of a pool of points, which the player divides freely. [8.1.1]
    """

    side: str
    nation: str
    sp: int
    from_turn: int
    to_turn: int
    used: int = -1
    pool: bool = False


@dataclass(frozen=True, slots=True)
class Bonus:
    """Combat modifiers won by eliminating a headquarters. [9.1.6] [9.1.7]"""

    hex: int
    cms: int
    first: int
    last: int


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class SideStatus:
    """A side's stores and counts: ammunition [6.5.7], counters lost, reserves called, bonuses."""

    ammunition: int = 0
    lost: int = 0
    reserves_used: int = 0
    bonuses: tuple[Bonus, ...] = ()
    holding: int = -1


HEXES: Register[int, HexStatus] = Register("hexes", int, HexStatus)
BRIDGES: Register[int, Bridge] = Register("bridges", int, Bridge)
WORKS: Register[str, BridgeWork] = Register("works", str, BridgeWork)
MISSIONS: Register[str, Mission] = Register("missions", str, Mission)
AIR: Register[str, Air] = Register("air", str, Air)
SIDES: Register[str, SideStatus] = Register("sides", str, SideStatus)
