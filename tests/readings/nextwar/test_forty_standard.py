"""Rules of the Standard Game drawn by lot, as an examiner reads them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.points import receive
from grognard.systems.nextwar.combat.retreat import check, ways
from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.naval.control import carriers, sea_control
from grognard.systems.nextwar.naval.levels import change
from grognard.systems.nextwar.naval.removal import storms
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.pieces.zones import excess
from tests.systems.nextwar import sea
from tests.systems.nextwar.air.test_air_points import flying, helo
from tests.systems.nextwar.combat.test_combat import A1, A2, A4, D, attack, battle, fought
from tests.systems.nextwar.field import (
    at,
    field,
    hex_status,
    plain,
    rig,
    rules,
    side,
    told,
    unit,
    where,
)
from tests.systems.nextwar.lift.test_airmobile import FIRED, air, base, lift, light, own
from tests.systems.nextwar.movement.test_marching import SOUTH, go, move
from tests.systems.nextwar.naval.test_seas import run
from tests.systems.nextwar.sea import IN1, SEA1, SEA2, at_sea, ruled, ship


@pytest.mark.reading("nextwar", "nw-02-61")
@pytest.mark.parametrize(("die", "passed"), [(0, True), (1, True), (2, False)])
def test_a_rating_never_falls_below_one(die: int, passed: bool) -> None:
    strained = {"strike": 2, "oos": True}
    game = battle(
        unit("r1", D, er=2, sp=4, at=strained), unit("r2", D, er=9, sp=4), options={"supply": "on"}
    )
    assert er(game, "r1") == 1  # 2, less 2, 1 and 4
    assert er(game, "r2") == 5
    rig(game, die)
    assert check(game, "r1", "2.3.3", "to see") is passed


@pytest.mark.reading("nextwar", "nw-04-61")
@pytest.mark.parametrize(("whole", "half"), [(1, 1), (4, 2), (5, 3)])
def test_half_of_the_helicopters_fly_under_clouds(whole: int, half: int) -> None:
    grey = {"first": "allied", "weather": "overcast"}
    game = air(*(light(f"r{n}", "1010", steps=1) for n in range(5)), lift=whole, begin=grey)
    for n in range(half):
        game.play("allied", lift(f"r{n}", to=f"120{n + 5}"))
    assert rules(game, "allied", lift("r4", to="1209")) == ["8.5.4.1"]
    points.destroy(game, "allied", "8.5.4.2")
    assert points.left(game, "allied") == 0


@pytest.mark.reading("nextwar", "nw-04-62")
def test_only_seas_and_ports_of_ones_own_shelter_from_a_storm() -> None:
    begin = {"weather": "storm", "first": "allied"}
    ports = [{"hex": "0403", "kind": "port"}]
    fleet = [ship("r1", IN1), ship("r2", SEA2), ship("r3", SEA1), ship("r4", "0303")]
    control = {"control": {"allied": [SEA1, IN1], "dprk": [SEA2]}}
    game = at_sea(ships=fleet, begin=begin, seas=control, sites=ports)
    run(storms(game))
    assert sea.lies(game, "r1") in (SEA1, "0403")
    assert [sea.lies(game, n) for n in ("r2", "r3")] == [SEA1, SEA1]
    assert sea.lies(game, "r4") == "0403"
    lost = at_sea(ships=[ship("r1", IN1)], begin=begin, seas={"control": {"allied": [IN1]}})
    run(storms(lost))
    assert (sea.at(lost, "r1").place, sea.at(lost, "r1").due) == ("expected", 7)


@pytest.mark.reading("nextwar", "nw-07-61")
def test_inshore_boxes_go_by_the_sea_as_it_was() -> None:
    control = {"control": {"dprk": [IN1]}, "rolled": [SEA1]}
    game = at_sea(ships=[ship("r1", "Overseas")], seas=control)
    rig(game, 9)
    run(sea_control(game))
    assert [roll["box"] for roll in told(game, "sea-control-roll")] == [SEA1]
    assert (sea.control(game, SEA1), sea.control(game, IN1)) == ("allied", "dprk")
    rig(game, 5, 9)
    run(sea_control(game))
    assert [roll["box"] for roll in told(game, "sea-control-roll")[1:]] == [IN1, SEA1]
    assert sea.control(game, IN1) == ""


@pytest.mark.reading("nextwar", "nw-07-62")
@pytest.mark.parametrize(
    ("where_", "inshore", "open_"),
    [(SEA1, 2, 2), (IN1, 2, 2), ("0303", 2, 0), ("0403", 0, 0), (SEA2, 0, 0)],
)
def test_where_warships_count_for_control(where_: str, inshore: int, open_: int) -> None:
    control = {"control": {"dprk": [IN1], "allied": [SEA1]}, "rolled": [SEA1]}
    port = [{"hex": "0403", "kind": "port"}]
    game = at_sea(ships=[ship("u1", where_, "CVN")], seas=control, sites=port)
    rig(game, 4, 4, 4)
    run(sea_control(game))
    rolls = {roll["box"]: roll["tally"]["total"] for roll in told(game, "sea-control-roll")}
    assert (rolls[IN1], rolls[SEA1]) == (inshore, open_)


@pytest.mark.reading("nextwar", "nw-07-63")
@pytest.mark.parametrize(("foe", "contested"), [("SAG", True), ("AMPH", False)])
def test_warships_of_both_sides_contest_a_box(foe: str, contested: bool) -> None:
    game = at_sea(ships=[ship("r1", IN1), ship("n1", IN1, foe)], seas=ruled("dprk"))
    rig(game, 9, 9)
    run(sea_control(game))
    rolled = [roll["box"] for roll in told(game, "sea-control-roll")]
    assert (IN1 not in rolled) is contested
    assert sea.control(game, IN1) == ("" if contested else "allied")


@pytest.mark.reading("nextwar", "nw-07-64")
def test_hunters_come_back_and_submarines_do_not() -> None:
    levels = {"allied": {"asw": 1}, "dprk": {"submarines": 1}}
    game = field(unit("n1", "0101"), unit("r1", "0909"), assets=levels)
    for who in ("allied", "dprk"):
        change(game, who, -1, "7.4.3-b2")
        change(game, who, -1, "7.4.3-b2")
        change(game, who, 1, "7.4.3-b1")
    assert (side(game, "allied").asw, side(game, "dprk").submarines) == (1, 0)


@pytest.mark.reading("nextwar", "nw-07-65")
@pytest.mark.rule("nextwar", "7.3.4-3", "7.3.4")
@pytest.mark.parametrize(
    ("place", "control", "worth"),
    [("Overseas", [], 0), (SEA1, [], 1), (IN1, [], 1), (IN1, [IN1], 2)],
)
def test_a_carrier_in_a_holding_box_flies_for_nobody(
    place: str, control: list[str], worth: int
) -> None:
    game = at_sea(
        unit("r1", "0909"), ships=[ship("u1", place, "CVN")], seas={"control": {"allied": control}}
    )
    assert carriers(game, "allied").total == worth
    rig(game, 5)
    receive(game, "allied")
    parts = told(game, "air-points")[-1]["tally"]["parts"]
    assert sum(part["value"] for part in parts if part["label"] == "u1") == worth


@pytest.mark.reading("nextwar", "nw-08-201")
def test_helicopters_crowd_nobody() -> None:
    game = flying(
        unit("r1", "0909", sp=4), helos=[helo(f"r{n}", "0909") for n in (7, 8, 9)],
        sites=[{"hex": "0909", "kind": "airbase"}],
    )  # fmt: skip
    assert excess(game, game.board.hex("0909")) == 0
    assert er(game, "r1") == 5


@pytest.mark.reading("nextwar", "nw-08-202")
def test_two_points_land_in_a_port_in_a_turn() -> None:
    ports = [{"hex": h, "kind": "port"} for h in ("0403", "0404")]
    seas = {**ruled("allied"), "transport": {"allied": 9}}
    game = at_sea(
        unit("r1", "0403"), unit("r2", "0403", sp=0.5), unit("r3", "0403", sp=0.5), sites=ports,
        seas=seas, **SOUTH,
    )  # fmt: skip

    def to(name: str, hex: str = "0404") -> dict[str, Any]:
        return {"do": "transport", "unit": name, "hex": hex}

    game.play("allied", to("r1"))
    assert rules(game, "allied", to("r2")) == ["8.5.7.4"]
    while game.segment.kind != "exploit-move":
        game.play(game.to_act or "", {"do": "end"})
    assert rules(game, "allied", to("r2")) == ["8.5.7.4"]
    assert rules(game, "allied", to("r1", "0403")) == []


@pytest.mark.reading("nextwar", "nw-08-203")
@pytest.mark.rule("nextwar", "8.5.7.1")
@pytest.mark.parametrize("fact", ["strike", "oos"])
def test_whoever_may_not_exploit_goes_by_sea_neither(fact: str) -> None:
    ports = [{"hex": h, "kind": "port"} for h in ("0403", "0404")]
    game = at_sea(
        unit("r1", "0403", at={fact: 1}), unit("r2", "0403"), sites=ports,
        seas={**ruled("allied"), "transport": {"allied": 9}}, segment="exploit-move",
        options={"game": "advanced"}, **SOUTH,
    )  # fmt: skip
    rule = {"strike": "27.3.1", "oos": "19.5"}[fact]
    assert rules(game, "allied", {"do": "transport", "unit": "r1", "hex": "0404"}) == [rule]
    assert rules(game, "allied", {"do": "transport", "unit": "r2", "hex": "0404"}) == []


@pytest.mark.reading("nextwar", "nw-08-204")
def test_a_road_is_paid_for_instead_of_the_ground() -> None:
    board = plain(
        default="highland_woods",
        links=["0905-0904-0903 secondary", "0805-0804 highway", "0804-0803 primary"],
    )
    game = field(
        unit("r1", "0905", "4-4-8", type="mechanized infantry"), unit("r2", "0905"),
        unit("r3", "0805", "4-4-8", type="mechanized infantry"), board=board, **SOUTH,
    )  # fmt: skip
    assert go(game, "r1", to="0904 0903") == 2
    assert rules(game, "allied", move("r2", to="0904 0903 0902")) == ["2.3.5"]
    assert go(game, "r2", to="0904 0903") == 2
    assert go(game, "r3", to="0804 0803") == pytest.approx(1 / 3 + 1 / 2)


@pytest.mark.reading("nextwar", "nw-08-205")
@pytest.mark.parametrize(("die", "done"), [(6, True), (7, False)])
def test_a_bridge_is_mended_by_whoever_could_attack(die: int, done: bool) -> None:
    board = plain(sides=["0505-0506 minor_river"], links=["0505-0506 primary"])
    game = field(unit("n1", "0505"), unit("n2", "0506", "0-4-4"), board=board)
    key = game.scenario.ground.side_key(board.hex("0505"), board.hex("0506"))
    game.edit([{"map": "bridges", "key": key, "set": {"stands": False}}], "blown")
    order = {"do": "repair-bridge", "unit": "n1", "bridge": ["0505", "0506"]}
    assert rules(game, "dprk", {**order, "unit": "n2"}) == ["8.3.4.2"]
    rig(game, die)
    game.play("dprk", order)
    assert rules(game, "dprk", order) == ["8.3.4.2"]
    assert told(game, "repair-bridge")[-1]["done"] is done


@pytest.mark.reading("nextwar", "nw-08-206")
def test_at_home_nobody_clears() -> None:
    game = field(
        unit("r1", "0605"), unit("n1", "0105"), board=plain(),
        sites=[{"hex": "0505", "kind": "airbase", "owner": "allied"}], control={"dprk": ["0505"]},
        **SOUTH,
    )  # fmt: skip
    game.play("allied", move("r1", to="0505"))
    assert not at(game, "r1").clearing
    assert hex_status(game, "0505").control == "dprk"
    while game.turn == 3:
        rig(game, 9, 9, 9)
        game.play(game.to_act or "", {"do": "end"})
    assert hex_status(game, "0505").control == "allied"


@pytest.mark.reading("nextwar", "nw-08-207")
def test_a_port_that_was_taken_serves() -> None:
    ports = [{"hex": "0403", "kind": "port", "owner": "dprk"}, {"hex": "0407", "kind": "port"}]
    game = at_sea(
        unit("r1", "0407", sp=1), ships=[ship("r9", SEA1)], sites=ports,
        seas={**ruled("allied"), "transport": {"allied": 9}}, control={"allied": ["0403"]}, **SOUTH,
    )  # fmt: skip
    assert rules(game, "allied", {"do": "transport", "unit": "r1", "hex": "0403"}) == []
    assert rules(game, "allied", sea.sail("r9", by=f"{IN1}, 0403")) == []
    theirs = at_sea(
        ships=[ship("r9", SEA1)], sites=ports, seas=ruled("allied"), control={"dprk": ["0403"]},
        **SOUTH,
    )  # fmt: skip
    assert rules(theirs, "allied", sea.sail("r9", by=f"{IN1}, 0403")) == ["8.5.6.4"]


@pytest.mark.reading("nextwar", "nw-08-208")
@pytest.mark.parametrize(("die", "left"), [(2, 4), (3, 5)])
def test_a_home_base_that_falls_may_cost_a_point(die: int, left: int) -> None:
    game = field(
        unit("n1", "0506"), unit("r1", "0909"), board=plain(north=2), segment="basic-move",
        sites=[{"hex": "0505", "kind": "airbase", "owner": "allied"}],
        assets={"allied": {"lift": 5}}, begin={"first": "dprk", "kind": "contested"},
    )  # fmt: skip
    game.play("dprk", move("n1", to="0505"))
    assert at(game, "n1").clearing
    kinds = []
    while game.turn == 3:
        if game.segment.kind == "basic-reaction-combat":
            rig(game, 1, 9, 9, die)
        game.play(game.to_act or "", {"do": "end"})
        kinds.append(game.segment.kind)
    taken = [facts for facts in told(game, "base-taken") if facts["what"] == "Airmobile Points"]
    assert [facts["lost"] for facts in taken] == [left == 4]
    assert side(game, "allied").lift == left


@pytest.mark.reading("nextwar", "nw-08-209")
def test_fire_costs_a_step_and_a_point_unless_they_fly_themselves() -> None:
    for carried, lift_left in ((light("r1", "1010"), 4), (own("r1", "1010"), 5)):
        game = air(carried, begin=FIRED, sites=[base()])
        rig(game, 0)
        game.play("allied", lift("r1", to="1003"))
        assert told(game, "air-defense")[-1]["lost"]
        assert at(game, "r1").steps == 1
        assert side(game, "allied").lift == lift_left


@pytest.mark.reading("nextwar", "nw-09-61")
def test_one_hex_is_attacked_by_all_at_once() -> None:
    game = battle(
        unit("n1", A1, "3-4-4"), unit("n2", A2, "3-4-4"), unit("n3", A4, "3-4-4"),
        unit("r1", D, "4-9-4"), unit("r2", "0507", "4-9-4"),
    )  # fmt: skip
    facts = fought(game, 9, units="n1 n2")
    assert (facts["attack"]["total"], facts["drm"]["total"]) == (6, 0)
    assert rules(game, "dprk", attack("n3")) == ["9.3"]
    assert rules(game, "dprk", attack("n3", hex="0507")) == []


# ---- what was found on the way


@pytest.mark.reading("nextwar", "nw-09-62")
@pytest.mark.rule("nextwar", "8.3.1.10", "9.9.1-p1")
@pytest.mark.parametrize(("owner", "refused"), [("allied", ["9.9.1"]), ("dprk", [])])
def test_nobody_rolls_on_out_of_enemy_works(owner: str, refused: list[str]) -> None:
    game = battle(
        unit("n1", A4, "9-4-8", type="mechanized infantry"), unit("n2", A4, "2-1-4", sp=1),
        unit("r1", D, "1-1-4", steps=1),
        sites=[{"hex": D, "kind": "fortification", "owner": owner}], control={owner: [D]},
    )  # fmt: skip
    fought(game, 0, units="n1 n2")
    assert where(game, "r1") == "eliminated"
    on = {"do": "advance", "units": ["n1"], "on": {"n1": [A1]}}
    assert rules(game, "dprk", on) == refused


@pytest.mark.reading("nextwar", "nw-09-63")
@pytest.mark.rule("nextwar", "9.9", "8.3.3")
@pytest.mark.parametrize(("links", "refused"), [([], ["9.9"]), ([f"{A4}-{D} secondary"], [])])
def test_guns_on_wheels_do_not_follow_into_mountains(links: list[str], refused: list[str]) -> None:
    game = battle(
        unit("n1", A4, "9-4-4"), unit("n3", A4, "2-1-4", sp=1),
        unit("n2", A4, "0-1-6", mobility="motorized", type="headquarters", sp=0.5),
        unit("r1", D, "1-1-4", steps=1),
        board=plain(terrain={D: "mountain"}, links=links),
    )  # fmt: skip
    fought(game, 0, units="n1 n3")
    assert where(game, "r1") == "eliminated"
    assert rules(game, "dprk", {"do": "advance", "units": ["n1", "n2"]}) == refused


@pytest.mark.reading("nextwar", "nw-09-64")
@pytest.mark.rule("nextwar", "9.8.2-p1")
def test_nobody_retreats_into_a_base_that_the_enemy_has_taken() -> None:
    free = battle(unit("r1", D), unit("n1", A1), board=plain())
    ends = {way[-1] for way in ways(free, "r1", free.board.hex(D), 2)}
    assert free.board.hex("0507") in ends
    taken = battle(
        unit("r1", D), unit("n1", A1), control={"dprk": ["0507"]},
        sites=[{"hex": "0507", "kind": "airbase", "owner": "allied"}],
    )  # fmt: skip
    ends = {way[-1] for way in ways(taken, "r1", taken.board.hex(D), 2)}
    assert ends
    assert taken.board.hex("0507") not in ends


@pytest.mark.reading("nextwar", "nw-11-61")
@pytest.mark.rule("nextwar", "11.2", "11.0")
def test_battalions_come_back_in_pairs_of_one_nation() -> None:
    gone = {"place": "eliminated", "hex": -1, "steps": 0}

    def battalion(name: str) -> dict[str, Any]:
        return unit(name, "0908", size="battalion", at=gone)

    game = field(
        battalion("r1"), battalion("r2"), battalion("u1"), unit("r9", "0909"),
        unit("n1", "0101"), segment="basic-reaction-combat", begin={"first": "dprk"},
        replacements={"ROK": [9], "US": [9]}, sites=[{"hex": "0907", "kind": "town"}],
    )  # fmt: skip
    while game.segment.kind != "second-reinforcement":
        game.play(game.to_act or "", {"do": "end"})
    pair = {"do": "rebuild", "units": ["r1", "u1"], "hex": "0907"}
    assert rules(game, "allied", pair) == ["11.0"]
    assert rules(game, "allied", {**pair, "units": ["r1", "r2"]}) == []


@pytest.mark.reading("nextwar", "nw-09-65")
@pytest.mark.rule("nextwar", "9.9.1-p1")
def test_whoever_is_lost_in_retreat_opens_the_way_as_well() -> None:
    game = battle(
        unit("n1", A1, "60-9-8", type="mechanized infantry"),
        unit("n2", A1, "2-1-4", sp=1),
        unit("r1", D, "1-1-4", steps=1),
        board=plain(terrain={D: "highland"}),
        supply={"allied": {"depots": [D]}},
        options={"game": "advanced"},
    )
    rig(game, 7)
    game.play("dprk", attack("n1", "n2"))
    game.play("allied", {"do": "lead", "unit": "r1"})
    combat = told(game, "combat")[-1]
    assert (combat["column"], combat["defender_loses"], combat["retreat"]) == (13, 1, True)
    game.play("allied", {"do": "give-way"})
    assert [at(game, name).place for name in ("r1", "allied-supply-1")] == ["eliminated", "aside"]
    assert rules(game, "dprk", {"do": "advance", "units": ["n1"], "on": {"n1": [A4]}}) == []


@pytest.mark.reading("nextwar", "nw-08-203")
@pytest.mark.rule("nextwar", "8.5.7.1")
@pytest.mark.parametrize(("oos", "refused"), [(False, []), (True, ["19.5"])])
def test_nor_does_he_go_aboard(oos: bool, refused: list[str]) -> None:
    game = at_sea(
        unit("r1", "0403", type="marines", flags="marine anchor", at={"oos": oos}),
        ships=[ship("r9", "0403", "AMPH")],
        sites=[{"hex": "0403", "kind": "port"}],
        segment="exploit-move",
        options={"game": "advanced"},
        **SOUTH,
    )
    assert rules(game, "allied", {"do": "embark", "unit": "r1", "ship": "r9"}) == refused
