"""A window on a map: the same hexes under the same numbers, and an edge all round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board import Board, Box, Place, dump, read, sketch, window
from grognard.hexes import HexError
from tests.board.strategies import boards


def corners(board: Board, data: st.DataObject) -> tuple[str, str]:
    return (
        board.label(data.draw(st.integers(0, board.n - 1))),
        board.label(data.draw(st.integers(0, board.n - 1))),
    )


@given(boards(), st.data())
def test_a_window_is_the_same_ground_under_the_same_numbers(
    board: Board, data: st.DataObject
) -> None:
    part = window(board, *corners(board, data))
    old = [board.hex(label) for label in part.labels]
    assert old == sorted(old)
    for h, was in enumerate(old):
        assert part.terrain[h] == board.terrain[was]
        assert [part.label(b) for b in part.around(h)] == [
            board.label(b) for b in board.around(was) if board.label(b) in part.index
        ]
        for b in part.around(h):
            assert part.direction(h, b) == board.direction(was, old[b])
            assert part.hexside(h, b) == board.hexside(was, old[b])
            assert part.link(h, b) == board.link(was, old[b])
        for b in range(part.n):
            assert part.distance(h, b) == board.distance(was, old[b])
        assert {p.name for p in part.place_at(h)} == {p.name for p in board.place_at(was)}
        for key, values in part.attributes.items():
            assert values[h] == board.attributes[key][was]


@given(boards(), st.data())
def test_a_window_is_a_whole_rectangle(board: Board, data: st.DataObject) -> None:
    one, other = corners(board, data)
    part = window(board, one, other)
    assert part == window(board, other, one)
    spots = {label: board.numbering.parse(label, board.layout) for label in board.labels}
    (r1, c1), (r2, c2) = spots[one], spots[other]
    inside = {
        label
        for label, (row, col) in spots.items()
        if min(r1, r2) <= row <= max(r1, r2) and min(c1, c2) <= col <= max(c1, c2)
    }
    assert set(part.labels) == inside


@given(boards(), st.data())
def test_links_that_run_on_outside_leave_the_map(board: Board, data: st.DataObject) -> None:
    part = window(board, *corners(board, data))
    for h, label in enumerate(part.labels):
        was = board.hex(label)
        outside = [b for b in board.around(was) if board.label(b) not in part.index]
        cut = {kind for b in outside for kind in board.link(was, b)}
        assert part.exits(h) == board.exits(was) | cut


@given(boards(), st.data())
def test_a_window_can_be_written_and_read_like_any_map(board: Board, data: st.DataObject) -> None:
    part = window(board, *corners(board, data))
    assert read(dump(part)) == part


@given(boards())
def test_the_window_of_everything_is_the_map(board: Board) -> None:
    corner = [board.layout.cols - 1, board.layout.size - board.layout.cols]
    if len(board.cells) == board.layout.size:
        assert window(board, *(board.label(h) for h in corner)) == board


def test_the_border_of_a_window_is_an_edge_of_the_map() -> None:
    board = sketch(
        5,
        6,
        sides=["0303-0403 river", "0302-0303 river"],
        links=["0301-0302-0303-0304 main", "0303-0403 rail"],
        places={"Klin": "city 0302 0303", "Istra": "town 0505"},
        areas={"front": "0303 0304", "rear": "0101"},
        boxes=[Box("sea", "sea", boxes=("bay",)), Box("bay", "sea", (0,), ("sea",))],
    )
    part = window(board, "0202", "0303")
    assert part.labels == ("0202", "0203", "0302", "0303")
    a, b = part.hex("0302"), part.hex("0303")
    assert part.edges == {"north": (0, 1), "south": (2, 3), "east": (1, 3), "west": (0, 2)}
    assert part.hexside(a, b) == {"river"}
    assert part.has_link(a, b, "main")
    assert part.exits(a) == {"main"}
    assert part.exits(b) == {"main", "rail"}
    assert part.places == {"Klin": Place("Klin", "city", (a, b))}
    assert part.areas == {"front": (b,), "rear": ()}
    assert part.boxes == {"sea": Box("sea", "sea")}
    with pytest.raises(HexError, match="hex 0304 is not on the map: rows 02-03, columns 02-03"):
        part.hex("0304")
