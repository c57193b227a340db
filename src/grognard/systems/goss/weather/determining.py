"""The weather of each game turn: as it was, or by the dice. [19.1.0] [19.2.0]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.goss import charts
from grognard.systems.goss.dice import d10
from grognard.systems.goss.scenario import AM, NIGHT, PM, GossScenario, Gs
from grognard.systems.goss.status import CLEAR, FREEZE, NOW, OVR, SNOW, STORM, WEATHER, Weather
from grognard.systems.goss.turn.calendar import date, period

NONE, RAIN, SNOWFALL = "none", "rain", "snow"
WINTER = "12-21"
"""From this day on it snows and does not rain: house, as the table of precipitation says."""
FROST = "12-23"
"""The high pressure of the last days: house, as the table of modifiers says."""
THAW = 2
"""The roll on the Mud column that rain on frozen ground stands for: house. [19.5.1]"""


def determine(game: Gs) -> None:
    """At the beginning of every GT, by the record or by the table; where the record has nothing of
    a GT, by the table. Weather zones have one sky, and each a ground of its own. [19.0] [19.1.0]
    [19.2.0] [19.4.0]"""
    last = dict(game.state[WEATHER])
    if game.options["weather"] == "variable" or game.turn not in game.scenario.weather:
        found = variable(game, last)
    else:
        told = weather_at(game.scenario, game.turn)
        found = {zone: replace(now, before=last[zone].atmosphere) for zone, now in told.items()}
    for zone, now in found.items():
        game.put(WEATHER, zone, now)
        facts = {
            "atmosphere": now.atmosphere, "ground": now.ground, "precipitation": now.precipitation,
        }  # fmt: skip
        more = {} if zone == NOW else {"zone": zone}
        game.emit(Event("weather", "19.1.0", {**facts, **more}))


def modifiers(game: Gs, last: str) -> Tally:
    """What is added to the roll for the sky: the sky before, the season, the hour. [19.2.2]"""
    tables, found = game.scenario.tables, Tally()
    rows = [f"last GT was {last}"]
    rows += ["23 December or later"] if date(game)[5:] >= FROST else []
    rows += ["PM GT"] if period(game) == PM else []
    for row in rows:
        if worth := charts.number(tables, "weather-modifiers", row, "drm"):
            found = found.add(row, worth, "19.2.2")
    return found


def weather_at(scenario: GossScenario, turn: int) -> dict[str, Weather]:
    """What the record says of a GT, in each weather zone. [19.2.1] [19.4.0]"""
    usual = scenario.weather[turn]
    own = {
        zone: replace(usual, ground=grounds.get(turn, usual.ground))
        for zone, grounds in scenario.grounds.items()
    }
    return {NOW: usual, **own}


def variable(game: Gs, zones: Mapping[str, Weather]) -> dict[str, Weather]:
    """The sky first, at night too, for the next morning depends on it; then what falls; in the
    morning the ground, zone by zone. [19.2.2] [19.4.0]"""
    last = zones[NOW]
    more = modifiers(game, last.atmosphere)
    roll, sky = d10(game, lambda die: _sky(game, die + int(more.total)))
    game.emit(Event("weather-roll", "19.2.2", {"roll": roll, "modifiers": int(more.total)}))
    falls = _precipitation(game, sky)
    return {
        zone: Weather(sky, _ground(game, one, sky, falls), falls, last.atmosphere)
        for zone, one in zones.items()
    }


def _sky(game: Gs, roll: int) -> str:
    return charts.word(game.scenario.tables, "weather", roll, "atmosphere")


def _precipitation(game: Gs, sky: str) -> str:
    """Rain and snow fall out of a closed sky, by a roll of their own. [19.5.0]"""
    if sky not in (OVR, STORM):
        return NONE
    column = f"{sky} {'late' if date(game)[5:] >= WINTER else 'early'}"
    tables = game.scenario.tables
    return d10(game, lambda die: tables["weather-precipitation"].cell(die, column).value)[1]


def _ground(game: Gs, last: Weather, sky: str, falls: str) -> str:
    """Rolled for in the morning, after the sky; at night snow covers it, and a clear sky late in
    December freezes it. What falls changes what is rolled. [19.2.2] [19.5.1]"""
    if sky == CLEAR and date(game)[5:] >= FROST:
        return FREEZE
    if period(game) == NIGHT and falls == SNOWFALL:
        return SNOW
    if period(game) != AM:
        return last.ground
    tables = game.scenario.tables
    if falls == RAIN and last.ground in (FREEZE, SNOW):
        return charts.word(tables, "weather-ground", THAW, "Mud")
    return d10(game, lambda die: charts.word(tables, "weather-ground", die, last.ground))[1]
