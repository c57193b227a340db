"""Air points, ground support and interdiction: a second reader's cases. [20.1.0] to [20.3.2]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.errors import modifiers
from grognard.systems.goss.air.values import determine_values, roll_value
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, WEATHER, AirTrack
from grognard.systems.goss.turn import phases
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, field, run, settle
from tests.systems.goss.flights import answer, asked, give, track, until

SPOTTER = unit("u1", (0, 0), **US)
PREPARED = unit("u1", (0, 0), mode="PA", **US)
TARGET = unit("g1", (1, 0), **AXIS)
AIR = {"allied": {"ap": 40}, "axis": {"ap": 4, "atp": 6}}


def morning(**more: Any) -> Gs:
    """The evening of the first day, and on to the allocation of the second."""
    game = position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment=phases.DELAY_REMOVAL, side="axis", turn=3,
        **{"air": AIR, "options": {"ena": "off"}, **more},
    )  # fmt: skip
    until(game, phases.AIR_ALLOCATION)
    return game


def allocate(**order: Any) -> dict[str, Any]:
    return {"do": "allocate-air", **order}


def strike(**order: Any) -> dict[str, Any]:
    return {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 4, **order}


# ---- points [20.1.0]


@pytest.mark.reading("goss", "goss2-20-01")
@pytest.mark.rule("goss", "20.1.0", "20.1.1")
def test_points_are_allocated_once_for_a_day() -> None:
    game = morning()
    assert rules(game, "allied", allocate(gs=20, gi=10, si=6, asup=6)) == ["20.1.1"]
    whole = allocate(gs=20, gi=10, si=5, asup=5)
    assert rules(game, "allied", whole) == []
    game.play("allied", whole)
    for side in ("allied", "axis"):
        game.play(side, {"do": "end"})
    until(game, "moves", 5)
    assert rules(game, game.to_act or "", allocate(gs=25, gi=10, asup=5)) != []
    until(game, phases.AIR_ALLOCATION, 7)
    assert track(game, "allied") == AirTrack()  # each day is counted anew
    assert rules(game, "allied", allocate(gs=41)) == ["20.1.1"]


@pytest.mark.reading("goss", "goss2-20-02")
@pytest.mark.rule("goss", "20.1.2")
def test_what_is_flown_is_gone_for_the_day() -> None:
    game = field(SPOTTER, TARGET, segment="air-support")
    give(game, "allied", gs=8, asup=4)
    rig(game, 0, 0)
    game.play("allied", strike())
    settle(game)
    assert track(game, "allied").gs == 4
    until(game, "air-support", 5)
    assert track(game, "allied").gs == 4  # not eight again
    assert rules(game, "allied", strike()) == []
    give(game, "allied", gs=0, asup=4)
    assert rules(game, "allied", strike(ap=2)) == ["11.4.3"]  # superiority is no support
    night = field(PREPARED, TARGET, segment="air-support", turn="Night")
    give(night, "allied", gs=8)
    assert rules(night, "allied", strike()) == ["20.1.2"]


@pytest.mark.reading("goss", "goss2-20-03")
@pytest.mark.rule("goss", "20.1.3", "20.5.0")
def test_air_points_and_transports_are_two_pools() -> None:
    game = morning()
    assert rules(game, "axis", allocate(supply=2)) != []
    assert rules(game, "axis", allocate(gi=2, asup=4)) == ["20.1.1"]  # transports fly no cover
    assert rules(game, "axis", allocate(gi=2, asup=2)) == []
    drop = position(
        unit("ghq", (0, 0), "hq:div", formation="1", supply="OhS"), unit("u1", (9, 0)),
        segment="air-supply",
    )  # fmt: skip
    give(drop, "axis", atp=6, asup=2)
    assert rules(drop, "axis", {"do": "air-supply", "atp": 6}) == []
    assert rules(drop, "axis", {"do": "air-supply", "atp": 7}) == ["20.5.0"]


# ---- ground support [20.2.0]


@pytest.mark.reading("goss", "goss2-20-04")
@pytest.mark.rule("goss", "20.2.0", "20.2.1", "20.2.1(5)")
def test_two_missions_their_escorts_and_their_errors() -> None:
    game = field(PREPARED, TARGET, segment="air-support", start="1944-06-06")
    give(game, "allied", gs=12, asup=6)
    give(game, "axis", asup=3)
    assert rules(game, "axis", {"do": "intercept", "ap": 1}) != []  # not before he knows
    game.play("allied", strike(ap=3, escort=2, second=3))
    assert asked(game) == ("axis", "intercept")
    ask = game.open_asks()[0]
    assert "3 AP with 2 escorts" in str(ask.prompt)
    assert not told(game, "mission-error")
    answer(game, "intercept", ap=1)
    assert "3 AP with 0 escorts" in str(game.open_asks()[0].prompt)
    assert not told(game, "air-superiority")
    rig(game, 3, 9, 0)
    answer(game, "intercept", ap=2)
    assert [one["points"] for one in told(game, "air-superiority")] == [3, 1]
    assert [one["result"] for one in told(game, "mission-error")] == ["strike", "abort"]
    assert told(game, "volleys")[0]["volleys"] == [6]
    assert track(game, "allied").gs == 6
    kinds = [event.kind for event in game.events]
    order = ("air-superiority", "mission-error", "volleys")
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    moving = field(SPOTTER, TARGET, segment="moves")
    give(moving, "allied", gs=12)
    assert rules(moving, "allied", strike()) != []


@pytest.mark.reading("goss", "goss2-20-05")
@pytest.mark.rule("goss", "20.2.2", "5.3.4c")
@pytest.mark.parametrize(
    ("segment", "mode", "hunted"), [(phases.ACTIVE_ROAD, "Exploit", True), ("moves", "Tac", False)]
)
def test_who_is_bombed_on_the_move(segment: str, mode: str, hunted: bool) -> None:
    game = position(
        unit("g1", (2, 0), "motinf", mode=mode, formation="9"), unit("u1", (5, 0), formation="1"),
        roads={"secondary": [[(q, 0) for q in range(13)]]}, segment=segment,
    )  # fmt: skip
    give(game, "allied", gs=4)
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(3, 0)]})
    assert (asked(game) == ("allied", "hunt")) is hunted


@pytest.mark.reading("goss", "goss2-20-06")
@pytest.mark.rule("goss", "20.2.3")
@pytest.mark.parametrize(("roll", "result"), [(3, "strike"), (4, "scatter"), (5, "abort")])
def test_what_adds_to_an_error(roll: int, result: str) -> None:
    game = field(
        SPOTTER, TARGET, unit("gh", (1, 0), "hq:corps", corps="X"),
        unit("gf1", (2, 0), "flak", **AXIS), unit("gf2", (2, -1), "flak", **AXIS),
        terrain={(1, 0): "woods town"}, weather="Ovr Dry", segment="air-support",
    )  # fmt: skip
    give(game, "allied", gs=12)
    assert modifiers(game, "allied", game.board.hex(at(1, 0))).total == 4
    rig(game, roll, 0, 0)
    game.play("allied", strike(ap=8))
    assert told(game, "mission-error")[0]["result"] == result
    assert track(game, "allied").gs == 4  # used, whatever came of it


# ---- ground interdiction [20.3.0]


@pytest.mark.reading("goss", "goss2-20-07")
@pytest.mark.rule("goss", "20.3.0", "20.3.1", "20.3.1(2)", "20.3.1(3)", "20.3.1(4)")
@pytest.mark.parametrize(("option", "am", "pm"), [("scaled", 12, 23), ("full", 11, 21)])
def test_interdiction_in_the_morning_and_in_the_afternoon(option: str, am: int, pm: int) -> None:
    game = position(unit("g1", (3, 0)), unit("u1", (-3, 0)), weather="POvr Dry",
                    options={"superiority-weather": option})  # fmt: skip
    give(game, "allied", gi=27, asup=6)
    give(game, "axis", asup=4)
    two = {"intercept": [{"do": "intercept", "ap": 2}]}
    assert run(game, determine_values(game), two) == ["intercept"]  # no question of escorts
    assert told(game, "air-superiority")[0]["escorts"] == 0
    assert [one["ap"] for one in told(game, "interdiction-value")] == [am]
    for key, found in [*game.state[WEATHER].items()]:
        game.put(WEATHER, key, replace(found, atmosphere="Clear"))
    run(game, determine_values(game), two)
    assert [one["ap"] for one in told(game, "interdiction-value")] == [am, pm]


@pytest.mark.reading("goss", "goss2-20-08")
@pytest.mark.rule("goss", "20.3.1(5)", "20.3.1(6)", "20.3.1(7)")
def test_columns_and_values_of_three_sectors() -> None:
    words = {(-3, 0): "sector:a", (0, 0): "sector:b", (3, 0): "sector:c"}
    game = position(unit("g1", (3, 3)), unit("u1", (-3, 3)), terrain=words, weather="POvr Dry")
    rig(game, 7)
    roll_value(game, "allied", "a", 11)
    for key, found in [*game.state[WEATHER].items()]:
        game.put(WEATHER, key, replace(found, atmosphere="Clear"))
    rig(game, 0, 9)
    roll_value(game, "allied", "b", 12)
    roll_value(game, "allied", "c", 1)
    found = {sector: track(game, "allied", sector) for sector in "abc"}
    values = {sector: (one.leg, one.mech) for sector, one in found.items()}
    assert values == {"a": (5, 4), "b": (7, 8), "c": (0, 0)}
    assert told(game, "interdiction-value")[0]["modifier"] == -1


def found_out(game: Gs, name: str, value: int, roll: int, *, leg: bool = False) -> Any:
    """A unit goes along a road until it is found; what is said of it."""
    value_ = AirTrack(leg=value) if leg else AirTrack(mech=value)
    game.put(AIR_TRACKS, "allied all", value_)
    rig(game, roll)
    start = now(game, name).hex
    q = next(q for q in range(-12, 13) if at(q, 0) == game.board.label(start))
    path = [at(q + n, 0) for n in range(1, 2 * value)]
    game.play("axis", {"do": "move", "units": [name], "path": path})
    return told(game, "interdicted")[0]


ROAD = {"secondary": [[(q, 0) for q in range(-12, 13)]]}


@pytest.mark.reading("goss", "goss2-20-09")
@pytest.mark.rule("goss", "20.3.2b")
def test_attacks_on_movers() -> None:
    far = unit("u1", (-12, 12))
    sky: dict[str, Any] = {"weather": "POvr Dry", "segment": "road-moves", "roads": ROAD}
    staff, march = unit("gh", (3, 1), "hq:div", formation="1"), {**sky, "segment": "strat-moves"}
    strat = position(unit("g1", (0, 0), "pz4", mode="Strat"), far, staff, **march)
    found = found_out(strat, "g1", 3, 8)
    assert (found["hex"], found["drm"]["total"], found["fatigue"]) == (at(4, 0), -1, 1)
    assert (where(strat, "g1"), now(strat, "g1").fatigue) == (at(4, 0), 1)
    inf = position(unit("g1", (0, 0), "motinf", size="Co", steps=1), unit("g2", (4, 0)), far, **sky)
    found = found_out(inf, "g1", 3, 8)
    assert (found["drm"]["total"], found["fatigue"]) == (0, 1)
    assert (now(inf, "g1").fatigue, now(inf, "g2").fatigue) == (1, 0)
    leg = position(unit("g1", (0, 0)), far, weather="POvr Dry")
    found = found_out(leg, "g1", 2, 8, leg=True)
    assert (found["drm"]["total"], found["fatigue"]) == (-1, 1)
    clear = position(unit("g1", (0, 0), "pz4"), far, segment="road-moves", roads=ROAD)
    found = found_out(clear, "g1", 3, 8)
    assert (found["drm"]["total"], found["fatigue"]) == (0, 1)


@pytest.mark.reading("goss", "goss2-20-10")
@pytest.mark.rule("goss", "20.3.2b", "6.2.0")
@pytest.mark.parametrize(("roll", "fatigue"), [(5, 0), (6, 1), (2, 0)])
def test_a_stack_that_moves_as_one_is_found_as_one(roll: int, fatigue: int) -> None:
    def column(kind: str) -> Gs:
        game = position(
            unit("g1", (-1, 0), kind, size="Bn", steps=3, formation="1"),
            unit("g2", (-1, 0), "pz4", formation="1"), unit("u1", (-12, 12)),
            segment="road-moves", roads=ROAD,
        )  # fmt: skip
        game.put(AIR_TRACKS, "allied all", AirTrack(mech=6))
        return game

    path = [at(q, 0) for q in range(8)]
    order = {"do": "move", "units": ["g1", "g2"], "path": path}
    assert rules(column("pz4"), "axis", order) == ["7.5.0"]  # tanks take no company along
    game = column("arminf")
    rig(game, roll)
    game.play("axis", order)
    found = told(game, "interdicted")
    assert [one["units"] for one in found] == [["g1", "g2"]]
    assert found[0]["hex"] == at(6, 0)
    drms = {part["label"]: part["value"] for part in found[0]["drm"]["parts"]}
    assert drms == {"Flak": -1, "Mech road movement": 1}  # its own Flak counts
    assert found[0]["fatigue"] == fatigue
    end = at(6, 0) if fatigue else at(7, 0)
    assert where(game, "g1") == where(game, "g2") == end
    assert now(game, "g1").fatigue == now(game, "g2").fatigue == fatigue
