"""Units as they stand: strength, Action Rating, movement, size. [3.0] [4.1] [4.4] [5.10b] [9.11d]

Multipliers work together and nothing is rounded on the way. [4.2] [4.3]
"""

from __future__ import annotations

from fractions import Fraction

from grognard.engine.tally import Tally
from grognard.systems.ocs.results import factor, number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import (
    ARMOR,
    COMBAT,
    DG,
    EXPLOIT,
    LEG,
    MAP,
    MECH,
    OTHER,
    RE,
    RESERVE,
    STRAT,
    Counter,
    Face,
    Unit,
)

HALF = Fraction(1, 2)
QUARTERS = {size: int(4 * equivalents) for size, equivalents in RE.items()}
"""Sizes in quarters of a regimental equivalent. [4.6]"""
HQ_STRENGTH = {True: 5, False: 1}
"""A headquarters defends with 5 on its Combat side, with 1 on the other. [13.1c]"""
ARTILLERY_STRENGTH = 1
"""Artillery defends with 1 on either side. [13.4b]"""
RULES = {RESERVE: "5.7", STRAT: "5.8", EXPLOIT: "5.9", DG: "5.10b(A)"}
"""Which rule says what a mode does to values."""


def rounded(value: Fraction | int) -> int:
    """A half or more goes up, less goes down. [4.1]"""
    return int((Fraction(value) * 2 + 1) // 2)


def scaled(tally: Tally, label: str, by: Fraction, rule: str, source: str = "rulebook") -> Tally:
    """A tally multiplied: the part added is what the multiplier makes of the whole. [4.3]

    Nothing is rounded on the way. [4.2]
    """
    return tally if by == 1 else tally.add(label, tally.total * by - tally.total, rule, source)


# ---- who is who


def unit_of(game: Ocs, name: str) -> Unit:
    """What has become of a unit."""
    unit: Unit = game.state.maps["units"][name]
    return unit


def counter_of(game: Ocs, name: str) -> Counter:
    """What is printed on a unit's counter."""
    unit: Unit = game.state.maps["units"][name]
    return game.scenario.counters[unit.counter]


def side_of(game: Ocs, name: str) -> str:
    """Whose unit it is."""
    return counter_of(game, name).side


def showing(counter: Counter, unit: Unit) -> Face:
    """The side of the counter that is up, under any marker: values and class. [3.1a] [3.2] [5.2]"""
    return counter.combat if unit.combat_up else counter.move


def face_of(game: Ocs, name: str) -> Face:
    """The side of a unit's counter that is up. [5.2]"""
    unit: Unit = game.state.maps["units"][name]
    return showing(game.scenario.counters[unit.counter], unit)


def attack_capable(counter: Counter, unit: Unit) -> bool:
    """Strength without brackets, nought included; not in Strat or Reserve Mode. [3.2b] [4.4]

    The glossary leaves the mode out; the numbered rule stands. [GL-attack-capable]
    """
    face = showing(counter, unit)
    able = face.strength is not None and not face.defends_only
    return able and unit.mode not in (STRAT, RESERVE)


def exerts(counter: Counter, unit: Unit) -> bool:
    """Whether a unit has a zone of control: Attack-Capable, in Combat Mode, supplied. [4.4b] [5.5e]

    An exploiting unit keeps the zone that it had before. [5.9c] [12.8d]
    """
    if unit.place != MAP or unit.oos or not attack_capable(counter, unit):
        return False
    return unit.mode == COMBAT or (unit.mode == EXPLOIT and unit.kept_zoc)


def can_attack(game: Ocs, name: str) -> bool:
    """Whether a unit is Attack-Capable now. [4.4a]"""
    return attack_capable(counter_of(game, name), unit_of(game, name))


# ---- size and steps


def quarters(counter: Counter, unit: Unit) -> int:
    """Its size in quarters of a regimental equivalent; a division's falls with its steps. [4.6]

    A headquarters is 1 RE whatever its symbol says. [13.1]
    """
    if counter.hq:
        return 4
    if counter.division:
        return 4 * (counter.printed_re - unit.lost)  # [9.11e]
    return QUARTERS.get(counter.size, 4)


def size_of(game: Ocs, name: str) -> Fraction:
    """A unit's size in regimental equivalents. [4.6] [9.11e]"""
    return Fraction(quarters(counter_of(game, name), unit_of(game, name)), 4)


def steps_of(game: Ocs, name: str) -> int:
    """The steps a unit has left. [9.11]"""
    return counter_of(game, name).steps - unit_of(game, name).lost


def weight(counter: Counter, unit: Unit) -> Fraction:
    """What a unit weighs as cargo, in tokens: four to an RE. [4.7a]

    Foot with one to six leg points on its Move side weighs half. [4.7b]
    """
    whole = Fraction(quarters(counter, unit))
    light = counter.move.move == LEG and 1 <= counter.move.ma <= 6
    return whole / 2 if light else whole


def cargo(game: Ocs, name: str) -> Fraction:
    """What a unit of the game weighs as cargo, in tokens. [4.7a] [4.7b]"""
    return weight(counter_of(game, name), unit_of(game, name))


# ---- strength


def printed_strength(counter: Counter, unit: Unit) -> tuple[int, str]:
    """The strength a unit fights with before anything is done to it, and the rule. [3.2]

    Headquarters and artillery are combat units too, though none is printed on them. [3.0] [9.14d]
    """
    if counter.hq:
        return HQ_STRENGTH[unit.combat_up], "13.1c"
    strength = showing(counter, unit).strength
    if strength is None:
        return ARTILLERY_STRENGTH, "13.4b"
    return strength, "3.2"


def strength(game: Ocs, name: str, attacking: bool) -> Tally:
    """A unit's strength before terrain and supply: mode and step losses. [5.7] [5.8] [5.10b(A)]

    Any step lost halves the attack, half of them the defence too. [9.11d]
    """
    counter, unit = counter_of(game, name), unit_of(game, name)
    value, rule = printed_strength(counter, unit)
    tally = Tally().add("printed", value, rule, counter.source)
    doing = "attack" if attacking else "defence"
    by = factor(game.scenario.tables, "mode-effects", unit.mode, doing)
    tally = _weakened(game, counter, unit, tally, attacking)
    return scaled(tally, f"in {unit.mode} mode", by, RULES.get(unit.mode, "5.5"))


def _weakened(game: Ocs, counter: Counter, unit: Unit, tally: Tally, attacking: bool) -> Tally:
    """What step losses leave of a strength. [9.11d]

    By the option as much as there are steps left, rounded at once. [21.2]
    """
    if not unit.lost:
        return tally
    if game.options["proportional-strength"] == "on":
        left = rounded(tally.total * Fraction(counter.steps - unit.lost, counter.steps))
        return tally.add("as many steps as are left", left - tally.total, "21.2")
    if attacking or 2 * unit.lost >= counter.steps:
        return scaled(tally, "step losses", HALF, "9.11d")
    return tally


def barrage_strength(game: Ocs, name: str) -> Tally:
    """What artillery fires with in its mode. [5.10b(A)] [13.4a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    tally = Tally().add("printed", showing(counter, unit).barrage or 0, "3.1", counter.source)
    by = factor(game.scenario.tables, "mode-effects", unit.mode, "barrage")
    return scaled(tally, f"in {unit.mode} mode", by, RULES.get(unit.mode, "5.5"))


def rating(game: Ocs, name: str) -> Tally:
    """A unit's Action Rating: one less in DG, nought in Strat Mode. [3.2c] [5.10b(B)] [9.6a]

    That of a headquarters is nought. [13.1c]
    """
    counter, unit = counter_of(game, name), unit_of(game, name)
    tally = Tally().add("printed", counter.ar, "3.2c", counter.source)
    if counter.hq:
        tally = Tally().add("headquarters", 0, "13.1c")
    if unit.mode == STRAT:
        return tally.add("in strat mode", -tally.total, "5.8")
    if unit.mode == DG:
        effect = number(game.scenario.tables, "mode-effects", DG, "rating")
        return tally.add("disorganised", effect, "5.10b(B)")
    return tally


def category(counter: Counter) -> str:
    """Armor, Mech or Other, as the colour has it. [3.2a]"""
    return counter.colour if counter.colour in (ARMOR, MECH) else OTHER
