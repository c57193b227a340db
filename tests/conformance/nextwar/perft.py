"""Counting legal actions, as chess programs prove their move generators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Any

from grognard.engine.record import canonical
from grognard.systems.nextwar.scenario import Nw


def actions(game: Nw, player: str = "") -> list[dict[str, Any]]:
    """Everything that somebody may do; each once, and nothing that would be refused."""
    who = player or game.to_act or ""
    found = list(game.legal(who))
    assert len({canonical(action) for action in found}) == len(found)
    assert not any(game.why(who, action) for action in found)
    return found


def kinds(game: Nw, player: str = "") -> dict[str, int]:
    """How many actions of each kind there are."""
    return dict(Counter(action["do"] for action in actions(game, player)))


def subsets(names: Sequence[str]) -> list[list[str]]:
    """Every choice among names, none and all included."""
    every = chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))
    return [list(some) for some in every]


def legal(game: Nw, player: str, orders: Iterable[dict[str, Any]]) -> int:
    """How many of these orders are legal."""
    return sum(not game.why(player, order) for order in orders)
