"""Hunches: what somebody remembers of what is hidden from him now, to guess by."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Sighting(NamedTuple):
    """Where a thing of the enemy's is seen (-1: off the map), and how strong it is (0: hidden)."""

    hex: int
    strength: int = 0


class Hunch(Protocol):
    """What weighs in a guess."""

    def weight(self, name: str, hex: int) -> int:
        """How likely a thing is in a hex, against other hexes; 0 is not at all."""

    def strength(self, name: str) -> int:
        """How strong it was when that was last known; 0: nobody knows."""


class NoHunch:
    """One place is as good as another."""

    def weight(self, name: str, hex: int) -> int:
        """All are alike."""
        return 1

    def strength(self, name: str) -> int:
        """Nobody knows."""
        return 0


NO_HUNCH = NoHunch()
