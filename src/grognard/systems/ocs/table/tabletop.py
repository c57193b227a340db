"""OCS at the table: counters, orders, prices and words, as each player may see them. [4.9]

The parts are in the modules beside this one; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from grognard.engine.decision import Action, Decision
from grognard.engine.event import Event
from grognard.systems.ocs import chapters as chapters  # their deeds count once they are imported
from grognard.systems.ocs.pieces import groups
from grognard.systems.ocs.pieces.names import names
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table import (
    budget,
    cards,
    duties,
    faces,
    forces,
    marks,
    orders,
    overlays,
    pieces,
    reaching,
    standing,
    telling,
    wording,
)
from grognard.systems.ocs.table.vocabulary import PARTS
from grognard.table.cards import (
    Arrival,
    Band,
    CounterCard,
    Force,
    Mark,
    OffMap,
    OrderCard,
    Overlay,
    OverlayCard,
    Owed,
    Reach,
    Sample,
    StackCard,
    Tone,
)
from grognard.table.choosing import words
from grognard.table.tabletop import Face, Ground, Piece, Player, Sum, Tabletop

GROUNDS = {
    "woods": Ground("♣", "#93ad6b"),
    "rough": Ground("∴", "#c9b98a"),
    "desert": Ground(",", "#e3d6ae"),
    "sea": Ground("~", "#8fb6cf"),
    "escarpment": Ground("▲", "#a08c70"),
    "very_rough": Ground("▲", "#b3996f"),
}


class OcsTabletop(Tabletop):
    """What OCS tells a screen."""

    grounds = {**Tabletop.grounds, **GROUNDS}
    names_of_parts = PARTS
    budgets = True

    # ---- the table

    def headline(self, game: Ocs) -> str:
        """The scenario, the day, the segment, the weather. [2.2]"""
        return standing.headline(game)

    def side_title(self, game: Ocs, side: str) -> str:
        """The nation of a side, or its own name where several fight together."""
        return telling.title(game, side)

    def calendar(self, game: Ocs, turn: int) -> date | None:
        """The first day of a turn. [1.0]"""
        return standing.calendar(game, turn)

    def bands(self, game: Ocs) -> tuple[Band, ...]:
        """The phases of the turn. [2.2]"""
        return standing.bands(game)

    def phase_title(self, game: Ocs, step: int) -> str:
        """A segment by its name. [2.2]"""
        return standing.phase_title(game, step)

    def phase_side(self, game: Ocs, step: int) -> str | None:
        """Who acts in a segment. [2.3-react]"""
        return standing.phase_side(game, step)

    def counters(self, game: Ocs, player: Player) -> Sequence[CounterCard]:
        """Every counter that may be seen. [4.9a]"""
        return cards.counters(game, player)

    def stacks(self, game: Ocs, player: Player) -> Sequence[StackCard]:
        """Every stack, with what of it may be seen. [4.9a]"""
        return cards.stack_cards(game, player)

    def marks(self, game: Ocs, player: Player) -> Sequence[Mark]:
        """Facilities, railways, objectives. [3.3(C)]"""
        return marks.marks(game, player)

    def off_map(self, game: Ocs, player: Player) -> Sequence[OffMap]:
        """Boxes, what is to come, and the dead piles."""
        return cards.off_map(game, player)

    def owed(self, game: Ocs, player: Player) -> Sequence[Owed]:
        """What keeps the segment open, and what could still be done."""
        return duties.owed(game, player)

    def front(self, game: Ocs, player: Player) -> Sequence[int]:
        """Where the sides touch; before they do, where the player's units are."""
        return duties.front(game, player)

    def about(self, game: Ocs, decision: Decision) -> Sequence[int]:
        """The hexes that a question names, and those of the counters that it names."""
        return pieces.asked_about(game, list(words(decision.ask.context())))

    # ---- words

    def names(self, game: Ocs) -> Mapping[str, str]:
        """Every counter by its name."""
        return names(game)

    def explained(self, key: str) -> str:
        """What a part of a reckoning is called."""
        return wording.explained(key) or super().explained(key)

    def supposed(self, note: Mapping[str, Any]) -> str:
        """What odds suppose. [4.9a]"""
        return wording.supposed(note)

    def results(self, game: Ocs, facts: Sequence[Mapping[str, Any]]) -> str:
        """The result of a combat, in words. [9.10]"""
        return wording.results(facts)

    def tone(self, game: Ocs, facts: Sequence[Mapping[str, Any]]) -> Tone:
        """Whether an outcome is good for whoever acts."""
        return wording.tone(facts)

    # ---- orders

    def own(self, game: Ocs, player: str) -> Mapping[str, str]:
        """The player's counters and where they are."""
        return groups.own(game, player)

    def orders(
        self, game: Ocs, player: str, pieces: Sequence[str], hexes: Sequence[int]
    ) -> Sequence[OrderCard]:
        """What counters could be told to do to hexes."""
        return orders.proposals(game, self, player, pieces, hexes)

    def march(self, game: Ocs, player: str, pieces: Sequence[str], to: int) -> Action:
        """A move by the cheapest way. [6.1]"""
        return orders.march(game, self, player, pieces, to)

    def assault(self, game: Ocs, player: str, hexes: Sequence[int]) -> Action:
        """The strongest attack that can be made and paid for. [9.1]"""
        return orders.assault(game, player, hexes)

    def ways(self, game: Ocs, player: str, pieces: Sequence[str]) -> Reach:
        """Where counters can go together, or whom they can hit."""
        return reaching.ways(game, player, pieces)

    def reach(self, game: Ocs, player: str, piece: str) -> Mapping[int, str]:
        """Where a counter can go and what that costs."""
        return reaching.reach(game, player, piece)

    def mendable(self, game: Ocs, player: str, action: Action) -> bool:
        """Whether those who are to take part in an order, or an answer, are his own: others may
        be added or left out."""
        found = self.read(game, player, action)
        named = [name for part in found[0].parts for name in action.get(part, ())] if found else []
        return bool(named) and set(named) == {*groups.grouped(game, player, named).names}

    # ---- looking closely

    def faces(self, game: Ocs, player: Player) -> Mapping[int, Face]:
        """Every hex with counters, in small; one's own stack first."""
        return faces.faces(game, player, cards.stack_cards(game, player))

    def pieces(self, game: Ocs, player: Player) -> Sequence[Piece]:
        """Every counter that a player knows."""
        return pieces.pieces(game, player)

    def details(self, game: Ocs, player: Player, piece: str) -> Sequence[Sum]:
        """What a counter is worth now."""
        return pieces.details(game, player, piece)

    def piece_notes(self, game: Ocs, player: Player, piece: str) -> Sequence[str]:
        """Movement, supply, cargo."""
        return pieces.piece_notes(game, player, piece)

    def notes(self, game: Ocs, player: Player, h: int) -> Sequence[str]:
        """What there is to say of a hex."""
        return pieces.notes(game, player, h)

    def supply(self, game: Ocs, player: Player) -> Sequence[str]:
        """How one's own supply stands, in short."""
        return pieces.supply(game, player)

    # ---- overlays and panels

    def overlays(self, game: Ocs, player: Player) -> Sequence[OverlayCard]:
        """What can be laid over the map."""
        return overlays.OVERLAYS.offered(game, player)

    def overlay(
        self, game: Ocs, player: Player, name: str, events: Sequence[tuple[int, Event]]
    ) -> Overlay | None:
        """One overlay."""
        return overlays.OVERLAYS.overlay(game, player, name, events)

    def forces(self, game: Ocs, player: Player) -> Sequence[Force]:
        """The order of battle."""
        return forces.forces(game, player)

    def arrivals(self, game: Ocs, player: Player) -> Sequence[Arrival]:
        """What comes when. [13.6]"""
        return forces.arrivals(game, player)

    def budget(self, game: Ocs, player: Player) -> Sequence[Sum]:
        """What a side has to spend in a turn, and on what. [12.0]"""
        return budget.budget(game, player)

    def samples(self, game: Ocs, player: Player) -> Sequence[Sample]:
        """What charts follow."""
        return forces.samples(game, player)

    def purpose(self, game: Ocs, event: Event) -> tuple[str, str] | None:
        """Whose dice they are, and for what."""
        return forces.purpose(game, event)

    def victory(self, game: Ocs) -> Sequence[Sum]:
        """How victory stands, as far as both know."""
        return forces.sums(game)


TABLETOP = OcsTabletop()
