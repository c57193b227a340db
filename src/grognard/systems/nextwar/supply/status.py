"""What changes in the supply of the Advanced Game: markers of supply by air, and relief. [19.0]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register


@dataclass(frozen=True, slots=True)
class Airlift:
    """The Airborne Supply marker of a nation: where it lies, and the turn in which it was used.

    [19.1.2]
    """

    hex: int
    used: int = 0


@dataclass(frozen=True, slots=True)
class Relief:
    """What a side has spent on emergencies in a segment, and for whom. [19.6]"""

    at: int
    points: int = 0
    tried: tuple[str, ...] = ()


AIRLIFT: Register[str, Airlift] = Register("airlift", str, Airlift)
RELIEF: Register[str, Relief] = Register("relief", str, Relief)
