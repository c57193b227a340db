"""The strength of a unit as it stands: level, disorganisation, supply. [1.4a] [5.6.4] [10.2.2]

Halvings multiply before one rounding, which is always upward. [1.7a]
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from grognard.engine.tally import Part, Tally
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import Counter, Level, Unit

HALF = Fraction(1, 2)


def counter_of(game: Wb, name: str) -> Counter:
    """What is printed on a unit's counter."""
    return game.scenario.counters[name]


def unit_of(game: Wb, name: str) -> Unit:
    """What has become of a unit."""
    unit: Unit = game.state.maps["units"][name]
    return unit


def level_of(game: Wb, name: str) -> Level:
    """The values of the level a unit is at. [1.2c] [1.4d]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    return counter.levels[len(counter.levels) - unit.cel]


def disorganised(game: Wb, name: str) -> bool:
    """Whether a unit carries the marker. [5.6.6]"""
    return unit_of(game, name).disorganised >= 0


def round_up(value: Fraction) -> int:
    """Divisions are rounded upward. [1.7a]"""
    return -((-value.numerator) // value.denominator)


def attack_strength(game: Wb, name: str, full: bool = False) -> Tally:
    """What a unit attacks with [1.4a]; `full` if its player pays for full strength out of supply.

    Disorganisation halves it [5.6.4], and so does being out of supply [10.2.2] unless paid
    for [10.2.3].
    """
    unit = unit_of(game, name)
    printed = level_of(game, name).attack
    halvings = []
    if unit.disorganised >= 0:
        halvings.append(("disorganised", "5.6.4"))
    if unit.oos > 0 and not full:
        halvings.append(("out of supply", "10.2.2"))
    return _halved(counter_of(game, name), printed, halvings)


def defence_strength(game: Wb, name: str) -> Tally:
    """What a unit defends with; want of supply does not weaken it. [5.6.4] [10.2.2]"""
    halvings = [("disorganised", "5.6.4")] if unit_of(game, name).disorganised >= 0 else []
    return _halved(counter_of(game, name), level_of(game, name).defence, halvings)


def _halved(counter: Counter, printed: int, halvings: list[tuple[str, str]]) -> Tally:
    """A strength with every halving as a reason, rounded upward once at the end. [1.7a]"""
    tally = _printed(counter.name, printed, counter.source)
    if not halvings:
        return tally
    value = Fraction(printed)
    for reason, rule in halvings:
        tally = tally.add(reason, -value * HALF, rule)
        value *= HALF
    rounding = round_up(value) - value
    return tally.add("rounded up", rounding, "1.7a") if rounding else tally


@lru_cache(maxsize=1 << 12)
def _printed(name: str, strength: int, source: str) -> Tally:
    """A strength as it is printed. [1.4a]"""
    return Tally((Part(name, strength, "1.4a", source),))


def whole(tally: Tally) -> int:
    """The total of a tally of strength, which is a whole number."""
    total = tally.total
    assert isinstance(total, int)
    return total
