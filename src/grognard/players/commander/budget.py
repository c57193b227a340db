"""Budget: what a turn's thinking may take, in seconds for people or in rehearsals for tests.

In rehearsals nothing depends on the clock: the same position, seed and budget give the same answer
on any machine. In seconds the thought is as good as the time allows.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from grognard.players.commander.method import Method

LEARNING = 0.3
"""How fast the price of a rehearsal is learned anew."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one thought may take: so many rehearsals, and until when (None: as long as it takes)."""

    rehearsals: int
    deadline: float | None = None

    def over(self) -> bool:
        """Whether its time is up."""
        return self.deadline is not None and time.perf_counter() >= self.deadline


class Budget:
    """What is left of a turn's budget."""

    def __init__(self, seconds: float, rehearsals: int, method: Method) -> None:
        self.seconds, self.rehearsals, self.method = seconds, rehearsals, method
        self.turn = -1
        self.price = 0.0
        """Seconds that a rehearsal takes, all cores together; 0 while nobody knows."""
        self.begun = 0.0
        self.used, self.made = 0.0, 0

    @property
    def counted(self) -> bool:
        """Whether it is a budget in rehearsals."""
        return self.rehearsals > 0

    def begin(self, turn: int) -> None:
        """Begin an answer: with a whole budget if it is the first of a turn."""
        self.begun = time.perf_counter()
        if turn != self.turn:
            self.turn, self.used, self.made = turn, 0.0, 0

    def end(self) -> None:
        """An answer is given."""
        self.used += time.perf_counter() - self.begun

    def took(self, rehearsals: int, seconds: float) -> None:
        """So many rehearsals were made in so much time."""
        self.made += rehearsals
        if rehearsals:
            each = seconds / rehearsals
            self.price += (each - self.price) * (LEARNING if self.price else 1.0)

    def percent(self, making: int = 0) -> int:
        """How much of the turn's budget is spent, so many rehearsals of this thought included."""
        if self.counted:
            return min(100, 100 * (self.made + making) // self.rehearsals)
        return min(100, int(100 * self._gone() / max(self.seconds, 1e-9)))

    def for_plan(self) -> Allowance:
        """What the plan of a turn may take."""
        share = self.method.planning
        if self.counted:
            return Allowance((self.rehearsals - self.made) * share // 100)
        return self._timed(self._left() * share / 100, 1 << 20)

    def for_decision(self) -> Allowance:
        """What a decision within the turn may take; no rehearsals if it is too little."""
        least, share = self.method.least, self.method.deciding
        if self.counted:
            left = self.rehearsals - self.made
            found = min(left, self.method.most, max(least, left * share // 100))
            return Allowance(found if found >= least else 0)
        left_seconds = self._left()
        seconds = max(least * self.price, left_seconds * share / 100)
        if seconds > left_seconds:
            return Allowance(0, time.perf_counter())
        return self._timed(seconds, self.method.most)

    def _timed(self, seconds: float, most: int) -> Allowance:
        now = time.perf_counter()
        affordable = int(seconds / self.price) if self.price else most
        return Allowance(min(most, affordable), now + seconds)

    def _gone(self) -> float:
        return self.used + time.perf_counter() - self.begun

    def _left(self) -> float:
        return max(0.0, self.seconds * (100 - self.method.spared) / 100 - self._gone())
