"""Among: an answer from a short list that the question itself makes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Generic, TypeVar

from grognard.engine.decision import Action, G
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import O
from grognard.kit.orders import Nothing, OfOne

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


class Plain(Among[G, Nothing], Generic[G]):
    """An answer without details: to stay, to turn back, or that it is enough."""

    order = Nothing

    def __init__(self, rule: str = "") -> None:
        super().__init__((Nothing(),), rule)


class OneOf(Among[G, OfOne], Generic[G]):
    """One of a few counters: who leads, or who loses a step."""

    order, phrase = OfOne, "{unit}"

    @classmethod
    def picked(
        cls,
        game: G,
        player: str,
        names: Sequence[str],
        name: str,
        prompt: str,
        standing: Mapping[str, str],
    ) -> Questions[str]:
        """Whom a player picks of these; where there is one alone nobody is asked."""
        choice = cls([OfOne(piece) for piece in names])
        left = {policy: OfOne(piece) for policy, piece in standing.items()}
        order = yield from choice.chosen(game, player, name, prompt, left, slight=True, sole=True)
        return order.unit
