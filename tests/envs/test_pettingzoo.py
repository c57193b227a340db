"""The PettingZoo face: its own tests, both places of the mask, and coming back."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from grognard.envs import pettingzoo_face
from grognard.envs.pettingzoo_face import GrognardAEC

STYLE = (
    "We recommend agents to be named",
    "Observation is not a NumPy array",
    "Observation space for each agent probably",
)
"""What its test remarks on: sides have their names, and what is seen is tables with a mask."""


@pytest.mark.parametrize("encoding", ["candidates", "factored"])
def test_the_frameworks_own_tests_pass(encoding: str) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(made(encoding), num_cycles=12)
        seed_test(lambda: made(encoding), num_cycles=12)
    odd = [str(one.message) for one in said if not str(one.message).startswith(STYLE)]
    assert odd == []


def made(encoding: str = "candidates") -> GrognardAEC:
    """A small environment."""
    return pettingzoo_face.env("wb95/klin", encoding=encoding, candidates=16)


def play(env: GrognardAEC, seed: int, steps: int) -> list[Any]:
    """What came of so many steps by chance."""
    rng, found = np.random.default_rng(seed), []
    for agent in env.agent_iter(steps):
        seen, reward, over, cut, info = env.last()
        if over or cut:
            found.append((agent, reward))
            env.step(None)
            continue
        mask = seen["action_mask"]
        assert (mask == info["action_mask"]).all()
        assert mask.any()
        found.append((agent, [t.tobytes() for t in seen["observation"].values()], reward))
        env.step(int(rng.choice(np.flatnonzero(mask))))
    return found


def test_a_whole_game_ends_with_a_winner_and_a_loser() -> None:
    env = made()
    env.reset(seed=4)
    ends = play(env, 4, 2000)[-2:]
    assert sorted(reward for _, reward in ends) == [-1.0, 1.0]
    assert env.agents == []


def test_who_is_not_asked_has_no_number() -> None:
    env = made()
    env.reset(seed=4)
    other = next(side for side in env.agents if side != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()
    assert not env.infos[other]["action_mask"].any()


def test_one_comes_back_to_a_moment() -> None:
    env = made("factored")
    env.reset(seed=4)
    play(env, 4, 11)
    moment = env.snapshot()
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    first = play(env, 7, 10)
    env.restore(moment)
    assert all(play(one, 7, 10) == first for one in (env, *copies))


def test_a_number_that_means_nothing_changes_nothing() -> None:
    env = made()
    env.reset(seed=4)
    side, before = env.agent_selection, env.episode.game.freeze()
    env.step(15 if not env.observe(side)["action_mask"][15] else 99)
    assert (env.agent_selection, env.episode.game.freeze()) == (side, before)
    assert env.infos[side]["refusals"]
