"""Plans: the staff fights for what it is told to fight for, and is asked once a turn."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import grognard
from grognard.envs import open_spiel_face, pettingzoo_face
from grognard.envs.episodes import EpisodeError
from grognard.envs.gymnasium_face import GrognardEnv
from grognard.envs.plans import GROUPS, grouped, told
from grognard.players.seat import Seat

AS_IT_IS = [1] * GROUPS + [0]


def played(plan: list[int], seed: int = 3) -> tuple[GrognardEnv, list[str], int]:
    """A game by the same plan each turn, what it came to, and how often it was asked for."""
    env = GrognardEnv(encoding="plans")
    env.reset(seed=seed)
    asked, over, orders = 0, False, []
    env.episode.game.follow(lambda line: orders.append(str(line)))
    while not over:
        _, _, over, _, info = env.step(plan)
        assert "refusals" not in info
        asked += 1
    return env, orders, asked


def test_a_plan_is_asked_for_once_a_turn() -> None:
    env, _, asked = played(AS_IT_IS)
    assert asked == env.episode.game.turn == 4


def test_the_staff_told_nothing_plays_as_the_staff() -> None:
    game = grognard.new("wb95/klin", seed=7)
    groups = grouped(game, "german")
    staff = grognard.players.registry.player("staff", 0, "wb95")
    same, other = told("wb95", groups, AS_IT_IS), told("wb95", groups, [3] + [0] * 7 + [1])
    differs = False
    for _ in range(40):
        side = game.to_act
        action = (
            staff.choose(Seat(game, side)) if side == "german" else game.decision(side).ask.default
        )
        if side == "german":
            assert same.choose(Seat(game, side)) == action
            if not differs:
                differs = copy.deepcopy(other).choose(Seat(game, side)) != action
        game.play(side, action or next(game.legal(side)))
        if game.turn > 1:
            break
    assert differs


def test_a_main_effort_makes_another_game() -> None:
    assert played(AS_IT_IS)[1] != played([3, *[0] * 7, 1])[1]


def test_objectives_are_grouped_the_dearest_first() -> None:
    game = grognard.new("wb95/klin", seed=7)
    groups = grouped(game, "german")
    labels = [{game.board.label(h) for h in group} for group in groups]
    assert 0 < len(groups) <= GROUPS
    assert {"2716", "2717"} in labels or any({"2716", "2717"} <= group for group in labels)


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ([1, 2], "a plan has 9 numbers, not 2"),
        ([4] + [1] * 7 + [0], "number 0 of a plan is 0 to 3, not 4"),
        ([1] * 8 + [3], "number 8 of a plan is 0 to 2, not 3"),
    ],
)
def test_what_is_no_plan_changes_nothing(plan: list[int], why: str) -> None:
    env = GrognardEnv(encoding="plans")
    env.reset(seed=1)
    before = env.episode.game.freeze()
    info = env.step(plan)[-1]
    assert info["refusals"][0]["text"] == why
    assert env.episode.game.freeze() == before


def test_one_comes_back_to_the_beginning_of_a_turn() -> None:
    env = GrognardEnv(encoding="plans")
    env.reset(seed=1)
    env.step(AS_IT_IS)
    moment = env.snapshot()
    ends: list[Any] = []
    for _ in range(2):
        env.restore(moment)
        env.step([2, *[1] * 7, 1])
        ends.append(env.episode.game.state.fingerprint())
    assert ends[0] == ends[1]


def test_plans_are_for_one_face_alone() -> None:
    with pytest.raises(EpisodeError, match="for the Gymnasium face"):
        pettingzoo_face.env(encoding="plans")
    with pytest.raises(EpisodeError, match="for the Gymnasium face"):
        open_spiel_face.SpielGame({"encoding": "plans"})
