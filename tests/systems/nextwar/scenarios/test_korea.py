"""The scenarios of Korea: they load, stand as they may stand, and are played to their end."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from grognard import library
from grognard.engine.editions import read_edition
from grognard.engine.game import Game
from grognard.engine.sources import Folder
from grognard.systems.nextwar.pieces.stacks import own_at
from grognard.systems.nextwar.pieces.zones import excess
from grognard.systems.nextwar.scenario import NextWarScenario
from grognard.systems.nextwar.system import NEXTWAR
from grognard.systems.nextwar.units import MAP

SHELF = Path(library.__file__).parent / "scenarios" / "nextwar"
NAMES = ("chorwon", "seoul", "korea", "korea-surprise", "korea-buildup")


@cache
def scenario(name: str) -> NextWarScenario:
    """A scenario of the shelf."""
    return read_edition(NEXTWAR, Folder(SHELF / f"{name}.yaml"), {}, ())


@pytest.mark.parametrize("name", NAMES)
def test_everybody_begins_at_home_and_nobody_is_crowded(name: str) -> None:
    found = scenario(name)
    game = Game(NEXTWAR, found, 1)
    for unit, record in found.units.items():
        if record.place == MAP:
            side = found.counters[unit].side
            assert found.home(side, record.hex), unit
            assert not excess(game, record.hex), found.board.label(record.hex)
            assert unit in own_at(game, record.hex, side)


@pytest.mark.parametrize("name", NAMES)
def test_every_counter_says_that_it_is_house(name: str) -> None:
    found = scenario(name)
    counters = [c for n, c in found.counters.items() if not c.beachhead]
    assert {c.source for c in counters} == {"house"}
    assert {h.source for h in found.helicopters.values()} <= {"house"}


@pytest.mark.parametrize(("name", "seed"), [("chorwon", 1), ("chorwon", 2), ("seoul", 1)])
def test_chance_plays_it_to_its_end(name: str, seed: int) -> None:
    game, rng = Game(NEXTWAR, scenario(name), seed), random.Random(seed)
    while game.to_act is not None:
        action = game.sample(game.to_act, rng)
        assert action is not None
        game.play(game.to_act, action)
    assert game.result


def test_who_has_won_is_told_with_the_points() -> None:
    game, rng = Game(NEXTWAR, scenario("chorwon"), 2), random.Random(2)
    while game.to_act is not None:
        action = game.sample(game.to_act, rng)
        assert action is not None
        game.play(game.to_act, action)
    facts = next(event.facts for event in game.events if event.kind == "victory")
    north, south = (facts["points"][side] for side in ("dprk", "allied"))
    assert NEXTWAR.account(game)["points"] == north - south
    assert game.result in (f"{facts['winner']}: {facts['degree']}", facts["degree"])
