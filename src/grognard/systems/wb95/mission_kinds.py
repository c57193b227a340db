"""The kinds of air missions: what each is aimed at, and the least strength it takes. [8.2.1]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Kind:
    """One kind of mission: what it is aimed at, and the least strength it takes."""

    title: str
    rule: str
    aim: Literal["enemy", "own", "bridge", "any", "bank"]
    least: int = 1
    least_rule: str = "8.1.2"


KINDS: dict[str, Kind] = {
    "support": Kind("offensive support", "8.2.2", "enemy"),
    "defence": Kind("defensive support", "8.2.4", "own"),
    "attack": Kind("air attack", "8.2.6", "enemy"),
    "bridge": Kind("destruction of a bridge", "8.2.8", "bridge", 4, "8.2.10"),
    "disrupt": Kind("disruption of Soviet movement", "8.2.13", "any", 7, "8.2.12"),
    "crossing": Kind("river-crossing attack", "8.2.16", "bank"),
    "supply": Kind("supply mission", "8.2.25", "own", 7, "8.2.23"),
}
"""The missions by their names. [8.2.1]"""
