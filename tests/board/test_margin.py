"""The margin of a printed map: title, legend, compass, scale and calendar, made to fit."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.legend import Item
from grognard.board.drawn.margin import Day, Margin, poster, survey
from grognard.board.sketch import sketch

SVG = "{http://www.w3.org/2000/svg}"
NOTE = ("note", "The top of the sheet points to bearing 344; a hex is 3.403 km from side to side.")
BOARD = replace(sketch(20, 20), about=(NOTE, ("credit", "© mapmakers")))


def sheet(margin: Margin, wide: int = 1000) -> ElementTree.Element:
    return ElementTree.fromstring(poster(draw_board(BOARD), margin, "", "", wide))


def words(root: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def test_a_map_tells_its_scale_and_bearing_in_a_note() -> None:
    assert survey(BOARD) == (3.403, 344)
    assert survey(sketch(3, 3)) == (None, 0)


def test_north_is_where_the_note_says() -> None:
    assert "rotate(-344)" in ElementTree.tostring(sheet(Margin("Typhoon")), "unicode")


def test_the_scale_bar_is_as_long_as_its_kilometres() -> None:
    root = sheet(Margin("Typhoon"))
    text = ElementTree.tostring(root, "unicode")
    last = next(word for word in words(root) if word.endswith(" km"))
    much = re.search(r"scale\(([\d.]+)\)", text)
    parts = re.findall(r"M[\d.]+ 0h([\d.]+)v6h", text)
    assert much
    assert len(parts) == 4
    long = sum(map(float, parts)) * float(much[1])
    across = 40 * 3**0.5
    assert long / across * 3.403 == pytest.approx(float(last.split()[0]), rel=0.01)


def test_without_a_note_the_scale_is_in_hexes() -> None:
    text = poster(draw_board(sketch(9, 9)), Margin("Test"), "", "", 500)
    assert " hexes<" in text
    assert " km" not in text


def test_the_title_legend_calendar_and_credits_are_printed() -> None:
    days = [Day("15 Nov", "turn 1", "now"), Day("16 Nov", "turn 2", "ahead")]
    items = [Item("", f"thing {i}") for i in range(40)]
    margin = Margin("Typhoon & Co", ["Before Moscow"], [("Map", items)], days)
    texts = words(sheet(margin))
    assert {"TYPHOON & CO", "Before Moscow", "MAP", "15 Nov", "turn 2"} <= set(texts)
    assert {item.text for item in items} <= set(texts)
    assert "Map: © mapmakers" in texts


def test_the_day_of_the_game_is_marked() -> None:
    marked, plain = (
        ElementTree.tostring(sheet(Margin("T", calendar=[Day("15", "", when)])), "unicode")
        for when in ("now", "ahead")
    )
    assert marked.count("#8c2f1f") == plain.count("#8c2f1f") + 1


def test_the_sheet_has_the_asked_width_and_the_map_s_shape() -> None:
    root = sheet(Margin("T"), 750)
    assert root.get("width") == "750"
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    assert int(root.attrib["height"]) == pytest.approx(750 * high / wide, abs=1)
