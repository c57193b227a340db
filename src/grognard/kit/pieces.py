"""Pieces: who stands where, whom that touches, and who is on which list; kept with every change.

A system's indexes take over what is here and say what is theirs: whose a piece is, how large, how
far it reaches, which lists it is on.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from grognard.engine.game import Game
from grognard.engine.record import K, R, Register
from grognard.engine.state import State
from grognard.kit.indexes import Kept

MAP = "map"
"""The place of whatever is on the map and so has a hex."""


class Piece(Protocol):
    """What becomes of a counter in play: its place, its hex, its height in the stack."""

    @property
    def place(self) -> str:
        """Where it is: on the map, or anywhere else."""

    @property
    def hex(self) -> int:
        """Its hex, if it is on the map."""

    @property
    def order(self) -> int:
        """Its height in the stack."""


P = TypeVar("P", bound=Piece)
Whose = Callable[[str, P], str]
"""Tells the side of a piece by its name and its record."""
Rank = Callable[[Any], Any]
"""Tells where a key stands in the order of a list; no two stand in one place."""


def by_name(key: Any) -> Any:
    """The order of the names, or the numbers, themselves."""
    return key


class Follower(Kept, Generic[K, R]):
    """An index of the records of one map; changes that do not matter to it are `alike`."""

    register: Register[K, R]

    @property
    def follows(self) -> tuple[str, ...]:
        """The map of its records; none, if another index tells it."""
        return (self.register.name,)

    def alike(self, a: R, b: R) -> bool:
        """Whether two states of a record are the same for this index."""
        return False


class Stacks(Follower[str, P], Generic[P]):
    """The pieces of each hex, from the bottom of the stack to the top, and whose they are.

    `held` are the hexes of each side, `own` its pieces on the map in the order of their `rank`,
    `sizes` how much stands in each hex, `crowds` the hexes with more than the `limit`.
    """

    name = "stacks"

    limit: int

    def __init__(self, sides: Collection[str], whose: Whose[P], rank: Rank = by_name) -> None:
        self.whose, self.rank = whose, rank
        self.at: dict[int, tuple[str, ...]] = {}
        self.sizes: dict[int, int] = {}
        self.holders: dict[int, str] = {}
        self.own: dict[str, list[str]] = {side: [] for side in sides}
        self.held: dict[str, set[int]] = {side: set() for side in sides}
        self.crowds: set[int] = set()
        self._orders: dict[str, int] = {}
        self._sides: dict[str, str] = {}

    @abstractmethod
    def size(self, name: str, piece: P) -> int:
        """How much of a hex a piece takes up."""

    def rebuild(self, state: State) -> None:
        """Sort every piece on the map into its hex."""
        self.at, self.sizes, self.holders, self.crowds = {}, {}, {}, set()
        self.held = {side: set() for side in self.own}
        self.own = {side: [] for side in self.own}
        for name, piece in state[self.register].items():
            if piece.place == MAP:
                self._enter(piece.hex, name, piece)
                self.own[self._sides[name]].append(name)
        for names in self.own.values():
            names.sort(key=self.rank)

    def change(self, name: str, key: str, old: P | None, new: P | None) -> None:
        """Follow one piece."""
        if old is not None and new is not None and self.alike(old, new):
            return
        was = now = False
        if old is not None and old.place == MAP:
            was = True
            self._leave(old.hex, key, old)
        if new is not None and new.place == MAP:
            now = True
            self._enter(new.hex, key, new)
        if was and not now:
            self.own[self._sides[key]].remove(key)
        elif now and not was:
            insort(self.own[self._sides[key]], key, key=self.rank)

    def _leave(self, h: int, key: str, piece: P) -> None:
        self.at[h] = tuple(other for other in self.at[h] if other != key)
        self._count(h, self.sizes[h] - self.size(key, piece))
        self._settle(h)
        if not self.at[h]:
            del self.at[h], self.sizes[h]

    def _enter(self, h: int, key: str, piece: P) -> None:
        if key not in self._sides:  # nobody changes sides
            self._sides[key] = self.whose(key, piece)
        self._orders[key] = piece.order
        stack, orders = self.at.get(h, ()), self._orders
        place = len(stack)
        while place and (orders[stack[place - 1]], stack[place - 1]) > (piece.order, key):
            place -= 1
        self.at[h] = (*stack[:place], key, *stack[place:])
        self._count(h, self.sizes.get(h, 0) + self.size(key, piece))
        self._settle(h)

    def _count(self, h: int, size: int) -> None:
        self.sizes[h] = size
        if size > self.limit:
            self.crowds.add(h)
        else:
            self.crowds.discard(h)

    def _settle(self, h: int) -> None:
        """Whose hex it is: that of the piece at the bottom of the stack."""
        stack, before = self.at[h], self.holders.get(h)
        side = self._sides[stack[0]] if stack else None
        if side == before:
            return
        if before is not None:
            self.held[before].remove(h)
            del self.holders[h]
        if side is not None:
            self.held[side].add(h)
            self.holders[h] = side

    def content(self) -> Any:
        """The stacks, for comparison."""
        own = {side: list(names) for side, names in self.own.items()}
        held = {side: sorted(hexes) for side, hexes in self.held.items()}
        return dict(self.at), dict(self.sizes), dict(self.holders), own, held, sorted(self.crowds)


class Counted(Follower[str, P], Generic[P]):
    """How many pieces of each side reach each hex, in one sense or another."""

    def __init__(self, sides: Collection[str], whose: Whose[P], hexes: int) -> None:
        self.whose, self.hexes = whose, hexes
        self.counts: dict[str, array[int]] = {side: array("h") for side in sides}

    @abstractmethod
    def reached(self, name: str, piece: P) -> tuple[int, ...]:
        """The hexes that a piece on the map reaches from where it stands."""

    def rebuild(self, state: State) -> None:
        """Count every piece on the map."""
        for side in self.counts:
            self.counts[side] = array("h", bytes(2 * self.hexes))
        for name, piece in state[self.register].items():
            if piece.place == MAP:
                self._add(name, piece, 1)

    def change(self, name: str, key: str, old: P | None, new: P | None) -> None:
        """Follow one piece."""
        if old is not None and new is not None and self.alike(old, new):
            return
        if old is not None and old.place == MAP:
            self._add(key, old, -1)
        if new is not None and new.place == MAP:
            self._add(key, new, 1)

    def _add(self, name: str, piece: P, step: int) -> None:
        hexes = self.reached(name, piece)
        if hexes:
            counts = self.counts[self.whose(name, piece)]
            for b in hexes:
                counts[b] += step

    def covered(self, side: str) -> list[int]:
        """The hexes that any piece of a side reaches, in their order."""
        counts = np.frombuffer(self.counts[side], dtype=np.int16)
        found: list[int] = counts.nonzero()[0].tolist()
        return found

    def content(self) -> Any:
        """The counts, for comparison."""
        return {side: list(counts) for side, counts in self.counts.items()}


class Listed(Follower[K, R], Generic[K, R]):
    """Lists of the few records that rules ask for among many, each list in the order of its keys.

    A record may be on several lists, or on none.
    """

    def __init__(self, rank: Rank = by_name) -> None:
        self.rank = rank
        self.lists: dict[Hashable, list[K]] = {}

    @abstractmethod
    def rolls(self, key: K, record: R) -> Iterable[Hashable]:
        """The lists that a record is on."""

    def on(self, roll: Hashable) -> tuple[K, ...]:
        """Who is on a list."""
        return tuple(self.lists.get(roll, ()))

    def rebuild(self, state: State) -> None:
        """Write every record into its lists."""
        self.lists = {}
        for key, record in state[self.register].items():
            for roll in self.rolls(key, record):
                self.lists.setdefault(roll, []).append(key)
        for names in self.lists.values():
            names.sort(key=self.rank)

    def change(self, name: str, key: K, old: R | None, new: R | None) -> None:
        """Follow one record."""
        if old is not None:
            if new is not None and self.alike(old, new):
                return
            for roll in self.rolls(key, old):
                there = self.lists[roll]
                del there[bisect_left(there, self.rank(key), key=self.rank)]
        if new is not None:
            for roll in self.rolls(key, new):
                insort(self.lists.setdefault(roll, []), key, key=self.rank)

    def content(self) -> Any:
        """The lists with somebody on them, for comparison."""
        return {roll: tuple(names) for roll, names in self.lists.items() if names}


# ---- asking


def units_at(game: Game[Any], h: int) -> tuple[str, ...]:
    """The units in a hex, from the bottom of the stack to the top."""
    index: Any = game.journal.indexes["stacks"]  # asked more often than anything
    found: tuple[str, ...] = index.at.get(h, ())
    return found


def holder(game: Game[Any], h: int) -> str | None:
    """The side whose units stand in a hex."""
    index: Any = game.journal.indexes["stacks"]  # and this too
    found: str | None = index.holders.get(h)
    return found


def own_at(game: Game[Any], h: int, side: str) -> tuple[str, ...]:
    """A side's units in a hex."""
    return units_at(game, h) if holder(game, h) == side else ()


def on_map(game: Game[Any], side: str) -> list[str]:
    """A side's units on the map, in the order of their stacks' rank."""
    return list(Stacks.of(game).own.get(side, ()))
