"""Hauling: Transport Points move, load and unload. [13.2] [12.2]

Transport may stop on its way while others use its load, and go on [13.2a]; when anybody else begins
to move it has done. [6.1g]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.forms import Path
from grognard.kit.ways import Routes, together
from grognard.systems.ocs.forms import Crowd, Loading, listed
from grognard.systems.ocs.movement.movement import points
from grognard.systems.ocs.movement.moves import begin
from grognard.systems.ocs.movement.prospect import prospect
from grognard.systems.ocs.movement.ways import beyond, no_way
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.names import names
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, TOKENS, TRANSPORT, amount
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.transport import called, transport_of, unable
from grognard.systems.ocs.turn.phases import OcsVerb, foretold, phase_start
from grognard.systems.ocs.units import MAP, TRUCK
from grognard.table.cards import Labels, Reach, Sum
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True)
class Hauling:
    """Transport, and the way it goes; the hex it starts from is left out."""

    transport: Crowd
    path: Path


class Haul(OcsVerb[Hauling]):
    """Move transport along a path, alone or together. [13.2] [6.1]

    Who is left behind when the others go on has been dropped off and stays. [6.1f]
    """

    do, rule, order = "haul", "13.2", Hauling
    title, phrase = "Haul", "Haul {transport} to {end}"
    role, rank, shows_reach = "march", 22, True
    sure = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each counter."""
        return transport.own(game, player)

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether any transport can move."""
        return any(unable(game, key) is None for key in transport.own(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Hauling]:
        """To every hex within reach."""
        found = transport.routes(game, actor)
        for h in found.costs:
            yield Hauling((actor,), found.path(h))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A counter by chance to a hex by chance."""
        keys = transport.own(game, player)
        for key in rng.sample(keys, min(3, len(keys))):
            found = transport.routes(game, key)
            if found.costs:
                path = found.path(rng.choice(sorted(found.costs)))
                return self.written(game, Hauling((key,), path))
        return None

    def against(self, game: Ocs, player: str, order: Hauling) -> list[Refusal]:
        """Who may move, and each step of each of them. [6.0]"""
        keys = order.transport
        refusals = transport.refuse_foreign(game, player, keys, self.rule)
        refusals = refusals or [found for key in keys if (found := unable(game, key))]
        if refusals:
            return refusals
        if not order.path:
            return [Refusal("6.1", "a path names at least the hex to go to")]
        walks = [transport.walk(game, key, order.path) for key in keys]
        return [found for found in walks if isinstance(found, Refusal)]

    def carry_out(self, game: Ocs, player: str, order: Hauling) -> None:
        """Tell the move, then go hex by hex. [6.1a]"""
        keys, path, label = order.transport, order.path, game.board.label
        begin(game, player, keys)
        start = label(transport_of(game, keys[0]).hex)
        where = {"from": start, "path": [label(h) for h in path]}
        game.emit(Event("haul", self.rule, where).to(player, transport=list(keys)))
        for key in keys:
            _go(game, player, key, path)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Hauling]:
        """By the cheapest way that all can go; one too long for today says how far it is."""
        group = grouped(game, player, hand)
        keys = group.transport
        if keys and keys == group.names and group.hexes != (h,):
            yield Hauling(keys, _way(game, player, keys, h))

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With transport in hand."""
        return bool(hexes and grouped(game, player, hand).transport)

    def warnings(self, game: Ocs, player: str, order: Hauling) -> Sequence[str]:
        """Whom it strands that transport goes where it goes."""

        def moved() -> None:
            for key in order.transport:
                game.put(TRANSPORT, key, replace(transport_of(game, key), hex=order.path[-1]))

        return foretold(game, player, order.transport, moved)

    def heading(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """What is to go where."""
        return f"Haul {listed(names(game), hand)} to {game.board.label(hexes[0])}"

    def refused(
        self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]
    ) -> Sequence[Refusal]:
        """That no way leads there, however long. [6.1]"""
        start = grouped(game, player, hand).hex
        for order in self.towards_all(game, player, hand, hexes):
            return no_way(game, start, order.path, self.against(game, player, order))
        return ()

    def reached(self, game: Ocs, player: str, hand: Hand) -> Reach | None:
        """The hexes that all in hand can come to, and the points it takes. [6.1b]"""
        keys = grouped(game, player, hand).transport
        if not keys:
            return None
        refusals = [found for key in keys if (found := unable(game, key))]
        if refusals:
            return Reach(refusals=tuple(refusals))
        trucks = any(transport.kind_of(game, key).move == TRUCK for key in keys)
        start, found_ = transport_of(game, keys[0]).hex, together(_each(game, keys))
        return prospect(game, player, start, found_, trucks)

    def path(self, game: Ocs, player: str, order: Hauling) -> Labels:
        """From where they are."""
        hexes = (transport_of(game, order.transport[0]).hex, *order.path)
        return tuple(map(game.board.label, hexes))

    def cost(self, game: Ocs, player: str, order: Hauling) -> Sequence[Sum]:
        """What each spends, hex by hex. [13.2]"""
        found = []
        for key in order.transport:
            legs = transport.walk(game, key, order.path)
            tally = Tally()
            for leg in legs if not isinstance(legs, Refusal) else ():
                tally = tally.add(game.board.label(leg.after.hex), points(leg.cost), "6.2")
            found.append(Sum(f"{called(game, key)}, MP", tally))
        return found


def _way(game: Ocs, side: str, keys: Sequence[str], h: int) -> tuple[int, ...]:
    """The cheapest way of some transport to a hex, be it out of reach. [6.1]"""
    found, starts = together(_each(game, keys)), {transport_of(game, key).hex for key in keys}
    if h in found.costs:
        return found.path(h)
    if len(starts) > 1 or -1 in starts:
        return (h,)
    return beyond(game, side, transport.kind_of(game, keys[0]).move, starts.pop(), h)


def _each(game: Ocs, keys: Sequence[str]) -> dict[str, Routes]:
    """Where each of some transport can go by itself."""
    return {key: transport.routes(game, key) for key in keys}


def _go(game: Ocs, side: str, key: str, path: Sequence[int]) -> None:
    """Take transport along a path. Trucks that go on from an enemy zone hold its negator. [4.5b]"""
    legs, now = transport.walk(game, key, path), phase_start(game)
    assert not isinstance(legs, Refusal)
    trucks = transport.kind_of(game, key).move == TRUCK
    for leg in legs:
        before = transport_of(game, key)
        if trucks and before.rolled == now:
            zones.lock(game, leg.start, side)
        carried = now if before.load else before.carried
        transport.pay(game, key, leg.cost, hex=leg.after.hex, rolled=now, carried=carried)


# ---- loading and unloading


def _unable_to_pay(game: Ocs, player: str, key: str, doing: str) -> list[Refusal]:
    """Why transport cannot pay for loading or unloading: a tenth of its allowance. [13.2f]"""
    refusals = transport.refuse_foreign(game, player, [key], "13.2f")
    if refusals:
        return refusals
    refusal = unable(game, key)
    if refusal is not None:
        return [refusal]
    cost, rest = transport.loading_cost(game, key), transport.left(game, key)
    if cost > rest:
        text = f"{doing} takes {points(cost)} MP, {points(rest)} are left"
        return [Refusal("13.2f", f"{called(game, key)}: {text}")]
    return []


def _join(game: Ocs, side: str, key: str) -> None:
    """Loading and unloading are part of a move. [13.2a]

    Of transport that moves together each may stop for it, and whoever has not yet left a hex can
    still set out with others there that have not. [6.1f] [6.1g]
    """
    moving, records, now = game.state[SIDES][side].moving, game.state[TRANSPORT], phase_start(game)
    if key in moving:
        return
    stack = [records.get(name) for name in (*moving, key)]
    here = records[key].hex
    if all(t is not None and t.hex == here and t.rolled != now for t in stack):
        begin(game, side, (*moving, key))
    else:
        begin(game, side, (key,))


class _Handle(Measured[Loading], OcsVerb[Loading]):
    """Loading or unloading: it costs the same however much it is. [13.2f]"""

    stops = False  # `haul` says so already

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each counter."""
        return transport.own(game, player)

    def cost(self, game: Ocs, player: str, order: Loading) -> Sequence[Sum]:
        """A tenth of the allowance. [13.2f]"""
        price = points(transport.loading_cost(game, order.transport))
        tally = Tally().add("a tenth of the allowance", price, "13.2f")
        return [Sum(f"{called(game, order.transport)}, MP", tally)]


class Load(_Handle):
    """Load supply that lies in the same hex. [13.2f]

    Nothing is loaded from afar [13.2f(B)], nor what was unloaded in this phase. [12.2a]
    """

    do, rule, order = "load", "13.2f", Loading
    title, phrase, rank = "Load", "Load {tokens} on {transport}", 6
    sure = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Loading]:
        """Whole Supply Points, and as much as there is and will fit."""
        h = transport_of(game, actor).hex
        most = min(dumps.loadable(game, h, player), transport.room(game, actor))
        if most and not _unable_to_pay(game, player, actor, "loading"):
            for tokens in amounts(most):
                yield Loading(actor, tokens)

    def against(self, game: Ocs, player: str, order: Loading) -> list[Refusal]:
        """Room, points, and tokens in the hex that may be loaded."""
        key, tokens = order.transport, order.tokens
        refusals = _unable_to_pay(game, player, key, "loading")
        if refusals:
            return refusals
        h = transport_of(game, key).hex
        label, there = game.board.label(h), stacks.dump_at(game, h, player)
        free = dumps.loadable(game, h, player)
        if tokens < 1 or tokens > there:
            text = f"{amount(there)} of {player} lie in {label}, not {tokens} tokens"
            return [Refusal("13.2f(B)", f"{text}; what is loaded lies in the same hex")]
        if tokens > free:
            text = f"only {amount(free)} in {label} were not unloaded in this phase"
            return [Refusal("12.2a", text)]
        if tokens > transport.room(game, key):
            text = f"{called(game, key)} have room for {amount(transport.room(game, key))}"
            return [Refusal("13.2c", text)]
        return []

    def carry_out(self, game: Ocs, player: str, order: Loading) -> None:
        """It costs the same however much is loaded. [13.2f]"""
        key, tokens = order.transport, order.tokens
        _join(game, player, key)
        transport.pay(game, key, transport.loading_cost(game, key))
        transport.load(game, key, tokens)
        _tell(game, player, key, "load", tokens)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Loading]:
        """Each transport in hand."""
        for key in grouped(game, player, hand).transport:
            if transport_of(game, key).place == MAP:
                yield from self.ways(game, player, key)


class Unload(_Handle):
    """Unload supply where somebody or something takes charge of it. [13.2f]"""

    do, rule, order = "unload", "13.2f", Loading
    title, phrase, rank = "Unload", "Unload {tokens} from {transport}", 7

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Loading]:
        """Whole Supply Points, and everything."""
        for tokens in amounts(transport_of(game, actor).load):
            yield Loading(actor, tokens)

    def against(self, game: Ocs, player: str, order: Loading) -> list[Refusal]:
        """Tokens aboard, points, and a place for them; Organic Trucks never do. [13.2g(A)]"""
        key, tokens = order.transport, order.tokens
        refusals = _unable_to_pay(game, player, key, "unloading")
        if refusals:
            return refusals
        found = transport_of(game, key)
        if found.formation:
            return [Refusal("13.2g(A)", f"{called(game, key)} never unload on the map")]
        if not 1 <= tokens <= found.load:
            text = f"{called(game, key)} carry {amount(found.load)}, not {tokens} tokens"
            return [Refusal(self.rule, text)]
        if not takes_charge(game, found.hex, player):
            text = "unloading needs a friendly combat unit, port, Air Base or dump on the ground"
            return [Refusal(self.rule, f"{text} in {game.board.label(found.hex)}")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Loading) -> None:
        """It costs the same however much is unloaded. [13.2f]"""
        key, tokens = order.transport, order.tokens
        _join(game, player, key)
        transport.pay(game, key, transport.loading_cost(game, key))
        transport.unload(game, key, tokens)
        _tell(game, player, key, "unload", tokens)


def takes_charge(game: Ocs, h: int, side: str) -> bool:
    """Whether units, a port, a base or a dump of a side take charge of supply in a hex. [13.2f]"""
    if stacks.own_at(game, h, side) or stacks.dump_at(game, h, side):
        return True
    return bool({"port", "air base"}.intersection(stacks.belongings(game, h, side)))


def amounts(most: int) -> list[int]:
    """Whole Supply Points up to an amount, and the amount itself."""
    return [*range(TOKENS, most, TOKENS), most] if most else []


def _tell(game: Ocs, player: str, key: str, kind: str, tokens: int) -> None:
    """Loads are their owner's business. [4.9a]"""
    label = game.board.label(transport_of(game, key).hex)
    facts = {"transport": key, "hex": label, "tokens": tokens}
    game.emit(Event(kind, "13.2f", facts, seen_by=(player,)))
