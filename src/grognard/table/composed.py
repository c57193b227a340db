"""Composed orders: how an answer is put together, part by part, by somebody who points.

An order may hold several parts: a way for each counter, one mission after another, some out of
many. Here a kind of action says what lies at hand for it, what could be added to an order so far by
counters in hand at a hex, and how an order is taken apart again. `table/composing.py` asks it step
by step; what is legal the rules say, as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from grognard.engine.decision import G, Offer
from grognard.table.cards import Area

O = TypeVar("O")  # noqa: E741 (an order)

Hand = Sequence[str]
"""The counters that somebody has in hand."""


class Composed(Offer[G], Generic[G, O]):
    """A kind of action whose orders are put together out of parts; each part is an order, too."""

    at_once: ClassVar[bool] = False
    """Whether it is given as soon as it is pointed at, since it can be taken back."""
    errand: ClassVar[bool] = False
    """Whether it is worth a card of its own in the phase where something of it is owed."""
    by_card: ClassVar[bool] = False
    """Whether pointing at a hex opens that card, and does nothing yet."""

    sweeps: ClassVar[bool] = False
    """Whether its hexes are drawn over with the pointer, many in one stroke."""

    partable: ClassVar[bool] = False
    """Whether its orders have parts at all."""

    def stake(self, game: G, player: str, order: O | None) -> Sequence[str]:
        """What is at stake, and how much there is to give: what a player is told first."""
        return ()

    def at_hand(self, game: G, player: str, order: O | None) -> Sequence[str]:
        """The counters that can have a part in it, those that have one already too."""
        return ()

    def taken_up(self, game: G, player: str, order: O | None) -> Hand:
        """Whom one has in hand without having chosen: the only one, or nobody."""
        known = self.at_hand(game, player, order)
        return tuple(known) if len(known) == 1 else ()

    def bits(self, game: G, order: O) -> Sequence[O]:
        """An order taken apart."""
        return (order,)

    def joined(self, game: G, player: str, order: O | None, part: O) -> O:
        """An order with one part more; what counters of it did before they do no longer."""
        return part

    def without(self, game: G, player: str, order: O, part: O) -> O | None:
        """An order without one of its parts; None if nothing is left."""
        return None

    def additions(
        self, game: G, player: str, order: O | None, hand: Hand, h: int | None
    ) -> Iterator[O]:
        """Orders whose parts could be added: of the counters in hand, at the hex that is pointed
        at, or anywhere; the likeliest first. The rules judge what comes of it."""
        return iter(())

    def spots(self, game: G, part: O) -> Sequence[str]:
        """The hexes that one points at to mean a part."""
        return ()

    def is_way(self, game: G, part: O) -> bool:
        """Whether the hexes of a part are a way over the map, step by step."""
        return False

    def sort(self, game: G, part: O) -> str:
        """What sort of part it is, where there are several; as the kind of a mission."""
        return ""

    def anywhere(self, game: G, player: str, sort: str) -> bool:
        """Whether a sort of part can be pointed at every hex there is."""
        return False

    def part_words(self, game: G, part: O, names: Mapping[str, str]) -> str:
        """One part in words; empty where the sentence of the order says it well."""
        return ""

    def worth(self, game: G, player: str, part: O) -> Sequence[str]:
        """What a part would do, as far as its player may know."""
        return ()

    def doubts(self, game: G, player: str, part: O) -> Sequence[str]:
        """What speaks against a part, though it is allowed."""
        return ()

    def swept(
        self, game: G, player: str, order: O | None, hexes: Sequence[int], sort: str
    ) -> O | None:
        """The order after a stroke over hexes, where these are drawn over; None if nothing is left
        of it."""
        return order

    def areas(self, game: G, player: str, order: O | None, sort: str) -> Sequence[Area]:
        """The areas that are drawn on, as they would be."""
        return ()

    def counted(self, game: G, player: str, order: O) -> Mapping[str, tuple[int, int]]:
        """The numbers in an order that may be others, by their keys: the least and the most."""
        return {}
