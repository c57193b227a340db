"""Standing instead of retreating, and who cannot retreat at all. [5.3.7] [5.3.8] [6.2.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS, BridgeWork
from tests.systems.wb95.afterwards import answers, asked, back, chase, fight
from tests.systems.wb95.field import ATTACK_A, at, field, rig, rules, unit, where

LEVELS = [5, 4, 3, 2]


def beaten(result: str, *more: dict[str, Any], **spec: Any) -> Wb:
    """A German attack from 0505 on 0504."""
    game = field(unit("g1", "0505"), *more, phase=ATTACK_A, **spec)
    fight(game, result, "g1")
    return game


@pytest.mark.rule("wb95", "5.3.7")
def test_four_ways_to_meet_a_retreat_of_three() -> None:
    """wb95-ex-018"""
    game = beaten("- / D3", unit("s1", "0504", sp=LEVELS))
    assert answers(game) == [
        ({}, {"s1": 3}),
        ({"s1": 1}, {"s1": 2}),
        ({"s1": 2}, {"s1": 1}),
        ({"s1": 3}, {}),
    ]
    assert rules(game, "soviet", back({"s1": 2})) == ["5.3.7"]
    assert rules(game, "soviet", back({"s1": 3}, s1="0503")) == ["5.3.7"]
    game.play("soviet", back({"s1": 2}, s1="0503"))
    assert (where(game, "s1"), at(game, "s1").cel) == ("0503", 2)


@pytest.mark.rule("wb95", "5.3.7")
@pytest.mark.rule("wb95", "5.3.8")
def test_two_cavalry_brigades_and_a_star() -> None:
    """wb95-ex-016"""
    game = field(
        unit("g1", "0505", "ARM", 9, stars="black:1"),
        unit("g2", "0505", "ARM", 8),
        unit("s1", "0504", "CAV", 4),
        unit("s2", "0504", "CAV", 4),
        phase=ATTACK_A,
        board=sketch(9, 9, terrain={"0504": "forest"}),
    )
    fight(game, "-1 / D2", "g1 g2", stars=["g1"])
    assert (at(game, "g1").cel, at(game, "g2").cel) == (1, 2)
    together = [
        told for told in answers(game) if len(set(told[0].values())) < 2 and len(told[0]) != 1
    ]
    assert together == [
        ({}, {"s1": 2}),
        ({}, {"s1": 1, "s2": 1}),
        ({}, {"s2": 2}),
        ({"s1": 1, "s2": 1}, {"s1": 1}),
        ({"s1": 1, "s2": 1}, {"s2": 1}),
        ({"s1": 2, "s2": 2}, {}),
    ]
    game.play("soviet", back(s1="0503 0502", s2="0503 0502"))
    game.play("german", chase())
    tests = [event for event in game.events if event.kind == "disorganisation test"]
    assert [event.facts["unit"] for event in tests] == ["s1", "s2"]


@pytest.mark.rule("wb95", "5.3.8")
def test_three_battalions_thrown_back_from_three_hexes() -> None:
    """wb95-ex-019"""
    game = field(
        unit("g1", "0505"),
        unit("g2", "0404"),
        unit("g3", "0604"),
        unit("s1", "0504", traits="guards"),
        phase=ATTACK_A,
    )
    fight(game, "A1 / -", "g1 g2 g3")
    found = answers(game)
    stay = [take for ways, take in found if not ways]
    assert stay == [{"g1": 1}, {"g2": 1}, {"g3": 1}]
    assert ({"g1": 1, "g2": 1, "g3": 1}, {}) in found
    assert [take for ways, take in found if ways == {"g1": 1}] == [{"g2": 1}, {"g3": 1}]
    assert all(sum(take.values()) == (0 if len(ways) == 3 else 1) for ways, take in found)
    assert rules(game, "german", back({"g1": 1}, g1="0506")) == ["5.3.7"]


@pytest.mark.rule("wb95", "5.3.8")
def test_the_greatest_shortfall_counts_once() -> None:
    game = beaten("- / D2", unit("s1", "0504"), unit("s2", "0504"))
    assert rules(game, "soviet", back({"s1": 1, "s2": 1}, s1="0503")) == []
    assert rules(game, "soviet", back({"s1": 1, "s2": 2}, s1="0503")) == ["5.3.7"]
    assert rules(game, "soviet", back({"s1": 2}, s2="0503 0502")) == []
    assert rules(game, "soviet", back({"s1": 1, "s2": 1}, s2="0503 0502")) == ["5.3.7"]


@pytest.mark.rule("wb95", "5.3.7")
def test_who_cannot_pay_in_full_dies() -> None:
    game = beaten("- / D3", unit("s1", "0504", cel=1))
    assert answers(game)[0] == ({}, {"s1": 1})
    game.play("soviet", back({"s1": 1}))
    assert where(game, "s1") == "eliminated"


# ---- guns


def gun_and_infantry(transport: bool = False) -> Wb:
    """Infantry of 2 CEL and towed guns, attacked with the result D2."""
    gun = unit("sg", "0504", "ART", "5,3", at={"transport": transport})
    return beaten("- / D2", unit("s1", "0504"), gun)


@pytest.mark.rule("wb95", "6.2.4")
@pytest.mark.rule("wb95", "5.3.7")
def test_guns_in_combat_set_up_are_lost_or_left() -> None:
    """wb95-ex-029: left behind, lost for a hex, or lost with a level for both; or left alone."""
    game = gun_and_infantry()
    assert answers(game) == [
        ({}, {"s1": 2}),
        ({}, {"s1": 1, "sg": 1}),
        ({"s1": 1}, {"s1": 1}),
        ({"s1": 1}, {"sg": 1}),
        ({"s1": 2}, {}),
    ]
    assert rules(game, "soviet", back(sg="0503", s1="0503")) == ["6.2.4"]
    game.play("soviet", back(s1="0503 0502"))
    assert where(game, "sg") == "0504"
    rig(game, 1, 1)
    game.play("german", chase(g1="0504"))
    assert (where(game, "sg"), where(game, "g1")) == ("eliminated", "0504")


@pytest.mark.rule("wb95", "6.2.4")
def test_the_death_of_the_infantry_does_not_save_the_guns() -> None:
    """wb95-ex-029"""
    game = gun_and_infantry()
    game.play("soviet", back({"s1": 2}))
    assert where(game, "sg") == "0504"
    game.play("german", chase(g1="0504"))
    assert where(game, "sg") == "eliminated"


@pytest.mark.rule("wb95", "6.2.4")
def test_limbered_guns_retreat_with_the_rest() -> None:
    """wb95-ex-029: in transport set-up the guns retreat without loss."""
    game = gun_and_infantry(transport=True)
    assert rules(game, "soviet", back({"sg": 1}, s1="0503 0502")) == []
    assert rules(game, "soviet", back(s1="0503 0502")) == ["5.3.7"]
    game.play("soviet", back(s1="0503 0502", sg="0503 0502"))
    assert where(game, "sg") == "0502"


@pytest.mark.rule("wb95", "5.1.9")
def test_a_headquarters_alone_cannot_retreat() -> None:
    game = field(unit("g1", "0505"), unit("sh", "0504", "HQ"), phase=ATTACK_A)
    fight(game, "- / D3", "g1")
    assert where(game, "sh") == "eliminated"
    assert asked(game) == "pursue"


@pytest.mark.rule("wb95", "6.6.4")
def test_limbered_guns_alone_cannot_retreat() -> None:
    guns = [unit(f"sg{n}", "0504", "ART", "5,3", at={"transport": True}) for n in (1, 2)]
    game = field(unit("g1", "0505"), *guns, phase=ATTACK_A)
    fight(game, "- / D1", "g1")
    assert [take for _, take in answers(game)] == [{"sg1": 1}, {"sg2": 1}]
    assert rules(game, "soviet", back({"sg1": 1}, sg2="0503")) == ["6.6.4"]


@pytest.mark.rule("wb95", "5.1.9")
def test_a_headquarters_with_others_retreats_with_them() -> None:
    game = beaten("- / D1", unit("s1", "0504"), unit("sh", "0504", "HQ"))
    assert rules(game, "soviet", back(s1="0503")) == ["5.3.7"]
    assert rules(game, "soviet", back(s1="0503", sh="0503")) == []


@pytest.mark.rule("wb95", "15.2.1")
def test_a_resilience_group_cannot_retreat_and_pays() -> None:
    game = beaten("- / D2", unit("s1", "0504"), unit("sr", "0504", "RG", 2))
    assert rules(game, "soviet", back(s1="0503", sr="0503")) == ["15.2.1"]
    assert rules(game, "soviet", back(s1="0503 0502")) == ["5.3.7"]
    game.play("soviet", back({"sr": 1}, s1="0503 0502"))
    assert where(game, "sr") == "eliminated"


@pytest.mark.rule("wb95", "14.3.4")
def test_a_headquarters_that_builds_a_bridge_cannot_retreat() -> None:
    def position(builds: bool) -> Wb:
        game = field(
            unit("g1", "0505"),
            unit("s1", "0504"),
            unit("sh", "0504", "HQ"),
            phase=ATTACK_A,
            board=sketch(9, 9, sides=["0504-0503 big_river"]),
        )
        if builds:
            near, far = game.board.hex("0504"), game.board.hex("0503")
            game.put(WORKS, "sh", BridgeWork(near, far, 0))
        fight(game, "- / D1", "g1")
        return game

    assert rules(position(False), "soviet", back(s1="0403", sh="0403")) == []
    game = position(True)
    assert rules(game, "soviet", back(s1="0403", sh="0403")) == ["14.3.4"]
    assert rules(game, "soviet", back(s1="0403")) == []


# ---- fixed positions


@pytest.mark.rule("wb95", "7.2.6")
@pytest.mark.parametrize(("hexes", "loss"), [(1, 0), (2, 1), (3, 2)])
def test_a_stand_in_a_fixed_position_costs_one_less(hexes: int, loss: int) -> None:
    """wb95-ex-034"""
    game = beaten(
        f"- / D{hexes}",
        unit("s1", "0504", sp=LEVELS),
        board=sketch(9, 9, sides=["0504-0505 fp"]),
        fixed_positions={"0504": 3},
    )
    assert [sum(take.values()) for ways, take in answers(game) if not ways] == [loss]
    assert ({"s1": hexes}, {}) in answers(game)


@pytest.mark.rule("wb95", "7.2.6")
def test_attackers_of_a_fixed_position_pay_in_full() -> None:
    game = beaten(
        "A1 / -",
        unit("s1", "0504", sp=LEVELS),
        board=sketch(9, 9, sides=["0504-0505 fp"]),
        fixed_positions={"0504": 3},
    )
    assert [sum(take.values()) for ways, take in answers(game) if not ways] == [1]


@pytest.mark.rule("wb95", "5.3.7")
def test_the_default_loses_as_little_as_possible() -> None:
    """Lakes leave one hex to go: one hex is retreated, the other is paid for."""
    lakes = dict.fromkeys(("0403", "0402", "0502", "0602", "0603"), "lake")
    game = beaten("- / D2", unit("s1", "0504"), board=sketch(9, 9, terrain=lakes))
    assert game.decisions[0].ask.default == back({"s1": 1}, s1="0503")
