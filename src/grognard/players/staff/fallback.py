"""Falling back: how far ahead of what must be kept to the last a defender can still stand.

The ground is laid out in lines, each so many hexes from that last place. A long line far ahead
gives up nothing, but every stretch of it has to be held; who is too weak for it stands on a shorter
one, or on better ground, and loses no units to a line that would break anyhow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from grognard.board.search import Adjacency


@dataclass(frozen=True, slots=True)
class Fallback:
    """The line a defender stands on: how many hexes from the last place, and where that is."""

    depth: Mapping[int, int]
    limit: int

    def inside(self, h: int) -> bool:
        """Whether a hex is on the line or behind it."""
        return self.depth.get(h, self.limit + 1) <= self.limit


def depths(steps: Adjacency, last: Iterable[int]) -> dict[int, int]:
    """How many hexes every hex is from the nearest last place, on ways that can be gone."""
    layer = list(dict.fromkeys(last))
    found = dict.fromkeys(layer, 0)
    while layer:
        following: list[int] = []
        for h in layer:
            for b, _ in steps[h]:
                if b not in found:
                    found[b] = found[h] + 1
                    following.append(b)
        layer = following
    return found


def farthest(
    depth: Mapping[int, int], price: Callable[[int], Fraction], strength: int, most: int
) -> int:
    """The farthest line, no farther than `most`, that so much strength suffices for.

    `price` is the strength that a hex of a line takes. The last place itself is always held.
    """
    lines: dict[int, list[int]] = {}
    for h, far in depth.items():
        if far <= most:
            lines.setdefault(far, []).append(h)
    affordable = [
        far for far, hexes in lines.items() if sum(price(h) for h in hexes) <= strength
    ]  # fmt: skip
    return max(affordable, default=0)


def turned_at(depth: Mapping[int, int], foes: Iterable[tuple[int, int]], enough: int) -> int:
    """The line that so much of the enemy's strength has reached that none ahead of it can be held.

    Foes are given as hex and strength; a raid behind the lines turns none of them.
    """
    come = 0
    for far, strength in sorted((depth[h], strength) for h, strength in foes if h in depth):
        come += strength
        if come >= enough:
            return far
    return max(depth.values(), default=0)
