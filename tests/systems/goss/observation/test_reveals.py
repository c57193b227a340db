"""What is told of enemy stacks, and what is not. [8.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.observation.reveals import Told, asked_of, overlooked, recon_told, scout
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.system import GOSS
from tests.systems.goss.field import at, now, position, rules, told, unit


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


@pytest.mark.rule("goss", "8.4.1")
@pytest.mark.parametrize(("ma", "told_at_once"), [("14", False), ("3", True)])
def test_recon_reports_when_it_can_go_no_further_or_when_the_step_ends(
    ma: str, told_at_once: bool
) -> None:
    game = position(
        unit("u1", (0, 0), "armrecon", ma=ma), unit("u2", (-3, 0)), unit("g1", (2, 0)),
        side="allied",
    )  # fmt: skip
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(1, 0)]})
    assert bool(told(game, "scouted")) is told_at_once
    game.play("allied", {"do": "end"})
    assert len(told(game, "scouted")) == 1, "once"
    silent = position(
        unit("u1", (0, 0), "armrecon", mode="PA"), unit("g1", (2, 0)), side="allied",
        segment="pa-moves",
    )  # fmt: skip
    silent.play("allied", {"do": "move", "units": ["u1"], "path": [at(1, 0)]})
    assert len(told(silent, "scouted")) == 1


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


@pytest.mark.rule("goss", "8.4.0")
def test_the_owner_says_who_lies_on_top() -> None:
    def stack(fog: str = "on") -> Any:
        return position(
            unit("u1", (0, 0), order=1), unit("u2", (0, 0), "m4", order=2),
            unit("uh", (0, 0), "hq:div", formation="1"), unit("u3", (0, 0), inside=True),
            unit("u4", (3, 0)), unit("g1", (5, 0)), side="allied", works={(0, 0): "IP"},
            options={"fog-of-war": fog},
        )  # fmt: skip

    def lay(name: str) -> dict[str, str]:
        return {"do": "arrange", "unit": name}

    game = stack()
    shown = {n for n in ("u1", "u2", "u3", "uh") if n in game.view("axis")["units"]}
    assert shown == {"u2"}
    assert [rules(game, "allied", lay(n)) for n in ("u2", "uh", "u3", "u4")] == [["8.4.0"]] * 4
    assert lay("u1") in [*game.legal("allied")]
    game.play("allied", lay("u1"))
    shown = {n for n in ("u1", "u2", "u3", "uh") if n in game.view("axis")["units"]}
    assert shown == {"u1"}
    assert rules(stack("off"), "allied", lay("u1")) == ["8.4.0"]


@pytest.mark.rule("goss", "8.4.0")
def test_nobody_waits_for_a_stack_to_be_rearranged() -> None:
    game = position(
        unit("u1", (0, 0), mode="PA"), unit("u2", (0, 0), mode="PA"), unit("g1", (5, 0)),
        side="allied", segment="road-moves",
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert game.segment.kind == "pa-moves"
