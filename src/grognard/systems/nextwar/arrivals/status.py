"""What there is to replace losses with. [11.0]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register


@dataclass(frozen=True, slots=True)
class Pool:
    """The Replacement Points of a nation, saved up. [11.0]"""

    points: int = 0


POOLS: Register[str, Pool] = Register("pools", str, Pool)
