"""Attacks of the Combat Segments: who may attack what. [9.1]

Attacking is never an obligation. [9.1b] In the Exploitation Phase only exploiting units and
released Reserves attack. [11.0a]
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.kit.forms import Hex, Piece
from grognard.systems.ocs.combat import combat, combat_supply
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.combat import leaders
from grognard.systems.ocs.combat.combat_supply import Bill
from grognard.systems.ocs.fog.foresight import presumes, what_shows
from grognard.systems.ocs.forms import Party, Payment, Stocks
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.movement.movement import outside, step_price
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import by_land, elsewhere, grouped
from grognard.systems.ocs.pieces.names import call
from grognard.systems.ocs.pieces.values import can_attack, counter_of, face_of, strength, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, TURN
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.turn.phases import (
    EXPLOITATION_ATTACK,
    actor,
    kind,
    peaceful,
    phase,
    phase_start,
)
from grognard.systems.ocs.units import EXPLOIT, MAP, RESERVE, STRAT, UNITS
from grognard.table.cards import Extra, Reach
from grognard.table.worded import Hand

TRIES = 12
"""How often chance looks for an attack."""
DEPENDS = (UNITS.name, HEXES.name, TURN.name, CLOCK.name)


@dataclass(frozen=True, slots=True)
class Strike:
    """Units against a hex beside them.

    `lead` is the unit whose Action Rating counts, asked for otherwise; `pay` are the sources and
    their tokens, `internals` the units that use their own stocks, both by default. [9.5b] [9.6]
    """

    units: Party
    target: Hex
    lead: Piece = ""
    pay: Payment | None = None
    internals: Stocks | None = None


class Striking(PaidVerb[Strike]):
    """Units strike at the enemy in a hex: in a Combat Segment, or in the midst of a move."""

    order = Strike
    added = ("led by {lead}", "{internals} from internal stocks", "{pay}")
    stakes = "dice"
    sure = True

    @abstractmethod
    def others(self, game: Ocs, player: str, order: Strike) -> Iterator[str]:
        """Everybody who could take part, those who do among them."""

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Strike]:
        """The units in hand against the hex."""
        group = grouped(game, player, hand)
        if group.units and group.units == group.names and group.hexes != (h,):
            yield Strike(tuple(sorted(group.units)), h)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Strike]:
        """Nothing: there is no enemy in their own hex."""
        return iter(())

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points with units at the enemy means to fight him; with aircraft, to fly there."""
        enemy = game.scenario.other(player)
        held = any(stacks.holder(game, h) == enemy for h in hexes)
        return held and by_land(game, player, hand)

    def spare(self, game: Ocs, player: str, order: Strike) -> Mapping[str, Sequence[str]]:
        """Who else could take part."""
        others = self.others(game, player, order)
        return {"units": [name for name in others if name not in order.units]}

    def changes(self, game: Ocs, player: str, order: Strike) -> Sequence[Extra]:
        """Another leader, another payer."""
        if self.against(game, player, order):
            return ()
        leads = _leads(game, order, self.written(game, order))
        return [*leads, *super().changes(game, player, order)]


def _leads(game: Ocs, order: Strike, action: Action) -> Iterator[Extra]:
    """Whose Action Rating could count: his is the first loss."""
    able = leaders(game, order.units, True)
    for name in able if len(order.units) > 1 else ():
        title = f"{call(game, [name])}, AR {counter_of(game, name).ar}"
        chosen = name == (order.lead or able[0])
        yield Extra("lead", "led by", name, title, chosen, {**action, "lead": name})


@presumes(what_shows)
class Attack(Striking):
    """Attack one adjacent hex with any units beside it. [9.1c] [2.3-combat]"""

    do, rule = "attack", "9.1c"
    title, phrase, plural = "Attack", "Attack {target} with {units}", "attacks"
    role, rank, shows_reach = "assault", 24, True

    def against(self, game: Ocs, player: str, order: Strike) -> list[Refusal]:
        """Who attacks, where, across what, and with what supply. [9.1] [9.5b(A)]"""
        if peaceful(game):
            return [Refusal("2.4(2)", "nobody fights in a simulcast turn")]
        found = why_not_named(game, player, order.units)
        found += why_not_enemy(game, player, order.target)
        if found:
            return found
        if already_attacked(game, order.target):
            label = game.board.label(order.target)
            text = f"{label} has been attacked already in this Combat Segment"
            return [Refusal("9.1c", text)]
        for name in order.units:
            found += why_not_attack(game, name) or why_not_target(game, name, order.target)
        return found or why_not_supplied(game, player, order)

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Whoever stands beside an enemy that he may attack, together."""
        return ("",) if contact(game, player) else ()

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Strike]:
        """For each hex in reach: each unit, each stack, two stacks, and all together."""
        for target, near in contact(game, player).items():
            for names in _groups(near):
                yield from supplied(game, player, Strike(names, target))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A hex by chance, attacked by some of those beside it."""
        found = contact(game, player)
        for _ in range(TRIES if found else 0):
            target = rng.choice(list(found))
            able = [name for names in found[target].values() for name in names]
            names = able if rng.random() < 0.5 else rng.sample(able, rng.randint(1, len(able)))
            order = Strike(tuple(sorted(names)), target)
            if not why_not_supplied(game, player, order):
                return self.written(game, order)
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anybody stands beside an enemy that he may attack."""
        if actor(game) != player or peaceful(game):
            return False
        return next(_contacts(game, player), None) is not None

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Strike]:
        """The strongest attack on a hex that can be made and paid for; if none can, the rules say
        why of all together. Who cannot be supplied is left out, the weakest first."""
        near = [name for names in contact(game, player).get(h, {}).values() for name in names]
        near.sort(key=lambda name: (-strength(game, name, True).total, name))
        every = [Strike(tuple(sorted(near[:many])), h) for many in range(len(near), 0, -1)]
        able = (order for order in every if not self.against(game, player, order))
        best = next(able, None) or next(iter(every), None)
        if best is not None:
            yield best

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points at the enemy, with units or with nobody."""
        enemy = game.scenario.other(player)
        if not hand:
            return any(stacks.holder(game, h) == enemy for h in hexes)
        return super().likely(game, player, hand, hexes)

    def late(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points at anything of the enemy, with whatever."""
        return elsewhere(game, player, hand, hexes) and stacks.assailable(game, player, hexes[0])

    def heading(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """Whom."""
        return f"Attack {game.board.label(hexes[0])}"

    def reached(self, game: Ocs, player: str, hand: Hand) -> Reach | None:
        """What units could attack."""
        units = grouped(game, player, hand).units
        return super().reached(game, player, hand) if units else None

    def reach(self, game: Ocs, player: str, hand: Hand) -> Mapping[int, str]:
        """The hexes that any of them could attack."""
        starts = set(grouped(game, player, hand).hexes)
        return {h: "" for h, near in contact(game, player).items() if starts & {*near}}

    def others(self, game: Ocs, player: str, order: Strike) -> Iterator[str]:
        """All beside the hex who may attack it."""
        for names in contact(game, player).get(order.target, {}).values():
            yield from names

    def carry_out(self, game: Ocs, player: str, order: Strike) -> Procedure:
        """The attack, from its payment to its result. [9.2]"""
        bill = owed(game, player, order)
        yield from combat.fight(game, battle_of(game, player, order), bill, order.lead)


def battle_of(game: Ocs, player: str, order: Strike, overrun: bool = False) -> Battle:
    """The battle that an order declares; all combat units in the hex defend. [9.1d]"""
    return Battle(
        attacker=player,
        defender=game.scenario.other(player),
        target=order.target,
        attackers=order.units,
        defenders=stacks.units_at(game, order.target),
        overrun=overrun,
        exploitation=phase(game) == "Exploitation",
    )


def owed(game: Ocs, player: str, order: Strike) -> Bill:
    """What an attack or an overrun that is legal uses up. [9.5b(A)]"""
    bill = bill_of(game, player, order)
    assert isinstance(bill, Bill)
    return bill


# ---- who may attack


def why_not_named(game: Ocs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Attackers are units of the acting player on the map. [9.1a]"""
    found = []
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or counter_of(game, name).side != player:
            found.append(Refusal("9.1a", f"{name!r} is no unit of {player}"))
        elif unit.place != MAP:
            found.append(Refusal("9.0", f"{counter_of(game, name).name} is not on the map"))
    return found


def why_not_enemy(game: Ocs, player: str, h: int) -> list[Refusal]:
    """The hex attacked is one with enemy combat units. [9.0]"""
    if stacks.holder(game, h) == game.scenario.other(player):
        return []
    label = game.board.label(h)
    text = f"there is no enemy combat unit in {label}; what else is there falls to who enters"
    return [Refusal("9.0", text)]


def already_attacked(game: Ocs, h: int) -> bool:
    """Whether a hex has been attacked in this Combat Segment; overruns do not count. [9.1c]"""
    status = game.state[HEXES].get(h)
    return status is not None and status.attacked == phase_start(game)


def why_not_attack(game: Ocs, name: str) -> list[Refusal]:
    """Why a unit cannot attack anybody now. [9.1c] [9.1e] [11.0] [11.0a] [2.3-exploit]

    Fuel plays no part. [12.5b] [11.0c]
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    if not can_attack(game, name):
        return [not_capable(game, name)]
    if unit.attacked == phase_start(game):
        return [Refusal("9.1c", f"{counter.name} has attacked already in this Combat Segment")]
    if kind(game) == EXPLOITATION_ATTACK and not (
        unit.mode == EXPLOIT or reserves.released(game, name)
    ):
        text = f"{counter.name} is neither in Exploitation Mode nor released in this phase"
        return [Refusal("11.0a", text)]
    return []


def not_capable(game: Ocs, name: str) -> Refusal:
    """Why a unit is not Attack-Capable: its mode, or what is printed on it. [4.4a] [9.1e]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.mode in (STRAT, RESERVE):
        return Refusal("9.1e", f"{counter.name} cannot attack in {unit.mode} mode")
    if face_of(game, name).strength is None:
        return Refusal("4.4a", f"{counter.name} has no printed strength; it only defends")
    return Refusal("9.1e", f"{counter.name} has its strength in brackets; it only defends")


def why_not_target(game: Ocs, name: str, target: int) -> list[Refusal]:
    """Why a unit cannot attack a hex: too far, or where it could not go. [9.0] [9.1f]

    What can be entered by road alone, or by the bridges of engineers, can be attacked. [13.8b]
    The case stood elsewhere once. [9.3a]
    """
    counter, here = counter_of(game, name), unit_of(game, name).hex
    label = game.board.label(target)
    if not game.board.adjacent(here, target):
        return [Refusal("9.0", f"{counter.name} is not next to {label}")]
    if target in game.scenario.closed.get(counter.side, ()):
        return [outside(game, counter.side, target)]
    move = face_of(game, name).move
    if step_price(game, counter.side, move, here, target) is None:
        return [Refusal("9.1f", f"{counter.name} could not move into {label}, nor attack it")]
    return []


def bill_of(game: Ocs, player: str, order: Strike) -> Bill | Refusal:
    """What an attack or an overrun uses up. [9.5b(A)]"""
    wish = paying.as_wished(game, player, order.pay)
    return combat_supply.attack_bill(game, player, order.units, wish, order.internals)


def supplied(game: Ocs, player: str, order: Strike) -> Iterator[Strike]:
    """An order if it can be paid for; and from stocks, where Organic Trucks would give. [12.10a]"""
    if not why_not_supplied(game, player, order):
        yield order
        own = combat_supply.sparing(game, player, order.units)
        if own:
            yield Strike(order.units, order.target, order.lead, internals=own)


def why_not_supplied(game: Ocs, player: str, order: Strike) -> list[Refusal]:
    """Why an attack cannot be supplied, or led as it says. [9.5b(A)] [9.6]"""
    lead = order.lead
    if lead and lead not in leaders(game, order.units, True):
        rule = "21.3" if lead in order.units else "9.6"
        return [Refusal(rule, f"{lead!r} cannot give this attack its Action Rating")]
    bill = bill_of(game, player, order)
    return [bill] if isinstance(bill, Refusal) else []


# ---- who could attack whom


def contact(game: Ocs, side: str) -> Mapping[int, Mapping[int, tuple[str, ...]]]:
    """For each enemy hex that may be attacked, the units that could, by their hex.

    What they would pay with is not looked at.
    """
    if actor(game) != side or peaceful(game):
        return {}
    return game.cached(("contact", side), DEPENDS, lambda: dict(_contacts(game, side)))


def _contacts(game: Ocs, side: str) -> Iterator[tuple[int, dict[int, tuple[str, ...]]]]:
    """One enemy hex after the other, with who could attack it."""
    index, enemy = stacks.stacks(game), game.scenario.other(side)
    held, around = index.held[side], game.board.around
    able: dict[int, list[str]] = {}
    for target in sorted(index.held[enemy]):
        beside = sorted(held.intersection(around(target)))
        if not beside or already_attacked(game, target):
            continue
        near: dict[int, tuple[str, ...]] = {}
        for h in beside:
            if h not in able:
                able[h] = [n for n in index.at[h] if not why_not_attack(game, n)]
            names = tuple(n for n in able[h] if not why_not_target(game, n, target))
            if names:
                near[h] = names
        if near:
            yield target, near


def _groups(near: Mapping[int, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Groups of attackers of one hex: single units, stacks, two stacks, all of them."""
    seen = set()
    stacked = list(near.values())
    singles = [(name,) for names in stacked for name in names]
    pairs = [(*a, *b) for i, a in enumerate(stacked) for b in stacked[i + 1 :]]
    together = tuple(name for (name,) in singles)
    for names in (*singles, *stacked, *pairs, together):
        key = tuple(sorted(names))
        if key not in seen:
            seen.add(key)
            yield key
