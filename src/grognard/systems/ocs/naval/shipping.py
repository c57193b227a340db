"""Shipping: from port to port over any distance, within a side's Sea Cap. [19.0f]

No ships are needed for it. Capacities are in tokens a turn. [19.0f(D)]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.forms import Hex
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.combat.capture import arrive
from grognard.systems.ocs.fog.foresight import presumes, what_lies
from grognard.systems.ocs.forms import Crowd, Tokens
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement.moves import finish, put_into
from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, SITES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import dumps, ports
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.turn.phases import OcsVerb, own_movement_phase, peaceful, phase_start
from grognard.systems.ocs.units import MAP, UNITS
from grognard.table.cards import Sum
from grognard.table.worded import Hand

NIGHT = 4
"""What shipping to a port in enemy zones costs by the option. [21.12b]"""


def sea_cap(game: Ocs, side: str) -> int:
    """What a side may still ship in this turn, in tokens. [19.0f(D)]"""
    return max(0, game.scenario.limits[side].sea_cap - game.state[SIDES][side].sea_used)


def own_ports(game: Ocs, side: str) -> list[int]:
    """The ports of a side that its Sea Cap serves, printed ones and LSTs."""
    hexes = {*game.scenario.ports, *(h for h, s in game.state[SITES].items() if s.lst_port)}
    return [h for h in sorted(hexes) if ports.friendly(game, h, side) and serves(game, side, h)]


def serves(game: Ocs, side: str, h: int) -> bool:
    """Whether a side's Sea Cap goes to a port: to any, unless the scenario names its ports."""
    named = game.scenario.limits[side].sea_ports
    return not named or h in named


def price(game: Ocs, side: str, size: Fraction, start: int, goal: int) -> int:
    """The Sea Cap that a cargo takes: a point for a Supply Point. [19.0f(E)]

    By the option a port in enemy zones takes four times as much. [21.12b]
    """
    zoned = any(ports.shut(game, h, side, zones.SEA_CARGO) for h in (start, goal))
    return ceil(size) * (NIGHT if zoned else 1)


@dataclass(frozen=True, slots=True)
class Passage:
    """A cargo, and the ports that it goes from and to."""

    from_: Hex
    to: Hex
    units: Crowd = ()
    transport: Crowd = ()
    tokens: Tokens = 0


@presumes(what_lies)
class Ship(Measured[Passage], OcsVerb[Passage]):
    """Ship units, Transport Points and supply from one port to another. [19.0f(A)] to [19.0f(F)]"""

    do, rule, order = "ship", "19.0f(B)", Passage
    title, role, rank, stakes = "Ship", "march", 41, "price"
    phrase = ("Ship {units} and {tokens} to {to}", "Ship {units} to {to}",
              "Ship {transport} to {to}", "Ship {tokens} from {from} to {to}")  # fmt: skip

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is Sea Cap left and two ports to use it between. [19.0f(B)]"""
        if not own_movement_phase(game, player) or not sea_cap(game, player):
            return False
        return len(own_ports(game, player)) > 1

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Passage]:
        """Each unit and transport in a port, and as much supply as goes, to every other port."""
        mine = own_ports(game, player) if self.possible(game, player) else []
        for start in mine:
            for goal in mine:
                if goal != start:
                    yield from self._between(game, player, start, goal)

    def _between(self, game: Ocs, player: str, start: int, goal: int) -> Iterator[Passage]:
        for name in stacks.own_at(game, start, player):
            yield Passage(start, goal, units=(name,))
        for key in stacks.transport_at(game, start, player):
            yield Passage(start, goal, transport=(key,))
        most = min(
            dumps.loadable(game, start, player), _free(game, player, start),
            sea_cap(game, player) // price(game, player, Fraction(1), start, goal),
            _free(game, player, goal),
        )  # fmt: skip
        if most > 0:
            yield Passage(start, goal, tokens=most)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Something from one port to another, by chance."""
        if not self.possible(game, player):
            return None
        start, goal = rng.sample(own_ports(game, player), 2)
        orders = list(self._between(game, player, start, goal))
        few = rng.sample(orders, min(4, len(orders)))
        return next(self.open(game, player, few), None)

    def against(self, game: Ocs, player: str, order: Passage) -> list[Refusal]:
        """The phase, the ports, the cargo, the Sea Cap."""
        if not own_movement_phase(game, player):
            return [Refusal("19.0f(B)", "shipping is for the own Movement Phase")]
        units, points, tokens = order.units, order.transport, order.tokens
        if len({*units, *points}) != len(units) + len(points) or tokens < 0:
            return [Refusal("form", "nothing is named twice, and tokens are not fewer than none")]
        if order.from_ == order.to or not (units or points or tokens):
            return [Refusal("form", "name a cargo and two different ports")]
        return why_not_cargo(game, player, order) or _why_not_way(game, player, order)

    def carry_out(self, game: Ocs, player: str, order: Passage) -> Procedure:
        """From quay to quay; there it stays for the phase. [19.0f(C)]"""
        start, goal, now = order.from_, order.to, phase_start(game)
        size = size_of(game, order)
        cost = price(game, player, size, start, goal)
        finish(game, player)
        status = game.state[SIDES][player]
        game.put(SIDES, player, replace(status, sea_used=status.sea_used + cost))
        for h in (start, goal):
            ports.handle(game, h, player, size, order.units)
        for name in order.units:
            put_into(game, name, goal, finished=now, moved=now, spent=0, shipped=now)
        for key in order.transport:
            found = game.state[TRANSPORT][key]
            carried = now if found.load else found.carried
            gone = replace(found, hex=goal, finished=now, railed=now, carried=carried)
            game.put(TRANSPORT, key, gone)
        if order.tokens:
            dumps.take(game, player, start, order.tokens, loading=True)
            dumps.add(game, player, goal, order.tokens, fresh=True)
        _tell(game, player, order, cost)
        if order.units:
            yield from arrive(game, player, order.units, goal)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Passage]:
        """Units, transport and supply in hand, of this as much as goes. [19.0f(B)]"""
        group = grouped(game, player, hand)
        start, tokens = group.hex, 0
        if group.air or group.ships or not group.names or start < 0 or start == h:
            return
        if group.dumps:
            quays = (ports.available(game, b, player, zones.SEA_CARGO) for b in (start, h))
            there = dumps.loadable(game, start, player)
            tokens = min(there, sea_cap(game, player), *quays) or there
        yield Passage(start, h, group.units, group.transport, tokens)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """From port to port, or with supply in hand where no enemy is. [19.0f(B)]"""
        group = grouped(game, player, hand)
        if group.hex >= 0 and all(ports.friendly(game, h, player) for h in (group.hex, *hexes)):
            return bool(hexes)
        return bool(group.dumps) and not any(aims_at(game, player, h) for h in hexes)

    def cost(self, game: Ocs, player: str, order: Passage) -> Sequence[Sum]:
        """The Sea Cap that a cargo takes. [19.0f(D)]"""
        paid = price(game, player, size_of(game, order), order.from_, order.to)
        left = Fraction(sea_cap(game, player), TOKENS)
        tally = Tally().add(f"of {left} left", Fraction(paid, TOKENS), "19.0f(D)")
        return [Sum("Sea Cap, in Supply Points", tally)]

    def implied(self, game: Ocs, order: Passage) -> Sequence[str]:
        """What lies on the ground where supply comes from."""
        return dumps.lying(game, order.from_) if order.tokens else ()


def size_of(game: Ocs, order: Passage) -> Fraction:
    """The size of a cargo in tokens. [19.0f(D)]"""
    return cargo.size_of(game, order.units, order.transport, order.tokens)


def _why_not_way(game: Ocs, player: str, order: Passage) -> list[Refusal]:
    """Both ports must handle it, and the Sea Cap must suffice. [19.0f(E)] [19.0f(F)]"""
    start, goal, size = order.from_, order.to, size_of(game, order)
    single = len(order.units) == 1 and not order.transport and not order.tokens
    night = game.options["cloak-of-night"] == "on"
    for h in (start, goal):
        if not serves(game, player, h):
            label = game.board.label
            named = ", ".join(map(label, sorted(game.scenario.limits[player].sea_ports)))
            return [Refusal("19.0f(D)", f"no ship sails to {label(h)}; there are {named}")]
        refusal = _port(game, player, h, size, single, night)
        if refusal is not None:
            return [refusal]
    if peaceful(game) and zones.enemy_zone(game, goal, player):
        return [Refusal("2.4(3)", "nobody goes near the enemy in a simulcast turn")]
    cost = price(game, player, size, start, goal)
    if cost > sea_cap(game, player):
        text = f"this takes {cost} tokens of Sea Cap, {sea_cap(game, player)} are left"
        none = not game.scenario.limits[player].sea_cap
        return [Refusal("19.0f(D)", f"{player} has no Sea Cap at all" if none else text)]
    return []


def _free(game: Ocs, side: str, h: int) -> int:
    """The tokens that a port of a side may still ship in this phase. [19.0a] [21.12b]"""
    if game.options["cloak-of-night"] != "on":
        return ports.available(game, h, side, zones.SEA_CARGO)
    return max(0, ports.capacity(game, h) - ports.used(game, h))


def _port(
    game: Ocs, side: str, h: int, size: Fraction, single: bool, night: bool
) -> Refusal | None:
    """Why a port cannot ship; by the option enemy zones do not shut it. [19.0f(F)] [21.12b]"""
    if not night or not ports.friendly(game, h, side):
        return ports.handling(game, h, side, size, single, zones.SEA_CARGO)
    free, most = _free(game, side, h), ports.capacity(game, h)
    if size <= free or (single and size > most > 0 and not ports.used(game, h)):
        return None
    text = f"{game.board.label(h)} can handle {free} tokens more in this phase"
    return Refusal("19.0a", f"{text}, this takes {ceil(size)}")


def why_not_cargo(game: Ocs, player: str, order: Passage) -> list[Refusal]:
    """Why something cannot be shipped. [19.0f(A)] [19.0f(C)]"""
    start, now, label = order.from_, phase_start(game), game.board.label(order.from_)
    for name in order.units:
        unit = game.state[UNITS].get(name)
        if unit is None or counter_of(game, name).side != player or unit.place != MAP:
            return [Refusal("19.0f(A)", f"{name!r} is no unit of {player} on the map")]
        called = counter_of(game, name).name
        if unit.hex != start:
            return [Refusal("19.0f(E)", f"{called} is not in {label}")]
        ride = modes.may_ride(game, name)
        if ride is not None and unit.worked != now:
            text = f"{called} is in {unit.mode} mode; only units in Move Mode are shipped"
            ride = Refusal("19.0f(A)", text)
        if ride is not None:
            return [ride]
        if now in (unit.moved, unit.finished, unit.started):
            return [
                Refusal("19.0f(C)", f"{called} has moved in this phase; shipping is all it does")
            ]
        if zones.locked(game, name):
            return [Refusal("4.5b", f"{called} negates an enemy zone of control and stays")]
    for key in order.transport:
        found = game.state[TRANSPORT].get(key)
        if found is None or found.side != player or found.place != MAP or found.hex != start:
            return [Refusal("19.0f(E)", f"{key!r} is no transport of {player} in {label}")]
        if found.extender:
            return [Refusal("12.7", f"{key} is an Extender; flip it back first")]
        if found.reserve:
            return [Refusal("5.7e", f"{key} is in Reserve")]
        if now in (found.moved, found.finished):
            return [Refusal("19.0f(C)", f"{key} has moved in this phase; shipping is all it does")]
    if order.tokens > dumps.loadable(game, start, player):
        there = dumps.loadable(game, start, player)
        return [Refusal("12.2a", f"{there} tokens in {label} may be loaded in this phase")]
    return []


def _tell(game: Ocs, player: str, order: Passage, cost: int) -> None:
    """The owner knows the cargo; of the Sea Cap used its weight could be told. [4.9a]"""
    start, goal = game.board.label(order.from_), game.board.label(order.to)
    facts = {"from": start, "to": goal}
    own: dict[str, Any] = {**facts, "cap": cost}
    loads = {"units": list(order.units), "transport": list(order.transport), "tokens": order.tokens}
    own |= {key: load for key, load in loads.items() if load}
    others = Event("ship", "19.0f(D)", facts)
    game.emit(Event("ship", "19.0f(D)", own, seen_by=(player,), others=others))
