"""Executors: who plays many games, and where. Here, in processes of this machine, or on a cluster.

Whatever plays them, each game comes back exactly once, and is the same game. Games go out in jobs
of about a second, so that handing them over costs little beside playing them. A job whose worker
dies goes out again; a game that keeps killing its worker comes back as one that failed.
"""

from __future__ import annotations

import pickle
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from grognard.engine.system import Scenario
from grognard.lab.simulate import Match, Played, lost_game, play_one

ABOUT = 1.0
"""How many seconds a job is to take at least, where a game takes less."""
MOST = 64
"""No job has more games than this."""
TRIES = 5
"""How many workers a game may lose before it counts as one that failed."""


class Order(NamedTuple):
    """A game that is to be played."""

    match: Match
    number: int


class WorkFailed(RuntimeError):
    """What a worker could not do, though it lives: its own words."""


@dataclass(frozen=True, slots=True)
class Job:
    """Games of one match that one worker plays one after another, with the scenario packed."""

    match: Match
    numbers: tuple[int, ...]
    scenario: bytes

    def orders(self) -> list[Order]:
        """The games one by one."""
        return [Order(self.match, number) for number in self.numbers]


def work(match: Match, numbers: Sequence[int], packed: bytes) -> tuple[list[Played], float]:
    """Play some games of a match, wherever this is; and how long it took."""
    began = time.perf_counter()
    scenario = _unpacked(packed)
    played = [play_one(match, number, scenario) for number in numbers]
    return played, time.perf_counter() - began


@lru_cache(maxsize=8)
def _unpacked(scenario: bytes) -> Scenario:
    """A scenario, read once in each worker."""
    found: Scenario = pickle.loads(scenario)
    return found


@lru_cache(maxsize=64)
def _packed(match: Match) -> bytes:
    return pickle.dumps(match.found()[1])


class Executor(ABC):
    """Plays games somewhere."""

    @abstractmethod
    def play(self, orders: Iterable[Order]) -> Generator[tuple[Order, Played], None, None]:
        """Every game, as soon as it was played."""


class Here(Executor):
    """Plays one game after another, in this process."""

    def play(self, orders: Iterable[Order]) -> Generator[tuple[Order, Played], None, None]:
        """Every game in its turn."""
        for order in orders:
            yield order, play_one(order.match, order.number)


Done = tuple[Job, tuple[list[Played], float] | None]
"""A job that came back: with its games, or with nothing where its worker died."""


class Crew(Executor):
    """Workers who play jobs side by side. How they are hired and heard is said below."""

    @abstractmethod
    def slots(self) -> int:
        """How many jobs can be played at a time."""

    @abstractmethod
    def room(self) -> bool:
        """Whether another job may go out now."""

    @abstractmethod
    def busy(self) -> bool:
        """Whether some job is out."""

    @abstractmethod
    def submit(self, job: Job) -> None:
        """Send a job out."""

    @abstractmethod
    def wait(self) -> Iterator[Done]:
        """Wait until some job is back, or lost."""

    @abstractmethod
    def close(self) -> None:
        """Send everybody home; what is under way is given up."""

    def play(self, orders: Iterable[Order]) -> Generator[tuple[Order, Played], None, None]:
        """Every game, as soon as the job that it was in is back."""
        deck, lost = deque(orders), Counter[Order]()
        played, seconds = 0, 0.0
        try:
            while deck or self.busy():
                while deck and self.room():
                    size = self._size(len(deck), seconds / played if played else 0.0)
                    self.submit(_dealt(deck, size, lost))
                for job, done in self.wait():
                    if done is None:
                        yield from _given_up(job, deck, lost)
                        continue
                    played, seconds = played + len(done[0]), seconds + done[1]
                    yield from zip(job.orders(), done[0], strict=True)
        finally:
            self.close()

    def _size(self, left: int, each: float) -> int:
        """How many games the next job has: a second of them, but so that all have some."""
        wanted = int(ABOUT / each) + 1 if each else 1
        return max(1, min(wanted, MOST, left // (2 * max(1, self.slots()))))


def _dealt(deck: deque[Order], size: int, lost: Counter[Order]) -> Job:
    """The next job: games of one match; one that has cost a worker goes alone."""
    first = deck.popleft()
    numbers = [first.number]
    while deck and len(numbers) < size and deck[0].match == first.match:
        if lost[first] or lost[deck[0]]:
            break
        numbers.append(deck.popleft().number)
    return Job(first.match, tuple(numbers), _packed(first.match))


def _given_up(job: Job, deck: deque[Order], lost: Counter[Order]) -> Iterator[tuple[Order, Played]]:
    """The games of a worker who died go out again, except one that has killed too many."""
    for order in job.orders():
        lost[order] += 1
        if lost[order] < TRIES:
            deck.append(order)
        else:
            why = f"its worker died {TRIES} times; is there too little memory?"
            yield order, lost_game(order.match, order.number, why)
