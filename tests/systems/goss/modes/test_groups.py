"""Exploit and maneuver reserve: what formations and regiments do as a whole. [5.3] [5.4]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.modes.changing import (
    alone_with_strangers,
    break_reserve,
    dry_leave_exploit,
    exposed_reserves,
    forced_out,
    oos_leave_exploit,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import now, position, rules, unit

PANZER = {"formation": "1"}
ENEMY = unit("u1", (9, 0))


def division(*more: Any, **facts: Any) -> Gs:
    """A panzer division: two regiments, armor and guns; an enemy far away."""
    return position(
        unit("ghq", (0, 0), "hq:div", **PANZER, traits="mech formation"),
        unit("g1", (1, 0), "motinf", **PANZER, regiment="A"),
        unit("g2", (2, 0), "motinf", **PANZER, regiment="A"),
        unit("g3", (3, 0), "motinf", **PANZER, regiment="B"),
        unit("g4", (1, 1), "pz4", **PANZER),
        unit("g5", (2, 1), "inf", **PANZER, regiment="A"),
        unit("g6", (0, 1), "art", **PANZER),
        unit("g7", (3, 1), "armrecon", **PANZER),
        *more, *([] if facts.pop("alone", False) else [ENEMY]),
        **{"segment": "modes", "side": "axis", **facts},
    )  # fmt: skip


def modes(game: Gs) -> str:
    """The modes of the units of the division by their first letters, its headquarters first."""
    return "".join(now(game, n).mode[0] for n in ("ghq", *(f"g{n}" for n in range(1, 8))))


EXPLOIT = {"do": "exploit", "hq": "ghq"}


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.rule("goss", "5.3.0")
def test_a_formation_exploits_with_all_its_mech_units() -> None:
    game = division()
    assert rules(game, "axis", EXPLOIT) == []
    game.play("axis", EXPLOIT)
    assert modes(game) == "EEEEETEE", "the Leg battalion stays"
    assert {"do": "mode", "units": ["g1"], "mode": "Tac"} not in list(game.legal("axis"))
    assert rules(game, "axis", {"do": "mode", "units": ["g1"], "mode": "Tac"}) == ["5.3.0"]


@pytest.mark.rule("goss", "5.3.0")
def test_a_regiment_exploits_with_assets_of_its_division() -> None:
    game = division()
    order = {**EXPLOIT, "regiment": "A", "assets": ["g4", "g6"]}
    assert rules(game, "axis", {**order, "assets": ["g3"]}) == ["5.3.0"]
    assert rules(game, "axis", {**EXPLOIT, "regiment": "C"}) == ["form"]
    game.play("axis", order)
    assert modes(game) == "TEETETET"


@pytest.mark.rule("goss", "5.3.0", "3.5.3", "9.8.0", "5.6.0", "17.3.0")
@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"fatigue": 1}, "5.3.0"), ({"supply": "OhS"}, "5.3.0"), ({"ooc": True}, "9.8.0"),
        ({"task": "IP"}, "17.3.0"),
    ],
)  # fmt: skip
def test_one_unit_that_cannot_keeps_all_from_it(facts: dict[str, Any], rule: str) -> None:
    game = division()
    alter(game, "g3", **facts)
    assert rules(game, "axis", EXPLOIT) == [rule]
    assert rules(game, "axis", {**EXPLOIT, "regiment": "A"}) == []


@pytest.mark.rule("goss", "5.3.0", "5.6.0")
def test_guns_in_battery_and_enemies_nearby_keep_a_formation_from_it() -> None:
    game = division()
    alter(game, "g6", battery=True)
    assert rules(game, "axis", EXPLOIT) == ["5.6.0"]
    near = division(unit("u2", (4, 0)))
    assert set(rules(near, "axis", EXPLOIT)) == {"5.3.0"}


@pytest.mark.rule("goss", "5.3.0", "3.5.3", "16.4.3c")
def test_no_fuel_and_a_rest_turn_keep_a_formation_from_it() -> None:
    game = division(rest={"axis": "AM"})
    assert set(rules(game, "axis", EXPLOIT)) == {"3.5.3"}
    for fuel, found in (("none", {"5.3.0"}), ("low", set())):
        dry = division(headquarters={"ghq": {"fuel": fuel}})
        assert set(rules(dry, "axis", EXPLOIT)) == found


@pytest.mark.rule("goss", "5.3.1")
def test_recon_exploits_by_itself_but_not_among_others() -> None:
    game = division()
    alone = {"do": "exploit-unit", "unit": "g7"}
    assert rules(game, "axis", alone) == []
    assert rules(game, "axis", {"do": "exploit-unit", "unit": "g1"}) == ["5.3.0"]
    game.play("axis", alone)
    assert modes(game) == "TTTTTTTE"
    game.play("axis", {"do": "mode", "units": ["g7"], "mode": "Tac"})
    crowd = division(unit("g8", (3, 1), **PANZER))
    assert rules(crowd, "axis", alone) == ["5.3.1"]
    alter(crowd, "g7", mode="Exploit")
    alone_with_strangers(crowd)
    assert now(crowd, "g7").mode == "Tac"


@pytest.mark.rule("goss", "5.3.1")
def test_recon_that_others_leave_in_its_hex_exploits_no_more() -> None:
    game = division(unit("g8", (3, 0), "armrecon", size="Co", steps=1, mode="Exploit", **PANZER))
    alter(game, "g3", mode="Exploit")
    game.play("axis", {"do": "leave-mode", "hq": "ghq", "regiment": "B"})
    assert [now(game, n).mode for n in ("g3", "g8")] == ["Tac", "Exploit"], "while the phase lasts"
    game.play("axis", {"do": "end"})
    assert now(game, "g8").mode == "Tac"


@pytest.mark.rule("goss", "5.3.3")
def test_who_was_forced_out_may_enter_again_while_others_exploit() -> None:
    game = division()
    game.play("axis", {**EXPLOIT, "regiment": "A"})
    forced_out(game, "g1", "5.3.2")
    again = {"do": "exploit-unit", "unit": "g1"}
    assert now(game, "g1").mode == "Tac"
    assert rules(game, "axis", again) == []
    forced_out(game, "g2", "5.3.2")
    assert rules(game, "axis", again) == ["5.3.0"], "nobody of its regiment is left in it"


@pytest.mark.rule("goss", "5.3.3")
@pytest.mark.parametrize(("option", "found"), [("formation", []), ("regiment", ["5.3.0"])])
def test_whether_another_regiment_is_enough_to_go_back_to_is_an_option(
    option: str, found: list[str]
) -> None:
    game = division(options={"exploit-return": option})
    game.play("axis", EXPLOIT)
    for name in ("g1", "g2"):
        forced_out(game, name, "5.3.2")
    assert rules(game, "axis", {"do": "exploit-unit", "unit": "g1"}) == found


@pytest.mark.rule("goss", "5.3.3")
def test_who_serves_with_a_leg_division_may_go_back_too() -> None:
    own = {"formation": "9", "corps": "C"}
    game = position(
        unit("gC", (0, 4), "hq:corps", corps="C"), unit("ghq", (0, 0), "hq:div", **own),
        unit("g1", (1, 0), "stug", mode="Exploit", **own),
        unit("g2", (2, 0), "stug", mode="Exploit", **own), ENEMY, segment="modes",
    )  # fmt: skip
    forced_out(game, "g1", "5.3.2")
    assert rules(game, "axis", {"do": "exploit-unit", "unit": "g1"}) == []


@pytest.mark.rule("goss", "5.3.2")
def test_a_formation_leaves_exploit_mode_as_a_whole() -> None:
    game = division()
    leave = {"do": "leave-mode", "hq": "ghq"}
    assert rules(game, "axis", leave) == ["5.3.2"]
    game.play("axis", EXPLOIT)
    game.play("axis", {**leave, "regiment": "A"})
    assert modes(game) == "ETTEETEE"
    game.play("axis", leave)
    assert modes(game) == "TTTTTTTT"


@pytest.mark.rule("goss", "5.3.0", "5.3.2", "15.6.0")
def test_who_has_no_fuel_or_no_supply_leaves_exploit_mode() -> None:
    game = division()
    game.play("axis", EXPLOIT)
    alter(game, "g1", supply="OoS")
    oos_leave_exploit(game)
    assert modes(game) == "ETEEETEE"
    dry_leave_exploit(game)
    assert modes(game) == "ETEEETEE"
    game.put(HQS, "ghq", replace(game.state[HQS]["ghq"], fuel="none"))
    dry_leave_exploit(game)
    assert modes(game) == "TTTTTTTT"


RESERVE = {"do": "maneuver-reserve", "hq": "ghq"}


@pytest.mark.rule("goss", "5.4.0")
def test_a_formation_goes_into_reserve_with_all_units_but_guns() -> None:
    game = division()
    order = {**RESERVE, "guns": ["g6"]}
    assert rules(game, "axis", {**RESERVE, "guns": ["g4"]}) == ["5.4.0"]
    assert rules(game, "axis", order) == []
    game.play("axis", order)
    assert modes(game) == "MMMMMMTM"
    assert now(game, "g5").waiting == game.turn
    assert rules(game, "axis", {"do": "mode", "units": ["g1"], "mode": "Tac"}) == ["5.4.0"]


@pytest.mark.rule("goss", "5.4.0")
@pytest.mark.parametrize(
    ("facts", "legal"),
    [
        ({"supply": "OhS"}, False), ({"ooc": True}, False), ({"fatigue": 2}, True),
        ({"hex": "far"}, False),
    ],
)  # fmt: skip
def test_what_keeps_a_formation_out_of_reserve(facts: dict[str, Any], legal: bool) -> None:
    game = division(alone=True)
    if facts.pop("hex", ""):
        facts["hex"] = game.board.hex("0613")  # seven hexes from its headquarters
    alter(game, "g3", **facts)
    assert (set(rules(game, "axis", RESERVE)) == set()) == legal


@pytest.mark.rule("goss", "5.4.0")
def test_a_reserve_is_four_hexes_from_enemies_and_has_fuel() -> None:
    for far, legal in ((6, False), (7, True)):
        game = division(unit("u2", (far, 0)))
        assert (rules(game, "axis", RESERVE) == []) == legal
    low = division(headquarters={"ghq": {"fuel": "low"}})
    assert set(rules(low, "axis", RESERVE)) == {"5.4.0"}


@pytest.mark.rule("goss", "5.4.2")
def test_a_reserve_that_is_found_ends_as_a_whole_and_without_a_bonus() -> None:
    game = division(unit("u2", (10, 1)))
    game.play("axis", RESERVE)
    exposed_reserves(game)
    assert modes(game) == "MMMMMMMM"
    alter(game, "u2", hex=game.board.hex("1714"))
    exposed_reserves(game)
    assert modes(game) == "TTTTTTTT"
    assert now(game, "g1").bonus == -1
    game.play("axis", {"do": "end"})
    again = division()
    again.play("axis", RESERVE)
    break_reserve(again, "g5", "5.4.2")
    assert modes(again) == "TTTTTTTT"


@pytest.mark.rule("goss", "5.4.4")
@pytest.mark.parametrize(("waited", "bonus"), [(8, False), (9, True)])
def test_nine_turns_in_reserve_earn_a_bonus(waited: int, bonus: bool) -> None:
    game = division(turn=13)
    for name in ("ghq", *(f"g{n}" for n in range(1, 8))):
        alter(game, name, mode="MR", waiting=13 - waited)
    game.play("axis", {"do": "leave-mode", "hq": "ghq"})
    assert (now(game, "g1").bonus == game.serial) == bonus
    assert game.state[HQS]["ghq"].bonus == (5 if bonus else 0)


@pytest.mark.rule("goss", "5.4.4")
def test_another_regiment_attached_adds_a_day() -> None:
    for waited, bonus in ((11, False), (12, True)):
        game = division(
            unit("g9", (1, 0), formation="2", regiment="X", attached="ghq", mode="MR",
                 waiting=13 - waited),
            turn=13,
        )  # fmt: skip
        game.play("axis", {"do": "leave-mode", "hq": "ghq"})
        assert (now(game, "g9").bonus >= 0) == bonus


@pytest.mark.rule("goss", "5.4.0")
def test_seven_days_lie_between_two_bonus_periods() -> None:
    for last, legal in ((3, False), (2, True)):
        game = division(turn=28, headquarters={"ghq": {"bonus": last}})
        assert (rules(game, "axis", RESERVE) == []) == legal
