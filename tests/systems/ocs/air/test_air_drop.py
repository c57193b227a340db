"""Air drops, plans and gliders. [14.10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.air import gliders
from grognard.systems.ocs.air.air_drop import least
from grognard.systems.ocs.air.displacement import displace
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import SIDES, SITES, TURN, DropPlan
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import at, field, move, play, rig, rules, told, unit, where

rule = pytest.mark.rule
SUPPLY = [{"side": "axis", "hex": "0303", "sp": 5}]
PLANE = craft("a1", "0303", "Tpt", full="(0)/0/4", range=12)
PARA = {"mode": "move", "traits": "para"}
GLIDERS = {"axis": {"gliders": True}}


def drop(*planes: str, to: str = "0312", **more: Any) -> dict[str, Any]:
    return fly("air-drop", *planes, to=to, **more)


def plan(name: str, hex: str, turn: int) -> dict[str, Any]:
    return {"unit": name, "hex": hex, "turn": turn}


def tokens(game: Any, hex: str, side: str = "axis") -> int:
    return stacks.dump_at(game, game.board.hex(hex), side)


def need(game: Any, hex: str, method: str = "paradrop") -> int:
    return int(least(game, "axis", game.board.hex(hex), method).total)


@rule("ocs", "14.10")
@rule("ocs", "14.10d")
@rule("ocs", "14.2e")
def test_each_token_rolls_for_itself() -> None:
    game = sky(PLANE, unit("a9", "0312"), dumps=SUPPLY)
    rig(game, 1, 4, 1, 3, 6, 6, 2, 2)  # friendly and clear: five or more
    play(game, "axis", drop("a1", tokens={"0303": 4}))
    assert [fact["landed"] for fact in told(game, "drop")] == [True, False, True, False]
    assert (tokens(game, "0303"), tokens(game, "0312")) == (16, 2)
    assert game.state[SIDES]["axis"].blown == 2
    assert perch(game, "a1") == "0303-"


@rule("ocs", "14.10d")
@rule("ocs", "14.10e(E)")
@rule("ocs", "CT-airdrop")
def test_the_table() -> None:
    board = sketch(20, 40, terrain={"0313": "woods", "0316": "woods"},
                   places={"Village": "village 0314", "Field": "airfield 0316"})  # fmt: skip
    game = sky(PLANE, unit("a9", "0312"), unit("a8", "0313"), board=board, levels={"s0317": 1})
    assert [need(game, h) for h in ("0312", "0313", "0314", "0315", "0316", "0317")] == [
        5, 6, 6, 6, 6, 6,
    ]  # fmt: skip
    assert [need(game, h, "glider") for h in ("0312", "0313", "0315")] == [4, 5, 5]
    closed = sky(PLANE, board=board)
    assert (need(closed, "0313"), need(closed, "0313", "glider")) == (7, 6)
    worse = sky(PLANE, unit("a9", "0312"), limits={"axis": {"drop_modifier": -1}})
    assert need(worse, "0312") == 6


@rule("ocs", "CT-airdrop")
def test_a_hex_is_friendly_if_a_friend_was_there_when_the_phase_began() -> None:
    game = sky(PLANE, unit("a9", "0312", mode="move"), unit("a8", "0330"))
    play(game, "axis", move("a9", to="0313"))
    assert (need(game, "0312"), need(game, "0313")) == (5, 6)


@rule("ocs", "14.10d")
def test_on_an_enemy_combat_unit_everything_is_destroyed() -> None:
    game = sky(PLANE, unit("s1", "0312"), dumps=SUPPLY)
    play(game, "axis", drop("a1", tokens={"0303": 2}))
    assert (tokens(game, "0303"), tokens(game, "0312")) == (18, 0)
    assert [fact["landed"] for fact in told(game, "drop")] == [False, False]


@rule("ocs", "14.10")
def test_nothing_is_dropped_into_the_water_or_beyond_the_range() -> None:
    board = sketch(20, 40, terrain={"0312": "lake"})
    game = sky(PLANE, unit("a9", "0316"), board=board, dumps=SUPPLY)
    assert rules(game, "axis", drop("a1", tokens={"0303": 1})) == ["14.10d"]
    assert rules(game, "axis", drop("a1", to="0316", tokens={"0303": 1})) == ["14.2d"]


@rule("ocs", "14.10b")
@pytest.mark.parametrize("segment", ["movement", "exploitation"])
def test_supply_needs_no_plan_and_drops_in_any_movement_segment(segment: str) -> None:
    game = sky(PLANE, unit("a9", "0312"), dumps=SUPPLY, segment=segment)
    assert rules(game, "axis", drop("a1", tokens={"0303": 1})) == []


@rule("ocs", "14.10a")
@rule("ocs", "14.10b")
@rule("ocs", "12.6h")
def test_units_are_dropped_where_and_when_their_plan_says() -> None:
    things = [PLANE, unit("a2", "0303", **PARA), unit("a3", "0303", mode="move"),
              unit("a4", "0303", **PARA)]  # fmt: skip
    plans = [plan("a2", "0312", 3), plan("a3", "0312", 3)]
    game = sky(*things, plans=plans, turn=3)
    assert rules(game, "axis", drop("a1", units=["a4"])) == ["14.10b"]
    assert rules(game, "axis", drop("a1", to="0311", units=["a2"])) == ["14.10b"]
    assert rules(game, "axis", drop("a1", units=["a3"])) == ["14.10a"]
    rig(game, 3, 3)
    play(game, "axis", drop("a1", units=["a2"]))
    assert (where(game, "a2"), at(game, "a2").dropped) == ("0312", 3)
    assert game.state[SIDES]["axis"].plans == (DropPlan("a3", game.board.hex("0312"), 3),)
    late = sky(*things, plans=plans, turn=4)
    assert rules(late, "axis", drop("a1", units=["a2"])) == ["14.10b"]


@rule("ocs", "2.4(3)")
def test_supply_but_nobody_is_dropped_in_a_simulcast_turn() -> None:
    game = sky(PLANE, unit("a2", "0303", **PARA), dumps=SUPPLY, plans=[plan("a2", "0312", 1)])
    assert rules(game, "axis", drop("a1", units=["a2"])) == []
    game.put(TURN, "now", replace(game.state[TURN]["now"], simulcast=True))
    assert rules(game, "axis", drop("a1", units=["a2"])) == ["2.4(3)"]
    assert rules(game, "axis", drop("a1", tokens={"0303": 1})) == []


@rule("ocs", "14.10d")
def test_who_has_landed_has_done_moving() -> None:
    game = sky(PLANE, unit("a2", "0303", **PARA), unit("a8", "0505"), plans=[plan("a2", "0312", 1)])
    rig(game, 6, 6)
    play(game, "axis", drop("a1", units=["a2"]))
    assert rules(game, "axis", move("a2", to="0313")) == ["6.1g"]


@rule("ocs", "14.10d")
def test_a_failed_drop_destroys_the_unit() -> None:
    game = sky(PLANE, unit("a2", "0303", **PARA), plans=[plan("a2", "0312", 1)])
    rig(game, 2, 3)  # an enemy hex, clear: six or more
    play(game, "axis", drop("a1", units=["a2"]))
    assert where(game, "a2") == "dead"


@rule("ocs", "14.10d")
@rule("ocs", "9.14")
def test_landing_among_what_is_no_combat_unit_captures_it() -> None:
    para = unit("a2", "0303", **PARA)
    game = sky(PLANE, para, plans=[plan("a2", "0312", 1)], levels={"s0312": 1})
    rig(game, 6, 6)
    play(game, "axis", drop("a1", units=["a2"]))
    assert game.state[SITES][game.board.hex("0312")].base_owner == "axis"


@rule("ocs", "14.10b")
@rule("ocs", "14.9d")
def test_units_are_dropped_in_the_movement_phase_alone() -> None:
    game = sky(PLANE, unit("a2", "0303", **PARA), unit("a3", "0303", mode="exploit"),
               plans=[plan("a2", "0312", 1)], segment="exploitation")  # fmt: skip
    assert rules(game, "axis", drop("a1", units=["a2"])) == ["14.10b"]


@rule("ocs", "14.4g")
@rule("ocs", "14.1c")
def test_cargo_of_aircraft_that_abort_goes_back_with_them() -> None:
    game = sky(PLANE, unit("a2", "0303", **PARA), unit("a9", "0312"), craft("s1", "0321"),
               plans=[plan("a2", "0312", 1)], dumps=SUPPLY)  # fmt: skip
    game.play("axis", drop("a1", units=["a2"], tokens={"0303": 2}))
    rig(game, 6, 6, 1)
    play(game, "allied", {"do": "intercept", "plane": "s1"})
    assert (where(game, "a2"), tokens(game, "0303")) == ("0303", 20)
    assert told(game, "drop") == []
    assert perch(game, "a1") == "0303-"


@rule("ocs", "14.4g")
def test_cargo_of_aircraft_that_are_shot_down_is_lost() -> None:
    game = sky(craft("a1", "0303", "Tpt", full="(0)/0/9", reduced="(0)/0/4", range=12, lost=True),
               unit("a9", "0312"), craft("s1", "0321"), dumps=SUPPLY)  # fmt: skip
    game.play("axis", drop("a1", tokens={"0303": 4}))
    rig(game, 6, 6, 6)
    play(game, "allied", {"do": "intercept", "plane": "s1"})
    assert (tokens(game, "0303"), tokens(game, "0312")) == (16, 0)
    assert perch(game, "a1") == "dead-"


# ---- plans


def refit(**more: Any) -> Any:
    return sky(PLANE, unit("a2", "0303", **PARA), unit("a3", "0303"), segment="refit", **more)


@rule("ocs", "14.10b")
@rule("ocs", "14.10a")
def test_a_plan_is_made_two_turns_ahead_for_a_unit_that_drops() -> None:
    game = refit()
    for turn, found in ((2, ["14.10b"]), (3, [])):
        assert rules(game, "axis", {"do": "plan-drop", **plan("a2", "0312", turn)}) == found
    assert rules(game, "axis", {"do": "plan-drop", **plan("a3", "0312", 3)}) == ["14.10a"]
    game.play("axis", {"do": "plan-drop", **plan("a2", "0312", 3)})
    assert rules(game, "axis", {"do": "plan-drop", **plan("a2", "0313", 4)}) == ["14.10b"]
    assert rules(game, "axis", {"do": "plan-drop", **plan("s9", "0313", 4)}) == ["14.10b"]


@rule("ocs", "14.10b")
def test_no_plan_is_listed_for_a_turn_after_the_last() -> None:
    game = refit()
    last = game.scenario.turns
    for turn, listed in ((1, {3, 4, 5}), (last - 3, {last - 1, last}), (last - 1, set())):
        game = refit(turn=turn)
        found = {a["turn"] for a in game.legal("axis") if a["do"] == "plan-drop"}
        assert found == listed


@rule("ocs", "14.10b")
def test_plans_are_secret() -> None:
    game, other = refit(), refit()
    game.play("axis", {"do": "plan-drop", **plan("a2", "0312", 3)})
    assert game.view("allied") == other.view("allied")
    assert game.events_for("allied") == other.events_for("allied")
    assert len(game.view("axis")["sides"]["axis"]["plans"]) == 1


@rule("ocs", "14.10c")
def test_plans_are_delayed_by_a_turn_or_cancelled_unit_by_unit() -> None:
    plans = [plan("a2", "0312", 3), plan("a4", "0312", 3)]
    game = refit(plans=[plans[0]])
    assert rules(game, "axis", {"do": "delay-drop", "units": ["a3"]}) == ["14.10c"]
    game.play("axis", {"do": "delay-drop", "units": ["a2"]})
    assert game.state[SIDES]["axis"].plans == (DropPlan("a2", game.board.hex("0312"), 4),)
    game.play("axis", {"do": "cancel-drop", "units": ["a2"]})
    assert game.state[SIDES]["axis"].plans == ()
    assert rules(game, "axis", {"do": "plan-drop", **plan("a2", "0312", 2)}) == ["14.10b"]


@rule("ocs", "14.10b")
def test_a_plan_whose_turn_has_passed_is_void() -> None:
    game = refit(plans=[plan("a2", "0312", 2)], turn=3)
    assert game.state[SIDES]["axis"].plans == ()


@rule("ocs", "14.10b")
def test_before_the_game_any_turn_can_be_planned_for() -> None:
    game = sky(PLANE, unit("a2", "0303", **PARA), segment="pre-turn", started=True)
    assert game.decisions[0].ask.name == "drop plans"
    assert game.decisions[0].ask.sealed
    twice = {"do": "plan-drops", "plans": [plan("a2", "0312", 1), plan("a2", "0313", 1)]}
    assert rules(game, "axis", twice) == ["14.10b"]
    game.play("axis", {"do": "plan-drops", "plans": [plan("a2", "0312", 1)]})
    assert game.state[SIDES]["axis"].plans == (DropPlan("a2", game.board.hex("0312"), 1),)
    none = field(unit("a2", "0303", **PARA), segment="pre-turn")
    assert all(d.ask.name != "drop plans" for d in none.decisions)


@rule("ocs", "14.10b")
def test_a_game_that_begins_in_a_later_turn_begins_all_the_same() -> None:
    game = sky(PLANE, unit("a2", "0303", **PARA), segment="pre-turn", turn=9)
    assert game.decisions[0].ask.name == "drop plans"
    early = {"do": "plan-drops", "plans": [plan("a2", "0312", 8)]}
    assert rules(game, "axis", early) == ["14.10b"]
    game.play("axis", {"do": "plan-drops", "plans": [plan("a2", "0312", 9)]})
    assert game.state[SIDES]["axis"].plans == (DropPlan("a2", game.board.hex("0312"), 9),)


# ---- gliders

POINTS = [{"side": "axis", "hex": "0303", "points": 3}]
TOW = craft("a1", "0303", "Tpt", full="(0)/0/1", reduced="(0)/0/1/2", range=12)


def glide(**more: Any) -> dict[str, Any]:
    return fly("air-transport", "a1", to="0312", **more)


@rule("ocs", "14.10e(C)")
@rule("ocs", "14.10e(B)")
def test_a_full_transport_tows_one_point_with_two_tokens() -> None:
    game = sky(TOW, gliders=POINTS, levels={"0312": 3}, dumps=SUPPLY)
    full = glide(gliders={"a1": 1}, glided_tokens={"0303": 2})
    assert rules(game, "axis", full) == []
    assert rules(game, "axis", glide(gliders={"a1": 1}, glided_tokens={"0303": 3})) == ["14.10e(C)"]
    assert rules(game, "axis", glide(gliders={"a1": 2}, glided_tokens={"0303": 4})) == ["14.10e(C)"]
    both = glide(gliders={"a1": 1}, glided_tokens={"0303": 2}, tokens={"0303": 1})
    assert rules(game, "axis", both) == ["14.9a"]  # all of it is on the glider
    reduced = sky(craft("a1", "0303", "Tpt", lost=True), gliders=POINTS, levels={"0312": 3},
                  dumps=SUPPLY)  # fmt: skip
    little = glide(gliders={"a1": 1}, glided_tokens={"0303": 1})
    assert rules(reduced, "axis", little) == ["14.10e(C)"]
    fighter = sky(craft("a1", "0303"), gliders=POINTS, levels={"0312": 3}, dumps=SUPPLY)
    assert rules(fighter, "axis", full) == ["14.10e(C)"]
    bare = sky(TOW, levels={"0312": 3}, dumps=SUPPLY)
    assert rules(bare, "axis", full) == ["14.10e(B)"]


@rule("ocs", "14.10e(C)")
def test_within_half_range_two_points_or_one_and_a_load() -> None:
    near = craft("a1", "0303", "Tpt", full="(0)/0/1", range=18)
    game = sky(near, gliders=POINTS, levels={"0312": 3}, dumps=SUPPLY)
    assert rules(game, "axis", glide(gliders={"a1": 2}, glided_tokens={"0303": 4})) == []
    one = glide(gliders={"a1": 1}, glided_tokens={"0303": 2}, tokens={"0303": 1})
    assert rules(game, "axis", one) == []
    assert rules(game, "axis", {**one, "tokens": {"0303": 2}}) == ["14.9a"]
    assert rules(game, "axis", glide(gliders={"a1": 3}, glided_tokens={"0303": 6})) == ["14.10e(C)"]


@rule("ocs", "14.10e(D)")
@rule("ocs", "14.10e(A)")
def test_at_a_base_gliders_land_safely_without_limit_and_are_used_up() -> None:
    near = craft("a1", "0303", "Tpt", full="(0)/0/1", range=18)
    game = sky(near, gliders=POINTS, levels={"0312": 0}, dumps=SUPPLY)
    play(game, "axis", glide(gliders={"a1": 2}, glided_tokens={"0303": 4}))
    assert tokens(game, "0312") == 4
    assert game.state[SITES][game.board.hex("0312")].unloaded == 0
    assert told(game, "drop") == []
    assert gliders.points_at(game, "axis", game.board.hex("0303")) == 1


@rule("ocs", "14.10e(D)")
@pytest.mark.parametrize("level", [0, 1])
def test_a_drop_by_glider_on_ones_own_base_or_strip_needs_no_roll(level: int) -> None:
    foot = unit("a3", "0303", mode="move", size="battalion", move="2:5 leg")
    game = sky(TOW, foot, gliders=POINTS, levels={"0312": level}, plans=[plan("a3", "0312", 1)])
    rig(game, 1, 1)  # which would destroy it anywhere else
    play(game, "axis", drop("a1", gliders={"a1": 1}, glided=["a3"]))
    assert where(game, "a3") == "0312"
    assert [event.dice for event in game.events if event.kind == "drop"] == [()]
    assert gliders.points_at(game, "axis", game.board.hex("0303")) == 2
    theirs = sky(TOW, foot, craft("s9", "0312"), gliders=POINTS, plans=[plan("a3", "0312", 1)])
    rig(theirs, 1, 1, 1, 1, 1, 1)
    play(theirs, "axis", drop("a1", gliders={"a1": 1}, glided=["a3"]))
    assert where(theirs, "a3") == "dead"


@rule("ocs", "14.10e(F)")
def test_a_towing_aircraft_that_is_hit_leaves_one_token() -> None:
    game = sky(TOW, craft("s1", "0321"), gliders=POINTS, levels={"0312": 3}, dumps=SUPPLY)
    rig(game, 6, 6)
    play(game, "axis", glide(gliders={"a1": 1}, glided_tokens={"0303": 2}))
    assert bird(game, "a1").reduced
    assert (tokens(game, "0312"), tokens(game, "0303")) == (1, 18)


@rule("ocs", "14.10a")
@rule("ocs", "14.10e(E)")
def test_by_glider_any_unit_on_foot_lands_more_safely() -> None:
    foot = unit("a3", "0303", mode="move", size="battalion", move="2:5 leg")
    game = sky(TOW, foot, gliders=POINTS, plans=[plan("a3", "0312", 1)])
    rig(game, 2, 3)  # five, where a parachute takes six
    play(game, "axis", drop("a1", gliders={"a1": 1}, glided=["a3"]))
    assert where(game, "a3") == "0312"
    assert gliders.points_at(game, "axis", game.board.hex("0303")) == 2


@rule("ocs", "14.10e(A)")
def test_an_equipment_builds_two_points_where_the_game_has_gliders() -> None:
    repl = unit("a5", "0303", "repl", traits="eq")
    hq = unit("a6", "0303", "hq")
    build = {"do": "build-gliders", "repl": "a5", "hex": "0303"}
    game = sky(TOW, repl, hq, segment="reinforcement", limits=GLIDERS,
               sources=[{"side": "axis", "hex": "0303"}])  # fmt: skip
    assert rules(game, "axis", {**build, "hex": "0312"}) == ["14.10e(A)"]
    play(game, "axis", build)
    assert gliders.points_at(game, "axis", game.board.hex("0303")) == 2
    assert where(game, "a5") != "0303"
    none = sky(TOW, repl, hq, unit("a7", "0303", traits="no-rebuild"), segment="reinforcement")
    assert gliders.why_not_built(none, "axis") is not None


@rule("ocs", "14.10e(B)")
@rule("ocs", "9.14f")
def test_gliders_on_a_captured_base_are_destroyed() -> None:
    game = sky(TOW, gliders=POINTS, levels={"0312": 1})
    rig(game, 6, 6)
    list(displace(game, game.board.hex("0303"), "allied"))
    assert gliders.points_at(game, "axis", game.board.hex("0303")) == 0


@rule("ocs", "14.10f")
def test_integral_gliders_are_not_limited_at_bases_and_do_not_drop() -> None:
    big = craft("a1", "0303", "Tpt", full="(0)/0/4", range=12, gliders=True)
    game = sky(big, unit("a9", "0312"), levels={"0312": 1}, dumps=SUPPLY)
    assert rules(game, "axis", glide(tokens={"0303": 4})) == []
    assert rules(game, "axis", drop("a1", tokens={"0303": 1})) == ["14.10f"]
    plain = sky(
        craft("a1", "0303", "Tpt", full="(0)/0/4", range=12), levels={"0312": 1}, dumps=SUPPLY
    )
    assert rules(plain, "axis", glide(tokens={"0303": 4})) == ["14.9f"]
    option = sky(big, unit("a9", "0312"), dumps=SUPPLY, options={"integral-gliders": "drops"})
    assert rules(option, "axis", drop("a1", tokens={"0303": 1})) == []


@rule("ocs", "14.10d")
@rule("ocs", "4.9a")
@pytest.mark.parametrize("held", [False, True])
def test_the_enemy_hears_of_a_failed_drop_where_it_fails_and_not_of_its_base(held: bool) -> None:
    things = [PLANE, unit("a2", "0303", **PARA), unit("s9", "0312" if held else "0909")]
    game = sky(*things, plans=[plan("a2", "0312", 1)])
    rig(game, 1, 1)
    play(game, "axis", drop("a1", units=["a2"]))
    assert where(game, "a2") == "dead"
    heard = [e.to_json() for e in game.events_for("allied")]
    assert "0303" not in str(heard)
    assert "a2" not in str([e for e in heard if e["kind"] in ("drop", "eliminated")])
    assert [e["facts"]["hex"] for e in heard if e["kind"] == "eliminated"] == ["0312"]


@rule("ocs", "14.4g")
@rule("ocs", "4.9a")
def test_the_enemy_hears_of_cargo_shot_down_over_the_target() -> None:
    weak = craft("a1", "0303", "Tpt", reduced="(0)/0/4", range=12, lost=True)
    game = sky(weak, unit("a2", "0303", **PARA), craft("s1", "0314"),
               plans=[plan("a2", "0312", 1)])  # fmt: skip
    game.play("axis", drop("a1", units=["a2"]))
    rig(game, 6, 6)
    play(game, "allied", {"do": "intercept", "plane": ""})
    assert where(game, "a2") == "dead"
    assert "0303" not in str([e.to_json() for e in game.events_for("allied")])


@rule("ocs", "14.10e(C)")
@rule("ocs", "14.10a")
def test_what_may_be_done_with_gliders_is_offered() -> None:
    """Two tokens on a Glider Point in tow, or a unit that only gliders land."""
    game = sky(TOW, unit("a3", "0303", mode="move"), unit("a9", "0312"), gliders=POINTS,
               limits=GLIDERS, plans=[plan("a3", "0311", 1)], dumps=SUPPLY)  # fmt: skip
    found = [action for action in game.legal("axis") if action["do"] == "air-drop"]
    assert drop("a1", gliders={"a1": 1}, glided_tokens={"0303": 2}) in found
    assert drop("a1", to="0311", gliders={"a1": 1}, glided=["a3"]) in found


@rule("ocs", "14.10a")
def test_transport_that_flies_is_not_dropped() -> None:
    """Supply and combat units drop; a mule is neither, by glider or parachute."""
    kinds = {"mule": {"ma": 8, "move": "leg", "flies": True}}
    game = sky(
        PLANE, unit("a9", "0101"), kinds=kinds, limits=GLIDERS,
        transport=[{"side": "axis", "hex": "0303", "kind": "mule", "points": 1, "id": "mule"}],
        gliders=[{"side": "axis", "hex": "0303", "points": 2}],
    )  # fmt: skip
    assert rules(game, "axis", drop("a1", units=["mule"])) == ["14.10a"]
    assert rules(game, "axis", drop("a1", glided=["mule"], gliders={"a1": 1})) == ["14.10a"]


@rule("ocs", "14.4g")
@rule("ocs", "14.9e(C)")
def test_a_drop_within_half_range_is_saved_by_a_second_trip() -> None:
    """4T on a Transport that flak cuts down to 2T, nine hexes away of a range of 18."""
    plane = craft("a1", "0303", "Tpt", full="(0)/0/4", reduced="(0)/0/2", range=18)
    game = sky(plane, craft("s1", "0321"), unit("a9", "0312"), dumps=SUPPLY)
    game.play("axis", drop("a1", tokens={"0303": 4}))
    rig(game, 6, 6, *[6] * 8)
    game.play("allied", {"do": "intercept", "plane": ""})
    assert bird(game, "a1").reduced
    assert tokens(game, "0312") == 4
