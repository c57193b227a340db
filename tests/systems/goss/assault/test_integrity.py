"""Regimental integrity: which units count for which regiment. [13.8.3b]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import assault as assault_
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import now, rules, unit

PA: dict[str, Any] = {"mode": "PA"}
BRIGADE = {"formation": "7", "regiment": "7"}


def bonus(*units: Any, **more: Any) -> int:
    """What integrity gives attackers from two hexes."""
    letter = units[0]["row"]["id"][0]
    foe, side = ("u1", "axis") if letter == "g" else ("g1", "allied")
    game = field(*units, unit(foe, (0, 0)), side=side, **more)
    return clash(game, [one["row"]["id"] for one in units]).drm["13.8.3"] // 5


def members(letter: str, *kinds: str, **more: Any) -> list[Any]:
    hexes = [(0, 1), (0, 1), (1, 0), (1, 0), (-1, 1)]
    facts = {**BRIGADE, **more}
    return [unit(f"{letter}{n}x", hexes[n], kind, **PA, **facts) for n, kind in enumerate(kinds)]


@pytest.mark.rule("goss", "13.8.3b", "13.8.3")
@pytest.mark.parametrize(
    ("units", "given"),
    [
        (members("b", "m4", "m4", "inf"), 3),
        (members("b", "m4", "m4"), 0),
        (members("b", "m4", "inf"), 2),
        (members("u", "m4", "m4", "inf"), 0),
        (members("u", "m4", "m4", "inf", nation="French"), 3),
        (members("u", "hybrid", "hybrid"), 2),
        (members("u", "armrecon", "armrecon", "armrecon", traits="cvgp"), 2),
        (members("u", "armrecon", "armrecon", "armrecon"), 0),
        (members("u", "inf", "inf", "eng"), 2),
        (members("u", "inf"), 0),
        (members("u", "inf", "inf", "inf", "inf"), 3),
    ],
)
def test_which_units_of_a_regiment_count(units: list[Any], given: int) -> None:
    assert bonus(*units) == given


@pytest.mark.rule("goss", "13.8.3b")
@pytest.mark.parametrize(
    ("kind", "traits", "given"),
    [
        ("eng", "", 3), ("fus", "", 3), ("armrecon", "", 3), ("pz4", "mech formation", 3),
        ("pz4", "leg formation", 2), ("at", "", 2), ("re", "", 2),
    ],
)  # fmt: skip
def test_what_a_german_division_adds(kind: str, traits: str, given: int) -> None:
    group = members("g", "inf", "inf")
    more = unit("g9", (1, 0), kind, formation="7", **PA)
    staff = unit("gh", (0, 6), "hq:div", formation="7", traits=traits)
    game = field(*group, more, staff, unit("u1", (0, 0)))
    assert clash(game, ["g0x", "g1x", "g9"]).drm["13.8.3"] == 5 * given


@pytest.mark.rule("goss", "13.8.3b", "14.2.0(a)")
@pytest.mark.parametrize(
    "facts",
    [
        {"supply": "OoS"}, {"ooc": True}, {"fatigue": 1}, {"attached": "gh"},
    ],
)  # fmt: skip
def test_who_does_not_count(facts: dict[str, Any]) -> None:
    def given(**more: Any) -> int:
        third = unit("g9", (1, 0), **BRIGADE, **PA, **more)
        game = field(
            *members("g", "inf", "inf"), third, unit("gh", (0, 6), "hq:div", formation="8"),
            unit("u1", (0, 0)),
        )  # fmt: skip
        return clash(game, ["g0x", "g1x", "g9"]).drm["13.8.3"] // 5

    assert (given(), given(**facts)) == (3, 2)


@pytest.mark.rule("goss", "13.3.1", "13.4.0")
def test_a_hex_is_assaulted_once_and_by_each_unit_once() -> None:
    def game() -> Gs:
        return field(
            unit("g1", (0, 1), ta=True), unit("g2", (1, 0), ta=True), unit("u1", (0, 0)),
            unit("u2", (2, 0)),
        )  # fmt: skip

    fought = game()
    assert not rules(fought, "axis", assault_(["g1"]))
    clash(fought, ["g1"]).settle()
    assert rules(fought, "axis", assault_(["g2"])) == ["13.3.1"]
    assert not rules(fought, "axis", assault_(["g2"], (2, 0)))
    fought.put(UNITS, "g1", replace(now(fought, "g1"), ta=True))
    assert rules(fought, "axis", assault_(["g1"])) == ["13.4.2(a)"], "nor twice by one unit"
