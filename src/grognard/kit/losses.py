"""Losses: so many steps shared out among counters, as their owner decides.

A rulebook says who can bear them, how many there are, and whom he must not spare; every share that
is open, what is wrong with another, and one that is picked step by step follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

from grognard.engine.decision import Action, G
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.forms import Counts

Lost = dict[str, int]
"""Who loses how many steps."""
Next = Callable[[Sequence[str], Lost], str]
"""Who loses the next step: one of those with any left, given what all have lost so far."""


@dataclass(frozen=True)
class Burden:
    """So many steps for counters that have so many each; what nobody has left is not due.

    `called` is what the rulebook calls them, where it is not steps.
    """

    steps: Mapping[str, int]
    demanded: int
    called: str = "steps"

    @property
    def total(self) -> int:
        """How many must be borne."""
        return min(self.demanded, sum(self.steps.values()))

    def refusals(
        self, take: Mapping[str, int], who: str, each: str = "", whole: str = ""
    ) -> list[Refusal]:
        """What is wrong with a share, by the rules about who bears it, how many each of them can,
        and that all of it is borne; where one rule says all of it, the first."""
        found = []
        for name, count in take.items():
            if name not in self.steps:
                known = ", ".join(self.steps) or "nobody"
                found.append(Refusal(who, f"{name!r} cannot bear these losses; {known} can"))
            elif not 0 < count <= self.steps[name]:
                text = f"{name} can lose 1 to {self.steps[name]} {self.called} here, not {count}"
                found.append(Refusal(each or who, text))
        given = sum(take.values())
        if not found and given != self.total:
            text = f"{self.total} {self.called} must be lost here, not {given}"
            found.append(Refusal(whole or who, text))
        return found

    def shares(self) -> Iterator[Lost]:
        """Every way to bear it, as much as may be from the first of them first."""
        total = self.total
        if not total:
            return iter(({},))
        if len(self.steps) == 1:  # who is alone bears all
            return iter((dict.fromkeys(self.steps, total),))
        return _shares(list(self.steps.items()), total)

    def borne(self, choose: Next) -> Lost:
        """A share picked step by step."""
        lost: Lost = {}
        for _ in range(self.total):
            left = [name for name, most in self.steps.items() if lost.get(name, 0) < most]
            name = choose(left, lost)
            lost[name] = lost.get(name, 0) + 1
        return {name: lost[name] for name in self.steps if name in lost}


def _shares(steps: Sequence[tuple[str, int]], total: int) -> Iterator[Lost]:
    if not total:
        yield {}
    elif total <= sum(count for _, count in steps):
        name, most = steps[0]
        for own in range(min(most, total), -1, -1):
            for rest in _shares(steps[1:], total - own):
                yield {name: own, **rest} if own else rest


@dataclass(frozen=True, slots=True)
class Toll:
    """Who loses how many steps."""

    take: Counts


class ShareLosses(Answer[G, Toll], Generic[G]):
    """The owner's answer: who bears a burden. A rulebook adds whom he must not spare (`unfair`)."""

    order, sure = Toll, True

    def __init__(self, burden: Burden) -> None:
        self.burden = burden

    def unfair(self, take: Mapping[str, int]) -> list[Refusal]:
        """What the rules have against a share that would bear it all."""
        return []

    def fair(self) -> Iterator[Lost]:
        """Every way to share it out that the rules allow."""
        return (take for take in self.burden.shares() if not self.unfair(take))

    def ways(self, game: G, player: str, actor: str) -> Iterator[Toll]:
        """Every way to share it out."""
        for take in self.fair():
            yield Toll(take)

    def only(self, game: G, player: str) -> Action | None:
        """The one way, if there are no two."""
        found = self.sole()
        return None if found is None else self.written(game, found)

    def sole(self) -> Toll | None:
        """The one way, not written; most losses leave no choice."""
        found = list(islice(self.fair(), 2))
        return Toll(found[0]) if len(found) == 1 else None
