"""Shown: the tables that pages have before them, so that they can be told what has changed."""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from threading import Lock
from typing import Any

MOST = 512
"""How many tables are remembered, of all seats together."""


class Shown:
    """The tables that pages have been shown of late, by seat and mark; the oldest are forgotten."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._tables: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def keep(self, seat_id: str, mark: str, text: str) -> None:
        """Remember a table that a seat is shown."""
        packed = zlib.compress(text.encode(), 1)
        with self._lock:
            self._tables[seat_id, mark] = packed
            self._tables.move_to_end((seat_id, mark))
            while len(self._tables) > self._most:
                self._tables.popitem(last=False)

    def find(self, seat_id: str, mark: str) -> dict[str, Any] | None:
        """A table that a seat was shown, if it is remembered."""
        with self._lock:
            packed = self._tables.get((seat_id, mark))
        return None if packed is None else json.loads(zlib.decompress(packed))
