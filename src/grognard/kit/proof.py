"""Proof: what a system supplies so that its laws can be tried on games made by chance."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from grognard.kit.fog import AnyGame, Veil

Watch = Callable[[], Collection[str]]
"""A system's own laws on one game: called after every action, it tells what has been broken."""


def unwatched(game: AnyGame) -> Watch:
    """For a system without laws of its own."""
    return tuple


@dataclass(frozen=True)
class Pace:
    """How random games are played: how many, how long, and how often all laws are checked.

    All laws are checked about once in `every` actions, the system's own after each. With
    `patience` an end of a segment is thought over so many times, so that more happens in it:
    chance alone leaves most of a large army where it is.
    """

    every: int
    games: int = 200
    actions: int = 100_000
    patience: int = 0


@dataclass(frozen=True)
class Proof:
    """Positions made by chance, the veil over secrets, laws of the system's own, and paces.

    `scenarios` are the paces of those that ship, by name; the others are played as the positions.
    `variants` are scenarios that are played with other options besides, by a name of their own.
    """

    position: Callable[[int], AnyGame]
    veil: Veil
    pace: Pace = Pace(every=12, games=200, actions=250)
    watch: Callable[[AnyGame], Watch] = unwatched
    scenarios: Mapping[str, Pace] = field(default_factory=dict)
    variants: Mapping[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
