"""Planning: the search for the plan of a turn.

First the plans that come to mind are compared by halving; with what is left the best ones are
varied: one group at a time is told something else, mostly what has done best for that group.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from grognard.players.commander.plans import Drafts, Order, Plan
from grognard.players.commander.rehearsal import Script
from grognard.players.commander.search import Search, Tried

PARENTS = 3
"""How many of the best plans variations come from."""


def search_plan(search: Search[Plan], drafts: Drafts, last: Plan | None, seed: str) -> Tried[Plan]:
    """The plan of a turn, as far as the search's allowance goes."""
    method = search.method
    search.tried = [Tried(plan, Script(plan.doctrine)) for plan in drafts.seeds(last)]
    search.begin()
    vary = search.left >= method.enough and len(drafts.groups) > 0
    search.halve(method.evolving if vary else 0)
    if vary:
        _evolve(search, drafts, random.Random(seed))
    return search.chosen()


def _evolve(search: Search[Plan], drafts: Drafts, rng: random.Random) -> None:
    """Vary the best plans as long as there are rehearsals left, some at a time."""
    method = search.method
    while search.left >= method.pair * method.brood:
        parents = search.ranked([one for one in search.tried if len(one.takes) >= method.pair])
        known = _known(search, search.tried)
        brood: list[Tried[Plan]] = []
        for _ in range(method.brood):
            plan = drafts.varied([one.what for one in parents[:PARENTS]], known, rng)
            if all(plan.doctrine != one.what.doctrine for one in [*search.tried, *brood]):
                brood.append(Tried(plan, Script(plan.doctrine)))
        if not brood:
            return
        search.tried += brood
        search.rehearse([(one, take) for take in range(method.pair) for one in brood])
        best = search.ranked(search.tried)[0]
        _confirm(search, best)


def _confirm(search: Search[Plan], best: Tried[Plan]) -> None:
    """The head of the field is tried as often as its rivals were, and the staff's plan with it."""
    takes = range(max(len(one.takes) for one in search.tried))
    search.rehearse([(one, take) for take in takes for one in (search.tried[0], best)])


def _known(search: Search[Plan], tried: Sequence[Tried[Plan]]) -> dict[tuple[int, Order], float]:
    """What every order has brought for each group, on the mean of the plans that have it."""
    rows: dict[tuple[int, Order], list[float]] = {}
    for one in tried:
        if one.takes:
            mean, _ = search.gain(one)
            for n, order in enumerate(one.what.orders):
                rows.setdefault((n, order), []).append(mean)
    return {key: sum(gains) / len(gains) for key, gains in rows.items()}
