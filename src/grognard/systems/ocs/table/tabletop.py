"""OCS at the table: counters, orders, prices and words, as each player may see them. [4.9]

The parts are in the modules beside this one; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal, Refused
from grognard.systems.ocs import chapters as chapters  # their deeds count once they are imported
from grognard.systems.ocs.air.air_drop import AirDrop
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.pieces import groups
from grognard.systems.ocs.pieces.names import names as every_name
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table import budget as budgeting
from grognard.systems.ocs.table import cards, duties, faces, pieces, standing, telling, wording
from grognard.systems.ocs.table import forces as panels
from grognard.systems.ocs.table import marks as lying
from grognard.systems.ocs.table import terms as winning
from grognard.systems.ocs.table.overlays import OVERLAYS
from grognard.systems.ocs.table.vocabulary import CASTS, PARTS, PURPOSES, TITLES
from grognard.table.cards import OrderCard, Reach
from grognard.table.choosing import words
from grognard.table.tabletop import Face, Ground, Player, Tabletop

GROUNDS = {
    "woods": Ground("♣", "#93ad6b"),
    "rough": Ground("∴", "#c9b98a"),
    "desert": Ground(",", "#e3d6ae"),
    "sea": Ground("~", "#8fb6cf"),
    "escarpment": Ground("▲", "#a08c70"),
    "very_rough": Ground("▲", "#b3996f"),
}

APART = Refusal("6.1", "units, transport, aircraft and ships go each their own way")
"""Why counters of several kinds in hand can go nowhere together."""


class OcsTabletop(Tabletop):
    """What OCS tells a screen. [4.9a]"""

    grounds = {**Tabletop.grounds, **GROUNDS}
    names_of_parts = PARTS
    names_of_sums = TITLES
    purposes = PURPOSES
    casts = CASTS
    fought: ClassVar[Mapping[str, str]] = {
        "attack": "target", "overrun": "target", "beach-assault": "target",
    }  # fmt: skip
    short = standing.SHORT
    budgets = True
    listed, reticent = 14, True

    # ---- where the game stands [2.2]
    headline = staticmethod(standing.headline)
    side_title = staticmethod(telling.title)
    calendar = staticmethod(standing.calendar)

    # ---- the table
    names = staticmethod(every_name)
    counters = staticmethod(cards.counters)
    stacks = staticmethod(cards.stack_cards)
    marks = staticmethod(lying.marks)
    off_map = staticmethod(cards.off_map)
    owed = staticmethod(duties.owed)
    front = staticmethod(duties.front)

    # ---- words
    supposed = staticmethod(wording.supposed)
    results = staticmethod(wording.results)
    tone = staticmethod(wording.tone)

    # ---- orders
    own = staticmethod(groups.own)

    # ---- looking closely
    details = staticmethod(pieces.details)
    piece_notes = staticmethod(pieces.piece_notes)
    notes = staticmethod(pieces.notes)
    supply = staticmethod(pieces.supply)

    # ---- overlays and panels
    overlays = staticmethod(OVERLAYS.offered)
    overlay = staticmethod(OVERLAYS.overlay)
    forces = staticmethod(panels.forces)
    arrivals = staticmethod(panels.arrivals)
    budget = staticmethod(budgeting.budget)
    samples = staticmethod(panels.samples)
    roller = staticmethod(panels.roller)
    victory = staticmethod(panels.sums)
    terms = staticmethod(winning.terms)

    def phase_title(self, game: Ocs, step: int) -> str:
        """A segment by its full name. [2.2]"""
        return game.segments[step].name

    def about(self, game: Ocs, decision: Decision) -> Sequence[int]:
        """The hexes that a question names, and those of the counters that it names."""
        return pieces.asked_about(game, list(words(decision.ask.context())))

    def orders(
        self, game: Ocs, player: str, pieces: Sequence[str], hexes: Sequence[int]
    ) -> Sequence[OrderCard]:
        """The likeliest of what counters, sorted by what they are, could be told to do to hexes."""
        group = groups.grouped(game, player, pieces)
        found = list(super().orders(game, player, group.names, hexes))
        mixed = len(group.kinds) > 1 and groups.elsewhere(game, player, pieces, hexes)
        if mixed and not found and game.decision(player) is not None:
            title = f"Move to {game.board.label(hexes[0])}"
            found = [OrderCard(Move.do, title, None, refusals=(APART,))]
        # of what is refused, airborne units are meant to jump first
        found.sort(key=lambda card: card.action is None and card.do != AirDrop.do)
        return found[: self.listed]

    def ways(self, game: Ocs, player: str, pieces: Sequence[str]) -> Reach:
        """Where counters of one kind can go together, or whom they can hit. [6.1]"""
        if len(groups.grouped(game, player, pieces).kinds) > 1:
            return Reach(refusals=(APART,))
        return super().ways(game, player, pieces)

    def assault(self, game: Ocs, player: str, hexes: Sequence[int]) -> Action:
        """The strongest attack on one hex that can be made and paid for. [9.1c]"""
        if len(hexes) != 1:
            raise Refused([Refusal("9.1c", "an attack is on one hex")])
        return super().assault(game, player, hexes)

    def mendable(self, game: Ocs, player: str, action: Action) -> bool:
        """Whether those who are to take part in an order, or an answer, are his own: others may
        be added or left out."""
        found = self.read(game, player, action)
        named = [name for part in found[0].parts for name in action.get(part, ())] if found else []
        return bool(named) and set(named) == {*groups.grouped(game, player, named).names}

    def faces(self, game: Ocs, player: Player) -> Mapping[int, Face]:
        """Every hex with counters, in small; one's own stack first."""
        return faces.faces(game, player, cards.stack_cards(game, player))


TABLETOP = OcsTabletop()
