"""Worked examples of movement. [5.2.3] [5.3.4] [5.4.3] [5.5.3b] [7.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.movement.allowance import allowance
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, Bridge
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where

FOE = unit("g9", (0, 11))


def move(*path: tuple[int, int], who: str | list[str], **more: Any) -> dict[str, Any]:
    names = [who] if isinstance(who, str) else who
    return {"do": "move", "units": names, "path": [at(q, r) for q, r in path], **more}


def along(start: int, end: int, r: int = 0) -> list[tuple[int, int]]:
    return [(q, r) for q in range(start, end + 1)]


def spent(game: Gs, name: str) -> float:
    return now(game, name).spent / 12


def test_goss_a_ex_017_from_cover_either_neighbour_is_overrun() -> None:
    game = position(
        unit("u1", (0, 0), "m4", mode="Exploit"), unit("g1", (1, 0)), unit("g2", (0, 1)),
        terrain={(0, 0): "forest"}, side="allied", segment="active-moves",
    )  # fmt: skip
    for target in ((1, 0), (0, 1)):
        action = {"do": "overrun", "units": ["u1"], "path": [at(*target)]}
        assert rules(game, "allied", action) == []
    open_ = {"do": "overrun", "units": ["u1"], "path": [at(1, -1), at(1, 0)]}
    third = position(
        unit("u1", (0, 0), "m4", mode="Exploit"), unit("g1", (1, 0)), unit("g2", (2, -2)),
        terrain={(0, 0): "forest"}, side="allied", segment="active-moves",
    )  # fmt: skip
    assert rules(third, "allied", open_) == ["5.3.4b"]


def test_goss_a_ex_022_four_turns_in_reserve_earn_nothing() -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1", traits="mech formation", mode="MR"),
        unit("g1", (0, 1), "m4", formation="1", mode="MR"), unit("u1", (9, 0)),
        segment="active-release", turn=12,
    )  # fmt: skip
    for name in ("ghq", "g1"):
        game.put(UNITS, name, replace(now(game, name), waiting=8))
    game.play("axis", {"do": "release", "hq": "ghq"})
    assert (now(game, "g1").mode, now(game, "g1").bonus, now(game, "g1").waiting) == (
        "Exploit", -1, 0,
    )  # fmt: skip


def test_goss_a_ex_024_the_bonus_lasts_six_turns_to_the_phase() -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1", traits="mech formation", mode="MR"),
        unit("g1", (0, 1), "m4", formation="1", mode="MR"), unit("u1", (9, 0)),
        segment="active-release", turn=14,
    )  # fmt: skip
    for name in ("ghq", "g1"):
        game.put(UNITS, name, replace(now(game, name), waiting=5))
    game.play("axis", {"do": "release", "hq": "ghq"})
    assert now(game, "g1").bonus == game.serial


@pytest.mark.rule("goss", "5.5.3b")
def test_goss_a_ex_026_strat_mode_at_low_fuel() -> None:
    game = position(
        unit("g1", (0, 0), "m4", mode="Strat", formation="1"),
        unit("ghq", (0, 3), "hq:div", formation="1", traits="mech formation"),
        headquarters={"ghq": {"fuel": "low", "value": 8, "option": 1}},
    )
    assert allowance(game, "g1", "road").total == 12


@pytest.mark.rule("goss", "7.10.3")
def test_goss_a_ex_028_a_pair_is_one_for_those_who_follow() -> None:
    one = {"formation": "1"}
    forest = {(q, 0): "forest" for q in range(6)}
    game = position(
        unit("g1", (0, 0), "motinf", **one), unit("g2", (1, 0), "pz4", **one),
        unit("g3", (2, 0), "motinf", **one), unit("u1", (0, 11)), terrain=forest,
        roads={"secondary": [along(0, 4)]}, segment="road-moves",
    )  # fmt: skip
    game.play("axis", move((1, 0), who="g1"))
    assert (spent(game, "g1"), now(game, "g1").halted) == (3, True)
    game.play("axis", move((1, 0), who="g3"))
    assert spent(game, "g3") == 3


@pytest.mark.rule("goss", "7.5.2", "5.5.5", "7.6.2")
def test_goss_a_ex_036_to_038_the_order_of_movement() -> None:
    road = {"primary": [along(-6, 2)]}
    terrain = {(0, -1): "forest", **{(q, 0): "forest" for q in range(-6, 3)}}
    water = {"stream": [((0, 0), (0, -1))]}
    units = (
        unit("u1", (-5, 0), "m4", mode="Strat"), unit("u2", (-6, 0), "m4"), unit("u3", (-2, 0)),
        unit("u4", (-2, 0)), unit("g1", (8, 0)),
    )  # fmt: skip
    field: dict[str, Any] = {"roads": road, "terrain": terrain, "water": water, "side": "allied"}
    game = position(*units, segment="strat-moves", **field)
    game.play("allied", move(*along(-4, 1), who="u1"))
    game.play("allied", {"do": "end"})
    assert game.segment.kind == "road-moves"
    assert rules(game, "allied", move(*along(-5, 1), who="u2")) == ["5.5.5"]
    game.play("allied", move(*along(-5, 0), who="u2"))
    game.play("allied", {"do": "end"})
    game.play("allied", move((-1, 0), (0, 0), (0, -1), who="u3"))
    assert spent(game, "u3") == 5
    game.play("allied", move(*along(-1, 1), who="u4"))
    assert spent(game, "u4") == 3


def test_goss_a_ex_039_prepared_units_stop_beside_the_enemy() -> None:
    game = position(
        unit("u1", (0, 0), "m4", mode="PA"), unit("u2", (0, 0), "armrecon", mode="PA"),
        unit("g1", (2, 0)), side="allied", segment="pa-moves",
    )  # fmt: skip
    for name in ("u1", "u2"):
        assert rules(game, "allied", move((1, 0), (1, 1), who=name)) == ["5.2.3"]
        game.play("allied", move((1, 0), who=name))
        assert (where(game, name), now(game, name).halted) == (at(1, 0), True)


@pytest.mark.rule("goss", "7.6.1b", "7.6.1c", "23.2.1a")
def test_goss_a_ex_040_reserve_bonus_and_leader_before_halving() -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1", traits="mech formation", mode="MR"),
        unit("g1", (0, 1), "m4", formation="1", mode="MR"), unit("u1", (9, 0)),
        segment="active-release", turn=13,
        leaders=[{"id": "l1", "side": "axis", "name": "L", "hq": "ghq", "number": 6}],
    )  # fmt: skip
    for name in ("ghq", "g1"):
        game.put(UNITS, name, replace(now(game, name), waiting=3))
    game.play("axis", {"do": "release", "hq": "ghq"})
    rig(game, 6)
    game.play("axis", {"do": "end"})
    assert told(game, "reserve-bonus")[0]["bonus"] == 3
    assert allowance(game, "g1", "off").total == 8


LOW = {"ghq": {"fuel": "low", "value": 6, "option": 1}}
STAFF = unit("ghq", (0, 9), "hq:div", formation="1", traits="mech formation")
NEAR = unit("ghq", (0, 4), "hq:div", formation="1", traits="mech formation")
"""A headquarters whose path reaches the road by truck."""


@pytest.mark.rule("goss", "7.6.1a", "7.6.1e", "7.3.0", "7.6.1d")
def test_goss_a_ex_041_to_043_low_fuel_in_mud() -> None:
    guns = position(
        unit("g1", (-12, 0), "spa", formation="1", battery=True), STAFF, unit("u1", (11, 0)),
        roads={"primary": [along(-12, 2)]}, headquarters=LOW, weather="Clear Mud",
        segment="road-moves",
    )  # fmt: skip
    assert rules(guns, "axis", move(*along(-11, 0), who="g1")) == []
    assert rules(guns, "axis", move(*along(-11, 1), who="g1")) == ["7.2.0"]
    tank = position(
        unit("g1", (0, 0), "m4", formation="1"), STAFF, unit("u1", (11, 0)),
        terrain={(1, 0): "forest"}, headquarters=LOW, weather="Clear Mud",
    )  # fmt: skip
    assert allowance(tank, "g1", "off").total == 3
    tank.play("axis", move((1, 0), who="g1"))
    assert now(tank, "g1").halted
    leg = position(unit("g1", (0, 0), fatigue=2), weather="Clear Mud")
    assert allowance(leg, "g1", "leg").total == 1


@pytest.mark.rule("goss", "7.10.2a")
def test_goss_a_ex_044_three_have_crossed_and_ten_may_follow() -> None:
    units = [unit(f"u{n}", (-n, 0), "m4") for n in range(3)]
    game = position(
        *units, FOE, roads={"secondary": [along(-5, 8)]}, water={"river": [((0, 0), (1, 0))]},
        side="allied", segment="road-moves", options={"bridge-bottlenecks": "on"},
    )  # fmt: skip
    for n in range(3):
        game.play("allied", move(*along(1 - n, 4 - n), who=f"u{n}"))
    (bridge,) = game.state[BRIDGES].values()
    assert isinstance(bridge, Bridge)
    assert 13 - bridge.crossed == 10


@pytest.mark.rule("goss", "7.10.3", "7.10.1")
def test_goss_a_ex_045_to_048_a_combat_command_gathers() -> None:
    """The engineers' costs add up to 5.5; the rulebook's total of 5 is a misprint."""
    one = {"formation": "1"}
    terrain = {(q, r): "forest" for q in range(-4, 6) for r in range(-5, 5)}
    up = [(0, -1), (0, -2), (0, -3)]
    roads = {
        "secondary": [along(-3, 3)],
        "trail": [[(0, 0), *up], [(-1, 0), (-2, 1)], [(2, 0), (3, -1), (4, -2)]],
    }
    game = position(
        unit("u1", (-1, 0), "armeng", **one), unit("u2", (-1, 0), "armeng", **one),
        unit("u3", (-2, 1), "arminf", **one), unit("u4", (3, -1), "arminf", **one),
        unit("u5", (4, -2), "arminf", **one), FOE, terrain=terrain, roads=roads, side="allied",
        segment="road-moves",
    )  # fmt: skip
    game.play("allied", move((0, 0), *up, who=["u1", "u2"]))
    assert spent(game, "u1") == spent(game, "u2") == 1 + 4.5
    game.play("allied", move((-1, 0), (0, 0), *up, who="u3"))
    assert spent(game, "u3") == 1.5 + 1 + 4.5 + 2 == 9
    game.play("allied", move((2, 0), (1, 0), (0, 0), *up, who="u4"))
    assert spent(game, "u4") == 1.5 + 1 + 1 + 4.5 + 2 == 10
    way = [(3, -1), (2, 0), (1, 0), (0, 0)]
    assert rules(game, "allied", move(*way, *up, who="u5")) == ["7.10.3"]
    game.play("allied", move(*way, *up[:2], who="u5"))
    assert (where(game, "u5"), spent(game, "u5")) == (at(0, -2), 8)


@pytest.mark.rule("goss", "7.11.2")
def test_goss_a_ex_050_out_along_the_line_that_one_came_by() -> None:
    terrain = {(1, 0): "constricted"}
    game = position(unit("u1", (0, 0)), FOE, terrain=terrain, side="allied",
                    roads={"contour": [[(0, 0), (1, 0), (2, 0)]]})  # fmt: skip
    game.play("allied", move((1, 0), (2, 0), who="u1"))
    assert spent(game, "u1") == 2
    again = position(unit("u1", (0, 0)), FOE, terrain=terrain, side="allied",
                     roads={"contour": [[(0, 0), (1, 0), (2, 0)]]})  # fmt: skip
    again.play("allied", move((1, 0), (1, 1), who="u1"))
    assert spent(again, "u1") == 3


@pytest.mark.rule("goss", "7.12.1", "7.12.2-mp")
def test_goss_a_ex_051_and_052_mounting_and_dismounting() -> None:
    road = {"primary": [along(3, 9)], "secondary": [along(0, 3)]}
    game = position(unit("u1", (0, 0), "arminf"), FOE, roads=road, side="allied",
                    segment="road-moves")  # fmt: skip
    game.play("allied", move((1, 0), who="u1"))
    game.play("allied", {"do": "dismount", "units": ["u1"]})
    assert now(game, "u1").pool - now(game, "u1").spent == 24
    late = position(unit("u1", (0, 0), "arminf"), FOE, roads=road, side="allied",
                    segment="road-moves")  # fmt: skip
    late.play("allied", move(*along(1, 3), who="u1"))
    late.play("allied", {"do": "dismount", "units": ["u1"]})
    assert now(late, "u1").pool == now(late, "u1").spent == 36
    walk = position(
        unit("g1", (0, 0), "motinf", transport="foot", formation="1"), NEAR, unit("u1", (0, 11)),
        roads=road, headquarters={"ghq": {"fuel": "low", "value": 10, "option": 1}},
    )  # fmt: skip
    walk.play("axis", move(*along(1, 3), who="g1"))
    walk.play("axis", {"do": "mount", "units": ["g1"]})
    assert rules(walk, "axis", move(*along(4, 5), who="g1", road=True)) == []
    assert rules(walk, "axis", move(*along(4, 6), who="g1", road=True)) == ["7.2.0"]
