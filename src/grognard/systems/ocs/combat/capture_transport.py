"""Transport that is come upon: part of it changes hands, the rest gets away. [9.14c]

Trucks roll in one column of the Capture Table and all else in another; loads share the fate of
their vehicles. DUKWs by land are trucks. [18.4e(C)] [CT-capture]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import AnyGame, CountsField, Hex, Piece
from grognard.systems.ocs.forms import Names
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import rounded
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TOKENS, TRANSPORT, Transport
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport.transport import DUKW, book_lost, new_key
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import DEAD, TRUCK

TRUCKS, OTHERS = "truck", "other"
"""The columns of the Capture Table for transport. [CT-capture]"""
DISPLACED = {TRUCKS: 10, OTHERS: 5}
"""How many hexes off the rest may be put. [9.14c]"""
GIVEN_UP, DISPLACE = "transport given up", "displace transport"


def percentage(game: Ocs, roll: int, column: str) -> int:
    """The part of it that is captured, in per cent. [CT-capture]"""
    return number(game.scenario.tables, "capture", roll, column)


def portion(tokens: int, percent: int, grain: int = 1) -> int:
    """So many per cent, to the nearest token, or to whole points of four. [9.14c] [4.1]"""
    return rounded(Fraction(tokens * percent, 100 * grain)) * grain


def grain(game: Ocs) -> int:
    """What captured vehicles are rounded to: points, or tokens if the game has such. [9.14c]"""
    broken = any(found.size % TOKENS for found in game.scenario.transport.values())
    return 1 if broken else TOKENS


@dataclass(frozen=True)
class Haul:
    """The transport of one column in a hex: keys, and what of it is captured, in tokens."""

    by: str
    hex: int
    column: str
    keys: tuple[str, ...]
    size: int
    load: int
    captured: int
    captured_load: int


def capture_transport(game: Ocs, side: str, h: int) -> Procedure:
    """Transport of the enemy in a hex: a roll for trucks and one for the rest. [9.14c]"""
    for column in (TRUCKS, OTHERS):
        keys = _keys(game, game.scenario.other(side), h, column)
        if keys:
            haul = _roll(game, side, h, column, keys)
            shares = yield from _given_up(game, haul)
            _hand_over(game, haul, shares)
            yield from _displace(game, haul)


def _keys(game: Ocs, enemy: str, h: int, column: str) -> tuple[str, ...]:
    """What rolls in a column; Extenders that could collapse have gone before. [9.14c-ext]"""
    records, kinds = game.state[TRANSPORT], game.scenario.kinds
    return tuple(
        key
        for key in stacks.transport_at(game, h, enemy)
        if (kinds[records[key].kind].move == TRUCK) == (column == TRUCKS)
    )


def _record(game: Ocs, key: str) -> Transport:
    return game.state[TRANSPORT][key]


def _roll(game: Ocs, side: str, h: int, column: str, keys: tuple[str, ...]) -> Haul:
    """Roll for one column: vehicles and loads fare alike, each rounded for itself. [9.14c]"""
    size = sum(_record(game, key).size for key in keys)
    load = sum(_record(game, key).load for key in keys)
    dice = game.roll(1)
    percent = percentage(game, dice[0], column)
    captured = min(size, portion(size, percent, grain(game)))
    haul = Haul(side, h, column, keys, size, load, captured, portion(load, percent))
    label = game.board.label(h)
    points = Fraction(captured, TOKENS)
    facts = {"hex": label, "by": side, "column": column, "percent": percent,
             "points": str(points), "tokens": haul.captured_load}  # fmt: skip
    game.emit(Event("transport-captured", "9.14c", facts, dice, outcome=True))
    return haul


# ---- which are captured


def _given_up(game: Ocs, haul: Haul) -> Questions[dict[str, int]]:
    """Which are captured: between Organic Trucks and others their owner decides. [9.14c]"""
    if not haul.captured:
        return {}
    regular = [key for key in haul.keys if not _record(game, key).formation]
    organic = [key for key in haul.keys if _record(game, key).formation]
    first = _filled(game, [*regular, *organic], haul.captured)
    if not regular or not organic or haul.captured == haul.size:
        return first
    offer = GiveUp({key: _record(game, key).size for key in haul.keys}, haul.captured, grain(game))

    last = Part(_filled(game, [*organic, *regular], haul.captured))
    points, owner = Fraction(haul.captured, TOKENS), game.scenario.other(haul.by)
    prompt = f"{points} points of transport are captured; which?"
    policies = {"regular first": Part(first), "organic first": last}
    answer = yield offer.ask(game, owner, GIVEN_UP, prompt, policies)
    return dict(answer["take"])


def _filled(game: Ocs, keys: Sequence[str], total: int) -> dict[str, int]:
    """So much size from one after the other."""
    take: dict[str, int] = {}
    for key in keys:
        part = min(total, _record(game, key).size)
        if part:
            take[key] = part
            total -= part
    return take


class SizesField(CountsField):
    """Tokens of size, by transport."""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """How many points of each."""
        parts = [f"{n / TOKENS:g} of {names.get(key, key)}" for key, n in value.items() if n]
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Part:
    """How much of which transport is captured, in tokens of size."""

    take: Annotated[Mapping[str, int], SizesField()]


class GiveUp(Answer[Ocs, Part]):
    """Sharing out what is captured among one's transport, in tokens of size. [9.14c]"""

    do, rule, order = "give-up-transport", "9.14c", Part
    title = "Give up transport"
    phrase = ("Give up {take}", "Give up nothing")
    sure = True

    def __init__(self, sizes: Mapping[str, int], total: int, grain: int) -> None:
        self.sizes, self.total, self.grain = sizes, total, grain

    def against(self, game: Ocs, player: str, order: Part) -> list[Refusal]:
        """All of it, in whole points, from what is there. [9.14c]"""
        take = order.take
        for key, part in take.items():
            most = self.sizes.get(key, 0)
            if not 0 < part <= most or part % self.grain:
                text = f"{key!r} can give up {self.grain} to {most} tokens of size, not {part}"
                return [Refusal("9.14c", text)]
        if sum(take.values()) != self.total:
            text = f"{self.total} tokens of size are captured, not {sum(take.values())}"
            return [Refusal("9.14c", text)]
        return []

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Part]:
        """Every way to share it out in whole points."""
        yield from map(Part, self._shares(list(self.sizes), self.total))

    def _shares(self, keys: list[str], total: int) -> Iterator[dict[str, int]]:
        if not total:
            yield {}
        elif keys:
            for part in range(0, min(total, self.sizes[keys[0]]) + 1, self.grain):
                for rest in self._shares(keys[1:], total - part):
                    yield {keys[0]: part, **rest} if part else rest

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """From one after the other, in an order of chance."""
        take, left = dict[str, int](), self.total
        for key in rng.sample(list(self.sizes), len(self.sizes)):
            part = min(left, self.sizes[key])
            if part:
                take[key] = part
                left -= part
        return self.written(game, Part(take))


# ---- changing hands


def _hand_over(game: Ocs, haul: Haul, shares: Mapping[str, int]) -> None:
    """What is captured becomes plain transport of the captor, loads and all. [13.2g(F)] [9.14c]

    A load beyond what the captured vehicles hold is left on the ground for him; of the rest, what
    the remaining vehicles cannot hold is lost.
    """
    enemy = game.scenario.other(haul.by)
    kinds: dict[str, int] = {}
    for key, part in shares.items():
        kind = _kind(game, haul.by, key)
        kinds[kind] = kinds.get(kind, 0) + part
    _shrink(game, haul, shares)
    left = haul.captured_load
    for kind, size in kinds.items():
        load = min(left, size)
        _add(game, haul, kind, size, load)
        left -= load
    dumps.add(game, haul.by, haul.hex, left)
    dumps.book(game, haul.by, "delivered", haul.captured_load)
    dumps.book(game, enemy, "captured", haul.captured_load)
    for key, part in shares.items():
        book_lost(game, enemy, _record(game, key).kind, part)


def _kind(game: Ocs, side: str, key: str) -> str:
    """The kind a captor makes of it: DUKWs are plain trucks to a side that has none. [18.4e(C)]"""
    kind, kinds = _record(game, key).kind, game.scenario.kinds
    crews = {counter.side for counter in game.scenario.ship_counters.values()
             if counter.type == DUKW}  # fmt: skip
    if kind != DUKW or side in crews:
        return kind
    return next((n for n, k in kinds.items() if k.move == TRUCK and n != DUKW), kind)


def _add(game: Ocs, haul: Haul, kind: str, size: int, load: int) -> None:
    key, now = new_key(game, haul.by, kind), phase_start(game)
    fresh = Transport(haul.by, kind, size, haul.hex, load=load, captured=now)
    game.put(TRANSPORT, key, fresh)


def _shrink(game: Ocs, haul: Haul, shares: Mapping[str, int]) -> None:
    """The loser's vehicles and loads after his loss. [9.14c]"""
    enemy = game.scenario.other(haul.by)
    sizes = {key: _record(game, key).size - shares.get(key, 0) for key in haul.keys}
    rest = haul.load - haul.captured_load
    kept: dict[str, int] = {}
    for key in haul.keys:  # loads stay where they are as far as they can
        kept[key] = min(_record(game, key).load, sizes[key], rest)
        rest -= kept[key]
    for key in haul.keys:
        more = min(rest, sizes[key] - kept[key])
        kept[key] += more
        rest -= more
    dumps.book(game, enemy, "blown", rest)
    for key in haul.keys:
        _resize(game, key, sizes[key], kept[key])


def _resize(game: Ocs, key: str, size: int, load: int) -> None:
    """Less of it, or none at all."""
    found = _record(game, key)
    if size:
        game.put(TRANSPORT, key, replace(found, size=size, load=load))
    else:
        game.put(TRANSPORT, key, replace(found, place=DEAD, hex=-1, at="", load=0))


# ---- getting away


def refuges(game: Ocs, key: str, h: int, far: int) -> list[int]:
    """Where displaced transport may be put: any hex near enough that it could stand in. [9.14c]

    Enemies, zones and ground on the way do not matter; it is not put among enemies, so that it does
    not stay where it is.
    """
    side = _record(game, key).side
    enemy, move = game.scenario.other(side), game.scenario.kinds[_record(game, key).kind].move
    return [
        b
        for b in game.board.disk(h, far)
        if game.scenario.ground.enterable(move, b)
        and stacks.holder(game, b) != enemy
        and not any(True for _ in stacks.belongings(game, b, enemy))
    ]


def _displace(game: Ocs, haul: Haul) -> Procedure:
    """What was not captured is put elsewhere by its owner, one after the other. [9.14c]"""
    for key in haul.keys:
        if _record(game, key).place == DEAD:
            continue
        hexes = refuges(game, key, haul.hex, DISPLACED[haul.column])
        if not hexes:
            found = _record(game, key)
            dumps.book(game, found.side, "blown", found.load)
            book_lost(game, found.side, found.kind, found.size)
            _resize(game, key, 0, 0)
            continue
        answer = yield _where(game, key, haul.hex, hexes)
        to = game.board.hex(answer["to"])
        game.put(TRANSPORT, key, replace(_record(game, key), hex=to))
        facts = {"transport": key, "from": game.board.label(haul.hex), "to": answer["to"]}
        game.emit(Event("displaced", "9.14c", facts))


@dataclass(frozen=True, slots=True)
class Refuge:
    """Transport, and the hex that it is put into."""

    transport: Piece
    to: Hex


class Displace(Among[Ocs, Refuge]):
    """Where transport that was not captured gets away to. [9.14c]"""

    do, rule, order = "displace", "9.14c", Refuge
    title, phrase = "Get away", "{transport} gets away to {to}"


def _where(game: Ocs, key: str, h: int, hexes: Sequence[int]) -> Ask:
    side, offer = _record(game, key).side, Displace(Refuge(key, b) for b in hexes)

    def nearest() -> Refuge:
        """Friends first, out of enemy zones, and not far."""

        def dislike(b: int) -> tuple[bool, bool, int, int]:
            friends = stacks.holder(game, b) == side
            return (
                zones.enemy_zone(game, b, side) and not friends,
                not friends,
                game.board.distance(h, b),
                b,
            )

        return Refuge(key, min(hexes, key=dislike))

    def farthest() -> Refuge:
        open_ = [b for b in hexes if not zones.enemy_zone(game, b, side)] or list(hexes)
        return Refuge(key, max(open_, key=lambda b: (game.board.distance(h, b), -b)))

    prompt = f"where does the transport from {game.board.label(h)} go?"
    policies = {"nearest friends": nearest, "farthest": farthest}
    return offer.ask(game, side, DISPLACE, prompt, policies)
