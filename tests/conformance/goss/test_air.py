"""The rulebook's own examples of air power. [19.3.3] [20.0]"""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.systems.goss.status import AIR_TRACKS, AirTrack
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import UNITS, WITHDRAWN
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, US, field, settle
from tests.systems.goss.flights import answer, give, track, until


@pytest.mark.rule("goss", "19.3.3", "11.4.3")
def test_four_points_through_an_overcast_cost_sixteen() -> None:
    game = field(
        unit("u1", (0, 0), **US), unit("g1", (1, 0), **AXIS), weather="Ovr Dry",
        segment="air-support",
    )  # fmt: skip
    give(game, "allied", gs=24)
    order = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1"}
    assert rules(game, "allied", {**order, "ap": 20}) == ["11.4.3"]
    rig(game, 0, 0)
    game.play("allied", {**order, "ap": 16})
    assert told(game, "volleys")[0]["volleys"] == [8]
    assert track(game, "allied").gs == 8


@pytest.mark.rule("goss", "11.6.0", "11.2.4c", "11.4.3", "20.6.2")
def test_two_missions_one_of_which_loses_a_point() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", (1, 0), inside=True, **AXIS),
        unit("g2", (1, 0), inside=True, **AXIS), unit("g3", (1, 0), "pz4", inside=True, **AXIS),
        terrain={(1, 0): "woods"}, works={(1, 0): "IP"}, segment="air-support",
    )  # fmt: skip
    give(game, "allied", gs=8)
    give(game, "axis", asup=1)
    order = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 4, "second": 4}
    game.play("allied", order)
    answer(game, "intercept")
    rig(game, 0, 0, 7, 5)
    answer(game, "intercept", ap=1)
    chosen = [a for a in game.legal("axis") if {*a["use"]} == {"mixed armor", "IP"}]
    game.play("axis", chosen[0])
    facts = told(game, "volleys")[0]
    assert (facts["volleys"], facts["net"]) == ([8, 6], [-1, -1])
    assert told(game, "fire-result")[0]["hits"] == 3
    settle(game)


@pytest.mark.rule("goss", "20.3.1(2)", "20.3.1(5)", "19.3.2")
def test_twenty_points_in_partial_overcast_use_the_column_of_eight() -> None:
    def value(ap: int, sky: str) -> tuple[int, int]:
        game = position(
            unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.FLAK_WITHDRAWAL, weather=sky
        )
        give(game, "allied", gi=ap)
        rig(game, 6)
        for _ in range(2):
            game.play(game.open_asks()[0].player, {"do": "end"})
        until(game, phases.MODES)
        return track(game, "allied").leg, track(game, "allied").mech

    assert value(20, "POvr Dry") == value(16, "POvr Dry") != value(24, "POvr Dry")


@pytest.mark.rule("goss", "20.3.2a", "20.3.2c")
@pytest.mark.parametrize(("leg", "mech", "hexes"), [(9, 6, [7]), (4, 3, [4, 7, 10])])
def test_where_a_column_is_attacked(leg: int, mech: int, hexes: list[int]) -> None:
    game = position(
        unit("g1", (0, 0), "motinf"), unit("u1", (-12, 12)), segment="road-moves",
        roads={"secondary": [[(q, 0) for q in range(13)]]},
    )  # fmt: skip
    game.put(AIR_TRACKS, "allied all", AirTrack(leg=leg, mech=mech))
    rig(game, 0, 0, 0)
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(q, 0) for q in range(1, 12)]})
    assert [one["hex"] for one in told(game, "interdicted")] == [at(q, 0) for q in hexes]


@pytest.mark.rule("goss", "20.7.2", "20.4.1", "20.6.2", "20.4.1(6)")
def test_three_missions_against_two_armies() -> None:
    """One mission against each army is flown: the second against 7th Army is not told of."""
    game = position(
        *(unit(f"gf{n}", None, "flak", steps=3) for n in range(4)), unit("g1", (3, 0)),
        unit("u1", (-3, 0)), segment=phases.TRUCKS, armies={
            name: {"side": "axis", "adv": 3, "tp": 4} for name in ("7 Army", "5 Pz Army")
        },
    )  # fmt: skip
    for n in range(4):
        game.put(UNITS, f"gf{n}", replace(now(game, f"gf{n}"), place=WITHDRAWN, due=0))
    give(game, "allied", si=6, asup=6)
    give(game, "axis", asup=1)
    while game.open_asks()[0].name != "supply-raid":
        game.play(game.open_asks()[0].player, {"do": "end"})
    for army in ("7 Army", "5 Pz Army"):
        answer(game, "supply-raid", army=army, ap=3, escort=3)
    answer(game, "supply-raid")
    answer(game, "intercept", ap=1)
    answer(game, "intercept")
    rig(game, 0, 9, 0, 9)
    answer(game, "next-raid", mission=1)
    assert [one["modifier"] for one in told(game, "raid-result")] == [1, 1]


@pytest.mark.rule("goss", "20.4.1", "19.3.2")
def test_two_points_in_partial_overcast_are_four() -> None:
    game = position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.TRUCKS, weather="POvr Dry",
        armies={"7 Army": {"side": "axis", "adv": 3, "tp": 4}},
    )  # fmt: skip
    give(game, "allied", si=6)
    while game.open_asks()[0].name != "supply-raid":
        game.play(game.open_asks()[0].player, {"do": "end"})
    raid = {"do": "supply-raid", "army": "7 Army"}
    assert rules(game, "allied", {**raid, "ap": 4}) == []
    assert rules(game, "allied", {**raid, "ap": 3}) == ["20.4.1"]
