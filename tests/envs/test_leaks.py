"""Law 4 at the faces for programs: two games that differ only in what a side may not see give it
the same tables, masks, candidates and infos, byte for byte."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.envs.episodes import Episode, Terms
from grognard.lab import fuzz, laws

SCENARIOS: dict[str, dict[str, Any]] = {
    "wb95/klin": {"masking": "on"},
    "ocs/catania-plain": {},
    "nextwar/chorwon": {},
    "goss/skyline-drive": {},
}


def about(episode: Episode, game: Game[Any]) -> Episode:
    """The same episode about another game."""
    other = copy.copy(episode)
    other._take_up(game)
    other._look()
    return other


def shown(episode: Episode, side: str) -> list[Any]:
    """Everything that an episode shows to a side."""
    seen, told = episode.seen(side), episode.told(side)
    assert (told.pop("action_mask") == episode.mask(side)).all()
    tables = {name: (str(table.dtype), table.tobytes()) for name, table in seen.items()}
    return [tables, episode.mask(side).tobytes(), canonical(told), episode.reward(side)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_face_tells_a_secret(scenario: str) -> None:
    veil, rng, twins = fuzz.ARENAS[scenario.partition("/")[0]].veil, random.Random(5), 0
    terms = [
        Terms(scenario, SCENARIOS[scenario], encoding, candidates=24, advice=advice)
        for encoding, advice in (
            ("candidates", False), ("factored", False), ("plans", False), ("candidates", True),
        )
    ]  # fmt: skip
    episodes = [Episode(one, None, "") for one in terms]
    game = episodes[0].game
    for n in range(41):
        if game.over:
            break
        for side in game.scenario.sides if n % 8 == 0 else ():
            twin = veil.twin(game, side, rng)
            if twin is None:
                continue
            twins += 1
            for episode in episodes if n % 16 == 0 else episodes[:3]:
                mine, theirs = (shown(about(episode, each), side) for each in (game, twin))
                assert mine == theirs
        game.play(*laws.random_action(game, rng))
    assert twins > 3


def test_who_answers_under_seal_sees_nothing_of_the_others_answer() -> None:
    """Sealed questions are answered one after another, and look the same whatever was said."""
    episode = Episode(Terms("wb95/klin", candidates=24), None, "")
    rng = random.Random(1)
    while not episode.game.over:
        sides = {ask.player for ask in episode.game.open_asks() if ask.sealed}
        if len(sides) > 1:
            break
        episode.game.play(*laws.random_action(episode.game, rng))
    else:
        pytest.fail("nothing was asked under seal")
    looks = []
    for n in (0, episode.mask(episode.to_act or "").sum() - 1):
        other = about(episode, copy.deepcopy(episode.game))
        first = other.to_act
        other.take(int(n))
        assert other.to_act not in (None, first)
        looks.append(shown(other, other.to_act or ""))
    assert looks[0] == looks[1]
