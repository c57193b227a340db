"""Chance: dice that are read, and items in an order of chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from grognard.engine.dice import Faces
from grognard.engine.game import Game

T = TypeVar("T")


def rolled(game: Game[Any], count: int, read: Callable[[Faces], T]) -> tuple[Faces, T]:
    """Roll dice and read what they say; odds tell apart only falls that read differently."""
    faces = game.roll(count, key=read)
    return faces, read(faces)


def shuffled(items: Sequence[T], rng: random.Random) -> Iterator[T]:
    """The items in an order of chance, one by one, each drawn only when it is wanted."""
    left, draw = list(items), rng.random
    for count in range(len(left), 0, -1):
        place = int(draw() * count)
        drawn, left[place] = left[place], left[count - 1]
        yield drawn
