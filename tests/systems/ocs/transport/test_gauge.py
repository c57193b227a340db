"""Gauges: whose track it is, and those who convert it. [13.3]"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.status import HEXES, SIDES, HexStatus
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport import rail, relaying
from grognard.systems.ocs.turn.phases import EXPLOITATION, MOVEMENT
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.combat.test_overrun import drive
from tests.systems.ocs.field import at, move, play, rig, rules, serial, told, unit, where
from tests.systems.ocs.transport.tracks import foot, gauged, hexes, rails, repair, train

rule = pytest.mark.rule


@rule("ocs", "13.3d")
@rule("ocs", "13.3f(A)")
def test_a_side_uses_only_its_own_gauge() -> None:
    game = gauged(foot("a1", "0501"))
    assert hexes(game, rail.lines(game, "axis")) == ["0501", "0502", "0503"]
    assert rules(game, "axis", train("a1", to="0506")) == ["13.3f(A)"]
    assert rules(game, "axis", train("a1", to="0503")) == []


@rule("ocs", "13.3d")
def test_units_that_pass_do_not_move_a_railhead() -> None:
    game = gauged(unit("a1", "0503"))
    play(game, "axis", move("a1", to="0504 0505"))
    assert game.state[HEXES][game.board.hex("0504")].gauge == "allied"


@rule("ocs", "13.3f(B)")
@rule("ocs", "13.3g(D)")
def test_rail_repair_units_convert_what_they_enter_up_to_four_hexes() -> None:
    game = gauged(repair("a1", "0503"))
    play(game, "axis", move("a1", to="0504 0505 0506 0507 0508 0509"))
    gauges = [game.state[HEXES][game.board.hex(f"050{n}")].gauge for n in range(1, 10)]
    assert gauges == ["axis"] * 7 + ["allied"] * 2
    assert [fact["hex"] for fact in told(game, "converted")] == ["0504", "0505", "0506", "0507"]
    assert at(game, "a1").spent == 6 * 12  # no more points than any move
    assert dumps.stock(game, "axis") == game.state[SIDES]["axis"].delivered


@rule("ocs", "13.3g(D)")
@rule("ocs", "5.10e")
@rule("ocs", "5.5b")
@pytest.mark.parametrize(
    ("how", "done"),
    [
        ({"mode": "combat"}, 3),
        ({"mode": "dg", "up": "combat"}, 3),
        ({"mode": "dg", "up": "combat", "combat": "1:4 leg"}, 2),
        ({"mode": "combat", "combat": "1:2 leg"}, 2),
        ({"mode": "dg", "up": "move"}, 0),
        ({"mode": "move"}, 0),
        ({"mode": "strat"}, 0),
    ],
)
def test_converting_takes_combat_mode_and_no_more_hexes_than_points(how: Any, done: int) -> None:
    game = gauged(repair("a1", "0503", **how))
    for goal in ("0504", "0505", "0506"):
        if rules(game, "axis", move("a1", to=goal)) == []:
            play(game, "axis", move("a1", to=goal))
    assert len(told(game, "converted")) == done
    assert relaying.rate(game, "a1") <= 4


@rule("ocs", "13.3f(B)")
def test_where_there_is_no_track_there_is_nothing_to_convert() -> None:
    game = rails(repair("a1", "0503"), gauges={"allied": ["0604", "0603"]})
    play(game, "axis", move("a1", to="0603 0604"))
    assert told(game, "converted") == []


@rule("ocs", "13.3g(D)")
def test_the_rate_starts_anew_with_each_movement_phase() -> None:
    game = gauged(repair("a1", "0503"))
    game.put(UNITS, "a1", replace(at(game, "a1"), relaid=4, relaying=serial("movement") - 40))
    play(game, "axis", move("a1", to="0504"))
    assert len(told(game, "converted")) == 1


@rule("ocs", "13.3g(D)")
def test_track_is_converted_in_the_movement_phase_only() -> None:
    game = gauged(repair("a1", "0503", mode="exploit"), segment=EXPLOITATION)
    game.put(UNITS, "a1", replace(at(game, "a1"), mode="combat", released=serial(EXPLOITATION)))
    play(game, "axis", move("a1", to="0504"))
    assert told(game, "converted") == []


@rule("ocs", "13.3f(A)")
@rule("ocs", "4.5a(E)")
def test_no_track_is_converted_in_an_enemy_zone() -> None:
    game = gauged(repair("a1", "0503"), unit("s1", "0604"), unit("a2", "0504"))
    play(game, "axis", move("a1", to="0504"))
    assert told(game, "converted") == []
    game = gauged(repair("a1", "0503"), unit("s1", "0604", mode="move"))
    play(game, "axis", move("a1", to="0504"))
    assert len(told(game, "converted")) == 1


@rule("ocs", "13.3f(B)")
def test_who_retreats_onto_track_does_not_convert_it() -> None:
    division = unit("s1", "0404", combat="6:9 leg", move="6:9 leg", re=3)
    mine = repair("a1", "0505", combat="2:6 leg", move="2:8 leg")
    supply = [{"side": "allied", "hex": "0404", "sp": 5}]
    game = gauged(mine, division, player="allied", first="allied", dumps=supply)
    rig(game, 3, 4, 3, 3)  # no surprise, then a step of the attackers and an option
    drive(
        game, "allied", {"do": "overrun", "units": ["s1"], "target": "0505"},
        option={"do": "option", "losses": 0}, retreat={"do": "retreat", "paths": {"a1": ["0506"]}},
    )  # fmt: skip
    assert where(game, "a1") == "0506"
    assert told(game, "converted") == []


@rule("ocs", "13.3f(B)")
def test_repair_units_need_not_convert() -> None:
    game = gauged(repair("a1", "0503"), unit("a2", "0601"), repair("s9", "0909", mode="move"))
    relay = {"do": "relay", "unit": "a1", "convert": False}
    assert rules(game, "axis", {**relay, "convert": True}) == ["13.3f(B)"]
    assert rules(game, "axis", {**relay, "unit": "a2"}) == ["13.3f(B)"]
    assert rules(game, "axis", {**relay, "unit": "s9"}) == ["13.3f(B)"]
    assert [a for a in game.legal("axis") if a["do"] == "relay"] == [relay]
    play(game, "axis", relay)
    play(game, "axis", move("a1", to="0504"))
    play(game, "axis", {**relay, "convert": True})
    play(game, "axis", move("a1", to="0505"))
    assert [fact["hex"] for fact in told(game, "converted")] == ["0505"]


@rule("ocs", "13.3g(A)")
def test_repair_units_ride_first_and_convert_then() -> None:
    game = gauged(repair("a1", "0501"))
    play(game, "axis", train("a1", to="0503"))
    play(game, "axis", move("a1", to="0504"))
    assert len(told(game, "converted")) == 1


@rule("ocs", "13.3g(A)")
def test_no_second_repair_unit_rides_on_track_just_converted() -> None:
    game = gauged(repair("a1", "0503"), repair("a2", "0501"), foot("a3", "0501"))
    play(game, "axis", move("a1", to="0504 0505 0506"))
    assert rules(game, "axis", train("a2", to="0506")) == ["13.3g(A)"]
    assert rules(game, "axis", train("a2", to="0503")) == []
    assert rules(game, "axis", train("a3", to="0506")) == []  # others may


@rule("ocs", "13.3g(B)")
def test_repair_units_ride_in_combat_mode_and_move_on() -> None:
    game = rails(repair("a1", "0702"), foot("a2", "0501"))
    play(game, "axis", move("a1", to="0602 0502"))
    play(game, "axis", train("a1", to="0507"))
    assert (where(game, "a1"), at(game, "a1").spent) == ("0507", 24)
    assert rules(game, "axis", move("a1", to="0508 0509 0409 0309")) == []
    assert rules(game, "axis", move("a1", to="0508 0509 0409 0309 0209")) == ["6.2"]


@rule("ocs", "13.3g(C)")
def test_repair_units_board_and_leave_anywhere() -> None:
    game = rails(repair("a1", "0502"), foot("a2", "0502"))
    assert rules(game, "axis", train("a1", to="0505")) == []
    assert rules(game, "axis", train("a2", to="0505")) == ["13.3c(1)", "13.3c(3)"]
    assert rules(game, "axis", train("a1", "a2", to="0505")) == ["13.3c(1)", "13.3c(3)"]


@rule("ocs", "13.3e")
def test_nothing_damages_or_repairs_track() -> None:
    game = rails(foot("a1", "0503"), segment=MOVEMENT)
    before = dict(rail.rail_steps(game))
    scars = HexStatus(busted="allied", bust_tried=0, barraged=0, attacked=0)
    game.put(HEXES, game.board.hex("0504"), scars)
    game.put(HEXES, game.board.hex("0505"), scars)
    assert rail.rail_steps(game) == before
    assert sorted(hexes(game, before.get(game.board.hex("0504"), ()))) == ["0503", "0505"]
    play(game, "axis", train("a1", to="0506"))
    assert where(game, "a1") == "0506"
    deeds = {deed.do for segment in game.segments for deed in segment.deeds}
    assert not deeds & {"damage-rail", "repair-rail", "cut-rail"}
    assert not [f.name for f in fields(HexStatus) if "damage" in f.name or "cut" in f.name]


@rule("ocs", "13.3g(D)")
def test_a_rail_repair_unit_converts_no_more_hexes_than_it_has_points() -> None:
    crews = [
        unit("a1", "0503", traits="rail-repair", combat="0:6 leg"),
        unit("a2", "0503", traits="rail-repair", combat="0:3 leg"),
        unit("a3", "0503", traits="rail-repair", combat="0:6 leg", mode="dg", up="combat"),
    ]
    game = rails(*crews)
    assert [relaying.rate(game, name) for name in ("a1", "a2", "a3")] == [4, 3, 3]
