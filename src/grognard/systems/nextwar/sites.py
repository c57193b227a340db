"""Sites: what stands in a hex besides its terrain: bases, ports, cities, towns, works. [8.3.1]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

AIRBASE, AIRFIELD, PORT, CITY, TOWN = "airbase", "airfield", "port", "city", "town"
FORTIFICATION, SPECIAL = "fortification", "special"
KINDS = (AIRBASE, AIRFIELD, PORT, CITY, TOWN, FORTIFICATION, SPECIAL)
INSTALLATIONS = frozenset({AIRBASE, PORT, SPECIAL})
"""What counts as an installation; airfields do not. [8.3.1.2] [8.3.1.4]"""
FLYING = frozenset({AIRBASE, AIRFIELD})
PORT_CAPACITY = 4
"""Half stacking points that a port unloads in a turn unless it says otherwise. [8.3.1.9]"""


@dataclass(frozen=True)
class Site:
    """A feature of a hex that somebody owns and that can be taken, hit or used. [8.3.1]

    `owner` is the side it belonged to at first; `capacity` is of ports, in half points; `vp` what
    its capture is worth where that is not as for its kind. [12.1]
    """

    id: str
    name: str
    kind: str
    hex: int
    owner: str
    hardened: bool = False
    capacity: int = 0
    vp: int | None = None
    capital: bool = False
    source: str = "house"

    @cached_property
    def installation(self) -> bool:
        """Whether it must be cleared by an enemy who wants it. [8.3.1.2]"""
        return self.kind in INSTALLATIONS

    @cached_property
    def flying(self) -> bool:
        """An airbase or an airfield. [8.3.1.3] [8.3.1.4]"""
        return self.kind in FLYING
