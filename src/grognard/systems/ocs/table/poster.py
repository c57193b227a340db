"""The map with its counters as a sheet to print, as one player may see it. [4.9]

Counters, stacks and marks are those of the table, so the print tells no more than the table does:
of the enemy what lies open, and the thickness of one's own stacks only.
"""

from __future__ import annotations

from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table import marks
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.table.laying import Layout
from grognard.table.printing import Printer

TAGS = {
    marks.HEDGEHOG: ("H", "hedgehog, with its level"),
    marks.BASE: ("A", "Air Base, with its level"),
    marks.PORT: ("P", "port, with the Supply Points it handles"),
    marks.BUSTED: ("×", "trains busted"),
    marks.PLAN: ("D", "planned drop, with its turn"),
}
VALUES = (("4-3-5", "strength-Action Rating-movement"), ("9(3)", "barrage (range)"))


def _moment(game: Ocs) -> list[str]:
    """The turn, its first day and the phase."""
    day = TABLETOP.day(game, game.turn)
    when = [f"from {day}"] if day else []
    return [f"Turn {game.turn} of {game.scenario.turns}", *when, game.phase]


PRINTER = Printer(TABLETOP, Layout(TABLETOP, TAGS, VALUES).lay, _moment)
