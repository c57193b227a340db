"""What units are worth now: size, class, steps, strength, proficiency, armor. [4.0]"""

from __future__ import annotations

from fractions import Fraction

from grognard.systems.goss.counters import Counters
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.turn.calendar import date
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import (
    AT,
    ATLEG,
    BN,
    BRIDGING,
    BY_TP,
    CO,
    DISMOUNTED,
    FLAK,
    FORT_UNIT,
    GENERIC,
    HELD,
    INHERENT,
    LEG,
    MAP,
    MECH,
    OWN,
    RIDING,
    STATIC,
    UNITS,
    Class,
    Counter,
    Size,
    Unit,
    Z,
)

BETTER_SINCE = "1944-09-01"
"""From when on the companies of the Allies are better. [4.4.3]"""
HIGHEST_IN_WORKS = 8
"""What works raise a defensive PR to at most. [17.4.1a]"""


def unit_of(game: Gs, name: str) -> Unit:
    """A unit as it is now."""
    unit: Unit = game.state.maps["units"][name]  # asked more often than anything
    return unit


def counter_of(game: Gs, name: str) -> Counter:
    """A unit as it is printed; breakdown units too. [18.0]"""
    counters: Counters = game.scenario.counters
    return counters[name]


def side_of(game: Gs, name: str) -> str:
    """Whose a unit is."""
    return counter_of(game, name).side


def on_map(game: Gs, name: str) -> bool:
    """Whether a unit is on the map."""
    unit = game.state[UNITS].get(name)
    return unit is not None and unit.place == MAP


# ---- size and class


def size(counter: Counter, unit: Unit) -> Size:
    """Bn, Co, or Z once its Z-step side shows. [4.1.0] [4.1.3]"""
    return Z if unit.z else counter.size


def z_step(counter: Counter, unit: Unit) -> bool:
    """Whether it is a Z-step unit. [4.1.3]"""
    return unit.z or counter.size == Z


def battalion(counter: Counter, unit: Unit) -> bool:
    """Whether it is of battalion size, whatever its nation calls it: a three-step hybrid always is,
    a company never. [4.1.1] [4.1.2] [26.0]"""
    return not unit.z and (counter.size == BN or (counter.hybrid and counter.steps == 3))


def cw_recon(counter: Counter, unit: Unit) -> bool:
    """A Recon battalion of the Commonwealth, which attacks and leads little. [4.6.8]"""
    commonwealth = counter.side == ALLIED and not counter.us
    return commonwealth and counter.recon and battalion(counter, unit)


def one_step_company(counter: Counter, unit: Unit) -> bool:
    """A company of one step, or reduced to one. [6.2.0] [4.1.2]"""
    return not battalion(counter, unit) and not z_step(counter, unit) and unit.steps == 1


def movement_class(counter: Counter, unit: Unit) -> Class:
    """Its class as it goes now: Mech if mounted, Leg on foot; guns in battery are Mech all the
    same. [4.3.0] [4.3.1] [7.12.1] [7.12.3]"""
    if unit.transport in RIDING:
        return MECH
    return LEG if unit.transport == DISMOUNTED else counter.cls


def mech(counter: Counter, unit: Unit) -> bool:
    """Whether it is a Mech class unit now. [4.3.2]"""
    return movement_class(counter, unit) == MECH


def carried(unit: Unit) -> bool:
    """Whether trucks carry it that it does not fight from. [7.12.3] [7.12.4c]"""
    return unit.transport in CARRYING


CARRYING = (BY_TP, INHERENT, OWN)


def cargo(counter: Counter, unit: Unit) -> bool:
    """Static guns on trucks: they neither fire nor attack, defend with 1, and have neither Flak nor
    AT factor. [4.3.3]"""
    return counter.cls == STATIC and bool(unit.transport)


# ---- strength


def strength(game: Gs, name: str, *, attacking: bool) -> int:
    """Its combat strength: printed, by the steps that are left. [4.2.2] [26.0-combat-strength]

    The third step of a battalion has half of the reduced strength, rounded up by itself. Static
    guns on trucks defend with 1. [4.3.3] A generic panzer battalion has that of its companies.
    [4.6.1]
    """
    return int(exact_strength(game, name, attacking=attacking))


def exact_strength(game: Gs, name: str, *, attacking: bool) -> Fraction:
    """The same; with the option of the third step it may be a half. [4.2.2] [1.5.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    side = 0 if attacking else 1
    if cargo(counter, unit) or (carried(unit) and _gun(counter)):
        return Fraction(0 if attacking else 1)  # [7.12.5]
    return on_foot(unit, _by_steps(game, counter, unit, side), 1)


def on_foot(unit: Unit, factor: Fraction, least: int) -> Fraction:
    """What a factor is worth now: dismounted Mech units have one less, attack and defence not less
    than one, armor and AT not less than none. [7.12.1a]"""
    if unit.transport != DISMOUNTED or factor <= least:
        return factor
    return max(factor - 1, Fraction(least))


def armor_factor(game: Gs, name: str, *, attacking: bool) -> int:
    """Its armor factor in a role, as it is now. [13.8.4] [7.12.1a]"""
    counter = counter_of(game, name)
    factor = counter.arm_attack if attacking else counter.arm_defence
    return int(on_foot(unit_of(game, name), Fraction(factor), 0))


def at_factor(game: Gs, name: str) -> int:
    """Its anti-tank factor as it is now; static guns on trucks have none. [13.8.4] [7.12.1a]
    [4.3.3]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    return 0 if cargo(counter, unit) else int(on_foot(unit, Fraction(counter.at), 0))


def _gun(counter: Counter) -> bool:
    """Artillery and AT units, which defend with one while they are carried. [7.12.5]"""
    return counter.artillery or counter.type.code in (AT, ATLEG, FLAK)


def _by_steps(game: Gs, counter: Counter, unit: Unit, side: int) -> Fraction:
    """The strength by the steps that are left. [4.2.2]"""
    if unit.z:
        return Fraction(counter.z_factors[side])
    if counter.is_(GENERIC):
        return Fraction(
            sum(strength(game, n, attacking=side == 0) for n in under(game, counter.id))
        )
    attacking = side == 0
    lost = counter.steps - unit.steps
    full = counter.attack if attacking else counter.defence
    if lost <= 0:
        return Fraction(full)
    if lost == 1:
        return Fraction(counter.reduced[side])
    half = Fraction(counter.reduced[side], 2)
    exact = game.options["third-step"] == "exact"
    return half if exact else Fraction(-(-half.numerator // half.denominator))


def under(game: Gs, name: str) -> tuple[str, ...]:
    """The companies that a generic panzer battalion is made of. [4.6.1]"""
    units = game.state[UNITS]

    def compute() -> tuple[str, ...]:
        return tuple(n for n, one in units.items() if one.place == HELD and one.where == name)

    return game.cached(("under", name), (UNITS.name,), compute)


def barrage(game: Gs, name: str) -> int:
    """The barrage factor of artillery. [11.4.1]"""
    return counter_of(game, name).barrage


# ---- proficiency


def proficiency(game: Gs, name: str, *, offensive: bool | None = None) -> int:
    """Its proficiency rating: offensive on the active side, defensive on the other, unless a rule
    says which. [4.4.0] [4.4.1]

    Steps do not matter. [4.2.2] In an ET, fort or fortified area the defensive one is one higher,
    up to eight; a fort's own is as it is. [17.4.1a] [17.6.0] A generic panzer battalion has that of
    one of its companies. [4.6.1]
    """
    own = unit_of(game, name).pr_of or name
    counter = counter_of(game, own)
    if offensive is None:
        offensive = counter.side == active(game)
    attacking, rating = ratings(game, counter)
    if offensive:
        return attacking
    if rating < HIGHEST_IN_WORKS and not counter.is_(FORT_UNIT) and in_works(game, name):
        return rating + 1
    return rating


def ratings(game: Gs, counter: Counter) -> tuple[int, int]:
    """The offensive and the defensive rating as printed; breakdown companies of the Allies have
    others before September 1944. [4.4.0] [4.4.3]"""
    row = f"{counter.side} {'mech' if counter.cls == MECH else 'leg'} early"
    table = game.scenario.tables["bu-proficiency"]
    generic = counter.bu and counter.size == CO and row in table.rows
    if not generic or date(game) >= BETTER_SINCE:
        return counter.pr_off, counter.pr_def
    return int(table.cell(row, "offensive").value), int(table.cell(row, "defensive").value)


def in_works(game: Gs, name: str) -> bool:
    """Whether it is in an ET, a fort or an intact fortified area of its own side. [17.4.1]"""
    unit, side = unit_of(game, name), side_of(game, name)
    if unit.place != MAP or not sheltered(game, name):
        return False
    status = game.state[HEXES].get(unit.hex)
    ruined = status is not None and status.ruined
    if game.scenario.ground.fortified[unit.hex] == side and not ruined:
        return True
    if status is None or not unit.inside:
        return False
    return status.side == side and (status.work in ("ET-2", "ET-3") or status.fort > 0)


def sheltered(game: Gs, name: str) -> bool:
    """Whether works help it at all: not in Exploit or Strat mode, nor attack designated, nor
    while it builds a bridge. [17.4.1]"""
    unit = unit_of(game, name)
    return unit.mode not in ("Exploit", "Strat", "PA") and not unit.ta and unit.task not in BRIDGING


def attack_designated(unit: Unit) -> bool:
    """Marked for a tactical or a prepared assault. [26.0-attack-designated]"""
    return unit.ta or unit.mode == "PA"


# ---- artillery


def in_battery(counter: Counter, unit: Unit) -> bool:
    """Artillery that is in battery. [5.6.0]"""
    return counter.artillery and unit.battery


def can_fire(counter: Counter, unit: Unit) -> bool:
    """Whether its stance lets it fire: towed guns in battery, self-propelled ones always; static
    ones not while they are carried. [5.6.0] [4.3.3]"""
    if not counter.artillery or cargo(counter, unit):
        return False
    return counter.spa or unit.battery
