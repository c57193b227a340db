"""The Moscow map: the hexes the scenarios print, and a map that hangs together."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from grognard.board import Board, dump, load, read

MAP = files("grognard") / "scenarios/maps/moscow-1941/moscow-1941.map"
CITIES = {
    "Moscow": "5205 5206 5304 5305 5306 5307 5404 5405 5406 5407 5505 5506",
    "Kalinin": "0326 0327 0426",
    "Klin": "2716 2717",
}
ROADS = {"main", "secondary"}
WATER = {"river", "canal", "big_river"}


@pytest.fixture(scope="module")
def moscow() -> Board:
    return load(str(MAP))


def labels(board, hexes):
    return [board.label(h) for h in hexes]


def pairs(board):
    return [(a, b) for a in range(board.n) for b in board.around(a) if a < b]


def test_the_sheet_has_65_rows_of_39_hexes(moscow):
    assert moscow.n == 65 * 39 == 2535
    assert (moscow.labels[0], moscow.labels[38]) == ("0139", "0101")
    assert (moscow.labels[-39], moscow.labels[-1]) == ("6539", "6501")
    assert Counter(moscow.terrain) == {
        "clear": 1338,
        "forest": 1000,
        "swamp": 89,
        "town": 59,
        "lake": 32,
        "city": 17,
    }


@pytest.mark.parametrize(
    ("here", "around"),
    [
        ("0302", "0202 0301 0402 0403 0303 0203"),
        ("0402", "0301 0401 0501 0502 0403 0302"),
    ],
)
def test_odd_rows_lie_half_a_hex_to_the_left(moscow, here, around):
    """Row r, column c adjoins c and c+1 in the rows beside it if r is odd, else c-1 and c."""
    assert labels(moscow, moscow.around(moscow.hex(here))) == around.split()


@pytest.mark.parametrize(
    ("name", "label"), [("Kimry", "1203"), ("Dmitrov", "3102"), ("Istra", "4418")]
)
def test_the_printed_towns_stand_on_their_printed_hexes(moscow, name, label):
    place = moscow.places[name]
    assert place.kind == "town"
    assert labels(moscow, place.hexes) == [label]
    assert moscow.terrain[moscow.hex(label)] == "town"


@pytest.mark.parametrize(("name", "hexes"), CITIES.items())
def test_the_cities_are_whole_and_joined_by_main_road(moscow, name, hexes):
    place = moscow.places[name]
    assert place.kind == "city"
    assert labels(moscow, place.hexes) == hexes.split()
    inside = [(a, b) for a in place.hexes for b in moscow.around(a) if b in place.hexes]
    assert inside
    assert all(moscow.has_link(a, b, "main") for a, b in inside)


def test_towns_are_places_on_town_hexes_and_adjoin_no_other(moscow):
    """Two adjoining town hexes would make a city; every single town is a village of the victory."""
    built = {h for h in range(moscow.n) if moscow.terrain[h] in ("town", "city")}
    towns = [place for place in moscow.places.values() if place.kind == "town"]
    assert len(towns) == 59
    for place in towns:
        assert len(place.hexes) == 1
        assert moscow.terrain[place.hexes[0]] == "town"
        assert not built & set(moscow.around(place.hexes[0]))
    cities = [place for place in moscow.places.values() if place.kind == "city"]
    assert sum(len(place.hexes) for place in cities) == 17
    villages = [place for place in moscow.places.values() if place.kind == "village"]
    assert villages
    assert all(moscow.terrain[place.hexes[0]] not in ("town", "city") for place in villages)


def test_the_edges_are_those_of_the_sheet(moscow):
    edges = {name: labels(moscow, hexes) for name, hexes in moscow.edges.items()}
    assert edges["west"] == [f"{row:02d}39" for row in range(1, 66)]
    assert edges["east"] == [f"{row:02d}01" for row in range(1, 66)]
    assert edges["north"] == [f"01{col:02d}" for col in range(39, 0, -1)]
    assert edges["south"] == [f"65{col:02d}" for col in range(39, 0, -1)]


def test_the_roads_leave_the_map_where_the_geography_says(moscow):
    west, north = "0739 0839 2739 3139 5139 5439", "0104 0123 0130"
    east, south = "2901 3201 4601 5401 6001", "6510 6517 6526 6529"
    for label in " ".join((west, north, east, south)).split():
        assert moscow.exits(moscow.hex(label)) & ROADS, label
    assert moscow.exits(moscow.hex("3139")) == {"main", "rail"}
    assert moscow.exits(moscow.hex("6510")) == {"main", "rail"}
    assert moscow.exits(moscow.hex("0139")) == frozenset()


def test_the_kiev_highway_passes_the_german_supply_hex(moscow):
    highway = next(c for c in moscow.courses if (c.kind, c.name) == ("main", "Kiev Highway"))
    supply = moscow.hex("6427")
    assert sum(supply in pair for pair in highway.pairs) == 2
    assert moscow.hex("6526") in {h for pair in highway.pairs for h in pair}


def test_rivers_and_roads_keep_their_kinds_and_names(moscow):
    assert moscow.hexside_kinds == ("river", "canal", "big_river", "lake_shore", "bridge")
    assert moscow.link_kinds == ("main", "secondary", "rail")
    sides = Counter(kind for a, b in pairs(moscow) for kind in moscow.hexside(a, b))
    assert sides == {"river": 547, "big_river": 119, "canal": 78, "lake_shore": 87, "bridge": 55}
    links = Counter(kind for a, b in pairs(moscow) for kind in moscow.link(a, b))
    assert links == {"main": 238, "secondary": 524, "rail": 262}
    named = {(course.kind, course.name): len(course.pairs) for course in moscow.courses}
    assert named["river", "Lama"] == 57
    assert named["big_river", "Volga"] == 103
    assert named["canal", "Moskva-Volga Canal"] == 78
    assert named["main", "Volokolamsk Highway"] == 41


def test_a_road_crosses_water_by_a_bridge_and_a_bridge_has_its_road(moscow):
    for a, b in pairs(moscow):
        crossing = bool(moscow.link(a, b) & ROADS and moscow.hexside(a, b) & WATER)
        assert moscow.has_side(a, b, "bridge") == crossing


def test_no_link_enters_a_lake_and_every_town_has_a_road(moscow):
    for a, b in pairs(moscow):
        if moscow.link(a, b):
            assert "lake" not in (moscow.terrain[a], moscow.terrain[b])
    for h in range(moscow.n):
        if moscow.terrain[h] in ("town", "city"):
            assert any(moscow.link(h, b) & ROADS for b in moscow.around(h))


def test_the_map_file_is_as_the_writer_writes_it(moscow):
    text = MAP.read_text(encoding="utf-8")
    assert dump(read(text)) == text


def test_the_map_carries_its_licence_and_credits(moscow):
    facts = dict(moscow.about)
    assert "ODbL" in facts["licence"]
    assert any("OpenStreetMap contributors" in text for _, text in moscow.about)
    folder = files("grognard") / "scenarios/maps/moscow-1941"
    assert "Open Database License" in (folder / "LICENSE").read_text(encoding="utf-8")
    credits = (folder / "CREDITS.md").read_text(encoding="utf-8")
    for name in ("OpenStreetMap", "OpenMapTiles", "Viewfinder Panoramas", "GeoNames"):
        assert name in credits
