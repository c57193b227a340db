"""Fuel: what combat units that move by vehicle need to spend a single point. [12.5]

A Supply Point fuels a whole formation, or a headquarters with the independent units in its range,
until the owner's next Clean Up Phase; a token fuels one unit for the phase. [12.5c] [12.5d] Legs
need none, nor do fighting, advances and retreats [12.5b]; internal stocks are no fuel. [12.5g]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece, Word
from grognard.systems.ocs.forms import Crowd, Payment
from grognard.systems.ocs.movement.movement import afoot, hindrance, unable
from grognard.systems.ocs.movement.moves import setting_out
from grognard.systems.ocs.pieces import rolls, stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.headquarters import commands
from grognard.systems.ocs.pieces.values import counter_of, face_of, showing, size_of, unit_of
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS, FormationStatus
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.supply.paying import FUEL, Source, Wish
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.supply.throws import can_throw, throw_field
from grognard.systems.ocs.turn.phases import MOVEMENT, kind, phase_start
from grognard.systems.ocs.units import BOX, LEG, MAP, TRUCK, UNITS
from grognard.table.worded import Hand

# ---- who needs it, and who has it


def needs(game: Ocs, name: str) -> bool:
    """Whether a unit moves by vehicle as it lies: in tracked or truck points. [12.5a]"""
    return face_of(game, name).move != LEG


def paid(game: Ocs, name: str) -> bool:
    """Whether fuel has been paid for a unit, alone or with others. [12.5c] [12.5g]"""
    unit, formation = unit_of(game, name), counter_of(game, name).formation
    if unit.fuelled == phase_start(game) or unit.own_fuel or unit.hq_fuelled:
        return True
    if unit.landed:  # fuelled before the landing, for nothing [12.5a] [18.5h]
        return True
    status = game.state[FORMATIONS].get(formation) if formation else None
    return status is not None and status.fuelled and name not in status.unfuelled


def fuelled(game: Ocs, name: str) -> bool:
    """Whether a unit may spend points: it needs no fuel, has it, or is thrown it. [12.5a]"""
    return not needs(game, name) or paid(game, name) or bool(throwers(game, name))


def throwers(game: Ocs, name: str) -> list[str]:
    """The fuelled headquarters that throw fuel to an independent unit now. [12.5e]

    The range counts when the unit begins to move; in a phase an HQ throws fuel from one hex only.
    By the option there is no such fuel. [21.3]
    """
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.independent or unit.place != MAP or game.options["independents"] == "on":
        return []
    return [
        hq
        for hq in _throwing(game, counter.side)
        if hq != name
        and throw_field(game, hq).serves(unit.hex)
        and commands(game, hq, name)  # [13.1d]
    ]


def _throwing(game: Ocs, side: str) -> list[str]:
    """The headquarters of a side that have fuel to throw and may throw it from here. [12.5e]"""

    def compute() -> list[str]:
        hqs = sorted(fields(game).hqs[side])
        able = [hq for hq in hqs if unit_of(game, hq).hq_fuelled and not spent(game, hq)]
        return [hq for hq in able if can_throw(game, hq)]

    return game.cached(("throwing fuel", side), (UNITS.name, "clock"), compute)


def spent(game: Ocs, hq: str) -> bool:
    """Whether a fuelled headquarters has thrown fuel in this phase from another hex. [12.5e]"""
    unit = unit_of(game, hq)
    return unit.hq_fuelled and unit.threw == phase_start(game) and unit.threw_from != unit.hex


def ways(game: Ocs, side: str, h: int, who: Sequence[str]) -> tuple[Source, ...]:
    """Every way in which fuel can come to units in a hex: not by an HQ bound elsewhere. [12.5e]"""
    found = paying.ways(game, side, h, who)
    return tuple(source for source in found if not (source.via and spent(game, source.via)))


def _best(found: Sequence[Source]) -> tuple[Source, ...]:
    """Of several ways from one store the nearest."""
    best: dict[str, Source] = {}
    for source in found:
        best.setdefault(source.key, source)
    return tuple(best.values())


@hindrance(order=20)
def no_fuel(game: Ocs, name: str) -> Refusal | None:
    """Nothing moves by vehicle without fuel, not even one hex. [12.5a]

    Reinforcements are placed without, and need it to go on like all others. [12.5f]
    """
    if fuelled(game, name):
        return None
    text = f"{counter_of(game, name).name} moves by vehicle and has no fuel"
    return Refusal("12.5a", f"{text}; a token for it, or 1 SP for its formation or HQ, would do")


@setting_out
def throw_fuel(game: Ocs, name: str) -> None:
    """A unit begins to move on fuel that a headquarters throws: it has it for the phase. [12.5e]

    The headquarters is bound to the hex it throws from.
    """
    if not needs(game, name) or paid(game, name):
        return
    found = throwers(game, name)
    if found:
        _throw(game, min(found, key=lambda hq: _freedom(game, hq)), name)


def _freedom(game: Ocs, hq: str) -> tuple[bool, bool, str]:
    """Whom it binds least to throw: who is bound to its hex, or has gone where it goes. [12.5e]"""
    unit, now = unit_of(game, hq), phase_start(game)
    return unit.threw != now, now not in (unit.moved, unit.finished), hq


def _throw(game: Ocs, hq: str, name: str) -> None:
    """Friends who keep the way of the fuel open must stay. [4.5b]"""
    record, h = unit_of(game, hq), unit_of(game, name).hex
    side, label = counter_of(game, hq).side, game.board.label(record.hex)
    field = throw_field(game, hq)
    path = field.path(field.goal((h, *game.board.around(h))))
    for b in path if field.key.move == TRUCK else ():  # on foot zones do not matter [4.5a(B)]
        zones.lock(game, b, side, (name,))
    _bind(game, hq)
    game.put(UNITS, name, replace(unit_of(game, name), fuelled=phase_start(game)))
    facts = {"hq": hq, "unit": name, "hex": label}
    game.emit(Event("fuel", "12.5e", facts, seen_by=(side,)))


def _bind(game: Ocs, hq: str) -> None:
    """In this phase a headquarters throws fuel from where it stands, and nowhere else. [12.5e]"""
    record = unit_of(game, hq)
    game.put(UNITS, hq, replace(record, threw=phase_start(game), threw_from=record.hex))


# ---- formations and their common source [12.5c(A)] [13.7a]


@dataclass(frozen=True, slots=True)
class Common:
    """A source that a formation shares: a dump drawn on directly, or an HQ; whom it serves."""

    key: str
    sources: tuple[Source, ...]
    members: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """The tokens it can give."""
        return sum(source.tokens for source in self.sources)


def by_vehicle(game: Ocs, formation: str) -> list[str]:
    """The units of a formation that move by vehicle on either side, wherever they are."""
    counters = game.scenario.counters
    return [
        name
        for name in game.scenario.formations.get(formation, ())
        if {counters[name].combat.move, counters[name].move.move} != {LEG}
    ]


def vehicles(game: Ocs, formation: str) -> list[str]:
    """The units of a formation on the map that move by vehicle, on either side. [12.5c(A)]"""
    units = game.state[UNITS]
    return [n for n in by_vehicle(game, formation) if n in units and units[n].place == MAP]


def waiting(game: Ocs, name: str) -> bool:
    """Whether a unit stands still for want of fuel and nothing else: a cost arises. [12.5c]"""
    if not needs(game, name) or paid(game, name):
        return False
    refusal = unable(game, name)
    return refusal is not None and refusal.rule == "12.5a"


def dry(game: Ocs, side: str) -> Iterator[str]:
    """A side's units that stand still for want of fuel and nothing else. [12.5c]

    Most go on foot, have fuel, or do not move in this phase at all: they are not looked at twice.
    """
    units, counters, now = game.state[UNITS], game.scenario.counters, phase_start(game)
    for name in afoot(game, stacks.on_map(game, side)):
        unit = units[name]
        if unit.own_fuel or unit.fuelled == now or unit.hq_fuelled or unit.landed:
            continue
        if showing(counters[unit.counter], unit).move != LEG and waiting(game, name):
            yield name


def _boxed(game: Ocs, side: str) -> list[str]:
    """A side's units that wait for fuel in a box off the map, where there is some. [12.3e]"""
    names = rolls.off_map(game, side, BOX) if kind(game) == MOVEMENT else ()
    dry = (name for name in names if needs(game, name) and not paid(game, name))
    return [name for name in dry if paying.purse(game, name, FUEL)]


def _in_range(game: Ocs, hq: str) -> Iterator[str]:
    """The independent units that a headquarters would throw fuel to from here. [12.5e]"""
    if not can_throw(game, hq):
        return
    field = throw_field(game, hq)
    for name in stacks.on_map(game, counter_of(game, hq).side):
        near = counter_of(game, name).independent and field.serves(unit_of(game, name).hex)
        if near and name != hq and commands(game, hq, name):
            yield name


def common_sources(game: Ocs, formation: str) -> list[Common]:
    """The sources that can fuel a formation, those that serve most of it first. [12.5c(A)]

    Each is one dump from which all draw directly, or one headquarters that throws to all; that of
    the division itself is one of them.
    """
    price = cost_of(game.scenario.tables, "fuel_formation")
    found: dict[str, dict[str, Source]] = {}
    served: dict[str, list[str]] = {}
    for name in vehicles(game, formation):
        side, h = counter_of(game, name).side, unit_of(game, name).hex
        for source in ways(game, side, h, (name,)):
            key = source.via or game.board.label(source.hex)
            found.setdefault(key, {}).setdefault(source.key, source)
            if name not in served.setdefault(key, []):
                served[key].append(name)
    for name in vehicles(game, formation):
        if name in served:  # a division's own headquarters has what it throws to the others
            served[name].append(name)
    every = [Common(k, tuple(found[k].values()), tuple(served[k])) for k in sorted(found)]
    rich = [common for common in every if common.tokens >= price]
    return sorted(rich, key=lambda c: (-len(c.members), min(s.cost for s in c.sources), c.key))


# ---- the deed


@dataclass(frozen=True, slots=True)
class Refuelling:
    """Units of a hex, a formation or a headquarters to be fuelled. [12.5c]

    `via` names the dump's hex or the headquarters that a formation shares; `lasting` is the fuel of
    independents that the option brings. [21.3]
    """

    units: Crowd | None = None
    formation: Word | None = None
    hq: Piece | None = None
    via: Word | None = None
    lasting: bool = False
    pay: Payment | None = None


class Fuel(PaidVerb[Refuelling]):
    """Pay for fuel: units of a hex, a formation, or a headquarters. [12.5c]

    Costs are paid as they arise: who could not move anyway is not fuelled.
    """

    do, rule, order = "fuel", "12.5c", Refuelling
    title, rank, stakes = "Fuel", 3, "price"
    phrase = ("Fuel {units} {lasting}", "Fuel {units} for this phase",
              "Fuel the formation {formation} through {via}", "Fuel the formation {formation}",
              "Fuel {hq} and the independents in its range")  # fmt: skip

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is supply, and somebody stands still for want of fuel."""
        waits = bool(paying.stores(game, player)) and any(True for _ in dry(game, player))
        return waits or bool(_boxed(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Refuelling]:
        """Whoever cannot move for want of it, alone or with others; the nearest supply pays."""
        formations: dict[str, None] = {}
        wanting, lasting = False, game.options["independents"] == "on"
        for name in dry(game, player):
            counter, wanting = counter_of(game, name), True
            yield Refuelling(units=(name,))
            if lasting and counter.independent:
                yield Refuelling(units=(name,), lasting=True)
            if counter.formation:
                formations[counter.formation] = None
        yield from (Refuelling(units=(name,)) for name in _boxed(game, player))
        for formation in formations:
            yield Refuelling(formation=formation)
            every = common_sources(game, formation)  # others may serve another part of it
            other = (c.key for c in every[1:] if c.members != every[0].members)
            yield from (Refuelling(formation=formation, via=key) for key in other)
        if wanting and not lasting:
            for hq in sorted(fields(game).hqs[player]):
                if not unit_of(game, hq).hq_fuelled:
                    yield Refuelling(hq=hq)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A few of them by chance."""
        tries = list(self.ways(game, player, ""))
        few = rng.sample(tries, min(4, len(tries)))
        return next(self.open(game, player, few), None)

    def against(self, game: Ocs, player: str, order: Refuelling) -> list[Refusal]:
        """One of the three methods, and supply for it within reach. [12.5c]"""
        bill = _bill(game, player, order)
        return [bill] if isinstance(bill, Refusal) else []

    def carry_out(self, game: Ocs, player: str, order: Refuelling) -> None:
        """Spend the supply and mark who has fuel. [12.5c] [12.5d]"""
        bill = _bill(game, player, order)
        assert isinstance(bill, Bill)
        paying.pay(game, player, bill.payment, FUEL, bill.rule, bill.by)
        _bind_throwers(game, bill)
        if order.formation is not None:
            status = game.state[FORMATIONS].get(order.formation, FormationStatus())
            status = replace(status, fuelled=True, unfuelled=bill.left_out)
            game.put(FORMATIONS, order.formation, status)
        elif order.hq is not None:
            game.put(UNITS, order.hq, replace(unit_of(game, order.hq), hq_fuelled=True))
        for name in order.units or ():
            unit = unit_of(game, name)
            fuelled = replace(unit, fuelled=phase_start(game))
            game.put(UNITS, name, replace(unit, own_fuel=True) if order.lasting else fuelled)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Refuelling]:
        """Fuel for the units in hand, for their formation, or through a headquarters. [12.5c]"""
        units, alone = grouped(game, player, hand).units, game.options["independents"] == "on"
        dry = tuple(name for name in units if waiting(game, name))
        boxed = tuple(n for n in units if unit_of(game, n).place == BOX and needs(game, n))
        if dry or boxed:
            yield Refuelling(units=dry or boxed)
            if alone:
                yield Refuelling(units=dry or boxed, lasting=True)
        for formation in dict.fromkeys(counter_of(game, name).formation for name in units):
            if formation:
                yield Refuelling(formation=formation)
        for hq in sorted(fields(game).hqs[player]) if not alone else ():
            if hq in units or set(dry).intersection(_in_range(game, hq)):
                yield Refuelling(hq=hq)

    def instead(
        self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]
    ) -> Iterator[Refuelling]:
        """Those who stand still for want of fuel: how they could have it. [12.5c]"""
        units = grouped(game, player, hand).units
        if any(waiting(game, name) for name in units):
            yield from self.here(game, player, hand)

    def implied(self, game: Ocs, order: Refuelling) -> Sequence[str]:
        """The units of the formation, or those to whom the headquarters would throw."""
        if order.hq is not None:
            return list(_in_range(game, order.hq)) if order.hq in game.state[UNITS] else ()
        members = game.scenario.formations.get(order.formation or "", ())
        return [name for name in members if name in game.state[UNITS]]

    def details(self, game: Ocs, order: Refuelling) -> Mapping[str, str]:
        """How long it lasts, where that is not as usual."""
        return {"lasting": "until Clean Up" if order.lasting else ""}


@dataclass(frozen=True, slots=True)
class Bill:
    """What a method of fuelling costs, who pays, and whom it leaves out."""

    payment: paying.Payment
    rule: str
    by: tuple[Source, ...]
    left_out: tuple[str, ...] = ()


def _bind_throwers(game: Ocs, bill: Bill) -> None:
    """Fuelled headquarters that have thrown it are bound to where they stand. [12.5e]"""
    used = dict(bill.payment)
    taken = {source.key: source.via for source in reversed(bill.by) if source.key in used}
    for via in sorted({via for via in taken.values() if via}):
        if unit_of(game, via).hq_fuelled:
            _bind(game, via)


def _bill(game: Ocs, player: str, order: Refuelling) -> Bill | Refusal:
    """What an order costs and who pays it, or why it cannot be. [12.5c]"""
    methods = [each for each in (order.units, order.formation, order.hq) if each is not None]
    if len(methods) != 1:
        return Refusal("12.5c", "fuel units of one hex, or one formation, or one hq")
    wish = paying.as_wished(game, player, order.pay)
    if order.formation is not None:
        return _formation_bill(game, player, order.formation, order.via or "", wish)
    if order.via is not None:
        return Refusal("12.5c", "only a formation shares a source; say with pay who pays")
    if order.hq is not None:
        return _hq_bill(game, player, order.hq, wish)
    return _units_bill(game, player, order.units or (), order.lasting, wish)


def _units_bill(
    game: Ocs, player: str, names: Sequence[str], lasting: bool, wish: Wish
) -> Bill | Refusal:
    """A token for each unit, for this phase. [12.5c(C)]

    By the option independents pay one for each RE, and keep their fuel until Clean Up. [21.3]
    """
    if not names or len(set(names)) != len(names):
        return Refusal("form", "name at least one unit, and none twice")
    for name in names:
        refusal = _why_not_unit(game, player, name)
        if refusal is not None:
            return refusal
    if len({unit_of(game, name).hex for name in names}) > 1:
        return Refusal("12.5c(C)", "units that are fuelled together stand in one hex")
    price = cost_of(game.scenario.tables, "fuel_unit") * len(names)
    if lasting:
        alone = all(counter_of(game, name).independent for name in names)
        if game.options["independents"] != "on" or not alone:
            text = "lasting fuel by the RE is for independent units, and an option of its own"
            return Refusal("21.3", text)
        price = ceil(sum(size_of(game, name) for name in names))
    h = unit_of(game, names[0]).hex
    found = _best(ways(game, player, h, tuple(names)))
    payment = paying.choose(game, found, price, FUEL, wish)
    return payment if isinstance(payment, Refusal) else Bill(payment, "12.5c(C)", found)


def _why_not_unit(game: Ocs, player: str, name: str) -> Refusal | None:
    """Why a token is not to be spent on a unit's fuel now. [12.5c]"""
    if name not in game.state[UNITS] or counter_of(game, name).side != player:
        return Refusal("12.5c(C)", f"{name!r} is no unit of {player}")
    called, place = counter_of(game, name).name, unit_of(game, name).place
    if place in (MAP, BOX) and not needs(game, name):
        return Refusal("12.5a", f"{called} moves on foot and needs no fuel")
    if place in (MAP, BOX) and paid(game, name):
        return Refusal("12.5c(C)", f"{called} has fuel for this phase")
    if place == BOX and kind(game) == MOVEMENT:
        return None  # it draws on what is in the box [12.3e]
    refusal = unable(game, name)
    return None if refusal is None or refusal.rule == "12.5a" else refusal


def _formation_bill(game: Ocs, player: str, formation: str, via: str, wish: Wish) -> Bill | Refusal:
    """A Supply Point for all that share a source; the others pay a token each. [12.5c(A)]"""
    names = vehicles(game, formation)
    if not names or counter_of(game, names[0]).side != player:
        text = f"{formation!r} is no formation of {player} with vehicles on the map"
        return Refusal("12.5c(A)", text)
    status = game.state[FORMATIONS].get(formation)
    if status is not None and status.fuelled:
        return Refusal("12.5c(A)", f"{formation} has been fuelled until the next Clean Up Phase")
    every = common_sources(game, formation)
    fitting = [common for common in every if via in ("", common.key)]
    if not fitting:
        known = ", ".join(common.key for common in every) or "none"
        text = f"1 SP from one dump or through one HQ must reach units of {formation}"
        return Refusal("12.5c(A)", f"{text}; within reach: {known}")
    common, price = fitting[0], cost_of(game.scenario.tables, "fuel_formation")
    payment = paying.choose(game, common.sources, price, FUEL, wish)
    if isinstance(payment, Refusal):
        return payment
    if not any(waiting(game, name) for name in common.members):
        return Refusal("12.5c(A)", f"no unit of {formation} that it reaches waits for fuel now")
    left_out = tuple(name for name in by_vehicle(game, formation) if name not in common.members)
    return Bill(payment, "12.5c(A)", common.sources, left_out)


def _hq_bill(game: Ocs, player: str, hq: str, wish: Wish) -> Bill | Refusal:
    """A Supply Point for a headquarters and the independent units in its range. [12.5c(B)]"""
    if game.options["independents"] == "on":
        return Refusal("21.3", "by the option independents have fuel of their own, not from an HQ")
    unit = fields(game).hqs[player].get(hq)
    if unit is None:
        return Refusal("12.5c(B)", f"{hq!r} is no headquarters of {player} on the map")
    called = counter_of(game, hq).name
    if unit_of(game, hq).hq_fuelled:
        return Refusal("12.5c(B)", f"{called} has been fuelled until the next Clean Up Phase")
    if not any(waiting(game, name) for name in chain((hq,), _in_range(game, hq))):
        return Refusal("12.5c(B)", f"neither {called} nor who is in its range waits for fuel now")
    price = cost_of(game.scenario.tables, "fuel_hq")
    found = _best(ways(game, player, unit.hex, (hq,)))
    payment = paying.choose(game, found, price, FUEL, wish)
    return payment if isinstance(payment, Refusal) else Bill(payment, "12.5c(B)", found)
