"""Next War at the table: counters, orders and words. The parts are in the modules beside this one;
nothing is decided here, and nothing is hidden. [8.1.2]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.engine.decision import Decision
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, WAR
from grognard.systems.nextwar.table import (
    able,
    boxes,
    cards,
    livery,
    meanings,
    panels,
    pieces,
    standing,
    wording,
)
from grognard.systems.nextwar.table import marks as lying
from grognard.systems.nextwar.table.names import names as every_name
from grognard.systems.nextwar.table.names import title
from grognard.systems.nextwar.table.overlays import OVERLAYS
from grognard.table.cards import Band, CounterCard
from grognard.table.choosing import words
from grognard.table.tabletop import Ground, Tabletop

GROUNDS = {
    "flat": Ground(" ", "#d9d3ab"),
    "flat_woods": Ground("♣", "#a9bd82"),
    "rough": Ground("∴", "#c9b98a"),
    "rough_woods": Ground("♠", "#97a86b"),
    "highland": Ground("∩", "#b89f6c"),
    "highland_woods": Ground("♠", "#86955b"),
    "marsh": Ground("≈", "#aebfa6"),
    "jungle": Ground("♣", "#6f9152"),
    "mountain": Ground("▲", "#a08c70"),
    "high_mountain": Ground("▲", "#8b7763"),
    "urban": Ground("▦", "#a38f86"),
    "sea": Ground("~", "#8fb6cf"),
}


class NextWarTabletop(Tabletop):
    """What Next War tells a screen."""

    grounds = {**Tabletop.grounds, **GROUNDS}
    names_of_parts = wording.PARTS
    names_of_sums = wording.TITLES
    purposes = wording.PURPOSES
    casts = wording.CASTS
    fought: ClassVar[Mapping[str, str]] = {"combat": "hex"}
    budgets = tracks = True
    die = 10
    short = standing.SHORT

    # ---- where the game stands [3.0]
    livery = staticmethod(livery.livery)
    side_title = staticmethod(title)
    calendar = staticmethod(panels.calendar)

    # ---- the table
    names = staticmethod(every_name)
    counters = staticmethod(cards.counters)
    stacks = staticmethod(cards.stacks)
    marks = staticmethod(lying.marks)
    side_marks = staticmethod(lying.side_marks)
    off_map = staticmethod(cards.off_map)
    displays = staticmethod(boxes.displays)
    owed = staticmethod(able.owed)
    front = staticmethod(able.front)

    # ---- words
    supposed = staticmethod(wording.supposed)
    meaning = staticmethod(meanings.meaning)
    coming = staticmethod(able.coming)
    idle = staticmethod(able.idle)
    results = staticmethod(wording.results)
    tone = staticmethod(wording.tone)

    # ---- looking closely
    details = staticmethod(pieces.details)
    piece_notes = staticmethod(pieces.piece_notes)
    notes = staticmethod(pieces.notes)

    # ---- overlays and panels
    overlays = staticmethod(OVERLAYS.offered)
    overlay = staticmethod(OVERLAYS.overlay)
    forces = staticmethod(panels.forces)
    arrivals = staticmethod(panels.arrivals)
    budget = staticmethod(panels.budget)
    samples = staticmethod(panels.samples)
    victory = staticmethod(panels.victory)
    terms = staticmethod(panels.terms)

    def bands(self, game: Nw) -> tuple[Band, ...]:
        """The phases of this turn; the one under way by its segments, for both sides act in it.

        What does not occur in a turn of this kind is left out. [3.0] [5.0]
        """
        return standing.bands(self, game)

    def headline(self, game: Nw) -> str:
        """The scenario, the turn, the phase and the weather. [3.0] [4.0]"""
        war, when = game.state[WAR][NOW], self.day(game, game.turn)
        date = f", {when}" if when else ""
        where = f"turn {game.turn} of {game.scenario.turns}{date}: {game.phase}"
        return f"{game.scenario.title}, {where}, {war.weather}"

    def about(self, game: Nw, decision: Decision) -> Sequence[int]:
        """The hexes that a question names, and those of the counters that it names."""
        return pieces.asked_about(game, list(words(decision.ask.context())))

    def tokens(self, game: Nw, player: str) -> Mapping[str, CounterCard]:
        """The player's special operations forces, which lie beside the map."""
        return cards.raiders(game, player)


TABLETOP = NextWarTabletop()
