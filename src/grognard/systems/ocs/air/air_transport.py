"""Air transport: supply and units from one friendly base to another. [14.9]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air import gliders, loads
from grognard.systems.ocs.air.bases import base_of
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.loads import Freight, Hold, Load
from grognard.systems.ocs.air.missions import Mission, carried, fly, survivors, take_off
from grognard.systems.ocs.air.presumptions import what_shows
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.forms import Crowd
from grognard.systems.ocs.movement import moves
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.planes import face, plane_of, range_of, range_to
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.works import air_bases
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery(Freight):
    """Cargo for a base; `stay` names aircraft that stay there, so that more can be unloaded."""

    stay: Crowd = ()


@presumes(what_shows)
class AirTransport(Mission[Delivery]):
    """Fly cargo to a friendly base, at up to twice the range. [14.9] [14.9e(A)]

    Beyond its range an aircraft stays there Inactive; within it, it returns [14.9e(B)]; within half
    of it, it may carry double and returns within half [14.9e(C)]. Others may stay, too. [14.9f]
    """

    do, rule, order = "air-transport", "14.9", Delivery
    title, rank, stakes = "Transport by air", 35, "dice"
    phrase = ("Tow {glided} to {hex} behind {planes}",
              "Tow {glided_tokens} to {hex} behind {planes}",
              "Fly {units} and {tokens} to {hex} with {planes}",
              "Fly {units} to {hex} with {planes}",
              "Fly {tokens} to {hex} with {planes}")  # fmt: skip
    mission, times = "transport", 2

    def why_not(self, game: Ocs, player: str, order: Delivery) -> list[Refusal]:
        """A friendly base, a load that fits, and room to unload it. [14.9e(A)] [14.9f]"""
        h, label = order.hex, game.board.label(order.hex)
        if air_bases.owner(game, h) != player:
            return [Refusal("14.9e(A)", f"{label} is no Air Base of {player}")]
        if any(base_of(game, key).hex == h for key in order.planes):
            return [Refusal("14.9", "an aircraft of the mission is at that base already")]
        if not set(order.stay) <= set(order.planes):
            return [Refusal("14.9f", "only aircraft of the mission can stay at its destination")]
        found = loads.read(game, player, order)
        if isinstance(found, Refusal):
            return [found]
        over = unloaded(game, found, staying(game, order)) - air_bases.unloading_left(game, h)
        if over > 0:
            text = f"{over}T too much for {label} in this segment"
            return [Refusal("14.9f", f"{text}; name transports that stay there, Inactive")]
        return []

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """Every base on land."""
        return air_bases.bases(game, player)

    def trips(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Iterator[Delivery]:
        """From each base the most supply, or each unit alone; staying there, or not."""
        for cargo in manifests(game, player, planes, h):
            yield Delivery(planes=planes, hex=h, **cargo)
            yield Delivery(planes=planes, hex=h, **cargo, stay=planes)

    def plain(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Delivery:
        """Without cargo."""
        return Delivery(planes=planes, hex=h)

    def aboard(self, order: Delivery) -> tuple[str, ...]:
        """The units, in aircraft and gliders."""
        return (*order.units, *order.glided)

    def carry_out(self, game: Ocs, player: str, order: Delivery) -> Procedure:
        """Fly there, with flak once at the destination, unload, and return. [14.9e(C)]"""
        flight, found = self.flight(player, order), loads.read(game, player, order)
        assert not isinstance(found, Refusal)
        flight.stay = staying(game, order)
        board(game, player, flight, found, order.gliders)
        take_off(game, flight, **manifest(self.written(game, order)))

        def at_base(game: Ocs, flight: Flight) -> Procedure:
            yield from unload(game, flight, found)

        yield from fly(game, flight, at_base)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With units in hand together with aircraft."""
        return bool(hexes) and carried(game, player, hand)


def staying(game: Ocs, order: Delivery) -> frozenset[str]:
    """Who stays at the destination: those beyond their range, and those told to. [14.9e(A)]"""
    far = [key for key in order.planes if range_to(game, key, order.hex) > range_of(game, key)]
    return frozenset((*far, *order.stay))


def unloaded(game: Ocs, found: Sequence[Load], stay: frozenset[str]) -> Fraction:
    """What counts against the limit of a base: the cargo of those who leave it again. [14.9f]

    Gliders do not count [14.10e(D)], nor do those that are part of an aircraft. [14.10f]
    """
    total = Fraction(0)
    for load in found:
        free = sum(
            (lift.aboard(game) for lift in load.lifts
             if lift.key in stay or plane_of(game, lift.key).integral_gliders),
            Fraction(0),
        )  # fmt: skip
        total += max(Fraction(0), loads.heft(game, load.aboard) - free)
    return total


def board(
    game: Ocs, side: str, flight: Flight, found: Sequence[Load], tows: Mapping[str, int]
) -> None:
    """Cargo goes aboard: its walk may go on later, that of others ends [6.1g]; gliders are used."""
    units = [n for load in found for hold in (load.aboard, load.glided) for n in hold.units]
    if units:
        moves.begin(game, side, units)
    gliders.use(game, side, tows)
    flight.half = frozenset(lift.key for load in found for lift in load.lifts if lift.twice)


def manifest(action: Action) -> Action:
    """What an action says about its cargo, for its owner."""
    keys = ("units", "tokens", "gliders", "glided", "glided_tokens")
    return {key: action[key] for key in keys if key in action}


def unload(
    game: Ocs, flight: Flight, found: Sequence[Load], through: Hold = loads.EMPTY
) -> Procedure:
    """What is left arrives: an aircraft that aborts here lands with its cargo. [14.1c] [14.4g]

    The cargo of those who went elsewhere after an air combat is not landed. [14.3d(C)] What only
    passes `through` does not count against the base's limit. [21.12a]
    """
    count, alive = Fraction(0), survivors(game, flight)
    back = [k for k in alive if k in flight.gone and base_of(game, k).hex != flight.target]
    here = [key for key in alive if key not in back]
    stay = frozenset(key for key in here if key in flight.stay or key in flight.gone)
    for load in [loads.stretched(game, load, here) for load in found]:
        flight.half |= {lift.key for lift in load.lifts if lift.twice}
        landing, returning = (loads.capacity(game, load.lifts, keys) for keys in (here, back))
        for place, hold in enumerate((load.aboard, load.glided)):
            on, rest = yield from loads.kept(game, flight.side, hold, landing[place], "14.4g")
            _, lost = yield from loads.kept(game, flight.side, rest, returning[place], "14.4g")
            why = "its transport was hit"
            loads.lose(game, flight.side, load.hex, lost, flight.target, "14.4g", why)
            ends, flies = loads.parted(on, through)
            through = replace(through, tokens=through.tokens - flies.tokens)
            deliver(game, flight.side, load.hex, ends, flight.target)
            set_down(game, flight.side, load.hex, flies, flight.target)
            if not place:  # gliders do not count [14.10e(D)]
                count += unloaded(game, [replace(load, aboard=ends)], stay)
    site, now = stacks.site_at(game, flight.target), phase_start(game)
    used = (site.unloaded if site.landed_in == now else 0) + -(-count // 1)
    game.put(SITES, flight.target, replace(site, unloaded=used, landed_in=now))


def deliver(game: Ocs, side: str, start: int, hold: Hold, h: int, *, loading: bool = True) -> None:
    """Cargo arrives in a hex, which the enemy sees, but not what it is."""
    set_down(game, side, start, hold, h, loading=loading)
    if hold:
        label = game.board.label(h)
        game.emit(
            Event("air-cargo", "14.9", {"hex": label}).to(
                side, units=list(hold.units), tokens=hold.tokens
            )
        )


def set_down(game: Ocs, side: str, start: int, hold: Hold, h: int, *, loading: bool = True) -> None:
    """Cargo stands in its new hex; supply does not move on in this phase. [14.9d] [12.2a]"""
    now = phase_start(game)
    for name in hold.units:
        points = game.state[TRANSPORT].get(name)
        if points is None:
            moves.put_into(game, name, h, flown=now)
        else:
            game.put(TRANSPORT, name, replace(points, hex=h, finished=now))
    if hold.tokens:
        dumps.take(game, side, start, hold.tokens, loading=loading)
        dumps.add(game, side, h, hold.tokens, fresh=True)


def manifests(game: Ocs, side: str, planes: Sequence[str], h: int) -> Iterator[dict[str, Any]]:
    """Loads worth a look, from each base: all the supply that fits, or each unit there.

    So too on gliders, one behind each Transport that can tow. [14.10e(C)]
    """
    by_base: dict[int, list[str]] = {}
    for key in planes:
        if not base_of(game, key).carrier:
            by_base.setdefault(base_of(game, key).hex, []).append(key)
    for base_hex, keys in sorted(by_base.items()):
        yield from _glided(game, side, keys, base_hex)
        once = sum((face(game, key).capacity for key in keys), Fraction(0))
        twice = sum(
            (face(game, k).capacity * (1 + loads.within_half(game, k, h)) for k in keys),
            Fraction(0),
        )
        if not once:
            continue
        there = dumps.loadable(game, base_hex, side)
        for tokens in sorted({min(there, int(once)), min(there, int(twice))} - {0}):
            yield {"tokens": {game.board.label(base_hex): tokens}}
        for name in stacks.own_at(game, base_hex, side):
            if loads.weight(game, [name]) <= twice:
                yield {"units": (name,)}


def _glided(game: Ocs, side: str, keys: Sequence[str], base_hex: int) -> Iterator[dict[str, Any]]:
    """The same with gliders, as far as there are any."""
    able = [key for key in keys if gliders.why_not_tow(game, key, 1, half=False) is None]
    tows = dict.fromkeys(able[: gliders.points_at(game, side, base_hex)], 1)
    room = loads.GLIDER_LOAD * len(tows)
    tokens = min(room, dumps.loadable(game, base_hex, side))
    if tokens:
        yield {"gliders": tows, "glided_tokens": {game.board.label(base_hex): tokens}}
    for name in stacks.own_at(game, base_hex, side) if tows else ():
        if loads.weight(game, [name]) <= room:
            yield {"gliders": tows, "glided": (name,)}
