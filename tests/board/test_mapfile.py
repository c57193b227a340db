"""The map file: what it says, that it says everything, and how it refuses nonsense."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from grognard.board import Box, Draft, MapError, Place, dump, load, read
from grognard.hexes import Layout, Numbering
from tests.board.strategies import boards

SMALL = """\
grognard map 1
name: small
title: A small map
credit: a friend of the house
layout: 3 rows, 4 columns, pointy, odd rows right
numbering: RRCC, rows from 1 down, columns from 1 left
hexside kinds: river bridge
link kinds: main rail

legend:
  . clear
  f forest   # dark and deep

terrain:
  01  . f . .
  02   . f f .
  03  - . . f

sides:
  river Lama: 0103/0102 0203/0102;
      0202/0302
  bridge: 0103/0102

links:
  main Volokolamsk Highway: 0104 0103 0102; 0103 0203
  rail: 0104 0103

exits:
  main: 0104

places:
  city Klin: 0201 0202 | 28,000 people; a station: two
  airfield Klin airfield: 0201

areas:
  The Bridgehead: 0201 0202

boxes:
  off_map Reserve Pool: > Railway Box | waiting
  off_map Railway Box: 0104 > Reserve Pool

attribute country:
  ROK: 0101 0102
"""


def test_a_map_file_says_what_it_says():
    board = read(SMALL)
    named = {label: board.terrain[board.hex(label)] for label in board.labels}
    assert board.n == 11
    assert named["0103"] == named["0203"] == named["0202"] == named["0301"] == "forest"
    assert named["0104"] == "clear"
    assert "0304" not in board.index
    a, b, c = (board.hex(label) for label in ("0103", "0102", "0203"))
    assert board.hexside(a, b) == {"river", "bridge"}
    assert board.link(a, b) == {"main"}
    assert board.link(a, c) == {"main"}
    assert board.exits(board.hex("0104")) == {"main"}
    klin = (board.hex("0201"), board.hex("0202"))
    assert board.places["Klin"] == Place("Klin", "city", klin, "28,000 people; a station: two")
    assert board.areas == {"The Bridgehead": klin}
    assert board.boxes["Reserve Pool"] == Box(
        "Reserve Pool", "off_map", (), ("Railway Box",), "waiting"
    )
    assert board.attributes["country"][board.hex("0102")] == "ROK"
    assert [(course.kind, course.name) for course in board.courses] == [
        ("main", "Volokolamsk Highway"),
        ("river", "Lama"),
    ]
    assert board.about == (("title", "A small map"), ("credit", "a friend of the house"))


@given(boards())
@settings(max_examples=150)
def test_what_is_written_reads_back_the_same(board):
    text = dump(board)
    again = read(text)
    assert again == board
    assert again.about == board.about
    assert dump(again) == text


def test_a_course_is_written_as_a_chain_from_end_to_end():
    draft = Draft("chain", Layout(3, 4), Numbering(), ["river"], ["main"])
    draft.terrain = dict.fromkeys(range(12), "clear")
    for a, b in (("0102", "0103"), ("0101", "0102"), ("0103", "0104"), ("0202", "0102")):
        draft.add(a, b, "main", "Highway")
    for a, b in (("0102", "0202"), ("0102", "0201"), ("0201", "0202")):
        draft.add(a, b, "river", "Lama")
    text = dump(draft.finish())
    assert "  main Highway: 0101 0102 0103 0104; 0102 0202\n" in text
    assert "  river Lama: 0102/0201 0102/0202; 0201/0202\n" in text


def test_shoved_rows_are_drawn_half_a_hex_in():
    rows = dump(read(SMALL)).split("terrain:\n")[1].splitlines()[:3]
    assert rows == ["  01  . f . .", "  02   . f f .", "  03  - . . f"]


WRONG = [
    ("grognard map 1", "grognard map 2", 1, "a map file begins with 'grognard map 1'"),
    ("name: small\n", "", 1, "does not state its 'name'"),
    ("title: A small map", "name: other", 3, "'name' is stated twice"),
    ("3 rows, 4", "three rows, 4", 5, "layout 'three rows"),
    ("RRCC, rows", "RRXX, rows", 6, "pattern 'RRXX' is not understood"),
    ("river bridge", "river main", 7, "declared twice: main"),
    ("river bridge", "River bridge", 7, "write a kind in small letters"),
    ("\nlegend:", "\nlegends:", 10, "no section 'legends'"),
    ("\nsides:", "\nlegend:", 19, "section 'legend' comes twice"),
    ("  f forest", "  . forest", 12, "the code or the kind comes twice"),
    ("  f forest", "  forest", 12, "write a code and a kind"),
    ("01  . f . .", "01  . f .", 15, "row 01 has 3 hexes, but the map has 4 columns"),
    ("01  . f . .", "01  . x . .", 15, "hex 0103 has the code 'x', which the legend"),
    ("  02   . f", "  03   . f", 16, "this row is 02, not 03"),
    ("  03  - . . f\n", "", 16, "the terrain has 2 rows, the layout 3"),
    ("  03  - . . f", "  03  - . . f\n  04  . . . .", 18, "one more than the layout has"),
    ("0103/0102 0203/0102", "0103/0102 9903/0102", 20, "hex 9903 is not on the map: rows 01-03"),
    ("0103/0102 0203/0102", "0103/0101 0203/0102", 20, "hexes 0103 and 0101 do not adjoin"),
    ("0202/0302", "0202 0302", 20, "'0202' is no hexside"),
    ("0202/0302", "0304/0303", 20, "hex 0304 is cut out of the map"),
    ("0202/0302", "0102/0103", 20, "0102 and 0103 have river Lama twice"),
    ("river Lama:", "brook Lama:", 20, "'brook' is no kind of hexside of this map: river, bridge"),
    ("river Lama:", "river Lama", 20, "lacks a colon"),
    ("bridge: 0103/0102", "bridge: 0103/0102;", 22, "between semicolons is empty"),
    ("rail: 0104 0103", "rail: 0104", 26, "a link joins two hexes or more, not '0104' alone"),
    ("rail: 0104 0103", "river: 0104 0103", 26, "'river' is no kind of link"),
    ("rail: 0104 0103", "rail: 0104 0103 0104", 26, "0103 and 0104 have rail twice"),
    ("\n  main: 0104", "\n  main: 0202", 29, "0202 is not on the edge"),
    ("city Klin:", "Klin:", 32, "write kind, name and hexes"),
    ("Klin airfield:", "Klin:", 33, "two places called Klin"),
    ("airfield: 0201", "airfield: 0201 0201", 33, "0201 is listed twice"),
    ("Bridgehead: 0201 0202", "Bridgehead 0201 0202", 36, "lacks a colon"),
    ("off_map Railway Box", "Box", 40, "write kind, name and hexes"),
    ("> Railway Box |", "> Sea Box |", 43, "adjoins Sea Box, which is no box"),
    ("  ROK: 0101 0102", "  ROK: 0101\n  PRC: 0101", 44, "hex 0101 has two values"),
    ("  ROK: 0101 0102", "  ROK 0101 0102", 43, "lacks a colon after the value"),
    ("name: small", "  name: small", 2, "belongs to no section"),
    ("name: small", "small", 2, "neither a fact nor a section"),
    ("  rail: 0104", "\t rail: 0104", 26, "not tabulators"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), WRONG)
def test_a_wrong_line_is_refused_by_file_and_line(old, new, line, message):
    assert SMALL.count(old) >= 1
    with pytest.raises(MapError) as refused:
        read(SMALL.replace(old, new, 1), "small.map")
    assert str(refused.value).startswith(f"small.map:{line}: ")
    assert message in str(refused.value)


def test_an_empty_file_is_refused():
    with pytest.raises(MapError, match="this one is empty"):
        read("")


def test_load_applies_the_overlay_beside_the_map_or_those_it_is_given(tmp_path):
    (tmp_path / "small.map").write_text(SMALL, encoding="utf-8")
    assert load(tmp_path / "small.map") == read(SMALL)
    head = "grognard overlay 1\n"
    (tmp_path / "small.overlay").write_text(head + "0104: terrain forest  # seen\n")
    (tmp_path / "first.overlay").write_text(head + "0104: terrain forest  # seen\n")
    (tmp_path / "second.overlay").write_text(head + "0104: terrain clear  # felled\n")
    board = load(tmp_path / "small.map")
    assert board.terrain[board.hex("0104")] == "forest"
    assert load(tmp_path / "small.map", []) == read(SMALL)
    both = [tmp_path / "first.overlay", tmp_path / "second.overlay"]
    assert load(tmp_path / "small.map", both) == read(SMALL)
    with pytest.raises(MapError, match=r"second\.overlay:2: hex 0104 is clear already"):
        load(tmp_path / "small.map", both[::-1])
