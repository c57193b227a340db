"""Air power and ships as a second reader reads them. [20.0] [11.9.0] [19.3.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.errors import modifiers
from grognard.systems.goss.air.flak import reach_at
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, HEXES, AirTrack
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, field, settle
from tests.systems.goss.flights import answer, asked, give, ships, track, until


@pytest.mark.reading("goss", "goss-05-14")
@pytest.mark.rule("goss", "5.3.4c", "8.3.0", "8.2.2")
def test_where_exploiters_are_bombed() -> None:
    game = position(
        unit("g1", (2, 0), "motinf", mode="Exploit", formation="9"),
        unit("u1", (10, 0), formation="1"), terrain={(5, 0): "forest", (6, 0): "village"},
        roads={"secondary": [[(q, 0) for q in range(2, 9)]]}, segment=phases.ACTIVE_ROAD,
    )  # fmt: skip
    give(game, "allied", gs=8)
    path = [at(q, 0) for q in (3, 4, 5, 6)]
    game.play("axis", {"do": "move", "units": ["g1"], "path": path})
    assert (asked(game), where(game, "g1")) == (("allied", "hunt"), at(4, 0))
    rig(game, 0, 0)
    answer(game, "hunt", ap=4)
    assert where(game, "g1") == at(6, 0), "no second mission, none in the forest or the village"
    assert len(told(game, "fire-mission")) == 1


def gunfire(*kinds: str, sky: str, sea: tuple[int, int] | None = None, **more: Any) -> Gs:
    """A German battalion in (-11, 11), an American one that observes it, and a sea hex."""
    game = position(
        unit("u1", (-11, 12), inside=True, formation="1"), unit("g1", (-11, 11)),
        terrain={sea: "sea"} if sea else {}, weather=sky, works={(-11, 12): "ET-2"},
        **{"side": "allied", "segment": "offensive-naval", **more},
    )  # fmt: skip
    ships(game, *kinds)
    return game


def salvo(*names: str) -> dict[str, Any]:
    fleet = [f"allied {name}" for name in names]
    return {"do": "naval-gunfire", "hex": at(-11, 11), "spotter": "u1", "ships": fleet}


def east(distance: int) -> tuple[int, int]:
    return -11 + distance, 11 - distance


@pytest.mark.reading("goss", "goss-11-09")
@pytest.mark.rule("goss", "11.3.0", "11.3.2", "11.4.2", "11.5.5")
def test_volleys_of_ships() -> None:
    def fired(*names: str, distance: int = 7, sky: str = "Ovr Dry") -> Any:
        kinds = [name.split()[0] for name in names]
        game = gunfire(*kinds, sea=east(distance), sky=sky)
        wrong = rules(game, "allied", salvo(*names))
        if wrong:
            return wrong
        rig(game, *(0 for _ in names))
        game.play("allied", salvo(*names))
        facts = told(game, "volleys")[0]
        return facts["volleys"], facts["net"]

    assert fired("BB 1", distance=20) == ([8], [0])
    assert fired("DD 1", distance=8) == ["11.3.2"]
    coast = gunfire("CL", sky="Ovr Dry")  # a hex that is half sea is no sea hex
    assert rules(coast, "allied", salvo("CL 1")) == ["11.3.2"]
    assert fired("CA 1", "DD 1") == ([6, 4], [-1, -1])
    assert fired("BB 1", distance=20, sky="POvr Dry") == ([8], [1])


@pytest.mark.reading("goss", "goss-11-09")
@pytest.mark.rule("goss", "11.9.0")
def test_a_battleship_fires_once_by_morning_and_once_by_afternoon() -> None:
    game = gunfire("BB", "DD", sea=east(7), sky="Clear Dry")
    rig(game, 0)
    game.play("allied", salvo("BB 1"))
    settle(game)
    until(game, "defensive-air")
    assert game.open_asks()[0].player == "allied"
    assert rules(game, "allied", salvo("BB 1")) == ["11.9.0"]
    until(game, "offensive-naval", turn=5)
    assert rules(game, "allied", salvo("BB 1")) == []
    night = gunfire("BB", sea=east(7), sky="Clear Dry", turn="Night")
    assert rules(night, "allied", salvo("BB 1")) == ["11.9.0"]


SPOTTER = unit("u1", (0, 0), **US)
TARGET = unit("g1", (1, 0), **AXIS)


@pytest.mark.reading("goss", "goss-19-01")
@pytest.mark.rule("goss", "19.3.2", "19.3.3", "11.4.3")
def test_seven_points_under_clouds() -> None:
    for sky, points in (("POvr Dry", 6), ("Ovr Dry", 2)):
        game = field(SPOTTER, TARGET, weather=sky, segment="air-support")
        give(game, "allied", gs=9)
        rig(game, 0, 0)
        order = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 7}
        game.play("allied", order)
        assert told(game, "volleys")[0]["volleys"] == [points]
        assert track(game, "allied").gs == 2


@pytest.mark.reading("goss", "goss-19-02")
@pytest.mark.rule("goss", "19.3.3", "19.3.4", "20.4.0", "20.5.0", "8.3.0")
def test_what_an_overcast_and_a_storm_close() -> None:
    support = {"do": "ground-support", "hex": at(1, 0), "ap": 8}
    game = field(SPOTTER, TARGET, weather="Ovr Dry", segment="air-support")
    give(game, "allied", gs=8)
    assert rules(game, "allied", support) == ["8.3.0"], "no observers in the air"
    by_eye = {**support, "spotter": "u1"}
    assert rules(game, "allied", by_eye) == []
    assert modifiers(game, "allied", game.board.hex(at(1, 0))).total == 2 - 1
    rig(game, 0, 0)
    game.play("allied", by_eye)
    assert told(game, "volleys")[0]["volleys"] == [4], "two effective AP"

    def day(sky: str) -> Gs:
        found = field(SPOTTER, TARGET, weather=sky, segment=phases.FLAK_WITHDRAWAL)
        give(found, "allied", gs=8, gi=8, si=4, asup=4)
        give(found, "axis", asup=4)
        rig(found, 9)
        for _ in range(2):
            found.play(found.open_asks()[0].player, {"do": "end"})
        return found

    overcast = day("Ovr Dry")
    until(overcast, phases.MODES)
    assert [one["ap"] for one in told(overcast, "interdiction-value")] == [2]
    assert not told(overcast, "raids-declared")
    storm = day("Storm Dry")
    while storm.segment.kind != phases.MODES:
        assert storm.open_asks()[0].name not in ("intercept", "supply-raid")
        ask = storm.open_asks()[0]
        storm.play(ask.player, ask.default or {"do": "end"})
    assert not told(storm, "interdiction-value")
    lift = {"do": "air-supply", "atp": 3}
    for sky, rule in (("Ovr Dry", "20.5.0"), ("Storm Dry", "19.3.4")):
        drop = field(SPOTTER, TARGET, weather=sky, segment="air-supply")
        give(drop, "allied", atp=3)
        assert rules(drop, "allied", lift) == [rule]
    at_sea = gunfire("BB", sea=east(7), sky="Storm Dry")
    assert rules(at_sea, "allied", salvo("BB 1")) == ["19.3.4"]


@pytest.mark.reading("goss", "goss-20-02")
@pytest.mark.rule("goss", "20.2.3-2")
@pytest.mark.parametrize(
    ("dice", "hex"),
    [((0,), ""), ((1,), "NE"), ((7, 2), "SE"), ((3,), ""), ((4,), ""), ((5,), "")],
)
def test_where_the_bombs_fall(dice: tuple[int, ...], hex: str) -> None:
    around = {"NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
    game = position(
        unit("g1", (0, 0)), unit("g2", around["NE"]), unit("u2", around["SE"], mode="PA", **US),
        unit("uhq", around["S"], "hq:div", formation="1 Div"), unit("g3", around["SW"], "flak"),
        unit("u3", around["NW"], "m4"), side="allied", segment="air-support",
        start="1944-12-16",
    )  # fmt: skip
    give(game, "allied", gs=4)
    order = {"do": "ground-support", "hex": at(0, 0), "spotter": "u2", "ap": 4}
    rig(game, 8, *dice, 0)  # Flak +1, late in the war -1
    game.play("allied", order)
    assert told(game, "mission-error")[0]["result"] == "scatter"
    found = [one["hex"] for one in told(game, "fire-mission")]
    assert found == ([at(*around[hex])] if hex else [])


def column(value: AirTrack, *more: Any, road: str = "secondary", segment: str = "road-moves") -> Gs:
    ways = {road: [[(q, 0) for q in range(-12, 13)]]}
    game = position(*more, roads=ways, segment=segment)
    game.put(AIR_TRACKS, "allied all", value)
    return game


def found_in(game: Gs, name: str, hexes: list[int]) -> list[str]:
    rig(game, 0, 0, 0)
    path = [at(q, 0) for q in hexes]
    game.play("axis", {"do": "move", "units": [name], "path": path})
    return [one["hex"] for one in told(game, "interdicted")]


@pytest.mark.reading("goss", "goss-20-04")
@pytest.mark.rule("goss", "20.3.2", "20.3.2a", "20.3.2c")
def test_attacks_on_a_trail() -> None:
    far = unit("u1", (-12, 12))
    game = column(AirTrack(leg=8, mech=5), unit("g1", (0, 0), "motinf"), far, road="trail")
    assert found_in(game, "g1", [*range(1, 9)]) == [at(4, 0), at(8, 0)]


@pytest.mark.reading("goss", "goss-20-05")
@pytest.mark.rule("goss", "20.3.2", "20.3.2c")
def test_what_counts_towards_interdiction() -> None:
    value = AirTrack(leg=5, mech=4)
    m = column(value, unit("g1", (0, 0), "motinf"), unit("u1", (-3, 0)))
    assert found_in(m, "g1", [*range(1, 10)]) == [at(8, 0)]
    n = column(value, unit("g1", (-9, 0), "motinf"), unit("u1", (2, 0)))
    assert found_in(n, "g1", [*range(-8, 1)]) == []
    p = column(
        value, unit("g1", (0, 0), transport="", formation="1"), unit("u1", (-12, 12)),
        unit("ghq", (0, 1), "hq:div", formation="1"), segment="road-moves",
    )  # fmt: skip
    p.put(AIR_TRACKS, "allied all", value)
    mounted = replace(now(p, "g1"), transport="tp", changed=p.serial, spent=72, pool=144)
    p.put(UNITS, "g1", mounted)
    rig(p, 0)
    p.play("axis", {"do": "move", "units": ["g1"], "path": [at(q, 0) for q in range(1, 5)],
                    "road": True})  # fmt: skip
    assert told(p, "interdicted") == []
    assert now(p, "g1").interdicted == 48, "the half that mounting took does not count"


@pytest.mark.reading("goss", "goss-20-08")
@pytest.mark.rule("goss", "20.4.1(1)", "20.4.1(2)", "20.4.1(3)", "20.4.1(4)")
def test_what_is_known_of_supply_interdiction() -> None:
    armies = {name: {"side": "axis", "adv": 3, "tp": 4} for name in ("5", "7")}
    game = position(unit("g1", (3, 0)), unit("u1", (-3, 0)), armies=armies, segment=phases.TRUCKS)
    give(game, "allied", si=5, asup=2)
    give(game, "axis", asup=4)
    game.play("axis", {"do": "end"})
    if game.open_asks()[0].name != "supply-raid":
        game.play("allied", {"do": "end"})
    answer(game, "supply-raid", army="7", ap=3, escort=2)
    answer(game, "supply-raid", army="5", ap=2)
    answer(game, "supply-raid")
    ask = game.open_asks()[0]
    assert (ask.player, ask.name) == ("axis", "intercept")
    known = [e.to_json()["facts"] for e in map(_axis, game.events) if e is not None]
    assert {"side": "allied", "missions": 2, "armies": ["7", "5"]} in known
    assert not any("escorts" in facts or "ap" in facts for facts in known)
    answer(game, "intercept", ap=1)
    assert rules(game, "axis", {"do": "intercept", "ap": 4}) == ["20.1.2"], "one is bound"
    answer(game, "intercept", ap=3)
    assert asked(game) == ("allied", "next-raid")
    assert not told(game, "raid")
    rig(game, 0, 9, 0, 9)
    answer(game, "next-raid", mission=1)
    found = [(one["escorts"], one["interceptors"]) for one in told(game, "air-superiority")]
    assert found == [(2, 1), (0, 3)]


def _axis(event: Any) -> Any:
    return event.told("axis")


@pytest.mark.reading("goss", "goss-20-09")
@pytest.mark.rule("goss", "20.5.0", "20.5.2", "20.5.3")
def test_a_drop_under_clouds() -> None:
    """The one interceptor of the case is an effective one: by the ruling that the sky scales air
    superiority too, two AP in partial overcast."""
    crowd = [unit(f"g{n}", (3, n % 2 - 2), values="1-1") for n in range(7)]
    flak = [unit(f"gf{n}", (2, 0), "flak", size="Bn", steps=2) for n in range(2)]
    game = position(
        unit("uhq", (0, 1), "hq:div", formation="101", supply="OhS"), *crowd, *flak,
        terrain={(0, 0): "hedgerow village"}, side="allied", segment="air-supply", turn="PM",
        weather="POvr Dry",
    )  # fmt: skip
    give(game, "allied", atp=4)
    give(game, "axis", asup=2)
    game.play("allied", {"do": "air-supply", "atp": 4})
    answer(game, "intercept", ap=2)
    rig(game, 4, 5, 0)
    answer(game, "drop-zone", hex=at(0, 0))
    facts = told(game, "dropped")[0]
    assert (facts["rolls"], facts["modifier"], facts["points"]) == ([4, 5, 0], 4, 2)


@pytest.mark.reading("goss", "goss-20-10")
@pytest.mark.rule("goss", "20.7.1", "20.7.1-2", "20.7.1-3")
def test_flak_of_eight_hexes() -> None:
    game = position(
        unit("ba", (0, 0), "m4"), unit("bb", (2, 0), "armrecon"), unit("gc", (4, 0), "art"),
        unit("bd", (6, 0), "art"), unit("ue", (8, 0), "hybrid", steps=2),
        unit("gg", (4, 4), "hq:div", formation="1"), unit("gh", (6, 4), "pz4"),
        terrain={(2, 4): "city", (4, 4): "city"},
        control={"axis": [at(2, 4), at(4, 4)]},
    )  # fmt: skip
    lost = game.board.hex(at(2, 4))
    game.put(HEXES, lost, replace(game.state[HEXES][lost], fallen=True))

    def shoots(side: str, q: int, r: int) -> int:
        return reach_at(game, side, game.board.hex(at(q, r)))

    assert [shoots("allied", q, 0) for q in (0, 2, 6, 8)] == [-1, 0, 1, 0]
    assert [shoots("axis", *h) for h in ((4, 0), (2, 4), (4, 4), (6, 4))] == [-1, -1, 1, -1]
