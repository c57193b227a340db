"""Retreat by helicopter. [9.8.2-p3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.retreat import FlyOut, retreat
from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.lift.rescue import refuges
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, rig, side, told, unit, where
from tests.systems.nextwar.lift.test_airmobile import air, base, light, own

ATTACK = {"first": "dprk"}


def beaten(*units: Any, **more: Any) -> Nw:
    """The Allies in 1008 are about to retreat before the North in 1007."""
    begin = more.pop("begin", ATTACK)
    return air(unit("n1", "1007"), *units, segment="init-combat", begin=begin, **more)


def driven(game: Nw, *names: str, **answers: Any) -> None:
    """Let units retreat; whoever is asked takes to the air if he can."""
    procedure = retreat(game, game.board.hex("1008"), "allied", names)
    try:
        ask = next(procedure)
        while True:
            offers = {offer.do: offer for offer in ask.offers}
            wanted = offers.get(answers.get("do", FlyOut.do)) or ask.offers[0]
            ask = procedure.send(next(iter(wanted.legal(game, "allied"))))
    except StopIteration:
        pass


@pytest.mark.rule("nextwar", "9.8.2-p3")
def test_light_infantry_flies_out_to_a_base() -> None:
    game = beaten(light("r1", "1008"))
    rig(game, 0, 9)
    driven(game, "r1")
    assert where(game, "r1") == "1010"
    assert (at(game, "r1").steps, side(game, "allied").lift, points.left(game, "allied")) == (
        1, 4, 4,
    )  # fmt: skip
    assert [one["hex"] for one in told(game, "air-defense")] == ["1008", "1010"]


@pytest.mark.rule("nextwar", "9.8.2-p3")
def test_it_may_go_by_land_all_the_same() -> None:
    game = beaten(light("r1", "1008"))
    driven(game, "r1", do="not-by-air")
    assert points.left(game, "allied") == 5
    assert told(game, "air-defense") == []
    assert where(game, "r1") != "1008"


@pytest.mark.rule("nextwar", "9.8.2-p3", "9.8.2-p1")
def test_where_nobody_can_be_flown_to() -> None:
    def open_to(*units: Any, **more: Any) -> list[str]:
        game = beaten(*units, **more)
        return [game.board.label(h) for h in refuges(game, "r1")]

    assert open_to(light("r1", "1008")) == ["1010"]
    assert open_to(light("r1", "1008"), lift=0) == []
    assert open_to(own("r1", "1008"), lift=0) == ["1010"]
    assert open_to(unit("r1", "1008")) == []
    assert open_to(light("r1", "1008"), begin={**ATTACK, "weather": "storm"}) == []
    assert open_to(light("r1", "1008", at={"strike": 2})) == []
    assert open_to(light("r1", "1008"), unit("n2", "1011")) == []
    assert open_to(light("r1", "1008"), unit("n2", "1011"), unit("r2", "1010")) == ["1010"]
    assert open_to(light("r1", "1010"), sites=[base()]) == []
