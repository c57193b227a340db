"""Modes that units enter one by one; batteries; combat reserve. [5.1] [5.2] [5.5] [5.6] [5.8]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.modes.entering import REACHES, in_bonus, pa_hexes
from grognard.systems.goss.modes.single import end_reserve
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import now, pass_to, position, rules, told, unit

ENEMY = unit("u1", (2, 0))
LOW = {"fuel": "low", "option": 1, "value": 6}


def field(*units: Any, **more: Any) -> Gs:
    return position(*units, ENEMY, **{"segment": "modes", "side": "axis", **more})


def into(mode: str, name: str = "g1") -> dict[str, Any]:
    return {"do": "mode", "units": [name], "mode": mode}


@pytest.mark.rule("goss", "5.0", "5.1.0", "5.2.0", "3.3.2a")
def test_units_change_mode_and_back() -> None:
    game = field(unit("g1", (0, 0)))
    assert now(game, "g1").mode == "Tac"
    game.play("axis", into("PA"))
    assert now(game, "g1").mode == "PA"
    assert told(game, "mode") == [{"units": ["g1"], "mode": "PA"}]
    assert rules(game, "axis", into("PA")) == ["5.0"]
    game.play("axis", into("Tac"))
    assert now(game, "g1").mode == "Tac"
    assert rules(game, "axis", into("Exploit")) == ["5.0"]
    assert rules(game, "axis", into("PA", "u1")) == ["form"]


@pytest.mark.rule("goss", "5.2.1", "3.5.3", "6.7.0", "15.6.0", "14.2.2", "9.8.0")
@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"kind": "hq:div", "formation": "1"}, "5.2.1"),
        ({"kind": "art"}, "5.2.1"),
        ({"supply": "OoS"}, "15.6.0"),
        ({"fatigue": 2}, "14.2.2"),
        ({"ooc": True}, "9.8.0"),
        ({"transport": "tp"}, "5.2.1"),
        ({"transport": "inherent"}, "5.2.1"),
        ({"task": "IP"}, "17.3.0"),
    ],
)
def test_who_may_not_prepare_an_assault(facts: dict[str, Any], rule: str) -> None:
    kind = facts.pop("kind", "inf")
    assert rules(field(unit("g1", (0, 0), kind, **facts)), "axis", into("PA")) == [rule]


@pytest.mark.rule("goss", "5.2.1")
@pytest.mark.parametrize(
    "facts", [{}, {"supply": "OhS"}, {"fatigue": 1}, {"transport": "foot"}, {"cr": True}]
)
def test_who_may(facts: dict[str, Any]) -> None:
    kind = "motinf" if "transport" in facts else "inf"
    game = field(unit("g1", (0, 0), kind, **facts))
    assert rules(game, "axis", into("PA")) == []
    game.play("axis", into("PA"))
    assert not now(game, "g1").cr, "a combat reserve is in Tac mode [5.8.0]"


@pytest.mark.rule("goss", "5.2.1", "6.7.0")
def test_an_overstack_may_not_prepare() -> None:
    game = field(*(unit(f"g{n}", (0, 0)) for n in range(1, 4)))
    assert rules(game, "axis", into("PA")) == ["6.7.0"]


@pytest.mark.rule("goss", "5.2.1", "5.2.3")
@pytest.mark.parametrize(
    ("kind", "far", "more", "legal"),
    [
        ("inf", 2, {}, True), ("inf", 3, {}, False), ("motinf", 3, {}, True),
        ("motinf", 4, {}, False), ("motinf", 3, {"turn": "Night"}, False),
        ("motinf", 3, {"headquarters": {"g-hq-1": LOW}}, False),
        ("para", 3, {"traits": "cdo"}, True),
    ],
)  # fmt: skip
def test_who_cannot_come_next_to_an_enemy(
    kind: str, far: int, more: dict[str, Any], legal: bool
) -> None:
    traits = {"traits": more.pop("traits")} if "traits" in more else {}
    game = field(unit("g1", (2 - far, 0), kind, formation="1", **traits), **more)
    assert rules(game, "axis", into("PA")) == ([] if legal else ["5.2.1"])


@pytest.mark.rule("goss", "5.2.3")
def test_mud_and_night_slow_prepared_units() -> None:
    for weather, turn, hexes in (("Clear Dry", "AM", [1, 2, 2]), ("Ovr Mud", "PM", [1, 2, 1]),
                                 ("Clear Dry", "Night", [1, 1, 1])):  # fmt: skip
        game = field(
            unit("g1", (0, 0)), unit("g2", (0, 1), "motinf"), unit("g3", (0, 2), traits="cdo"),
            weather=weather, turn=turn,
        )  # fmt: skip
        assert [pa_hexes(game, f"g{n}") for n in (1, 2, 3)] == hexes


@pytest.mark.rule("goss", "5.2.1")
def test_movement_may_know_better_whether_it_comes_next_to_an_enemy() -> None:
    game = field(unit("g1", (0, 0)))
    before = list(REACHES)
    REACHES[:] = [lambda game, name: False]
    try:
        assert rules(game, "axis", into("PA")) == ["5.2.1"]
    finally:
        REACHES[:] = before


@pytest.mark.rule("goss", "3.5.3", "5.4.4d")
def test_nobody_prepares_in_a_rest_turn_but_out_of_reserve() -> None:
    game = field(unit("g1", (0, 0)), rest={"axis": "AM"})
    assert rules(game, "axis", into("PA")) == ["3.5.3"]
    game.put(UNITS, "g1", replace(now(game, "g1"), bonus=game.serial - 1))
    assert rules(game, "axis", into("PA")) == []


@pytest.mark.rule("goss", "5.4.4")
def test_the_bonus_lasts_six_game_turns_to_the_segment() -> None:
    game = field(unit("g1", (0, 0)), turn="Night")
    span = len(game.segments)
    for ago, lasts in ((0, True), (5 * span, True), (6 * span - 1, True), (6 * span, False)):
        game.put(UNITS, "g1", replace(now(game, "g1"), bonus=game.serial - ago))
        assert in_bonus(game, "g1") == (lasts and game.serial >= ago)


@pytest.mark.rule("goss", "5.2.2")
@pytest.mark.parametrize(
    ("status", "granted", "prepared", "lenient", "legal"),
    [
        ({"option": 1, "value": 6}, 0, 3, False, True),
        ({"option": 1, "value": 5}, 0, 0, False, False),
        ({"option": 1, "value": 5}, 0, 0, True, True),
        ({"option": 2, "value": 2}, 0, 1, False, True),
        ({"option": 2, "value": 2}, 0, 2, False, False),
        ({"option": 2, "value": 7}, 0, 0, False, False),
        ({"option": 2, "value": 7}, 4, 0, False, True),
    ],
)
def test_fuel_limits_prepared_assaults(
    status: dict[str, Any], granted: int, prepared: int, lenient: bool, legal: bool
) -> None:
    others = [
        unit(f"g{n + 2}", (0, n + 1), "motinf", formation="1", mode="PA") for n in range(prepared)
    ]
    game = field(
        unit("ghq", (-2, 0), "hq:div", formation="1", traits="mech formation"),
        unit("g1", (1, 0), "motinf", formation="1", granted=granted), *others,
        headquarters={"ghq": {"fuel": "low", **status}},
        options={"pa-fuel-gap": "lenient" if lenient else "strict"},
    )  # fmt: skip
    assert rules(game, "axis", into("PA")) == ([] if legal else ["5.2.2"])


@pytest.mark.rule("goss", "5.2.2", "16.4.2")
def test_leg_units_need_no_fuel_and_leg_formations_take_it_from_the_corps() -> None:
    empty = {"fuel": "none", "option": 1, "value": 0}
    game = field(
        unit("gc", (-3, 0), "hq:corps", corps="C"),
        unit("ghq", (-2, 0), "hq:div", formation="1", corps="C"),
        unit("g1", (1, 0), formation="1"), unit("g2", (1, 0), "stug", formation="1"),
        headquarters={"gc": empty},
    )  # fmt: skip
    assert rules(game, "axis", into("PA")) == []
    assert rules(game, "axis", into("PA", "g2")) == ["5.2.2"]


ROAD = {"roads": {"secondary": [[(0, 0), (1, 0)]]}, "weather": "Ovr Mud"}


@pytest.mark.rule("goss", "5.5.1")
@pytest.mark.parametrize(
    ("kind", "facts", "rule"),
    [
        ("motinf", {}, ""),
        ("inf", {}, "5.5.1"),
        ("inf", {"transport": "tp"}, ""),
        ("motinf", {"supply": "OoS"}, "5.5.1"),
        ("motinf", {"supply": "OhS"}, "5.5.1"),
        ("motinf", {"ooc": True}, "9.8.0"),
        ("motinf", {"fatigue": 1}, "5.5.1"),
        ("art", {}, ""),
        ("art", {"battery": True}, "5.6.0"),
        ("bridge", {}, "17.3.1c"),
    ],
)
def test_who_may_enter_strat_mode(kind: str, facts: dict[str, Any], rule: str) -> None:
    game = field(unit("g1", (0, 0), kind, **facts), **ROAD)
    assert rules(game, "axis", into("Strat")) == ([rule] if rule else [])


@pytest.mark.rule("goss", "5.5.1", "7.10.0")
def test_strat_mode_needs_a_road_and_room_on_it() -> None:
    off = field(unit("g1", (0, 3), "motinf"), weather="Ovr Mud")
    assert rules(off, "axis", into("Strat")) == ["7.10.0"]
    dry = field(unit("g1", (0, 3), "motinf"))
    assert rules(dry, "axis", into("Strat")) == [], "in the dry a clear hex is a road"
    woods = field(unit("g1", (0, 3), "motinf"), terrain={(0, 3): "woods"})
    assert rules(woods, "axis", into("Strat")) == ["7.10.0"]
    two = field(unit("g1", (0, 0), "motinf"), unit("g2", (0, 0), "arminf"), **ROAD)
    assert rules(two, "axis", into("Strat")) == []
    three = field(
        unit("g1", (0, 0), "motinf"),
        unit("g2", (0, 0), "arminf"),
        unit("g3", (0, 0), "pz4"),
        **ROAD,
    )
    assert rules(three, "axis", into("Strat")) == ["7.10.0"]


@pytest.mark.rule("goss", "5.5.1", "16.4.3c")
def test_nobody_without_fuel_enters_strat_mode() -> None:
    for fuel, rule in (("none", ["5.5.1"]), ("low", [])):
        game = field(
            unit("ghq", (0, 3), "hq:div", formation="1", traits="mech formation"),
            unit("g1", (0, 0), "motinf", formation="1"),
            headquarters={"ghq": {"fuel": fuel}}, **ROAD,
        )  # fmt: skip
        assert rules(game, "axis", into("Strat")) == rule


@pytest.mark.rule("goss", "5.5.3a", "5.5.2")
def test_leaving_strat_mode_is_remembered_and_at_night_it_may_be_left_after_moving() -> None:
    game = field(unit("g1", (0, 0), "motinf", mode="Strat"))
    game.play("axis", into("Tac"))
    assert now(game, "g1").left_strat == game.turn
    night = field(
        unit("g1", (0, 0), "motinf", mode="Strat"), segment="command-status", turn="Night"
    )
    leave = {"do": "leave-strat", "units": ["g1"], "mode": "Tac"}
    assert rules(night, "axis", leave) == []
    night.play("axis", leave)
    assert now(night, "g1").mode == "Tac"
    day = field(unit("g1", (0, 0), "motinf", mode="Strat"), segment="command-status")
    assert rules(day, "axis", leave) == ["5.5.2"]
    assert leave not in list(day.legal("axis"))


def battery(stance: str, name: str = "g1") -> dict[str, Any]:
    return {"do": "battery", "units": [name], "stance": stance}


@pytest.mark.rule("goss", "5.6.0", "4.3.3")
def test_artillery_goes_in_and_out_of_battery() -> None:
    game = field(unit("g1", (0, 0), "art"), unit("g2", (0, 1), "static", battery=True))
    assert rules(game, "axis", battery("OoB")) == ["5.6.0"]
    game.play("axis", battery("IB"))
    assert now(game, "g1").battery
    assert rules(game, "axis", into("Strat")) == ["5.6.0"], "what is in battery is in Tac mode"
    game.play("axis", battery("OoB"))
    assert not now(game, "g1").battery
    assert rules(game, "axis", battery("OoB", "g2")) == ["4.3.3"]
    assert rules(game, "axis", battery("sideways")) == ["5.6.0"]
    strat = field(unit("g1", (0, 0), "art", mode="Strat"), unit("g3", (0, 1)))
    assert rules(strat, "axis", battery("IB")) == ["5.6.0"]
    assert rules(strat, "axis", battery("IB", "g3")) == ["5.6.0"]


def reserve(**more: Any) -> dict[str, Any]:
    return {"do": "combat-reserve", "units": ["g1"], **more}


@pytest.mark.rule("goss", "5.8.0")
@pytest.mark.parametrize(
    ("kind", "facts", "legal"),
    [
        ("inf", {}, True), ("hybrid", {}, True), ("m4", {}, False), ("inf", {"left": 2}, True),
        ("inf", {"left": 1}, False), ("eng", {}, False), ("re", {}, False),
        ("inf", {"mode": "PA"}, False), ("inf", {"supply": "OoS"}, False),
        ("inf", {"supply": "OhS"}, True), ("inf", {"ooc": True}, False),
        ("inf", {"fatigue": 1}, False), ("inf", {"cr": True}, False),
    ],
)  # fmt: skip
def test_who_may_be_a_combat_reserve(kind: str, facts: dict[str, Any], legal: bool) -> None:
    game = field(unit("g1", (0, 0), kind, **facts), segment="combat-reserves")
    assert rules(game, "axis", reserve()) == ([] if legal else ["5.8.0"])


@pytest.mark.rule("goss", "5.8.0")
def test_combat_reserves_are_away_from_enemies_and_end() -> None:
    near = field(unit("g1", (1, 0)), segment="combat-reserves")
    assert rules(near, "axis", reserve()) == ["5.8.0"]
    game = field(unit("g1", (0, 0)), segment="combat-reserves")
    game.play("axis", reserve())
    assert now(game, "g1").cr
    assert rules(game, "axis", reserve(off=True)) == []
    end_reserve(game, "g1")
    assert not now(game, "g1").cr
    assert rules(game, "axis", reserve(off=True)) == ["5.8.0"]
    contact = field(unit("g1", (1, 0), cr=True), unit("g2", (-3, 0), cr=True))
    pass_to(contact, "combat-reserves", "axis")
    assert [now(contact, n).cr for n in ("g1", "g2")] == [False, True]
