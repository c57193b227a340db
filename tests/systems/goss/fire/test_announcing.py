"""Aircraft and ships that follow the guns are declared before these fire. [11.1.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, now, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, barrage, field, gun, settle
from tests.systems.goss.flights import give, ships, until

FLY = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 2}
SALVO = {"do": "naval-gunfire", "hex": at(1, 0), "spotter": "u1", "ships": ["allied DD 1"]}
SHOOT = barrage((1, 0), "u1", {"ua": 8})


def said(support: str, **more: Any) -> dict[str, Any]:
    return {"do": "announce", "hex": at(1, 0), "support": support, "spotter": "u1", **more}


def defence(segment: str = "defensive-fire", gs: int = 4, **more: Any) -> Gs:
    """A German unit before an American one that has guns, aircraft and a destroyer behind it."""
    side = "axis" if segment.startswith("defensive") else "allied"
    game = field(
        unit("u1", (0, 0), **US), unit("g1", (1, 0), steps=3, **AXIS), gun("ua"),
        gun("ub", (-2, 1)), segment=segment, side=side, terrain={(1, -7): "sea"}, **more,
    )  # fmt: skip
    give(game, "allied", gs=gs)
    ships(game, "DD")
    return game


def fire(game: Gs) -> None:
    rig(game, 0, 9)
    game.play("allied", SHOOT)
    settle(game)
    assert where(game, "g1") == at(1, 0)


@pytest.mark.rule("goss", "11.1.0")
def test_what_was_not_declared_does_not_follow_the_guns() -> None:
    game = defence()
    fire(game)
    assert rules(game, "allied", said("air")) == ["11.1.0"], "the guns have fired"
    until(game, "defensive-air")
    assert rules(game, "allied", FLY) == rules(game, "allied", SALVO) == ["11.1.0"]
    alone = defence()
    until(alone, "defensive-air")
    assert rules(alone, "allied", FLY) == rules(alone, "allied", SALVO) == []


@pytest.mark.rule("goss", "11.1.0", "11.2.0")
def test_what_was_declared_follows_and_nothing_else() -> None:
    game = defence()
    assert rules(game, "allied", said("guns")) == ["11.1.0"]
    game.play("allied", said("air"))
    assert told(game, "announced") == [{"side": "allied", "hex": at(1, 0), "support": "air"}]
    assert rules(game, "allied", said("naval")) == ["11.1.0"], "one of them"
    assert now(game, "u1").spots, "he observes for all missions against that hex"
    fire(game)
    until(game, "defensive-air")
    assert rules(game, "allied", SALVO) == ["11.1.0"]
    assert rules(game, "allied", {"do": "end"}) == ["11.1.0"], "it is still to come"
    rig(game, 0, 0)
    game.play("allied", FLY)
    settle(game)
    assert rules(game, "allied", {"do": "end"}) == []


@pytest.mark.rule("goss", "11.1.0")
def test_only_what_could_be_conducted_is_declared() -> None:
    assert rules(defence(gs=0), "allied", said("air")) == ["11.2.0"]
    assert rules(defence(gs=0), "allied", said("naval")) == []
    game = defence("offensive-fire")
    assert rules(game, "allied", said("air")) == ["11.1.0"], "his aircraft have come before"
    game.play("allied", said("naval"))
    fire(game)
    until(game, "offensive-naval")
    assert rules(game, "allied", {"do": "end"}) == ["11.1.0"]
    rig(game, 0)
    game.play("allied", SALVO)


@pytest.mark.rule("goss", "11.1.0")
def test_who_has_gone_need_not_be_bombed() -> None:
    game = defence()
    game.play("allied", said("naval"))
    rig(game, 9)
    game.play("allied", SHOOT)
    while game.segment.kind == "defensive-fire" and not game.at_checkpoint:
        ask = game.open_asks()[0]
        away = {"do": "first-hit", "take": "retreat"}
        game.play(ask.player, away if ask.name == "first-hit" else ask.default)
    assert where(game, "g1") != at(1, 0)
    game.play("allied", {"do": "end"})
    assert game.segment.kind != "defensive-air" or rules(game, "allied", {"do": "end"}) == []
