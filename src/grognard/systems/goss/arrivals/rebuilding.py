"""Steps for units on the map, paid with replacement points. [22.5.0] [22.5.1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.systems.goss.arrivals.prices import Points, price_of, rate_of, steps_of
from grognard.systems.goss.arrivals.purse import pay, purse
from grognard.systems.goss.movement.registers import UNREPLACED
from grognard.systems.goss.observation.cover import conceals
from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.pieces.stacks import beside_enemy
from grognard.systems.goss.pieces.values import attack_designated, counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import (
    ERSATZ,
    EXPECTED,
    GENS,
    MAP,
    MR,
    RE,
    RESERVE,
    TAC,
    UNITS,
    Counter,
    Unit,
    UnitType,
    Z,
)
from grognard.systems.goss.words import called

PRESENT = (MAP, RESERVE)
"""Where units are that may be rebuilt. [22.5.1] [25.0]"""


def missing(counter: Counter, unit: Unit) -> int:
    """The steps that a unit has lost; those that are in play as breakdown units are not. A Z-step
    side lacks its one. [4.1.3] [18.9.0]"""
    if counter.size == Z:
        return 0
    return counter.steps - unit.steps - unit.out


def next_step(game: Gs, name: str) -> UnitType:
    """The type of the step that a unit would regain: the last that it lost. [22.6.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.mix:
        return rate_of(game, counter).type
    return steps_of(game, counter)[missing(counter, unit) - 1]


def step_price(game: Gs, name: str) -> Points | None:
    """What the next step of a unit costs; mounted or not, and in companies, at its own rate.
    [22.5.1] [22.6.0]"""
    counter = counter_of(game, name)
    return price_of(game, rate_of(game, counter), next_step(game, name))


def against_receiving(game: Gs, name: str, *, supplied: bool = True) -> list[Refusal]:
    """Why a unit may not get a step. [22.5.1] [14.2.0(f)]

    `supplied` is left out where units give each other steps. [22.5.1a]
    """
    counter, unit, title = counter_of(game, name), unit_of(game, name), called(game, name)
    if unit.place == EXPECTED:
        return [Refusal("21.3.1", f"{title} gets replacements once it is on the map")]
    if unit.place not in PRESENT:
        return [Refusal("22.5.1", f"{title} is not in play")]
    kept = [why for bars in UNREPLACED if (why := bars(game, name)) is not None]
    barred = (
        (missing(counter, unit) < 1, "22.5.1", "has all its steps"),
        (counter.is_(RE), "4.6.3", "is a rear echelon unit"),
        (unit.mode not in (TAC, MR), "22.5.1", f"is in {unit.mode} mode"),
        (supplied and unit.supply != GENS, "22.5.1", "is not in general supply"),
        (unit.ooc, "22.5.1", "is out of command"),
        (attack_designated(unit), "22.5.1", "is attack designated"),
        (unit.fatigue > 0, "22.5.1", "is fatigued"),
        (not may_handle(game, name), "22.5.1", "has got or given a step in this game turn"),
    )
    found = [Refusal(rule, f"{title} {why}") for holds, rule, why in barred if holds]
    return kept + found + _exposed(game, name)


def may_handle(game: Gs, name: str) -> bool:
    """Whether a unit may get or give a step in this GT: one, or two for Ersatz units. [22.5.1]
    [22.5.1a] [22.5.1c]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if unit.replaced != game.turn:
        return True
    return counter.is_(ERSATZ) and unit.given < ERSATZ_STEPS


ERSATZ_STEPS = 2
"""How many steps an Ersatz unit gives and gets in a GT. [22.5.1c]"""


def _exposed(game: Gs, name: str) -> list[Refusal]:
    """Leg units are not next to an enemy, unless in cover; Mech units neither next to one nor
    observed from the ground. [22.5.1]"""
    counter, unit, title = counter_of(game, name), unit_of(game, name), called(game, name)
    if unit.place != MAP:
        return []
    close = beside_enemy(game, counter.side, unit.hex)
    if not mech(counter, unit):
        if close and not conceals(game, counter.side, unit.hex):
            return [Refusal("22.5.1", f"{title} is in the open next to an enemy")]
        return []
    if close:
        return [Refusal("22.5.1", f"{title} is next to an enemy")]
    if observed(game, name):
        return [Refusal("22.5.1", f"enemies observe {title}")]
    return []


def gain(game: Gs, name: str, steps: int = 1) -> None:
    """A unit has so many steps more; a Z-step side is turned back. [22.5.1]"""
    unit = unit_of(game, name)
    game.put(UNITS, name, handled(game, replace(unit, steps=unit.steps + steps, z=False), steps))


def handled(game: Gs, unit: Unit, steps: int = 1) -> Unit:
    """A unit that has got or given steps in this GT. [22.5.1] [22.5.1c]"""
    before = unit.given if unit.replaced == game.turn else 0
    return replace(unit, replaced=game.turn, given=before + steps)


class Replace(Verb[Gs, OfOne]):
    """A unit regains a step for replacement points. [22.5.1]"""

    do, rule, title, order = "replace", "22.5.1", "Replace a step", OfOne
    phrase = "{unit} regains a step"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Units in play that have lost steps, if replacements are in play. [22.5.0]"""
        if game.options["replacements"] != "on":
            return []
        return [
            n
            for n, unit in game.state[UNITS].items()
            if unit.place in PRESENT
            and counter_of(game, n).side == player
            and missing(counter_of(game, n), unit) > 0
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """It may get a step, and there are the points for it. [22.5.1]"""
        name = order.unit
        if name not in game.state[UNITS] or counter_of(game, name).side != player:
            return [Refusal("form", f"{name!r} is no unit of yours")]
        if game.options["replacements"] != "on":
            return [Refusal("22.5.0", "there are no replacements in this game")]
        found = against_receiving(game, name)
        if found:
            return found
        price = step_price(game, name)
        if price is None:
            return [Refusal("22.5.1", f"{called(game, name)} is of no type that is replaced")]
        if not purse(game, name).covers(price):
            text = f"a step of {called(game, name)} costs {price.said()} RePs"
            return [Refusal("22.5.1", f"{text}; there are {purse(game, name).said()}")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """The points are spent, and the step is back. [22.5.0] [22.5.1] [3.3.2e-rep]"""
        price = step_price(game, order.unit)
        assert price is not None
        booked = pay(game, order.unit, price)
        gain(game, order.unit)
        steps = unit_of(game, order.unit).steps
        facts = {"unit": order.unit, "steps": steps, "booked": booked}
        game.emit(Event("replaced", "22.5.1", facts, seen_by=(player,)))

    def possible(self, game: Gs, player: str) -> bool:
        """Whether anybody lacks a step for which there may be points."""
        return any(purse(game, n) for n in self.actors(game, player))
