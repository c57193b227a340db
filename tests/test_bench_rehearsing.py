"""A rollout of the bench is a turn that happens nowhere else."""

from __future__ import annotations

import pytest

from bench import rehearsing
from bench.rehearsing import rollout, staffed
from grognard import library


def test_a_rollout_leaves_the_game_as_it_was_and_reaches_the_next_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = library.new("ocs/catania-plain", 1)
    state, played = game.state.clone(), list[int]()

    def watched(imagined: rehearsing.AnyGame, turn: int) -> None:
        staffed(imagined, turn)
        played.append(imagined.turn)

    monkeypatch.setattr(rehearsing, "staffed", watched)
    assert rollout(game, 7) > 0
    assert played == [game.turn + 1]
    assert game.state == state
    assert game.turn == 1
