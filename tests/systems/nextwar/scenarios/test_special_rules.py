"""The special rules of scenarios, which are house: tunnels, the zone, refugees, bridges, shells."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.combat.battle import Battle, fighting_limit
from grognard.systems.nextwar.combat.reckoning import modifiers
from grognard.systems.nextwar.movement.reach import routes
from grognard.systems.nextwar.pieces.zones import limit
from tests.systems.nextwar.field import field, hex_status, plain, rig, rules, side, told, unit

TUNNELS = {"tunnels": {"side": "dprk", "hexes": ["0504"]}}
LINE = {"Line": "region 0505"}


def assault(turn: int, **special: Any) -> dict[str, tuple[int, str]]:
    """What modifies the die of an attack from 0504 on 0505, by reasons, with who says so."""
    game = field(
        unit("n1", "0504"), unit("r1", "0505"), board=plain(north=4, places=LINE), turn=turn,
        segment="init-combat", special=special,
    )  # fmt: skip
    battle = Battle(game.board.hex("0505"), "dprk", "allied", ("n1",), ("r1",))
    return {p.label: (int(p.value), p.source) for p in modifiers(game, battle).parts}


@pytest.mark.rule("nextwar", "9.6.4")
def test_an_attack_out_of_a_tunnel_is_helped_in_the_first_turn_only() -> None:
    assert assault(1, **TUNNELS) == {"out of a tunnel": (-2, "house")}
    assert assault(2, **TUNNELS) == {}


@pytest.mark.rule("nextwar", "8.1.1.1")
def test_a_tunnel_holds_twice_as_many_for_the_first_turn() -> None:
    for turn, room in ((1, 16), (2, 8)):
        game = field(unit("n1", "0504"), turn=turn, special=TUNNELS)
        h = game.board.hex("0504")
        assert (limit(game, h, "dprk"), fighting_limit(game, h, "dprk")) == (room, room)
        assert limit(game, h, "allied") == 8


@pytest.mark.rule("nextwar", "9.6.4")
def test_the_demilitarized_zone_helps_its_owner_for_good() -> None:
    zone = {"demilitarized": {"places": ["Line"]}}
    assert assault(3, **zone) == {"demilitarized zone": (1, "house")}


@pytest.mark.rule("nextwar", "8.3")
def test_the_demilitarized_zone_slows_whoever_comes_in_the_first_turn() -> None:
    zone = {"demilitarized": {"places": ["Line"]}}
    for turn, cost in ((1, 24), (2, 12)):
        game = field(
            unit("n1", "0504"), board=plain(north=4, places=LINE), turn=turn, special=zone
        )  # fmt: skip
        assert routes(game, "n1").costs[game.board.hex("0505")] == cost
        path = {"do": "move", "units": ["n1"], "path": ["0505"]}
        assert rules(game, "dprk", path) == []


@pytest.mark.rule("nextwar", "8.3")
def test_refugees_hold_up_vehicles_of_their_side_in_its_cities_near_the_zone() -> None:
    board = plain(north=4, places=LINE, terrain={"0507": "urban"})
    special = {
        "demilitarized": {"places": ["Line"]},
        "refugees": {"side": "allied", "within": 2},
    }
    costs = {}
    for turn in (2, 3):
        game = field(
            unit("r1", "0508", "4-4-8", type="armored"), unit("r2", "0508"), board=board, turn=turn,
            segment="reaction-move", special=special,
        )  # fmt: skip
        there = game.board.hex("0507")
        costs[turn] = routes(game, "r1").costs[there], routes(game, "r2").costs[there]
    assert costs[2][0] == costs[3][0] + 12
    assert costs[2][1] == costs[3][1]


@pytest.mark.rule("nextwar", "8.5.1")
def test_units_that_are_held_back_do_not_move() -> None:
    special = {"held": [{"units": ["n1"], "turn": 3}, {"units": ["n2"], "turn": 3, "segment": "x"}]}
    game = field(unit("n1", "0504"), unit("n2", "0504"), turn=2, special=special)
    assert rules(game, "dprk", {"do": "move", "units": ["n1"], "path": ["0503"]}) == ["8.5.1"]
    assert rules(game, "dprk", {"do": "move", "units": ["n2"], "path": ["0503"]}) == []


@pytest.mark.rule("nextwar", "8.3.4.1.2")
def test_guarded_bridges_are_blown_by_their_side_and_only_with_the_enemy_near() -> None:
    board = plain(sides=("0505-0506 minor_river",), links=("0505-0506 primary",), north=4)
    special = {"bridges": {"side": "allied", "hexes": ["0506"], "within": 2}}
    blow = {"do": "demolish", "unit": "r1", "bridge": ["0505", "0506"]}
    far = field(
        unit("r1", "0506"), unit("n1", "0502"), board=board, segment="reaction-move",
        special=special,
    )  # fmt: skip
    near = field(
        unit("r1", "0506"), unit("n1", "0504"), board=board, segment="reaction-move",
        special=special,
    )  # fmt: skip
    north = field(unit("n1", "0505"), board=board, special=special)
    assert rules(far, "allied", blow) == ["8.3.4.1.2"]
    assert rules(near, "allied", blow) == []
    assert rules(north, "dprk", {**blow, "unit": "n1"}) == ["8.3.4.1.2"]


@pytest.mark.rule("nextwar", "8.3.4.1.3")
@pytest.mark.parametrize(("victory", "gained"), [({}, 2), ({"bridges": 1}, 1), ({"bridges": 0}, 0)])
def test_a_scenario_may_say_what_a_bridge_is_worth(victory: dict[str, int], gained: int) -> None:
    board = plain(sides=("0505-0506 minor_river",), links=("0505-0506 primary",), north=4)
    game = field(unit("n1", "0505"), board=board, victory=victory)
    rig(game, 3)
    game.play("dprk", {"do": "demolish", "unit": "n1", "bridge": ["0505", "0506"]})
    assert side(game, "dprk").gained == gained


@pytest.mark.rule("nextwar", "12.1")
def test_guns_in_range_shell_the_capital_once_a_turn() -> None:
    special = {"shelling": {"side": "dprk", "guns": ["n1"], "hexes": ["0505", "0506"], "range": 3}}
    for start, expected in (("0502", ["0505"]), ("0501", [])):
        game = field(unit("n1", start), unit("r1", "0509"), segment="air-naval", special=special)
        assert [facts["hex"] for facts in told(game, "shelling")] == expected
        assert side(game, "dprk").gained == len(expected)
        assert hex_status(game, "0505").interdiction == len(expected)


def test_where_the_shells_fall_is_their_side_s_choice() -> None:
    special = {"shelling": {"side": "dprk", "guns": ["n1"], "hexes": ["0505", "0506"], "range": 4}}
    game = field(unit("n1", "0502"), unit("r1", "0509"), segment="air-naval", special=special)
    assert game.to_act == "dprk"
    game.play("dprk", {"do": "shell", "hex": "0506"})
    assert hex_status(game, "0506").interdiction == 1


@pytest.mark.parametrize(
    "special",
    [
        {"tunnel": {}},
        {"demilitarized": {"places": ["Nowhere"]}},
        {"shelling": {"side": "dprk", "guns": ["nobody"]}},
        {"tunnels": {"side": "prc", "hexes": []}},
    ],
)
def test_a_special_rule_that_is_none_is_refused(special: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError):
        field(unit("n1", "0504"), special=special)
