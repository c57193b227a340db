"""Air Transport and paradrops, from the second reader's cases. [8.5.2] [8.5.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, field, plain, rig, rules, side, told, unit, where
from tests.systems.nextwar.lift.test_airmobile import ALLIED, base
from tests.systems.nextwar.sea import at_sea, coast, ship

SUPREME: dict[str, Any] = {"first": "allied", "ruler": "dprk", "level": 3}


def fly(*units: str, to: str, **more: Any) -> dict[str, Any]:
    return {"do": "fly", "units": list(units), "hex": to, **more}


def drop(*units: str, to: str, **more: Any) -> dict[str, Any]:
    return {"do": "drop", "units": list(units), "hex": to, **more}


def jumper(name: str, hex: str, sp: Any = 1, **more: Any) -> dict[str, Any]:
    """An airborne unit."""
    return unit(name, hex, type="airborne", arm="leg", flags="airborne", sp=sp, **more)


def planes(*units: Any, begin: Any = None, **more: Any) -> Nw:
    """The Allies have planes in plenty; rows 1 to 3 of twelve are the North's."""
    return field(
        *units, board=more.pop("board", None) or plain(rows=12, cols=40, north=3),
        begin=begin or ALLIED, lift=more.pop("lift", {"allied": {"transport": 9, "airborne": 9}}),
        sites=more.pop("sites", [base(h) for h in ("1010", "2010", "3010", "0510")]), **more,
    )  # fmt: skip


@pytest.mark.reading("nextwar", "nw-08-56")
@pytest.mark.rule("nextwar", "8.5.2", "8.2.1")
def test_leg_units_fly_from_base_to_base() -> None:
    game = planes(
        unit("r1", "1010", "4-4-7", type="motorized infantry", arm="leg", mobility="motorized"),
        unit("r2", "1010", type="mechanized infantry"), unit("r3", "1010", "4-4-5"),
        unit("r4", "1011", "4-4-5"), unit("r5", "3010", sp=4), unit("n1", "3011"),
        unit("n2", "0511", "3-3-4", sp=1),
    )  # fmt: skip
    game.play("allied", {"do": "move", "units": ["r4"], "path": ["1010"]})
    assert rules(game, "allied", fly("r2", to="2010")) == ["8.5.2"]
    assert rules(game, "allied", fly("r4", to="2010")) == ["8.5.2"]
    assert rules(game, "allied", fly("r3", to="3010")) == ["8.5.2"]
    assert rules(game, "allied", fly("r3", to="0510")) == []
    assert rules(game, "allied", fly("r3", to="2011")) == ["8.5.2"]
    assert rules(game, "allied", fly("r3", to="1010")) == ["8.5.2"]
    assert rules(game, "allied", fly("r5", to="2010")) == ["8.5.2"]
    for name, reach in (("r1", 4), ("r3", 3)):
        game.play("allied", fly(name, to="2010"))
        far = [f"20{r:02}" for r in range(9, 9 - reach, -1)]
        assert rules(game, "allied", {"do": "move", "units": [name], "path": far}) == []
        more = [*far, f"20{9 - reach:02}"]
        assert rules(game, "allied", {"do": "move", "units": [name], "path": more}) == ["2.3.5"]


@pytest.mark.reading("nextwar", "nw-06-09")
@pytest.mark.rule("nextwar", "6.2.2", "6.6.1.1-p4", "8.5.2", "6.6.1.1-p2")
def test_the_cargo_is_hit_and_not_its_escort() -> None:
    game = planes(
        unit("r1", "1010"), begin=SUPREME, sites=[base(), base("1002")],
        control={"allied": ["1002"]}, assets={"allied": {"air": 3, "lift": 2}},
    )  # fmt: skip
    rig(game, 0)
    game.play("allied", fly("r1", to="1002", escorts=2))
    (facts,) = told(game, "air-defense")
    assert (facts["tally"]["total"], facts["column"], facts["lost"], facts["kept_off"]) == (
        2, "firing_supremacy", True, 2,
    )  # fmt: skip
    assert (at(game, "r1").steps, where(game, "r1")) == (1, "1010")
    assert (side(game, "allied").air, side(game, "allied").air_lost) == (1, 0)
    assert side(game, "allied").lift == 2
    assert rules(game, "allied", {"do": "move", "units": ["r1"], "path": ["1009"]}) == ["8.5.1"]


@pytest.mark.reading("nextwar", "nw-08-58")
@pytest.mark.rule("nextwar", "8.5.2", "6.6-x1")
@pytest.mark.parametrize(("enemy", "shots"), [("2011", 1), ("2012", 0)])
def test_landing_at_home_is_easier(enemy: str, shots: int) -> None:
    game = planes(unit("r1", "1010"), unit("n1", enemy, "1-1-4", sp=0.5))
    rig(game, 0)
    game.play("allied", fly("r1", to="2010"))
    found = told(game, "air-defense")
    assert [one["tally"]["total"] for one in found] == [3] * shots
    assert where(game, "r1") == "2010"


@pytest.mark.rule("nextwar", "8.5.2.1")
def test_planes_are_few_in_a_segment() -> None:
    game = planes(unit("r1", "1010"), unit("r2", "1010"), lift={"allied": {"transport": 3}})
    game.play("allied", fly("r1", to="2010"))
    assert rules(game, "allied", fly("r2", to="2010")) == ["8.5.2.1"]
    for _ in range(3):
        game.play(game.to_act, {"do": "end"})
    assert (game.segment.kind, rules(game, "allied", fly("r2", to="2010"))) == ("exploit-move", [])
    none = planes(unit("r1", "1010"), lift={})
    assert rules(none, "allied", fly("r1", to="2010")) == ["8.5.2.1"]


@pytest.mark.rule("nextwar", "6.6-b3", "8.5.2", "27.7.1", "8.4.2")
def test_a_stack_is_one_mission_and_captured_bases_serve() -> None:
    game = planes(
        unit("r1", "1010"), unit("r2", "1010"), unit("n1", "0111", sp=0.5),
        sites=[base(), base("1002")], control={"allied": ["1002"]},
    )  # fmt: skip
    rig(game, 9)
    game.play("allied", fly("r1", "r2", to="1002"))
    assert (len(told(game, "air-defense")), where(game, "r2")) == (1, "1002")


@pytest.mark.rule("nextwar", "6.6.1")
def test_an_enemy_ship_near_the_landing_helps_the_defense() -> None:
    game = at_sea(
        unit("r1", "0909"), board=coast(), ships=[ship("n9", "0305")], begin=ALLIED,
        sites=[base("0909"), base("0405")], lift={"allied": {"transport": 4}},
    )  # fmt: skip
    rig(game, 9)
    game.play("allied", fly("r1", to="0405"))
    assert told(game, "air-defense") == []
    fired = at_sea(
        unit("r1", "0909"), board=coast(), ships=[ship("n9", "0305")], begin=SUPREME,
        sites=[base("0909"), base("0405")], lift={"allied": {"transport": 4}},
    )  # fmt: skip
    rig(fired, 9)
    fired.play("allied", fly("r1", to="0405"))
    assert told(fired, "air-defense")[0]["tally"]["total"] == 3 - 2


@pytest.mark.reading("nextwar", "nw-08-59")
@pytest.mark.rule("nextwar", "8.5.3", "8.5.3-p2")
def test_where_nobody_jumps() -> None:
    board = plain(
        rows=12, cols=60, north=3,
        terrain={"1302": "highland", "5010": "rough_woods", "1402": "urban", "1502": "mountain"},
        links=["1302-1301 highway"],
    )  # fmt: skip
    sites = [
        base(), base("1102", "airfield"), base("1202", "port"), base("1110"), base("1210", "city"),
    ]  # fmt: skip
    game = planes(jumper("r1", "1010"), unit("n1", "1602", sp=0.5), board=board, sites=sites)
    asked = ("1102", "1202", "1110", "1210", "1302", "5010", "1602", "1402", "1502")
    assert [rules(game, "allied", drop("r1", to=to)) for to in asked] == [
        [], ["8.5.3-p2"], [], ["8.5.3-p2"], ["8.5.3-p2"], [], ["8.5.3"], ["8.5.3-p2"],
        ["8.5.3-p2"],
    ]  # fmt: skip


@pytest.mark.rule("nextwar", "8.5.3", "4.1.3-b1")
def test_who_does_not_jump() -> None:
    game = planes(
        unit("r1", "1010"), jumper("r2", "1011"), jumper("r3", "2010"), unit("n1", "2011"),
    )  # fmt: skip
    assert [rules(game, "allied", drop(n, to="1506")) for n in ("r1", "r2", "r3")] == [
        ["8.5.3"], ["8.5.3"], ["8.5.3"],
    ]  # fmt: skip
    storm = planes(jumper("r1", "1010"), begin={**ALLIED, "weather": "storm"})
    assert rules(storm, "allied", drop("r1", to="1506")) == ["4.1.3-b1"]


@pytest.mark.reading("nextwar", "nw-08-60")
@pytest.mark.rule("nextwar", "8.5.3-p3", "8.5.3")
@pytest.mark.parametrize(
    ("ground", "enemy", "die", "steps"),
    [("rough", "", 6, 2), ("rough", "1502", 6, 1), ("flat", "1502", 8, 1), ("flat", "", 8, 2)],
)
def test_how_they_come_down(ground: str, enemy: str, die: int, steps: int) -> None:
    board = plain(rows=12, cols=40, north=3, terrain={"1503": ground})
    foes = [unit("n1", enemy)] if enemy else []
    game = planes(jumper("r1", "1010"), *foes, board=board)
    rig(game, 9, die)
    game.play("allied", drop("r1", to="1503"))
    assert (where(game, "r1"), at(game, "r1").steps, at(game, "r1").strike) == ("1503", steps, 0)


@pytest.mark.reading("nextwar", "nw-25-02")
@pytest.mark.rule("nextwar", "25.1.1")
@pytest.mark.parametrize(
    ("ground", "enemy", "die", "strike"),
    [("rough", "", 7, 1), ("rough_woods", "1611", 7, 2), ("flat", "", 8, 0)],
)
def test_advanced_drops_end_in_strikes(ground: str, enemy: str, die: int, strike: int) -> None:
    board = plain(rows=12, cols=40, north=3, terrain={"1510": ground})
    foes = [unit("n1", enemy)] if enemy else []
    game = planes(
        jumper("r1", "1010", steps=1), *foes, board=board, options={"game": "advanced"},
        begin={"first": "allied", "ruler": "allied", "level": 1},
    )  # fmt: skip
    rig(game, *([9] if enemy else []), die)
    game.play("allied", drop("r1", to="1510"))
    assert (where(game, "r1"), at(game, "r1").steps, at(game, "r1").strike) == ("1510", 1, strike)


@pytest.mark.reading("nextwar", "nw-08-61")
@pytest.mark.rule("nextwar", "8.5.3-p4", "8.5.3.1", "8.4.1", "8.4.1.1-4")
def test_after_the_drop() -> None:
    sites = [base(), base("2010"), base("1503", "city"), base("1603", "airfield")]

    def dropped(*units: Any, die: int = 9) -> Nw:
        game = planes(
            jumper("r1", "1010"), jumper("r2", "2010"), *units, sites=sites,
            lift={"allied": {"airborne": 1}},
        )  # fmt: skip
        rig(game, die, 0)
        game.play("allied", drop("r1", to="1504"))
        return game

    def go(to: str) -> dict[str, Any]:
        return {"do": "go-in", "units": ["r1"], "hex": to}

    board_rows = ("1503", "1603", "1505")
    near = dropped(unit("n1", "1804", sp=0.5))
    assert [rules(near, "allied", go(to)) for to in board_rows] == [[], ["8.5.3-p4"], ["8.5.3-p4"]]
    walk = {"do": "move", "units": ["r1"], "path": ["1505"]}
    assert rules(near, "allied", walk) == ["8.5.1"]
    near.play("allied", go("1503"))
    assert (at(near, "r1").clearing, at(near, "r1").landed) == (True, near.turn)
    held = dropped(unit("n1", "1404"))
    assert [rules(held, "allied", go(to)) for to in board_rows] == [["8.5.3-p4"]] * 3
    failed = planes(
        jumper("r1", "1010"), jumper("r2", "2010"), sites=sites, begin=SUPREME,
        lift={"allied": {"airborne": 1}},
    )  # fmt: skip
    rig(failed, 3)
    failed.play("allied", drop("r1", to="1504"))
    assert where(failed, "r1") == "1010"
    while failed.segment.kind != "basic-move":
        failed.play(failed.to_act, {"do": "end"})
    assert rules(failed, "allied", drop("r2", to="1504")) == ["8.5.3.1"]


@pytest.mark.rule("nextwar", "8.5.3.1")
def test_airborne_lift_changes_with_the_turns() -> None:
    game = planes(jumper("r1", "1010"), lift={"allied": {"airborne": [2, 0]}}, turn=1)
    assert rules(game, "allied", drop("r1", to="1506")) == []
    later = planes(jumper("r1", "1010"), lift={"allied": {"airborne": [2, 0]}}, turn=3)
    assert rules(later, "allied", drop("r1", to="1506")) == ["8.5.3.1"]


@pytest.mark.rule("nextwar", "8.5.2", "8.5.3")
@pytest.mark.parametrize("switch", ["off", "on"])
def test_elite_units_fly_in_reaction_if_that_is_wanted(switch: str) -> None:
    game = planes(
        jumper("r1", "1010", er=7), unit("r2", "2010", er=5), begin={"first": "dprk"},
        segment="elite-reaction-move", options={"elite-flights": switch},
    )  # fmt: skip
    open_ = switch == "on"
    assert rules(game, "allied", fly("r1", to="2010")) == ([] if open_ else ["8.5.2"])
    assert rules(game, "allied", drop("r1", to="1506")) == ([] if open_ else ["8.5.3"])
    assert rules(game, "allied", fly("r2", to="1010")) == (["2.3.3"] if open_ else ["8.5.2"])
    assert ("fly" in {one["do"] for one in game.legal("allied")}) == open_


@pytest.mark.rule("nextwar", "8.5.2", "8.5.3", "8.5.4.3-p1")
def test_nobody_flies_who_is_not_on_the_map() -> None:
    away = {"place": "expected", "hex": -1, "due": 3}
    game = planes(
        unit("r1", "1010", type="infantry", arm="leg", at=away), jumper("r2", "1010", at=away),
        unit("r3", "1010", type="air assault", arm="leg", mobility="airmobile", at=away),
        unit("n1", "3901"),
    )  # fmt: skip
    lift = {"do": "airlift", "units": ["r3"], "hex": "2010"}
    for action in (fly("r1", to="2010"), drop("r2", to="2009"), lift):
        (found,) = game.why("allied", action)
        assert "is not on the map" in str(found)
