"""Interceptors against missions: who engages whom, re-engagement, loads, carriers' own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from grognard.systems.nextwar.airpower.melee import Fray, Group
from grognard.systems.nextwar.airpower.wings import depart
from grognard.systems.nextwar.defenses.detecting import Finding
from grognard.systems.nextwar.defenses.intercepting import (
    Intercept,
    Sighted,
    able,
    allocate,
    close_in,
    defend,
    intercept,
    prey,
)
from grognard.systems.nextwar.defenses.package import Package, finish
from grognard.systems.nextwar.defenses.regimes import Regime, regime
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, rig, told, unit
from tests.systems.nextwar.sea import IN1, SEA1, coast, ship
from tests.systems.nextwar.sky import asked, drive, flies, places, sky, wing

EARLY = Finding(Regime("normal"), "ED")
UP = {"place": "superiority"}


def mission(game: Nw, side: str, strikers: str, escorts: str = "", **more: Any) -> Package:
    """A strike in the middle of the map."""
    return Package(
        side, more.pop("kind", "strike"), game.board.hex("0505"), tuple(strikers.split()),
        tuple(escorts.split()), **more,
    )  # fmt: skip


def over(game: Nw, package: Package, fighters: str, *answers: Any, dice: Any = ()) -> Sighted:
    """An interception by fighters from the Air Superiority Box."""
    rig(game, *dice)
    origin = dict.fromkeys(fighters.split(), "superiority")
    return drive(game, intercept(game, Sighted(package, EARLY), origin), *answers)


def shots(game: Nw) -> list[tuple[str, str, str]]:
    """Who fired at whom in which stage."""
    return [(shot["stage"], shot["unit"], shot["target"]) for shot in told(game, "air-shot")]


@pytest.mark.reading("nextwar", "nw-24-08")
@pytest.mark.rule("nextwar", "24.4.1", "24.4.1-2", "24.4", "24.4.1-5", "24.4.1-1")
def test_escorts_are_engaged_before_strikers() -> None:
    game = sky(
        wings=[
            wing("n1", "3*-0-2"), wing("n2", "3*-0-2"), wing("ne", "4*-0-0"),
            wing("u1", "4*-0-0", **UP), wing("u2", "4*-0-0", **UP), wing("u3", "4*-0-0", **UP),
        ],
    )  # fmt: skip
    package = mission(game, "dprk", "n1 n2", "ne")
    fray = Fray(("allied", "dprk"))
    assert prey(game, fray, package, "u1", "stand-off", False) == ["ne"]
    one = Fray(("allied", "dprk"), (Group(("u1",), ("ne",)),))
    assert prey(game, one, package, "u2", "stand-off", False) == ["n1", "n2", "ne"]
    question = asked(allocate(game, package, EARLY))
    three = {"do": "intercept", "units": ["u1", "u2", "u3"]}
    assert [r.rule for r in question.why(game, three)] == ["24.4"]
    engage = {"do": "engage", "unit": "u2", "enemy": "n1"}
    over(game, package, "u1 u2", engage, dice=(9,) * 12)
    assert not [shot for shot in shots(game) if "n2" in shot]
    assert places(game, "u1", "u2", "ne") == ["flown", "flown", "flown"]
    assert able(game, package, EARLY) == ["u3"]


@pytest.mark.reading("nextwar", "nw-24-10")
@pytest.mark.rule("nextwar", "24.4.1-4", "22.6.3-b3", "29.4")
def test_a_loaded_striker_shoots_back_badly_unless_it_drops_its_load() -> None:
    planes = [
        wing("u1", "4*-0-3"),
        wing("n1", "5*-0-0", nation="PRC", **UP),
    ]
    game = sky(wings=planes)
    left = over(game, mission(game, "allied", "u1"), "n1", dice=(8, 2, 9, 9))
    results = [
        (shot["unit"], shot["tally"]["total"], shot["result"]) for shot in told(game, "air-shot")
    ]
    assert results[:2] == [("n1", 0, "-"), ("u1", 2, "Ad")]
    assert [unit for unit, _, _ in results[2:]] == ["u1", "n1"]
    assert results[2][1] == 2
    assert left.package.strikers == ("u1",)
    dropping = sky(wings=planes, options={"jettison": "on"})
    drop = {"do": "jettison", "units": ["u1"]}
    left = over(dropping, mission(dropping, "allied", "u1"), "n1", drop, dice=(8, 2))
    assert [shot["result"] for shot in told(dropping, "air-shot")] == ["-", "A"]
    assert flies(dropping, "n1").place == "abort"
    assert left.empty == ("u1",)


@pytest.mark.reading("nextwar", "nw-24-12")
@pytest.mark.rule("nextwar", "24.4", "24.4.1-4")
def test_every_ground_unit_in_the_air_has_a_plane_of_its_own() -> None:
    game = sky(
        unit("n1", "0101"), unit("n2", "0101"), wings=[wing("u1", "5*-0-0", **UP)],
    )  # fmt: skip
    package = mission(game, "dprk", "n1 n2", kind="drop")
    engage = {"do": "engage", "unit": "u1", "enemy": "n1"}
    left = over(game, package, "u1", engage, {"do": "break-off", "units": ["u1"]}, dice=(6,))
    shot = told(game, "air-shot")[0]
    assert (shot["column"], shot["tally"]["total"], shot["result"]) == ("up4", -1, "DA")
    assert at(game, "n1").steps == 1
    assert (left.package.strikers, left.back) == (("n2",), ("n1",))
    assert all(one["unit"] == "u1" for one in told(game, "air-shot"))


@pytest.mark.reading("nextwar", "nw-22-22")
@pytest.mark.rule("nextwar", "24.4.1-3", "22.6.4.2")
def test_who_is_free_in_an_interception_may_go_for_another() -> None:
    game = sky(
        wings=[
            wing("u1", "4-0-3"), wing("ue", "5**-0-0"), wing("uf", "4*-0-0"),
            wing("n1", "3*-0-0", **UP), wing("n2", "4*-0-0", **UP),
        ],
    )  # fmt: skip
    package = mission(game, "allied", "u1", "ue uf")
    fray = Fray(("dprk", "allied"), (Group(("n2",), ("uf",)),), out=frozenset({"n1"}))
    steps = close_in(game, fray, package, ("n1", "n2"), "stand-off", frozenset({"ue", "uf", "n2"}))
    joined = drive(game, steps, {"do": "engage", "unit": "ue", "enemy": "n2"})
    assert joined.groups == (Group(("n2",), ("uf", "ue")),)
    idle = close_in(game, fray, package, ("n1", "n2"), "stand-off", frozenset({"ue"}))
    assert drive(game, idle, {"do": "avoid"}).groups == fray.groups


@pytest.mark.rule("nextwar", "24.4.1-3")
def test_an_interceptor_that_got_rid_of_the_escort_goes_for_a_striker() -> None:
    game = sky(
        wings=[wing("u1", "4-0-3"), wing("ue", "3-0-0"), wing("n1", "6**-0-0", **UP)],
    )  # fmt: skip
    over(game, mission(game, "allied", "u1", "ue"), "n1", dice=(6, 9, 9, 9))
    assert shots(game)[:2] == [("long range", "n1", "ue"), ("stand-off", "n1", "u1")]
    assert places(game, "ue") == ["abort"]


@pytest.mark.rule("nextwar", "24.4.1-2")
def test_where_interceptors_cannot_fire_escorts_choose() -> None:
    game = sky(
        wings=[wing("u1", "4-0-3"), wing("ue", "5**-0-0"), wing("n1", "3-0-0", **UP)],
    )  # fmt: skip
    over(game, mission(game, "allied", "u1", "ue"), "n1", dice=(9,) * 6)
    assert shots(game)[0] == ("long range", "ue", "n1")
    assert ("dogfight", "n1", "ue") in shots(game)


@pytest.mark.rule("nextwar", "24.4.1-6", "22.6.6")
def test_a_striker_may_give_up_when_its_escort_is_gone() -> None:
    game = sky(
        wings=[wing("n1", "2-0-3"), wing("ne", "3-0-0"), wing("u1", "6**-0-0", **UP)],
    )  # fmt: skip
    away = {"do": "break-off", "units": ["n1"]}
    left = over(game, mission(game, "dprk", "n1", "ne"), "u1", None, away, dice=(6,))
    assert places(game, "n1", "ne", "u1") == ["abort", "abort", "flown"]
    assert left.package.strikers == ()


@pytest.mark.rule("nextwar", "24.1", "24.4", "22.4-p2")
def test_all_are_detected_before_anybody_is_sent_and_all_are_sent_before_anybody_fights() -> None:
    game = sky(
        wings=[
            wing("n1", "1-0-2"), wing("n2", "1-0-2"), wing("u1", "4-0-0", **UP),
            wing("u2", "4-0-0"), wing("u3", "(4)-0-0", **UP),
        ],
        assets={"allied": {"detection": 10}},
    )  # fmt: skip
    tracks = [Package("dprk", "strike", strikers=(n,), track="sam") for n in ("n1", "n2")]
    rig(game, 0, 9, 9, 9)
    steps = defend(game, tracks)
    question = asked(steps)
    assert len(told(game, "detection")) == 2
    assert question.player == "allied"
    for name in ("u2", "u3", "n1"):
        refused = question.why(game, {"do": "intercept", "units": [name]})
        assert [r.rule for r in refused] == ["24.4"]
    assert not question.why(game, {"do": "intercept", "units": ["u1"]})


@pytest.mark.reading("nextwar", "nw-17-04")
@pytest.mark.rule("nextwar", "17.1.4-1", "17.1.4-2", "22.4-p2")
def test_far_out_only_the_carriers_own_defend_their_ships() -> None:
    ships = [ship("u1", SEA1, "CVN"), ship("u2", SEA1, "AMPH")]
    game = sky(
        unit("n1", "0901"), board=coast(), ships=[one["row"] for one in ships],
        fleet=[one["fleet"] for one in ships],
        wings=[
            wing("rf", "4-0-0", **UP), wing("uf", "4*-1-1", box="u1"), wing("nb", "(1)-0-3"),
        ],
    )  # fmt: skip
    package = Package("dprk", "strike", strikers=("nb",), box=SEA1, fleet=True)
    assert regime(game, package).tracks == (9, 8, 3)
    rig(game, 5, *(9,) * 8)
    steps = defend(game, [package])
    question = asked(steps)
    assert told(game, "detection")[-1]["result"] == "ED"
    refused = question.why(game, {"do": "intercept", "units": ["rf"]})
    assert [r.rule for r in refused] == ["24.4"]
    again = sky(
        board=coast(), ships=[one["row"] for one in ships], fleet=[o["fleet"] for o in ships],
        wings=[wing("rf", "4-0-0", **UP), wing("uf", "4*-1-1", box="u1"), wing("nb", "(1)-0-3")],
    )  # fmt: skip
    rig(again, 5, *(9,) * 8)
    drive(again, defend(again, [package]), {"do": "intercept", "units": ["uf"]})
    assert flies(again, "uf").place == "ready"
    inshore = Package("dprk", "strike", strikers=("nb",), box=IN1, fleet=True)
    assert able(again, inshore, EARLY) == ["rf"]


@pytest.mark.reading("nextwar", "nw-22-04")
@pytest.mark.rule("nextwar", "22.2.2")
def test_a_carriers_aircraft_stay_down_in_port() -> None:
    ships = [ship("u1", "0405", "CVN"), ship("u2", "0405", "SAG")]
    game = sky(
        board=coast(), ships=[one["row"] for one in ships], fleet=[o["fleet"] for o in ships],
        sites=[{"hex": "0405", "kind": "port"}],
        wings=[wing("uf", "4*-1-1", box="u1"), wing("nb", "1-0-3")],
    )  # fmt: skip
    package = Package("dprk", "strike", game.board.hex("0405"), ("nb",))
    assert able(game, package, EARLY) == []


def test_whoever_is_still_away_comes_home_when_a_mission_is_over() -> None:
    game = sky(wings=[wing("u1"), wing("u2")], basing={"ROK": {"side": "allied", "recovery": True}})
    package = mission(game, "allied", "u1", "u2")
    depart(game, package.units)
    finish(game, package)
    assert places(game, "u1", "u2") == ["recovery", "recovery"]


def test_who_intercepts_is_told_whom() -> None:
    """Everybody who flies; under the fog of war how many, and whether Wild Weasels are there."""
    planes = [
        wing("n1", "4-2-3", aircraft="MiG-29"), wing("n2", "4-2-3", aircraft="MiG-29"),
        wing("nw", "(4)-WW-WW", aircraft="Su-24"), wing("u1", "5*-0-0", **UP),
    ]  # fmt: skip

    def told_of(**more: Any) -> Sequence[str]:
        options = more.pop("options", {})
        game = sky(unit("n8", "0101"), wings=planes, options=options)
        package = mission(game, "dprk", more.pop("units", "n1 n2 nw"), **more)
        choice = Intercept(package, ["u1"])
        return choice.stake(game, "allied", None)

    assert told_of() == ("it is flown by 2 MiG-29, 1 Su-24",)
    assert told_of(options={"air-fog": "on"}) == (
        "3 aircraft fly in it [29.2.1]", "Wild Weasels are among them [29.2.1]",
    )  # fmt: skip
    assert told_of(options={"air-fog": "on"}, units="n1") == ("1 aircraft fly in it [29.2.1]",)
    assert told_of(units="n8", kind="drop") == ("it carries 1 n8",)
    assert told_of(units="mines", kind="mining") == ("it lays mines [23.6]",)
