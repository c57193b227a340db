"""Objectives: what ground is worth fighting for, and where those go who have nothing else to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.players.staff.situation import Goal, Situation

REACH = 36
"""Three points of movement: what makes a near objective no better than a very near one."""


@dataclass(frozen=True)
class Aim:
    """A goal with the way to it from everywhere."""

    goal: Goal
    way: Mapping[int, int]


def to_hold(situation: Situation) -> list[int]:
    """What must not be lost: goals in own hands, and the bases of supply."""
    held = [goal.hex for goal in situation.goals if goal.ours]
    return list(dict.fromkeys((*held, *situation.bases)))


def to_take(situation: Situation) -> list[Goal]:
    """What could be gained, the most valuable first."""
    return sorted((g for g in situation.goals if not g.ours), key=lambda g: (-g.value, g.hex))


def best_aim(aims: Sequence[Aim], h: int, taken: Mapping[int, int]) -> Aim | None:
    """The goal that repays going there most: value against distance, and who goes there already."""
    best: tuple[int, int, Aim] | None = None
    for aim in aims:
        cost = aim.way.get(h)
        if cost is None:
            continue
        pull = 1000 * aim.goal.value // (cost + REACH) // (1 + taken.get(aim.goal.hex, 0))
        if best is None or (pull, -aim.goal.hex) > best[:2]:
            best = pull, -aim.goal.hex, aim
    return None if best is None else best[2]
