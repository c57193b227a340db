"""The Gymnasium face: its own checker, masks, the reward, refusals, seeds, and coming back."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import grognard
from grognard.envs import ids
from grognard.envs.candidates import Candidates
from grognard.envs.episodes import EpisodeError, Terms
from grognard.envs.gymnasium_face import Flat, GrognardEnv
from grognard.library import UnknownName
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat
from grognard.table.winning import margin


def pick(env: Any, rng: np.random.Generator) -> int:
    """An open number by chance."""
    return int(rng.choice(np.flatnonzero(env.get_wrapper_attr("action_masks")())))


def play(env: Any, seed: int, steps: int, begin: bool = True) -> list[Any]:
    """What is seen in so many steps, with what came of them."""
    rng, found = np.random.default_rng(seed), []
    if begin:
        env.reset(seed=seed)
    for _ in range(steps):
        seen, reward, over, cut, info = env.step(pick(env, rng))
        tables = sorted(seen) if isinstance(seen, dict) else []
        found.append([*(seen[name].tobytes() for name in tables), reward, over, cut, str(info)])
        if over:
            break
    return found


@pytest.mark.parametrize("encoding", ["candidates", "factored", "plans"])
def test_the_frameworks_own_checker_finds_nothing(encoding: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(GrognardEnv(encoding=encoding, candidates=32), skip_render_check=True)


def test_every_scenario_has_an_id_and_any_can_be_named() -> None:
    assert "grognard/wb95-klin-v0" in ids()
    assert len(ids()) == 1 + len(grognard.scenario_ids())
    made = gymnasium.make("grognard/Game-v0", scenario="wb95/klin", side="soviet", candidates=16)
    assert made.unwrapped.side == "soviet"
    assert made.observation_space.contains(made.reset(seed=1)[0])


@pytest.mark.parametrize("encoding", ["candidates", "factored"])
def test_a_game_is_played_to_its_end_and_rewarded_there(encoding: str) -> None:
    env = GrognardEnv(side="soviet", encoding=encoding, candidates=24)
    steps = play(env, 3, 1000)
    assert [one[-4] for one in steps[:-1]] == [0.0] * (len(steps) - 1)
    reward, over, cut, _ = steps[-1][-4:]
    assert (reward, over, cut) == (1.0, True, False)
    terms = grognard.library.tabletop(env.episode.game).terms(env.episode.game)
    assert margin(terms, "soviet") >= 0 > margin(terms, "german")
    with pytest.raises(EpisodeError, match="begin another"):
        env.step(0)


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    env = GrognardEnv(candidates=16)
    first = play(env, 5, 12)
    assert play(GrognardEnv(candidates=16), 5, 12) == first
    assert play(env, 6, 12) != first


@pytest.mark.parametrize("encoding", ["candidates", "factored"])
def test_a_number_that_means_nothing_changes_nothing_and_says_why(encoding: str) -> None:
    env = GrognardEnv(encoding=encoding, candidates=500)
    env.reset(seed=1)
    before = env.snapshot(), env.action_masks()
    closed = int(np.flatnonzero(~before[1])[0])
    _, reward, over, cut, info = env.step(closed)
    assert (reward, over, cut) == (0.0, False, False)
    assert info["refusals"][0]["rule"] == "form"
    assert str(closed) in info["refusals"][0]["text"]
    assert (env.action_masks() == before[1]).all()
    assert env.episode.game.freeze() == restored(env, before[0]).episode.game.freeze()


def restored(env: GrognardEnv, snapshot: bytes) -> GrognardEnv:
    """Another environment at a moment of one."""
    other = copy.deepcopy(env)
    other.restore(snapshot)
    return other


@pytest.mark.parametrize("encoding", ["candidates", "factored"])
def test_one_comes_back_to_a_moment_as_often_as_one_likes(encoding: str) -> None:
    env = GrognardEnv(encoding=encoding, candidates=16)
    env.reset(seed=2)
    moments = []
    rng = np.random.default_rng(1)
    for _ in range(14):
        moments.append(env.snapshot())
        env.step(pick(env, rng))
    for moment in (moments[13], moments[8]):
        env.restore(moment)
        packed = pickle.dumps(env)
        futures = [play(env, 9, 5, begin=False)]
        env.restore(moment)
        futures.append(play(env, 9, 5, begin=False))
        for other in (pickle.loads(packed), copy.deepcopy(pickle.loads(packed))):
            futures.append(play(other, 9, 5, begin=False))
        assert all(future == futures[0] for future in futures)


def test_what_is_no_snapshot_is_refused() -> None:
    with pytest.raises(EpisodeError, match="no snapshot"):
        GrognardEnv(candidates=8).restore(b"{}")


def test_a_game_that_does_not_end_is_cut_off() -> None:
    env = GrognardEnv(candidates=8, steps=3)
    assert [one[-2] for one in play(env, 1, 3)] == [False, False, True]


def test_the_flat_face_shows_the_same_numbers_in_one_row() -> None:
    env = Flat(GrognardEnv(candidates=8))
    row, _ = env.reset(seed=1)
    assert env.observation_space.contains(row)
    assert row.sum() == pytest.approx(
        sum(t.sum() for name, t in env.unwrapped._seen().items() if name != "action_mask"), rel=1e-4
    )
    assert env.action_masks().any()


def test_the_staffs_advice_comes_first() -> None:
    env = GrognardEnv(candidates=8, advice=True)
    seen, info = env.reset(seed=1)
    assert seen["candidates"][0, 1] == 1
    assert not seen["candidates"][1:, 1].any()
    staff = grognard.players.registry.player("staff", 0, "wb95")
    assert info["actions"][0] == staff.choose(Seat(env.episode.game, "german"))


def test_a_short_list_of_candidates_is_complete() -> None:
    game = grognard.new("wb95/klin", seed=1)
    complete, short = Candidates(game, 5000), Candidates(game, 12)
    players = {side: RandomPlayer(n) for n, side in enumerate(game.scenario.sides)}
    kinds = 0
    for _ in range(12):
        side = game.to_act
        complete.ask(game, side)
        short.ask(game, side)
        legal = [grognard.engine.record.canonical(one) for one in game.legal(side)]
        if len(legal) < 1000:
            assert {grognard.engine.record.canonical(one) for one in complete.actions} == {*legal}
            assert int(complete.mask().sum()) == len(legal)
        assert len(short.actions) == min(12, len(complete.actions))
        offered = {one["do"] for one in complete.actions}
        assert {one["do"] for one in short.actions} == offered or len(offered) > 12
        kinds = max(kinds, len(offered))
        game.play(side, players[side].choose(Seat(game, side)))
    assert kinds > 3


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"side": "french"}, "has no side 'french'; it is german or soviet"),
        ({"encoding": "words"}, "no encoding 'words'; it is candidates, factored, plans"),
        ({"candidates": 0}, "a candidate at least"),
        ({"render_mode": "human"}, "it is 'ansi'"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(EpisodeError, match=why):
        GrognardEnv(**wrong)


def test_an_opponent_and_a_scenario_that_are_not_there_are_refused() -> None:
    with pytest.raises(UnknownName, match="no player 'napoleon'"):
        GrognardEnv(opponent="napoleon")
    with pytest.raises(UnknownName, match="no scenario"):
        Terms("wb95/klim").found()


def test_the_board_is_drawn_in_text_as_the_side_sees_it() -> None:
    env = GrognardEnv(candidates=8, render_mode="ansi")
    env.reset(seed=1)
    assert "25" in (env.render() or "")
    assert GrognardEnv(candidates=8).render() is None
