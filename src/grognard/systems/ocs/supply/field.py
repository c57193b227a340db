"""A field of supply: how far it goes from a hex, and by which ways. [12.3]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from grognard.board.search import ENTERED, PASSED, SERVED, number_of, path_to, plain
from grognard.systems.ocs.supply.barriers import Footing
from grognard.systems.ocs.supply.supply_steps import TOWARD


class Key(NamedTuple):
    """Which field: whose, which way it is counted, in which class, from where, how far.

    One hex is always within reach, whatever it costs [6.1c], unless `near` says that no more is
    wanted than what is cheap.
    """

    side: str
    way: str
    move: str
    hex: int
    budget: int
    near: bool = False


class Field:
    """What supply can pass between a hex and others: the hexes served, and what each costs.

    Adjacent is close enough, whatever the ground: so the hexes served reach one beyond those that
    a path enters. [12.3c] `before` is, for what is counted outward, the hex before each on its way;
    `marks` has for each hex whether a path enters it, or only passes it, since the enemy has
    something in it [4.8c(E)], and in the bit `serving` whether it is served.
    """

    __slots__ = ("_cost_of", "_found", "_served", "_ways", "before", "footing", "key", "marks",
                 "serving")  # fmt: skip

    def __init__(
        self,
        key: Key,
        found: Mapping[int, int],
        marks: bytes,
        footing: Footing,
        before: Mapping[int, int] | None = None,
    ) -> None:
        self.key, self.marks, self.footing = key, marks, footing
        self.serving = ENTERED if key.way == TOWARD else SERVED
        self.before: Mapping[int, int] = before or {}
        self._found, self._cost_of = found, number_of(found)
        self._served: frozenset[int] | None = None
        self._ways: dict[int, tuple[tuple[int, ...], int]] = {}

    @property
    def served(self) -> frozenset[int]:
        """The hexes served, for whoever wants them all."""
        if self._served is None:
            there = np.frombuffer(self.marks, dtype=np.uint8) & self.serving
            self._served = frozenset(there.nonzero()[0].tolist())
        return self._served

    def unlike(self, other: Field | None) -> list[int]:
        """The hexes that one of two fields of a kind serves and the other does not."""
        marks = np.frombuffer(self.marks, dtype=np.uint8)
        if other is not None:
            marks = marks ^ np.frombuffer(other.marks, dtype=np.uint8)
        found: list[int] = (marks & self.serving).nonzero()[0].tolist()
        return found

    def serves(self, h: int) -> bool:
        """Whether a hex is served."""
        return self.marks[h] & self.serving != 0

    @property
    def costs(self) -> Mapping[int, int]:
        """What each hex costs that a path enters; the hex itself nothing."""
        return {**plain(self._found), self.key.hex: 0}

    def cost(self, h: int) -> int:
        """What the way to a hex costs; -1 if none enters it, or none ends there. [4.8c(E)]"""
        if h == self.key.hex:
            return 0
        return self._cost_of(h) if self.marks[h] & (ENTERED | PASSED) == ENTERED else -1

    def way(self, h: int, near: Iterable[int]) -> tuple[tuple[int, ...], int]:
        """The way to a hex that is served, or to one of those `near` it, and what it costs."""
        found = self._ways.get(h)
        if found is None:
            goal = self.goal((h, *near))
            found = self._ways[h] = self.path(goal), self.cost(goal)
        return found

    def goal(self, near: Iterable[int]) -> int:
        """Of some hexes the one that is reached at least cost; -1 if none is."""
        marks, start, cost_of = self.marks, self.key.hex, self._cost_of
        least, goal = -1, -1
        for h in near:
            if marks[h] & (ENTERED | PASSED) == ENTERED:
                cost = cost_of(h) if h != start else 0
                if least < 0 or cost < least or (cost == least and h < goal):
                    least, goal = cost, h
        return goal

    def path(self, goal: int) -> tuple[int, ...]:
        """The hexes that the way to a hex enters, from the first step on."""
        return () if goal == self.key.hex else path_to(self.before, goal)
