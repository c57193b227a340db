"""The chart: hexes as bricks, with water and roads where they belong, and stacks in small."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.systems.wb95.system import WB95
from grognard.systems.wb95.table.tabletop import TABLETOP
from grognard.terminal.chart import WATERS, ZOOMS, Chart, Paint, blend, middle
from tests.terminal_field import COUNTERS, field


def chart(zoom: str = "near", game: Game[Any] | None = None) -> Chart:
    """The chart of the small field."""
    return Chart(game or field(), "german", TABLETOP, zoom)


def lines(found: Chart, paint: Paint | None = None, centre: str = "0303") -> list[str]:
    """The whole chart as plain lines."""
    wide, high = found.size()
    drawn = found.draw(found.board.hex(centre), wide + 10, high, paint)
    return drawn.plain.splitlines()


def test_every_hex_carries_its_number_and_every_second_row_is_shoved() -> None:
    found = lines(chart())
    assert len(found) == 15
    assert found[0].startswith(" 0101  0102  0103")
    assert found[3].startswith("    0201  0202")
    assert {len(line) for line in found} == {45}


def test_a_stack_shows_arm_number_and_strength() -> None:
    found = lines(chart())
    assert found[7][1:6] == "INF 2"
    assert found[8][1:6] == " 4-9 "
    assert found[7][7:12] == "ARM 1"


def test_water_runs_between_two_hexes_and_nowhere_else() -> None:
    found = chart()
    drawn = lines(found)
    wet = [
        (x, y)
        for y, line in enumerate(found.spots)
        for x, spot in enumerate(line)
        if spot.paper == WATERS["river"]
    ]
    assert wet == [(18, 7), (18, 8)]  # the west side of 0304
    assert drawn[7][18] == "~"


@pytest.mark.parametrize(
    ("side", "places"),
    [
        ("0202-0302", {(9, 6), (10, 6), (11, 6)}),  # it lies north-east of 0302
        ("0201-0302", {(6, 6), (7, 6), (8, 6)}),  # it lies north-west of 0302
        ("0301-0302", {(6, 7), (6, 8)}),
    ],
)
def test_each_hexside_has_its_place(side: str, places: set[tuple[int, int]]) -> None:
    board = sketch(5, 7, sides=[f"{side} river"])
    game = Game(WB95, WB95.position(board, {"counters": COUNTERS}), seed=1)
    found = chart(game=game)
    lines(found)
    wet = {
        (x, y)
        for y, line in enumerate(found.spots)
        for x, spot in enumerate(line)
        if spot.paper == WATERS["river"]
    }
    assert wet == places


def test_roads_join_their_hexes() -> None:
    found = lines(chart())
    assert found[7][6] == "━"  # between the counters in 0301 and 0302
    assert found[7][12:15] == "━━━"  # from 0302 into 0303


def test_ground_has_a_sign_for_those_who_see_no_colours_and_places_have_names() -> None:
    found = lines(chart())
    assert found[13][27] == "▪"
    assert found[14][24:28] == "Klin"


def test_words_and_light_are_laid_over_empty_hexes() -> None:
    game = field()
    h = game.board.hex("0505")
    found = chart(game=game)
    drawn = lines(found, Paint(frozenset([h]), {h: "2 1/2"}))
    assert drawn[13][25:30] == "2 1/2"
    assert found.spots[14][26].paper != chart().table.grounds["town"].colour


def test_the_window_stays_on_the_map_and_keeps_whole_rows() -> None:
    found = chart()
    for label in ("0101", "0507", "0304"):
        left, top, wide, high = found.window(found.board.hex(label), 20, 8)
        assert (wide, high) == (20, 6)
        assert left % 6 == 0
        assert top % 3 == 0
        assert 0 <= left <= 45 - 20
        assert 0 <= top <= 15 - 6


@pytest.mark.parametrize("zoom", ["far", "whole"])
def test_farther_off_a_stack_is_a_letter_and_rows_are_numbered_at_the_side(zoom: str) -> None:
    found = lines(chart(zoom))
    assert found[0].startswith("0101 ")
    assert any("t" in line for line in found)  # the tanks


@pytest.mark.parametrize("zoom", [zoom.name for zoom in ZOOMS["flat"]])
def test_flat_hexes_are_shoved_down_instead(zoom: str) -> None:
    board = sketch(4, 4, orientation="flat", sides=["0202-0302 river"], links=["0202-0302 main"])
    game = Game(WB95, WB95.position(board, {"counters": COUNTERS}), seed=1)
    found = chart(zoom, game)
    drawn = lines(found, centre="0202")
    assert len(drawn) == found.size()[1]
    if zoom == "near":
        assert drawn[0][1:5] == "0101"
        assert drawn[2][7:11] == "0102"
        wet = [y for y, line in enumerate(found.spots) if line[8].paper == WATERS["river"]]
        assert wet == [10]  # the north side of 0302
        assert drawn[10][11] == "┃"


def test_a_hex_of_many_is_in_their_middle() -> None:
    board = field().board
    assert middle(board, [board.hex(label) for label in ("0301", "0303", "0307")]) == board.hex(
        "0303"
    )
    assert 0 <= middle(board, []) < board.n


def test_colours_are_mixed() -> None:
    assert blend("#000000", "#ffffff", 50) == "#7f7f7f"
    assert blend("#102030", "#ffffff", 0) == "#102030"
    assert blend("", "#ffffff", 50) == ""
