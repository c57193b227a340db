"""What proves Outpost: its first watch, and the same game with the enemy's mine elsewhere."""

from __future__ import annotations

import random
from dataclasses import replace

from grognard import library
from grognard.engine.fork import fork
from grognard.kit.proof import Pace, Proof, Veil
from outpost.patrols import PATROLS, Post, other


def position(seed: int) -> Post:
    """The first watch; chance is in the dice."""
    return library.new("outpost/first-watch", seed)


def twin(game: Post, player: str, rng: random.Random) -> Post | None:
    """The same game with the enemy's mine elsewhere. [O3]"""
    if player not in game.scenario.sides:
        return None
    enemy = other(game, player)
    if not game.at_checkpoint or game.state[PATROLS][enemy].mine < 0:
        return None
    copy = fork(game)
    patrol = copy.state[PATROLS][enemy]
    copy.put(PATROLS, enemy, replace(patrol, mine=rng.randrange(game.board.n)))
    return copy


PROOF = Proof(
    position,
    Veil(
        twin,
        insight=lambda game, player: {},
        nameless=lambda game, player: (),
        elsewhere=lambda one, two: (),
        glance=lambda game: {side: patrol.hex for side, patrol in game.state[PATROLS].items()},
    ),
    Pace(every=2, games=200, actions=60),
)
