"""The reach of many units at once is that of each alone, whatever has happened in between."""

from __future__ import annotations

import random

import pytest

from grognard.systems.nextwar.movement import reach
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.proof import positions
from grognard.systems.nextwar.scenario import Nw

PLAYED, EVERY = 60, 6


def compare(game: Nw) -> int:
    """Everybody's reach against the same worked out for him alone; how many were found at once."""
    found = 0
    for side in game.scenario.sides:
        names = on_map(game, side)
        found += len(dict(reach._of_some(game, side, names)))
        for name in names:
            known, alone = reach.routes(game, name), reach.alone(game, name)
            assert dict(known.costs) == dict(alone.costs), (name, game.segment.kind)
            assert {h: known.path(h) for h in known.costs} == {
                h: alone.path(h) for h in alone.costs
            }, (name, game.segment.kind)
    return found


@pytest.mark.parametrize("seed", range(1, 9))
def test_reach_of_all_at_once_is_the_reach_of_each(seed: int) -> None:
    game, rng, found = positions.game(seed), random.Random(seed), 0
    for number in range(PLAYED):
        if game.over:
            break
        if number % EVERY == 0:
            found += compare(game)
        player = rng.choice([decision.player for decision in game.decisions])
        action = game.sample(player, rng)
        assert action is not None
        game.play(player, action)
    assert found


def test_who_knows_a_wrong_reach_is_not_equal_to_who_knows_the_right_one() -> None:
    game = positions.game(1)
    side = game.scenario.sides[0]
    name = next(n for n in on_map(game, side) if reach.alone(game, n).costs)
    right, wrong, fresh = (reach._Reaches(game, side) for _ in range(3))
    assert right.of(name) == reach.alone(game, name)
    wrong.known[name] = reach.NOWHERE
    assert right == fresh
    assert fresh == right
    assert wrong != fresh
    assert fresh != wrong
