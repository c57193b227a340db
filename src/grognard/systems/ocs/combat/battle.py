"""A battle: who fights whom, where and how, and the arithmetic of it. [9.2]

The same procedure serves attacks of the Combat Phase, overruns and assaults from the sea.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.engine.tally import Tally

SEA = -1
"""The hex that attackers from landing craft come from. [18.6a(F)]"""


@dataclass(frozen=True)
class Battle:
    """One attack. The first of `attackers` and of `defenders` has the side's Action Rating. [9.6]

    `overrun` marks an attack in the midst of a move [8.0], `exploitation` one in the Exploitation
    Phase, which gives no exploit results [9.13b(C)], `beach` one from landing craft: its attackers
    are at sea [18.6]. `terrain` names the ground that the defender has chosen for himself and
    `crossings` the one for each hex that is attacked from [9.4b] [9.4c]. `unpaid` are defenders
    without combat supply, who fight at half [9.5b(B)].
    """

    attacker: str
    defender: str
    target: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    overrun: bool = False
    exploitation: bool = False
    beach: bool = False
    terrain: str = ""
    crossings: Mapping[int, str] = field(default_factory=dict)
    unpaid: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Reckoning:
    """The arithmetic of a battle, every number with its reasons. [9.4] [9.6] [9.7]

    `odds` are rounded, `category` is the row and `column` the column, from 1, before surprise.
    `surprise` and `roll` are what is added to the two rolls. [9.8] [9.9]
    """

    attack: Tally
    defence: Tally
    category: str
    odds: tuple[int, int]
    column: int
    rating: Tally
    surprise: Tally
    roll: Tally

    def to_json(self, side: str, battle: Battle) -> dict[str, Any]:
        """The arithmetic as a side may know it: of the enemy the total that he announces. [4.9b]"""
        attack, defence = self.attack, self.defence
        if side != battle.attacker:
            attack = Tally().add("announced", attack.total, "4.9b")
        if side != battle.defender:
            defence = Tally().add("announced", defence.total, "4.9b")
        return {
            "attack": attack.to_json(),
            "defence": defence.to_json(),
            "terrain": self.category,
            "odds": f"{self.odds[0]}:{self.odds[1]}",
            "column": self.column,
            "surprise": self.surprise.to_json(),
            "roll": self.roll.to_json(),
        }
