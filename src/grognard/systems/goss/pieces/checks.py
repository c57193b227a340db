"""Proficiency rating checks. [4.4.1]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.systems.goss.dice import d10
from grognard.systems.goss.pieces.values import counter_of, proficiency, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.units import MAP


def leader_at(game: Gs, side: str, h: int) -> str:
    """An active leader of a side in a hex, of any level; empty if there is none. [23.2.1e]"""
    for name, leader in game.state[LEADERS].items():
        there = leader.place == MAP and leader.hex == h and leader.active
        if there and game.scenario.leaders[name].side == side:
            return name
    return ""


def check_modifiers(game: Gs, name: str) -> Tally:
    """What is added to every check of a unit: a leader takes one off. [4.4.1] [23.2.1e]"""
    unit = unit_of(game, name)
    if unit.place == MAP and leader_at(game, counter_of(game, name).side, unit.hex):
        return Tally().add("leader", -1, "23.2.1e")
    return Tally()


def passes(
    game: Gs, name: str, rule: str, *, offensive: bool | None = None, more: Tally | None = None,
    against: int = 0,
) -> bool:  # fmt: skip
    """Roll a check: it passes below the rating. [4.4.1]

    `offensive` says which rating, where the rule does; else it is the offensive one on the active
    side. `more` are the modifiers of the rule that asks for the check. `rule` is that rule. With
    `against` another number takes the place of the rating. [23.2.1c]
    """
    rating = against or proficiency(game, name, offensive=offensive)
    tally = check_modifiers(game, name) + (more or Tally())
    shown, passed = d10(game, lambda roll: roll + int(tally.total) < rating)
    facts = {
        "unit": name,
        "rating": rating,
        "roll": shown,
        "drm": tally.to_json(),
        "passed": passed,
    }
    game.emit(Event("check", rule, facts, dice=(shown,)))
    return passed


def leader_passes(game: Gs, name: str, rule: str) -> bool:
    """A leader's check against his activation number. [4.4.2]"""
    number = game.scenario.leaders[name].number
    shown, passed = d10(game, lambda roll: roll < number)
    facts = {"leader": name, "rating": number, "roll": shown, "passed": passed}
    game.emit(Event("leader-check", rule, facts, dice=(shown,)))
    return passed
