"""The map of the Ardennes: the hexes that the geography names, and what the rules of GOSS ask."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from grognard.board import Board, dump, load, read

FOLDER = files("grognard") / "scenarios/maps/ardennes-1944"
MAP = FOLDER / "ardennes-1944.map"
ROADS = {"primary", "secondary", "trail"}
RAILS = {"rail", "rail_multi"}
WATERS = {"stream", "river"}
BRIDGES = {"bridge": {"primary", "secondary"}, "trail_bridge": {"trail"}, "rail_bridge": RAILS}
SETTLED = ("location", "village", "town")
NAMED = {
    "Bastogne": "1040", "St. Vith": "3121", "Malmedy": "2610", "Stavelot": "2113",
    "Vielsalm": "2020", "Houffalize": "1331", "La Roche": "0328", "Clervaux": "2636",
    "Wiltz": "2143", "Vianden": "3545", "Diekirch": "3249", "Ettelbruck": "2951",
    "Echternach": "4653", "Prüm": "4626", "Bleialf": "3924", "Schönberg": "3820",
    "Elsenborn": "3608", "Losheimergraben": "4214", "Büllingen": "3712", "Manhay": "0820",
    "Trois-Ponts": "1814", "Dasburg": "3137", "Monschau": "3702",
}  # fmt: skip
CROSSINGS = {
    "Dasburg": ("3037", "3137"),
    "Gemünd": ("3140", "3240"),
    "Vianden": ("3545", "3645"),
    "Wallendorf": ("3949", "4048"),
    "Echternach": ("4653", "4753"),
}
EXITS = "0601 1401 2601 3501 0111 5015 5017 5025 0129 0135 5036 5042 0147 5048 5054 1255 2955"


@pytest.fixture(scope="module")
def ardennes() -> Board:
    return load(str(MAP))


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


# ---- the sheet


def test_the_sheet_has_50_columns_of_55_hexes(ardennes):
    assert ardennes.n == 50 * 55 == 2750
    assert (ardennes.labels[0], ardennes.labels[-1]) == ("0101", "5055")
    assert Counter(ardennes.terrain) == {
        "clear": 981,
        "woods": 722,
        "forest": 663,
        "rough_forest": 225,
        "rough_woods": 112,
        "marsh": 28,
        "rough": 19,
    }


@pytest.mark.parametrize(
    ("here", "around"),
    [
        ("3121", "3120 3220 3221 3122 3021 3020"),
        ("2636", "2635 2736 2737 2637 2537 2536"),
    ],
)
def test_even_columns_stand_half_a_hex_lower(ardennes, here, around):
    assert sorted(labels(ardennes, ardennes.around(ardennes.hex(here)))) == sorted(around.split())


@pytest.mark.parametrize(("name", "label"), NAMED.items())
def test_named_places_stand_on_their_hexes(ardennes, name, label):
    assert labels(ardennes, ardennes.places[name].hexes) == [label]


def test_population_features_are_places_upon_the_ground(ardennes):
    kinds = Counter(place.kind for place in ardennes.places.values())
    assert kinds["town"] == 20
    hexes = {kind: set() for kind in SETTLED}
    for place in ardennes.places.values():
        if place.kind in SETTLED:
            hexes[place.kind].update(place.hexes)
    assert [len(hexes[kind]) for kind in SETTLED] == [828, 398, 20]
    assert not hexes["village"] & hexes["town"]
    assert ardennes.terrain[ardennes.hex("1706")] == "forest", "the woods reach into Spa"


# ---- what the rules ask of a hex


def test_vantage_points_and_their_sight(ardennes):
    plain, high = (set(ardennes.areas[k]) for k in ("vantage_point", "high_vantage_point"))
    assert (len(plain), len(high)) == (91, 11)
    assert not plain & high
    seen = ardennes.attributes["sight"]
    assert {h for h in range(ardennes.n) if seen[h]} == high
    assert Counter(seen[h] for h in high) == {"4": 7, "5": 4}
    assert {ardennes.hex("3609"), ardennes.hex("3809")} <= plain, "Elsenborn Ridge"
    assert set(ardennes.places["Vantage points"].hexes) == plain
    assert set(ardennes.places["High vantage points"].hexes) == high


def test_contours_run_along_the_water_through_constricted_ground(ardennes):
    gorges = set(ardennes.areas["constricted"])
    assert len(gorges) == 112
    lines = [course for course in ardennes.courses if course.kind == "contour"]
    steps = [pair for line in lines for pair in line.pairs]
    assert steps
    for a, b in steps:
        assert {a, b} & gorges, "a line leads into constricted ground or along it"
        assert not ardennes.hexside(a, b) & WATERS, "and never over the water"
        across = set(ardennes.around(a)) & set(ardennes.around(b))
        assert any(
            ardennes.hexside(a, c) & WATERS and ardennes.hexside(b, c) & WATERS for c in across
        )
    carried = [pair for pair in pairs(ardennes) if ardennes.has_link(*pair, "contour")]
    assert set(carried) == set(steps)


def test_the_west_wall_says_who_holds_it(ardennes):
    wall = [place for place in ardennes.places.values() if place.kind == "fortified_area"]
    hexes = [h for place in wall for h in place.hexes]
    assert sorted(hexes) == sorted(ardennes.areas["west_wall"])
    assert len(hexes) == len(set(hexes)) == 84
    holders = {place.name: place.note.split(";")[0] for place in wall}
    assert holders.pop("West Wall, Schnee Eifel") == "US"
    assert set(holders.values()) == {"German"}
    assert ardennes.hex("4222") in ardennes.places["West Wall, Schnee Eifel"].hexes


# ---- waters and bridges


def test_rivers_and_roads_keep_their_kinds(ardennes):
    sides = Counter(kind for a, b in pairs(ardennes) for kind in ardennes.hexside(a, b))
    assert sides == {
        "stream": 897,
        "river": 386,
        "bridge": 304,
        "trail_bridge": 83,
        "rail_bridge": 117,
        "ford": 12,
        "frontier": 277,
    }
    links = Counter(kind for a, b in pairs(ardennes) for kind in ardennes.link(a, b))
    assert {kind: links[kind] for kind in sorted(ROADS | RAILS)} == {
        "primary": 490,
        "secondary": 1366,
        "trail": 671,
        "rail": 268,
        "rail_multi": 59,
    }
    assert {"major_river", "great_river"} <= set(ardennes.hexside_kinds)


def test_no_hexside_has_two_waters(ardennes):
    assert not [p for p in pairs(ardennes) if len(ardennes.hexside(*p) & WATERS) > 1]


@pytest.mark.parametrize(("kind", "carried"), BRIDGES.items())
def test_a_bridge_stands_exactly_where_its_kind_of_way_crosses_water(ardennes, kind, carried):
    better = {"primary", "secondary"} if kind == "trail_bridge" else set()
    for a, b in pairs(ardennes):
        ways = ardennes.link(a, b)
        crosses = bool(ardennes.hexside(a, b) & WATERS and ways & carried and not ways & better)
        assert ardennes.has_side(a, b, kind) == crosses, labels(ardennes, (a, b))


@pytest.mark.parametrize(("name", "ends"), CROSSINGS.items())
def test_the_crossings_of_the_campaign_are_bridged_rivers(ardennes, name, ends):
    a, b = (ardennes.hex(label) for label in ends)
    assert {"river", "bridge"} <= ardennes.hexside(a, b), name


def test_fords_lie_on_rivers_that_have_no_bridge_there(ardennes):
    for a, b in pairs(ardennes):
        if ardennes.has_side(a, b, "ford"):
            assert ardennes.has_side(a, b, "river")
            assert not ardennes.hexside(a, b) & set(BRIDGES)


# ---- roads


def test_the_road_net_is_whole_and_every_village_has_a_road(ardennes):
    on = [
        h for h in range(ardennes.n) if any(ardennes.link(h, b) & ROADS for b in ardennes.around(h))
    ]
    assert len(joined(ardennes, on, lambda a, b: ardennes.link(a, b) & ROADS)) == 1
    for place in ardennes.places.values():
        if place.kind in ("village", "town"):
            assert set(place.hexes) <= set(on), place.name


def test_primary_roads_leave_the_map_where_armies_come_in(ardennes):
    leaving = {ardennes.label(h) for h, k in ardennes.offmap_links.items() if "primary" in k}
    assert leaving == set(EXITS.split())


def test_the_skyline_drive_runs_down_the_ridge(ardennes):
    drive = next(c for c in ardennes.courses if c.name == "Skyline Drive")
    along = {ardennes.label(h) for pair in drive.pairs for h in pair}
    assert {"2835", "2737", "2939", "3249"} <= along


# ---- the file


def test_the_map_file_is_as_the_writer_writes_it():
    text = MAP.read_text(encoding="utf-8")
    assert dump(read(text)) == text


def test_the_map_carries_its_licence_and_credits(ardennes):
    assert "ODbL" in dict(ardennes.about)["licence"]
    said = " ".join(text for key, text in ardennes.about if key == "credit")
    credits = (FOLDER / "CREDITS.md").read_text(encoding="utf-8")
    for name in ("OpenStreetMap", "Viewfinder Panoramas", "GeoNames"):
        assert name in said
        assert name in credits
    licence = (FOLDER / "LICENSE").read_text(encoding="utf-8")
    assert "Open Database License" in licence
    assert "ardennes-1944.map" in licence
