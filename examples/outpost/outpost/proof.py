"""What proves Outpost: its first watch, and the same game with the enemy's mine elsewhere."""

from __future__ import annotations

import random
from dataclasses import replace

from grognard import library
from grognard.kit.fog import Veil
from grognard.kit.proof import Pace, Proof
from outpost.patrols import PATROLS, Post, other


def position(seed: int) -> Post:
    """The first watch; chance is in the dice."""
    return library.new("outpost/first-watch", seed)


def mine(game: Post, player: str, rng: random.Random) -> bool:
    """The enemy's mine lies elsewhere. [O3]"""
    if player not in game.scenario.sides:
        return False
    patrol = game.state[PATROLS][other(game, player)]
    if patrol.mine < 0:
        return False
    elsewhere = replace(patrol, mine=rng.randrange(game.board.n))
    game.put(PATROLS, other(game, player), elsewhere)
    return elsewhere != patrol


PROOF = Proof(
    position,
    Veil(
        secrets=(mine,),
        insight=lambda game, player: {},
        nameless=lambda game, player: (),
        glance=lambda game: {side: patrol.hex for side, patrol in game.state[PATROLS].items()},
    ),
    Pace(every=2, games=200, actions=60),
)
