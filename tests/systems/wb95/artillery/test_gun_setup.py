"""The set-up of towed artillery, and how guns and headquarters move. [6.2] [9.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.entries import PUBLIC
from grognard.engine.located import ScenarioError
from grognard.systems.wb95.movement.movement import allowance, budget, step_cost
from grognard.systems.wb95.movement.reach import reach
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import STRATEGIC_A, at, field, rules, told, unit, where

POINT = 12
GUN: dict[str, Any] = {"type": "ART", "sp": "5,3"}


def move(names: str, path: str) -> dict[str, Any]:
    """A move, units and hexes divided by blanks."""
    return {"do": "move", "units": names.split(), "path": path.split()}


def setup(names: str) -> dict[str, Any]:
    """A change of set-up."""
    return {"do": "setup", "units": names.split()}


@pytest.mark.rule("wb95", "6.2.3")
@pytest.mark.rule("wb95", "6.2.2")
def test_guns_move_in_transport_set_up_only() -> None:
    """A gun in combat set-up stays; limbered up it moves."""
    game = field(unit("g1", "0502", **GUN), unit("s1", "0909"))
    assert rules(game, "german", move("g1", "0503")) == ["6.2.3"]
    assert reach(game, "german", "g1") == {}
    game.play("german", setup("g1"))
    assert at(game, "g1").transport
    assert rules(game, "german", move("g1", "0503")) == []


@pytest.mark.rule("wb95", "6.2.4")
def test_changing_the_set_up_costs_a_point() -> None:
    """7 MP: limber up (1), move 2 hexes (4), deploy (1), and the last point takes it back."""
    game = field(unit("g1", "0502", **GUN), unit("s1", "0909"))
    game.play("german", setup("g1"))
    assert budget(game, "g1") == 6 * POINT
    game.play("german", move("g1", "0503 0504"))
    game.play("german", setup("g1"))
    assert (budget(game, "g1"), at(game, "g1").transport) == (1 * POINT, False)
    assert rules(game, "german", move("g1", "0505")) == ["6.2.3"]
    game.play("german", setup("g1"))
    assert rules(game, "german", setup("g1")) == ["6.2.4"]
    assert [fact["transport"] for fact in told(game, "setup")] == [True, False, True]


@pytest.mark.rule("wb95", "6.2.4")
def test_the_set_up_changes_in_the_movement_phase_only() -> None:
    """Not in Strategic Movement, though the phase has movement in it."""
    game = field(unit("g1", "0502", **GUN), unit("s1", "0909"))
    go_to(game, STRATEGIC_A)
    assert rules(game, "german", setup("g1")) != []
    assert setup("g1") not in list(game.legal("german"))


@pytest.mark.rule("wb95", "6.2.4")
@pytest.mark.rule("wb95", "4.2.1")
def test_no_change_after_stopping_in_an_enemy_zone() -> None:
    """A unit that had to stop uses no points any more; one that began there may."""
    limbered = {"transport": True}
    game = field(unit("g1", "0503", at=limbered, **GUN), unit("s1", "0505"))
    game.play("german", move("g1", "0504"))
    assert rules(game, "german", setup("g1")) == ["4.2.1"]
    game = field(unit("g1", "0504", at=limbered, **GUN), unit("s1", "0505"))
    assert rules(game, "german", setup("g1")) == []


@pytest.mark.rule("wb95", "6.2.2")
def test_only_towed_artillery_has_two_set_ups() -> None:
    """Infantry has one, and so have self-propelled guns."""
    game = field(
        unit("g1", "0502"),
        unit("g2", "0502", "ART", "5,3", move="tracked"),
        unit("g3", "0502", **GUN),
        unit("s1", "0909"),
    )
    assert rules(game, "german", setup("g1")) == ["6.2.2"]
    assert rules(game, "german", setup("g2")) == ["6.2.2"]
    assert [a for a in game.legal("german") if a["do"] == "setup"] == [setup("g3")]
    assert rules(game, "german", move("g2", "0503")) == []


@pytest.mark.rule("wb95", "6.2.1")
@pytest.mark.rule("wb95", "1.3b")
def test_towed_artillery_moves_like_trucks() -> None:
    """2 MP a clear hex, 1/3 on a main route, no swamps; a gun on foot is refused as data."""
    board = sketch(4, 6, terrain={"0204": "swamp"}, links=["0203-0202 main"])
    game = field(unit("g1", "0203", at={"transport": True}, **GUN), board=board)
    costs = reach(game, "german", "g1")
    assert costs[game.board.hex("0103")] == 2 * POINT
    assert costs[game.board.hex("0202")] == 4
    assert rules(game, "german", move("g1", "0204")) == ["3.1.11"]
    with pytest.raises(ScenarioError, match="trucked"):
        field(unit("g1", "0203", move="foot", **GUN))


@pytest.mark.rule("wb95", "6.1.6")
@pytest.mark.rule("wb95", "1.2d")
def test_towed_artillery_has_one_level() -> None:
    """Two levels are refused as data for towed guns; self-propelled ones may have them."""
    with pytest.raises(ScenarioError, match="one CEL"):
        field(unit("g1", "0203", "ART", ["5,3", "3,2"]))
    game = field(
        unit("g1", "0203", "ART", ["5,3", "3,2"], move="tracked"), unit("g2", "0203", **GUN)
    )
    assert (at(game, "g1").cel, at(game, "g2").cel) == (2, 1)


@pytest.mark.rule("wb95", "6.5.5")
def test_guns_that_fired_a_barrage_stay() -> None:
    """In the Movement Phase right after it they neither move nor limber up."""
    fired = {"barraged": 1, "transport": True}
    game = field(unit("g1", "0502", at=fired, **GUN), unit("s1", "0909"))
    assert rules(game, "german", move("g1", "0503")) == ["6.5.5"]
    assert rules(game, "german", setup("g1")) == ["6.5.5"]


@pytest.mark.rule("wb95", "16.1.4")
def test_who_stands_next_to_guns_hears_that_they_change_but_not_which() -> None:
    """He knows types and levels there, not names; who is not next to them hears nothing."""
    game = field(
        unit("g1", "0502", **GUN),
        unit("g2", "0502"),
        unit("g3", "0302", **GUN),
        unit("g4", "0302"),
        unit("s1", "0503"),
        options={"masking": "on"},
    )
    game.play("german", setup("g1 g3"))
    mine, his, all_s = (
        [dict(e.facts) for e in game.events_for(who) if e.kind == "setup"]
        for who in ("german", "soviet", PUBLIC)
    )
    assert [fact["unit"] for fact in mine] == ["g1", "g3"]
    assert his == [{"hex": "0502", "transport": True, "type": "ART", "side": "german"}]
    assert all_s == []
    assert not [e for e in game.events_for("soviet") if "g1" in game.sentence(e)]


@pytest.mark.rule("wb95", "9.1.2")
def test_a_headquarters_has_ten_points_and_moves_like_trucks() -> None:
    """Five clear hexes of 2 MP each; other points are refused as data."""
    game = field(unit("ghq", "0501", "HQ"), unit("s1", "0909"))
    assert allowance(game, "ghq").total == 10
    assert rules(game, "german", move("ghq", "0502 0503 0504 0505 0506")) == []
    assert rules(game, "german", move("ghq", "0502 0503 0504 0505 0506 0507")) == ["3.1.5"]
    with pytest.raises(ScenarioError, match="10 MP"):
        field(unit("ghq", "0501", "HQ", mp=8))


@pytest.mark.rule("wb95", "9.1.3")
def test_a_headquarters_enters_bad_ground_for_five_points() -> None:
    """Swamps and mountains, closed to trucks, cost it 5 MP; a lake stays closed."""
    board = sketch(4, 6, terrain={"0202": "swamp", "0204": "mountain", "0103": "lake"})
    game = field(unit("ghq", "0203", "HQ"), unit("g1", "0203", "MOT"), board=board)
    here = game.board.hex("0203")
    for label in ("0202", "0204"):
        paid = step_cost(game, "ghq", here, game.board.hex(label))
        assert paid is not None
        assert paid.total == 5
        assert reach(game, "german", "ghq")[game.board.hex(label)] == 5 * POINT
        assert rules(game, "german", move("g1", label)) == ["3.1.11"]
    assert rules(game, "german", move("ghq", "0103")) == ["3.1.11"]
    game.play("german", move("ghq", "0202"))
    assert (where(game, "ghq"), budget(game, "ghq")) == ("0202", 5 * POINT)


@pytest.mark.rule("wb95", "15.2.1")
def test_a_resilience_group_never_moves() -> None:
    """It has no points, and printing some on it is refused as data."""
    game = field(unit("g1", "0502", "RG"), unit("s1", "0909"))
    assert rules(game, "german", move("g1", "0503")) == ["15.2.1"]
    assert rules(game, "german", {"do": "mark", "units": ["g1"]}) == ["15.2.1"]
    assert reach(game, "german", "g1") == {}
    with pytest.raises(ScenarioError, match="no MP"):
        field(unit("g1", "0502", "RG", mp=4))
