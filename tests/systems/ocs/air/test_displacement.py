"""Aircraft on a base that the enemy captures. [9.14f] [14.2c]"""

from __future__ import annotations

import pytest

from grognard.systems.ocs.status import SITES
from tests.systems.ocs.air.sky import bird, craft, perch, sky
from tests.systems.ocs.field import move, play, rig, told, unit

rule = pytest.mark.rule


@rule("ocs", "9.14f")
@rule("ocs", "14.2c")
@rule("ocs", "CT-aircapture")
@pytest.mark.parametrize(
    ("active", "dice", "hit"),
    [(True, (2, 2), True), (True, (2, 3), False), (False, (3, 3), True), (False, (3, 4), False)],
)
def test_aircraft_of_a_captured_base_are_hit_or_fly_off_inactive(
    active: bool, dice: tuple[int, int], hit: bool
) -> None:
    game = sky(craft("s1", "0312", active=active), unit("a1", "0310", mode="move"),
               levels={"s0330": 1}, weather="storm")  # fmt: skip
    rig(game, *dice)
    play(game, "axis", move("a1", to="0311 0312"))
    assert game.state[SITES][game.board.hex("0312")].base_owner == "axis"
    assert bird(game, "s1").reduced is hit
    assert perch(game, "s1") == "0330-"


@rule("ocs", "9.14f")
def test_they_go_to_any_base_within_twice_their_range_or_are_destroyed() -> None:
    game = sky(craft("s1", "0312", range=9), craft("s2", "0312", range=8),
               unit("a1", "0311", mode="move"), levels={"s0330": 1, "s0329": 1})  # fmt: skip
    rig(game, 6, 6, 6, 6)
    game.play("axis", move("a1", to="0312"))
    assert game.decisions[0].player == "allied"
    assert [a["to"]["s1"] for a in game.legal("allied")] == ["0329", "0330"]
    game.play("allied", {"do": "return", "to": {"s1": "0330"}})
    assert perch(game, "s1") == "0330-"
    assert perch(game, "s2") == "dead-"


@rule("ocs", "CT-aircapture")
def test_an_advance_after_combat_leaves_more_time() -> None:
    from grognard.systems.ocs.air.displacement import displace

    for advance, hit in ((False, True), (True, False)):
        game = sky(craft("s1", "0312"), levels={"s0320": 1})
        rig(game, 1, 3)
        list(displace(game, game.board.hex("0312"), "axis", advance=advance))
        assert bird(game, "s1").reduced is hit
    assert told(game, "air-base-capture")[0]["modifier"] == 2
