"""Reading results in the book's notation, and the arithmetic of the combat ratio."""

from fractions import Fraction

import pytest

from grognard.systems.wb95.charts import (
    COLUMNS,
    NO_EFFECT,
    CombatResult,
    SideResult,
    halve,
    initial_column,
    shift,
)

# --- The notation: the book's examples under the combat table -------------------------------


@pytest.mark.rule("wb95", "T.combat")
def test_ex_055_both_lose_one() -> None:
    assert CombatResult.parse("-1 / -1") == CombatResult(SideResult(loss=1), SideResult(loss=1))


@pytest.mark.rule("wb95", "T.combat")
def test_ex_056_retreat_two_and_lose_one() -> None:
    assert SideResult.parse("D2 -1") == SideResult(retreat=2, loss=1)


@pytest.mark.rule("wb95", "T.combat")
def test_ex_057_attacker_loses_defender_retreats_and_loses() -> None:
    result = CombatResult.parse("-1 / D2 -1")
    assert result == CombatResult(SideResult(loss=1), SideResult(retreat=2, loss=1))


@pytest.mark.rule("wb95", "T.combat")
@pytest.mark.rule("wb95", "5.6.1a")
def test_ex_058_defender_retreats_four_in_disorder() -> None:
    result = CombatResult.parse("-1 / D4D")
    assert result == CombatResult(SideResult(loss=1), SideResult(retreat=4, disorganised=True))


@pytest.mark.rule("wb95", "T.combat")
@pytest.mark.rule("wb95", "5.6.1a")
def test_ex_059_attacker_retreats_one_in_disorder() -> None:
    assert SideResult.parse("A1D") == SideResult(retreat=1, disorganised=True)


@pytest.mark.rule("wb95", "5.6.1a")
def test_ex_062_retreat_three_in_disorder() -> None:
    assert SideResult.parse("D3D") == SideResult(retreat=3, disorganised=True)


@pytest.mark.rule("wb95", "5.6.1b")
def test_the_black_dot_is_a_test() -> None:
    assert SideResult.parse("•") == SideResult.parse("T") == SideResult(test=True)
    assert SideResult.parse("A1•") == SideResult(retreat=1, test=True)
    assert SideResult.parse("-1T") == SideResult(loss=1, test=True)


def test_disorder_stands_before_the_attackers_loss_and_after_the_defenders() -> None:
    both = SideResult(loss=1, disorganised=True)
    assert SideResult.parse("D-1") == SideResult.parse("D -1") == SideResult.parse("-1D") == both
    assert (both.written("A"), both.written("D"), str(both)) == ("D -1", "-1D", "-1D")
    assert str(NO_EFFECT) == "-"


@pytest.mark.parametrize("text", ["", "1", "D2D -1D", "X", "D0", "--1", "D2 1"])
def test_a_result_out_of_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a result"):
        SideResult.parse(text)


@pytest.mark.parametrize("text", ["-1", "D1 / -", "- / A1"])
def test_a_combat_result_has_attacker_left_and_defender_right(text: str) -> None:
    with pytest.raises(ValueError, match="is not a combat result"):
        CombatResult.parse(text)


# --- Ratio, shifts, rounding ----------------------------------------------------------------


@pytest.mark.rule("wb95", "1.5")
@pytest.mark.rule("wb95", "1.7b")
def test_ex_001_eight_against_five() -> None:
    assert COLUMNS[initial_column(8, 5)] == "2:1"


@pytest.mark.rule("wb95", "1.6a")
@pytest.mark.rule("wb95", "1.7b")
def test_ex_002_attackers_modifiers_right_defenders_left() -> None:
    column = initial_column(8, 3)
    assert COLUMNS[column] == "3:1"
    assert COLUMNS[shift(column, 3, 0)] == "6:1"
    assert COLUMNS[shift(column, 3, 1)] == "5:1"


@pytest.mark.rule("wb95", "1.6b")
def test_ex_003_the_table_ends_before_the_defenders_shift() -> None:
    column = initial_column(18, 4)
    assert COLUMNS[column] == "5:1"
    assert COLUMNS[shift(column, 7, 0)] == "10:1"
    assert COLUMNS[shift(column, 7, 2)] == "8:1"


@pytest.mark.rule("wb95", "1.6b")
def test_the_defenders_shift_ends_at_one_to_four() -> None:
    assert COLUMNS[shift(initial_column(5, 5), 0, 9)] == "1:4"
    assert COLUMNS[shift(initial_column(1, 9), 2, 9)] == "1:4"
    assert COLUMNS[shift(initial_column(1, 9), 1, 0)] == "1:3"


@pytest.mark.rule("wb95", "1.7a")
@pytest.mark.parametrize(("sp", "half"), [(1, 1), (5, 3), (13, 7), (4, 2), (0, 0)])
def test_ex_004_005_halves_round_up(sp: int, half: int) -> None:
    assert halve(sp) == half


@pytest.mark.rule("wb95", "1.7b")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (3, 2, "2:1"),  # wb95-ex-006
        (Fraction(649, 100), 1, "6:1"),  # wb95-ex-007
        (649, 100, "6:1"),
        (17, 8, "2:1"),  # the example of 5.2.1
        (13, 2, "7:1"),
        (149, 100, "1:1"),
        (10**18 * 5 // 2 - 1, 10**18, "2:1"),
        (10**18 * 5 // 2, 10**18, "3:1"),
        (7, 7, "1:1"),
        (94, 10, "9:1"),
        (95, 10, "10:1"),
        (500, 1, "10:1"),
        (5, 0, "10:1"),
    ],
)
def test_ratio_rounds_half_up(attack: int | Fraction, defence: int, column: str) -> None:
    assert COLUMNS[initial_column(attack, defence)] == column


@pytest.mark.rule("wb95", "1.5")
@pytest.mark.rule("wb95", "1.7b")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (5, 6, "1:1"),
        (100, 149, "1:1"),
        (2, 3, "1:2"),
        (5, 8, "1:2"),
        (100, 249, "1:2"),
        (2, 5, "1:3"),
        (2, 7, "1:4"),
        (1, 4, "1:4"),
        (1, 30, "1:4"),
        (0, 3, "1:4"),
    ],
)
def test_ratio_below_one_rounds_the_defenders_advantage(
    attack: int, defence: int, column: str
) -> None:
    assert COLUMNS[initial_column(attack, defence)] == column


@pytest.mark.parametrize(("attack", "defence"), [(0, 0), (-1, 3), (3, -1)])
def test_no_ratio_without_strength(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="no ratio"):
        initial_column(attack, defence)
