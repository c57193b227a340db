"""XYZ transport: aircraft load and unload at two bases on their way to a third. [21.12a]

From their bases they fly cargo to a base, load there again, and unload at the base where they end,
Inactive. Where anything is loaded or unloaded there may be flak and interception, so twice in all;
what only passes through the first base meets none there and does not count against its limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex
from grognard.systems.ocs.air import air_transport, flak, loads
from grognard.systems.ocs.air.bases import Base, base_of, named
from grognard.systems.ocs.air.flight import Flight, come_back
from grognard.systems.ocs.air.interception import intercept, meet
from grognard.systems.ocs.air.loads import AtBases, Freight, Hold, Lift, Load
from grognard.systems.ocs.air.missions import Mission, Sortie, interceptable, take_off
from grognard.systems.ocs.air.presumptions import what_shows
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.forms import Crowd, Tokens
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.planes import alive, face, plane_of, range_of, range_to
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import air_bases
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Corners(Sortie):
    """Cargo to the base in `hex`, and from there to the base `then`.

    `units` and `tokens` are loaded where the aircraft are based; `onward_units` and
    `onward_tokens` fly on: from what is at the first base, or what has come there with them. Who
    has another `home` ends there, without cargo.
    """

    then: Hex
    units: Crowd = ()
    tokens: AtBases = field(default_factory=dict)
    onward_units: Crowd = ()
    onward_tokens: Tokens = 0

    @property
    def onward(self) -> Hold:
        """What flies on from the first base."""
        return Hold(self.onward_units, self.onward_tokens)

    @property
    def first(self) -> Freight:
        """The first leg."""
        return Freight(planes=self.planes, hex=self.hex, units=self.units, tokens=self.tokens)

    @property
    def laden(self) -> bool:
        """Whether anything is loaded for the first leg."""
        return bool(self.units or self.tokens)

    @property
    def size(self) -> tuple[int, int]:
        """How many units and tokens it carries, on either leg."""
        units = len(self.units) + len(self.onward_units)
        return units, sum(self.tokens.values()) + self.onward_tokens


@presumes(what_shows)
class XyzTransport(Mission[Corners]):
    """Fly cargo to a base, and from there to another. [21.12a]"""

    do, rule, order = "xyz-transport", "21.12a", Corners
    title, rank, stakes = "Transport by three bases", 37, "dice"
    phrase = ("Fly {units} to {hex}, and {onward_tokens} on to {then}, with {planes}",
              "Fly {tokens} to {hex}, and {onward_tokens} on to {then}, with {planes}",
              "Fly {onward_tokens} from {hex} to {then} with {planes}",
              "Fly {units} to {hex}, and on to {then} with {planes}",
              "Fly {tokens} to {hex}, and on to {then} with {planes}",
              "Fly by {hex} on to {then} with {planes}")  # fmt: skip
    mission = "transport"

    def why_not(self, game: Ocs, player: str, order: Corners) -> list[Refusal]:
        """Two friendly bases, both legs within range, and loads that fit. [21.12a]"""
        h, then = order.hex, order.then
        if game.options["xyz-transport"] != "on":
            return [Refusal("21.12a", "air transport has two corners in this game")]
        if {air_bases.owner(game, h), air_bases.owner(game, then)} != {player} or then == h:
            return [Refusal("21.12a", "the way goes by two different Air Bases of one's own")]
        if any(base_of(game, key).hex == h for key in order.planes):
            return [Refusal("21.12a", "an aircraft of the mission is at the first base already")]
        for key, end in _ends(game, player, order).items():
            away = game.board.distance(h, end)
            if away > range_of(game, key):
                text = f"the second leg is {away} hexes, {plane_of(game, key).name} flies"
                return [Refusal("21.12a", f"{text} {range_of(game, key)}; the longer one counts")]
        if not (order.laden or order.onward):
            return [Refusal("21.12a", "nothing is loaded anywhere")]
        return _first(game, player, order) + _second(game, player, order)

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """Every base on land, if the players use the option."""
        return air_bases.bases(game, player) if game.options["xyz-transport"] == "on" else ()

    def trips(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Iterator[Corners]:
        """To each third base: cargo for the first leg, for the second, or for both; no gliders."""
        room = min(int(_capacity(game, planes, frozenset())), dumps.loadable(game, h, player))
        aboard = air_transport.manifests(game, player, planes, h)
        first: list[dict[str, Any]] = [{}, *(cargo for cargo in aboard if "gliders" not in cargo)]
        for last in air_bases.bases(game, player):
            for cargo in first:
                for more in (room, 0) if room else (0,):
                    yield Corners(planes=planes, hex=h, then=last, **cargo, onward_tokens=more)

    def plain(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Corners:
        """To the hex and no further."""
        return Corners(planes=planes, hex=h, then=h)

    def aboard(self, order: Corners) -> tuple[str, ...]:
        """The units of the first leg."""
        return order.units

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether the players use the option, and somebody can fly."""
        return game.options["xyz-transport"] == "on" and super().possible(game, player)

    def carry_out(self, game: Ocs, player: str, order: Corners) -> Procedure:
        """One leg after the other. [21.12a]"""
        flight = self.flight(player, order)
        found: Sequence[Load] | Refusal = ()
        if order.laden:
            found = loads.read(game, player, order.first)
        assert not isinstance(found, Refusal)
        planes, twice = _onward_planes(game, order), _twice(game, player, order)
        found = [_carried(game, load, twice) for load in found]
        air_transport.board(game, player, flight, found, {})
        take_off(game, flight, **air_transport.manifest(self.written(game, order)))
        if _stops(game, found, order, twice):
            yield from _brave(game, flight)
        yield from air_transport.unload(game, flight, found, order.onward)
        onward = [key for key in flight.planes if key in planes]
        flight.planes = [key for key in flight.planes if key not in onward]
        yield from come_back(game, flight)
        yield from _go_on(game, flight, onward, twice, order)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Corners]:
        """By a hex on to each third base, with the load in hand or the largest there is."""
        found: dict[int, Corners] = {}
        for order in super().towards(game, player, hand, h):
            best = found.get(order.then)
            if order.then != h and order.size > (best.size if best is not None else (0, 0)):
                found[order.then] = order
        yield from found.values()


def _first(game: Ocs, player: str, order: Corners) -> list[Refusal]:
    """What is loaded at the start, and unloaded at the first base."""
    if not order.laden:
        return []
    found = loads.read(game, player, order.first)
    if isinstance(found, Refusal):
        return [found]
    for load in found:
        twice = _twice(game, player, order)
        room = _capacity(game, [lift.key for lift in load.lifts], twice)
        if loads.heft(game, load.aboard) > room:
            start = game.board.label(load.hex)
            return [Refusal("21.12a", f"{room}T can be carried from {start}")]
    ends = air_transport.unloaded(game, _ending(found, order), frozenset())
    over = ends - air_bases.unloading_left(game, order.hex)
    if over > 0:
        label = game.board.label(order.hex)
        return [Refusal("14.9f", f"{over}T too much for {label} in this segment")]
    return []


def _second(game: Ocs, player: str, order: Corners) -> list[Refusal]:
    """What flies on: units at the first base or aboard, supply that lies there or came too."""
    hold, label = order.onward, game.board.label(order.hex)
    for name in hold.units:
        if name in order.units:
            continue
        refusal = loads.why_not_aboard(game, player, name)
        if refusal is not None:
            return [refusal]
        if name not in game.state[UNITS] or unit_of(game, name).hex != order.hex:
            return [Refusal("21.12a", f"{name} is not at {label}")]
    there = dumps.loadable(game, order.hex, player) + sum(order.tokens.values())
    if not 0 <= hold.tokens <= there or len(set(hold.units)) != len(hold.units):
        return [Refusal("21.12a", f"{there} tokens can fly on from {label}")]
    planes, twice = _onward_planes(game, order), _twice(game, player, order)
    room = _capacity(game, planes, twice)
    if loads.heft(game, hold) > room:
        return [Refusal("21.12a", f"{room}T can be carried on from {label}")]
    return []


def _go_on(
    game: Ocs, flight: Flight, planes: list[str], twice: frozenset[str], order: Corners
) -> Procedure:
    """Load what can still be carried, fly to the last base, and end there. [21.12a]"""
    last = named(game, flight.side, game.board.label(order.then))
    if not planes or last is None:
        return
    hold, room = _present(game, flight, order.onward), _capacity(game, planes, twice)
    hold, _ = yield from loads.kept(game, flight.side, hold, room, "21.12a")
    onward = Flight(flight.side, flight.kind, last.hex, planes, stay=frozenset(planes))
    if hold:
        yield from _brave(game, onward)
    left = [key for key in (*onward.planes, *onward.gone) if alive(game, key)]
    room = _capacity(game, left, twice)
    through, lost = yield from loads.kept(game, flight.side, hold, room, "14.4g")
    _lose(game, flight, lost)
    _carry(game, flight, through, last)
    yield from come_back(game, onward)


def _ending(found: Sequence[Load], order: Corners) -> list[Load]:
    """The loads of the first leg without what flies on: so much is unloaded. [21.12a]"""
    ending, through = [], order.onward
    for load in found:
        ends, flies = loads.parted(load.aboard, through)
        through = replace(through, tokens=through.tokens - flies.tokens)
        ending.append(replace(load, aboard=ends))
    return ending


def _stops(game: Ocs, found: Sequence[Load], order: Corners, twice: frozenset[str]) -> bool:
    """Whether anything is loaded or unloaded at the first base, or goes to other aircraft there.

    If all of it only passes through, the base is no mission hex. [21.12a]
    """
    came = [name for load in found for name in load.aboard.units]
    tokens, onward = sum(load.aboard.tokens for load in found), order.onward
    if any(load.aboard for load in _ending(found, order)) or onward.tokens > tokens:
        return True
    if not set(onward.units) <= set(came):
        return True
    planes = _onward_planes(game, order)
    rooms = (_capacity(game, [x.key for x in o.lifts if x.key in planes], twice) for o in found)
    return any(loads.heft(game, o.aboard) > room for o, room in zip(found, rooms, strict=True))


def _ends(game: Ocs, side: str, order: Corners) -> dict[str, int]:
    """Where each aircraft ends: at the third base, or at a home of its own. [21.12a]"""
    found = {}
    for key in order.planes:
        end = named(game, side, order.home.get(key, game.board.label(order.then)))
        assert end is not None
        found[key] = end.hex
    return found


def _onward_planes(game: Ocs, order: Corners) -> list[str]:
    """The aircraft that fly on to the third base."""
    then = game.board.label(order.then)
    return [key for key in order.planes if order.home.get(key, then) == then]


def _twice(game: Ocs, side: str, order: Corners) -> frozenset[str]:
    """The aircraft whose longer leg is within half their range, where they carry double. [14.9e(C)]

    The longer leg is the range of the whole mission. [21.12a]
    """
    h, far = order.hex, game.board.distance
    return frozenset(
        key
        for key, end in _ends(game, side, order).items()
        if 2 * max(range_to(game, key, h), far(h, end)) <= range_of(game, key)
    )


def _capacity(game: Ocs, keys: Sequence[str], twice: frozenset[str]) -> Fraction:
    """What some aircraft carry on a leg, some of them double. [21.12a]"""
    return sum((face(game, key).capacity * (1 + (key in twice)) for key in keys), Fraction(0))


def _carried(game: Ocs, load: Load, twice: frozenset[str]) -> Load:
    """A load of the first leg, with those flying twice that may on both. [21.12a]"""
    lifts = [Lift(lift.key, near=lift.key in twice) for lift in load.lifts]
    return replace(load, lifts=tuple(loads.doubled(game, lifts, load.aboard)))


def _brave(game: Ocs, flight: Flight) -> Procedure:
    """Air combat, interception and flak over a base where cargo is handled. [21.12a]"""
    yield from meet(game, flight, flight.side)
    if interceptable(game, flight):
        yield from intercept(game, flight)
    yield from flak.fire(game, flight)


def _present(game: Ocs, flight: Flight, hold: Hold) -> Hold:
    """What of the cargo for the second leg is really at the first base."""
    at = {n: game.state[TRANSPORT].get(n) or unit_of(game, n) for n in hold.units}
    units = tuple(name for name, found in at.items() if found.hex == flight.target)
    there = stacks.dump_at(game, flight.target, flight.side)
    return Hold(units, min(hold.tokens, there))


def _lose(game: Ocs, flight: Flight, lost: Hold) -> None:
    """Cargo whose aircraft were hit on the second leg. [14.4g]"""
    h, why = flight.target, "its transport was hit"
    loads.lose(game, flight.side, h, Hold(lost.units), h, "14.4g", why)
    if lost.tokens:
        dumps.take(game, flight.side, flight.target, lost.tokens)
        dumps.book(game, flight.side, "blown", lost.tokens)


def _carry(game: Ocs, flight: Flight, hold: Hold, last: Base) -> None:
    """Cargo arrives at the last base, where it does not move on in this phase. [12.2a]"""
    air_transport.deliver(game, flight.side, flight.target, hold, last.hex, loading=False)
