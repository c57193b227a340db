"""The book's worked examples about aircraft. [14.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.air.bases import named, room
from grognard.systems.ocs.pieces.stacks import dump_at
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import at, play, rig, rules, told, unit, where

rule = pytest.mark.rule


def bomb(*planes: str, to: str = "0314", aim: str = "units") -> dict[str, Any]:
    return fly("air-barrage", *planes, to=to, aim=aim)


@rule("ocs", "13.8d")
def test_ocs_ex_066_a_new_airfield_is_used_in_the_phase_in_which_it_is_built() -> None:
    sapper = unit("a1", "0310", "engineer", combat="2:3 leg", move="1:5 leg", size="battalion",
                  traits="engineer")  # fmt: skip
    game = sky(sapper, craft("a2", "0303"), dumps=[{"side": "axis", "hex": "0310", "sp": 1}])
    land = fly("transfer", "a2", to="0310")
    assert rules(game, "axis", land) == ["14.11"]
    play(game, "axis", {"do": "build-base", "hex": "0310", "units": ["a1"]})
    play(game, "axis", land)
    assert perch(game, "a2") == "0310+"


@rule("ocs", "14.2a")
@rule("ocs", "15.0b(D)")
def test_ocs_ex_067_seven_active_aircraft_on_a_base_of_level_three() -> None:
    game = sky(craft("a1", "0303", active=False), levels={"0303": 3})
    base = named(game, "axis", "0303")
    assert base is not None
    assert room(game, base) == 7


@rule("ocs", "14.2e")
def test_ocs_ex_068_a_fighter_escorts_a_transport_mission() -> None:
    game = sky(craft("a1", "0303", "Tpt"), craft("a2", "0303"), levels={"0312": 1},
               dumps=[{"side": "axis", "hex": "0303", "sp": 1}])  # fmt: skip
    assert (
        rules(game, "axis", fly("air-transport", "a1", "a2", to="0312", tokens={"0303": 2})) == []
    )


@rule("ocs", "14.2e")
@rule("ocs", "14.7d(A)")
def test_ocs_ex_069_drops_and_hip_shoots_on_a_hex_again_and_again_barrages_once() -> None:
    game = sky(
        *(craft(f"a{i}", "0303", "Tpt") for i in (1, 2)),
        *(craft(f"a{i}", "0303", "T") for i in (3, 4, 5, 6)),
        unit("a9", "0315"), unit("s9", "0314"), limits={"axis": {"hip_shooters": ["German"]}},
        dumps=[{"side": "axis", "hex": "0303", "sp": 1}],
    )  # fmt: skip
    for plane in ("a1", "a2"):
        rig(game, 6, 6)
        play(game, "axis", fly("air-drop", plane, to="0315", tokens={"0303": 1}))
    for plane in ("a3", "a4"):
        rig(game, 1, 1, 1, 1)
        play(game, "axis", fly("hip-shoot", plane, to="0314", aim="units"))
    game.play("axis", {"do": "end"})
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb("a5"))
    assert rules(game, "axis", bomb("a6")) == ["10.0e(A)"]


@rule("ocs", "14.3e(B)")
@rule("ocs", "14.3e(C)")
@rule("ocs", "14.3a")
@rule("ocs", "DN-v40")
def test_ocs_ex_070_a_lagg_and_an_il2_over_a_german_base() -> None:
    game = sky(
        craft("s1", "0303", full="2/2/0"), craft("s2", "0303", "T", full="(2)/10/0"),
        craft("a1", "0313", full="4/2/0"), craft("a2", "0313", "T", full="(1)/18/0"),
        craft("a3", "0313", "T", full="(1)/18/0"), craft("a4", "0313", active=False),
        player="allied", first="allied", segment="barrage",
    )  # fmt: skip
    game.play("allied", bomb("s1", "s2", to="0313", aim="base"))
    game.play("allied", {"do": "abort", "planes": []})
    game.play("axis", {"do": "abort", "planes": []})
    assert game.decisions[0].ask.name == "air combat defender"  # the LaGG-3 is forced
    assert [a["plane"] for a in game.legal("axis")] == ["a1", "a2", "a3"]
    rig(game, 4, 5, 3, 1, 1, 1)
    play(game, "axis", {"do": "fight", "plane": "a1"})
    fact = told(game, "air-round")
    assert [(f["attacker"], f["roll"], f["aborts"], f["loss"]) for f in fact] == [
        ("s1", 7, "both", 0)
    ]
    assert (perch(game, "s1"), perch(game, "a1")) == ("0303-", "0313-")
    assert (perch(game, "a2"), perch(game, "a3")) == ("0313+", "0313+")
    assert told(game, "barrage")[0]["aim"] == "base"


@rule("ocs", "14.4d")
def test_ocs_ex_071_those_based_at_the_destination_fight_but_meet_no_flak() -> None:
    game = sky(craft("a1", "0303", "Tpt", range=12), craft("a2", "0312"), craft("s1", "0320"),
               craft("s2", "0321"), dumps=[{"side": "axis", "hex": "0303", "sp": 1}])  # fmt: skip
    game.play("axis", fly("air-transport", "a1", to="0312", tokens={"0303": 1}))
    game.play("allied", {"do": "intercept", "plane": "s1"})
    game.play("axis", {"do": "abort", "planes": []})
    rig(game, 1, 1, 1, 6, 6)
    game.play("axis", {"do": "fight", "plane": "a2"})
    play(game, "axis", {"do": "abort", "planes": []})
    assert (bird(game, "a1").reduced, bird(game, "a2").reduced) == (True, False)


@rule("ocs", "14.4g")
def test_ocs_ex_072_one_token_survives_on_half_a_token_of_capacity() -> None:
    plane = craft("a1", "0303", "Tpt", full="(0)/0/1", reduced="(0)/0/1/2", range=12)
    game = sky(plane, craft("s1", "0321"), levels={"0312": 1},
               dumps=[{"side": "axis", "hex": "0303", "sp": 1}])  # fmt: skip
    rig(game, 6, 6)
    play(game, "axis", fly("air-transport", "a1", to="0312", tokens={"0303": 1}))
    assert bird(game, "a1").reduced
    assert dump_at(game, game.board.hex("0312"), "axis") == 1


@rule("ocs", "14.7")
@rule("ocs", "10.0b")
@rule("ocs", "14.4e")
def test_ocs_ex_073_a_stuka_and_a_lone_tank_brigade_in_the_woods() -> None:
    board = sketch(20, 40, terrain={"0314": "woods"})
    stuka = craft("a1", "0303", "T", full="(1)/18/0", reduced="(1)/9/0")
    game = sky(stuka, unit("s1", "0314", "armor", size="brigade"), board=board, segment="barrage")
    rig(game, 4, 4, 5, 5)
    play(game, "axis", bomb("a1"))
    assert (told(game, "flak")[0]["roll"], told(game, "flak")[0]["hit"]) == (8, False)
    facts = told(game, "reckoning")[0]
    assert (facts["initial"], facts["shifts"]["total"], facts["column"]) == ("17-24", -5, "2")
    assert told(game, "barrage")[0]["result"] == "DG"
    assert at(game, "s1").mode == "dg"
    assert perch(game, "a1") == "0303-"


@rule("ocs", "14.7")
@rule("ocs", "14.4e")
@rule("ocs", "10.0a")
def test_ocs_ex_074_a_stuka_three_tank_brigades_and_an_army_headquarters() -> None:
    stuka = craft("a1", "0303", "T", full="(1)/18/0", reduced="(1)/9/0")
    tanks = [unit(f"s{i}", "0314", "armor", size="brigade") for i in (1, 2, 3)]
    game = sky(stuka, *tanks, unit("s4", "0314", "hq"), unit("a9", "0315", size="battalion"),
               segment="barrage")  # fmt: skip
    rig(game, 4, 6, 5, 6, 4)
    play(game, "axis", bomb("a1"))
    assert (told(game, "flak")[0]["roll"], bird(game, "a1").reduced) == (11, True)
    facts = told(game, "reckoning")[0]
    assert (facts["initial"], facts["shifts"]["total"], facts["column"]) == ("8-11", 1, "12-16")
    assert (told(game, "barrage")[0]["steps"], told(game, "barrage")[0]["dg"]) == (1, True)
    left = [n for n in ("s1", "s2", "s3", "s4") if where(game, n) == "0314"]
    assert len(left) == 3
    assert {at(game, n).mode for n in left} == {"dg"}


@rule("ocs", "14.9a")
@rule("ocs", "4.7b")
def test_ocs_ex_075_two_half_token_transports_carry_a_parachute_battalion() -> None:
    halves = [craft(f"a{i}", "0303", "Tpt", full="(0)/0/1/2", range=9) for i in (1, 2)]
    para = unit("a9", "0303", size="battalion", mode="move", move="2:5 leg", traits="para")
    game = sky(*halves, para, levels={"0312": 1})
    assert rules(game, "axis", fly("air-transport", "a1", to="0312", units=["a9"])) == ["14.9b"]
    assert rules(game, "axis", fly("air-transport", "a1", "a2", to="0312", units=["a9"])) == []


@rule("ocs", "14.4e")
@rule("ocs", "14.4f")
@rule("ocs", "14.7")
@rule("ocs", "10.0b")
@rule("ocs", "5.10")
def test_ocs_ex_076_two_hurricanes_and_a_blenheim_against_a_reserve_stack() -> None:
    game = sky(
        craft("s1", "0303", full="3/3/0"), craft("s2", "0303", full="3/3/0"),
        craft("s3", "0303", "T", full="(1)/6/0", reduced="(1)/3/0"), craft("a1", "0320"),
        *(unit(f"a{i}", "0314", mode="reserve") for i in (2, 3, 4, 5)),
        player="allied", first="allied", segment="barrage",
    )  # fmt: skip
    game.play("allied", bomb("s1", "s2", "s3"))
    rig(game, 5, 5, 5, 6, 6, 5)  # flak, the lot falls on the third, the barrage, the half
    play(game, "axis", {"do": "intercept", "plane": ""})
    flak = told(game, "flak")[0]
    assert [part["value"] for part in flak["modifier"]["parts"]] == [1, 1]
    assert (flak["roll"], bird(game, "s3").reduced) == (12, True)
    facts = told(game, "reckoning")[0]
    assert facts["strength"]["total"] == 9
    assert (facts["initial"], facts["shifts"]["total"], facts["column"]) == ("8-11", -2, "3-4")
    assert told(game, "barrage")[0]["steps"] == 1
    left = [n for n in ("a2", "a3", "a4", "a5") if where(game, n) == "0314"]
    assert len(left) == 3
    assert {at(game, n).mode for n in left} == {"dg"}
    assert {perch(game, s) for s in ("s1", "s2", "s3")} == {"0303-"}
