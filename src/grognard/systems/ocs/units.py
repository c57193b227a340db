"""Ground units: what is printed on both sides of a counter, and what becomes of it. [3.0]

A **Counter** never changes: name, size, type, the two sides. A **Unit** is a counter in play: where
it is, its mode, its steps, its supply. Several units may share one counter: breakdown regiments and
replacements are generic. [13.5] [20.0]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

from grognard.engine.record import Register

TRACKED, LEG, TRUCK = "tracked", "leg", "truck"
CLASSES = (LEG, TRACKED, TRUCK)
"""The three classes of movement points. [3.1a]"""
ARMOR, MECH, OTHER = "armor", "mech", "other"
"""The three categories of combat units, by the colour behind the symbol. [3.2a]"""

Size = Literal["division", "brigade", "regiment", "battalion", "company", "repl"]
SIZES: tuple[Size, ...] = ("division", "brigade", "regiment", "battalion", "company", "repl")
RE: dict[str, Fraction] = {
    "battalion": Fraction(1, 2),
    "company": Fraction(1, 4),
    "repl": Fraction(1, 4),
}
"""The size of what is no division, in regimental equivalents; all others are 1. [4.6]"""

# ---- modes [5.1]

COMBAT, MOVE, RESERVE, STRAT, EXPLOIT, DG = (
    "combat", "move", "reserve", "strat", "exploit", "dg",
)  # fmt: skip
MODES = (COMBAT, MOVE, RESERVE, STRAT, EXPLOIT, DG)
VOLUNTARY = (COMBAT, MOVE, RESERVE, STRAT)
"""Modes a player may choose; the others happen to him. [5.3]"""

# ---- places

MAP, BOX, POOL, DEAD, REMOVED, BREAKOUT, ABOARD = (
    "map", "box", "pool", "dead", "removed", "breakout", "aboard",
)  # fmt: skip
"""Where a unit can be: on the map, in a holding box, still to come, dead, gone for good, on its way
out of a pocket [12.8e], or aboard landing craft [18.4c]."""

FULL, LOW, EXHAUSTED = 0, 1, 2
"""Internal stocks. [12.10]"""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter. [3.1] [3.2]

    `strength` is None where none is printed; `defends_only` stands for its brackets. [3.2b]
    `ma` is in points; fractions come only by modes and are never rounded. [4.2] [6.1h]
    `throw` is a headquarters' range in points of class `throw_class`. [12.3b]
    """

    strength: int | None
    ma: int
    move: str
    defends_only: bool = False
    barrage: int | None = None
    throw: int = 0
    throw_class: str = ""


@dataclass(frozen=True)  # without slots: what is asked of it often is worked out once
class Counter:
    """A printed counter. [3.1]

    `formation` is the multi-unit formation it belongs to, or empty. [3.1c] `printed_re` is the RE
    number of a division, which is also the number of its steps. [3.2d] [9.11]
    """

    id: str
    side: str
    nation: str
    name: str
    size: Size
    type: str
    colour: str
    combat: Face
    move: Face
    ar: int
    formation: str = ""
    printed_re: int = 0
    range: int = 0
    traits: frozenset[str] = field(default_factory=frozenset)
    source: str = "house"

    @cached_property
    def division(self) -> bool:
        """Whether it is division-sized. [3.2d]"""
        return self.size == "division"

    @cached_property
    def independent(self) -> bool:
        """Neither a division nor part of a multi-unit formation. [3.2f]

        The glossary says that it is not of several steps; the numbered rule stands.
        [GL-independent] What is not independent is divisional. [GL-divisional]
        """
        return not self.division and not self.formation

    @cached_property
    def hq(self) -> bool:
        """Whether it is a headquarters. [13.1]"""
        return self.type == "hq"

    @cached_property
    def artillery(self) -> bool:
        """Whether it is an artillery unit. [13.4]"""
        return self.type == "artillery"

    @cached_property
    def steps(self) -> int:
        """The steps it has at full strength: one for each RE of a division, else one. [4.6]"""
        return self.printed_re if self.division else 1


TRAITS = (
    "engineer",          # [13.8]
    "rail-repair",       # [13.3g]
    "para",              # [14.10a]
    "glider",            # lands by glider only [14.10a]
    "anti-tank",         # an AT or AA symbol [9.4e]
    "tank",              # the exact tank symbol [9.4e]
    "no-rebuild",        # a yellow dot [3.1d]
    "coastal",           # coastal artillery [18.3g]
    "recon",             # [21.1]
    "breakdown",         # [20.0]
    "pax", "eq",         # replacements [13.5]
    "infantry",          # a division that may break down [20.0a]
)  # fmt: skip


@dataclass(frozen=True)  # without slots: it is replaced often, see `record.replace`
class Unit:
    """A ground combat unit in play.

    Serials are numbers of segments since the game began, as `game.serial` counts them, and -1 for
    never; they are compared with the first serial of the phase under way (`phases.phase_start`).
    """

    counter: str
    place: str
    hex: int = -1
    at: str = ""
    """The box, the entry, or the landing craft, where `place` is not the map."""
    mode: str = COMBAT
    combat_up: bool = True
    """Which side shows: under a mode marker it still counts. [5.2]"""
    lost: int = 0
    internals: int = FULL
    oos: bool = False
    order: int = 0
    """Its height in the stack. [4.8b]"""
    traced: bool = True
    """Whether it had trace supply at its last own Supply Phase, or has entered since. [12.8e(C)]"""
    fed: int = -1
    """The Supply Phase in which it ate off the map. [12.6c]"""
    start: int = -1
    started: int = -1
    """Where the phase found it, and the first serial of that phase. [8.1]"""
    spent: int = 0
    moved: int = -1
    """Movement spent, in twelfths, and the phase in which it was. [6.1b]"""
    finished: int = -1
    """The phase in which it has done moving, or was dropped off. [6.1f] [6.1g]"""
    changed: int = -1
    """The phase in which it changed its mode. [5.4]"""
    locked: int = -1
    """The phase in which it negates a zone of control and so must stay. [4.5b]"""
    fuelled: int = -1
    """The phase for which one token has fuelled it. [12.5c(C)]"""
    landed: bool = False
    """Fuelled by its landing until the next Clean Up Phase. [18.5h]"""
    released: int = -1
    """The phase in which it was released from reserve. [5.7b]"""
    kept_zoc: bool = False
    """An exploiting unit that had a zone of control keeps it. [4.4b]"""
    attacked: int = -1
    fired: int = -1
    struck: int = -1
    """The phase in which ships fired at it as at a ship: coastal artillery. [18.3g(B)]"""
    worked: int = -1
    """The phase in which it built, reduced or repaired something. [13.8d]"""
    relaid: int = 0
    relaying: int = -1
    """The rail hexes a Rail Repair unit has converted, and the phase in which it did. [13.3g(D)]"""
    relays: bool = True
    """Whether its owner has it convert what it enters. [13.3f(B)]"""
    engineered: int = -1
    """The phase in which it changed its mode with the powers of an engineer. [13.8b] [13.8c]"""
    dropped: int = -1
    """The turn in which it was dropped from the air. [12.6h]"""
    flown: int = -1
    """The phase in which aircraft carried it. [14.9d]"""
    shipped: int = -1
    """The phase in which it came by sea into a port and so goes nowhere else. [19.0f(C)] [18.5h]"""
    railed: int = -1
    """The phase in which a train brought it, and from there it goes no further. [13.3c(3)]"""
    hq_fuelled: bool = False
    threw: int = -1
    threw_from: int = -1
    """A fuelled headquarters, and the one hex it throws fuel from in a phase. [12.5c(B)] [12.5e]"""
    due: int = 0
    entered: int = -1
    """The turn in which it came as a reinforcement. [13.6b]"""
    own_fuel: bool = False
    """Fuelled for itself until the next Clean Up Phase, by the option. [21.3]"""


UNITS: Register[str, Unit] = Register("units", str, Unit)
