"""Trains: moving cargo by rail. [13.3a]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.forms import Hex, Path
from grognard.systems.ocs.forms import Crowd, Tokens
from grognard.systems.ocs.modes.modes import may_ride
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement.moves import begin, put_into
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SIDES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.transport import rail, transport
from grognard.systems.ocs.transport.transport import called, transport_of
from grognard.systems.ocs.turn.phases import MOVEMENT, OcsVerb, kind, phase_start
from grognard.systems.ocs.units import MAP, UNITS
from grognard.systems.ocs.works import engineers
from grognard.table.cards import Sum
from grognard.table.worded import Hand

REPAIR = "rail-repair"


@dataclass(frozen=True)
class Train:
    """Cargo that goes from one hex to another: units, transport, and tokens from the ground."""

    units: tuple[str, ...]
    transport: tuple[str, ...]
    tokens: int
    start: int
    path: tuple[int, ...]
    """From the first hex on."""

    def repairs(self, game: Ocs) -> bool:
        """Whether nothing but Rail Repair units is aboard. [13.3g(C)]"""
        alone = bool(self.units) and not self.transport and not self.tokens
        return alone and all(repairs(game, name) for name in self.units)


def repairs(game: Ocs, name: str) -> bool:
    """Whether a unit is a Rail Repair unit. [13.3g]"""
    return REPAIR in counter_of(game, name).traits


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """Cargo, and where it goes. Without a `path` the train takes the way that costs least; `from_`
    is needed for supply alone."""

    units: Crowd = ()
    transport: Crowd = ()
    tokens: Tokens = 0
    from_: Hex | None = None
    to: Hex
    path: Path = ()


class Rail(Measured[Trip], OcsVerb[Trip]):
    """Move units, Transport Points and supply by rail from one station to another. [13.3a]"""

    do, rule, order = "rail", "13.3a", Trip
    title, role, rank, stakes = "Rail", "march", 40, "price"
    phrase = ("Rail {units} and {tokens} to {to}", "Rail {units} and {transport} to {to}",
              "Rail {units} to {to}", "Rail {transport} to {to}",
              "Rail {tokens} from {from} to {to}")  # fmt: skip

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is Rail Cap left, and cargo at a station. [13.3b]"""
        if kind(game) != MOVEMENT or rail.cap_left(game, player) <= 0:
            return False
        return bool(platforms(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Trip]:
        """Each unit and counter alone, and all the supply that may go, to every station."""
        for h in platforms(game, player) if kind(game) == MOVEMENT else ():
            goals = list(rail.trails(game, player, h))
            for cargo in _cargoes(game, player, h):
                yield from (Trip(**cargo, to=goal) for goal in goals)
            freight = {goal: _most(game, player, h, goal) for goal in goals}
            yield from (Trip(tokens=n, from_=h, to=goal) for goal, n in freight.items() if n)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Some cargo by chance to some station by chance."""
        running = kind(game) == MOVEMENT and rail.cap_left(game, player) > 0
        hexes = platforms(game, player) if running else []
        for h in rng.sample(hexes, min(3, len(hexes))):
            cargoes, goals = list(_cargoes(game, player, h)), rail.detrainable(game, player) - {h}
            if goals:
                goal = rng.choice(sorted(goals))
                most = _most(game, player, h, goal)
                if most:
                    cargoes.append({"tokens": most, "from_": h})
                if not cargoes:
                    continue
                found = Trip(**rng.choice(cargoes), to=goal)
                if not self.against(game, player, found):
                    return self.written(game, found)
        return None

    def against(self, game: Ocs, player: str, order: Trip) -> list[Refusal]:
        """Entrain, move, detrain, each by its rules, and within the Rail Cap. [13.3c]"""
        if kind(game) != MOVEMENT:
            return [Refusal("13.3b", "trains run in the Movement Phase only")]
        train = make_up(game, player, order)
        if isinstance(train, Refusal):
            return [train]
        refusals = [*boarding(game, player, train), *stations(game, player, train)]
        if refusals:
            return refusals
        some_repair = any(repairs(game, name) for name in train.units)
        refusal = rail.path_refusal(game, player, train.path, some_repair)
        if refusal is not None:
            return [refusal]
        cost, left = fare(game, player, train), rail.cap_left(game, player)
        if cost > left:
            text = f"it takes {_points(cost)} of Rail Cap, {_points(left)} are left in this turn"
            none = not game.scenario.limits[player].rail_cap
            return [Refusal("13.3b", f"{player} has no Rail Cap at all" if none else text)]
        return []

    def carry_out(self, game: Ocs, player: str, order: Trip) -> None:
        """The cargo is where it goes, and stays there; Rail Repair units may go on. [13.3c(3)]"""
        train = make_up(game, player, order)
        assert isinstance(train, Train)
        cost = fare(game, player, train)
        begin(game, player, (*train.units, *train.transport))
        _tell(game, player, train, cost)
        status = game.state[SIDES][player]
        used = status.rail_used + int(cost * rail.QUARTERS)
        game.put(SIDES, player, replace(status, rail_used=used))
        for h in rail.lifeline(game, player, train.start):
            zones.lock(game, h, player, train.units)
        _arrive(game, player, train)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Trip]:
        """Units, transport and supply in hand, of this as much as there is and may go. [13.3a]"""
        group = grouped(game, player, hand)
        if group.air or group.ships or not group.names or group.hexes == (h,):
            return
        if not group.dumps:
            yield Trip(units=group.units, transport=group.transport, to=h)
        elif group.hex >= 0:
            start = group.hex
            most = _most(game, player, start, h) or dumps.loadable(game, start, player)
            yield Trip(units=group.units, transport=group.transport, tokens=most, from_=start, to=h)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With supply in hand, where no enemy is."""
        stores = grouped(game, player, hand).dumps
        return bool(stores) and not any(stacks.hostile(game, player, h) for h in hexes)

    def cost(self, game: Ocs, player: str, order: Trip) -> Sequence[Sum]:
        """The Rail Cap that a train takes. [13.3b]"""
        train = make_up(game, player, order)
        if isinstance(train, Refusal):
            return ()
        price, left = fare(game, player, train), rail.cap_left(game, player)
        tally = Tally().add(f"of {_points(left)} left in this turn", _points(price), "13.3b")
        return [Sum("Rail Cap, in Supply Points", tally)]

    def implied(self, game: Ocs, order: Trip) -> Sequence[str]:
        """What lies on the ground where supply comes from."""
        if not order.tokens or order.from_ is None:
            return ()
        return dumps.lying(game, order.from_)


def _cargoes(game: Ocs, player: str, h: int) -> Iterator[dict[str, Any]]:
    """The units and transport that could go by train from a hex, each alone."""
    for name in stacks.own_at(game, h, player):
        yield {"units": (name,)}
    for key in stacks.transport_at(game, h, player):
        yield {"transport": (key,)}


def _most(game: Ocs, side: str, start: int, goal: int) -> int:
    """The tokens that can go from a hex to another: several tracks stretch the Rail Cap, trains
    that are busted shrink it. [13.3a] [13.3b]"""
    there, way = dumps.loadable(game, start, side), rail.trails(game, side, start).get(goal)
    if not there or way is None:
        return 0
    return max(0, min(there, int(rail.cap_left(game, side) / rail.share(game, side, way))))


def _points(tokens: Fraction) -> Fraction:
    """Rail Cap in points, as the game's booklet counts it. [13.3]"""
    return tokens / TOKENS


def platforms(game: Ocs, side: str) -> list[int]:
    """The hexes of a side's clear track where it has cargo."""
    index, dumped = stacks.stacks(game), game.state[DUMPS].values()
    carts = (cart for cart in game.state[TRANSPORT].values() if cart.side == side)
    cargo = {cart.hex for cart in carts if cart.place == MAP}
    cargo.update(dump.hex for dump in dumped if dump.side == side and dump.tokens)
    return [h for h in sorted(rail.clear(game, side)) if h in index.held[side] or h in cargo]


def make_up(game: Ocs, player: str, order: Trip) -> Train | Refusal:
    """The train that an order is about, or what is wrong with it."""
    names, keys, tokens = order.units, order.transport, order.tokens
    if tokens < 0 or not (names or keys or tokens):
        return Refusal("13.3a", "cargo is combat units, Transport Points and supply; name some")
    if len({*names, *keys}) != len(names) + len(keys):
        return Refusal("form", "name no cargo twice")
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or unit.place != MAP or counter_of(game, name).side != player:
            return Refusal("13.3a", f"{name!r} is no combat unit of {player} on the map")
    foreign = transport.refuse_foreign(game, player, keys, "13.3a") if keys else []
    if foreign:
        return foreign[0]
    hexes = [unit_of(game, n).hex for n in names] + [transport_of(game, k).hex for k in keys]
    if order.from_ is not None:
        hexes.append(order.from_)
    return _routed(game, player, order, Train(names, keys, tokens, -1, ()), hexes)


def _routed(
    game: Ocs, player: str, order: Trip, train: Train, hexes: Sequence[int]
) -> Train | Refusal:
    """The train with its way: that of the order, or the cheapest."""
    goal, path = order.to, order.path
    if len(set(hexes)) != 1:
        return Refusal("13.3c(1)", "a train is made up in one hex; say where, if it is supply only")
    start = hexes[0]
    if goal == start:
        return Refusal("13.3c(2)", "the train would stay where it is")
    if path and path[-1] != goal:
        return Refusal("form", f"the path ends in {game.board.label(path[-1])}, not where it goes")
    way = (start, *path) if path else rail.trails(game, player, start).get(goal)
    if way is None:
        wrong = rail.hex_refusal(game, player, start) or rail.hex_refusal(game, player, goal)
        label = game.board.label
        text = f"no clear track leads from {label(start)} to {label(goal)}"
        return wrong or Refusal("13.3c(2)", text)
    return replace(train, start=start, path=way)


def fare(game: Ocs, side: str, train: Train) -> Fraction:
    """What a train takes of the Rail Cap, in tokens. [13.3a]"""
    weight = rail.weight(game, train.units, train.transport, train.tokens)
    return weight * rail.share(game, side, train.path)


# ---- boarding [13.3c(1)]


def boarding(game: Ocs, side: str, train: Train) -> list[Refusal]:
    """Why some of the cargo cannot entrain. [13.3c(1)]"""
    refusals = [found for name in train.units if (found := _unit_refusal(game, name))]
    refusals += [found for key in train.transport if (found := _transport_refusal(game, key))]
    label, lies = game.board.label(train.start), stacks.dump_at(game, train.start, side)
    free = dumps.loadable(game, train.start, side)
    if train.tokens > lies:
        refusals.append(Refusal("13.3a", f"{dumps.amount(lies)} of {side} lie in {label}"))
    elif train.tokens > free:
        text = f"only {dumps.amount(free)} in {label} were not unloaded in this phase"
        refusals.append(Refusal("12.2a", text))
    return refusals


def _unit_refusal(game: Ocs, name: str) -> Refusal | None:
    """In Move Mode, not done moving, and at most half its allowance used. [13.3c(1)]

    Rail Repair units ride in Combat Mode too. [13.3g(B)]
    """
    counter, now = counter_of(game, name), phase_start(game)
    refusal = may_ride(game, name, rail=True) or engineers.at_work(game, name)
    if refusal is not None:
        return refusal
    if unit_of(game, name).finished == now:
        return Refusal("6.1g", f"{counter.name} has done moving in this phase")
    if zones.locked(game, name):
        return Refusal("4.5b", f"{counter.name} negates an enemy zone of control and stays")
    if 2 * movement.spent(game, name) > movement.full(game, name):
        return Refusal("13.3c(1)", f"{counter.name} has used more than half its allowance")
    return None


def _transport_refusal(game: Ocs, key: str) -> Refusal | None:
    """At most half used, not in Reserve, and no load that trucks have moved in this phase.

    [13.3c(1)] [5.7e] [12.2a]
    """
    found, name, now = transport_of(game, key), called(game, key), phase_start(game)
    refusal = transport.unable(game, key)
    if refusal is not None:
        return refusal
    if found.reserve:
        return Refusal("5.7e", f"{name} are in Reserve")
    if 2 * transport.spent(game, key) > transport.full(game, key):
        return Refusal("13.3c(1)", f"{name} have used more than half their allowance")
    if found.load and found.carried == now:
        return Refusal("12.2a", f"the load of {name} has been moved by them in this phase")
    return None


# ---- stations [13.3c-det]


def stations(game: Ocs, side: str, train: Train) -> list[Refusal]:
    """Why the cargo cannot entrain or detrain where it is to. [13.3c(1)] [13.3c(3)]

    Rail Repair units do in any rail hex [13.3g(C)]; what has just come onto the map entrains where
    it came, if that is on a railway. [13.3c(1)]
    """
    start, goal, label = train.path[0], train.path[-1], game.board.label
    enemy = next(stacks.belongings(game, goal, game.scenario.other(side)), "")
    if enemy:
        return [Refusal("4.4c", f"there is an enemy {enemy} in {label(goal)}")]
    if train.repairs(game):
        return []
    wrong = [
        refusal for h in (start, goal) if (refusal := rail.hex_refusal(game, side, h)) is not None
    ]
    if wrong:
        return wrong[:1]
    refusals = []
    if not _may_board(game, side, train):
        refusals.append(Refusal("13.3c(1)", f"cargo cannot entrain in {label(start)}: {_NEEDS}"))
    if goal not in rail.detrainable(game, side):
        refusals.append(Refusal("13.3c(3)", f"cargo cannot detrain in {label(goal)}: {_NEEDS}"))
    return refusals


_NEEDS = (
    "it takes a village, city, port or Engineer-Capable headquarters, and track to a source of "
    "supply without enemy zones of control that nobody negates"
)


def _may_board(game: Ocs, side: str, train: Train) -> bool:
    h = train.start
    if h in rail.detrainable(game, side):
        return True
    others = [name for name in train.units if not repairs(game, name)]
    return (
        all(new_here(game, name) or rail.halt(game, side, h, name) for name in others)
        and all(new_here(game, key) for key in train.transport)
        and train.tokens <= dumps.newly_arrived(game, h, side)
    )


def new_here(game: Ocs, name: str) -> bool:
    """Whether a reinforcement is where it came onto the map in this turn. [13.3c(1)] [13.6b]"""
    found = game.state[UNITS].get(name) or game.state[TRANSPORT][name]
    return found.entered == game.turn and found.moved != phase_start(game)


# ---- arriving [13.3c(3)]


def _arrive(game: Ocs, side: str, train: Train) -> None:
    """Put the cargo down. Nobody goes on from there but Rail Repair units. [13.3g(B)]"""
    goal, now = train.path[-1], phase_start(game)
    for name in train.units:
        used = movement.spent(game, name)
        unit = unit_of(game, name)
        done, last = (unit.finished, unit.railed) if repairs(game, name) else (now, now)
        put_into(game, name, goal, moved=now, spent=used, finished=done, railed=last)
    for key in train.transport:
        found = transport_of(game, key)
        carried = now if found.load else found.carried
        transport.pay(game, key, 0, hex=goal, finished=now, rolled=now, railed=now, carried=carried)
    if train.tokens:
        dumps.take(game, side, train.start, train.tokens, loading=True)
        dumps.add(game, side, goal, train.tokens, fresh=True)  # [12.2a]


def _tell(game: Ocs, side: str, train: Train, cost: Fraction) -> None:
    """The owner knows what goes; the enemy, that something does. [4.9a]"""
    label = game.board.label
    where = {"from": label(train.path[0]), "to": label(train.path[-1])}
    game.emit(
        Event("rail", "13.3c(2)", where).to(
            side,
            units=list(train.units),
            transport=list(train.transport),
            tokens=train.tokens,
            path=[label(h) for h in train.path[1:]],
            cost=str(_points(cost)),
        )
    )
