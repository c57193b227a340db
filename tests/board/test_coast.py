"""The sea on a drawn map: a coast that shows what can be crossed, and what is written on it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from grognard.board.board import Board
from grognard.board.drawn.coast import SEA, offing, outlines, sea, shore
from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.legend import map_items
from grognard.board.drawn.lettering import place_labels, shown_name, width
from grognard.board.drawn.linework import draw_lines
from grognard.board.drawn.regions import swept
from grognard.board.drawn.relief import relief
from grognard.board.drawn.style import NIGHT, PLAIN
from grognard.board.drawn.tracing import Sheet
from grognard.board.sketch import sketch

COAST = {f"{row:02d}{col:02d}": "sea" for row in range(1, 9) for col in (7, 8, 9)}
PLACES = {
    "Gela": "minor_city 0406",
    "Gela (port)": "port 0406",
    "Catania": "major_city 0203",
    "JOSS Red": "beach 0606",
    "Trapani / Milo": "airfield 0303",
    "Etna": "peak 0503",
    "Ionian Sea": "ocean 0208 0408 0608",
}


def coast(**more) -> Board:
    """A plain with the sea to the east of it."""
    given = {
        "terrain": COAST,
        "places": PLACES,
        "sides": ["0305-0306 sea", "0403-0404 escarpment", "0705-0805 minor_river"],
        "links": ["0505-0506 primary", "0501-0502 narrow_rail", "0502-0503 rail_multi",
                  "0506-0507 ferry"],
    }  # fmt: skip
    return sketch(8, 9, **{**given, **more})


def at(sheet: Sheet, x: float, y: float) -> float:
    return float(shore(sheet, np.array([[x]]), np.array([[y]]))[0, 0])


def drawn(board: Board, style=PLAIN) -> ElementTree.Element:
    return ElementTree.fromstring(draw_board(board, style).svg())


# ---- the coast


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("share", ["", "20", "60"])
def test_middles_of_land_are_dry_and_those_of_the_sea_are_wet(orientation, share):
    shares = {f"{row:02d}06": share for row in range(1, 9)} if share else {}
    board = coast(attributes={"land": shares}, orientation=orientation)
    sheet = Sheet(board, 40)
    for h in range(board.n):
        assert (at(sheet, *sheet.centre(h)) < 0) == (board.terrain[h] == SEA), board.label(h)


def test_a_road_is_on_land_and_a_strait_under_water():
    board = coast(attributes={"land": {"0505": "20", "0506": "20"}})
    sheet = Sheet(board, 40)

    def between(one, other):
        (a, b), (c, d) = sheet.centre(board.hex(one)), sheet.centre(board.hex(other))
        return at(sheet, (a + c) / 2, (b + d) / 2)

    assert between("0505", "0506") > 0
    assert between("0305", "0306") < 0
    assert between("0304", "0305") > 0


def test_the_more_land_a_hex_has_the_further_out_its_coast():
    reach = []
    for share in ("20", "60", ""):
        board = coast(attributes={"land": {"0606": share} if share else {}})
        sheet = Sheet(board, 40)
        (x, _), _ = offing(sheet, board.hex("0606"))
        reach.append(x - sheet.centre(board.hex("0606"))[0])
    assert reach == sorted(reach)
    assert reach[0] < reach[-1] - 10


def test_inland_there_is_no_offing():
    board = coast()
    assert offing(Sheet(board, 40), board.hex("0303")) is None
    assert Sheet(board, 40).seaward(board.hex("0408")) is None, "the sea itself"


def test_a_map_without_a_sea_has_none_drawn():
    board = sketch(4, 4)
    sheet = Sheet(board, 40)
    assert sea(sheet, PLAIN, sheet.box(range(board.n))) == ""


def test_the_sea_grows_darker_outward_in_the_colours_of_the_scheme():
    for style in (PLAIN, NIGHT):
        board = coast()
        sheet = Sheet(board, 40)
        text = sea(sheet, style, sheet.box(range(board.n)))
        places = [text.find(f'fill="{colour}"') for colour in style.sea]
        assert places[0] > 0
        assert [p for p in places if p > 0] == sorted(p for p in places if p > 0)


def test_an_island_of_one_hex_shows():
    everywhere = {f"{row:02d}{col:02d}": "sea" for row in range(1, 10) for col in range(1, 10)}
    board = sketch(9, 9, terrain={**everywhere, "0505": "clear"})
    sheet = Sheet(board, 40)
    text = sea(sheet, PLAIN, sheet.box(range(board.n)))
    x, y = sheet.centre(board.hex("0505"))
    for colour in PLAIN.sea:
        water = re.search(rf'd="([^"]+)" fill="{colour}"', text)
        assert water is not None
        spots = re.findall(r"(-?[\d.]+) (-?[\d.]+)", water[1])
        hole = [(float(a) - x) ** 2 + (float(b) - y) ** 2 < 90**2 for a, b in spots]
        assert sum(hole) > 3, "its coast, and that of every depth, runs round it"


def test_a_line_of_equal_height_runs_round_what_is_below():
    height = np.ones((6, 6))
    height[2:4, 2:4] = -1
    loops = list(outlines(height, 0, 0))
    assert len(loops) == 1
    xs, ys = zip(*loops[0], strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (10.5, 24.5, 10.5, 24.5)
    height[3, 3] = 1
    height[2, 3] = height[3, 2] = 1
    height[4, 4] = -1
    assert len(list(outlines(height, 0, 0))) == 2


# ---- what stands on it


def test_marks_of_the_coast_stand_in_the_water():
    board = coast()
    sheet = Sheet(board, 40)
    root = drawn(board)
    for name, label in (("port", "0406"), ("beach", "0606")):
        (use,) = [
            use
            for use in root.iter("{http://www.w3.org/2000/svg}use")
            if re.fullmatch(rf"#{name}[0-9a-f]{{6}}", use.attrib["href"])
        ]
        x, y = map(float, re.findall(r"-?[\d.]+", use.attrib["transform"])[:2])
        assert at(sheet, x, y) < 0, label


def test_a_river_runs_on_into_the_sea():
    board = coast(sides=["0406-0506 minor_river"])
    sheet = Sheet(board, 40)
    lines = draw_lines(sheet, PLAIN, range(board.n), sheet.box(range(board.n)))
    corners = sheet.side(board.hex("0406"), board.hex("0506"))
    eastern = max(sheet.place(spot)[0] for spot in corners)
    assert max(x for course in lines.courses for x, _ in course) > eastern + 10


def test_names_of_the_map():
    words = {"".join(text.itertext()) for text in drawn(coast()).iter() if "text" in text.tag}
    assert {"Gela", "CATANIA", "JOSS Red", "Etna", "IONIAN SEA"} <= words
    assert not {"Milo", "Trapani / Milo", "Gela (port)"} & words
    asked = coast()
    object.__setattr__(asked, "about", (("lettered", "airfield"),))
    assert "Milo" in {"".join(t.itertext()) for t in drawn(asked).iter() if "text" in t.tag}


def test_a_sweep_that_a_window_cuts_short_has_room_for_its_name():
    lines, _ = swept(Sheet(coast(), 40), PLAIN, (-99, -99, 999, 999))
    cut = coast(places={"Ionian Sea": "ocean 0208 0308"})
    shorter, text = swept(Sheet(cut, 40), PLAIN, (-99, -99, 999, 999))
    assert "IONIAN SEA" in text
    for path in (lines, shorter):
        (x, y), *_, (u, v) = [
            (float(a), float(b)) for a, b in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)
        ]
        assert ((u - x) ** 2 + (v - y) ** 2) ** 0.5 > width("IONIAN SEA", 92)


def test_names_at_the_foot_of_the_sheet_are_not_cut_off():
    board = sketch(4, 4, places={"Buccheri": "village 0402", "Vizzini": "village 0103"})
    sheet = Sheet(board, 40)
    box = sheet.box(range(board.n))
    for label in place_labels(sheet, frozenset(range(board.n)), box):
        assert box[1] <= label.room[1]
        assert label.room[3] <= box[3]


def test_a_name_is_written_without_what_only_tells_it_apart():
    board = sketch(2, 2, places={
        "Gela (airfield)": "airfield 0101", "Trapani / Milo": "airfield 0102",
        "Satellites, Sigonella": "airfield 0201", "Canal bridge, Yakhroma": "bridge 0202",
    })  # fmt: skip
    assert [shown_name(place) for place in board.places.values()] == [
        "",
        "Milo",
        "Sigonella",
        "Canal bridge, Yakhroma",
    ]


def test_a_larger_village_has_larger_letters():
    places = {"Noto": "village 0202", "Ferla": "village 0404"}
    board = sketch(5, 5, places=places, attributes={"people": {"0202": "15000", "0404": "3000"}})
    sheet = Sheet(board, 40)
    labels = place_labels(sheet, frozenset(range(board.n)), sheet.box(range(board.n)))
    sizes = {label.text: label.size for label in labels}
    assert sizes["Noto"] > sizes["Ferla"]


def test_the_legend_explains_what_shows():
    board = coast()
    said = [item.text for item in map_items(board, frozenset(range(board.n)), PLAIN)]
    grounds = ("sea", "minor city", "major city", "minor river", "escarpment", "beach")
    lines = ("main road", "railway, double track", "narrow-gauge railway", "train ferry")
    for words in (*grounds, *lines):
        assert words in said
    assert not [words for words in said if "_" in words]


# ---- heights


def test_a_surveyed_map_is_shaded_by_its_heights():
    flat = coast(attributes={"height": {"0303": "25"}})
    steep = coast(attributes={"height": {"0303": "900"}, "relief": {"0303": "500"}})
    pictures = []
    for board in (flat, steep):
        sheet = Sheet(board, 40)
        pictures.append(relief(sheet, sheet.box(range(board.n)), []))
    assert pictures[0] != pictures[1]


def test_heights_take_the_place_of_brows():
    hills = {"0303": "hill", "0404": "mountain"}
    bare = draw_board(sketch(6, 6, terrain=hills)).ground
    shaped = draw_board(sketch(6, 6, terrain=hills, attributes={"height": {"0303": "300"}})).ground
    assert PLAIN.surveyed["mountain"] in shaped
    assert PLAIN.surveyed["mountain"] not in bare
