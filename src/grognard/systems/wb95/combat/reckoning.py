"""Reckoning a battle: strengths, combat ratio, combat modifiers, die modifier. [1.5] [1.6] [5.5]"""

from __future__ import annotations

from fractions import Fraction

from grognard.engine.tally import Number, Part, Tally
from grognard.systems.wb95.air import air
from grognard.systems.wb95.artillery.support import defends_in_place
from grognard.systems.wb95.charts import BEST, initial_column, shift
from grognard.systems.wb95.combat import command, concentration, special
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.fighting.battle import Battle, Reckoning
from grognard.systems.wb95.pieces.stacks import units_at
from grognard.systems.wb95.pieces.values import (
    HALF,
    attack_strength,
    counter_of,
    defence_strength,
    round_up,
    unit_of,
    whole,
)
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.works import bridges, fortification

LONE_GUNS_SP = 1
"""What towed guns alone in a hex defend it with, however many they are. [6.6.3]"""


def reckon(game: Wb, battle: Battle) -> Reckoning:
    """Count both sides' strengths and modifiers and find the column. [5.2.1b] [5.2.1c] [5.2.1d]

    It changes nothing, and may be asked about any battle that could be fought now.
    """
    h = decisive(game, battle)
    attack, defence = attack_total(game, battle, h), defence_total(game, battle)
    ground, fixed = ground_modifiers(game, battle, h)
    attacker_cm = attacker_modifiers(game, battle)
    defender_cm = ground + defender_modifiers(game, battle)
    lone = all(helpless(game, target) for target in battle.targets)
    if lone:  # [5.1.9] [9.1.8] [6.6.4]
        initial = column = BEST
    else:
        initial = _initial(game, whole(attack), whole(defence))
        column = shift(initial, whole(attacker_cm), whole(defender_cm))  # [5.2.1d]
    return Reckoning(
        attack=attack,
        defence=defence,
        attacker_cm=attacker_cm,
        defender_cm=defender_cm,
        roll=command.roll_modifier(game, battle),
        initial=initial,
        column=column,
        lone=lone,
        fixed_position=fixed,
    )


def _initial(game: Wb, attack: int, defence: int) -> int:
    """The column of the strengths alone; against no strength at all it is the best. [5.2.1c]"""
    below = game.options["ratio-below-even"]
    return initial_column(attack, defence, below) if defence else BEST


# --- Strengths ------------------------------------------------------------------------------


def attack_total(game: Wb, battle: Battle, h: int) -> Tally:
    """The strength of the attack: units, supporting guns, aircraft, and what halves them. [1.5]

    The ground of the decisive hex counts, or with the option that of every hex attacked. Halvings
    multiply, and the total is rounded upward once at the end. [1.7a]
    """
    support = Tally()
    for name in battle.attack.guns:
        paid = name in battle.attack.full
        support += _cited(attack_strength(game, name, paid), "6.3.1")
    support += air.offensive_strength(game, battle.attack.air)  # [8.2.2]
    tally = Tally()
    for sp in _strengths(game, battle).values():
        tally += sp
    tally += support
    hexes = battle.targets if game.options["halving-ground"] == "any-hex" else (h,)
    positions = tuple([target for target in hexes if fortification.fixed(game, target)])
    backing = support.total
    if positions:
        frontal = _through_line(game, battle, *positions) + whole(support)
        tally = tally.add("against a fixed position", -frontal * HALF, "7.2.2")
        backing *= HALF
    return _rounded(_into_swamp(game, tally, hexes, backing))


def _into_swamp(game: Wb, tally: Tally, hexes: tuple[int, ...], backing: Number) -> Tally:
    """Ground that halves attackers: with the support, as fixed positions do, or without it.

    The table speaks of the attacker's points and does not say whether guns and aircraft are
    among them. [T.terrain.n3]
    """
    table, terrain = game.scenario.ground.table, game.board.terrain
    ground = min((terrain[h] for h in hexes), key=lambda kind: table[kind].attacker_factor)
    factor = table[ground].attacker_factor
    if factor == 1:
        return tally
    strength = Fraction(tally.total)
    if game.options["swamp-halving"] == "units":
        strength -= backing
    return tally.add(f"into {ground}", strength * (factor - 1), "T.terrain.n3")


def defence_total(game: Wb, battle: Battle) -> Tally:
    """The strength of the defence: the hexes attacked, supporting guns and aircraft. [1.5]"""
    tally = Tally()
    for h in battle.targets:
        tally += hex_defence(game, h)
    for name in battle.defence.guns:
        tally += _cited(defence_strength(game, name), "6.3.1")
    return tally + air.defensive_strength(game, battle.defence.air)  # [8.2.4]


def hex_defence(game: Wb, h: int) -> Tally:
    """What the units of one hex defend it with.

    Guns count with their own strength only beside a regular unit [6.6.1], self-propelled ones
    always [6.6.5]; towed guns left alone are worth one point together [6.6.3]; limbered guns and
    headquarters nothing.
    """
    tally = Tally()
    fighting = obligations.defenders(game, h)
    for name in fighting:
        counter = counter_of(game, name)
        if counter.regular or counter.type == "RG":  # [6.6.5]
            tally += defence_strength(game, name)
        elif counter.towed_artillery and defends_in_place(game, name):
            tally += _cited(defence_strength(game, name), "6.6.1")
    if not tally.parts and any(_in_battery(game, name) for name in fighting):
        tally = tally.add(f"guns alone in {game.board.label(h)}", LONE_GUNS_SP, "6.6.3")
    return tally


def helpless(game: Wb, h: int) -> bool:
    """Whether only headquarters and limbered guns are in a hex. [5.1.9] [6.6.4]"""
    for name in units_at(game, h):
        counter = counter_of(game, name)
        if not (counter.hq or (counter.towed_artillery and not _in_battery(game, name))):
            return False
    return True


def _in_battery(game: Wb, name: str) -> bool:
    """Whether a unit is towed artillery in combat set-up. [6.2.2]"""
    return counter_of(game, name).towed_artillery and not unit_of(game, name).transport


def _strengths(game: Wb, battle: Battle) -> dict[str, Tally]:
    """What each attacking unit attacks with. [1.5] [10.2.2] [10.2.3]"""
    full = battle.attack.full
    return {name: attack_strength(game, name, name in full) for name in battle.units}


def _cited(tally: Tally, rule: str) -> Tally:
    """A unit's strength, told as what another rule lets it add."""
    first, *rest = tally.parts
    return Tally((Part(first.label, first.value, rule, first.source), *rest))


def _rounded(tally: Tally) -> Tally:
    """A total rounded upward. [1.7a]"""
    total = tally.total
    if isinstance(total, int):
        return tally
    return tally.add("rounded up", round_up(total) - total, "1.7a")


# --- Ground ---------------------------------------------------------------------------------


def decisive(game: Wb, battle: Battle) -> int:
    """The attacked hex with most strength, whose ground and works count. [5.5.3]

    Of equals the one that serves its defenders best.
    """
    if len(battle.targets) == 1:
        return battle.targets[0]

    def rank(h: int) -> tuple[Number, Number, int]:
        ground, _ = ground_modifiers(game, battle, h)
        return hex_defence(game, h).total, ground.total, -h

    return max(battle.targets, key=rank)


def ground_modifiers(game: Wb, battle: Battle, h: int) -> tuple[Tally, bool]:
    """What terrain, water, works and a resilience group give the defenders of a hex. [5.5.2]

    The second answer is whether they have the full benefit of a fixed position. [7.2.4]
    """
    tally = Tally()
    terrain = game.board.terrain[h]
    row = game.scenario.ground.table[terrain]
    if row.defender_cm:  # [5.5.1]
        tally = tally.add(terrain, row.defender_cm, "5.5.1", row.sources["defender_cm"])
    tally += water_modifiers(game, battle, h)
    works, fixed = works_modifiers(game, battle, h)
    return tally + works + special.resilience(game, h), fixed


def water_modifiers(game: Wb, battle: Battle, h: int) -> Tally:
    """Water counts if more than half of the attacking units' strength comes across it. [5.5.4]

    Units that come across greater water count as crossing lesser too, so the modifier is the
    greatest that more than half of the strength has to face.
    """
    ground = game.scenario.ground
    waters = {n: bridges.water_in_combat(game, unit_of(game, n).hex, h) for n in battle.units}
    if not any(waters.values()):
        return Tally()
    faced: dict[int, int] = {}
    sources: dict[int, str] = {}
    total = 0
    for name, strength in _strengths(game, battle).items():
        rows = waters[name]
        cm = sum(ground.table[row].defender_cm for row in rows)  # [5.5.2]
        faced[cm] = faced.get(cm, 0) + whole(strength)
        ours = [s for row in rows if (s := ground.table[row].sources["defender_cm"]) != "rulebook"]
        sources[cm] = ours[0] if ours else sources.get(cm, "rulebook")
        total += whole(strength)
    for cm in sorted((cm for cm in faced if cm), reverse=True):
        if 2 * sum(sp for other, sp in faced.items() if other >= cm) > total:
            return Tally().add("across water", cm, "5.5.4", sources[cm])
    return Tally()


def works_modifiers(game: Wb, battle: Battle, h: int) -> tuple[Tally, bool]:
    """What fortifications give the defenders of a hex, and whether as a full fixed position.

    A fixed position counts if no less than half of the attacking units' strength, before any
    halving, comes through its line; taken from behind it is worth a field fortification. [7.2.4]
    """
    if fortification.fixed(game, h):
        total = sum(whole(sp) for sp in _strengths(game, battle).values())
        if 2 * _through_line(game, battle, h) >= total:  # [7.2.4]
            return fortification.fixed_value(game, h), True
        return fortification.field_value(game, h), False
    if fortification.dug_in(game, h):
        return fortification.field_value(game, h), False
    return Tally(), False


def _through_line(game: Wb, battle: Battle, *positions: int) -> int:
    """The strength of the attacking units that come through the line of a position. [7.2.4]"""
    return sum(
        whole(strength)
        for name, strength in _strengths(game, battle).items()
        if any(fortification.through_line(game, unit_of(game, name).hex, h) for h in positions)
    )


# --- Modifiers of the two sides -------------------------------------------------------------


def attacker_modifiers(game: Wb, battle: Battle) -> Tally:
    """The attacker's columns to the right. [1.6a] [1.6c]"""
    tally = concentration.concentration(game, battle, battle.attacker)
    tally += special.stars(game, battle, battle.attacker)
    tally += special.volkssturm(game, battle.defenders)
    if battle.attack.bonus:
        tally = tally.add("enemy headquarters eliminated", battle.attack.bonus, "9.1.6")
    return tally


def defender_modifiers(game: Wb, battle: Battle) -> Tally:
    """The defender's columns to the left, besides those of his ground. [1.6a] [1.6c]"""
    tally = concentration.concentration(game, battle, battle.defender)
    tally += special.stars(game, battle, battle.defender)
    tally += special.fortress(game, battle)
    tally += special.volkssturm(game, battle.units)
    if battle.defence.bonus:
        tally = tally.add("enemy headquarters eliminated", battle.defence.bonus, "9.1.6")
    return tally
