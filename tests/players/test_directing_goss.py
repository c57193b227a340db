"""What groups are told changes what they do at a GOSS table, each posture as its name says."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.players.staff.doctrine import Directive, Posture
from grognard.players.staff.goss.doctrine import GossDoctrine
from grognard.systems.goss.scenario import Gs
from tests.players.playing import did, phase_of
from tests.systems.goss.field import at, position, unit, where

Axial = tuple[int, int]
TERMS: dict[str, Any] = {"axis": [{"hold": at(4, 0), "vp": 4}, {"hold": at(0, -7), "vp": 4}]}


def army(source: Axial) -> dict[str, Any]:
    """An army with a source of supply."""
    return {"7A": {"side": "axis", "adv": 9, "amp": 9, "fp": 9, "tp": 9, "pss": [at(*source)]}}


def told(game: Gs, posture: Posture, *objective: Axial, units: str = "g1") -> GossDoctrine:
    """A doctrine by which some units are told something."""
    hexes = tuple(game.board.hex(at(*axial)) for axial in objective)
    return GossDoctrine(directives=(Directive(frozenset(units.split()), hexes, posture),))


def lane(values: str = "4-6", enemy: Axial = (5, 0), **more: Any) -> Gs:
    """A battalion on its way to the nearer of two places, and an enemy beyond it."""
    return position(
        unit("g1", (0, 0), values=values), unit("u1", enemy, values=more.pop("strong", "2-3")),
        victory=TERMS, segment="moves", **more,
    )  # fmt: skip


def ordered(game: Gs, posture: Posture | None, *objective: Axial) -> str:
    """Where the battalion goes that was told something."""
    phase_of(game, "axis", told(game, posture, *objective) if posture else None)
    return where(game, "g1")


def far(game: Gs, axial: Axial) -> int:
    return game.board.distance(game.board.hex(where(game, "g1")), game.board.hex(at(*axial)))


def test_an_objective_draws_its_group_from_the_nearer_place() -> None:
    alone, sent = lane(), lane()
    ordered(alone, None)
    ordered(sent, "assault", (0, -7))
    assert far(alone, (4, 0)) < far(alone, (0, -7))
    assert far(sent, (0, -7)) < far(alone, (0, -7))


def test_who_holds_stays_or_goes_to_the_ground_that_it_is_to_hold() -> None:
    assert ordered(lane(), None) != at(0, 0)
    assert ordered(lane(), "hold") == at(0, 0)
    assert ordered(lane(), "hold", (0, 1)) == at(0, 1)


def test_who_is_in_reserve_keeps_away_from_the_enemy() -> None:
    game = lane(enemy=(3, 0))
    ordered(game, "reserve")
    assert far(game, (3, 0)) == GossDoctrine().apart


def test_who_withdraws_goes_back_to_where_supply_comes_from() -> None:
    """And not along a road that leads to the enemy."""
    game = lane(armies=army((0, 9)))
    ordered(game, "withdraw")
    assert far(game, (0, 9)) < 6


@pytest.mark.parametrize(("strong", "stays"), [("1-3", True), ("60-9", False)])
def test_who_delays_goes_back_only_from_who_would_overwhelm_him(strong: str, stays: bool) -> None:
    game = lane(enemy=(3, 0), strong=strong, armies=army((-6, 0)))
    assert (ordered(game, "delay") == at(0, 0)) is stays


def test_who_is_sent_elsewhere_leaves_open_ground_to_others() -> None:
    def taken(posture: Posture | None, *objective: Axial) -> bool:
        game = position(
            unit("g1", (0, 0)), unit("u1", (9, 0)), segment="moves",
            victory={"axis": [{"hold": at(2, 0), "vp": 4}, {"hold": at(-4, 0), "vp": 1}]},
        )  # fmt: skip
        return ordered(game, posture, *objective) == at(2, 0)

    assert taken(None)
    assert not taken("assault", (-4, 0))


# ---- battles


def beside(values: str, enemy: str, mode: str = "Tac", **more: Any) -> Gs:
    """A battalion beside an enemy in a place that counts."""
    return position(
        unit("g1", (0, 0), values=values, mode=mode), unit("u1", (1, 0), values=enemy),
        victory={"axis": [{"hold": at(6, 0), "vp": 4}]}, **more,
    )  # fmt: skip


def prepares(values: str, enemy: str, posture: Posture | None = None) -> int:
    """How many orders are given to prepare an assault."""
    game = beside(values, enemy, segment="modes")
    doctrine = told(game, posture, (1, 0)) if posture else None
    return len(did(phase_of(game, "axis", doctrine), "mode"))


def test_who_is_to_keep_out_of_it_prepares_no_assault() -> None:
    assert prepares("12-6", "3-3") == 1
    for quiet in ("delay", "withdraw", "reserve"):
        assert prepares("12-6", "3-3", quiet) == 0
