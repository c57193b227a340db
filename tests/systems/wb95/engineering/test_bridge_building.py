"""Headquarters building bridges over big rivers. [14.3.2] [14.3.3] [14.3.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.wb95.fighting.casualties import eliminate
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS
from grognard.systems.wb95.works import bridges
from tests.systems.wb95.field import MOVE_A, MOVE_B, at, field, rules, told, unit
from tests.systems.wb95.works.crossing import SUPPLIED, bridge, move, play_to, river

BROAD = river("big_river", bridges=())


def build(name: str = "ghq", to: str = "0203") -> dict[str, Any]:
    return {"do": "bridge", "unit": name, "to": to}


def at_the_river(*more: dict[str, Any], **spec: Any) -> Wb:
    """A headquarters that has stood at the river since the last Supply Phase; turn 2."""
    game = field(unit("ghq", "0202", "HQ"), *more, **{"board": BROAD, **SUPPLIED, **spec})
    play_to(game, 2, MOVE_A)
    return game


@pytest.mark.rule("wb95", "14.3.2a")
def test_it_must_have_stood_there_when_its_supply_phase_ended() -> None:
    game = field(unit("ghq", "0202", "HQ"), unit("ghq2", "0201", "HQ"), board=BROAD)
    assert rules(game, "german", build()) == ["14.3.2a"]  # no Supply Phase yet
    play_to(game, 2, MOVE_A)
    assert rules(game, "german", build()) == []
    assert rules(game, "german", build("ghq2", "0202")) == ["14.3.2a"]
    move(game, "ghq2", "0102")
    assert "14.3.2a" in rules(game, "german", build("ghq2", "0103"))


@pytest.mark.rule("wb95", "14.3.2b")
def test_a_game_in_which_bridges_are_begun_in_secret_is_not_open() -> None:
    """Without masking nothing is hidden, unless there is a big river that HQs may bridge."""
    narrow = river("river", bridges=())
    for board, bridging, is_open in (
        (BROAD, "on", False),
        (BROAD, "off", True),
        (narrow, "on", True),
    ):
        game = field(unit("ghq", "0202", "HQ"), board=board, options={"bridges": bridging})
        assert game.system.open(game.scenario) is is_open


@pytest.mark.rule("wb95", "14.3.2a")
def test_a_headquarters_that_was_driven_along_the_bank_must_wait() -> None:
    game = field(unit("ghq", "0202", "HQ"), board=BROAD)
    play_to(game, 1, MOVE_B)
    step_into(game, "ghq", game.board.hex("0102"))
    play_to(game, 2, MOVE_A)
    assert rules(game, "german", build("ghq", "0103")) == ["14.3.2a"]


@pytest.mark.rule("wb95", "14.3.2a")
def test_only_across_a_big_river() -> None:
    game = at_the_river()
    assert rules(game, "german", build(to="0201")) == ["14.3.2a"]
    assert rules(game, "german", build(to="0204")) == ["14.3.2a"]
    assert rules(game, "german", build(to="nowhere")) == ["form"]
    small = at_the_river(board=river("river", bridges=()))
    assert rules(small, "german", build()) == ["14.3.2a"]


@pytest.mark.rule("wb95", "14.3.2b")
def test_declaring_uses_all_points_and_is_for_headquarters_with_all_of_them() -> None:
    game = at_the_river(unit("g1", "0202"))
    assert rules(game, "german", build("g1")) == ["14.3.2b"]
    game.play("german", build())
    assert (at(game, "ghq").moved, at(game, "ghq").spent) == (game.serial, 120)
    assert at(game, "ghq").halted
    used = at_the_river(board=river("big_river", bridges=("0202-0103",)))
    used.play("german", {"do": "blow", "unit": "ghq", "bridge": "0103-0202"})
    assert rules(used, "german", build()) == ["14.3.2b"]


@pytest.mark.rule("wb95", "14.3.2b")
def test_where_a_bridge_stands_none_is_built() -> None:
    game = at_the_river(board=river("big_river"))
    assert rules(game, "german", build()) == ["14.3.2b"]
    down = at_the_river(board=river("big_river"), bridges_down=["0202-0203"])
    assert rules(down, "german", build()) == []


@pytest.mark.rule("wb95", "14.3.2b")
def test_the_enemy_is_not_told() -> None:
    game = at_the_river(unit("s1", "0205"))
    game.play("german", build())
    assert [e.kind for e in game.events_for("german")][-1] == "bridge begun"
    assert "bridge begun" not in [e.kind for e in game.events_for("soviet")]
    play_to(game, 2, MOVE_B)
    move(game, "s1", "0204")
    play_to(game, 3, MOVE_A)
    assert "bridge lost" in [e.kind for e in game.events_for("german")]
    assert "bridge lost" not in [e.kind for e in game.events_for("soviet")]


@pytest.mark.rule("wb95", "14.3.2c")
def test_an_enemy_zone_over_the_far_bank_ends_the_work_for_good() -> None:
    game = at_the_river(unit("s1", "0205"))
    game.play("german", build())
    play_to(game, 2, MOVE_B)
    move(game, "s1", "0204")
    game.play("soviet", {"do": "end"})
    assert told(game, "bridge lost") == [{"unit": "ghq", "bridge": "0202-0203"}]
    assert "ghq" not in game.state[WORKS]
    step_into(game, "s1", game.board.hex("0205"))
    play_to(game, 3, MOVE_A)
    assert bridge(game) is None
    assert rules(game, "german", {"do": "move", "units": ["ghq"], "path": ["0201"]}) == []


@pytest.mark.rule("wb95", "14.3.2c")
def test_friends_on_both_banks_make_good_an_enemy_zone() -> None:
    """Regular units on both hexes are needed; a headquarters is none."""
    outcomes = []
    for near in ("0202", "0201"):
        game = field(
            unit("ghq", "0202", "HQ"), unit("g1", near), unit("g2", "0203"),
            unit("s1", "0205"), board=BROAD,
        )  # fmt: skip
        play_to(game, 2, MOVE_A)
        game.play("german", build())
        step_into(game, "s1", game.board.hex("0204"))
        game.play("german", {"do": "end"})
        outcomes.append("ghq" in game.state[WORKS])
    assert outcomes == [True, False]


@pytest.mark.rule("wb95", "14.3.2c")
def test_enemies_on_the_far_bank_hold_it_even_without_a_zone() -> None:
    game = at_the_river(unit("shq", "0204", "HQ"))
    game.play("german", build())
    play_to(game, 2, MOVE_B)
    assert "ghq" in game.state[WORKS]
    move(game, "shq", "0203")
    game.play("soviet", {"do": "end"})
    assert "ghq" not in game.state[WORKS]


@pytest.mark.rule("wb95", "14.3.2c")
def test_a_printed_bridge_is_rebuilt_as_the_builders() -> None:
    game = at_the_river(board=river("big_river"), bridges_down=["0202-0203"])
    game.play("german", build())
    play_to(game, 3, MOVE_A)
    rebuilt = bridge(game)
    assert rebuilt is not None
    assert (rebuilt.intact, rebuilt.printed, rebuilt.controller) == (True, True, "german")


@pytest.mark.rule("wb95", "14.3.3")
def test_one_headquarters_a_bridge() -> None:
    game = at_the_river(unit("ghq2", "0202", "HQ"))
    game.play("german", build())
    assert rules(game, "german", build("ghq2")) == ["14.3.3"]
    assert rules(game, "german", build("ghq2", "0103")) == []


@pytest.mark.rule("wb95", "14.3.4")
def test_a_headquarters_at_work_does_not_move() -> None:
    game = at_the_river()
    game.play("german", build())
    move_off = {"do": "move", "units": ["ghq"], "path": ["0201"]}
    assert rules(game, "german", move_off) == ["14.3.4"]
    assert bridges.building(game, "ghq")


def test_an_eliminated_headquarters_builds_no_more() -> None:
    game = at_the_river()
    game.play("german", build())
    eliminate(game, "ghq", "eliminated", "9.1.5")
    play_to(game, 3, MOVE_A)
    assert bridge(game) is None


def test_a_headquarters_taken_elsewhere_builds_no_more() -> None:
    game = at_the_river()
    game.play("german", build())
    step_into(game, "ghq", game.board.hex("0201"))
    play_to(game, 3, MOVE_A)
    assert bridge(game) is None


def test_the_list_and_the_check_agree() -> None:
    game = at_the_river(unit("g1", "0302"), unit("ghq2", "0201", "HQ"))
    mine = [action for action in game.legal("german") if action["do"] == "bridge"]
    assert mine == [build(to="0103"), build(to="0203"), build(to="0303")]
    assert all(rules(game, "german", action) == [] for action in mine)
