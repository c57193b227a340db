"""Directives: what a group of units is told to do, by whoever commands above the staff.

The staff carries them out: it chooses who attacks whom and who stands where, but within what each
group was told. Whoever was told nothing does as the staff thinks best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Posture = Literal["assault", "press", "hold", "delay", "withdraw", "reserve"]
"""How a group is to go about it.

*assault*: to attack where others would not, and to bear losses for it; *press*: as the staff
thinks; *hold*: to stand, and to attack only if it is a gift; *delay*: to bar the way, and go back
rather than be beaten; *withdraw*: to go back out of the enemy's reach; *reserve*: to wait behind
the front.
"""


@dataclass(frozen=True, slots=True)
class Directive:
    """What a group of units is told: the hexes it fights for, how, and how much it matters.

    `objective` are the board's numbers of hexes; with none the group has the goals of its side.
    `weight` scales, in percent, what attacks and goals promise to the group.
    """

    units: tuple[str, ...]
    objective: tuple[int, ...] = ()
    posture: Posture = "press"
    weight: int = 100
