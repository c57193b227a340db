"""Strength by steps, losses, proficiency and checks. [4.0]"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from grognard.systems.goss.pieces.checks import leader_passes, passes
from grognard.systems.goss.pieces.losses import eliminate, lose_step, spared
from grognard.systems.goss.pieces.values import (
    battalion,
    counter_of,
    exact_strength,
    mech,
    movement_class,
    one_step_company,
    proficiency,
    strength,
    z_step,
)
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import now, position, rig, told, unit, where

FULL = {"reduced": "5-6"}


@pytest.mark.rule("goss", "4.2.2")
def test_a_battalion_of_three_steps_loses_them_as_in_the_example() -> None:
    game = position(unit("g1", (0, 0), values="7-8", **FULL))
    seen = []
    for _ in range(3):
        seen.append([strength(game, "g1", attacking=a) for a in (True, False)])
        lose_step(game, "g1", "13.10.3")
    assert seen == [[7, 8], [5, 6], [3, 3]]
    assert where(game, "g1") == "eliminated"
    assert now(game, "g1").steps == 0
    assert [len(told(game, kind)) for kind in ("step-lost", "eliminated")] == [2, 1]


@pytest.mark.rule("goss", "4.2.2", "1.5.0")
def test_the_third_step_may_be_left_exact() -> None:
    game = position(
        unit("g1", (0, 0), values="7-8", left=1, **FULL), options={"third-step": "exact"}
    )
    assert exact_strength(game, "g1", attacking=True) == Fraction(5, 2)


@pytest.mark.rule("goss", "4.1.3", "4.2.2")
def test_a_company_with_a_z_step_is_turned_over_first() -> None:
    game = position(unit("g1", (0, 0), "pz5"), unit("g2", (0, 0), "jgpz5"))
    assert one_step_company(counter_of(game, "g1"), now(game, "g1"))
    lose_step(game, "g1", "13.10.3")
    assert (now(game, "g1").z, now(game, "g1").place) == (True, "map")
    assert z_step(counter_of(game, "g1"), now(game, "g1"))
    assert [strength(game, "g1", attacking=a) for a in (True, False)] == [2, 1]
    lose_step(game, "g1", "13.10.3")
    lose_step(game, "g2", "13.10.3")
    assert (where(game, "g1"), where(game, "g2")) == ("eliminated", "eliminated")


@pytest.mark.rule("goss", "4.2.1a")
def test_a_unit_that_has_lost_a_step_in_a_result_is_not_spared_again() -> None:
    game = position(unit("g1", (0, 0)), unit("g2", (0, 0)))
    lose_step(game, "g1", "13.10.3")
    assert [spared(game, n) for n in ("g1", "g2")] == [False, True]


@pytest.mark.rule("goss", "4.2.2", "15.7.1")
def test_who_is_lost_in_isolation_is_kept_apart() -> None:
    game = position(unit("g1", (0, 0), isolated=True, mode="PA", fatigue=1))
    eliminate(game, "g1", "15.7.1")
    assert where(game, "g1") == "surrendered"
    assert (now(game, "g1").mode, now(game, "g1").fatigue, now(game, "g1").gone_in) == ("Tac", 0, 4)


@pytest.mark.rule("goss", "4.1.1", "4.1.2", "4.3.0")
def test_sizes_and_classes() -> None:
    game = position(
        unit("u1", (0, 0), "hybrid"), unit("u2", (1, 0), "hybrid", steps=2),
        unit("u3", (2, 0), "inf", left=1, transport="tp"),
        unit("u4", (3, 0), "motinf", transport="foot"),
    )  # fmt: skip
    sizes = [battalion(counter_of(game, f"u{n}"), now(game, f"u{n}")) for n in range(1, 5)]
    assert sizes == [True, False, True, True]
    classes = [movement_class(counter_of(game, f"u{n}"), now(game, f"u{n}")) for n in range(1, 5)]
    assert classes == ["Mech", "Mech", "Mech", "Leg"]
    assert not mech(counter_of(game, "u4"), now(game, "u4"))


@pytest.mark.rule("goss", "4.3.3")
def test_static_guns_on_trucks_defend_with_one() -> None:
    game = position(
        unit("g1", (0, 0), "static", "0-3", transport="tp"), unit("g2", (1, 0), "static", "0-3")
    )
    assert [strength(game, n, attacking=False) for n in ("g1", "g2")] == [1, 3]


@pytest.mark.rule("goss", "4.4.0", "4.4.1", "17.4.1a")
def test_which_proficiency_counts() -> None:
    game = position(
        unit("g1", (0, 0), pr="5/7"), unit("u1", (3, 0), pr="4/6", inside=True),
        unit("u2", (5, 0), pr="4/8", inside=True),
        unit("u3", (7, 0), pr="4/6", inside=True, ta=True),
        unit("u4", (9, 0), pr="4/6"), terrain={(9, 0): "Allied-Ft"},
        works={(3, 0): "ET-2", (5, 0): "ET-2", (7, 0): "ET-2"},
    )  # fmt: skip
    assert proficiency(game, "g1") == 5, "the active side uses the offensive one"
    assert proficiency(game, "g1", offensive=False) == 7
    assert [proficiency(game, f"u{n}") for n in range(1, 5)] == [7, 8, 6, 7]
    ip = position(
        unit("g1", (0, 0)), unit("u1", (3, 0), pr="4/6", inside=True), works={(3, 0): "IP"}
    )
    assert proficiency(ip, "u1") == 6


LEADER = {
    "id": "l1",
    "side": "axis",
    "name": "Bayer",
    "hq": "ghq",
    "level": "formation",
    "number": 6,
}


@pytest.mark.rule("goss", "4.4.1", "4.4.2", "23.2.1e")
def test_a_check_passes_below_the_rating_and_a_leader_takes_one_off() -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1"), unit("g1", (0, 0), pr="5/6"),
        unit("g2", (1, 0), pr="5/6"), leaders=[LEADER],
    )  # fmt: skip
    rig(game, 5, 4, 5, 6, 5)
    assert [passes(game, "g2", "11.6.2a") for _ in range(2)] == [False, True]
    assert [passes(game, "g1", "11.6.2a") for _ in range(2)] == [True, False]
    assert leader_passes(game, "l1", "23.1.0")
    facts = told(game, "check")
    assert [f["drm"]["total"] for f in facts] == [0, 0, -1, -1]
    game.put(LEADERS, "l1", replace(game.state[LEADERS]["l1"], active=False))
    rig(game, 5)
    assert not passes(game, "g1", "11.6.2a"), "who is not active helps nobody"


@pytest.mark.rule("goss", "4.6.1")
def test_a_generic_battalion_has_the_proficiency_of_a_company() -> None:
    game = position(unit("g1", (0, 0), "pz4", pr="5/5"), unit("g2", (1, 0), "pz4", pr="7/7"))
    game.put(UNITS, "g1", replace(now(game, "g1"), pr_of="g2"))
    assert proficiency(game, "g1") == 7
