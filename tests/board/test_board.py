"""The Board's arrays and questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board import Board, BoardError, Place, sketch
from grognard.hexes import HexError, Layout, Numbering
from tests.board.strategies import boards


@given(boards())
def test_neighbours_and_distance_agree_for_every_pair(board):
    for a in range(board.n):
        for b in range(board.n):
            assert board.distance(a, b) == board.distance(b, a)
            assert board.adjacent(a, b) == (board.distance(a, b) == 1) == (b in board.around(a))
            way = board.direction(a, b)
            assert (way >= 0) == board.adjacent(a, b)
            if way >= 0:
                assert board.neighbours[6 * a + way] == b
                assert board.neighbours[6 * b + (way + 3) % 6] == a


@given(boards())
def test_labels_and_hexes_are_one_to_one(board):
    assert [board.hex(board.label(h)) for h in range(board.n)] == list(range(board.n))


@given(boards(), st.integers(0, 4), st.data())
def test_a_disk_is_all_hexes_within_its_radius(board, radius, data):
    h = data.draw(st.integers(0, board.n - 1))
    expected = tuple(b for b in range(board.n) if board.distance(h, b) <= radius)
    assert board.disk(h, radius) == expected
    assert board.disk(h, radius) is board.disk(h, radius)


@given(boards(), st.data())
def test_a_line_is_the_same_from_both_ends(board, data):
    a, b = (data.draw(st.integers(0, board.n - 1)) for _ in range(2))
    line = board.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert board.line(b, a) == line[::-1]


@given(boards())
def test_hexsides_and_links_are_the_same_from_both_sides(board):
    for a in range(board.n):
        for b in board.around(a):
            assert board.hexside(a, b) == board.hexside(b, a)
            assert board.link(a, b) == board.link(b, a)


def test_what_lies_between_two_hexes():
    board = sketch(3, 3, sides=["0101-0102 river bridge"], links=["0101-0102-0103 main"])
    a, b, c = (board.hex(label) for label in ("0101", "0102", "0103"))
    assert board.hexside(a, b) == {"river", "bridge"}
    assert board.hexside(b, c) == frozenset()
    assert board.has_side(b, a, "river")
    assert not board.has_side(b, a, "wall")
    assert board.link(c, b) == {"main"}
    assert board.has_link(a, b, "main")
    assert not board.has_link(a, b, "rail")
    for question in (board.hexside, board.link):
        with pytest.raises(HexError, match="hexes 0101 and 0103 do not adjoin"):
            question(a, c)


def test_edges_are_the_outermost_hexes_of_rows_and_columns():
    board = sketch(3, 4)
    labels = {edge: [board.label(h) for h in hexes] for edge, hexes in board.edges.items()}
    assert labels == {
        "north": ["0101", "0102", "0103", "0104"],
        "south": ["0301", "0302", "0303", "0304"],
        "east": ["0104", "0204", "0304"],
        "west": ["0101", "0201", "0301"],
    }


def test_edges_follow_a_map_with_a_corner_cut_out():
    board = Board("cut", Layout(2, 2), Numbering(), ("clear",) * 3, cells=(1, 2, 3))
    assert board.labels == ("0102", "0201", "0202")
    assert board.edges["north"] == (1, 0)
    assert board.edges["west"] == (0, 1)
    with pytest.raises(HexError, match="hex 0101 is cut out of the map cut; did you mean"):
        board.hex("0101")


def test_a_wrong_label_is_refused_with_the_nearest_one():
    board = sketch(12, 31)
    with pytest.raises(HexError, match="not written as RRCC, like 0101; did you mean 0830"):
        board.hex("830")
    with pytest.raises(HexError, match="rows 01-12, columns 01-31; did you mean 1"):
        board.hex("1199")
    with pytest.raises(HexError, match="no hex with index -1: the map has 0 to 371"):
        board.label(-1)


def test_exits_and_places():
    board = sketch(3, 3, exits={"0101": "main rail"}, places={"Klin": "city 0202 0203"})
    assert board.exits(board.hex("0101")) == {"main", "rail"}
    assert board.exits(board.hex("0202")) == frozenset()
    klin = Place("Klin", "city", (board.hex("0202"), board.hex("0203")))
    assert board.places == {"Klin": klin}
    assert board.place_at(board.hex("0203")) == (klin,)
    assert board.place_at(board.hex("0101")) == ()


def test_boards_compare_by_content_and_not_by_credits():
    plain = sketch(3, 3)
    credited = Board(
        plain.name,
        plain.layout,
        plain.numbering,
        plain.terrain,
        plain.hexside_kinds,
        plain.hexsides,
        plain.link_kinds,
        plain.links,
        about=(("credit", "somebody"),),
    )
    assert plain == credited
    assert hash(plain) == hash(credited)
    assert plain.fingerprint() == credited.fingerprint()
    for other in (
        sketch(3, 3, terrain={"0101": "forest"}),
        sketch(3, 3, sides=["0101-0102 river"]),
        sketch(3, 3, links=["0101-0102 main"]),
        sketch(3, 3, exits={"0101": "main"}),
        sketch(3, 3, places={"Klin": "town 0101"}),
        sketch(3, 3, areas={"Klin": "0101"}),
        sketch(3, 3, attributes={"country": {"0101": "ROK"}}),
        sketch(3, 3, shifted="even"),
        sketch(3, 3, numbering="CCRR"),
        sketch(3, 3, name="other"),
    ):
        assert plain != other
        assert plain.fingerprint() != other.fingerprint()
    assert plain != "a board"


def test_a_board_cannot_be_changed():
    with pytest.raises(AttributeError):
        sketch(2, 2).name = "other"


def _board(**changes):
    fields = {
        "name": "bad",
        "layout": Layout(1, 2),
        "numbering": Numbering(),
        "terrain": ("clear", "clear"),
        "hexside_kinds": ("river",),
        "link_kinds": ("main",),
    }
    return Board(**(fields | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"terrain": ("clear",)}, "1 terrains for 2 hexes"),
        ({"cells": (1, 0)}, "in order, without doubles"),
        ({"cells": (0, 5)}, "outside the rows and columns"),
        ({"link_kinds": ("river",)}, "declared twice: river"),
        ({"hexsides": (1,)}, "1 masks, but the map has 12 sides"),
        ({"hexsides": (0, 2) + (0,) * 10}, "mask 2 has no such kind"),
        ({"hexsides": (1,) + (0,) * 11}, "direction 0 leaves the map"),
        ({"links": (0, 1) + (0,) * 10}, "links of 0101 and 0102 differ by side"),
        ({"attributes": {"country": ("ROK",)}}, "attribute country: 1 values for 2 hexes"),
        ({"places": {"A": Place("B", "town", (0,))}}, "'B' is filed under 'A'"),
    ],
)
def test_a_board_that_contradicts_itself_is_refused(changes, message):
    with pytest.raises(BoardError, match=message):
        _board(**changes)


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("Roder", "village", "Roder (village)"),
        ("West Wall, Brandscheid", "fortified_area", "West Wall, Brandscheid (fortified area)"),
        ("Vantage points", "vantage_point", "Vantage point"),
        ("Daegu (city)", "city", "Daegu (city)"),
    ],
)
def test_a_place_is_described_by_its_name_and_its_kind_in_words(
    name: str, kind: str, said: str
) -> None:
    assert Place(name, kind, (0,)).described == said
