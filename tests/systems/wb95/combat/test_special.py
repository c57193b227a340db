"""Stars, resilience groups, Volkssturm and fortification units. [15.1] [15.2] [15.3] [15.4]"""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from tests.systems.wb95.combat.battles import attack, by_rule, defence_rules, front, sums
from tests.systems.wb95.field import ATTACK_B, rules, unit

rule = pytest.mark.rule
OFF = {"special-units": "off"}
HIT = attack("g1", "0404", stars=["g1"])


def duel(mine: str = "", theirs: str = "", **more):
    """A German unit with stars next to a Soviet one with stars, both armoured."""
    return front(
        unit("g1", "0403", "ARM", stars=mine), unit("s1", "0404", "ARM", stars=theirs), **more
    )


def shifts(game, answer=None) -> tuple[int, int]:
    """The attacker's and the defender's modifiers when both use their stars."""
    found = sums(game, HIT, answer)
    return found.attacker_cm.total, found.defender_cm.total


# --- Stars ----------------------------------------------------------------------------------


@rule("wb95", "15.1.1")
def test_only_units_with_stars_use_them():
    game = duel("", "")
    assert rules(game, "german", HIT) == ["15.1.1"]
    assert rules(duel("blue:1"), "german", attack("g1", "0404", stars=["s1"])) == ["15.1.1"]


@rule("wb95", "15.1.1")
def test_without_the_chapter_there_are_no_stars():
    assert rules(duel("blue:1", options=OFF), "german", HIT) == ["15.1.1"]


@rule("wb95", "15.1.3")
def test_each_star_is_worth_one_column():
    assert by_rule(sums(duel("blue:2"), HIT).attacker_cm) == {"15.1.3": 2}


@rule("wb95", "15.1.4")
def test_stars_of_several_units_and_colours_add_up():
    game = front(
        unit("g1", "0403", stars="black:1;blue:1"),
        unit("g2", "0403", stars="yellow:1"),
        unit("s1", "0404"),
    )
    assert sums(game, attack("g1 g2", "0404", stars=["g1", "g2"])).attacker_cm.total == 3


@rule("wb95", "15.1.6")
@rule("wb95", "1.6c")
def test_stars_count_only_if_their_owner_uses_them():
    game = duel("blue:1", "blue:1")
    unused = sums(game, attack("g1", "0404"), {})
    assert (unused.attacker_cm.total, unused.defender_cm.total) == (0, 0)
    assert shifts(game, {"stars": ["s1"]}) == (1, 1)


@rule("wb95", "15.1.2")
def test_a_black_star_does_not_attack_fortified_enemies():
    assert rules(duel("black:1", fortified=["0404"]), "german", HIT) == ["15.1.2"]
    assert shifts(duel("black:1")) == (1, 0)


@rule("wb95", "15.1.2")
def test_a_black_star_defends_against_anybody():
    game = duel("", "black:1", fortified=["0403"])
    assert sums(game, attack("g1", "0404"), {"stars": ["s1"]}).defender_cm.total == 1


@rule("wb95", "15.1.2")
def test_a_white_star_needs_mechanised_enemies_or_armoured_cars():
    for enemy, refused in (
        (unit("s1", "0404", "ARM"), []),
        (unit("s1", "0404", "AC", move="trucked"), []),
        (unit("s1", "0404", "MOT"), ["15.1.2"]),
        (unit("s1", "0404"), ["15.1.2"]),
    ):
        game = front(unit("g1", "0403", stars="white:1"), enemy)
        assert rules(game, "german", HIT) == refused


@rule("wb95", "15.1.2")
def test_a_yellow_star_does_not_defend():
    game = duel("", "yellow:1")
    assert defence_rules(game, attack("g1", "0404"), {"stars": ["s1"]}) == ["15.1.2"]
    assert shifts(duel("yellow:1", fortified=["0404"])) == (1, 2)


@rule("wb95", "15.1.2")
@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ("black:1", "white:1", (0, 1)),
        ("yellow:1", "white:1", (0, 1)),
        ("yellow:1", "black:1", (0, 1)),
        ("blue:1", "white:1", (1, 1)),
        ("white:1", "black:1", (1, 0)),
        ("black:1", "black:1", (1, 1)),
        ("white:1", "white:1", (1, 1)),
        ("yellow:1", "blue:1", (1, 1)),
        (
            "white:1;yellow:1",
            "black:1",
            (2, 0),
        ),  # the black star is off and so switches off nothing
    ],
)
def test_stars_switch_each_other_off(mine, theirs, expected):
    assert shifts(duel(mine, theirs), {"stars": ["s1"]}) == expected


@rule("wb95", "15.1.5")
def test_towed_units_use_their_stars_in_defence_only():
    tracked = {"stars": "white:1", "traits": "towed", "move": "trucked"}
    game = front(unit("g1", "0403", "ARM"), unit("sat", "0404", "AT", **tracked))
    assert sums(game, attack("g1", "0404"), {"stars": ["sat"]}).defender_cm.total == 1
    game = front(
        unit("g1", "0403", "ARM"),
        unit("sat", "0404", "AT", **tracked),
        unit("s1", "0404"),
        phase=ATTACK_B,
    )
    refused = rules(game, "soviet", attack("s1 sat", "0403", stars=["sat"]))
    assert refused == ["5.1.10"]


@rule("wb95", "15.1.5")
def test_a_towed_unit_of_a_battle_cannot_be_asked_for_its_stars_in_attack():
    from grognard.systems.wb95.combat.special import why_no_star
    from grognard.systems.wb95.fighting.battle import Battle

    game = front(unit("gat", "0403", "AT", traits="towed", stars="blue:1"), unit("s1", "0404"))
    battle = Battle("german", "soviet", ("gat",), (game.board.hex("0404"),), ("s1",))
    assert [r.rule for r in why_no_star(game, battle, "gat", attacking=True)] == ["15.1.5"]


@rule("wb95", "15.1.8")
def test_no_stars_in_an_assault_across_a_big_river():
    board = sketch(9, 9, sides=["0403-0404 big_river"])
    assert rules(duel("blue:1", board=board), "german", HIT) == ["15.1.8"]
    river = sketch(9, 9, sides=["0403-0404 river"])
    assert rules(duel("blue:1", board=river), "german", HIT) == []


@rule("wb95", "15.1.8")
def test_who_does_not_cross_the_big_river_may_use_his_stars():
    board = sketch(9, 9, sides=["0403-0404 big_river"])
    game = front(
        unit("g1", "0403"), unit("g2", "0405", stars="blue:1"), unit("s1", "0404"), board=board
    )
    assert rules(game, "german", attack("g1 g2", "0404", stars=["g2"])) == []


# --- Resilience groups ----------------------------------------------------------------------


@rule("wb95", "15.2.3")
def test_a_resilience_group_adds_one_column_to_its_hex_once():
    game = front(
        unit("g1", "0403"),
        unit("s1", "0404"),
        unit("srg", "0404", "RG", 1),
        unit("srh", "0404", "RG", 1),
    )
    found = sums(game, attack("g1", "0404"))
    assert by_rule(found.defender_cm) == {"15.2.3": 1}
    assert found.defence.total == 6


@rule("wb95", "15.2.3")
def test_a_resilience_group_in_a_lesser_hex_does_not_count():
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("srg", "0304", "RG", 1))
    assert sums(game, attack("g1", "0404 0304")).defender_cm.total == 0


# --- Volkssturm -----------------------------------------------------------------------------


@rule("wb95", "15.3.2")
def test_other_volkssturm_and_guns_do_not_stiffen_it():
    game = front(
        unit("gvs", "0403", "VS", 1),
        unit("gvt", "0403", "VS", 1),
        unit("gun", "0403", "ART", "5,3"),
        unit("s1", "0404"),
        phase=ATTACK_B,
    )
    assert sums(game, attack("s1", "0403"), player="soviet").attacker_cm.total == 2


# --- Fortification units --------------------------------------------------------------------


@rule("wb95", "15.4.1")
@rule("wb95", "15.4.2")
@rule("wb95", "1.6c")
def test_a_fortification_unit_adds_two_in_fortifications_if_its_owner_wants():
    game = front(unit("g1", "0403"), unit("sfu", "0404", "FU"), fortified=["0404"])
    hit = attack("g1", "0404")
    assert by_rule(sums(game, hit, {"forts": ["sfu"]}).defender_cm) == {"7.1.10": 2, "15.4.1": 2}
    assert by_rule(sums(game, hit, {}).defender_cm) == {"7.1.10": 2}


@rule("wb95", "15.4.1")
def test_a_fortification_unit_in_the_open_adds_nothing():
    game = front(unit("g1", "0403"), unit("sfu", "0404", "FU"), unit("s1", "0404"))
    assert defence_rules(game, attack("g1", "0404"), {"forts": ["sfu"]}) == ["15.4.1"]
    assert defence_rules(game, attack("g1", "0404"), {"forts": ["s1"]}) == ["15.4.1"]


@rule("wb95", "15.4.1")
def test_a_fixed_position_is_a_fortification_too():
    game = front(unit("g1", "0403"), unit("sfu", "0404", "FU"), fixed_positions={"0404": 3})
    found = sums(game, attack("g1", "0404"), {"forts": ["sfu"]})
    assert found.defender_cm.total == 5


def test_without_the_chapter_special_units_are_ordinary():
    game = front(
        unit("g1", "0403"),
        unit("sfu", "0404", "FU"),
        unit("srg", "0404", "RG", 1),
        unit("svs", "0404", "VS", 1),
        fortified=["0404"],
        options=OFF,
    )
    assert sums(game, attack("g1", "0404")).attacker_cm.total == 0
    assert defence_rules(game, attack("g1", "0404"), {"forts": ["sfu"]}) == ["15.4.1"]
    assert sums(game, attack("g1", "0404")).defender_cm.total == 2
