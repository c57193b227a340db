"""Ground interdiction: values, and attacks on those who move. [20.3.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.air.interdiction import modifiers, times
from grognard.systems.goss.air.values import roll_value, sky_modifier
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, AirTrack
from grognard.systems.goss.turn import phases
from tests.systems.goss.field import at, now, position, rig, told, unit, where
from tests.systems.goss.flights import answer, asked, give, track, until

ROAD = [(q, 0) for q in range(-12, 13)]


def joint(**more: Any) -> Gs:
    """A morning before its weather."""
    return position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.FLAK_WITHDRAWAL,
        air={"allied": {"ap": 24}, "axis": {"ap": 6}}, **more,
    )  # fmt: skip


@pytest.mark.rule("goss", "20.3.0", "20.3.1", "20.3.1(7)")
def test_values_are_rolled_for_each_sector_and_lie_open() -> None:
    north = {(q, r): "sector:north" for q in range(-5, 0) for r in range(-3, 3)}
    game = joint(terrain=north)
    give(game, "allied", gi=8)
    give(game, "allied", "north", gi=24)
    give(game, "axis", "north", gi=2)
    rig(game, 2, 5, 0)
    for _ in range(2):
        game.play(game.open_asks()[0].player, {"do": "end"})
    until(game, phases.MODES)
    found = [(one["side"], one["sector"], one["ap"]) for one in told(game, "interdiction-value")]
    assert found == [("allied", "all", 8), ("allied", "north", 24), ("axis", "north", 2)]
    assert (track(game, "allied").leg, track(game, "allied").mech) == (7, 8)
    assert (track(game, "allied", "north").leg, track(game, "allied", "north").mech) == (3, 2)
    assert track(game, "axis", "north") == AirTrack(gi=2), "a dash: no effect"
    assert game.view("axis")["air"]["allied north"] == {"leg": 3, "mech": 2}


@pytest.mark.rule("goss", "20.3.1(2)", "20.3.1(5)", "20.3.1(6)")
@pytest.mark.parametrize(("sky", "ap", "drm"), [("Clear Dry", 20, 0), ("POvr Dry", 10, -1)])
def test_the_sky_cuts_the_points_and_the_lower_column_counts(sky: str, ap: int, drm: int) -> None:
    game = joint(weather=sky)
    give(game, "allied", gi=20)
    rig(game, 5)
    for _ in range(2):
        game.play(game.open_asks()[0].player, {"do": "end"})
    until(game, phases.MODES)
    facts = told(game, "interdiction-value")[0]
    assert (facts["ap"], facts["modifier"]) == (ap, drm)


@pytest.mark.rule("goss", "20.3.1(5)", "20.3.1(7)")
def test_columns_and_dashes() -> None:
    def value(ap: int, roll: int) -> tuple[int, int]:
        game = joint()
        rig(game, roll)
        roll_value(game, "allied", "all", ap)
        return track(game, "allied").leg, track(game, "allied").mech

    assert value(10, 4) == value(8, 4) == value(11, 4) == (6, 6)
    assert value(12, 4) == (5, 4)
    assert value(30, 9) == (3, 2)
    assert value(4, 0) == (0, 0)


@pytest.mark.rule("goss", "20.3.1(6)", "19.5.1")
@pytest.mark.parametrize(
    ("sky", "drm"),
    [
        ("Clear Dry", 0),
        ("Clear Dry rain", 0),
        ("POvr Dry", -1),
        ("POvr Dry rain", -2),
        ("POvr Dry snow", -1),
        ("Ovr Dry", -2),
        ("Ovr Dry rain", -3),
    ],
)
def test_rain_and_clouds_take_off_the_roll(sky: str, drm: int) -> None:
    assert sky_modifier(joint(weather=sky)) == drm


@pytest.mark.rule("goss", "20.3.1", "20.3.1(3)", "20.3.1(4)", "20.6.1a")
def test_interceptors_take_points_for_the_whole_day() -> None:
    game = joint()
    give(game, "allied", gi=20, asup=4)
    give(game, "axis", asup=5)
    for _ in range(2):
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert asked(game) == ("axis", "intercept")
    rig(game, 4)
    answer(game, "intercept", ap=4)
    assert told(game, "interdiction-value")[-1]["ap"] == 16
    assert (track(game, "allied").gi, track(game, "axis").asup) == (16, 1)
    assert track(game, "allied").asup == 4, "nobody escorts them"
    until(game, phases.MODES, turn=5)
    assert told(game, "interdiction-value")[-1]["ap"] == 16, "and in the afternoon"
    until(game, phases.MODES, turn=6)
    assert (track(game, "allied").leg, track(game, "allied").mech) == (0, 0), "not by night"
    assert len(told(game, "interdiction-value")) == 2


# ---- attacks


def march(*more: Any, leg: int = 0, mech: int = 0, **spec: Any) -> Gs:
    """Germans on a long road, with the Allied values; an Allied unit far away."""
    options = {"roads": {"secondary": [ROAD]}, "segment": "road-moves", **spec}
    far = () if any(one["row"]["id"] == "u1" for one in more) else (unit("u1", (-12, 12)),)
    game = position(*(more or (unit("g1", (0, 0), "motinf"),)), *far, **options)
    game.put(AIR_TRACKS, "allied all", AirTrack(leg=leg, mech=mech))
    return game


def go(game: Gs, name: str, hexes: list[tuple[int, int]], *dice: int) -> list[str]:
    """Where aircraft found a unit on its way."""
    rig(game, *dice)
    path = [at(*h) for h in hexes]
    game.play("axis", {"do": "move", "units": [name], "path": path})
    return [facts["hex"] for facts in told(game, "interdicted")]


@pytest.mark.rule("goss", "20.3.2", "20.3.2a", "20.3.2c", "3.3.2c-gi")
def test_each_multiple_of_the_value_and_one() -> None:
    game = march(leg=4, mech=3)
    hexes = [(q, 0) for q in range(1, 11)]
    assert go(game, "g1", hexes, 0, 0, 0) == [at(4, 0), at(7, 0), at(10, 0)]
    assert where(game, "g1") == at(10, 0)
    assert [times(12 * mp, 3) for mp in (3, 4, 6, 7, 10)] == [0, 1, 1, 2, 3]
    assert times(12 * 50, 0) == 0


@pytest.mark.rule("goss", "20.3.2", "20.3.1(7)")
def test_leg_units_have_the_value_of_leg_units_and_no_value_is_no_attack() -> None:
    foot = march(unit("g1", (0, 0), ma=6), leg=3, mech=9, segment="moves")
    assert go(foot, "g1", [(q, 0) for q in range(1, 5)], 0) == [at(4, 0)]
    none = march(leg=3, mech=0)
    assert go(none, "g1", [(q, 0) for q in range(1, 9)]) == []


@pytest.mark.rule("goss", "20.3.2")
def test_only_what_is_spent_far_from_the_enemy_counts() -> None:
    near = march(unit("g1", (0, 0), "motinf"), unit("u1", (-3, 0)), mech=3)
    hexes = [(q, 0) for q in range(1, 9)]
    assert go(near, "g1", hexes, 0) == [at(7, 0)], "from the fourth hex on it is seven away"
    close = march(unit("g1", (0, 0), "motinf"), unit("u1", (2, 4)), mech=2)
    assert go(close, "g1", hexes) == []


@pytest.mark.rule("goss", "20.3.2")
def test_a_second_move_goes_on_counting_and_a_new_phase_begins_anew() -> None:
    game = march(mech=3)
    assert go(game, "g1", [(1, 0), (2, 0), (3, 0)]) == []
    assert go(game, "g1", [(4, 0)], 0) == [at(4, 0)]
    assert now(game, "g1").interdicted == 48


@pytest.mark.rule("goss", "20.3.2b", "7.7.4")
@pytest.mark.parametrize(
    ("roll", "steps", "fatigue"), [(4, 3, 0), (5, 3, 1), (7, 3, 1), (8, 2, 0), (9, 2, 0)]
)
def test_results_are_applied_at_once_and_end_the_movement(
    roll: int, steps: int, fatigue: int
) -> None:
    game = march(mech=3)
    go(game, "g1", [(q, 0) for q in range(1, 7)], roll)  # Mech road movement adds one
    assert (now(game, "g1").steps, now(game, "g1").fatigue) == (steps, fatigue)
    unhurt = (steps, fatigue) == (3, 0)
    assert where(game, "g1") == (at(6, 0) if unhurt else at(4, 0))
    assert now(game, "g1").halted is not unhurt


@pytest.mark.rule("goss", "20.3.2b")
def test_modifiers_of_an_attack() -> None:
    def total(name: str = "g1", by_road: bool = False, *more: Any, **spec: Any) -> int:
        kind = spec.pop("kind", "motinf")
        facts = spec.pop("facts", {})
        game = march(unit("g1", (0, 0), kind, **facts), *more, mech=3, **spec)
        return int(modifiers(game, (name,), game.board.hex(at(0, 0)), by_road).total)

    assert total() == 0
    assert total(by_road=True) == 1
    assert total(facts={"mode": "Strat"}) == total(by_road=True, facts={"mode": "Strat"}) == 2
    assert total(kind="pz4") == -1
    assert total(kind="armrecon") == -1, "no pure armor, but a battalion with Flak of its own"
    assert total(weather="POvr Dry") == total(weather="Ovr Dry") == -1
    flak = [unit(f"gf{n}", hex, "flak") for n, hex in enumerate([(0, 0), (1, 0), (0, 1), (2, 0)])]
    assert total("g1", False, *flak) == -3
    assert total("g1", True, *flak, kind="pz4", weather="POvr Dry") == -4


@pytest.mark.rule("goss", "20.3.2b")
def test_special_stacks_are_one_unit_and_others_in_the_hex_are_spared() -> None:
    game = march(
        unit("g1", (0, 0), "motinf", formation="2"), unit("g2", (0, 0), "pz4", formation="2"),
        unit("g9", (2, 0), "inf"), mech=3, segment="moves",
    )  # fmt: skip
    names = ["g1", "g2"]
    rig(game, 9)
    game.play("axis", {"do": "move", "units": names, "path": [at(q, 0) for q in range(1, 6)]})
    assert asked(game) == ("axis", "interdiction-loss"), "one attack, one step, the owner's choice"
    answer(game, "interdiction-loss", unit="g1")
    assert len(told(game, "interdicted")) == 1
    assert [now(game, n).steps for n in ("g1", "g2", "g9")] == [2, 1, 3]
    assert where(game, "g2") == at(2, 0), "both have come to an end"


@pytest.mark.rule("goss", "20.3.2")
def test_exploiting_units_are_interdicted_too() -> None:
    game = march(
        unit("g1", (0, 0), "motinf", mode="Exploit"), mech=3, segment=phases.INACTIVE_ROAD,
        side="allied",
    )  # fmt: skip
    assert go(game, "g1", [(q, 0) for q in range(1, 6)], 0) == [at(4, 0)]
