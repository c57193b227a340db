"""Fog: what a system says about secrets, and second games that one player cannot tell apart.

A twin differs from its game only in what a player may not see. It is made by trying changes that a
system knows to be secret, one after the other; the law of secrets looks at both games through the
player's eyes and wants to find no difference.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.fork import fork
from grognard.engine.game import Game
from grognard.engine.record import Register
from grognard.engine.standing import STANDING, Standing

AnyGame = Game[Any]
Secret = Callable[[AnyGame, str, random.Random], bool]
"""Changes by chance something that a player may not see, and says whether there was anything."""
Insight = Callable[[AnyGame, str], Mapping[str, int]]
TRIES = 14
"""How many changes are tried in the making of a twin."""


@dataclass(frozen=True)
class Veil:
    """What a system says about secrets.

    `secrets` are the changes that make a twin; `surface` is what lies open to a player, so that a
    change that shows in it is taken back. `insight` says how much he may know of each thing that
    can be hidden from him, `nameless` which of them he cannot call by name, and `glance` where
    anything at all is, which nobody can hide: a stack that is gone is seen to be gone. `places` are
    the maps of things that have a hex, which may be another one in the twin, so that using them
    shows. `passing` are the things that an action shows while it is carried out, though they are
    covered before and after it.
    """

    secrets: Sequence[Secret]
    insight: Insight
    nameless: Callable[[AnyGame, str], Collection[str]]
    glance: Callable[[AnyGame], Any]
    places: Sequence[Register[str, Any]] = ()
    surface: Callable[[AnyGame, str], Any] = lambda game, player: ()
    passing: Callable[[AnyGame, Action], Collection[str]] = lambda game, action: ()

    def twin(self, game: AnyGame, player: str, rng: random.Random) -> AnyGame | None:
        """A game in the same visible situation; None when nothing is hidden or within a procedure.

        For who looks on without a side (PUBLIC) both sides' secrets differ.
        """
        if not game.at_checkpoint or game.over:
            return None
        twin, seen, changed = fork(game), self.surface(game, player), False
        for _ in range(TRIES):
            mark = twin.journal.mark()
            if not rng.choice(self.secrets)(twin, player, rng):
                continue
            if self.surface(twin, player) == seen:
                changed = True
            else:
                twin.journal.rollback(mark)  # that would have been seen
        return twin if changed else None

    def elsewhere(self, game: AnyGame, twin: AnyGame) -> list[str]:
        """The things that are in another place in the twin, or in one of the two games only."""
        found = []
        for register in self.places:
            mine, theirs = game.state[register], twin.state[register]
            for key in sorted({*mine, *theirs}):
                if key not in mine or key not in theirs or mine[key].hex != theirs[key].hex:
                    found.append(key)
        return found


def enemies(game: AnyGame, player: str) -> list[str]:
    """The sides whose secrets a player may not know: all, for who looks on without one."""
    return [side for side in game.scenario.sides if side != player]


def other_answers(game: AnyGame, player: str, rng: random.Random) -> bool:
    """The enemy has left other standing answers."""
    known = sorted(game.system.standing_policies.items())
    if not known:
        return False
    enemy = rng.choice(enemies(game, player))
    question, policies = rng.choice(known)
    left = Standing(((question, rng.choice(policies)),))
    if game.state[STANDING].get(enemy) == left:
        return False
    game.put(STANDING, enemy, left)
    return True
