"""Positions by chance: games on them run clean, and indexes and caches do not lie."""

from __future__ import annotations

import random

import pytest

from grognard.systems.ocs.pieces.stacks import stacks
from grognard.systems.ocs.proof import positions


@pytest.mark.parametrize("seed", range(1, 9))
def test_random_games_run_clean(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    for number in range(60):
        if game.over:
            break
        player = game.to_act
        assert player is not None
        action = game.sample(player, rng)
        assert action is not None
        game.play(player, action)
        if number % 15 == 0:
            assert game.journal.lies() == []
            assert game.view("axis")["system"] == "ocs"


def test_the_same_seed_gives_the_same_game() -> None:
    one, two = positions.game(5), positions.game(5)
    assert one.state.fingerprint() == two.state.fingerprint()
    assert one.scenario.fingerprint == two.scenario.fingerprint
    assert str(one) == str(two)


def test_an_edit_leaves_a_position_that_could_be_played() -> None:
    game = positions.game(3)
    name = next(n for names in stacks(game).own.values() for n in names)
    change = {"map": "units", "key": name, "set": {"mode": "asleep"}}
    assert [r.rule for r in game.system.check_edit(game, [change])] == ["5.1"]
    change["set"] = {"oos": True}
    assert game.system.check_edit(game, [change]) == []
