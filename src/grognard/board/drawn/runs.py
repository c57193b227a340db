"""Unbroken lines of a drawn map, each of one kind and one name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.board.board import Board
from grognard.board.drawn.tracing import Point

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Run:
    """One unbroken line of a kind, and what it is called.

    For a river the points are corners of hexes, and `age` how far each is from the nearest source,
    in hexsides, as far as that still makes it wider.
    """

    kind: str
    name: str
    points: tuple[Point, ...]
    age: tuple[int, ...] = ()


def named(board: Board, kind: str, pairs: Sequence[Pair]) -> list[tuple[str, list[Pair]]]:
    """The pairs of a kind sorted into its named courses, each pair once; the nameless last."""
    left = dict.fromkeys(pairs)
    groups = []
    for course in sorted(board.courses, key=lambda c: (-len(c.pairs), c.name)):
        if course.kind == kind:
            own = [pair for pair in course.pairs if pair in left]
            for pair in own:
                del left[pair]
            groups.append((course.name, own))
    return [*groups, ("", list(left))]
