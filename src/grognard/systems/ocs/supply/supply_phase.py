"""The Supply Phase: stocks recover, units trace, eat or go without. [2.3-supply]

The player may say whose stocks recover first, which part of a split formation traces, and who eats;
what he must do and has not done is done for him when the phase ends. [12.10e(A)] Headquarters are
units like others [12.9b]; transport, ships and aircraft need nothing. [12.0] [12.9a] [12.9d]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import ceil

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece, Word
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import Crowd, Payment
from grognard.systems.ocs.modes.modes import oriented
from grognard.systems.ocs.movement.moves import may_end, move_ended
from grognard.systems.ocs.pieces import rolls, stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import counter_of, size_of, unit_of
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS, FormationStatus
from grognard.systems.ocs.supply import internals, paying, supply_paths
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.supply.paying import EAT, INTERNALS, Source
from grognard.systems.ocs.supply.supply_paths import Trace
from grognard.systems.ocs.turn.phases import OcsVerb, actor, phase_start
from grognard.systems.ocs.units import BOX, FULL, STRAT, TRUCK, UNITS
from grognard.table.cards import Labels
from grognard.table.worded import Hand

FEW = 4
"""How many choices are listed that are about nobody on the map."""


# ---- internal stocks recover [12.10e(A)]


def wanting(game: Ocs, side: str) -> list[str]:
    """A side's units that are marked Low or Exhausted: on the map, or in a box. [12.10e(A)]

    In a box off the map they draw on what is in it. [12.3e]
    """
    units, boxed = game.state[UNITS], rolls.off_map(game, side, BOX)
    return [n for n in (*stacks.on_map(game, side), *boxed) if units[n].internals != FULL]


def obliged(game: Ocs, name: str) -> tuple[Source, ...]:
    """The supply that must serve a unit's stocks: all but that of Organic Trucks. [12.10e(B)]"""
    return tuple(s for s in paying.purse(game, name, INTERNALS) if not s.organic)


def of_free_will(game: Ocs, name: str) -> dict[str, int]:
    """What Organic Trucks may pay of a level of a unit's stocks, with others only if they must.

    Nothing, where they have none to give or it does not suffice. [12.10e(B)]
    """
    every = paying.purse(game, name, INTERNALS)
    own, price = [s for s in every if s.organic], internals.price(game, name)
    for found in (own, every) if own else ():
        payment = paying.choose(game, found, price, INTERNALS)
        if not isinstance(payment, Refusal) and {s.key for s in own} & {key for key, _ in payment}:
            return dict(payment)
    return {}


def outstanding(game: Ocs, side: str) -> list[str]:
    """The units that must still be given what is within their reach. [12.10e(A)] [12.10e(C)]"""
    kept = game.options["recovery-shortfall"] == "kept"
    found = []
    for name in wanting(game, side):
        tokens = sum(source.tokens for source in obliged(game, name))
        if tokens >= (internals.price(game, name) if kept else 1):
            found.append(name)
    return found


@dataclass(frozen=True, slots=True)
class Refill:
    """A unit whose stocks are to recover; without a name, all that can be."""

    unit: Piece | None = None
    pay: Payment | None = None


class Recover(PaidVerb[Refill]):
    """Raise a unit's internal stocks by one level; without a name, all that can be. [12.10e(A)]"""

    do, rule, order = "recover", "12.10e(A)", Refill
    title, rank = "Refill internal stocks", 13
    phrase = ("Refill the internal stocks of {unit}", "Refill internal stocks")

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each unit that lacks something, and all of them together."""
        return (*wanting(game, player), "")

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether any unit must recover, or may from Organic Trucks. [12.10e(B)]"""
        if outstanding(game, player):
            return True
        return any(of_free_will(game, name) for name in wanting(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Refill]:
        """A level, or all that must be; and a level that Organic Trucks help to pay."""
        yield Refill(actor or None)
        pay = of_free_will(game, actor) if actor else {}
        if pay:
            yield Refill(actor, pay)

    def against(self, game: Ocs, player: str, order: Refill) -> list[Refusal]:
        """A marked unit, with the price of a level within reach. [12.10e(A)]"""
        if order.unit is None:
            if order.pay is not None or not outstanding(game, player):
                text = "name the unit that the supply is for; nothing else is left to do"
                return [Refusal("12.10e(A)", text)]
            return []
        if order.unit not in wanting(game, player):
            return [Refusal("12.10e(A)", f"{order.unit!r} is no Low or Exhausted unit of {player}")]
        payment = _refill(game, player, order.unit, order.pay)
        return [payment] if isinstance(payment, Refusal) else []

    def carry_out(self, game: Ocs, player: str, order: Refill) -> None:
        """Spend the supply, lift the marker. [12.10e(A)]"""
        if order.unit is None:
            recover_all(game, player)
        else:
            payment = _refill(game, player, order.unit, order.pay)
            assert not isinstance(payment, Refusal)
            paying.pay(game, player, payment, INTERNALS, self.rule)
            internals.lift(game, order.unit, 1)

    def by_itself(self, game: Ocs, player: str) -> Iterator[Refill]:
        """The first few, and all of them."""
        for name in islice(wanting(game, player), FEW):
            yield from self.ways(game, player, name)
        yield Refill()


def _refill(
    game: Ocs, side: str, name: str, pay: Mapping[str, int] | None
) -> paying.Payment | Refusal:
    """Who pays for a level of a unit's stocks; Organic Trucks only if named. [12.10e(B)]"""
    wish = paying.as_wished(game, side, pay)
    found = obliged(game, name) if wish is None else paying.purse(game, name, INTERNALS)
    return paying.choose(game, found, internals.price(game, name), INTERNALS, wish)


def recover_all(game: Ocs, side: str) -> None:
    """Every unit recovers what it can, the cheapest first; what is too little is spent in vain.

    [12.10e(A)] [12.10e(C)]
    """
    for name in sorted(wanting(game, side), key=lambda n: (internals.price(game, n), n)):
        while unit_of(game, name).internals != FULL:
            price = internals.price(game, name)
            payment = paying.choose(game, obliged(game, name), price, INTERNALS)
            if isinstance(payment, Refusal):
                break
            paying.pay(game, side, payment, INTERNALS, "12.10e(A)")
            internals.lift(game, name, 1)
    for name in outstanding(game, side):
        rest = tuple(sorted((s.key, s.tokens) for s in obliged(game, name)))
        paying.pay(game, side, rest, INTERNALS, "12.10e(C)")


# ---- formations that are split up [12.6f]


def split(game: Ocs, side: str) -> list[str]:
    """A side's formations that no one source serves as a whole, but some serve in part. [12.6f]"""
    found = []
    for formation in sorted(game.scenario.formations):
        names = supply_paths.members(game, formation)
        if not names or counter_of(game, names[0]).side != side:
            continue
        part = supply_paths.formation_part(game, formation)
        if part and len(part) < len(names):
            found.append(formation)
    return found


@dataclass(frozen=True, slots=True)
class Tracing:
    """A formation and the source that it traces to: a headquarters, or the label of a hex."""

    formation: Word
    source: Word


class TracePart(OcsVerb[Tracing]):
    """Say to which source a split formation traces: only those it serves are free. [12.6f]"""

    do, rule, order = "trace", "12.6f", Tracing
    title, phrase = "Choose a trace", "{formation} traces supply to {source}"
    sure = True

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a formation has several parts to choose from, and nobody has chosen."""
        for formation in split(game, player):
            status = game.state[FORMATIONS].get(formation)
            parts = set(supply_paths.formation_parts(game, formation).values())
            if len(parts) > 1 and (status is None or status.chosen != phase_start(game)):
                return True
        return False

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Tracing]:
        """Every source of every such formation."""
        for formation in split(game, player):
            for key in supply_paths.formation_parts(game, formation):
                yield Tracing(formation, _written(game, key))

    def against(self, game: Ocs, player: str, order: Tracing) -> list[Refusal]:
        """A formation that is split up, and a source that serves some of it. [12.6f] [13.7a]"""
        formation, source = order.formation, order.source
        if formation not in split(game, player):
            return [Refusal("12.6f", f"{formation!r} is no formation of {player} that is split up")]
        known = [_written(game, key) for key in supply_paths.formation_parts(game, formation)]
        if source not in known:
            text = f"{source!r} serves no part of {formation}; {', '.join(known)} would"
            return [Refusal("12.6f", text)]
        return []

    def carry_out(self, game: Ocs, player: str, order: Tracing) -> None:
        """Note the choice; it holds for this phase. [12.6f]"""
        keys = supply_paths.formation_parts(game, order.formation)
        key = next(key for key in keys if _written(game, key) == order.source)
        status = game.state[FORMATIONS].get(order.formation, FormationStatus())
        chosen = replace(status, source=key, chosen=phase_start(game))
        game.put(FORMATIONS, order.formation, chosen)

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """The source: the hex, or the headquarters."""
        source = (action["source"],)
        return (source, ()) if action["source"] in game.board.index else ((), source)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Tracing]:
        """The formation in hand, to a source that lies there or to a headquarters."""
        there = [game.board.label(h) for h in grouped(game, player, hand).hexes if h >= 0]
        for order in self.ways(game, player, ""):
            hexes, pieces = self.touched(game, self.written(game, order))
            if {*hand} <= {*pieces, *self.implied(game, order)} and {*hexes} <= {*there}:
                yield order

    def by_itself(self, game: Ocs, player: str) -> Iterator[Tracing]:
        """The first few."""
        return islice(self.ways(game, player, ""), FEW)

    def implied(self, game: Ocs, order: Tracing) -> Sequence[str]:
        """The units of the formation."""
        members = game.scenario.formations.get(order.formation, ())
        return [name for name in members if name in game.state[UNITS]]


def _written(game: Ocs, key: str) -> str:
    """A common source as players write it: the HQ, or the label of the hex."""
    return game.board.label(int(key[1:])) if key.startswith("@") else key


# ---- eating off the map [12.6c]


def hungry(game: Ocs, side: str) -> list[str]:
    """A side's units that do not make their trace and have not eaten in this phase. [12.6c]"""
    now, found = phase_start(game), supply_paths.traced(game, side)
    return [name for name, ok in found.items() if not ok and unit_of(game, name).fed != now]


def meal(game: Ocs, names: Sequence[str]) -> int:
    """The tokens that feed some units: one for every 2 RE, fractions up. [12.6c]"""
    size = sum(size_of(game, name) for name in names)
    return ceil(size / 2) * cost_of(game.scenario.tables, "eat")


def larder(game: Ocs, names: Sequence[str]) -> tuple[Source, ...]:
    """The supply that each of some units can draw or be thrown. [12.6c]"""
    found = paying.purse(game, names[0], EAT)
    for name in names[1:]:
        keys = {source.key for source in paying.purse(game, name, EAT)}
        found = tuple(source for source in found if source.key in keys)
    return found


@dataclass(frozen=True, slots=True)
class Meal:
    """Units that are to eat together."""

    units: Crowd
    pay: Payment | None = None


class Eat(PaidVerb[Meal]):
    """Feed units that have no trace with supply that all of them can reach. [12.6c]

    Nobody is forced to. Stocks come first. [12.10e(A)]
    """

    do, rule, order = "eat", "12.6c", Meal
    title, phrase, rank = "Eat off the map", "{units} eat supply off the map", 12

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether somebody is hungry and there is supply at all."""
        if not paying.stores(game, player):
            return False
        return any(paying.purse(game, name, EAT) for name in _eaters(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Meal]:
        """The hungry of all hexes round a dump, since a token may feed two; those of a hex; each.

        Where there is too little for them, any two, and as many as it feeds. Nobody, before stocks
        have recovered. [12.10e(A)]
        """
        by_hex: dict[int, list[str]] = {}
        round_dump: dict[str, list[str]] = {}
        for name in () if outstanding(game, player) else _eaters(game, player):
            by_hex.setdefault(unit_of(game, name).hex, []).append(name)
            for source in paying.purse(game, name, EAT)[:1]:
                round_dump.setdefault(source.key, []).append(name)
        several = [g for g in round_dump.values() if len({unit_of(game, n).hex for n in g}) > 1]
        meals = [meal for names in several for meal in _helpings(game, player, names)]
        for names in by_hex.values():
            meals += _helpings(game, player, names) if len(names) > 1 else ()
            meals += (Meal((name,)) for name in names)
        yield from dict.fromkeys(meals)

    def against(self, game: Ocs, player: str, order: Meal) -> list[Refusal]:
        """Units without trace, not in Strat Mode, and supply for them. [12.6c] [12.6e]"""
        names = order.units
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        waiting = set(hungry(game, player))
        for name in names:
            if name not in waiting:
                text = f"{name!r} is no unit of {player} without trace supply that is still hungry"
                return [Refusal("12.6c", text)]
            if unit_of(game, name).mode == STRAT:
                called = counter_of(game, name).name
                return [Refusal("12.6e", f"{called} is in Strat Mode and never eats supply")]
        owed = outstanding(game, player)
        if owed:
            text = f"{', '.join(owed)} must recover internal stocks before anybody eats"
            return [Refusal("12.10e(A)", text)]
        payment = _board(game, player, order)
        return [payment] if isinstance(payment, Refusal) else []

    def carry_out(self, game: Ocs, player: str, order: Meal) -> None:
        """Spend the supply; the units count as supplied in this phase. [12.6c]"""
        payment = _board(game, player, order)
        assert not isinstance(payment, Refusal)
        paying.pay(game, player, payment, EAT, self.rule, larder(game, order.units))
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), fed=phase_start(game)))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Meal]:
        """The units in hand together."""
        units = grouped(game, player, hand).units
        if units:
            yield Meal(units)


def _helpings(game: Ocs, side: str, names: Sequence[str]) -> Iterator[Meal]:
    """A meal for all of some units; if it costs too much, for any two, or for the most that can be
    fed, the largest first: a token is for 2 RE, whoever they are. [12.6c]"""
    whole = Meal(tuple(names))
    yield whole
    if len(names) < 3 or not isinstance(_board(game, side, whole), Refusal):
        return
    yield from map(Meal, combinations(names, 2))
    some: tuple[str, ...] = ()
    for name in sorted(names, key=lambda n: (-size_of(game, n), n)):
        if not isinstance(_board(game, side, Meal((*some, name))), Refusal):
            some = (*some, name)
    if len(some) > 2:
        yield Meal(some)


def _eaters(game: Ocs, side: str) -> list[str]:
    """The hungry who may eat: nobody in Strat Mode does. [12.6e]"""
    return [name for name in hungry(game, side) if unit_of(game, name).mode != STRAT]


def _board(game: Ocs, side: str, order: Meal) -> paying.Payment | Refusal:
    """Who pays for a meal, or why nobody can. [12.6c]"""
    names = order.units
    wish = paying.as_wished(game, side, order.pay)
    return paying.choose(game, larder(game, names), meal(game, names), EAT, wish)


# ---- Strat Mode [12.6e]


@may_end
def strat_needs_trace(game: Ocs, name: str, h: int) -> Refusal | None:
    """Strat Mode units end their moves where they can trace; by the option directly. [5.8b] [12.6e]

    [21.12d]
    """
    if unit_of(game, name).mode != STRAT or strat_could_trace(game, name, h):
        return None
    rule = "21.12d" if game.options["strat-direct-draw"] == "on" else "12.6e"
    text = f"{counter_of(game, name).name} is in Strat Mode and could not trace supply"
    return Refusal(rule, f"{text} in {game.board.label(h)}")


def strat_could_trace(game: Ocs, name: str, h: int) -> bool:
    """Whether a unit in Strat Mode could trace from a hex; by the option directly. [21.12d]"""
    return supply_paths.could_trace(game, name, h, game.options["strat-direct-draw"] == "on")


def strat_ways(game: Ocs, name: str, h: int) -> tuple[Trace, ...]:
    """How a unit in Strat Mode could trace from a hex; by the option only directly. [21.12d]"""
    found = supply_paths.possible(game, name, h)
    if game.options["strat-direct-draw"] == "on":
        return tuple(way for way in found if not way.via)
    return found


@move_ended
def hold_the_way(game: Ocs, name: str) -> None:
    """Who negates enemy zones on the only trace of a Strat Mode unit must stay. [4.5b] [5.8b]"""
    if unit_of(game, name).mode != STRAT:
        return
    side = counter_of(game, name).side
    ways = [_zoned(game, name, way) for way in strat_ways(game, name, unit_of(game, name).hex)]
    for h in min(ways, key=len, default=[]):
        zones.lock(game, h, side)


def _zoned(game: Ocs, name: str, way: Trace) -> list[int]:
    """The hexes of a trace that lie in enemy zones and are entered in truck points. [4.5a(B)]"""
    side, parts = counter_of(game, name).side, supply_paths.legs(game, name, way)
    hexes = {h for move, path in parts if move == TRUCK for h in path}
    return sorted(h for h in hexes if zones.enemy_zone(game, h, side))


def strat_without_trace(game: Ocs) -> Procedure:
    """Who has not moved and could not trace is no longer in Strat Mode. [5.8b] [12.6e]

    So nobody in that mode withers. [12.8c] The enemy notices if the marker showed. [4.9a]
    """
    side, now = actor(game), phase_start(game)
    for name in rolls.in_mode(game, side, STRAT):
        unit = unit_of(game, name)
        if unit.moved == now or strat_could_trace(game, name, unit.hex):
            continue
        seen = None if fog.on_show(game, unit.hex) == name else (side,)
        game.put(UNITS, name, replace(unit, mode=oriented(unit)))
        label = game.board.label(unit.hex)
        game.emit(Event("strat-lost", "5.8b", {"hex": label}, seen_by=seen))
    yield from ()
