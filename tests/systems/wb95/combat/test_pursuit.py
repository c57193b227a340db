"""Pursuit, and the advance after elimination. [5.4]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS, BridgeWork
from tests.systems.wb95.combat.afterwards import asked, back, chase, fight
from tests.systems.wb95.field import ATTACK_A, at, field, rules, told, unit, where


def routed(way: str, *more: dict[str, Any], result: str = "- / D4", **spec: Any) -> Wb:
    """A German attack from 0505 on 0504; the Soviet unit, of 5 CEL, retreats along a way."""
    soviet = unit("s1", "0504", sp=[6, 5, 4, 3, 2])
    game = field(unit("g1", "0505"), soviet, *more, phase=ATTACK_A, **spec)
    fight(game, result, "g1")
    short = int(result[-1]) - len(way.split())
    game.play("soviet", back({"s1": short} if short else {}, s1=way))
    return game


@pytest.mark.rule("wb95", "5.4.1")
def test_the_attacker_may_pursue_or_decline() -> None:
    game = routed("0503", result="- / D1")
    assert (game.to_act, asked(game)) == ("german", "pursue")
    assert game.decisions[0].ask.default == chase()
    game.play("german", chase(g1="0504"))
    assert where(game, "g1") == "0504"
    assert told(game, "pursuit") == [
        {"side": "german", "hex": "0504", "path": ["0504"], "unit": "g1"}
    ]


@pytest.mark.rule("wb95", "5.4.1")
def test_the_defender_may_pursue_a_beaten_attacker() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "A1 / -", "g1")
    game.play("german", back(g1="0506"))
    assert (game.to_act, asked(game)) == ("soviet", "pursue")
    game.play("soviet", chase(s1="0505"))
    assert where(game, "s1") == "0505"


@pytest.mark.rule("wb95", "5.4.1")
def test_nobody_pursues_an_enemy_who_stands() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "- / D1", "g1")
    game.play("soviet", back({"s1": 1}))
    assert asked(game) == "Attack"


@pytest.mark.rule("wb95", "5.4.1")
def test_only_units_of_the_battle_pursue() -> None:
    game = routed("0503", unit("g2", "0605", at={}), result="- / D1")
    assert rules(game, "german", chase(g2="0504")) == ["5.4.1"]
    assert rules(game, "german", chase(s1="0504")) == ["5.4.1"]
    assert rules(game, "german", {"do": "pursue", "paths": {"g1": ["x"]}}) == ["form"]


@pytest.mark.rule("wb95", "5.4.2")
def test_a_pursuit_keeps_to_the_path_give_or_take_a_hex() -> None:
    game = routed("0503 0502 0501")
    assert rules(game, "german", chase(g1="0504 0503 0502")) == []
    assert rules(game, "german", chase(g1="0504 0403 0402")) == []
    assert rules(game, "german", chase(g1="0504 0403 0303")) == ["5.4.2"]
    assert rules(game, "german", chase(g1="0504 0502")) == ["5.4.2"]
    assert rules(game, "german", chase(g1="0504 0503 0504")) == ["5.4.2"]


@pytest.mark.rule("wb95", "5.4.3")
def test_all_pursuers_follow_one_of_several_paths() -> None:
    game = field(
        unit("g1", "0505"), unit("g2", "0505"), unit("s1", "0504"), unit("s2", "0504"),
        phase=ATTACK_A,
    )  # fmt: skip
    fight(game, "- / D3", "g1 g2")
    game.play("soviet", back(s1="0403 0303 0202", s2="0603 0703 0802"))
    assert rules(game, "german", chase(g1="0504 0403 0303")) == []
    assert rules(game, "german", chase(g2="0504 0603 0703")) == []
    assert rules(game, "german", chase(g1="0504 0403 0303", g2="0504 0403")) == []
    both = chase(g1="0504 0403 0303", g2="0504 0603 0703")
    assert rules(game, "german", both) == ["5.4.3"]
    assert both not in list(game.legal("german"))


@pytest.mark.rule("wb95", "5.4.4")
def test_the_emptied_hex_comes_first() -> None:
    game = routed("0403 0303")
    assert rules(game, "german", chase(g1="0404")) == ["5.4.4"]
    assert rules(game, "german", chase(g1="0404 0403")) == ["5.4.4"]
    assert rules(game, "german", chase(g1="0504 0403")) == []


@pytest.mark.rule("wb95", "5.4.4")
def test_a_hex_that_was_not_emptied_is_not_entered() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0504"), unit("s2", "0504"), phase=ATTACK_A)
    fight(game, "- / D1", "g1")
    game.play("soviet", back({"s2": 1}, s1="0503"))
    assert asked(game) == "Attack"


@pytest.mark.rule("wb95", "5.4.5")
def test_enemy_zones_do_not_stop_a_pursuit() -> None:
    game = routed("0503 0502 0501", unit("s2", "0303"))
    assert rules(game, "german", chase(g1="0504 0403 0402")) == []
    game.play("german", chase(g1="0504 0403 0402"))
    assert where(game, "g1") == "0402"


@pytest.mark.rule("wb95", "5.4.7")
@pytest.mark.rule("wb95", "3.1.2")
def test_points_do_not_limit_a_pursuit_but_ground_does() -> None:
    """Three hexes of forest are 6 points for infantry of 4 points."""
    terrain = {"0504": "forest", "0503": "forest", "0502": "forest", "0403": "lake"}
    game = routed("0503 0502 0501", board=sketch(9, 9, terrain=terrain))
    assert rules(game, "german", chase(g1="0504 0403")) == ["5.4.7"]
    game.play("german", chase(g1="0504 0503 0502"))
    assert where(game, "g1") == "0502"


@pytest.mark.rule("wb95", "5.4.8")
def test_a_pursuit_ends_behind_a_big_river() -> None:
    sides = ["0504-0503 big_river bridge", "0504-0403 big_river", "0504-0603 big_river"]
    game = routed("0503 0502 0501", board=sketch(9, 9, sides=sides))
    assert rules(game, "german", chase(g1="0504 0503")) == []
    assert rules(game, "german", chase(g1="0504 0403")) == []
    assert rules(game, "german", chase(g1="0504 0503 0502")) == ["5.4.8"]


@pytest.mark.rule("wb95", "5.4.9")
def test_towed_units_do_not_pursue() -> None:
    game = field(
        unit("g1", "0505"),
        unit("s1", "0504"),
        unit("st", "0504", "AT", traits="towed", move="trucked"),
        phase=ATTACK_A,
    )
    fight(game, "A1 / -", "g1")
    game.play("german", back(g1="0506"))
    assert rules(game, "soviet", chase(st="0505")) == ["5.4.9"]
    assert rules(game, "soviet", chase(s1="0505")) == []


@pytest.mark.rule("wb95", "15.2.1")
def test_resilience_groups_do_not_pursue() -> None:
    game = field(
        unit("g1", "0505"), unit("s1", "0504"), unit("sr", "0504", "RG", 2), phase=ATTACK_A
    )
    fight(game, "A1 / -", "g1")
    game.play("german", back(g1="0506"))
    assert rules(game, "soviet", chase(sr="0505")) == ["15.2.1"]


# ---- after elimination


def destroyed(*more: dict[str, Any], **spec: Any) -> Wb:
    """A German attack from 0505 that destroys the only unit in 0504."""
    game = field(unit("g1", "0505"), unit("s1", "0504", cel=1), *more, phase=ATTACK_A, **spec)
    fight(game, "- / -1", "g1")
    return game


@pytest.mark.rule("wb95", "5.4.10")
def test_where_the_enemy_died_the_victor_enters_and_goes_one_hex_on() -> None:
    game = destroyed()
    assert asked(game) == "pursue"
    assert rules(game, "german", chase(g1="0504")) == []
    assert rules(game, "german", chase(g1="0504 0403")) == []
    assert rules(game, "german", chase(g1="0504 0503 0502")) == ["5.4.10"]
    assert rules(game, "german", chase(g1="0404")) == ["5.4.4"]
    game.play("german", chase(g1="0504 0503"))
    assert where(game, "g1") == "0503"


@pytest.mark.rule("wb95", "5.4.10")
def test_an_advance_stops_in_an_enemy_zone() -> None:
    game = destroyed(unit("s2", "0503"))
    assert rules(game, "german", chase(g1="0504")) == []
    assert rules(game, "german", chase(g1="0504 0604")) == ["5.4.10"]


@pytest.mark.rule("wb95", "5.4.10")
def test_an_advance_meets_the_zone_of_a_closed_stack_when_it_gets_there() -> None:
    """Before that nobody knows whether more than guns is in the stack behind. [16.1.1]"""
    allowed = []
    for kind, sp, end in (("INF", 4, "0504"), ("ART", "5,3", "0604")):
        behind = unit("s2", "0503", kind, sp, cel=1), unit("s3", "0503", "ART", "5,3")
        game = field(
            unit("g1", "0505"), unit("s1", "0504", cel=1), *behind,
            phase=ATTACK_A, options={"masking": "on"},
        )  # fmt: skip
        fight(game, "- / -1", "g1")
        allowed.append(rules(game, "german", chase(g1="0504 0604")))
        game.play("german", chase(g1="0504 0604"))
        assert where(game, "g1") == end
        assert len(told(game, "zone found")) == (end == "0504")
    assert allowed == [[], []]


@pytest.mark.rule("wb95", "5.4.10")
def test_an_advance_enters_no_hex_that_is_held_and_overruns_what_is_alone() -> None:
    board = sketch(9, 9, sides=["0503-0504 big_river"])
    held = destroyed(unit("s2", "0503"), board=board)
    assert rules(held, "german", chase(g1="0504 0503")) == ["3.1.8"]
    game = destroyed(unit("sg", "0503", "ART", "5,3"), unit("sh", "0503", "HQ"))
    game.play("german", chase(g1="0504 0503"))
    assert [where(game, name) for name in ("g1", "sg", "sh")] == [
        "0503",
        "eliminated",
        "eliminated",
    ]


@pytest.mark.rule("wb95", "5.4.10")
def test_a_defender_may_take_the_place_of_attackers_who_died() -> None:
    game = field(unit("g1", "0505", cel=1), unit("s1", "0504"), phase=ATTACK_A)
    fight(game, "-1 / -", "g1")
    assert (game.to_act, asked(game)) == ("soviet", "pursue")
    game.play("soviet", chase(s1="0505"))
    assert where(game, "s1") == "0505"


# ---- whom the pursuers meet


@pytest.mark.rule("wb95", "9.1.5")
def test_a_headquarters_in_the_way_of_a_pursuit_is_destroyed() -> None:
    game = routed("0503 0502 0501", unit("sh", "0403", "HQ"), unit("sg", "0403", "ART", "5,3"))
    game.play("german", chase(g1="0504 0403 0503"))
    assert (where(game, "sh"), where(game, "sg"), where(game, "g1")) == (
        "eliminated",
        "eliminated",
        "0503",
    )


@pytest.mark.rule("wb95", "9.1.5")
def test_a_headquarters_in_company_stops_a_pursuit() -> None:
    game = routed("0503 0502 0501", unit("sh", "0403", "HQ"), unit("s2", "0403"))
    assert rules(game, "german", chase(g1="0504 0403")) == ["3.1.8"]


@pytest.mark.rule("wb95", "5.4.1")
def test_a_headquarters_goes_along_with_a_pursuing_unit() -> None:
    """The example of 14.3.2 has a headquarters take part in a pursuit."""
    game = routed("0503 0502 0501", unit("gh", "0505", "HQ"), unit("gx", "0506", "HQ"))
    assert rules(game, "german", chase(gh="0504")) == ["5.4.1"]
    assert rules(game, "german", chase(g1="0504 0503", gh="0504 0403")) == ["5.4.1"]
    assert rules(game, "german", chase(g1="0504 0503", gx="0504")) == ["5.4.1"]
    game.play("german", chase(g1="0504 0503", gh="0504"))
    assert (where(game, "g1"), where(game, "gh")) == ("0503", "0504")


@pytest.mark.rule("wb95", "14.3.4")
def test_a_headquarters_that_builds_a_bridge_does_not_pursue() -> None:
    board = sketch(9, 9, sides=["0505-0506 big_river"])
    soviet = unit("s1", "0504")
    game = field(unit("g1", "0505"), unit("gh", "0505", "HQ"), soviet, phase=ATTACK_A, board=board)
    game.put(WORKS, "gh", BridgeWork(board.hex("0505"), board.hex("0506"), 0))
    fight(game, "- / D1", "g1")
    game.play("soviet", back(s1="0503"))
    assert rules(game, "german", chase(g1="0504", gh="0504")) == ["14.3.4"]


@pytest.mark.rule("wb95", "5.4.1")
def test_pursuers_keep_the_stacking_limit() -> None:
    """Two Germans enter from one hex: with six levels there already, only one has room."""
    crowd = [unit(f"g{n}", "0504") for n in (5, 6, 7)]
    game = field(
        unit("g1", "0505"), unit("g2", "0505"), *crowd, unit("s1", "0604"), phase=ATTACK_A
    )  # fmt: skip
    fight(game, "- / D2", "g1 g2 g5 g6 g7", "0604")
    game.play("soviet", back(s1="0704 0803"))
    assert rules(game, "german", chase(g1="0604 0504", g2="0604 0504")) == ["3.2.1"]
    assert rules(game, "german", chase(g1="0604 0504", g2="0604")) == []


# ---- programs and standing answers


@pytest.mark.rule("wb95", "5.4.1")
def test_whatever_is_listed_is_legal_each_once_and_samples_are_legal() -> None:
    game = routed("0503 0502 0501", unit("gh", "0505", "HQ"), unit("sg", "0403", "ART", "5,3"))
    listed = list(game.legal("german"))
    assert all(game.why("german", action) == [] for action in listed)
    assert len({str(action) for action in listed}) == len(listed)
    rng = random.Random(3)
    for _ in range(60):
        assert game.sample("german", rng) in listed


@pytest.mark.rule("wb95", "5.4.1")
def test_standing_answers_to_a_pursuit() -> None:
    for policy, label in (("decline", "0505"), ("advance", "0504")):
        game = field(unit("g1", "0505"), unit("s1", "0504"), phase=ATTACK_A)
        game.instruct("german", {"pursue": policy})
        fight(game, "- / D1", "g1")
        game.play("soviet", back(s1="0503"))
        assert where(game, "g1") == label
    assert at(game, "s1").retreated == game.serial
