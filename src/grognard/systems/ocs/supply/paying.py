"""Paying: which supply is within reach, who pays, and the spending itself. [12.3] [12.4]

Whatever supply is needed for, it is drawn from dumps nearby or thrown by a headquarters that draws
it [12.3]. A dump is all supply in a hex, loaded or not [12.1b]; supply aboard landing craft is only
for those beside it [12.3c]. Nothing is moved by it: what is drawn is used at once. [12.3b(B)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces import headquarters, zones
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SHIPS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.supply.field import Field
from grognard.systems.ocs.supply.supply_fields import DRAW, fields, paths_of
from grognard.systems.ocs.supply.supply_paths import throws
from grognard.systems.ocs.supply.throws import draw_class
from grognard.systems.ocs.units import BOX, MAP, TRUCK, UNITS

ATTACK, DEFENCE, BARRAGE, FUEL, EAT, REFIT = (
    "attack", "defence", "barrage", "fuel", "eat", "refit",
)  # fmt: skip
BUILD, REBUILD, REPAIR, CONSOLIDATE, INTERNALS, SHIP, RECON = (
    "build", "rebuild", "repair", "consolidate", "internals", "ship", "recon",
)  # fmt: skip
PURPOSES: dict[str, tuple[str, str]] = {
    ATTACK: ("the attack", "9.5b(A)"),
    DEFENCE: ("the defence", "9.5b(B)"),
    BARRAGE: ("the barrage", "10.1b"),
    FUEL: ("fuel", "12.5a"),
    EAT: ("eating off the map", "12.6c"),
    REFIT: ("the refit", "12.9c"),
    BUILD: ("the construction", "13.8d"),
    REBUILD: ("the rebuild", "13.5a"),
    REPAIR: ("the repair", "19.0d"),
    CONSOLIDATE: ("the consolidation", "13.9"),
    INTERNALS: ("internal stocks", "12.10e(A)"),
    SHIP: ("the ship", "12.9d"),
    RECON: ("the recon", "21.1"),
}
"""For each purpose what it is called, and the rule that asks for the supply."""

Payment = tuple[tuple[str, int], ...]
"""How many tokens each source gives, by its key."""
Wish = Mapping[str, int] | None
"""How many each is to give, if a player has said so."""


class Source(NamedTuple):
    """Supply within reach of a user: what holds it, where, how much, and the way it takes.

    `via` is the headquarters that throws it, empty for a direct draw; `path` the hexes that the way
    enters, `cost` what it counts, in twelfths. [12.3a] [12.3b] `by_truck` are those of its hexes
    that it enters in truck points, where enemy zones must be negated. [4.5a(B)]
    """

    key: str
    hex: int
    tokens: int
    via: str
    path: tuple[int, ...]
    cost: int
    organic: bool = False
    by_truck: tuple[int, ...] = ()


# ---- what there is


class Store(NamedTuple):
    """Supply in one hex on one record: a dump, a load, a cargo afloat. [12.1b]"""

    key: str
    hex: int
    tokens: int
    formation: str = ""
    afloat: bool = False


def stores(game: Ocs, side: str) -> tuple[Store, ...]:
    """All supply of a side on the map. [12.1b] [12.1d]"""

    def compute() -> tuple[Store, ...]:
        return tuple(sorted(_stores(game, side), key=itemgetter(1, 0)))  # by hex, then by key

    names = (DUMPS.name, TRANSPORT.name, SHIPS.name)
    return game.cached(("stores", side), names, compute)


def _stores(game: Ocs, side: str) -> Iterator[Store]:
    for key, dump in game.state[DUMPS].items():
        if dump.side == side and dump.tokens and dump.hex >= 0:
            yield Store(key, dump.hex, dump.tokens)
    for key, transport in game.state[TRANSPORT].items():
        if transport.side == side and transport.load and transport.place == MAP:
            yield Store(key, transport.hex, transport.load, transport.formation)
    for key, ship in game.state[SHIPS].items():
        if ship.side == side and ship.load and ship.place == MAP:
            yield Store(key, ship.hex, ship.load, afloat=True)


# ---- what is within reach


def sources(
    game: Ocs, side: str, h: int, purpose: str, who: Sequence[str] = ()
) -> tuple[Source, ...]:
    """The supply that users in a hex can draw or be thrown, the nearest first. [12.3a] [12.3b]

    `who` are the units that need it: headquarters draw in the class of their throw, and Organic
    Trucks give only to their own formation [13.2g], after all others.
    """
    if h < 0:
        return _in_box(game, side, who)
    users = tuple(who)

    def compute() -> tuple[Source, ...]:
        best: dict[str, Way] = {}
        for way in _ranked(game, side, h, users):
            best.setdefault(way[4], way)
        return tuple(map(_source, best.values()))

    return game.cached(("sources", side, h), _hangs_on(side), compute, _kinds(game, users))


def ways(game: Ocs, side: str, h: int, who: Sequence[str] = ()) -> tuple[Source, ...]:
    """Every way in which supply can come to users in a hex: one entry a store and headquarters."""
    if h < 0:
        return _in_box(game, side, who)
    users = tuple(who)

    def compute() -> tuple[Source, ...]:
        return tuple(map(_source, _ranked(game, side, h, users)))

    return game.cached(("ways", side, h), _hangs_on(side), compute, _kinds(game, users))


def _hangs_on(side: str) -> tuple[str, ...]:
    """What a side's supply within reach depends on: its paths, and what holds supply."""
    return paths_of(side), DUMPS.name, TRANSPORT.name, SHIPS.name


def _kinds(game: Ocs, who: Sequence[str]) -> frozenset[tuple[str, str, bool, str]]:
    """All that matters of users to who supplies them: units of one kind have the same supply."""
    counters = {name: counter_of(game, name) for name in who}
    return frozenset(
        (name if c.hq else "", c.formation, c.independent, c.nation) for name, c in counters.items()
    )


class Throw(NamedTuple):
    """How a headquarters throws to a hex: the way, what it counts, its hexes in truck points."""

    via: str
    path: tuple[int, ...]
    cost: int
    by_truck: tuple[int, ...]


BY_HAND = Throw("", (), 0, ())
"""What is drawn directly, without a headquarters."""


Way = tuple[bool, int, bool, int, str, str, Source, Throw]
"""One way in which supply could come, in the order of preference: whether by Organic Trucks, which
come after all others; what it counts, the nearest first [12.3a]; whether it is thrown; the tokens
and key of the store; the headquarters; what is drawn, and how it is thrown. There are many ways, of
which few are taken."""


def _ranked(game: Ocs, side: str, h: int, who: Sequence[str]) -> list[Way]:
    """Every way in which supply can come to users in a hex, the best first. [12.3a] [12.3b]"""
    mine = _open_to(game, side, who)
    found: list[Way] = [
        (d.organic, d.cost, False, d.tokens, d.key, "", d, BY_HAND)
        for d in (*_direct(game, side, h, mine, draw_class(game, who)), *_afloat(game, h, mine))
    ]
    throwing = throws(game, side)
    for name in throwing.serving(h):
        if _may_throw(game, str(name), who):
            field = throwing.held[name]
            path, cost = field.way(h, game.board.around(h))
            throw = Throw(str(name), path, cost, _by_truck(field, path))
            found += _thrown(game, side, mine, throw)
    found.sort()
    return found


def _source(way: Way) -> Source:
    """A way as its user takes it: what is drawn, and then thrown."""
    _, cost, *_, drawn, throw = way
    if throw is BY_HAND:
        return drawn
    return Source(
        drawn.key, drawn.hex, drawn.tokens, throw.via, drawn.path + throw.path, cost,
        drawn.organic, drawn.by_truck + throw.by_truck,
    )  # fmt: skip


def _open_to(game: Ocs, side: str, who: Sequence[str]) -> tuple[Store, ...]:
    """A side's supply that users may have: of Organic Trucks that of their own. [13.2g(B)]"""
    own, every = _formation(game, who), stores(game, side)

    def compute() -> tuple[Store, ...]:
        return tuple(store for store in every if store.formation in ("", own))

    return game.cached(("open to", side, own), (), compute, every)


def _formation(game: Ocs, who: Sequence[str]) -> str:
    """The formation of some units, whose Organic Trucks give to them; empty if none. [13.2g(B)]"""
    formations = {counter_of(game, name).formation for name in who}
    return formations.pop() if len(formations) == 1 else ""


def _direct(game: Ocs, side: str, h: int, mine: tuple[Store, ...], move: str) -> tuple[Source, ...]:
    """Draws within five points, or next to such a hex. [12.3a] [12.3c]"""
    field, around = fields(game).outward(side, h, move, DRAW), game.board.around

    def compute() -> tuple[Source, ...]:
        found, marks, serving = [], field.marks, field.serving
        for key, at, tokens, formation, afloat in mine:
            if marks[at] & serving and not afloat:
                path, cost = field.way(at, around(at))
                trucks = _by_truck(field, path)
                found.append(Source(key, at, tokens, "", path, cost, bool(formation), trucks))
        return tuple(found)

    return game.cached(("drawn", side, h, move), (), compute, (field, mine))


def _afloat(game: Ocs, h: int, mine: Sequence[Store]) -> Iterator[Source]:
    """What is aboard is only for those in its hex or beside it. [12.3c] [18.5e]"""
    for store in mine:
        if store.afloat and (h == store.hex or game.board.adjacent(h, store.hex)):
            yield Source(store.key, store.hex, store.tokens, "", (), 0)


def _by_truck(field: Field, path: tuple[int, ...]) -> tuple[int, ...]:
    return path if field.key.move == TRUCK else ()


def _may_throw(game: Ocs, name: str, who: Sequence[str]) -> bool:
    """Whether a headquarters serves these users, of whom it is not the only one. [13.1d]"""
    if tuple(who) == (name,):
        return False
    if not who:  # an Air Base is none of its units
        return not headquarters.divisional(game, name)
    return all(headquarters.commands(game, name, user) for user in who)


def _thrown(game: Ocs, side: str, mine: tuple[Store, ...], throw: Throw) -> Iterator[Way]:
    """What a headquarters can draw, it throws to whoever its range comes next to. [12.3b] [12.3c]

    It never throws what another has thrown to it [12.3b(C)], nor from landing craft. [12.3c]
    """
    hq, cost = throw.via, throw.cost
    for d in _direct(game, side, unit_of(game, hq).hex, mine, draw_class(game, (hq,))):
        yield d.organic, d.cost + cost, True, d.tokens, d.key, hq, d, throw


def _in_box(game: Ocs, side: str, who: Sequence[str]) -> tuple[Source, ...]:
    """Units in an off-map box draw on what is in the same box, and on nothing else. [12.3e]"""
    boxes = {unit_of(game, name).at for name in who if unit_of(game, name).place == BOX}
    fitting = ("", _formation(game, who))
    found = [
        Source(key, -1, transport.load, "", (), 0, bool(transport.formation))
        for key, transport in sorted(game.state[TRANSPORT].items())
        if transport.side == side and transport.place == BOX and {transport.at} == boxes
        if transport.load and transport.formation in fitting
    ]
    found += [
        Source(key, -1, dump.tokens, "", (), 0)
        for key, dump in sorted(game.state[DUMPS].items())
        if dump.side == side and dump.hex < 0 and {dump.at} == boxes and dump.tokens
    ]
    return tuple(found)


def available(game: Ocs, side: str, h: int, purpose: str, who: Sequence[str] = ()) -> int:
    """The tokens that users in a hex can get. [12.3]"""
    return sum(source.tokens for source in sources(game, side, h, purpose, who))


# ---- choosing and spending


def wished(game: Ocs, side: str, action: Mapping[str, Any]) -> dict[str, int] | None:
    """Who pays how much, as an action says under `pay`. [12.3a]"""
    return as_wished(game, side, action.get("pay"))


def as_wished(game: Ocs, side: str, given: Mapping[str, int] | None) -> dict[str, int] | None:
    """Who pays how much, if it is said; a dump may be named by its hex. [12.3a]"""
    return None if given is None else dumps.named(game, side, given)


def too_much(key: str, there: int, wanted: int) -> str:
    """Why a source does not pay what it is to pay."""
    if not there:
        return f"no supply of {key!r} is within reach; name a dump by its hex, transport by its id"
    return f"{key!r} can give 1 to {there} tokens here, not {wanted}"


def settle(
    game: Ocs,
    side: str,
    h: int,
    tokens: int,
    purpose: str,
    who: Sequence[str] = (),
    wish: Mapping[str, int] | None = None,
) -> Payment | Refusal:
    """Who pays how much: as wished, or the nearest sources and the smallest first. [12.3a]

    Supply may come from several dumps. Refused if it does not suffice, or a wish cannot be met.
    """
    found = sources(game, side, h, purpose, who)
    return choose(game, found, tokens, purpose, wish)


def choose(
    game: Ocs,
    found: Sequence[Source],
    tokens: int,
    purpose: str,
    wish: Mapping[str, int] | None = None,
) -> Payment | Refusal:
    """How so many tokens are paid out of some sources, or why they cannot be. [12.0]"""
    called, rule = PURPOSES[purpose]
    there = {source.key: source.tokens for source in found}
    if sum(there.values()) < tokens:
        text = f"{called} takes {dumps.amount(tokens)}"
        return Refusal(rule, f"{text}; {dumps.amount(sum(there.values()))} is within reach")
    if wish is None:
        return _by_default(found, tokens)
    for key, wanted in wish.items():
        if not 0 < wanted <= there.get(key, 0):
            return Refusal("12.3a", too_much(key, there.get(key, 0), wanted))
    if sum(wish.values()) != tokens:
        return Refusal(rule, f"{called} takes {tokens} tokens, not {sum(wish.values())}")
    return tuple(sorted(wish.items()))


def _by_default(found: Sequence[Source], tokens: int) -> Payment:
    given: dict[str, int] = {}
    for source in found:
        share = min(source.tokens, tokens)
        if share:
            given[source.key] = share
            tokens -= share
    return tuple(sorted(given.items()))


def pay(
    game: Ocs, side: str, payment: Payment, purpose: str, rule: str, by: Sequence[Source] = ()
) -> None:
    """Spend tokens and book them; only the owner is told. [12.1a] [12.1d]

    `by` are the ways that the supply takes: friends on them that negate enemy zones of control must
    stay until the phase ends. [4.5b] [12.3b(B)]
    """
    for key, tokens in payment:
        _spend(game, side, key, tokens)
    total = sum(tokens for _, tokens in payment)
    if not total:
        return
    dumps.book(game, side, "spent", total)
    used = dict(payment)
    taken = {source.key: source for source in reversed(by) if source.key in used}
    for h in sorted({h for source in taken.values() for h in source.by_truck}):
        zones.lock(game, h, side)
    facts = {"side": side, "tokens": total, "purpose": purpose, "sources": used}
    game.emit(Event("supply", rule, facts, seen_by=(side,)))


def _spend(game: Ocs, side: str, key: str, tokens: int) -> None:
    """Take tokens out of what holds them; they need not be unloaded for it. [12.1b]"""
    if key in game.state[DUMPS]:
        dump = game.state[DUMPS][key]
        if dump.hex >= 0:
            dumps.take(game, side, dump.hex, tokens)
        else:
            game.put(DUMPS, key, replace(dump, tokens=dump.tokens - tokens))
        return
    register = TRANSPORT if key in game.state[TRANSPORT] else SHIPS
    record = game.state.maps[register.name][key]
    if not 0 <= tokens <= record.load:
        raise ValueError(f"{key} carries {record.load} tokens, not {tokens}")
    game.put(register, key, replace(record, load=record.load - tokens))


def purse(game: Ocs, name: str, purpose: str) -> tuple[Source, ...]:
    """What one unit can draw or be thrown where it is. [12.3]"""
    unit = game.state[UNITS][name]
    return sources(game, counter_of(game, name).side, unit.hex, purpose, (name,))
