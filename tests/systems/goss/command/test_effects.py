"""What it costs to be out of command, effect by effect. [9.8.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.movement.allowance import allowance
from grognard.systems.goss.night.activation import against_unit
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, position, rules, unit

ONE, TWO = {"formation": "1", "corps": "C"}, {"formation": "2", "corps": "C"}


def fire(spotter: str, *guns: str) -> dict[str, Any]:
    return {"do": "barrage", "hex": at(0, 0), "guns": dict.fromkeys(guns, 3), "spotter": spotter}


def guns(**ooc: bool) -> Gs:
    """Two divisions of one corps with a gun each, and an enemy beside their spotters."""
    return position(
        unit("uC", (9, 0), "hq:corps", corps="C"), unit("uD", (7, 0), "hq:div", **ONE),
        unit("uE", (7, 1), "hq:div", **TWO), unit("g1", (0, 0)),
        unit("u1", (1, 0), **ONE, ooc=ooc.get("u1", False)),
        unit("u3", (3, 0), "art", **ONE, battery=True, ooc=ooc.get("u3", False)),
        unit("u4", (3, 1), "art", **TWO, battery=True, ooc=ooc.get("u4", False)),
        side="allied", segment="offensive-fire", headquarters={"uC": {"adv": 3}},
    )  # fmt: skip


@pytest.mark.rule("goss", "9.8.0")
def test_who_is_out_of_command_spots_and_fires_within_its_formation_alone() -> None:
    assert rules(guns(), "allied", fire("u1", "u3", "u4")) == []
    lost = guns(u1=True)
    assert rules(lost, "allied", fire("u1", "u3")) == []
    assert rules(lost, "allied", fire("u1", "u3", "u4")) == ["9.8.0"]
    stray = guns(u4=True)
    assert rules(stray, "allied", fire("u1", "u3", "u4")) == ["9.8.0"]
    assert rules(guns(u3=True), "allied", fire("u1", "u3")) == []


@pytest.mark.rule("goss", "9.8.0")
@pytest.mark.parametrize(("kind", "mode"), [("inf", "PA"), ("m4", "Strat")])
def test_who_is_out_of_command_enters_no_such_mode(kind: str, mode: str) -> None:
    def refused(ooc: bool) -> list[str]:
        game = position(
            unit("u1", (1, 0), kind, ooc=ooc), *([unit("g1", (0, 0))] if mode == "PA" else []),
            side="allied", segment="modes", roads={"primary": [[(1, 0), (2, 0)]]},
        )  # fmt: skip
        return rules(game, "allied", {"do": "mode", "units": ["u1"], "mode": mode})

    assert (refused(False), refused(True)) == ([], ["9.8.0"])


@pytest.mark.rule("goss", "9.8.0")
def test_a_formation_does_not_exploit_with_units_out_of_command() -> None:
    def refused(ooc: bool) -> list[str]:
        game = position(
            unit("ghq", (0, 0), "hq:div", formation="1", traits="mech formation"),
            unit("g1", (0, 1), "pz4", formation="1", ooc=ooc), segment="modes",
        )  # fmt: skip
        return rules(game, "axis", {"do": "exploit", "hq": "ghq"})

    assert (refused(False), refused(True)) == ([], ["9.8.0"])


@pytest.mark.rule("goss", "9.8.0")
def test_half_the_movement_allowance_is_left() -> None:
    game = position(unit("u1", (1, 0), ooc=True), unit("u2", (2, 0), "m4", ooc=True))
    assert (allowance(game, "u1", "leg").total, allowance(game, "u2", "off").total) == (3, 6)


@pytest.mark.rule("goss", "9.8.0")
def test_nobody_out_of_command_acts_in_an_extended_night() -> None:
    game = position(
        unit("u1", (1, 0), ooc=True), unit("u2", (2, 0)), side="allied", ena="allied",
        segment="moves",
    )  # fmt: skip
    assert [why.rule for why in against_unit(game, "u1")] == ["3.4.2"]
    assert against_unit(game, "u2") == []
