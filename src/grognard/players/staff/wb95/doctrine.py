"""The doctrine of a staff at a WB-95 table."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.players.staff.doctrine import Doctrine


@dataclass(frozen=True)
class Wb95Doctrine(Doctrine):
    """What a staff weighs at a WB-95 table."""


DOCTRINE = Wb95Doctrine()
"""The staff's own."""
