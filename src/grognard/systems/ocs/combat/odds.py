"""Odds: strengths in their ground and supply, Action Ratings, the column, surprise. [9.3] to [9.9]

Nothing here changes the game. Every number is a sum of cited parts, and what a battle can lead to
is known exactly before a die is cast.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from grognard.engine.tally import Number, Tally
from grognard.systems.ocs.combat.battle import SEA, Battle, Reckoning
from grognard.systems.ocs.ground import Effect
from grognard.systems.ocs.pieces.stacks import hedgehog
from grognard.systems.ocs.pieces.values import (
    HALF,
    category,
    counter_of,
    rating,
    rounded,
    scaled,
    strength,
    unit_of,
)
from grognard.systems.ocs.results import (
    COLUMNS,
    Result,
    combat_result,
    odds_column,
    odds_label,
    surprised,
)
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import ARMOR, MECH, OTHER, Counter

LEVELS = ("none", "light", "heavy")
"""Anti-tank levels, the lowest first. [9.4e]"""
BLUNTED = Fraction(3, 2)
"""What anti-tank effects leave of a doubling. [9.4e]"""
BEACH = "beach"
"""The row of the chart for the nominal hexside of an assault from the sea. [18.6a(F)]"""
PLAIN = Effect("open ground", "open", dict.fromkeys((ARMOR, MECH, OTHER), Fraction(1)),
               frozenset(), dict.fromkeys((ARMOR, MECH, OTHER), "rulebook"))  # fmt: skip
"""Ground that the chart says nothing of."""
EVEN = (1, 1)


# ---- anti-tank effects [9.4e]


def anti_tank(game: Ocs, counter: Counter) -> int:
    """A unit's own level of anti-tank effects, from 0 to 2. [9.4e]

    Heavy: all yellow units, red ones with the tank symbol, anti-tank and anti-aircraft units.
    [CT-combinedarms]
    """
    colour = category(counter)
    item = colour
    if "anti-tank" in counter.traits:
        item = "anti_tank"
    elif colour == MECH and "tank" in counter.traits:
        item = "mech_tank"
    return _level(game, item)


def _level(game: Ocs, item: str) -> int:
    return LEVELS.index(game.scenario.tables["anti-tank"].cell(item, "level").value)


def defending_level(game: Ocs, battle: Battle) -> int:
    """The highest level of anti-tank effects in the defender's hex; a hedgehog has one. [9.4e]"""
    found = [anti_tank(game, counter_of(game, name)) for name in battle.defenders]
    if hedgehog(game, battle.target):  # [16.0e]
        found.append(_level(game, "hedgehog"))
    return max(found, default=0)


# ---- ground [9.3] [9.4]


def own_grounds(game: Ocs, target: int) -> tuple[Effect, ...]:
    """What the defender may choose for himself: the kinds of ground of his hex. [9.3b] [9.4c]"""
    return game.scenario.ground.hex_effects(target) or (PLAIN,)


def crossings(game: Ocs, battle: Battle, start: int) -> tuple[Effect, ...]:
    """What he may choose for attackers from a hex: his own ground, or the hexside. [9.4b]

    Rows without any multiplier cannot be chosen: where nobody can go nobody attacks [9.1f], and
    what a road makes passable stands in the chart with an asterisk.
    """
    ground = game.scenario.ground
    if start == SEA:
        sides: tuple[Effect, ...] = (ground.effects[BEACH],)  # [18.6a(F)]
    else:
        sides = ground.side_effects(start, battle.target)
    usable = tuple(effect for effect in sides if set(effect.factors.values()) != {None})
    return (*own_grounds(game, battle.target), *usable)


def origin(game: Ocs, battle: Battle, name: str) -> int:
    """The hex that a unit attacks from; the sea for those in landing craft. [18.6]"""
    return SEA if battle.beach else unit_of(game, name).hex


def stacks_of(game: Ocs, battle: Battle) -> dict[int, tuple[str, ...]]:
    """The attackers by the hex they attack from: the attacking stacks. [9.4b]"""
    found: dict[int, list[str]] = {}
    for name in battle.attackers:
        found.setdefault(origin(game, battle, name), []).append(name)
    return {h: tuple(found[h]) for h in sorted(found)}


def _named(effects: tuple[Effect, ...], name: str) -> Effect:
    return next((effect for effect in effects if effect.name == name), effects[0])


def own_ground(game: Ocs, battle: Battle) -> Effect:
    """The ground that the defender has chosen for himself; it gives the row too. [9.3] [9.4c]"""
    return _named(own_grounds(game, battle.target), battle.terrain)


# ---- strengths


def _multiplier(effect: Effect, colour: str, attacking: bool) -> Fraction:
    """What ground does to a unit, be it nothing left; where the chart bars it, a road led there."""
    by = effect.factor(colour, attacking)
    return Fraction(1) if by is None else by


def attack_of(game: Ocs, battle: Battle, name: str) -> Tally:
    """What one attacker attacks with: mode, steps, ground, supply. [9.4] [9.4a] [9.5a]"""
    counter, start = counter_of(game, name), origin(game, battle, name)
    effect = _named(crossings(game, battle, start), battle.crossings.get(start, ""))
    colour = category(counter)
    by = _multiplier(effect, colour, True)
    tally, words = strength(game, name, True), effect.name.replace("_", " ")
    source = effect.sources[colour]
    if by == 2 and colour != OTHER and defending_level(game, battle) >= anti_tank(game, counter):
        tally = scaled(tally, f"{words}, anti-tank effects", BLUNTED, "9.4e", source)
    else:
        tally = scaled(tally, words, by, "9.4b", source)
    return _named_parts(counter, _without_trace(game, name, tally))


def defence_of(game: Ocs, battle: Battle, name: str) -> Tally:
    """What one defender defends with: mode, steps, ground, supply. [9.4c] [9.4d] [9.5]

    Without combat supply half, out of supply half, both a quarter. [9.5a] [9.5b(B)]
    """
    counter, effect = counter_of(game, name), own_ground(game, battle)
    colour = category(counter)
    by = _multiplier(effect, colour, False)
    words = effect.name.replace("_", " ")
    tally = scaled(strength(game, name, False), words, by, "9.4c", effect.sources[colour])
    if name in battle.unpaid:
        tally = scaled(tally, "without combat supply", HALF, "9.5b(B)")
    return _named_parts(counter, _without_trace(game, name, tally))


def _without_trace(game: Ocs, name: str, tally: Tally) -> Tally:
    if not unit_of(game, name).oos:
        return tally
    return scaled(tally, "out of supply", HALF, "9.5a")


def _named_parts(counter: Counter, tally: Tally) -> Tally:
    """A unit's parts under its name."""
    found = Tally()
    for part in tally.parts:
        found = found.add(f"{counter.name}: {part.label}", part.value, part.rule, part.source)
    return found


def attack_total(game: Ocs, battle: Battle) -> Tally:
    """The strength of the attack, not rounded. [4.2] [9.7]"""
    return sum((attack_of(game, battle, name) for name in battle.attackers), Tally())


def defence_total(game: Ocs, battle: Battle) -> Tally:
    """The strength of all combat units in the hex, not rounded. [4.2] [9.1d]"""
    return sum((defence_of(game, battle, name) for name in battle.defenders), Tally())


# ---- odds [9.7]


def rounded_odds(attack: Number, defence: Number) -> tuple[int, int]:
    """Both strengths divided by the smaller and rounded. [9.7] [4.1]

    So a defender in disorder doubles the odds against himself, as the players' notes say. [PN]
    Against no strength at all, or with none, there are no odds; none on both sides is even. [9.14a]
    """
    if not attack and not defence:
        return EVEN
    least = min(attack, defence)
    if not least:
        return (1, 0) if attack else (0, 1)
    return rounded(Fraction(attack) / least), rounded(Fraction(defence) / least)


def start_column(game: Ocs, row: str, odds: tuple[int, int]) -> int:
    """The column before surprise; no strength is the edge of the table. [9.7a] [9.14a]"""
    if not odds[1]:
        return COLUMNS
    return odds_column(game.scenario.tables, row, odds) if odds[0] else 1


def reckon(game: Ocs, battle: Battle) -> Reckoning:
    """The arithmetic of a battle in which everything has been chosen. [9.2]"""
    attack, defence = attack_total(game, battle), defence_total(game, battle)
    row = own_ground(game, battle).category
    odds = rounded_odds(attack.total, defence.total)
    modifier = rating_modifier(game, battle)
    hog, surprise, roll = hedgehog(game, battle.target), modifier, modifier
    if hog:  # [16.0d]
        surprise = surprise.add("hedgehog", -1, "9.8")
        roll = roll.add(f"hedgehog, level {hog}", -hog, "9.9")
    column = start_column(game, row, odds)
    return Reckoning(attack, defence, row, odds, column, modifier, surprise, roll)


def rating_modifier(game: Ocs, battle: Battle) -> Tally:
    """The attacker's Action Rating less the defender's: added to both rolls. [9.6]"""
    ours = rating(game, battle.attackers[0]).total
    theirs = rating(game, battle.defenders[0]).total
    tally = Tally().add("attacker's Action Rating", ours, "9.6")
    return tally.add("defender's Action Rating", -theirs, "9.6")


# ---- what may come of it [9.8] [9.9]


def kind_of(battle: Battle) -> str:
    """The row of the surprise table: an overrun, or a regular attack. [9.8] [18.6a(D)]"""
    return "overrun" if battle.overrun else "regular"


def surprise_of(game: Ocs, battle: Battle, reckoning: Reckoning, roll: int) -> str:
    """Who gains by surprise: the attacker, the defender or nobody. [9.8]"""
    modified = roll + int(reckoning.surprise.total)
    return surprised(game.scenario.tables, kind_of(battle), modified)


def shifted(column: int, gain: str, by: int) -> int:
    """The column that surprise leads to: to the right, or to the left. [9.8] [9.1g]"""
    step = {"attacker": by, "defender": -by}.get(gain, 0)
    return min(max(column + step, 1), COLUMNS)


def result_of(game: Ocs, reckoning: Reckoning, column: int, roll: int) -> Result:
    """What the table says to a roll in a column. [9.9]"""
    return combat_result(game.scenario.tables, column, roll + int(reckoning.roll.total))


def distribution(game: Ocs, battle: Battle, reckoning: Reckoning) -> dict[str, Fraction]:
    """Every result of a battle with its exact probability, the likeliest first. [9.8] [9.9]"""
    columns: dict[int, Fraction] = {}
    for roll, chance in TWO_DICE.items():
        gain = surprise_of(game, battle, reckoning, roll)
        for die in range(1, 7):
            column = shifted(reckoning.column, gain, die)
            columns[column] = columns.get(column, Fraction(0)) + chance / 6
    found: dict[str, Fraction] = {}
    for column, share in columns.items():
        for roll, chance in TWO_DICE.items():
            text = result_of(game, reckoning, column, roll).text
            found[text] = found.get(text, Fraction(0)) + share * chance
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _two_dice() -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=2):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, 36)
    return found


TWO_DICE = _two_dice()
"""The probability of each sum of two dice."""


def written(game: Ocs, reckoning: Reckoning, column: int) -> str:
    """A column by the odds that are printed over it."""
    return odds_label(game.scenario.tables, reckoning.category, column)
