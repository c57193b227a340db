"""Playing many games by programs: the same seed gives the same games, however many at a time.

Game number i draws its dice and its players' whims from a hash of the seed and i, so neither the
number of processes nor their speed changes anything. A game that fails is told with its seed and
saved as far as it went; the others go on.
"""

from __future__ import annotations

import math
import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from grognard import library
from grognard.engine.game import Game
from grognard.engine.system import Scenario, System
from grognard.lab.course import places_of, stand
from grognard.players.registry import check_player, player
from grognard.players.seat import Seat
from grognard.table.winning import verdict

AHEAD = 4
"""How many games wait for each process."""
WILSON = 1.959964
"""The normal quantile of a two-sided interval of 95 %."""


class Stopped(Exception):
    """The games are to end now."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: the scenario, who plays its sides in their order, and where saves go.

    With `swap` the players exchange sides in every second game. Of the places in `course` it is
    told turn by turn who was how near. Games are saved in `save_dir` if there is one; those that
    fail are saved in any case, in `failed_dir` if there is no other.
    """

    scenario: str
    players: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    packs: tuple[str, ...] = ()
    swap: bool = False
    course: tuple[str, ...] = ()
    save_dir: str | None = None
    failed_dir: str = "."

    def file(self, number: int) -> str:
        """The name of a game's save."""
        return f"{Path(self.scenario).stem}-{number:04}.grog"


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went: who played what, who won and how, how long it took; or how it failed.

    `account` is what the system counts of a finished game besides, `course` the same at the end of
    every turn, with the places that were watched.
    """

    game: int
    seed: str
    players: dict[str, str]
    winner: str | None
    winning_player: str | None
    victory: str
    result: str
    turns: int
    decisions: int
    save: str | None = None
    error: str | None = None
    account: dict[str, Any] = field(default_factory=dict)
    course: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0

    def to_json(self, timing: bool = False) -> dict[str, Any]:
        """The result as plain data; the time it took only if it is wanted, for it never repeats."""
        data = asdict(self)
        if not timing:
            del data["seconds"]
        if not self.course:
            del data["course"]
        return data


def derived(seed: str, *parts: object) -> int:
    """A number out of a seed and what it is for; no two purposes share one."""
    text = "/".join([seed, *map(str, parts)])
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


@lru_cache(maxsize=4)
def _found(
    scenario: str, options: tuple[tuple[str, str], ...], packs: tuple[str, ...]
) -> tuple[System[Any], Scenario]:
    """A scenario, read once in each process."""
    return library.find_scenario(scenario, dict(options), packs)


def play_one(match: Match, number: int, stopped: Any = None) -> Result:
    """Play one game to its end; whatever goes wrong is in the result."""
    system, scenario = _found(match.scenario, match.options, match.packs)
    seed = f"{derived(match.seed, number):016x}"
    game: Game[Any] = Game(system, scenario, seed)
    names = match.players[::-1] if match.swap and number % 2 else match.players
    seats = dict(zip(scenario.sides, names, strict=True))
    began, error = time.perf_counter(), None
    course: list[dict[str, Any]] = []
    try:
        _play_out(game, match, number, seats, stopped, course)
    except Stopped:
        raise
    except Exception as failure:  # a broken game must not take the others with it
        error = f"{type(failure).__name__}: {failure}"
    winner, victory = verdict(game)
    return Result(
        game=number,
        seed=seed,
        players=seats,
        winner=winner,
        winning_player=seats.get(winner or ""),
        victory=victory,
        result=game.result or "",
        turns=game.turn,
        decisions=sum(entry.by in seats for entry in game.entries),
        save=_saved(game, match, number, error),
        error=error,
        account=system.account(game) if game.over else {},
        course=course,
        seconds=round(time.perf_counter() - began, 3),
    )


def _play_out(
    game: Game[Any],
    match: Match,
    number: int,
    seats: dict[str, str],
    stopped: Any,
    course: list[dict[str, Any]],
) -> None:
    """Play to the end, and write into the course what is watched as each turn ends."""
    watched, turn = places_of(game.board, match.course), game.turn
    programs = {
        side: player(name, derived(match.seed, number, side), game.system.name)
        for side, name in seats.items()
    }
    while (side := game.to_act) is not None:
        if stopped is not None and stopped.is_set():
            raise Stopped
        game.play(side, programs[side].choose(Seat(game, side)))
        if watched and (game.turn != turn or game.over):
            course.append({"turn": turn, **stand(game, watched)})
            turn = game.turn


def _saved(game: Game[Any], match: Match, number: int, error: str | None) -> str | None:
    """Save a game that is to be kept, or that failed; the name of the file."""
    folder = match.save_dir or (match.failed_dir if error else None)
    if folder is None:
        return None
    path = Path(folder) / (f"failed-{match.file(number)}" if error else match.file(number))
    game.save(path)
    return str(path)


# ---- several at a time


_stopped: Any = None


def _begin_worker(stopped: Any) -> None:
    """Leave interrupts to whoever started the games."""
    global _stopped
    _stopped = stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(match: Match, number: int) -> Result:
    return play_one(match, number, _stopped)


def simulate(match: Match, games: int, jobs: int = 1) -> Iterator[Result]:
    """The results of so many games, in their order, each as soon as it is there."""
    system, _scenario = _found(match.scenario, match.options, match.packs)
    for name in match.players:
        check_player(name, system.name)
    if jobs <= 1 or games <= 1:
        yield from (play_one(match, number) for number in range(games))
        return
    context = multiprocessing.get_context("spawn")
    stopped = context.Event()
    with ProcessPoolExecutor(
        min(jobs, games), context, initializer=_begin_worker, initargs=(stopped,)
    ) as pool:
        numbers = iter(range(games))
        waiting: list[Future[Result]] = []
        try:
            for number in numbers:
                waiting.append(pool.submit(_work, match, number))
                if len(waiting) >= jobs * AHEAD:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)


# ---- what they come to


@dataclass(frozen=True, slots=True)
class Summary:
    """What a number of games comes to."""

    results: Sequence[Result]

    @property
    def finished(self) -> list[Result]:
        """The games that came to an end."""
        return [result for result in self.results if result.error is None]

    @property
    def failed(self) -> list[Result]:
        """The games that broke."""
        return [result for result in self.results if result.error is not None]

    def called(self, result: Result, side: str) -> str:
        """A player by name; with his side where a player plays against himself."""
        name = result.players[side]
        mirrored = len(set(result.players.values())) < len(result.players)
        return f"{name} ({side})" if mirrored else name

    def wins(self) -> dict[str, int]:
        """How many games each player has won."""
        seats = {self.called(r, side): 0 for r in islice(self.results, 2) for side in r.players}
        for result in self.finished:
            if result.winner is not None:
                seats[self.called(result, result.winner)] += 1
        return seats

    def draws(self) -> int:
        """How many games nobody has won."""
        return sum(result.winner is None for result in self.finished)

    def victories(self) -> dict[str, int]:
        """How often each side has won in which way, the most frequent first."""
        counts: dict[str, int] = {}
        for result in self.finished:
            text = f"{result.winner}: {result.victory}" if result.winner else result.victory
            counts[text] = counts.get(text, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def to_json(self, timing: bool = False) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "games": len(self.results),
            "wins": self.wins(),
            "draws": self.draws(),
            "failed": len(self.failed),
            "victories": self.victories(),
            "results": [result.to_json(timing) for result in self.results],
        }


def wilson(won: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % confidence (Wilson's interval)."""
    if not of:
        return 0.0, 1.0
    share, z = won / of, WILSON
    scale = 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)
