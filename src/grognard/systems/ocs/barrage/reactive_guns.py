"""Reactive artillery: guns fire in the Reaction Phase without having been in Reserve. [21.9a]"""

from __future__ import annotations

from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import REACTION_BARRAGE, actor, kind
from grognard.systems.ocs.units import COMBAT, MAP, MOVE

NOT_HE = "Ric van Dyke"
"""The player who cannot use the rule. [21.9d]"""


def may_fire(game: Ocs, name: str) -> bool:
    """Whether artillery that was not released may fire now. [21.9a]

    In Combat or Move Mode, in the Reaction Phase alone [21.9b]; in hedgehogs too [21.9c]. One
    player is named who may not, and the rulebook is taken at its word. [21.9d]
    """
    if game.options["reactive-artillery"] != "on" or kind(game) != REACTION_BARRAGE:
        return False
    unit, counter = unit_of(game, name), counter_of(game, name)
    ready = unit.place == MAP and unit.mode in (COMBAT, MOVE)
    barred = game.scenario.limits[counter.side].commander == NOT_HE
    return ready and counter.artillery and counter.side == actor(game) and not barred
