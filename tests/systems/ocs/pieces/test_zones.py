"""Zones of control: who has one, what it forbids, negation and its lock. [4.4] [4.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.pieces import zones
from tests.systems.ocs.field import at, end, field, mode, move, rules, unit, where

rule = pytest.mark.rule
TRUCK = {"combat": "6:8 truck", "move": "3:16 truck"}


def zone(**more: Any) -> bool:
    game = field(unit("a1", "0505", **more))
    return zones.in_zone(game, game.board.hex("0506"), "axis")


@rule("ocs", "4.5")
def test_a_zone_is_the_six_hexes_around() -> None:
    game = field(unit("a1", "0505"))
    board = game.board
    found = [h for h in range(board.n) if zones.in_zone(game, h, "axis")]
    assert found == sorted(board.around(board.hex("0505")))
    assert zones.enemy_zone(game, board.hex("0506"), "allied")
    assert not zones.enemy_zone(game, board.hex("0506"), "axis")


@rule("ocs", "4.4b")
@rule("ocs", "5.5e")
@rule("ocs", "5.9c")
def test_who_has_a_zone() -> None:
    assert zone()
    assert zone(combat="0:3 leg")
    assert not zone(combat="(5):3 leg")
    assert not zone(mode="move")
    assert not zone(mode="reserve")
    assert not zone(mode="dg")
    assert not zone(at={"oos": True})
    assert not zone(mode="exploit")
    assert zone(mode="exploit", at={"kept_zoc": True})
    assert not zone(type="artillery")


@rule("ocs", "4.4b")
def test_zones_follow_modes_and_moves() -> None:
    game = field(unit("a1", "0505"))
    h = game.board.hex("0506")
    game.play("axis", mode("a1", to="move"))
    assert not zones.in_zone(game, h, "axis")
    game.undo("axis")
    assert zones.in_zone(game, h, "axis")
    game.play("axis", move("a1", to="0504"))
    assert not zones.in_zone(game, h, "axis")
    assert game.journal.lies() == []


def trucks(*others: Any, **more: Any) -> Any:
    return field(unit("a1", "0501", **TRUCK), unit("s1", "0404"), *others, **more)


@rule("ocs", "4.5a(A)")
@rule("ocs", "6.3b")
def test_trucks_stop_in_an_enemy_zone() -> None:
    game = trucks()
    assert rules(game, "axis", move("a1", to="0502 0503 0504")) == []
    assert rules(game, "axis", move("a1", to="0502 0503 0504 0505")) == ["4.5a(A)"]
    game.play("axis", move("a1", to="0502 0503 0504"))
    assert rules(game, "axis", move("a1", to="0604")) == ["4.5a(A)"]
    assert not [a for a in game.legal("axis") if a["do"] == "move"]


@rule("ocs", "4.5a(A)")
def test_legs_and_tracks_go_on() -> None:
    for face in ("6:8 leg", "6:8 tracked"):
        game = field(unit("a1", "0501", combat=face), unit("s1", "0404"))
        assert rules(game, "axis", move("a1", to="0502 0503 0504 0505")) == []


@rule("ocs", "4.5a(A)")
def test_trucks_that_begin_in_a_zone_leave_it() -> None:
    game = field(unit("a1", "0404", **TRUCK), unit("s1", "0405"))
    assert rules(game, "axis", move("a1", to="0403 0402")) == []


@rule("ocs", "4.5b")
def test_a_friend_in_the_hex_negates_the_zone_and_must_stay() -> None:
    game = trucks(unit("a2", "0504"))
    assert rules(game, "axis", move("a1", to="0502 0503 0504 0604")) == []
    game.play("axis", move("a1", to="0502 0503 0504 0604"))
    assert zones.locked(game, "a2")
    assert rules(game, "axis", move("a2", to="0503")) == ["4.5b"]
    end(game, "axis", until="movement")
    assert at(game, "a2").locked >= 0
    assert not zones.locked(game, "a2")


@rule("ocs", "4.5b")
def test_entering_alone_binds_nobody() -> None:
    game = trucks(unit("a2", "0504"))
    game.play("axis", move("a1", to="0502 0503 0504"))
    assert not zones.locked(game, "a2")


@rule("ocs", "4.5b")
def test_whoever_was_told_to_stay_is_bound() -> None:
    game = trucks(unit("a2", "0504"), unit("a3", "0504"))
    game.play("axis", {"do": "stay", "unit": "a3"})
    game.play("axis", move("a1", to="0502 0503 0504 0604"))
    assert zones.locked(game, "a3")
    assert not zones.locked(game, "a2")
    assert rules(game, "axis", {"do": "stay", "unit": "a1"}) == ["4.5b"]


@rule("ocs", "4.5b")
def test_it_does_not_matter_which_of_those_who_were_there_stays() -> None:
    game = trucks(unit("a2", "0504"), unit("a3", "0504"), unit("a4", "0503", combat="8:9 leg"))
    game.play("axis", move("a1", to="0502 0503 0504 0604"))
    bound, free = sorted(("a2", "a3"), key=lambda name: not zones.locked(game, name))
    assert zones.locked(game, bound)
    assert not zones.locked(game, free)
    assert rules(game, "axis", move("a2", "a3", to="0503")) == ["4.5b"]  # somebody must
    assert move(bound, to="0503") in list(game.legal("axis"))
    game.play("axis", move(bound, to="0503"))
    assert zones.locked(game, free)
    assert not zones.locked(game, bound)
    game.play("axis", move("a4", to="0504"))  # too late: it was not there at that moment
    assert rules(game, "axis", move(free, to="0503")) == ["4.5b"]


@rule("ocs", "6.1f")
@rule("ocs", "4.5b")
def test_laying_a_carpet() -> None:
    game = field(
        *(unit(name, "0501", **TRUCK) for name in ("a1", "a2", "a3")),
        unit("s1", "0404"), unit("s2", "0409"),
    )  # fmt: skip
    path = "0502 0503 0504 0505 0506"
    assert rules(game, "axis", move("a1", "a2", "a3", to=path)) == ["4.5a(A)"]
    one = {"drop": {"a3": "0504"}}
    assert rules(game, "axis", move("a1", "a2", "a3", to=path, **one)) == ["4.5a(A)"]
    both = {"drop": {"a3": "0504", "a2": "0505"}}
    game.play("axis", move("a1", "a2", "a3", to=path, **both))
    assert [where(game, n) for n in ("a1", "a2", "a3")] == ["0506", "0505", "0504"]
    assert rules(game, "axis", move("a3", to="0503")) == ["6.1g"]


@rule("ocs", "4.5a(I)")
@rule("ocs", "4.5a(J)")
@rule("ocs", "5.7c")
@rule("ocs", "5.8a")
def test_friends_do_not_negate_zones_for_modes() -> None:
    game = field(unit("a1", "0504"), unit("a2", "0504"), unit("s1", "0505"))
    assert rules(game, "axis", mode("a1", to="reserve", up="move")) == ["5.7c"]
    assert rules(game, "axis", mode("a1", to="strat")) == ["5.8a"]
    assert rules(game, "axis", mode("a1", to="move")) == []


@rule("ocs", "4.5a(J)")
@rule("ocs", "5.8a")
def test_strat_mode_keeps_out_of_zones() -> None:
    game = field(unit("a1", "0502", mode="strat"), unit("a2", "0504"), unit("s1", "0505"),
                 sources=[{"side": "axis", "hex": "0502"}])  # fmt: skip
    assert rules(game, "axis", move("a1", to="0503")) == []
    assert rules(game, "axis", move("a1", to="0503 0504")) == ["5.8a"]


@rule("ocs", "4.5a(I)")
@rule("ocs", "5.7c")
def test_reserves_come_and_go_through_zones() -> None:
    game = field(unit("a1", "0503", mode="reserve", up="combat", combat="6:12 leg"),
                 unit("s1", "0505"))  # fmt: skip
    assert rules(game, "axis", move("a1", to="0504 0503")) == []


NEGATABLE = {
    "truck_movement": True, "supply_path": True, "rail_cargo": False, "rail_trace": True,
    "rail_conversion": False, "port_trace": True, "sea_cargo": False, "refit": True,
    "into_reserve": False, "strat": False, "rebuild": False,
}  # fmt: skip


@rule("ocs", "4.5a(B)")
@rule("ocs", "4.5a(C)")
@rule("ocs", "4.5a(D)")
@rule("ocs", "4.5a(E)")
@rule("ocs", "4.5a(F)")
@rule("ocs", "4.5a(G)")
@rule("ocs", "4.5a(H)")
@rule("ocs", "4.5a(K)")
@pytest.mark.parametrize("action", NEGATABLE)
def test_what_can_be_negated(action: str) -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"))
    held, bare, away = (game.board.hex(h) for h in ("0504", "0506", "0101"))
    assert zones.barred(game, action, bare, "axis")
    assert not zones.barred(game, action, away, "axis")
    assert zones.barred(game, action, held, "axis") is not NEGATABLE[action]


@rule("ocs", "4.5a-DAK")
def test_in_some_games_ports_are_not_helped_by_friends() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), port_negation=False)
    assert zones.barred(game, zones.PORT_TRACE, game.board.hex("0504"), "axis")
    assert not zones.barred(game, zones.REFIT, game.board.hex("0504"), "axis")


def test_who_exerts_a_zone() -> None:
    game = field(unit("s1", "0504"), unit("s2", "0504", mode="move"))
    assert zones.exerters(game, game.board.hex("0505"), "allied") == ["s1"]


@rule("ocs", "4.5b")
def test_whoever_has_least_to_do_elsewhere_is_bound_first() -> None:
    game = field(
        unit("a1", "0404"), unit("a2", "0404", "artillery"), unit("s1", "0505"), segment="attack"
    )
    assert zones.lock(game, game.board.hex("0404"), "axis") == "a2"
