"""Units: what a counter shows, and what becomes of it in play. [1.2] [1.3] [1.4]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from grognard.engine.record import Register
from grognard.engine.refusal import Refusal

Move = Literal["foot", "trucked", "tracked"]
MOVES: tuple[Move, ...] = ("foot", "trucked", "tracked")

TYPES = ("INF", "MOT", "ARM", "CAV", "AG", "ART", "AT", "AA", "HQ", "RG", "VS", "FU", "AC")
"""Infantry, motorised, armoured, cavalry, assault guns, artillery, anti-tank, anti-aircraft,
headquarters, resilience group, Volkssturm, fortification unit, armoured cars."""

SIZES = ("C", "B", "R", "BR", "D", "HQ", "unit")
"""Company, battalion, regiment, brigade, division, headquarters, and units of no size. [1.3c]"""

TRAITS = ("towed", "guards", "ss", "engineer")
STARS = ("black", "white", "yellow", "blue")


@dataclass(frozen=True, slots=True)
class Level:
    """One Combat Efficiency Level: attack and defence strength, movement in twelfths. [1.2c]"""

    attack: int
    defence: int
    mp: int


@dataclass(frozen=True)
class Counter:
    """What is printed on a counter and never changes. [1.2b]

    `levels` runs from full strength to the weakest; a counter printed on one side has one. [1.2c]
    """

    id: str
    side: str
    nation: str
    name: str
    formation: str
    parent: str
    type: str
    size: str
    move: Move
    levels: tuple[Level, ...]
    stars: tuple[tuple[str, int], ...] = ()
    traits: tuple[str, ...] = ()
    organic: bool = False
    source: str = "house"

    @cached_property
    def artillery(self) -> bool:
        """Guns that support others from a distance, towed or self-propelled. [6.1.1]"""
        return self.type == "ART"

    @cached_property
    def self_propelled(self) -> bool:
        """Mechanised artillery, which fights, retreats and pursues like a regular unit. [1.2d]"""
        return self.artillery and self.move == "tracked"

    @cached_property
    def towed_artillery(self) -> bool:
        """Guns with a combat and a transport set-up and a single level. [6.2.2] [1.2d] [6.1.6]"""
        return self.artillery and not self.self_propelled

    @cached_property
    def towed(self) -> bool:
        """Towed artillery, anti-tank and anti-aircraft guns. [5.1.10]"""
        return self.towed_artillery or "towed" in self.traits

    @cached_property
    def hq(self) -> bool:
        """A headquarters. [9.1]"""
        return self.type == "HQ"

    @cached_property
    def regular(self) -> bool:
        """Every ground unit but towed artillery, headquarters and resilience groups. [4.1.2]"""
        return not (self.towed_artillery or self.hq or self.type == "RG")

    @cached_property
    def exerts(self) -> bool:
        """Whether the unit has a zone of control: no artillery does. [4.1.2] [6.1.5] [15.2.2]"""
        return self.regular and not self.artillery

    @cached_property
    def motorised(self) -> bool:
        """Mechanised or trucked; all artillery counts as trucked at least. [1.3a] [1.3b]"""
        return self.move != "foot"

    @cached_property
    def attacks(self) -> bool:
        """Whether the unit may attack an adjacent hex itself. [5.1.10]"""
        return self.regular and not self.towed


@dataclass(frozen=True)  # without slots: no record is replaced as often, see `record.replace`
class Unit:
    """What becomes of a counter in play.

    Moments are kept as the serial number of a phase (-1: never), so that nothing must be reset.
    `entered` and `entry` are when and where it came onto the map [11.1.5]; `banked` the Supply
    Phase at whose end a headquarters stood at the big river it still stands at. [14.3.2a]
    `shelled` is when it was the target of ranged fire [6.4.5], `owed` the Combat Phase in which it
    held a unit that has attacked since, so that it must still be attacked. [5.1.4]
    `routed` is when every step so far has followed a secondary route. [T.terrain.n2]
    `stayed` is when it gave up its movement to dig in or for replacements. [7.1.2a] [15.3.3]
    """

    place: str
    hex: int
    cel: int
    order: int = 0
    transport: bool = False
    oos: int = 0
    disorganised: int = -1
    moved: int = -1
    spent: int = 0
    halted: bool = False
    start: int = -1
    full_mp: int = -1
    marked: int = -1
    fought: int = -1
    fired: int = -1
    revealed: int = -1
    retreated: int = -1
    barraged: int = -1
    zone: str = ""
    due: int = 0
    replaced: int = -1
    entered: int = -1
    entry: int = -1
    banked: int = -1
    shelled: int = -1
    owed: int = -1
    routed: int = -1
    stayed: int = -1


MAP = "map"
"""On the map. Other places: `expected` (a reinforcement still to come), `reserve`, `eliminated`
(lost in combat), `surrendered`, `disbanded` (spent as replacements), and `exited` (left the map,
may come back)."""


def at_odds(counter: Counter, unit: Unit) -> Refusal | None:
    """Why a counter cannot be in such a state; None if it can. [1.2c] [6.1.6] [6.2.2]"""
    least, most = int(unit.place == MAP), len(counter.levels)
    if not least <= unit.cel <= most:
        return Refusal("1.2c", f"{counter.id} has {least} to {most} CEL, not {unit.cel}")
    if unit.transport and not counter.towed_artillery:
        text = f"{counter.id} is no towed artillery; only that has two set-ups"
        return Refusal("6.2.2", text)
    return None


EXPECTED = "expected"
RESERVE = "reserve"

UNITS: Register[str, Unit] = Register("units", str, Unit)
