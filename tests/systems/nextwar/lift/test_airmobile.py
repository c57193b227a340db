"""Airmobile movement: points, ranges, landings, fire, from the second reader's cases. [8.5.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.lift.airmobile import flown
from grognard.systems.nextwar.pieces.values import unsupplied
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, field, plain, rig, rules, side, told, unit, where

ALLIED: dict[str, Any] = {"first": "allied"}
FIRED: dict[str, Any] = {"first": "allied", "ruler": "dprk", "level": 1}


def light(name: str, hex: str, sp: Any = 1, **more: Any) -> dict[str, Any]:
    """Light infantry, which helicopters can carry."""
    return unit(name, hex, "3-3-4", mobility="light", sp=sp, **more)


def own(name: str, hex: str, **more: Any) -> dict[str, Any]:
    """A unit with helicopters of its own."""
    return unit(name, hex, "3-4-24", mobility="airmobile", **more)


def lift(*units: str, to: str, **more: Any) -> dict[str, Any]:
    return {"do": "airlift", "units": list(units), "hex": to, **more}


def base(hex: str = "1010", kind: str = "airbase", **more: Any) -> dict[str, Any]:
    return {"hex": hex, "kind": kind, **more}


def air(*units: Any, lift: int = 5, begin: Any = None, **more: Any) -> Nw:
    """The Allies move; rows 1 to 3 of twelve are the North's, their base is 1010."""
    return field(
        *units, board=more.pop("board", None) or plain(rows=12, cols=20, north=3),
        begin=begin or ALLIED, sites=more.pop("sites", [base()]),
        assets={"allied": {"lift": lift, **more.pop("allied", {})}}, **more,
    )  # fmt: skip


@pytest.mark.reading("nextwar", "nw-04-03", "nw-08-63")
@pytest.mark.rule("nextwar", "4.1.2-b1", "4.1", "8.5.4.1")
def test_overcast_halves_what_is_left_of_the_points() -> None:
    grey = {**ALLIED, "weather": "overcast"}
    names = [f"r{n}" for n in range(1, 6)]
    game = air(*(light(n, "1010", steps=1) for n in names), lift=7, begin=grey)
    assert points.granted(game, "allied") == 4
    for n, name in enumerate(names[:4]):
        game.play("allied", lift(name, to=f"120{n + 6}"))
    assert rules(game, "allied", lift("r5", to="1212")) == ["8.5.4.1"]
    assert points.granted(air(light("r1", "1010"), lift=1, begin=grey), "allied") == 1
    for _ in range(3):
        game.play(game.to_act, {"do": "end"})
    assert (game.segment.kind, rules(game, "allied", lift("r5", to="1212"))) == (
        "exploit-move", ["8.5.4.1"],
    )  # fmt: skip
    clear = air(light("r1", "1010"), lift=7)
    assert points.granted(clear, "allied") == 7


@pytest.mark.reading("nextwar", "nw-04-06", "nw-08-63")
@pytest.mark.rule("nextwar", "4.1.3-b1", "4.1.3-b3", "8.5.1-p2")
def test_nobody_flies_in_a_storm() -> None:
    board = plain(rows=12, cols=20, north=3, terrain={"1009": "highland"})
    game = air(own("r1", "1010"), board=board, begin={**ALLIED, "weather": "storm"})
    assert rules(game, "allied", lift("r1", to="1008")) == ["4.1.3-b1"]
    walk = {"do": "move", "units": ["r1"], "path": ["1009", "1008", "1007"]}
    assert rules(game, "allied", walk) == ["2.3.5"]
    assert rules(game, "allied", {**walk, "path": ["1009", "1008"]}) == []
    assert points.granted(game, "allied") == 0


@pytest.mark.reading("nextwar", "nw-08-52")
@pytest.mark.rule("nextwar", "8.5.4.3-p1", "8.5.1-p2", "8.2.4")
def test_on_foot_it_is_light_infantry_and_flies_no_more() -> None:
    board = plain(
        rows=12, cols=20, north=3, terrain={"0909": "rough", "0908": "rough", "0808": "rough"}
    )
    game = air(own("r1", "0910"), unit("n1", "0808"), board=board)
    path = ["0909", "0908", "0907"]
    assert rules(game, "allied", {"do": "move", "units": ["r1"], "path": path}) == ["2.3.5"]
    game.play("allied", {"do": "move", "units": ["r1"], "path": path[:2]})
    assert rules(game, "allied", lift("r1", to="1212")) == ["8.5.4.3-p1"]


@pytest.mark.reading("nextwar", "nw-06-08")
@pytest.mark.rule("nextwar", "6.2.2", "6.6.1.1-p2", "6.6.1.1-p1", "8.5.4.3-p1", "8.5.4")
@pytest.mark.parametrize(("escorts", "lands"), [(2, True), (1, False)])
def test_escorts_help_and_abort_costs_the_turn_only(escorts: int, lands: bool) -> None:
    game = air(light("r1", "1010"), allied={"air": 5})
    assert rules(game, "allied", lift("r1", to="1003", escorts=3)) == ["6.2.2"]
    rig(game, 1)
    game.play("allied", lift("r1", to="1003", escorts=escorts))
    assert where(game, "r1") == ("1003" if lands else "1010")
    assert (at(game, "r1").steps, side(game, "allied").air) == (2, 5 - escorts)
    assert (side(game, "allied").lift, points.left(game, "allied")) == (5, 4)
    walk = {"do": "move", "units": ["r1"], "path": ["1011" if not lands else "1004"]}
    assert rules(game, "allied", walk) == ["8.5.1"]


@pytest.mark.rule("nextwar", "6.2.2")
def test_nothing_escorts_combat_support() -> None:
    game = field(
        unit("r1", "0504"), unit("n1", "0505"), segment="init-combat", begin=ALLIED,
        assets={"allied": {"air": 5}},
    )  # fmt: skip
    game.play("allied", {"do": "attack", "units": ["r1"], "hex": "0505"})
    assert rules(game, "allied", {"do": "support", "air": 2, "escorts": 1}) == ["form"]


@pytest.mark.reading("nextwar", "nw-06-21")
@pytest.mark.rule("nextwar", "6.6-x1")
def test_whoever_stays_over_home_is_safe() -> None:
    def shots(*units: Any, **more: Any) -> int:
        game = air(light("r1", "1010"), *units, **more)
        rig(game, 9)
        game.play("allied", lift("r1", to="1212"))
        return len(told(game, "air-defense"))

    assert shots(unit("n1", "1412")) == 0
    assert shots(unit("n1", "1312", "0-1-4", sp=0.5)) == 1
    corner = plain(rows=12, cols=20, country={f"11{r:02}": "DPRK" for r in range(1, 13)})
    assert shots(board=corner) == 1
    assert shots(begin=FIRED) == 1


@pytest.mark.rule("nextwar", "6.6-x1", "8.5.4.3-p1")
def test_the_way_of_the_empty_helicopters_counts() -> None:
    corner = plain(rows=12, cols=20, country={f"12{r:02}": "DPRK" for r in range(1, 13)})
    game = air(light("r1", "1412"), board=corner)
    rig(game, 9)
    game.play("allied", lift("r1", to="1612"))
    assert len(told(game, "air-defense")) == 1


@pytest.mark.reading("nextwar", "nw-06-23")
@pytest.mark.rule("nextwar", "6.6-p2", "8.5.4.3-p3", "6.6.1.1-p2")
def test_a_start_on_enemy_soil_draws_fire_twice() -> None:
    game = air(light("r1", "1002"))
    rig(game, 5, 9)
    game.play("allied", lift("r1", to="1012"))
    assert [one["hex"] for one in told(game, "air-defense")] == ["1002", "1012"]
    assert where(game, "r1") == "1012"
    game = air(light("r1", "1002"))
    rig(game, 1)
    game.play("allied", lift("r1", to="1012"))
    assert (where(game, "r1"), len(told(game, "air-defense"))) == ("1002", 1)
    assert (points.left(game, "allied"), side(game, "allied").lift) == (4, 5)
    assert rules(game, "allied", lift("r1", to="1012")) == ["8.5.1"]


@pytest.mark.rule("nextwar", "6.6-p2", "8.5.4.3-p3")
def test_a_start_in_an_enemy_zone_draws_fire_twice() -> None:
    game = air(light("r1", "1010"), unit("n1", "1011"))
    rig(game, 9, 9)
    game.play("allied", lift("r1", to="1006"))
    assert [one["hex"] for one in told(game, "air-defense")] == ["1010", "1006"]


@pytest.mark.reading("nextwar", "nw-06-24", "nw-08-67")
@pytest.mark.rule("nextwar", "6.6-x2", "6.6-b3", "8.5.4.1", "8.5.4.2", "8.5.4.3", "6.6.1.1-p4")
def test_two_small_units_share_a_point_and_one_may_go_on_without_it() -> None:
    game = air(light("r1", "1010", 0.5), light("r2", "1010", 0.5), lift=3)
    rig(game, 0, 7)
    game.play("allied", lift("r1", to="1003"))
    assert (at(game, "r1").steps, where(game, "r1"), side(game, "allied").lift) == (1, "1010", 2)
    game.play("allied", lift("r2", to="1203"))
    assert (where(game, "r2"), points.left(game, "allied")) == ("1203", 2)
    assert len(told(game, "air-defense")) == 2
    lost = air(light("r1", "1010", 0.5, steps=1), light("r2", "1010", 0.5), lift=3, begin=FIRED)
    rig(lost, 0, 9)
    lost.play("allied", lift("r1", to="1003"))
    lost.play("allied", lift("r2", to="1203"))
    assert (where(lost, "r1"), where(lost, "r2"), side(lost, "allied").lift) == (
        "eliminated", "1203", 2,
    )  # fmt: skip
    both = air(light("r1", "1010", 0.5), light("r2", "1010", 0.5), lift=3, begin=FIRED)
    rig(both, 9)
    both.play("allied", lift("r1", "r2", to="1003"))
    assert (len(told(both, "air-defense")), points.left(both, "allied")) == (1, 2)


@pytest.mark.rule("nextwar", "8.5.4.1")
def test_half_a_point_serves_only_those_who_began_in_the_same_hex() -> None:
    """Example 008 of the rulebook, and its limits."""
    game = air(light("r1", "1010", 0.5), light("r2", "1010", 0.5), light("r3", "0910", 0.5), lift=1)
    game.play("allied", lift("r1", to="1206"))
    assert rules(game, "allied", lift("r3", to="1207")) == ["8.5.4.1"]
    game.play("allied", lift("r2", to="1207"))
    assert points.left(game, "allied") == 0


@pytest.mark.reading("nextwar", "nw-06-25", "nw-08-66")
@pytest.mark.rule("nextwar", "8.5.4.2", "6.6.1.1-p4", "8.5.4.1")
def test_an_asterisk_costs_one_step_and_one_point_that_carried() -> None:
    game = air(light("r1", "1010", 2), own("r2", "1010"), lift=4)
    rig(game, 0)
    game.play("allied", lift("r1", to="1003"))
    assert (at(game, "r1").steps, where(game, "r1")) == (1, "1010")
    assert (side(game, "allied").lift, points.left(game, "allied")) == (3, 2)
    rig(game, 0)
    game.play("allied", lift("r2", to="1203"))
    assert (at(game, "r2").steps, where(game, "r2"), side(game, "allied").lift) == (1, "1010", 3)
    fired = air(light("r1", "1010", 2), own("r2", "1010"), begin=FIRED)
    rig(fired, 1, 1)
    fired.play("allied", lift("r1", to="1003"))
    fired.play("allied", lift("r2", to="1203"))
    assert [one["column"] for one in told(fired, "air-defense")] == ["firing_advantage"] * 2
    assert (at(fired, "r1").steps, at(fired, "r2").steps, side(fired, "allied").lift) == (1, 1, 4)


@pytest.mark.rule("nextwar", "6.6.1.1-p4", "8.5.4.2")
def test_the_owner_chooses_who_of_a_stack_is_hit() -> None:
    game = air(light("r1", "1010"), own("r2", "1010"), lift=4)
    rig(game, 0)
    game.play("allied", lift("r1", "r2", to="1003"))
    assert game.to_act == "allied"
    game.play("allied", {"do": "take-hit", "unit": "r2"})
    assert (at(game, "r1").steps, at(game, "r2").steps, side(game, "allied").lift) == (2, 1, 4)


@pytest.mark.reading("nextwar", "nw-08-65")
@pytest.mark.rule("nextwar", "8.5.4", "8.2.2-b5", "8.2.2-b6")
@pytest.mark.parametrize(
    ("to", "friend", "refused"),
    [("2702", False, ["8.5.4"]), ("2602", False, []), ("2702", True, [])],
)
def test_enemy_zones_cost_a_hex_of_flight(to: str, friend: bool, refused: list[str]) -> None:
    near = {"2702": "2703", "2602": "2603"}[to]
    units = [own("r1", "0302"), unit("n1", near)] + ([unit("r2", to, sp=1)] if friend else [])
    game = air(*units, board=plain(rows=4, cols=30), sites=[base("0302")])
    assert rules(game, "allied", lift("r1", to=to)) == refused
    if friend:
        return
    held = air(
        own("r1", "0302"), unit("n1", "0303"), board=plain(rows=4, cols=30), sites=[base("0302")]
    )
    assert flown(held, "allied", ("r1",), at(held, "r1").hex, held.board.hex("2602")).total == 24
    assert rules(held, "allied", lift("r1", to="2602")) == []
    assert rules(held, "allied", lift("r1", to="2702")) == ["8.5.4"]


@pytest.mark.rule("nextwar", "8.5.4.3-p1")
def test_helicopters_come_from_a_base_and_that_way_counts() -> None:
    def refused(to: str, *sites: Any) -> list[str]:
        game = air(light("r1", "1502"), board=plain(rows=4, cols=40), sites=[base("0102"), *sites])
        return rules(game, "allied", lift("r1", to=to))

    assert refused("2502") == []
    assert refused("2602") == ["8.5.4"]
    assert refused("2602", base("1402", "airfield")) == []
    none = air(own("r1", "1502"), board=plain(rows=4, cols=40), sites=[])
    assert rules(none, "allied", lift("r1", to="1402")) == ["8.5.4.3-p1"]
    lost = air(
        own("r1", "1502"), board=plain(rows=4, cols=40), sites=[base("1402")],
        control={"dprk": ["1402"]},
    )  # fmt: skip
    assert rules(lost, "allied", lift("r1", to="1302")) == ["8.5.4.3-p1"]


@pytest.mark.reading("nextwar", "nw-08-68")
@pytest.mark.rule("nextwar", "8.5.4.3.1", "8.3.3", "8.2.2-b1")
def test_where_helicopters_land() -> None:
    terrain = {
        "0104": "highland_woods", "0204": "highland", "0304": "mountain", "0404": "high_mountain",
        "0804": "sea", "0904": "marsh", "0704": "urban",
    }  # fmt: skip
    board = plain(
        rows=12, cols=20, north=3, terrain=terrain,
        links=["0104-0105 secondary", "0304-0305 highway", "0404-0405 highway"],
    )  # fmt: skip
    sites = [
        base(), base("0503", "city"), base("0604", "city"), base("1003", "airfield"),
        base("1203", "port"),
    ]  # fmt: skip
    game = air(light("r1", "1010"), unit("n1", "0207"), board=board, sites=sites)
    legal = {
        to: rules(game, "allied", lift("r1", to=to))
        for to in ("0104", "0204", "0304", "0404", "0503", "0604", "0704", "0804", "0904", "1003")
    }
    assert legal == {
        "0104": [], "0204": ["8.5.4.3.1"], "0304": [], "0404": ["8.5.4.3.1"],
        "0503": ["8.5.4.3.1"], "0604": [], "0704": [], "0804": ["8.3.3"], "0904": [], "1003": [],
    }  # fmt: skip
    assert rules(game, "allied", lift("r1", to="1203")) == ["8.5.4.3.1"]
    assert rules(game, "allied", lift("r1", to="0207")) == ["8.2.2-b1"]


@pytest.mark.rule("nextwar", "8.5.4", "8.4.1.3", "27.3.2", "8.5.4.3-p1")
def test_who_is_not_lifted() -> None:
    game = air(
        unit("r1", "1010"), light("r2", "1011", at={"strike": 2}), light("r3", "1012"),
        light("r4", "1002", at={"clearing": True}), sites=[base(), base("1002", "port")],
    )  # fmt: skip
    assert rules(game, "allied", lift("r1", to="1206")) == ["8.5.4"]
    assert rules(game, "allied", lift("r2", to="1206")) == ["27.3.2"]
    assert rules(game, "allied", lift("r4", to="1206")) == ["8.4.1.3"]
    assert rules(game, "allied", lift("r2", "r3", to="1206")) == ["8.5.1"]
    elite = air(light("r1", "1010", er=7), segment="elite-reaction-move", begin={"first": "dprk"})
    assert rules(elite, "allied", lift("r1", to="1206")) != []
    assert rules(elite, "allied", {"do": "move", "units": ["r1"], "path": ["1009"]}) == []


@pytest.mark.rule("nextwar", "8.2.4", "8.5.1-x1")
def test_nobody_is_lifted_out_of_a_zone_in_exploitation() -> None:
    board = plain(rows=12, cols=20, north=3, terrain={"1010": "rough"})
    game = air(light("r1", "1010"), unit("n1", "1011"), board=board, segment="exploit-move")
    assert rules(game, "allied", lift("r1", to="1206")) == ["8.2.4"]
    assert rules(game, "allied", {"do": "move", "units": ["r1"], "path": ["1009"]}) == []


@pytest.mark.reading("nextwar", "nw-13-05")
@pytest.mark.rule("nextwar", "13.1.5", "13.1.4")
def test_unsupplied_helicopters_stay_and_points_carry_all_the_same() -> None:
    dry = {"oos": True}
    game = air(
        own("r1", "1010", at=dry), light("r2", "1010", at=dry), unit("n1", "1207", sp=1), lift=1,
        options={"supply": "on"},
    )  # fmt: skip
    assert rules(game, "allied", lift("r1", to="1206")) == ["13.1.5"]
    rig(game, 9)
    game.play("allied", lift("r2", to="1206"))
    assert not unsupplied(game, "r2")
    rich = air(own("r1", "1010", at=dry), lift=2)
    rich.play("allied", lift("r1", to="1206"))
    assert points.left(rich, "allied") == 0


@pytest.mark.rule("nextwar", "8.5.4.3-p2", "8.4.1", "8.4.1.1-4")
def test_from_its_landing_a_unit_goes_into_a_city() -> None:
    sites = [base(), base("1003", "city"), base("0903", "airfield")]

    def landed(*units: Any) -> Nw:
        game = air(light("r1", "1010"), *units, sites=sites)
        rig(game, 9)
        game.play("allied", lift("r1", to="1004"))
        return game

    def go(to: str) -> dict[str, Any]:
        return {"do": "go-in", "units": ["r1"], "hex": to}

    game = landed()
    assert [rules(game, "allied", go(to)) for to in ("1003", "0903", "1005", "1002")] == [
        [], ["8.5.4.3-p2"], ["8.5.4.3-p2"], ["8.5.4.3-p2"],
    ]  # fmt: skip
    game.play("allied", go("1003"))
    assert (where(game, "r1"), at(game, "r1").clearing, at(game, "r1").landing) == (
        "1003", True, "airmobile",
    )  # fmt: skip
    held = landed(unit("n1", "1104"))
    assert rules(held, "allied", go("1003")) == ["8.5.4.3-p2"]
    fresh = air(light("r1", "1004"), sites=sites)
    assert rules(fresh, "allied", go("1003")) == ["8.5.4.3-p2"]


@pytest.mark.rule("nextwar", "8.5.4.3-p2")
def test_a_unit_goes_in_once() -> None:
    sites = [base(), base("1005", "city"), base("1006", "city")]
    game = air(light("r1", "1010"), sites=sites, control={"dprk": ["1005", "1006"]})
    rig(game, 9)
    game.play("allied", lift("r1", to="1007"))
    game.play("allied", {"do": "go-in", "units": ["r1"], "hex": "1006"})
    assert not at(game, "r1").clearing
    assert rules(game, "allied", {"do": "go-in", "units": ["r1"], "hex": "1005"}) == ["8.5.4.3-p2"]


@pytest.mark.rule("nextwar", "8.5.4.1")
def test_points_come_as_reinforcements() -> None:
    game = field(
        unit("n1", "0101"), segment="basic-reaction-combat", begin=ALLIED,
        lift={"allied": {"points": {3: 2}}}, assets={"allied": {"lift": 1}},
    )  # fmt: skip
    game.play("dprk", {"do": "end"})
    assert side(game, "allied").lift == 3


@pytest.mark.rule("nextwar", "8.5.4")
def test_what_is_offered_can_be_done() -> None:
    game = air(
        light("r1", "1010"), unit("n1", "1204"), segment="reaction-move", begin={"first": "dprk"}
    )
    offered = [one for one in game.legal("allied") if one["do"] == "airlift"]
    assert len(offered) > 100
    assert all(not game.why("allied", one) for one in offered[::7])
