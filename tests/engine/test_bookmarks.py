"""Leafing back: a game looked at as it stood, without playing it again."""

from __future__ import annotations

import random

import pytest

from grognard.engine.game import Game
from grognard.lab import laws
from grognard.systems.wb95.proof import positions
from tests.engine.toy import toy


def games(seed: int) -> list[Game]:
    """A game of each kind."""
    return [toy(seed=seed), positions.game(seed)]


@pytest.mark.parametrize("seed", range(4))
def test_a_game_leafed_back_is_as_it_was_and_goes_on_as_it_did(seed: int) -> None:
    for game in games(seed):
        rng, pages = random.Random(seed), []
        for _ in range(30):
            if game.over:
                break
            pages.append((game.bookmark(), laws.snapshot(game), laws.random_action(game, rng)))
            game.play(*pages[-1][2])
        end, lines = laws.snapshot(game), len(game.history)
        for at in sorted(rng.sample(range(len(pages)), min(6, len(pages))), reverse=True):
            bookmark, then, _action = pages[at]
            game.leaf_back(bookmark)
            assert laws.snapshot(game) == then
            assert len(game.dated) == len(game.events)
            assert game.journal.lies() == []
        for _bookmark, _then, action in pages[at:]:
            game.play(*action)
        assert (laws.snapshot(game), len(game.history)) == (end, lines)


def test_every_event_knows_when_it_happened() -> None:
    game, rng = positions.game(2), random.Random(2)
    while not game.over and game.turn < 3:
        before = len(game.events)
        clock = game.clock
        game.play(*laws.random_action(game, rng))
        for when in game.dated[before:]:
            assert (when.turn, when.step) >= (clock.turn, clock.step)
            assert (when.turn, when.step) <= (game.clock.turn, game.clock.step)
    assert len(game.dated) == len(game.events)
