"""A battle: who attacks whom with what, and how its ratio was reckoned. [5.2.1]"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from grognard.engine.tally import Tally
from grognard.systems.wb95.charts import COLUMNS


@dataclass(frozen=True)
class Commitment:
    """What one side adds to a battle by choice. [5.2.1b] [1.6c]

    `guns` support it, `air` are missions that support it, `stars` are the units that use their
    stars, `forts` the fortification units that use their ability, `bonus` the modifiers spent that
    an eliminated headquarters gave, `full` the units that pay for full strength out of supply.
    """

    guns: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    bonus: int = 0
    full: tuple[str, ...] = ()


@dataclass(frozen=True)
class Battle:
    """One attack: the attacking units, the hexes attacked, who is there, what is committed."""

    attacker: str
    defender: str
    units: tuple[str, ...]
    targets: tuple[int, ...]
    defenders: tuple[str, ...]
    attack: Commitment = field(default_factory=Commitment)
    defence: Commitment = field(default_factory=Commitment)


@dataclass(frozen=True)
class Reckoning:
    """The arithmetic of a battle, every number with its reasons.

    `lone` marks an attack on a headquarters or limbered guns alone: the rightmost column, and no
    retreat. [5.1.9] [6.6.4] `fixed_position` says that the defenders have the full benefit of a
    fixed position. [7.2.4]
    """

    attack: Tally
    defence: Tally
    attacker_cm: Tally
    defender_cm: Tally
    roll: Tally
    initial: int
    column: int
    lone: bool = False
    fixed_position: bool = False

    def to_json(self) -> dict[str, Any]:
        """The arithmetic as plain data."""
        return {
            "attack": self.attack.to_json(),
            "defence": self.defence.to_json(),
            "attacker_cm": self.attacker_cm.to_json(),
            "defender_cm": self.defender_cm.to_json(),
            "roll": self.roll.to_json(),
            "initial": COLUMNS[self.initial],
            "column": COLUMNS[self.column],
            "lone": self.lone,
            "fixed_position": self.fixed_position,
        }
