"""Casualties: losing levels, being eliminated, and what the enemy gains by it. [1.2e] [9.1.6]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import ATTACK, Wb
from grognard.systems.wb95.status import SIDES, WORKS, Bonus
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works.bridges import update_control

HQ_KILL_CMS = 5
"""Combat modifiers for eliminating a headquarters. [9.1.6]"""
HQ_KILL_RADIUS = 8
"""How far from the place of elimination they serve. [9.1.7]"""


OVERRUN = ("6.1.7", "9.1.5")
"""The rules by which guns and headquarters fall to whoever enters their hex."""


def lose_levels(game: Wb, name: str, levels: int, rule: str) -> None:
    """A unit loses levels; without any left it is eliminated. [1.2e] [1.4d]"""
    unit = unit_of(game, name)
    if levels >= unit.cel:
        eliminate(game, name, "eliminated", rule)
    elif levels > 0:
        game.put(UNITS, name, replace(unit, cel=unit.cel - levels))
        _tell_loss(game, name, levels, rule)


def _tell_loss(game: Wb, name: str, levels: int, rule: str) -> None:
    """A loss in a closed stack does not say which counter took it. [16.1.1]"""
    facts = {"cel": unit_of(game, name).cel, "levels": levels}
    masking.befalls(game, name, Event("loss", rule, facts), secret=("cel",))


def eliminate(game: Wb, name: str, place: str, rule: str) -> None:
    """Remove a unit from play for good: `eliminated` by the enemy, or `surrendered`. [1.2e]

    A counter lost in combat counts for the reserves [S1.5] [S2.5]; a headquarters
    eliminated by the enemy gives him modifiers, by the option also one that surrenders [9.1.6].
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    game.put(UNITS, name, replace(unit, place=place, hex=-1, cel=0))
    update_control(game, unit.hex)  # [14.1.3]
    masking.vacated(game, unit.hex)
    game.emit(Event(place, rule, {"unit": name, "hex": game.board.label(unit.hex)}))
    if name in game.state[WORKS]:
        game.drop(WORKS, name)
    if place == "eliminated" and _in_combat(game, rule):
        status = game.state[SIDES][counter.side]
        game.put(SIDES, counter.side, replace(status, lost=status.lost + 1))
    if counter.hq and (
        place == "eliminated" or game.options["surrendered-headquarters"] == "bonus"
    ):
        _reward(game, game.scenario.other(counter.side), unit.hex)


def _in_combat(game: Wb, rule: str) -> bool:
    """Whether a counter that the enemy eliminates is lost in combat. [S1.5] [S2.5]

    Fire and attack from the air are combat wherever they happen. [5.6.1a] Guns and headquarters
    that he overruns in his movement fall without a fight; by the option they do not count.
    """
    overrun = rule in OVERRUN and game.segment.kind != ATTACK
    return not overrun or game.options["overrun-losses"] == "counted"


def _reward(game: Wb, side: str, h: int) -> None:
    """Modifiers for the next two Combat Phases, near the place of elimination. [9.1.6]"""
    status = game.state[SIDES][side]
    bonus = Bonus(h, HQ_KILL_CMS, *next_combat_phases(game))
    game.put(SIDES, side, replace(status, bonuses=(*status.bonuses, bonus)))
    facts = {"cms": HQ_KILL_CMS, "within": HQ_KILL_RADIUS, "hex": game.board.label(h)}
    game.emit(Event("bonus", "9.1.6", {"side": side, **facts}))


def next_combat_phases(game: Wb) -> tuple[int, int]:
    """The serial numbers of the next two Combat Phases after the one under way. [9.1.6]"""
    found: list[int] = []
    serial = game.serial
    while len(found) < 2:
        serial += 1
        if game.segments[serial % len(game.segments)].kind == ATTACK:
            found.append(serial)
    return found[0], found[1]
