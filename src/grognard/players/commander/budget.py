"""Budget: what a turn's thinking may take, in seconds for people or in rehearsals for tests.

In rehearsals nothing depends on the clock: the same position, seed and budget give the same answer
on any machine. In seconds the thought is as good as the time allows.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from grognard.players.commander.method import Method

MANY = 1 << 20
"""More rehearsals than there is ever time for."""
LEARNING = 0.3
"""How fast the price of a rehearsal is learned anew."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one thought may take: so many rehearsals at most, and until when (None: as long as it
    takes); `price` is what a rehearsal took before, in seconds (0: nobody knows)."""

    rehearsals: int
    deadline: float | None = None
    price: float = 0.0

    def over(self) -> bool:
        """Whether its time is up."""
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def left(self, made: int, seconds: float) -> int:
        """How many rehearsals may still be made, when so many took so long."""
        found = max(0, self.rehearsals - made)
        if self.deadline is None:
            return found
        price = seconds / made if made else self.price
        time_left = max(0.0, self.deadline - time.perf_counter())
        return min(found, int(time_left / price)) if price else min(found, 1)


class Budget:
    """What is left of a turn's budget."""

    def __init__(self, seconds: float, rehearsals: int, method: Method) -> None:
        self.seconds, self.rehearsals, self.method = seconds, rehearsals, method
        self.turn = -1
        self.price = 0.0
        """Seconds that a rehearsal takes, all cores together; 0 while nobody knows."""
        self.begun = 0.0
        self.used, self.made = 0.0, 0
        self.planned = False
        """Whether this turn has its plan: until then its share is not for decisions."""

    @property
    def counted(self) -> bool:
        """Whether it is a budget in rehearsals."""
        return self.rehearsals > 0

    def begin(self, turn: int) -> None:
        """Begin an answer: with a whole budget if it is the first of a turn."""
        self.begun = time.perf_counter()
        if turn != self.turn:
            self.turn, self.used, self.made, self.planned = turn, 0.0, 0, False

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
        share, self.planned = self.method.planning, True
        if self.counted:
            return Allowance((self.rehearsals - self.made) * share // 100)
        return self._timed(self._left() * share / 100, MANY)

    def for_decision(self) -> Allowance:
        """What a decision within the turn may take; no rehearsals if it is too little."""
        least, share = self.method.least, self.method.deciding
        kept = 0 if self.planned else self.method.planning
        if self.counted:
            left = self.rehearsals * (100 - kept) // 100 - self.made
            found = min(left, self.method.most, max(least, left * share // 100))
            return Allowance(found if found >= least else 0)
        left_seconds = self._left() - self.seconds * kept / 100
        seconds = max(least * self.price, left_seconds * share / 100)
        if seconds > left_seconds:
            return Allowance(0)
        return self._timed(seconds, self.method.most)

    def _timed(self, seconds: float, most: int) -> Allowance:
        return Allowance(most, time.perf_counter() + seconds, self.price)

    def _gone(self) -> float:
        return self.used + time.perf_counter() - self.begun

    def _left(self) -> float:
        return max(0.0, self.seconds * (100 - self.method.spared) / 100 - self._gone())
