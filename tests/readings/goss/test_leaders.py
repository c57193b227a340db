"""Second readers' cases of chapter 23: leaders."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.leaders.benefits import movement_bonus
from grognard.systems.goss.pieces.checks import passes
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, rig, rules, unit
from tests.systems.goss.leaders.test_leaders import DIV, LED, led, put, who


@pytest.mark.reading("goss", "goss-23-02")
@pytest.mark.rule("goss", "23.2.1a", "23.2.0")
def test_who_gets_a_movement_point() -> None:
    game = led(unit("u1", (0, 0), **DIV), unit("u2", (11, 0), **DIV, supply="OhS"))
    assert (movement_bonus(game, "u1"), movement_bonus(game, "u2")) == (1, 0)
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(0, 1)]})
    ride = {"do": "move-leader", "leader": "l1", "path": [at(-5, 0)]}
    assert rules(game, "allied", ride) == ["23.2.0"]
    away = led(unit("u1", (0, 0), **DIV), unit("u3", (1, 0), **DIV), unit("u4", (2, 0), **DIV))
    put(away, hex=(0, 0))
    assert [movement_bonus(away, n) for n in ("u1", "u3", "u4")] == [1, 1, 0]


@pytest.mark.reading("goss", "goss-23-05")
@pytest.mark.rule("goss", "23.2.1e", "23.2.2", "23.2.1", "4.4.1")
def test_two_leaders_give_one_point_to_checks() -> None:
    corps = {**LED, "id": "l2", "hq": "uC", "level": "corps"}

    def held(roll: int) -> bool:
        game = led(unit("u1", (0, 0), pr="5/5", **DIV), leaders=[LED, corps], side="axis")
        put(put(game, hex=(0, 0)), "l2", hex=(0, 0))
        rig(game, roll)
        return passes(game, "u1", "13.10.4a")

    assert (held(5), held(6)) == (True, False)
    game = led(
        unit("u1", (0, 0), pr="6/6", **DIV), unit("g1", (1, 0), ta=True), leaders=[corps],
        segment="assaults", side="axis",
    )  # fmt: skip
    put(game, "l2", hex=(0, 0))
    found = clash(game, ["g1"], (0, 0))
    assert "13.7.4(g)" not in found.left
    assert found.drm["13.8.1"] == -5, "the lead unit is rated one higher"
    assert movement_bonus(game, "u1") == 0


@pytest.mark.reading("goss", "goss-23-06")
@pytest.mark.rule("goss", "23.3.0", "26.0-die-roll")
def test_the_fate_of_a_leader() -> None:
    def fate(*dice: int, result: str) -> Any:
        game = led(
            unit("u1", (0, 0), **DIV, ta=True), unit("u2", (0, 0), **DIV, ta=True),
            unit("g1", (1, 0)), segment="assaults",
        )  # fmt: skip
        put(game, hex=(0, 0))
        fight = clash(game, ["u1", "u2"], (1, 0))
        rig(game, *dice)
        fight.settle(result, "-", declare={"choose": "full"})
        return who(game)

    assert fate(0, 5, result="(1)").place == "eliminated"
    assert fate(0, 6, result="(1)").place == "map"
    assert fate(result="1").place == "map"
    game = led(
        unit("u1", (0, 3), **DIV), unit("g1", (1, 0)), unit("g2", (0, 1)),
        water={"great": [((0, 2), (0, 3))]}, side="axis",
    )  # fmt: skip
    put(game, hex=(0, 0))
    rig(game, 1, 2)
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(0, 0)]})
    assert who(game).hex == now(game, "u1").hex
