"""Recycle steps and replacement points. [22.0] [22.2.0] [22.3.0]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.supply.surrender import surrender
from tests.systems.goss.arrivals.depot import give, has, lost, segment
from tests.systems.goss.field import now, position, rig, told, unit


def after(kind: str, times: int = 1, name: str = "g1", **facts: object) -> tuple[float, float]:
    """The recycle steps of so many losses of a unit."""
    more = [unit("u9", (9, 0))] if name[0] == "g" else [unit("g9", (9, 0))]
    game = position(unit(name, (0, 0), kind, **facts), *more)
    for _ in range(times):
        lose_step(game, name, "4.2.2")
    return lost(game, "axis" if name[0] == "g" else "allied")


@pytest.mark.rule("goss", "22.2.0")
@pytest.mark.parametrize(
    ("kind", "name", "found"),
    [("inf", "g1", (1, 0)), ("arminf", "g1", (1, 0)), ("at", "u1", (0.5, 0)),
     ("m4", "u1", (0, 1)), ("re", "g1", (0, 0)), ("bridge", "g1", (0, 0)), ("mg", "g1", (0, 0))],
)  # fmt: skip
def test_a_lost_step_is_recorded_by_its_type(
    kind: str, name: str, found: tuple[float, float]
) -> None:
    assert after(kind, name=name) == found


@pytest.mark.rule("goss", "22.2.0", "22.0")
def test_isolated_units_leave_nothing_and_are_kept_apart() -> None:
    assert after("inf", isolated=True) == (0, 0)
    game = position(
        unit("g1", (0, 0), isolated=True), unit("g2", (1, 0)), unit("g3", (2, 0), isolated=True),
        unit("u9", (9, 0)),
    )  # fmt: skip
    eliminate(game, "g1", "4.2.2")
    eliminate(game, "g2", "4.2.2")
    surrender(game, "g3")
    places = [now(game, n).place for n in ("g1", "g2", "g3")]
    assert places == ["surrendered", "eliminated", "surrendered"]
    assert lost(game, "axis") == (3, 0), "a battalion that is lost whole loses all its steps"


@pytest.mark.rule("goss", "22.2.0")
def test_a_scenario_may_forbid_recycling() -> None:
    game = position(unit("g1", (0, 0)), unit("u9", (9, 0)), special={"recycling": {"axis": "none"}})
    lose_step(game, "g1", "4.2.2")
    lose_step(game, "u9", "4.2.2")
    assert (lost(game, "axis"), lost(game, "allied")) == ((0, 0), (1, 0))
    game = position(unit("g1", (0, 0)), unit("u9", (9, 0)), options={"replacements": "off"})
    lose_step(game, "g1", "4.2.2")
    assert lost(game, "axis") == (0, 0)


@pytest.mark.rule("goss", "22.0", "22.2.0", "18.9.0")
def test_two_z_steps_of_one_type_are_a_lost_company() -> None:
    game = segment(
        unit("g1", (0, 0), "pz4", z=True, left=0), unit("g2", (1, 0), "pz4", z=True, left=0),
        unit("g3", (2, 0), "pz5", z=True, left=0), unit("g4", (3, 0), "pz4", z=True, left=0),
        unit("u9", (9, 0)),
    )  # fmt: skip
    lose_step(game, "g1", "4.2.2")
    lose_step(game, "g3", "4.2.2")
    assert lost(game, "axis") == (0, 0), "one of each type"
    assert (now(game, "g1").place, now(game, "g1").z) == ("eliminated", True)
    lose_step(game, "g2", "4.2.2")
    assert lost(game, "axis") == (0, 1)
    assert (now(game, "g1").z, now(game, "g2").where) == (False, "g1"), "a company in the box now"
    assert now(game, "g3").z
    lose_step(game, "g4", "4.2.2")
    assert lost(game, "axis") == (0, 1), "a pair counts once"
    assert told(game, "z-pair") == [{"unit": "g1"}]


@pytest.mark.rule("goss", "22.2.0")
@pytest.mark.parametrize(("ruling", "found"), [("step", (0, 1)), ("pairs", (0, 0))])
def test_a_company_that_is_turned_over_has_lost_a_step(
    ruling: str, found: tuple[float, float]
) -> None:
    game = position(unit("g1", (0, 0), "pz4"), unit("u9", (9, 0)), options={"z-recycling": ruling})
    lose_step(game, "g1", "4.2.2")
    assert now(game, "g1").z
    assert lost(game, "axis") == found


def day(special: dict[str, object] | None = None, **recycle: float) -> tuple[object, ...]:
    """Both sides' points after a Replacement Point Segment in which the Allies had losses."""
    game = position(
        unit("g1", (0, 0)), unit("u9", (9, 0)), segment="depots", side="allied",
        special=special or {},
    )  # fmt: skip
    give(game, "allied", **recycle)
    rig(game, 5, 8)
    while game.segment.kind == "depots":
        game.play(game.open_asks()[0].player, {"do": "end"})
    return has(game, "allied"), has(game, "axis"), lost(game, "allied")


@pytest.mark.rule("goss", "22.2.1", "22.1.1", "3.3.1d-rep")
def test_whole_groups_of_steps_make_points_and_the_rest_is_kept() -> None:
    assert day(recycle_inf=11, recycle_arm=22.5)[::2] == ((2, 7), (1, 1.5))
    special = {"recycling": {"allied": {"inf": 3}}}
    assert day(special, recycle_inf=11)[0] == (3, 0), "a scenario changes the factor"


@pytest.mark.rule("goss", "22.3.0", "22.1.0", "22.1.1")
def test_a_day_brings_a_set_number_or_a_roll_on_the_table() -> None:
    special = {"replacements": {"allied": {"inf": 2, "arm": 1}, "axis": "table"}}
    assert day(special)[:2] == ((2, 1), (3, 1)), "the Axis rolled a 5"
    special = {"replacements": {"allied": {"1944-12-17": {"inf": 4}}, "axis": "table"}}
    assert day(special)[0] == (4, 0), "of the second day alone"
    special = {"replacements": {"allied": {"1944-12-18": {"inf": 4}}}}
    assert day(special)[:2] == ((0, 0), (0, 0))


@pytest.mark.rule("goss", "22.6.0", "22.6.0-1")
def test_a_hybrid_of_three_steps_loses_cheap_tanks_first_and_dear_ones_last() -> None:
    mix = {"mix": "pz5 arminf pz4"}
    assert after("hybrid", 1, **mix) == (0, 1), "Pz IV"
    assert after("hybrid", 2, **mix) == (1, 1), "then the infantry"
    assert after("hybrid", 3, **mix) == (1, 2), "last the Pz V"


@pytest.mark.rule("goss", "22.6.0-2")
def test_a_hybrid_of_two_steps_loses_its_recon_first() -> None:
    mix = {"mix": "m5 armrecon", "size": "Co", "steps": 2}
    assert after("hybrid", 1, "u1", **mix) == (0, 0.5)
    assert after("hybrid", 2, "u1", **mix) == (0, 1)
    infantry = {"mix": "m4 arminf", "size": "Co", "steps": 2}
    assert after("hybrid", 1, "u1", **infantry) == (1, 0)
    assert after("hybrid", 2, "u1", **infantry) == (1, 1)


@pytest.mark.rule("goss", "22.1.0")
def test_a_scenario_may_give_points_to_begin_with() -> None:
    game = position(unit("g1", (0, 0)), unit("u9", (9, 0)), points={"axis": {"inf": 2, "arm": 1}})
    assert (has(game, "axis"), has(game, "allied")) == ((2, 1), (0, 0))
