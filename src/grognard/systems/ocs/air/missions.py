"""Air missions: who may fly where and when, and the sequence that all of them follow. [14.2]

A mission is declared and its aircraft put on the target at once; then come air combat, interception
and flak; then it is carried out, and the aircraft return. [14.2f(A)] [14.2f(F)]
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.systems.ocs.air import flak
from grognard.systems.ocs.air.bases import named
from grognard.systems.ocs.air.flight import Flight, come_back
from grognard.systems.ocs.air.interception import intercept, meet
from grognard.systems.ocs.pieces.planes import (
    active,
    aircraft,
    alive,
    called,
    fighter,
    plane_of,
    range_of,
    range_to,
)
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR
from grognard.systems.ocs.turn import pre_turn
from grognard.systems.ocs.turn.phases import OcsDeed, peaceful, phase_start
from grognard.systems.ocs.units import MAP

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


def read_hex(game: Ocs, label: str) -> int | Refusal:
    """A hex by its label."""
    try:
        return game.board.hex(label)
    except HexError as error:
        return Refusal("form", str(error))


# ---- the sequence


def take_off(game: Ocs, flight: Flight, text: str, **facts: Any) -> None:
    """Declare a mission and put all its aircraft on the target; none joins later. [14.2f(A)]

    [14.2f(B)] The enemy sees the stack and the aircraft on top. [4.9a]
    """
    now, label = phase_start(game), game.board.label(flight.target)
    for key in flight.planes:
        game.put(AIR, key, replace(aircraft(game, key), flown=now))
    top = next((key for key in flight.planes if fighter(game, key)), flight.planes[0])
    told = {"mission": flight.kind, "side": flight.side, "hex": label}
    others = Event(
        "mission", f"{flight.side}: {text} with {called(game, [top])} on top of the stack",
        "14.2f(A)", {**told, "top": plane_of(game, top).name, "count": len(flight.planes)},
    )  # fmt: skip
    full = {**told, "aircraft": list(flight.planes), **facts}
    said = f"{flight.side}: {text} by {called(game, flight.planes)}"
    game.emit(
        Event("mission", said, "14.2f(A)", full, seen_by=(flight.side,), others=others)
    )  # fmt: skip


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


# ---- the deeds


class MissionDeed(OcsDeed):
    """A mission as an action: aircraft, a hex, and perhaps the bases to return to. [14.2e]"""

    mission: ClassVar[str]
    times: ClassVar[int] = 1
    form = {"planes": "texts", "hex": "text", "home": "map?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Aircraft, range, weather and phase first, then what the mission itself demands."""
        h = read_hex(game, action["hex"])
        if isinstance(h, Refusal):
            return [h]
        found = refusals(game, player, self.mission, action["planes"], h, self.times)
        return found or why_not_home(game, player, action) or self.against(game, player, action, h)

    def against(self, game: Ocs, player: str, action: Action, h: int) -> list[Refusal]:
        """What the mission demands of its aircraft and its target: nothing more by itself."""
        return []

    @abstractmethod
    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """The hexes worth looking at."""

    def details(self, game: Ocs, player: str, planes: Sequence[str], h: int) -> Iterator[Action]:
        """The ways of flying a mission to a hex: fields besides aircraft and hex."""
        yield {}

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every aircraft alone, and the first of those in range together, to every target."""
        if not self.possible(game, player):
            return
        for h in self.targets(game, player):
            for planes in self._groups(game, player, h):
                yield from self.ways(game, player, planes, h)

    def ways(self, game: Ocs, player: str, planes: Sequence[str], h: int) -> Iterator[Action]:
        """The legal ways of flying a mission with these aircraft to a hex."""
        label = game.board.label(h)
        for more in self.details(game, player, planes, h):
            action = {"do": self.do, "planes": list(planes), "hex": label, **more}
            if not self.check(game, player, action):
                yield action

    def _groups(self, game: Ocs, player: str, h: int) -> Iterator[list[str]]:
        near = [k for k in active(game, player) if too_far(game, k, h, self.times) is None]
        for key in near:
            yield [key]
        most = number(game.scenario.tables, "air-missions", self.mission, "aircraft")
        if min(len(near), most) > 1:
            yield near[:most]

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Some aircraft by chance to some target by chance."""
        if not self.possible(game, player):
            return None
        keys, hexes = active(game, player), list(self.targets(game, player))
        if not hexes:
            return None
        most = number(game.scenario.tables, "air-missions", self.mission, "aircraft")
        for _ in range(TRIES):
            h = rng.choice(hexes)
            near = [k for k in keys if too_far(game, k, h, self.times) is None]
            if not near:
                continue
            planes = rng.sample(near, rng.randint(1, min(most, len(near))))
            ways = list(self.ways(game, player, sorted(planes), h))
            if ways:
                return rng.choice(ways)
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there are Active aircraft and weather to fly in. [CT-airfunction]"""
        peace = self.mission in HOSTILE and peaceful(game)
        return not peace and flying_weather(game, player) and bool(active(game, player))

    def flight(self, game: Ocs, player: str, action: Action) -> Flight:
        """The flight of an action."""
        h = game.board.hex(action["hex"])
        return Flight(player, self.mission, h, list(action["planes"]), action.get("home", {}))


def why_not_home(game: Ocs, player: str, action: Action) -> list[Refusal]:
    """Why the bases that an action names for the way back will not do. [14.1c]"""
    for key, name in action.get("home", {}).items():
        if key not in action["planes"]:
            return [Refusal("14.1c", f"{key!r} is not one of the mission's aircraft")]
        if named(game, player, name) is None:
            return [Refusal("14.1c", f"{name!r} is no base of {player}")]
    return []
