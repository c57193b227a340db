"""Coming: the phases of a player that are still to come in the turn, and what is at stake there."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.decision import Decision
from grognard.table.cards import Labels
from grognard.table.words import AnyGame
from grognard.table.writing import Card


@dataclass(frozen=True, slots=True)
class Coming(Card):
    """A phase of one's own that is still to come."""

    title: str
    rule: str
    about: str
    """What it is for."""
    notes: Labels
    """What could be done in it, as things stand now; none: it can be passed over."""


def nothing_legal(game: AnyGame, decision: Decision) -> bool:
    """Whether no action is open to a player but those that end his phase."""
    return not any(
        True
        for offer in decision.ask.offers
        if not getattr(offer, "ends", False)
        for _ in offer.legal(game, decision.player)
    )
