"""Ways after a battle: back, or after those who go back, and whether there is room at their ends.

A rulebook says whether a path may go on into the next hex; what ways there are follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from grognard.board.board import Board

Path = tuple[int, ...]
"""The hexes that a counter enters, without the one that it leaves."""
Paths = Mapping[str, Path]
"""Who goes which way."""


@dataclass(frozen=True)
class Ways:
    """The ways out of a hex; `goes_on` says whether a path may be made longer by a hex."""

    board: Board
    start: int
    goes_on: Callable[[Path, int], bool]

    def up_to(self, hexes: int) -> list[Path]:
        """Every way of one hex or more, the short ones first."""
        return [path for layer in self._layers(hexes) for path in layer]

    def of(self, hexes: int, path: Path = ()) -> Iterator[Path]:
        """Every way of just so many hexes, one by one, for whoever may not need all; those that
        begin with a path, if one is given."""
        if len(path) == hexes:
            yield path
            return
        for h in self.board.around(path[-1] if path else self.start):
            if self.goes_on(path, h):
                yield from self.of(hexes, (*path, h))

    def longest(self, hexes: int) -> list[Path]:
        """Every way of so many hexes, or else those that come nearest to it; at worst to stay."""
        *_, last = ([()], *self._layers(hexes))
        return last

    def _layers(self, hexes: int) -> Iterator[list[Path]]:
        """The ways of one hex, of two …, as long as there are any."""
        layer: list[Path] = [()]
        for _ in range(hexes):
            layer = [(*path, h) for path in layer for h in self._next(path)]
            if not layer:
                return
            yield layer

    def _next(self, path: Path) -> Iterator[int]:
        around = self.board.around(path[-1] if path else self.start)
        return (h for h in around if self.goes_on(path, h))


@dataclass(frozen=True)
class Room:
    """What hexes hold when all have gone their ways: counters of some size, up to a limit.

    `there` says who of the side stands in a hex; whoever goes away is not counted where he stood.
    """

    limit: int
    size: Callable[[str], int]
    there: Callable[[int], Iterable[str]]

    def after(self, h: int, paths: Paths) -> int:
        """What will stand in a hex."""
        stay = [name for name in self.there(h) if name not in paths]
        come = [name for name, path in paths.items() if path[-1:] == (h,)]
        return sum(map(self.size, (*stay, *come)))

    def fits(self, h: int, paths: Paths) -> bool:
        """Whether a hex can hold what will stand in it."""
        return self.after(h, paths) <= self.limit

    def crowded(self, paths: Paths) -> dict[int, int]:
        """The ends of the paths that would hold too much, and how much that is."""
        ends = sorted({path[-1] for path in paths.values() if path})
        held = {h: self.after(h, paths) for h in ends}
        return {h: total for h, total in held.items() if total > self.limit}
