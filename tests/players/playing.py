"""Having the staff play: a segment, the orders of one part of it, positions in a line or two."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.doctrine import Doctrine
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.orders import Part
from grognard.systems.ocs.scenario import Ocs
from tests.systems.ocs.field import play

MANY = 100
"""Orders that no part of the staff needs in one segment."""
Twin = Callable[[Any, str, random.Random], Any]
"""A game that differs in hidden facts only, if there can be one."""


def phase_of(game: Game[Any], side: str, doctrine: Doctrine | None = None) -> list[Action]:
    """Everything the staff does in the segment under way; the other side answers by default."""
    staff, serial, done = Staff(doctrine=doctrine), game.serial, list[Action]()
    while game.serial == serial and (player := game.to_act) is not None:
        if player == side:
            action = staff.choose(Seat(game, side))
            assert game.why(side, action) == []
            done.append(action)
        else:
            ask = game.decisions[0].ask
            action = ask.default or next(game.legal(player))
        game.play(player, action)
    return done


def orders(part: Part[OcsSeat], game: Ocs, side: str = "axis") -> list[Action]:
    """Everything a part of the staff has done, each order legal when it comes."""
    done: list[Action] = []
    serial = game.serial
    while game.serial == serial and (action := part.order(OcsSeat(game, side))) is not None:
        assert game.why(side, action) == []
        play(game, side, action)
        done.append(action)
        assert len(done) < MANY
    return done


def did(done: list[Action], do: str) -> list[Action]:
    """The orders of one kind."""
    return [action for action in done if action["do"] == do]


# --- What holds of every staff -------------------------------------------------------------------


def always_legal(
    game: Game[Any], seed: int, actions: int, doctrine: Doctrine | None = None
) -> None:
    """The staff answers everything it is asked, even if somebody else has played for it."""
    rng = random.Random(seed)
    staff = {side: Staff(doctrine=doctrine) for side in game.scenario.sides}
    for _ in range(actions):
        player = game.to_act
        if player is None:
            break
        action = staff[player].choose(Seat(game, player))
        assert game.why(player, action) == []
        if rng.random() < 0.1:
            action = RandomPlayer(rng.randrange(1000)).choose(Seat(game, player))
        game.play(player, action)


def blind(game: Game[Any], seed: int, actions: int, twin_of: Twin) -> int:
    """Games that differ only in hidden facts get the same answers; how many were compared."""
    rng, compared = random.Random(seed), 0
    for _ in range(actions):
        player = game.to_act
        if player is None:
            break
        twin = twin_of(game, player, rng)
        if twin is not None:
            assert Staff().choose(Seat(game, player)) == Staff().choose(Seat(twin, player))
            compared += 1
        game.play(player, RandomPlayer(rng.randrange(10**6)).choose(Seat(game, player)))
    return compared


def repeatable(games: list[Game[Any]], actions: int) -> None:
    """The same positions get the same answers."""
    staff = [{side: Staff() for side in game.scenario.sides} for game in games]
    for _ in range(actions):
        player = games[0].to_act
        assert player is not None
        answers = [
            s[player].choose(Seat(game, player)) for s, game in zip(staff, games, strict=True)
        ]
        assert answers[0] == answers[1]
        for game, answer in zip(games, answers, strict=True):
            game.play(player, answer)


def beats_random(game: Game[Any], seed: int, side: str) -> None:
    """The staff wins a whole game against the random player."""
    players = {
        each: Staff(seed) if each == side else RandomPlayer(seed) for each in game.scenario.sides
    }
    while (player := game.to_act) is not None:
        game.play(player, players[player].choose(Seat(game, player)))
    assert game.result is not None
    assert game.result.startswith(side)


# --- OCS positions -------------------------------------------------------------------------------


def dump(hex: str, tokens: int = 40, side: str = "axis") -> dict[str, Any]:
    """Supply on the ground."""
    return {"side": side, "hex": hex, "tokens": tokens}


def source(hex: str, side: str = "axis") -> dict[str, str]:
    """A source of trace supply."""
    return {"side": side, "hex": hex}


def town(hex: str, owner: str = "allied", side: str = "axis", vp: int = 2) -> dict[str, Any]:
    """A place that is worth something to a side."""
    objective = {"label": hex, "vp": vp, "hexes": [hex], "owner": owner}
    return {"side": side, "objectives": [objective],
            "scale": [{"least": 1, "winner": side, "degree": "victory"}]}  # fmt: skip
