"""Weather as another second reader reads it. [19]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard import library
from grognard.engine.game import Game
from grognard.systems.goss.air.errors import modifiers
from grognard.systems.goss.assault.terrain import terrains
from grognard.systems.goss.movement.allowance import ANY, GOOD, LEG, OFF, ROAD, points_of
from grognard.systems.goss.observation.observing import air_observes
from grognard.systems.goss.proof.positions import board
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import (
    AIR_TRACKS,
    ATMOSPHERES,
    GROUNDS,
    NOW,
    WEATHER,
    AirTrack,
    Weather,
)
from grognard.systems.goss.system import GOSS
from grognard.systems.goss.turn import phases
from grognard.systems.goss.weather.effects import UNLIMITED, effective_points, sight
from tests.systems.goss import firing
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.fire.test_naval import off_shore, salvo
from tests.systems.goss.flights import give, until

US = {"formation": "1 Div", "corps": "VII", "army": "First"}


def sky(game: Gs) -> Weather:
    return game.state[WEATHER][NOW]


def field(**more: Any) -> Gs:
    return position(unit("g1", (3, 0)), unit("u1", (-3, 0)), **more)


@pytest.mark.reading("goss", "goss2-19-01")
@pytest.mark.rule("goss", "19.1.0", "19.2.0", "19.2.1")
def test_the_track_is_read_for_every_turn() -> None:
    record = {"ground": "Mud", "17 AM": "Ovr", "17 PM": "POvr", "17 Night": "Ovr"}
    game = _on_the_track(record)
    found = []
    while game.turn < 7:
        here = sky(game)
        found.append((game.turn, here.atmosphere, here.ground))
        ask = game.open_asks()[0]
        assert not rules(game, ask.player, ask.default or {"do": "end"})
        game.play(ask.player, ask.default or {"do": "end"})
    assert [*dict.fromkeys(found)] == [(4, "Ovr", "Mud"), (5, "POvr", "Mud"), (6, "Ovr", "Mud")]
    assert not told(game, "weather-roll"), "no die is rolled"
    assert rules(game, "axis", {"do": "roll-weather"}) != []


def _on_the_track(record: dict[str, Any]) -> Gs:
    counters = [unit("g1", (3, 0)), unit("u1", (-3, 0))]
    data = {
        "counters": [one["row"] for one in counters],
        "setup": [{"hex": at(*one["hex"]), "units": [one["row"]["id"]]} for one in counters],
        "weather": record, "begin": {"turn": 4, "segment": phases.WEATHER, "side": "", "ena": ""},
    }  # fmt: skip
    return Game(GOSS, GOSS.position(board(), data, {"rest-turns": "off"}), seed=1)


@pytest.mark.reading("goss", "goss3-19-01")
@pytest.mark.rule("goss", "19.0")
@pytest.mark.parametrize("by", ["historical", "variable"])
def test_the_same_game_by_the_record_or_by_dice(by: str) -> None:
    game = library.new("goss/wacht-am-rhein", options={"weather": by}, seed=4)
    while not told(game, "weather"):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default or {"do": "end"})
    assert bool(told(game, "weather-roll")) == (by == "variable")
    here = sky(game)
    assert here.atmosphere in ATMOSPHERES
    assert here.ground in GROUNDS
    if by == "historical":
        record = game.scenario.weather[game.turn]
        assert (here.atmosphere, here.ground) == (record.atmosphere, record.ground)


@pytest.mark.reading("goss", "goss2-19-02")
@pytest.mark.rule("goss", "19.2.2", "19.2.0")
@pytest.mark.parametrize(
    ("night", "sky_then", "morning"), [(9, "Ovr", "Ovr"), (0, "Clear", "POvr")]
)
def test_the_night_feeds_the_morning(night: int, sky_then: str, morning: str) -> None:
    game = field(options={"weather": "variable"}, weather="Clear Wet", turn="PM",
                 segment=phases.DELAY_REMOVAL)  # fmt: skip
    dice = {"Ovr": (0,), "Clear": ()}
    rig(game, night, *dice[sky_then], 5, *dice[morning] if morning == "Ovr" else (), 3)
    until(game, phases.MODES, turn=6)
    assert sky(game).atmosphere == sky_then, "it is rolled for at night"
    assert sky(game).ground == "Wet"
    until(game, phases.MODES, turn=7)
    assert sky(game).atmosphere == morning
    last = told(game, "weather-roll")[-1]
    assert (last["roll"], last["modifiers"]) == (5, 2 if sky_then == "Ovr" else -3)
    assert sky(game).ground == "Wet", "the ground is rolled for last: 3"


@pytest.mark.reading("goss", "goss2-19-03", "goss2-19-04")
@pytest.mark.rule("goss", "19.3.0", "19.3.1", "19.3.2", "19.3.3", "19.3.4")
@pytest.mark.parametrize(
    ("words", "ap", "worth", "los", "seen", "error", "price"),
    [("Clear", 24, 24, UNLIMITED, True, 0, 4), ("POvr", 23, 11, UNLIMITED, False, 1, 8),
     ("Ovr", 23, 5, 2, False, 2, 16), ("Storm", 23, 0, 1, False, None, None)],
)  # fmt: skip
def test_what_each_sky_allows(
    words: str, ap: int, worth: int, los: int, seen: bool, error: int | None, price: int | None
) -> None:
    game = firing.field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", (1, 0), **firing.AXIS),
        unit("g2", (6, -3), **firing.AXIS), weather=f"{words} Dry", segment="air-support",
        start="1944-06-06",
    )  # fmt: skip
    assert (effective_points(game, ap), sight(game)) == (worth, los)
    assert air_observes(game, "allied", "g2") == seen, "six hexes away"
    parts = {part.label: part.value for part in modifiers(game, "allied", 0).parts}
    if error is not None:
        assert parts.get("sky", 0) == error
    game.put(AIR_TRACKS, "allied all", AirTrack(gs=ap))
    strike = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1"}
    if price is None:
        assert all(rules(game, "allied", {**strike, "ap": n}) for n in range(1, ap + 1))
        return
    assert rules(game, "allied", {**strike, "ap": price}) == []
    rig(game, 0, 0)
    game.play("allied", {**strike, "ap": price})
    assert told(game, "volleys")[0]["volleys"] == [8], "a mission of four points"
    assert game.state[AIR_TRACKS]["allied all"].gs == ap - price
    short = firing.field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", (1, 0), **firing.AXIS),
        weather=f"{words} Dry", segment="air-support",
    )  # fmt: skip
    short.put(AIR_TRACKS, "allied all", AirTrack(gs=ap))
    rig(short, 0, 0)
    short.play("allied", {**strike, "ap": price - 1})
    assert told(short, "volleys")[0]["volleys"] == [6], "one AP less is a point less"


@pytest.mark.reading("goss", "goss2-19-03", "goss2-19-04")
@pytest.mark.rule("goss", "19.3.1", "19.3.2", "19.3.3", "19.3.4", "11.5.5")
@pytest.mark.parametrize(
    ("words", "drm"), [("Clear", 0), ("POvr", 0), ("POvr rain", -1), ("Ovr", -1), ("Storm", None)]
)
def test_naval_gunfire_under_each_sky(words: str, drm: int | None) -> None:
    cloud, *rain = words.split()
    game = off_shore(weather=" ".join([cloud, "Dry", *rain]))
    if drm is None:
        assert rules(game, "allied", salvo("DD 1")) == ["19.3.4"]
        return
    rig(game, 0)
    game.play("allied", salvo("DD 1"))
    assert told(game, "volleys")[0]["net"] == [drm]


@pytest.mark.reading("goss", "goss2-19-05")
@pytest.mark.rule("goss", "19.4.1", "7.10.0")
@pytest.mark.parametrize(("ground", "refused"), [("Dry", []), ("Wet", ["7.10.0-path"])])
def test_clear_hexes_are_a_road_when_it_is_dry(ground: str, refused: list[str]) -> None:
    game = position(
        unit("g1", (0, 0), "motinf"), unit("u1", (0, 12)), segment="road-moves",
        roads={"secondary": [[(q, 0) for q in range(5)], [(q, 0) for q in range(6, 11)]]},
        weather=f"Clear {ground}",
    )  # fmt: skip
    order = {"do": "move", "units": ["g1"], "path": [at(q, 0) for q in range(1, 11)]}
    assert rules(game, "axis", order) == refused
    if not refused:
        game.play("axis", order)
        assert told(game, "move")[-1]["to"] == at(10, 0)
        assert now(game, "g1").spent == 11 * 12, "4 + 3 + 4"


@pytest.mark.reading("goss", "goss2-19-06")
@pytest.mark.rule("goss", "19.4.5", "7.6.1e")
def test_snow_takes_a_third_off_the_roads() -> None:
    game = position(
        unit("g1", (0, 0), "motinf"), unit("g2", (1, 0)), unit("g3", (2, 0), fatigue=1),
        unit("g4", (3, 0), "motinf", "4-6-10"), weather="Ovr Snow",
        terrain={(5, 0): "soft_ground", (6, 0): "marsh", (7, 0): "swamp"},
    )  # fmt: skip
    by_road = [
        points_of(game, n, gait, GOOD) // 12
        for n, gait in (("g1", ROAD), ("g2", LEG), ("g3", LEG), ("g4", ROAD))
    ]
    assert by_road == [11, 6, 3, 9]
    off = [
        points_of(game, n, gait, ANY) // 12
        for n, gait in (("g1", OFF), ("g2", LEG), ("g3", LEG), ("g4", OFF))
    ]
    assert off == [8, 4, 2, 7]
    hexes = [game.board.hex(at(q, 0)) for q in (5, 6, 7)]
    assert [terrains(game, h) for h in hexes] == [("clear",), ("rough",), ("rough",)]
    ground = game.scenario.ground
    costs = [ground.to_enter("Leg", True)[h].points // 12 for h in hexes]
    assert costs == [1, 2, 2]


@pytest.mark.reading("goss", "goss2-19-07")
@pytest.mark.rule("goss", "19.5.0", "19.5.1", "20.3.1(6)")
@pytest.mark.parametrize(
    ("words", "ap", "drm"),
    [("Ovr Dry rain", 10, -3), ("POvr Dry rain", 20, -2), ("Ovr Dry", 10, -2),
     ("Clear Dry rain", 40, 0)],
)  # fmt: skip
def test_rain_works_through_the_sky(words: str, ap: int, drm: int) -> None:
    game = position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.FLAK_WITHDRAWAL,
        air={"allied": {"ap": 40}}, weather=words,
    )  # fmt: skip
    give(game, "allied", gi=40)
    until(game, phases.MODES)
    facts = told(game, "interdiction-value")[0]
    assert (facts["ap"], facts["modifier"]) == (ap, drm)
    assert points_of(game, "g1", LEG) // 12 == 6, "nobody walks less for it"
