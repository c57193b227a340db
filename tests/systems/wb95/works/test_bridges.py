"""Bridges: objects that stand or fall, and who controls them. [14.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.wb95.fighting.casualties import eliminate
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.works import bridges
from tests.systems.wb95.field import MOVE_B, SUPPLY_A, at, field, rules, told, unit
from tests.systems.wb95.works.crossing import bridge, move, play_to, river


def blow(name: str, where: str = "0202-0203") -> dict[str, Any]:
    return {"do": "blow", "unit": name, "bridge": where}


def owner(game: Wb) -> str:
    found = bridge(game)
    assert found is not None
    return found.controller


def key(game: Wb) -> int:
    return game.scenario.ground.side_key(game.board.hex("0202"), game.board.hex("0203"))


@pytest.mark.rule("wb95", "14.1.1")
def test_a_bridge_is_an_object_that_stands_until_it_is_destroyed() -> None:
    game = field(unit("g1", "0202"), board=river())
    steps = bridges.steps(game, "trucked")[game.board.hex("0202")]
    assert (game.board.hex("0203"), 24) in steps
    bridges.destroy(game, key(game), "6.4.7")
    assert not bridges.bridged(game, game.board.hex("0202"), game.board.hex("0203"))
    steps = bridges.steps(game, "trucked")[game.board.hex("0202")]
    assert (game.board.hex("0203"), 48) in steps  # 2 for the ground and 2 for the river
    assert told(game, "bridge down") == [{"bridge": "0202-0203"}]
    bridges.destroy(game, key(game), "6.4.7")
    assert len(told(game, "bridge down")) == 1


@pytest.mark.rule("wb95", "14.1.1")
def test_without_the_chapter_no_bridge_falls_or_rises() -> None:
    game = field(
        unit("g1", "0202"), unit("ghq", "0201", "HQ"), board=river(), options={"bridges": "off"}
    )
    bridges.destroy(game, key(game), "6.4.7")
    assert bridges.bridged(game, game.board.hex("0202"), game.board.hex("0203"))
    assert rules(game, "german", blow("g1")) == ["14.1.1"]
    rebuild = {"do": "rebuild", "unit": "g1", "bridge": "0202-0203"}
    assert rules(game, "german", rebuild) == ["14.1.1"]
    assert rules(game, "german", {"do": "bridge", "unit": "ghq", "to": "0203"}) == ["14.1.1"]
    kinds = {action["do"] for action in game.legal("german")}
    assert not kinds & {"blow", "rebuild", "bridge"}


@pytest.mark.rule("wb95", "14.1.3")
def test_eliminating_the_last_unit_at_an_end_hands_the_bridge_over() -> None:
    game = field(unit("g1", "0202"), unit("s1", "0204"), board=river("big_river"))
    play_to(game, 1, MOVE_B)
    move(game, "s1", "0203")
    assert owner(game) == "german"
    eliminate(game, "g1", "eliminated", "5.3.1")
    assert owner(game) == "soviet"


@pytest.mark.rule("wb95", "14.1.3")
def test_a_bridge_that_everybody_left_stays_with_the_last_there() -> None:
    game = field(
        unit("g1", "0202"), unit("s1", "0205"), board=river(), control={"soviet": ["0203"]}
    )
    move(game, "g1", "0201")
    assert owner(game) == "german"


@pytest.mark.rule("wb95", "14.1.3")
def test_an_unattended_bridge_follows_the_control_of_its_ends_in_the_supply_phase() -> None:
    spec: dict[str, Any] = {"control": {"german": ["0202", "0203"]}}
    game = field(unit("g1", "0201"), unit("s1", "0205"), board=river(), **spec)
    assert owner(game) == "german"
    game.edit(
        [
            {"map": "hexes", "key": label, "set": {"control": "soviet"}}
            for label in ("0202", "0203")
        ],
        "for the test",
    )
    bridges.settle_unattended(game)
    assert owner(game) == "soviet"
    game.edit([{"map": "hexes", "key": "0202", "set": {"control": "german"}}], "one end only")
    bridges.settle_unattended(game)
    assert owner(game) == "soviet"


@pytest.mark.rule("wb95", "14.1.3")
def test_with_both_sides_at_it_from_the_start_nobody_controls_a_bridge() -> None:
    game = field(unit("g1", "0202"), unit("s1", "0203"), board=river("big_river"))
    assert owner(game) == ""
    assert "14.1.4" in rules(game, "german", blow("g1"))


@pytest.mark.rule("wb95", "14.3.2a")
def test_headquarters_beside_a_big_river_are_noted_when_their_supply_phase_ends() -> None:
    game = field(
        unit("ghq1", "0202", "HQ"), unit("ghq2", "0201", "HQ"), unit("g1", "0302"),
        unit("shq", "0203", "HQ"), board=river("big_river"),
    )  # fmt: skip
    play_to(game, 1, MOVE_B)
    assert at(game, "ghq1").banked == SUPPLY_A - 1
    assert [at(game, name).banked for name in ("ghq2", "g1", "shq")] == [-1, -1, -1]
