"""What field fortifications and fixed positions are worth in combat. [7.1] [7.2] [S2.2]"""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from tests.systems.wb95.combat.battles import attack, by_rule, front, sums
from tests.systems.wb95.field import rules, unit

rule = pytest.mark.rule
WEAK = {"weak-field-fortifications": "on"}


@rule("wb95", "7.1.10")
def test_a_field_fortification_is_worth_two():
    game = front(unit("g1", "0403"), unit("s1", "0404"), fortified=["0404"])
    assert by_rule(sums(game, attack("g1", "0404")).defender_cm) == {"7.1.10": 2}


@rule("wb95", "7.1.10")
def test_a_field_fortification_adds_to_the_terrain():
    board = sketch(9, 9, terrain={"0404": "forest"})
    game = front(unit("g1", "0403"), unit("s1", "0404"), fortified=["0404"], board=board)
    assert sums(game, attack("g1", "0404")).defender_cm.total == 3


@rule("wb95", "7.1.11")
@rule("wb95", "5.1.3")
@pytest.mark.parametrize(("works", "refused"), [([], ["5.1.3", "5.1.4"]), (["0403"], [])])
def test_units_in_a_field_fortification_need_not_attack(works, refused):
    game = front(unit("g1", "0403"), unit("s1", "0404"), fortified=works)
    assert rules(game, "german", {"do": "end"}) == refused


@rule("wb95", "7.2.5")
def test_units_in_a_fixed_position_need_not_attack():
    game = front(unit("g1", "0403"), unit("s1", "0404"), fixed_positions={"0403": 3})
    assert rules(game, "german", {"do": "end"}) == []


@rule("wb95", "S2.2")
@pytest.mark.parametrize(
    ("sp", "terrain", "cm"), [(5, "clear", 1), (4, "clear", 0), (4, "town", 3), (5, "town", 3)]
)
def test_in_red_snow_works_outside_towns_are_weak(sp, terrain, cm):
    board = sketch(9, 9, terrain={"0404": terrain})
    game = front(
        unit("g1", "0403"), unit("s1", "0404", sp=sp), fortified=["0404"], board=board, options=WEAK
    )
    assert sums(game, attack("g1", "0404")).defender_cm.total == cm


@rule("wb95", "S2.2")
def test_one_strong_counter_is_enough_and_two_weak_ones_are_not():
    weak = (unit("s1", "0404", sp=4), unit("s2", "0404", sp=4))
    game = front(unit("g1", "0403"), *weak, fortified=["0404"], options=WEAK)
    assert sums(game, attack("g1", "0404")).defender_cm.total == 0
    game = front(
        unit("g1", "0403"), *weak, unit("s3", "0404", sp=5), fortified=["0404"], options=WEAK
    )
    assert sums(game, attack("g1", "0404")).defender_cm.total == 1


# --- Fixed positions ------------------------------------------------------------------------


@rule("wb95", "7.2.2")
def test_a_fixed_position_halves_all_attackers_and_is_worth_three():
    game = front(
        unit("g1", "0403", sp=7),
        unit("gun", "0402", "ART", "4,3"),
        unit("s1", "0404"),
        fixed_positions={"0404": 3},
    )
    found = sums(game, attack("g1", "0404", guns=["gun"]))
    assert found.attack.total == 6  # half of 11
    assert found.defender_cm.total == 3
    assert found.fixed_position


@rule("wb95", "7.2.3")
def test_a_group_of_positions_may_be_worth_something_else():
    game = front(unit("g1", "0403"), unit("s1", "0404"), fixed_positions={"0404": 5})
    assert sums(game, attack("g1", "0404")).defender_cm.total == 5


@rule("wb95", "7.2.4")
def test_guns_are_halved_even_if_everybody_attacks_from_behind():
    board = sketch(9, 9, sides=["0403-0404 fp"])
    game = front(
        unit("gB", "0405", sp=5),
        unit("gun", "0406", "ART", "4,3"),
        unit("s1", "0404"),
        board=board,
        fixed_positions={"0404": 3},
    )
    found = sums(game, attack("gB", "0404", guns=["gun"]))
    assert (found.attack.total, found.defender_cm.total) == (7, 2)


@rule("wb95", "T.terrain.n3")
@rule("wb95", "7.2.2")
@rule("wb95", "1.7a")
def test_halvings_multiply_before_one_rounding():
    board = sketch(9, 9, terrain={"0404": "swamp"})
    game = front(
        unit("g1", "0403", sp=9), unit("s1", "0404"), board=board, fixed_positions={"0404": 3}
    )
    assert sums(game, attack("g1", "0404")).attack.total == 3  # nine quarters
