"""What counters show and what becomes of units: the definitions of chapter 1. [1.2] [1.3] [1.4]"""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.systems.wb95.fighting.casualties import lose_levels
from grognard.systems.wb95.movement.movement import allowance, class_of
from grognard.systems.wb95.pieces.values import (
    attack_strength,
    counter_of,
    defence_strength,
    level_of,
)
from grognard.systems.wb95.reading.victory_terms import villages
from tests.systems.wb95.field import at, field, told, unit, where


@pytest.mark.rule("wb95", "1.2b")
def test_a_counter_shows_name_formation_size_type_strength_and_movement() -> None:
    """Guns show two strengths, attack and defence; everybody else one."""
    game = field(
        unit("g1", "0502", "INF", 3, size="R", formation="86 INF", parent="XXIII", mp=4),
        unit("g2", "0502", "ART", "5,3", size="B", mp=6),
    )
    counter = counter_of(game, "g1")
    assert (counter.name, counter.formation, counter.parent) == ("g1", "86 INF", "XXIII")
    assert (counter.size, counter.type) == ("R", "INF")
    assert (attack_strength(game, "g1").total, defence_strength(game, "g1").total) == (3, 3)
    assert (attack_strength(game, "g2").total, defence_strength(game, "g2").total) == (5, 3)
    assert [allowance(game, name).total for name in ("g1", "g2")] == [4, 6]


@pytest.mark.rule("wb95", "1.2b")
def test_a_counter_without_strength_and_movement_is_refused() -> None:
    """What is printed must be readable."""
    broken = unit("g1", "0502")
    broken["row"]["cels"] = "4"
    with pytest.raises(ScenarioError, match="SP:MP"):
        field(broken)


@pytest.mark.rule("wb95", "1.2c")
@pytest.mark.rule("wb95", "1.4d")
@pytest.mark.rule("wb95", "1.4a")
def test_each_level_has_its_own_strength() -> None:
    """Two printed sides are two CELs: 6 SP at full strength, 4 when reduced; one side is one."""
    game = field(
        unit("g1", "0502", sp=[6, 4]),
        unit("g2", "0502", sp=[6, 4], at={"cel": 1}),
        unit("g3", "0502", sp=5, cel=1),
    )
    assert [at(game, name).cel for name in ("g1", "g2", "g3")] == [2, 1, 1]
    assert [attack_strength(game, name).total for name in ("g1", "g2", "g3")] == [6, 4, 5]
    assert [level_of(game, name).defence for name in ("g1", "g2", "g3")] == [6, 4, 5]


@pytest.mark.rule("wb95", "1.2c")
@pytest.mark.rule("wb95", "1.4b")
def test_each_level_has_its_own_movement() -> None:
    """A reduced unit moves with what its weaker side shows."""
    row = unit("g1", "0502", at={"cel": 1})
    row["row"]["cels"] = "6:5/4:3"
    game = field(row)
    assert allowance(game, "g1").total == 3


@pytest.mark.rule("wb95", "1.2d")
def test_self_propelled_guns_are_like_regular_units() -> None:
    """Towed guns have one level and are not regular; mechanised ones may have two and are."""
    game = field(
        unit("g1", "0502", "ART", ["5,3", "3,2"], move="tracked"), unit("g2", "0502", "ART", "5,3")
    )
    towed, driven = counter_of(game, "g2"), counter_of(game, "g1")
    assert (towed.regular, towed.towed_artillery, towed.self_propelled) == (False, True, False)
    assert (driven.regular, driven.towed_artillery, driven.self_propelled) == (True, False, True)


@pytest.mark.rule("wb95", "1.2e")
@pytest.mark.rule("wb95", "1.4d")
def test_losing_levels() -> None:
    """One level turns the counter over; the last takes the unit out of play for good."""
    game = field(unit("g1", "0502", sp=[6, 4]), unit("g2", "0502", sp=[6, 4]))
    lose_levels(game, "g1", 1, "1.2e")
    assert (at(game, "g1").cel, attack_strength(game, "g1").total) == (1, 4)
    assert where(game, "g1") == "0502"
    lose_levels(game, "g1", 1, "1.2e")
    assert (at(game, "g1").cel, where(game, "g1")) == (0, "eliminated")
    lose_levels(game, "g2", 2, "1.2e")
    assert where(game, "g2") == "eliminated"
    assert [fact["unit"] for fact in told(game, "eliminated")] == ["g1", "g2"]


@pytest.mark.rule("wb95", "1.3a")
@pytest.mark.rule("wb95", "1.3b")
@pytest.mark.rule("wb95", "9.1.2")
def test_classes_of_movement() -> None:
    """Tracked and trucked units are motorised, all guns among them; those on foot are not."""
    game = field(
        unit("g1", "0502"),
        unit("g2", "0502", "MOT"),
        unit("g3", "0502", "ARM"),
        unit("g4", "0502", "ART", "5,3"),
        unit("g5", "0502", "HQ"),
    )
    names = ["g1", "g2", "g3", "g4", "g5"]
    assert [class_of(game, name) for name in names] == [
        "foot",
        "trucked",
        "tracked",
        "trucked",
        "hq",
    ]
    assert [counter_of(game, name).motorised for name in names] == [False, True, True, True, True]


@pytest.mark.rule("wb95", "T.terrain.n1")
def test_towns_that_adjoin_are_a_city() -> None:
    """0503 stands alone and is a village; 0505 and 0506 adjoin, so neither is one."""
    board = sketch(9, 9, terrain={"0503": "town", "0505": "town", "0506": "town"})
    game = field(unit("g1", "0502"), board=board)
    assert villages(game.scenario.ground) == (board.hex("0503"),)


@pytest.mark.rule("wb95", "1.3c")
def test_a_counter_has_one_of_the_printed_sizes() -> None:
    """Company, battalion, regiment, brigade, division."""
    sizes = ("C", "B", "R", "BR", "D")
    game = field(*(unit(f"g{size}", "0303", size=size, cel=1) for size in sizes))
    assert [game.scenario.counters[f"g{size}"].size for size in sizes] == list(sizes)
    with pytest.raises(ScenarioError, match="size 'X' is unknown"):
        field(unit("g1", "0303", size="X"))
