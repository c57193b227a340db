"""The second reading of chapter 12: dumps, draws, throws and fuel. [12.1] [12.2] [12.3] [12.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.status import HEXES, SHIPS, TRANSPORT, HexStatus, Ship
from tests.readings.ocs.depots import (
    HOME,
    KINDS,
    aboard,
    dry,
    dump,
    fuel,
    fuelable,
    ground,
    haul,
    line,
    load,
    reach,
    road,
    truck,
    unload,
)
from tests.systems.ocs.field import at, end, field, move, play, rig, rules, serial, unit, where
from tests.systems.ocs.transport.tracks import rails

reading = pytest.mark.reading
rule = pytest.mark.rule


@reading("ocs", "12-01")
def test_a_token_is_a_quarter_of_a_supply_point() -> None:
    game = dry(unit("a1", "0105", "armor"), dumps=[dump("0105", 8)])
    play(game, "axis", fuel("a1"))
    play(game, "axis", move("a1", to="0106"))
    assert (where(game, "a1"), ground(game, "0105")) == ("0106", 7)


@reading("ocs", "12-02")
def test_a_load_is_a_dump() -> None:
    game = dry(unit("a1", "0105", "armor"), transport=[truck("t1", "0105", load=4)])
    play(game, "axis", fuel("a1"))
    assert aboard(game, "t1") == 3
    assert rules(game, "axis", move("a1", to="0106")) == []


@reading("ocs", "12-03")
def test_the_enemys_dump_is_no_supply() -> None:
    game = dry(unit("a1", "0105", "armor"), dumps=[dump("0107", 8, "allied")])
    assert not fuelable(game, "a1")
    assert rules(game, "axis", move("a1", to="0106")) == ["12.5a"]


@reading("ocs", "12-04")
def test_what_was_unloaded_is_not_loaded_again_but_the_rest_is() -> None:
    trucks = [truck("t1", "0103", 2, 8), truck("t2", "0109", 2)]
    game = dry(unit("a1", "0105"), transport=trucks, dumps=[dump("0105", 4)])
    play(game, "axis", haul("t1", road(3, 5)))
    play(game, "axis", unload("t1", 8))
    play(game, "axis", haul("t2", road(9, 5)))
    assert rules(game, "axis", load("t2", 8)) == ["12.2a"]
    assert rules(game, "axis", load("t2", 4)) == []


@reading("ocs", "12-05")
@pytest.mark.parametrize(
    ("start", "tokens", "refused"), [("0502", 4, ["12.2a"]), ("0502", 0, []), ("0503", 4, [])]
)
def test_a_load_does_not_go_by_road_and_by_rail(start: str, tokens: int, refused: Any) -> None:
    game = rails(transport=[truck("t1", start, load=tokens)])
    if start == "0502":
        play(game, "axis", haul("t1", "0503"))
    train = {"do": "rail", "transport": ["t1"], "to": "0509"}
    assert rules(game, "axis", train) == refused


@reading("ocs", "12-06")
def test_what_has_been_moved_may_be_used() -> None:
    game = dry(unit("a1", "0120", "armor"), transport=[truck("t1", "0103", load=4)])
    assert not fuelable(game, "a1")
    play(game, "axis", haul("t1", road(3, 15)))
    play(game, "axis", fuel("a1"))
    play(game, "axis", move("a1", to="0121"))
    assert (where(game, "a1"), aboard(game, "t1")) == ("0121", 3)


@reading("ocs", "12-07")
@pytest.mark.parametrize(("there", "reached"), [("0106", True), ("0107", True), ("0108", False)])
def test_five_points_and_adjacent(there: str, reached: bool) -> None:
    assert fuelable(dry(unit("a1", "0101", "armor"), dumps=[dump(there)]), "a1") is reached


@reading("ocs", "12-08")
def test_draws_are_counted_in_truck_points() -> None:
    desert = line(terrain={f"01{c:02d}": "desert" for c in range(1, 31)})  # truck 2, tracked 1
    assert not fuelable(dry(unit("a1", "0101", "armor"), dumps=[dump("0105")], board=desert), "a1")
    assert fuelable(dry(unit("a1", "0101", "armor"), dumps=[dump("0104")], board=desert), "a1")


@reading("ocs", "12-09")
@pytest.mark.parametrize(("start", "there"), [("0101", "0105"), ("0105", "0101")])
def test_rough_ground_at_an_end_costs_nothing_where_adjacent_is_enough(
    start: str, there: str
) -> None:
    board = line(terrain={"0105": "rough"})
    assert fuelable(dry(unit("a1", start, "armor"), dumps=[dump(there)], board=board), "a1")


@reading("ocs", "12-81")
def test_the_way_is_counted_from_the_user() -> None:
    board = line(sides=["0101-0102 minor_river"])
    assert fuelable(dry(unit("a1", "0101", "armor"), dumps=[dump("0103")], board=board), "a1")
    assert not fuelable(dry(unit("a1", "0101", "armor"), dumps=[dump("0104")], board=board), "a1")
    assert fuelable(dry(unit("a1", "0104", "armor"), dumps=[dump("0101")], board=board), "a1")


@reading("ocs", "12-10")
@pytest.mark.parametrize(
    ("there", "user", "served"), [("0102", "0115", True), ("0101", "0115", False),
                                  ("0102", "0116", False)],
)  # fmt: skip
def test_adjacent_serves_draw_and_throw(there: str, user: str, served: bool) -> None:
    hq = unit("ahq", "0108", "hq", throw="6 truck/4 truck")
    assert fuelable(dry(hq, unit("a1", user, "armor"), dumps=[dump(there)]), "a1") is served


@reading("ocs", "12-11")
def test_headquarters_do_not_pass_on_what_was_thrown_to_them() -> None:
    hqs = [unit("ahq", "0107", "hq"), unit("ahq2", "0115", "hq")]
    game = dry(*hqs, unit("a1", "0123", "armor"), dumps=[dump("0101")])
    assert not fuelable(game, "a1")
    assert fuelable(game, "ahq2")


@reading("ocs", "12-12")
@pytest.mark.parametrize(
    ("mode", "served"), [("strat", False), ("reserve", True), ("dg", True), ("combat", True)]
)
def test_who_throws_in_which_mode(mode: str, served: bool) -> None:
    up = {} if mode in ("strat", "combat") else {"up": "combat"}
    hq = unit("ahq", "0105", "hq", mode=mode, **up)
    game = dry(hq, unit("a1", "0114", "armor"), dumps=[dump("0105")])
    assert fuelable(game, "a1") is served


@reading("ocs", "12-13")
def test_nothing_is_loaded_from_afar() -> None:
    game = dry(unit("ahq", "0105", "hq"), transport=[truck("t1", "0108", 2)], dumps=[dump("0105")])
    assert rules(game, "axis", load("t1", 4)) == ["13.2f(B)"]


@reading("ocs", "12-14")
def test_a_headquarters_throws_to_any_number() -> None:
    tanks = [unit(f"a{i}", f"01{i + 10}", "armor") for i in range(1, 5)]
    game = dry(unit("ahq", "0106", "hq"), *tanks, dumps=[dump("0101", 3)])
    for i in range(1, 4):
        play(game, "axis", fuel(f"a{i}"))
    assert not fuelable(game, "a4")


@reading("ocs", "12-15")
def test_landing_craft_serve_only_those_beside_them() -> None:
    board = line(terrain={"0101": "sea"})
    game = dry(unit("ahq", "0102", "hq"), unit("a1", "0102", "armor"), unit("a2", "0103", "armor"),
               board=board)  # fmt: skip
    game.put(SHIPS, "lc1", Ship("axis", "lc", "map", game.board.hex("0101"), size=8, load=1))
    assert fuelable(game, "a1")
    assert not fuelable(game, "a2")


@reading("ocs", "12-16")
def test_paths_pass_enemy_goods_but_no_enemy_unit() -> None:
    tank = unit("a1", "0101", "armor")
    base = [{"side": "allied", "hex": "0103", "level": 1}]
    cart = [truck("t1", "0103", side="allied")]
    assert fuelable(dry(tank, dumps=[dump("0105")], bases=base), "a1")
    assert fuelable(dry(tank, dumps=[dump("0105")], transport=cart), "a1")
    guns = unit("s1", "0103", "artillery", mode="move")
    assert not fuelable(dry(tank, guns, dumps=[dump("0105")]), "a1")


@reading("ocs", "12-17")
@pytest.mark.parametrize(
    ("throw", "guards", "served"),
    [("8 truck/4 truck", 0, False), ("8 truck/4 truck", 2, True), ("8 leg/4 leg", 0, True)],
)
def test_zones_bar_trucks_unless_a_friend_is_there(throw: str, guards: int, served: bool) -> None:
    board = sketch(2, 14, terrain={f"02{c:02d}": "lake" for c in range(1, 15) if c != 7})
    enemy = unit("s1", "0207")
    near = [board.label(h) for h in board.around(board.hex("0207")) if board.label(h) < "0200"]
    guard = [unit(f"a{8 + i}", h, "artillery", mode="move") for i, h in enumerate(near[:guards])]
    game = dry(unit("ahq", "0103", "hq", throw=throw), enemy, unit("a1", "0111", "armor"), *guard,
               board=board, dumps=[dump("0103")])  # fmt: skip
    assert fuelable(game, "a1") is served


@reading("ocs", "12-18")
def test_bad_ground_and_trainbusting_are_ignored_better_ground_is_not() -> None:
    tank = unit("a1", "0101", "armor")
    game = dry(tank, dumps=[dump("0107")], weather="mud")
    game.put(HEXES, game.board.hex("0103"), HexStatus(busted="allied"))
    assert fuelable(game, "a1")
    swamp = line(terrain={"0102": "swamp"})  # prohibited to trucks, but not on snow
    assert not fuelable(dry(tank, dumps=[dump("0103")], board=swamp), "a1")
    assert fuelable(dry(tank, dumps=[dump("0103")], board=swamp, weather="snow"), "a1")


@reading("ocs", "12-19")
@pytest.mark.parametrize(("river", "served"), [("minor_river", True), ("major_river", False)])
def test_one_hex_can_always_be_counted_if_it_is_not_prohibited(river: str, served: bool) -> None:
    board = line(terrain={"0102": "rough"}, sides=[f"0101-0102 {river}"])
    game = dry(unit("a1", "0101", "armor"), dumps=[dump("0103")], board=board)
    assert fuelable(game, "a1") is served


@rule("ocs", "12.3e")
@reading("ocs", "12-20")
def test_a_box_and_the_map_do_not_supply_each_other() -> None:
    boxes = {"Cairo": {"hexes": ["0101"]}}
    inside = unit("a1", None, "mech", mode="move", at={"place": "box", "at": "Cairo"})
    outside = unit("a2", "0101", "mech")
    boxed = [{"side": "axis", "box": "Cairo", "tokens": 4}]
    game = dry(inside, outside, boxes=boxes, dumps=boxed)
    assert fuelable(game, "a1")
    assert not fuelable(game, "a2")
    assert fuel("a1") in list(game.legal("axis"))
    game = dry(inside, outside, boxes=boxes, dumps=[dump("0101")])
    assert not fuelable(game, "a1")
    assert fuelable(game, "a2")


# ---- fuel


@reading("ocs", "12-24")
def test_fuel_depends_on_the_side_that_is_up() -> None:
    faces = {"combat": "4:4 leg", "move": "2:14 truck"}
    game = dry(unit("a1", "0105", **faces), unit("a2", "0105", mode="move", **faces))
    assert rules(game, "axis", move("a1", to="0106")) == []
    assert rules(game, "axis", move("a2", to="0106")) == ["12.5a"]


@reading("ocs", "12-25")
@pytest.mark.parametrize(("tokens", "refused"), [(1, []), (0, ["12.5a"])])
def test_an_overrun_needs_fuel_and_an_attack_does_not(tokens: int, refused: Any) -> None:
    pieces = [unit("a1", "0105", "armor", mode="combat"), unit("s1", "0106")]
    stores = [dump("0105", tokens)] if tokens else []
    game = dry(*pieces, dumps=stores)
    if tokens:
        play(game, "axis", fuel("a1"))
    overrun = {"do": "overrun", "units": ["a1"], "target": "0106"}
    assert rules(game, "axis", overrun) == refused
    fight = field(*pieces, segment="attack", fuelled=False, board=line())
    assert rules(fight, "axis", {"do": "attack", "units": ["a1"], "target": "0106"}) == []


def panzers(far: str = "0125") -> list[dict[str, Any]]:
    where = ("0105", "0106", far)
    return [unit(f"a{i}", h, "armor", formation="1 Pz") for i, h in enumerate(where, 1)]


@reading("ocs", "12-26")
def test_a_formation_is_fuelled_as_far_as_one_source_reaches() -> None:
    game = dry(*panzers(), dumps=[dump("0104", 8), dump("0125", 1)])
    play(game, "axis", fuel(formation="1 Pz"))
    assert ground(game, "0104") == 4
    assert rules(game, "axis", move("a1", to="0104")) == []
    assert rules(game, "axis", move("a3", to="0124")) == ["12.5a"]
    play(game, "axis", fuel("a3"))
    assert rules(game, "axis", move("a3", to="0124")) == []


@reading("ocs", "12-27")
def test_lasting_fuel_goes_in_the_owners_clean_up() -> None:
    tank = unit("a1", "0105", "armor", mode="reserve", up="move", formation="1 Pz")
    spare = unit("a2", "0105", "armor", mode="reserve", up="move", formation="1 Pz")
    game = dry(tank, spare, unit("s1", "0130"), segment="reaction", player="allied",
               first="allied", sources=HOME, dumps=[dump("0105", 4)])  # fmt: skip
    play(game, "axis", {"do": "release", "units": ["a1"]})
    play(game, "axis", fuel(formation="1 Pz"))
    end(game, "axis", "movement")  # past the enemy's Clean Up
    assert game.to_act == "axis"
    assert rules(game, "axis", move("a1", to="0106")) == []
    end(game, "axis", "exploitation")
    play(game, "axis", {"do": "release", "units": ["a2"]})
    assert rules(game, "axis", move("a2", to="0106")) == []
    end(game, "axis", "movement")
    end(game, game.to_act or "allied", "movement")
    assert (game.to_act, game.turn) == ("axis", 2)
    assert rules(game, "axis", move("a1", to="0106")) == ["12.5a"]


@reading("ocs", "12-28")
def test_whom_a_fuelled_headquarters_fuels() -> None:
    game = dry(
        unit("ahq", "0105", "hq"), unit("a1", "0108", "armor"),
        unit("a2", "0108", "armor", formation="1 Pz"), unit("a3", "0108", "mech", re=3),
        unit("a4", "0115", "armor"), dumps=[dump("0105", 4)],
    )  # fmt: skip
    play(game, "axis", fuel(hq="ahq"))
    moving = [n for n in ("ahq", "a1", "a2", "a3", "a4")
              if not rules(game, "axis", move(n, to="0109" if n != "a4" else "0116"))
              or (n == "ahq" and not rules(game, "axis", move(n, to="0106")))]  # fmt: skip
    assert moving == ["ahq", "a1"]


@reading("ocs", "12-29")
def test_a_token_fuels_a_whole_division_for_one_phase() -> None:
    spent = {"fuelled": serial("movement")}
    tank = unit("a1", "0105", "armor", re=4, mode="exploit", up="combat", at=spent)
    game = dry(tank, segment="exploitation", dumps=[dump("0105", 8)])
    assert rules(game, "axis", move("a1", to="0106")) == ["12.5a"]
    play(game, "axis", fuel("a1"))
    assert ground(game, "0105") == 7
    assert rules(game, "axis", move("a1", to="0106")) == []


def convoy(**more: Any) -> Any:
    """A fuelled headquarters in 0110, which throws four points in Move Mode."""
    hq = unit("ahq", "0110", "hq", mode="move", at={"hq_fuelled": True})
    tanks = [unit("ax", "0107", "armor"), unit("ay", "0120", "armor"), unit("az", "0106", "armor")]
    return dry(hq, *tanks, **more)


@reading("ocs", "12-30")
@pytest.mark.parametrize("thrown", [True, False])
def test_free_fuel_is_thrown_from_one_hex_a_phase(thrown: bool) -> None:
    game = convoy()
    if thrown:
        play(game, "axis", move("ax", to="0106"))
    play(game, "axis", move("ahq", to=road(10, 17)))
    assert (rules(game, "axis", move("ay", to="0119")) == []) is not thrown
    assert rules(game, "axis", move("az", to="0105")) == ["12.5a"]


@reading("ocs", "12-30")
def test_in_the_next_phase_the_headquarters_chooses_anew() -> None:
    hq = unit("ahq", "0117", "hq", mode="move",
              at={"hq_fuelled": True, "threw": serial("movement"), "threw_from": 9})  # fmt: skip
    tank = unit("ay", "0120", "armor", mode="exploit", up="combat")
    game = dry(hq, tank, segment="exploitation")
    assert rules(game, "axis", move("ay", to="0119")) == []


@reading("ocs", "12-31")
def test_reinforcements_arrive_without_fuel() -> None:
    arrivals = [{"side": "axis", "turn": 1, "hexes": ["0101"], "units": ["a1"]}]
    game = dry(unit("a1", None, "mech"), unit("a2", "0105"), unit("s1", "0130"),
               segment="reinforcement", arrivals=arrivals, sources=HOME)  # fmt: skip
    play(game, "axis", {"do": "arrive", "units": ["a1"], "hex": "0101", "mode": "move"})
    reach(game, "movement")
    assert where(game, "a1") == "0101"
    assert rules(game, "axis", move("a1", to="0102")) == ["12.5a"]
    assert at(game, "a1").fuelled != serial("movement")


# ---- dumps


@reading("ocs", "12-75")
def test_part_of_a_dump_is_blown_once_a_phase() -> None:
    game = field(unit("a1", "0105"), unit("a2", "0105", mode="reserve", up="move"), board=line(),
                 sources=HOME, kinds=KINDS, dumps=[dump("0110", 7)],
                 transport=[truck("t1", "0110", 1, 4)])  # fmt: skip
    rig(game, 4)
    play(game, "axis", {"do": "blow", "hex": "0110", "tokens": {"ground": 5}})
    assert (ground(game, "0110"), aboard(game, "t1")) == (3, 4)
    assert rules(game, "axis", {"do": "blow", "hex": "0110"}) == ["12.11a"]
    end(game, "axis", "exploitation")
    rig(game, 6)
    play(game, "axis", {"do": "blow", "hex": "0110"})
    assert (ground(game, "0110"), aboard(game, "t1")) == (0, 0)
    assert game.state[TRANSPORT]["t1"].size == 4


@reading("ocs", "12-76")
@pytest.mark.parametrize(
    ("segment", "who"),
    [("movement", "axis"), ("supply", ""), ("reaction", "allied"), ("attack", ""),
     ("exploitation", "axis"), ("breakout", "")],
)  # fmt: skip
def test_who_may_blow_when(segment: str, who: str) -> None:
    stores = [dump("0110", 4), dump("0120", 4, "allied")]
    game = field(
        unit("a1", "0105"),
        unit("s1", "0125"),
        board=line(),
        dumps=stores,
        segment=segment,
        started=segment in ("movement", "reaction", "exploitation"),
    )
    for side, hex in (("axis", "0110"), ("allied", "0120")):
        assert (rules(game, side, {"do": "blow", "hex": hex}) == []) is (side == who)


@reading("ocs", "12-77")
def test_attack_capable_units_alone_capture_a_dump() -> None:
    game = field(unit("ahq", "0105", "hq", mode="move"), unit("a1", "0105"), board=line(),
                 dumps=[dump("0106", 8, "allied")])  # fmt: skip
    assert rules(game, "axis", move("ahq", to="0106")) == ["4.4c"]
    rig(game, 4)
    play(game, "axis", move("a1", to="0106"))
    assert where(game, "a1") == "0106"
    assert (ground(game, "0106"), ground(game, "0106", "allied")) == (4, 0)
