"""Where the sides stand: what each award is worth, the lead, the level of victory. [3.3.4]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grognard.systems.goss.ending.control import keeper
from grognard.systems.goss.ending.kinds import fits
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import ALLIED, AXIS, SIDES, Award, Gs, Sudden
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.status import SIDES as STATUS
from grognard.systems.goss.turn.calendar import box
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GONE, LOST, UNITS

HOLD, ELIMINATED, EXIT = "hold", "eliminated", "exit"


@dataclass(frozen=True, slots=True)
class Standing:
    """An award, how often it counts now, and the points that come of it."""

    award: Award
    count: int
    points: int


def standings(game: Gs) -> tuple[Standing, ...]:
    """Every award as it stands. [3.3.4]"""

    def compute() -> tuple[Standing, ...]:
        return tuple(standing(game, award) for award in game.scenario.terms.awards)

    return game.cached(("standings",), (UNITS.name, HEXES.name), compute)


def standing(game: Gs, award: Award) -> Standing:
    """An award now: each time that it counts is worth its points, less for every day that it came
    too late, and no more often than it may. [3.3.4]"""
    turns = sorted(_counted(game, award))
    each = [worth(game, award, turn) for turn in turns]
    each = [points for points in each if points > 0]
    each = each[: award.most] if award.most else each
    return Standing(award, len(each), sum(each))


def worth(game: Gs, award: Award, turn: int) -> int:
    """What something is worth that came about in a GT: in full until the GT by which it was to be
    done, then less for every GD, or nothing where nothing is left for those who are late."""
    if not award.by and not award.fades:
        return award.points
    if turn <= award.by:
        return award.points
    if not award.fades:
        return 0
    late = box(game, max(turn, 1)).day - box(game, max(award.by, 1)).day
    return max(award.points - award.fades * late, 0)


def _counted(game: Gs, award: Award) -> Iterable[int]:
    """The GTs in which each thing came about that the award counts."""
    if award.kind == HOLD:
        return held_since(game, award)
    if award.kind == EXIT:
        return [
            unit.exited
            for name, unit in game.state[UNITS].items()
            if unit.place == GONE
            and unit.exit_at in award.hexes
            and counter_of(game, name).side == award.side
            and fits(counter_of(game, name), award.who)
        ]
    return [
        unit.gone_in
        for name, unit in game.state[UNITS].items()
        if unit.place in LOST
        and unit.gone_in
        and counter_of(game, name).side == other(award.side)
        and fits(counter_of(game, name), award.who)
    ]


def held_since(game: Gs, award: Award) -> list[int]:
    """The GT since which a side has held all of some hexes; nothing if it does not."""
    if any(keeper(game, h) != award.side for h in award.hexes):
        return []
    known = [game.state[HEXES].get(h) for h in award.hexes]
    return [max((status.taken for status in known if status is not None), default=0)]


# ---- points and levels


def points(game: Gs) -> dict[str, int]:
    """The points of each side: its awards, and what the scenario gave for what has happened."""
    found = {side: game.state[STATUS][side].vp for side in SIDES}
    for one in standings(game):
        found[one.award.side] += one.points
    return found


def lead(game: Gs, side: str = AXIS) -> int:
    """By how many points a side is ahead."""
    found = points(game)
    return found[side] - found[other(side)]


def level(game: Gs) -> tuple[str, str]:
    """Who would win if the game ended now, and how: the first level that the lead of the Axis
    reaches; without levels, who is ahead. [3.3.4]"""
    ahead = lead(game)
    for least, side, title in game.scenario.terms.levels:
        if ahead >= least:
            return side, title
    if not ahead or game.scenario.terms.levels:
        return "", "a draw"
    return (AXIS if ahead > 0 else ALLIED), "more points"


def met(game: Gs, end: Sudden) -> bool:
    """Whether a side has what ends the game at once: such a lead, so many units gone from the map,
    and certain places, whatever of these the scenario asks for. [3.3.4]"""
    if end.hexes and any(keeper(game, h) != end.side for h in end.hexes):
        return False
    if end.exits and left(game, end.side) < end.exits:
        return False
    return not end.lead or lead(game, end.side) >= end.lead


def left(game: Gs, side: str) -> int:
    """How many units of a side have left as the terms have it."""
    return sum(
        one.count for one in standings(game) if one.award.kind == EXIT and one.award.side == side
    )


def account(game: Gs) -> dict[str, Any]:
    """Where the sides stand, for a screen or a program."""
    side, title = level(game)
    label = game.board.label
    return {
        "points": points(game),
        "lead": lead(game),
        "level": {"side": side, "title": title},
        "awards": [
            {
                "side": one.award.side, "kind": one.award.kind, "title": one.award.title,
                "hexes": [label(h) for h in one.award.hexes], "each": one.award.points,
                "count": one.count, "points": one.points,
            }
            for one in standings(game)
        ],
    }  # fmt: skip
