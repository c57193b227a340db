"""Picking one legal action by chance without listing all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal

T = TypeVar("T")


def first_legal(
    items: Sequence[T],
    rng: random.Random,
    write: Callable[[T], Action],
    check: Callable[[Action], list[Refusal]],
) -> Action | None:
    """Try the items in an order of chance; the first whose action is legal."""
    left = list(items)
    while left:
        place = rng.randrange(len(left))
        left[place], left[-1] = left[-1], left[place]
        action = write(left.pop())
        if not check(action):
            return action
    return None
