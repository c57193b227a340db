"""Among: an answer from a short list that the question itself makes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Generic, TypeVar

from grognard.engine.decision import Action, G
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.forms import O

T = TypeVar("T")
SHOWN = 6
"""How many of the list a refusal shows."""


def subsets(items: Sequence[T], least: int = 0, most: int | None = None) -> Iterator[tuple[T, ...]]:
    """Every choice of some of the items, the smallest first, each in the order of the items."""
    top = len(items) if most is None else most
    for size in range(least, top + 1):
        yield from combinations(items, size)


class Among(Answer[G, O], Generic[G, O]):
    """One of a few orders; `rule` where the question's rule is not always the same."""

    sure = True

    def __init__(self, orders: Iterable[O], rule: str = "") -> None:
        self.orders = tuple(orders)
        if rule:
            self.rule = rule

    def against(self, game: G, player: str, order: O) -> list[Refusal]:
        """Whatever is not on the list."""
        if order in self.orders:
            return []
        known = "; ".join(canonical(self.written(game, one)) for one in self.orders[:SHOWN])
        return [Refusal(self.rule, f"that is not one of the {len(self.orders)} choices: {known}")]

    def ways(self, game: G, player: str, actor: str) -> Iterator[O]:
        """The list itself."""
        yield from self.orders

    def sample(self, game: G, player: str, rng: random.Random) -> Action | None:
        """One of the list."""
        return self.written(game, rng.choice(self.orders)) if self.orders else None
