"""Picking one legal action by chance without listing all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal

T = TypeVar("T")


def shuffled(items: Sequence[T], rng: random.Random) -> Iterator[T]:
    """The items in an order of chance, one by one, for whoever may not need all."""
    left, draw = list(items), rng.random
    for count in range(len(left), 0, -1):
        place = int(draw() * count)
        drawn, left[place] = left[place], left[count - 1]
        yield drawn


def first_legal(
    items: Sequence[T],
    rng: random.Random,
    write: Callable[[T], Action],
    check: Callable[[Action], list[Refusal]],
) -> Action | None:
    """Try the items in an order of chance; the first whose action is legal."""
    for item in shuffled(items, rng):
        action = write(item)
        if not check(action):
            return action
    return None
