"""What the ground does to movement. [19.4.0]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.assault.terrain import terrains
from grognard.systems.goss.movement.allowance import ANY, GOOD, LEG, OFF, ROAD, allowance
from tests.systems.goss.field import at, position, rules, unit


@pytest.mark.rule("goss", "19.4.0", "19.4.1", "19.4.2", "19.4.3", "19.4.4", "19.4.5")
@pytest.mark.parametrize(
    ("ground", ROAD, GOOD, "off", "leg", "leg_good"),
    [
        ("Dry", 12, 12, 12, 6, 6), ("Wet", 10, 12, 10, 6, 6), ("Mud", 6, 12, 6, 3, 6),
        ("Freeze", 11, 11, 12, 6, 6), ("Snow", 11, 11, 8, 4, 6),
    ],
)  # fmt: skip
def test_what_the_ground_takes_off(
    ground: str, road: int, good: int, off: int, leg: int, leg_good: int
) -> None:
    game = position(unit("g1", (0, 0), "m4"), unit("g2", (2, 0)), weather=f"Clear {ground}")
    found = (
        allowance(game, "g1", ROAD, ANY).total, allowance(game, "g1", ROAD, GOOD).total,
        allowance(game, "g1", OFF, ANY).total, allowance(game, "g2", LEG, ANY).total,
        allowance(game, "g2", LEG, GOOD).total,
    )  # fmt: skip
    assert found == (road, good, off, leg, leg_good)


@pytest.mark.rule("goss", "19.4.1")
@pytest.mark.parametrize(("ground", "found"), [("Dry", []), ("Wet", ["7.10.0-path"])])
def test_on_dry_ground_road_movement_uses_clear_hexes(ground: str, found: list[str]) -> None:
    game = position(
        unit("g1", (0, 0), "m4"), unit("u1", (9, 0)), roads={"primary": [[(0, 0), (1, 0)]]},
        weather=f"Clear {ground}", segment="road-moves",
    )  # fmt: skip
    order = {"do": "move", "units": ["g1"], "path": [at(1, 0), at(2, 0)]}
    assert rules(game, "axis", order) == found


@pytest.mark.rule("goss", "19.4.4", "19.4.5")
@pytest.mark.parametrize("ground", ["Freeze", "Snow", "Wet"])
def test_frost_hardens_soft_ground(ground: str) -> None:
    game = position(
        terrain={(0, 0): "soft_ground", (1, 0): "marsh", (2, 0): "swamp"},
        weather=f"Clear {ground}",
    )
    found = [terrains(game, game.board.hex(at(q, 0))) for q in range(3)]
    hard = [("clear",), ("rough",), ("rough",)]
    assert (found == hard) is (ground != "Wet")


@pytest.mark.rule("goss", "19.4.0")
def test_a_unit_goes_by_the_ground_where_it_began() -> None:
    game = position(unit("g1", (0, 0), "m4"), unit("u1", (12, 0)), weather="Clear Mud")
    order = {"do": "move", "units": ["g1"], "path": [at(-q, 0) for q in (1, 2, 3)]}
    assert rules(game, "axis", order) == []
    assert rules(game, "axis", {**order, "path": [*order["path"], at(-4, 0)]}) == ["7.2.0"]
