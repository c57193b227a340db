"""Weather: the record, the table, and what the sky does. [19.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import NOW, WEATHER, Weather
from grognard.systems.goss.turn import phases
from grognard.systems.goss.weather.determining import determine, modifiers
from grognard.systems.goss.weather.effects import (
    UNLIMITED,
    air_sight,
    deep_missions_fly,
    drop_error,
    effective_points,
    mission_error,
    ships_fire,
    sight,
)
from tests.systems.goss.field import pass_to, position, rig, told, unit


def field(**more: Any) -> Gs:
    return position(unit("g1", (3, 0)), unit("u1", (-3, 0)), **more)


def sky(game: Gs) -> Weather:
    return game.state[WEATHER][NOW]


@pytest.mark.rule("goss", "19.0", "19.1.0", "19.2.0", "19.2.1")
def test_the_record_gives_the_weather_of_every_game_turn() -> None:
    game = field(weather="Ovr Mud", segment=phases.DELAY_REMOVAL, side="axis")
    game.put(WEATHER, NOW, Weather("Clear", "Dry"))
    pass_to(game, phases.MODES, "allied")
    assert sky(game) == Weather("Ovr", "Mud", "none", before="Clear")
    assert told(game, "weather")[-1]["atmosphere"] == "Ovr"
    assert not told(game, "weather-roll")


@pytest.mark.rule("goss", "19.2.2")
@pytest.mark.parametrize(
    ("last", "turn", "total"), [("Clear", "AM", -3), ("Ovr", "PM", 1), ("Storm", "Night", 3)]
)
def test_the_roll_for_the_sky_remembers_the_last_one(last: str, turn: str, total: int) -> None:
    game = field(turn=turn, options={"weather": "variable"})
    assert modifiers(game, last).total == total


@pytest.mark.rule("goss", "19.1.0", "19.2.2")
def test_by_the_table_the_sky_comes_first_and_then_the_ground_of_the_day() -> None:
    game = field(options={"weather": "variable"}, weather="POvr Wet")
    rig(game, 3, 8)
    determine(game)  # 3 after POvr is POvr; 8 on Wet is Mud
    assert sky(game) == Weather("POvr", "Mud", "none", before="POvr")
    assert told(game, "weather-roll")[-1] == {"roll": 3, "modifiers": 0}


@pytest.mark.rule("goss", "19.2.2")
def test_the_night_is_rolled_for_and_leaves_the_ground_as_it_is() -> None:
    game = field(options={"weather": "variable"}, weather="Clear Wet", turn="Night")
    rig(game, 9)
    determine(game)  # 9 - 3 is 6, an overcast; nothing falls before it is rolled
    assert sky(game).atmosphere == "Ovr"
    assert sky(game).ground == "Wet"
    assert sky(game).before == "Clear"


@pytest.mark.rule("goss", "19.5.0", "19.5.1")
def test_rain_on_frozen_ground_makes_mud() -> None:
    game = field(options={"weather": "variable"}, weather="Ovr Snow")
    rig(game, 4, 9)
    determine(game)
    assert sky(game) == Weather("Ovr", "Mud", "rain", before="Ovr")
    game = field(options={"weather": "variable"}, weather="Ovr Snow")
    rig(game, 4, 0, 5)
    determine(game)
    assert sky(game) == Weather("Ovr", "Snow", "none", before="Ovr")


@pytest.mark.rule("goss", "19.3.0", "19.3.1", "19.3.2", "19.3.3", "19.3.4")
@pytest.mark.parametrize(
    ("atmosphere", "seen", "flown", "air", "error", "drop", "deep", "ships"),
    [
        ("Clear", UNLIMITED, 9, 6, 0, 0, True, True),
        ("POvr", UNLIMITED, 4, 3, 1, 1, True, True),
        ("Ovr", 2, 2, 0, 2, 0, False, True),
        ("Storm", 1, 0, 0, 0, 0, False, False),
    ],
)
def test_what_the_sky_does(
    atmosphere: str, seen: int, flown: int, air: int, error: int, drop: int, deep: bool, ships: bool
) -> None:
    game = field(weather=f"{atmosphere} Dry")
    assert sight(game) == seen
    assert effective_points(game, 9) == flown
    assert air_sight(game) == air
    assert mission_error(game) == error
    assert drop_error(game) == drop
    assert deep_missions_fly(game) is deep
    assert ships_fire(game) is ships


@pytest.mark.rule("goss", "19.3.3")
def test_sixteen_points_are_a_full_mission_under_an_overcast() -> None:
    game = field(weather="Ovr Mud")
    assert (effective_points(game, 15), effective_points(game, 16)) == (3, 4)
    assert effective_points(field(weather="POvr Mud"), 7) == 3
    assert effective_points(game, 7) == 1
