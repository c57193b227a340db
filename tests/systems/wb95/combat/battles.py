"""Battles for tests: declaring them, reckoning them, reading a tally by rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from grognard.engine.tally import Number, Tally
from grognard.systems.wb95.charts import COLUMNS
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.combat.commitments import Defend, commitment, defence_means
from grognard.systems.wb95.combat.declaring import battle_of
from grognard.systems.wb95.combat.reckoning import reckon
from grognard.systems.wb95.fighting.battle import Battle, Reckoning
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.field import ATTACK_A, field


def front(*units: dict[str, Any], phase: int = ATTACK_A, turn: int = 1, **more: Any) -> Wb:
    """A position in a Combat Phase, the German's in turn 1 unless told otherwise."""
    return field(*units, phase=phase, turn=turn, **more)


def attack(units: str, targets: str, **more: Any) -> dict[str, Any]:
    """A declaration: units and target hexes as words in a string."""
    return {"do": "attack", "units": units.split(), "targets": targets.split(), **more}


def declared(
    game: Wb, action: dict[str, Any], defend: dict[str, Any] | None = None, player: str = "german"
) -> Battle:
    """The battle of a legal declaration and a legal answer to it."""
    assert game.why(player, action) == []
    battle = battle_of(game, player, Attack().order_of(game, action))
    if defend is not None:
        answer = {"do": "defend", **defend}
        offer = Defend(battle, defence_means(game, battle))
        assert offer.why(game, battle.defender, answer) == []
        battle = replace(battle, defence=commitment(offer.order_of(game, answer)))
    return battle


def sums(
    game: Wb, action: dict[str, Any], defend: dict[str, Any] | None = None, player: str = "german"
) -> Reckoning:
    """The reckoning of a legal declaration and a legal answer to it."""
    return reckon(game, declared(game, action, defend, player))


def defence_rules(game: Wb, action: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """The rules that refuse an answer of the Soviet defender."""
    battle = declared(game, action)
    offer = Defend(battle, defence_means(game, battle))
    return [r.rule for r in offer.why(game, battle.defender, {"do": "defend", **answer})]


def by_rule(tally: Tally) -> dict[str, Number]:
    """What each rule contributes to a tally."""
    found: dict[str, Number] = {}
    for part in tally.parts:
        total = Fraction(found.get(part.rule, 0)) + Fraction(part.value)
        found[part.rule] = int(total) if total.denominator == 1 else total
    return found


def odds_of(reckoning: Reckoning) -> tuple[str, str]:
    """The initial and the final column."""
    return COLUMNS[reckoning.initial], COLUMNS[reckoning.column]
