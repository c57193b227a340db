"""Strengths, ratio, shifts and the ground of a battle. [1.5] [1.6] [1.7] [5.5]"""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from tests.systems.wb95.combat.battles import attack, by_rule, front, odds_of, sums
from tests.systems.wb95.field import unit

rule = pytest.mark.rule


# --- Ratio ----------------------------------------------------------------------------------


@rule("wb95", "1.5")
def test_every_attacker_and_every_unit_of_the_target_hex_counts():
    game = front(
        unit("g1", "0403", sp=4),
        unit("g2", "0405", sp=2),
        unit("s1", "0404", sp=3),
        unit("s2", "0404", sp=4),
    )
    found = sums(game, attack("g1 g2", "0404"))
    assert (found.attack.total, found.defence.total) == (6, 7)


@rule("wb95", "1.7b")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [(3, 2, "2:1"), (649, 100, "6:1"), (650, 100, "7:1"), (4, 9, "1:2"), (4, 10, "1:3")],
)
def test_the_ratio_is_rounded_halves_upward(attackers, defenders, column):
    """wb95-ex-006, wb95-ex-007; below one to one the defender's advantage is rounded alike."""
    game = front(unit("g1", "0403", sp=attackers), unit("s1", "0404", sp=defenders))
    assert odds_of(sums(game, attack("g1", "0404")))[0] == column


@rule("wb95", "10.2.2")
def test_want_of_supply_does_not_weaken_the_defence():
    game = front(unit("g1", "0403"), unit("s1", "0404", sp=6, at={"oos": 2}))
    assert sums(game, attack("g1", "0404")).defence.total == 6


@rule("wb95", "10.2.3")
def test_full_strength_out_of_supply_is_bought():
    game = front(unit("g1", "0403", sp=5, at={"oos": 1}), unit("s1", "0404"))
    assert sums(game, attack("g1", "0404", full=["g1"])).attack.total == 5


# --- Ground ---------------------------------------------------------------------------------


@rule("wb95", "5.5.1")
@pytest.mark.parametrize(
    ("terrain", "cm"), [("clear", 0), ("forest", 1), ("town", 1), ("city", 2), ("hill", 2)]
)
def test_the_defenders_terrain_counts(terrain, cm):
    board = sketch(9, 9, terrain={"0404": terrain, "0403": "city"})
    game = front(unit("g1", "0403"), unit("s1", "0404"), board=board)
    assert sums(game, attack("g1", "0404")).defender_cm.total == cm


@rule("wb95", "5.5.3")
@pytest.mark.parametrize(("in_city", "cm"), [(3, 1), (5, 2)])
def test_of_several_hexes_the_one_with_most_strength_counts(in_city, cm):
    board = sketch(9, 9, terrain={"0404": "city", "0304": "forest"})
    game = front(
        unit("g1", "0403"), unit("s1", "0404", sp=in_city), unit("s2", "0304", sp=4), board=board
    )
    found = sums(game, attack("g1", "0404 0304"))
    assert found.defence.total == in_city + 4
    assert found.defender_cm.total == cm


@rule("wb95", "5.5.3")
def test_of_equal_hexes_the_one_that_serves_the_defenders_best_counts():
    board = sketch(9, 9, terrain={"0404": "city", "0304": "forest"})
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("s2", "0304"), board=board)
    assert sums(game, attack("g1", "0404 0304")).defender_cm.total == 2


@rule("wb95", "5.5.4")
@pytest.mark.parametrize(("across", "cm"), [(4, 0), (5, 1)])
def test_a_river_counts_if_more_than_half_of_the_strength_comes_across(across, cm):
    board = sketch(9, 9, sides=["0403-0404 river"])
    game = front(
        unit("g1", "0403", sp=across), unit("g2", "0405", sp=4), unit("s1", "0404"), board=board
    )
    assert sums(game, attack("g1 g2", "0404")).defender_cm.total == cm


@rule("wb95", "5.5.4")
def test_supporting_guns_do_not_come_across_the_river():
    board = sketch(9, 9, sides=["0403-0404 river"])
    game = front(
        unit("g1", "0403", sp=5),
        unit("g2", "0405", sp=4),
        unit("gun", "0402", "ART", "9,3"),
        unit("s1", "0404"),
        board=board,
    )
    found = sums(game, attack("g1 g2", "0404", guns=["gun"]))
    assert by_rule(found.defender_cm) == {"5.5.4": 1}


@rule("wb95", "5.5.4")
def test_greater_water_counts_as_lesser_too():
    board = sketch(9, 9, sides=["0403-0404 big_river", "0405-0404 stream"])
    game = front(unit("g1", "0403"), unit("g2", "0405"), unit("s1", "0404"), board=board)
    assert sums(game, attack("g1 g2", "0404")).defender_cm.total == 1


@rule("wb95", "T.terrain.n3")
def test_an_attack_into_swamp_is_halved_once_on_the_total():
    board = sketch(9, 9, terrain={"0404": "swamp"})
    game = front(
        unit("g1", "0403", sp=3), unit("g2", "0405", sp=4), unit("s1", "0404"), board=board
    )
    found = sums(game, attack("g1 g2", "0404"))
    assert found.attack.total == 4  # seven halves, rounded up; apart they would be 2 + 2
    assert "T.terrain.n3" in by_rule(found.attack)


# --- Lone headquarters and limbered guns ----------------------------------------------------


@rule("wb95", "5.1.9")
@rule("wb95", "9.1.8")
@rule("wb95", "6.6.4")
@pytest.mark.parametrize(
    "alone",
    [
        unit("shq", "0404", "HQ"),
        unit("sgun", "0404", "ART", "5,3", at={"transport": True}),
    ],
)
def test_a_headquarters_or_limbered_guns_alone_are_attacked_at_the_best_ratio(alone):
    board = sketch(9, 9, terrain={"0404": "city"})
    game = front(unit("g1", "0403", sp=1), alone, board=board)
    found = sums(game, attack("g1", "0404"))
    assert found.lone
    assert odds_of(found) == ("10:1", "10:1")


@rule("wb95", "5.1.9")
def test_a_headquarters_in_a_stack_is_not_alone_and_adds_nothing():
    game = front(unit("g1", "0403", sp=4), unit("shq", "0404", "HQ"), unit("s1", "0404", sp=4))
    found = sums(game, attack("g1", "0404"))
    assert not found.lone
    assert found.defence.total == 4
    assert odds_of(found)[1] == "1:1"
