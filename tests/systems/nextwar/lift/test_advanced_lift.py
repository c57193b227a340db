"""Troops in the air of the Advanced Game: its defenses, and air units that go along. [25.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, plain, rig, rules, side, told, unit, where
from tests.systems.nextwar.lift.test_airmobile import base, lift, light, own
from tests.systems.nextwar.lift.test_planes import drop, fly, jumper
from tests.systems.nextwar.sky import places, sky, wing

UP = {"place": "superiority"}
TRACKS = {"detection": 10, "sam": 7, "aaa": 3}


def aloft(*units: Any, wings: Any = (), **more: Any) -> Nw:
    """The Allies move; rows 1 to 3 of twelve are the North's, whose tracks see everything."""
    begin = {"first": "allied", **more.pop("begin", {})}
    assets = {"allied": {"lift": 4}, "dprk": {**TRACKS, **more.pop("north", {})}}
    return sky(
        *units, wings=wings, board=plain(rows=12, cols=20, north=3), begin=begin, assets=assets,
        sites=more.pop("sites", [base(), base("1510"), base("1502")]), segment="init-move",
        lift={"allied": {"transport": 9, "airborne": 9}}, **more,
    )  # fmt: skip


@pytest.mark.rule("nextwar", "24.3.3", "25.1")
def test_helicopters_meet_local_defenses_and_lose_points() -> None:
    game = aloft(light("r1", "1010", 2), unit("n1", "1005", sp=0.5))
    rig(game, 0, 0, 9)  # seen, hit by a missile, missed by the guns
    game.play("allied", lift("r1", to="1003"))
    assert told(game, "air-defense") == []
    assert (where(game, "r1"), at(game, "r1").steps) == ("1003", 1)
    assert (side(game, "allied").lift, points.left(game, "allied")) == (3, 2)
    safe = aloft(light("r1", "1010"), unit("n1", "1212", sp=0.5))
    safe.play("allied", lift("r1", to="1211"))
    assert (where(safe, "r1"), told(safe, "detection")) == ("1211", [])


@pytest.mark.rule("nextwar", "24.3.3")
def test_whatever_meets_them_turns_troops_back() -> None:
    game = aloft(light("r1", "1010"))
    rig(game, 0, 3)  # +1 is enough
    game.play("allied", lift("r1", to="1003"))
    assert (where(game, "r1"), at(game, "r1").steps, side(game, "allied").lift) == ("1010", 2, 4)
    assert (points.left(game, "allied"), at(game, "r1").halted) == (3, True)
    intrinsic = aloft(own("r1", "1010"))
    rig(intrinsic, 0, 0)
    intrinsic.play("allied", lift("r1", to="1003"))
    assert (at(intrinsic, "r1").steps, side(intrinsic, "allied").lift) == (1, 4)


@pytest.mark.rule("nextwar", "6.6-p2", "24.3.3")
def test_a_start_on_enemy_soil_is_seen_there_too() -> None:
    game = aloft(light("r1", "1002"))
    rig(game, 9)
    game.play("allied", lift("r1", to="1012"))
    assert [one["at"] for one in told(game, "detection")] == ["1002"]
    assert where(game, "r1") == "1012"


@pytest.mark.rule("nextwar", "24.3.4-1", "25.1.1", "24.4")
def test_each_unit_of_a_drop_goes_through_it_for_itself() -> None:
    game = aloft(jumper("r1", "1010"), jumper("r2", "1010"))
    rig(game, 9, 0, 9, 0, 5)  # a 9 and one more is not seen
    game.play("allied", drop("r1", "r2", to="1003"))
    assert [where(game, n) for n in ("r1", "r2")] == ["1003", "1003"]
    seen = aloft(jumper("r1", "1010"), jumper("r2", "1010"))
    rig(seen, 5, 6, 9, 0)  # seen; +1 for the first, nothing for the second, which comes down well
    seen.play("allied", drop("r1", "r2", to="1003"))
    assert [where(seen, n) for n in ("r1", "r2")] == ["1010", "1003"]
    assert [one["units"] for one in told(seen, "paradrop")] == [["r2"], ["r1"]]
    assert not at(seen, "r2").strike


@pytest.mark.rule("nextwar", "25.0", "25.1", "23.1")
def test_who_may_go_along() -> None:
    wings = [
        wing("u1", "4-0-0", **UP), wing("u2", "4-0-0"), wing("u3", "3-0-0", **UP),
        wing("u4", "2-0-0", **UP), wing("u5", "(4)-WW-WW"),
    ]  # fmt: skip
    game = aloft(jumper("r1", "1010"), wings=wings)
    asked = {
        "u1": [], "u2": ["25.1"], "u1 u3": [], "u1 u3 u4": ["25.1"], "u5": [], "u1 u1": ["25.1"],
        "n7": ["25.1"],
    }  # fmt: skip
    found = {
        names: rules(game, "allied", drop("r1", to="1003", along=names.split())) for names in asked
    }
    assert found == asked
    rig(game, 9, 0)
    game.play("allied", drop("r1", to="1003", along=["u1", "u5"]))
    assert places(game, "u1", "u5") == ["flown", "flown"]
    assert rules(game, "allied", drop("r1", to="1003", escorts=1)) != []


@pytest.mark.rule("nextwar", "25.1", "24.4")
def test_planes_full_of_troops_are_intercepted() -> None:
    wings = [wing("u1", "4-0-0", **UP), wing("n9", "4*-0-0", **UP)]
    game = aloft(unit("r1", "1010"), wings=wings, control={"allied": ["1502"]})
    rig(game, 0)
    game.play("allied", fly("r1", to="1502", along=["u1"]))
    assert [(one.player, one.ask.name) for one in game.decisions] == [("dprk", "intercept")]


@pytest.mark.rule("nextwar", "25.1", "29.1")
def test_in_the_standard_game_air_points_escort() -> None:
    game = aloft(jumper("r1", "1010"), options={"game": "standard"})
    assert rules(game, "allied", drop("r1", to="1003", along=["u1"])) == ["25.1"]


@pytest.mark.reading("nextwar", "nw-25-06")
@pytest.mark.rule("nextwar", "25.3", "27.3.1", "27.3.2")
def test_supply_units_are_not_flown() -> None:
    game = aloft(unit("r1", "1010", "0-1-4", type="supply unit", arm="leg", at={"mobile": True}))
    assert rules(game, "allied", fly("r1", to="1510")) == ["25.3"]
