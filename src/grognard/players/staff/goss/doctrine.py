"""The doctrine of a staff at a GOSS table."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.players.staff.doctrine import Doctrine


@dataclass(frozen=True)
class GossDoctrine(Doctrine):
    """What a staff weighs at a GOSS table."""


DOCTRINE = GossDoctrine()
"""The staff's own."""
