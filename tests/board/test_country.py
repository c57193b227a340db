"""What a modern map shows: woods upon hills, highways, boundaries, sea zones, works by owner."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from grognard.board.board import Board, Box, Place
from grognard.board.drawn.boundaries import boundaries, zone_names
from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.legend import map_items
from grognard.board.drawn.lettering import place_labels
from grognard.board.drawn.marks import place_marks
from grognard.board.drawn.ornaments import symbols
from grognard.board.drawn.railways import railway
from grognard.board.drawn.stations import stations
from grognard.board.drawn.style import PLAIN, SCHEMES
from grognard.board.drawn.tracing import Sheet
from grognard.board.sketch import sketch

SEA = {f"{row:02d}{col:02d}": "sea" for row in range(1, 9) for col in (7, 8, 9)}
GROUND = {
    "0101": "rough",
    "0102": "rough_woods",
    "0201": "highland",
    "0202": "highland_woods",
    "0203": "mountain",
    "0301": "high_mountain",
    "0302": "flat_woods",
    "0404": "urban",
}
PLACES = {
    "Seoul": Place("Seoul", "urban", (0,), "capital"),
    "Daegu": Place("Daegu", "city", (0,), ""),
    "Daegu (city)": Place("Daegu (city)", "city", (0,), ""),
    "Munsan": Place("Munsan", "town", (0,), ""),
    "Onchon": Place("Onchon", "airbase", (0,), "hardened; KPAF"),
    "Osan": Place("Osan", "airbase", (0,), "ROK/US K-55"),
    "Busan": Place("Busan", "port", (0,), "capacity 4; world port"),
    "Wando": Place("Wando", "harbour", (0,), ""),
    "Northern line": Place("Northern line", "fortification", (0,), "DPRK; front"),
    "Southern line": Place("Southern line", "fortification", (0,), "ROK; front"),
}
HEXES = {
    "Seoul": "0404", "Daegu": "0505", "Daegu (city)": "0503", "Munsan": "0602", "Onchon": "0104",
    "Osan": "0105", "Busan": "0406", "Wando": "0606", "Northern line": "0304",
    "Southern line": "0305",
}  # fmt: skip


def country(**more) -> Board:
    """A peninsula with a line across it."""
    board = sketch(
        8,
        9,
        terrain={**SEA, **GROUND},
        sides=["0303-0304 demarcation", "0402-0403 border", "0605-0606 water"],
        links=["0501-0502-0503 highway", "0601-0602 rail"],
        attributes={"height": {"0301": "1900"}},
        **more,
    )
    places = {
        name: replace(place, hexes=(board.hex(HEXES[name]),)) for name, place in PLACES.items()
    }
    near = [board.hex(f"{row:02d}07") for row in range(1, 9)]
    far = [board.hex(f"{row:02d}{col:02d}") for row in range(1, 9) for col in (8, 9)]
    boxes = {
        "Inshore": Box("Inshore", "inshore", tuple(near), ("Open",)),
        "Open": Box("Open", "at_sea", tuple(far), ("Inshore",)),
    }
    return replace(board, places=places, boxes=boxes)


BOARD = country()


def shown(board: Board) -> tuple[Sheet, list[int]]:
    return Sheet(board, 40), list(range(board.n))


def used(text: str, symbol: str) -> list[str]:
    return re.findall(rf'<use href="#{symbol}§"[^>]*>', text)


@pytest.mark.parametrize("style", SCHEMES.values(), ids=SCHEMES)
def test_the_country_is_well_formed_and_every_reference_has_its_target(style) -> None:
    text = draw_board(BOARD, style).svg()
    ElementTree.fromstring(text)
    asked = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert asked <= set(re.findall(r'id="([^"]+)"', text))


def test_a_boundary_that_ends_at_the_coast_runs_on_to_the_water() -> None:
    terrain = {f"{row:02d}05": "sea" for row in range(1, 6)}
    inland = sketch(5, 5, terrain=terrain, sides=["0201-0301 demarcation"])
    coastal = sketch(5, 5, terrain=terrain, sides=["0204-0304 demarcation"])
    reach = []
    for board in (inland, coastal):
        sheet, hexes = shown(board)
        points = re.findall(r"[ML](-?[\d.]+) ", boundaries(sheet, PLAIN, hexes))
        reach.append(max(map(float, points)) - sheet.centre(board.hex("0305"))[0])
    assert reach[0] < -100
    assert -20 < reach[1] < 0, "half-way to the middle of the sea hex"


def test_names_of_zones_keep_clear_of_other_names() -> None:
    sheet, hexes = shown(BOARD)
    box = sheet.box(hexes)
    free = zone_names(sheet, PLAIN, box)
    (x, y) = (float(found) for found in re.search(r'x="([\d.-]+)" y="([\d.-]+)"', free).groups())
    moved = zone_names(sheet, PLAIN, box, [(x - 5, y - 5, x + 5, y + 5)])
    assert f'x="{x:g}" y="{y:g}"' not in moved


def test_two_ports_of_one_hex_lie_side_by_side() -> None:
    h = BOARD.hex("0406")
    ports = {name: Place(name, "port", (h,), "capacity 1") for name in ("Mukho", "Samcheok")}
    one, other = (station.at for station in stations(Sheet(replace(BOARD, places=ports), 40), [h]))
    assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > 15


@pytest.mark.parametrize("style", SCHEMES.values(), ids=SCHEMES)
def test_every_ground_has_its_colour_and_woods_lie_upon_theirs(style) -> None:
    text = draw_board(BOARD, style).ground
    canopies = [style.canopies[f"{kind}_woods"] for kind in ("flat", "rough", "highland")]
    for colour in (*canopies, style.surveyed["highland"]):
        assert f'fill="{colour}"' in text
    grounds = [style.surveyed[kind] for kind in ("rough", "highland", "mountain", "high_mountain")]
    places = [text.index(f'fill="{colour}"') for colour in grounds]
    assert places == sorted(places), "the higher is laid upon the lower"
    assert text.index(f'fill="{style.canopies["highland_woods"]}"') > places[-1]


def test_boundaries_are_lines_with_belts_and_no_works() -> None:
    sheet, hexes = shown(BOARD)
    text = boundaries(sheet, PLAIN, hexes)
    for kind in ("demarcation", "border"):
        look = PLAIN.boundaries[kind]
        assert f'stroke="{look.belt_colour}"' in text
        assert f'stroke="{look.colour}"' in text
    assert text.index(PLAIN.boundaries["border"].belt_colour) < text.index(
        PLAIN.boundaries["demarcation"].colour
    ), "belts lie beneath lines"
    assert 'stroke-dasharray="1.4 4"' not in draw_board(BOARD).ground, "no teeth"


def test_zones_of_the_sea_are_bounded_and_named_once() -> None:
    sheet, hexes = shown(BOARD)
    assert f'stroke="{PLAIN.boundaries["zone"].colour}"' in boundaries(sheet, PLAIN, hexes)
    box = sheet.box(hexes)
    assert re.findall(r">([^<]+)</text>", zone_names(sheet, PLAIN, box)) == ["Inshore", "Open"]
    swept = {**BOARD.places, "Open": Place("Open", "ocean", (8, 17))}
    named = Sheet(replace(BOARD, places=swept), 40)
    assert re.findall(r">([^<]+)</text>", zone_names(named, PLAIN, box)) == ["Inshore"]
    dry = sketch(3, 3)
    assert zone_names(Sheet(dry, 40), PLAIN, box) == ""
    assert boundaries(Sheet(dry, 40), PLAIN, range(9)) == ""


def test_works_are_in_the_colour_of_their_owner() -> None:
    sheet, hexes = shown(BOARD)
    text = place_marks(sheet, PLAIN, hexes)
    for owner in ("DPRK", "ROK"):
        assert len(used(text, f"fortification-{owner}")) == 1
    for style in SCHEMES.values():
        shapes = symbols(style)
        for owner, colour in style.owners.items():
            shape = shapes.partition(f'id="fortification-{owner}§"')[2].partition("</g>")[0]
            assert f'fill="{colour}"' in shape
        assert "OWNER" not in shapes


def test_marks_say_what_notes_say() -> None:
    sheet, hexes = shown(BOARD)
    text = place_marks(sheet, PLAIN, hexes)
    assert len(used(text, "airbase-hardened")) == len(used(text, "airbase")) == 1
    assert len(used(text, "capital")) == 1
    assert re.findall(r">(\d)</text>", text) == ["4"], "the capacity of the port"
    assert len(used(text, "harbour")) == 1


def test_marks_in_one_hex_stand_apart() -> None:
    crowd = {f"P{i}": Place(f"P{i}", "airfield", (0,)) for i in range(4)}
    sheet = Sheet(replace(BOARD, places=crowd), 40)
    spots = {station.at for station in stations(sheet, [0])}
    assert len(spots) == 4


def test_a_city_upon_other_ground_is_lettered_as_a_lesser_one() -> None:
    sheet, hexes = shown(BOARD)
    labels = place_labels(sheet, frozenset(hexes), sheet.box(hexes))
    found = {label.text: label.kind for label in labels}
    assert found["SEOUL"] == "urban"
    assert found["Daegu"] == "minor_city"
    assert found["Munsan"] == "small_town"
    assert [label.text for label in labels].count("Daegu") == 1, "its second hex has no name"


def test_towns_are_built_up_by_their_size() -> None:
    sheet, _ = shown(BOARD)
    built = {BOARD.label(h): look for h, look in sheet.built.items()}
    assert built == {"0404": "city", "0505": "town", "0503": "town", "0602": "hamlet"}


def test_a_highway_has_a_line_along_its_middle() -> None:
    text = draw_board(BOARD).ground
    assert f'stroke="{PLAIN.routes["highway"].median}"' in text


def test_a_map_may_ask_for_quiet_railways() -> None:
    quiet = replace(BOARD, about=(("quiet", "rail rail_multi"),))
    assert draw_board(BOARD).ground != draw_board(quiet).ground
    light, plain = (railway(PLAIN, "rail", "M0 0", light=light) for light in (True, False))
    assert 'stroke-opacity=".62"' in light
    assert 'stroke-opacity=".62"' not in plain


def test_the_legend_explains_what_shows() -> None:
    words = [item.text for item in map_items(BOARD, frozenset(range(BOARD.n)), PLAIN)]
    for word in ("rough woods", "high mountain", "urban", "highway", "demarcation line", "border",
                 "bounds of a sea zone", "airbase", "hardened airbase", "DPRK fortification",
                 "ROK fortification", "city", "town"):  # fmt: skip
        assert words.count(word) == 1, word
