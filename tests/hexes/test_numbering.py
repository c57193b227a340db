"""Printed hex numbers, of this map and that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import HexError, Layout, Numbering

MOSCOW = Layout(65, 39, "pointy", "odd")
MOSCOW_NUMBERS = Numbering("RRCC", right=False)

numberings = st.builds(
    Numbering,
    st.sampled_from(["RRCC", "CCRR", "CC.RR", "RRRCCC", "B{CC}.{RR}", "CR{RR}x{CCC}", "{RR}C{CC}"]),
    st.integers(0, 20),
    st.integers(0, 20),
    st.booleans(),
    st.booleans(),
)


def test_moscow_counts_rows_down_and_columns_to_the_left():
    assert MOSCOW_NUMBERS.format(0, 38, MOSCOW) == "0101"
    assert MOSCOW_NUMBERS.format(0, 0, MOSCOW) == "0139"
    assert MOSCOW_NUMBERS.format(64, 38, MOSCOW) == "6501"
    assert MOSCOW_NUMBERS.parse("6427", MOSCOW) == (63, 12)


def test_a_prefix_and_a_point_and_rows_that_grow_upward():
    sheet = Layout(52, 94, "flat", "even")
    numbers = Numbering("B{CC}.{RR}", down=False)
    assert numbers.format(51, 0, sheet) == "B01.01"
    assert numbers.format(0, 93, sheet) == "B94.52"
    assert numbers.parse("B10.10", sheet) == (42, 9)


@given(numberings, st.integers(1, 30), st.integers(1, 30))
def test_every_number_reads_back_as_its_hex(numbers, rows, cols):
    sheet = Layout(rows, cols)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    labels = [numbers.format(*cell, sheet) for cell in cells]
    assert len(set(labels)) == len(cells)
    assert [numbers.parse(label, sheet) for label in labels] == cells


@given(numberings)
def test_the_sentence_of_a_scheme_reads_back_as_the_scheme(numbers):
    assert Numbering.read(str(numbers)) == numbers


def test_the_sentence_may_leave_out_what_is_usual():
    assert Numbering.read("CCRR") == Numbering("CCRR", 1, 1, True, True)
    assert Numbering.read("RRCC, columns from 1 left") == MOSCOW_NUMBERS


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("9999", "hex 9999 is not on the map: rows 01-65, columns 01-39"),
        ("0040", "hex 0040 is not on the map: rows 01-65, columns 01-39"),
        ("830", "hex '830' is not written as RRCC, like 0139"),
        ("B10.10", "hex 'B10.10' is not written as RRCC, like 0139"),
        ("٠١٠١", "is not written as RRCC"),
    ],
)
def test_a_wrong_number_is_refused_in_words(label, message):
    with pytest.raises(HexError, match=message):
        MOSCOW_NUMBERS.parse(label, MOSCOW)


@pytest.mark.parametrize("pattern", ["RRRR", "CC", "XRRCC", "RR CC", "RR-CC", "{RR}{RR}", ""])
def test_a_wrong_pattern_is_refused(pattern):
    with pytest.raises(ValueError, match="is not understood"):
        Numbering(pattern)


def test_a_wrong_sentence_is_refused():
    with pytest.raises(ValueError, match="write it like 'RRCC, rows from 1 down"):
        Numbering.read("RRCC from the left")


def test_a_sheet_too_large_for_its_digits_is_refused():
    with pytest.raises(ValueError, match="2 digits for R, too few for 120"):
        Numbering("RRCC").check(Layout(120, 5))
