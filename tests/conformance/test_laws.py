"""The engine's laws over random games: one suite that every system must pass.

Hypothesis chooses the games. A game that breaks a law is shown by its seed, and
`python -m grognard.lab.fuzz ARENA --seed N --games 1` plays it again.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.lab import fuzz, laws

SYSTEMS = sorted(name for name in fuzz.ARENAS if "/" not in name)
seeds = st.integers(1, 1_000_000)
# The same games every time: new ones are `make fuzz`.
few = settings(
    max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("system", SYSTEMS)
@few
@given(seed=seeds)
def test_every_law_holds_in_a_random_game(system: str, seed: int) -> None:
    assert fuzz.play_one(fuzz.paced(fuzz.ARENAS[system], actions=60), seed) > 0


@pytest.mark.parametrize("system", SYSTEMS)
@few
@given(seed=seeds)
def test_saving_and_undo_are_exact_at_every_decision(system: str, seed: int) -> None:
    """Laws 1, 2 and 5 at each and every decision of a game, in the middle of procedures too."""
    rng, game = random.Random(seed), fuzz.ARENAS[system].make(seed)
    for _ in range(40):
        if game.over:
            break
        laws.save_and_load(game, rng, ahead=1)
        laws.undo(game, *laws.random_action(game, rng))
        laws.caches(game)


@pytest.mark.parametrize("system", SYSTEMS)
@few
@given(seed=seeds)
def test_what_is_forged_is_refused_at_every_decision(system: str, seed: int) -> None:
    """Laws 6 and 7 at each and every decision of a game."""
    rng, game = random.Random(seed), fuzz.ARENAS[system].make(seed)
    for _ in range(25):
        if game.over:
            break
        laws.offers(game, limit=15)
        laws.forgeries(game, rng)
        game.play(*laws.random_action(game, rng))
