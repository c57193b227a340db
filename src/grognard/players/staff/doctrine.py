"""Doctrine: how a staff weighs things; all its constants in one frozen record per system.

A doctrine is an argument of a staff and never changes in a game. What it is made of are house
values: judgement, and no rule. It also holds what a staff is told for a while by whoever commands
it: what ground counts for more than its points, whether ground is to be gained, and directives for
single groups of its units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Literal

from grognard.players.staff.situation import Goal, Situation

Posture = Literal["assault", "press", "hold", "delay", "withdraw", "reserve"]
"""How a group is to fight: at any price that is not foolish; as the staff thinks best; keep its
ground; give ground as slowly as it can; get away; wait behind the others."""
WHOLE = 100
"""The percentage that leaves a thing as it is."""


@dataclass(frozen=True)
class Directive:
    """What a group of units is told: for which ground, how to fight, and how much that counts."""

    units: frozenset[str]
    objective: tuple[int, ...] = ()
    posture: Posture = "press"
    weight: int = WHOLE


@dataclass(frozen=True, slots=True)
class Manner:
    """What a posture changes in how attacks are weighed, from what the staff thinks by itself."""

    floor: int = WHOLE
    """The percentage that counts of what an attack must promise."""
    extra: int = 0
    """What it must promise besides, in thousandths of a point of strength."""
    risk: int = WHOLE
    """The percentage that counts of what the attackers must expect in return."""


PRESSING = Manner()
"""As the staff thinks best."""


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
    emphasis: tuple[tuple[int, int], ...] = ()
    """Hexes whose worth is taken as so many percent of itself; the others count as they are."""
    gaining: bool | None = None
    """Whether the side has to gain ground; None: as the terms of victory have it."""
    directives: tuple[Directive, ...] = ()
    """What single groups are told; of two for one unit the first counts."""
    overlooked: int = 0
    """Percent of the enemy's stacks that it does not think of attacking."""
    whim: int = 0
    """Which of them these are; another number, other stacks."""

    # ---- how directives are obeyed

    assault: Manner = Manner(floor=0, extra=-500, risk=40)
    """How those attack who are to assault."""
    hold: Manner = Manner(extra=2000)
    """How those attack who are to hold."""
    draw: int = 6000
    """What an attack on its objective is worth to a group, in thousandths, at full weight."""
    drawn: int = 6
    """Hexes from its objective within which a group is drawn to attack, the less the farther."""
    stray: int = 200
    """What each hex that an attack leads away from the objective costs a point of strength."""
    apart: int = 4
    """Hexes that a reserve keeps from the enemy."""

    @cached_property
    def told(self) -> Mapping[str, Directive]:
        """What each unit is told that is told anything."""
        return {
            name: directive
            for directive in reversed(self.directives)
            for name in sorted(directive.units)
        }

    def manner(self, posture: Posture) -> Manner:
        """How those attack who are told to fight so; the others do not attack at all."""
        return {"assault": self.assault, "hold": self.hold}.get(posture, PRESSING)

    def overlooks(self, h: int) -> bool:
        """Whether it does not think of attacking the enemy in a hex."""
        if not self.overlooked:
            return False
        known = sha256(f"{self.whim} {h}".encode()).digest()
        return int.from_bytes(known[:4], "big") % WHOLE < self.overlooked

    def weighed(self, seen: Situation) -> Situation:
        """The situation with what counts as this doctrine has it."""
        if not self.emphasis and self.gaining is None:
            return seen
        percent = dict(self.emphasis)
        goals = [
            Goal(goal.hex, goal.value * percent.get(goal.hex, WHOLE) // WHOLE, goal.ours)
            for goal in seen.goals
        ]
        attacking = seen.attacking if self.gaining is None else self.gaining
        return replace(seen, goals=goals, attacking=attacking)


PLAIN = Doctrine()
"""What the staffs weigh alike, as they weigh it if nobody says otherwise."""
