"""Strategic movement. [12.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.wb95.movement.movement import allowance
from grognard.systems.wb95.movement.reach import reach
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS, BridgeWork
from grognard.systems.wb95.units import UNITS
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import (
    ATTACK_A,
    MOVE_A,
    STRATEGIC_A,
    at,
    field,
    rules,
    told,
    unit,
    where,
)

FAR = unit("s1", "0909")


def move(names: str, path: str) -> dict[str, Any]:
    """A move, units and hexes divided by blanks."""
    return {"do": "move", "units": names.split(), "path": path.split()}


def mark(names: str) -> dict[str, Any]:
    """Marking for strategic movement."""
    return {"do": "mark", "units": names.split()}


def marked(*units: dict[str, Any], **spec: Any) -> Wb:
    """A game in which g1 has been marked and the Strategic Movement Phase has come."""
    game = field(*units, **spec)
    game.play("german", mark("g1"))
    go_to(game, STRATEGIC_A)
    return game


@pytest.mark.rule("wb95", "12.1.1")
@pytest.mark.rule("wb95", "12.1.4")
def test_marked_units_move_after_the_fighting() -> None:
    """g1 is marked in phase 3 and moves in phase 5; g2 was not, and stays."""
    game = marked(unit("g1", "0502"), unit("g2", "0502"), FAR)
    assert rules(game, "german", move("g2", "0503")) == ["12.1.4"]
    assert next(a["units"] for a in game.legal("german") if a["do"] == "move") == ["g1"]
    game.play("german", move("g1", "0503"))
    assert where(game, "g1") == "0503"
    assert told(game, "mark")[0]["units"] == ["g1"]


@pytest.mark.rule("wb95", "12.1.1")
def test_without_the_chapter_there_is_none() -> None:
    """Nobody is marked and nobody moves then."""
    game = field(unit("g1", "0502"), FAR, options={"strategic-movement": "off"})
    assert rules(game, "german", mark("g1")) == ["12.1.1"]
    assert [a for a in game.legal("german") if a["do"] == "mark"] == []
    game = field(
        unit("g1", "0502", at={"marked": 2}),
        FAR,
        phase=STRATEGIC_A,
        options={"strategic-movement": "off"},
    )
    assert rules(game, "german", move("g1", "0503")) == ["12.1.1"]


@pytest.mark.rule("wb95", "12.1.2")
@pytest.mark.rule("wb95", "2.2.P3")
def test_who_was_active_is_not_marked_and_who_is_marked_does_not_move() -> None:
    """Marking is instead of moving, both ways round."""
    game = field(unit("g1", "0502"), unit("g2", "0502"), unit("g3", "0502", "ART", "5,3"), FAR)
    game.play("german", move("g1", "0503"))
    assert rules(game, "german", mark("g1")) == ["12.1.2"]
    game.play("german", {"do": "setup", "units": ["g3"]})
    assert rules(game, "german", mark("g3")) == ["12.1.2"]
    game.play("german", mark("g2"))
    assert rules(game, "german", mark("g2")) == ["12.1.4"]
    assert rules(game, "german", move("g2", "0503")) == ["2.2.P3"]
    assert reach(game, "german", "g2") == {}


@pytest.mark.rule("wb95", "12.1.2")
@pytest.mark.parametrize("deed", ["fought", "fired"])
def test_who_fought_makes_no_strategic_movement(deed: str) -> None:
    """Attacking or firing in the own Combat Phase forfeits it; the enemy's does not matter."""
    game = field(unit("g1", "0502"), FAR)
    game.play("german", mark("g1"))
    go_to(game, ATTACK_A)
    game.put(UNITS, "g1", replace(at(game, "g1"), **{deed: game.serial}))
    go_to(game, STRATEGIC_A)
    assert rules(game, "german", move("g1", "0503")) == ["12.1.2"]
    game.put(UNITS, "g1", replace(at(game, "g1"), **{deed: game.serial - 7}))
    assert rules(game, "german", move("g1", "0503")) == []


@pytest.mark.rule("wb95", "12.1.3")
def test_the_rules_of_movement_apply() -> None:
    """Paths hold together, points limit them, and stacks hold 8 CELs at the end."""
    crowd = [unit(f"gs{i}", "0503") for i in range(4)]
    game = marked(unit("g1", "0502"), *crowd, FAR)
    assert rules(game, "german", move("g1", "0504")) == ["3.1.4"]
    assert rules(game, "german", move("g1", "0501 0401 0302")) == ["3.1.5"]
    assert rules(game, "german", move("g1", "0503")) == ["3.2.1"]
    game.play("german", move("g1", "0503 0504"))
    assert where(game, "g1") == "0504"


@pytest.mark.rule("wb95", "12.1.4")
def test_a_mark_serves_one_turn() -> None:
    """A marker of an earlier turn means nothing."""
    game = field(unit("g1", "0502", at={"marked": 2}), FAR, turns=3, turn=2, phase=MOVE_A)
    go_to(game, STRATEGIC_A, turn=2)
    assert rules(game, "german", move("g1", "0503")) == ["12.1.4"]


@pytest.mark.rule("wb95", "12.2.1")
def test_not_out_of_an_enemy_zone() -> None:
    """A fortified unit may stay beside the enemy and be marked, but then it stays there."""
    game = marked(unit("g1", "0504"), unit("s1", "0505"), FAR_TOO, fortified=["0504"])
    assert rules(game, "german", move("g1", "0503")) == ["12.2.1"]
    assert reach(game, "german", "g1") == {}


FAR_TOO = unit("s2", "0909")


@pytest.mark.rule("wb95", "12.2.2")
def test_not_into_an_enemy_zone() -> None:
    """0504 is next to the enemy in 0505: closed, also as the last hex."""
    game = marked(unit("g1", "0502", mp=6), unit("s1", "0505"))
    assert rules(game, "german", move("g1", "0503")) == []
    assert rules(game, "german", move("g1", "0503 0504")) == ["12.2.2"]
    assert game.board.hex("0504") not in reach(game, "german", "g1")
    assert all(game.why("german", a) == [] for a in game.legal("german") if a["do"] == "move")


@pytest.mark.rule("wb95", "12.2.3")
def test_two_points_fewer() -> None:
    """Infantry of 4 MP goes two clear hexes; the reason is told."""
    game = marked(unit("g1", "0502"), FAR)
    points = allowance(game, "g1")
    assert (points.total, points.parts[-1].value, points.parts[-1].rule) == (2, -2, "12.2.3")
    assert rules(game, "german", move("g1", "0503 0504")) == []
    assert rules(game, "german", move("g1", "0503 0504 0505")) == ["3.1.5"]


@pytest.mark.rule("wb95", "12.2.3")
def test_no_unit_has_less_than_nothing() -> None:
    """Halved out of supply first, then 2 fewer: infantry of 2 MP has none left."""
    game = field(unit("g1", "0502", mp=2, at={"marked": 2, "oos": 1}), FAR, phase=STRATEGIC_A)
    assert allowance(game, "g1").total == 0
    assert rules(game, "german", move("g1", "0503")) == ["3.1.5"]


@pytest.mark.rule("wb95", "3.1.5")
def test_who_has_no_points_is_told_what_took_them() -> None:
    """Infantry of 4 MP out of supply has 2, and none in strategic movement."""
    spent = unit("g1", "0502", at={"marked": 2, "oos": 1})
    game = field(spent, FAR, phase=STRATEGIC_A)
    told_why = game.why("german", move("g1", "0503"))
    assert [(r.rule, r.text) for r in told_why] == [
        (
            "3.1.5",
            "g1 has no MP in this phase: 4 printed; 2 less: out of supply [10.2.2]; "
            "2 less: strategic movement [12.2.3]",
        )
    ]


@pytest.mark.rule("wb95", "14.3.4")
def test_a_headquarters_at_work_on_a_bridge_stays_then_too() -> None:
    """Being marked does not free it from its work."""
    game = field(unit("g1", "0502", "HQ", at={"marked": 2}), FAR, phase=STRATEGIC_A)
    assert rules(game, "german", move("g1", "0503")) == []
    near, far = game.board.hex("0502"), game.board.hex("0503")
    game.put(WORKS, "g1", BridgeWork(near, far, declared=0))
    assert rules(game, "german", move("g1", "0503")) == ["14.3.4"]
