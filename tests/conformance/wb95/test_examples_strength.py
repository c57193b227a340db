"""The book's examples about strengths, ratio and modifiers, fought out. [1.5] [1.6] [1.7] [5.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from tests.conformance.wb95.stage import GERMAN, SOVIET, fought, move, odds, proceed_to, settle
from tests.systems.wb95.air.sky import fly, mission, names, raid
from tests.systems.wb95.combat.battles import attack
from tests.systems.wb95.field import AIR_B, ATTACK_A, ATTACK_B, at, field, rig, told, unit

rule = pytest.mark.rule
FOREST = sketch(9, 9, terrain={"0404": "forest"})
TOWN = sketch(9, 9, terrain={"0404": "city", "0405": "city"})


def duel(attacker: int, defender: int, **spec: Any) -> dict[str, Any]:
    """What is announced when one unit attacks another."""
    stars = spec.pop("stars", 0)
    mine = unit("g1", "0403", sp=attacker, stars=f"blue:{stars}" if stars else "")
    game = field(mine, unit("s1", "0404", sp=defender), phase=ATTACK_A, **spec)
    return fought(game, "g1", "0404", **({"stars": ["g1"]} if stars else {}))


@rule("wb95", "1.5")
@rule("wb95", "1.7b")
@rule("wb95", "5.2.1b")
@rule("wb95", "5.2.1c")
def test_wb95_ex_001_eight_against_five() -> None:
    """Two units of 4 attack one of 5: 1.6 is 2:1, and the die is read in that column."""
    units = unit("g1", "0403", sp=4), unit("g2", "0403", sp=4), unit("s1", "0404", sp=5)
    game = field(*units, phase=ATTACK_A)
    found = fought(game, "g1 g2", "0404")
    assert (found["attack"]["total"], found["defence"]["total"]) == (8, 5)
    assert [part["value"] for part in found["attack"]["parts"]] == [4, 4]
    assert odds(found) == ("2:1", "2:1")
    assert told(game, "combat")[0]["column"] == "2:1"
    assert told(game, "combat")[0]["defender_result"] == "D1"  # a 7 at 2:1


@rule("wb95", "1.6a")
@rule("wb95", "1.7b")
@rule("wb95", "5.2.1d")
def test_wb95_ex_002_three_modifiers_against_one() -> None:
    """8 against 3 is 3:1; three columns to the right 6:1; one to the left 5:1."""
    assert odds(duel(8, 3)) == ("3:1", "3:1")
    assert odds(duel(8, 3, stars=3)) == ("3:1", "6:1")
    found = duel(8, 3, stars=3, board=FOREST)
    assert (found["attacker_cm"]["total"], found["defender_cm"]["total"]) == (3, 1)
    assert odds(found) == ("3:1", "5:1")


@rule("wb95", "1.6b")
@rule("wb95", "5.2.1d")
def test_wb95_ex_003_the_table_ends_before_the_defender_shifts() -> None:
    """18 against 4 is 5:1; seven to the right stop at 10:1; two to the left make 8:1."""
    assert odds(duel(18, 4)) == ("5:1", "5:1")
    assert odds(duel(18, 4, stars=7)) == ("5:1", "10:1")
    found = duel(18, 4, stars=7, board=TOWN)
    assert (found["attacker_cm"]["total"], found["defender_cm"]["total"]) == (7, 2)
    assert odds(found) == ("5:1", "8:1")


@rule("wb95", "1.7a")
@rule("wb95", "5.6.4")
def test_wb95_ex_004_half_of_one_is_one() -> None:
    """A disorganised unit of 1 point counts 1, attacking and defending."""
    shaken = {"disorganised": 2}
    mine = unit("g1", "0403", sp=1, at=shaken)
    game = field(mine, unit("s1", "0404", sp=1, at=shaken), phase=ATTACK_A)
    found = fought(game, "g1", "0404")
    assert (found["attack"]["total"], found["defence"]["total"]) == (1, 1)
    for tally in (found["attack"], found["defence"]):
        assert [part["value"] for part in tally["parts"]] == [1, "-1/2", "1/2"]


@rule("wb95", "1.7a")
@rule("wb95", "10.2.2")
def test_wb95_ex_005_half_of_five_is_three() -> None:
    """A unit of 5 out of supply attacks with 3."""
    mine = unit("g1", "0403", sp=5, at={"oos": 1})
    game = field(mine, unit("s1", "0404", sp=3), phase=ATTACK_A)
    found = fought(game, "g1", "0404")
    assert found["attack"]["total"] == 3
    assert odds(found)[0] == "1:1"


@rule("wb95", "1.7b")
def test_wb95_ex_006_one_and_a_half_is_two() -> None:
    """3 against 2 is fought at 2:1."""
    assert odds(duel(3, 2)) == ("2:1", "2:1")


@rule("wb95", "1.7b")
def test_wb95_ex_007_just_under_six_and_a_half_is_six() -> None:
    """6.49 to one is fought at 6:1, and 6.5 to one at 7:1."""
    assert odds(duel(649, 100)) == ("6:1", "6:1")
    assert odds(duel(650, 100)) == ("7:1", "7:1")


@rule("wb95", "5.5.1")
@rule("wb95", "5.5.2")
def test_wb95_ex_024_woods_behind_a_river() -> None:
    """One modifier for the woods and one for the river are two."""
    board = sketch(9, 9, terrain={"0404": "forest"}, sides=["0403-0404 river"])
    found = duel(12, 4, board=board)
    assert [part["value"] for part in found["defender_cm"]["parts"]] == [1, 1]
    assert odds(found) == ("3:1", "1:1")


# --- Guns and aircraft ----------------------------------------------------------------------


@rule("wb95", "6.4.6")
@rule("wb95", "5.6.4")
def test_wb95_ex_030_guns_under_fire_still_support_the_defence() -> None:
    """Disorganised by ranged fire, guns of 5/3 add 2 to a defence in the same phase."""
    game = field(
        unit("ggun", "0401", "ART", "5,3"), unit("g1", "0603"),
        unit("sgun", "0403", "ART", "5,3"), unit("s1", "0604"), phase=ATTACK_A,
    )  # fmt: skip
    rig(game, 6, 6)
    game.play(GERMAN, {"do": "bombard", "guns": ["ggun"], "target": "0403"})
    assert told(game, "fire")[0]["result"] == "D"
    found = fought(game, "g1", "0604", defend={"guns": ["sgun"]})
    assert [part["value"] for part in found["defence"]["parts"]] == [4, 3, "-3/2", "1/2"]
    assert found["defence"]["total"] == 4 + 2


GUNS = unit("sgun1", "0304", "ART", "5,3"), unit("sgun2", "0304", "ART", "5,3")
CAVALRY = unit("s1", "0404", "CAV", 5)


@rule("wb95", "6.6.3")
@rule("wb95", "6.6.1")
@rule("wb95", "6.3.1")
def test_wb95_ex_032_cavalry_and_lone_guns() -> None:
    """5 and 1 defend; 5, 5 and 5 attack; beside a regular unit the guns defend with 3 and 3."""
    foe = unit("g1", "0403", sp=9)
    alone = field(foe, CAVALRY, *GUNS, phase=ATTACK_A)
    assert fought(alone, "g1", "0404 0304")["defence"]["total"] == 5 + 1
    guarded = field(foe, CAVALRY, *GUNS, unit("s2", "0304", sp=2), phase=ATTACK_A)
    found = fought(guarded, "g1", "0404 0304")["defence"]
    assert found["total"] == 5 + 2 + 6
    assert [part["value"] for part in found["parts"] if part["rule"] == "6.6.1"] == [3, 3]
    attacking = field(foe, CAVALRY, *GUNS, phase=ATTACK_B)
    found = fought(attacking, "s1", "0403", by=SOVIET, guns=["sgun1", "sgun2"])
    assert found["attack"]["total"] == 5 + 5 + 5


@rule("wb95", "7.2.2")
@rule("wb95", "7.2.4")
@pytest.mark.parametrize(
    ("rear", "guns", "total", "cm", "full"),
    [
        (10, [], 8 + 5 + 10, 3, True),
        (11, [], 8 + 5 + 11, 2, False),
        (11, ["ggun"], 8 + 5 + 11 + 2, 2, False),
    ],
)
def test_wb95_ex_033_a_fixed_position_from_the_front_and_from_behind(
    rear: int, guns: list[str], total: int, cm: int, full: bool
) -> None:
    """15 through the line count 8 whatever comes from behind; so do guns, halved with them.

    As long as those behind are not stronger than 15 the position counts 3, after that 2.
    """
    game = field(
        unit("gA", "0403", sp=15), unit("gB", "0405", sp=5), unit("gC", "0305", sp=rear),
        unit("ggun", "0401", "ART", "5,3"), unit("s1", "0404"),
        board=sketch(9, 9, sides=["0403-0404 fp"]), fixed_positions={"0404": 3}, phase=ATTACK_A,
    )  # fmt: skip
    found = fought(game, "gA gB gC", "0404", **({"guns": guns} if guns else {}))
    assert found["attack"]["total"] == total
    assert found["defender_cm"]["total"] == cm
    assert found["fixed_position"] is full


@rule("wb95", "8.2.4")
@rule("wb95", "1.7a")
def test_wb95_ex_035_half_of_thirteen_air_points_is_seven() -> None:
    """Three air units of 13 points support the defence of a regiment with 7."""
    game = raid(4, 4, 5, phase=AIR_B, units=(unit("g1", "0303"), unit("s1", "0305")))
    fly(game, german=[mission("defence", "0303", name) for name in names(3)])
    game.play(SOVIET, move("s1", "0304"))
    proceed_to(game, ATTACK_B)
    game.play(SOVIET, attack("s1", "0303"))
    means = game.decisions[0].to_json()["context"]["means"]
    assert len(means["air"]) == 3
    game.play(GERMAN, {"do": "defend", "air": means["air"]})
    found = told(game, "reckoning")[-1]["defence"]
    assert [part["value"] for part in found["parts"]] == [4, 7]


@rule("wb95", "8.2.7")
@rule("wb95", "T.air")
def test_wb95_ex_036_twenty_air_points_against_hills() -> None:
    """Twice 2 modifiers off 20 leave 16: at 11 a -1D, where 17 and more would cost two levels."""
    armour = unit("g1", "0303", "ARM", size="B", cel=3)
    hills = sketch(9, 9, terrain={"0303": "hill"})
    game = raid(20, side=SOVIET, board=hills, units=(armour, unit("s1", "0505")))
    rig(game, 5, 6)
    fly(game, soviet=[mission("attack", "0303", *names(1, SOVIET))])
    (found,) = told(game, "air attack")
    assert [part["value"] for part in found["strength"]["parts"]] == [20, -4]
    assert (found["strength"]["total"], found["result"]) == (16, "-1D")
    assert at(game, "g1").cel == 2


# --- Modifiers of the units -----------------------------------------------------------------


def division(name: str, hex: str, count: int) -> list[dict[str, Any]]:
    """Some battalions of one division in a hex."""
    return [unit(f"g{name}{i}", hex, formation=name, size="B", cel=1) for i in range(count)]


def everybody(group: list[dict[str, Any]]) -> str:
    """The names of some units."""
    return " ".join(item["row"]["id"] for item in group)


@rule("wb95", "13.1.3")
@rule("wb95", "13.1.4")
def test_wb95_ex_050_nine_units_of_three_divisions() -> None:
    """Three of each of three divisions, from three hexes: 3 modifiers."""
    group = [*division("A", "0403", 3), *division("B", "0405", 3), *division("C", "0304", 3)]
    game = field(*group, unit("s1", "0404", sp=20), phase=ATTACK_A)
    found = fought(game, everybody(group), "0404")
    assert found["attacker_cm"]["total"] == 3
    assert odds(found) == ("2:1", "5:1")


@rule("wb95", "13.1.4")
def test_wb95_ex_051_six_units_of_one_division() -> None:
    """Six units of a division: 2 modifiers."""
    group = division("A", "0403", 6)
    game = field(*group, unit("s1", "0404", sp=24), phase=ATTACK_A)
    found = fought(game, everybody(group), "0404")
    assert found["attacker_cm"]["total"] == 2
    assert odds(found) == ("1:1", "3:1")


@rule("wb95", "15.3.1")
@rule("wb95", "15.3.2")
@pytest.mark.parametrize(("regulars", "cms"), [(0, 2), (1, 1), (2, 0)])
def test_wb95_ex_054_volkssturm_and_regular_units(regulars: int, cms: int) -> None:
    """The enemy of Volkssturm gains 2, less 1 for each regular unit with it, in either role."""
    stack = [unit(f"g{i}", "0403", sp=1) for i in range(regulars)]
    units = (unit("gvs", "0403", "VS", 1), *stack, unit("s1", "0404"))
    game = field(*units, phase=ATTACK_B)
    assert fought(game, "s1", "0403", by=SOVIET)["attacker_cm"]["total"] == cms
    settle(game)
    game = field(*units, phase=ATTACK_A)
    found = fought(game, " ".join(["gvs", *(f"g{i}" for i in range(regulars))]), "0404")
    assert found["defender_cm"]["total"] == cms
