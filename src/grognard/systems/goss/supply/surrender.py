"""Surrender of units that are isolated and out of supply. [15.7.1]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.goss.charts import number
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.losses import LOST_STEP, gone
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.turn.calendar import morning
from grognard.systems.goss.units import OOS, SURRENDERED, UNITS, Unit

NEAR = 2
"""How near the surrender of others counts. [15.7.1]"""


def must_check(unit: Unit) -> bool:
    """Whether a unit checks for surrender: isolated and out of supply. [15.7.1]"""
    return unit.isolated and unit.supply == OOS


def surrenders(game: Gs, name: str, rule: str = "15.7.1") -> bool:
    """A unit checks: whether it surrenders. Before it defends it does so with the modifier of the
    mornings that have passed. [15.7.1] [13.5.1]"""
    if not must_check(unit_of(game, name)):
        return False
    if passes(game, name, rule, offensive=False, more=surrender_modifiers(game, name)):
        return False
    surrender(game, name)
    return True


def surrender_modifiers(game: Gs, name: str) -> Tally:
    """Two for each AM GT of checks after the first, one if others near it have surrendered in this
    GT; a leader is reckoned with every check. [15.7.1]"""
    unit, tables, tally = unit_of(game, name), game.scenario.tables, Tally()
    later = unit.checks - 1
    if later > 0:
        each = number(tables, "surrender", "AM check after the first", "drm")
        tally = tally.add("mornings of checks", each * later, "15.7.1")
    hexes = game.state[HEXES]
    near = game.board.disk(unit.hex, NEAR)
    if any((hexes.get(h) or HexStatus()).surrendered == game.turn for h in near):
        more = number(tables, "surrender", "surrender within two hexes", "drm")
        tally = tally.add("others near it surrendered", more, "15.7.1")
    return tally


def surrender(game: Gs, name: str) -> None:
    """It is removed, apart from other losses. [15.7.1]"""
    unit = unit_of(game, name)
    status = game.state[HEXES].get(unit.hex) or HexStatus()
    game.put(HEXES, unit.hex, replace(status, surrendered=game.turn))
    game.put(UNITS, name, gone(game, unit, SURRENDERED))
    game.emit(Event("surrendered", "15.7.1", {"unit": name}))
    for follow in LOST_STEP:
        follow(game, name, unit)


def check_all(game: Gs) -> None:
    """In the Joint Command Phase every such unit of both sides checks, one after the other; the
    mornings are counted. [15.7.1]"""
    for side in SIDES:
        for name in sorted(on_map(game, side)):
            unit = unit_of(game, name)
            if must_check(unit):
                if morning(game):
                    game.put(UNITS, name, replace(unit, checks=unit.checks + 1))
                surrenders(game, name)
