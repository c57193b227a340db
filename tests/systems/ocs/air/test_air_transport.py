"""Air transport: capacity, cargo, range, unloading, losses. [14.9]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import SIDES, SITES, TRANSPORT
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import at, move, play, rig, rules, serial, told, unit, where

rule = pytest.mark.rule
SUPPLY = [{"side": "axis", "hex": "0303", "sp": 5}]
FAR = {"0312": 3}


def lift(*planes: str, to: str = "0312", **more: Any) -> dict[str, Any]:
    return fly("air-transport", *planes, to=to, **more)


def load(tokens: int, hex: str = "0303") -> dict[str, int]:
    return {hex: tokens}


def tokens(game: Any, hex: str, side: str = "axis") -> int:
    return stacks.dump_at(game, game.board.hex(hex), side)


@rule("ocs", "14.9")
@rule("ocs", "14.9a")
def test_supply_flies_from_base_to_base_up_to_the_capacity() -> None:
    game = sky(craft("a1", "0303", "Tpt", range=9), craft("a2", "0303"), levels=FAR, dumps=SUPPLY)
    assert rules(game, "axis", lift("a1", tokens=load(3))) == ["14.9a"]
    assert rules(game, "axis", lift("a1")) == ["14.9"]
    assert rules(game, "axis", lift("a1", to="0310", tokens=load(1))) == ["14.9e(A)"]
    assert rules(game, "axis", lift("a1", tokens=load(1, "0312"))) == ["14.9a"]
    play(game, "axis", lift("a1", "a2", tokens=load(2)))  # a fighter may come along [14.2e]
    assert (tokens(game, "0303"), tokens(game, "0312")) == (18, 2)
    assert [perch(game, a) for a in ("a1", "a2")] == ["0303-", "0303-"]


@rule("ocs", "14.9a")
@rule("ocs", "14.9b")
@rule("ocs", "4.7b")
def test_half_tokens_of_capacity_pool_and_are_never_rounded_up() -> None:
    halves = [craft(f"a{i}", "0303", "Tpt", full="(0)/0/1/2", range=9) for i in (1, 2)]
    para = unit("a9", "0303", size="battalion", mode="move", move="2:5 leg", combat="3:3 leg")
    game = sky(*halves, para, levels=FAR, dumps=SUPPLY)
    assert rules(game, "axis", lift("a1", tokens=load(1))) == ["14.9b"]
    assert rules(game, "axis", lift("a1", units=["a9"])) == ["14.9b"]
    assert rules(game, "axis", lift("a1", "a2", tokens=load(1))) == []
    play(game, "axis", lift("a1", "a2", units=["a9"]))  # light foot of 1/2 RE is 1T
    assert where(game, "a9") == "0312"


@rule("ocs", "14.9b")
@rule("ocs", "14.9e(C)")
def test_within_half_its_range_an_aircraft_carries_double_and_returns_within_half() -> None:
    for reach, allowed in ((18, True), (17, False)):
        game = sky(craft("a1", "0303", "Tpt", full="(0)/0/1/2", range=reach),
                   levels={**FAR, "0322": 1, "0320": 1}, dumps=SUPPLY)  # fmt: skip
        assert (rules(game, "axis", lift("a1", tokens=load(1))) == []) is allowed
    game = sky(craft("a1", "0303", "Tpt", range=18), levels={**FAR, "0322": 1, "0320": 1},
               dumps=SUPPLY)  # fmt: skip
    game.play("axis", lift("a1", tokens=load(4)))
    assert [a["to"]["a1"] for a in game.legal("axis")] == ["0303", "0312", "0320"]
    single = sky(craft("a1", "0303", "Tpt", range=18), levels={**FAR, "0322": 1, "0320": 1},
                 dumps=SUPPLY)  # fmt: skip
    single.play("axis", lift("a1", tokens=load(2)))  # no double load: the whole range back
    assert "0322" in [a["to"]["a1"] for a in single.legal("axis")]


@rule("ocs", "14.9e(A)")
@rule("ocs", "14.9e(B)")
def test_beyond_its_range_an_aircraft_stays_there() -> None:
    game = sky(craft("a1", "0303", "Tpt", range=5), craft("a2", "0303", "Tpt", range=9),
               craft("a3", "0303", "Tpt", range=4), levels={**FAR, "0314": 1},
               dumps=SUPPLY)  # fmt: skip
    assert rules(game, "axis", lift("a3", tokens=load(2))) == ["14.2d"]
    play(game, "axis", lift("a1", tokens=load(2), home={"a1": "0314"}))
    play(game, "axis", lift("a2", tokens=load(2)))
    assert [perch(game, a) for a in ("a1", "a2")] == ["0312-", "0303-"]


@rule("ocs", "14.9c")
@rule("ocs", "5.6a")
@rule("ocs", "5.5a")
def test_units_on_foot_in_move_mode_fly() -> None:
    game = sky(
        craft("a1", "0303", "Tpt", full="(0)/0/9"),
        unit("a2", "0303", mode="move"), unit("a3", "0303"),
        unit("a4", "0303", "mech", mode="move"), unit("a5", "0303", mode="move", move="4:11 leg"),
        unit("a6", "0304", mode="move"),
        unit("s1", "0330", mode="move"), levels=FAR,
    )  # fmt: skip
    found = {
        n: rules(game, "axis", lift("a1", units=[n])) for n in ("a2", "a3", "a4", "a5", "a6", "s1")
    }
    assert found == {"a2": [], "a3": ["5.5a"], "a4": ["14.9c"], "a5": ["14.9c"], "a6": ["14.9a"],
                     "s1": ["14.9c"]}  # fmt: skip


@rule("ocs", "14.9d")
def test_a_carried_unit_walks_half_its_allowance_before_and_after() -> None:
    game = sky(craft("a1", "0304", "Tpt", full="(0)/0/9"), unit("a2", "0303", mode="move"),
               unit("a3", "0305", mode="move"), levels=FAR)  # fmt: skip
    play(game, "axis", move("a2", to="0304"))  # 1 of 5
    play(game, "axis", lift("a1", units=["a2"]))
    assert where(game, "a2") == "0312"
    assert movement.allowance(game, "a2").total == Fraction(5, 2)
    assert movement.left(game, "a2") == 18  # 5/2 less 1
    play(game, "axis", move("a2", to="0313"))
    assert rules(game, "axis", move("a2", to="0314")) == ["6.2"]
    assert movement.allowance(game, "a3").total == 5


@rule("ocs", "6.1g")
def test_flying_supply_does_not_end_anybodys_move_flying_units_does() -> None:
    game = sky(craft("a1", "0303", "Tpt"), craft("a2", "0303", "Tpt", full="(0)/0/9"),
               unit("a8", "0505", mode="move"), unit("a9", "0303", mode="move"), dumps=SUPPLY,
               levels=FAR)  # fmt: skip
    play(game, "axis", move("a8", to="0506"))
    play(game, "axis", lift("a1", tokens=load(1)))
    assert rules(game, "axis", move("a8", to="0507")) == []
    play(game, "axis", lift("a2", units=["a9"]))
    assert rules(game, "axis", move("a8", to="0507")) == ["6.1g"]


@rule("ocs", "14.9d")
def test_who_has_walked_more_than_half_does_not_fly() -> None:
    game = sky(craft("a1", "0306", "Tpt", full="(0)/0/9"), unit("a2", "0303", mode="move"),
               levels=FAR)  # fmt: skip
    play(game, "axis", move("a2", to="0304 0305 0306"))
    assert rules(game, "axis", lift("a1", units=["a2"])) == ["14.9d"]


@rule("ocs", "14.9d")
@rule("ocs", "7.0a")
def test_in_reaction_anybody_flies_but_only_released_units_walk_a_quarter() -> None:
    game = sky(
        craft("s1", "0304", "Tpt", full="(0)/0/9"), craft("s8", "0304", "Tpt", full="(0)/0/9"),
        unit("s2", "0304", mode="reserve", up="move"), unit("s3", "0304", mode="move"),
        unit("a1", "1515"), levels={"s0312": 3}, segment="reaction",
    )  # fmt: skip
    game.play("allied", {"do": "release", "units": ["s2"]})
    play(game, "allied", lift("s8", units=["s3"]))
    assert rules(game, "allied", move("s3", to="0313")) == ["7.0a"]
    play(game, "allied", lift("s1", units=["s2"]))
    assert movement.allowance(game, "s2").total == Fraction(5, 4)
    assert rules(game, "allied", move("s2", to="0313")) == []


@rule("ocs", "14.9d")
def test_exploiters_with_their_move_side_up_fly() -> None:
    game = sky(
        craft("a1", "0303", "Tpt", full="(0)/0/9"), unit("a2", "0303", mode="exploit", up="move"),
        unit("a3", "0303", mode="exploit", up="combat"), levels=FAR, segment="exploitation",
    )  # fmt: skip
    assert rules(game, "axis", lift("a1", units=["a3"])) == ["5.6a"]
    play(game, "axis", lift("a1", units=["a2"]))
    assert movement.allowance(game, "a2").total == Fraction(5, 4)


@rule("ocs", "14.9d")
@rule("ocs", "12.2a")
def test_supply_does_not_move_twice() -> None:
    game = sky(craft("a1", "0303", "Tpt"), craft("a2", "0312", "Tpt"), dumps=SUPPLY,
               levels={"0312": 3, "0315": 3})  # fmt: skip
    play(game, "axis", lift("a1", tokens=load(2)))
    assert rules(game, "axis", lift("a2", to="0315", tokens=load(1, "0312"))) == ["12.2a"]


@rule("ocs", "14.9f")
@rule("ocs", "15.0b(C)")
@rule("ocs", "15.2(B)")
@pytest.mark.parametrize(("level", "most"), [(0, 2), (1, 2), (2, 4)])
def test_two_tokens_a_level_are_unloaded_in_a_segment(level: int, most: int) -> None:
    crowd = [craft(f"a{i}", "0303", "Tpt", full="(0)/0/4", range=10) for i in (1, 2, 3)]
    game = sky(*crowd, levels={"0312": level}, dumps=SUPPLY)
    assert rules(game, "axis", lift("a1", tokens=load(most + 1))) == (
        ["14.9f"] if most < 4 else ["14.9a"]
    )
    play(game, "axis", lift("a1", tokens=load(most)))
    site = game.state[SITES][game.board.hex("0312")]
    assert site.unloaded == most
    assert rules(game, "axis", lift("a2", tokens=load(1))) == ["14.9f"]
    play(game, "axis", lift("a2", tokens=load(4), stay=["a2"]))  # any amount if it stays
    assert perch(game, "a2") == "0312-"
    assert rules(game, "axis", lift("a3", tokens=load(1), stay=["a2"])) == ["14.9f"]


@rule("ocs", "14.4g")
@rule("ocs", "14.4a")
@rule("ocs", "14.9e(C)")
def test_cargo_beyond_what_flak_leaves_is_lost_rounding_in_its_favour() -> None:
    for tokens_, full, reduced, arrives in (
        (2, "(0)/0/2", "(0)/0/1", 1), (1, "(0)/0/1", "(0)/0/1/2", 1),
        (2, "(0)/0/2", "(0)/0/1/2", 1),
    ):  # fmt: skip
        game = sky(craft("a1", "0303", "Tpt", full=full, reduced=reduced, range=12),
                   craft("s1", "0321"), levels=FAR, dumps=SUPPLY)  # fmt: skip
        rig(game, 6, 6)
        play(game, "axis", lift("a1", tokens=load(tokens_)))
        assert len(told(game, "flak")) == 1  # once, at the destination
        assert tokens(game, "0312") == arrives
        assert tokens(game, "0303") == 20 - tokens_
        assert game.state[SIDES]["axis"].blown == tokens_ - arrives


@rule("ocs", "14.4g")
def test_the_owner_says_which_cargo_is_lost() -> None:
    foot = {"size": "battalion", "mode": "move", "move": "2:5 leg", "combat": "3:3 leg"}
    game = sky(craft("a1", "0303", "Tpt", range=12), unit("a2", "0303", **foot),
               craft("s1", "0321"), levels=FAR, dumps=SUPPLY)  # fmt: skip
    game.play("axis", lift("a1", units=["a2"], tokens=load(1)))
    rig(game, 6, 6)
    game.play("allied", {"do": "intercept", "plane": ""})
    assert game.decisions[0].ask.name == "cargo lost"
    assert [(a["units"], a["tokens"]) for a in game.legal("axis")] == [(["a2"], 0), ([], 1)]
    play(game, "axis", {"do": "keep-cargo", "units": [], "tokens": 1})
    assert (at(game, "a2").place, tokens(game, "0312")) == ("dead", 1)


@rule("ocs", "14.1c")
@rule("ocs", "14.9")
def test_a_transport_that_aborts_over_its_destination_lands_there_with_its_cargo() -> None:
    game = sky(craft("a1", "0303", "Tpt", range=12), craft("s1", "0321"), levels=FAR, dumps=SUPPLY)
    game.play("axis", lift("a1", tokens=load(2)))
    rig(game, 6, 6, 1)
    play(game, "allied", {"do": "intercept", "plane": "s1"})
    assert perch(game, "a1") == "0312-"
    assert tokens(game, "0312") == 2


@rule("ocs", "13.2e")
def test_of_transport_only_kinds_that_fly_are_carried() -> None:
    kinds = {"truck": {"ma": 20, "move": "truck"}, "mule": {"ma": 8, "move": "leg", "flies": True}}
    points = [{"side": "axis", "hex": "0303", "kind": k, "points": 1, "id": k} for k in kinds]
    game = sky(craft("a1", "0303", "Tpt", full="(0)/0/4"), unit("a9", "0101"), levels=FAR,
               kinds=kinds, transport=points)  # fmt: skip
    assert rules(game, "axis", lift("a1", units=["truck"])) == ["13.2e"]
    play(game, "axis", lift("a1", units=["mule"]))
    assert game.board.label(game.state[TRANSPORT]["mule"].hex) == "0312"


@rule("ocs", "4.5b")
def test_a_unit_that_negates_a_zone_does_not_fly() -> None:
    game = sky(
        craft("a1", "0303", "Tpt", full="(0)/0/9"), unit("a2", "0303", mode="move"), levels=FAR
    )
    found = game.state[UNITS]["a2"]
    game.put(UNITS, "a2", replace(found, locked=game.serial - game.segment.offset))  # type: ignore[attr-defined]
    assert rules(game, "axis", lift("a1", units=["a2"])) == ["4.5b"]
    assert bird(game, "a1").active


@rule("ocs", "13.8d")
@rule("ocs", "16.0b")
def test_who_has_been_at_work_is_not_flown_away() -> None:
    game = sky(craft("a1", "0303", "Tpt", full="(0)/0/4"), unit("a2", "0303", mode="move"),
               levels={"0312": 1})  # fmt: skip
    action = fly("air-transport", "a1", to="0312", units=["a2"])
    assert rules(game, "axis", action) == []
    game.put(UNITS, "a2", replace(at(game, "a2"), worked=serial("movement")))
    assert rules(game, "axis", action) == ["13.8d"]


@rule("ocs", "14.3d(C)")
@rule("ocs", "14.1c")
def test_who_aborts_after_the_air_combat_may_go_elsewhere_with_his_cargo() -> None:
    """Only aborts before it or in it end at the base below."""
    game = sky(craft("a1", "0303", "Tpt", range=12), craft("a2", "0303"), craft("s1", "0321"),
               levels={**FAR, "0506": 1}, dumps=SUPPLY)  # fmt: skip
    game.play("axis", lift("a1", "a2", tokens=load(2)))
    game.play("allied", {"do": "intercept", "plane": "s1"})
    game.play("axis", {"do": "abort", "planes": []})
    rig(game, 1, 1, 1)  # the interceptor aborts
    while game.decisions[0].ask.prompt != "which aircraft abort after air combat?":
        game.play(game.decisions[0].player, game.decisions[0].ask.default)
    game.play("axis", {"do": "abort", "planes": ["a1"]})
    assert game.decisions[0].ask.name == "return to base"
    play(game, "axis", {"do": "return", "to": {"a1": "0506"}})
    assert perch(game, "a1") == "0506-"
    assert (tokens(game, "0303"), tokens(game, "0312"), tokens(game, "0506")) == (20, 0, 0)


@rule("ocs", "14.9f")
@rule("ocs", "15.0b(C)")
def test_missions_of_a_segment_add_up_to_what_a_base_unloads() -> None:
    """Level 1 unloads 2T: one and one, and not a third."""
    planes = [craft(f"a{n}", "0303", "Tpt") for n in (1, 2, 3)]
    game = sky(*planes, unit("a9", "0101"), levels={"0312": 1}, dumps=SUPPLY)
    for name in ("a1", "a2"):
        play(game, "axis", lift(name, tokens=load(1)))
    assert rules(game, "axis", lift("a3", tokens=load(1))) == ["14.9f"]
    assert rules(game, "axis", lift("a3", tokens=load(1), stay=["a3"])) == []


@rule("ocs", "14.4g")
@rule("ocs", "14.9e(C)")
def test_within_half_range_a_transport_that_is_hit_still_carries_double() -> None:
    """2T on a Transport cut down to 1T: at half its range that is 2T, and it returns within it."""
    for range_, arrives in ((18, 2), (17, 1)):
        game = sky(craft("a1", "0303", "Tpt", range=range_), craft("s1", "0321"),
                   unit("a9", "0101"), levels={**FAR, "0329": 1}, dumps=SUPPLY)  # fmt: skip
        game.play("axis", lift("a1", tokens=load(2), home={"a1": "0329"}))
        rig(game, 6, 6)
        game.play("allied", {"do": "intercept", "plane": ""})
        while not game.at_checkpoint:
            decision = game.decisions[0]
            game.play(decision.player, decision.ask.default)
        assert tokens(game, "0312") == arrives
        assert perch(game, "a1") == ("0303-" if arrives == 2 else "0329-")


@rule("ocs", "14.9f")
@rule("ocs", "14.4g")
def test_what_flak_destroys_is_not_unloaded() -> None:
    """Level 1 unloads 2T: of 2T one is shot down, so that one more may come."""
    planes = [craft(f"a{n}", "0303", "Tpt", range=12) for n in (1, 2)]
    game = sky(*planes, craft("s1", "0321"), unit("a9", "0101"), levels={"0312": 1}, dumps=SUPPLY)
    rig(game, 6, 6)
    play(game, "axis", lift("a1", tokens=load(2)))
    assert tokens(game, "0312") == 1
    assert rules(game, "axis", lift("a2", tokens=load(2))) == ["14.9f"]
    assert rules(game, "axis", lift("a2", tokens=load(1))) == []
