"""What supply, support and their lack do elsewhere. [15.2.4] [15.4.0] [15.4.3] [15.6.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.armor import factors
from grognard.systems.goss.logistics.support import counts
from grognard.systems.goss.units import Unit
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as ground
from tests.systems.goss.field import position, rig, rules, told, unit
from tests.systems.goss.firing import US, barrage, field, gun, settle


@pytest.mark.rule("goss", "15.0")
def test_without_a_marker_a_unit_is_supplied_and_has_fuel() -> None:
    assert (Unit("map", 0, 1).supply, Unit("map", 0, 1).isolated) == ("GenS", False)


@pytest.mark.rule("goss", "15.2.4(c)", "13.7.3(h)", "13.7.4(c)")
def test_stretched_supply_costs_a_shift_in_attack_and_in_defence() -> None:
    def shifts(mine: bool, theirs: bool) -> tuple[int, int]:
        game = ground(
            unit("g1", (0, 1), ta=True, extended=mine), unit("u1", (0, 0), extended=theirs)
        )
        found = clash(game, ["g1"])
        return found.right.get("13.7.3(h)", 0), found.left.get("13.7.4(c)", 0)

    assert shifts(False, False) == (0, 0)
    assert shifts(True, False) == (0, 1)
    assert shifts(False, True) == (1, 0)


def battery(**facts: Any) -> Any:
    return field(
        gun("u3", **facts.pop("gun", {})), unit("u1", (0, 0), **US), unit("g1", (1, 0)), **facts
    )


@pytest.mark.rule("goss", "15.2.4(d)", "15.4.3(b)", "11.4.1g")
def test_who_does_not_fire_intensively() -> None:
    order = barrage((1, 0), "u1", {"u3": 8}, intensive=1)
    assert rules(battery(), "allied", order) == []
    assert "11.4.1g" in rules(battery(gun={"extended": True}), "allied", order)
    unsupported = battery(headquarters={"uhq": {"supported": False}})
    assert "11.4.1g" in rules(unsupported, "allied", order)


@pytest.mark.rule("goss", "15.2.4(d)", "15.2.4(e)", "16.3.7b", "11.8.0")
def test_stretched_supply_adds_two_to_depletion_and_replenishment() -> None:
    def drm(extended: bool) -> int:
        game = battery(gun={"extended": extended})
        game.play("allied", barrage((1, 0), "u1", {"u3": 8}))
        settle(game)
        return int(told(game, "depletion")[-1]["drm"]["total"])

    assert drm(True) - drm(False) == 2

    def passed(extended: bool) -> bool:
        game = battery(gun={"extended": extended, "depleted": True}, segment="ammo-rolls")
        rig(game, 5)
        game.play("allied", {"do": "roll-ammunition", "unit": "u3"})
        return bool(told(game, "ammunition-roll")[-1]["passed"])

    assert (passed(False), passed(True)) == (True, False), "the ADV is five"


@pytest.mark.rule("goss", "15.4.0-2")
def test_which_headquarters_count_as_supported() -> None:
    game = position(
        unit("ga", (0, 0), "hq:div", formation="1"),
        unit("gb", (0, 1), "hq:div", formation="2", mode="MR"),
        unit("gc", (0, 2), "hq:div", formation="3", mode="Strat"),
        unit("gd", (0, 3), "hq:div", formation="4", supply="OhS"),
        unit("ge", (0, 4), "hq:div", formation="5", supply="OoS"),
        unit("gf", (0, 5), "hq:div", formation="6"),
        headquarters={"gf": {"reserve": 0}},
    )  # fmt: skip
    assert [hq for hq in ("ga", "gb", "gc", "gd", "ge", "gf") if counts(game, hq)] == ["ga"]


@pytest.mark.rule("goss", "15.4.3(e)", "13.7.3(f)")
@pytest.mark.parametrize(("supported", "shifts"), [(True, 0), (False, 1)])
def test_unsupported_defenders_give_a_shift(supported: bool, shifts: int) -> None:
    game = field(
        unit("u1", (0, 0), **US), unit("g1", (0, 1), ta=True), side="axis", segment="assaults",
        headquarters={"uhq": {"supported": supported}},
    )  # fmt: skip
    assert clash(game, ["g1"]).right.get("13.7.3(f)", 0) == shifts


@pytest.mark.rule("goss", "15.6.0-2")
@pytest.mark.parametrize("supply", ["GenS", "OoS"])
def test_armor_does_not_mind_being_out_of_supply(supply: str) -> None:
    game = ground(unit("g1", (0, 1), "m4", ta=True), unit("u1", (0, 0), "m4", supply=supply))
    found = clash(game, ["g1"])
    assert factors(game, found.assault, found.assault.defence)["u1"].arm == 3
