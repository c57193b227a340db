"""The rulebook's own examples of supply and logistics. [15.0] [16.0]"""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.systems.goss.logistics import fuel, values
from grognard.systems.goss.logistics.stock import army_of
from grognard.systems.goss.logistics.support import formations_value
from grognard.systems.goss.pieces.chain import fuel_state, headquarters
from grognard.systems.goss.status import AIR_TRACKS, ARMIES, DEPOTS, AirTrack
from grognard.systems.goss.supply.links import Reach
from tests.systems.goss import firing
from tests.systems.goss.field import at, position, rig, rules, told, unit
from tests.systems.goss.logistics.staffs import army


@pytest.mark.rule("goss", "15.2.4")
def test_an_extended_leg_path_has_16_points() -> None:
    assert Reach.of(position(unit("g1", (0, 0))), 0, 12, half=False).far == 16 * 12


@pytest.mark.rule("goss", "15.4.2a")
def test_two_panzer_and_three_infantry_divisions_count_three() -> None:
    game = army("g", {"C": ["1!", "2!", "3", "4", "5"]})
    assert formations_value(game, [f"gC-{n}" for n in range(1, 6)]) == 3


@pytest.mark.rule("goss", "15.4.1", "15.4.1(a)", "15.4.2b", "15.4.2b(b)")
def test_goss_b_ex_027_an_army_that_supports_four_corps() -> None:
    pz = ["1!", "2!", "3!"]
    game = army("g", {"A": pz, "B": pz, "C": ["1", "2"], "D": pz}, track={"adv": 4})
    game.put(ARMIES, "A", replace(army_of(game, "A"), ammo=1))
    game.play("axis", {"do": "ammunition", "army": "A", "corps": ["gA", "gB", "gC", "gD"]})
    assert army_of(game, "A").adv == 3
    assert [headquarters(game, f"g{name}").adv for name in "ABC"] == [3, 3, 4]


@pytest.mark.rule("goss", "16.1.2a", "20.4.1", "16.3.2")
def test_goss_b_ex_031_a_lost_truck_costs_no_corps_its_support() -> None:
    game = army("u", {name: [] for name in "WXYZ"}, track={"adv": 3})
    game.put(ARMIES, "A", replace(army_of(game, "A"), ammo=3, lost_ammo=1))
    order = {"do": "ammunition", "army": "A"}
    assert rules(game, "allied", {**order, "corps": ["uW", "uX", "uY", "uZ"]}) == ["16.1.2a"]
    rig(game, 5)
    game.play("allied", {**order, "corps": ["uW", "uX", "uY"]})
    assert told(game, "ammunition-delivered")[-1]["trucks"] == 2, "but two trucks deliver"
    assert [headquarters(game, f"u{name}").supported for name in "WXYZ"] == [True] * 3 + [False]
    low = army("u", {name: [] for name in "WXY"}, track={"adv": 2},
               options={"corps-adv-cap": "capped"})  # fmt: skip
    low.put(ARMIES, "A", replace(army_of(low, "A"), ammo=3))
    assert rules(low, "allied", {**order, "corps": ["uW", "uX", "uY"]}) == ["15.4.1"]


@pytest.mark.rule("goss", "19.3.3", "11.4.3")
def test_goss_b_ex_042_sixteen_of_twenty_four_points_under_an_overcast() -> None:
    game = firing.field(
        unit("u1", (0, 0), **firing.US), unit("g1", (1, 0), **firing.AXIS), weather="Ovr Dry",
        segment="air-support",
    )  # fmt: skip
    game.put(AIR_TRACKS, "allied all", AirTrack(gs=24))
    strike = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1"}
    assert rules(game, "allied", {**strike, "ap": 20}) == ["11.4.3"], "four is the most"
    rig(game, 0, 0)
    game.play("allied", {**strike, "ap": 16})
    assert told(game, "volleys")[0]["volleys"] == [8], "two for each of four points"
    assert game.state[AIR_TRACKS]["allied all"].gs == 8


@pytest.mark.rule("goss", "16.3.1", "16.3.2", "16.3.2(1)", "16.3.2(8)", "15.4.0")
def test_the_day_of_first_army() -> None:
    four, three = [f"{n}" for n in range(1, 5)], [f"{n}" for n in range(1, 4)]
    game = army("u", {"V": four, "VII": three, "XII": [], "XIX": []})
    game.put(ARMIES, "A", replace(army_of(game, "A"), ammo=3))
    rig(game, 5)
    order = {"do": "ammunition", "army": "A", "corps": ["uV", "uVII"], "lower": 1}
    game.play("allied", order)
    found = {hq: headquarters(game, hq).adv for hq in ("uV", "uVII", "uXII", "uXIX")}
    assert (army_of(game, "A").adv, army_of(game, "A").amp) == (3, 10)
    assert found == {"uV": 2, "uVII": 3, "uXII": 0, "uXIX": 0}
    game.play("allied", {"do": "raise-adv", "hq": "uV", "points": 1})
    assert (headquarters(game, "uV").adv, army_of(game, "A").amp) == (3, 8)


@pytest.mark.rule("goss", "15.8.2")
def test_a_depot_is_back_two_days_later() -> None:
    game = position(
        unit("uarmy", (0, 0), "hq:army", army="A"), unit("g9", (0, 12)), segment="depots",
        side="allied", terrain={(0, 0): "town"}, turn=13,
        armies={"A": {"side": "allied", "adv": 3, "fp": 8, "tp": 9, "depots": [at(5, 0)]}},
    )  # fmt: skip
    game.play("allied", {"do": "move-depot", "depot": "A 1"})
    assert game.state[DEPOTS]["A 1"].due == 7, "GD 5 and two"
    assert (army_of(game, "A").fp, army_of(game, "A").tp) == (4, 4), "six FP, half the trucks"


@pytest.mark.rule("goss", "16.4.4-2", "9.6.2b")
def test_two_tank_battalions_a_company_of_guns_and_a_hybrid() -> None:
    attached = (("t1", "m4"), ("t2", "m4"), ("at", "at"), ("h", "hybrid"))
    game = position(
        unit("uhq", (0, 0), "hq:div", formation="1"),
        *(unit(f"u{name}", (1, 0), kind, attached="uhq", army="A") for name, kind in attached),
    )
    assert fuel.attached_mech(game, "uhq") == 2
    bare = position(unit("uhq", (0, 0), "hq:div", formation="1"))
    for state in ("low", "normal"):
        assert fuel.need(game, "uhq", state) == fuel.need(bare, "uhq", state), "no more FP"


@pytest.mark.rule("goss", "16.4.5b", "16.4.4b")
def test_an_infantry_division_counts_fifteen_units() -> None:
    kinds = [*["art"] * 4, "m5", "m4", *["inf"] * 9]
    game = position(
        unit("uhq", (0, 0), "hq:div", formation="1"),
        *(unit(f"u{n}", (n % 5, 1), kind, formation="1") for n, kind in enumerate(kinds)),
        headquarters={"uhq": {"fuel": "low", "value": 4}},
    )
    assert values.fuel_units(game, "uhq") == 15
    assert [fuel_state(game, n) for n in ("u14", "u0")] == ["normal", "low"], "Leg units use none"
