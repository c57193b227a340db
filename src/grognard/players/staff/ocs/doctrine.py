"""The doctrine of a staff at a OCS table."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.players.staff.doctrine import Doctrine


@dataclass(frozen=True)
class OcsDoctrine(Doctrine):
    """What a staff weighs at a OCS table."""


DOCTRINE = OcsDoctrine()
"""The staff's own."""
