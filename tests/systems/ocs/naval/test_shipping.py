"""Shipping from port to port within the Sea Cap. [19.0f]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.engine.record import replace
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.naval import shipping
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, TRANSPORT
from grognard.systems.ocs.turn.phases import EXPLOITATION, REACTION
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import mode, move, play, rules, serial, unit, where
from tests.systems.ocs.naval.sea import port, waters
from tests.systems.ocs.naval.sea import ship as afloat

rule = pytest.mark.rule


def ship(*units: str, **more: Any) -> dict[str, Any]:
    cargo = {"units": list(units)} if units else {}
    return {"do": "ship", "from": "0402", "to": "0408", **cargo, **more}


def ports(*items: dict[str, Any], cap: int = 5, one: int = 6, two: int = 6, **spec: Any) -> Ocs:
    """Two ports with supply and trucks in the first."""
    spec.setdefault("dumps", [{"side": "axis", "hex": "0402", "sp": 8}])
    spec.setdefault("limits", {"axis": {"sea_cap": cap}})
    return waters(
        *items, unit("s99", "0809"), ports=[port("0402", sp=one), port("0408", sp=two)],
        transport=[{"id": "t1", "side": "axis", "hex": "0402", "points": 1, "loaded": True}],
        **spec,
    )  # fmt: skip


@rule("ocs", "19.0f(A)")
@rule("ocs", "5.6a")
def test_units_are_shipped_in_move_mode() -> None:
    game = ports(unit("a1", "0402"), unit("a2", "0402", mode="move"))
    assert rules(game, "axis", ship("a1")) == ["19.0f(A)"]
    play(game, "axis", mode("a1", to="move"))
    assert rules(game, "axis", ship("a1")) == []
    play(game, "axis", ship("a2"))
    assert where(game, "a2") == "0408"


@rule("ocs", "19.0f(B)")
def test_shipping_is_for_the_own_movement_phase() -> None:
    for segment, phasing in ((REACTION, "allied"), (EXPLOITATION, "axis")):
        reserve = unit("a2", "0606", mode="reserve")
        game = ports(unit("a1", "0402", mode="move"), reserve, segment=segment, player=phasing)
        assert rules(game, "axis", ship("a1")) == ["19.0f(B)"]


@rule("ocs", "19.0f(C)")
def test_who_is_shipped_neither_flies_on_nor_boards_landing_craft() -> None:
    plane = {"id": "p", "side": "axis", "types": "Tpt", "range": 9, "full": "(0)/0/4",
             "reduced": "(0)/0/1"}  # fmt: skip
    craft = afloat("a5", "0408", "lc", points=2)
    game = ports(
        unit("a1", "0402", mode="move"), unit("a2", "0408", mode="move"), craft, planes=[plane],
        air=[{"id": "p1", "plane": "p", "hex": "0408"}],
        bases=[{"side": "axis", "hex": hex, "level": 1} for hex in ("0408", "0605")],
    )  # fmt: skip
    play(game, "axis", ship("a1"))
    fly = {"do": "air-transport", "planes": ["p1"], "hex": "0605"}
    board = {"do": "embark", "ship": "a5"}
    assert rules(game, "axis", {**fly, "units": ["a1"]}) == ["19.0f(C)"]
    assert rules(game, "axis", {**fly, "units": ["a2"]}) == []
    assert rules(game, "axis", {**board, "units": ["a1"]}) == ["19.0f(C)"]
    assert rules(game, "axis", {**board, "units": ["a2"]}) == []
    play(game, "axis", ship(transport=["t1"]))
    assert rules(game, "axis", {**board, "transport": ["t1"]}) == ["13.3c(3)"]  # as by rail


@rule("ocs", "19.0f(C)")
def test_who_has_flown_is_not_shipped_on() -> None:
    plane = {"id": "p", "side": "axis", "types": "Tpt", "range": 9, "full": "(0)/0/4",
             "reduced": "(0)/0/1"}  # fmt: skip
    game = ports(
        unit("a1", "0605", mode="move"), planes=[plane],
        air=[{"id": "p1", "plane": "p", "hex": "0605"}],
        bases=[{"side": "axis", "hex": hex, "level": 1} for hex in ("0402", "0605")],
    )  # fmt: skip
    play(game, "axis", {"do": "air-transport", "planes": ["p1"], "hex": "0402", "units": ["a1"]})
    assert where(game, "a1") == "0402"
    assert rules(game, "axis", ship("a1")) == ["19.0f(C)"]


@rule("ocs", "5.7e")
def test_organic_trucks_in_reserve_are_not_shipped() -> None:
    game = ports(unit("a1", "0402", mode="move"))
    assert rules(game, "axis", ship(transport=["t1"])) == []
    trucks = replace(game.state[TRANSPORT]["t1"], formation="1 Pz", reserve=True)
    game.put(TRANSPORT, "t1", trucks)
    assert rules(game, "axis", ship(transport=["t1"])) == ["5.7e"]


@rule("ocs", "19.0f(C)")
def test_what_is_shipped_does_nothing_else_in_the_phase() -> None:
    game = ports(unit("a1", "0402", mode="move"), unit("a2", "0502", mode="move"))
    play(game, "axis", ship("a1", transport=["t1"], tokens=4))
    assert "6.1g" in rules(game, "axis", move("a1", to="0508"))
    assert rules(game, "axis", {"do": "ship", "from": "0408", "to": "0402", "units": ["a1"]}) == [
        "19.0f(C)"
    ]
    back = {"do": "ship", "from": "0408", "to": "0402"}
    assert rules(game, "axis", {**back, "tokens": 1}) == ["12.2a"]
    assert rules(game, "axis", {**back, "transport": ["t1"]}) == ["19.0f(C)"]
    play(game, "axis", move("a2", to="0402"))
    assert rules(game, "axis", ship("a2")) == ["19.0f(C)"]  # nor before it


def test_a_voyage_takes_nothing_from_an_allowance_though_the_last_march_took_much() -> None:
    game = ports(unit("a1", "0402", mode="move"))
    before = unit_of(game, "a1")
    game.put(UNITS, "a1", replace(before, moved=before.moved - 1, spent=48))
    play(game, "axis", ship("a1"))
    assert movement.spent(game, "a1") == 0


@rule("ocs", "19.0f(D)")
@rule("ocs", "4.7a")
def test_the_allowance_is_in_supply_points_a_turn() -> None:
    """1 SP of cap: a mech regiment is 4 tokens of it, foot is 2."""
    game = ports(unit("a1", "0402", "mech", mode="move"), unit("a2", "0402", mode="move"), cap=1)
    assert shipping.sea_cap(game, "axis") == 4
    play(game, "axis", ship("a2"))
    assert shipping.sea_cap(game, "axis") == 2
    assert rules(game, "axis", ship("a1")) == ["19.0f(D)"]
    assert rules(game, "axis", ship(tokens=3)) == ["19.0f(D)"]
    assert rules(game, "axis", ship(tokens=2)) == []
    none = ports(unit("a1", "0402", "mech", mode="move"), cap=0).why("axis", ship("a1"))
    assert [(r.rule, r.text) for r in none] == [("19.0f(D)", "axis has no Sea Cap at all")]


@rule("ocs", "19.0f(E)")
@rule("ocs", "13.2e")
@rule("ocs", "4.7c")
def test_a_point_moves_a_supply_point_and_both_ports_limit_it() -> None:
    game = ports(two=1)
    assert rules(game, "axis", ship(tokens=5)) == ["19.0a"]
    play(game, "axis", ship(transport=["t1"]))  # a Transport Point is 1, loaded or not
    assert game.state[SIDES]["axis"].sea_used == 4
    truck = game.state[TRANSPORT]["t1"]
    assert (game.board.label(truck.hex), truck.load) == ("0408", 4)
    assert rules(game, "axis", ship(tokens=1)) == ["19.0a"]
    wide = ports()
    play(wide, "axis", ship(tokens=12))
    assert stacks.dump_at(wide, wide.board.hex("0402"), "axis") == 20
    assert stacks.dump_at(wide, wide.board.hex("0408"), "axis") == 12
    assert rules(wide, "axis", {**ship(tokens=1), "to": "0606"}) == ["19.0a"]  # no port


@rule("ocs", "19.0a")
@rule("ocs", "19.0f(E)")
def test_one_unit_too_large_for_both_ports_may_have_them() -> None:
    game = ports(unit("a1", "0402", "mech", mode="move"), one=0, two=0)
    assert rules(game, "axis", ship("a1")) == ["19.0a"]
    small = waters(
        unit("a1", "0402", "mech", mode="move"), unit("s99", "0809"),
        ports=[port("0402", sp=0, tokens=1), port("0408", sp=0, tokens=2)],
        limits={"axis": {"sea_cap": 1}}, dumps=[{"side": "axis", "hex": "0402", "sp": 1}],
    )  # fmt: skip
    play(small, "axis", ship("a1"))
    assert where(small, "a1") == "0408"
    assert rules(small, "axis", ship(tokens=1)) == ["19.0a"]


@rule("ocs", "19.0f(F)")
@rule("ocs", "4.5a(G)")
@pytest.mark.parametrize("enemy", ["0503", "0508"])
def test_enemy_zones_prevent_it_whoever_stands_there(enemy: str) -> None:
    game = ports(
        unit("a1", "0402", mode="move"), unit("a2", "0408"), unit("a3", "0402"), unit("s1", enemy)
    )
    assert rules(game, "axis", ship("a1")) == ["19.0f(F)"]


@rule("ocs", "21.12b")
def test_by_night_it_goes_at_four_times_the_sea_cap() -> None:
    items = [unit("a1", "0402", mode="move"), unit("s1", "0508")]
    game = ports(*items, cap=2, options={"cloak-of-night": "on"})
    assert rules(game, "axis", ship(tokens=3)) == ["19.0f(D)"]
    offered = [action for action in game.legal("axis") if action["do"] == "ship"]
    assert ship(tokens=2) in offered  # the most that 8 tokens of Sea Cap carry by night
    play(game, "axis", ship("a1"))  # two tokens of foot
    assert game.state[SIDES]["axis"].sea_used == 8
    day = ports(unit("a1", "0402", mode="move"), options={"cloak-of-night": "on"})
    play(day, "axis", ship("a1"))
    assert day.state[SIDES]["axis"].sea_used == 2


def test_the_enemy_does_not_learn_what_is_shipped() -> None:
    game = ports(unit("a1", "0402", mode="move"))
    play(game, "axis", ship("a1", tokens=2))
    seen = [event for event in game.events_for("allied") if event.kind == "ship"]
    assert seen
    assert not {"units", "tokens"} & set(seen[0].facts)


@rule("ocs", "13.3c(3)")
@rule("ocs", "19.0f(C)")
def test_what_came_by_rail_or_by_sea_boards_no_landing_craft() -> None:
    craft = afloat("a5", "0408", "lc", points=3)
    game = ports(
        unit("a1", "0408", mode="move", at={"railed": serial("movement")}),
        unit("a2", "0408", mode="move"), craft,
    )  # fmt: skip
    board = {"do": "embark", "ship": "a5"}
    assert rules(game, "axis", {**board, "units": ["a1"]}) == ["13.3c(3)"]
    assert rules(game, "axis", {**board, "units": ["a2"]}) == []
    play(game, "axis", {"do": "ship", "from": "0402", "to": "0408", "transport": ["t1"]})
    assert rules(game, "axis", {**board, "transport": ["t1"]}) == ["13.3c(3)"]


@rule("ocs", "19.0f(D)")
def test_a_scenario_may_name_the_ports_that_its_sea_cap_serves() -> None:
    """The ferries of a strait sail nowhere else."""
    game = ports(
        unit("a1", "0402", mode="move"), limits={"axis": {"sea_cap": 5, "sea_ports": ["0402"]}}
    )
    (refusal,) = game.why("axis", ship("a1"))
    assert (refusal.rule, refusal.text) == ("19.0f(D)", "no ship sails to 0408; there are 0402")
    assert shipping.own_ports(game, "axis") == [game.board.hex("0402")]
    served = {"sea_cap": 5, "sea_ports": ["0402", "0408"]}
    game = ports(unit("a1", "0402", mode="move"), limits={"axis": served})
    assert rules(game, "axis", ship("a1")) == []


def test_only_ports_can_be_named() -> None:
    with pytest.raises(ScenarioError, match="no port is in 0403; did you mean '040"):
        ports(unit("a1", "0402"), limits={"axis": {"sea_cap": 5, "sea_ports": ["0403"]}})
