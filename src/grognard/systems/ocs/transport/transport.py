"""Transport Points: what they are, where they can go, what they carry. [13.2]

They are always in Move Mode, need no fuel and are never Out of Supply [13.2b] [13.2d]; combat
units alone protect them [9.14c]. Sizes and loads are in tokens, movement in twelfths of a point.
The deeds are in `hauling`, Extenders have a chapter of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grognard.board.search import plain, reach_paths
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.ocs.ground import ALL, POINT
from grognard.systems.ocs.movement.movement import DEPENDS, outside, points, step_price
from grognard.systems.ocs.movement.reach import Routes, closed, halting, steps_of, tolls
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.names import convoy
from grognard.systems.ocs.pieces.stacks import transport_at
from grognard.systems.ocs.pieces.values import HALF, rounded, scaled
from grognard.systems.ocs.results import factor
from grognard.systems.ocs.scenario import Ocs, TransportKind
from grognard.systems.ocs.status import SIDES, TRANSPORT, Transport
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import (
    EXPLOITATION,
    MOVES,
    REACTION,
    actor,
    kind,
    peaceful,
    phase_start,
)
from grognard.systems.ocs.units import MAP, RESERVE, TRUCK

NOWHERE = Routes({}, {})
DUKW = "dukw"
"""The kind of transport that is landing craft by water. [18.4e]"""


def transport_of(game: Ocs, key: str) -> Transport:
    """What has become of some Transport Points."""
    found: Transport = game.state.maps["transport"][key]
    return found


def kind_of(game: Ocs, key: str) -> TransportKind:
    """What kind of transport they are. [3.3(B)]"""
    return game.scenario.kinds[transport_of(game, key).kind]


def called(game: Ocs, key: str) -> str:
    """Transport as its owner calls it. [3.3(B)]"""
    return convoy(transport_of(game, key))


def own(game: Ocs, side: str) -> list[str]:
    """A side's transport on the map, by key."""

    def compute() -> list[str]:
        records = game.state[TRANSPORT]
        return sorted(k for k, t in records.items() if t.side == side and t.place == MAP)

    return game.cached(("own transport", side), (TRANSPORT.name,), compute)


def points_at(game: Ocs, h: int, side: str, kind: str = "") -> int:
    """The size in tokens of a side's Transport Points in a hex; Extenders are none. [12.7]"""
    found = [transport_of(game, key) for key in transport_at(game, h, side)]
    return sum(t.size for t in found if not t.extender and kind in ("", t.kind))


def refuse_foreign(game: Ocs, player: str, keys: Sequence[str], rule: str) -> list[Refusal]:
    """Why these are not some transport of a player in one hex of the map."""
    if not keys or len(set(keys)) != len(keys):
        return [Refusal("form", "name at least one transport, and none twice")]
    records = game.state[TRANSPORT]
    for key in keys:
        if key not in records or records[key].side != player or records[key].place != MAP:
            return [Refusal(rule, f"{key!r} is no transport of {player} on the map")]
    if len({records[key].hex for key in keys}) > 1:
        return [Refusal(rule, "transport acts together only from one hex")]
    return []


# ---- allowances


def printed(game: Ocs, key: str) -> Tally:
    """The printed allowance, as the weather leaves it. [13.2f]

    A game whose weather changes allowances has a column `ma` in its table of effects. [17.0a]
    """
    found = kind_of(game, key)
    tally = Tally().add("printed", found.ma, "6.1b", found.source)
    table, now = game.scenario.tables["weather-effects"], game.state.maps["turn"]["now"].weather
    if "ma" not in table.columns:
        return tally
    return scaled(tally, f"in {now}", factor(game.scenario.tables, table.name, now, "ma"), "17.0a")


def allowance(game: Ocs, key: str) -> Tally:
    """The points transport may use in this phase. [6.1b]

    Organic Trucks in Reserve move a quarter, released in the Reaction Phase half. [5.7a] [5.7b(B)]
    """
    tally = printed(game, key)
    if transport_of(game, key).reserve:
        by = factor(game.scenario.tables, "mode-effects", RESERVE, "ma")
        tally = scaled(tally, "in reserve mode", by, "5.7")
    if kind(game) == REACTION:
        tally = scaled(tally, "released in the Reaction Phase", HALF, "5.7b(B)")
    return tally


def full(game: Ocs, key: str) -> int:
    """The allowance in twelfths."""
    return int(allowance(game, key).total * POINT)


def spent(game: Ocs, key: str) -> int:
    """What transport has used of it in this phase, in twelfths. [6.1b]"""
    found = transport_of(game, key)
    return found.spent if found.moved == phase_start(game) else 0


def left(game: Ocs, key: str) -> int:
    """What transport has left in this phase, in twelfths."""
    return max(0, full(game, key) - spent(game, key))


def loading_cost(game: Ocs, key: str) -> int:
    """What one loading or unloading costs, in twelfths: a tenth of the allowance. [13.2f]

    The tenth is rounded to whole points: of 45 it is 5. [13.2f(A)]
    """
    return rounded(Fraction(printed(game, key).total) / 10) * POINT


def pay(game: Ocs, key: str, cost: int, **changes: Any) -> None:
    """Transport uses points of its allowance. [6.1b]"""
    used, now = spent(game, key) + cost, phase_start(game)
    game.put(TRANSPORT, key, replace(transport_of(game, key), spent=used, moved=now, **changes))


# ---- who may move


def unable(game: Ocs, key: str) -> Refusal | None:
    """Why transport cannot use points now; None if it can. It never lacks fuel or supply. [13.2b]

    It moves in the own Movement Phase, captured or not [13.2i]; Organic Trucks released from
    Reserve also in the phase of their release [13.2g(D)]. Extenders flip back first. [12.7d]
    [13.2a]
    """
    found, now = transport_of(game, key), phase_start(game)
    name = called(game, key)
    if found.place != MAP:
        return Refusal("13.2", f"{name} are not on the map")
    if kind(game) not in MOVES or found.side != actor(game):
        return Refusal("6.3a", f"{name} do not move in this segment")
    if found.extender:
        return Refusal("12.7d", f"{name} does not move; flip it back to Transport Points first")
    if kind(game) in (REACTION, EXPLOITATION) and found.released != now:
        return _not_in_this_phase(game, found, name)
    if found.finished == now:
        return Refusal("6.1g", f"{name} have done moving in this phase")
    return None


def _not_in_this_phase(game: Ocs, found: Transport, name: str) -> Refusal:
    if found.captured == phase_start(game):
        text = f"{name} were captured outside a Movement Phase and wait for the next of yours"
        return Refusal("13.2i", text)
    rule = "7.0a" if kind(game) == REACTION else "11.0a"
    return Refusal(rule, f"{name} have not been released from Reserve in this phase")


def held(game: Ocs, key: str) -> bool:
    """Whether trucks have entered an enemy zone in this phase and go no further. [4.5a(A)]"""
    found = transport_of(game, key)
    if kind_of(game, key).move != TRUCK or found.rolled != phase_start(game):
        return False
    return zones.barred(game, zones.TRUCK_MOVEMENT, found.hex, found.side)


# ---- steps


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of transport: where it begins and ends, and its cost in twelfths."""

    start: int
    hex: int
    cost: int


def entry_refusal(game: Ocs, side: str, h: int) -> Refusal | None:
    """Why transport may not enter a hex for what is there. [4.4c] [4.8c(A)]

    It is never Attack-Capable, so it keeps away from whatever the enemy has.
    """
    label, enemy = game.board.label(h), game.scenario.other(side)
    if h in game.scenario.closed.get(side, ()):
        return outside(game, side, h)
    if stacks.holder(game, h) == enemy:
        return Refusal("4.8c(A)", f"enemy combat units are in {label}")
    found = next(stacks.belongings(game, h, enemy), "")
    if found:
        text = f"there is an enemy {found} in {label}; only Attack-Capable units enter"
        return Refusal("4.4c", text)
    if peaceful(game) and zones.enemy_zone(game, h, side):
        return Refusal("2.4(3)", f"nobody goes near the enemy at {label} in a simulcast turn")
    return None


def walk(game: Ocs, key: str, path: Sequence[int]) -> list[Leg] | Refusal:
    """The steps of a path for some transport, or the first reason against it. [6.1] [6.2]"""
    found, move = transport_of(game, key), kind_of(game, key).move
    here, rest, begun = found.hex, left(game, key), spent(game, key) > 0
    if held(game, key):
        return _stopped(game, here)
    legs: list[Leg] = []
    for b in path:
        if legs and move == TRUCK and zones.barred(game, zones.TRUCK_MOVEMENT, here, found.side):
            return _stopped(game, here)
        cost = _step(game, key, here, b, rest, begun)
        if isinstance(cost, Refusal):
            return cost
        legs.append(Leg(here, b, cost))
        here, rest, begun = b, rest - cost, True
    return legs


def _step(game: Ocs, key: str, a: int, b: int, rest: int, begun: bool) -> int | Refusal:
    """What one step costs; a minimum move takes all that there is. [6.1c]"""
    label, found, move = game.board.label, transport_of(game, key), kind_of(game, key).move
    if not game.board.adjacent(a, b):
        text = f"{label(a)} and {label(b)} do not adjoin; a path goes from hex to hex"
        return Refusal("6.1", text)
    cost = step_price(game, found.side, move, a, b)
    if cost is None:
        text = f"from {label(a)} to {label(b)} is prohibited to {move} movement, there or back"
        return Refusal("6.2c", text)
    refusal = entry_refusal(game, found.side, b)
    if refusal is not None:
        return refusal
    if cost <= rest:
        return cost
    if begun or not rest:
        wanted = "the whole allowance" if cost >= ALL else f"{points(cost)} MP"
        text = f"{label(b)} takes {wanted}, {points(rest)} MP are left"
        return Refusal("6.2", f"{called(game, key)}: {text}")
    return rest


def _stopped(game: Ocs, h: int) -> Refusal:
    text = f"{game.board.label(h)} lies in an enemy zone of control; trucks stop there"
    return Refusal("4.5a(A)", text)


def routes(game: Ocs, key: str) -> Routes:
    """Where transport can go from here with what it has left. [6.1b]"""

    def compute() -> Routes:
        if unable(game, key) is not None or held(game, key):
            return NOWHERE
        found, move = transport_of(game, key), kind_of(game, key).move
        rest, begun = left(game, key), spent(game, key) > 0
        first: list[tuple[int, int]] = []
        least: list[int] = []
        for b in game.board.around(found.hex):
            cost = _step(game, key, found.hex, b, rest, begun)
            if isinstance(cost, Refusal):
                continue
            price = step_price(game, found.side, move, found.hex, b)
            if price == cost:
                first.append((b, cost))
            else:
                least.append(b)
        shut = bytearray(closed(game, found.side, False, False))
        shut[found.hex] = 1
        stop = halting(game, found.side) if move == TRUCK else None
        steps = steps_of(game, found.side, move)
        extra = tolls(game, found.side, move)
        costs, before = reach_paths(steps, first, rest, shut, stop, extra)
        only = frozenset(b for b in least if b not in costs)
        whole: Mapping[int, int] = {**plain(costs), **dict.fromkeys(sorted(only), rest)}
        return Routes(whole, before, only)

    return game.cached(("transport routes", key), DEPENDS, compute)


# ---- loads


def room(game: Ocs, key: str) -> int:
    """The tokens that transport can still take: its size is what it carries. [13.2c] [4.7c]"""
    found = transport_of(game, key)
    return 0 if found.extender else found.size - found.load


def load(game: Ocs, key: str, tokens: int) -> None:
    """Take tokens off the ground onto transport in the same hex. [13.2f] [13.2f(B)] [12.2]"""
    found = transport_of(game, key)
    if not 0 <= tokens <= room(game, key):
        raise ValueError(f"{key} has room for {room(game, key)} tokens, not {tokens}")
    dumps.take(game, found.side, found.hex, tokens, loading=True)
    carried = found.carried if found.load else -1  # what it brought before is no longer aboard
    game.put(TRANSPORT, key, replace(found, load=found.load + tokens, carried=carried))


def unload(game: Ocs, key: str, tokens: int) -> None:
    """Put tokens of a load on the ground, where they stay for this phase. [13.2f] [12.2a]"""
    found = transport_of(game, key)
    use(game, key, tokens)
    dumps.add(game, found.side, found.hex, tokens, fresh=True)


def use(game: Ocs, key: str, tokens: int) -> None:
    """Take tokens off a load: they are used, or put elsewhere; the caller books them. [12.1b]"""
    found = transport_of(game, key)
    if not 0 <= tokens <= found.load:
        raise ValueError(f"{key} carries {found.load} tokens, not {tokens}")
    game.put(TRANSPORT, key, replace(found, load=found.load - tokens))


# ---- counters


def new_key(game: Ocs, side: str, kind: str) -> str:
    """A key that no transport has had."""
    taken, number = game.state[TRANSPORT], 1
    while (key := f"{side}-{kind}-{number}") in taken or key in game.scenario.transport:
        number += 1
    return key


def book_lost(game: Ocs, side: str, kind: str, size: int) -> None:
    """Lost trucks may be rebuilt, other transport may not, nor DUKWs. [13.5e]"""
    if game.scenario.kinds[kind].move == TRUCK and kind != DUKW:
        status = game.state[SIDES][side]
        game.put(SIDES, side, replace(status, trucks_lost=status.trucks_lost + size))


def divide(game: Ocs, key: str, size: int, tokens: int) -> str:
    """Split transport: a part of some size takes part of the load. Give back its key. [13.2c]

    Both have used what the whole had; a part of what is on the move is so too. [6.1f]
    """
    found = transport_of(game, key)
    if not 0 < size < found.size or not 0 <= tokens <= min(size, found.load):
        raise ValueError(f"{key} cannot give away {size} tokens of size and {tokens} of load")
    if found.load - tokens > found.size - size:
        raise ValueError(f"{key} cannot keep {found.load - tokens} tokens of load")
    part = new_key(game, found.side, found.kind)
    game.put(TRANSPORT, part, replace(found, size=size, load=tokens))
    game.put(TRANSPORT, key, replace(found, size=found.size - size, load=found.load - tokens))
    return part


def combine(game: Ocs, keys: Sequence[str]) -> str:
    """Make one counter of several alike; it has used what the most tired of them had. [13.2c]"""
    first, *rest = keys
    found = transport_of(game, first)
    others = [transport_of(game, key) for key in rest]
    everybody = [found, *others]
    now = phase_start(game)
    game.put(
        TRANSPORT,
        first,
        replace(
            found,
            size=sum(t.size for t in everybody),
            load=sum(t.load for t in everybody),
            spent=max(t.spent if t.moved == now else 0 for t in everybody),
            moved=max(t.moved for t in everybody),
            finished=max(t.finished for t in everybody),
            captured=max(t.captured for t in everybody),
            rolled=max(t.rolled for t in everybody),
            carried=max(t.carried for t in everybody),
            railed=max(t.railed for t in everybody),
            entered=min(t.entered for t in everybody),
        ),
    )
    for key in rest:
        game.drop(TRANSPORT, key)
    return first
