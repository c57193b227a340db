"""Worked examples of the basic chapters, of replacements and of the options."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.rulebook import read_rules
from grognard.engine.tally import Tally
from grognard.hexes import Layout, Numbering
from grognard.systems.ocs.arrivals import replacements, revised_rebuilds
from grognard.systems.ocs.combat.odds import rounded_odds
from grognard.systems.ocs.modes.modes import disorganise
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import rounded, scaled, strength
from grognard.systems.ocs.status import AIR, DUMPS, TRANSPORT, dump_key
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.works import hedgehogs
from tests.systems.ocs.field import at, field, mode, move, play, rules, unit, where

rule = pytest.mark.rule
LAYOUT = Layout(40, 40)
PRINTED = Numbering.read("B{CC}.{RR}, rows from 1 up, columns from 1 right")


@rule("ocs", "I.A")
def test_ocs_ex_001_b10_10_is_column_10_row_10_of_map_b() -> None:
    row, col = PRINTED.parse("B10.10", LAYOUT)
    assert (row, col) == (40 - 10, 10 - 1)  # rows count from the bottom
    assert PRINTED.format(row, col, LAYOUT) == "B10.10"


@rule("ocs", "I.A")
def test_ocs_ex_002_29_17_is_two_hexes_above_row_15() -> None:
    row, col = PRINTED.parse("B29.17", LAYOUT)
    line, same = PRINTED.parse("B29.15", LAYOUT)
    assert (line - row, same) == (2, col)


@rule("ocs", "III.A")
def test_ocs_ex_003_four_point_two_is_section_four_case_two() -> None:
    cases = [found.title for found in read_rules("ocs") if re.fullmatch(r"4\.\d", found.id)]
    assert cases[2 - 1] == "Fractions"


@rule("ocs", "3.3(B)")
def test_ocs_ex_004_a_one_point_wagon_carries_one_sp() -> None:
    game = field(unit("a1", "0303"), transport=[
        {"side": "axis", "id": "w", "kind": "wagon", "points": 1, "hex": "0303", "loaded": True}
    ])  # fmt: skip
    assert game.state[TRANSPORT]["w"].load == 4


@rule("ocs", "4.1")
def test_ocs_ex_005_fifteen_against_six_is_three_to_one() -> None:
    assert Fraction(15, 6) == Fraction(5, 2)
    assert rounded(Fraction(15, 6)) == 3
    assert rounded_odds(15, 6) == (3, 1)


@rule("ocs", "4.2")
def test_ocs_ex_006_fractions_are_kept_until_the_odds() -> None:
    total = Fraction(5, 2) + Fraction(13, 4) + 4
    assert total == Fraction(39, 4)
    assert rounded_odds(total, 2) == (5, 1)  # 4.875


@rule("ocs", "4.3")
def test_ocs_ex_007_terrain_and_supply_make_a_quarter() -> None:
    tally = Tally().add("printed", 8, "3.2")
    for why in ("terrain", "supply"):
        tally = scaled(tally, why, Fraction(1, 2), "4.3")
    assert tally.total == 2


@rule("ocs", "4.5b")
@rule("ocs", "4.5a(H)")
def test_ocs_ex_008_a_friend_in_the_base_lets_it_refit() -> None:
    plane = {"id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 9,
             "full": "(1)/8/0", "reduced": "(1)/4/0"}  # fmt: skip

    def refit(*friends: dict[str, Any]) -> list[str]:
        game = field(
            *friends, unit("s1", "0304"), unit("a9", "0909"), segment="refit", planes=[plane],
            air=[{"id": "p", "plane": "ju", "hex": "0303", "active": False},
                 {"id": "q", "plane": "ju", "hex": "0808", "active": False}],
            bases=[{"side": "axis", "hex": h, "level": 1} for h in ("0303", "0808")],
            dumps=[{"side": "axis", "hex": h, "sp": 1} for h in ("0303", "0808")],
        )  # fmt: skip
        return rules(game, "axis", {"do": "refit", "hex": "0303", "aircraft": ["p"]})

    assert refit(unit("a1", "0303", mode="strat")) == []
    assert refit() == ["15.1(C)"]


@rule("ocs", "4.8b(A)")
@rule("ocs", "5.10c")
def test_ocs_ex_011_supply_and_aircraft_under_a_dg_marker_are_not_disorganised() -> None:
    game = field(
        unit("a1", "0303"), dumps=[{"side": "axis", "hex": "0303", "sp": 2}],
        transport=[{"side": "axis", "id": "t", "hex": "0303", "load": 2}],
    )  # fmt: skip
    before = game.state[TRANSPORT]["t"], dict(game.state[DUMPS])
    assert disorganise(game, game.board.hex("0303")) == ["a1"]
    assert (game.state[TRANSPORT]["t"], dict(game.state[DUMPS])) == before


@rule("ocs", "5.4")
@rule("ocs", "5.7a")
@pytest.mark.parametrize("up", ["combat", "move"])
def test_ocs_ex_013_reserve_with_either_side_up(up: str) -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303"))
    game.play("axis", mode("a1", to="reserve", up=up))
    assert (at(game, "a1").mode, at(game, "a1").combat_up) == ("reserve", up == "combat")


@rule("ocs", "4.5a(A)")
@rule("ocs", "4.5b")
@rule("ocs", "6.1f")
def test_ocs_ex_014_three_truck_regiments_through_two_zones() -> None:
    game = field(
        *(unit(f"a{i}", "0501", "mech", mode="move") for i in (1, 2, 3)), unit("s1", "0402"),
        unit("s2", "0602"),
    )  # fmt: skip
    zoned = [
        c for c in range(1, 10) if zones.enemy_zone(game, game.board.hex(f"05{c:02d}"), "axis")
    ]
    path = [f"05{c:02d}" for c in range(2, 6)]
    inside = [label for label in path if int(label[2:]) in zoned]
    assert len(inside) == 2
    act = {"do": "move", "units": ["a1", "a2", "a3"], "path": path}
    assert rules(game, "axis", act) == ["4.5a(A)"]
    drop = dict(zip(("a1", "a2"), inside, strict=True))
    assert rules(game, "axis", {**act, "drop": {"a1": inside[0]}}) == ["4.5a(A)"]
    play(game, "axis", {**act, "drop": drop})
    assert where(game, "a3") == path[-1]


@rule("ocs", "6.1d")
def test_ocs_ex_015_nobody_leaves_by_a_way_he_could_not_come_back() -> None:
    board = sketch(9, 9, terrain={"0303": "mountain"}, links=["0302-0303 track"])
    game = field(unit("a1", "0303", "armor"), board=board)
    assert rules(game, "axis", move("a1", to="0304")) == ["6.2c"]
    assert rules(game, "axis", move("a1", to="0302")) == []


@rule("ocs", "6.2d")
def test_ocs_ex_016_a_hexside_part_lake_part_clear_is_crossed_as_clear() -> None:
    game = field(unit("a1", "0303"), board=sketch(9, 9, sides=["0303-0304 lake clear"]))
    game.play("axis", move("a1", to="0304"))
    assert at(game, "a1").spent == 12
    lake = field(unit("a1", "0303"), board=sketch(9, 9, sides=["0303-0304 lake"]))
    assert rules(lake, "axis", move("a1", to="0304")) == ["6.2c"]


@rule("ocs", "6.3a")
def test_ocs_ex_017_in_reaction_the_other_player_moves() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0808", mode="reserve", up="move"),
                 segment="reaction")  # fmt: skip
    assert (phases.phasing(game), game.to_act) == ("axis", "allied")
    assert rules(game, "axis", move("a1", to="0304")) != []


@rule("ocs", "13.5f")
def test_ocs_ex_065_a_single_air_step_takes_a_whole_equipment() -> None:
    plane = {"id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 9,
             "full": "(1)/8/0", "reduced": "(1)/4/0"}  # fmt: skip
    game = field(
        unit("ahq", "0303", "hq"), unit("ae", "0303", "repl", traits="eq", mode="move"),
        unit("s1", "0909"), segment="reinforcement", planes=[plane],
        air=[{"id": "p", "plane": "ju", "hex": "0303", "reduced": True}],
        bases=[{"side": "axis", "hex": "0303", "level": 1}],
    )  # fmt: skip
    game.play("axis", {"do": "rebuild-aircraft", "planes": ["p"], "repl": "ae"})
    assert not game.state[AIR]["p"].reduced
    assert at(game, "ae").place == "pool"


@rule("ocs", "21.7(3)")
@pytest.mark.parametrize("old", [1, 2, 3])
def test_ocs_ex_085_one_pax_whatever_the_old_cost(old: int) -> None:
    game = field(unit("a1", "0303"), options={"rebuilds-single": "on"})
    assert revised_rebuilds.cost(game, game.scenario.counters["a1"], old, 0) == (1, 0)
    assert replacements.price(game, game.scenario.counters["a1"]) is not None


@rule("ocs", "21.11a")
def test_ocs_ex_086_big_hogs_cost_their_level_and_one() -> None:
    game = field(unit("a1", "0303"), options={"big-hogs": "on"})
    costs = {level: hedgehogs.hedgehog_tokens(game, level) // 4 for level in range(1, 5)}
    assert costs == {1: 2, 2: 3, 3: 4, 4: 5}


@rule("ocs", "21.11b")
def test_ocs_ex_087_a_port_of_two_tokens_is_repaired_for_two() -> None:
    game = field(
        unit("ahq", "0303", "hq"), dumps=[{"side": "axis", "hex": "0303", "sp": 1}],
        ports=[{"name": "Quay", "hex": "0303", "side": "axis", "capacity": 1, "hits": 2}],
        options={"small-ports": "on"},
    )  # fmt: skip
    h = game.board.hex("0303")
    assert ports.capacity(game, h) == 2
    play(game, "axis", next(a for a in game.legal("axis") if a["do"] == "repair-port"))
    assert game.state[DUMPS][dump_key("axis", h)].tokens == 2


@rule("ocs", "5.10b(A)")
def test_ocs_ex_088_disorder_turns_four_to_one_into_eight_to_one() -> None:
    game = field(unit("a1", "0303", combat="8:3 leg"), unit("s1", "0304", combat="2:3 leg"))
    attack = strength(game, "a1", attacking=True).total
    assert rounded_odds(attack, strength(game, "s1", attacking=False).total) == (4, 1)
    disorganise(game, game.board.hex("0304"))
    assert rounded_odds(attack, strength(game, "s1", attacking=False).total) == (8, 1)


@rule("ocs", "10.0d")
def test_ocs_ex_089_the_table_against_dumps_is_void() -> None:
    game = field(unit("a1", "0303"))
    assert not [name for name in game.scenario.tables if "dump" in name and "barrage" in name]
