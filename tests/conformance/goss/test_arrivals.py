"""The rulebook's own examples of reinforcements and replacements. [21.0] [22.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.counters import broken
from grognard.systems.goss.pieces.losses import lose_step
from grognard.systems.goss.status import HQS, Headquarters
from grognard.systems.goss.units import UNITS, Unit
from tests.systems.goss.arrivals.depot import FIRST, give, has, lost, segment
from tests.systems.goss.arrivals.edge import ROAD, coming, enter, place
from tests.systems.goss.field import at, now, pass_to, position, rules, unit

QUIET = unit("u9", (12, -6))


@pytest.mark.rule("goss", "21.2.0")
def test_the_third_unit_on_a_primary_road_pays_one_and_a_half() -> None:
    names = ["g1", "g2", "g3"]
    game = coming(*(unit(n, None, "motinf") for n in names), unit("u9", (9, 0)), roads=ROAD)
    place(game, *names)
    pass_to(game, "road-moves")
    paid = []
    for place_, name in enumerate(names):
        enter(game, name)
        paid.append(now(game, name).spent / POINT)
        path = [at(q, 0) for q in range(-11, -5 - place_)]
        game.play("axis", {"do": "move", "units": [name], "path": path})
    assert paid == [0.5, 1, 1.5]


@pytest.mark.rule("goss", "22.2.0")
def test_a_german_armored_recon_step_is_half_an_arm_step() -> None:
    game = position(unit("g1", (0, 0), "armrecon"), QUIET)
    lose_step(game, "g1", "4.2.2")
    assert lost(game, "axis") == (0, 0.5)


@pytest.mark.rule("goss", "22.2.0")
def test_a_us_armored_engineer_step_is_an_inf_step() -> None:
    game = position(unit("u1", (0, 0), "armeng"), unit("g9", (12, -6)))
    lose_step(game, "u1", "4.2.2")
    assert lost(game, "allied") == (1, 0)


@pytest.mark.rule("goss", "22.2.1")
def test_22_arm_steps_are_seven_points_and_one_is_left() -> None:
    game = position(unit("g1", (0, 0)), QUIET, segment="depots", side="allied")
    give(game, "allied", recycle_arm=22)
    while game.segment.kind == "depots":
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert (has(game, "allied"), lost(game, "allied")) == ((0, 7), (0, 1))


@pytest.mark.rule("goss", "22.4.0")
@pytest.mark.parametrize(("day", "found"), [(13, ["22.4.0"]), (14, [])])
def test_who_left_refit_on_gd_6_enters_it_again_on_gd_14(day: int, found: list[str]) -> None:
    game = position(
        unit("ghq", (-12, 0), "hq:div", **FIRST), QUIET, segment="command", days=16,
        turn=3 * day - 2,
    )  # fmt: skip
    game.put(HQS, "ghq", Headquarters(refitted=6))
    assert rules(game, "axis", {"do": "refit", "hq": "ghq"}) == found


@pytest.mark.rule("goss", "22.5.1")
def test_motorized_infantry_on_foot_or_in_companies_costs_two_inf_points() -> None:
    game = segment(unit("g1", (0, 0), "motinf", left=1, transport="foot"), QUIET)
    game.play("axis", {"do": "replace", "unit": "g1"})
    assert has(game, "axis") == (18, 20)
    staff = unit("ghq", (0, 0), "hq:div", **FIRST)
    parent = unit("g1", (1, 0), "motinf", left=2, **FIRST)
    game = segment(staff, parent, QUIET)
    company = broken("g1", "motinf", 1)
    game.put(UNITS, company, Unit("eliminated", steps=0, gone_in=1))
    game.play("axis", {"do": "resurrect", "unit": company, "hex": at(0, 0)})
    assert has(game, "axis") == (18, 20), "a company of one step pays nothing besides"


@pytest.mark.rule("goss", "22.5.1a")
@pytest.mark.parametrize(
    ("facts", "found"), [({}, ["22.5.1a"]), ({"roads": {"trail": [[(0, 0), (1, 0)]]}}, [])]
)
def test_mech_units_across_an_unbridged_river_do_not_consolidate(
    facts: dict[str, Any], found: list[str]
) -> None:
    game = segment(
        unit("g1", (0, 0), "motinf", **FIRST), unit("g2", (1, 0), "motinf", left=1, **FIRST),
        QUIET, water={"river": [((0, 0), (1, 0))]}, **facts,
    )  # fmt: skip
    assert rules(game, "axis", {"do": "consolidate", "units": ["g1"], "to": "g2"}) == found


@pytest.mark.rule("goss", "22.5.1a")
def test_who_has_given_a_step_neither_gets_nor_gives_another() -> None:
    units = [unit(f"g{n}", (n, 0), left=left, **FIRST) for n, left in ((0, 3), (1, 1), (-1, 2))]
    game = segment(*units, QUIET)
    game.play("axis", {"do": "consolidate", "units": ["g0"], "to": "g1"})
    again = {"do": "consolidate", "units": ["g0"], "to": "g-1"}
    assert rules(game, "axis", again) == ["22.5.1a"]
    assert rules(game, "axis", {"do": "consolidate", "units": ["g-1"], "to": "g0"}) == ["22.5.1"]
    assert rules(game, "axis", {"do": "replace", "unit": "g0"}) == ["22.5.1"]
