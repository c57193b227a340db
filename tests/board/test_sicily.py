"""The map of Sicily: the hexes that the geography names, and an island that hangs together."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from grognard.board import Board, dump, load, read
from grognard.systems.ocs.ground import Ground
from grognard.systems.ocs.system import OCS

FOLDER = files("grognard") / "scenarios/maps/sicily-1943"
MAP = FOLDER / "sicily-1943.map"
ROADS = {"primary", "secondary", "track"}
RAILS = {"rail", "rail_multi"}
RIVERS = {"minor_river", "major_river"}
NAMED = {
    "Palermo": "29.44 29.45",
    "Messina": "84.45 84.46",
    "Catania": "73.27",
    "Siracusa": "78.15",
    "Augusta": "76.20",
    "Gela": "52.15",
    "Licata": "44.16",
    "Agrigento": "35.22",
    "Trapani": "09.42",
    "Enna": "52.29",
    "Caltanissetta": "47.27",
    "Troina": "60.35",
    "Nicosia": "55.34",
    "Adrano": "66.31",
    "Randazzo": "69.38",
    "Primosole": "72.24",
    "Reggio di Calabria": "87.44",
}
BRIDGES = {
    "Primosole": ("72.24", "72.25"),
    "Ponte dei Malati": ("71.22", "71.23"),
    "Ponte Grande": ("77.15", "78.15"),
    "Ponte Olivo": ("53.17", "54.17"),
    "Ponte Dirillo": ("55.14", "56.13"),
    "Capodarso": ("49.27", "50.27"),
    "the Dittaino at Sferro": ("64.27", "65.28"),
}
BEACHES = {
    "JOSS": ["41.17", "43.16", "45.17", "46.16"],
    "DIME": ["52.15", "53.14", "53.15"],
    "CENT": ["55.12", "57.09"],
    "BARK": ["71.05", "73.04", "74.06"],
    "ACID": ["75.11", "76.12"],
}


@pytest.fixture(scope="module")
def sicily() -> Board:
    return load(str(MAP))


@pytest.fixture(scope="module")
def ground(sicily: Board) -> Ground:
    """The map through the terrain charts of OCS."""
    return OCS.position(sicily, {}).ground


def labels(board, hexes):
    return [board.label(h) for h in hexes]


def pairs(board):
    return [(a, b) for a in range(board.n) for b in board.around(a) if a < b]


def joined(board, starts, crossed):
    """The groups of hexes that are joined by steps, the largest first."""
    left, groups = dict.fromkeys(starts), []
    while left:
        group = [left.popitem()[0]]
        for a in group:
            for b in board.around(a):
                if b in left and crossed(a, b):
                    del left[b]
                    group.append(b)
        groups.append(group)
    return sorted(groups, key=len, reverse=True)


def with_link(board, kinds):
    return [h for h in range(board.n) if any(board.link(h, b) & kinds for b in board.around(h))]


def of_kind(board, kind):
    return [place for place in board.places.values() if place.kind == kind]


# ---- the sheet


def test_the_sheet_has_94_columns_of_52_hexes_and_2012_of_land(sicily):
    assert sicily.n == 94 * 52 == 4888
    assert {sicily.labels[0], sicily.labels[93]} == {"01.52", "94.52"}
    assert {sicily.labels[-94], sicily.labels[-1]} == {"01.01", "94.01"}
    assert Counter(sicily.terrain) == {
        "sea": 2876,
        "hill": 1057,
        "clear": 613,
        "mountain": 336,
        "swamp": 6,
    }


@pytest.mark.parametrize(
    ("here", "around"),
    [
        ("61.30", "61.31 62.30 62.29 61.29 60.29 60.30"),
        ("62.30", "62.31 63.31 63.30 62.29 61.30 61.31"),
    ],
)
def test_even_columns_stand_half_a_hex_higher(sicily, here, around):
    """Beside an odd column lie rows r and r-1, beside an even one r and r+1."""
    assert labels(sicily, sicily.around(sicily.hex(here))) == around.split()


@pytest.mark.parametrize(("name", "hexes"), NAMED.items())
def test_named_towns_stand_on_their_hexes(sicily, name, hexes):
    assert sorted(labels(sicily, sicily.places[name].hexes)) == hexes.split()


def test_towns_are_places_upon_their_ground(sicily, ground):
    assert Counter(ground.settlements) == {
        "": 4632,
        "village": 228,
        "minor_city": 23,
        "major_city": 5,
    }
    assert ground.kinds[sicily.hex("60.35")] == ("hill", "village")
    assert ground.kinds[sicily.hex("73.27")] == ("clear", "major_city")
    assert ground.kinds[sicily.hex("84.46")] == ("hill", "major_city")


def test_the_ports_airfields_and_beaches_of_the_campaign(sicily):
    counts = Counter(place.kind for place in sicily.places.values())
    assert counts["port"] == 25
    assert counts["airfield"] == 23
    assert (counts["airstrip"], counts["seaplane_base"]) == (6, 3)
    assert counts["beach"] == 20
    assert labels(sicily, sicily.places["Gerbini (airfield)"].hexes) == ["67.26"]
    assert labels(sicily, sicily.places["Catania / Fontanarossa"].hexes) == ["72.26"]
    for sector, hexes in BEACHES.items():
        found = [place for place in of_kind(sicily, "beach") if place.name.startswith(sector)]
        assert sorted(label for p in found for label in labels(sicily, p.hexes)) == hexes


def test_each_port_says_its_class(sicily):
    classes = Counter(place.note.split()[0] for place in of_kind(sicily, "port"))
    assert classes == {"minor": 17, "medium": 5, "major": 3}


# ---- land and sea


def test_ports_and_beaches_touch_the_sea(sicily, ground):
    for place in (*of_kind(sicily, "port"), *of_kind(sicily, "beach")):
        assert all(ground.coastal[h] for h in place.hexes), place.name
        assert any(ground.sea[b] for h in place.hexes for b in sicily.around(h)), place.name


def test_ships_reach_every_sea_hex_and_pass_the_strait(sicily, ground):
    water = [h for h in range(sicily.n) if ground.sea[h]]
    assert [len(g) for g in joined(sicily, water, lambda a, b: b in ground.seaways[a])] == [2876]
    narrows = [sicily.hex(label) for label in ("85.46", "85.47", "85.48")]
    assert narrows[1] in ground.seaways[narrows[0]]
    assert narrows[2] in ground.seaways[narrows[1]]


@pytest.mark.parametrize("move", ["leg", "tracked", "truck"])
def test_nobody_crosses_the_strait_by_land(sicily, ground, move):
    land = [h for h in range(sicily.n) if not ground.sea[h]]
    groups = joined(sicily, land, lambda a, b: ground.cost("dry", move, a, b) is not None)
    island = next(g for g in groups if sicily.hex("84.46") in g)
    assert not {sicily.hex(label) for label in ("86.47", "87.44", "87.48")} & set(island)
    if move == "leg":
        assert [len(group) for group in groups[:2]] == [1910, 91]


def test_no_road_or_railway_enters_the_sea(sicily):
    for a, b in pairs(sicily):
        if sicily.link(a, b) & (ROADS | RAILS):
            assert "sea" not in (sicily.terrain[a], sicily.terrain[b])
            assert not sicily.has_side(a, b, "sea")


# ---- roads, railways, rivers


def test_the_road_nets_of_island_and_mainland_are_whole(sicily):
    nets = joined(sicily, with_link(sicily, ROADS), lambda a, b: sicily.link(a, b) & ROADS)
    assert [len(net) for net in nets] == [1051, 53]
    assert {sicily.hex(h) for h in ("29.44", "84.46", "73.27", "09.42", "73.06")} <= set(nets[0])


def test_the_railways_of_island_and_mainland_are_whole(sicily, ground):
    nets = joined(sicily, with_link(sicily, RAILS), lambda a, b: sicily.link(a, b) & RAILS)
    assert [len(net) for net in nets] == [310, 24]
    assert set(ground.rail_hexes) == set(nets[0]) | set(nets[1])


def test_every_town_has_a_road_but_for_favignana(sicily, ground):
    without = [
        sicily.label(h)
        for h in range(sicily.n)
        if ground.settlements[h] and not any(sicily.link(h, b) & ROADS for b in sicily.around(h))
    ]
    assert without == ["03.39"]


def test_narrow_gauge_and_ferries_carry_nobody(sicily, ground):
    for a, b in pairs(sicily):
        kinds = sicily.link(a, b)
        if kinds and kinds <= {"narrow_rail", "ferry"}:
            assert not ground.road(a, b)
            assert not ground.rail(a, b)


def test_rivers_and_roads_keep_their_kinds_and_names(sicily):
    sides = Counter(kind for a, b in pairs(sicily) for kind in sicily.hexside(a, b))
    assert sides == {
        "minor_river": 754,
        "major_river": 53,
        "bridge": 143,
        "escarpment": 32,
        "sea": 20,
    }
    links = Counter(kind for a, b in pairs(sicily) for kind in sicily.link(a, b))
    assert links == {
        "primary": 445,
        "secondary": 712,
        "track": 116,
        "rail": 335,
        "rail_multi": 1,
        "narrow_rail": 153,
        "ferry": 6,
    }
    named = {(course.kind, course.name) for course in sicily.courses}
    assert {("primary", "SS120 dell'Etna e delle Madonie"), ("major_river", "Simeto")} <= named
    assert ("primary", "SS121 Catanese") in named
    assert not [name for _, name in named if "," in name and "SS" in name]


def test_a_bridge_lies_on_a_river_and_carries_a_road_or_railway(sicily):
    for a, b in pairs(sicily):
        if sicily.has_side(a, b, "bridge"):
            assert sicily.hexside(a, b) & RIVERS
            assert sicily.link(a, b)


@pytest.mark.parametrize(("name", "ends"), BRIDGES.items())
def test_the_bridges_of_the_campaign_stand(sicily, ground, name, ends):
    a, b = (sicily.hex(label) for label in ends)
    assert sicily.has_side(a, b, "bridge"), name
    assert ground.water(a, b)
    assert ground.cost("dry", "truck", a, b) is not None


def test_highways_120_121_and_124_pass_the_towns_they_should(sicily):
    def along(number):
        return {
            sicily.label(h)
            for course in sicily.courses
            if course.kind == "primary" and course.name.startswith(f"SS{number} ")
            for pair in course.pairs
            for h in pair
        }

    assert {"55.34", "58.35", "60.35", "63.37", "69.38"} <= along(120)
    assert {"55.31", "58.31", "62.31", "66.31"} <= along(121)
    assert {"65.18", "59.20"} <= along(124)
    assert {"71.21", "72.24", "73.27"} <= along(114)


def test_the_mainland_roads_leave_the_map(sicily):
    assert {sicily.label(h): set(kinds) for h, kinds in sicily.offmap_links.items()} == {
        "92.52": {"primary", "rail"},
        "94.52": {"secondary"},
        "94.39": {"primary", "rail"},
    }


# ---- the file


def test_heights_are_there_for_the_eye(sicily):
    height = sicily.attributes["height"]
    assert max(int(text or 0) for text in height) == 2525
    assert sicily.label(height.index("2525")) == "71.35"
    assert not any(height[h] for h in range(sicily.n) if sicily.terrain[h] == "sea")


def test_the_map_file_is_as_the_writer_writes_it():
    text = MAP.read_text(encoding="utf-8")
    assert dump(read(text)) == text


def test_the_map_carries_its_licence_and_credits(sicily):
    facts = dict(sicily.about)
    assert "CC-BY" in facts["licence"]
    said = " ".join(text for key, text in sicily.about if key == "credit")
    credits = (FOLDER / "CREDITS.md").read_text(encoding="utf-8")
    for name in ("GSHHG", "Wessel", "SRTM30", "GeoNames"):
        assert name in said
        assert name in credits
    licence = (FOLDER / "LICENSE").read_text(encoding="utf-8")
    assert "Creative Commons Attribution 4.0" in licence
    assert "GSHHG" in licence
