"""Patrol Zones and interception. [14.4c] [14.5]"""

from __future__ import annotations

import pytest

from grognard.engine.decision import Ask
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.interception import in_patrol_zone, intercept, interceptors
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import play, rig, told, unit

rule = pytest.mark.rule
BOMBERS = [craft("a1", "0303", "T"), unit("s9", "0312"), unit("a9", "0311")]


@rule("ocs", "14.4c")
@rule("ocs", "GL-patrol-zone")
def test_a_patrol_zone_reaches_ten_hexes_from_a_base_with_an_active_fighter() -> None:
    game = sky(craft("s1", "0520"), craft("s2", "1520", active=False), craft("s3", "1520", "T"))
    hexes = {h: in_patrol_zone(game, game.board.hex(h), "allied") for h in ("0510", "0509", "1530")}
    assert hexes == {"0510": True, "0509": False, "1530": False}
    assert not in_patrol_zone(game, game.board.hex("0510"), "axis")


@rule("ocs", "14.5")
@rule("ocs", "14.2f(D)")
def test_one_fighter_may_meet_a_mission_in_its_zone() -> None:
    game = sky(*BOMBERS, craft("s1", "0320"), craft("s2", "0322"), craft("s3", "0330"),
               craft("s4", "0320", "T"), segment="barrage")  # fmt: skip
    assert interceptors(game, "allied", game.board.hex("0312")) == ["s1", "s2"]
    game.play("axis", fly("air-barrage", "a1", to="0312", aim="units"))
    assert game.decisions[0].ask.name == "intercept"
    assert [a["plane"] for a in game.legal("allied")] == ["", "s1", "s2"]
    rig(game, 6, 6, 1)
    game.play("allied", {"do": "intercept", "plane": "s1"})
    assert told(game, "air-round")[0]["attacker"] == "s1"
    assert perch(game, "s1") == "0320+"  # the winner stays Active at its base
    assert perch(game, "a1") == "0303-"
    assert (told(game, "flak"), told(game, "barrage")) == ([], [])


@rule("ocs", "14.5")
def test_nobody_has_to_intercept() -> None:
    game = sky(*BOMBERS, craft("s1", "0320"), segment="barrage")
    rig(game, 1, 1, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0312", aim="units"))
    assert told(game, "air-combat") == []
    assert len(told(game, "flak")) == 1


@rule("ocs", "14.5")
@rule("ocs", "14.1c")
def test_a_beaten_interceptor_is_inactive_at_the_base_it_came_from() -> None:
    escort = craft("a2", "0303", full="9/1/0")
    game = sky(*BOMBERS, escort, craft("s1", "0320"), levels={"s0312": 1}, segment="barrage")
    game.play("axis", fly("air-barrage", "a1", "a2", to="0312", aim="units"))
    game.play("allied", {"do": "intercept", "plane": "s1"})
    rig(game, 1, 1, 1, 1, 1, 1, 1)
    play(game, "axis", {"do": "abort", "planes": []})
    assert perch(game, "s1") == "0320-"  # not at the base under the fight


@rule("ocs", "14.5")
@rule("ocs", "14.1f")
def test_weather_does_not_prevent_interception_nor_does_the_phase() -> None:
    game = sky(*BOMBERS, craft("s1", "0320"), segment="supply", weather="storm")
    flight = Flight("axis", "barrage", game.board.hex("0312"), ["a1"])
    question = next(intercept(game, flight))
    assert isinstance(question, Ask)
    assert (question.player, question.name) == ("allied", "intercept")


@rule("ocs", "14.5")
@rule("ocs", "14.2e")
def test_an_interceptor_has_flown_its_mission_of_the_phase() -> None:
    game = sky(*BOMBERS, craft("a2", "0303", "T"), craft("s1", "0320"), unit("s8", "0412"),
               segment="barrage")  # fmt: skip
    game.play("axis", fly("air-barrage", "a1", to="0312", aim="units"))
    rig(game, 6, 6, 1)
    game.play("allied", {"do": "intercept", "plane": "s1"})
    assert bird(game, "s1").active
    rig(game, 1, 1, 1, 1)
    game.play("axis", fly("air-barrage", "a2", to="0412", aim="units"))
    assert game.to_act != "allied" or game.at_checkpoint  # nobody is asked again
    assert len(told(game, "flak")) == 1


@rule("ocs", "14.4d")
def test_aircraft_based_at_the_destination_take_part_in_the_fight_but_not_in_flak() -> None:
    game = sky(
        craft("a1", "0303", "Tpt"), craft("a2", "0312"), craft("s1", "0320"), craft("s2", "0321"),
        dumps=[{"side": "axis", "hex": "0303", "sp": 1}],
    )  # fmt: skip
    game.play("axis", fly("air-transport", "a1", to="0312", tokens={"0303": 2}))
    game.play("allied", {"do": "intercept", "plane": "s1"})
    assert told(game, "air-combat")[0]["aircraft"]["axis"] == ["a1", "a2"]
    game.play("axis", {"do": "abort", "planes": []})
    rig(game, 1, 1, 1, 6, 6)  # the interceptor aborts, but another fighter keeps the zone: flak
    game.play("axis", {"do": "fight", "plane": "a2"})
    play(game, "axis", {"do": "abort", "planes": []})
    assert told(game, "flak")[0]["hit"]
    assert (bird(game, "a1").reduced, bird(game, "a2").reduced) == (True, False)


@rule("ocs", "14.5")
@pytest.mark.parametrize(("option", "asked"), [("on", True), ("off", False)])
def test_after_air_combat_over_the_target_a_further_fighter_may_come(
    option: str, asked: bool
) -> None:
    game = sky(
        craft("a1", "0303"), craft("a2", "0303", "T"), craft("s1", "0312"), craft("s2", "0320"),
        segment="barrage", options={"intercept-again": option},
    )  # fmt: skip
    game.play("axis", fly("air-barrage", "a1", "a2", to="0312", aim="base"))
    rig(game, 6, 6, 1)
    game.play("axis", {"do": "abort", "planes": []})
    rig(game, 1, 1, 1, 1)
    game.play("axis", {"do": "abort", "planes": []})
    names = [decision.ask.name for decision in game.decisions]
    assert ("intercept" in names) == asked


@rule("ocs", "14.4a")
@rule("ocs", "14.5")
def test_sweeps_are_never_intercepted() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312", "T"), craft("s2", "0314"))
    rig(game, 1, 1, 1)
    play(game, "axis", fly("sweep", "a1", to="0312"))
    assert told(game, "interception") == []
    assert told(game, "flak") == []
    assert len(told(game, "air-round")) == 1
