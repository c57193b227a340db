"""Experience of raw and green regiments. [4.5.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.pieces.training import trained, training
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import rig, told, unit

FULL = {"choose": "full"}
"""Who falls back takes no check."""
LEADER = {"id": "l1", "side": "allied", "name": "Lauer", "hq": "uD", "number": 6}


def green(*more: Any, training: str = "green", **spec: Any) -> Gs:
    """A green division with two regiments of two battalions, each beside an enemy."""
    div = {"formation": "99", "corps": "C", "training": training}
    return field(
        unit("uD", (8, 0), "hq:div", **div),
        unit("u1", (1, 0), **div, regiment="393", mode="PA"),
        unit("u2", (1, 0), **div, regiment="393", mode="PA"),
        unit("u3", (-1, 4), **div, regiment="394", mode="PA"),
        unit("u4", (-1, 4), **div, regiment="394", mode="PA"),
        unit("u5", (6, 6), **div, regiment="395"),
        unit("g1", (0, 0)), unit("g2", (-2, 4)), *more, **{"side": "allied", **spec},
    )  # fmt: skip


@pytest.mark.rule("goss", "4.5.1")
@pytest.mark.parametrize(
    ("results", "roll", "leaders", "level"),
    [
        (("-", "1"), 4, [], ""),
        (("-", "1"), 3, [], "green"),
        (("-", "1"), 3, [LEADER], ""),
        (("1", "1"), 9, [], "green"),
        (("1(1)", "3"), 9, [], ""),
    ],
)
def test_a_regiment_learns_from_an_assault_that_hurts_the_enemy_more(
    results: tuple[str, str], roll: int, leaders: list[Any], level: str
) -> None:
    game = green(leaders=leaders)
    fight = clash(game, ["u1", "u2"])
    rig(game, *([roll] if level == "" or roll == 3 else []))
    fight.settle(*results, declare=FULL)
    facts = told(game, "experience")
    if results == ("1", "1"):
        assert facts == []
    assert trained(game, "u1") == level
    assert trained(game, "u3") == "green"


@pytest.mark.rule("goss", "4.5.1")
def test_one_battalion_alone_teaches_nobody() -> None:
    game = green()
    clash(game, ["u1"]).settle("-", "1", declare=FULL)
    assert told(game, "experience") == []


@pytest.mark.rule("goss", "4.5.1")
def test_veterans_learn_nothing_more() -> None:
    game = green(training="")
    clash(game, ["u1", "u2"]).settle("-", "1", declare=FULL)
    assert told(game, "experience") == []


@pytest.mark.rule("goss", "4.5.1")
def test_two_regiments_that_have_risen_raise_their_formation() -> None:
    game = green(training="raw", headquarters={"uD": {"regiments": [("394", 1)], "trained": 1}})
    assert [trained(game, n) for n in ("u1", "u3", "u5", "uD")] == ["raw", "green", "raw", "raw"]
    fight = clash(game, ["u1", "u2"])
    rig(game, 9)
    fight.settle("-", "1", declare=FULL)
    assert [trained(game, n) for n in ("u1", "u3", "u5", "uD")] == ["green"] * 4
    assert headquarters(game, "uD").level == 1


@pytest.mark.reading("goss", "goss-04-08")
@pytest.mark.rule("goss", "4.5.1")
def test_one_regiment_of_a_division_learns_in_a_day() -> None:
    game = green(leaders=[LEADER])
    fight = clash(game, ["u1", "u2"])
    rig(game, 3)
    fight.settle("1(1)", "3", declare=FULL)
    assert trained(game, "u1") == "", "2 hits are less than 3; 3 + 1 is more than 3"
    clash(game, ["u3", "u4"], (-2, 4)).settle("1(1)", "3", declare=FULL)
    assert len(told(game, "experience")) == 1, "no second check today"
    assert (trained(game, "u3"), trained(game, "uD")) == ("green", "green")


@pytest.mark.rule("goss", "4.5.0-raw", "4.5.0-green", "4.5.0-cmd-b", "4.5.0")
def test_who_is_attached_to_green_troops_fights_as_they_do() -> None:
    div = {"formation": "99", "training": "raw"}
    game = field(
        unit("uD", (8, 0), "hq:div", **div), unit("u1", (1, 0), formation="2", attached="uD"),
        unit("u2", (2, 0), **div, attached="uX"), unit("uX", (9, 0), "hq:div", formation="2"),
        unit("u3", (3, 0), training="raw", traits="asset"), side="allied",
    )  # fmt: skip
    assert [training(game, n) for n in ("u1", "u2", "u3")] == ["raw", "raw", ""]
