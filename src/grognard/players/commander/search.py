"""Search: which of several scripts does best, by as few rehearsals as will tell.

Everything that is tried is played in the same worlds, with the same dice and against the same
enemies, and compared take by take. Half of those that are tried go on to the next round, which has
twice as many rehearsals for each. What one would do anyhow is always among them, and kept unless
another is better beyond doubt.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from grognard.players.commander.budget import Allowance
from grognard.players.commander.crew import Told, perform
from grognard.players.commander.method import Method
from grognard.players.commander.rehearsal import Outcome, OutOfTime, Script, Stage, heard, told

T = TypeVar("T")
BATCH = 4096
"""Rehearsals that are set up at a time, at most."""


@dataclass
class Tried(Generic[T]):
    """Something that is tried, with what came of each take of it."""

    what: T
    script: Script
    takes: dict[int, Outcome] = field(default_factory=dict)


@dataclass
class Search(Generic[T]):
    """A search among scripts; the first is what one would do anyhow.

    `report` is told now and then how many rehearsals were made, and with what at the head; it says
    whether there is to be more of it.
    """

    stage: Stage
    method: Method
    allowance: Allowance
    cores: int
    report: Callable[[int, T | None], bool]
    tried: list[Tried[T]] = field(default_factory=list)
    made: int = 0
    seconds: float = 0.0
    stopped: bool = False

    @property
    def left(self) -> int:
        """How many rehearsals may still be made."""
        return 0 if self.stopped else self.allowance.left(self.made, self.seconds)

    # ---- rehearsing

    def rehearse(self, wanted: Sequence[tuple[Tried[T], int]]) -> None:
        """Make these takes, as far as the allowance goes."""
        most = min(self.left, BATCH)
        todo = [(one, take) for one, take in wanted if take not in one.takes][:most]
        if not todo:
            return
        leading = self.leading()

        def do(number: int) -> Told:
            one, take = todo[number]
            try:
                return told(self.stage.rehearse(one.script, take, self.allowance.over))
            except OutOfTime:
                return None
            except Exception:  # a rehearsal that breaks down tells nothing; the game goes on
                return None

        def hears(done: int) -> bool:
            going_on = self.report(self.made + done, leading) and not self.allowance.over()
            self.stopped = not going_on
            return going_on

        began = time.perf_counter()
        found = perform(len(todo), do, self.cores, hears)
        self.seconds += time.perf_counter() - began
        self.made += len(found)
        for number, figures in found.items():
            if figures is not None:
                one, take = todo[number]
                one.takes[take] = heard(figures)

    # ---- comparing

    def worth(self, outcome: Outcome) -> float:
        """What an outcome is worth: victory first, and by how much."""
        return outcome.win + self.method.closeness * outcome.margin

    def gains(self, one: Tried[T]) -> list[float]:
        """By how much something is better than what one would do anyhow, take by take."""
        base = self.tried[0].takes
        takes = sorted(take for take in one.takes if take in base)
        return [self.worth(one.takes[take]) - self.worth(base[take]) for take in takes]

    def gain(self, one: Tried[T]) -> tuple[float, float]:
        """What its gains come to, and how sure that is: the mean and its standard error."""
        gains = self.gains(one)
        if not gains:
            return -math.inf, 0.0
        mean = sum(gains) / len(gains)
        # One take more, as far off as takes usually are, stands for all that was not seen.
        spread = sum((gain - mean) ** 2 for gain in gains) + self._usual()
        return mean, math.sqrt(spread) / len(gains)

    def _usual(self) -> float:
        """The square of how far the takes of anything are from those of what is usual."""
        found = [gain**2 for one in self.tried[1:] for gain in self.gains(one)]
        return sum(found) / len(found) if found else 0.0

    def ranked(self, among: Sequence[Tried[T]]) -> list[Tried[T]]:
        """Some of them, the best first; of two alike the earlier."""
        place = {id(one): number for number, one in enumerate(self.tried)}
        return sorted(among, key=lambda one: (-self.gain(one)[0], place[id(one)]))

    def leading(self) -> T | None:
        """What does best so far."""
        if not self.tried or not self.tried[0].takes:
            return None
        return self.ranked(self.tried)[0].what

    def sure(self, one: Tried[T]) -> bool:
        """Whether something is better than what one would do anyhow, beyond doubt."""
        mean, error = self.gain(one)
        return mean - self.method.doubt * error > self.method.better

    def chosen(self) -> Tried[T]:
        """The best of those that are sure; else what one would do anyhow."""
        sure = [one for one in self.tried[1:] if self.sure(one)]
        return (self.ranked(sure) or self.tried[:1])[0]

    # ---- sequential halving

    def begin(self) -> None:
        """Find out what a rehearsal takes, if nobody knows and it matters."""
        if not self.made and self.allowance.deadline is not None and not self.allowance.price:
            self.rehearse([(self.tried[0], 0)])

    def halve(self, kept: int = 0) -> None:
        """Try all, then the better half of them with more rehearsals each, and so on, until no more
        than so many percent of the rehearsals are left. What comes to the same as what one would do
        anyhow is dropped."""
        self.begin()
        pair, target = max(1, self.method.pair), self.left * kept // 100
        del self.tried[max(2, self.left // (2 * pair)) :]
        alive, first = list(self.tried), 0
        rounds = max(1, math.ceil(math.log2(max(2, len(alive)))))
        while len(alive) > 1 and (remaining := self.left - target) > 0:
            last = len(alive) == 2
            each = remaining // len(alive) // (1 if last else rounds)
            takes = range(first, first + min(BATCH, max(pair, each)))
            self.rehearse([(one, take) for take in takes for one in alive][:remaining])
            first, rounds = takes.stop, max(1, rounds - 1)
            rivals = [one for one in alive if one is not self.tried[0]]
            rivals = self.ranked([one for one in rivals if not self.same(one)])
            if last:
                return
            alive = [self.tried[0], *rivals[: max(1, len(rivals) // 2)]]

    def same(self, one: Tried[T]) -> bool:
        """Whether it has come to the same in every take as what one would do anyhow."""
        base = self.tried[0].takes
        return all(base.get(take) == outcome for take, outcome in one.takes.items())
