"""What a move tells whom, what it reveals, and what happens on the way. [16.1.1] [8.2.16]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.refusal import Refused
from grognard.systems.wb95.status import MISSIONS, Mission
from tests.systems.wb95.field import MOVE_B, at, field, rig, told, unit, where

MASKED = {"masking": "on"}


def move(names: str, path: str) -> dict[str, Any]:
    """A move, units and hexes divided by blanks."""
    return {"do": "move", "units": names.split(), "path": path.split()}


@pytest.mark.rule("wb95", "16.1.1")
def test_the_enemy_sees_the_top_counter_of_a_moving_stack() -> None:
    """Of two units that move together only the one that comes to lie on top is named."""
    game = field(unit("g1", "0502"), unit("g2", "0502"), unit("s1", "0909"), options=MASKED)
    game.play("german", move("g2 g1", "0503 0504"))
    mine = next(e for e in game.events_for("german") if e.kind == "move")
    his = next(e for e in game.events_for("soviet") if e.kind == "move")
    assert mine.facts["units"] == ["g2", "g1"]
    assert "cost" in mine.facts
    assert his.facts["units"] == ["g2", "g1"]  # g2 lay on top before, g1 does now
    game.play("german", move("g2", "0505"))
    assert [e.facts["units"] for e in game.events_for("soviet") if e.kind == "move"][1] == ["g2"]
    assert "cost" not in his.facts


@pytest.mark.rule("wb95", "16.1.1")
def test_what_was_and_stays_covered_is_not_named() -> None:
    """g1 lies under g2 and moves under a mask: the other side sees that something moves."""
    game = field(
        unit("g1", "0502"),
        unit("g2", "0502"),
        unit("g3", "0503"),
        unit("s1", "0909"),
        masked=["0503"],
        options=MASKED,
    )
    game.play("german", move("g1", "0503"))
    his = next(e for e in game.events_for("soviet") if e.kind == "move")
    assert his.facts == {"units": [], "from": "0502", "path": ["0503"]}
    assert "g1" not in game.sentence(his)


def test_without_masking_everything_is_told() -> None:
    """Units, way and cost, to both."""
    game = field(unit("g1", "0502"), unit("s1", "0909"))
    game.play("german", move("g1", "0503 0504"))
    his = next(e for e in game.events_for("soviet") if e.kind == "move")
    assert his.facts["units"] == ["g1"]
    assert his.facts["cost"]["g1"]["total"] == 2


def test_a_move_next_to_a_closed_stack_is_not_taken_back() -> None:
    """It told what is there; a move out of sight may be taken back."""
    game = field(unit("g1", "0501"), unit("s1", "0505"), options=MASKED)
    before = game.state.fingerprint()
    game.play("german", move("g1", "0502 0503"))
    game.undo("german")
    assert game.state.fingerprint() == before
    game.play("german", move("g1", "0502 0503 0504"))
    with pytest.raises(Refused, match="revealed"):
        game.undo("german")


@pytest.mark.rule("wb95", "5.6.5")
def test_moving_restarts_recovery() -> None:
    """A disorganised unit that moves begins its rest anew."""
    game = field(unit("g1", "0502", at={"disorganised": 0}), unit("s1", "0909"))
    game.play("german", move("g1", "0503"))
    assert at(game, "g1").disorganised == game.serial


RIVER = sketch(9, 9, sides=["0505-0506 big_river", "0605-0606 big_river bridge"])


def crossing(label: str, attacks: int) -> Any:
    """A Soviet unit about to cross a big river, with German aircraft over the far bank."""
    game = field(unit("g1", "0101"), unit("s1", label, mp=9), board=RIVER, phase=MOVE_B)
    far = game.board.hex("0506" if label == "0505" else "0606")
    mission = Mission("german", "crossing", 2, (far,), (), until=99, attacks=((far, attacks),))
    game.put(MISSIONS, "one", mission)
    return game


@pytest.mark.rule("wb95", "8.2.16")
def test_crossing_a_big_river_under_attack() -> None:
    """A 6 costs a level and the move goes on; two of them the unit."""
    game = crossing("0505", 2)
    rig(game, 6, 1)
    game.play("soviet", move("s1", "0506 0507"))
    assert (at(game, "s1").cel, where(game, "s1")) == (1, "0507")
    game = crossing("0505", 2)
    rig(game, 6, 6)
    game.play("soviet", move("s1", "0506 0507"))
    assert where(game, "s1") == "eliminated"


@pytest.mark.rule("wb95", "8.2.21")
def test_crossing_by_a_bridge_is_safe() -> None:
    """No die is rolled."""
    game = crossing("0605", 2)
    rig(game, 6, 6)
    game.play("soviet", move("s1", "0606"))
    assert (at(game, "s1").cel, where(game, "s1")) == (2, "0606")


def test_a_unit_weakened_on_the_way_stops_when_its_points_are_gone() -> None:
    """Reduced from 9 to 3 MP by the crossing it has nothing left for the next hex."""
    row = unit("s1", "0505")
    row["row"]["cels"] = "4:9/2:3"
    game = field(unit("g1", "0101"), row, board=RIVER, phase=MOVE_B)
    far = game.board.hex("0506")
    mission = Mission("german", "crossing", 1, (far,), (), until=99, attacks=((far, 1),))
    game.put(MISSIONS, "one", mission)
    rig(game, 6)
    game.play("soviet", move("s1", "0506 0507"))
    assert where(game, "s1") == "0506"
    assert told(game, "stop")[0]["hex"] == "0506"
