"""The map with its counters as a sheet to print. Everything lies open. [8.1.2]"""

from __future__ import annotations

from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table import marks
from grognard.systems.nextwar.table.tabletop import TABLETOP
from grognard.table.laying import Layout
from grognard.table.printing import Printer

TAGS = {
    marks.CLEARING: ("", "clearing operation, with its number"),
    marks.MINED: ("M", "mines, with their density"),
}
VALUES = (("6-8-4-5", "attack-defense-movement-efficiency"), ("R4", "range of artillery"))


def _moment(game: Nw) -> list[str]:
    """The turn, its first day and the phase."""
    day = TABLETOP.day(game, game.turn)
    return [f"Turn {game.turn} of {game.scenario.turns}", *([day] if day else []), game.phase]


PRINTER = Printer(TABLETOP, Layout(TABLETOP, TAGS, VALUES).lay, _moment)
