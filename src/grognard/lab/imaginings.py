"""The law of imagined games: whoever thinks something up does so out of what he knows.

8. An imagined game looks to its player as the real one does, asks him the same, and holds nothing
   of what is hidden from him: from two games that he cannot tell apart comes the same one, for the
   same seed. It stands there again as often as he likes. What is played in it does not happen.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.engine.dice import STREAM
from grognard.engine.game import Game
from grognard.engine.imagining import Imagined, imagine
from grognard.engine.record import canonical
from grognard.kit.fog import Veil
from grognard.lab.laws import alike, imprint, random_action, require, whole

AnyGame = Game[Any]
AHEAD = 3
"""How many actions are played in an imagined game."""


def imaginings(game: AnyGame, veil: Veil, rng: random.Random) -> None:
    """Law 8, for each side."""
    before, seed = imprint(whole(game)), rng.getrandbits(32)
    for player in game.scenario.sides:
        mine = imagine(game, player, seed)
        _looks_alike(game, mine, player)
        _stands_again(mine, player)
        other = veil.twin(game, player, rng)
        if other is not None:
            _same(mine, imagine(other, player, seed), player)
        for _ in range(AHEAD):
            if not mine.over:
                mine.play(*random_action(mine, rng))
    require(alike(imprint(whole(game)), before), "8", "what was only thought of has happened")


def _looks_alike(game: AnyGame, mine: Imagined[Any], player: str) -> None:
    """The imagined game is the real one to its player, and keeps no past.

    A segment in which the enemy alone is asked may be passed over in it, and where both act at once
    the enemy may be through in one and not in the other: what he has left to do is hidden.
    """
    if player in _waiting(game):
        asked = player in _waiting(mine) and mine.serial == game.serial
        require(asked, "8", f"{player} is not asked in what he imagines")
    elif (mine.serial, _waiting(mine)) != (game.serial, _waiting(game)):
        return
    for name, a, b in (
        ("view", game.system.view(game, player), mine.system.view(mine, player)),
        ("question", _asked(game, player), _asked(mine, player)),
        ("past", [], [line.action for line in mine.history]),
    ):
        require(canonical(a) == canonical(b), "8", f"{player} imagines another {name}: "
                f"{_diff(canonical(a), canonical(b))}")  # fmt: skip
    lies = mine.journal.lies()
    require(not lies, "8", f"caches of an imagined game lie: {', '.join(lies)}")


def _stands_again(mine: Imagined[Any], player: str) -> None:
    """The same imagined game once more is that one, with other dice."""
    a, b = (_standing(each) for each in (mine, mine.again(1)))
    require(a == b, "8", f"{player} imagines something else when it is gone through again: "
            f"{_diff(a, b)}")  # fmt: skip


def _standing(game: AnyGame) -> str:
    """Where a game stands, its dice apart."""
    return canonical({**game.state.to_json(), STREAM.name: {}})


def _waiting(game: AnyGame) -> list[str]:
    """Who is asked something."""
    return sorted({ask.player for ask in game._asks()})


def _asked(game: AnyGame, player: str) -> list[Any]:
    return [{**d.to_json(), "id": ""} for d in game.decisions if d.player == player]


def _same(mine: Imagined[Any], theirs: Imagined[Any], player: str) -> None:
    """From a twin comes the same imagined game, for the same seed."""
    a, b = canonical(mine.state.to_json()), canonical(theirs.state.to_json())
    require(a == b, "8", f"what {player} imagines hangs on what is hidden: {_diff(a, b)}")
    require(mine.dice.seed == theirs.dice.seed, "8", f"{player}'s dice hang on what is hidden")


def _diff(a: str, b: str) -> str:
    place = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    return f"…{a[max(0, place - 80) : place + 80]}… against …{b[max(0, place - 80) : place + 80]}…"
