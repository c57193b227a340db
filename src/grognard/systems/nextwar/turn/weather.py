"""Weather: chosen in the first turn, rolled for afterwards. [4.0]"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.forms import Word
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, WAR, WEATHERS


@dataclass(frozen=True, slots=True)
class Forecast:
    """The weather that is wanted."""

    weather: Word


class ChooseWeather(Among[Nw, Forecast]):
    """Choosing the weather of the first turn. [4.0]"""

    do, rule, order = "weather", "4.0", Forecast
    title, phrase = "Choose the weather", "{weather} weather"


def weather_phase(game: Nw) -> Procedure:
    """The side with the initiative chooses in the first turn, and rolls in every other. [4.0]"""
    first = game.state[WAR][NOW].first
    if game.turn == 1:
        order = yield from ChooseWeather([Forecast(weather) for weather in WEATHERS]).chosen(
            game, first, "weather", "Choose the weather of the first turn",
            {"clear": Forecast(WEATHERS[0])},
        )  # fmt: skip
        settle(game, order.weather, first)
        return
    modifier = Tally().add(
        game.scenario.season, drm(game.scenario.tables, "weather-drms", game.scenario.season),
        "4.0", "chart",
    )  # fmt: skip
    shown, weather = dice.roll(game, lambda pips: read(game, pips + int(modifier.total)))
    game.emit(
        Event(
            "reckoning", "4.0", {"what": "weather", "tally": modifier.to_json(), "roll": shown},
            dice=(shown,),
        )
    )  # fmt: skip
    settle(game, weather, first)


def read(game: Nw, roll: int) -> str:
    """The weather of a modified roll: clear, overcast, or a storm. [4.0]"""
    return game.scenario.tables["weather"].cell(roll, "result", clamp=True).value


def settle(game: Nw, weather: str, side: str) -> None:
    """Make it the weather of the turn."""
    game.put(WAR, NOW, replace(game.state[WAR][NOW], weather=weather))
    game.emit(Event("weather", "4.0", {"weather": weather, "side": side}, outcome=True))


def weather(game: Nw) -> str:
    """The weather of the turn. [4.1]"""
    return game.state[WAR][NOW].weather


def halved(points: int, parts: int = 2) -> int:
    """A share of some points, rounded up. [4.1]"""
    return -(-points // parts)
