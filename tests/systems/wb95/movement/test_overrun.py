"""Overrunning guns and headquarters that stand alone. [3.1.8] [6.1.7] [9.1.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.wb95.movement.movement import budget
from grognard.systems.wb95.movement.reach import reach
from grognard.systems.wb95.status import SIDES
from tests.systems.wb95.field import at, field, rules, unit, where

POINT = 12


def move(names: str, path: str) -> dict[str, Any]:
    """A move, units and hexes divided by blanks."""
    return {"do": "move", "units": names.split(), "path": path.split()}


def guns(count: int, label: str = "0504", **more: Any) -> list[dict[str, Any]]:
    """So many Soviet guns in one hex."""
    return [unit(f"sg{i}", label, "ART", "5,3", **more) for i in range(count)]


@pytest.mark.rule("wb95", "6.1.7")
def test_guns_are_not_overrun_without_the_points() -> None:
    """4 MP do for the hex and three guns, not for the hex and three fortified ones."""
    game = field(unit("g1", "0503"), *guns(3), unit("s1", "0909"))
    assert rules(game, "german", move("g1", "0504")) == []
    game = field(unit("g1", "0503"), *guns(3), unit("s1", "0909"), fortified=["0504"])
    assert rules(game, "german", move("g1", "0504")) == ["3.1.5"]
    assert game.board.hex("0504") not in reach(game, "german", "g1")


@pytest.mark.rule("wb95", "6.1.7")
@pytest.mark.rule("wb95", "6.2.2")
@pytest.mark.parametrize("transport", [False, True])
def test_guns_in_either_set_up_are_overrun_and_the_move_goes_on(transport: bool) -> None:
    """2 MP for the gun in 0504, and on with what is left."""
    game = field(unit("g1", "0503"), *guns(1, at={"transport": transport}), unit("s1", "0909"))
    game.play("german", move("g1", "0504 0505"))
    assert (where(game, "sg0"), where(game, "g1")) == ("eliminated", "0505")
    assert budget(game, "g1") == 1 * POINT


@pytest.mark.rule("wb95", "6.1.7")
@pytest.mark.rule("wb95", "9.1.5")
def test_only_regular_units_overrun() -> None:
    """Neither guns nor a headquarters do it; self-propelled guns count as regular."""
    game = field(
        unit("gg", "0503", "ART", "5,3", at={"transport": True}),
        unit("ghq", "0503", "HQ"),
        unit("gsp", "0503", "ART", "5,3", move="tracked"),
        *guns(1),
        unit("shq", "0403", "HQ"),
    )
    assert rules(game, "german", move("gg", "0504")) == ["6.1.7"]
    assert rules(game, "german", move("ghq", "0504")) == ["6.1.7"]
    assert rules(game, "german", move("ghq", "0403")) == ["9.1.5"]
    assert rules(game, "german", move("gsp", "0504")) == []
    assert rules(game, "german", move("gsp", "0403")) == []


@pytest.mark.rule("wb95", "3.1.8")
@pytest.mark.rule("wb95", "6.1.7")
@pytest.mark.rule("wb95", "9.1.5")
def test_guarded_guns_and_headquarters_are_safe() -> None:
    """With a regular unit beside them, or a resilience group, nobody enters."""
    for guard in (unit("s1", "0504"), unit("s1", "0504", "RG"), unit("s1", "0504", "AT")):
        game = field(unit("g1", "0503"), *guns(1), unit("shq", "0504", "HQ"), guard)
        assert rules(game, "german", move("g1", "0504")) == ["3.1.8"]


@pytest.mark.rule("wb95", "9.1.5")
def test_a_headquarters_alone_is_eliminated_for_nothing_more() -> None:
    """Entering costs the hex only, and the German gains his 5 modifiers."""
    game = field(unit("g1", "0503"), unit("shq", "0504", "HQ"), unit("s1", "0909"))
    game.play("german", move("g1", "0504"))
    assert where(game, "shq") == "eliminated"
    assert budget(game, "g1") == 3 * POINT
    assert [bonus.cms for bonus in game.state[SIDES]["german"].bonuses] == [5]


@pytest.mark.rule("wb95", "6.1.7")
@pytest.mark.rule("wb95", "3.1.13")
def test_the_limit_on_entering_does_not_cover_the_guns() -> None:
    """A fresh unit of 1 MP may enter any hex, but has nothing left for the gun in it."""
    game = field(unit("g1", "0503", mp=1), *guns(1), unit("shq", "0403", "HQ"))
    assert rules(game, "german", move("g1", "0504")) == ["3.1.5"]
    assert rules(game, "german", move("g1", "0403")) == []


@pytest.mark.rule("wb95", "6.1.7")
def test_who_comes_after_finds_the_way_clear() -> None:
    """Of two units that move together the first pays for the gun; guns follow a regular unit."""
    game = field(
        unit("g1", "0503"),
        unit("gg", "0503", "ART", "5,3", at={"transport": True}),
        *guns(1),
        unit("s1", "0909"),
    )
    assert rules(game, "german", move("gg g1", "0504")) == ["6.1.7"]
    game.play("german", move("g1 gg", "0504"))
    assert budget(game, "g1") == 2 * POINT
    assert budget(game, "gg") == (7 - 2) * POINT


@pytest.mark.rule("wb95", "4.2.1")
@pytest.mark.rule("wb95", "6.1.7")
def test_an_overrun_in_an_enemy_zone_ends_the_move() -> None:
    """The gun is covered by s1 in 0505: g1 kills it and stops."""
    game = field(unit("g1", "0503"), *guns(1), unit("s1", "0505"))
    game.play("german", move("g1", "0504"))
    assert (where(game, "sg0"), at(game, "g1").halted) == ("eliminated", True)


def test_a_closed_stack_is_not_overrun_unseen() -> None:
    """Masked: what lies under the top counter is unknown until a unit is next to it."""
    game = field(
        unit("g1", "0501", mp=7), *guns(2, "0505"), unit("s1", "0909"), options={"masking": "on"}
    )
    assert rules(game, "german", move("g1", "0502 0503 0504 0505")) == ["4.2.1"]
    assert game.board.hex("0505") not in reach(game, "german", "g1")
    game.play("german", move("g1", "0502 0503 0504"))
    assert game.board.hex("0505") in reach(game, "german", "g1")
    game.play("german", move("g1", "0505"))
    assert where(game, "sg1") == "eliminated"
