"""What a map of one-mile hexes asks of the drawing: houses, slopes, gorges, fords, views."""

from __future__ import annotations

import re

import pytest

from grognard.board import Board, read
from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.gorges import gorges
from grognard.board.drawn.legend import map_items
from grognard.board.drawn.lettering import place_labels
from grognard.board.drawn.stations import stations
from grognard.board.drawn.style import PLAIN, SCHEMES
from grognard.board.drawn.tracing import Sheet, houses

TEXT = """\
grognard map 1
name: gorge
houses: town town, village hamlet, location farm
hachured: rough
layout: 4 rows, 5 columns, flat, odd columns down
numbering: CCRR, rows from 1 down, columns from 1 right
hexside kinds: stream river bridge trail_bridge ford
link kinds: secondary trail contour

legend:
  . clear
  r rough
  f rough_forest
  w woods

terrain:
  01  . r f w .
  02  . r f w .
  03  . . f w .
  04  . . . w .

sides:
  river Our: 0201/0301 0201/0302 0202/0302
  stream Irsen: 0402/0502
  trail_bridge: 0402/0502
  ford: 0202/0302

links:
  secondary: 0101 0102 0103; 0102 0202
  trail: 0402 0502
  contour Our 1: 0301 0302

places:
  town Dasburg: 0102
  village Preischeid: 0204
  location Affler (0503): 0503
  high_vantage_point High vantage points: 0404

areas:
  constricted: 0301 0302

attribute sight:
  5: 0404
"""


@pytest.fixture(scope="module")
def board() -> Board:
    return read(TEXT)


def test_houses_stand_by_the_road_instead_of_marks(board):
    assert houses(board) == {"location": "farm", "village": "hamlet", "town": "town"}
    sheet = Sheet(board, 40)
    assert sheet.built == {
        board.hex("0102"): "town",
        board.hex("0204"): "hamlet",
        board.hex("0503"): "farm",
    }
    assert [s.place.kind for s in stations(sheet, range(board.n))] == ["high_vantage_point"]
    assert sheet.waypoint(board.hex("0102")) == sheet.centre(board.hex("0102"))
    assert sheet.waypoint(board.hex("0204")) != sheet.centre(board.hex("0204"))
    assert sheet.waypoint(board.hex("0503")) != sheet.centre(board.hex("0503"))


def test_villages_and_locations_are_lettered_without_their_hexes(board):
    sheet = Sheet(board, 40)
    shown = frozenset(range(board.n))
    labels = {label.text: label for label in place_labels(sheet, shown, sheet.box(shown))}
    assert set(labels) == {"Dasburg", "Preischeid", "Affler"}
    sizes = [labels[name].size for name in ("Dasburg", "Preischeid", "Affler")]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("style", SCHEMES.values(), ids=SCHEMES)
def test_constricted_ground_has_a_brow_and_its_dashed_line(board, style):
    sheet = Sheet(board, 40)
    drawn = gorges(sheet, style, range(board.n))
    assert drawn.count(f'stroke="{style.region_ink}"') == 1
    assert drawn.count(f'stroke="{style.contour}"') == 1
    assert gorges(sheet, style, [board.hex("0504")]) == ""


def test_a_brow_runs_where_constricted_ground_ends_and_not_within_it(board):
    drawn = gorges(Sheet(board, 40), PLAIN, range(board.n))
    brow = re.findall(r'<path d="([^"]*)" stroke-width="1.5"', drawn)[0]
    inside = {board.hex("0301"), board.hex("0302")}
    sides = sum(b not in inside for h in inside for b in board.around(h))
    assert brow.count("M") == sides


def test_slopes_fords_bridges_and_views_are_drawn(board):
    drawing = draw_board(board)
    assert 'stroke-opacity=".62"' in drawing.ground, "slopes on the rough"
    assert drawing.ground.count("#ford§") == 1
    assert drawing.ground.count("#bridge§") == 1
    assert ">5</text>" in drawing.ground
    assert "#high_vantage_point§" in drawing.ground


def test_the_legend_tells_what_stands_there(board):
    words = [item.text for item in map_items(board, frozenset(range(board.n)), PLAIN)]
    for word in ("town", "village", "location", "ford", "constricted, line along it", "trail"):
        assert words.count(word) == 1
    assert "rough forest" in words
