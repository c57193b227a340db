"""Blowing up and rebuilding bridges. [14.1.4] [14.2] [14.3.1]"""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.wb95.field import ATTACK_A, MOVE_B, at, field, rules, told, unit
from tests.systems.wb95.works.crossing import bridge, move, play_to, river

DOWN = {"bridges_down": ["0202-0203"]}


def blow(name: str, where: str = "0202-0203") -> dict[str, Any]:
    return {"do": "blow", "unit": name, "bridge": where}


def rebuild(name: str, where: str = "0202-0203") -> dict[str, Any]:
    return {"do": "rebuild", "unit": name, "bridge": where}


def stands(game: Any, where: str = "0202-0203") -> bool:
    found = bridge(game, where)
    return found is not None and found.intact


@pytest.mark.rule("wb95", "14.2.1")
@pytest.mark.parametrize("kind", ["river", "stream", "canal"])
def test_a_regular_unit_blows_a_river_bridge_for_one_point(kind: str) -> None:
    game = field(unit("g1", "0202"), board=river(kind))
    game.play("german", blow("g1"))
    assert not stands(game)
    assert (at(game, "g1").moved, at(game, "g1").spent) == (game.serial, 12)
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": ["0201", "0101"]}) == []


@pytest.mark.rule("wb95", "14.2.1")
def test_a_headquarters_may_and_guns_may_not() -> None:
    game = field(unit("ghq", "0202", "HQ"), unit("gun", "0202", "ART", sp="5,3"), board=river())
    assert rules(game, "german", blow("gun")) == ["14.2.1"]
    assert rules(game, "german", blow("ghq")) == []


@pytest.mark.rule("wb95", "14.2.1")
def test_from_either_end_but_from_nowhere_else() -> None:
    game = field(unit("g1", "0202"), unit("g2", "0203"), unit("g3", "0201"), board=river())
    assert rules(game, "german", blow("g1")) == rules(game, "german", blow("g2")) == []
    assert rules(game, "german", blow("g3")) == ["14.2.1"]
    assert rules(game, "german", blow("g1", "0203-0202")) == []


@pytest.mark.rule("wb95", "14.2.1")
def test_the_points_must_be_left() -> None:
    game = field(unit("g1", "0201", mp=2), unit("g2", "0302", mp=1), board=river())
    move(game, "g1", "0202")
    move(game, "g2", "0202")
    assert rules(game, "german", blow("g2")) == ["14.2.1"]
    assert rules(game, "german", blow("g1")) == []


@pytest.mark.rule("wb95", "14.3.1")
def test_a_big_river_bridge_costs_three_points() -> None:
    board = river("big_river")
    poor = field(unit("g1", "0202", mp=2), board=board)
    assert rules(poor, "german", blow("g1")) == ["14.3.1"]
    game = field(unit("g1", "0202", mp=3), unit("gun", "0202", "ART", sp="5,3"), board=board)
    assert rules(game, "german", blow("gun")) == ["14.3.1"]
    game.play("german", blow("g1"))
    assert not stands(game)
    assert at(game, "g1").spent == 36


@pytest.mark.rule("wb95", "14.1.4")
def test_only_the_controller_blows_a_bridge() -> None:
    board = river("big_river")
    game = field(unit("g1", "0202"), unit("s1", "0204"), board=board)
    play_to(game, 1, MOVE_B)
    move(game, "s1", "0203")
    assert rules(game, "soviet", blow("s1"))[0] == "14.1.4"
    free = field(unit("g1", "0201"), unit("s1", "0203"), board=board)
    play_to(free, 1, MOVE_B)
    assert rules(free, "soviet", blow("s1")) == []


@pytest.mark.rule("wb95", "4.2.1")
def test_a_unit_that_entered_an_enemy_zone_has_done_for_this_phase() -> None:
    game = field(unit("g1", "0101"), unit("s1", "0302"), board=river())
    move(game, "g1", "0102", "0202")
    assert "4.2.1" in rules(game, "german", blow("g1"))


@pytest.mark.rule("wb95", "14.1.1")
def test_what_is_down_or_not_there_cannot_be_blown_and_only_in_the_movement_phase() -> None:
    game = field(unit("g1", "0202"), board=river(), **DOWN)
    assert rules(game, "german", blow("g1")) == ["14.1.1"]
    assert rules(game, "german", blow("g1", "0202-0201")) == ["14.1.1"]
    assert rules(game, "german", blow("g1", "0202-0404")) == ["form"]
    assert rules(game, "german", blow("g1", "anywhere")) == ["form"]
    assert rules(game, "german", blow("s1")) == ["14.2.1"]
    later = field(unit("g1", "0202"), board=river())
    play_to(later, 1, ATTACK_A)
    assert rules(later, "german", blow("g1")) == ["2.2.P4"]


def test_marked_units_keep_still() -> None:
    game = field(unit("g1", "0202"), board=river())
    game.play("german", {"do": "mark", "units": ["g1"]})
    assert rules(game, "german", blow("g1")) == ["12.1.2"]


@pytest.mark.rule("wb95", "14.2.2")
def test_a_unit_in_range_of_a_headquarters_rebuilds_for_three_points() -> None:
    """German headquarters reach 4 hexes."""
    game = field(unit("g1", "0202"), unit("ghq", "0205", "HQ"), board=river(), **DOWN)
    game.play("german", rebuild("g1"))
    assert stands(game)
    assert at(game, "g1").spent == 36
    assert told(game, "bridge up") == [{"bridge": "0202-0203", "side": "german", "unit": "g1"}]
    assert rules(game, "german", {"do": "move", "units": ["g1"], "path": ["0203"]}) == []


@pytest.mark.rule("wb95", "14.2.2")
def test_rebuilding_needs_a_headquarters_near_and_is_not_for_guns() -> None:
    alone = field(unit("g1", "0202"), board=river(), **DOWN)
    assert rules(alone, "german", rebuild("g1")) == ["14.2.2"]
    game = field(
        unit("ghq", "0202", "HQ"), unit("gun", "0202", "ART", sp="5,3"), board=river(), **DOWN
    )
    assert rules(game, "german", rebuild("gun")) == ["14.2.2"]
    assert rules(game, "german", rebuild("ghq")) == []
    poor = field(unit("g1", "0202", mp=2), unit("ghq", "0201", "HQ"), board=river(), **DOWN)
    assert rules(poor, "german", rebuild("g1")) == ["14.2.2"]
    far = field(unit("g1", "0201"), unit("ghq", "0202", "HQ"), board=river(), **DOWN)
    assert rules(far, "german", rebuild("g1")) == ["14.2.2"]


@pytest.mark.rule("wb95", "14.2.3")
def test_only_a_printed_bridge_that_is_down_is_rebuilt() -> None:
    units = (unit("g1", "0202"), unit("ghq", "0201", "HQ"))
    assert rules(field(*units, board=river()), "german", rebuild("g1")) == ["14.2.3"]
    none = field(*units, board=river(bridges=()))
    assert rules(none, "german", rebuild("g1")) == ["14.2.3"]
    built = field(*units, board=river(bridges=()), bridges_built=["0202-0203"])
    built.play("german", blow("g1"))
    assert not stands(built)
    assert "14.2.3" in rules(built, "german", rebuild("ghq"))


def test_bridges_of_big_rivers_are_not_rebuilt_this_way() -> None:
    game = field(unit("ghq", "0202", "HQ"), board=river("big_river"), **DOWN)
    assert rules(game, "german", rebuild("ghq")) == ["14.3.2b"]


def test_the_list_and_the_check_agree() -> None:
    game = field(
        unit("g1", "0202"), unit("ghq", "0201", "HQ"), unit("g2", "0103"),
        board=river(bridges=("0202-0203", "0102-0103")), **DOWN,
    )  # fmt: skip
    mine = [action for action in game.legal("german") if action["do"] in ("blow", "rebuild")]
    assert mine == [
        {"do": "blow", "unit": "g2", "bridge": "0102-0103"},
        {"do": "rebuild", "unit": "g1", "bridge": "0202-0203"},
    ]
    assert all(rules(game, "german", action) == [] for action in mine)


def test_a_blown_bridge_stays_down_over_the_turns() -> None:
    game = field(unit("g1", "0202"), board=river())
    game.play("german", blow("g1"))
    play_to(game, 1, MOVE_B)
    assert not stands(game)
