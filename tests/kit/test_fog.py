"""Twins: second games that differ in nothing but what a player may not see."""

from __future__ import annotations

import random
from dataclasses import replace

from grognard.engine.entries import PUBLIC
from grognard.engine.fork import fork
from grognard.engine.game import Game
from grognard.engine.standing import STANDING
from grognard.kit.fog import Secret, Veil, enemies, other_answers
from tests.kit.walkers import MEN, Walkers, WalkersSystem, walkers


def asleep(game: Walkers, player: str, rng: random.Random) -> bool:
    """An enemy sleeps, or has woken up: nobody sees that from afar."""
    side = rng.choice(enemies(game, player))
    name = rng.choice([n for n, man in game.state[MEN].items() if man.side == side])
    man = game.state[MEN][name]
    game.put(MEN, name, replace(man, asleep=rng.random() < 0.5))
    return game.state[MEN][name] != man


def away(game: Walkers, player: str, rng: random.Random) -> bool:
    """Somebody has gone somewhere else, which everybody sees."""
    name = rng.choice(sorted(game.state[MEN]))
    man = game.state[MEN][name]
    game.put(MEN, name, replace(man, hex=(man.hex + 1) % game.board.n))
    return True


def nothing_hidden(game: Walkers, player: str, rng: random.Random) -> bool:
    """There is no such thing."""
    return False


def veil(*secrets: Secret, seen: bool = True) -> Veil:
    """A veil over some secrets; what lies open is who is where, or nothing."""
    found = Veil(secrets, lambda game, player: {}, lambda game, player: (), lambda game: ())
    return replace(found, places=(MEN,), surface=_places) if seen else replace(found, places=(MEN,))


def _places(game: Walkers, player: str) -> dict[str, int]:
    return {name: man.hex for name, man in game.state[MEN].items()}


def test_a_twin_differs_in_what_is_hidden_and_leaves_the_game_alone() -> None:
    game = walkers()
    before = dict(game.state[MEN])
    twins = [veil(asleep).twin(game, "north", random.Random(seed)) for seed in range(8)]
    differing = [twin for twin in twins if twin is not None and twin.state[MEN] != before]
    assert differing
    for twin in differing:
        changed = [name for name, man in before.items() if twin.state[MEN][name] != man]
        assert changed == ["cid"]
    assert game.state[MEN] == before


def test_who_looks_on_without_a_side_may_know_no_secret() -> None:
    assert enemies(walkers(), "north") == ["south"]
    assert enemies(walkers(), PUBLIC) == ["north", "south"]


def test_what_would_be_seen_is_taken_back() -> None:
    game = walkers()
    assert veil(away).twin(game, "north", random.Random(1)) is None
    twin = veil(away, asleep).twin(game, "north", random.Random(1))
    assert twin is not None
    assert _places(twin, "north") == _places(game, "north")
    assert veil(away, seen=False).twin(game, "north", random.Random(1)) is not None


def test_without_secrets_there_is_no_twin() -> None:
    assert veil(nothing_hidden).twin(walkers(), "north", random.Random(1)) is None


def test_there_is_no_twin_of_a_game_that_is_over() -> None:
    game = walkers()
    assert veil(asleep).twin(game, "north", random.Random(1)) is not None
    game.finish("over")
    assert veil(asleep).twin(game, "north", random.Random(1)) is None


def test_what_is_in_another_place_is_known_by_its_key() -> None:
    game, twin = walkers(), walkers()
    assert veil().elsewhere(game, twin) == []
    twin.put(MEN, "bob", replace(twin.state[MEN]["bob"], hex=8))
    twin.put(MEN, "cid", replace(twin.state[MEN]["cid"], asleep=True))
    twin.drop(MEN, "ann")
    assert veil().elsewhere(game, twin) == ["ann", "bob"]
    assert veil().elsewhere(twin, game) == ["ann", "bob"]


class Correspondents(WalkersSystem):
    """Walkers who leave answers."""

    standing_policies = {"doors": ("open", "shut")}


def test_other_answers_are_left_by_the_enemy_alone() -> None:
    system = Correspondents()
    game, rng = Game(system, system.scenario(), seed=1), random.Random(1)
    changed = [other_answers(game, "north", rng) for _ in range(20)]
    assert set(changed) == {True, False}  # the same answer again is no change
    assert set(game.state[STANDING]) == {"south"}
    left = fork(game).state[STANDING]["south"].rules
    assert left in ((("doors", "open"),), (("doors", "shut"),))
