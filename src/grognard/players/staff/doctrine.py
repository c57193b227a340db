"""Doctrine: how a staff weighs things; all its constants in one frozen record per system.

A doctrine is an argument of a staff and never changes in a game. What it is made of are house
values: judgement, and no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from grognard.players.staff.directives import Directive


@dataclass(frozen=True)
class Doctrine:
    """What the staffs of all systems weigh alike; each system's own record adds what is its own."""

    style: str = "staff"
    """By what name people know it."""
    danger: int = 2
    """Times its strength that the enemy may turn on a hex before it is reinforced."""
    head_start: int = 4
    """Hexes that make a near goal no better than a very near one."""
    company: int = 8
    """Strength on its way to a goal that is no crowd yet."""
    farthest: int = 12
    """Hexes from which a piece is thought of for an attack at all."""
    marching: int = 12
    """Points of movement, in the board's small units, that weigh as much as a hex of the line."""
    told: Mapping[str, Directive] = field(default_factory=dict, hash=False)
    """What each unit was told, by its id."""

    def led(self, directives: Iterable[Directive]) -> Self:
        """The same doctrine with every unit of some groups told what its group is to do."""
        return replace(self, told={name: each for each in directives for name in each.units})


PLAIN = Doctrine()
"""What the staffs weigh alike, as they weigh it if nobody says otherwise."""
