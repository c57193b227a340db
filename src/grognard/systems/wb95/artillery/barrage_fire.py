"""Firing a barrage. [6.5.2]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.wb95.artillery.ranged import HexFire, SalvoAtHex
from grognard.systems.wb95.masking.masking import masked_game
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import SIDES
from grognard.systems.wb95.units import UNITS

BATTERIES = 2
"""How many artillery units a barrage on one hex takes at least. [6.5.4]"""
TIMES = 2
"""How many times its strength a gun has in a barrage. [6.5.3]"""


def granted(game: Wb, side: str) -> bool:
    """Whether the scenario lets a side fire barrages in this turn. [6.5.1]"""
    return any(g.side == side and game.turn in g.turns for g in game.scenario.barrage)


class Barrage(HexFire):
    """Several guns fire a barrage at one hex, by the rules of the ranged attack. [6.5.3]"""

    do, rule = "barrage", "6.5.3"
    title = "Fire a barrage"
    least = BATTERIES

    def why_gun(self, game: Wb, player: str, name: str) -> list[Refusal]:
        """Where the scenario grants it, each gun fires one barrage in a phase. [6.5.1] [6.5.2]"""
        if not granted(game, player):
            text = f"the scenario grants {player} no barrage in turn {game.turn}"
            return [Refusal("6.5.1", text)]
        refusals = super().why_gun(game, player, name)
        if not refusals and unit_of(game, name).barraged == game.serial:
            refusals.append(Refusal("6.5.2", f"{name} has fired its barrage of this phase"))
        return refusals

    def why_salvo(self, game: Wb, player: str, salvo: SalvoAtHex) -> list[Refusal]:
        """Enough guns [6.5.4], and ammunition for each of them. [6.5.7]"""
        if len(set(salvo.guns)) < BATTERIES:
            text = f"a barrage on one hex takes {BATTERIES} artillery units or more"
            return [Refusal("6.5.4", text)]
        left = self.most(game, player)
        if len(salvo.guns) > left:
            text = f"{len(salvo.guns)} guns need as many ammunition units; {player} has {left}"
            return [Refusal("6.5.7", text)]
        return super().why_salvo(game, player, salvo)

    def most(self, game: Wb, player: str) -> int:
        """No more guns can fire than there are ammunition units. [6.5.7]"""
        return game.state[SIDES][player].ammunition

    def possible(self, game: Wb, player: str) -> bool:
        """Whether any barrage can be fired: otherwise there is nothing to decide. [2.2.P2]

        Grants and ammunition are open, guns need not be: where stacks are closed the player is
        asked as long as he might have some, lest his silence tell the enemy. [16.1.1]
        """
        if not granted(game, player) or self.most(game, player) < BATTERIES:
            return False
        return masked_game(game) or bool(self.targets(game, player, self.ready(game, player)))

    def carry_out(self, game: Wb, player: str, order: SalvoAtHex) -> Procedure:
        """The guns fire with doubled strength [6.5.3], one ammunition unit each. [6.5.7]

        Aircraft may add to it as to any ranged attack, but are not doubled. [6.4.4]
        """
        guns = order.strength(game)
        strength = guns.add("barrage, doubled", guns.total * (TIMES - 1), "6.5.3")
        strength += order.air_strength(game)
        self.discharge(game, order)
        stores = game.state[SIDES][player]
        left = stores.ammunition - len(order.guns)
        game.put(SIDES, player, replace(stores, ammunition=left))
        for name in order.guns:
            game.put(UNITS, name, replace(unit_of(game, name), barraged=game.serial))
        yield from self.resolve(game, order.target, strength)
