"""Strengths in combat: what each unit brings, and why. [9.4]

Each unit is modified by itself and rounded up once; no unit is halved twice.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from grognard.engine.tally import Tally
from grognard.systems.nextwar.combat.battle import Battle, terrain_of
from grognard.systems.nextwar.ground import (
    FLAT,
    HIGHLAND,
    HIGHLAND_WOODS,
    JUNGLE,
    MARSH,
    PEAKS,
    RIVERS,
    ROUGH,
    URBAN,
)
from grognard.systems.nextwar.pieces.values import counter_of, face, lack, unit_of, unsupplied
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import ARMOR, LEG, MECHANIZED
from grognard.systems.nextwar.words import called

HALVED, DOUBLED, MORE = Fraction(1, 2), Fraction(2), Fraction(3, 2)
HEAVY = (ARMOR, MECHANIZED)
CLOSE = frozenset({HIGHLAND, HIGHLAND_WOODS, JUNGLE, *PEAKS})
"""Ground where vehicles attack at half, always; in marsh only while it is not frozen. [9.4.4]"""
Factor = tuple[str, Fraction, str]
"""What changes a strength: in words, by how much, and the rule."""


def attack(game: Nw, battle: Battle) -> Tally:
    """The attack strength of everybody together, unit by unit. [9.2.2] [2.3.1]"""
    tally = Tally()
    for name in battle.attackers:
        tally = tally.add(*attacker(game, battle, name))
    return tally + commanded(game, battle.aid.hqs)


def attacker(game: Nw, battle: Battle, name: str) -> tuple[str, int, str]:
    """What one unit brings to an attack: its label, its strength, and the rule that made it."""
    base = marked(game, name, face(game, name).attack)
    halving = _halvings(game, battle, name)
    factors = [*halving[:1], *_bonuses(game, battle, name)]  # [9.4] only once
    return _modified(game, name, base, factors, "9.2.2")


def defense(game: Nw, battle: Battle) -> Tally:
    """The defense strength of everybody together. [9.2.2] [2.3.2]"""
    tally, bracketed = Tally(), all(counter_of(game, n).bracketed for n in battle.defenders)
    for name in battle.defenders:
        if counter_of(game, name).bracketed and not bracketed:
            tally = tally.add(f"{called(game, name)}, in brackets", 0, "2.3.2.1")
        else:
            tally = tally.add(*defender(game, battle, name))
    return tally + commanded(game, battle.cover.hqs)


def commanded(game: Nw, names: tuple[str, ...]) -> Tally:
    """What headquarters add, after everything else: the number of their range. [18.2.1]"""
    tally = Tally()
    for name in names:
        text = f"{called(game, name)} supports"
        tally = tally.add(text, counter_of(game, name).range, "18.2.1")
    return tally


def defender(game: Nw, battle: Battle, name: str) -> tuple[str, int, str]:
    """What one unit brings to the defense. [9.4.5] [19.7.2]"""
    unit, factors = unit_of(game, name), list[Factor]()
    if unit.isolated:
        factors.append(("isolated", HALVED, "19.7.2"))
    covered = terrain_of(game, battle) in (URBAN, JUNGLE) and not unit.clearing
    if covered and counter_of(game, name).arm == LEG:
        factors.append(("infantry in cover", DOUBLED, "9.4.5"))
    base = marked(game, name, face(game, name).defense)
    return _modified(game, name, base, factors, "9.2.2")


def marked(game: Nw, name: str, value: int) -> int:
    """A strength with a Strike marker on it: never below one, before any halving or doubling.

    [27.3] [27.3.1] [27.3.2]
    """
    strike = unit_of(game, name).strike
    return max(1, value - strike) if value and strike else value


def _modified(
    game: Nw, name: str, base: int, factors: list[Factor], rule: str
) -> tuple[str, int, str]:
    total = Fraction(base)
    for _, factor, _ in factors:
        total *= factor
    isolated = any(rule == "19.7.2" for _, _, rule in factors)
    value = int(total) if isolated else ceil(total)  # [9.4] [19.7.2]
    if base and factors:
        value = max(value, 1)
    words = [called(game, name), *(text for text, _, _ in factors)]
    return ", ".join(words), value, factors[0][2] if factors else rule


def _halvings(game: Nw, battle: Battle, name: str) -> list[Factor]:
    """Every cause for which a unit would attack at half.

    [9.4.1] [9.4.4] [8.5.8.1-p2] [19.5] [19.7.2]
    """
    unit, found = unit_of(game, name), list[Factor]()
    if unit.isolated:
        found.append(("isolated", HALVED, "19.7.2"))
    if unsupplied(game, name):
        found.append(("out of supply", HALVED, lack(game)))
    if name in battle.landing:
        found.append(("from the sea", HALVED, "9.4.1"))
    elif game.scenario.ground.river(unit.hex, battle.hex) in RIVERS:
        major = game.scenario.ground.river(unit.hex, battle.hex) == RIVERS[0]
        found.append(("across a river", HALVED, "8.3.1.1.1" if major else "9.4.1"))
    terrain = terrain_of(game, battle)
    marsh = terrain == MARSH and game.scenario.season != "winter"
    if counter_of(game, name).arm in HEAVY and (terrain in CLOSE or marsh):
        found.append(("vehicles in close country", HALVED, "9.4.4"))
    return found


def _bonuses(game: Nw, battle: Battle, name: str) -> list[Factor]:
    """Armor and mechanized units against those who have none, in the open. [9.4.2] [9.4.3]"""
    arm = counter_of(game, name).arm
    if arm not in HEAVY or not _open(game, battle, name):
        return []
    if any(counter_of(game, other).arm in HEAVY for other in battle.defenders):
        return []
    if arm == ARMOR:
        return [("armor against none", DOUBLED, "9.4.2")]
    return [("mechanized against none", MORE, "9.4.3")]


def _open(game: Nw, battle: Battle, name: str) -> bool:
    """Whether the ground lets vehicles be worth more: flat or rough, nothing built, no water."""
    ground, h = game.scenario.ground, battle.hex
    if terrain_of(game, battle) not in (FLAT, ROUGH) or ground.city(h) or work_stands(game, h):
        return False
    return name not in battle.landing and not ground.river(unit_of(game, name).hex, h)


def work_stands(game: Nw, h: int) -> bool:
    """Whether the fortification of a hex is one still: as long as its owner controls it.

    [8.3.1.10]
    """
    work = game.scenario.ground.fortified(h)
    return work is not None and controller(game, h) == work.owner
