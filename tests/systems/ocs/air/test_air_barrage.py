"""Air barrage and hip shoots. [14.7] [10.2] [14.1e]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.status import HEXES, SHIPS
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import at, move, play, rig, rules, told, unit

rule = pytest.mark.rule


def bomb(*planes: str, to: str = "0312", aim: str = "units", **more: Any) -> dict[str, Any]:
    return fly("air-barrage", *planes, to=to, aim=aim, **more)


def hip(*planes: str, to: str = "0312", aim: str = "units") -> dict[str, Any]:
    return fly("hip-shoot", *planes, to=to, aim=aim)


def shifts(game: Any) -> dict[str, int]:
    parts = told(game, "reckoning")[-1]["shifts"]["parts"]
    return {part["rule"]: part["value"] for part in parts}


@rule("ocs", "14.7")
@rule("ocs", "14.7a")
@rule("ocs", "14.7b")
@rule("ocs", "10.2")
@rule("ocs", "10.2a")
@rule("ocs", "10.2c")
def test_an_air_barrage_has_the_usual_modifiers_and_costs_nothing() -> None:
    game = sky(craft("a1", "0303", "T"), unit("s1", "0312", re=3), unit("a9", "0330"),
               dumps=[{"side": "axis", "hex": "0303", "sp": 9}], segment="barrage")  # fmt: skip
    rig(game, 1, 1, 6, 6)
    play(game, "axis", bomb("a1"))
    assert shifts(game) == {"10.0b": -3, "10.2b": 1}
    assert told(game, "reckoning")[0]["initial"] == "17-24"
    assert at(game, "s1").mode == "dg"
    assert game.state.maps["sides"]["axis"].spent == 0
    assert perch(game, "a1") == "0303-"


@rule("ocs", "14.7c")
@rule("ocs", "10.2b")
@pytest.mark.parametrize(("hex", "near"), [("0302", True), ("0301", False)])
def test_all_within_ten_hexes_shift_one_right(hex: str, near: bool) -> None:
    game = sky(craft("a1", hex, "T"), craft("a2", "0305", "T"), unit("s1", "0312"),
               unit("a9", "0313"), segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb("a1", "a2"))
    assert ("10.2b" in shifts(game)) is near


@rule("ocs", "14.1e(A)")
@rule("ocs", "14.1e(C)")
@rule("ocs", "14.7c")
def test_a_barrage_with_strat_bombers_is_unspotted_and_never_short_ranged() -> None:
    game = sky(craft("a1", "0305", "T"), craft("a2", "0305", "S"), unit("s1", "0312"),
               unit("a9", "0313"), segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb("a1", "a2"))
    assert shifts(game)["10.0b"] == -3
    assert "10.2b" not in shifts(game)


@rule("ocs", "14.1e(A)")
@rule("ocs", "14.1e(B)")
def test_a_strat_bomber_that_also_carries_still_bombs_as_one() -> None:
    """Transports do not barrage, so that the other type cannot lift the limits."""
    game = sky(
        craft("a1", "0305", "S+Tpt"), unit("s1", "0312"), unit("a9", "0313"), segment="barrage"
    )
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb("a1"))
    assert shifts(game)["10.0b"] == -3
    assert "10.2b" not in shifts(game)


@rule("ocs", "14.1")
def test_a_bomber_of_two_types_flies_as_the_better_one() -> None:
    game = sky(
        craft("a1", "0305", "T+S"), unit("s1", "0312"), unit("a9", "0313"), segment="barrage"
    )
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb("a1"))
    assert shifts(game).get("10.0b") is None
    assert shifts(game)["10.2b"] == 1


@rule("ocs", "21.4(A)")
def test_by_the_option_long_range_shifts_one_left() -> None:
    game = sky(craft("a1", "0301", "T", range=20), unit("s1", "0312"), unit("a9", "0313"),
               segment="barrage", options={"long-range": "on"})  # fmt: skip
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb("a1"))
    assert shifts(game)["21.4(A)"] == -1


@rule("ocs", "14.7")
@rule("ocs", "10.0e(A)")
def test_a_hex_is_barraged_once_a_phase_even_if_the_mission_fails() -> None:
    game = sky(craft("a1", "0303", "T", lost=True), craft("a2", "0303", "T"), unit("s1", "0312"),
               unit("s2", "0315"), segment="barrage")  # fmt: skip
    rig(game, 6, 6)
    play(game, "axis", bomb("a1"))
    assert perch(game, "a1") == "dead-"
    assert rules(game, "axis", bomb("a2")) == ["10.0e(A)"]
    assert rules(game, "axis", bomb("a2", to="0315")) == []


@rule("ocs", "10.0")
@rule("ocs", "10.0f")
@rule("ocs", "18.3e")
def test_there_must_be_a_target_and_a_point() -> None:
    torpedoes = craft("a3", "0303", "T", torpedo=True)
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "Tpt"), torpedoes, unit("s1", "0312"),
               segment="barrage")  # fmt: skip
    assert rules(game, "axis", bomb("a1", aim="trucks")) == ["10.0f"]
    assert rules(game, "axis", bomb("a1", aim="base")) == ["10.0c(A)"]
    assert rules(game, "axis", bomb("a1", to="0315")) == ["10.0a"]
    assert rules(game, "axis", bomb("a2")) == ["10.0"]
    assert rules(game, "axis", bomb("a3")) == ["18.3e"]
    assert rules(game, "axis", bomb("a1", "a2")) == []  # any type may come along [14.2e]


@rule("ocs", "14.7")
@rule("ocs", "10.0c(A)")
def test_a_base_and_the_aircraft_on_it() -> None:
    game = sky(craft("a1", "0303", "S", full="(3)/90/0"), craft("s1", "0312", "T"),
               levels={"s0312": 3}, segment="barrage")  # fmt: skip
    rig(game, 1, 1, 4, 6)  # flak, two levels and aircraft on 5, the aircraft's die
    play(game, "axis", bomb("a1", aim="base"))
    assert game.state.maps["sites"][game.board.hex("0312")].base == 1
    assert bird(game, "s1").reduced


SHIPS_ = [{"id": n, "side": "allied", "name": n, "sound": "9/5/0/2", "damaged": "4/5/0/2"}
          for n in ("one", "two")]  # fmt: skip
NAVAL = [{"id": f"s-{n}", "ship": n, "hex": "0312"} for n in ("one", "two")]


@rule("ocs", "18.3c(A)")
@rule("ocs", "18.3c(B)")
@rule("ocs", "14.7")
@rule("ocs", "18.3e")
def test_aircraft_pick_ships_one_by_one_with_double_strength() -> None:
    game = sky(craft("a1", "0303", "T", torpedo=True), craft("a2", "0303", "T"),
               craft("a3", "0303", "T"), ships=SHIPS_, naval=NAVAL, segment="barrage")  # fmt: skip
    rig(game, 1, 1)
    game.play("axis", bomb("a1", "a2", aim="ships"))
    assert game.decisions[0].ask.name == "naval target"
    rig(game, 1, 1)
    game.play("axis", {"do": "aim", "target": "s-one", "by": ["a1"]})
    rig(game, 1, 1)
    play(game, "axis", {"do": "aim", "target": "s-two", "by": ["a2"]})
    facts = told(game, "naval-barrage")
    assert [fact["strength"]["total"] for fact in facts] == [20, 20]  # 20 x 2 / 2
    assert facts[0]["shift"]["parts"][0]["rule"] == "14.7c"
    assert all(game.state[SHIPS][s].struck >= 0 for s in ("s-one", "s-two"))
    assert rules(game, "axis", bomb("a3", aim="ships")) == ["18.3c(A)"]


@rule("ocs", "14.1e(B)")
def test_strat_bombers_never_barrage_ships() -> None:
    game = sky(craft("a1", "0303", "S"), craft("a2", "0303", "T"), ships=SHIPS_, naval=NAVAL,
               segment="barrage")  # fmt: skip
    assert rules(game, "axis", bomb("a1", aim="ships")) == ["14.1e(B)"]
    assert rules(game, "axis", bomb("a2", to="0315", aim="ships")) == ["18.3c(A)"]


# ---- hip shoots

GERMANS = {"axis": {"hip_shooters": ["German"]}}


@rule("ocs", "14.7d(A)")
@rule("ocs", "10.0e(C)")
@rule("ocs", "14.2e")
def test_hip_shoots_do_not_count_as_the_barrage_of_a_hex() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T"), unit("s1", "0312"),
               unit("a9", "0313"), limits=GERMANS)  # fmt: skip
    for plane in ("a1", "a2"):
        rig(game, 1, 1, 1, 1)
        play(game, "axis", hip(plane))
    assert len(told(game, "barrage")) == 2
    status = game.state[HEXES].get(game.board.hex("0312"))
    assert status is None or status.barraged == -1


@rule("ocs", "14.7d(B)")
@rule("ocs", "14.1e(B)")
def test_who_flies_hip_shoots() -> None:
    italian = craft("a2", "0303", "T", nation="Italian")
    game = sky(craft("a1", "0303", "T"), italian, craft("a3", "0303", "S"), unit("s1", "0312"),
               unit("a9", "0313"), limits=GERMANS)  # fmt: skip
    assert rules(game, "axis", hip("a1")) == []
    assert rules(game, "axis", hip("a1", "a3")) == ["14.7d(B)"]
    assert rules(game, "axis", hip("a2")) == ["14.7d(B)"]
    assert rules(game, "axis", hip("a3")) == ["14.1e(B)"]
    none = sky(craft("a1", "0303", "T"), unit("s1", "0312"), unit("a9", "0313"))
    assert rules(none, "axis", hip("a1")) == ["14.7d(B)"]


@rule("ocs", "14.7d(C)")
@rule("ocs", "10.0b")
@pytest.mark.parametrize("aim", ["units", "base"])
def test_a_hip_shoot_needs_a_spotter_on_either_table(aim: str) -> None:
    spotted, unspotted = (
        sky(craft("a1", "0303", "T"), unit("s1", "0312"), unit("a9", h), levels={"s0312": 1},
            limits=GERMANS)
        for h in ("0313", "0314")
    )  # fmt: skip
    assert rules(spotted, "axis", hip("a1", aim=aim)) == []
    assert rules(unspotted, "axis", hip("a1", aim=aim)) == ["14.7d(C)"]


@rule("ocs", "14.7d(C)")
@rule("ocs", "6.1g")
def test_a_hip_shoot_comes_between_moves() -> None:
    def position(**options: str) -> Any:
        game = sky(craft("a1", "0303", "T"), unit("s1", "0312"), unit("a9", "0315", mode="move"),
                   unit("a8", "0330"), limits=GERMANS, options=options)  # fmt: skip
        play(game, "axis", move("a9", to="0314 0313"))
        return game

    game = position()
    rig(game, 1, 1, 1, 1)
    play(game, "axis", hip("a1"))
    assert rules(game, "axis", move("a9", to="0314")) == ["6.1g"]
    other = position(**{"hip-shoot-timing": "any-time"})
    assert rules(other, "axis", hip("a1")) == ["14.7d(C)"]  # its spotter is on the move


@rule("ocs", "14.7d(D)")
@rule("ocs", "14.8")
def test_trainbusting_is_no_hip_shoot() -> None:
    game = sky(craft("a1", "0303", "T"), unit("s1", "0312"), unit("a9", "0313"), limits=GERMANS)
    assert rules(game, "axis", hip("a1", aim="trains")) == ["10.0f"]
    assert all(action["do"] != "trainbust" for action in game.legal("axis"))
