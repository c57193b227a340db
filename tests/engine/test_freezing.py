"""Freezing: a game at any moment goes on elsewhere as it would have gone on here."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from hashlib import sha256

import pytest

import grognard
from grognard.engine.freezing import MARK, FrozenError
from grognard.engine.game import Game
from grognard.engine.saves import load_text
from grognard.engine.saving import text_of
from grognard.engine.thawing import thaw
from grognard.lab import laws
from grognard.systems.wb95.proof import positions
from tests.engine.toy import TOY, toy


def thawed(game: Game) -> Game:
    """The game frozen and thawed, in its own scenario."""
    return thaw(game.freeze(), lambda head: (game.system, game.scenario))


def look(game: Game) -> str:
    """All of a game but what was told before: that is not frozen."""
    return laws.canonical({**laws.whole(game), "events": []})


def future(game: Game, seed: int, steps: int = 12) -> list[str]:
    """What becomes of a game by chance."""
    rng, found = random.Random(seed), []
    for _ in range(steps):
        if not game.over:
            told = game.play(*laws.random_action(game, rng))
            found += [laws.canonical([event.to_json() for event in told]), look(game)]
    return found


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("begin", [lambda seed: toy(seed=seed), positions.game])
def test_a_thawed_game_is_the_same_and_has_the_same_future(begin, seed: int) -> None:
    game, rng, within = begin(seed), random.Random(seed), 0
    for n in range(30):
        if game.over:
            break
        within += not game.at_checkpoint
        other = thawed(game)
        assert look(other) == look(game)
        assert other.freeze() == game.freeze()
        if n % 10 == 0:
            again = load_text(text_of(game).encode(), lambda head: (game.system, game.scenario))
            assert future(other, n) == future(again, n)
            assert other.journal.lies() == []
        game.play(*laws.random_action(game, rng))
    assert within


def test_dice_that_were_taken_back_stay_fallen() -> None:
    game = toy(seed=2)
    game.play("north", {"do": "gamble"})
    game.play("south", {"do": "double", "yes": True})
    game.undo()
    assert not game.at_checkpoint
    other = thawed(game)
    assert look(other) == look(game)
    assert future(other, 1) == future(game, 1)


def test_sealed_answers_and_standing_ones_are_thawed_too() -> None:
    game = toy(seed=3)
    game.play("north", {"do": "duel"})
    game.play("south", {"do": "name", "number": 2})
    game.instruct("south", {"double": "never"})
    other = thawed(game)
    assert other.sealed == ("south",)
    assert look(other) == look(game)
    for each in (game, other):
        each.play("north", {"do": "name", "number": 3})
    assert look(other) == look(game)


def test_what_came_before_is_forgotten_and_the_game_has_no_save() -> None:
    game = toy(seed=1)
    game.play("north", {"do": "bump", "by": 2})
    other = thawed(game)
    assert (other.events, other.history) == ([], [])
    with pytest.raises(grognard.engine.refusal.Refused, match="nothing to take back"):
        other.undo("north")
    with pytest.raises(ValueError, match="was thawed"):
        text_of(other)


def test_a_game_without_the_secret_of_its_dice_is_frozen_without_it() -> None:
    game = toy(seed=4)
    game.play("north", {"do": "gamble"})
    bare = load_text(text_of(game, False).encode(), lambda head: (game.system, game.scenario))
    assert look(thawed(bare)) == look(game)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda frozen: b"", "should begin with"),
        (lambda frozen: frozen[:-1], "its hash is another"),
        (lambda frozen: frozen.replace(b'"score":0', b'"score":1'), "its hash is another"),
        (lambda frozen: hashed(b"{}"), "'system' is not as it should be"),
        (lambda frozen: hashed(b"["), "cannot be read"),
        (lambda frozen: hashed(text(frozen).replace(b'"gamble"', b'"rumble"')), "is refused"),
        (lambda frozen: hashed(text(frozen).replace(b'"score"', b'"store"')), "no field 'store'"),
        (lambda frozen: hashed(text(frozen).replace(b'"opened"', b'"o"')), "'opened' is not"),
    ],
)
def test_what_is_no_frozen_game_is_refused_with_the_reason(spoil, why: str) -> None:
    game = toy(seed=4)
    game.play("north", {"do": "gamble"})
    with pytest.raises(FrozenError, match=why):
        thaw(spoil(game.freeze()), lambda head: (game.system, game.scenario))


def text(frozen: bytes) -> bytes:
    """What is frozen, without its hash."""
    return frozen.partition(b"\n")[2]


def hashed(content: bytes) -> bytes:
    """Anything with a right hash before it."""
    return MARK + sha256(content).hexdigest().encode() + b"\n" + content


def test_another_scenario_and_a_game_only_looked_at_are_refused() -> None:
    game = toy(seed=4)
    with pytest.raises(FrozenError, match="not the one this game was played with"):
        thaw(game.freeze(), lambda head: (TOY, TOY.scenario(cards=(1, 2))))
    game.recorded = True
    with pytest.raises(FrozenError, match="only looked at"):
        game.freeze()


# ---- pickle, copy and processes


def test_a_game_of_the_shelf_is_pickled_with_its_scenario_by_name() -> None:
    game = grognard.new("wb95/klin", seed=7)
    game.play("german", game.sample("german", random.Random(1)))
    packed = pickle.dumps((game, game.scenario))
    assert len(packed) < 100_000
    other, scenario = pickle.loads(packed)
    assert other.scenario is scenario
    assert scenario.fingerprint == game.scenario.fingerprint
    assert look(other) == look(game)
    assert grognard.thaw(game.freeze()).state == game.state


def test_a_game_is_copied_and_its_scenario_is_shared() -> None:
    game = positions.game(1)
    for other in (copy.copy(game), copy.deepcopy({"a": [game]})["a"][0]):
        assert other.scenario is game.scenario
        assert look(other) == look(game)
        other.play(*laws.random_action(other, random.Random(1)))
        assert other.state != game.state


def test_a_position_that_is_in_no_file_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="is in no file"):
        pickle.dumps(positions.game(1))


def test_another_process_plays_on() -> None:
    game = grognard.new("wb95/klin", seed=7)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (found,) = pool.starmap(future, [(game, 5, 6)])
    assert found == future(game, 5, 6)
