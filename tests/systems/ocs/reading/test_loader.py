"""Reading scenarios: what is accepted, and what is refused with file and line."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import library
from grognard.board.mapwriter import dump
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.engine.rulebook import read_rules
from grognard.engine.saves import load_text
from grognard.engine.saving import text_of
from grognard.engine.sources import Texts
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.reading.counters import COLUMNS
from grognard.systems.ocs.results import ocs_charts
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.system import OCS
from tests.systems.ocs.field import at, field, move, unit

rule = pytest.mark.rule

SHEET = ",".join(COLUMNS) + "\n" + "\n".join(
    (
        "a1,axis,German,1 Inf,division,infantry,other,14:3 leg,7:5 leg,3,,3,,,,infantry,house,",
        "a2,axis,German,Corps HQ,regiment,hq,other,-:3 truck,-:12 truck,0,,,,,8 truck/4 truck,,,",
        "s1,allied,Soviet,2 Tank,brigade,armor,armor,(9):6 tracked,4:10 truck,4,2TC,,,,,tank,,",
    )
) + "\n"  # fmt: skip
YAML = """
id: ocs/sample
system: ocs
title: A sample
map: sample
counters: sample.csv
turns: 4
season: winter
sides:
  axis: {nation: German, reserve_markers: 2, rail_cap: 3}
  allied: {nation: Soviet}
setup:
  - {hex: "0303", units: [a1], lost: 1}
  - {hex: "0304", units: [a2], mode: move}
  - {hex: "0707", units: [s1]}
dumps:
  - {side: axis, hex: "0303", sp: 3, tokens: 2}
transport:
  - {side: axis, hex: "0303", points: 4, load: 6}
ports:
  - {name: Harbour, hex: "0707", side: allied, capacity: 2, source_for: [allied]}
sources:
  - {side: axis, edge: west}
arrivals:
  - {side: allied, turn: 2, hexes: ["0909"], sp: 2}
victory:
  side: axis
  objectives: [{label: Harbour, vp: 5, hexes: ["0707"]}]
  scale: [{least: 5, winner: axis, degree: victory}, {least: 0, winner: allied, degree: victory}]
"""


def texts(**changes: str) -> dict[str, str]:
    return {"sample.yaml": YAML, "sample.csv": SHEET, "sample.map": dump(sketch(9, 9)), **changes}


def read(text: str = YAML, sheet: str = SHEET, **more: str) -> Any:
    sources = Texts(texts(**{"sample.yaml": text, "sample.csv": sheet, **more}))
    return library.read_scenario(sources)


def test_a_scenario_is_read_from_its_texts() -> None:
    system, scenario = read()
    assert system is OCS
    counter = scenario.counters["a2"]
    assert (counter.combat.throw, counter.move.throw, counter.combat.throw_class) == (8, 4, "truck")
    assert scenario.counters["s1"].combat.defends_only
    assert scenario.counters["a1"].steps == 3
    assert scenario.units["a1"].lost == 1
    assert [d.tokens for d in scenario.dumps.values()] == [14]
    assert [(t.size, t.load) for t in scenario.transport.values()] == [(16, 6)]
    assert scenario.limits["axis"].rail_cap == 12
    assert len([s for s in scenario.sources if s.side == "axis"]) == 9
    assert scenario.arrivals[0].tokens == 8
    game = Game(OCS, scenario, seed=3)
    assert game.turn == 1
    assert game.to_act in scenario.sides


@rule("ocs", "IV.G")
@rule("ocs", "IV.J")
@rule("ocs", "IV.F")
def test_units_start_whole_and_unfuelled() -> None:
    game = field(unit("a1", "0303", re=3), fuelled=False)
    assert (at(game, "a1").lost, at(game, "a1").fuelled, at(game, "a1").hq_fuelled) == (
        0, -1, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "wrong"),
    [
        ('"0304", units', '"0399", units', 14, "0399"),
        ("[a2]", "[a9]", 14, "'a9'"),
        ("units: [a2]", "units: [a1]", 14, "second time"),
        ("season: winter", "season: monsoon", 8, "monsoon"),
        ("title:", "titel:", 4, "titel"),
        ("rail_cap: 3", "rail_cap: x", 10, "whole number"),
        ("mode: move", "mode: asleep", 14, "asleep"),
        ("lost: 1", "lost: 3", 13, "3 steps"),
        ("load: 6", "load: 17", 19, "17"),
        ("edge: west", "edge: up", 23, "up"),
        ("system: ocs", "system: ocss", 3, "ocss"),
    ],
)
def test_mistakes_are_refused_with_file_and_line(old: str, new: str, line: int, wrong: str) -> None:
    with pytest.raises(ScenarioError, match=wrong) as error:
        read(YAML.replace(old, new, 1))
    assert (error.value.where, error.value.line) == ("sample.yaml", line)


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [("14:3 leg", "14-3", "12:5 tracked"), ("7:5 leg,3,,3", "7:5 leg,7,,3", "0 to 5"),
     (",infantry,house", ",infantri,house", "infantri"), ("division,", "regiment,", "RE printed"),
     ("8 truck/", "8 boots/", "8 truck")],
)  # fmt: skip
def test_mistakes_on_counters_are_refused(old: str, new: str, wrong: str) -> None:
    with pytest.raises(ScenarioError, match=wrong) as error:
        read(sheet=SHEET.replace(old, new, 1))
    assert error.value.where == "sample.csv"


@rule("ocs", "3.1c")
def test_a_formation_has_one_side() -> None:
    mine, theirs = unit("a1", "0303", formation="3"), unit("s1", "0707", formation="3")
    with pytest.raises(ScenarioError, match="formation 3 is on both sides"):
        field(mine, theirs)


@rule("ocs", "IV.E")
def test_nobody_starts_overstacked() -> None:
    units = [unit(f"a{i}", "0303", re=4) for i in range(3)]
    with pytest.raises(ScenarioError, match="more than ten RE"):
        field(*units)


@rule("ocs", "IV.I")
def test_nobody_starts_where_he_cannot_go() -> None:
    board = sketch(9, 9, terrain={"0303": "lake"})
    with pytest.raises(ScenarioError, match="cannot stand on lake"):
        field(unit("a1", "0303"), board=board)


@rule("ocs", "IV.B")
def test_nobody_starts_in_reserve_or_strat_next_to_an_enemy() -> None:
    for mode in ("reserve", "strat"):
        with pytest.raises(ScenarioError, match=f"cannot start in {mode} mode"):
            field(unit("a1", "0303", mode=mode), unit("s1", "0304"), begin={})
        field(unit("a1", "0303", mode=mode), unit("s1", "0304", "artillery"), begin={})
        field(unit("a1", "0303", mode=mode), unit("s1", "0306"), begin={})


@rule("ocs", "IV.A")
def test_a_radius_gives_the_hexes_where_a_unit_may_be_placed() -> None:
    board = sketch(9, 9, terrain={"0304": "lake"})
    game = field(unit("a1", "0303", within=1), board=board)
    labels = [board.label(h) for h in game.scenario.choices["a1"]]
    assert len(labels) == 6
    assert "0304" not in labels


@rule("ocs", "IV.C")
@rule("ocs", "IV.D")
def test_transport_starts_empty_unless_the_scenario_says_otherwise() -> None:
    rows = [{"side": "axis", "hex": "0303", "points": 2, "id": "t1"},
            {"side": "axis", "hex": "0303", "points": 2, "id": "t2", "loaded": True}]  # fmt: skip
    found = field(unit("a1", "0303"), transport=rows).scenario.transport
    assert (found["t1"].load, found["t2"].load) == (0, 8)


@rule("ocs", "4.8")
def test_a_hex_holds_one_base_and_one_hedgehog() -> None:
    bases = [{"side": "axis", "hex": "0303", "level": 1}] * 2
    with pytest.raises(ScenarioError, match="one in this hex already"):
        field(unit("a1", "0303"), bases=bases)


@rule("ocs", "I.A")
def test_hexes_are_numbered_by_column_and_row_from_the_bottom_left() -> None:
    board = sketch(12, 12, numbering="B{CC}.{RR}, rows from 1 up")
    game = field(unit("a1", "B10.10"), board=board)
    assert game.board.label(at(game, "a1").hex) == "B10.10"
    row, col = divmod(board.cells[board.hex("B02.01")], 12)
    assert (row, col) == (11, 1)


def test_a_scenario_brings_its_own_terrain_chart() -> None:
    chart = ocs_charts()["terrain-movement"].replace("\nwoods,hex,1,", "\nwoods,hex,5,")
    chart += "jungle,hex,3,P,P,3,P,P,3,P,P\n"
    combat = ocs_charts()["terrain-combat"] + "jungle,hex,very_close,1/2,1/2,1\n"
    own = YAML.replace("map: sample\n", "map: sample\ntables: [terrain-movement, terrain-combat]\n")
    board = sketch(9, 9, terrain={"0306": "jungle", "0307": "woods"})
    more = {"terrain-movement.csv": chart, "terrain-combat.csv": combat, "sample.map": dump(board)}
    _, scenario = read(own, **more)
    ground = scenario.ground
    assert ground.hex_cost("dry", "leg", board.hex("0306")) == 36
    assert ground.hex_cost("dry", "leg", board.hex("0307")) == 60
    assert ground.category(board.hex("0306")) == "very_close"
    with pytest.raises(ScenarioError, match="no table 'combat'"):
        read(YAML.replace("map: sample\n", "map: sample\ntables: [combat]\n"))


def test_a_game_is_saved_and_loaded() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0707"))
    game.play("axis", move("a1", to="0304"))
    again = load_text(text_of(game).encode(), lambda head: (OCS, game.scenario))
    assert again.state.fingerprint() == game.state.fingerprint()


def test_the_rulebook_is_known_and_scenarios_of_it_ship() -> None:
    assert library.find_system("ocs") is library.SYSTEMS["ocs"] is OCS
    assert {"ocs/catania-plain", "ocs/husky", "ocs/husky-landing"} <= set(library.scenario_ids())
    assert len(read_rules("ocs")) == 687


@rule("ocs", "2.3-end")
def test_the_ground_held_decides_at_the_end() -> None:
    from grognard.systems.ocs.victory import victory

    _, scenario = read()
    game = Game(OCS, scenario, seed=3)
    assert victory.verdict(game) == "allied: victory"
    from grognard.systems.ocs.movement.moves import put_into

    put_into(game, "s1", game.board.hex("0909"))
    put_into(game, "a1", game.board.hex("0707"))
    assert victory.verdict(game) == "axis: victory"


@rule("ocs", "3.3(A)")
@rule("ocs", "3.3(B)")
@rule("ocs", "3.3(C)")
def test_supply_transport_and_facilities() -> None:
    game = field(
        unit("a1", "0303"),
        dumps=[{"side": "axis", "hex": "0303", "sp": 2}],
        transport=[{"side": "axis", "hex": "0303", "points": 3, "id": "t"}],
        bases=[{"side": "axis", "hex": "0303", "level": 2}],
        hedgehogs=[{"side": "axis", "hex": "0303", "level": 3}],
        ports=[{"side": "axis", "hex": "0303", "capacity": 1}],
    )
    h = game.board.hex("0303")
    assert stacks.dump_at(game, h, "axis") == 8  # four tokens to a Supply Point
    assert game.scenario.transport["t"].size == 12
    site = stacks.site_at(game, h)
    assert (site.base, site.hog, site.port_owner) == (2, 3, "axis")
    found = ["dump", "transport", "air base", "hedgehog", "port"]
    assert list(stacks.belongings(game, h, "axis")) == found
    assert list(stacks.belongings(game, h, "allied")) == []
    assert not stacks.undefended(game, h, "axis")
    assert game.state[SIDES]["axis"].delivered == 8


@rule("ocs", "3.4")
@rule("ocs", "3.5")
def test_ships_and_aircraft() -> None:
    planes = [{"id": "p", "side": "axis", "types": "F+T", "range": 30, "full": "(3)/8/2",
               "reduced": "1/4/0", "torpedo": "yes"}]  # fmt: skip
    ships = [{"id": "b", "side": "axis", "type": "ship", "sound": "40/6/3/4", "damaged": "2/6/1/3"},
             {"id": "l", "side": "axis", "type": "lc"}]  # fmt: skip
    board = sketch(9, 9, terrain={"0101": "sea"})
    naval = [{"ship": "b", "hex": "0101"}, {"ship": "l", "hex": "0101", "points": 3, "id": "lc"}]
    game = field(unit("a1", "0303"), planes=planes, ships=ships, naval=naval, board=board,
                 air=[{"plane": "p", "hex": "0303"}])  # fmt: skip
    plane, ship = game.scenario.planes["p"], game.scenario.ship_counters["b"]
    assert (plane.types, plane.full.passive, plane.full.rating) == (("F", "T"), True, 3)
    assert (plane.full.capacity, plane.reduced.barrage, plane.torpedo) == (2, 4, True)
    assert (ship.sound.protection, ship.damaged.flak) == (4, 1)
    assert game.scenario.ships["lc"].size == 12
    assert len(stacks.ships_at(game, game.board.hex("0101"), "axis")) == 2
    assert len(stacks.air_at(game, game.board.hex("0303"))) == 1
    assert all(aircraft.active for aircraft in game.scenario.air.values())
