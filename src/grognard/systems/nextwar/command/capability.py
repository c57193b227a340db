"""Combat capabilities of headquarters and artillery: twice a turn, and given back. [18.2.6]"""

from __future__ import annotations

from dataclasses import replace

from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES
from grognard.systems.nextwar.units import MAP, MEU, UNITS

USES = 2
"""How often guns, helicopters and headquarters serve in a turn. [9.5.6] [6.5.2] [18.2.6-p2]"""


def spent(game: Nw, name: str) -> int:
    """How often a unit's capability was used this turn; all of it, if it is isolated.

    [9.5.6] [18.2.6-p2] [19.7.2]
    """
    unit = unit_of(game, name)
    if unit.isolated:
        return USES
    return unit.used if unit.used_in == game.turn else 0


def use(game: Nw, name: str) -> None:
    """Turn a counter by a quarter: it has served once more. [9.5.6] [18.2.6-p2]

    The headquarters of a MEU serves only once. [30.2]
    """
    unit = unit_of(game, name)
    more = USES if MEU in counter_of(game, name).flags else 1
    game.put(
        UNITS, name,
        replace(unit, used=spent(game, name) + more, used_in=game.turn, used_at=game.serial),
    )  # fmt: skip


def rested(game: Nw, served: int) -> bool:
    """Whether somebody who has `served` so often this turn may strike now: in the Second Strike
    Phase only those who have not. [23.0]

    House: the printed sequence limits that phase, and was not to be had; an option lifts it.
    """
    second = game.segment.kind.startswith("strike-2")
    return not (second and served and game.options["second-strike"] == "unused")


def absent(game: Nw, name: str) -> str:
    """Why a headquarters can do nothing where it is; empty if it can. [18.2.6-p1]"""
    unit = unit_of(game, name)
    if unit.place != MAP or not game.scenario.ground.land(unit.hex):
        return "it is not on the map"
    return "it is under a Clearing marker" if unit.clearing else ""


def turned_back(game: Nw) -> None:
    """In the Reorganization Phase all are turned back but for those out of supply.

    What those have used stays used. [18.2] [13.1.5] [19.5]
    """
    for side in game.scenario.sides:
        for name in on_map(game, side):
            counter, unit = counter_of(game, name), unit_of(game, name)
            tired = unit.used if unit.used_in == game.turn else 0
            if tired and unit.oos and (counter.hq or counter.artillery):
                game.put(UNITS, name, replace(unit, used_in=game.turn + 1))


def gas_blown_away(game: Nw) -> None:
    """Chemical Weapons markers are removed at the end of the turn. [18.2.4]"""
    for h, status in [*game.state[HEXES].items()]:
        if status.gas:
            game.put(HEXES, h, replace(status, gas=0))
