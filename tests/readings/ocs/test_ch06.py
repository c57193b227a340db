"""Chapter 6 as a second reader has it: how ground units move. [6.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.movement import movement
from tests.systems.ocs.field import at, end, field, mode, move, rig, rules, unit, where

reading = pytest.mark.reading
DUMP = [{"side": "axis", "hex": "0301", "sp": 9}]


def price(game: Any, name: str, start: str, to: str) -> Any:
    """What a step costs a unit, in points; None where it is prohibited."""
    found = movement.step_cost(game, name, game.board.hex(start), game.board.hex(to))
    return None if found is None else found.total


def overrun(*names: str, to: str) -> dict[str, Any]:
    return {"do": "overrun", "units": list(names), "target": to}


@reading("ocs", "6-01")
def test_as_many_hexes_as_points_one_after_the_other() -> None:
    game = field(unit("a1", "0301", combat="8:4 leg"), unit("s1", "0401", mode="move"))
    assert rules(game, "axis", move("a1", to="0302 0303 0304 0305")) == []
    assert rules(game, "axis", move("a1", to="0302 0303 0304 0305 0306")) == ["6.2"]
    assert rules(game, "axis", move("a1", to="0303")) == ["6.1"]
    assert rules(game, "axis", move("a1", to="0401")) == ["4.8c(A)"]
    assert {"do": "end"} in list(game.legal("axis"))  # nobody has to move


@reading("ocs", "6-02")
def test_hex_and_hexside_are_paid_before_entry() -> None:
    board = sketch(9, 9, terrain={"0303": "clear"}, sides=["0303-0304 minor_river"])
    game = field(unit("a1", "0301", combat="8:3 leg"), board=board)
    game.play("axis", move("a1", to="0302 0303"))  # one point left, the river takes two
    assert rules(game, "axis", move("a1", to="0304")) == ["6.2"]
    assert rules(game, "axis", move("a1", to="0403")) == []


@reading("ocs", "6-03")
def test_an_allowance_is_for_one_phase() -> None:
    game = field(unit("a1", "0909"), unit("s1", "0301", mode="reserve", up="move", move="4:6 leg"),
                 segment="reaction", sources=[{"side": "allied", "edge": "west"}])  # fmt: skip
    game.play("allied", {"do": "release", "units": ["s1"]})
    assert rules(game, "allied", move("s1", to="0302 0303 0304 0305")) == ["6.2"]
    game.play("allied", move("s1", to="0302 0303 0304"))
    end(game, "allied", until="movement")
    assert game.to_act == "allied"
    assert rules(game, "allied", move("s1", to="0305 0306 0307 0308 0309 0409")) == []


@reading("ocs", "6-04")
def test_the_least_move_is_a_whole_move_and_no_last_hex() -> None:
    hill = sketch(9, 9, terrain={"0302": "hill", "0504": "hill"})
    game = field(unit("a1", "0301", mode="reserve", combat="8:4 leg"),
                 unit("a2", "0501", combat="8:4 leg"), board=hill)  # fmt: skip
    assert rules(game, "axis", move("a1", to="0302 0303")) == ["6.2"]
    game.play("axis", move("a1", to="0302"))
    assert rules(game, "axis", move("a1", to="0301")) == ["6.2"]
    game.play("axis", move("a2", to="0502 0503 0603"))
    assert rules(game, "axis", move("a2", to="0604")) == []  # the fourth point
    assert rules(game, "axis", move("a2", to="0504")) == ["6.2"]


@reading("ocs", "6-05")
def test_the_least_move_is_no_overrun() -> None:
    game = field(unit("a1", "0301", combat="8:2 leg"), unit("s1", "0302"), dumps=DUMP)
    assert rules(game, "axis", overrun("a1", to="0302")) == ["8.1a"]


@reading("ocs", "6-06")
def test_the_least_move_heals_neither_mode_nor_fuel_nor_ground() -> None:
    board = sketch(9, 9, terrain={"0502": "lake"})
    game = field(
        unit("a1", "0301", combat="8:0 leg"), unit("a2", "0303", "armor"), unit("a3", "0501"),
        unit("a4", "0703", mode="strat", move="4:1 leg"), unit("s1", "0705"),
        board=board, fuelled=False, sources=[{"side": "axis", "edge": "west"}],
        hedgehogs=[{"side": "axis", "hex": "0101", "level": 1}],
    )  # fmt: skip
    assert rules(game, "axis", move("a1", to="0302")) == ["6.1b"]
    assert rules(game, "axis", move("a2", to="0304")) == ["12.5a"]
    assert rules(game, "axis", move("a3", to="0502")) == ["6.2c"]
    assert rules(game, "axis", move("a4", to="0704")) == ["5.8a"]
    assert not any(a["do"] == "move" and "0101" in str(a) for a in game.legal("axis"))


@reading("ocs", "6-07")
def test_who_came_by_road_leaves_by_road() -> None:
    board = sketch(9, 9, terrain={"0303": "mountain"}, links=["0302-0303 primary"])
    game = field(unit("a1", "0302", "mech"), unit("a2", "0502"), board=board)
    game.play("axis", move("a1", to="0303"))
    assert rules(game, "axis", move("a1", to="0304")) == ["6.2c"]
    assert rules(game, "axis", move("a1", to="0302")) == []


@reading("ocs", "6-08")
def test_each_of_a_stack_has_its_own_points() -> None:
    units = [unit("a1", "0301", combat="8:3 leg"), unit("a2", "0301", combat="8:5 leg")]
    five, six = "0302 0303 0304 0305 0306", "0302 0303 0304 0305 0306 0307"
    game = field(*units)
    drop = {"a1": "0304"}
    assert rules(game, "axis", move("a1", "a2", to=six, drop=drop)) == ["6.2"]
    game.play("axis", move("a1", "a2", to=five, drop=drop))
    assert (where(game, "a1"), where(game, "a2")) == ("0304", "0306")
    assert rules(game, "axis", move("a1", to="0303")) == ["6.1g"]
    other = field(*units)
    other.play("axis", move("a1", "a2", to="0302 0303 0304", drop={"a2": "0303"}))
    assert rules(other, "axis", move("a2", to="0304")) == ["6.1g"]  # with three points unused


@reading("ocs", "6-09")
def test_who_has_paused_for_another_does_not_go_on() -> None:
    game = field(unit("a1", "0301", combat="8:4 leg"), unit("a2", "0501"))
    game.play("axis", move("a1", to="0302 0303"))
    game.play("axis", move("a2", to="0502"))
    assert rules(game, "axis", move("a1", to="0304")) == ["6.1g"]


@reading("ocs", "6-10")
def test_the_road_rate_is_for_those_who_follow_the_road() -> None:
    board = sketch(9, 9, terrain={"0303": "woods", "0304": "woods"},
                   sides=["0303-0304 minor_river", "0203-0303 minor_river"],
                   links=["0302-0303-0304 primary"])  # fmt: skip
    game = field(unit("a1", "0302", "mech"), board=board)
    assert [price(game, "a1", "0302", "0303"), price(game, "a1", "0303", "0304")] == [0.5, 0.5]
    assert price(game, "a1", "0403", "0303") == 3  # from the side, through the woods
    assert price(game, "a1", "0403", "0304") == 3


@reading("ocs", "6-11")
def test_roads_and_railways_meet_in_their_hex() -> None:
    board = sketch(9, 9, terrain={"0303": "rough", "0304": "rough"},
                   links=["0302-0303 primary", "0303-0304 rail"])  # fmt: skip
    game = field(unit("a1", "0302", "mech"), board=board)
    assert (price(game, "a1", "0302", "0303"), price(game, "a1", "0303", "0304")) == (0.5, 1)


@reading("ocs", "6-12")
def test_a_railway_bridges_a_river() -> None:
    board = sketch(9, 9, sides=["0302-0303 minor_river", "0303-0304 minor_river"],
                   links=["0302-0303 rail"])  # fmt: skip
    game = field(unit("a1", "0302"), board=board)
    assert (price(game, "a1", "0302", "0303"), price(game, "a1", "0303", "0304")) == (1, 2)


@reading("ocs", "6-13")
def test_a_road_leads_over_a_hexside_that_is_closed() -> None:
    board = sketch(9, 9, sides=["0302-0303 very_major_river", "0303-0304 very_major_river"],
                   links=["0302-0303 primary"])  # fmt: skip
    game = field(unit("a1", "0303"), board=board)
    assert rules(game, "axis", move("a1", to="0302")) == []
    assert rules(game, "axis", move("a1", to="0304")) == ["6.2c"]


@reading("ocs", "6-14")
def test_the_worst_of_a_hex_and_the_best_of_a_hexside() -> None:
    board = sketch(
        9,
        9,
        terrain={"0303": "clear+woods"},
        sides=["0304-0305 lake_side clear", "0304-0404 minor_river major_river"],
    )
    game = field(unit("a1", "0302", "mech"), unit("a2", "0304"), board=board)
    assert price(game, "a1", "0302", "0303") == 3
    assert price(game, "a2", "0304", "0305") == 1
    assert price(game, "a2", "0304", "0404") == 2


@reading("ocs", "6-15")
def test_only_the_player_of_the_segment_moves() -> None:
    game = field(unit("a1", "0301"), unit("s1", "0707", mode="reserve"), segment="reaction")
    assert rules(game, "allied", move("a1", to="0302")) == ["6.3a"]
    assert rules(game, "axis", move("a1", to="0302")) == ["turn"]
    mine = field(unit("a1", "0301"), unit("s1", "0707"))
    assert rules(mine, "axis", move("s1", to="0706")) == ["6.3a"]
    assert rules(mine, "allied", move("s1", to="0706")) == ["turn"]


@reading("ocs", "6-16")
def test_nobody_joins_a_stack_on_its_way() -> None:
    game = field(unit("a1", "0301", combat="8:9 leg"), unit("a2", "0302", combat="8:9 leg"),
                 unit("s1", "0304"), dumps=DUMP)  # fmt: skip
    game.play("axis", move("a1", to="0302"))
    assert rules(game, "axis", move("a1", "a2", to="0303")) == ["6.1g"]
    game.play("axis", move("a1", to="0303"))
    game.play("axis", move("a2", to="0303"))
    assert rules(game, "axis", overrun("a1", "a2", to="0304")) == ["8.1"]
    assert rules(game, "axis", overrun("a1", to="0304")) == ["6.1g"]
    assert rules(game, "axis", overrun("a2", to="0304")) == []


@reading("ocs", "6-17")
def test_who_has_no_zone_stops_no_truck() -> None:
    game = field(unit("a1", "0301", "mech"), unit("s1", "0203", "hq"),
                 unit("s2", "0404", "artillery"), unit("s3", "0205", mode="move"))  # fmt: skip
    assert rules(game, "axis", move("a1", to="0302 0303 0304 0305")) == []
    other = field(unit("a1", "0301", "mech"), unit("s3", "0204"))
    assert rules(other, "axis", move("a1", to="0302 0303 0304 0305")) == ["4.5a(A)"]


@reading("ocs", "5-04")
def test_a_mode_is_changed_before_a_unit_moves_not_after() -> None:
    game = field(unit("a1", "0301", combat="8:4 leg", move="4:6 leg"), unit("a2", "0501"))
    game.play("axis", move("a1", to="0302 0303"))
    assert rules(game, "axis", mode("a1", to="move")) == ["5.4"]
    game.play("axis", mode("a2", to="move"))
    game.play("axis", move("a2", to="0502 0503 0504 0505 0506"))
    assert (where(game, "a2"), at(game, "a2").mode) == ("0506", "move")


@reading("ocs", "6-18")
def test_an_overrun_begins_a_move() -> None:
    game = field(unit("a1", "0301", re=3, combat="8:3 leg"), unit("s1", "0302", re=3), dumps=DUMP)
    rig(game, 3, 4, 4, 4)
    game.play("axis", overrun("a1", to="0302"))
    while not game.at_checkpoint:
        asked = game.decisions[0]
        stand = {"do": "option", "losses": 1} if asked.ask.name == "option" else None
        game.play(asked.player, stand or asked.ask.default)  # type: ignore[arg-type]
    assert (where(game, "a1"), where(game, "s1")) == ("0301", "0302")
    assert rules(game, "axis", move("a1", to="0401")) == ["6.2"]
