"""The book's examples that take several phases: recovery, the headquarters bonus, supply.

[5.6.5] [9.1.6] [10.2]
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.wb95.scenario import Wb
from tests.conformance.wb95.stage import (
    END,
    GERMAN,
    SOVIET,
    fought,
    move,
    proceed_to,
    question,
    result,
    settle,
)
from tests.systems.wb95.air.sky import fly, mission, names, raid
from tests.systems.wb95.combat.afterwards import back, chase
from tests.systems.wb95.combat.battles import attack
from tests.systems.wb95.field import (
    AIR_B,
    ATTACK_A,
    ATTACK_B,
    MOVE_A,
    MOVE_B,
    STRATEGIC_A,
    STRATEGIC_B,
    at,
    field,
    rig,
    rules,
    told,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import SUPPLIED

rule = pytest.mark.rule


def shaken(game: Wb, name: str) -> bool:
    """Whether a unit is disorganised."""
    return at(game, name).disorganised >= 0


def attack_total(game: Wb, units: str, target: str) -> Any:
    """What some units would attack a hex with now."""
    return game.odds(attack(units, target)).reckoning["attack"]["total"]


# --- Recovery -------------------------------------------------------------------------------


@rule("wb95", "5.6.5")
@rule("wb95", "5.6.4")
def test_wb95_ex_026_an_attacker_recovers_after_his_next_combat_phase() -> None:
    """Disorganised in phase 4, he is at half strength through phase 4 of the next turn.

    Both sides are dug in, so that nobody has to attack again.
    """
    game = field(
        unit("g1", "0504", sp=[20, 20]), unit("s1", "0505"),
        fortified=["0504", "0505"], phase=ATTACK_A, **SUPPLIED,
    )  # fmt: skip
    fought(game, "g1", "0505", (6, 6))
    assert result(game) == "D -1 / -1"
    assert shaken(game, "g1")
    proceed_to(game, ATTACK_A, turn=2)
    assert shaken(game, "g1")
    assert attack_total(game, "g1", "0505") == 10
    game.play(GERMAN, END)
    assert [facts["unit"] for facts in told(game, "recovered")] == ["g1"]
    proceed_to(game, ATTACK_A, turn=3)
    assert attack_total(game, "g1", "0505") == 20


@rule("wb95", "5.6.5")
@pytest.mark.parametrize("idle", [True, False])
def test_wb95_ex_026_a_defender_recovers_after_his_next_combat_phase(idle: bool) -> None:
    """Disorganised in the enemy's phase 4, he recovers after his own phase 10 unless he moves."""
    units = unit("g1", "0505", sp=8), unit("s1", "0504", sp=[4, 3])
    game = field(*units, phase=ATTACK_A, **SUPPLIED)
    fought(game, "g1", "0504", (1, 1))
    game.play(SOVIET, back(s1="0503 0502 0501"))
    settle(game)
    assert shaken(game, "s1")
    proceed_to(game, MOVE_B)
    if not idle:
        game.play(SOVIET, move("s1", "0401"))
    proceed_to(game, ATTACK_B)
    assert shaken(game, "s1")
    proceed_to(game, STRATEGIC_B)
    assert shaken(game, "s1") is not idle


@rule("wb95", "5.6.5")
def test_wb95_ex_027_after_an_air_attack_a_turn_passes() -> None:
    """Disorganised from the air in phase 7, a unit recovers when phase 7 of the next turn ends."""
    units = unit("g1", "0303"), unit("s1", "0707")
    game = raid(12, units=units, phase=AIR_B, **SUPPLIED)
    rig(game, 1, 1)
    fly(game, german=[mission("attack", "0707", *names(1))])
    assert told(game, "air attack")[0]["result"] == "-1D"
    assert shaken(game, "s1")
    proceed_to(game, AIR_B, turn=2)
    assert question(game) == "air"
    assert shaken(game, "s1")
    fly(game)
    assert game.phase == "Movement of soviet"
    assert not shaken(game, "s1")


# --- Headquarters ---------------------------------------------------------------------------


@rule("wb95", "9.1.6")
@rule("wb95", "5.1.9")
@pytest.mark.parametrize(
    ("defending", "attacking", "roll"), [(5, 0, (1, 2)), (2, 3, (1, 2)), (0, 5, (2, 3))]
)
def test_wb95_ex_040_the_bonus_serves_in_the_next_two_combat_phases(
    defending: int, attacking: int, roll: tuple[int, int]
) -> None:
    """A headquarters lost in phase 4 of turn 5 gives 5 modifiers for phases 10 and 4, in all.

    Other units face each other dug in, so that they attack only when they like.
    """
    game = field(
        unit("g1", "0403"), unit("shq", "0404", "HQ"), unit("g2", "0603"), unit("s2", "0604"),
        fortified=["0603", "0604"], phase=ATTACK_A, turn=5, **SUPPLIED,
    )  # fmt: skip
    fought(game, "g1", "0404")
    settle(game)
    assert where(game, "shq") == "eliminated"
    assert [facts["cms"] for facts in told(game, "bonus")] == [5]
    assert rules(game, GERMAN, attack("g2", "0604", bonus=1)) == ["9.1.7"]  # not yet
    proceed_to(game, ATTACK_B, turn=5)
    game.play(SOVIET, attack("s2", "0603"))
    assert rules(game, GERMAN, {"do": "defend", "bonus": 6}) == ["9.1.7"]
    rig(game, *roll)  # -1 / -, so that both stay
    game.play(GERMAN, {"do": "defend", "bonus": defending})
    assert told(game, "reckoning")[-1]["defender_cm"]["total"] == 2 + defending
    settle(game)
    proceed_to(game, ATTACK_A, turn=6)
    assert rules(game, GERMAN, attack("g2", "0604", bonus=attacking + 1)) == ["9.1.7"]
    found = fought(game, "g2", "0604", (3, 4), **({"bonus": attacking} if attacking else {}))
    assert found["attacker_cm"]["total"] == attacking


@rule("wb95", "9.1.6")
def test_wb95_ex_040_the_bonus_is_gone_afterwards() -> None:
    """What was not used by phase 4 of turn 6 cannot be used in phase 10."""
    game = field(
        unit("g1", "0403"), unit("shq", "0404", "HQ"), unit("g2", "0603"), unit("s2", "0604"),
        fortified=["0603", "0604"], phase=ATTACK_A, turn=5, **SUPPLIED,
    )  # fmt: skip
    fought(game, "g1", "0404")
    settle(game)
    proceed_to(game, ATTACK_B, turn=6)
    found = fought(game, "s2", "0603", by=SOVIET)  # the defender is not even asked
    assert found["defender_cm"]["total"] == 2


# --- Out of supply --------------------------------------------------------------------------


def cut_off(**spec: Any) -> Wb:
    """A German unit out of supply at level 1, moving up with full points to attack at full."""
    game = field(unit("g1", "0502", at={"oos": 1}), unit("s1", "0506"), phase=MOVE_A, **spec)
    way = "0503", "0504", "0505"
    assert rules(game, GERMAN, move("g1", *way)) == ["3.1.5"]  # half of 4 points
    game.play(GERMAN, move("g1", *way, full=True))
    assert at(game, "g1").oos == 2  # at once
    game.play(GERMAN, END)
    return game


@rule("wb95", "10.2.3")
@rule("wb95", "10.2.5")
def test_wb95_ex_042_full_movement_and_full_strength_raise_the_level_by_two() -> None:
    """From 1 to 3, if the attack succeeds: D1."""
    game = cut_off()
    found = fought(game, "g1", "0506", (3, 3), full=["g1"])
    assert found["attack"]["total"] == 4
    assert result(game) == "- / D1"
    settle(game)
    assert at(game, "g1").oos == 1 + 2
    assert [facts["level"] for facts in told(game, "supply")] == [2, 3]


@rule("wb95", "10.2.3")
@rule("wb95", "10.2.4")
@rule("wb95", "10.2.5")
def test_wb95_ex_043_a_failed_attack_and_a_lost_defence_raise_it_further() -> None:
    """By 3 if the attack fails; by 1 more when the enemy's attack succeeds."""
    game = cut_off()
    fought(game, "g1", "0506", (4, 5), full=["g1"])
    assert result(game) == "-1 / -"
    settle(game)
    assert at(game, "g1").oos == 1 + 3
    proceed_to(game, STRATEGIC_A)
    rig(game, 6, 6)  # it does not surrender
    proceed_to(game, ATTACK_B)
    fought(game, "s1", "0505", (3, 4), by=SOVIET)
    assert result(game) == "- / D1"
    game.play(GERMAN, back(g1="0504"))
    game.play(SOVIET, chase())
    assert at(game, "g1").oos == 1 + 3 + 1


@rule("wb95", "10.2.7")
@rule("wb95", "10.2.8")
def test_wb95_ex_044_two_supply_phases_for_level_five() -> None:
    """With its line restored a unit goes from 5 to 1 and then to none, and moves in full again."""
    game = field(unit("g1", "0502", at={"oos": 5}), unit("s1", "0909"), **SUPPLIED)
    three = move("g1", "0503", "0504", "0505")
    levels = []
    for turn in (1, 2, 3):
        proceed_to(game, MOVE_A, turn)
        levels.append((at(game, "g1").oos, rules(game, GERMAN, three)))
    assert levels == [(5, ["3.1.5"]), (1, ["3.1.5"]), (0, [])]
