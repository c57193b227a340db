"""The doctrine of a staff at a Next War table."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.players.staff.doctrine import Doctrine


@dataclass(frozen=True)
class NwDoctrine(Doctrine):
    """What a staff weighs at a Next War table."""

    # ---- how directives are obeyed

    draw: int = 9000
    """What an attack on its objective is worth to a group, in thousandths, at full weight."""
    stray: int = 800
    """What each hex that an attack leads away from the objective costs a point of strength."""


DOCTRINE = NwDoctrine()
"""The staff's own."""
