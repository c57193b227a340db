"""Air points: what a side may fly with today, and the tracks they are kept on. [20.0] [20.1.2]

What a side has allocated is its secret. Whether it may have anything at all is not: its air points
of the day stand on the Game Turn Record Track. Questions that would tell more are put to whoever
has air points today, though he may have none left for them.
"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.goss.scenario import Flights, Gs
from grognard.systems.goss.status import AIR_TRACKS, SIDES, STORM, AirTrack
from grognard.systems.goss.turn.calendar import dark, day, weather
from grognard.systems.goss.weather.effects import effective_points

MISSIONS = {
    "gs": "ground support", "gi": "ground interdiction", "si": "supply interdiction",
    "asup": "air superiority",
}  # fmt: skip
"""The types of missions that air points are allocated to; air supply has points of its own.
[20.1.3]"""


def sectors(game: Gs) -> tuple[str, ...]:
    """The air sectors of the map; one where it has none. [20.1.1]"""
    return game.scenario.ground.sectors


def sector_of(game: Gs, h: int) -> str:
    """The air sector of a hex. [20.1.2]"""
    return game.scenario.ground.sector[h]


def track_of(game: Gs, side: str, sector: str) -> AirTrack:
    """The AP Track of a side in a sector. [20.1.2]"""
    return game.state[AIR_TRACKS].get(f"{side} {sector}") or AirTrack()


def put_track(game: Gs, side: str, sector: str, track: AirTrack) -> None:
    """A track is changed."""
    game.put(AIR_TRACKS, f"{side} {sector}", track)


def left(game: Gs, side: str, mission: str, sector: str) -> int:
    """The air points that are left for a type of mission in a sector: without any it is not flown.
    [20.0] [20.1.2]"""
    found: int = getattr(track_of(game, side, sector), mission)
    return found


def spend(game: Gs, side: str, sector: str, **points: int) -> None:
    """Air points are used, and not available for any other mission of this GD; only their owner is
    told. [20.1.2] [20.6.2]"""
    track, used = track_of(game, side, sector), {m: ap for m, ap in points.items() if ap}
    if not used:
        return
    left = {mission: getattr(track, mission) - ap for mission, ap in used.items()}
    put_track(game, side, sector, replace(track, **left))
    facts = {"side": side, "sector": sector, "points": sum(used.values()), "air": used}
    game.emit(Event("air-spent", "20.1.2", facts, seen_by=(side,)))


def today(game: Gs, side: str) -> Flights:
    """What the scenario gives a side for this GD. [20.1.0]"""
    return game.scenario.flights.get(side, {}).get(day(game)) or Flights()


def grounded(game: Gs, side: str) -> Refusal | None:
    """Why a side flies nothing at all now: by night, unless the scenario lets it, and in a storm.
    [20.1.2] [19.3.4]"""
    if dark(game) and side not in game.scenario.special.get("night-flying", ()):
        return Refusal("20.1.2", "nobody flies at night")
    if weather(game).atmosphere == STORM:
        return Refusal("19.3.4", "nobody flies in a storm")
    return None


def may_fly(game: Gs, side: str) -> bool:
    """Whether a side may have aircraft in the air now, as far as everybody knows. [20.1.0]"""
    return game.state[SIDES][side].ap > 0 and grounded(game, side) is None


def superiority(game: Gs, points: int) -> int:
    """What air points are worth as escorts and interceptors in this sky: as little as any other, or
    by an option all of them. [20.6.0]"""
    if game.options["superiority-weather"] == "scaled" or weather(game).atmosphere == STORM:
        return effective_points(game, points)
    return points


def fewest(game: Gs, worth: int, points: int) -> int:
    """The fewest of some air points that are worth so much in this sky; 0 if they are not. [19.3.2]
    [19.3.3]"""
    return next((n for n in range(points + 1) if effective_points(game, n) >= worth), 0)
