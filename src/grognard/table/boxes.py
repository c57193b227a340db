"""Boxes: displays beside the map whose compartments hold counters that stand in no hex.

A system says which boxes there are, what lies in each compartment, and which kinds of action bring
counters there. A screen lays them out; whoever picks counters up and puts them somewhere composes
the same orders as everywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.engine.decision import Deed
from grognard.table.cards import Labels, Tone
from grognard.table.worded import Worded
from grognard.table.words import AnyGame
from grognard.table.writing import Card


@dataclass(frozen=True, slots=True)
class Compartment(Card):
    """An area of a box, and who lies there."""

    id: str
    title: str
    side: str | None
    counters: Labels = ()
    about: str = ""
    """What it means to be there, in a sentence."""
    does: Labels = ()
    """The kinds of action that bring counters here."""
    sort: str = ""
    """The sort of part that bringing them here means, where there are several."""
    hexes: Labels = ()
    """What of the map it is about."""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Box(Card):
    """A box of a display."""

    id: str
    title: str
    side: str | None
    notes: Labels
    compartments: tuple[Compartment, ...]


@dataclass(frozen=True, slots=True)
class Display(Card):
    """A sheet of boxes, as one for all aircraft."""

    id: str
    title: str
    about: str
    boxes: tuple[Box, ...]


def errands(game: AnyGame, player: str) -> Mapping[str, str]:
    """For each counter that can have a part in a kind of order on a card of its own, that kind: it
    is what picking the counter up begins. Of several the first counts."""
    found: dict[str, str] = {}
    for ask in game.open_asks(player):
        for offer in ask.offers:
            if isinstance(offer, Worded) and isinstance(offer, Deed) and offer.errand:
                for piece in offer.at_hand(game, player, None):
                    found.setdefault(piece, offer.do)
    return found
