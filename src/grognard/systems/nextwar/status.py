"""What changes in a game besides the units: weather, initiative, sides, hexes, sites, bridges."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register

CLEAR, OVERCAST, STORM = "clear", "overcast", "storm"
WEATHERS = (CLEAR, OVERCAST, STORM)
"""What the weather can be. [4.1]"""
INITIATIVE, CONTESTED = "initiative", "contested"
KINDS = (INITIATIVE, CONTESTED)
"""The two types of turn. [5.0]"""
LEVELS = ("contested", "advantage", "superiority", "supremacy")
"""How far one side rules the air. [6.4]"""


@dataclass(frozen=True, slots=True)
class War:
    """The state of the war this turn: the weather, the type of turn, and who rules the air.

    `first` has the initiative, or had it last. [5.0] `ruler` has the air superiority of `level`,
    nobody at level 0. [6.4] `awacs` is the advantage of the side `watching`. [22.6.2-1]
    """

    weather: str = CLEAR
    kind: str = INITIATIVE
    first: str = ""
    ruler: str = ""
    level: int = 0
    watching: str = ""
    awacs: int = 0


WAR: Register[str, War] = Register("war", str, War)
NOW = "now"
"""The key of the one record of the war."""


@dataclass(frozen=True)
class SideStatus:
    """What a side has besides its counters: points, levels and tracks.

    `gained` are the Victory Points of this turn, `before` those of the last one. [5.1] [12.1]
    `halves` is half a point that is not yet a whole one. `tries` are its rolls for automatic
    victory. [12.2] `air_lost` is gone for good. [6.3] `lift` are the Airmobile Points, of which
    `lift_used` were used in the turn `lifted_in`, and `lift_downed` of these shot down. [8.5.4.2]
    """

    vp: int = 0
    gained: int = 0
    before: int = 0
    halves: int = 0
    tries: int = 0
    air: int = 0
    air_lost: int = 0
    lift: int = 0
    lift_used: int = 0
    lift_downed: int = 0
    lifted_in: int = 0
    spare: tuple[int, ...] = ()
    spare_at: int = -1
    """The hexes whose units may share half a point in the segment `spare_at`. [8.5.4.1]"""
    flown: int = 0
    flown_at: int = -1
    """Half points that went by Air Transport in the segment `flown_at`. [8.5.2.1]"""
    dropped: int = 0
    dropped_in: int = 0
    """Half points that jumped in the turn `dropped_in`, or tried to. [8.5.3.1]"""
    submarines: int = 0
    asw: int = 0
    supply: int = 0
    detection: int = 0
    sam: int = 0
    aaa: int = 0
    ballistic: int = 0
    cruise: int = 0
    """Theater weapons that are left. [26.1]"""
    gas: int = 0
    """Chemical Weapons points. [18.2.4]"""
    mended: int = 0
    mended_in: int = 0
    """Supply Points that went into air defenses in the turn `mended_in`. [27.9.2]"""
    shipped: int = 0
    shipped_at: int = -1
    """Half points that went by sea in the segment `shipped_at`. [8.5.7.3]"""
    settled: int = -1
    """When it began to work on bridges, so that its units move no more. [8.3.4.1.2]"""


SIDES: Register[str, SideStatus] = Register("sides", str, SideStatus)


@dataclass(frozen=True, slots=True)
class HexStatus:
    """A hex that has changed: who controls it, who entered it last this turn, what lies in it.

    `clearing` is the side that clears it [8.4.1]; the `number` on its marker is drawn when it is
    turned up. `denied` is the turn in which such a marker was given up here. [8.4.1.3] `taken` is
    the turn in which it changed hands last. [22.6.1]
    """

    control: str
    entered: str = ""
    entered_in: int = 0
    clearing: str = ""
    number: int = 0
    denied: int = 0
    interdiction: int = 0
    gas: int = 0
    attacked: int = -1
    taken: int = 0
    nuclear: int = 0
    """The turn in which a Nuclear Attack was resolved here, by the rules of a game that has them:
    an edit that both sides agree to says so. [18.2.5-e]"""


HEXES: Register[int, HexStatus] = Register("hexes", int, HexStatus)


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """What has become of an installation, an airfield, a town: damage and what it was worth.

    `strike` is its Strike marker; `scored` says that its destruction has been paid for until it
    is whole again. [12.1.2] [27.2] `phase` is when it was hit last, by the serial of the phase's
    first segment, `before` the damage it had when that phase began (3: destroyed), and `due` what
    it suffered since for which collateral damage is not rolled yet. [27.7.4] `ruined` is the
    segment of its destruction. [22.6.1] `mending` says that it was destroyed and is not whole yet.
    [27.9.1] `tried` is the turn in which its owner tried to damage it. [27.2.1] `target` is the
    number on the Target marker that it got in the turn `targeted`. [20.2.3]
    """

    strike: int = 0
    destroyed: bool = False
    scored: bool = False
    phase: int = -1
    before: int = 0
    due: int = 0
    ruined: int = -1
    mending: bool = False
    tried: int = 0
    targeted: int = 0
    target: int = 0


SITES: Register[str, SiteStatus] = Register("sites", str, SiteStatus)


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge: whether it stands, its damage, whose headquarters built it, when it was tried.

    [8.3.4] [18.2.5]
    """

    stands: bool = True
    strike: int = 0
    builder: str = ""
    tried: int = -1


BRIDGES: Register[int, Bridge] = Register("bridges", int, Bridge)


@dataclass(frozen=True, slots=True)
class Engineers:
    """The bridge marker of a headquarters: the hexside where it lies, -1 if nowhere. [18.2.5]

    `lost` says that it is out of the game, `removed` and `tried` in which segment it was taken up
    and its last bridge begun.
    """

    key: int = -1
    lost: bool = False
    removed: int = -1
    tried: int = -1


ENGINEERS: Register[str, Engineers] = Register("engineers", str, Engineers)
