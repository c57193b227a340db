"""The seven air missions: what they need, whom they hit, and for how long. [8.2]"""

from __future__ import annotations

import json
from itertools import islice

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.air import air
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES
from tests.systems.wb95.air.sky import (
    GERMAN,
    SOVIET,
    WESTERN,
    allied,
    end,
    fly,
    in_force,
    mission,
    names,
    orders,
    pass_on,
    raid,
    river,
)
from tests.systems.wb95.field import AIR_B, at, rig, rules, told, unit

G1, G2, S1 = "german-air-1", "german-air-2", "soviet-air-1"


@pytest.mark.rule("wb95", "8.2.1")
def test_there_are_seven_missions_and_no_other() -> None:
    game = raid(7, board=river())
    assert rules(game, GERMAN, orders(mission("intercept", "0505", G1))) == ["8.2.1"]
    offered = {row["mission"] for a in islice(game.legal(GERMAN), 500) for row in a["missions"]}
    assert offered == {"support", "defence", "attack", "bridge", "disrupt", "crossing"}
    western = allied(7)
    assert any(row["mission"] == "supply" for a in western.legal(WESTERN) for row in a["missions"])


# --- Support ------------------------------------------------------------------------------------


@pytest.mark.rule("wb95", "8.1.3")
@pytest.mark.rule("wb95", "8.2.2")
@pytest.mark.rule("wb95", "8.2.3")
def test_offensive_support_waits_at_an_enemy_hex_for_an_attack_on_it() -> None:
    """It serves an assault or ranged fire on that hex, once, with all its points."""
    game = raid(4, 5)
    assert rules(game, GERMAN, orders(mission("support", "0303", G1))) == ["8.2.2"]
    fly(game, german=[mission("support", "0505", G1), mission("support", "0505", G2)])
    here, elsewhere = game.board.hex("0505"), game.board.hex("0506")
    found = air.offensive_missions(game, GERMAN, (elsewhere, here))
    assert len(found) == 2
    assert air.offensive_strength(game, found).total == 9
    assert air.offensive_missions(game, GERMAN, (elsewhere,)) == ()
    assert air.offensive_missions(game, SOVIET, (here,)) == ()
    assert air.defensive_missions(game, GERMAN, (here,)) == ()
    air.spend(game, found[:1])
    assert air.offensive_missions(game, GERMAN, (here,)) == found[1:]


@pytest.mark.rule("wb95", "8.2.4")
def test_wb95_ex_035() -> None:
    """wb95-ex-035: three air units of 13 points add 7 to a defence: half of all, rounded up."""
    game = raid(4, 4, 5)
    assert rules(game, GERMAN, orders(mission("defence", "0505", G1))) == ["8.2.4"]
    three = names(3)
    fly(game, german=[mission("defence", "0303", name) for name in three])
    found = air.defensive_missions(game, GERMAN, (game.board.hex("0303"),))
    assert len(found) == 3
    assert air.defensive_strength(game, found).total == 7
    assert air.defensive_missions(game, GERMAN, (game.board.hex("0505"),)) == ()


@pytest.mark.rule("wb95", "8.2.5")
def test_soviet_air_units_do_not_support_the_defence() -> None:
    game = raid(4, side=SOVIET)
    assert rules(game, SOVIET, orders(mission("defence", "0505", S1))) == ["8.2.5"]
    assert all("defence" not in json.dumps(action) for action in game.legal(SOVIET))
    lend = raid(4, side=SOVIET, air=[{"side": SOVIET, "nation": "British", "sp": 4}])
    assert rules(lend, SOVIET, orders(mission("defence", "0505", S1))) == []


def test_missions_last_until_the_supply_phase_of_the_side_that_moves_next() -> None:
    """Until the end of phase 6 or of phase 12; a spent one stays on the map as long."""
    game = raid(4, 4)
    fly(game, german=[mission("support", "0505", G1)])
    air.spend(game, ("m0-1",))
    end(game, 2)
    assert game.phase == "Strategic Movement of german"
    assert len(in_force(game)) == 1
    end(game)
    assert in_force(game) == []
    assert game.phase == "Air Phase of soviet"
    fly(game, german=[mission("defence", "0303", G2)])
    assert [m.until for m in in_force(game)] == [11]
    pass_on(game, "Air Phase of german")
    assert in_force(game) == []


# --- Air attack ---------------------------------------------------------------------------------


@pytest.mark.rule("wb95", "8.2.6")
@pytest.mark.rule("wb95", "T.air")
@pytest.mark.parametrize(
    ("strength", "dice", "loss", "disorganised"),
    [
        (2, (5, 6), 0, False),
        (2, (6, 6), 1, False),
        (5, (5, 6), 1, False),
        (8, (1, 1), 1, True),
        (12, (2, 2), 1, False),
        (16, (6, 6), 2, False),
        (20, (1, 1), 2, True),
        (20, (3, 4), 1, False),
    ],
)
def test_an_air_attack_takes_levels_and_order_by_the_table(
    strength: int, dice: tuple[int, int], loss: int, disorganised: bool
) -> None:
    game = raid(strength, units=(unit("g1", "0303"), unit("s1", "0505", cel=3)))
    assert rules(game, GERMAN, orders(mission("attack", "0303", G1))) == ["8.2.6"]
    rig(game, *dice)
    fly(game, german=[mission("attack", "0505", G1)])
    assert at(game, "s1").cel == 3 - loss
    assert (at(game, "s1").disorganised == 0) == disorganised
    assert in_force(game) == []


@pytest.mark.rule("wb95", "8.2.7")
def test_an_attack_that_terrain_swallows_has_no_effect() -> None:
    game = raid(2, board=sketch(9, 9, terrain={"0505": "hill"}))
    rig(game, 6, 6)
    fly(game, german=[mission("attack", "0505", G1)])
    assert at(game, "s1").cel == 2


def test_a_second_attack_finds_nobody_where_the_first_left_nobody() -> None:
    game = raid(20, 20, units=(unit("g1", "0303"), unit("s1", "0505", cel=1)))
    rig(game, 3, 4)
    fly(game, german=[mission("attack", "0505", G1), mission("attack", "0505", G2)])
    assert at(game, "s1").place == "eliminated"
    assert len(told(game, "air attack")) == 1


# --- Bridges ------------------------------------------------------------------------------------


def bridge_stands(game: Wb) -> bool:
    key = game.scenario.ground.side_key(game.board.hex("0404"), game.board.hex("0405"))
    return game.state[BRIDGES][key].intact


@pytest.mark.rule("wb95", "8.2.8")
@pytest.mark.parametrize(("dice", "falls"), [((1, 1), True), ((5, 5), False), ((6, 6), True)])
def test_an_attack_on_a_bridge_goes_by_the_table_of_objects(
    dice: tuple[int, int], falls: bool
) -> None:
    """Five points: at 2, 3, 11 and 12 it falls."""
    game = raid(5, board=river())
    assert rules(game, GERMAN, orders(mission("bridge", "0303 0304", G1))) == ["8.2.8"]
    assert rules(game, GERMAN, orders(mission("bridge", "0404", G1))) == ["8.2.8"]
    assert rules(game, GERMAN, orders(mission("bridge", "0304 0305", G1))) == ["8.2.8"]
    rig(game, *dice)
    fly(game, german=[mission("bridge", "0405 0404", G1)])
    assert bridge_stands(game) != falls
    assert [fact["destroyed"] for fact in told(game, "air attack on bridge")] == [falls]


@pytest.mark.rule("wb95", "8.2.9")
def test_terrain_does_not_protect_a_bridge() -> None:
    """Four points at 11: the row for 3 to 5 brings it down; that for 1 to 2 would not."""
    game = raid(4, board=river())
    rig(game, 5, 6)
    fly(game, german=[mission("bridge", "0404 0405", G1)])
    assert not bridge_stands(game)


@pytest.mark.rule("wb95", "8.2.10")
def test_a_bridge_takes_four_points_at_least() -> None:
    game = raid(3, 1, board=river())
    assert rules(game, GERMAN, orders(mission("bridge", "0404 0405", G1))) == ["8.2.10"]
    assert rules(game, GERMAN, orders(mission("bridge", "0404 0405", G1, G2))) == []


def test_without_the_chapter_on_bridges_none_can_be_bombed() -> None:
    game = raid(4, board=river(), options={"bridges": "off"})
    assert rules(game, GERMAN, orders(mission("bridge", "0404 0405", G1))) == ["14.1.1"]
    assert all("bridge" not in json.dumps(action) for action in islice(game.legal(GERMAN), 50))


# --- Disruption of movement ---------------------------------------------------------------------


@pytest.mark.rule("wb95", "8.2.11")
def test_only_soviet_movement_can_be_disrupted() -> None:
    game = raid(7)
    assert rules(game, GERMAN, orders(mission("disrupt", "0505", G1))) == []
    soviet = raid(7, side=SOVIET)
    assert rules(soviet, SOVIET, orders(mission("disrupt", "0303", S1))) == ["8.2.11"]
    assert all("disrupt" not in json.dumps(action) for action in soviet.legal(SOVIET))
    west = allied(7)
    assert rules(west, WESTERN, orders(mission("disrupt", "0303", "western-air-1"))) == ["8.2.11"]


@pytest.mark.rule("wb95", "8.2.12")
def test_disruption_takes_seven_points_for_each_mission() -> None:
    game = raid(4, 3)
    assert rules(game, GERMAN, orders(mission("disrupt", "0505", G1))) == ["8.2.12"]
    assert rules(game, GERMAN, orders(mission("disrupt", "0505", G1, G2))) == []


@pytest.mark.rule("wb95", "8.2.13")
@pytest.mark.rule("wb95", "8.2.15")
def test_disruption_covers_the_hex_and_its_neighbours_and_adds_up() -> None:
    game = raid(7, 7, phase=AIR_B)
    fly(game, german=[mission("disrupt", "0505", G1), mission("disrupt", "0507", G2)])
    board, target = game.board, game.board.hex("0505")
    for h in range(board.n):
        near = sum(board.distance(h, board.hex(label)) <= 1 for label in ("0505", "0507"))
        assert air.disruption_at(game, h, SOVIET) == near
        assert air.disruption_at(game, h, GERMAN) == 0
    assert air.disruption_at(game, board.hex("0506"), SOVIET) == 2
    pass_on(game, "Air Phase")
    assert air.disruption_at(game, target, SOVIET) == 0


# --- Supply -------------------------------------------------------------------------------------


@pytest.mark.rule("wb95", "8.2.22")
def test_only_american_and_british_air_units_carry_supply() -> None:
    drop = orders(mission("supply", "0505", "western-air-1"))
    for nation, refused in (("British", []), ("American", []), ("French", ["8.2.22"])):
        assert rules(allied(7, nation=nation), WESTERN, drop) == refused
    german = raid(7)
    assert rules(german, GERMAN, orders(mission("supply", "0303", G1))) == ["8.2.22"]


@pytest.mark.rule("wb95", "8.2.23")
def test_a_supply_mission_takes_seven_points() -> None:
    game = allied(4, 3)
    one, both = ("western-air-1",), ("western-air-1", "western-air-2")
    assert rules(game, WESTERN, orders(mission("supply", "0505", *one))) == ["8.2.23"]
    assert rules(game, WESTERN, orders(mission("supply", "0505", *both))) == []


@pytest.mark.rule("wb95", "8.2.24")
@pytest.mark.rule("wb95", "8.2.25")
@pytest.mark.parametrize(
    ("dice", "levels"), [((6, 6), (3, 1)), ((5, 6), (3, 1)), ((6, 1), (3, 1)), ((1, 5), (2, 0))]
)
def test_a_mission_without_a_six_lowers_every_level_on_the_hex_by_one(
    dice: tuple[int, int], levels: tuple[int, int]
) -> None:
    """Two air units fly it; levels 3 and 1 before."""
    game = allied(4, 4)
    assert rules(game, WESTERN, orders(mission("supply", "0303", "western-air-1"))) != []
    rig(game, *dice)
    fly(game, western=[mission("supply", "0505", "western-air-1", "western-air-2")])
    assert (at(game, "s1").oos, at(game, "s2").oos) == levels


@pytest.mark.rule("wb95", "8.2.25")
def test_supply_goes_to_a_hex_with_own_units() -> None:
    game = allied(7)
    for label in ("0303", "0707"):
        assert rules(game, WESTERN, orders(mission("supply", label, "western-air-1"))) == ["8.2.25"]


@pytest.mark.rule("wb95", "8.1.1")
def test_points_of_a_pool_fly_supply_as_one_air_unit() -> None:
    """A pool is no row of counters: seven of its points roll one die, not seven."""
    game = allied(air=[{"side": WESTERN, "nation": "British", "sp": 7, "pool": True}])
    rig(game, 1, 1, 1)
    fly(game, western=[mission("supply", "0505", *names(7, WESTERN))])
    assert at(game, "s1").oos == 2
