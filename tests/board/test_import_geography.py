"""The importer, on a folder of a few hexes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import yaml

from grognard.board import MapError, load

TOOL = Path(__file__).parents[2] / "tools" / "import_geography.py"
RECIPE = {
    "name": "few",
    "layout": "2 rows, 3 columns, flat, odd columns down",
    "numbering": "CC.RR",
    "about": [{"credit": "nobody"}],
    "terrain": {"open": "clear", "town": "town", "sea": "sea"},
    "attributes": ["base_terrain"],
    "hexsides": {"river_minor": "river", "river_major": "river", "coast": None},
    "links": {"main_road": "main", "rail_single": "rail", "rail_double": "rail"},
    "places": {"village": "village", "port": "port"},
    "settlements": {"town": "town", "": "village"},
}
FILES = {
    "hexes.csv": """number,terrain_suggested,base_terrain,sea_zone
01.01,open,open,
01.02,town,rough,
02.01,open,open,
02.02,open,open,
03.01,town,open,
03.02,sea,sea,Gulf
""",
    "hexsides.csv": """hex_a,hex_b,feature,name
01.01,02.01,river_minor,Salso
01.02,02.01,river_major,Salso
02.02,03.02,coast,
""",
    "links.csv": """hex_a,hex_b,kind,name
01.02,02.01,main_road,Coast: road
02.01,03.01,main_road,Coast: road
01.02,01.01,rail_single,
01.01,01.02,rail_double,
""",
    "places.csv": """hex,name,kind,note
01.02,Gela,village,landing; hex 1 of 2
03.01,Gela,village,landing; hex 2 of 2
02.01,Old Gela,village,
01.02,Gela,port,small
02.02,Old Gela,village,
""",
    "areas.csv": """hex,feature,name,note
01.01,beach,,
01.02,beach,Red,
""",
    "zones.csv": """zone,kind,hexes,adjacent_zones,note
Gulf,at_sea,1,Strait,open
Strait,inshore,0,Gulf,
""",
}


@pytest.fixture
def tool():
    spec = importlib.util.spec_from_file_location("import_geography", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "recipe.yaml").write_text(yaml.safe_dump(RECIPE, sort_keys=False))
    return tmp_path


def run(tool, folder):
    tool.main(str(folder / "recipe.yaml"), str(folder), str(folder / "few.map"))
    return load(folder / "few.map")


def test_a_folder_becomes_a_map_file(tool, folder, capsys):
    board = run(tool, folder)
    assert "6 hexes" in capsys.readouterr().out
    a, b, c = (board.hex(label) for label in ("01.01", "01.02", "02.01"))
    assert board.terrain[b] == "town"
    assert board.hexside_kinds == ("river",)
    assert board.hexside(a, c) == board.hexside(b, c) == {"river"}
    assert board.link(a, b) == {"rail"}
    assert board.link(b, c) == {"main"}
    assert [(course.kind, course.name) for course in board.courses] == [
        ("main", "Coast, road"),
        ("river", "Salso"),
    ]
    assert board.attributes["base_terrain"][b] == "rough"
    assert board.attributes["base_terrain"][a] == "open"
    assert board.about == (("credit", "nobody"),)


def test_a_named_road_that_ends_on_the_edge_leaves_the_map(tool, folder):
    board = run(tool, folder)
    assert board.offmap_links == {
        board.hex("01.02"): frozenset({"main"}),
        board.hex("03.01"): frozenset({"main"}),
    }


def test_places_are_gathered_and_told_apart(tool, folder):
    board = run(tool, folder)
    found = {
        name: (place.kind, [board.label(h) for h in place.hexes], place.note)
        for name, place in board.places.items()
    }
    assert found == {
        "Gela": ("town", ["01.02", "03.01"], "landing"),
        "Gela (port)": ("port", ["01.02"], "small"),
        "Old Gela": ("village", ["02.01"], ""),
        "Old Gela (02.02)": ("village", ["02.02"], ""),
    }


def test_areas_and_zones(tool, folder):
    board = run(tool, folder)
    assert board.areas == {"beach": (board.hex("01.01"), board.hex("01.02"))}
    assert board.boxes["Gulf"].hexes == (board.hex("03.02"),)
    assert board.boxes["Gulf"].boxes == ("Strait",)
    assert board.boxes["Strait"].kind == "inshore"


# ---- what a recipe may say besides


def run_with(tool, folder, files=(), **more):
    """The map of the folder, with some files and parts of the recipe replaced."""
    for name, text in dict(files).items():
        (folder / name).write_text(text, encoding="utf-8")
    recipe = {**RECIPE, **more}
    (folder / "recipe.yaml").write_text(yaml.safe_dump(recipe, sort_keys=False))
    return run(tool, folder)


def test_ground_and_town_may_have_columns_of_their_own(tool, folder):
    hexes = """number,terrain_suggested,base_terrain,settlement
01.01,open,open,
01.02,town,rough,city_major
02.01,village,open,village
02.02,open,open,
03.01,town,open,city_major
03.02,sea,sea,
"""
    board = run_with(
        tool,
        folder,
        {"hexes.csv": hexes},
        ground="base_terrain",
        settlement="settlement",
        terrain={"open": "clear", "rough": "hill", "sea": "sea"},
        settlements={"city_major": "major_city", "village": "village"},
        attributes=[],
    )
    assert board.terrain[board.hex("01.02")] == "hill"
    assert board.places["Gela"].kind == "major_city"
    assert board.places["Old Gela"].kind == "village"


def test_numbers_are_rounded_to_steps_and_nothing_is_left_out(tool, folder):
    hexes = FILES["hexes.csv"].replace("sea_zone", "high").replace("02.02,open,open,", "X")
    hexes = hexes.replace("01.02,town,rough,", "01.02,town,rough,137").replace("sea,Gulf", "sea,12")
    hexes = hexes.replace("X", "02.02,open,open,0.38")
    board = run_with(
        tool,
        folder,
        {"hexes.csv": hexes, "zones.csv": ""},
        attributes={
            "height": {"column": "high", "step": 25},
            "share": {"column": "high", "step": 5, "times": 100},
        },
    )
    assert board.attributes["height"][board.hex("01.02")] == "125"
    assert board.attributes["height"][board.hex("03.02")] == "", "12 m are nearer to none"
    assert board.attributes["height"][board.hex("01.01")] == ""
    assert board.attributes["share"][board.hex("02.02")] == "40"


def test_a_road_may_have_several_names(tool, folder):
    links = FILES["links.csv"].replace(
        "02.01,03.01,main_road,Coast: road", "02.01,03.01,main_road,A; B"
    )
    board = run_with(tool, folder, {"links.csv": links}, several=";")
    a, b = board.hex("02.01"), board.hex("03.01")
    pair = (min(a, b), max(a, b))
    assert {c.name for c in board.courses if pair in c.pairs} == {"A", "B"}


def test_places_of_some_kinds_are_one_where_they_adjoin(tool, folder):
    board = run_with(tool, folder, spread=["village"])
    assert [board.label(h) for h in board.places["Old Gela"].hexes] == ["02.01", "02.02"]


def test_a_note_may_say_what_a_place_is(tool, folder):
    board = run_with(tool, folder, noted={"small": "landing_stage"})
    assert board.places["Gela (landing_stage)"].kind == "landing_stage"


def test_a_town_keeps_its_name_though_its_port_comes_first(tool, folder):
    lines = FILES["places.csv"].splitlines()
    places = "\n".join([lines[0], lines[4], *lines[1:4], lines[5], ""])
    board = run_with(tool, folder, {"places.csv": places})
    assert board.places["Gela"].kind == "town"
    assert board.places["Gela (port)"].kind == "port"


def test_names_may_be_added_by_hand(tool, folder):
    board = run_with(tool, folder, names={"gulf": {"Gulf of Gela": "03.02 02.02"}})
    place = board.places["Gulf of Gela"]
    assert (place.kind, [board.label(h) for h in place.hexes]) == ("gulf", ["03.02", "02.02"])


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("hexes.csv", "02.02,open", "02.02,bog", "hexes.csv:5: the recipe does not name 'bog'"),
        ("hexes.csv", "02.02,open", "09.02,open", "hexes.csv:5: hex 09.02 is not on the map"),
        ("hexes.csv", "02.02,open", "02.01,open", "hexes.csv:5: hex 02.01 has two terrains"),
        ("hexsides.csv", "01.01,02.01", "01.01,03.01", "hexsides.csv:2: hexes 01.01 and 03.01 do"),
        ("links.csv", "main_road", "track", "links.csv:2: the recipe does not name 'track'"),
    ],
)
def test_wrong_data_are_refused_by_file_and_line(tool, folder, name, old, new, message):
    (folder / name).write_text(FILES[name].replace(old, new, 1), encoding="utf-8")
    with pytest.raises(MapError) as refused:
        run(tool, folder)
    assert message in str(refused.value)


# ---- further tables

TOWNS = """hex,place,feature,capital
01.02,Gela,urban,yes
02.01,Old Gela,city,no
"""
PORTS = """hex,name,kind,hardened,takes
01.02,Gela,port,yes,4
"""
FORTS = """hex,owner,belt
01.01,North,first
02.02,South,first
02.01,South,first
"""
PLACES = (
    FILES["places.csv"]
    .replace("landing; hex 1 of 2", "landing")
    .replace("03.01,Gela,village,landing; hex 2 of 2", "03.01,Scoglitti,port,class 1; cove")
)


def test_ground_may_be_graded_anew_by_its_measures(tool, folder):
    hexes = FILES["hexes.csv"].replace("sea_zone", "high").replace("sea,Gulf", "sea,0")
    for label, high in (("01.01", 90), ("02.01", 500), ("02.02", 1800)):
        hexes = hexes.replace(f"{label},open,open,", f"{label},open,open,{high}")
    board = run_with(
        tool,
        folder,
        {"hexes.csv": hexes, "zones.csv": ""},
        attributes=[],
        terrain={"open": "hill", "flat": "flat", "peak": "peak", "town": "town", "sea": "sea"},
        regraded=[
            {"ground": "open", "becomes": "flat", "below": {"high": 200}},
            {"ground": "open", "becomes": "peak", "least": {"high": 1700}},
        ],
    )
    found = {label: board.terrain[board.hex(label)] for label in ("01.01", "02.01", "02.02")}
    assert found == {"01.01": "flat", "02.01": "hill", "02.02": "peak"}


def test_a_bridge_that_no_road_crosses_may_be_left_out(tool, folder):
    sides = FILES["hexsides.csv"] + "01.01,02.01,bridge,\n01.02,02.01,bridge,\n"
    board = run_with(
        tool,
        folder,
        {"hexsides.csv": sides},
        hexsides={**RECIPE["hexsides"], "bridge": "bridge"},
        bridged={"bridge": ["main"]},
    )
    a, b, c = (board.hex(label) for label in ("01.01", "01.02", "02.01"))
    assert board.hexside(b, c) == {"river", "bridge"}
    assert board.hexside(a, c) == {"river"}, "no road runs there"


def test_towns_and_ports_may_come_from_tables_of_their_own(tool, folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    for name, text in {"towns.csv": TOWNS, "ports.csv": PORTS}.items():
        (other / name).write_text(text, encoding="utf-8")
    (folder / "places.csv").write_text(PLACES, encoding="utf-8")
    recipe = {
        **RECIPE,
        "settlements": {"urban": "urban", "city": "city", "": "village"},
        "settled": {
            "file": "towns.csv",
            "column": "feature",
            "terrain": {"urban": "urban"},
            "note": {"capital": {"yes": "capital"}},
        },
        "registered": {
            "file": "ports.csv",
            "note": {"hardened": {"yes": "hardened"}, "takes": "capacity *"},
            "otherwise": {"port": "harbour"},
        },
        "unsaid": r"class \d",
    }
    (folder / "recipe.yaml").write_text(yaml.safe_dump(recipe, sort_keys=False))
    tool.main(str(folder / "recipe.yaml"), str(folder), str(other), str(folder / "few.map"))
    board = load(folder / "few.map")
    assert board.terrain[board.hex("01.02")] == "urban"
    assert board.terrain[board.hex("02.01")] == "clear"
    found = {name: (place.kind, place.note) for name, place in board.places.items()}
    assert found == {
        "Gela": ("urban", "capital; landing"),
        "Old Gela": ("city", ""),
        "Gela (port)": ("port", "hardened; capacity 4; small"),
        "Scoglitti": ("harbour", "cove"),
        "Old Gela (village)": ("village", ""),
    }


def test_hexes_of_a_table_are_places_by_its_columns(tool, folder):
    board = run_with(
        tool,
        folder,
        {"forts.csv": FORTS},
        grouped={
            "file": "forts.csv",
            "kind": "fortification",
            "by": ["owner", "belt"],
            "names": {"North first": "Northern line", "South first": "Southern line"},
            "note": {"owner": "*"},
        },
    )
    place = board.places["Southern line"]
    assert (place.kind, place.note) == ("fortification", "South")
    assert [board.label(h) for h in place.hexes] == ["02.02", "02.01"]
    assert board.places["Northern line"].note == "North"


def test_a_table_that_is_nowhere_is_asked_for_by_name(tool, folder):
    with pytest.raises(MapError, match=r"none of the folders has this table"):
        run_with(tool, folder, settled={"file": "towns.csv", "column": "feature"})


def test_a_note_may_leave_a_place_out(tool, folder):
    board = run_with(tool, folder, noted={"landing": None})
    assert sorted(board.places) == ["Gela", "Old Gela", "Old Gela (02.02)"]
    assert board.places["Gela"].kind == "port", "the town of that name is gone"


def test_areas_may_be_added_to_and_marked_and_attributes_given_by_hand(tool, folder):
    draft = tool.import_folder(
        RECIPE
        | {
            "areas": {"beach": "02.02", "height": "03.01"},
            "marked": {"height": "Heights"},
            "attributed": {"sight": {"4": "03.01"}},
        },
        folder,
    )
    assert sorted(map(draft.grid.label, draft.areas["beach"])) == ["01.01", "01.02", "02.02"]
    assert draft.places["Heights"].kind == "height"
    assert draft.attributes["sight"][draft.hex("03.01")] == "4"
    assert draft.attributes["sight"].count("") == draft.grid.n - 1


def test_a_short_road_may_lose_its_name_and_ends_where_it_ends(tool, folder):
    kept = tool.import_folder(RECIPE | {"named_from": {"main": 2}}, folder)
    lost = tool.import_folder(RECIPE | {"named_from": {"main": 3}}, folder)
    assert ("main", "Coast, road") in kept.courses
    assert ("main", "Coast, road") not in lost.courses
    assert kept.links == lost.links
    assert kept.exits
    assert not any("main" in kinds for kinds in lost.exits.values())


def test_contours_follow_both_banks(tool, folder):
    """The Salso parts 01.01 and 01.02 from 02.01: one walks along it from 01.01 to 01.02."""
    links = RECIPE["links"] | {"contour": "contour"}
    contours = {"kind": "contour", "area": "beach", "waters": ["river"]}
    draft = tool.import_folder(RECIPE | {"links": links, "contours": contours}, folder)
    assert draft.courses["contour", "Salso 1"] == {draft.pair("01.01", "01.02")}
    assert [key for key in draft.courses if key[0] == "contour"] == [("contour", "Salso 1")]


def test_towns_of_one_name_may_be_told_apart_by_hex(tool, folder):
    (folder / "places.csv").write_text(
        "hex,name,kind,note\n01.02,Gela,village,\n02.02,Gela,village,\n", encoding="utf-8"
    )
    plain = tool.import_folder(RECIPE, folder)
    by_hex = tool.import_folder(RECIPE | {"told_apart": "hex"}, folder)
    assert "Gela (village)" in plain.places
    assert "Gela (02.02)" in by_hex.places
