"""Strengths: combined arms, what halves a unit, and the ground assault value. [13.6.0] [13.6.1]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from grognard.engine.tally import Tally
from grognard.systems.goss.assault.battle import Assault, Force, rounded_up
from grognard.systems.goss.assault.terrain import marsh
from grognard.systems.goss.fatigue.hits import exhausted
from grognard.systems.goss.ground import MAJOR, RIVER
from grognard.systems.goss.observation.cover import covers
from grognard.systems.goss.pieces.crossing import class_of, crossing
from grognard.systems.goss.pieces.values import (
    battalion,
    counter_of,
    exact_strength,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import FLAME, LEG, MECH, OHS, OOS, RE, Counter, Unit

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
Why = tuple[str, str]
"""A reason, and its rule."""

# ---- combined arms [13.6.1d]


def needs_arms(game: Gs, assault: Assault) -> bool:
    """Whether pure AFVs need others beside them: in movement cover, or in marsh. [13.6.1d]"""
    return covers(game, assault.defence.side, assault.hex) or marsh(game, assault.hex)


def pure(game: Gs, names: Sequence[str]) -> tuple[str, ...]:
    """The pure AFV units among some. [13.6.1d]"""
    return tuple(n for n in names if counter_of(game, n).afv)


def service(game: Gs, names: Sequence[str]) -> tuple[int, int] | None:
    """How many pure AFV units of any size, and how many more companies of them, the others of a
    stack serve; None: all. A battalion of personnel or hybrid serves all, a company one, a hybrid
    company one company; Recon in vehicles, too; rear echelon nobody. [13.6.1d] [13.6.1d(a)]
    [13.6.1d(b)]"""
    units = companies = 0
    for name in names:
        counter, unit = counter_of(game, name), unit_of(game, name)
        fit = counter.personnel or counter.recon
        if not fit or z_step(counter, unit) or (counter.german and counter.is_(RE)):
            continue
        if battalion(counter, unit):
            return None
        units, companies = units + (not counter.hybrid), companies + counter.hybrid
    return units, companies


def choices_of_service(game: Gs, force: Force) -> list[frozenset[str]]:
    """Which pure AFV units may be served, where there is not enough for all: as many as possible,
    in every way. [13.6.1d]"""
    found: list[frozenset[str]] = [frozenset()]
    for _, names in force.stacks:
        sets = _served_of(game, names)
        found = [one | some for one in found for some in sets]
    return found


def _served_of(game: Gs, names: Sequence[str]) -> list[frozenset[str]]:
    """The same for one stack. [13.6.1d]"""
    tanks, room = pure(game, names), service(game, names)
    if room is None or not tanks:
        return [frozenset(tanks)]
    units, companies = room
    for count in range(min(units + companies, len(tanks)), 0, -1):
        sets = [
            frozenset(some)
            for some in combinations(tanks, count)
            if len([n for n in some if battalion(counter_of(game, n), unit_of(game, n))]) <= units
        ]
        if sets:
            return sets
    return [frozenset()]


def served(game: Gs, force: Force) -> frozenset[str]:
    """The pure AFV units that have combined arms: as the owner said, or the strongest. [13.6.1d]"""
    if force.served is not None:
        return force.served
    return max(
        choices_of_service(game, force),
        key=lambda some: sum(
            (exact_strength(game, n, attacking=force.attacking) for n in some), Fraction(0)
        ),
    )


def alone(game: Gs, assault: Assault, force: Force, name: str) -> bool:
    """Whether a pure AFV unit lacks combined arms where it needs them: it has no armor then.
    [13.6.1d-2]"""
    if not counter_of(game, name).afv or not needs_arms(game, assault):
        return False
    if game.options["combined-arms-duel"] == "all" and duel(game, assault):
        return False
    return name not in served(game, force)


def duel(game: Gs, assault: Assault) -> bool:
    """Whether pure AFVs meet pure AFVs, and neither side has combined arms. [13.6.1d-2]"""
    forces = (assault.attack, assault.defence)
    return all(counter_of(game, n).afv for force in forces for n in force.names)


# ---- one unit [13.6.1]


def attack_of(game: Gs, assault: Assault, name: str) -> Tally:
    """What a unit attacks with: Mech in marsh, and whoever uses a bridge over a wide river, with a
    quarter; flame tanks add nothing. Marsh counts whatever terrain the defender has chosen.
    [13.6.1a] [13.6.1a(b2)] [13.6.1a(b3)] [4.6.7] [26.0-tec(c)]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if name in assault.ferries and _over(game, assault, name) == MAJOR:
        return Tally().add(f"{counter.name} ferries", Fraction(0), "17.2.2-2")
    if counter.is_(FLAME):
        return Tally().add(f"{counter.name} throws flames", Fraction(0), "4.6.7")
    halves, quarters = _attacker_halves(game, assault, name, counter, unit), []
    wet = marsh(game, assault.hex) or marsh(game, assault.attack.hex_of(name))
    off = name in assault.attack.standoff
    spared = off and game.options["standoff-marsh"] == "half"
    if class_of(counter, unit) == MECH and wet and not spared:
        quarters.append(("marsh", "13.6.1a(b2)"))
    between = crossing(game, assault.attack.hex_of(name), assault.hex)
    if between.wide and between.bridge is not None and not off and name not in assault.ferried:
        quarters.append((f"bridge over a {between.water}", "13.6.1a(b3)"))
    return _reduced(game, name, True, halves, quarters, "13.6.1a(b1)")


def _over(game: Gs, assault: Assault, name: str) -> str:
    return crossing(game, assault.attack.hex_of(name), assault.hex).water


def _attacker_halves(
    game: Gs, assault: Assault, name: str, counter: Counter, unit: Unit
) -> list[Why]:
    """What halves an attacker: water, marsh, the lack of combined arms, of supplies or of rest, and
    standing off; who does so does not mind what he would cross. [13.6.1a(a1)] [13.6.1a(a2)]
    [13.6.1a(a3)] [13.6.1a(a4)] [13.6.1a(a5)] [13.6.1a(a6)] [13.6.1a(a7)] [13.6.1a(a8)] [13.5.2]
    [14.2.1] [14.2.1(b)]"""
    force, start = assault.attack, assault.attack.hex_of(name)
    leg, between = class_of(counter, unit) == LEG, crossing(game, start, assault.hex)
    off, ferried = name in force.standoff, name in assault.ferried
    wet = marsh(game, assault.hex) or marsh(game, start)
    unserved = alone(game, assault, force, name) and not duel(game, assault)
    found = (
        (leg and between.water == RIVER and not ferried and not off, "river", "13.6.1a(a1)"),
        (leg and between.water == MAJOR and ferried, "ferried", "13.6.1a(a2)"),
        (not leg and between.water == RIVER and not off, "river", "13.6.1a(a3)"),
        (leg and wet, "marsh", "13.6.1a(a4)"),
        (unserved, "no combined arms", "13.6.1a(a5)"),
        (unit.supply == OOS, "out of supply", "13.6.1a(a6)"),
        (unit.fatigue > 0, "fatigue", "13.6.1a(a7)"),
        (off, "stands off", "13.6.1a(a8)"),
        (name in force.half, "saves supplies", "13.5.3"),
    )
    return [(why, rule) for holds, why, rule in found if holds]


def defence_of(game: Gs, assault: Assault, name: str) -> Tally:
    """What a unit defends with: halved among guns, by choice, without combined arms, supplies or
    rest, and standing off; a quarter at fatigue 2, and of Mech in marsh. [13.6.1b] [13.6.1b(a2)]
    [13.6.1b(a3)] [13.6.1b(a4)] [13.6.1b(a5)] [13.6.1b(a6)] [13.6.1b(a7)] [13.6.1b(b2)]
    [13.6.1b(b3)] [14.2.1(b)] [14.2.2(d)]"""
    counter, unit, force = counter_of(game, name), unit_of(game, name), assault.defence
    unserved = alone(game, assault, force, name) and not duel(game, assault)
    found = (
        (name in _halved_guns(game, force), "guns among others", "13.6.1b(a1)"),
        (name in force.half and unit.supply != OHS, "saves its strength", "13.6.1b(a2)"),
        (unserved, "no combined arms", "13.6.1b(a3)"),
        (unit.supply == OOS, "out of supply", "13.6.1b(a4)"),
        (name in force.half and unit.supply == OHS, "saves supplies", "13.6.1b(a5)"),
        (unit.fatigue == 1, "fatigue", "13.6.1b(a6)"),
        (name in force.standoff, "stands off", "13.6.1b(a7)"),
    )
    halves = [(why, rule) for holds, why, rule in found if holds]
    quarters = []
    if exhausted(unit):
        quarters.append(("fatigue 2", "13.6.1b(b2)"))
    if class_of(counter, unit) == MECH and marsh(game, assault.hex):
        quarters.append(("marsh", "13.6.1b(b3)"))
    return _reduced(game, name, False, halves, quarters, "13.6.1b(b1)")


def _halved_guns(game: Gs, force: Force) -> tuple[str, ...]:
    """Artillery among two or more units is halved; where all are artillery one is, the weakest, or
    as the option has it. [13.6.1b(a1)]"""
    names = force.names
    guns = tuple(n for n in names if counter_of(game, n).artillery)
    if len(names) < 2 or not guns:
        return ()
    if len(guns) == len(names) and game.options["lone-guns"] == "one":
        return (min(guns, key=lambda n: (exact_strength(game, n, attacking=False), n)),)
    return guns


def _reduced(
    game: Gs, name: str, attacking: bool, halves: list[Why], quarters: list[Why], twice: str
) -> Tally:
    """A strength, and what halves or quarters it: never less than a quarter. Guns without
    ammunition have one. [13.6.1] [13.6.1a(b1)] [13.6.1b(b1)] [13.6.1c]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    strength = exact_strength(game, name, attacking=attacking)
    rule = "13.6.0"
    if counter.artillery and unit.depleted and not attacking:
        strength, rule = Fraction(1), "13.6.1c"
    tally = Tally().add(counter.name, strength, rule)
    if quarters or len(halves) > 1:
        why = quarters[0] if quarters else (", ".join(w for w, _ in halves), twice)
        return tally.add(why[0], strength * QUARTER - strength, why[1])
    for label, cited in halves:
        return tally.add(label, strength * HALF - strength, cited)
    return tally


# ---- all together [13.6.0] [13.6.2]


def total(game: Gs, assault: Assault, *, attacking: bool) -> Tally:
    """The strengths of one side with their reasons; the sum is not rounded yet. [13.6.0]"""
    found, strength = Tally(), attack_of if attacking else defence_of
    alone = game.options["oos-rounding"] == "unit"
    for name in assault.force(attacking).names:
        one = strength(game, assault, name)
        if alone and unit_of(game, name).supply == OOS:  # [1.5.0] by an option
            one = one.add("rounded by itself", rounded_up(Fraction(one.total)) - one.total, "1.5.0")
        found += one
    return found


def value(tally: Tally) -> int:
    """The ground assault value: the sum, rounded up. [13.6.0]"""
    return rounded_up(Fraction(tally.total))
