"""Paying: which supply is within reach, who pays, and the spending itself. [12.3] [12.4]

Whatever supply is needed for, it is drawn from dumps nearby or thrown by a headquarters that draws
it [12.3]. A dump is all supply in a hex, loaded or not [12.1b]; supply aboard landing craft is only
for those beside it [12.3c]. Nothing is moved by it: what is drawn is used at once. [12.3b(B)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces import headquarters, zones
from grognard.systems.ocs.pieces.units import BOX, MAP, TRUCK, UNITS
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SHIPS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.supply.supply_fields import DRAW, Field, fields
from grognard.systems.ocs.supply.supply_paths import DEPENDS, throws
from grognard.systems.ocs.supply.throws import can_throw, draw_class, throw_field

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


@dataclass(frozen=True, slots=True)
class Store:
    """Supply in one hex on one record: a dump, a load, a cargo afloat. [12.1b]"""

    key: str
    hex: int
    tokens: int
    formation: str = ""
    afloat: bool = False


def stores(game: Ocs, side: str) -> tuple[Store, ...]:
    """All supply of a side on the map. [12.1b] [12.1d]"""

    def compute() -> tuple[Store, ...]:
        return tuple(sorted(_stores(game, side), key=lambda store: (store.hex, store.key)))

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
    best: dict[str, Source] = {}
    for source in ways(game, side, h, who):
        best.setdefault(source.key, source)
    return tuple(best.values())


def ways(game: Ocs, side: str, h: int, who: Sequence[str] = ()) -> tuple[Source, ...]:
    """Every way in which supply can come to users in a hex: one entry a store and headquarters."""
    if h < 0:
        return _in_box(game, side, who)
    users = tuple(who)
    return game.cached(("ways", side, h), DEPENDS, lambda: _ways(game, side, h, users), users)


def _ways(game: Ocs, side: str, h: int, who: Sequence[str]) -> tuple[Source, ...]:
    mine = [store for store in stores(game, side) if _allowed(game, store, who)]
    found = list(_direct(game, side, h, mine, draw_class(game, who)))
    throwing = throws(game, side)
    for name in sorted(str(hq) for hq in throwing.sources(throwing.bits[h])):
        found += _thrown(game, side, h, mine, name, who)
    found.sort(key=lambda s: (s.organic, s.cost, s.via != "", s.tokens, s.key, s.via))
    return tuple(found)


def _allowed(game: Ocs, store: Store, who: Sequence[str]) -> bool:
    """Organic Trucks give to units of their own formation alone. [13.2g(B)]"""
    if not store.formation:
        return True
    return bool(who) and all(counter_of(game, n).formation == store.formation for n in who)


def _direct(game: Ocs, side: str, h: int, mine: Sequence[Store], move: str) -> Iterator[Source]:
    """Draws within five points, or next to such a hex. [12.3a] [12.3c]"""
    found = fields(game).outward(side, h, move, DRAW)
    for store in mine:
        if store.afloat:  # only for those in its hex or beside it [12.3c] [18.5e]
            if h == store.hex or game.board.adjacent(h, store.hex):
                yield Source(store.key, store.hex, store.tokens, "", (), 0)
        elif store.hex in found.served:
            yield _source(game, store, "", found)


def _source(game: Ocs, store: Store, via: str, draw: Field) -> Source:
    path, cost = draw.way(store.hex, game.board.around(store.hex))
    trucks = _by_truck(draw, path)
    return Source(
        store.key, store.hex, store.tokens, via, path, cost, bool(store.formation), trucks
    )


def _by_truck(field: Field, path: tuple[int, ...]) -> tuple[int, ...]:
    return path if field.key.move == TRUCK else ()


def _thrown(
    game: Ocs, side: str, h: int, mine: Sequence[Store], name: str, who: Sequence[str]
) -> Iterator[Source]:
    """What a headquarters can draw, it throws to whoever its range comes next to. [12.3b] [12.3c]

    It never throws what another has thrown to it [12.3b(C)], nor from landing craft. [12.3c]
    """
    if not can_throw(game, name) or tuple(who) == (name,):
        return
    if not all(headquarters.commands(game, name, user) for user in who):  # [13.1d]
        return
    if not who and headquarters.divisional(game, name):  # an Air Base is none of its units
        return
    throw = throw_field(game, name)
    if h not in throw.served:
        return
    start = unit_of(game, name).hex
    draw = fields(game).outward(side, start, draw_class(game, (name,)), DRAW)
    path, cost = throw.way(h, game.board.around(h))
    trucks = _by_truck(throw, path)
    for store in mine:
        if not store.afloat and store.hex in draw.served:
            drawn = _source(game, store, name, draw)
            yield Source(
                drawn.key, drawn.hex, drawn.tokens, name, drawn.path + path, drawn.cost + cost,
                drawn.organic, drawn.by_truck + trucks,
            )  # fmt: skip


def _in_box(game: Ocs, side: str, who: Sequence[str]) -> tuple[Source, ...]:
    """Units in an off-map box draw on what is in the same box, and on nothing else. [12.3e]"""
    boxes = {unit_of(game, name).at for name in who if unit_of(game, name).place == BOX}
    found = [
        Source(key, -1, transport.load, "", (), 0, bool(transport.formation))
        for key, transport in sorted(game.state[TRANSPORT].items())
        if transport.side == side and transport.place == BOX and {transport.at} == boxes
        if transport.load and _allowed(game, Store(key, -1, 0, transport.formation), who)
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
    called, _ = PURPOSES[purpose]
    facts = {"side": side, "tokens": total, "purpose": purpose, "sources": used}
    text = f"{side} spends {dumps.amount(total)} on {called}"
    game.emit(Event("supply", text, rule, facts, seen_by=(side,)))


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
