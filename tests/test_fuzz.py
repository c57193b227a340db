"""The fuzzer says which game breaks a law, goes on with the others, and ends in failure."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import library
from grognard.lab import fuzz


def test_every_scenario_that_ships_is_an_arena() -> None:
    assert set(library.scenario_ids()) <= set(fuzz.ARENAS)
    assert all(fuzz.ARENAS[name].pace.games >= 200 for name in library.scenario_ids())


def test_a_scenario_may_be_an_arena_with_other_options_too() -> None:
    assert fuzz.ARENAS["nextwar/korea"].make(1).options["game"] == "standard"
    assert fuzz.ARENAS["nextwar/korea-advanced"].make(1).options["game"] == "advanced"


def test_a_broken_law_names_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(arena: fuzz.Arena, seed: int) -> int:
        if seed == 3:
            raise AssertionError("law 2: the undo left a trace")
        return 5

    monkeypatch.setattr(fuzz, "play_one", broken)
    monkeypatch.setattr(fuzz, "play_closely", lambda arena, seed, look: [])
    assert fuzz.attempt("wb95/klin", 2) == (2, 5, "")
    assert fuzz.attempt("wb95/klin", 3) == (3, 0, "AssertionError: law 2: the undo left a trace")


def test_it_ends_in_failure_if_a_game_broke(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Here:
        """A pool of one, so that what is patched is seen."""

        def __init__(self, jobs: int) -> None:
            self.map = map

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(fuzz, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(fuzz, "attempt", lambda name, seed: (seed, 1, "bad" if seed == 2 else ""))
    assert fuzz.main(["wb95/klin", "--games", "3", "--jobs", "1"]) == 1
    told = capsys.readouterr()
    assert "wb95/klin: seed 2 breaks: bad" in told.err
    assert "3 games, 3 actions: 1 broken" in told.out
    assert fuzz.main(["wb95/klin", "--games", "1"]) == 0


def test_an_unknown_arena_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        fuzz.main(["wb95/nowhere"])
    assert "there is no arena 'wb95/nowhere'; there are goss, " in capsys.readouterr().err


def test_with_patience_an_end_is_thought_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def drawn(game: Any, rng: random.Random) -> tuple[str, dict[str, Any]]:
        asked.append("end" if len(asked) < 2 else "move")
        return "axis", {"do": asked[-1]}

    monkeypatch.setattr(fuzz.laws, "random_action", drawn)
    game: Any = None
    assert fuzz.chosen(game, random.Random(1), 0)[1] == {"do": "end"}
    asked.clear()
    assert fuzz.chosen(game, random.Random(1), 1)[1] == {"do": "end"}
    asked.clear()
    assert fuzz.chosen(game, random.Random(1), 5)[1] == {"do": "move"}
    assert len(asked) == 3, "what is no end is taken at once"


def test_a_sample_is_the_same_each_time_and_leaves_no_decision_out_in_the_end() -> None:
    seen: list[int] = []
    arena = fuzz.ARENAS["wb95"]
    for seed in (5, 6, 7):
        looked = fuzz.play_closely(arena, seed, _answered, decisions=9, one_in=3)
        assert looked == fuzz.play_closely(arena, seed, _answered, decisions=9, one_in=3)
        seen += looked
    assert sorted(seen) == [*range(9)]


def _answered(game: Any, rng: random.Random) -> None:
    game.play(*fuzz.laws.random_action(game, rng))


def test_every_game_is_looked_at_in_each_of_its_first_decisions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[tuple[Any, ...]] = []

    def closely(arena: fuzz.Arena, seed: int, look: fuzz.Look, *pace: int) -> list[int]:
        looked.append((seed, look, *pace))
        return [0, 1]

    monkeypatch.setattr(fuzz, "play_one", lambda arena, seed: 5)
    monkeypatch.setattr(fuzz, "play_closely", closely)
    assert [fuzz.attempt("wb95", seed)[1] for seed in (8, 9)] == [9, 9]
    assert looked == [(s, look) for s in (8, 9) for look in (fuzz.exact, fuzz.guarded)]
