"""Surrender: troops that lay down their arms, where a scenario has such. A house rule.

The scenario names them and what brings it on. They roll in the Clean Up Phase of the enemy, so that
he finds the ground empty when his next turn begins. The option `surrender` drops the rule.
"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import can_attack, counter_of, unit_of
from grognard.systems.ocs.scenario import CAUSES, Ocs, Surrender
from grognard.systems.ocs.turn.phases import phasing
from grognard.systems.ocs.units import DG, MAP

BESET, SHAKEN, CUT_OFF = CAUSES


def lay_down_arms(game: Ocs) -> Procedure:
    """Everybody whom a cause has come upon rolls a die, row by row of the scenario."""
    if game.options["surrender"] == "on":
        for terms in game.scenario.surrender:
            if terms.side != phasing(game) and game.turn >= terms.turn:
                for name in terms.ids:
                    _try(game, terms, name)
    yield from ()


def cause(game: Ocs, terms: Surrender, name: str) -> str:
    """What has come upon a unit that may bring it to surrender; empty if nothing has."""
    unit = unit_of(game, name)
    if unit.place != MAP:
        return ""
    found = {
        SHAKEN: unit.mode == DG,
        CUT_OFF: unit.oos,
        BESET: BESET in terms.causes and beset(game, name),
    }
    return next((word for word in terms.causes if found[word]), "")


def beset(game: Ocs, name: str) -> bool:
    """Whether an Attack-Capable enemy stands beside a unit."""
    enemy = game.scenario.other(counter_of(game, name).side)
    return any(
        can_attack(game, other)
        for b in game.board.around(unit_of(game, name).hex)
        for other in stacks.own_at(game, b, enemy)
    )


def _try(game: Ocs, terms: Surrender, name: str) -> None:
    """One die: that number or less, and the unit is gone."""
    why = cause(game, terms, name)
    if not why:
        return
    dice, label = game.roll(1), game.board.label(unit_of(game, name).hex)
    gone = dice[0] <= terms.roll
    facts = {"hex": label, "side": terms.side, "cause": why, "surrenders": gone}
    game.emit(Event("surrender", "house", facts, dice, outcome=True).to(terms.side, unit=name))
    if gone:
        eliminate(game, name, "house", "it has surrendered")
