"""Supply interdiction, air supply, superiority and Flak: a second reader's cases. [20.4.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.flak import off_map, over
from grognard.systems.goss.air.raids import flak
from grognard.systems.goss.air.superiority import fight
from grognard.systems.goss.air.values import determine_values
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import UNITS, WITHDRAWN
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, field, run
from tests.systems.goss.flights import answer, asked, give, track, until

# ---- supply interdiction [20.4.0]


def trucks(guns: int, fuel: int, ammo: int, *, si: int, asup: int = 0, **more: Any) -> Gs:
    """The Axis has Flak off the map and has assigned its trucks; the Allies plan missions."""
    away = [unit(f"gf{n}", None, "flak", steps=3) for n in range(guns // 3)]
    hunters = more.pop("hunters", 0)
    game = position(
        *away, unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.TRUCKS,
        armies={"7": {"side": "axis", "adv": 3, "tp": 8}}, **more,
    )  # fmt: skip
    for name, found in game.state[UNITS].items():
        if name.startswith("gf"):
            game.put(UNITS, name, replace(found, place=WITHDRAWN, due=0))
    give(game, "allied", si=si, asup=asup)
    give(game, "axis", asup=hunters)
    motor = 8 - ammo - fuel
    order = {"do": "trucks", "army": "7", "ammo": ammo, "fuel": fuel, "motor": motor}
    game.play("axis", order)
    while asked(game)[1] != "supply-raid":
        game.play(asked(game)[0], {"do": "end"})
    return game


def raids(game: Gs, *missions: tuple[int, int], hunters: tuple[int, ...], dice: Any) -> list[Any]:
    """Missions of so many AP and escorts each are flown."""
    for ap, escort in missions:
        answer(game, "supply-raid", army="7", ap=ap, escort=escort)
    answer(game, "supply-raid")
    for place, ap in enumerate(hunters):
        if place == len(hunters) - 1:
            rig(game, *dice)
        answer(game, "intercept", ap=ap)
    while asked(game)[1] == "next-raid":
        game.play("allied", game.open_asks()[0].default)
    return told(game, "raid-result")


@pytest.mark.reading("goss", "goss2-20-11")
@pytest.mark.rule("goss", "20.4.1", "20.4.1(6)", "20.7.2")
def test_escorts_suppress_flak_for_their_own_mission() -> None:
    for roll, success in ((2, True), (3, False)):
        game = trucks(9, 4, 4, si=6, asup=2, hunters=4)
        found = raids(game, (3, 2), hunters=(0,), dice=(7, roll))
        assert (found[0]["task"], found[0]["modifier"]) == ("ammo", 0)
        assert found[0]["success"] is success
        assert game.state[ARMIES]["7"].lost_ammo == int(success)
    met = trucks(9, 4, 4, si=6, asup=2, hunters=4)
    found = raids(met, (3, 2), hunters=(4,), dice=(7, 0))
    assert told(met, "air-superiority")[0]["points"] == 1
    assert (found[0]["modifier"], found[0]["success"]) == (3, False)
    second = trucks(9, 4, 4, si=6, asup=2, hunters=4)
    found = raids(second, (3, 2), (2, 0), hunters=(0, 0), dice=(7, 9, 7, 1))
    assert [one["modifier"] for one in found] == [0, 2]  # all nine again
    assert not found[1]["success"]


@pytest.mark.reading("goss", "goss2-20-12")
@pytest.mark.rule("goss", "20.4.1(7)", "20.4.1", "20.4.0")
def test_a_die_says_what_trucks_are_found() -> None:
    game = trucks(0, 3, 1, si=12, weather="POvr Dry")
    raid = {"do": "supply-raid", "army": "7", "ap": 8}
    assert rules(game, "allied", raid) == ["20.4.1"]  # the effect of four
    assert rules(game, "allied", {**raid, "ap": 4, "task": "fuel"}) != []
    answer(game, "supply-raid", army="7", ap=6)
    answer(game, "supply-raid")
    rig(game, 0, 9)
    answer(game, "intercept", ap=0)
    assert track(game, "allied").si == 6
    three = trucks(0, 3, 1, si=12, weather="POvr Dry")
    found = raids(
        three, (4, 0), (4, 0), (4, 0), hunters=(0, 0, 0), dice=(4, 0, 5, 0, 9, 0)
    )  # fmt: skip
    assert [one["task"] for one in found] == ["fuel", "ammo", "nothing"]
    army = three.state[ARMIES]["7"]
    assert army.motor == 4
    assert (army.fuel - army.lost_fuel, army.ammo - army.lost_ammo) == (2, 0)


# ---- air supply and superiority [20.5.0] [20.6.0]


@pytest.mark.reading("goss", "goss2-20-13")
@pytest.mark.rule("goss", "20.5.1")
def test_the_drop_zone_is_named_after_the_fight() -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1", supply="OhS"), unit("u1", (9, 0)),
        segment="air-supply",
    )  # fmt: skip
    give(game, "axis", atp=4, asup=1)
    give(game, "allied", asup=3)
    game.play("axis", {"do": "air-supply", "atp": 4, "escort": 1})
    assert asked(game) == ("allied", "intercept")
    assert "hex" not in str(told(game, "airlift")[0])
    answer(game, "intercept", ap=3)
    assert told(game, "air-superiority")[0]["points"] == 2
    assert asked(game) == ("axis", "drop-zone")
    rig(game, 0, 0)
    answer(game, "drop-zone", hex=at(0, 1))
    assert told(game, "dropped")[0]["rolls"] == [0, 0]


@pytest.mark.reading("goss", "goss2-20-14")
@pytest.mark.rule("goss", "20.6.0", "20.6.1")
def test_each_point_of_superiority_flies_once_a_day() -> None:
    spotter, target = unit("u1", (0, 0), **US), unit("g1", (1, 0), **AXIS)
    game = field(spotter, target, segment="air-support")
    give(game, "allied", gs=4, asup=5)
    strike = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 4, "escort": 3}
    rig(game, 0, 0)
    game.play("allied", strike)
    assert told(game, "volleys")[0]["volleys"] == [8]  # four AP, whatever goes with them
    assert track(game, "allied").asup == 2
    later = field(unit("u1", (0, 0), **US), unit("g1", (1, 0), mode="PA", **AXIS), side="axis",
                  segment="air-support", turn="PM")  # fmt: skip
    give(later, "allied", asup=2)
    give(later, "axis", gs=4)
    later.play("axis", {"do": "ground-support", "hex": at(0, 0), "spotter": "g1", "ap": 2})
    assert rules(later, "allied", {"do": "intercept", "ap": 3}) == ["20.1.2"]
    assert rules(later, "allied", {"do": "intercept", "ap": 2}) == []
    south = field(spotter, target, segment="air-support",
                  terrain={(1, 0): "sector:north", (0, 0): "sector:north"})  # fmt: skip
    give(south, "allied", "north", gs=4)
    give(south, "allied", "all", asup=3)
    assert rules(south, "allied", strike) == ["20.2.1"]
    ground = position(unit("g1", (3, 0)), unit("u1", (-3, 0)))
    give(ground, "allied", gi=10, asup=5)
    give(ground, "axis", asup=3)
    run(ground, determine_values(ground), {"intercept": [{"do": "intercept", "ap": 3}]})
    assert told(ground, "air-superiority")[0]["escorts"] == 0
    assert track(ground, "allied").asup == 5


@pytest.mark.reading("goss", "goss2-20-15")
@pytest.mark.rule("goss", "20.6.1a", "20.6.2")
def test_one_for_one_and_escorts_first() -> None:
    game = position(unit("g1", (3, 0)), unit("u1", (-3, 0)))
    assert fight(game, 4, 3, 5) == (2, 0)
    assert fight(game, 2, 2, 1) == (2, 1)  # those left over shoot at nothing else
    give(game, "allied", gi=10)
    give(game, "axis", asup=3)
    run(game, determine_values(game), {"intercept": [{"do": "intercept", "ap": 3}]})
    assert told(game, "interdiction-value")[0]["ap"] == 7
    assert (track(game, "allied").gi, track(game, "axis").asup) == (7, 0)  # gone for the day


# ---- Flak [20.7.0]


@pytest.mark.reading("goss", "goss2-20-16")
@pytest.mark.rule("goss", "20.7.0", "20.7.1", "20.7.1-2", "20.7.1-3")
def test_the_flak_around_a_target() -> None:
    game = position(
        unit("gh", (1, 0), "hq:div", formation="1"), unit("g1", (1, 0), "flak"),
        unit("g2", (-1, 0), "arminf"), unit("g3", (0, 1), "art"), unit("g4", (0, 0), "armrecon"),
        unit("g5", (-2, 2), "flak", size="Bn", steps=3), unit("u1", (9, 0)),
    )  # fmt: skip
    assert over(game, "axis", game.board.hex(at(0, 0))) == 2
    assert fight(game, 4, 0, 0) == (4, 0)  # the fight in the air knows no Flak


@pytest.mark.reading("goss", "goss2-20-17")
@pytest.mark.rule("goss", "20.7.2", "20.7.2-2")
def test_flak_off_the_map_and_back() -> None:
    game = position(
        unit("g1", (3, 0), "flak", size="Bn", steps=3), unit("g2", (3, 1), "flak"),
        unit("g3", (4, 0), "arminf"), unit("ga", (6, 0), "hq:army", army="7"),
        unit("u1", (-6, 0)), armies={"7": {"side": "axis", "adv": 3, "tp": 4}},
        segment=phases.FLAK_WITHDRAWAL, turn=4,
    )  # fmt: skip
    while asked(game)[0] != "axis":
        game.play(asked(game)[0], {"do": "end"})
    for name in ("g1", "g2", "g3"):
        game.play("axis", {"do": "withdraw-flak", "unit": name})
    assert off_map(game, "axis") == 5
    assert flak(game, "axis", 0) == 1  # whichever army is attacked
    until(game, phases.FLAK_RETURN, 7)
    while asked(game)[0] != "axis":
        game.play(asked(game)[0], {"do": "end"})
    game.play("axis", {"do": "recall-flak", "unit": "g1"})
    assert off_map(game, "axis") == 2
    until(game, phases.ENTRY, 10)
    while asked(game)[0] != "axis":
        game.play(asked(game)[0], {"do": "end"})
    assert where(game, "g1") == WITHDRAWN
    place = {"do": "place-flak", "unit": "g1", "hex": at(8, 0)}
    assert rules(game, "axis", place) == ["20.7.2-2"]
    game.play("axis", {**place, "hex": at(5, 0)})
    until(game, "moves", 10)
    while asked(game)[0] != "axis":
        game.play(asked(game)[0], {"do": "end"})
    move = {"do": "move", "units": ["g1"], "path": [at(4, 0)]}
    assert rules(game, "axis", move) == ["20.7.2-2"]
    assert now(game, "g1").steps == 3
