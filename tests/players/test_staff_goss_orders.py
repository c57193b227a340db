"""What the staff of GOSS orders in small positions, part by part."""

from __future__ import annotations

from typing import Any

from grognard.players.staff import Staff
from grognard.systems.goss.scenario import Gs
from tests.players.playing import did, phase_of
from tests.systems.goss.arrivals.edge import coming
from tests.systems.goss.field import at, position, rig, unit, where

ROAD = {"primary": [[(q, 0) for q in range(-6, 11)]]}
FAR: dict[str, Any] = {"roads": ROAD, "victory": {"axis": [{"hold": at(9, 0), "vp": 4}]}}


def test_it_dashes_by_road_to_what_nobody_defends() -> None:
    """An enemy who does not sit on the road does not keep it shut. [7.10.0]"""
    game = position(
        unit("g1", (0, 0), "motinf"), unit("u1", (1, -2)), segment="road-moves", **FAR
    )  # fmt: skip
    phase_of(game, "axis")
    assert where(game, "g1") == at(9, 0)


def test_the_weakest_leave_the_map_for_points_and_no_more_than_count() -> None:
    """Where two count the two weakest go, and the third stays. [3.3.4]"""
    out = {"exit": [at(6, 0)], "vp": 1, "max": 2, "each": "Mech battalion"}
    game = position(
        *(unit(f"g{n}", (n, 0), "motinf", f"{3 + n}-6") for n in range(3)), unit("u1", (2, -6)),
        segment="road-moves", roads=ROAD, victory={"axis": [out]},
    )  # fmt: skip
    done = phase_of(game, "axis")
    assert sorted(order["unit"] for order in did(done, "exit-map")) == ["g0", "g1"]


def test_reinforcements_come_in_before_the_others_move() -> None:
    """Who waits at the edge enters in the step of his mode. [21.2.0]"""
    game = coming(unit("g1", None), unit("u9", (5, 0)), due=5)
    staff = Staff()
    while where(game, "g1") == "expected":
        player = game.to_act
        ask = game.decisions[0].ask
        action = staff.choose(game, player) if player == "axis" else ask.default or {"do": "end"}
        game.play(player, action)
        assert game.turn <= 5, "it has never come in"


def beside(*units: dict[str, Any], mode: str = "Tac", **more: Any) -> Gs:
    """Two battalions beside an enemy in a place that counts."""
    terms = {"axis": [{"hold": at(1, 0), "vp": 4}]}
    return position(
        unit("g1", (0, 0), values="9-6", mode=mode), unit("g2", (0, 1), values="9-6", mode=mode),
        *units, victory=terms, **more,
    )  # fmt: skip


def test_who_stands_ready_prepares_his_assault() -> None:
    """A prepared assault shifts a column. [5.2.0] [13.7.3(a)]"""
    done = phase_of(beside(unit("u1", (1, 0), values="4-4"), segment="modes"), "axis")
    assert {name for order in did(done, "mode") for name in order["units"]} == {"g1", "g2"}
    strong = beside(unit("u1", (1, 0), values="9-30"), segment="modes")
    assert did(phase_of(strong, "axis"), "mode") == [], "hopeless"


def test_what_was_won_is_taken() -> None:
    """Who has to gain ground advances into what the enemy has left. [13.12.1]"""
    game = beside(unit("u1", (1, 0), "eng"), segment="assaults", mode="PA")
    rig(game, *[9] * 16)
    done = phase_of(game, "axis")
    assert did(done, "advance")
    assert at(1, 0) in (where(game, "g1"), where(game, "g2"))
