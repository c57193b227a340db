"""The book's examples about losses, retreat and pursuit, fought with the dice they need. [5.3]

Where the table has the example's result in the column of its position, the dice bring it about;
results that the book only supposes are put in the place of what the table says.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.conformance.wb95.stage import GERMAN, SOVIET, fought, odds, question, result
from tests.systems.wb95.combat.afterwards import answers, back, chase, fight, lose
from tests.systems.wb95.field import ATTACK_A, ATTACK_B, at, field, rig, rules, told, unit, where

rule = pytest.mark.rule
LEVELS = [4, 3, 2, 1]


def beaten(attacker: int, roll: tuple[int, int], expected: str, *more: Any, **spec: Any) -> Wb:
    """A German unit in 0505 attacks 4 Soviet points of 4 levels in 0504, with this result."""
    soviet = spec.pop("soviet", unit("s1", "0504", sp=LEVELS))
    game = field(unit("g1", "0505", sp=attacker), soviet, *more, phase=ATTACK_A, **spec)
    fought(game, "g1", "0504", roll)
    assert result(game) == expected
    return game


@rule("wb95", "5.2.1f")
@rule("wb95", "5.3.7")
@rule("wb95", "13.1.2")
@rule("wb95", "15.1.7")
def test_wb95_ex_016_an_armoured_division_against_two_cavalry_brigades() -> None:
    """17 to 8 with 2 modifiers to 1 is 3:1; -1 / D2 costs the star's user a level, and the
    Soviets two levels, or one and a hex, or two hexes and a test.
    """
    division = {"formation": "1 ARM"}
    game = field(
        unit("g1", "0505", "ARM", 9, stars="black:1", **division),
        unit("g2", "0505", "MOT", 4, **division), unit("g3", "0505", "MOT", 4, **division),
        unit("s1", "0504", "CAV", 4), unit("s2", "0504", "CAV", 4),
        board=sketch(9, 9, terrain={"0504": "forest"}), phase=ATTACK_A,
    )  # fmt: skip
    fight(game, "-1 / D2", "g1 g2 g3", stars=["g1"])
    (found,) = told(game, "reckoning")
    assert (found["attack"]["total"], found["defence"]["total"]) == (17, 8)
    assert (found["attacker_cm"]["total"], found["defender_cm"]["total"]) == (2, 1)
    assert odds(found) == ("2:1", "3:1")
    assert [at(game, name).cel for name in ("g1", "g2", "g3")] == [1, 2, 2]
    together = [(ways, take) for ways, take in answers(game) if ways.get("s1") == ways.get("s2")]
    assert together == [
        ({}, {"s1": 2}),
        ({}, {"s1": 1, "s2": 1}),
        ({}, {"s2": 2}),
        ({"s1": 1, "s2": 1}, {"s1": 1}),
        ({"s1": 1, "s2": 1}, {"s2": 1}),
        ({"s1": 2, "s2": 2}, {}),
    ]
    game.play(SOVIET, back(s1="0503 0502", s2="0503 0502"))
    rig(game, 1, 1, 1, 1)
    game.play(GERMAN, chase())
    assert [facts["unit"] for facts in told(game, "disorganisation test")] == ["s1", "s2"]


@rule("wb95", "5.3.7")
def test_wb95_ex_018_four_ways_to_meet_a_retreat_of_three() -> None:
    """D3: three hexes, or two and a level, or one and two levels, or three levels."""
    game = beaten(16, (2, 3), "- / D3")
    assert answers(game) == [
        ({}, {"s1": 3}),
        ({"s1": 1}, {"s1": 2}),
        ({"s1": 2}, {"s1": 1}),
        ({"s1": 3}, {}),
    ]
    assert rules(game, SOVIET, back({"s1": 2})) == ["5.3.7"]
    game.play(SOVIET, back({"s1": 2}, s1="0503"))
    assert (where(game, "s1"), at(game, "s1").cel) == ("0503", 2)


@rule("wb95", "5.3.8")
def test_wb95_ex_019_three_battalions_thrown_back_from_three_hexes() -> None:
    """A1: all go back without loss; if any stay, one of them loses one level, wherever it is."""
    game = field(
        unit("g1", "0505", "ARM", 2, size="B"), unit("g2", "0404", "ARM", 2, size="B"),
        unit("g3", "0604", "ARM", 2, size="B"), unit("s1", "0504", sp=6, traits="guards"),
        phase=ATTACK_A,
    )  # fmt: skip
    fought(game, "g1 g2 g3", "0504", (4, 6))
    assert result(game) == "A1 / -"
    found = answers(game)
    assert [take for ways, take in found if not ways] == [{"g1": 1}, {"g2": 1}, {"g3": 1}]
    assert [take for ways, take in found if len(ways) == 3] == [{}]
    assert [take for ways, take in found if ways == {"g1": 1}] == [{"g2": 1}, {"g3": 1}]
    assert [take for ways, take in found if ways == {"g1": 1, "g3": 1}] == [{"g2": 1}]
    assert rules(game, GERMAN, back({"g1": 1}, g1="0506")) == ["5.3.7"]
    game.play(GERMAN, back({"g2": 1}, g1="0506"))
    assert [at(game, name).cel for name in ("g1", "g2", "g3")] == [2, 1, 2]


# --- Tests after a retreat ------------------------------------------------------------------


@rule("wb95", "5.3.9")
@rule("wb95", "5.6.1c")
def test_wb95_ex_020_one_test_for_two_hexes() -> None:
    """A2, retreated two hexes: one test, which an 11 fails."""
    game = field(unit("g1", "0505", sp=[1, 1, 1]), unit("s1", "0504", sp=4), phase=ATTACK_A)
    fought(game, "g1", "0504", (3, 4))
    assert result(game) == "A2 -1 / -"
    game.play(GERMAN, back(g1="0506 0507"))
    rig(game, 5, 6)
    game.play(SOVIET, chase())
    assert [facts["unit"] for facts in told(game, "disorganisation test")] == ["g1"]
    assert at(game, "g1").disorganised == game.serial


@rule("wb95", "5.3.9")
@rule("wb95", "5.6.1c")
@pytest.mark.parametrize("dice", [(1, 1, 1, 1), (1, 1, 4, 6)])
def test_wb95_ex_021_two_tests_for_three_hexes_of_four(dice: tuple[int, ...]) -> None:
    """D4, retreated three hexes: two tests; a 10 in the second disorganises as well."""
    game = beaten(36, (3, 3), "- / D4")
    game.play(SOVIET, back({"s1": 1}, s1="0503 0502 0501"))
    rig(game, *dice)
    game.play(GERMAN, chase())
    assert len(told(game, "disorganisation test")) == 2
    assert (at(game, "s1").disorganised >= 0) == (sum(dice[2:]) >= 10)


@rule("wb95", "5.3.9")
def test_wb95_ex_022_no_test_for_one_hex_of_three() -> None:
    """D3, retreated one hex: no test."""
    game = beaten(16, (2, 3), "- / D3")
    game.play(SOVIET, back({"s1": 2}, s1="0503"))
    game.play(GERMAN, chase())
    assert told(game, "disorganisation test") == []
    assert at(game, "s1").disorganised < 0


@rule("wb95", "5.4.4")
@rule("wb95", "5.4.6")
def test_wb95_ex_023_pursuit_as_far_as_the_retreat() -> None:
    """D4 and three hexes retreated: up to three hexes, the first the one that was left."""
    regiment = unit("g167", "0504", sp=LEVELS)
    game = field(unit("s1", "0505", sp=36), regiment, phase=ATTACK_B)
    fought(game, "s1", "0504", (3, 3), by=SOVIET)
    assert result(game) == "- / D4"
    game.play(GERMAN, back({"g167": 1}, g167="0503 0502 0501"))
    assert at(game, "g167").cel == 3
    ways = [action["paths"].get("s1", []) for action in game.legal(SOVIET)]
    assert {len(way) for way in ways} == {0, 1, 2, 3}
    assert {way[0] for way in ways if way} == {"0504"}
    assert rules(game, SOVIET, chase(s1="0404")) == ["5.4.4"]
    assert rules(game, SOVIET, chase(s1="0504 0503 0502 0402")) == ["5.4.6"]
    game.play(SOVIET, chase(s1="0504 0503 0502"))
    assert where(game, "s1") == "0502"


# --- Guns -----------------------------------------------------------------------------------


@rule("wb95", "5.6.3")
@rule("wb95", "6.3.5")
@pytest.mark.parametrize(("hex", "shaken"), [("0506", False), ("0505", True)])
def test_wb95_ex_025_guns_are_disorganised_only_in_contact(hex: str, shaken: bool) -> None:
    """The attackers are disorganised: their guns two hexes away are not, those in contact are."""
    gun = unit("ggun", hex, "ART", "4,3")
    game = field(unit("g1", "0505", sp=4), gun, unit("s1", "0504", sp=4), phase=ATTACK_A)
    fought(game, "g1", "0504", (6, 6), guns=["ggun"])
    assert result(game) == "D -1 / -1"
    if question(game) == "losses":  # guns in contact could bear the loss as well
        game.play(GERMAN, lose(g1=1))
    assert at(game, "g1").disorganised == game.serial
    assert (at(game, "ggun").disorganised >= 0) == shaken


def guns_attacked(transport: bool = False) -> Wb:
    """Infantry of two levels and towed guns in one hex are attacked, with the result D2."""
    gun = unit("sgun", "0504", "ART", "5,3", at={"transport": transport})
    game = beaten(21, (3, 4), "- / D2", gun, soviet=unit("s1", "0504", sp=4))
    assert told(game, "reckoning")[0]["defence"]["total"] == (4 if transport else 7)
    return game


@rule("wb95", "6.2.4")
@rule("wb95", "5.3.7")
def test_wb95_ex_029_guns_in_combat_set_up_are_left_or_lost() -> None:
    """D2: the infantry leaves them, or they are lost for one hex, or with a level for both."""
    game = guns_attacked()
    assert answers(game) == [
        ({}, {"s1": 2}),
        ({}, {"s1": 1, "sgun": 1}),
        ({"s1": 1}, {"s1": 1}),
        ({"s1": 1}, {"sgun": 1}),
        ({"s1": 2}, {}),
    ]
    assert rules(game, SOVIET, back(s1="0503 0502", sgun="0503 0502")) == ["6.2.4"]
    game.play(SOVIET, back(s1="0503 0502"))
    assert where(game, "sgun") == "0504"
    rig(game, 1, 1)
    game.play(GERMAN, chase(g1="0504"))
    assert (where(game, "sgun"), where(game, "g1")) == ("eliminated", "0504")


@rule("wb95", "5.3.7")
@pytest.mark.parametrize(
    ("answer", "stands", "cel"),
    [(back({"sgun": 1}, s1="0503"), "0503", 2), (back({"s1": 1, "sgun": 1}), "0504", 1)],
)
def test_wb95_ex_029_guns_are_given_up_for_the_infantry(
    answer: dict[str, Any], stands: str, cel: int
) -> None:
    """The guns lost, the infantry retreats one hex; with a level of its own it stays."""
    game = guns_attacked()
    game.play(SOVIET, answer)
    assert where(game, "sgun") == "eliminated"
    assert (where(game, "s1"), at(game, "s1").cel) == (stands, cel)


@rule("wb95", "6.2.4")
def test_wb95_ex_029_the_death_of_the_infantry_does_not_save_the_guns() -> None:
    """Both levels of the infantry are given, and the guns fall to whoever enters."""
    game = guns_attacked()
    game.play(SOVIET, back({"s1": 2}))
    assert (where(game, "s1"), where(game, "sgun")) == ("eliminated", "0504")
    game.play(GERMAN, chase(g1="0504"))
    assert where(game, "sgun") == "eliminated"


@rule("wb95", "6.2.4")
@rule("wb95", "6.2.3")
def test_wb95_ex_029_limbered_guns_retreat_with_the_infantry() -> None:
    """In transport set-up the guns add nothing to the defence and retreat without loss."""
    game = guns_attacked(transport=True)
    assert rules(game, SOVIET, back(s1="0503 0502")) == ["5.3.7"]
    game.play(SOVIET, back(s1="0503 0502", sgun="0503 0502"))
    assert (where(game, "s1"), where(game, "sgun")) == ("0502", "0502")
    assert (at(game, "s1").cel, at(game, "sgun").cel) == (2, 1)


# --- Fixed positions ------------------------------------------------------------------------


@rule("wb95", "7.2.6")
@pytest.mark.parametrize(
    ("attacker", "roll", "hexes", "loss"),
    [(40, (3, 4), 1, 0), (48, (3, 3), 2, 1), (64, (3, 3), 3, 2)],
)
def test_wb95_ex_034_to_stand_in_a_fixed_position_costs_a_level_less(
    attacker: int, roll: tuple[int, int], hexes: int, loss: int
) -> None:
    """D1, D2 and D3 cost those who stay 0, 1 and 2 levels. The attackers are halved, and shifted
    by three columns to 2:1, 3:1 and 5:1.
    """
    line = sketch(9, 9, sides=["0504-0505 fp"])
    position = {"board": line, "fixed_positions": {"0504": 3}}
    game = beaten(attacker, roll, f"- / D{hexes}", **position)
    assert [sum(take.values()) for ways, take in answers(game) if not ways] == [loss]
    assert ({"s1": hexes}, {}) in answers(game)
    game.play(SOVIET, back({"s1": loss} if loss else {}))
    assert (where(game, "s1"), at(game, "s1").cel) == ("0504", 4 - loss)
