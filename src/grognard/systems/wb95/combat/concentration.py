"""Tactical concentration: units of one division or corps that fight together. [13.0]"""

from __future__ import annotations

from grognard.engine.tally import Tally
from grognard.systems.wb95.artillery.support import exposed
from grognard.systems.wb95.fighting.battle import Battle
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb

UNITS_A_MODIFIER = 3
"""Units of one division or corps for each modifier. [13.1.2]"""


def concentration(game: Wb, battle: Battle, side: str) -> Tally:
    """One modifier for every three units of the same division or corps. [13.1.2] [13.1.4]

    It does not matter from which hexes they fight. [13.1.3]
    """
    tally = Tally()
    if game.options["tactical-concentration"] == "off":
        return tally
    counts: dict[str, int] = {}
    for name in _fighting(game, battle, side):
        formation = counter_of(game, name).formation
        if formation:
            counts[formation] = counts.get(formation, 0) + 1
    for formation, count in sorted(counts.items()):
        cms = count // UNITS_A_MODIFIER
        if cms and concentrates(game, side, formation):
            tally = tally.add(f"{count} units of {formation} together", cms, "13.1.2")
    return tally


def _fighting(game: Wb, battle: Battle, side: str) -> tuple[str, ...]:
    """Who takes part on one side: headquarters and limbered guns do not fight.

    Organic artillery counts from wherever it supports [13.1.5]; other guns only in the fight
    itself, next to the enemy.
    """
    if side == battle.attacker:
        names, guns = battle.units, battle.attack.guns
    else:
        names, guns = battle.defenders, battle.defence.guns
    close = exposed(game, battle, side)
    return (
        *(n for n in names if not counter_of(game, n).hq and not unit_of(game, n).transport),
        *(n for n in guns if counter_of(game, n).organic or n in close),  # [13.1.5]
    )


def concentrates(game: Wb, side: str, formation: str) -> bool:
    """Whether a formation is of the kind that gains by concentration. [13.1.1]

    Every division of a German or Allied side is; of a Soviet side, only an armoured or mechanised
    corps: one whose troops all ride.
    """
    if game.scenario.nations[side] != "Soviet":
        return True
    troops = [
        counter
        for counter in game.scenario.counters.values()
        if counter.side == side and counter.formation == formation and counter.regular
    ]
    return bool(troops) and all(counter.motorised for counter in troops)
