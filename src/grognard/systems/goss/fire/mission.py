"""A fire support mission: who observes, what is fired at, and with what. [11.0] [11.1.0-steps]"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from grognard.engine.refusal import Refusal
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import MAP

ARTILLERY, AIR, NAVAL = "artillery", "air", "naval"
KINDS = (ARTILLERY, AIR, NAVAL)
"""Whose mission it is. [11.2.0]"""
OBSERVED, FEATURE, BLIND = "observed", "feature", "unobserved"
"""What is observed of the target hex: a unit, its population feature alone, or nothing. [11.2.1]"""
SUB_SEGMENTS = {
    phases.AIR_SUPPORT: 1, phases.DEFENSIVE_FIRE: 2, phases.DEFENSIVE_AIR: 2,
    phases.OFFENSIVE_FIRE: 3, phases.OFFENSIVE_NAVAL: 3,
}  # fmt: skip
"""The sub-segments of the FS Mission Segment. [11.1.0]"""
FULL = 8
"""The points of a whole volley. [11.4.1a]"""


@dataclass(frozen=True)
class Mission:
    """One mission against one hex. `spotter` is empty for observers in the air. `guns` are the
    points that each takes part with, `volleys` the points of each volley."""

    kind: str
    side: str
    hex: int
    spotter: str = ""
    sight: str = OBSERVED
    guns: Mapping[str, int] = field(default_factory=dict)
    volleys: tuple[int, ...] = ()
    intensive: int = 0
    ships: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Whom it is fired at, where it is not all in the hex: an overrun. [5.3.5-fs]"""

    @property
    def points(self) -> int:
        """All its points. [11.4.0]"""
        return sum(self.volleys)


def sub_segment(game: Gs, serial: int = -1) -> int:
    """The sub-segment that it is, or a segment was; 0 outside fire support. [11.1.0]"""
    segment = game.segment if serial < 0 else game.segments[serial % len(game.segments)]
    return SUB_SEGMENTS.get(segment.kind, 0)


def gunned(game: Gs, h: int) -> bool:
    """Whether artillery has fired at a hex in this sub-segment. [11.1.0]"""
    return _now(game, status(game, h).fired_on)


def announced(game: Gs, h: int) -> str:
    """What was declared in this sub-segment to follow the guns against a hex: air, naval or
    nothing. [11.1.0]"""
    found = status(game, h)
    return found.support if _now(game, found.announced) else ""


def _now(game: Gs, moment: int) -> bool:
    return this_phase(game, moment) and sub_segment(game, moment) == sub_segment(game)


def undeclared(game: Gs, h: int, kind: str) -> list[Refusal]:
    """Why aircraft or ships do not follow the guns against a hex: they were not declared before
    these fired, or the others were. [11.1.0] [11.2.3]"""
    meant = announced(game, h)
    if gunned(game, h) and meant != kind:
        text = f"they were not declared against {game.board.label(h)} before the guns fired"
        return [Refusal("11.1.0", text)]
    return []


def alive(game: Gs, names: Collection[str]) -> tuple[str, ...]:
    """Those of some units that are still on the map."""
    return tuple(n for n in names if unit_of(game, n).place == MAP)
