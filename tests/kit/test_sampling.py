"""Actions by chance: somebody who is asked and may answer always finds an answer."""

from __future__ import annotations

import random

import pytest

from grognard import library
from grognard.kit import deeds


def test_what_chance_does_not_meet_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one counter's ways only so many are tried; where the legal ones come after them, the first
    legal action of all is the answer."""
    game = library.new("goss/skyline-drive", 1)
    player = game.to_act or ""
    monkeypatch.setattr(deeds, "TRIED", 0)
    assert game.sample(player, random.Random(1)) == next(game.legal(player))
