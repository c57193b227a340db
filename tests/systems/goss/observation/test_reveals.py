"""What is told of enemy stacks, and what is not. [8.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.observation.reveals import Told, asked_of, overlooked, recon_told, scout
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.system import GOSS
from tests.systems.goss.field import at, now, position, told, unit


@pytest.mark.rule("goss", "8.4.1")
def test_what_recon_learns_depends_on_the_works() -> None:
    stack = [unit("g1", (1, 0), "pz4"), unit("g2", (1, 0), "inf")]
    game = position(unit("u1", (0, 0), "armrecon"), *stack)
    h = now(game, "g1").hex
    assert recon_told(game, h) == Told(h, True, 4)
    dug = position(
        unit("u1", (0, 0), "armrecon"), unit("g2", (1, 0), inside=True, order=1),
        unit("g3", (1, 0), "eng", inside=True, order=2), works={(1, 0): "ET-2"},
    )  # fmt: skip
    assert recon_told(dug, h) == Told(h, False, top="g3")
    dug.put(HEXES, h, HexStatus(side="axis", fort=2))
    assert recon_told(dug, h) == Told(h, False)
    area = position(unit("u1", (0, 0), "armrecon"), *stack, terrain={(1, 0): "Axis-Ft"})
    assert recon_told(area, h).steps == -1
    assert recon_told(area, h).top


@pytest.mark.rule("goss", "8.4.1")
def test_only_recon_scouts_and_only_its_side_is_told() -> None:
    game = position(
        unit("u1", (0, 0), "armrecon"), unit("u2", (0, 1), "inf"), unit("g1", (1, 0), "inf")
    )
    scout(game, "u2")
    assert not told(game, "scouted")
    scout(game, "u1")
    event = next(e for e in game.events if e.kind == "scouted")
    mine, his = event.told("allied"), event.told("axis")
    assert mine is not None
    assert mine.facts["steps"] == 3
    assert his is not None
    assert "steps" not in his.facts


@pytest.mark.rule("goss", "8.4.2")
def test_vantage_points_know_what_stands_in_the_open() -> None:
    game = position(
        unit("u1", (0, 0)), unit("g1", (3, 0), "pz4"), unit("g2", (0, 2)),
        unit("g3", (-4, 0)), terrain={(0, 0): "VP", (0, 2): "village"},
    )  # fmt: skip
    assert overlooked(game, "allied") == [Told(now(game, "g1").hex, True, 1)]
    assert overlooked(game, "axis") == []
    shown = GOSS.view(game, "allied")["overlooked"]
    assert shown == {at(3, 0): {"armor": True, "steps": 1, "top": ""}}
    assert GOSS.view(game, "axis")["overlooked"] == {}


def named(vantage: str = "clear", side: str = "allied", **marks: Any) -> list[str]:
    """The hexes of which armor must be told of once the US battalion at (0, 0) is named."""
    game = position(
        unit("u1", (0, 0), **({"mode": "PA"} if side == "allied" else {})),
        unit("g1", (1, 0), "pz4", **marks), unit("g2", (0, 1), "stug", **marks),
        unit("g3", (-1, 1), "pz5", **marks),
        terrain={(0, 0): vantage, (0, 1): "village", (-1, 1): "woods"},
        segment="offensive-fire", side=side,
    )  # fmt: skip
    return [game.board.label(h) for h in asked_of(game, "u1")]


@pytest.mark.rule("goss", "8.4.3")
@pytest.mark.reading("goss", "goss-08-13")
def test_armor_is_told_before_the_target_is_named() -> None:
    assert sorted(named()) == [at(1, 0)]
    assert sorted(named("VP")) == sorted([at(1, 0), at(0, 1)])


@pytest.mark.rule("goss", "8.4.3")
def test_in_defence_it_is_told_of_attackers_next_door() -> None:
    assert sorted(named(side="axis", mode="PA")) == sorted([at(1, 0), at(0, 1)])
    assert named(side="axis") == [at(1, 0)]
