"""GOSS at the table: names and ground. Everything else is as the table has it of itself."""

from __future__ import annotations

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.table import terms as winning
from grognard.systems.goss.table.names import names as every_name
from grognard.systems.goss.table.names import title
from grognard.systems.goss.turn.calendar import box, period, weather
from grognard.table.tabletop import Ground, Tabletop

GROUNDS = {
    "clear": Ground(" ", "#dcd6b0"),
    "woods": Ground("♣", "#b3c48d"),
    "forest": Ground("♠", "#8fa86c"),
    "rough": Ground("∴", "#cbb98d"),
    "rough-2": Ground("∩", "#b9a274"),
    "marsh": Ground("≈", "#b4c3ad"),
    "swamp": Ground("≈", "#9fb39a"),
    "soft ground": Ground(",", "#cfcf9f"),
    "hedgerow": Ground("+", "#b9c79a"),
    "bocage": Ground("+", "#9db27f"),
}


class GossTabletop(Tabletop):
    """What GOSS tells a screen."""

    grounds = {**Tabletop.grounds, **GROUNDS}
    die = 10
    names = staticmethod(every_name)
    side_title = staticmethod(title)
    terms = staticmethod(winning.terms)

    def headline(self, game: Gs) -> str:
        """The scenario, the game turn, the phase and the weather. [3.1.1] [19.0]"""
        sky = weather(game)
        when = f"{box(game).date} {period(game)}: {game.phase}"
        return f"{game.scenario.title}, {when}, {sky.atmosphere}, {sky.ground}"


TABLETOP = GossTabletop()
