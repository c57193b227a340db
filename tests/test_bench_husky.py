"""The bench of Husky runs and gives every figure; how good they are is no test's business."""

from __future__ import annotations

import pytest

from bench import husky as bench_husky
from grognard import library
from grognard.engine.game import Game


@pytest.fixture(autouse=True)
def _smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """The learning scenarios in the place of the campaigns."""
    monkeypatch.setattr(bench_husky, "HUSKY", "ocs/catania-plain")
    monkeypatch.setattr(bench_husky, "typhoon", lambda: library.new("wb95/klin", 1))
    monkeypatch.setattr(bench_husky, "YARDSTICK_TURNS", 1)


def test_every_figure_of_husky_is_measured() -> None:
    found = [
        *bench_husky.bench_random(20),
        *bench_husky.bench_staff(1),
        *bench_husky.bench_screen(),
    ]
    assert [result.name for result in found] == [
        "random decisions / python-chess moves, on Husky",
        "random against random, a whole Husky",
        "random against random, a turn of Husky",
        "staff against staff, 1 turns of Husky",
        "staff's turn of Typhoon / of Husky",
        "a player's table of Typhoon / of Husky",
    ]
    assert all(result.ours > 0 for result in found)
    assert [bool(result.ratio) for result in found] == [True, False, False, False, True, True]


def test_a_turn_is_a_turn() -> None:
    game: Game[object] = bench_husky.husky()
    bench_husky.random_turns(game, 1)
    assert game.turn == 2
    bench_husky.random_turns(game, game.scenario.turns)
    assert game.over
