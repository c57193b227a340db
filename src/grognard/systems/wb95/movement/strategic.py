"""Strategic movement: marked units move after the fighting. [12.0]"""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.systems.wb95.ground import POINT
from grognard.systems.wb95.pieces.stacks import in_zone, on_map
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import STRATEGIC, Wb
from grognard.systems.wb95.units import UNITS

REDUCTION = 2 * POINT
"""Points a unit has fewer in strategic movement. [12.2.3]"""


def in_use(game: Wb) -> bool:
    """Whether the chapter is played. [12.1.1]"""
    return game.options["strategic-movement"] == "on"


def under_way(game: Wb) -> bool:
    """Whether this is a Strategic Movement Phase. [12.1.1]"""
    return game.segment.kind == STRATEGIC


def marked(game: Wb, name: str) -> bool:
    """Whether a unit was marked in the Movement Phase of this turn. [12.1.4]"""
    return unit_of(game, name).marked == game.serial - 2 >= 0


def all_marked(game: Wb, side: str) -> list[str]:
    """A side's units on the map that were, in the order of the counters. [12.1.4]"""
    units, when = game.state[UNITS], game.serial - 2
    return [name for name in on_map(game, side) if units[name].marked == when >= 0]


def ineligible(game: Wb, name: str) -> Refusal | None:
    """Why a unit may not make strategic movement now; None if it may.

    It was marked in this turn's Movement Phase [12.1.4], has not fought since, nor fired [12.1.2],
    and does not stand in an enemy zone of control now [12.2.1].
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    if not in_use(game):
        return Refusal("12.1.1", "strategic movement is not played in this game")
    if not marked(game, name):
        text = f"{counter.name} was not marked for strategic movement in the Movement Phase"
        return Refusal("12.1.4", text)
    if game.serial - 1 in (unit.fought, unit.fired):
        return Refusal("12.1.2", f"{counter.name} has fought in the Combat Phase")
    if in_zone(game, unit.hex, game.scenario.other(counter.side)):
        text = f"{counter.name} stands in an enemy zone of control and stays there"
        return Refusal("12.2.1", text)
    return None
