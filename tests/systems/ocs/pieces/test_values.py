"""Strength, Action Rating, size, rounding. [3.0] [4.1] [4.6] [9.11d]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.ocs.pieces import values
from grognard.systems.ocs.units import RE
from tests.systems.ocs.field import field, unit

rule = pytest.mark.rule
DIVISION = {"combat": "14:3 leg", "move": "7:5 leg", "re": 3}


def one(type: str = "infantry", **more: Any) -> Any:
    return field(unit("a1", "0303", type, **more))


@rule("ocs", "4.1")
@pytest.mark.parametrize(("value", "whole"), [("1/3", 0), ("1/2", 1), ("3/2", 2), ("149/100", 1)])
def test_a_half_goes_up(value: str, whole: int) -> None:
    assert values.rounded(Fraction(value)) == whole


@rule("ocs", "4.2")
@rule("ocs", "4.3")
@rule("ocs", "9.11d")
def test_multipliers_work_together_and_nothing_is_rounded() -> None:
    game = one(mode="dg", up="combat", combat="7:3 leg", re=3, lost=1)
    assert values.strength(game, "a1", True).total == Fraction(7, 4)


@rule("ocs", "9.11d")
def test_step_losses_halve_the_attack_and_later_the_defence() -> None:
    whole, less, few = (one(**DIVISION, lost=lost) for lost in (0, 1, 2))
    assert [values.strength(g, "a1", True).total for g in (whole, less, few)] == [14, 7, 7]
    assert [values.strength(g, "a1", False).total for g in (whole, less, few)] == [14, 14, 7]


@rule("ocs", "9.11d")
def test_half_of_the_steps_is_enough() -> None:
    game = one(combat="12:3 leg", re=4, lost=2)
    assert values.strength(game, "a1", False).total == 6


@rule("ocs", "21.2")
def test_the_option_makes_strength_fall_with_the_steps() -> None:
    game = field(unit("a1", "0303", **DIVISION, lost=1), options={"proportional-strength": "on"})
    assert values.strength(game, "a1", True).total == 9  # 14 x 2/3 is 9.33
    assert values.strength(game, "a1", False).total == 9


@rule("ocs", "5.7")
@rule("ocs", "5.8")
@rule("ocs", "5.10b(A)")
@pytest.mark.parametrize(
    ("mode", "up", "defence"),
    [("combat", "", 8), ("move", "", 4), ("reserve", "combat", 4), ("reserve", "move", 2),
     ("strat", "", 0), ("exploit", "combat", 8), ("dg", "combat", 4), ("dg", "move", 2)],
)  # fmt: skip
def test_modes_and_orientation_in_defence(mode: str, up: str, defence: int) -> None:
    more = {"up": up} if up else {}
    assert values.strength(one(mode=mode, **more), "a1", False).total == defence


@rule("ocs", "5.10b(A)")
def test_dg_halves_attack_and_barrage() -> None:
    assert values.strength(one(mode="dg"), "a1", True).total == 4
    assert values.barrage_strength(one("artillery", mode="dg"), "a1").total == 10
    assert values.barrage_strength(one("artillery"), "a1").total == 20
    assert values.barrage_strength(one("artillery", mode="move"), "a1").total == 5


@rule("ocs", "13.1c")
@rule("ocs", "13.4b")
def test_unprinted_strengths_of_headquarters_and_artillery() -> None:
    assert values.strength(one("hq"), "a1", False).total == 5
    assert values.strength(one("hq", mode="move"), "a1", False).total == 1
    assert values.strength(one("artillery"), "a1", False).total == 1
    assert values.strength(one("artillery", mode="move"), "a1", False).total == 1
    assert not values.can_attack(one("hq"), "a1")


@rule("ocs", "3.2c")
@rule("ocs", "9.6a")
@rule("ocs", "5.10b(B)")
@rule("ocs", "5.8")
def test_action_ratings() -> None:
    assert values.rating(one(), "a1").total == 3
    assert values.rating(one(mode="dg"), "a1").total == 2
    assert values.rating(one(mode="dg", ar=0), "a1").total == -1
    assert values.rating(one(mode="strat"), "a1").total == 0


@rule("ocs", "4.4")
@rule("ocs", "3.2b")
def test_who_is_attack_capable() -> None:
    assert values.can_attack(one(combat="0:3 leg"), "a1")  # nought is a strength
    assert not values.can_attack(one(combat="(5):3 leg"), "a1")
    assert not values.can_attack(one("artillery"), "a1")
    assert not values.can_attack(one(mode="strat"), "a1")
    assert not values.can_attack(one(mode="reserve"), "a1")
    assert values.can_attack(one(mode="dg"), "a1")
    assert values.can_attack(one(mode="move"), "a1")


@rule("ocs", "4.6")
@rule("ocs", "3.2d")
@rule("ocs", "9.11e")
def test_sizes_in_regimental_equivalents() -> None:
    assert values.size_of(one(re=3), "a1") == 3
    assert values.size_of(one(re=3, lost=1), "a1") == 2
    assert values.size_of(one(size="brigade"), "a1") == 1
    assert values.size_of(one(size="battalion"), "a1") == Fraction(1, 2)
    assert values.size_of(one(size="company"), "a1") == Fraction(1, 4)
    assert values.size_of(one("repl"), "a1") == Fraction(1, 4)


@rule("ocs", "4.6")
def test_the_table_of_sizes_says_the_same() -> None:
    table = one().scenario.tables["re-sizes"]
    for row in table.rows:
        quarters = int(table.cell(row, "quarters").value)
        assert Fraction(quarters, 4) == RE.get(row, Fraction(1))


@rule("ocs", "9.11")
def test_steps() -> None:
    assert values.steps_of(one(re=4, lost=1), "a1") == 3
    assert values.steps_of(one(size="battalion"), "a1") == 1


@rule("ocs", "4.7a")
@rule("ocs", "4.7b")
def test_cargo_in_tokens() -> None:
    assert values.cargo(one(move="4:8 truck"), "a1") == 4
    assert values.cargo(one(move="4:6 leg"), "a1") == 2
    assert values.cargo(one(move="4:7 leg"), "a1") == 4
    assert values.cargo(one(move="4:5 leg", re=3), "a1") == 6
    assert values.cargo(one(move="4:5 leg", size="company"), "a1") == Fraction(1, 2)


@rule("ocs", "3.2a")
def test_categories() -> None:
    game = field(unit("a1", "0303", "armor"), unit("a2", "0303", "mech"), unit("a3", "0303"))
    found = [values.category(values.counter_of(game, n)) for n in ("a1", "a2", "a3")]
    assert found == ["armor", "mech", "other"]


@rule("ocs", "3.2f")
@rule("ocs", "3.1c")
def test_independent_units() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", formation="9"), unit("a3", "0303", re=2))
    assert [values.counter_of(game, n).independent for n in ("a1", "a2", "a3")] == [
        True, False, False,
    ]  # fmt: skip
    assert game.scenario.formations == {"9": ("a2",)}


@rule("ocs", "3.1")
@rule("ocs", "3.1a")
@rule("ocs", "3.2")
@rule("ocs", "5.2")
def test_each_side_of_a_counter_has_its_own_values_and_class() -> None:
    sides = {"combat": "8:3 leg", "move": "4:12 truck"}
    for mode, ma, move in (("combat", 3, "leg"), ("move", 12, "truck"), ("strat", 12, "truck")):
        face = values.face_of(one(mode=mode, **sides), "a1")
        assert (face.ma, face.move) == (ma, move)
    under = one(mode="dg", up="move", **sides)
    assert values.face_of(under, "a1").move == "truck"  # the marker does not turn it over


@rule("ocs", "4.4a")
@rule("ocs", "3.0")
def test_headquarters_and_guns_are_combat_units_that_do_not_attack() -> None:
    for type in ("hq", "artillery"):
        game = one(type)
        assert values.strength(game, "a1", False).total > 0
        assert not values.can_attack(game, "a1")
    assert values.can_attack(one("repl"), "a1")


@rule("ocs", "3.2e")
@rule("ocs", "3.1d")
def test_special_units_are_told_by_type_and_traits() -> None:
    game = field(unit("a1", "0303", "hq"), unit("a2", "0303", "artillery"),
                 unit("a3", "0303", traits="engineer no-rebuild"))  # fmt: skip
    assert values.counter_of(game, "a1").hq
    assert values.counter_of(game, "a2").artillery
    assert values.counter_of(game, "a3").traits == {"engineer", "no-rebuild"}
