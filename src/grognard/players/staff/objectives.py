"""Objectives: what ground must not be lost, and where those go who have nothing else to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.board.board import Board
from grognard.players.staff.doctrine import PLAIN, Doctrine
from grognard.players.staff.situation import Goal, Situation

THOUSAND = 1000


def shared(objectives: Iterable[tuple[int, Sequence[int], bool]]) -> dict[int, int]:
    """What every hex counts for victory, whoever it counts for.

    Each objective has its points, its hexes, and whether they count together: then each hex has a
    share of the points, and otherwise all of them.
    """
    worth: dict[int, int] = {}
    for points, hexes, together in objectives:
        share = -(-abs(points) // len(hexes)) if together else abs(points)
        for h in hexes:
            worth[h] = worth.get(h, 0) + share
    return worth


def to_hold(situation: Situation) -> list[int]:
    """What must not be lost: goals in own hands, and the bases of supply."""
    return list(dict.fromkeys((*held(situation), *situation.bases)))


def held(situation: Situation) -> list[int]:
    """The goals in own hands."""
    return [goal.hex for goal in situation.goals if goal.ours]


def to_take(situation: Situation) -> list[Goal]:
    """What could be gained, the most valuable first."""
    return sorted((g for g in situation.goals if not g.ours), key=lambda g: (-g.value, g.hex))


def wanting(situation: Situation, threat: Sequence[int]) -> list[Goal]:
    """Where more units are wanted: for a side that must gain ground what is still to be taken.

    Otherwise, or when there is nothing left to take, own goals that the enemy could strike at.
    """
    found = to_take(situation) if situation.attacking else []
    return found or [goal for goal in situation.goals if goal.ours and threat[goal.hex]]


def best_goal(
    board: Board,
    goals: Sequence[Goal],
    h: int,
    going: Mapping[int, int],
    doctrine: Doctrine = PLAIN,
) -> Goal | None:
    """The goal where a unit does most good: value against distance, and who goes there already."""

    def pull(goal: Goal) -> tuple[int, int]:
        distance = board.distance(h, goal.hex) + doctrine.head_start
        crowd = doctrine.company + going.get(goal.hex, 0)
        return THOUSAND * goal.value // distance // crowd, -goal.hex

    return max(goals, key=pull, default=None)
