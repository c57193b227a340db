"""What fire does to a hex: losses, disorder, tests, and the ground that shelters. [6.4.2]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.fighting import fire
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.works.fortification import fortified
from tests.systems.wb95.field import ATTACK_A, at, field, rig, told, unit, where

GUN, TARGET = "0501", "0504"


def battlefield(*targets: dict[str, Any], sp: str = "5,3", **more: Any) -> Wb:
    """A German gun three hexes from Soviet units."""
    return field(unit("g1", GUN, "ART", sp=sp), *targets, phase=ATTACK_A, **more)


def shoot(game: Wb, *faces: int) -> None:
    """Fire the gun, the dice falling as given."""
    rig(game, *faces)
    game.play("german", {"do": "bombard", "guns": ["g1"], "target": TARGET})


@pytest.mark.rule("wb95", "6.4.2d")
def test_a_loss_falls_on_the_unit_chosen_by_its_owner() -> None:
    game = battlefield(unit("s1", TARGET), unit("s2", TARGET))
    shoot(game, 1, 1)  # 3-5 SP, roll 2: -1
    assert game.to_act == "soviet"
    assert sorted(str(a["take"]) for a in game.legal("soviet")) == ["{'s1': 1}", "{'s2': 1}"]
    game.play("soviet", {"do": "losses", "take": {"s2": 1}})
    assert (at(game, "s1").cel, at(game, "s2").cel) == (2, 1)
    assert at(game, "s1").disorganised == at(game, "s2").disorganised == -1


@pytest.mark.rule("wb95", "6.4.2d")
def test_a_lone_unit_bears_the_loss_without_a_question() -> None:
    game = battlefield(unit("s1", TARGET, cel=1))
    shoot(game, 1, 1)
    assert where(game, "s1") == "eliminated"
    assert game.to_act == "german"


@pytest.mark.rule("wb95", "6.4.2d")
def test_disorder_takes_every_unit_of_the_hex_guns_too_and_nobody_retreats() -> None:
    game = battlefield(unit("s1", TARGET), unit("s2", TARGET, "ART", sp="4,2"))
    shoot(game, 1, 2)  # roll 3: D
    assert at(game, "s1").disorganised == at(game, "s2").disorganised == game.serial
    assert where(game, "s1") == where(game, "s2") == TARGET


@pytest.mark.rule("wb95", "6.4.2d")
def test_a_test_is_rolled_for_each_unit() -> None:
    game = battlefield(unit("s1", TARGET), unit("s2", TARGET))
    shoot(game, 1, 3, 4, 6, 4, 5)  # roll 4: T; 10 fails the Soviet limit of 10, 9 passes
    assert at(game, "s1").disorganised == game.serial
    assert at(game, "s2").disorganised == -1


@pytest.mark.rule("wb95", "6.4.2d")
def test_survivors_of_a_loss_are_disorganised() -> None:
    game = battlefield(unit("s1", TARGET), sp="6,3")
    shoot(game, 6, 6)  # 6-8 SP, roll 12: -1D
    assert (at(game, "s1").cel, at(game, "s1").disorganised) == (1, game.serial)


def test_fire_without_effect_still_disturbs_a_unit_that_recovers() -> None:
    game = battlefield(unit("s1", TARGET, at={"disorganised": 0}))
    shoot(game, 3, 4)
    assert at(game, "s1").disorganised == game.serial + 1, "it rests a full turn from now on"


@pytest.mark.parametrize(
    ("ground", "shelter"), [("clear", 0), ("forest", 2), ("town", 2), ("city", 4), ("hill", 4)]
)
@pytest.mark.rule("wb95", "6.4.2b")
def test_twice_the_modifiers_of_the_ground_come_off(ground: str, shelter: int) -> None:
    """The terrain table gives forest and town 1 modifier, city and hill 2."""
    board = sketch(9, 9, terrain={TARGET: ground}, sides=["0503-0504 river"])
    game = battlefield(unit("s1", TARGET), board=board, fortified=[TARGET])
    assert fortified(game, board.hex(TARGET))
    assert fire.terrain_shelter(game, board.hex(TARGET)) == shelter
    shoot(game, 3, 4)
    strength = told(game, "reckoning")[0]["strength"]
    assert strength["total"] == 5 - shelter
    assert [p["rule"] for p in strength["parts"]][1:] == (["6.4.2b"] if shelter else [])


def test_a_stack_under_fire_is_open_until_the_phase_ends() -> None:
    hidden = {"masking": "on"}
    game = battlefield(unit("s1", TARGET), unit("s2", TARGET), options=hidden)
    shoot(game, 3, 4)
    assert at(game, "s1").revealed == at(game, "s2").revealed == game.serial
    assert at(game, "g1").revealed == game.serial
