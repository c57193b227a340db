"""The bench of WB-95 tells what rehearsals cost; how good that is is no test's business."""

from __future__ import annotations

import pytest

from bench import moscow, rehearsing
from grognard import library


def test_rehearsals_are_counted_and_leave_the_game_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rollout is played in a game that is imagined, to the end of the turn under way."""
    monkeypatch.setattr(rehearsing, "MOVES", 20)
    game = library.new(moscow.KLIN, 1)
    before = game.view("german")
    found = rehearsing.rollouts("Klin", game, 1)
    assert game.view("german") == before
    assert found.name == "one-turn rollouts of Klin / python-chess moves"
    assert found.peer is not None
    assert found.ratio == found.ours / found.peer > 0


def test_the_rehearsals_of_both_scenarios_are_in_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, int]] = []

    def rollouts(name: str, game: rehearsing.AnyGame, rounds: int) -> str:
        asked.append((name, game.scenario.id, rounds))
        return name

    monkeypatch.setattr(moscow, "rollouts", rollouts)
    assert moscow.bench_rehearsals() == ["Klin", "Typhoon"]
    assert [(name, where) for name, where, _ in asked] == [
        ("Klin", moscow.KLIN), ("Typhoon", moscow.TYPHOON),
    ]  # fmt: skip
    assert all(rounds > 1 for *_, rounds in asked)
