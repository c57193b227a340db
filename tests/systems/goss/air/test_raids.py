"""Supply interdiction: plans in secret, interceptors, Flak, trucks. [20.4.0] [20.7.2]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.raids import flak
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, SIDES
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import UNITS, WITHDRAWN
from tests.systems.goss.field import position, rig, rules, told, unit
from tests.systems.goss.flights import answer, asked, give, track, until

ARMIES_ = {
    "Seventh": {"side": "axis", "adv": 3, "tp": 6},
    "Fifth": {"side": "axis", "adv": 3, "tp": 6},
    "First": {"side": "allied", "adv": 3, "tp": 6},
}


def trucks(*units: Any, allied: dict[str, int], axis: dict[str, int], **more: Any) -> Gs:
    """Both have assigned their trucks, three for ammunition and three for fuel."""
    away = [unit(f"gf{n}", None, "flak", steps=3) for n in range(4)]
    game = position(
        *(units or away), unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.TRUCKS,
        **{"armies": ARMIES_, **more},
    )  # fmt: skip
    for name, found in game.state[UNITS].items():
        if name.startswith("gf"):
            game.put(UNITS, name, replace(found, place=WITHDRAWN, due=0))
    give(game, "allied", **allied)
    give(game, "axis", **axis)
    for name, army in game.state[ARMIES].items():
        side = ARMIES_[name]["side"]
        if army.tp:
            game.play(side, {"do": "trucks", "army": name, "ammo": 3, "fuel": 3})
    for side in ("allied", "axis"):
        game.play(side, {"do": "end"})
    return game


def raid(army: str, ap: int, escort: int = 0) -> dict[str, Any]:
    return {"army": army, "ap": ap, "escort": escort}


@pytest.mark.rule("goss", "20.4.0", "20.4.1", "3.3.1d-si", "20.4.1(2)")
def test_two_or_three_effective_points_against_an_army() -> None:
    game = trucks(allied={"si": 8, "asup": 3}, axis={"asup": 2}, weather="POvr Dry")
    assert asked(game) == ("allied", "supply-raid")

    def tried(army: str, ap: int, escort: int = 0) -> list[str]:
        return rules(game, "allied", {"do": "supply-raid", **raid(army, ap, escort)})

    assert tried("Seventh", 4) == tried("Seventh", 6, 3) == []
    assert tried("Seventh", 3) == ["20.4.1"], "one effective point"
    assert tried("Seventh", 8) == ["20.4.1"], "four"
    assert tried("Seventh", 9) == ["20.1.2"]
    assert tried("Seventh", 4, 4) == ["20.1.2"]
    assert tried("First", 4) == ["20.4.1(2)"]
    answer(game, "supply-raid", **raid("Fifth", 6, 2))
    assert tried("Seventh", 4) == ["20.1.2"], "two are left"
    assert track(game, "allied").si == 8, "nothing is told before all is planned"


@pytest.mark.rule("goss", "20.4.0")
@pytest.mark.parametrize(("sky", "flies"), [("Clear", True), ("POvr", True), ("Ovr", False)])
def test_only_under_an_open_sky(sky: str, flies: bool) -> None:
    game = trucks(allied={"si": 12}, axis={}, weather=f"{sky} Dry")
    assert (asked(game)[1] == "supply-raid") is flies


@pytest.mark.rule("goss", "20.4.0")
def test_a_scenario_may_limit_the_missions() -> None:
    days = {"allied": {"ap": 9, "si_missions": 1}, "axis": {}}
    game = trucks(allied={"si": 9}, axis={}, air=days)
    answer(game, "supply-raid", **raid("Fifth", 3))
    more = {"do": "supply-raid", **raid("Fifth", 3)}
    assert rules(game, "allied", more) == ["20.4.0"]


@pytest.mark.rule("goss", "20.4.1(1)", "20.4.1(2)", "20.4.1(3)")
def test_interceptors_are_bound_before_anything_is_laid_open() -> None:
    def planned(first: dict[str, Any], second: dict[str, Any]) -> Any:
        game = trucks(allied={"si": 8, "asup": 6}, axis={"asup": 4})
        answer(game, "supply-raid", **first)
        answer(game, "supply-raid", **second)
        answer(game, "supply-raid")
        assert asked(game) == ("axis", "intercept")
        answer(game, "intercept", ap=1)
        events = [e.told("axis") for e in game.events]
        known = [e.to_json() for e in events if e is not None]
        return known, game.view("axis"), list(game.legal("axis"))

    one = planned(raid("Seventh", 3, 2), raid("Fifth", 2))
    assert one == planned(raid("Seventh", 2), raid("Fifth", 3, 4))
    declared = [event["facts"] for event in one[0] if event["kind"] == "raids-declared"]
    assert declared == [{"side": "allied", "missions": 2, "armies": ["Seventh", "Fifth"]}]


@pytest.mark.rule("goss", "20.4.1(1)", "20.6.1")
def test_odds_tell_nothing_of_a_hidden_mission() -> None:
    game = trucks(allied={"si": 3}, axis={"asup": 4})
    found = game.odds({"do": "supply-raid", **raid("Fifth", 3)}, "allied")
    assert [one.rule for one in found.unknown] == ["8.4.0"]
    answer(game, "supply-raid", **raid("Fifth", 3))
    answer(game, "supply-raid")
    found = game.odds({"do": "intercept", "ap": 1}, "axis")
    assert [one.rule for one in found.unknown] == ["8.4.0"]


def flown(*dice: int, ap: int = 3, escort: int = 0, hunters: int = 0, **more: Any) -> Gs:
    """One mission against Seventh Army, against twelve Flak points unless said otherwise."""
    game = trucks(*more.pop("units", ()), allied={"si": 9, "asup": 9}, axis={"asup": 4}, **more)
    answer(game, "supply-raid", **raid("Seventh", ap, escort))
    answer(game, "supply-raid")
    rig(game, *dice)
    answer(game, "intercept", ap=hunters)
    return game


@pytest.mark.rule("goss", "20.4.1(4)", "20.4.1(7)", "20.4.1-2")
def test_trucks_with_fuel_or_with_ammunition() -> None:
    def lost(*dice: int, **more: Any) -> tuple[int, int]:
        army = flown(*dice, units=(unit("g2", (5, 0)),), **more).state[ARMIES]["Seventh"]
        return army.lost_fuel, army.lost_ammo

    assert lost(4, 3) == (1, 0), "three AP take one off the roll"
    assert lost(5, 3) == (0, 1)
    assert lost(5, 4) == (0, 0)
    assert lost(5, 2, ap=2) == (0, 1)
    assert lost(5, 3, ap=2) == (0, 0)
    assert lost(5, 1, ap=2, hunters=1) == (0, 1), "one AP is left: one more"
    assert lost(5, 2, ap=2, hunters=1) == (0, 0)
    assert lost(5, 0, ap=2, hunters=2) == (0, 0), "nothing is left of it"
    assert lost(5, 3, ap=3, hunters=1, escort=1) == (0, 1)
    told_of = told(flown(5, 0), "raid")[0]
    assert told_of == {"side": "allied", "army": "Seventh", "ap": 3, "escorts": 0}


@pytest.mark.rule("goss", "20.4.1(7)")
def test_where_no_truck_has_the_task_nothing_happens() -> None:
    bare = {**ARMIES_, "Seventh": {"side": "axis", "adv": 3, "tp": 0}}
    game = flown(5, 0, armies=bare)
    assert told(game, "raid-result") == [{"army": "Seventh", "task": "nothing"}]
    assert game.state[ARMIES]["Seventh"].lost_ammo == 0


@pytest.mark.rule("goss", "20.4.1(6)", "20.7.2")
def test_every_four_flak_points_that_escorts_do_not_suppress_add_one() -> None:
    game = flown(5, 5)
    found = [flak(game, "axis", guards) for guards in (0, 1, 4, 5, 8, 9, 20)]
    assert found == [3, 2, 2, 1, 1, 0, 0]
    facts = told(flown(5, 2, escort=3, hunters=1), "raid-result")[0]
    assert (facts["modifier"], facts["success"]) == (1, False), "ten are left: +2, and -1"
    assert told(flown(5, 1, escort=3, hunters=1), "raid-result")[0]["success"]


@pytest.mark.rule("goss", "20.4.1-2")
def test_a_truck_that_is_lost_is_back_on_the_next_day() -> None:
    game = flown(5, 0)
    assert game.state[ARMIES]["Seventh"].lost_ammo == 1
    assert game.state[ARMIES]["Seventh"].tp == 6
    until(game, phases.TRUCKS, turn=7)
    assert game.state[ARMIES]["Seventh"].lost_ammo == 0


@pytest.mark.rule("goss", "20.4.1", "20.4.1(4)")
def test_the_allies_fly_all_their_missions_first_one_after_the_other() -> None:
    game = trucks(allied={"si": 6}, axis={"si": 3, "asup": 2})
    for army in ("Seventh", "Fifth"):
        answer(game, "supply-raid", **raid(army, 3))
    answer(game, "supply-raid")
    answer(game, "intercept")
    answer(game, "intercept")
    assert asked(game) == ("allied", "next-raid")
    rig(game, 0, 0, 0, 0)
    answer(game, "next-raid", mission=2)
    assert [one["army"] for one in told(game, "raid")] == ["Fifth", "Seventh"]
    assert game.state[SIDES]["allied"].missions == 2
    assert asked(game) == ("axis", "supply-raid")


@pytest.mark.rule("goss", "20.1.2", "20.6.1")
def test_points_and_escorts_are_of_one_sector() -> None:
    game = trucks(allied={"si": 3}, axis={"asup": 3}, terrain={(0, 0): "sector:north"})
    give(game, "allied", "north", asup=2)
    order = {"do": "supply-raid", **raid("Fifth", 3)}
    assert rules(game, "allied", {**order, "sector": "south"}) == ["20.1.2"]
    assert rules(game, "allied", {**order, "sector": "north"}) == ["20.1.2"]
    assert rules(game, "allied", {**order, "escort": 1}) == ["20.1.2"], "those are in the north"
    assert rules(game, "allied", {**order, "ap": -1}) == ["form"]
    assert rules(game, "allied", order) == []
