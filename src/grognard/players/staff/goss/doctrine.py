"""The doctrine of a staff at a GOSS table."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.players.staff.doctrine import Doctrine, Manner


@dataclass(frozen=True)
class GossDoctrine(Doctrine):
    """What a staff weighs at a GOSS table."""

    # ---- how directives are obeyed

    assault: Manner = field(default_factory=lambda: Manner(floor=0, risk=40))
    """How those attack who are to assault: whatever is not on a hopeless column."""


DOCTRINE = GossDoctrine()
"""The staff's own."""
