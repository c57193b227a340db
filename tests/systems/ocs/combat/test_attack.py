"""Attacks of the Combat Segments: who may attack what. [9.0] [9.1] [11.0]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.status import DUMPS
from grognard.systems.ocs.table.duties import owed
from tests.systems.ocs.field import at, field, play, rig, rules, told, unit

rule = pytest.mark.rule
SUPPLY = [
    {"side": "axis", "hex": "0303", "sp": 9},
    {"side": "allied", "hex": "0606", "sp": 9},
]


def attack(*names: str, on: str = "0505", **more: Any) -> dict[str, Any]:
    return {"do": "attack", "units": list(names), "target": on, **more}


def front(*units: dict[str, Any], **spec: Any) -> Any:
    """Units in a Combat Segment of the Axis, with supply for both."""
    return field(*units, **{"segment": "attack", "dumps": SUPPLY, **spec})


# ---- who attacks


@rule("ocs", "9.0")
@rule("ocs", "9.1b")
def test_attackers_stand_next_to_the_enemy_and_need_not_attack() -> None:
    game = front(unit("a1", "0404"), unit("a2", "0304"), unit("s1", "0505"))
    assert rules(game, "axis", attack("a1")) == []
    assert rules(game, "axis", attack("a2")) == ["9.0"]
    assert rules(game, "axis", attack("a1", on="0304")) == ["9.0"]
    assert rules(game, "axis", attack("a1", on="9999")) == ["form"]
    assert rules(game, "axis", attack("a1", "a1")) == ["form"]
    assert {"do": "end"} in list(game.legal("axis"))
    assert [one.must for one in owed(game, "axis") if one.rule == "9.1b"] == [False]


@rule("ocs", "9.0")
def test_a_hex_without_combat_units_is_not_attacked() -> None:
    game = front(
        unit("a1", "0404"), unit("s1", "0505"),
        transport=[{"side": "allied", "hex": "0405", "points": 2, "id": "trucks"}],
    )  # fmt: skip
    assert rules(game, "axis", attack("a1", on="0405")) == ["9.0"]


@rule("ocs", "9.1a")
def test_only_the_phasing_player_attacks() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"))
    assert game.decision("allied") is None
    assert rules(game, "axis", attack("s1", on="0404")) == ["9.1a", "9.0"]
    assert rules(game, "axis", attack("nobody")) == ["9.1a"]


@rule("ocs", "9.1e")
@rule("ocs", "4.4a")
def test_who_is_not_attack_capable_does_not_attack() -> None:
    game = front(
        unit("a1", "0404", mode="strat"), unit("a2", "0404", mode="reserve"),
        unit("a3", "0404", "artillery"), unit("a4", "0404", combat="(6):3 leg"),
        unit("a5", "0404", "hq"), unit("a6", "0404", mode="dg"), unit("a7", "0404"),
        unit("a8", "0404", "repl"), unit("s1", "0505"),
    )  # fmt: skip
    for name, wrong in [("a1", "9.1e"), ("a2", "9.1e"), ("a3", "4.4a"), ("a4", "9.1e"),
                        ("a5", "4.4a")]:  # fmt: skip
        assert rules(game, "axis", attack(name)) == [wrong]
    assert rules(game, "axis", attack("a6")) == []
    assert rules(game, "axis", attack("a8")) == []  # a printed nought will do


@rule("ocs", "9.1e")
@rule("ocs", "12.5b")
def test_attackers_need_no_fuel() -> None:
    game = front(unit("a1", "0404", "armor"), unit("s1", "0505"), fuelled=False)
    assert rules(game, "axis", attack("a1")) == []


@rule("ocs", "9.1f")
@rule("ocs", "9.3a")
def test_nobody_attacks_where_he_could_not_go_but_by_road_he_can() -> None:
    board = sketch(
        9, 9, terrain={"0405": "swamp", "0504": "swamp"},
        sides=["0404-0505 very_major_river"],
        links=["0504-0404 secondary"],
    )  # fmt: skip
    units = (
        unit("a1", "0404"), unit("a2", "0404", "mech"), unit("s1", "0505"), unit("s2", "0405"),
        unit("s3", "0504"),
    )  # fmt: skip
    game = front(*units, board=board)
    assert rules(game, "axis", attack("a1")) == ["9.1f"]
    assert rules(game, "axis", attack("a1", on="0405")) == []
    assert rules(game, "axis", attack("a2", on="0405")) == ["9.1f"]
    assert rules(game, "axis", attack("a2", on="0504")) == []  # by road


@rule("ocs", "9.1f")
@rule("ocs", "9.4b")
def test_a_road_across_a_great_river_lets_units_attack_at_a_price() -> None:
    board = sketch(
        9, 9, sides=["0404-0505 very_major_river"], links=["0404-0505 primary"]
    )  # fmt: skip
    game = front(unit("a1", "0404", combat="9:3 leg"), unit("s1", "0505"), board=board)
    rig(game, 3, 4, 3, 4)
    play(game, "axis", attack("a1"))
    assert told(game, "terrain")[0]["stacks"] == {"0404": "very_major_river"}
    assert told(game, "odds")[0]["attack"] == "3"


# ---- how often


@rule("ocs", "2.3-combat")
@rule("ocs", "9.1c")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    game = front(
        unit("a1", "0404"), unit("a2", "0404"), unit("s1", "0505", re=3),
        unit("s2", "0405", re=3),
    )  # fmt: skip
    rig(game, 3, 4, 1, 1)  # 1:1, a 2: AL2
    play(game, "axis", attack("a1"))
    assert rules(game, "axis", attack("a2")) == ["9.1c"]
    assert rules(game, "axis", attack("a2", on="0405")) == []


@rule("ocs", "9.1c")
def test_a_unit_that_survives_does_not_attack_again() -> None:
    game = front(
        unit("a1", "0404", re=3), unit("a2", "0404"), unit("s1", "0505", re=3),
        unit("s2", "0405", re=3),
    )  # fmt: skip
    rig(game, 3, 4, 4, 4)  # 1:1, an 8: AL1 Do1
    play(game, "axis", attack("a1"))
    assert at(game, "a1").place == "map"
    assert rules(game, "axis", attack("a1", on="0405")) == ["9.1c"]
    assert rules(game, "axis", attack("a1", "a2", on="0405")) == ["9.1c"]


@rule("ocs", "9.1c")
def test_a_hex_is_attacked_from_all_sides_at_once() -> None:
    game = front(
        unit("a1", "0404"), unit("a2", "0405"), unit("a3", "0506"), unit("s1", "0505")
    )  # fmt: skip
    rig(game, 3, 4, 3, 4)
    game.play("axis", attack("a1", "a2", "a3", lead="a1"))
    assert told(game, "attack")[0]["from"] == ["0404", "0405", "0506"]


@rule("ocs", "9.1d")
@rule("ocs", "9.14d")
def test_all_combat_units_of_the_hex_defend_as_one() -> None:
    game = front(
        unit("a1", "0404", combat="20:3 leg"), unit("s1", "0505"), unit("s2", "0505", "hq"),
        unit("s3", "0505", "artillery"),
    )  # fmt: skip
    rig(game, 3, 4, 3, 4)
    play(game, "axis", attack("a1"))
    assert told(game, "odds")[0]["defence"] == str(8 + 5 + 1)


# ---- the Exploitation Phase


@rule("ocs", "2.3-exploit")
@rule("ocs", "11.0")
@rule("ocs", "11.0a")
@rule("ocs", "11.0c")
def test_in_the_exploitation_phase_exploiters_and_released_reserves_attack() -> None:
    from tests.systems.ocs.field import serial

    now = serial("exploitation-attack")
    game = front(
        unit("a1", "0404", mode="exploit"), unit("a2", "0404", at={"released": now}),
        unit("a3", "0404"), unit("a4", "0404", mode="reserve"), unit("s1", "0505"),
        segment="exploitation-attack",
    )  # fmt: skip
    assert rules(game, "axis", attack("a1", "a2")) == []
    assert rules(game, "axis", attack("a3")) == ["11.0a"]
    assert rules(game, "axis", attack("a4")) == ["9.1e"]
    assert list(Attack().legal(game, "axis")) == [
        attack("a1"), attack("a2"), attack("a1", "a2"),
    ]  # fmt: skip


@rule("ocs", "9.1c")
@rule("ocs", "11.0a")
def test_an_exploiter_that_attacked_in_the_combat_phase_attacks_again() -> None:
    from tests.systems.ocs.field import serial

    before = serial("attack")
    game = front(
        unit("a1", "0404", mode="exploit", at={"attacked": before}), unit("s1", "0505"),
        segment="exploitation-attack",
    )  # fmt: skip
    assert rules(game, "axis", attack("a1")) == []


@rule("ocs", "2.4(2)")
def test_nobody_attacks_in_a_simulcast() -> None:
    from grognard.engine.record import replace
    from grognard.systems.ocs.status import TURN

    game = front(unit("a1", "0404"), unit("s1", "0505"))
    game.put(TURN, "now", replace(game.state[TURN]["now"], simulcast=True))
    refusals = Attack().check(game, "axis", attack("a1"))
    assert [refusal.rule for refusal in refusals] == ["2.4(2)"]
    assert list(Attack().legal(game, "axis")) == []


# ---- lists


def test_what_is_listed_and_what_chance_finds_is_legal() -> None:
    game = front(
        unit("a1", "0404"), unit("a2", "0404", "armor"), unit("a3", "0405"),
        unit("a4", "0506", mode="strat"), unit("s1", "0505"), unit("s2", "0504"),
    )  # fmt: skip
    found = [action for action in game.legal("axis") if action["do"] == "attack"]
    groups = {tuple(action["units"]) for action in found if action["target"] == "0505"}
    assert groups == {("a1",), ("a2",), ("a3",), ("a1", "a2"), ("a1", "a2", "a3")}
    assert all(rules(game, "axis", action) == [] for action in found)
    rng = random.Random(3)
    for _ in range(20):
        action = Attack().sample(game, "axis", rng)
        assert action is not None
        assert rules(game, "axis", action) == []


def test_a_segment_without_anybody_to_attack_is_passed_over() -> None:
    game = front(unit("a1", "0303"), unit("s1", "0505"))
    assert game.segment.kind != "attack"  # type: ignore[attr-defined]


@rule("ocs", "9.5b(A)")
def test_an_attack_is_paid_when_it_is_declared() -> None:
    game = front(unit("a1", "0404", re=3), unit("s1", "0505"))
    game.play("axis", attack("a1"))
    assert game.to_act == "allied"
    assert sorted(dump.tokens for dump in game.state[DUMPS].values()) == [33, 36]


@rule("ocs", "9.1f")
def test_ground_that_the_scenario_closes_to_a_side_is_not_attacked_either() -> None:
    """Its units may not enter it, by no road and in no way."""
    closed = {"axis": ["0505"]}
    game = front(unit("a1", "0404"), unit("s1", "0505"), unit("s2", "0405"), closed=closed)
    assert rules(game, "axis", attack("a1")) == ["house"]
    assert rules(game, "axis", attack("a1", on="0405")) == []
    assert {a["target"] for a in game.legal("axis") if a["do"] == "attack"} == {"0405"}
    moving = field(unit("a1", "0404"), unit("s1", "0505"), dumps=SUPPLY, closed=closed)
    overrun = {"do": "overrun", "units": ["a1"], "target": "0505"}
    assert rules(moving, "axis", overrun) == ["house"]
    trucks = [{"id": "t1", "side": "axis", "hex": "0404", "points": 1}]
    hauling = field(unit("a1", "0404"), unit("s1", "0808"), transport=trucks, closed=closed)
    assert rules(hauling, "axis", {"do": "haul", "transport": ["t1"], "path": ["0505"]}) == [
        "house"
    ]
