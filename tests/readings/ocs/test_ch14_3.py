"""A second reading of chapter 14: transport, drops, gliders, transfers. [14.9] [14.10] [14.11]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.air import gliders
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import SIDES, SITES
from tests.systems.ocs.air.sky import craft, fly, perch, sky
from tests.systems.ocs.field import at, end, mode, move, play, rig, rules, told, unit, where

reading = pytest.mark.reading
SUPPLY = [{"side": "axis", "hex": "0303", "sp": 5}]
PARA = {"mode": "move", "traits": "para"}
GLIDERS = {"axis": {"gliders": True}}
POINTS = [{"side": "axis", "hex": "0303", "points": 4}]
BIG = "(0)/0/9"
LIGHT = {"size": "battalion", "move": "4:8 leg"}


def lift(*planes: str, to: str = "0312", **more: Any) -> dict[str, Any]:
    return fly("air-transport", *planes, to=to, **more)


def drop(*planes: str, to: str = "0312", **more: Any) -> dict[str, Any]:
    return fly("air-drop", *planes, to=to, **more)


def load(count: int, hex: str = "0303") -> dict[str, Any]:
    return {"tokens": {hex: count}}


def plan(name: str, turn: int, hex: str = "0312") -> dict[str, Any]:
    return {"unit": name, "hex": hex, "turn": turn}


def tokens(game: Any, hex: str, side: str = "axis") -> int:
    return stacks.dump_at(game, game.board.hex(hex), side)


def half(name: str, **more: Any) -> dict[str, Any]:
    return craft(name, "0303", "Tpt", full="(0)/0/1/2", **more)


# ---- loads


@reading("ocs", "14-52")
def test_a_parachute_battalion_on_foot_weighs_a_token() -> None:
    things = [half("a1", range=12), half("a2", range=12),
              unit("a9", "0303", size="battalion", move="2:6 leg", **PARA),
              unit("a8", "0303", size="battalion", move="2:7 leg", **PARA)]  # fmt: skip
    game = sky(*things, levels={"0312": 3})
    assert rules(game, "axis", lift("a1", units=["a9"])) == ["14.9b"]
    assert rules(game, "axis", lift("a1", "a2", units=["a9"])) == []
    assert rules(game, "axis", lift("a1", "a2", units=["a8"])) != []  # with seven points it is 2T
    late = sky(*things, unit("s9", "0310"), levels={"0312": 3}, segment="barrage")
    assert rules(late, "axis", lift("a1", "a2", units=["a9"])) != []


@reading("ocs", "14-53")
def test_half_tokens_double_or_pool_and_never_round_up() -> None:
    crew = [half(f"a{i}", range=20) for i in (1, 2, 3)]
    game = sky(*crew, levels={"0313": 3, "0314": 3}, dumps=SUPPLY)
    assert rules(game, "axis", lift("a1", to="0313", **load(1))) == []
    assert rules(game, "axis", lift("a1", to="0314", **load(1))) == ["14.9b"]
    assert rules(game, "axis", lift("a1", "a2", "a3", to="0314", **load(1))) == []
    assert rules(game, "axis", lift("a1", "a2", "a3", to="0314", **load(2))) == ["14.9b"]


@reading("ocs", "14-54")
def test_whom_aircraft_carry() -> None:
    cargo = {
        "a1": unit("a1", "0303", mode="move", move="4:10 leg"),
        "a2": unit("a2", "0303", mode="combat", move="4:10 leg"),
        "a3": unit("a3", "0303", mode="move", move="4:11 leg"),
        "a4": unit("a4", "0303", "mech", mode="move"),
        "a5": unit("a5", "0303", mode="dg", up="move"),
        "a6": unit("a6", "0303", "repl", mode="move"),
        "a7": unit("a7", "0303", "repl", mode="move", traits="eq"),
    }
    wagon = [{"side": "axis", "hex": "0303", "kind": "truck", "points": 1, "id": "a8"}]
    plane = craft("a9", "0303", "Tpt", full=BIG)
    game = sky(plane, *cargo.values(), transport=wagon, levels={"0312": 3})
    flies = [n for n in (*cargo, "a8") if not rules(game, "axis", lift("a9", units=[n]))]
    assert flies == ["a1", "a6"]


@reading("ocs", "14-55")
@pytest.mark.parametrize("before", [3, 5])
def test_half_the_allowance_before_and_after_together(before: int) -> None:
    way = [f"05{3 + i:02d}" for i in range(before + 1)]
    game = sky(craft("a1", way[-1], "Tpt", full=BIG), unit("a2", way[0], mode="move",
               move="4:8 leg"), levels={"0520": 3})  # fmt: skip
    play(game, "axis", move("a2", to=" ".join(way[1:])))
    flight = lift("a1", to="0520", units=["a2"])
    if before == 5:
        assert rules(game, "axis", flight) == ["14.9d"]
        return
    play(game, "axis", flight)
    assert rules(game, "axis", move("a2", to="0521")) == []
    assert rules(game, "axis", move("a2", to="0521 0522")) != []


@reading("ocs", "14-56")
def test_in_reaction_all_fly_but_only_the_released_walk() -> None:
    game = sky(
        craft("s1", "0303", "Tpt", full=BIG), craft("s2", "0303", "Tpt", full=BIG),
        unit("s3", "0303", mode="move", **LIGHT),
        unit("s4", "0303", mode="reserve", up="move", **LIGHT), unit("a9", "0909"),
        levels={"s0312": 3}, segment="reaction",
    )  # fmt: skip
    play(game, "allied", {"do": "release", "units": ["s4"]})
    play(game, "allied", lift("s1", units=["s3"]))
    assert where(game, "s3") == "0312"
    assert rules(game, "allied", move("s3", to="0313")) == ["7.0a"]
    assert rules(game, "allied", mode("s3", to="combat")) != []
    play(game, "allied", lift("s2", units=["s4"]))
    assert movement.allowance(game, "s4").total == 2


@reading("ocs", "14-56")
def test_exploiters_fly_and_walk_a_quarter_the_released_half() -> None:
    game = sky(
        craft("a1", "0303", "Tpt", full=BIG), craft("a2", "0303", "Tpt", full=BIG),
        unit("a3", "0303", mode="exploit", up="move", **LIGHT),
        unit("a4", "0303", mode="reserve", up="move", **LIGHT), unit("s9", "0909"),
        levels={"0312": 3}, segment="exploitation",
    )  # fmt: skip
    play(game, "axis", {"do": "release", "units": ["a4"]})
    play(game, "axis", lift("a1", units=["a3"]))
    play(game, "axis", lift("a2", units=["a4"]))
    assert [movement.allowance(game, name).total for name in ("a3", "a4")] == [2, 4]


@reading("ocs", "14-76")
@pytest.mark.rule("ocs", "14.9d")
def test_who_has_been_flown_takes_nobody_along() -> None:
    game = sky(craft("a1", "0303", "Tpt", full=BIG), unit("a2", "0303", mode="move", **LIGHT),
               unit("a3", "0312", mode="move", **LIGHT), levels={"0312": 3})  # fmt: skip
    play(game, "axis", lift("a1", units=["a2"]))
    assert rules(game, "axis", move("a2", "a3", to="0313")) == ["6.1g"]
    assert rules(game, "axis", move("a2", to="0313")) == []
    play(game, "axis", move("a3", to="0313"))
    assert rules(game, "axis", move("a2", to="0313")) == ["6.1g"]


@reading("ocs", "14-57")
def test_supply_does_not_change_from_truck_to_plane_or_back() -> None:
    lorry = {"side": "axis", "kind": "truck", "points": 1}
    game = sky(
        craft("a1", "0303", "Tpt"), craft("a2", "0303", "Tpt"), unit("a9", "0909"),
        transport=[{**lorry, "hex": "0304", "id": "t1", "load": 4}], levels={"0312": 3},
    )  # fmt: skip
    play(game, "axis", {"do": "haul", "transport": ["t1"], "path": ["0303"]})
    play(game, "axis", {"do": "unload", "transport": "t1", "tokens": 4})
    assert rules(game, "axis", lift("a1", **load(1))) == ["12.2a"]
    away = sky(craft("a1", "0303", "Tpt"), unit("a9", "0909"), dumps=SUPPLY, levels={"0312": 3},
               transport=[{**lorry, "hex": "0312", "id": "t2"}])  # fmt: skip
    play(away, "axis", lift("a1", **load(2)))
    assert rules(away, "axis", {"do": "load", "transport": "t2", "tokens": 2}) == ["12.2a"]


# ---- range and unloading


@reading("ocs", "14-58")
def test_up_to_twice_the_range_and_beyond_once_it_stays() -> None:
    crew = [craft(f"a{i}", "0301", "Tpt", range=10) for i in (1, 2, 3)]
    levels = dict.fromkeys(("0311", "0312", "0321", "0322"), 3)
    game = sky(*crew, dumps=[{"side": "axis", "hex": "0301", "sp": 5}], levels=levels)
    assert rules(game, "axis", lift("a1", to="0322", **load(1, "0301"))) == ["14.2d"]
    for name, to, perched in (("a1", "0311", "0301-"), ("a2", "0312", "0312-"),
                              ("a3", "0321", "0321-")):  # fmt: skip
        play(game, "axis", lift(name, to=to, home={name: "0301"}, **load(1, "0301")))
        assert perch(game, name) == perched


@reading("ocs", "14-59")
def test_a_double_load_within_half_the_range_there_and_back() -> None:
    plane = craft("a1", "0303", "Tpt", range=25)
    levels = dict.fromkeys(("0315", "0316", "0327", "0328"), 3)
    game = sky(plane, dumps=SUPPLY, levels=levels)
    assert rules(game, "axis", lift("a1", to="0316", **load(4))) == ["14.9a"]
    for count, homes in ((4, {"0303", "0315", "0316", "0327"}),
                         (2, {"0303", "0315", "0316", "0327", "0328"})):  # fmt: skip
        game = sky(plane, dumps=SUPPLY, levels=levels)
        game.play("axis", lift("a1", to="0315", **load(count)))
        assert {action["to"]["a1"] for action in game.legal("axis")} == homes


@reading("ocs", "14-60")
def test_two_tokens_a_level_and_segment_unless_the_transport_stays() -> None:
    crew = [craft(f"a{i}", "0303", "Tpt", range=12) for i in (1, 2, 3)]
    game = sky(*crew, unit("a9", "0909"), unit("s9", "1530"), dumps=SUPPLY, levels={"0312": 1})
    play(game, "axis", lift("a1", **load(2)))
    assert rules(game, "axis", lift("a2", **load(2))) == ["14.9f"]
    play(game, "axis", lift("a2", stay=["a2"], **load(2)))
    assert (perch(game, "a1"), perch(game, "a2"), tokens(game, "0312")) == ("0303-", "0312-", 4)
    end(game, "axis", until="exploitation")
    assert rules(game, "axis", lift("a3", **load(2))) == []


# ---- drops


@reading("ocs", "14-61")
def test_who_jumps_and_who_glides() -> None:
    units = [unit("a2", "0303", move="4:6 leg", **PARA),
             unit("a3", "0303", size="battalion", mode="move", move="4:6 leg")]  # fmt: skip
    game = sky(craft("a1", "0303", "Tpt", full="(0)/0/4"), *units, dumps=SUPPLY, gliders=POINTS,
               limits=GLIDERS, plans=[plan("a2", 1), plan("a3", 1)])  # fmt: skip
    assert rules(game, "axis", drop("a1", units=["a2"])) == []
    assert rules(game, "axis", drop("a1", **load(1))) == []
    assert rules(game, "axis", drop("a1", units=["a3"])) == ["14.10a"]
    assert rules(game, "axis", drop("a1", gliders={"a1": 1}, glided=["a3"])) == []


@reading("ocs", "14-62")
def test_plans_are_made_two_turns_ahead_in_the_refit_phase() -> None:
    things = [craft("a1", "0303", "Tpt", full=BIG), unit("a2", "0303", **PARA), unit("a9", "0310")]
    game = sky(*things, segment="refit", turn=3)
    assert rules(game, "axis", {"do": "plan-drop", **plan("a2", 4)}) == ["14.10b"]
    play(game, "axis", {"do": "plan-drop", **plan("a2", 5)})
    assert rules(game, "axis", {"do": "plan-drop", **plan("a2", 6)}) == ["14.10b"]
    moving = sky(*things, turn=5, dumps=SUPPLY)
    assert rules(moving, "axis", {"do": "plan-drop", **plan("a2", 7)}) != []
    assert rules(moving, "axis", drop("a1", units=["a2"])) == ["14.10b"]
    late = sky(*things, turn=5, dumps=SUPPLY, plans=[plan("a2", 5)], segment="exploitation")
    assert rules(late, "axis", drop("a1", units=["a2"])) == ["14.10b"]
    assert rules(late, "axis", drop("a1", **load(1))) == []


@reading("ocs", "14-63")
def test_on_the_turn_of_its_drop_a_unit_needs_no_trace() -> None:
    game = sky(craft("a1", "0303", "Tpt", full=BIG), unit("a2", "0303", **PARA),
               unit("s9", "1530"), unit("a9", "0330"), plans=[plan("a2", 1)])  # fmt: skip
    rig(game, 6, 6)
    play(game, "axis", drop("a1", units=["a2"]))
    while game.segment.kind in ("movement", "barrage", "supply"):  # type: ignore[attr-defined]
        end(game, "axis")
    assert (game.turn, at(game, "a2").oos, at(game, "a9").oos) == (1, False, True)
    while not game.over:  # after two turns
        end(game, game.to_act or "axis")
    assert where(game, "a2") == "dead" or at(game, "a2").oos


@reading("ocs", "14-64")
def test_a_plan_is_delayed_or_cancelled_unit_by_unit() -> None:
    crew = [unit(n, "0303", **PARA) for n in ("a2", "a3")]
    game = sky(craft("a1", "0303", "Tpt", full=BIG), *crew, segment="refit", turn=5,
               plans=[plan("a2", 5), plan("a3", 5)])  # fmt: skip
    play(game, "axis", {"do": "delay-drop", "units": ["a2"]})
    play(game, "axis", {"do": "cancel-drop", "units": ["a3"]})
    found = game.state[SIDES]["axis"].plans
    assert [(p.unit, game.board.label(p.hex), p.turn) for p in found] == [("a2", "0312", 6)]
    assert rules(game, "axis", {"do": "plan-drop", **plan("a3", 6)}) == ["14.10b"]
    assert rules(game, "axis", {"do": "plan-drop", **plan("a3", 7)}) == []


@reading("ocs", "14-65")
def test_each_token_rolls_the_doomed_do_not_and_the_landed_capture() -> None:
    plane = craft("a1", "0303", "Tpt", full=BIG)
    game = sky(plane, unit("a9", "0909"), dumps=SUPPLY)
    rig(game, 3, 3, 3, 2)
    play(game, "axis", drop("a1", **load(2)))
    assert [fact["landed"] for fact in told(game, "drop")] == [True, False]
    crew = [plane, unit("a2", "0303", **PARA)]
    doomed = sky(*crew, unit("s9", "0312"), plans=[plan("a2", 1)])
    rig(doomed, 6, 6)
    play(doomed, "axis", drop("a1", units=["a2"]))
    assert where(doomed, "a2") == "dead"
    taken = sky(*crew, unit("a9", "0909"), levels={"s0312": 1}, plans=[plan("a2", 1)])
    rig(taken, 6, 6)
    play(taken, "axis", drop("a1", units=["a2"]))
    assert taken.state[SITES][taken.board.hex("0312")].base_owner == "axis"
    assert rules(taken, "axis", move("a2", to="0313")) != []


# ---- gliders


@reading("ocs", "14-66")
@pytest.mark.parametrize("provided", [True, False])
def test_an_eq_builds_two_points_where_there_are_gliders(provided: bool) -> None:
    game = sky(
        craft("a1", "0303", "Tpt"), unit("a5", "0303", "repl", traits="eq", mode="move"),
        unit("a6", "0303", "hq"), unit("a7", None), unit("s9", "0909"), segment="reinforcement",
        limits={"axis": {"gliders": provided}}, sources=[{"side": "axis", "hex": "0303"}],
        arrivals=[{"side": "axis", "turn": 1, "hexes": ["0303"], "units": ["a7"]}],
    )  # fmt: skip
    build = {"do": "build-gliders", "repl": "a5", "hex": "0303"}
    if not provided:
        assert rules(game, "axis", build) == ["14.10e(A)"]
        return
    play(game, "axis", build)
    assert gliders.points_at(game, "axis", game.board.hex("0303")) == 2
    assert at(game, "a5").hex < 0


@reading("ocs", "14-67")
def test_gliders_die_with_their_base() -> None:
    game = sky(unit("s1", "0304", "armor", mode="move"), unit("a9", "0909"), gliders=POINTS,
               levels={"0303": 1, "0312": 1}, player="allied", first="allied")  # fmt: skip
    play(game, "allied", move("s1", to="0303"))
    assert game.state[SIDES]["axis"].gliders == ()


@reading("ocs", "14-68")
def test_what_a_transport_tows() -> None:
    def tow(points: int, glided: int, **more: Any) -> dict[str, Any]:
        return lift("a1", gliders={"a1": points}, glided_tokens={"0303": glided}, **more)

    def plane(reach: int, lost: bool = False) -> Any:
        own = craft("a1", "0303", "Tpt", full="(0)/0/1", reduced="(0)/0/1/2", range=reach,
                    lost=lost)  # fmt: skip
        return sky(own, levels={"0312": 3}, dumps=SUPPLY, gliders=POINTS, limits=GLIDERS)

    far, near = plane(12), plane(18)
    assert rules(far, "axis", tow(1, 2)) == []
    assert rules(far, "axis", tow(1, 3)) == rules(far, "axis", tow(2, 4)) == ["14.10e(C)"]
    assert rules(far, "axis", tow(1, 2, **load(1))) != []
    assert rules(near, "axis", tow(2, 4)) == rules(near, "axis", tow(1, 2, **load(1))) == []
    assert rules(near, "axis", tow(2, 5)) == ["14.10e(C)"]
    assert rules(near, "axis", tow(1, 2, **load(2))) != []
    assert rules(plane(12, lost=True), "axis", tow(1, 1)) == ["14.10e(C)"]


@reading("ocs", "14-69")
def test_gliders_land_safely_on_a_base_beyond_its_limit_and_better_in_the_field() -> None:
    crew = [craft("a1", "0303", "Tpt", range=12), craft("a2", "0303", "Tpt", range=12)]
    game = sky(*crew, levels={"0312": 1}, dumps=SUPPLY, gliders=POINTS, limits=GLIDERS)
    play(game, "axis", lift("a1", **load(2)))
    play(game, "axis", lift("a2", gliders={"a2": 1}, glided_tokens={"0303": 2}))
    assert (tokens(game, "0312"), perch(game, "a2")) == (4, "0303-")
    assert gliders.points_at(game, "axis", game.board.hex("0303")) == 3
    for dice, landed in (((1, 4), True), ((1, 3), False)):
        field = sky(*crew, dumps=SUPPLY, gliders=POINTS, limits=GLIDERS)
        rig(field, *dice)
        play(field, "axis", drop("a2", gliders={"a2": 1}, glided_tokens={"0303": 1}))
        assert [fact["landed"] for fact in told(field, "drop")] == [landed]


@reading("ocs", "14-70")
def test_a_tug_that_is_hit_brings_one_token() -> None:
    game = sky(craft("a1", "0303", "Tpt", range=12), craft("s1", "0321"), levels={"0312": 3},
               dumps=SUPPLY, gliders=POINTS, limits=GLIDERS)  # fmt: skip
    rig(game, 6, 6)
    play(game, "axis", lift("a1", gliders={"a1": 1}, glided_tokens={"0303": 2}))
    assert len(told(game, "flak")) == 1
    assert (tokens(game, "0303"), tokens(game, "0312")) == (18, 1)


@reading("ocs", "14-71")
def test_integral_gliders_unload_without_limit_and_are_not_used_up() -> None:
    crew = [craft("a1", "0303", "Tpt"), craft("a2", "0303", "Tpt", gliders=True)]
    game = sky(*crew, levels={"0312": 1}, dumps=SUPPLY)
    play(game, "axis", lift("a1", **load(2)))
    play(game, "axis", lift("a2", **load(4)))
    assert (tokens(game, "0312"), perch(game, "a2")) == (6, "0303-")


# ---- transfers


@reading("ocs", "14-72")
@pytest.mark.parametrize(
    ("hex", "fighter", "bomber"),
    [("0311", "0311+", "0311-"), ("0312", "0312-", "0312-"), ("0321", "0321-", "0321-"),
     ("0322", "", "")],
)  # fmt: skip
def test_fighters_stay_active_within_their_range(hex: str, fighter: str, bomber: str) -> None:
    game = sky(craft("a1", "0301", range=10), craft("a2", "0301", "T", range=10),
               levels={hex: 3})  # fmt: skip
    for name, perched in (("a1", fighter), ("a2", bomber)):
        action = fly("transfer", name, to=hex)
        if not perched:
            assert rules(game, "axis", action) == ["14.2d"]
            continue
        play(game, "axis", action)
        assert perch(game, name) == perched


@reading("ocs", "14-73")
def test_no_sixth_active_plane_comes_to_a_level_one_base() -> None:
    crowd = [craft(f"a{i}", "0312", "T") for i in range(1, 6)]
    game = sky(*crowd, craft("a9", "0303"))
    play(game, "axis", fly("transfer", "a9", to="0312"))
    assert perch(game, "a9") == "0312-"
