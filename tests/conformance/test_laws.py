"""The engine's laws over random games: one suite that every system must pass.

Hypothesis chooses the games. A game that breaks a law is shown by its seed, and
`python -m grognard.lab.fuzz ARENA --seed N --games 1` plays it again.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal
from grognard.lab import fuzz, laws

SYSTEMS = sorted(name for name in fuzz.ARENAS if "/" not in name)
AnyGame = Game[Any]
EXACT, GUARDED = 4, 2
"""One decision in so many is looked at closely."""
seeds = st.integers(1, 1_000_000)
# The same games every time: new ones are `make fuzz`.
few = settings(
    max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ({"a": 1, "b": [1]}, {"b": [1], "a": 1}, True),
        ({"a": (1, 2)}, {"a": [1, 2]}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1.0}, False),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
        ({"a": None}, {}, False),
    ],
)
def test_imprints_are_alike_where_data_is_written_the_same(a: Any, b: Any, alike: bool) -> None:
    assert laws.alike(laws.imprint(a), laws.imprint(b)) is alike
    assert (canonical(a) == canonical(b)) is alike


def test_an_imprint_is_of_the_moment() -> None:
    facts = {"a": [1]}
    before = laws.imprint(facts)
    facts["a"].append(2)
    assert not laws.alike(laws.imprint(facts), before)


def test_what_cannot_be_written_gives_no_imprint() -> None:
    with pytest.raises(TypeError):
        laws.imprint({"a": Fraction(1, 2)})


@pytest.mark.parametrize("system", SYSTEMS)
@few
@given(seed=seeds)
def test_every_law_holds_in_a_random_game(system: str, seed: int) -> None:
    assert fuzz.play_one(fuzz.paced(fuzz.ARENAS[system], actions=60), seed) > 0


@pytest.mark.parametrize("system", SYSTEMS)
@few
@given(seed=seeds)
def test_saving_and_undo_are_exact_at_a_sample_of_decisions(system: str, seed: int) -> None:
    """Laws 1, 2 and 5, in the middle of procedures too; `make fuzz` looks at each."""
    assert fuzz.play_closely(fuzz.ARENAS[system], seed, fuzz.exact, one_in=EXACT)


@pytest.mark.parametrize("system", SYSTEMS)
@few
@given(seed=seeds)
def test_what_is_forged_is_refused_at_a_sample_of_decisions(system: str, seed: int) -> None:
    """Laws 6 and 7; `make fuzz` looks at each."""
    assert fuzz.play_closely(fuzz.ARENAS[system], seed, fuzz.guarded, 25, one_in=GUARDED)


# ---- the sample is enough to see each law broken


def _forgetful(game: AnyGame) -> AnyGame:
    """A save that loses what was told last, if a procedure is under way."""
    found = RELOADED(game)
    if not found.at_checkpoint:
        del found.events[-1:]
    return found


def _traced(game: AnyGame, player: str | None = None) -> None:
    """An undo into the middle of a procedure that leaves what was told after it."""
    told = list(game.events)
    UNDO(game, player)
    if not game.at_checkpoint:
        game.events[:] = told


def _strict(game: AnyGame, player: str, action: Action, at: str | None = None) -> list[Refusal]:
    """Whoever may end something is told that he may not."""
    if isinstance(action, dict) and action.get("do") == "end":
        return [Refusal("1.1", "this never ends")]
    return WHY(game, player, action, at)


RELOADED, UNDO, WHY = laws.reloaded, Game.undo, Game.why


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("law", "look", "one_in", "place", "broken"),
    [
        ("1", fuzz.exact, EXACT, "grognard.lab.laws.reloaded", _forgetful),
        ("2", fuzz.exact, EXACT, "grognard.engine.game.Game.undo", _traced),
        ("5", fuzz.exact, EXACT, "grognard.engine.state.Journal.lies", lambda journal: ["zones"]),
        ("6", fuzz.guarded, GUARDED, "grognard.engine.game.Game.why", lambda *_: []),
        ("7", fuzz.guarded, GUARDED, "grognard.engine.game.Game.why", _strict),
    ],
    ids=["1", "2", "5", "6", "7"],
)
def test_a_broken_law_is_seen_in_the_sample(
    system: str, law: str, look: fuzz.Look, one_in: int, place: str, broken: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(place, broken)
    with pytest.raises(laws.LawBroken, match=f"law {law}: "):
        _sample(system, look, one_in)


def _sample(system: str, look: fuzz.Look, one_in: int) -> None:
    for seed in range(1, 11):
        fuzz.play_closely(fuzz.ARENAS[system], seed, look, 25, one_in=one_in)
