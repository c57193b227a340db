"""Chance: items in an order of chance, for whoever picks one and may not need all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Sequence[T], rng: random.Random) -> Iterator[T]:
    """The items in an order of chance, one by one, each drawn only when it is wanted."""
    left, draw = list(items), rng.random
    for count in range(len(left), 0, -1):
        place = int(draw() * count)
        drawn, left[place] = left[place], left[count - 1]
        yield drawn
