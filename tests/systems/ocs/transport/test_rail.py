"""Railways: lines, stations, Rail Cap, cargo. [13.3] [4.7]"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.air import loads
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, HEXES, SIDES, TRANSPORT, HexStatus
from grognard.systems.ocs.transport import rail, trains, transport
from grognard.systems.ocs.turn.phases import EXPLOITATION, REACTION
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import at, end, mode, move, play, rules, serial, told, unit, where
from tests.systems.ocs.transport.tracks import (
    LINE,
    board,
    foot,
    gauged,
    hexes,
    rails,
    repair,
    train,
)

rule = pytest.mark.rule


def used(game: Ocs, side: str = "axis") -> Fraction:
    """Rail Cap used, in points."""
    return Fraction(game.state[SIDES][side].rail_used, 4 * rail.QUARTERS)


# ---- cargo and Rail Cap


@rule("ocs", "13.3")
@rule("ocs", "13.3a")
@rule("ocs", "13.3c(2)")
@rule("ocs", "13.3c(3)")
@rule("ocs", "4.7a")
def test_a_unit_goes_any_distance_for_a_point_an_re_and_stays_there() -> None:
    game = rails(foot("a1", "0503"))
    play(game, "axis", train("a1", to="0509"))
    assert (where(game, "a1"), used(game)) == ("0509", 1)
    assert rules(game, "axis", move("a1", to="0508")) == ["6.1g"]
    assert rules(game, "axis", train("a1", to="0503")) == ["6.1g"]
    assert told(game, "rail")[0]["cost"] == "1"


@rule("ocs", "13.3b")
@pytest.mark.parametrize(
    ("cap", "text"),
    [(0, "axis has no Rail Cap at all"), (1, "it takes 3 of Rail Cap, 1 are left in this turn")],
)
def test_a_side_is_told_whether_it_has_no_rail_cap_or_too_little(cap: int, text: str) -> None:
    game = rails(foot("a1", "0503", re=3), limits={"axis": {"rail_cap": cap}})
    (refusal,) = game.why("axis", train("a1", to="0509"))
    assert (refusal.rule, refusal.text) == ("13.3b", text)


@rule("ocs", "4.7")
@rule("ocs", "4.7a")
@rule("ocs", "4.7b")
@rule("ocs", "4.7c")
@rule("ocs", "13.2e")
def test_what_cargo_weighs() -> None:
    game = rails(
        foot("a1", "0503"), unit("a2", "0503", mode="move"), foot("a3", "0503", re=3),
        foot("a4", "0503", size="battalion"), unit("a5", "0503", "mech", mode="move"),
        transport=[{"id": "t1", "side": "axis", "hex": "0503", "points": 2, "loaded": True}],
    )  # fmt: skip
    weights = {n: rail.weight(game, [n], [], 0) / 4 for n in ("a1", "a2", "a3", "a4", "a5")}
    assert weights == {"a1": 1, "a2": Fraction(1, 2), "a3": 3, "a4": Fraction(1, 2), "a5": 1}
    assert rail.weight(game, [], ["t1"], 0) == 8  # loaded or not
    assert rail.weight(game, ["a4"], [], 2) == 4  # ex-010: half an RE and 2T are a point


@rule("ocs", "13.3a")
@rule("ocs", "12.2")
def test_supply_goes_by_rail_a_point_for_an_sp() -> None:
    game = rails(dumps=[{"side": "axis", "hex": "0503", "sp": 3}])
    load = train(to="0506", tokens=6, **{"from": "0503"})
    play(game, "axis", load)
    assert dump_at(game, game.board.hex("0506"), "axis") == 6
    assert dump_at(game, game.board.hex("0503"), "axis") == 6
    assert used(game) == Fraction(3, 2)
    assert rules(game, "axis", {**load, "tokens": 7}) == ["13.3a"]


@rule("ocs", "12.2a")
def test_no_leapfrogging_with_trains() -> None:
    trucks = [
        {"id": "t1", "side": "axis", "hex": "0506", "points": 2},
        {"id": "t2", "side": "axis", "hex": "0603", "points": 2, "loaded": True},
    ]
    game = rails(dumps=[{"side": "axis", "hex": "0503", "sp": 3}], transport=trucks)
    play(game, "axis", train(to="0506", tokens=6, **{"from": "0503"}))
    assert rules(game, "axis", {"do": "load", "transport": "t1", "tokens": 1}) == ["12.2a"]
    assert rules(game, "axis", train(to="0509", tokens=6, **{"from": "0506"})) == ["12.2a"]
    play(game, "axis", {"do": "haul", "transport": ["t2"], "path": ["0503"]})
    assert rules(game, "axis", train(to="0506", transport=["t2"])) == ["12.2a"]


@rule("ocs", "12.2a")
def test_trucks_that_brought_one_load_may_ride_with_another() -> None:
    trucks = [{"id": "t1", "side": "axis", "hex": "0603", "points": 2, "loaded": True}]
    game = rails(dumps=[{"side": "axis", "hex": "0503", "sp": 2}], transport=trucks)
    play(game, "axis", {"do": "haul", "transport": ["t1"], "path": ["0503"]})
    play(game, "axis", {"do": "unload", "transport": "t1", "tokens": 8})
    play(game, "axis", {"do": "load", "transport": "t1", "tokens": 8})  # what lay there before
    assert rules(game, "axis", train(to="0506", transport=["t1"])) == []


@rule("ocs", "13.2e")
@rule("ocs", "4.7c")
def test_transport_goes_by_rail_loaded_and_costs_its_size() -> None:
    trucks = [{"id": "t1", "side": "axis", "hex": "0503", "points": 3, "loaded": True}]
    game = rails(transport=trucks)
    play(game, "axis", train(to="0506", transport=["t1"]))
    found = game.state[TRANSPORT]["t1"]
    assert (game.board.label(found.hex), found.load, used(game)) == ("0506", 12, 3)
    assert rules(game, "axis", {"do": "haul", "transport": ["t1"], "path": ["0507"]}) == ["6.1g"]
    assert rules(game, "axis", {"do": "unload", "transport": "t1", "tokens": 4}) == ["6.1g"]


@rule("ocs", "13.3a")
@rule("ocs", "5.7e")
def test_extenders_and_reserves_are_no_cargo() -> None:
    trucks = [
        {"id": "x1", "side": "axis", "hex": "0503", "points": 5, "extender": True},
        {"id": "o1", "side": "axis", "hex": "0503", "points": 1, "formation": "1 Pz"},
    ]
    game = rails(transport=trucks)
    assert rules(game, "axis", train(to="0506", transport=["x1"])) == ["12.7d"]
    assert rules(game, "axis", train(to="0506", transport=["o1"])) == []
    game.put(TRANSPORT, "o1", replace(game.state[TRANSPORT]["o1"], reserve=True))
    assert rules(game, "axis", train(to="0506", transport=["o1"])) == ["5.7e"]
    assert rules(game, "axis", train("Bf 109", to="0506")) == ["13.3a"]
    assert rules(game, "axis", train("s9", to="0506")) == ["13.3a"]
    assert rules(game, "axis", train(to="0506", transport=["t9"])) == ["13.3a"]
    assert rules(game, "axis", train(to="0506", transport=["o1", "o1"])) == ["form"]
    assert rules(game, "axis", train(to="0506")) == ["13.3a"]
    assert rules(game, "axis", train("a0", to="9999")) == ["form"]


@rule("ocs", "13.3b")
def test_rail_cap_is_for_a_turn_and_is_not_saved() -> None:
    game = rails(
        foot("a1", "0503", re=8), foot("a2", "0503", re=2), foot("a3", "0501", size="company")
    )  # fmt: skip
    play(game, "axis", train("a1", to="0509"))
    play(game, "axis", train("a2", to="0506"))
    assert (rail.cap_left(game, "axis"), used(game)) == (0, 10)
    assert rules(game, "axis", train("a3", to="0506")) == ["13.3b"]
    while game.turn == 1:
        end(game, game.to_act or "")
    assert rail.cap_left(game, "axis") == 40


@rule("ocs", "13.3b")
@pytest.mark.parametrize("segment", [REACTION, EXPLOITATION])
def test_trains_run_in_the_movement_phase_only(segment: str) -> None:
    phasing = "allied" if segment == REACTION else "axis"
    depot = [{"side": "axis", "hex": "0503", "sp": 3}]
    game = rails(foot("a1", "0503"), segment=segment, player=phasing, first=phasing, dumps=depot)
    assert rules(game, "axis", train("a1", to="0506")) == ["13.3b"]
    assert not [a for a in game.legal("axis") if a["do"] == "rail"]


@rule("ocs", "13.3a")
def test_all_on_several_tracks_costs_half() -> None:
    tracks = (f"{LINE} rail", "0501-0502-0503-0504-0505-0506 rail_multi")
    game = rails(foot("a1", "0503"), foot("a2", "0503"), board=board(tracks))
    play(game, "axis", train("a1", to="0506"))
    assert used(game) == Fraction(1, 2)
    play(game, "axis", train("a2", to="0509"))
    assert used(game) == Fraction(3, 2)


@rule("ocs", "13.3a")
@rule("ocs", "14.8c")
@rule("ocs", "14.8b")
def test_trainbusting_doubles_the_cost_once() -> None:
    game = rails(foot("a1", "0503"), foot("a2", "0503"), foot("a3", "0501"))
    for label in ("0505", "0606"):
        game.put(HEXES, game.board.hex(label), HexStatus(busted="allied"))
    play(game, "axis", train("a1", to="0509"))
    assert used(game) == 2
    play(game, "axis", train("a2", to="0501"))
    assert used(game) == 3  # away from the zone
    game.put(HEXES, game.board.hex("0505"), HexStatus(busted="axis"))
    game.put(HEXES, game.board.hex("0606"), HexStatus())
    play(game, "axis", train("a3", to="0509"))
    assert used(game) == 4  # one's own markers are for the enemy


@rule("ocs", "13.3a")
def test_trains_take_the_way_that_costs_least() -> None:
    loop = "0503-0403-0404-0405-0406-0506 rail_multi"
    game = rails(foot("a1", "0503"), board=board((f"{LINE} rail", loop)))
    play(game, "axis", train("a1", to="0506"))
    assert used(game) == Fraction(1, 2)
    assert told(game, "rail")[0]["path"] == ["0403", "0404", "0405", "0406", "0506"]
    game = rails(foot("a1", "0503"), board=board((f"{LINE} rail", loop)))
    play(game, "axis", train("a1", to="0506", path=["0504", "0505", "0506"]))
    assert used(game) == 1
    way = ["0504", "0505", "0506"]
    game = rails(foot("a1", "0503"))
    assert rules(game, "axis", train("a1", to="0509", path=way)) == ["form"]
    assert rules(game, "axis", train("a1", to="0506", path=["0505", "0506"])) == ["13.3c(2)"]
    assert rules(game, "axis", train("a1", to="0503", path=["0504", "0503"])) == ["13.3c(2)"]


# ---- entraining


@rule("ocs", "13.3c(1)")
@rule("ocs", "5.5a")
@rule("ocs", "5.6a")
@rule("ocs", "5.10d")
@pytest.mark.parametrize(
    ("how", "id"), [("combat", "5.5a"), ("reserve", "5.7e"), ("strat", "5.8d"), ("dg", "5.10d")]
)
def test_cargo_is_in_move_mode(how: str, id: str) -> None:
    game = rails(unit("a1", "0503", mode=how, up="move"))
    assert rules(game, "axis", train("a1", to="0506")) == [id]


@rule("ocs", "13.3c(1)")
def test_at_most_half_the_allowance_is_used_before() -> None:
    game = rails(foot("a1", "0703"))
    play(game, "axis", move("a1", to="0603 0503"))
    assert rules(game, "axis", train("a1", to="0506")) == []
    game.put(UNITS, "a1", replace(at(game, "a1"), spent=4 * 12))
    assert rules(game, "axis", train("a1", to="0506")) == []
    game.put(UNITS, "a1", replace(at(game, "a1"), spent=4 * 12 + 1))
    assert rules(game, "axis", train("a1", to="0506")) == ["13.3c(1)"]


@rule("ocs", "4.5b")
def test_who_negates_a_zone_does_not_board() -> None:
    game = rails(foot("a1", "0503"))
    game.put(UNITS, "a1", replace(at(game, "a1"), locked=serial("movement")))
    assert rules(game, "axis", train("a1", to="0506")) == ["4.5b"]


@rule("ocs", "13.3c(1)")
def test_transport_too_uses_at_most_half_before() -> None:
    game = rails(transport=[{"id": "t1", "side": "axis", "hex": "0503", "points": 1}])
    transport.pay(game, "t1", 10 * 12)
    assert rules(game, "axis", train(to="0506", transport=["t1"])) == []
    transport.pay(game, "t1", 1)
    assert rules(game, "axis", train(to="0506", transport=["t1"])) == ["13.3c(1)"]


@rule("ocs", "13.3c(1)")
@rule("ocs", "13.3c(3)")
@rule("ocs", "13.3c-det")
@rule("ocs", "GL-detrainable")
def test_cargo_boards_and_leaves_trains_at_stations() -> None:
    game = rails(foot("a1", "0504"), foot("a2", "0503"), foot("a3", "0603"))
    assert hexes(game, rail.detrainable(game, "axis")) == ["0501", "0503", "0506", "0509"]
    assert rules(game, "axis", train("a1", to="0506")) == ["13.3c(1)"]
    assert rules(game, "axis", train("a2", to="0505")) == ["13.3c(3)"]
    assert rules(game, "axis", train("a3", to="0506")) == ["13.3c(1)"]
    assert rules(game, "axis", train("a2", "a3", to="0506")) == ["13.3c(1)"]
    assert rules(game, "axis", train("a2", to="0503")) == ["13.3c(2)"]


@rule("ocs", "13.3c-det")
@rule("ocs", "13.8c")
@rule("ocs", "19.0a")
def test_ports_and_headquarters_at_work_make_stations() -> None:
    ports = [{"side": "axis", "hex": "0502", "capacity": 2}]
    hq = unit("ah", "0504", "hq")
    game = rails(hq, board=board(terrain={"0402": "sea"}), ports=ports)
    assert hexes(game, rail.detrainable(game, "axis")) == [
        "0501",
        "0502",
        "0503",
        "0504",
        "0506",
        "0509",
    ]
    play(game, "axis", mode("ah", to="move"))
    assert "0504" not in hexes(game, rail.detrainable(game, "axis"))
    assert rules(game, "axis", train("ah", to="0506")) == []  # it boards where it was at work
    game = rails(unit("ah", "0504", "hq", mode="move"))
    assert rules(game, "axis", train("ah", to="0506")) == ["13.3c(1)"]


@rule("ocs", "13.3c(1)")
def test_what_has_just_come_boards_where_it_came() -> None:
    fresh = [{"side": "axis", "hex": "0502", "sp": 2}]
    trucks = [{"id": "t1", "side": "axis", "hex": "0502", "points": 1}]
    game = rails(
        foot("a1", "0502", at={"entered": 1}), foot("a2", "0502"), dumps=fresh, transport=trucks
    )
    assert rules(game, "axis", train("a1", to="0506")) == []
    assert rules(game, "axis", train("a2", to="0506")) == ["13.3c(1)"]
    assert rules(game, "axis", train("a1", "a2", to="0506")) == ["13.3c(1)"]
    assert rules(game, "axis", train(to="0506", transport=["t1"])) == ["13.3c(1)"]
    supply = train(to="0506", tokens=3, **{"from": "0502"})
    assert rules(game, "axis", supply) == ["13.3c(1)"]
    key = f"axis@{game.board.hex('0502')}"
    old = game.state[DUMPS][key]
    game.put(DUMPS, key, replace(old, fresh=3, unloaded=serial("reinforcement")))
    assert rules(game, "axis", supply) == []
    assert rules(game, "axis", {**supply, "tokens": 4}) == ["13.3c(1)"]
    play(game, "axis", move("a1", to="0402 0502"))
    assert rules(game, "axis", train("a1", to="0506")) == ["13.3c(1)"]


# ---- the way


@rule("ocs", "13.3a")
@rule("ocs", "13.3c(2)")
@rule("ocs", "4.5a(C)")
@rule("ocs", "13.3c-det")
def test_no_train_enters_an_enemy_zone_and_nobody_negates_it() -> None:
    game = rails(foot("a1", "0503"), unit("s1", "0404"), unit("a2", "0504"), unit("a3", "0505"))
    assert rules(game, "axis", train("a1", to="0506")) == ["13.3c(2)"]
    way = ["0504", "0505", "0506"]
    assert rules(game, "axis", train("a1", to="0506", path=way)) == ["4.5a(C)"]
    assert rules(game, "axis", train("a1", to="0501")) == []
    assert hexes(game, rail.detrainable(game, "axis")) == ["0501", "0503", "0506", "0509"]
    game = rails(foot("a1", "0503"), unit("s1", "0404"))  # beyond, only friends keep it joined
    assert hexes(game, rail.detrainable(game, "axis")) == ["0501", "0503"]
    game = rails(foot("a1", "0503"), unit("s1", "0404", mode="move"))
    assert rules(game, "axis", train("a1", to="0506")) == []


@rule("ocs", "13.3c(2)")
@rule("ocs", "4.5a(C)")
def test_trains_go_round_enemy_zones_if_they_can() -> None:
    loop = "0503-0403-0404-0405-0406-0506 rail"
    game = rails(foot("a1", "0503"), unit("s1", "0604"), board=board((f"{LINE} rail", loop)))
    way = ["0504", "0505", "0506"]
    assert rules(game, "axis", train("a1", to="0506", path=way)) == ["4.5a(C)"]
    play(game, "axis", train("a1", to="0506"))
    assert told(game, "rail")[0]["path"] == ["0403", "0404", "0405", "0406", "0506"]


@rule("ocs", "13.3c(1)")
@rule("ocs", "4.5a(C)")
def test_nobody_boards_or_leaves_in_an_enemy_zone() -> None:
    game = rails(foot("a1", "0503"), unit("s1", "0602"))
    assert rules(game, "axis", train("a1", to="0501")) == ["4.5a(C)"]
    way = ["0502", "0501"]
    assert rules(game, "axis", train("a1", to="0501", path=way)) == ["4.5a(C)"]
    game = rails(foot("a1", "0501"), unit("s1", "0609"), unit("a2", "0509"))
    assert rules(game, "axis", train("a1", to="0509")) == ["4.5a(C)"]


@rule("ocs", "13.3c(2)")
@rule("ocs", "13.3h")
def test_enemy_units_cut_a_line_even_without_a_zone() -> None:
    game = rails(foot("a1", "0501"), unit("s1", "0505", mode="move"), unit("a2", "0507"))
    assert rules(game, "axis", train("a1", to="0509")) == ["13.3h"]
    assert rules(game, "axis", train("a1", to="0503")) == []
    assert rules(game, "axis", train("a1", to="0505")) == ["13.3c(2)"]
    assert hexes(game, rail.lines(game, "axis")) == ["0501", "0502", "0503", "0504"]


@rule("ocs", "4.4c")
def test_nobody_leaves_a_train_among_enemy_belongings() -> None:
    game = rails(foot("a1", "0501"), dumps=[{"side": "allied", "hex": "0509", "sp": 1}])
    assert rules(game, "axis", train("a1", to="0509")) == ["4.4c"]


# ---- the deed as offered


def test_what_is_offered_is_legal() -> None:
    game = gauged(
        foot("a1", "0501"), repair("a2", "0502"), foot("a3", "0503"),
        dumps=[{"side": "axis", "hex": "0503", "sp": 3}],
        transport=[{"id": "t1", "side": "axis", "hex": "0501", "points": 2}],
    )  # fmt: skip
    offered = [a for a in game.legal("axis") if a["do"] == "rail"]
    assert len(offered) == 2 + 2 + 1 + 1  # a1, t1: 0503; a3, supply: 0501; a2: both
    assert all(rules(game, "axis", a) == [] for a in offered)


def test_the_enemy_sees_a_train_but_not_its_cargo() -> None:
    game = rails(foot("a1", "0503"))
    play(game, "axis", train("a1", to="0506"))
    event = next(e for e in game.events if e.kind == "rail")
    assert event.seen_by == ("axis",)
    assert event.others is not None
    assert dict(event.others.facts) == {"from": "0503", "to": "0506"}


def test_whether_anybody_is_asked_about_trains() -> None:
    def possible(**more: Any) -> bool:
        return trains.Rail().possible(rails(foot("a1", "0503"), **more), "axis")

    depot = [{"side": "axis", "hex": "0101", "sp": 1}]
    assert possible()
    assert not possible(limits={})
    assert not possible(segment=EXPLOITATION, dumps=depot)
    assert not possible(sources=[])


def test_chance_finds_trains_that_may_run() -> None:
    game = rails(foot("a1", "0503"), dumps=[{"side": "axis", "hex": "0503", "sp": 1}])
    found = [trains.Rail().sample(game, "axis", random.Random(seed)) for seed in range(20)]
    runs = [action for action in found if action is not None]
    assert runs
    assert all(rules(game, "axis", action) == [] for action in runs)
    game = rails(foot("a1", "0503"), limits={})
    assert trains.Rail().sample(game, "axis", random.Random(1)) is None


@rule("ocs", "13.3c(3)")
def test_what_came_by_rail_neither_boards_anything_else_nor_becomes_an_extender() -> None:
    light = unit("a1", "0503", move="4:8 leg", mode="move")
    posts = [{"id": "t1", "side": "axis", "hex": "0503", "kind": "truck", "points": 5}]
    game = rails(light, transport=posts)
    assert loads.why_not_aboard(game, "axis", "a1") is None
    assert rules(game, "axis", {"do": "extend", "transport": ["t1"]}) == []
    play(game, "axis", train("a1", to="0506"))
    play(game, "axis", train(to="0506", transport=["t1"]))
    refusal = loads.why_not_aboard(game, "axis", "a1")
    assert refusal is not None
    assert refusal.rule == "13.3c(3)"
    assert rules(game, "axis", {"do": "extend", "transport": ["t1"]}) == ["13.3c(3)"]
