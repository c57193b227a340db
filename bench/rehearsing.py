"""Rehearsing: what a player who searches can afford, in rollouts of a turn, staff against staff.

A rollout begins in a game that is imagined from a seat, so that nothing has been worked out in it
yet, and goes on until the next turn. The yardstick are random moves in python-chess.
"""

from __future__ import annotations

import time
from typing import Any

from bench.measuring import Result, chess_moves, undisturbed
from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.players.staff import Staff

MOVES = 2000
AnyGame = Game[Any]


def staffed(game: AnyGame, turn: int) -> None:
    """Staff against staff until a turn begins, or the game is over."""
    players = {side: Staff() for side in game.scenario.sides}
    while (player := game.to_act) is not None and game.turn < turn:
        game.play(player, players[player].choose(Seat(game, player)))


def rollout(game: AnyGame, seed: int) -> float:
    """The time of one rollout of the turn under way, and of imagining it."""
    assert game.to_act is not None
    with undisturbed():
        start = time.process_time()
        imagined = Seat(game, game.to_act).imagine(seed)
        staffed(imagined, game.turn + 1)
        return time.process_time() - start


def rollouts(name: str, game: AnyGame, rounds: int) -> Result:
    """One-turn rollouts a second from a position, the best of several, by random chess moves."""
    mine = 1 / min(rollout(game, seed) for seed in range(rounds))
    theirs = MOVES / min(chess_moves(MOVES) for _ in range(3))
    what = f"one-turn rollouts of {name} / python-chess moves"
    return Result(what, "1/s", mine, theirs, mine / theirs)
