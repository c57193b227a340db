"""Chapter 18 as a second reader has it: coastal guns, cleared beaches. [18.3g] [18.6b]"""

from __future__ import annotations

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.status import SHIPS, SIDES
from tests.readings.ocs.test_ch18 import bombard, engage, firing
from tests.readings.ocs.test_ch18_2 import assault, meet, off
from tests.systems.ocs.field import at, end, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import afloat, ship

reading = pytest.mark.reading


@reading("ocs", "18-39")
@pytest.mark.parametrize(("dice", "place"), [((5, 5, 4), "dead"), ((5, 5, 3), "map"),
                                             ((3, 4), "map"), ((6, 6), "dead")])  # fmt: skip
def test_ships_single_out_coastal_guns(dice: tuple[int, ...], place: str) -> None:
    """20 points in 17-24: a 10 is a half, a 7 is DG, a 12 a step."""
    game = firing(ship("a1", "0303"), unit("s1", "0404", "artillery", traits="coastal"),
                  unit("s2", "0404", re=3))  # fmt: skip
    rig(game, *dice)
    play(game, "axis", {**engage("a1", at="0404"), "at": "coastal"})
    assert told(game, "naval-barrage")[0]["column"] == "17-24"
    assert at(game, "s1").place == place
    assert (at(game, "s2").lost, at(game, "s2").mode, at(game, "s1").mode) == (
        0, "combat", "combat")  # fmt: skip


@reading("ocs", "18-40")
def test_fire_at_coastal_guns_is_no_fire_at_the_shore() -> None:
    game = firing(ship("a1", "0303"), unit("s1", "0404", "artillery", traits="coastal"),
                  unit("s2", "0405"))  # fmt: skip
    game.put(SHIPS, "a1", replace(afloat(game, "a1"), shore_turn=1))
    assert rules(game, "axis", bombard("a1", at="0405")) == ["18.3a(B)"]
    assert rules(game, "axis", {**engage("a1", at="0404"), "at": "coastal"}) == []


@reading("ocs", "18-74")
def test_on_the_landing_table_the_defenders_die_and_nothing_is_paid() -> None:
    game = off(unit("a2", None), unit("a3", None), unit("s1", "0404", re=3))
    game.play("axis", assault("a2", "a3"))
    assert game.decisions[0].player == "allied"
    meet(game, "landing", 2, 3, 1)  # a step of the two is lost
    assert (at(game, "s1").place, at(game, "a2").place, where(game, "a3")) == (
        "dead", "dead", "0404")  # fmt: skip
    assert game.state[SIDES]["axis"].spent == 0
    assert at(game, "a3").finished > 0


@reading("ocs", "18-75")
def test_a_beach_that_guns_have_cleared_is_rolled_for_without_a_question() -> None:
    game = off(unit("a2", None), ship("a5", "0304", sound="300/6/0/3"), unit("s1", "0404"),
               segment="movement")  # fmt: skip
    end(game, "axis", until="barrage")
    rig(game, 6, 6, 6)
    play(game, "axis", {"do": "bombard", "by": ["a5"], "target": "0404"})
    assert at(game, "s1").place == "dead"
    while game.segment.kind != "attack":
        end(game, game.to_act or "axis")
    rig(game, 6, 6)
    game.play("axis", assault("a2"))
    assert game.at_checkpoint
    assert (len(told(game, "landing")), where(game, "a2")) == (1, "0404")
    assert movement.unable(game, "a2") is not None
