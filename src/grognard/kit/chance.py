"""Chance: dice that are read, and items in an order of chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from grognard.engine.dice import Faces
from grognard.engine.falls import Reading, Sum, Worth
from grognard.engine.game import Game

T = TypeVar("T")


def rolled(game: Game[Any], count: int, read: Callable[[Faces], T]) -> tuple[Faces, T]:
    """Roll dice and read what they say; odds tell apart only falls that read differently."""
    return read_as(game, count, 6, read)


def read_as(game: Game[Any], count: int, sides: int, read: Callable[[Faces], T]) -> tuple[Faces, T]:
    """The same with dice of any number of sides."""
    faces = game.roll(count, sides, read)
    return faces, read(faces)


def summed(
    game: Game[Any],
    count: int,
    sides: int,
    each: Reading | Sequence[Reading] = int,
    start: Worth = 0,
    then: Callable[[Any], Any] | None = None,
) -> tuple[Faces, Any]:
    """Roll dice that only add up, and read their sum; odds take the sums for one roll of chance.

    `each` says what a die is worth, one reading for all or one for each; the rest is as in `Sum`.
    """
    key = Sum((each,) if callable(each) else tuple(each), start, then)
    faces = game.roll(count, sides, key)
    return faces, key(faces)


def drawn(game: Game[Any], pool: Mapping[T, int]) -> T:
    """One of a bag of counters by chance: so many of each. It is not put back by anybody."""
    bag = [item for item, count in pool.items() for _ in range(count)]
    faces = game.roll(1, len(bag), lambda faces: bag[faces[0] - 1])
    return bag[faces[0] - 1]


def shuffled(items: Sequence[T], rng: random.Random) -> Iterator[T]:
    """The items in an order of chance, one by one, each drawn only when it is wanted."""
    left, draw = list(items), rng.random
    for count in range(len(left), 0, -1):
        place = int(draw() * count)
        drawn, left[place] = left[place], left[count - 1]
        yield drawn
