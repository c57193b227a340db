"""GOSS at the table: counters, orders and words. The parts are in the modules beside this one;
nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.engine.decision import Decision
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.table import (
    able,
    cards,
    livery,
    meanings,
    panels,
    pieces,
    standing,
    wording,
)
from grognard.systems.goss.table import marks as lying
from grognard.systems.goss.table import terms as winning
from grognard.systems.goss.table.names import names as every_name
from grognard.systems.goss.table.names import title
from grognard.systems.goss.table.overlays import OVERLAYS
from grognard.systems.goss.turn.calendar import box, period, weather
from grognard.table.cards import Band
from grognard.table.choosing import words
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
    names_of_parts = wording.PARTS
    names_of_sums = wording.TITLES
    purposes = wording.PURPOSES
    casts = wording.CASTS
    fought: ClassVar[Mapping[str, str]] = {"assault": "hex"}
    budgets = tracks = True
    die = 10
    short = standing.SHORT

    # ---- where the game stands [3.1.1]
    livery = staticmethod(livery.livery)
    side_title = staticmethod(title)
    calendar = staticmethod(standing.calendar)

    # ---- the table
    names = staticmethod(every_name)
    counters = staticmethod(cards.counters)
    stacks = staticmethod(cards.stacks)
    marks = staticmethod(lying.marks)
    side_marks = staticmethod(lying.side_marks)
    off_map = staticmethod(cards.off_map)
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
    terms = staticmethod(winning.terms)

    def bands(self, game: Gs) -> tuple[Band, ...]:
        """The phases of this game turn, the one under way by its segments. [3.3.0]"""
        return standing.bands(self, game)

    def day(self, game: Gs, turn: int) -> str:
        """The day and the period of a game turn. [3.1.1]"""
        return f"{super().day(game, turn)}, {box(game, turn).period}"

    def headline(self, game: Gs) -> str:
        """The scenario, the game turn, the phase and the weather. [3.1.1] [19.0]"""
        sky = weather(game)
        when = f"{box(game).date} {period(game)}: {game.phase}"
        return f"{game.scenario.title}, {when}, {sky.atmosphere}, {sky.ground}"

    def about(self, game: Gs, decision: Decision) -> Sequence[int]:
        """The hexes that a question names, and those of the counters that it names."""
        return pieces.asked_about(game, list(words(decision.ask.context())))


TABLETOP = GossTabletop()
