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


def test_an_objective_near_the_enemy_is_not_left_alone() -> None:
    """Its best defender stays, the others go on; far from the enemy all do."""

    def stays(enemy: tuple[int, int]) -> list[str]:
        held = [{"hold": at(0, 0), "vp": 4}, {"hold": at(9, 0), "vp": 4}]
        game = position(
            unit("g1", (0, 0), values="4-6"), unit("g2", (0, 0), values="4-7"),
            unit("u1", enemy, values="4-20"), victory={"axis": held},
        )  # fmt: skip
        phase_of(game, "axis")
        return [name for name in ("g1", "g2") if where(game, name) == at(0, 0)]

    assert stays((0, -3)) == ["g2"]
    assert stays((0, -9)) == []


def bank(keeps: str, *units: dict[str, Any], **more: Any) -> Gs:
    """Engineers of the Axis at a bridge over a river, and what counts: for one side to take."""
    return position(
        unit("g1", (0, 0), "eng"), *units, water={"river": [((0, 0), (1, 0))]},
        roads={"primary": [[(q, 0) for q in range(-3, 4)]]},
        victory={keeps: [{"hold": at(-3, 0), "vp": 4}]}, **more,
    )  # fmt: skip


def test_who_keeps_ground_blows_a_bridge_before_the_enemy() -> None:
    """Not while he is far, nor with own units beyond, nor by who attacks. [17.3.2c]"""

    def blown(keeps: str, *units: dict[str, Any]) -> int:
        game = bank(keeps, *units, segment="demolition")
        return len(did(phase_of(game, "axis"), "demolish"))

    assert blown("allied", unit("u1", (3, 0))) == 1
    assert blown("allied", unit("u1", (8, 0))) == 0
    assert blown("allied", unit("u1", (3, 0)), unit("g2", (2, 0))) == 0
    assert blown("axis", unit("u1", (3, 0))) == 0


def test_who_gains_ground_mends_a_bridge() -> None:
    """Where a printed bridge is down, and nowhere else. [17.3.1]"""

    def mended(**more: Any) -> int:
        game = bank("axis", unit("u1", (8, 0)), segment="construction", **more)
        return len(did(phase_of(game, "axis"), "bridge"))

    assert mended(bridges={"down": [f"{at(0, 0)}-{at(1, 0)}"]}) == 1
    assert mended() == 0
