"""Modes and reserves, as a second reader reads them. [5.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.fire.shifts import shake
from grognard.systems.goss.logistics.fuel import needs_fuel
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.pieces.chain import fuel_state
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import now, pass_to, position, rules, unit
from tests.systems.goss.firing import hit

RGT = {"formation": "1 Div", "regiment": "1"}
TWO = {"formation": "1 Div", "regiment": "2"}


@pytest.mark.reading("goss", "goss-05-06")
@pytest.mark.rule("goss", "5.3.0", "5.3.0-group")
def test_whole_regiments_exploit() -> None:
    ride = {"transport": "inherent"}
    game = position(
        unit("uhq", (0, 6), "hq:div", formation="1 Div"),
        unit("u1", (0, 0), **RGT, **ride), unit("u2", (0, 2), **RGT, **ride),
        unit("u3", (5, 0), **RGT), unit("g1", (6, 0)),
        unit("u4", (0, 3), "m4", formation="1 Div"), unit("u5", (0, 4), "td", formation="1 Div"),
        unit("u6", (-5, 0), **TWO, **ride), unit("u7", (-5, 2), **TWO, **ride),
        unit("u8", (-8, 0), **TWO, **ride), unit("g2", (-9, 0)),
        side="allied", segment="modes",
    )  # fmt: skip

    def exploit(regiment: str, *assets: str) -> dict[str, Any]:
        return {"do": "exploit", "hq": "uhq", "regiment": regiment, "assets": [*assets]}

    assert rules(game, "allied", exploit("1", "u4")) == []
    assert "5.3.0" in rules(game, "allied", exploit("2")), "the third battalion cannot"
    alone = {"do": "exploit-unit", "unit": "u1"}
    assert rules(game, "allied", alone) != [], "one battalion of it does not go by itself"
    game.play("allied", exploit("1", "u4"))
    modes = {n: now(game, n).mode for n in ("u1", "u2", "u3", "u4", "u5")}
    assert modes == {"u1": "Exploit", "u2": "Exploit", "u3": "Tac", "u4": "Exploit", "u5": "Tac"}


def reserve(turn: int, waiting: int, **more: Any) -> Gs:
    """A US Mech division in reserve since a GT, in the Mode Determination Phase of another."""
    units = [
        unit("uhq", (0, 0), "hq:div", formation="1", traits="mech formation", mode="MR"),
        unit("u1", (0, 1), "m4", formation="1", mode="MR"), unit("g1", (11, 0)),
        *more.get("others", ()),
    ]  # fmt: skip
    game = position(*units, side="allied", segment="modes", turn=turn)
    for name in [n for n in game.state[UNITS] if now(game, n).mode == "MR"]:
        game.put(UNITS, name, replace(now(game, name), waiting=waiting))
    return game


@pytest.mark.reading("goss", "goss-05-22")
@pytest.mark.rule("goss", "5.4.1", "5.4.4")
def test_nine_turns_in_reserve_earn_the_bonus_and_fuel() -> None:
    gd3pm = 8
    early = reserve(16, gd3pm)
    assert not needs_fuel(early, "uhq"), "in reserve nobody needs fuel"
    early.play("allied", {"do": "leave-mode", "hq": "uhq"})
    assert not in_bonus(early, "u1")
    assert fuel_state(early, "u1") == "normal"
    assert not needs_fuel(early, "uhq"), "for the rest of the day"
    pass_to(early, phases.MODES, "axis")
    late = reserve(17, gd3pm)
    late.play("allied", {"do": "leave-mode", "hq": "uhq"})
    assert in_bonus(late, "u1")
    other = unit("u2", (0, 2), regiment="9", formation="2", attached="uhq", mode="MR")
    joined = reserve(17, gd3pm, others=(other,))
    joined.play("allied", {"do": "leave-mode", "hq": "uhq"})
    assert not in_bonus(joined, "u1")


@pytest.mark.rule("goss", "5.4.1")
@pytest.mark.parametrize(
    ("bonus", "later", "fuel"), [(False, 1, True), (True, 1, False), (True, 2, True)]
)
def test_how_long_the_fuel_of_a_reserve_lasts(bonus: bool, later: int, fuel: bool) -> None:
    """Out of reserve on day two; so many days later."""
    game = position(
        unit("uhq", (0, 0), "hq:div", formation="1", traits="mech formation"),
        unit("u1", (0, 1), "m4", formation="1"), unit("g1", (11, 0)), side="allied",
        segment="modes", turn=4 + 3 * later,
    )  # fmt: skip
    began = 4 * len(game.segments)
    for name in ("uhq", "u1"):
        out = replace(now(game, name), released=2, bonus=began if bonus else -1)
        game.put(UNITS, name, out)
    assert needs_fuel(game, "uhq") is fuel


@pytest.mark.reading("goss", "goss-05-30")
@pytest.mark.rule("goss", "5.8.0", "5.8.0-bar", "5.8.0-off")
def test_combat_reserves() -> None:
    game = position(
        unit("ga", (0, 0), size="Co", steps=2), unit("gb", (0, 2), left=1),
        unit("gc", (0, 4), "m4"), unit("gd", (0, 6), left=2), unit("ge", (0, 8), fatigue=1),
        unit("gf", (2, 0), left=2, transport="tp"), unit("gx", (-4, 0), cr=True),
        unit("gy", (-4, 4), cr=True), unit("gz", (-4, 7), cr=True), unit("u1", (-5, 0)),
        unit("u2", (2, 6)), side="axis", segment="demolition",
    )  # fmt: skip
    assert now(game, "gx").cr, "it kept its marker through the enemy's turn"
    game.play("axis", {"do": "end"})
    assert game.segment.kind == "combat-reserves"
    assert not now(game, "gx").cr
    able = {
        n for n in ("ga", "gb", "gc", "gd", "ge", "gf")
        if rules(game, "axis", {"do": "combat-reserve", "units": [n]}) == []
    }  # fmt: skip
    assert able == {"gd"}
    hit(game, (-4, 4), 1, first="step")
    assert (now(game, "gy").steps, now(game, "gy").cr) == (2, True)
    shake(game, ("gz",), 1)
    assert not now(game, "gz").cr
    beside = position(
        unit("gy", (0, 0), cr=True), unit("u1", (1, 0)), side="axis", segment="designation"
    )
    assert rules(beside, "axis", {"do": "designate", "units": ["gy"]}) == ["5.8.0"]


@pytest.mark.rule("goss", "7.12.5")
@pytest.mark.parametrize(("transport", "bonuses"), [("", 2), ("inherent", 0)])
def test_who_is_carried_lends_no_integrity(transport: str, bonuses: int) -> None:
    one = {"formation": "1 Div", "regiment": "1", "transport": transport}
    game = position(
        unit("u1", (0, 0), **one), unit("u2", (0, 0), **one), unit("g1", (0, 1), mode="PA"),
        side="axis", segment="assaults",
    )  # fmt: skip
    assert len(clash(game, ["g1"]).sums.ribs[1]) == bonuses
