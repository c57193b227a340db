"""Registers: lists of hooks that the chapters fill, each hook at a place that it names itself.

So nothing hangs on which module was imported first, or on what it is called.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TypeVar

H = TypeVar("H")


class Hooks(list[H]):
    """Hooks in their order, the lowest first; no two have the same."""

    def __init__(self) -> None:
        super().__init__()
        self.orders: list[int] = []

    def enter(self, order: int, hook: H) -> None:
        """Put a hook into its place."""
        place = bisect_left(self.orders, order)
        if self.orders[place : place + 1] == [order]:
            raise ValueError(f"{hook} and {self[place]} both want place {order}; move one of them")
        self.orders.insert(place, order)
        self.insert(place, hook)
