"""What the world makes of the war: its posture, and a ceasefire. [28.0]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register


@dataclass(frozen=True, slots=True)
class Council:
    """What has come of the United Nations.

    `demanded` is the turn in which they demanded a ceasefire that nobody vetoed, 0 if they have
    not; `obeyed` the turn at whose end it comes into force, as long as nobody refuses. [28.1]
    [28.2] `posture` is that of the world, where it is rolled for.
    """

    demanded: int = 0
    obeyed: int = 0
    posture: str = ""


COUNCIL: Register[str, Council] = Register("council", str, Council)
UN = "un"
"""The key of the one record."""
