"""Rolling the volleys. [11.6.0]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.falls import Reading
from grognard.engine.tally import Tally
from grognard.kit.chance import summed
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import SIDES, pips
from grognard.systems.goss.fire.mission import Mission
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs

TABLE = "fire-support"
MOST_SHIFTS = 2
"""How many AS markers a unit bears. [11.6.1]"""


@dataclass(frozen=True, slots=True)
class Result:
    """What a mission comes to: numerical hits, and artillery shifts. [11.6.0]"""

    hits: int
    shifts: int


def volley(game: Gs, points: int, drm: int) -> Reading:
    """What a volley's die is worth: hits and shifts of its FSV. [11.6.0]"""
    tables = game.scenario.tables
    worth = []
    for roll in range(SIDES):
        fsv = max(roll + points + drm, 0)
        worth.append((number(tables, TABLE, fsv, "hits"), number(tables, TABLE, fsv, "shifts")))
    return lambda face: worth[pips(face)]


def resolve(
    game: Gs, mission: Mission, tally: Tally, drms: Sequence[int], converts: bool
) -> Result:
    """Roll every volley and add up what they do; without heavy artillery hits on a fort become
    shifts. [11.6.0] [11.4.1f]"""

    def said(total: tuple[int, int]) -> tuple[int, int]:
        hits, shifts = total
        hits, shifts = (0, shifts + hits) if converts else (hits, shifts)
        return hits, min(shifts, MOST_SHIFTS)

    pairs = list(zip(mission.volleys, drms, strict=True))
    readings = {pair: volley(game, *pair) for pair in {*pairs}}  # most volleys are alike
    each = [readings[pair] for pair in pairs]
    faces, (hits, shifts) = summed(game, len(each), SIDES, each, (0, 0), said)
    rolls = [pips(face) for face in faces]
    facts = {
        "hex": game.board.label(mission.hex), "volleys": list(mission.volleys), "rolls": rolls,
        "drm": tally.to_json(), "net": list(drms),
    }  # fmt: skip
    game.emit(Event("volleys", "11.6.0", facts, dice=tuple(rolls)))
    result = {"hex": game.board.label(mission.hex), "hits": hits, "shifts": shifts}
    game.emit(Event("fire-result", "11.6.0", result, outcome=True))
    return Result(hits, shifts)


def heavy(game: Gs, mission: Mission) -> bool:
    """Whether heavy artillery takes part. [11.4.1f]"""
    return any(counter_of(game, name).heavy for name in mission.guns)
