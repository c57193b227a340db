"""Maps drawn as SVG: well formed, the same every time, cut to a window, nothing left out."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from math import cos, hypot, pi, sin
from xml.etree import ElementTree

import numpy as np
import pytest

from grognard.board.board import Course
from grognard.board.drawn.drawing import Drawing, draw_board
from grognard.board.drawn.groundcover import edges
from grognard.board.drawn.legend import map_items
from grognard.board.drawn.lettering import place_labels
from grognard.board.drawn.linework import draw_lines
from grognard.board.drawn.rivers import waters
from grognard.board.drawn.streets import built_up
from grognard.board.drawn.style import PLAIN
from grognard.board.drawn.tracing import Sheet, chains, fixed, flowing, ribbon, rounded, through
from grognard.board.sketch import generate, sketch

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
    assert texts.count("Klin & Co") == 1
    assert "Farm" in texts
    assert "Strip" not in texts, "an airfield has its mark, not a name"
    assert len(uses(root, "airfield")) == len(uses(root, "village")) == 1
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
    assert words(drawn(draw_board(named))).count("Lama") == 1


def test_credits_are_printed() -> None:
    about = (("licence", "Free, see LICENSE"), ("credit", "© mapmakers"), ("note", "unprinted"))
    texts = words(drawn(draw_board(replace(BOARD, about=about))))
    assert "Map: © mapmakers · Free" in texts, "no file lies beside a picture"
    assert not [text for text in texts if "unprinted" in text]


# ---- ground


def test_every_ground_looks_its_own() -> None:
    bare = draw_board(sketch(3, 3)).ground
    seen = {"clear": bare}
    for terrain in ("forest", "swamp", "hill", "mountain", "town", "city", "lake"):
        seen[terrain] = draw_board(sketch(3, 3, terrain={"0202": terrain})).ground
    assert len(set(seen.values())) == len(seen)


def test_a_wood_keeps_to_its_hexes() -> None:
    board = sketch(5, 5, terrain={"0303": "forest"})
    sheet = Sheet(board, 40)
    x, y = sheet.centre(board.hex("0303"))
    for edge in edges(sheet, [board.hex("0303")]):
        for px, py in edge:
            assert 0.55 * 40 < ((px - x) ** 2 + (py - y) ** 2) ** 0.5 < 1.25 * 40


def test_a_city_is_built_on_its_own_hexes_only() -> None:
    board = sketch(6, 6, terrain={"0303": "city", "0304": "city"})
    text = built_up(Sheet(board, 40), PLAIN, range(board.n))
    blocks = re.findall(r"M(-?[\d.]+) (-?[\d.]+)L", text)
    assert len(blocks) > 40
    x, y = (np.array([float(block[i]) for block in blocks]) for i in (0, 1))
    at = Sheet(board, 40).hexes_at(x, y)
    near = {board.hex("0303"), board.hex("0304")}
    assert sum(int(h) in near for h in at) > 0.9 * len(at)


def test_each_point_lies_in_the_hex_whose_middle_is_nearest() -> None:
    for orientation in ("pointy", "flat"):
        board = sketch(4, 5, orientation=orientation)  # type: ignore[arg-type]
        sheet = Sheet(board, 40)
        for h in range(board.n):
            x, y = sheet.centre(h)
            for dx, dy in ((0, 0), (20, 20), (-20, 20), (25, -10), (-25, -10)):
                assert sheet.hexes_at(np.array([x + dx]), np.array([y + dy])).tolist() == [h]
        assert sheet.hexes_at(np.array([-500.0]), np.array([0.0])).tolist() == [-1]


def test_the_land_falls_toward_its_waters() -> None:
    dry, wet = sketch(6, 6), sketch(6, 6, sides=["0303-0304 river", "0303-0403 river"])
    pictures = [
        re.findall(r'<image x="[^>]*href="([^"]+)"', draw_board(board).ground)[0]
        for board in (dry, wet)
    ]
    assert pictures[0] != pictures[1]
    assert all(base64.b64decode(p.partition(",")[2])[:4] == b"\x89PNG" for p in pictures)


# ---- names


def test_names_keep_off_counters_and_each_other() -> None:
    places = {"Longname One": "town 0303", "Longname Two": "town 0304", "Third": "town 0403"}
    board = sketch(6, 6, terrain={"0303": "town", "0304": "town", "0403": "town"}, places=places)
    sheet = Sheet(board, 40)
    covered = [board.hex("0403")]
    labels = place_labels(sheet, frozenset(range(board.n)), sheet.box(range(board.n)), covered)
    rooms = [label.room for label in labels]
    for i, one in enumerate(rooms):
        for other in [*rooms[:i], sheet.card(covered[0])]:
            wide = min(one[2], other[2]) - max(one[0], other[0])
            high = min(one[3], other[3]) - max(one[1], other[1])
            assert wide <= 0 or high <= 0


def test_a_lake_is_named_by_its_shore() -> None:
    board = sketch(5, 5, terrain={"0303": "lake"}, sides=["0303-0304 lake_shore"])
    pair = (board.hex("0303"), board.hex("0304"))
    named = replace(board, courses=(Course("lake_shore", "Lake Senezh", (pair,)),))
    assert "Lake Senezh" in words(drawn(draw_board(named)))


# ---- lines


def test_a_river_keeps_to_its_hexsides() -> None:
    board = generate(12, 12, 5)
    sheet = Sheet(board, 40)
    drawn_as = waters(board, PLAIN)
    hexes = range(board.n)
    lines = draw_lines(sheet, PLAIN, hexes, sheet.box(hexes))
    middles = [
        ((ax + bx) / 2, (ay + by) / 2)
        for pair in drawn_as
        for (ax, ay), (bx, by) in [[sheet.place(s) for s in sheet.side(*pair)]]
    ]
    points = [point for course in lines.courses for point in course]
    assert len(drawn_as) > 20
    for x, y in points:
        off = min(((x - mx) ** 2 + (y - my) ** 2) ** 0.5 for mx, my in middles)
        assert off < (0.5 + 0.2) * 40, "half a hexside from its middle, and a little astray"
    for mx, my in middles:
        assert min(((x - mx) ** 2 + (y - my) ** 2) ** 0.5 for x, y in points) < 0.2 * 40


def test_a_river_is_drawn_as_wide_as_its_course_however_it_counts() -> None:
    board = sketch(4, 4, sides=["0202-0203 river", "0302-0303 river"])
    first = (board.hex("0202"), board.hex("0203"))
    other = (board.hex("0302"), board.hex("0303"))
    dry = (board.hex("0101"), board.hex("0102"))
    named = replace(board, courses=(Course("big_river", "Volga", (dry, first)),))
    assert waters(named, PLAIN) == {first: "big_river", other: "river"}
    items = map_items(named, frozenset(range(board.n)), PLAIN)
    assert "big river: a river here" in [item.text for item in items]


@pytest.mark.parametrize(("columns", "share"), [(range(3, 10), PLAIN.waters["river"].source),
                                                (range(14), 1)])  # fmt: skip
def test_a_river_springs_narrow_inside_the_map_but_comes_onto_it_full(
    columns: range, share: float
) -> None:
    blank = sketch(5, 14)
    pairs = [
        (a, b)
        for a in range(14, 28)
        for b in blank.around(a)
        if b // 14 == 2 and a % 14 in columns and b % 14 in columns
    ]
    board = sketch(5, 14, sides=[f"{blank.label(a)}-{blank.label(b)} river" for a, b in pairs])
    sheet = Sheet(board, 40)
    lines = draw_lines(sheet, PLAIN, range(board.n), sheet.box(range(board.n)))
    assert len(lines.courses) == 1
    ends = [float(radius) for radius in re.findall(r"A([\d.]+) ", lines.water)]
    assert ends == pytest.approx([share * PLAIN.waters["river"].width / 2] * 2, abs=0.1)


def test_a_band_is_as_wide_as_asked_at_either_end() -> None:
    band = ribbon([(0, 0), (10, 0)], [2, 4])
    assert band == "M0 -1L10 -2A2 2 0 0 1 10 2L10 2L0 1A1 1 0 0 1 0 -1Z"


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


def test_a_long_outline_keeps_its_shape_though_numbers_are_rounded() -> None:
    """A reader mirrors the last control point where the short form is used, and errors add up."""
    ring = [(500 * cos(i / 300 * pi) + i % 7, 500 * sin(i / 300 * pi)) for i in range(600)]
    control, at, off = (0.0, 0.0), (0.0, 0.0), []
    order = [*ring[1:], ring[0]]
    curves = re.findall(r"([MQT])([^MQTZ]+)", rounded(ring))
    for verb, numbers in curves:
        x, y, *end = (float(number) for number in numbers.split())
        if verb != "M":
            control = (x, y) if verb == "Q" else (2 * at[0] - control[0], 2 * at[1] - control[1])
            meant = order[len(off)]
            off.append(hypot(control[0] - meant[0], control[1] - meant[1]))
        at = (end[0], end[1]) if end else (x, y)
    assert len(off) == len(ring)
    assert max(off) < 1.5


def test_numbers_are_short() -> None:
    assert [fixed(value) for value in (-0.01, 2.0, 1.25001, -3.04)] == ["0", "2", "1.3", "-3"]
