"""Falls: how dice can fall, as far as it matters, each way with its exact probability.

What matters of a roll is said by its key. Falls that the key reads alike are one; where dice only
add up, they are not tried one by one: the sums of some dice are carried over to one die more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import add
from typing import Any

from grognard.engine.dice import Faces, Key

Worth = int | tuple[int, ...]
"""What dice are worth: a number, or several side by side, such as hits and aborts."""
Reading = Callable[[int], Worth]
"""What one die is worth that shows a face."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A key of dice that only add up: what each is worth, and what the sum of all says.

    `each` holds one reading for all dice alike, or one for each of them. The sum begins with
    `start`, which may be a modifier; worths of several numbers begin with as many, and each number
    is added to its like. `then` says what the sum comes to, such as a cell of a table.
    """

    each: tuple[Reading, ...] = (int,)
    start: Worth = 0
    then: Callable[[Any], Any] | None = None

    def __call__(self, faces: Faces) -> Any:
        """What a fall of the dice says."""
        total, plus = self.start, self.plus
        for read, shown in zip(self.of(len(faces)), faces, strict=True):
            total = plus(total, read(shown))
        return self.said(total)

    @property
    def plus(self) -> Callable[[Any, Any], Any]:
        """How worths are added."""
        return _side_by_side if isinstance(self.start, tuple) else add

    def of(self, count: int) -> tuple[Reading, ...]:
        """The reading of each of so many dice."""
        return self.each * count if len(self.each) == 1 else self.each

    def said(self, total: Worth) -> Any:
        """What a sum comes to."""
        return total if self.then is None else self.then(total)


PLAIN = Sum()
"""Dice added up as they are."""


def _side_by_side(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def falls(count: int, sides: int, key: Key) -> list[tuple[Faces, Fraction]]:
    """Every way a roll can fall that matters, each with its exact probability.

    Of falls that read alike the first stands for all, the first die counting most.
    """
    adding = PLAIN if key is sum else key
    if isinstance(adding, Sum):
        found = _added(count, sides, adding)
    else:
        found = _tried(count, sides, key)
    return [(faces, Fraction(weight, sides**count)) for faces, weight in found]


Fallen = dict[Any, tuple[Faces, int]]
"""By what they come to: the first of the falls that do, and how many do."""


def _tried(count: int, sides: int, key: Key) -> list[tuple[Faces, int]]:
    """The falls, by trying every face of every die."""
    found: Fallen = {}
    for faces in product(range(1, sides + 1), repeat=count):
        outcome = key(faces)
        first, weight = found.get(outcome, (faces, 0))
        found[outcome] = first, weight + 1
    return list(found.values())


def _added(count: int, sides: int, key: Sum) -> list[tuple[Faces, int]]:
    """The falls of dice that only add up, by putting one die after another before the rest."""
    sums: Fallen = {key.start: ((), 1)}
    for read in reversed(key.of(count)):
        sums = _one_more(sums, _die(sides, read), key.plus)
    found: Fallen = {}
    for total, (faces, ways) in sorted(sums.items(), key=lambda item: item[1][0]):
        outcome = key.said(total)
        first, weight = found.get(outcome, (faces, 0))
        found[outcome] = first, weight + ways
    return list(found.values())


def _die(sides: int, read: Reading) -> Fallen:
    """What one die may be worth."""
    found: Fallen = {}
    for shown in range(1, sides + 1):
        worth = read(shown)
        first, weight = found.get(worth, ((shown,), 0))
        found[worth] = first, weight + 1
    return found


def _one_more(sums: Fallen, die: Fallen, plus: Callable[[Any, Any], Any]) -> Fallen:
    """The sums of some dice with another before them."""
    found: Fallen = {}
    for worth, (shown, likely) in die.items():
        for rest, (faces, ways) in sums.items():
            total = plus(worth, rest)
            if total in found:
                first, weight = found[total]
                found[total] = first, weight + likely * ways
            else:
                found[total] = (*shown, *faces), likely * ways
    return found
