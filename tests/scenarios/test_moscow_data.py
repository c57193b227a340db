"""The data of Moscow 1941 against the printed scenarios.

The lists below are typed from the rulebook's set-up tables, heading by heading:
`units hex` separated by semicolons, `(-n)` for CELs that a formation starts without.
Nothing here needs the engine: the files are read as they are. The counters themselves are
checked in test_moscow_counters.py.
"""

from __future__ import annotations

import csv
import datetime
import itertools
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "scenarios" / "wb95"

TYPHOON_GERMAN = {
    "XX": "HQ, ART 6427; 183 INF 6325; 3 MOT, 191 AG-BR 6125; 258 INF 6026",
    "VII": "HQ, ART 5430; 292 INF 5926; 7 INF 5527; 197 INF 5327; 267 INF 5028",
    "IX": "HQ 4731; 78 INF 4828; 87 INF 4629; 252 INF 4429",
    "XXXX": "HQ, ART 4133; 10 ARM 4031; 5 ARM, DR MOT 4230",
    "XXXXVI": "HQ, ART 3335; 2 ARM 3333; 11 ARM 3633",
    "V": "HQ, ART 3035; 35 INF 3033; 106 INF 2833",
    "LVI": "HQ, ART 1828; 6 ARM 1826; 14 MOT 2028; 7 ARM, 210 AG-BR 2330; 36 MOT 1434",
    "XXVII": "HQ, ART, 184 AG-BR, 189 AG-BR 0830; 86 INF 0826; 129 INF 0626;"
    "303/162 INF-R 1126; 314/162 INF-R 1326; 329/162 INF-R 1526",
    "XXXXI": "HQ, ART, 600 AG-BR 0427; 110 INF Kalinin; 1 ARM (-3) 0730; 39/26 INF-R 0132;"
    "77/26 INF-R 0329; 78/26 INF-R 0331; 900 MOT-BR 0534",
}

TYPHOON_SOVIET = {
    "Front reserve": "5 x Moskwa INF-D, 135 ARM-BR, 136 ARM-BR, 140 ARM-BR, 144 ARM-BR, 332 INF"
    " Moscow; 354 INF, 44 CAV-D 5008; 257/185 INF-B 4713",
    "31 Army": "256 INF 0224",
    "29 Army": "183 INF 0230; HQ, 252 INF 0228; 246 INF 0127",
    "30 Army": "HQ, 133 INF, 25 ARM-BR, 31 ARM-BR Klin; 5 INF 0524; 21 ARM-BR 0824; 46 CAV-D 1124;"
    "107 MOT-D 1925; 17 CAV-D 2127; 24 CAV-D 2329; 58 ARM-D 2318; 8 ARM-BR 1719",
    "1 Assault Army": "HQ 3403; 29 INF-BR 2302; 66 INF-BR 2603; 44 INF-BR 3102; 50 INF-BR 3403;"
    "55 INF-BR 3804",
    "20 Army": "HQ 4901; 28 INF-BR 4305; 64 INF-BR 4606; 331 INF 5004",
    "16 Army": "HQ, 2 Art. 3627; 1 Art., 4 ARM-BR 3824; 27 ARM-BR 3429; 126 INF 3031;"
    "316 INF 3331; 50 CAV-D 3631; 28 ARM-BR 3828; 108 INF 4618; 53 CAV-D 3929; 18 INF 4228;"
    "78 INF 4527",
    "5 Army": "HQ 5422; 144 INF 4827; 1 Art., 29 ARM-BR 4923; 2 Art. 5523; 50 INF 5126;"
    "82 MOT-D 5426; 32 INF 5625; 1310/18 INF-B 5018; 20 ARM-BR, 22 ARM-BR 5517;"
    "18 ARM-BR, 19 ARM-BR 5818",
    "33 Army": "HQ 5818; 222 INF 5925; 110 INF 6425; 1 MOT-D 6225; 1 Art., 5 ARM-BR 6122;"
    "2 Art., 110 ARM-BR 6422",
}

RED_SNOW_GERMAN = {
    "XX": "HQ, ART 6325; 183 INF (-2) 6324; 3 MOT (-1) 5924; 258 INF (-2) 6124",
    "VII": "HQ, ART 5428; 292 INF (-2) 5725; 7 INF (-3) 5525; 197 INF (-2) 5325; 267 INF (-1) 5026",
    "IX": "HQ 4627; 78 INF (-2) 5024; 87 INF (-3) 4922",
    "XXXX": "HQ, ART 4221; 452/252 INF-R 4618; 461/252 INF-R 4720; 472/252 INF-R 4822;"
    "10 ARM (-2) 4514; 5 ARM (-1) 4313; DR MOT (-2) 4615",
    "XXXXVI": "HQ, ART 3414; 2 ARM (-1) 4208; 11 ARM (-2) 4212; 35 INF (-1) 4109",
    "V": "HQ, ART, 106 INF (-3) Klin",
    "LVI": "HQ, ART 2707; 6 ARM (-2) 4007; 14 MOT 2604|2305; 7 ARM (-1) 3104|3303;36 MOT 2309|2312",
    "XXVII": "HQ, ART, 184 AG-BR, 189 AG-BR 1719; 167/86 INF-R 1818; 184/86 INF-R (-1) 1221;"
    "216/86 INF-R 1519; 303/162 INF-R 2214; 314/162 INF-R 2017; 329/162 INF-R 2115",
    "XXXXI": "HQ, ART, 600 AG-BR 0427; 110 INF Kalinin; 1 ARM (-3) 0730; 39/26 INF-R 0132;"
    "77/26 INF-R 0329; 78/26 INF-R 0331; 900 MOT-BR 0534; 427/129 INF-R 0524;"
    "428/129 INF-R 0723; 430/129 INF-R 0921; 23 INF 3507",
}

# The printed "-2 CELs" of two lines with two counters each are one CEL a counter (ruling).
RED_SNOW_SOVIET = {
    "Front reserve": "5 x Moskwa INF-D, 332 INF Moscow; 50 CAV-D (-1), 53 CAV-D (-1) 4809",
    "29 Army": "HQ, Art., 246 INF 0129; 54 CAV-D 0131; 252 INF 0229; 183 INF 0227; 174 INF 0127",
    "31 Army": "HQ 0421; 243 INF 0125; 250 INF 0224; Art. 0223; 110 INF 0324; 256 INF 0523;"
    "359 INF 0620; 262 INF 0422",
    "30 Army": "HQ, Art., 379 INF 1715; 5 INF 0722; 46 CAV-D 1119; 185 INF 1717; 82 CAV-D 1916;"
    "371 INF 2014; 365 INF 2012; 18 CAV-D 2006; 24 CAV-D 2009; 348 INF 1808; 363 INF 1505;"
    "58 ARM-D (-1) 1203",
    "1 Assault Army": "HQ, 55 INF-BR 3102; 29 INF-BR 2103; 50 INF-BR 2403; 44 INF-BR 2603;"
    "66 INF-BR 2803; 71 INF-BR 3302; 84 INF-BR 3502",
    "20 Army": "HQ, 28 INF-BR, 257/185 INF-B 4207; 64 INF-BR 4005; 331 INF 4308;"
    "133 INF, 27 ARM-BR 4305; 354 INF 4310; 44 CAV-D (-1) 4412; 4 ARM-BR (-1) 4507;"
    "78 INF (-1) 4609",
    "16 Army": "HQ 5013; 27 ARM-BR 5114; 1 Art., 28 ARM-BR (-1) 4711; 2 Art. 4609;"
    "316 INF (-1) 4513; 18 INF (-1) 4713; 126 INF 4815; 108 INF 4816",
    "5 Army": "HQ, 1 Art. 5018; 1310/18 INF-B 4718; 2 Art. 5221; 22 ARM-BR 5020; 144 INF 5022;"
    "50 INF 5123; 82 MOT-D (-1) 5324; 136 ARM-BR (-1) 5018; 144 ARM-BR (-1) 5422; 32 INF 5524;"
    "20 ARM-BR (-1), 29 ARM-BR (-1) 5507; 18 ARM-BR, 19 ARM-BR 5818; 140 ARM-BR 5623",
    "33 Army": "HQ, 1 Art. 6321; 2 Art. 6121; 135 ARM-BR 6321; 5 ARM-BR (-1) 6122; 113 INF 6424;"
    "110 INF 6224; 1 MOT-D (-1) 5923; 222 INF 5724",
}

# Day of November, unit, entry zone; the armies in brackets are 30 A and 1 AA in the book.
TYPHOON_REINFORCEMENTS = [
    (16, "30 Army", "18 CAV-D", "kimry"),
    (16, "30 Army", "365 INF", "kimry"),
    (16, "30 Army", "Art.", "kimry"),
    (17, "30 Army", "82 CAV-D", "kimry"),
    (18, "30 Army", "185 INF", "kimry"),
    (19, "30 Army", "379 INF", "kimry"),
    (20, "30 Army", "363 INF", "kimry"),
    (20, "1 Assault Army", "71 INF-BR", "dmitrov"),
    (23, "30 Army", "348 INF", "kimry"),
    (23, "1 Assault Army", "84 INF-BR", "dmitrov"),
    (24, "30 Army", "371 INF", "kimry"),
]

Counters = dict[str, dict[str, str]]
Scenario = dict[str, Any]


def read_counters() -> list[dict[str, str]]:
    with (FOLDER / "moscow-1941-counters.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_scenario(name: str) -> Scenario:
    scenario: Scenario = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return scenario


COUNTERS: Counters = {row["id"]: row for row in read_counters()}
SCENARIOS = {name: read_scenario(name) for name in ("typhoon", "red-snow")}


def find(side: str, heading: str, code: str) -> list[str]:
    """The counters that a printed code means: all of a German division, else one counter."""
    own = [row for row in COUNTERS.values() if row["side"] == side]
    if code == "HQ":
        return [row["id"] for row in own if row["type"] == "HQ" and row["parent"] == heading]
    if code == "ART" or code.endswith("Art."):
        name = "Art." if code == "ART" else code
        guns = [row for row in own if row["type"] == "ART" and not row["organic"]]
        return [row["id"] for row in guns if row["parent"] == heading and row["name"] == name]
    number, kind = code.split()
    type_, _, size = kind.partition("-")
    name, _, division = number.partition("/")
    if side == "german" and not size:
        return [row["id"] for row in own if row["formation"] == code]
    found = [
        row
        for row in own
        if row["name"].removesuffix(" StuG") == name
        and row["type"] == type_
        and row["size"] == (size or "D")
        and row["formation"]
        == (f"{division} {type_}" if side == "german" and division else division)
    ]
    if len(found) > 1 and name != "Moskwa":  # numbers printed twice: told apart by the army
        found = [row for row in found if row["parent"] == heading]
    return [row["id"] for row in found]


def printed(side: str, table: dict[str, str]) -> list[tuple[str, list[str], int, str]]:
    """The entries of a printed table: code, its counters, CELs lost, place."""
    entries = []
    for heading, line in table.items():
        for group in line.split(";"):
            units, place = group.strip().rsplit(" ", 1)
            for unit in units.split(","):
                match = re.fullmatch(r"\s*(5 x )?(.+?)(?: \(-(\d)\))?\s*", unit)
                assert match
                counters = find(side, heading, match[2])
                assert counters, f"no counter for {heading}: {unit}"
                assert len(counters) == (5 if match[1] else len(counters))
                entries.append((f"{heading}: {match[2]}", counters, int(match[3] or 0), place))
    return entries


def placed(scenario: Scenario) -> dict[str, str]:
    """Where each counter of the scenario starts."""
    pairs = [(unit, row["hex"]) for row in scenario["setup"] for unit in row["units"]]
    assert len(dict(pairs)) == len(pairs), "a counter is set up twice"
    return dict(pairs)


def lost(scenario: Scenario) -> Counter[str]:
    """The CELs each counter starts without."""
    total: Counter[str] = Counter()
    for row in scenario["setup"]:
        assert set(row.get("cel_loss", {})) <= set(row["units"])
        total.update(row.get("cel_loss", {}))
    return total


def check_setup(name: str, side: str, table: dict[str, str]) -> None:
    """Every printed entry is there, with its hex and its losses, and nothing else is."""
    scenario = SCENARIOS[name]
    hexes, losses, seen = placed(scenario), lost(scenario), []
    for code, counters, loss, place in printed(side, table):
        allowed = scenario["areas"].get(place.lower(), place.split("|"))
        for counter in counters:
            assert hexes[counter] in allowed, f"{code}: {counter} in {hexes[counter]}"
        if "|" in place:
            assert {hexes[counter] for counter in counters} == set(allowed), code
        assert sum(losses[counter] for counter in counters) == loss, code
        seen += counters
    assert len(seen) == len(set(seen))
    own = [counter for counter in hexes if COUNTERS[counter]["side"] == side]
    assert sorted(seen) == sorted(own)


@pytest.mark.rule("wb95", "S1.3")
def test_typhoon_german_setup() -> None:
    check_setup("typhoon", "german", TYPHOON_GERMAN)
    assert "german" in SCENARIOS["typhoon"]["fortified"]


@pytest.mark.rule("wb95", "S1.6")
def test_typhoon_soviet_setup_is_not_fortified() -> None:
    check_setup("typhoon", "soviet", TYPHOON_SOVIET)
    assert SCENARIOS["typhoon"]["fortified"] == ["german"]


@pytest.mark.rule("wb95", "S2.4")
def test_red_snow_german_setup() -> None:
    check_setup("red-snow", "german", RED_SNOW_GERMAN)
    assert "german" in SCENARIOS["red-snow"]["fortified"]


@pytest.mark.rule("wb95", "S2.6")
def test_red_snow_soviet_setup() -> None:
    check_setup("red-snow", "soviet", RED_SNOW_SOVIET)
    assert "soviet" in SCENARIOS["red-snow"]["fortified"]


LENGTHS = [
    pytest.param(
        "typhoon",
        (1941, 11, 15),
        (1941, 12, 4),
        20,
        "german",
        marks=pytest.mark.rule("wb95", "S1.1"),
    ),
    pytest.param(
        "red-snow",
        (1941, 12, 5),
        (1941, 12, 15),
        11,
        "soviet",
        marks=pytest.mark.rule("wb95", "S2.1"),
    ),
]


@pytest.mark.parametrize(("name", "start", "end", "turns", "initiative"), LENGTHS)
def test_length_and_initiative(
    name: str, start: tuple[int, int, int], end: tuple[int, int, int], turns: int, initiative: str
) -> None:
    scenario = SCENARIOS[name]
    assert scenario["start"] == datetime.date(*start)
    assert scenario["end"] == datetime.date(*end)
    assert scenario["turns"] == turns == (scenario["end"] - scenario["start"]).days + 1
    assert scenario["initiative"] == initiative
    assert scenario["sides"] == {"german": {"nation": "German"}, "soviet": {"nation": "Soviet"}}


@pytest.mark.rule("wb95", "S1.2")
def test_typhoon_supply_sources() -> None:
    supply = SCENARIOS["typhoon"]["supply"]
    assert supply["german"] == [{"edge": "west"}, {"hex": "6427"}]
    assert supply["soviet"] == [{"edge": "east"}, {"edge": "north"}, {"area": "moscow"}]


@pytest.mark.rule("wb95", "S2.3")
def test_red_snow_supply_sources() -> None:
    supply = SCENARIOS["red-snow"]["supply"]
    assert supply["german"] == [{"edge": "west"}]
    assert supply["soviet"] == [{"edge": "east"}, {"area": "moscow"}]


def test_weak_field_fortifications_only_in_red_snow() -> None:
    assert "weak-field-fortifications" not in SCENARIOS["typhoon"]["options"]
    assert SCENARIOS["red-snow"]["options"]["weak-field-fortifications"] is True


def test_the_table_of_this_game_has_no_big_rivers() -> None:
    for scenario in SCENARIOS.values():
        assert scenario["options"]["big-rivers"] == "as-rivers"


@pytest.mark.rule("wb95", "S1.4")
def test_typhoon_air() -> None:
    (air,) = SCENARIOS["typhoon"]["air"]
    assert (air["side"], air["counters"], air["sp"]) == ("german", 1, 4)
    assert (air["from_turn"], air["to_turn"]) == (1, 20)


@pytest.mark.rule("wb95", "S2.8")
def test_red_snow_air() -> None:
    (air,) = SCENARIOS["red-snow"]["air"]
    assert (air["side"], air["counters"], air["sp"]) == ("soviet", 1, 4)
    assert (air["from_turn"], air["to_turn"]) == (1, 11)


def pool(codes: list[str]) -> list[str]:
    return sorted(counter for code in codes for counter in find("german", "", code))


RESERVES = [
    pytest.param(
        "typhoon",
        ["5 INF", "6 INF", "23 INF", "161 INF", "255 INF", "638 INF-R"],
        marks=pytest.mark.rule("wb95", "S1.5"),
    ),
    pytest.param(
        "red-snow",
        ["5 INF", "6 INF", "161 INF", "255 INF", "638 INF-R"],
        marks=pytest.mark.rule("wb95", "S2.5"),
    ),
]


@pytest.mark.parametrize(("name", "codes"), RESERVES)
def test_german_reserves_replace_counters_lost_in_combat(name: str, codes: list[str]) -> None:
    reserves = SCENARIOS[name]["reserves"]["german"]
    assert sorted(reserves["units"]) == sorted([*pool(codes), *find("german", "VI", "HQ")])
    assert reserves["trigger"] == "counter-lost-in-combat"
    assert reserves["per_loss"] == 1
    zones = [zone["id"] for zone in SCENARIOS[name]["entry_zones"]["german"]]
    assert reserves["zones"] == zones


SOVIET_RESERVES = [
    pytest.param("typhoon", marks=pytest.mark.rule("wb95", "S1.8")),
    pytest.param("red-snow", marks=pytest.mark.rule("wb95", "S2.7")),
]


@pytest.mark.parametrize("name", SOVIET_RESERVES)
def test_soviet_reserves_arrive_in_threatened_moscow(name: str) -> None:
    reserves = SCENARIOS[name]["reserves"]["soviet"]
    expected = [find("soviet", "HQ Reserve", code)[0] for code in ("19 INF", "173 INF", "129 INF")]
    assert reserves["units"] == expected
    assert (reserves["trigger"], reserves["distance"]) == ("enemy-within", 3)
    assert reserves["area"] == reserves["place"] == "moscow"


@pytest.mark.rule("wb95", "S1.7")
def test_typhoon_reinforcements() -> None:
    scenario = SCENARIOS["typhoon"]
    rows = [
        (row["date"].day, unit, row["zone"])
        for row in scenario["reinforcements"]
        for unit in row["units"]
    ]
    expected = [
        (day, find("soviet", army, code)[0], zone)
        for day, army, code, zone in TYPHOON_REINFORCEMENTS
    ]
    assert sorted(rows) == sorted(expected)
    for row in scenario["reinforcements"]:
        assert (row["date"] - scenario["start"]).days + 1 == row["turn"]
    zones = {zone["id"]: zone["hexes"] for zone in scenario["entry_zones"]["soviet"]}
    assert zones == {"kimry": ["1203"], "dmitrov": ["3102"]}


def test_red_snow_has_no_reinforcements() -> None:
    assert SCENARIOS["red-snow"]["reinforcements"] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_western_entry_zones_run_from_north_to_south(name: str) -> None:
    hexes = [zone["hexes"] for zone in SCENARIOS[name]["entry_zones"]["german"]]
    assert all(len(zone) == 1 and zone[0].endswith("39") for zone in hexes)
    assert hexes == sorted(hexes)
    assert len(hexes) == 6


AUTOMATIC = [
    pytest.param("typhoon", "german", ["moscow"], "soviet", marks=pytest.mark.rule("wb95", "S1.9")),
    pytest.param(
        "red-snow",
        "soviet",
        ["kalinin", "klin", "istra"],
        "german",
        marks=pytest.mark.rule("wb95", "S2.9"),
    ),
]


@pytest.mark.parametrize(("name", "side", "hold", "until"), AUTOMATIC)
def test_automatic_victory(name: str, side: str, hold: list[str], until: str) -> None:
    scenario = SCENARIOS[name]
    automatic = scenario["victory"]["automatic"]
    assert (automatic["side"], automatic["hold"]) == (side, hold)
    assert automatic["until"] == {"side": until, "phase": "supply"}
    assert scenario["areas"]["istra"] == ["4418"]
    sizes = {area: len(hexes) for area, hexes in scenario["areas"].items()}
    assert sizes == {"moscow": 12, "kalinin": 3, "klin": 2, "istra": 1}


def objectives(name: str) -> list[dict[str, Any]]:
    rows = SCENARIOS[name]["victory"]["points"]["objectives"]
    return [{key: value for key, value in row.items() if key != "line"} for row in rows]


@pytest.mark.rule("wb95", "S1.10")
def test_typhoon_victory_points() -> None:
    assert SCENARIOS["typhoon"]["victory"]["points"]["side"] == "german"
    assert objectives("typhoon") == [
        {"each_hex_of": "moscow", "vp": 4},
        {"whole": "klin", "vp": 5},
        {"whole": "kalinin", "vp": 5},
        {"each": "single-town-hex", "vp": 1},
    ]


@pytest.mark.rule("wb95", "S2.10")
def test_red_snow_victory_points() -> None:
    assert SCENARIOS["red-snow"]["victory"]["points"]["side"] == "soviet"
    assert objectives("red-snow") == [
        {"whole": "klin", "vp": 5},
        {"whole": "kalinin", "vp": 5},
        {"each": "single-town-hex", "vp": 1},
    ]


SCALES = [  # VP and the printed class on both sides of each limit; 31 and 26 by ruling
    pytest.param(
        "typhoon",
        "soviet german german german german",
        {0: 0, 30: 0, 31: 1, 32: 1, 50: 1, 51: 2, 65: 2, 66: 3, 90: 3, 91: 4, 117: 4},
        marks=pytest.mark.rule("wb95", "S1.11"),
    ),
    pytest.param(
        "red-snow",
        "german soviet soviet soviet soviet",
        {0: 0, 25: 0, 26: 1, 27: 1, 30: 1, 31: 2, 40: 2, 41: 3, 42: 4, 69: 4},
        marks=pytest.mark.rule("wb95", "S2.11"),
    ),
]


@pytest.mark.parametrize(("name", "winners", "classes"), SCALES)
def test_victory_scale_has_no_gaps(name: str, winners: str, classes: dict[int, int]) -> None:
    scale = SCENARIOS[name]["victory"]["scale"]
    degrees = ["victory", "minimal", "small", "medium", "significant"]
    assert [row["degree"] for row in scale] == degrees
    assert [row["winner"] for row in scale] == winners.split()
    assert scale[0]["min"] == 0
    assert scale[-1]["max"] is None
    for lower, upper in itertools.pairwise(scale):
        assert upper["min"] == lower["max"] + 1
    for points, expected in classes.items():
        found = [
            index
            for index, row in enumerate(scale)
            if row["min"] <= points and (row["max"] is None or points <= row["max"])
        ]
        assert found == [expected], points
