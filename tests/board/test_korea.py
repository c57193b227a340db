"""The map of Korea: the hexes that the geography names, and a peninsula that hangs together."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from grognard.board import Board, dump, load, read
from grognard.board.drawn.tracing import Sheet, chains

FOLDER = files("grognard") / "scenarios/maps/korea"
MAP = FOLDER / "korea.map"
ROADS = {"highway", "primary", "secondary"}
WATERS = {"minor_river", "major_river", "water"}
NAMED = {
    "Seoul": "2441 2541 2542 2640 2641 2741",
    "Incheon": "2241 2341 2342",
    "Busan": "4363 4462 4463",
    "Pyongyang": "1526 1527 1528 1626 1627",
    "Kaesong": "2237",
    "Munsan": "2438",
    "Cheorwon": "2735",
    "Chuncheon": "3238",
    "Wonsan": "2926",
    "Hamhung": "3019",
    "Nampo": "1330",
    "Sinuiju": "0417",
    "Gangneung": "4139",
    "Daejeon": "2952",
    "Daegu": "3957 4056",
    "Gwangju": "2563",
}
WEST = "Inshore Yellow Sea North", "Inshore Yellow Sea South"
SOUTH = "Inshore Korea Strait"
EAST = "Inshore East Sea North", "Inshore East Sea South"
OPEN = "Yellow Sea North", "Yellow Sea South", "Korea Strait", "East Sea South", "East Sea North"
BESIDE = {
    WEST[0]: {WEST[1], OPEN[0]},
    WEST[1]: {WEST[0], SOUTH, OPEN[0], OPEN[1]},
    SOUTH: {WEST[1], EAST[1], OPEN[1], OPEN[2]},
    EAST[1]: {SOUTH, EAST[0], OPEN[2], OPEN[3]},
    EAST[0]: {EAST[1], OPEN[3], OPEN[4]},
    OPEN[0]: {WEST[0], WEST[1], OPEN[1]},
    OPEN[1]: {WEST[1], SOUTH, OPEN[0], OPEN[2]},
    OPEN[2]: {SOUTH, EAST[1], OPEN[1], OPEN[3]},
    OPEN[3]: {EAST[0], EAST[1], OPEN[2], OPEN[4]},
    OPEN[4]: {EAST[0], OPEN[3]},
}


@pytest.fixture(scope="module")
def korea() -> Board:
    return load(str(MAP))


def pairs(board):
    return [(a, b) for a in range(board.n) for b in board.around(a) if a < b]


def of_kind(board, *kinds):
    return [place for place in board.places.values() if place.kind in kinds]


def with_side(board, kind):
    return [(a, b) for a, b in pairs(board) if board.has_side(a, b, kind)]


def country(board, h):
    return board.attributes["country"][h]


# ---- the sheet


def test_the_sheet_has_51_columns_of_75_hexes_and_2109_of_land(korea):
    assert korea.n == 51 * 75 == 3825
    assert (korea.labels[0], korea.labels[50], korea.labels[-1]) == ("0101", "5101", "5175")
    assert Counter(korea.terrain) == {
        "sea": 1716,
        "rough_woods": 742,
        "highland_woods": 484,
        "flat": 282,
        "rough": 271,
        "mountain": 221,
        "urban": 35,
        "highland": 32,
        "flat_woods": 22,
        "high_mountain": 16,
        "marsh": 4,
    }


def test_less_than_a_quarter_of_the_peninsula_is_highland_woods(korea):
    land = [korea.terrain[h] for h in range(korea.n) if country(korea, h) in ("ROK", "DPRK")]
    assert len(land) == 1781
    assert land.count("highland_woods") == 418
    assert land.count("rough_woods") == 536


@pytest.mark.parametrize(
    ("here", "around"),
    [
        ("2541", "2540 2640 2641 2542 2441 2440"),
        ("2640", "2639 2740 2741 2641 2541 2540"),
    ],
)
def test_even_columns_stand_half_a_hex_lower(korea, here, around):
    """Beside an odd column lie rows r-1 and r, beside an even one r and r+1."""
    found = [korea.label(h) for h in korea.around(korea.hex(here))]
    assert sorted(found) == sorted(around.split())


def test_countries_are_parted_by_the_line_the_yalu_and_the_sea(korea):
    assert Counter(korea.attributes["country"]) == {
        "": 1716,
        "DPRK": 931,
        "ROK": 850,
        "China": 317,
        "Japan": 11,
    }
    for a, b in pairs(korea):
        one, other = country(korea, a), country(korea, b)
        if one and other and one != other:
            assert korea.hexside(a, b) & {"demarcation", "border", "water"}


# ---- towns and installations


@pytest.mark.parametrize(("name", "hexes"), NAMED.items())
def test_named_towns_stand_on_their_hexes(korea, name, hexes):
    assert sorted(korea.label(h) for h in korea.places[name].hexes) == hexes.split()


def test_urban_is_a_ground_and_a_city_stands_upon_another(korea):
    urban = [h for place in of_kind(korea, "urban") for h in place.hexes]
    assert sorted(urban) == [h for h in range(korea.n) if korea.terrain[h] == "urban"]
    cities = [h for place in of_kind(korea, "city") for h in place.hexes]
    assert len(cities) == len(set(cities)) == 38
    assert not set(cities) & set(urban)
    capitals = [p.name for p in korea.places.values() if "capital" in p.note.split("; ")]
    assert capitals == ["Pyongyang", "Seoul"]


def test_every_installation_stands_on_land(korea):
    counts = Counter(place.kind for place in korea.places.values())
    assert (counts["airbase"], counts["airfield"], counts["port"]) == (38, 45, 34)
    for place in of_kind(korea, "airbase", "airfield", "port", "fortification", "city", "town"):
        assert all(korea.terrain[h] != "sea" for h in place.hexes), place.name


def test_northern_airbases_are_hardened_and_ports_say_what_they_take(korea):
    for place in of_kind(korea, "airbase"):
        north = country(korea, place.hexes[0]) == "DPRK"
        assert place.note.split("; ")[0].startswith("hardened") == north, place.name
    takes = Counter(place.note.split("; ")[0] for place in of_kind(korea, "port"))
    assert takes == {"capacity 1": 13, "capacity 2": 9, "capacity 3": 7, "capacity 4": 5}


def test_fortifications_line_both_sides_of_the_demarcation_line(korea):
    line = {h for pair in with_side(korea, "demarcation") for h in pair}
    forts: dict[str, set[int]] = {"DPRK": set(), "ROK": set()}
    for place in of_kind(korea, "fortification"):
        owner = place.note.split("; ")[0]
        forts[owner] |= set(place.hexes)
        assert {country(korea, h) for h in place.hexes} == {owner}
    assert {owner: len(hexes) for owner, hexes in forts.items()} == {"DPRK": 19, "ROK": 29}
    assert line <= forts["DPRK"] | forts["ROK"]


def test_beaches_touch_the_sea(korea):
    assert len(of_kind(korea, "beach")) == 35
    for place in of_kind(korea, "beach"):
        for h in place.hexes:
            assert any(korea.terrain[b] == "sea" for b in korea.around(h)), place.name


# ---- rivers, roads and lines


def test_rivers_and_roads_keep_their_kinds(korea):
    sides = Counter(kind for a, b in pairs(korea) for kind in korea.hexside(a, b))
    assert sides == {
        "minor_river": 526,
        "major_river": 381,
        "water": 128,
        "bridge": 214,
        "border": 95,
        "demarcation": 37,
        "limit_line": 30,
    }
    links = Counter(kind for a, b in pairs(korea) for kind in korea.link(a, b))
    assert links == {
        "highway": 444,
        "primary": 602,
        "secondary": 455,
        "rail": 325,
        "rail_multi": 198,
    }


def test_the_han_parts_seoul_and_is_bridged(korea):
    north, south = korea.hex("2541"), korea.hex("2542")
    assert korea.hexside(north, south) == {"major_river", "bridge"}
    assert korea.link(north, south) & ROADS


def test_a_bridge_carries_a_road_over_water_and_no_road_crosses_without(korea):
    for a, b in pairs(korea):
        crossing = bool(korea.hexside(a, b) & WATERS and korea.link(a, b) & ROADS)
        assert korea.has_side(a, b, "bridge") == crossing


def test_no_road_or_railway_enters_the_sea(korea):
    for a, b in pairs(korea):
        if korea.link(a, b):
            assert "sea" not in (korea.terrain[a], korea.terrain[b])


def test_the_demarcation_line_is_unbroken_from_sea_to_sea(korea):
    sheet = Sheet(korea, 40)
    lines = chains(sheet.side(a, b) for a, b in with_side(korea, "demarcation"))
    assert [len(line) - 1 for line in lines] == [37]
    east, west = max(lines[0][0], lines[0][-1]), min(lines[0][0], lines[0][-1])
    assert any(korea.terrain[h] == "sea" for h in sheet.touching(east))
    estuary = sheet.touching(west)
    assert any(korea.hexside(a, b) & WATERS for a in estuary for b in estuary if a < b)
    for a, b in with_side(korea, "demarcation"):
        assert {country(korea, a), country(korea, b)} == {"ROK", "DPRK"}


def test_the_road_net_of_the_peninsula_is_whole(korea):
    def has_road(h):
        return any(korea.link(h, b) & ROADS for b in korea.around(h))

    left = {h for h in range(korea.n) if has_road(h)}
    net = [korea.hex("2541")]
    left.discard(net[0])
    for a in net:
        for b in korea.around(a):
            if b in left and korea.link(a, b) & ROADS:
                left.discard(b)
                net.append(b)
    assert not left


# ---- the sea


def test_each_sea_hex_lies_in_the_zone_it_names(korea):
    zones = korea.attributes["sea_zone"]
    assert {box.name for box in korea.boxes.values()} == set(BESIDE)
    for box in korea.boxes.values():
        assert box.kind == ("inshore" if box.name.startswith("Inshore") else "at_sea")
        assert {zones[h] for h in box.hexes} == {box.name}
    held = sorted(h for box in korea.boxes.values() for h in box.hexes)
    assert held == [h for h in range(korea.n) if korea.terrain[h] == "sea"]


def test_zones_adjoin_as_their_hexes_do(korea):
    zones = korea.attributes["sea_zone"]
    assert {name: set(box.boxes) for name, box in korea.boxes.items()} == BESIDE
    touching = {(zones[a], zones[b]) for a, b in pairs(korea) if zones[a] and zones[b]}
    for one, other in touching:
        assert one == other or other in BESIDE[one]


# ---- the file


def test_the_map_file_is_as_the_writer_writes_it():
    text = MAP.read_text(encoding="utf-8")
    assert dump(read(text)) == text


def test_the_map_carries_its_licence_and_credits(korea):
    assert "CC-BY" in dict(korea.about)["licence"]
    said = " ".join(text for key, text in korea.about if key == "credit")
    credits = (FOLDER / "CREDITS.md").read_text(encoding="utf-8")
    for name in ("GSHHG", "SRTM30", "GeoNames", "Natural Earth", "Blue Marble", "OurAirports"):
        assert name in said
        assert name in credits
    assert "No OpenStreetMap data" in credits
    licence = (FOLDER / "LICENSE").read_text(encoding="utf-8")
    assert "Creative Commons Attribution 4.0" in licence
    assert "GSHHG" in licence
