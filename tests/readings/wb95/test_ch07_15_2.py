"""A second reading of WB-95, chapter 8: air units."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.movement import movement
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, MISSIONS
from tests.systems.wb95.air.sky import (
    GERMAN,
    SOVIET,
    allied,
    fly,
    in_force,
    mission,
    names,
    orders,
    pass_on,
    raid,
    river,
    sky,
    used,
    wings,
)
from tests.systems.wb95.combat.battles import attack, sums
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import AIR_B, ATTACK_A, ATTACK_B, at, rig, rules, told, unit
from tests.systems.wb95.works.crossing import bridge

reading = pytest.mark.reading
G1, G2, S1, S2 = "german-air-1", "german-air-2", "soviet-air-1", "soviet-air-2"


def move(name: str, *path: str) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": list(path)}


def refused(game: Wb, kind: str, aim: str | dict[str, int], *air: str, by: str = GERMAN) -> Any:
    return rules(game, by, orders(mission(kind, aim, *air)))


@reading("wb95", "8-01")
def test_a_counter_flies_one_mission() -> None:
    two = orders(mission("support", "0505", G1), mission("attack", "0505", G1))
    assert rules(raid(4), GERMAN, two) == ["8.1.3"]


@reading("wb95", "8-02")
def test_missions_are_given_in_air_phases_only() -> None:
    game = raid(4)
    assert refused(game, "support", "0505", G1) == []
    pass_on(game, "Movement of german")
    assert refused(game, "support", "0505", G1) == ["2.2.P3"]
    pass_on(game, "Attack of german")
    assert refused(game, "support", "0505", G1) == ["2.2.P4"]


def two_wings(german: str = "0303") -> Wb:
    """One German air unit and one Soviet, of 4 SP each, in the first Air Phase."""
    air = [*wings(GERMAN, 4), *wings(SOVIET, 4)]
    return sky(unit("g1", german), unit("s1", "0505"), air=air, fortified=[german, "0505"])


@reading("wb95", "8-03")
def test_either_air_phase_but_one_of_a_turn() -> None:
    game = two_wings()
    fly(game, soviet=[mission("support", "0303", S2)])
    go_to(game, AIR_B)
    assert refused(game, "support", "0303", S2, by=SOVIET) != []
    go_to(game, 1, turn=2)
    assert refused(game, "support", "0303", S2, by=SOVIET) == []
    go_to(game, AIR_B, turn=2)
    assert refused(game, "support", "0303", S2, by=SOVIET) == [], "it has waited for this one"


@reading("wb95", "8-04")
def test_any_number_of_counters_attack_one_hex_together() -> None:
    game = raid(3, 3, 3)
    rig(game, 3, 3)
    fly(game, german=[mission("attack", "0505", *names(3))])
    assert [facts["strength"]["total"] for facts in told(game, "air attack")] == [9]


@reading("wb95", "8-05")
def test_the_other_player_sees_nothing_of_a_mission_before_he_has_answered() -> None:
    flown, idle = two_wings(), two_wings()
    flown.play(GERMAN, orders(mission("attack", "0505", G1)))
    idle.play(GERMAN, orders())
    assert flown.view(SOVIET) == idle.view(SOVIET)
    assert list(flown.legal(SOVIET)) == list(idle.legal(SOVIET))
    assert len(flown.events_for(SOVIET)) == len(idle.events_for(SOVIET))


def met(german: str) -> Wb:
    """Both support an attack: the German on 0505, the Soviet on where g1 stands."""
    game = two_wings(german)
    rig(game, 3, 3, 5, 2)
    fly(
        game, german=[mission("support", "0505", G1)], soviet=[mission("support", german, S2)]
    )  # fmt: skip
    return game


@reading("wb95", "8-06")
def test_neighbours_fight_until_one_is_beaten() -> None:
    game = met("0506")
    fought = [facts["totals"] for facts in told(game, "air combat")]
    totals = [(t[GERMAN]["total"], t[SOVIET]["total"]) for t in fought]
    assert totals == [(7, 7), (9, 6)]
    assert [m.side for m in in_force(game)] == [GERMAN]
    apart = met("0507")
    assert (told(apart, "air combat"), len(in_force(apart))) == ([], 2)


@reading("wb95", "8-07")
def test_the_loser_flies_no_more_this_turn_and_again_in_the_next() -> None:
    game = met("0506")
    assert used(game, S2)
    go_to(game, AIR_B)
    assert refused(game, "support", "0506", S2, by=SOVIET) != []
    go_to(game, 1, turn=2)
    assert refused(game, "support", "0506", S2, by=SOVIET) == []


@reading("wb95", "8-08")
def test_attackers_have_all_of_their_air_support() -> None:
    game = raid(4, units=(unit("g1", "0504", sp=8), unit("s1", "0505", sp=4)))
    fly(game, german=[mission("support", "0505", G1)])
    go_to(game, ATTACK_A)
    found = sums(game, attack("g1", "0505", air=list(game.state[MISSIONS])))
    assert (found.attack.total, found.defence.total) == (12, 4)


@reading("wb95", "8-09")
def test_aircraft_add_to_fire_before_the_ground_is_taken_off() -> None:
    game = raid(
        4, units=(unit("gun", "0502", "ART", "5,3"), unit("s1", "0505")),
        board=sketch(9, 9, terrain={"0505": "forest"}),
    )  # fmt: skip
    fly(game, german=[mission("support", "0505", G1)])
    go_to(game, ATTACK_A)
    air = list(game.state[MISSIONS])
    game.play(GERMAN, {"do": "bombard", "guns": ["gun"], "target": "0505", "air": air})
    (fired,) = [event.facts for event in game.events if "strength" in event.facts]
    assert fired["strength"]["total"] == 7


@reading("wb95", "8-10")
def test_air_support_of_a_defence_is_halved_once() -> None:
    game = raid(
        5, 5, 3, units=(unit("g1", "0403", sp=4), unit("s1", "0404", sp=4)), phase=AIR_B,
        fortified=["0403"],
    )  # fmt: skip
    fly(game, german=[mission("defence", "0403", *names(3))])
    go_to(game, ATTACK_B)
    air = {"air": list(game.state[MISSIONS])}
    assert sums(game, attack("s1", "0403"), air, player=SOVIET).defence.total == 11


@reading("wb95", "8-11")
def test_soviet_aircraft_do_not_defend() -> None:
    game = raid(4, side=SOVIET, board=river())
    assert refused(game, "defence", "0505", S1, by=SOVIET) == ["8.2.5"]
    for kind, aim in (("support", "0303"), ("attack", "0303"), ("bridge", "0404 0405")):
        assert refused(game, kind, aim, S1, by=SOVIET) == []


@reading("wb95", "8-12")
@pytest.mark.parametrize(("sp", "terrain", "left"), [(8, "forest", 1), (4, "city", 2)])
def test_ground_counts_twice_against_aircraft_and_trenches_not_at_all(
    sp: int, terrain: str, left: int
) -> None:
    board = sketch(9, 9, terrain={"0505": terrain})
    game = raid(sp, board=board, fortified=["0505"])
    rig(game, 1, 2)
    fly(game, german=[mission("attack", "0505", G1)])
    assert at(game, "s1").cel == left


@reading("wb95", "8-13")
def test_an_air_attack_costs_the_hex_one_level_and_disorganises_all() -> None:
    game = raid(6, units=(unit("g1", "0303"), unit("s1", "0505"), unit("s2", "0505")))
    rig(game, 1, 1)
    fly(game, german=[mission("attack", "0505", G1)])
    game.play(SOVIET, {"do": "losses", "take": {"s2": 1}})
    assert [(at(game, n).cel, at(game, n).disorganised >= 0) for n in ("s1", "s2")] == [
        (2, True), (1, True),
    ]  # fmt: skip


@reading("wb95", "8-14")
def test_four_points_at_least_on_a_bridge_and_no_ground() -> None:
    weak = raid(3, board=river())
    assert refused(weak, "bridge", "0404 0405", G1) == ["8.2.10"]
    game = raid(4, board=river())
    rig(game, 1, 2)
    fly(game, german=[mission("bridge", "0404 0405", G1)])
    down = bridge(game, "0404-0405")
    assert down is not None
    assert not down.intact


@reading("wb95", "8-15")
def test_seven_points_disrupt_soviets_and_nobody_else() -> None:
    assert refused(raid(6), "disrupt", "0505", G1) == ["8.2.12"]
    assert refused(raid(7), "disrupt", "0505", G1) == []
    assert refused(raid(8, side=SOVIET), "disrupt", "0303", S1, by=SOVIET) == ["8.2.11"]


def hindered(*at_hexes: str, missions: int = 1) -> Wb:
    """Soviet Movement with German missions against 0505; s1, s2 … stand in these hexes."""
    soviets = [unit(f"s{i + 1}", label) for i, label in enumerate(at_hexes)]
    game = raid(*[7] * missions, units=(unit("g1", "0909"), *soviets), phase=AIR_B)
    fly(game, german=[mission("disrupt", "0505", name) for name in names(missions)])
    return game


@reading("wb95", "8-16")
def test_a_mission_reaches_one_hex_around() -> None:
    game = hindered("0503", "0502")
    game.play(SOVIET, move("s1", "0504"))
    game.play(SOVIET, move("s2", "0503"))
    assert (at(game, "s1").spent, at(game, "s2").spent) == (2 * 12, 1 * 12)


@reading("wb95", "8-17")
def test_missions_add_up_and_still_leave_one_step() -> None:
    game = hindered("0505", missions=2)
    assert movement.allowance(game, "s1").total == 2
    assert rules(game, SOVIET, move("s1", "0506", "0507")) == ["3.1.5"]
    game.play(SOVIET, move("s1", "0506"))
    assert at(game, "s1").spent == 2 * 12


@reading("wb95", "8-18")
def test_two_attacks_a_point_on_connected_banks() -> None:
    game = raid(4, board=river())
    assert refused(game, "crossing", {"0305": 5, "0405": 3}, G1) == []
    assert refused(game, "crossing", {"0305": 5, "0405": 4}, G1) == ["8.2.17"]
    assert refused(game, "crossing", {"0305": 5, "0505": 3}, G1) == ["8.2.18"]


def crossing(*faces: int, bank: str = "0305") -> Wb:
    """Soviet Movement; two German attacks on a bank; s1 and s2 stand across from 0305."""
    units = (unit("g1", "0909"), unit("s1", "0304"), unit("s2", "0304"), unit("s3", "0306"))
    game = raid(1, units=units, board=river(), phase=AIR_B)
    fly(game, german=[mission("crossing", {bank: 2}, G1)])
    rig(game, *faces)
    return game


@reading("wb95", "8-19")
def test_every_unit_that_crosses_meets_every_attack() -> None:
    game = crossing(6, 5, 6, 6)
    game.play(SOVIET, move("s1", "0305"))
    game.play(SOVIET, move("s2", "0305"))
    assert at(game, "s1").cel == 1
    assert at(game, "s2").place == "eliminated"


@reading("wb95", "8-20")
def test_no_attack_on_a_bridge_or_along_the_bank() -> None:
    along = crossing(6, 6)
    along.play(SOVIET, move("s3", "0305"))
    bridged = crossing(6, 6, bank="0405")
    bridged.play(SOVIET, move("s1", "0404", "0405"))
    assert (at(along, "s3").cel, at(bridged, "s1").cel) == (2, 2)
    assert told(along, "crossing attack") == told(bridged, "crossing attack") == []


@reading("wb95", "8-21")
def test_germans_and_soviets_carry_no_supply() -> None:
    assert refused(raid(8), "supply", "0303", G1) == ["8.2.22"]
    assert refused(raid(8, side=SOVIET), "supply", "0505", S1, by=SOVIET) == ["8.2.22"]


@reading("wb95", "8-22")
@pytest.mark.parametrize(("die", "levels"), [(5, (2, 0)), (6, (3, 1))])
def test_supply_from_the_air_helps_all_units_of_the_hex(die: int, levels: tuple[int, int]) -> None:
    air = "western-air-1"
    weak = allied(6, nation="American")
    assert refused(weak, "supply", "0505", air, by="western") == ["8.2.23"]
    game = allied(7, nation="American")
    rig(game, die)
    fly(game, western=[mission("supply", "0505", air)])
    assert (at(game, "s1").oos, at(game, "s2").oos) == levels


@reading("wb95", "8-24")
@pytest.mark.parametrize(
    ("strengths", "dice", "level"),
    [((4, 4), (5, 5), 2), ((4, 4), (5, 6), 3), ((7, 7), (5, 5), 1), ((7, 7), (5, 6), 2)],
)
def test_levels_go_by_missions_and_not_by_counters(
    strengths: tuple[int, int], dice: tuple[int, int], level: int
) -> None:
    game = allied(*strengths, nation="American")
    rig(game, *dice)
    one, two = names(2, "western")
    flown = [[one, two]] if strengths[0] < 7 else [[one], [two]]
    fly(game, western=[mission("supply", "0505", *crew) for crew in flown])
    assert at(game, "s1").oos == level


@reading("wb95", "8-25")
def test_counters_without_strength_and_points_without_counters() -> None:
    old = sky(
        unit("g1", "0303"), unit("s1", "0505"),
        air=[{"side": GERMAN, "counters": 2}, {"side": SOVIET, "counters": 1}],
    )  # fmt: skip
    assert [air.sp for air in old.state[AIR].values()] == [5, 5, 4]
    game = raid(air=[{"side": GERMAN, "sp": 9, "pool": True}])
    seven, two = names(9)[:7], names(9)[7:]
    divided = [mission("disrupt", "0505", *seven), mission("support", "0505", *two)]
    assert rules(game, GERMAN, orders(*divided)) == []
    tenth = mission("support", "0505", *two, "german-air-10")
    assert rules(game, GERMAN, orders(divided[0], tenth)) == ["8.1.5"]


@reading("wb95", "8-23")
def test_aircraft_cross_no_river() -> None:
    board = sketch(9, 9)
    around = [board.label(h) for h in board.around(board.hex("0505"))]
    game = raid(4, board=sketch(9, 9, sides=[f"0505-{label} river" for label in around]))
    rig(game, 1, 1)
    fly(game, german=[mission("attack", "0505", G1)])
    assert at(game, "s1").cel == 1
