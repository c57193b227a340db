"""What is told of counters is worked out once, and not remembered without end."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.systems.wb95 import views


def test_no_more_counters_are_remembered_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And whoever looks sees the same, whether they were or not."""
    monkeypatch.setattr(views, "_TOLD", {})
    game, rng = grognard.new("wb95/klin", seed=3), random.Random(3)
    first = game.view("german")
    known = len(views._TOLD)
    assert known
    assert game.view("german") == first
    assert len(views._TOLD) == known
    monkeypatch.setattr(views, "MOST_TOLD", known + 5)
    for _ in range(40):
        side = game.to_act
        assert side is not None
        action = game.sample(side, rng)
        assert action is not None
        game.play(side, action)
        seen = game.view(side)
        assert len(views._TOLD) <= known + 5
    views._TOLD.clear()
    assert game.view(side) == seen
