"""Random games of GOSS under all laws, and each law seen to fail when it is broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard import library
from grognard.engine.event import Event
from grognard.lab import fuzz
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, ARMIES, HQS, SIDES, Pool
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import now, position, told, unit


@pytest.mark.parametrize("seed", range(1, 5))
def test_random_games_run_clean_under_all_laws(seed: int) -> None:
    assert fuzz.play_one(fuzz.paced(fuzz.ARENAS["goss"], actions=40, every=20), seed) > 0


def test_the_learning_scenario_ends() -> None:
    game = library.new("goss/skyline-drive", seed=3)
    while not game.over:
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert game.turn == 4


def watched() -> tuple[Gs, Watch]:
    game = position(
        unit("ghq", (0, 3), "hq:div", formation="1"), unit("g1", (0, 0)), unit("u1", (2, 0)),
        armies={"A": {"side": "axis", "adv": 4}},
    )  # fmt: skip
    watch = Watch(game)
    assert watch() == []
    return game, watch


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"steps": 2}, "g1 has 4 half steps, and by what was told 6"),
        ({"steps": 5}, "1 to 3 steps"),
        ({"fatigue": 3}, "fatigue is 0 to 2"),
        ({"place": "eliminated"}, "is in eliminated"),
    ],
)
def test_units_are_in_order(change: dict[str, Any], said: str) -> None:
    game, watch = watched()
    game.put(UNITS, "g1", replace(now(game, "g1"), **change))
    assert said in " ".join(watch())


def test_a_step_that_is_told_of_is_in_order() -> None:
    game, watch = watched()
    game.put(UNITS, "g1", replace(now(game, "g1"), steps=2))
    game.emit(Event("step-lost", "4.2.2", {"unit": "g1", "steps": 2}))
    assert watch() == []


def test_nobody_shares_a_hex_with_an_enemy() -> None:
    game, watch = watched()
    game.put(UNITS, "g1", replace(now(game, "g1"), hex=now(game, "u1").hex))
    assert "both sides" in watch()[0]


def test_no_track_is_below_nothing() -> None:
    game, watch = watched()
    game.put(ARMIES, "A", replace(game.state[ARMIES]["A"], amp=-1))
    assert "amp" in watch()[0]
    game, watch = watched()
    game.put(HQS, "ghq", replace(game.state[HQS]["ghq"], adv=9))
    assert "ADV" in watch()[0]
    game, watch = watched()
    game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], inf=-1))
    assert "axis has less than nothing" in watch()


@pytest.mark.parametrize(
    ("register", "key", "change", "said"),
    [
        (ARMIES, "A", {"amp": 3}, "A has 3 amp, and by what was told 4"),
        (ARMIES, "A", {"fp": 5}, "A has 5 fp, and by what was told 6"),
        (ARMIES, "A", {"tp": 8}, "axis has 8 trucks, and began with 9"),
        (ARMIES, "A", {"moving": 2}, "A has 2 moving"),
        (HQS, "ghq", {"ohs": 3}, "ghq has 3 ohs, and by what was told 4"),
        (HQS, "ghq", {"fp": 1}, "ghq has 1 fp"),
        (HQS, "ghq", {"amp": 1}, "ghq has 1 amp"),
        (
            AIR_TRACKS,
            "allied all",
            {"gs": 5},
            "allied all gs: 5 air points, and by what was",
        ),
        (AIR_TRACKS, "allied all", {"asup": 1}, "allied all asup: 1 air points"),
        (SIDES, "allied", {"atp": 2}, "allied atp: 2 air points"),
        (SIDES, "axis", {"inf": 5}, "axis has 5 inf in halves, and by what was told 6"),
        (SIDES, "axis", {"arm": 5}, "axis has 5 arm in halves, and by what was told 4"),
        (SIDES, "axis", {"recycle_inf": 1}, "axis has 1 recycle_inf in halves"),
        (SIDES, "allied", {"pools": (Pool("US", inf=1),)}, "allied: US has 1 inf in halves"),
        (HQS, "ghq", {"refit_arm": 2}, "ghq has 2 refit_arm in halves"),
    ],
)
def test_no_point_vanishes_and_none_comes_from_nowhere(
    register: Any, key: str, change: dict[str, int], said: str
) -> None:
    game = position(
        unit("ghq", (0, 3), "hq:div", formation="1", supply="OhS"), unit("u1", (2, 0)),
        armies={"A": {"side": "axis", "adv": 4, "amp": 4, "fp": 3, "tp": 9}},
        headquarters={"ghq": {"ohs": 4}}, allocated={"allied": {"gs": 6}},
        points={"axis": {"inf": 3, "arm": 2}},
    )  # fmt: skip
    watch = Watch(game)
    assert watch() == []
    game.put(register, key, replace(game.state[register][key], **change))
    assert said in " ".join(watch())
    assert watch() == [] or "trucks" in said, "it is told once"


def test_steps_that_were_told_of_otherwise_are_missed() -> None:
    game, watch = watched()
    game.put(UNITS, "g1", replace(now(game, "g1"), steps=1))
    game.emit(Event("step-lost", "4.2.2", {"unit": "g1", "steps": 1}))
    assert watch() == ["g1 has 2 half steps, and by what was told 4"], "one was told of, two went"
    game = position(unit("g1", (0, 0), "motinf"), unit("u1", (9, 0)))
    watch = Watch(game)
    game.play("axis", {"do": "break-down", "unit": "g1", "count": 2})
    game.drop(UNITS, "g1#motinf.2")
    assert watch() == ["g1#motinf.2 has 0 half steps, and by what was told 2"]


def test_recycle_steps_come_with_losses_alone_and_go_for_points() -> None:
    game, watch = watched()
    side = game.state[SIDES]["axis"]
    game.put(SIDES, "axis", replace(side, recycle_inf=2))
    game.put(UNITS, "g1", replace(now(game, "g1"), steps=2))
    game.emit(Event("step-lost", "4.2.2", {"unit": "g1", "steps": 2}))
    assert watch() == []
    game.put(SIDES, "axis", replace(side, recycle_inf=0))
    assert watch() == ["axis has 0 recycle_inf in halves, and by what was told 2"]
    game.put(SIDES, "axis", replace(side, recycle_inf=0, inf=2))
    booked = {"axis": {"inf": 2}}
    game.emit(Event("recycled", "22.2.1", {"side": "axis", "inf": 1, "booked": booked}))
    assert watch() == []


@pytest.mark.rule("goss", "22.1.0", "22.2.1", "22.3.0", "22.4.3", "22.5.1")
def test_what_is_told_of_points_is_what_becomes_of_them() -> None:
    """The points of a day and recycled ones, under the law."""
    game = position(
        unit("ghq", (0, 3), "hq:div", formation="1"), unit("g1", (0, 0), left=2, formation="1"),
        unit("u1", (9, 0)), segment="leaders", turn="AM", points={"axis": {"inf": 3, "arm": 1}},
        special={"replacements": {"axis": {"inf": 2, "arm": 0}}},
    )  # fmt: skip
    game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], recycle_inf=200))
    watch = Watch(game)
    while not told(game, "replacement-points"):
        game.play(game.open_asks()[0].player, {"do": "end"})
        assert watch() == []
    (made,) = told(game, "recycled")
    assert made["booked"]["axis"]["inf"] == 2 * made["inf"] > 0
    assert game.state[SIDES]["axis"].inf == 6 + 4 + made["booked"]["axis"]["inf"]


@pytest.mark.parametrize("place", ["withdrawn", "reserve"])
def test_a_z_step_off_the_map_is_not_lost(place: str) -> None:
    game = position(unit("g1", (0, 0), "stug", z=True, left=0), unit("u1", (9, 0)))
    watch = Watch(game)
    game.put(UNITS, "g1", replace(now(game, "g1"), place=place, hex=-1))
    assert watch() == []
