"""Courses: those of games that were analysed of late, so that each is worked out once."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.lab.coach import Course

MOST = 8
"""How many courses are kept."""


class Courses:
    """The courses of games that were asked for of late; whoever works with one holds its lock."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, str, int], tuple[Lock, list[Course]]] = OrderedDict()

    @contextlib.contextmanager
    def held(self, game: str, side: str, length: int) -> Iterator[list[Course]]:
        """The course of a game for a side after so many lines, in a list; empty if none is kept."""
        key = game, side, length
        with self._lock:
            lock, found = self._kept.setdefault(key, (Lock(), []))
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        with lock:
            yield found
