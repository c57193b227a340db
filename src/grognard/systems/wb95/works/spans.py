"""The bridges as an index: which stand, and where each begins. [14.1.1]"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, Bridge

SPANS = "spans"
"""The hallmark of which bridges stand, whoever controls them."""


@lru_cache(maxsize=1 << 14)
def _mark_of(key: int) -> int:
    return int.from_bytes(sha256(f"bridge {key}".encode()).digest()[:16], "big")


class Spans(Kept):
    """Which bridges stand, and for each hex those, standing or not, that begin there."""

    name = "spans"

    follows = (BRIDGES.name,)

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.standing: dict[int, bool] = {}
        self.at: dict[int, tuple[int, ...]] = {}
        self.hallmarks = {SPANS: 0}
        self._near: dict[tuple[int, int], tuple[int, ...]] = {}

    def rebuild(self, state: State) -> None:
        """Look at every bridge."""
        self.standing, self.at, self.hallmarks[SPANS] = {}, {}, 0
        self._near.clear()
        for key, bridge in state[BRIDGES].items():
            self.change(BRIDGES.name, key, None, bridge)

    def change(self, name: str, key: int, old: Bridge | None, new: Bridge | None) -> None:
        """Follow one bridge."""
        stood, stands = old is not None and old.intact, new is not None and new.intact
        if stood != stands:
            self.hallmarks[SPANS] ^= _mark_of(key)
            if stands:
                self.standing[key] = True
            else:
                del self.standing[key]
        if (old is None) != (new is None):
            self._near.clear()
            for h in self.ground.side_hexes(key):
                others = (other for other in self.at.get(h, ()) if other != key)
                self.at[h] = tuple(sorted((*others, *(() if new is None else (key,)))))

    def near(self, h: int, radius: int) -> tuple[int, ...]:
        """The bridges, standing or not, with an end so near to a hex, in their order."""
        found = self._near.get((h, radius))
        if found is None:
            disk = self.ground.board.disk(h, radius)
            found = tuple(sorted({key for end in disk for key in self.at.get(end, ())}))
            self._near[h, radius] = found
        return found

    def content(self) -> Any:
        """The bridges, for comparison."""
        return sorted(self.standing), {h: keys for h, keys in sorted(self.at.items()) if keys}


def spans(game: Wb) -> Spans:
    """The bridges of a game."""
    index: Spans = game.journal.indexes["spans"]  # type: ignore[assignment] # asked very often
    return index
