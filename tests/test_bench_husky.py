"""The bench of Husky runs and gives every figure; how good they are is no test's business."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench import husky as bench_husky
from grognard import library
from grognard.engine.game import Game
from tests.benches import once

SHORT = 2
"""Turns of a game that has to be played to its end."""


@pytest.fixture(autouse=True)
def _smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """The learning scenarios in the place of the campaigns, one of them cut short; each is measured
    once, as how good a figure is is not asked."""
    system, scenario = library.find_scenario("ocs/catania-plain")
    short = replace(scenario, turns=SHORT)
    monkeypatch.setattr(bench_husky, "husky", lambda: Game(system, short, 1))
    monkeypatch.setattr(bench_husky, "typhoon", lambda: library.new("wb95/klin", 1))
    monkeypatch.setattr(bench_husky, "YARDSTICK_TURNS", 1)
    once(monkeypatch, bench_husky)


def test_every_figure_of_husky_is_measured() -> None:
    found = [
        *bench_husky.bench_random(20),
        *bench_husky.bench_staff(1),
        *bench_husky.bench_rollouts(1),
        *bench_husky.bench_screen(),
    ]
    assert [result.name for result in found] == [
        "random decisions / python-chess moves, on Husky",
        "random against random, a whole Husky",
        "random against random, a turn of Husky",
        "staff against staff, 1 turns of Husky",
        "staff's turn of Typhoon / of Husky",
        "one-turn rollouts of Husky / python-chess moves",
        "a player's table of Typhoon / of Husky",
    ]
    assert all(result.ours > 0 for result in found)
    assert [bool(result.ratio) for result in found] == [True, False, False, False, True, True, True]


def test_a_turn_is_a_turn() -> None:
    game: Game[object] = bench_husky.husky()
    bench_husky.random_turns(game, 1)
    assert game.turn == 2
    bench_husky.random_turns(game, game.scenario.turns)
    assert game.over


def test_the_game_of_the_bench_is_husky(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    begun: list[tuple[str, int]] = []
    monkeypatch.setattr(library, "new", lambda *given: begun.append(given))
    bench_husky.husky(3)
    assert begun == [("ocs/husky", 3)]
