"""Fuel: what headquarters need, what is delivered, and who gets it. [16.4.0]

A price is counted in quarters of a point, since half of a reduced division's half point is one; the
sum is rounded up to halves. [16.4.4a]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Pieces
from grognard.systems.goss.charts import number
from grognard.systems.goss.command.zones import army_of_zone, drawn, in_zones
from grognard.systems.goss.dice import d10
from grognard.systems.goss.logistics.ammunition import delivery_modifier
from grognard.systems.goss.logistics.stock import HALVES, armies_of, army_of, book, spend_on_hand
from grognard.systems.goss.logistics.support import on_hand_above
from grognard.systems.goss.logistics.trucks import fuel_row
from grognard.systems.goss.pieces.chain import (
    army,
    fuel_source,
    headquarters,
    headquarters_of,
    leads_formation,
    level_of,
    mech_formation,
    rests_fuel,
    subordinates,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import battalion, counter_of, mech, unit_of, z_step
from grognard.systems.goss.scenario import ALLIED, SIDES, Gs
from grognard.systems.goss.status import EMPTY, FUEL, HQS, LOW, NORMAL
from grognard.systems.goss.units import ARMY, AT, CORPS, DIV, EARLY_ARMORED, GENS, OHS, STRAT, TD
from grognard.systems.goss.words import called

REDUCED = 7
"""Up to how many Mech battalions a division needs half the fuel. [16.4.4a]"""
ATTACHED = 3
"""How many attached Mech units make a division pay as for a battle group more. [16.4.4-2]"""
GUNS = frozenset({TD, AT})


# ---- what they need [16.4.4]


def needs_fuel(game: Gs, hq: str) -> bool:
    """Army and corps headquarters, and Mech formations; Leg ones need none, nor do those in
    maneuver reserve, or just out of it. [16.4.2] [16.4.4] [5.4.1]"""
    if rests_fuel(game, unit_of(game, hq)):
        return False
    return not leads_formation(game, hq) or mech_formation(game, hq)


def need(game: Gs, hq: str, state: str) -> int:
    """What a headquarters needs for a fuel state, in quarters of a point. [16.4.4]

    Early US armored divisions need more; so does a division with three Mech units attached; and a
    division of seven Mech battalions or fewer only half of it all. [16.4.4-2] [16.4.4a]
    """
    if state == EMPTY or not needs_fuel(game, hq):
        return 0
    counter = counter_of(game, hq)
    rows = [_row(level_of(game, hq), counter.side)]
    if counter.level == DIV:
        if counter.is_(EARLY_ARMORED):
            rows.append("early US armored division")
        if attached_mech(game, hq) >= ATTACHED:
            rows.append("Mech BG")
    halves = sum(number(game.scenario.tables, "fuel-requirements", row, state) for row in rows)
    return halves if counter.level == DIV and mech_battalions(game, hq) <= REDUCED else 2 * halves


def _row(level: str, side: str) -> str:
    if level == ARMY:
        return "army"
    if level == CORPS:
        return f"{side} corps"
    return "Mech division" if level == DIV else "Mech BG"


def attached_mech(game: Gs, hq: str) -> int:
    """The Mech units attached to a division, without the tank battalion and the TD or AT unit that
    each US division has free. [16.4.4-2] [9.6.2b]"""
    names = [
        n
        for n in subordinates(game, hq)
        if unit_of(game, n).attached == hq and mech(counter_of(game, n), unit_of(game, n))
    ]
    if not counter_of(game, hq).us:
        return len(names)
    guns = [n for n in names if counter_of(game, n).type.code in GUNS]
    tanks = [n for n in names if counter_of(game, n).afv and n not in guns]
    return len(names) - bool(guns) - bool(tanks)


def mech_battalions(game: Gs, hq: str) -> int:
    """The Mech battalions of a formation for 16.4.4a, rounded down. [16.4.4a] [16.4.4b]"""
    names = [n for n in subordinates(game, hq) if n != hq and counts_as_mech(game, hq, n)]
    return sum(unit_count(game, n) for n in names) // 2


def counts_as_mech(game: Gs, hq: str, name: str) -> bool:
    """Whether a unit counts: Mech ones, and in an Allied formation all of them. [16.4.4b]"""
    counter = counter_of(game, hq)
    if counter.side == ALLIED and leads_formation(game, hq):
        return True
    return mech(counter_of(game, name), unit_of(game, name))


def unit_count(game: Gs, name: str) -> int:
    """What a unit counts, in halves: a battalion or three-step hybrid one whatever is left of it, a
    company half, a Z-step nothing. [16.4.5b(c)] [16.4.5b(d)]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if z_step(counter, unit):
        return 0
    return 2 if battalion(counter, unit) else 1


def drawing(game: Gs, hq: str) -> list[str]:
    """The units that draw fuel from a headquarters: its own, and of a corps also the Mech units of
    its Leg formations. [16.4.3a] [16.4.3b] [16.4.5b(b)]"""
    if leads_formation(game, hq):
        return [n for n in subordinates(game, hq) if n != hq or not counter_of(game, n).hq]
    side = counter_of(game, hq).side
    return [n for n in _sharing(game, side).get(hq, ()) if n != hq]


def _sharing(game: Gs, side: str) -> Mapping[str, Sequence[str]]:
    """The units of a side on the map by the headquarters whose fuel they share."""

    def compute() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in sorted(on_map(game, side)):
            found.setdefault(fuel_source(game, name), []).append(name)
        return found

    return game.cached(("sharing fuel", side), game.journal.every, compute)


def drawing_mech(game: Gs, hq: str) -> list[str]:
    """Those of them that are Mech class now: whom the fuel state binds. [16.4.3a]"""
    return [n for n in drawing(game, hq) if mech(counter_of(game, n), unit_of(game, n))]


# ---- delivery [16.4.1]


def deliver_fuel(game: Gs) -> None:
    """Every army gets what its trucks bring; whatever was allocated yesterday is used up. [16.4.1]
    [16.2.0] [16.2.1] [16.2.2]"""
    tables = game.scenario.tables
    for side in SIDES:
        for name in armies_of(game, side):
            row, drm = fuel_row(army_of(game, name)), delivery_modifier(game, name)

            def read(roll: int, row: int = row, drm: int = drm) -> int:
                return number(tables, "logistics-fuel", row, max(0, roll + drm))

            shown, points = d10(game, read)
            book(
                game, name, "fuel-delivered", "16.4.1", fp=HALVES * points, trucks=row, roll=shown,
                points=points, dice=(shown,),
            )  # fmt: skip


# ---- allocation [16.4.2]


def begin_allocation(game: Gs) -> None:
    """Nobody has fuel until it is allocated; Leg formations need none. [16.4.4]"""
    for side in SIDES:
        for hq in headquarters_of(game, side):
            status = headquarters(game, hq)
            fuel = EMPTY if needs_fuel(game, hq) else NORMAL
            if status.fuel != fuel:
                game.put(HQS, hq, replace(status, fuel=fuel))


def payer(game: Gs, hq: str) -> str:
    """The army that gives a headquarters its fuel: its own; to one in Strat mode the army in whose
    zone it is, and nobody outside all zones. [16.4.2] [5.5.3a]"""
    own = army(game, hq)
    if unit_of(game, hq).mode != STRAT or not drawn(game):
        return own
    unit, side = unit_of(game, hq), counter_of(game, hq).side
    here = [army_of_zone(game, key) for key in in_zones(game, side, unit.hex)]
    return own if own in here else next(iter(here), "")


def purse(game: Gs, hq: str) -> str:
    """Who gives a headquarters its fuel: one that lives on hand itself; those below it the same, if
    it has made fuel, or else the army. [15.5.1a] [16.4.2]"""
    source = on_hand_above(game, hq)
    if source and (source == hq or headquarters(game, source).fp):
        return source
    return payer(game, hq)


def fuel_in(game: Gs, name: str) -> int:
    """The fuel of an army, or what a headquarters has made on hand, in halves. [16.4.1]"""
    if name in game.scenario.armies:
        return army_of(game, name).fp
    return headquarters(game, name).fp if name in game.state[HQS] else 0


def states_of(game: Gs, name: str) -> dict[str, str]:
    """The fuel states of the headquarters that an army, or one on hand, pays for. [16.4.2]"""
    plan = game.scenario.armies.get(name)
    side = plan.side if plan is not None else counter_of(game, name).side
    return {
        hq: headquarters(game, hq).fuel
        for hq in headquarters_of(game, side)
        if unit_of(game, hq).supply in (GENS, OHS) and purse(game, hq) == name
    }


def price(game: Gs, states: Mapping[str, str]) -> int:
    """What fuel states cost together, in halves, rounded up at the end. [16.4.4a]"""
    return -(-sum(need(game, hq, state) for hq, state in states.items()) // 2)


@dataclass(frozen=True, slots=True)
class Ration:
    """Headquarters, and the fuel state that they are given the fuel for."""

    hqs: Pieces
    fuel: str


class Allocate(Verb[Gs, Ration]):
    """Fuel for headquarters: normal, low or none. [16.4.2]"""

    do, rule, title, order = "fuel", "16.4.2", "Allocate fuel", Ration
    phrase = "{hqs}: {fuel} fuel"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Headquarters that need fuel and are supplied. [16.4.2]"""
        return [
            hq
            for hq in headquarters_of(game, player)
            if needs_fuel(game, hq) and unit_of(game, hq).supply in (GENS, OHS) and purse(game, hq)
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Ration]:
        """The states that it is not in."""
        for state in FUEL:
            if headquarters(game, actor).fuel != state:
                yield Ration((actor,), state)

    def against(self, game: Gs, player: str, order: Ration) -> list[Refusal]:
        """Who pays has the fuel for all of them together. [16.4.1] [16.4.2] [15.5.1a]"""
        able = {*self.actors(game, player)}
        strange = [hq for hq in order.hqs if hq not in able]
        if strange or not order.hqs:
            text = "nobody is named"
            if strange:
                text = f"{strange[0]!r} is no supplied headquarters of yours that needs fuel"
            return [Refusal("16.4.2", text)]
        if order.fuel not in FUEL:
            return [Refusal("form", f"fuel is one of {', '.join(FUEL)}")]
        found = []
        for name in sorted({purse(game, hq) for hq in order.hqs}):
            states = states_of(game, name)
            states |= {hq: order.fuel for hq in order.hqs if hq in states}
            cost, there = price(game, states), fuel_in(game, name)
            if cost > there:
                rule = "16.4.1" if name in game.scenario.armies else "16.4.2"
                fp, wanted = Fraction(there, HALVES), Fraction(cost, HALVES)
                found.append(
                    Refusal(rule, f"{called(game, name)} has {fp} FP, and that needs {wanted}")
                )
        return found

    def carry_out(self, game: Gs, player: str, order: Ration) -> None:
        """They are in that state; it is paid for when all have been seen to. [16.4.4a]"""
        for hq in order.hqs:
            game.put(HQS, hq, replace(headquarters(game, hq), fuel=order.fuel))
        facts = {"hqs": list(order.hqs), "fuel": order.fuel}
        game.emit(Event("fuel", "16.4.2", facts, seen_by=(player,)))


def pay_for_fuel(game: Gs) -> None:
    """When all headquarters have been seen to, each army pays for its own, and one that lives on
    hand for itself and those below. [15.5.1a] [16.4.1] [16.4.4a]"""
    for side in SIDES:
        for name in armies_of(game, side):
            cost = price(game, states_of(game, name))
            if cost:
                book(game, name, "fuel-paid", "16.4.2", fp=-cost, halves=cost)
        for hq in headquarters_of(game, side):
            if unit_of(game, hq).supply == OHS:
                cost = price(game, states_of(game, hq))
                if cost:
                    spend_on_hand(game, hq, "16.4.2", fp=cost)


def short(game: Gs, hqs: Iterable[str]) -> Iterator[str]:
    """The headquarters in low or no fuel. [16.4.5]"""
    return (hq for hq in hqs if headquarters(game, hq).fuel in (LOW, EMPTY))
