"""Air missions: who may fly where and when, and the sequence that all of them follow. [14.2]

A mission is declared and its aircraft put on the target at once; then come air combat, interception
and flak; then it is carried out, and the aircraft return. [14.2f(A)] [14.2f(F)]
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import SEARCHED
from grognard.kit.forms import Hex
from grognard.systems.ocs.air import flak
from grognard.systems.ocs.air.bases import Homes, named
from grognard.systems.ocs.air.flight import Flight, come_back
from grognard.systems.ocs.air.interception import intercept, meet
from grognard.systems.ocs.barrage.aims import enemy_hexes
from grognard.systems.ocs.forms import Crowd
from grognard.systems.ocs.pieces.groups import GROUND, WINGS, grouped
from grognard.systems.ocs.pieces.planes import (
    active,
    aircraft,
    alive,
    fighter,
    plane_of,
    range_of,
    range_to,
)
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR
from grognard.systems.ocs.turn import pre_turn
from grognard.systems.ocs.turn.phases import OcsVerb, peaceful, phase_start
from grognard.systems.ocs.units import MAP
from grognard.table.cards import Reach
from grognard.table.worded import Hand

HOSTILE = ("sweep", "barrage", "hip_shoot", "trainbusting")
"""The missions against the enemy, which a simulcast turn knows not. [2.4(3)]"""
TRIES = 6
"""How many hexes and aircraft chance tries for a mission."""

Execute = Callable[[Ocs, Flight], Procedure]


# ---- who may fly


def flying_weather(game: Ocs, side: str) -> bool:
    """Whether a side's aircraft fly in this weather; on their bases they stay as they are. [14.1f]

    [17.0b]
    """
    return pre_turn.weather(game, side).flight


def refusals(
    game: Ocs, player: str, mission: str, planes: Sequence[str], h: int, times: int = 1
) -> list[Refusal]:
    """Why these aircraft cannot fly a mission to a hex. [14.1g] [14.2]

    Any hex will do, whoever stands in it [4.8c(D)]. Any type may take part in any mission. [14.2e]
    """
    if not flying_weather(game, player):
        return [Refusal("14.1f", "the weather keeps aircraft on their bases")]
    if mission in HOSTILE and peaceful(game):
        return [Refusal("2.4(3)", "no air missions against the enemy in a simulcast turn")]
    if not planes or len(set(planes)) != len(planes):
        return [Refusal("form", "name at least one aircraft, and none twice")]
    most = number(game.scenario.tables, "air-missions", mission, "aircraft")
    if len(planes) > most:
        rule = "14.7d(B)" if mission == "hip_shoot" else "14.2a"
        return [Refusal(rule, f"{most} aircraft fly this mission at most, not {len(planes)}")]
    found = (cannot_fly(game, player, key) or too_far(game, key, h, times) for key in planes)
    return [refusal for refusal in found if refusal is not None]


def cannot_fly(game: Ocs, player: str, key: str) -> Refusal | None:
    """Why an aircraft flies no mission now. [14.1a] [14.2e] [14.0]"""
    found = game.state[AIR].get(key)
    if found is None or found.side != player or found.place != MAP:
        return Refusal("14.2c", f"{key!r} is no aircraft of {player} at a base")
    name = plane_of(game, key).name
    if not found.active:
        return Refusal("14.1a", f"{name} is Inactive; it flies again once it is refitted")
    if found.flown == phase_start(game):
        return Refusal("14.2e", f"{name} has flown a mission in this phase")
    return None


def too_far(game: Ocs, key: str, h: int, times: int = 1) -> Refusal | None:
    """Why a hex is beyond an aircraft's range, or a multiple of it. [14.2d]"""
    away, reach = range_to(game, key, h), times * range_of(game, key)
    if away <= reach:
        return None
    text = f"{game.board.label(h)} is {away} hexes from the base of {plane_of(game, key).name}"
    return Refusal("14.2d", f"{text}; it reaches {reach}")


# ---- the sequence


def take_off(game: Ocs, flight: Flight, **facts: Any) -> None:
    """Declare a mission and put all its aircraft on the target; none joins later. [14.2f(A)]

    [14.2f(B)] The enemy sees the stack and the aircraft on top. [4.9a]
    """
    now, label = phase_start(game), game.board.label(flight.target)
    for key in flight.planes:
        game.put(AIR, key, replace(aircraft(game, key), flown=now))
    top = next((key for key in flight.planes if fighter(game, key)), flight.planes[0])
    told = {"mission": flight.kind, "side": flight.side, "hex": label}
    seen = {**told, "top": plane_of(game, top).name, "count": len(flight.planes)}
    full = {**told, "aircraft": list(flight.planes), **facts}
    others = Event("mission", "14.2f(A)", seen)
    game.emit(Event("mission", "14.2f(A)", full, seen_by=(flight.side,), others=others))


def fly(game: Ocs, flight: Flight, carry_out: Execute) -> Procedure:
    """What befalls a mission over its target, its execution, and the way back. [14.2f(F)]"""
    yield from meet(game, flight, flight.side)  # [14.2f(C)]
    if interceptable(game, flight):
        yield from intercept(game, flight)  # [14.2f(D)]
    yield from flak.fire(game, flight)  # [14.2f(E)]
    yield from carry_out(game, flight)
    yield from come_back(game, flight)


def interceptable(game: Ocs, flight: Flight) -> bool:
    """Only what flak threatens is intercepted: never sweeps or interceptions. [14.4a] [14.5]"""
    return game.scenario.tables["air-missions"].cell(flight.kind, "interception").value != "no"


def survivors(game: Ocs, flight: Flight) -> list[str]:
    """The mission aircraft that have not been destroyed, aborted or not."""
    return [key for key in (*flight.planes, *flight.gone) if alive(game, key)]


# ---- the verbs


@dataclass(frozen=True, slots=True, kw_only=True)
class Flown:
    """Aircraft that fly together."""

    planes: Crowd


@dataclass(frozen=True, slots=True, kw_only=True)
class Sortie(Flown):
    """Aircraft, a hex, and perhaps the bases to return to."""

    hex: Hex
    home: Homes = field(default_factory=dict)


F = TypeVar("F", bound=Flown)
S = TypeVar("S", bound=Sortie)


class Flying(OcsVerb[F], Generic[F]):
    """Aircraft fly somewhere. [14.2e]"""

    mission: ClassVar[str]
    times: ClassVar[int] = 1
    """How many times their range they fly."""

    @abstractmethod
    def goal(self, game: Ocs, player: str, order: F) -> int:
        """The hex they fly to; -1 if there is no such place."""

    @abstractmethod
    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """The hexes worth looking at."""

    @abstractmethod
    def trips(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Iterator[F]:
        """The ways of flying there with these aircraft that are worth trying."""

    @abstractmethod
    def plain(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> F:
        """Just these aircraft and the hex, so that the rules say what speaks against it."""

    def aboard(self, order: F) -> tuple[str, ...]:
        """The units that they carry."""
        return ()

    # ---- what there is to fly

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there are Active aircraft and weather to fly in. [CT-airfunction]"""
        peace = self.mission in HOSTILE and peaceful(game)
        return not peace and flying_weather(game, player) and bool(active(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[F]:
        """Every aircraft alone, and the first of those in range together, to every target."""
        if self.possible(game, player):
            for h in dict.fromkeys(self.targets(game, player)):
                for planes in self._groups(game, player, h):
                    yield from self.trips(game, player, planes, h)

    def _groups(self, game: Ocs, player: str, h: int) -> Iterator[tuple[str, ...]]:
        near = [k for k in active(game, player) if too_far(game, k, h, self.times) is None]
        for key in near:
            yield (key,)
        most = self._most(game)
        if min(len(near), most) > 1:
            yield tuple(near[:most])

    def _most(self, game: Ocs) -> int:
        """How many fly a mission at most. [14.2a]"""
        return number(game.scenario.tables, "air-missions", self.mission, "aircraft")

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Some aircraft by chance to some target by chance."""
        hexes = list(self.targets(game, player)) if self.possible(game, player) else []
        for _ in range(TRIES if hexes else 0):
            h = rng.choice(hexes)
            near = [k for k in active(game, player) if too_far(game, k, h, self.times) is None]
            if near:
                many = rng.randint(1, min(self._most(game), len(near)))
                planes = tuple(sorted(rng.sample(near, many)))
                found = list(self.open(game, player, self.trips(game, player, planes, h)))
                if found:
                    return rng.choice(found)
        return None

    # ---- what a click means

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[F]:
        """Aircraft to a hex, with each load or aim there is; and as it stands, to hear why not."""
        group = grouped(game, player, hand)
        if not group.air or group.hexes == (h,):
            return
        trips = islice(self.trips(game, player, group.air, h), SEARCHED)
        found = [
            order
            for order in trips
            if not group.units or {*group.units} == {*self.aboard(order)}
            if not self.against(game, player, order)
        ]
        yield from found or (self.plain(game, player, group.air, h),)

    def goals(self, game: Ocs, player: str) -> Sequence[int]:
        """The hexes that light up for aircraft in hand: whatever is the enemy's."""
        return enemy_hexes(game, player)

    def reached(self, game: Ocs, player: str, hand: Hand) -> Reach | None:
        """Where aircraft could be sent that can fly. [14.2d]"""
        keys = grouped(game, player, hand).air
        stay = [found for key in keys if (found := cannot_fly(game, player, key)) is not None]
        if not keys or stay:
            return Reach(refusals=tuple(stay)) if keys else None
        return super().reached(game, player, hand)

    def reach(self, game: Ocs, player: str, hand: Hand) -> Mapping[int, str]:
        """The goals within the range of all in hand, and how far they are. [14.2d]"""
        keys = grouped(game, player, hand).air
        away = {h: [range_to(game, key, h) for key in keys] for h in self.goals(game, player)}
        return {
            h: str(max(far))
            for h, far in away.items()
            if min(far) > 0 and all(too_far(game, key, h, self.times) is None for key in keys)
        }

    def spare(self, game: Ocs, player: str, order: F) -> Mapping[str, Sequence[str]]:
        """Who could fly along: escorts, and others that carry or bomb. [14.2a]"""
        h, planes = self.goal(game, player, order), order.planes
        able = [k for k in active(game, player) if cannot_fly(game, player, k) is None]
        more = [
            key
            for key in able
            if key not in planes
            and not refusals(game, player, self.mission, (*planes, key), h, self.times)
        ]
        return {"planes": more if h >= 0 else ()}


class Mission(Flying[S], Generic[S]):
    """A mission to a hex, from which its aircraft return. [14.2e]"""

    def goal(self, game: Ocs, player: str, order: S) -> int:
        """The hex."""
        return order.hex

    def against(self, game: Ocs, player: str, order: S) -> list[Refusal]:
        """Aircraft, range, weather and phase first, then what the mission itself demands."""
        found = refusals(game, player, self.mission, order.planes, order.hex, self.times)
        return found or _why_not_home(game, player, order) or self.why_not(game, player, order)

    def why_not(self, game: Ocs, player: str, order: S) -> list[Refusal]:
        """What the mission demands of its aircraft and its target: nothing more by itself."""
        return []

    def flight(self, player: str, order: S) -> Flight:
        """The flight of an order."""
        return Flight(player, self.mission, order.hex, list(order.planes), order.home)


class Raid(Mission[Sortie]):
    """A mission that is no more than aircraft and a hex: there is one way to fly it."""

    order = Sortie

    def trips(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Iterator[Sortie]:
        """As it stands."""
        yield self.plain(game, player, planes, h)

    def plain(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Sortie:
        """Just that."""
        return Sortie(planes=planes, hex=h)


def _why_not_home(game: Ocs, player: str, order: Sortie) -> list[Refusal]:
    """Why the bases that an order names for the way back will not do. [14.1c]"""
    for key, name in order.home.items():
        if key not in order.planes:
            return [Refusal("14.1c", f"{key!r} is not one of the mission's aircraft")]
        if named(game, player, name) is None:
            return [Refusal("14.1c", f"{name!r} is no base of {player}")]
    return []


def by_air(game: Ocs, player: str, hand: Hand) -> bool:
    """Whether somebody has aircraft in hand, and not units for them to carry."""
    kinds = grouped(game, player, hand).kinds
    return WINGS in kinds and kinds != {GROUND, WINGS}


def carried(game: Ocs, player: str, hand: Hand) -> bool:
    """Whether somebody has units in hand together with aircraft."""
    return grouped(game, player, hand).kinds == {GROUND, WINGS}
