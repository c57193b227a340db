"""The ground, the charts, the counters and the dice, before anybody moves."""

from __future__ import annotations

from collections import Counter as Count
from fractions import Fraction

import pytest

from grognard.engine.table import Table
from grognard.systems.goss.charts import goss_tables, movement_cost, unit_types
from grognard.systems.goss.counters import broken, form_of, parent_of
from grognard.systems.goss.dice import d10, d100
from grognard.systems.goss.ground import CLEAR, RIVER, STREAM, Ground, kinds_of
from grognard.systems.goss.options import OPTIONS
from grognard.systems.goss.proof.positions import board
from tests.systems.goss.field import position, rig, unit

P = 12


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return goss_tables()


@pytest.fixture(scope="module")
def ground(tables: dict[str, Table]) -> Ground:
    return Ground(
        board(
            {
                (0, 0): "rough forest village", (1, 0): "location", (2, 0): "town VP",
                (3, 0): "HVP:5", (4, 0): "HVP", (5, 0): "marsh constricted", (6, 0): "Axis-Ft",
                (-1, 0): "rough_2", (-2, 0): "soft_ground",
            },
            {"primary": [[(0, 0), (1, 0)]], "trail": [[(1, 0), (2, 0)]],
             "contour": [[(5, 0), (6, 0)]]},
            {"stream": [((0, 0), (1, 0))], "river": [((1, 0), (2, 0)), ((2, 0), (3, 0))],
             "ford": [((2, 0), (3, 0))]},
        ),
        tables,
    )  # fmt: skip


def h(ground: Ground, q: int, r: int) -> int:
    return ground.board.hex(f"{q + 13:02}{r + q // 2 + 13:02}")


@pytest.mark.rule("goss", "8.2.1", "8.2.2")
def test_what_covers(ground: Ground) -> None:
    cover = {q: (ground.mct[h(ground, q, 0)], ground.oct[h(ground, q, 0)]) for q in range(6)}
    assert cover == {
        0: (True, True), 1: (False, True), 2: (True, True), 3: (False, False), 4: (False, False),
        5: (False, False),
    }  # fmt: skip


@pytest.mark.rule("goss", "8.1.1", "8.1.2d")
def test_vantage_points_see_far_and_block(ground: Ground) -> None:
    assert [ground.vantage[h(ground, q, 0)] for q in range(1, 5)] == ["", "VP", "HVP", "HVP"]
    assert [ground.hvp_range[h(ground, q, 0)] for q in range(2, 5)] == [0, 5, 4]
    assert [ground.blocking[h(ground, q, 0)] for q in range(4)] == [False, False, True, True]


@pytest.mark.rule("goss", "7.10.2", "26.0-rivers")
def test_water_roads_and_bridges(ground: Ground) -> None:
    a, b, c, d = (h(ground, q, 0) for q in range(4))
    assert [ground.water(a, b), ground.water(b, c), ground.water(c, d)] == [STREAM, RIVER, RIVER]
    assert [ground.road(a, b), ground.road(b, c), ground.road(c, d)] == ["primary", "trail", ""]
    assert ground.bridges == {ground.side_key(a, b), ground.side_key(c, b)}
    assert ground.ford(c, d)
    assert not ground.ford(a, b)
    assert ground.side_hexes(ground.side_key(c, b)) == (min(b, c), max(b, c))


@pytest.mark.rule("goss", "7.11.2")
def test_dashed_lines_run_through_constricted_ground(ground: Ground) -> None:
    a, b = h(ground, 5, 0), h(ground, 6, 0)
    assert ground.constricted[a]
    assert not ground.constricted[b]
    assert ground.along_contour(a, b)
    assert not ground.along_contour(a, h(ground, 5, 1))
    assert ground.fortified[b] == "axis"
    assert ground.fortified[a] == ""


@pytest.mark.rule("goss", "1.2.0", "7.2.0")
def test_the_dearest_terrain_counts(ground: Ground, tables: dict[str, Table]) -> None:
    assert [c.points for c in (movement_cost(tables, "forest", x) for x in ("Leg", "Mech"))] == [
        2 * P,
        4 * P,
    ]
    assert movement_cost(tables, "trail", "Mech").points == Fraction(3, 2) * P
    assert movement_cost(tables, "swamp", "Mech").word == "P"
    leg, frozen = ground.to_enter("Mech", False), ground.to_enter("Mech", True)
    assert leg[h(ground, 0, 0)].points == 4 * P  # forest, not rough
    assert (leg[h(ground, 5, 0)].points, frozen[h(ground, 5, 0)].points) == (6 * P, 3 * P)
    assert kinds_of("rough_forest") == ("rough", "forest")
    assert kinds_of(CLEAR) == (CLEAR,)


@pytest.mark.rule("goss", "UTC")
def test_the_types_of_units(tables: dict[str, Table]) -> None:
    types = unit_types(tables)
    assert types["pz5"].afv
    assert types["pz5"].weight == "H"
    assert not types["hybrid"].afv
    assert types["armeng"].engineer
    assert types["armrecon"].recon
    game = position(
        unit("g1", (0, 0), "art"), unit("g2", (1, 0), "art", range=4),
        unit("g3", (2, 0), "art", gun="75mm"), unit("g4", (3, 0), "at"), unit("g5", (4, 0)),
    )  # fmt: skip
    hexagons = [game.scenario.counters[f"g{n}"].red_hexagon for n in range(1, 6)]
    assert hexagons == [True, False, False, True, False]


@pytest.mark.rule("goss", "4.4.3", "18.5.0", "18.8.0")
def test_breakdown_units_follow_from_their_names() -> None:
    counters = position(
        unit("g1", (0, 0), formation="1", corps="C"), unit("u1", (2, 0), "hybrid"),
        unit("g2", (1, 0), "pz5"),
    ).scenario.counters  # fmt: skip
    company = counters[broken("g1", "1-2-6", 2)]
    values = (company.attack, company.defence, company.ma, company.pr_off, company.pr_def)
    assert values == (1, 2, 6, 4, 5)
    assert (company.size, company.steps, company.formation, company.bu) == ("Co", 1, "1", True)
    assert [counters[broken("u1", form, 1)].type.code for form in ("m4", "arminf")] == [
        "m4", "arminf",
    ]  # fmt: skip
    half = counters["g2#z.1"]
    assert (half.size, half.steps, half.attack, half.defence, half.arm_attack) == ("Z", 0, 2, 1, 5)
    assert parent_of("u1#m4.1#z.2") == "u1#m4.1"
    assert form_of("u1#m4.1#z.2") == "z"
    assert counters["u1#m4.1#z.2"].defence == 1
    for wrong in ("g9", "g1#m4.1", "g1#inf", "g1#inf.x"):
        with pytest.raises(KeyError):
            counters[wrong]


@pytest.mark.rule("goss", "26.0-die-roll")
def test_ten_reads_as_nothing() -> None:
    game = position(unit("g1", (0, 0)))
    rig(game, 0, 7, 0, 5, 9, 9)
    assert d10(game, lambda roll: roll < 1) == (0, True)
    assert d10(game, lambda roll: roll < 7) == (7, False)
    assert d100(game, lambda roll: roll) == (5, 5)
    assert d100(game, lambda roll: roll) == (99, 99)


def test_every_option_is_there_once_and_its_default_is_one_of_its_values() -> None:
    assert max(Count(option.id for option in OPTIONS).values()) == 1
    assert all(option.default in option.values for option in OPTIONS)
