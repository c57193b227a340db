"""Which game turn it is: day, period, night, the ENA period. [3.0] [3.1.1]"""

from __future__ import annotations

from grognard.systems.goss.scenario import AM, AXIS, ENA, NIGHT, GameTurn, Gs
from grognard.systems.goss.status import NOW, WEATHER, Track, Weather


def box(game: Gs, turn: int = 0) -> GameTurn:
    """The box of the track for this GT, or another. [3.1.1]"""
    calendar = game.scenario.calendar
    return calendar[min(turn or game.turn, len(calendar)) - 1]


def period(game: Gs) -> str:
    """AM, PM, Night, or ENA once a night has been extended. [3.0] [3.4.0]"""
    if game.state.maps["track"][NOW].ena:
        return ENA
    calendar = game.scenario.calendar
    return calendar[min(game.turn, len(calendar)) - 1].period


def track(game: Gs) -> Track:
    """What stands on the track besides the turn. [3.1.1]"""
    found: Track = game.state.maps["track"][NOW]  # asked very often
    return found


def day(game: Gs) -> int:
    """The number of the game day. [3.1.1]"""
    return box(game).day


def date(game: Gs) -> str:
    """The date. [3.1.1]"""
    return box(game).date


def dark(game: Gs) -> bool:
    """Whether it is a night GT or an ENA period: AM and PM are the halves of a day. [8.1.2b]
    [1.6.0]"""
    return period(game) in (NIGHT, ENA)


def morning(game: Gs) -> bool:
    """Whether it is the first GT of a day. [3.3.1]"""
    return period(game) == AM


def weather(game: Gs, h: int = -1) -> Weather:
    """The weather now, of the zone of a hex where the map has zones: they have one sky, and each
    its own ground. [19.0] [19.4.0]"""
    zones = game.state[WEATHER]
    if h < 0 or len(zones) == 1:
        return zones[NOW]
    return zones[game.scenario.ground.zone[h] or NOW]


def turn_of(game: Gs, day: int, period: str) -> int:
    """The GT of a day and a period; 0 if the game has none such."""
    found = (
        n for n, b in enumerate(game.scenario.calendar, 1) if (b.day, b.period) == (day, period)
    )
    return next(found, 0)


def ena_first(game: Gs) -> str:
    """Who goes first in the ENA period; the Axis before anybody has said. [3.4.1]"""
    return track(game).ena or AXIS
