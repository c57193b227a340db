"""Measuring: figures, ours and a peer's, taken in one run and told as ratios.

Machines differ and are shared; a ratio taken in one run on one machine means something, a time
alone does not. Processor time is what counts, so that whoever works beside disturbs little. Figures
without a peer are given as times, for comparison with earlier runs.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

import chess

from grognard.engine.game import Game


@dataclass(frozen=True)
class Result:
    """One figure: ours and the peer's in the unit named, their ratio, and the least wanted."""

    name: str
    unit: str
    ours: float
    peer: float | None = None
    ratio: float | None = None
    goal: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The figure as plain data."""
        return asdict(self)


def best_of(rounds: int, work: Callable[[], Any]) -> float:
    """The shortest of several times in seconds of processor time: the least disturbed one."""
    times = []
    with undisturbed():
        for _ in range(rounds):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
    return min(times)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Time without the garbage collector, ours and the peers' alike, as `timeit` does."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def random_decisions(begin: Callable[[], Game[Any]], count: int) -> float:
    """The time of so many random decisions, in as many games as it takes."""
    rng, taken = random.Random(1), 0.0
    while count:
        game = begin()
        with undisturbed():
            start = time.process_time()
            while count and (player := game.to_act) is not None:
                action = game.sample(player, rng)
                assert action is not None
                game.play(player, action)
                count -= 1
            taken += time.process_time() - start
    return taken


def chess_moves(count: int) -> float:
    """The time of so many random moves in python-chess."""
    rng, board = random.Random(1), chess.Board()
    with undisturbed():
        start = time.process_time()
        for _ in range(count):
            if board.is_game_over():
                board = chess.Board()
            board.push(rng.choice(list(board.legal_moves)))
        return time.process_time() - start


def chess_replay(count: int) -> Callable[[], None]:
    """Playing so many recorded moves of python-chess again, each checked to be legal."""
    rng, board = random.Random(1), chess.Board()
    games: list[list[str]] = [[]]
    for _ in range(count):
        if board.is_game_over():
            board = chess.Board()
            games.append([])
        move = rng.choice(list(board.legal_moves))
        games[-1].append(move.uci())
        board.push(move)

    def replay() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    return replay
