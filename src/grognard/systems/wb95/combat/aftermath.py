"""The aftermath of a battle: losses, retreats, pursuit, disorganisation. [5.2.1f] [5.2.1g]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.decision import Procedure
from grognard.kit.deeds import Questions
from grognard.kit.retreat import Paths
from grognard.systems.wb95.charts import CombatResult, SideResult
from grognard.systems.wb95.combat import pursuit
from grognard.systems.wb95.combat.force import attacking, defending
from grognard.systems.wb95.combat.retreat import Setback, retreat
from grognard.systems.wb95.fighting import disorganisation, losses
from grognard.systems.wb95.fighting.battle import Battle, Reckoning
from grognard.systems.wb95.fighting.force import Force
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import MAP


def apply(game: Wb, battle: Battle, reckoning: Reckoning, result: CombatResult) -> Procedure:
    """Losses first, then retreats and pursuit, then the rolls for disorganisation. [5.2.1f]"""
    attackers, defenders = attacking(game, battle), defending(game, battle)
    disturb_guns(game, battle)
    lost_a = yield from losses.suffer(game, attackers, result.attacker.loss, attackers.prices)
    lost_d = yield from losses.suffer(game, defenders, result.defender.loss, defenders.prices)
    gone: Paths = {}
    if result.attacker.retreat:
        gone = yield from _send_back(game, attackers, result.attacker, lost_a, 0)
    elif result.defender.retreat:
        spared = 1 if reckoning.fixed_position else 0  # [7.2.6]
        gone = yield from _send_back(game, defenders, result.defender, lost_d, spared)
    if not result.attacker.retreat:
        yield from pursuit.pursue(game, attackers, defenders, gone)
    if not result.defender.retreat:
        yield from pursuit.pursue(game, defenders, attackers, gone)
    disorder(game, attackers, result.attacker, gone)
    disorder(game, defenders, result.defender, gone)
    want_of_supply(game, battle, result)


def _send_back(
    game: Wb, force: Force, result: SideResult, lost: Mapping[str, int], spared: int
) -> Questions[Paths]:
    """One side retreats; what its abilities still cost falls on the levels lost now. [5.3.1]"""
    prices = losses.still_open(game, force.prices, lost)
    gone = yield from retreat(game, Setback(force, result.retreat, spared, prices))
    return gone


def disturb_guns(game: Wb, battle: Battle) -> None:
    """Guns that support a battle have no rest either, however far from it. [5.6.5]"""
    for name in (*battle.attack.guns, *battle.defence.guns):
        disorganisation.disturb(game, name)


def disorder(game: Wb, force: Force, result: SideResult, gone: Paths) -> None:
    """What the result does to the order of a side's units that are left, last of all. [5.2.1g]

    The letter disorganises all of them [5.6.1a]; the dot makes each attacker test [5.6.1b]; who
    retreated tests for each hex but the first. [5.6.1c] [5.3.9]
    """
    alive = force.alive(game)
    if result.disorganised:
        for name in alive:
            disorganisation.disorganise(game, name, "5.6.1a")
    if result.test:
        disorganisation.test_all(game, dict.fromkeys(alive, 1), "5.6.1b")
    hexes = {name: len(gone[name]) - 1 for name in alive if name in gone}
    disorganisation.test_all(game, hexes, "5.3.9")


def want_of_supply(game: Wb, battle: Battle, result: CombatResult) -> None:
    """Units out of supply fare worse for a lost defence or a failed attack. [10.2.4]"""
    beaten = battle.defenders if result.defender.retreat else battle.units
    for name in beaten:
        if unit_of(game, name).place == MAP:
            supply.raise_level(game, name, 1, "10.2.4")
