"""What is no scenario is refused, with file and line and what would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.board.mapwriter import dump
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.systems.wb95.system import WB95

COUNTERS = """\
id,side,nation,name,formation,parent,type,size,move,cels,stars,traits,organic,source,note
g1,german,German,1,,,INF,R,foot,3:4/2:4,,,,house,
g2,german,German,2,,,INF,R,foot,3:4/2:4,,,,house,
ghq,german,German,HQ,,,HQ,HQ,trucked,0:10,,,,house,
gart,german,German,Art,,,ART,R,trucked,"5,3:6",,,,house,
gpz,german,German,Pz,,,ARM,R,tracked,6:7/3:7,,,,house,
s1,soviet,Soviet,1,,,INF,D,foot,4:4/2:4,,,,house,
s2,soviet,Soviet,2,,,INF,D,foot,4:4/2:4,,,,house,
"""

SCENARIO = """\
id: wb95/tiny
system: wb95
title: Tiny
map: tiny
counters: tiny.csv
start: 1941-11-15
end: 1941-11-17
turns: 3
sides: {german: {nation: German}, soviet: {nation: Soviet}}
initiative: german
areas: {town: ["0303"]}
supply:
  german: [{edge: west}]
  soviet: [{edge: east}]
options: {}
fortified: [german]
setup:
  - {hex: "0202", units: [g1]}
  - {hex: "0204", units: [s1]}
entry_zones:
  german:
    - {id: road, hexes: ["0201"], name: The road}
reinforcements:
  - {turn: 2, zone: road, units: [gpz]}
reserves:
  german: {trigger: counter-lost-in-combat, zones: [road], units: [g2]}
air:
  - {side: german, from_turn: 1, to_turn: 3, counters: 1, sp: 4}
victory:
  automatic: {side: german, hold: [town], until: {side: soviet, phase: supply}}
  points:
    side: german
    objectives:
      - {each_hex_of: town, vp: 4}
  scale:
    - {min: 0, max: 3, winner: soviet, degree: victory}
    - {min: 4, max: null, winner: german, degree: victory}
"""

TERRAIN = {"0101": "lake", "0105": "swamp", "0303": "town"}
SIDES = ["0202-0203 river"]


def write(folder: Path, scenario: str = SCENARIO, counters: str = COUNTERS) -> Path:
    """A shelf with one small map and one scenario on it."""
    maps = folder / "maps" / "tiny"
    maps.mkdir(parents=True)
    (maps / "tiny.map").write_text(dump(sketch(4, 5, terrain=TERRAIN, sides=SIDES, name="tiny")))
    shelf = folder / "wb95"
    shelf.mkdir()
    (shelf / "tiny.csv").write_text(counters)
    path = shelf / "tiny.yaml"
    path.write_text(scenario)
    return path


def refusal(folder: Path, scenario: str = SCENARIO, counters: str = COUNTERS) -> str:
    """What the loader says against a scenario."""
    with pytest.raises(ScenarioError) as caught:
        WB95.load(write(folder, scenario, counters), {})
    return str(caught.value)


def line_with(text: str, words: str) -> int:
    """The line of a text on which some words stand."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if words in line)


def test_the_scenario_as_it_stands_can_be_played(tmp_path: Path) -> None:
    scenario = WB95.load(write(tmp_path), {})
    game = Game(WB95, scenario, seed=1)
    assert scenario.turns == 3
    assert game.turn == 1


def test_a_scenario_has_a_part_and_overlays_in_files_of_their_own(tmp_path: Path) -> None:
    own, rest = SCENARIO.split("reserves:")
    path = write(tmp_path, own + "include: rest.part\noverlays: [more]\n")
    (path.parent / "rest.part").write_text(f"turns: 9\nreserves:{rest}")
    more = tmp_path / "maps" / "more"
    more.mkdir()
    (more / "more.overlay").write_text("grognard overlay 1\n0101: terrain clear  # dry\n")
    scenario = WB95.load(path, {})
    assert (scenario.turns, [row.side for row in scenario.reserves]) == (3, ["german"])
    assert scenario.board.terrain[scenario.board.hex("0101")] == "clear"


YAML_FAULTS = [
    # what stands there, what is put in its place, what the refusal says
    ('hex: "0202"', 'hex: "0101"', "'g1' cannot stand on lake in 0101"),
    ('{hex: "0202", units: [g1]}', '{hex: "0105", units: [gpz]}', "'gpz' cannot stand on swamp"),
    ('hex: "0202"', 'hex: "0909"', "0909"),
    ('hex: "0202"', "hex: nowhere", "nowhere"),
    ('{hex: "0204", units: [s1]}', '{hex: "0204", units: [s1, g1]}', "placed a second time"),
    ("units: [gpz]", "units: [g1]", "'g1' is placed a second time"),
    ("units: [g2]", "units: [g1]", "'g1' is placed a second time"),
    ("units: [g2]", "units: [s2]", "'s2' is not one of german's counters"),
    ("units: [g1]", "units: [g11]", "no counter 'g11'; did you mean 'g1'?"),
    ("units: [g1]", "units: g1", "'units' should be a list, not 'g1'"),
    ("units: [g1]", "units: [1]", "'units' should be words, but 1 is none"),
    ("units: [g1]}", "units: [g1], cel_loss: {g1: 2}}", "has 2 CEL and cannot lose 2"),
    ("units: [g1]}", "units: [g1], cel_loss: {g1: x}}", "'g1' should be a whole number"),
    ("units: [g1]}", "units: [g1], cel_loss: {g2: 1}}", "'g2' is not among the units of this hex"),
    ("units: [g1]}", "units: [g1], cel_los: {g1: 1}}", "did you mean 'cel_loss'?"),
    ("options: {}", "options: {maskin: off}", "did you mean 'masking'?"),
    ("options: {}", "options: {masking: perhaps}", "it is one of on, off"),
    ("options: {}", "options: [masking]", "'options' should be a map"),
    ("options: {}", "option: {}", "'option' is not part of a scenario; did you mean 'options'?"),
    ("options: {}", 'window: {from: "0101"}', "'to' is missing"),
    ("options: {}", 'window: {from: "0101", to: "0909"}', "hex 0909 is not on the map"),
    ("options: {}", 'window: {from: "0101", too: "0203"}', "did you mean 'to'?"),
    ("options: {}", 'window: ["0101", "0203"]', "'window' should be a map"),
    ("options: {}", 'window: {from: "0101", to: "0203"}', "hex 0303 is not on the map: rows 01-02"),
    ("max: 3", "max: 2", "3 should follow, not 4"),
    ("min: 4", "min: 3", "4 should follow, not 3"),
    ("max: 3", "max: -1", "before it begins at 0"),
    ("max: null", "max: 9", "the last class of the scale has no upper limit"),
    ("degree: victory}\n    -", "}\n    -", "'degree' is missing"),
    ("winner: soviet", "winner: sovjet", "no side 'sovjet'; did you mean 'soviet'?"),
    ("each_hex_of: town", "each_hex_of: twon", "no area 'twon'; did you mean 'town'?"),
    ("each_hex_of: town", "every: town", "'every' is not part of an objective"),
    ("{each_hex_of: town, vp: 4}", "{vp: 4}", "an objective is each_hex_of, whole, or each"),
    ("phase: supply", "phase: attack", "held until a Supply Phase"),
    ("hold: [town]", "hold: [city]", "no area 'city'"),
    ("  points:", "  point:", "did you mean 'points'?"),
    ("edge: west", "edge: up", "there is no edge 'up'"),
    ("edge: west", "hq: g1", "'g1' is no headquarters"),
    ("{edge: west}", "{}", "a supply base is one of"),
    ("{edge: west}", '{edge: west, hex: "0202"}', "a supply base is one of"),
    ("  soviet: [{edge", "  sovjet: [{edge", "no side 'sovjet'; did you mean 'soviet'?"),
    ("initiative: german", "initiative: nobody", "no side 'nobody'"),
    (", soviet: {nation: Soviet}", "", "a game for two sides"),
    ("sides: {german", "sides: {umpire", "no side is called 'umpire'; nor engine, public"),
    ("sides: {german", "sides: {public", "no side is called 'public'"),
    ("nation: Soviet", "nation: Martian", "no nation 'Martian'"),
    ("turns: 3", "turns: three", "'turns' should be a whole number, not 'three'"),
    ("turns: 3", "turns: 0", "at least 1 turn"),
    ("start: 1941-11-15", "start: yesterday", "should be a date like 1941-11-15"),
    ("end: 1941-11-17", "end: 1941-11-18", "3 turns from 1941-11-15 end on 1941-11-17"),
    ("zone: road, units", "zone: rail, units", "german has no entry zone 'rail'"),
    ("zones: [road]", "zones: [rail]", "german has no entry zone 'rail'"),
    ("trigger: counter-lost-in-combat", "trigger: whim", "a trigger is"),
    ('hexes: ["0201"]', 'hexes: "0201"', "'hexes' should be a list"),
    ("turn: 2", "turn: soon", "'turn' should be a whole number"),
    ("{side: german, from_turn", "{side: finnish, from_turn", "no side 'finnish'"),
    ("counters: 1, sp", "planes: 1, sp", "'planes' is not part of an air grant"),
    ("fortified: [german]", 'fortified: ["0404"]', "nobody holds the fortification 0404"),
    ("fortified: [german]", 'bridges_down: ["0101-0102"]', "no water to bridge at 0101-0102"),
    ("fortified: [german]", "bridges_down: [x]", "a bridge is written 0203-0204"),
    ("fortified: [german]", "begin: {turn: 4}", "there is no turn 4; turns run from 1 to 3"),
    ("fortified: [german]", "begin: {phase: 13}", "there is no phase 13"),
    ("fortified: [german]", "traits: {g9: [guards]}", "no counter 'g9'"),
    ("fortified: [german]", "state: {g9: {oos: 1}}", "no unit 'g9' in the set-up"),
    ("fortified: [german]", "state: {g1: {oos: much}}", "'much' should be a whole number"),
    ("fortified: [german]", "state: {g1: {oss: 1}}", "no field 'oss'"),
    ("fortified: [german]", "state: {g1: {cel: 3}}", "g1 has 1 to 2 CEL, not 3 [1.2c]"),
    ("fortified: [german]", "state: {g1: {transport: true}}", "only that has two set-ups [6.2.2]"),
    ("fortified: [german]", "control: {finnish: []}", "'finnish' is not part of control"),
    ("fortified: [german]", 'control: {german: ["0909"]}', "0909"),
    ("fortified: [german]", 'fixed_positions: {"0404": strong}', "should be a whole number"),
    ("fortified: [german]", "barrage: [{side: german, turns: [x], ammunition: 2}]", "'x' is none"),
    ("map: tiny", "map: huge", "there is no map 'huge'"),
    ("map: tiny", "map: ../tiny", "'map' should be the name of a file"),
    ("map: tiny", "map: tiny\noverlays: [../more]", "'overlays' should be the name of a file"),
    ("map: tiny", "map: tiny\noverlays: [more]", "there is no overlay 'more'"),
    ("map: tiny", "map: tiny\ninclude: rest.yaml", "should be the name of a file .part"),
    ("title: Tiny", "map: tiny", "'map' stands here a second time"),
    ("title: Tiny", "title: [Tiny", "this is not YAML"),
]


@pytest.mark.parametrize(("good", "bad", "words"), YAML_FAULTS)
def test_a_faulty_scenario_is_refused_with_its_line(
    tmp_path: Path, good: str, bad: str, words: str
) -> None:
    assert SCENARIO.count(good) >= 1
    text = refusal(tmp_path, SCENARIO.replace(good, bad, 1))
    assert words in text
    assert re.match(r"tiny\.yaml:\d+: ", text), text


@pytest.mark.parametrize(
    ("good", "bad", "line_of"),
    [
        ('hex: "0202"', 'hex: "0101"', 'hex: "0101"'),
        ("units: [gpz]", "units: [g1]", "turn: 2"),
        ("max: 3", "max: 2", "min: 4"),
        ("options: {}", "options: {maskin: off}", "maskin"),
        ("options: {}", "option: {}", "option: {}"),
        ("each_hex_of: town", "each_hex_of: twon", "twon"),
        ("end: 1941-11-17", "end: 1941-11-18", "end:"),
    ],
)
def test_the_line_is_the_right_one(tmp_path: Path, good: str, bad: str, line_of: str) -> None:
    scenario = SCENARIO.replace(good, bad, 1)
    text = refusal(tmp_path, scenario)
    assert text.startswith(f"tiny.yaml:{line_with(scenario, line_of)}: ")


def test_both_sides_in_one_hex_are_refused(tmp_path: Path) -> None:
    text = refusal(tmp_path, SCENARIO.replace('hex: "0204"', 'hex: "0202"'))
    assert "both sides have units in 0202" in text
    assert text.startswith(f"tiny.yaml:{line_with(SCENARIO, 'setup:')}: ")


CSV_FAULTS = [
    ("g2,german,German,2", "g1,german,German,2", "counter 'g1' stands here a second time"),
    ("g2,german", "g2,finnish", "belongs to no side of this scenario"),
    ("g2,german,German,2,,,INF", "g2,german,German,2,,,INV", "type 'INV' is unknown"),
    ("2,,,INF,R,foot,3:4/2:4", "2,,,INF,X,foot,3:4/2:4", "size 'X' is unknown"),
    ("2,,,INF,R,foot", "2,,,INF,R,feet", "move 'feet' is unknown; known: foot, trucked, tracked"),
    ("2,,,INF,R,foot,3:4/2:4", "2,,,INF,R,foot,strong", "cels are written SP:MP"),
    ("2,,,INF,R,foot,3:4/2:4,", "2,,,INF,R,foot,3:4/2:4,green:1", "stars are written black:1"),
    ("2,,,INF,R,foot,3:4/2:4,,", "2,,,INF,R,foot,3:4/2:4,,brave", "trait 'brave' is unknown"),
    ("HQ,HQ,trucked,0:10", "HQ,HQ,trucked,0:8", "a headquarters is trucked and has 10 MP"),
    ("HQ,HQ,trucked,0:10", "HQ,HQ,trucked,0:10/0:10", "a headquarters has one CEL"),
    ('"5,3:6"', '"5,3:6/4,2:6"', "towed artillery has one CEL"),
    ("ART,R,trucked", "ART,R,foot", "artillery moves as trucked"),
    ('ART,R,trucked,"5,3:6",,', 'ART,R,tracked,"5,3:6/3,2:6",,towed', "towed guns move as trucked"),
    ("ARM,R,tracked,6:7/3:7,,", "AT,R,tracked,6:7/3:7,,towed", "towed guns move as trucked"),
    ("gpz,german,German,Pz", ",german,German,Pz", "a counter needs an id"),
    ("house,\ngpz", "house,,extra\ngpz", "more cells than columns"),
]


@pytest.mark.parametrize(("good", "bad", "words"), CSV_FAULTS)
def test_a_faulty_counter_is_refused_with_the_line_of_its_sheet(
    tmp_path: Path, good: str, bad: str, words: str
) -> None:
    assert COUNTERS.count(good) == 1
    counters = COUNTERS.replace(good, bad)
    text = refusal(tmp_path, counters=counters)
    assert words in text
    changed = next(
        n
        for n, (a, b) in enumerate(
            zip(COUNTERS.splitlines(), counters.splitlines(), strict=True), 1
        )
        if a != b
    )
    assert text.startswith(f"tiny.csv:{changed}: ")


def test_a_sheet_with_other_columns_is_refused(tmp_path: Path) -> None:
    text = refusal(tmp_path, counters="id,side\ng1,german\n")
    assert text.startswith("tiny.csv:1: the column 'nation' is missing; a sheet has id, side")


def test_a_sheet_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path)
    (path.parent / "tiny.csv").unlink()
    with pytest.raises(ScenarioError, match=r"tiny\.csv: cannot be read"):
        WB95.load(path, {})


def test_a_scenario_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"none\.yaml: cannot be read"):
        WB95.load(tmp_path / "none.yaml", {})


@pytest.mark.parametrize("key", ["id", "turns", "sides", "initiative", "counters", "map"])
def test_what_every_scenario_needs_is_missed(tmp_path: Path, key: str) -> None:
    rows = [row for row in SCENARIO.splitlines() if not row.startswith(f"{key}:")]
    assert key in refusal(tmp_path, "\n".join(rows))


@pytest.mark.parametrize("junk", ["7", "word", "{a: b}", "[{a: b}]", "[[x]]", "null"])
@pytest.mark.parametrize(
    "key",
    [
        *("turns", "sides", "initiative", "areas", "supply", "options", "fortified", "setup"),
        *("entry_zones", "reinforcements", "reserves", "air", "victory", "barrage", "control"),
        *("begin", "traits", "state", "bridges_down", "masked", "fixed_positions", "counters"),
    ],
)
def test_junk_never_gets_farther_than_the_loader(tmp_path: Path, key: str, junk: str) -> None:
    """Either it means nothing and is read so, or it is refused; it never breaks the program."""
    rows = SCENARIO.splitlines()
    starts = [n for n, row in enumerate(rows) if row.startswith(f"{key}:")]
    if starts:
        end = starts[0] + 1
        while end < len(rows) and rows[end].startswith(" "):
            end += 1
        del rows[starts[0] : end]
    path = write(tmp_path, "\n".join([*rows, f"{key}: {junk}", ""]))
    try:
        scenario = WB95.load(path, {})
    except ScenarioError as error:
        refused = str(error)
    else:
        refused = ""
        assert Game(WB95, scenario, seed=1).turn == 1
    assert not refused or re.match(r"tiny\.yaml:\d+: |word: cannot be read", refused)
