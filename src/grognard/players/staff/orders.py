"""Orders: what a part of the staff wants done, one action after another.

A part is asked again and again for its next order until it has none; so whatever an order has
changed, the next one is found in the position as it then is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from grognard.engine.decision import Action
from grognard.players.seat import Seat

S_contra = TypeVar("S_contra", bound=Seat, contravariant=True)
T = TypeVar("T", bound=Seat)


class Part(Protocol[S_contra]):
    """A part of the staff."""

    def order(self, seat: S_contra) -> Action | None:
        """Its next order; None when it has none left."""


def first_legal(seat: Seat, actions: Iterable[Action]) -> Action | None:
    """The first of some actions that may be taken."""
    return next((action for action in actions if seat.may(action)), None)


class Orders(Generic[T]):
    """A list of orders: those that may be carried out, in their order.

    Each entry is an action, or a function of the seat that finds some, the best first.
    """

    def __init__(self, entries: Sequence[Action | Callable[[T], Iterable[Action]]] = ()) -> None:
        self.entries: list[Action | Callable[[T], Iterable[Action]]] = list(entries)

    def order(self, seat: T) -> Action | None:
        """The next order that may be carried out; the others are dropped."""
        while self.entries:
            entry = self.entries.pop(0)
            found = first_legal(seat, entry(seat) if callable(entry) else (entry,))
            if found is not None:
                return found
        return None


class Report(ABC, Generic[T]):
    """A part whose orders come one after another, each in the position that the last has left."""

    def __init__(self, seat: T | None = None) -> None:
        self._seat = seat
        self._orders: Iterator[Action] | None = None

    @abstractmethod
    def orders(self) -> Iterator[Action]:
        """All of its orders; `now` is the seat in which the next is given."""

    @property
    def now(self) -> T:
        """The seat of the moment."""
        assert self._seat is not None
        return self._seat

    def order(self, seat: T) -> Action | None:
        """The next order that may be carried out."""
        self._seat = seat
        if self._orders is None:
            self._orders = self.orders()
        return first_legal(seat, self._orders)
