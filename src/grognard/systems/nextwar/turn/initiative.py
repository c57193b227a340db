"""Initiative: who moves first, and whether the turn is his or contested. [5.0]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import CONTESTED, INITIATIVE, NOW, SIDES, WAR

FIRST, SECOND = "first", "second"
"""The roles of a turn: who has the initiative, or had it last, and the other. [5.0]"""


def side_of(game: Nw, role: str) -> str:
    """Who has a role this turn: the first acts before the second in every phase. [5.0] [3.0]"""
    first = game.state[WAR][NOW].first
    return first if role == FIRST else game.scenario.other(first)


def kind_of(game: Nw) -> str:
    """Of which type the turn is, and so which phases it has. [5.0] [3.0]"""
    return game.state[WAR][NOW].kind


def initiative_phase(game: Nw) -> None:
    """Determine who has the initiative, from the Victory Points of the turn before. [5.1]"""
    war, was = game.state[WAR][NOW], kind_of(game)
    gains = {side: game.state[SIDES][side].gained for side in game.scenario.sides}
    if game.turn <= game.scenario.terms.guaranteed:
        kind, first, rule = INITIATIVE, game.scenario.sides[0], "5.1"  # [5.1]
    elif was == INITIATIVE:
        kind, first, rule = after_initiative(game, war.first, gains)
    else:
        kind, first, rule = after_contested(war.first, gains)
    game.put(WAR, NOW, replace(war, kind=kind, first=first))
    facts = {"turn_kind": kind, "side": first, "gains": gains}
    game.emit(Event("initiative", rule, facts))
    for side, status in game.state[SIDES].items():
        game.put(SIDES, side, replace(status, before=status.gained, gained=0))


def after_initiative(game: Nw, first: str, gains: dict[str, int]) -> tuple[str, str, str]:
    """Whoever alone gained what the scenario asks for has it; else it is contested. [5.1.1]"""
    needed = game.scenario.terms.initiative
    able = [side for side, points in gains.items() if points >= needed]
    return (INITIATIVE, able[0], "5.1.1") if len(able) == 1 else (CONTESTED, first, "5.1.1")


def after_contested(first: str, gains: dict[str, int]) -> tuple[str, str, str]:
    """Whoever gained more has it; if both gained alike it stays contested. [5.1.2]"""
    best = max(gains.values())
    able = [side for side, points in gains.items() if points == best]
    return (INITIATIVE, able[0], "5.1.2") if len(able) == 1 else (CONTESTED, first, "5.1.2")
