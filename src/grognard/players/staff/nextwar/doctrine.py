"""The doctrine of a staff at a Next War table."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.players.staff.doctrine import Doctrine


@dataclass(frozen=True)
class NwDoctrine(Doctrine):
    """What a staff weighs at a Next War table."""


DOCTRINE = NwDoctrine()
"""The staff's own."""
