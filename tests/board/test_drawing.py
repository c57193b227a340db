"""Maps drawn as SVG: well formed, the same every time, cut to a window, nothing left out."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from grognard.board.board import Course
from grognard.board.drawing import Drawing, draw_board
from grognard.board.sketch import generate, sketch
from grognard.board.tracing import Sheet, chains, fixed, flowing, through

SVG = "{http://www.w3.org/2000/svg}"
BOARD = sketch(
    6,
    8,
    terrain={"0202": "forest", "0203": "forest", "0303": "swamp", "0404": "lake", "0505": "town"},
    sides=["0203-0303 river bridge", "0303-0304 river", "0302-0303 canal", "0402-0403 big_river"],
    links=["0501-0502-0503-0504-0505 main", "0203-0303 secondary", "0505-0506-0507 rail"],
    places={"Klin & Co": "town 0505", "Farm": "village 0102", "Strip": "airfield 0107"},
    exits={"0501": "main"},
)


def drawn(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg(heading="A map"))


def uses(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements that use a symbol, whatever its id is made unique with."""
    return [
        use
        for use in root.iter(f"{SVG}use")
        if re.fullmatch(rf"#{name}[0-9a-f]{{6}}", use.attrib["href"])
    ]


def words(root: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_any_grid_gives_well_formed_xml(orientation: str, shifted: str) -> None:
    board = sketch(
        4, 5, terrain={"0101": "forest", "0403": "lake"}, sides=["0202-0203 river"],
        orientation=orientation, shifted=shifted,  # type: ignore[arg-type]
    )  # fmt: skip
    root = drawn(draw_board(board))
    assert root.tag == f"{SVG}svg"
    assert {"0101", "0405"} <= set(words(root))


def test_every_reference_has_its_target_and_ids_are_unique() -> None:
    root = drawn(draw_board(BOARD))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    text = draw_board(BOARD).svg()
    asked = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert asked <= set(re.findall(r'id="([^"]+)"', text))
    assert "§" not in text


def test_a_map_is_drawn_the_same_every_time_and_others_otherwise() -> None:
    assert draw_board(BOARD).svg() == draw_board(BOARD).svg()
    assert draw_board(generate(9, 9, 3)).svg() == draw_board(generate(9, 9, 3)).svg()
    assert draw_board(generate(9, 9, 3)).svg() != draw_board(generate(9, 9, 4)).svg()


def test_names_numbers_and_marks_are_there() -> None:
    root = drawn(draw_board(BOARD))
    texts = words(root)
    assert texts.count("Klin & Co") == 2, "once for the pale edge and once for the letters"
    assert "Farm" in texts
    assert "Strip" not in texts, "an airfield has its mark, not a name"
    assert len(uses(root, "airfield")) == len(uses(root, "village")) == 1
    assert len(uses(root, "town[012]")) == 1
    assert sum(bool(re.fullmatch(r"\d{4}", text)) for text in texts) == BOARD.n


def test_bridges_are_where_the_map_or_the_game_says() -> None:
    assert len(uses(drawn(draw_board(BOARD)), "bridge")) == 1
    pair = (BOARD.hex("0402"), BOARD.hex("0403"))
    root = drawn(draw_board(BOARD, bridges={pair: False}))
    assert (len(uses(root, "bridge")), len(uses(root, "down"))) == (0, 1)


def test_a_road_over_water_has_a_bridge_even_unmarked() -> None:
    board = sketch(3, 3, sides=["0201-0202 river"], links=["0201-0202 main"])
    assert len(uses(drawn(draw_board(board)), "bridge")) == 1


def test_an_exit_is_marked() -> None:
    titles = [title.text for title in drawn(draw_board(BOARD)).iter(f"{SVG}title")]
    assert "main leaving the map" in titles


def test_a_window_cuts_the_picture() -> None:
    whole, part = draw_board(BOARD), draw_board(BOARD, window=[BOARD.hex("0505")])
    left, top, right, bottom = part.box
    assert right - left < (whole.box[2] - whole.box[0]) / 4
    x, y = part.sheet.centre(BOARD.hex("0505"))
    assert left < x < right
    assert top < y < bottom
    texts = words(drawn(part))
    assert "Klin & Co" in texts
    assert "Farm" not in texts
    assert len(part.svg()) < len(whole.svg())
    view = drawn(part).attrib["viewBox"].split()
    assert float(view[2]) == pytest.approx(right - left + 32, abs=0.2)


def test_an_empty_window_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one hex"):
        draw_board(BOARD, window=[])


def test_a_named_river_is_named_along_its_course() -> None:
    blank = sketch(5, 12)
    pairs = tuple(
        (a, b) for a in range(blank.n) for b in blank.around(a) if (a // 12, b // 12) == (1, 2)
    )
    sides = [f"{blank.label(a)}-{blank.label(b)} river" for a, b in pairs]
    board = sketch(5, 12, sides=sides)
    assert "Lama" not in words(drawn(draw_board(board)))
    named = replace(board, courses=(Course("river", "Lama", pairs),))
    assert words(drawn(draw_board(named))).count("Lama") == 2


def test_credits_are_printed() -> None:
    board = replace(BOARD, about=(("credit", "© mapmakers"), ("note", "unprinted")))
    texts = words(drawn(draw_board(board)))
    assert "© mapmakers" in texts
    assert not [text for text in texts if "unprinted" in text]


# ---- lines


def test_hexes_that_adjoin_share_their_corners() -> None:
    for orientation in ("pointy", "flat"):
        board = sketch(4, 4, orientation=orientation)  # type: ignore[arg-type]
        sheet = Sheet(board, 40)
        for a in range(board.n):
            for b in board.around(a):
                assert set(sheet.side(a, b)) == set(sheet.side(b, a))
                (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
                middle = [sheet.place(s) for s in sheet.side(a, b)]
                assert (middle[0][0] + middle[1][0]) / 2 == pytest.approx((ax + bx) / 2)
                assert (middle[0][1] + middle[1][1]) / 2 == pytest.approx((ay + by) / 2)


def test_an_outline_runs_round_a_region_and_its_holes() -> None:
    board = sketch(5, 5)
    sheet = Sheet(board, 40)
    middle = board.hex("0303")
    assert [len(loop) for loop in sheet.outline([middle])] == [6]
    assert sorted(len(loop) for loop in sheet.outline(board.around(middle))) == [6, 18]


def test_steps_join_into_chains_that_break_at_forks() -> None:
    assert chains([(3, 4), (1, 2), (2, 3)]) == [[1, 2, 3, 4]]
    assert chains([(1, 2), (2, 3), (3, 1)]) == [[1, 2, 3, 1]]
    assert sorted(chains([(1, 2), (2, 3), (2, 4)])) == [[1, 2], [2, 3], [2, 4]]


def test_a_river_passes_the_middle_of_its_hexsides_and_a_road_its_points() -> None:
    assert flowing([(0, 0), (10, 0), (10, 10), (20, 10)]) == "M0 0L5 0Q10 0 10 5T15 10L20 10"
    assert through([(0, 0), (6, 0), (12, 0)]) == "M0 0C1 0 4 0 6 0S11 0 12 0"


def test_numbers_are_short() -> None:
    assert [fixed(value) for value in (-0.01, 2.0, 1.25001, -3.04)] == ["0", "2", "1.3", "-3"]
