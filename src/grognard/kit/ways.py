"""Ways: where somebody can go, at what cost and by which way, and a path step by step.

Points of movement are counted in twelfths, so that nothing is ever rounded.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from grognard.board.search import Adjacency, Mask, path_to, plain, reach_paths, reach_paths_each
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Number

POINT = 12
"""Twelfths of a point of movement."""


def points(twelfths: int) -> Number:
    """Twelfths as points: whole where they come out even."""
    return Fraction(twelfths, POINT) if twelfths % POINT else twelfths // POINT


# ---- where one can go


@dataclass(frozen=True)
class Routes:
    """The hexes that can be reached, what each costs, and the cheapest way there.

    `further` are ways to hexes that no budget reaches and a rule opens all the same.
    """

    costs: Mapping[int, int]
    before: Mapping[int, int]
    further: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def path(self, h: int) -> tuple[int, ...]:
        """The way to a hex, from the first step on; empty if it is out of reach."""
        return self.further.get(h) or path_to(self.before, h)


NOWHERE = Routes({}, {})


@dataclass(frozen=True, slots=True)
class Country:
    """The map as somebody finds it: what steps cost, and which hexes are shut to him.

    In `stop` he goes no further; `extra` is paid on top where he enters.
    """

    steps: Adjacency
    shut: bytes
    stop: Mask | None
    extra: Sequence[int] | None

    def routes(
        self,
        start: int,
        first: Iterable[tuple[int, int]],
        budget: int,
        further: Mapping[int, tuple[int, ...]] | None = None,
    ) -> Routes:
        """Where he can go from a hex; the first steps, with what they cost, are decided already.

        Ways `further` count where no other leads, and take all that he has.
        """
        shut = bytearray(self.shut)
        shut[start] = 1
        costs, before = reach_paths(self.steps, first, budget, shut, self.stop, self.extra)
        only = {h: way for h, way in further.items() if h not in costs} if further else None
        if not only:
            return Routes(costs, before)
        return Routes({**plain(costs), **dict.fromkeys(only, budget)}, before, only)

    def routes_each(self, setting_out: Sequence[tuple[int, int, bool]]) -> list[Routes]:
        """Where many can go, by the steps that lead out of their hexes at what they cost whoever
        comes by: each from his hex, with his budget, and whether he can at least go one hex for all
        that he has."""
        found = reach_paths_each(self.steps, setting_out, self.shut, self.stop, self.extra)
        return [Routes(costs, before) for costs, before in found]


def laid_out(prices: Mapping[int, int], hexes: int) -> Sequence[int] | None:
    """What some hexes cost on top, for every hex of a map; None if none does."""
    if not any(prices.values()):
        return None
    found = array("i", bytes(4 * hexes))
    for h, price in prices.items():
        found[h] = price
    return found


def slowest(found: Mapping[str, Routes]) -> str:
    """Who reaches the fewest hexes."""
    return min(found, key=lambda name: (len(found[name].costs), name))


def together(found: Mapping[str, Routes]) -> Routes:
    """Where those can go together who could go alone so: by the ways of the slowest.

    A hex costs what the one pays to whom it is dearest.
    """
    slow = found[slowest(found)]
    common = [h for h in slow.costs if all(h in way.costs for way in found.values())]
    dearest = {h: max(way.costs[h] for way in found.values()) for h in common}
    return Routes(dearest, slow.before, slow.further)


# ---- a path step by step


class Stride(Protocol):
    """One step that is allowed."""

    @property
    def after(self) -> Any:
        """The march after it."""


M = TypeVar("M")
S = TypeVar("S", bound=Stride)


def walk(
    march: M,
    path: Iterable[int],
    stride: Callable[[M, int], S | Refusal],
    halted: Callable[[M], Refusal | None],
) -> list[S] | Refusal:
    """The steps of a path one after another, or the first reason against it.

    `stride` takes a march one hex on, or says why not; `halted` says why nobody goes on from a hex
    that he has just come to.
    """
    found: list[S] = []
    for b in path:
        step = (halted(march) if found else None) or stride(march, b)
        if isinstance(step, Refusal):
            return step
        found.append(step)
        march = step.after
    return found
