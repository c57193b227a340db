"""Rows, columns and the half-hex shove."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import COMPASS, Layout, axial

layouts = st.builds(
    Layout,
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(["pointy", "flat"]),
    st.sampled_from(["odd", "even"]),
)


@given(layouts)
def test_every_cell_has_axial_coordinates_and_comes_back_from_them(layout):
    for row in range(layout.rows):
        for col in range(layout.cols):
            assert layout.cell(layout.axial(row, col)) == (row, col)


@given(layouts)
def test_neighbours_see_each_other(layout):
    for row in range(layout.rows):
        for col in range(layout.cols):
            for way, other in enumerate(layout.neighbours(row, col)):
                if other is None:
                    continue
                assert layout.neighbours(*other)[axial.opposite(way)] == (row, col)
                assert layout.distance((row, col), other) == 1
                assert layout.direction((row, col), other) == way


SHOVED = ((0, 2), (1, 2), (2, 2), (2, 1), (1, 0), (0, 1))
UNSHOVED = ((0, 1), (1, 2), (2, 1), (2, 0), (1, 0), (0, 0))


@pytest.mark.parametrize(("shifted", "expected"), [("odd", SHOVED), ("even", UNSHOVED)])
def test_pointy_neighbours_clockwise_from_the_north_east(shifted, expected):
    """A row shoved right sees columns c and c+1 above and below it, the others c-1 and c."""
    assert COMPASS["pointy"][:2] == ("north-east", "east")
    assert Layout(4, 4, "pointy", shifted).neighbours(1, 1) == expected


def test_flat_neighbours_clockwise_from_the_north():
    """Columns shoved down see rows r and r+1 beside them, the others r-1 and r."""
    layout = Layout(4, 4, "flat", "odd")
    assert [layout.compass(way) for way in (0, 3)] == ["north", "south"]
    assert layout.neighbours(1, 1) == ((0, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
    assert layout.neighbours(1, 2) == ((0, 2), (0, 3), (1, 3), (2, 2), (1, 1), (0, 1))
    assert layout.neighbours(0, 0) == (None, None, (0, 1), (1, 0), None, None)


def test_a_line_along_the_sheet_edge_stays_on_the_sheet():
    layout = Layout(5, 2, "pointy", "odd")
    assert layout.line((0, 0), (4, 0)) == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))


@given(layouts, st.data())
def test_a_line_between_cells_never_leaves_the_sheet(layout, data):
    cell = st.tuples(st.integers(0, layout.rows - 1), st.integers(0, layout.cols - 1))
    a, b = data.draw(cell), data.draw(cell)
    line = layout.line(a, b)
    assert all(layout.contains(*spot) for spot in line)
    assert layout.line(b, a) == line[::-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 3), "at least one row and column, not 0x3"),
        ((3, 3, "round"), "'pointy' or 'flat', not 'round'"),
        ((3, 3, "flat", "both"), "'odd' or 'even', not 'both'"),
    ],
)
def test_an_impossible_layout_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Layout(*arguments)
