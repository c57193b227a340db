"""The OpenSpiel face: its own simulation test, histories, clones that foresee nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from grognard.envs import open_spiel_face
from grognard.envs.episodes import EpisodeError

KLIN = Path(open_spiel_face.__file__).parents[1] / "scenarios" / "wb95" / "klin.yaml"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Klin for a single turn."""
    text = KLIN.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^turns: 4", "turns: 1", text)
    text = re.sub(r"(?m)^end: \S+", "end: 1941-11-20", text)
    path = tmp_path_factory.mktemp("short") / "short.yaml"
    path.write_text(text, encoding="utf-8")
    return pyspiel.load_game("python_grognard", {"scenario": str(path)})


def on(state: Any, rng: random.Random, until: Callable[[Any], bool] = lambda state: False) -> Any:
    """Play by chance, to the end or until something."""
    while not state.is_terminal() and not until(state):
        if state.is_chance_node():
            state.apply_action(rng.randrange(open_spiel_face.FALLS))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_the_frameworks_own_test_passes(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_what_the_game_says_of_itself(game: Any) -> None:
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.num_players(), game.utility_sum()) == (2, 0.0)


def test_a_history_says_all_of_a_game(game: Any) -> None:
    state = on(game.new_initial_state(), random.Random(3))
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    for player in (0, 1):
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.observation_string(player) == state.observation_string(player)


def test_a_clone_goes_its_own_way_and_foresees_no_dice(game: Any) -> None:
    def tossing(state: Any) -> bool:
        return bool(state.is_chance_node() and state.move_number() > 0)

    tried = (on(game.new_initial_state(), random.Random(seed), tossing) for seed in range(12))
    state = next(state for state in tried if state.is_chance_node())
    assert state.is_chance_node()
    before = str(state)
    clones = [state.clone() for _ in range(12)]
    for fall, clone in enumerate(clones):
        clone.apply_action(fall)
    same = state.clone()
    same.apply_action(3)
    assert str(same) == str(clones[3])
    assert len({str(clone) for clone in clones}) > 1
    assert str(state) == before


def test_who_said_something_else_knows_something_else(game: Any) -> None:
    state = game.new_initial_state()
    state.apply_action(7)
    player = state.current_player()
    known = set()
    for n in state.legal_actions():
        child = state.child(n)
        known.add(child.information_state_string(player))
    assert len(known) == len(state.legal_actions())


def test_what_is_not_possible_is_refused(game: Any) -> None:
    state = game.new_initial_state()
    with pytest.raises(EpisodeError, match="no fall"):
        state._apply_action(open_spiel_face.FALLS)
    state.apply_action(1)
    closed = next(n for n in range(400) if n not in state.legal_actions())
    with pytest.raises(EpisodeError, match="not possible now"):
        state._apply_action(closed)


def test_what_a_player_does_not_know_is_drawn_anew(game: Any) -> None:
    state = game.new_initial_state()
    state.apply_action(7)
    rng = random.Random(4)
    for _ in range(4):
        player = state.current_player()
        side, other = ("german", "soviet") if player == 0 else ("soviet", "german")
        drawn = [state.resample_from_infostate(player, rng.random) for _ in range(3)]
        for one in drawn:
            assert one.information_state_string(player) == state.information_state_string(player)
            assert one.observation_string(player) == state.observation_string(player)
            assert one.legal_actions() == state.legal_actions()
            assert one.episode.known[other] != state.episode.known[other]
        assert len({one.episode.game.dice.seed for one in drawn}) == 3
        with pytest.raises(EpisodeError, match="when he is asked"):
            state.resample_from_infostate(1 - player, rng.random)
        drawn[0].apply_action(drawn[0].legal_actions()[0])
        state.apply_action(rng.choice(state.legal_actions()))
        assert side in state.information_state_string(player)
