"""Printing: a game as a picture with heading and legend, or as a sheet with title and calendar.

A system says what lies on the map, and by which words it tells the moment; the rest is here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from grognard.board.drawn.drawing import Drawing
from grognard.board.drawn.legend import Item, laid_out
from grognard.board.drawn.margin import Day, Margin, poster
from grognard.engine.calendar import MONTHS, written
from grognard.table.tabletop import AnyGame, Player, Tabletop


@dataclass(frozen=True, slots=True)
class Spread:
    """A map with all that lies on it, as one player may see it, and what it all means."""

    drawing: Drawing
    pieces: str
    legend: Sequence[tuple[str, Sequence[Item]]]
    """The groups of the legend, the map first."""
    defs: str = ""


Lay = Callable[[Any, Player, Iterable[int] | None, bool], Spread]
"""Draws the map or a window of it and lays on it what lies there, or only what never changes."""


@dataclass(frozen=True, slots=True)
class Printer:
    """How the games of a system are drawn."""

    table: Tabletop
    lay: Lay
    moment: Callable[[Any], Sequence[str]]
    """The turn, its day and the phase, as its players say them."""
    unlisted: Collection[str] = ()
    """The groups of the legend that are left out where there is little room."""

    def drawn(
        self, game: AnyGame, player: Player = None, window: Iterable[int] | None = None
    ) -> str:
        """The game as one player may see it (None: the umpire), or the part of it in a window."""
        found = self.lay(game, player, window, True)
        listed = [group for title, group in found.legend if title not in self.unlisted]
        items = [item for group in reversed(listed) for item in group]
        heading = [game.scenario.title, *self.moment(game), *self._whose(game, player)]
        lines = laid_out(items, found.drawing.foot_room)
        return found.drawing.svg(found.pieces, found.defs, escape(" · ".join(heading)), lines)

    def printed(
        self, game: AnyGame, player: Player, window: Iterable[int] | None, units: bool, width: int
    ) -> str:
        """The same as a sheet to print, with title, legend, compass, scale and calendar; or the
        map alone, without what changes in a game."""
        found = self.lay(game, player, window, units)
        lines = [text for key, text in game.board.about if key == "title"]
        lines += self._span(game)
        if units:
            moment = " · ".join(self.moment(game))
            lines += [moment[0].upper() + moment[1:], *self._whose(game, player)]
        margin = Margin(game.scenario.title, lines, found.legend, self._calendar(game, units))
        return poster(found.drawing, margin, found.pieces, found.defs, width)

    def _span(self, game: AnyGame) -> list[str]:
        """From when to when a game lasts, if it has a calendar."""
        first, last = (self.table.calendar(game, turn) for turn in (1, game.scenario.turns))
        if first is None or last is None:
            return []
        return [f"{written(first).removesuffix(f' {last.year}')} – {written(last)}"]

    def _whose(self, game: AnyGame, player: Player) -> list[str]:
        """Whose view it is."""
        if player is None:
            return []
        if player not in game.scenario.sides:
            return ["as it lies open to all"]
        return [f"as the {self.table.side_title(game, player)} player sees it"]

    def _calendar(self, game: AnyGame, units: bool) -> list[Day]:
        """A box for every turn: its first day, or its number."""
        days = []
        for turn in range(1, game.scenario.turns + 1):
            when = "now" if turn == game.turn else "over" if turn < game.turn else "ahead"
            large, small, day = str(turn), "", self.table.calendar(game, turn)
            if day is not None:
                large, small = f"{day.day} {MONTHS[day.month - 1][:3]}", f"turn {turn}"
            days.append(Day(large, small, when if units else "ahead"))
        return days
