"""Aircraft: their types, values, status and steps. [3.5] [14.1]

An aircraft is at a base, Active or Inactive, full or reduced; on a mission it is taken straight to
its target, and while that lasts its record still names the base it came from. [14.2c] It needs no
supply but a Token for its base when it is refitted, and may be over any hex. [12.9c] [4.8c(D)]
"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.ocs.pieces.stacks import air_at, air_hex
from grognard.systems.ocs.scenario import (
    FIGHTER,
    STRATEGIC,
    TACTICAL,
    TRANSPORT_PLANE,
    Ocs,
    Plane,
    PlaneFace,
)
from grognard.systems.ocs.status import AIR, Aircraft
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import DEAD, MAP


def aircraft(game: Ocs, key: str) -> Aircraft:
    """What has become of an aircraft."""
    found: Aircraft = game.state.maps["air"][key]
    return found


def plane_of(game: Ocs, key: str) -> Plane:
    """What is printed on its counter."""
    return game.scenario.planes[aircraft(game, key).counter]


def face(game: Ocs, key: str) -> PlaneFace:
    """The side of its counter that is up: full, or reduced after a step loss. [14.1b]"""
    plane = plane_of(game, key)
    return plane.reduced if aircraft(game, key).reduced else plane.full


def fighter(game: Ocs, key: str) -> bool:
    """Whether it is a Fighter, be it besides another type. [14.1]"""
    return FIGHTER in plane_of(game, key).types


def strategic(game: Ocs, key: str) -> bool:
    """Whether it bombs as a Strategic Bomber: if no better type of it bombs too. [14.1e] [14.1]"""
    types = plane_of(game, key).types
    return STRATEGIC in types and not {FIGHTER, TACTICAL} & set(types)


def carries(game: Ocs, key: str) -> bool:
    """Whether it is a Transport. [14.1]"""
    return TRANSPORT_PLANE in plane_of(game, key).types


def offensive(game: Ocs, key: str) -> bool:
    """Whether its rating stands without brackets, so that it can attack. [14.3a] [GL-offensive-air]

    On either side of a counter the brackets are what is printed there.
    """
    return not face(game, key).passive


def range_of(game: Ocs, key: str) -> int:
    """Its range in hexes. [14.2d]"""
    return plane_of(game, key).range


def range_to(game: Ocs, key: str, h: int) -> int:
    """The hexes from its base, or its carrier, to a hex. [14.2d] [18.2d]"""
    return game.board.distance(air_hex(game, key), h)


def far(game: Ocs, key: str, h: int) -> bool:
    """Whether it flies beyond half of its range, where the option weakens it. [21.4(A)]"""
    return game.options["long-range"] == "on" and 2 * range_to(game, key, h) > range_of(game, key)


def rating(game: Ocs, key: str, h: int) -> Tally:
    """Its air combat rating over a hex: nothing modifies it but the option. [14.3b] [21.4(B)]"""
    plane = plane_of(game, key)
    tally = Tally().add(plane.name, face(game, key).rating, "14.3e(C)", plane.source)
    return tally.add("beyond half its range", -1, "21.4(B)") if far(game, key, h) else tally


def active_at(game: Ocs, h: int, side: str) -> list[str]:
    """A side's Active aircraft that are based in a hex. [14.1a]"""
    return [key for key in air_at(game, h, side) if aircraft(game, key).active]


def active(game: Ocs, side: str) -> list[str]:
    """A side's Active aircraft on the map that have not flown in this phase. [14.1a] [14.2e]"""
    now = phase_start(game)
    return [
        key
        for key, found in sorted(game.state[AIR].items())
        if found.side == side and found.active and found.place == MAP and found.flown != now
    ]


# ---- steps


def lose_step(game: Ocs, key: str, rule: str, why: str, shown: bool = True) -> None:
    """An aircraft loses one of its two steps; with the second it goes to the dead pile. [14.1b]

    Unless it has been `shown` to the enemy, he learns only that an aircraft was hit.
    """
    found = aircraft(game, key)
    if found.reduced:
        destroy(game, key, rule, why, shown)
        return
    game.put(AIR, key, replace(found, reduced=True))
    _tell(game, key, "air-loss", rule, why, shown)


def destroy(game: Ocs, key: str, rule: str, why: str, shown: bool = True) -> None:
    """An aircraft goes to the dead pile with all its steps. [14.1b]"""
    _tell(game, key, "air-destroyed", rule, why, shown)
    gone = replace(aircraft(game, key), place=DEAD, hex=-1, carrier="", active=False, reduced=True)
    game.put(AIR, key, gone)


def alive(game: Ocs, key: str) -> bool:
    """Whether an aircraft is still in play."""
    return aircraft(game, key).place == MAP


def _tell(game: Ocs, key: str, kind: str, rule: str, why: str, shown: bool) -> None:
    """What befell an aircraft, by name to whoever may see it. [4.9a]"""
    side = aircraft(game, key).side
    facts = {"aircraft": key, "side": side, "why": why}
    if shown:
        game.emit(Event(kind, rule, facts))
        return
    others = Event(kind, rule, {"side": side})
    game.emit(Event(kind, rule, facts, seen_by=(side,), others=others))


def called(game: Ocs, keys: list[str] | tuple[str, ...]) -> str:
    """Aircraft by the names of their counters."""
    return ", ".join(plane_of(game, key).name for key in keys)
