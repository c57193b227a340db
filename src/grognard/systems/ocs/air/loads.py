"""What aircraft carry: cargo, capacity, and what is lost of it on the way. [14.9] [14.10e]

Everything loaded at one base is one load, which the aircraft of that base carry together. [14.9a]
Sizes are in tokens, of which an aircraft may carry half a one. [14.9b]
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Any

from grognard.engine.decision import Ask
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.forms import Counts
from grognard.systems.ocs.air import gliders
from grognard.systems.ocs.air.bases import base_of
from grognard.systems.ocs.air.missions import Sortie
from grognard.systems.ocs.forms import Crowd, SharesField, Tokens
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement.movement import allowance_factor, full, spent
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.planes import aircraft, alive, called, face, range_of, range_to
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import HALF, cargo, counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport.transport import book_lost
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import DEAD, EXPLOIT, LEG, MAP, UNITS

FOOT = 10
"""The Leg points at most on the Move side of a unit that aircraft carry. [14.9c]"""
GLIDER_LOAD, GLIDER_LOAD_REDUCED = 2, 1
"""Tokens on a Glider Point, and on one whose towing aircraft has lost a step. [14.10e(C)]"""
TOKEN_LOST = "cargo lost"


@dataclass(frozen=True)
class Hold:
    """Cargo of one kind of hold: units (or transport that flies) and tokens."""

    units: tuple[str, ...] = ()
    tokens: int = 0

    def __bool__(self) -> bool:
        return bool(self.units or self.tokens)


EMPTY = Hold()


@dataclass(frozen=True)
class Lift:
    """One aircraft as a carrier: the Glider Points it tows, and whether it flies twice.

    Within half its range (`near`) an aircraft may carry twice as much. [14.9e(C)] `room` is what it
    could carry itself when it was loaded.
    """

    key: str
    tow: int = 0
    twice: bool = False
    near: bool = False
    room: Fraction = Fraction(0)

    def aboard(self, game: Ocs) -> Fraction:
        """What it carries itself: nothing while it tows, but one of two trips may be without."""
        trips = (2 if self.twice else 1) - self.tow
        return face(game, self.key).capacity * max(0, trips)

    def towed(self, game: Ocs) -> Fraction:
        """What its gliders carry, less after a step loss. [14.10e(C)] [14.10e(F)]"""
        reduced = aircraft(game, self.key).reduced
        return Fraction(self.tow * (GLIDER_LOAD_REDUCED if reduced else GLIDER_LOAD))


@dataclass(frozen=True)
class Load:
    """What is loaded at one base, and the aircraft that carry it. [14.9a]"""

    hex: int
    lifts: tuple[Lift, ...]
    aboard: Hold = field(default_factory=Hold)
    glided: Hold = field(default_factory=Hold)


# ---- what may be loaded


def weight(game: Ocs, names: Iterable[str]) -> Fraction:
    """The size of units, and of transport that flies, in tokens. [4.7] [13.2e]"""
    total = Fraction(0)
    for name in names:
        points = game.state[TRANSPORT].get(name)
        total += cargo(game, name) if points is None else points.size
    return total


def heft(game: Ocs, hold: Hold) -> Fraction:
    """The size of a hold's cargo, in tokens. [4.7]"""
    return weight(game, hold.units) + hold.tokens


def parted(hold: Hold, through: Hold) -> tuple[Hold, Hold]:
    """What of some cargo ends here, and what of it only passes through. [21.12a]"""
    flies = Hold(
        tuple(name for name in hold.units if name in through.units),
        min(hold.tokens, through.tokens),
    )
    ends = tuple(name for name in hold.units if name not in through.units)
    return Hold(ends, hold.tokens - flies.tokens), flies


def why_not_aboard(game: Ocs, side: str, name: str) -> Refusal | None:
    """Why aircraft do not carry a unit, wherever they go. [14.9c]

    It is in Move Mode, or exploiting with its Move side up [14.9d], and on foot.
    """
    if name in game.state[TRANSPORT]:
        return _why_not_points(game, side, name)
    unit = game.state[UNITS].get(name)
    if unit is None or unit.place != MAP or counter_of(game, name).side != side:
        return Refusal("14.9c", f"{name!r} is no combat unit of {side} on the map")
    counter = counter_of(game, name)
    if unit.mode != EXPLOIT or unit.combat_up:
        refusal = modes.may_ride(game, name)
        if refusal is not None:
            return refusal
    if "eq" in counter.traits:
        return Refusal("13.5", f"{counter.name} is equipment, which does not fly; men do")
    if counter.move.move != LEG or counter.move.ma > FOOT:
        return Refusal("14.9c", f"{counter.name} is not on foot with {FOOT} Leg points at most")
    if zones.locked(game, name):
        return Refusal("4.5b", f"{counter.name} negates an enemy zone of control and stays")
    if unit.shipped == phase_start(game):
        return Refusal("19.0f(C)", f"{counter.name} has come by sea in this phase; that is all")
    if unit.railed == phase_start(game):
        return Refusal("13.3c(3)", f"{counter.name} has come by rail and goes no further")
    if 2 * spent(game, name) > full(game, name) and unit.flown != phase_start(game):
        return Refusal("14.9d", f"{counter.name} has moved more than half its allowance")
    return None


def _why_not_points(game: Ocs, side: str, key: str) -> Refusal | None:
    """Transport Points are no air cargo, but for kinds that a game lets fly. [13.2e]"""
    points = game.state[TRANSPORT][key]
    if points.side != side or points.place != MAP or not game.scenario.kinds[points.kind].flies:
        return Refusal("13.2e", f"{key!r} is no transport of {side} that aircraft carry")
    if phase_start(game) in (points.moved, points.finished):
        return Refusal("13.2e", f"{key} has moved in this phase")
    return None


@allowance_factor(order=10)
def carried(game: Ocs, name: str) -> tuple[str, Fraction, str] | None:
    """A unit that flies in a phase walks half its allowance in it, before and after. [14.9d]

    Those released in the Reaction Phase and exploiters are halved twice in all.
    """
    flown = unit_of(game, name).flown == phase_start(game)
    return ("carried by air", HALF, "14.9d") if flown else None


# ---- what is loaded where


class AtBasesField(SharesField):
    """Supply by the hexes of the bases where it is loaded, in tokens."""

    def hexes(self, value: Any) -> Iterable[str]:
        """The bases."""
        return tuple(value)

    def pieces(self, value: Any) -> Iterable[str]:
        """None."""
        return ()


AtBases = Annotated[Mapping[str, int], AtBasesField()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Freight(Sortie):
    """A mission with cargo: `units` and `tokens` go aboard, `glided` and `glided_tokens` on the
    gliders that `gliders` gives to each aircraft in tow."""

    units: Crowd = ()
    tokens: AtBases = field(default_factory=dict)
    gliders: Counts = field(default_factory=dict)
    glided: Crowd = ()
    glided_tokens: AtBases = field(default_factory=dict)


def read(game: Ocs, side: str, order: Freight) -> tuple[Load, ...] | Refusal:
    """The loads of an order, base by base, or what is wrong with them. [14.9a]"""
    planes, h = order.planes, order.hex
    by_base: dict[int, list[str]] = {}
    for key in planes:
        base = base_of(game, key)
        if not base.carrier:
            by_base.setdefault(base.hex, []).append(key)
    tows = order.gliders
    wrong = _why_not_towed(game, side, planes, tows, h, by_base)
    if wrong is not None:
        return wrong
    holds: dict[int, list[Hold]] = {}
    cargoes = (order.units, order.tokens), (order.glided, order.glided_tokens)
    for place, (units, tokens) in enumerate(cargoes):
        found = _holds(game, side, units, tokens, by_base)
        if isinstance(found, Refusal):
            return found
        for base_hex, hold in found.items():
            holds.setdefault(base_hex, [Hold(), Hold()])[place] = hold
    wrong = _why_not_there(game, side, holds)
    if wrong is not None:
        return wrong
    if not holds:
        return Refusal("14.9", "nothing is loaded")
    loads = []
    for base_hex, keys in by_base.items():
        aboard, glided = holds.get(base_hex, [Hold(), Hold()])
        lifts = _lifts(game, keys, tows, h, aboard, glided)
        if isinstance(lifts, Refusal):
            return lifts
        loads.append(Load(base_hex, lifts, aboard, glided))
    return tuple(loads)


def _holds(
    game: Ocs, side: str, units: Sequence[str], tokens: Mapping[str, int],
    by_base: Mapping[int, list[str]],
) -> dict[int, Hold] | Refusal:  # fmt: skip
    """Units and tokens sorted by the bases they are at, each with an aircraft of the mission."""
    found: dict[int, Hold] = {}
    for name in units:
        refusal = why_not_aboard(game, side, name)
        if refusal is not None:
            return refusal
        points = game.state[TRANSPORT].get(name)
        at = unit_of(game, name).hex if points is None else points.hex
        if at not in by_base:
            return Refusal("14.9a", f"{name} is not at the base of any aircraft of the mission")
        hold = found.get(at, Hold())
        found[at] = replace(hold, units=(*hold.units, name))
    for label, count in tokens.items():
        at = game.board.index.get(label, -1)
        if at not in by_base or count < 1:
            return Refusal("14.9a", f"{label!r} is no base of the mission's aircraft to load at")
        hold = found.get(at, Hold())
        found[at] = replace(hold, tokens=hold.tokens + count)
    return found


def _why_not_there(game: Ocs, side: str, holds: Mapping[int, Sequence[Hold]]) -> Refusal | None:
    """Each unit is loaded once, and the supply lies there and did not come in this phase."""
    every = [name for pair in holds.values() for hold in pair for name in hold.units]
    if len(set(every)) != len(every):
        return Refusal("14.9a", "nobody is loaded twice")
    for h, pair in holds.items():
        tokens, there = sum(hold.tokens for hold in pair), dumps.loadable(game, h, side)
        if tokens > there:
            label = game.board.label(h)
            text = f"{there} tokens can be loaded in {label}, not {tokens}; none moves twice"
            return Refusal("12.2a", text)
    return None


def _why_not_towed(
    game: Ocs, side: str, planes: Sequence[str], tows: Mapping[str, int], h: int,
    by_base: Mapping[int, Sequence[str]],
) -> Refusal | None:  # fmt: skip
    """Full-strength Transports tow one Glider Point each, two within half range. [14.10e(C)]"""
    for key, count in tows.items():
        if key not in planes:
            return Refusal("14.10e(C)", f"{key!r} is not one of the mission's aircraft")
        refusal = gliders.why_not_tow(game, key, count, within_half(game, key, h))
        if refusal is not None:
            return refusal
    for base_hex, keys in by_base.items():
        wanted = sum(tows.get(key, 0) for key in keys)
        there = gliders.points_at(game, side, base_hex)
        if wanted > there:
            text = f"there are {there} Glider Points in {game.board.label(base_hex)}"
            return Refusal("14.10e(B)", f"{text}, not {wanted}")
    return None


def within_half(game: Ocs, key: str, h: int) -> bool:
    """Whether a hex is within half an aircraft's range. [14.9e(C)]"""
    return 2 * range_to(game, key, h) <= range_of(game, key)


def _lifts(
    game: Ocs, keys: Sequence[str], tows: Mapping[str, int], h: int, aboard: Hold, glided: Hold
) -> tuple[Lift, ...] | Refusal:
    """How the aircraft of a base carry a load, or why they cannot. [14.9a] [14.10e(C)]"""
    lifts = [
        Lift(key, tows.get(key, 0), tows.get(key, 0) > 1, within_half(game, key, h)) for key in keys
    ]
    lifts, need = doubled(game, lifts, aboard), heft(game, aboard)
    room = sum((each.aboard(game) for each in lifts), Fraction(0))
    if need > room:
        rule = "14.9b" if room.denominator > 1 else "14.9a"
        text = f"{called(game, list(keys))} carry {room}T together, not {need}T"
        return Refusal(rule, text)
    towed = sum((each.towed(game) for each in lifts), Fraction(0))
    if heft(game, glided) > towed:
        text = f"the gliders carry {towed}T, not {heft(game, glided)}T"
        return Refusal("14.10e(C)", text)
    return tuple(lifts)


def doubled(game: Ocs, lifts: Sequence[Lift], aboard: Hold) -> list[Lift]:
    """The aircraft of a base with as few of them flying twice as a load takes. [14.9e(C)]"""
    found = list(lifts)
    for i, lift in enumerate(found):
        if sum(each.aboard(game) for each in found) >= heft(game, aboard):
            break
        if lift.near and not lift.twice:
            found[i] = replace(lift, twice=True)
    return [replace(each, room=each.aboard(game)) for each in found]


# ---- what gets through


@dataclass(frozen=True, slots=True)
class Kept:
    """Cargo that is carried on."""

    units: Crowd
    tokens: Tokens


class KeepCargo(Among[Ocs, Kept]):
    """Which cargo is carried on, where not all can be. [14.4g]"""

    do, rule, order = "keep-cargo", "14.4g", Kept
    title = "Keep cargo"
    phrase = ("Keep {units} and {tokens}", "Keep {units}", "Keep {tokens}", "Keep nothing")


Keeping = Generator[Ask | tuple[Ask, ...], Any, tuple[Hold, Hold]]


def kept(game: Ocs, side: str, hold: Hold, room: Fraction, rule: str) -> Keeping:
    """What of a hold goes on with so much capacity, and what does not. [14.4g]

    The owner decides; half a token of capacity still carries a whole one.
    """
    most = math.ceil(room)
    if heft(game, hold) <= most:
        return hold, Hold()
    choices = [Kept(c.units, c.tokens) for c in _choices(game, hold, most)]
    stays = Hold(choices[0].units, choices[0].tokens)
    if len(choices) > 1:
        offer = KeepCargo(choices, rule)
        prompt = f"{most}T of the cargo can be carried on; which?"
        answer = yield offer.ask(game, side, TOKEN_LOST, prompt, {"units first": choices[0]})
        stays = Hold(tuple(answer["units"]), answer["tokens"])
    rest = tuple(name for name in hold.units if name not in stays.units)
    return stays, Hold(rest, hold.tokens - stays.tokens)


def _choices(game: Ocs, hold: Hold, most: int) -> list[Hold]:
    """What can be kept: units that fit together, the most of them first, and tokens beside them.

    Nothing is given up for nothing.
    """
    found: list[Hold] = []
    for count in range(len(hold.units), -1, -1):
        for units in combinations(hold.units, count):
            left = most - weight(game, units)
            if left < 0:
                continue
            here = Hold(units, min(hold.tokens, int(left)))
            if not any(set(units) <= set(o.units) and here.tokens <= o.tokens for o in found):
                found.append(here)
    return found


def stretched(game: Ocs, load: Load, keys: Sequence[str]) -> Load:
    """A load whose aircraft have been hit: within half their range they fly twice to save it.

    What can be carried is reckoned anew with the effects of range. [14.4g] [14.9e(C)]
    """
    if heft(game, load.aboard) <= math.ceil(capacity(game, load.lifts, keys)[0]):
        return load
    hit = [lift.near and lift.key in keys and lift.aboard(game) < lift.room for lift in load.lifts]
    lifts = (
        replace(each, twice=each.twice or more)
        for each, more in zip(load.lifts, hit, strict=True)
    )  # fmt: skip
    return replace(load, lifts=tuple(lifts))


def capacity(game: Ocs, lifts: Iterable[Lift], keys: Sequence[str]) -> tuple[Fraction, Fraction]:
    """What some of the aircraft that set out can still carry, aboard and on gliders."""
    there = [lift for lift in lifts if lift.key in keys and alive(game, lift.key)]
    aboard = sum((lift.aboard(game) for lift in there), Fraction(0))
    return aboard, sum((lift.towed(game) for lift in there), Fraction(0))


def lose(game: Ocs, side: str, h: int, hold: Hold, over: int, rule: str, why: str) -> None:
    """Cargo that was loaded in one hex is destroyed over another. [14.4g] [14.10d]"""
    for name in hold.units:
        points = game.state[TRANSPORT].get(name)
        if points is None:
            eliminate(game, name, rule, why, over)
        else:
            dumps.book(game, side, "blown", points.load)
            book_lost(game, side, points.kind, points.size)  # [13.5e]
            game.put(TRANSPORT, name, replace(points, place=DEAD, hex=-1, load=0))
    if hold.tokens:
        dumps.take(game, side, h, hold.tokens, loading=True)
        dumps.book(game, side, "blown", hold.tokens)
    if hold:
        game.emit(
            Event("cargo-lost", rule, {"side": side}).to(
                side, units=list(hold.units), tokens=hold.tokens, why=why
            )
        )
