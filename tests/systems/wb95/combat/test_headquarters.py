"""Headquarters in combat: the die, their range, the bonus for eliminating one. [9.1] [9.2]"""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.systems.wb95.combat.command import bonus_available, spend_bonus
from grognard.systems.wb95.status import SIDES, Bonus
from tests.systems.wb95.combat.battles import attack, by_rule, defence_rules, front, sums
from tests.systems.wb95.field import rig, rules, told, unit

rule = pytest.mark.rule


def grant(game, side: str, label: str, cms: int, first: int, last: int) -> None:
    """Modifiers for a headquarters eliminated in a hex."""
    bonus = Bonus(game.board.hex(label), cms, first, last)
    status = game.state[SIDES][side]
    game.put(SIDES, side, replace(status, bonuses=(*status.bonuses, bonus)))


# --- The die --------------------------------------------------------------------------------


@rule("wb95", "9.2.1")
@rule("wb95", "5.2.1e")
def test_the_attackers_headquarters_takes_one_off_the_roll():
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("ghq", "0401", "HQ"))
    assert sums(game, attack("g1", "0404")).roll.total == -1
    rig(game, 3, 4)
    game.play("german", attack("g1", "0404"))
    facts = told(game, "combat")[0]
    assert (facts["roll"], facts["modified"]) == (7, 6)


@rule("wb95", "9.2.1")
def test_the_defenders_headquarters_adds_one():
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("shq", "0406", "HQ"))
    assert sums(game, attack("g1", "0404")).roll.total == 1


@rule("wb95", "9.2.1")
def test_all_units_of_a_side_must_be_in_range():
    game = front(
        unit("g1", "0403"),
        unit("gun", "0306", "ART", "5,3"),
        unit("s1", "0404"),
        unit("ghq", "0401", "HQ"),
    )
    assert sums(game, attack("g1", "0404")).roll.total == -1
    assert sums(game, attack("g1", "0404", guns=["gun"])).roll.total == 0


@rule("wb95", "9.2.1")
def test_each_unit_may_be_in_range_of_another_headquarters():
    one, other = unit("ghq1", "0401", "HQ"), unit("ghq2", "0409", "HQ")
    line = (unit("g1", "0403"), unit("g2", "0405"), unit("s1", "0404"))
    assert sums(front(*line, one, other), attack("g1 g2", "0404")).roll.total == -1
    assert sums(front(*line, other), attack("g1 g2", "0404")).roll.total == 0


@rule("wb95", "9.2.2")
@pytest.mark.parametrize(
    ("hex", "nation", "modifier"),
    [
        ("0407", "German", -1),
        ("0408", "German", 0),
        ("0406", "Italian", -1),
        ("0407", "Italian", 0),
    ],
)
def test_german_headquarters_reach_four_hexes_and_others_three(hex, nation, modifier):
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("ghq", hex, "HQ", nation=nation))
    assert sums(game, attack("g1", "0404")).roll.total == modifier


@rule("wb95", "9.2.2")
@pytest.mark.parametrize(("hex", "modifier"), [("0407", 1), ("0408", 0)])
def test_soviet_headquarters_reach_three_hexes(hex, modifier):
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("shq", hex, "HQ"))
    assert sums(game, attack("g1", "0404")).roll.total == modifier


@rule("wb95", "9.2.3")
def test_several_headquarters_do_not_add_up():
    game = front(
        unit("g1", "0403"),
        unit("s1", "0404"),
        unit("ghq1", "0401", "HQ"),
        unit("ghq2", "0402", "HQ"),
    )
    assert sums(game, attack("g1", "0404")).roll.total == -1


@rule("wb95", "9.2.4")
def test_headquarters_of_both_sides_even_out():
    game = front(
        unit("g1", "0403"), unit("s1", "0404"), unit("ghq", "0402", "HQ"), unit("shq", "0405", "HQ")
    )
    found = sums(game, attack("g1", "0404"))
    assert len(found.roll.parts) == 2
    assert found.roll.total == 0


@rule("wb95", "5.2.1e")
@rule("wb95", "1.8")
@pytest.mark.parametrize(
    ("hq", "faces", "modified"), [("ghq", (1, 1), 2), ("shq", (6, 6), 12), ("ghq", (6, 6), 11)]
)
def test_the_modified_roll_of_two_dice_stays_on_the_table(hq, faces, modified):
    game = front(
        unit("g1", "0403"), unit("s1", "0404"), unit(hq, "0402" if hq[0] == "g" else "0405", "HQ")
    )
    rig(game, *faces)
    game.play("german", attack("g1", "0404"))
    facts = told(game, "combat")[0]
    assert (facts["roll"], facts["modified"]) == (sum(faces), modified)


# --- The bonus ------------------------------------------------------------------------------


@rule("wb95", "9.1.6")
def test_the_bonus_adds_columns_to_an_attack_and_is_used_up():
    game = front(unit("g1", "0403"), unit("s1", "0404"))
    grant(game, "german", "0404", 5, 3, 9)
    action = attack("g1", "0404", bonus=3)
    assert by_rule(sums(game, action).attacker_cm) == {"9.1.6": 3}
    rig(game, 3, 4)
    game.play("german", action)
    assert [b.cms for b in game.state[SIDES]["german"].bonuses] == [2]


@rule("wb95", "9.1.6")
def test_the_bonus_serves_in_defence_too():
    game = front(unit("g1", "0403"), unit("s1", "0404"))
    grant(game, "soviet", "0404", 5, 3, 9)
    found = sums(game, attack("g1", "0404"), {"bonus": 5})
    assert by_rule(found.defender_cm) == {"9.1.6": 5}
    assert defence_rules(game, attack("g1", "0404"), {"bonus": 6}) == ["9.1.7"]


@rule("wb95", "9.1.7")
@pytest.mark.parametrize(("label", "cms"), [("0409", 5), ("0609", 0)])
def test_the_bonus_serves_within_eight_hexes(label, cms):
    game = front(unit("g1", "0403"), unit("s1", "0404"))
    grant(game, "german", "0401", 5, 3, 9)
    there = game.board.hex(label)
    assert (game.board.distance(game.board.hex("0401"), there) <= 8) == bool(cms)
    assert bonus_available(game, "german", (there,)) == cms


@rule("wb95", "9.1.7")
def test_a_bonus_out_of_reach_is_refused():
    game = front(unit("g1", "0103"), unit("s1", "0104"))
    grant(game, "german", "0909", 5, 3, 9)
    assert rules(game, "german", attack("g1", "0104", bonus=1)) == ["9.1.7"]
    assert rules(game, "german", attack("g1", "0104", bonus=-1)) == ["9.1.7"]


@rule("wb95", "9.1.6")
def test_the_bonus_that_ends_first_is_used_first():
    game = front(unit("g1", "0403"), unit("s1", "0404"))
    grant(game, "german", "0404", 5, 3, 9)
    grant(game, "german", "0404", 5, -9, 3)
    spend_bonus(game, "german", (game.board.hex("0404"),), 6)
    assert [(b.cms, b.last) for b in game.state[SIDES]["german"].bonuses] == [(4, 9)]
