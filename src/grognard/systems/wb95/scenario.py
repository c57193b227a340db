"""A WB-95 scenario: board, counters, set-up, supply, reinforcements, air, victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grognard.engine.game import Game
from grognard.engine.system import Scenario
from grognard.engine.table import Table
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.units import Counter, Unit

PHASES_A_TURN = 12
AIR, BARRAGE, MOVEMENT, ATTACK, STRATEGIC, SUPPLY = (
    "air", "barrage", "movement", "attack", "strategic", "supply",
)  # fmt: skip
"""The phases of a player, by their kinds. [2.2]"""


@dataclass(frozen=True)
class Zone:
    """An entry zone: where reinforcements come onto the map. [11.1.2]"""

    id: str
    name: str
    hexes: tuple[int, ...]


@dataclass(frozen=True)
class Source:
    """A supply base: an edge of the map, hexes, or a headquarters. [10.1.4]"""

    label: str
    hexes: tuple[int, ...] = ()
    hq: str = ""


@dataclass(frozen=True)
class AirGrant:
    """Air strength of a side over some turns: whole counters, or a pool of points. [8.1.1]"""

    side: str
    nation: str
    from_turn: int
    to_turn: int
    counters: int
    sp: int
    pool: bool = False


@dataclass(frozen=True)
class BarrageGrant:
    """A side's right to fire barrages: on which turns, with how many ammunition units. [6.5.1]"""

    side: str
    turns: tuple[int, ...]
    ammunition: int


LOSSES, NEAR = "counter-lost-in-combat", "enemy-within"
"""What calls reserves: a counter lost in combat, an enemy near the place."""
RESERVE_RULES: Mapping[str, Mapping[str, str]] = {
    "S1": {LOSSES: "S1.5", NEAR: "S1.8"},
    "S2": {LOSSES: "S2.5", NEAR: "S2.7"},
}
"""Where each scenario of the book prints them."""


@dataclass(frozen=True)
class Reserves:
    """Counters that wait off the map for an event; `rule` prints them. [S1.5] [S1.8]"""

    side: str
    trigger: str
    units: tuple[str, ...]
    zones: tuple[str, ...] = ()
    area: tuple[int, ...] = ()
    distance: int = 0
    per_loss: int = 1
    rule: str = ""


@dataclass(frozen=True)
class Objective:
    """Ground that is worth victory points: each hex of it, or the whole of it together. [S1.10]"""

    label: str
    vp: int
    hexes: tuple[int, ...]
    whole: bool
    rule: str = "S1.10"


@dataclass(frozen=True)
class Automatic:
    """A victory at once: every hex held until the other side's next Supply Phase ends. [S1.9]"""

    side: str
    label: str
    hexes: tuple[int, ...]
    until_side: str
    rule: str = "S1.9"


@dataclass(frozen=True)
class Grade:
    """One class of the victory scale; a class without a winner is a draw. [S1.11]"""

    least: int
    most: int | None
    winner: str
    degree: str
    rule: str = "S1.11"

    def __str__(self) -> str:
        return f"{self.winner}: {self.degree}" if self.winner else self.degree


@dataclass(frozen=True)
class Victory:
    """How the game is won."""

    side: str = ""
    objectives: tuple[Objective, ...] = ()
    scale: tuple[Grade, ...] = ()
    automatic: Automatic | None = None


@dataclass(frozen=True)
class Wb95Scenario(Scenario):
    """Everything about a WB-95 game that never changes.

    `sides` runs in the order of play: the side with the initiative, player A, stands first. [2.2]
    `choices` are the hexes among which the set-up lets a unit's owner place it.
    """

    ground: Ground
    tables: Mapping[str, Table]
    counters: Mapping[str, Counter]
    units: Mapping[str, Unit]
    nations: Mapping[str, str]
    turns: int
    start_date: str
    start_turn: int
    start_phase: int
    control: tuple[str, ...]
    supply: Mapping[str, tuple[Source, ...]]
    zones: Mapping[str, tuple[Zone, ...]]
    fortified: Mapping[int, str]
    bridges_down: tuple[int, ...] = ()
    bridges_built: tuple[int, ...] = ()
    masked: tuple[int, ...] = ()
    air: tuple[AirGrant, ...] = ()
    barrage: tuple[BarrageGrant, ...] = ()
    reserves: tuple[Reserves, ...] = ()
    victory: Victory = field(default_factory=Victory)
    fixed_positions: Mapping[int, int] = field(default_factory=dict)
    choices: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    setup_rules: Mapping[str, str] = field(default_factory=dict)
    brief: str = ""


Wb: TypeAlias = Game[Wb95Scenario]
Spec: TypeAlias = Mapping[str, Any]
