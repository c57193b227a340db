"""Menus: what counters in hand can do where they stand, one row for each kind of action.

What is done to other hexes is pointed at on the map. Kinds keep their places whoever is in hand;
what there is too much of to list is put together on a card of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.table.cards import ActionCard
from grognard.table.choosing import choices, concerned
from grognard.table.composition import DeedRow, DeedRows, Ordering
from grognard.table.worded import Hand, Worded
from grognard.table.words import AnyGame, Commanding

LISTED = 12
"""How many orders of a kind are listed under it."""


def menu(
    game: AnyGame,
    table: Commanding,
    player: str,
    hand: Hand,
    here: Sequence[int],
    about: int | None = None,
    each: bool = False,
) -> DeedRows:
    """What counters can do in the hexes where they stand, together or `each` by itself, and what
    can be done `about` a hex that names no counter."""
    within = tuple(game.board.label(h) for h in here)
    found = list(_of_hex(game, table, player, about))
    if each or len(hand) == 1:
        for piece in hand:
            found += choices(game, table, player, piece=piece, within=within)[0]
    elif hand:
        found += _together(game, table, player, hand)
    arranging = dict(_orderings(game, player, here)) if hand else {}
    return DeedRows(tuple(_rows(game, table, player, found, arranging)))


def _of_hex(
    game: AnyGame, table: Commanding, player: str, about: int | None
) -> Iterator[ActionCard]:
    """What can be done about a hex by nobody in particular."""
    if about is not None:
        found, _ = choices(game, table, player, at=game.board.label(about))
        yield from (card for card in found if not card.pieces)


def _together(game: AnyGame, table: Commanding, player: str, hand: Hand) -> Iterator[ActionCard]:
    """What all in hand could do where they stand."""
    for order in table.orders(game, player, hand, ()):
        if order.action is not None:
            hexes, _ = concerned(game, table, order.action)
            yield ActionCard(order.action, order.title, "", hexes, tuple(hand), order.weighed)


def _orderings(game: AnyGame, player: str, here: Sequence[int]) -> Iterator[tuple[str, Ordering]]:
    """The kinds of action that lay a stack in another order, with how it lies."""
    for ask in game.open_asks(player):
        for offer in ask.offers:
            if isinstance(offer, Worded) and offer.arranges and len(here) == 1:
                found = offer.ordering(game, player, here[0])
                if found is not None:
                    yield offer.do, found


def _rows(
    game: AnyGame,
    table: Commanding,
    player: str,
    found: Sequence[ActionCard],
    arranging: dict[str, Ordering],
) -> Iterator[DeedRow]:
    """The cards by their kinds; a kind that orders a stack needs no others."""
    kinds: dict[str, list[ActionCard]] = {do: [] for do in arranging}
    for card in found:
        listed = kinds.setdefault(str(card.action["do"]), [])
        if card not in listed:
            listed.append(card)
    offers = [offer for ask in game.open_asks(player) for offer in ask.offers]
    offers.sort(key=lambda offer: offer.rank if isinstance(offer, Worded) else 50)
    for offer in offers:
        if offer.do not in kinds:
            continue
        cards, ordering = kinds.pop(offer.do), arranging.get(offer.do)
        row = DeedRow(offer.do, table.deed(game, offer.do), offer.cited(game), (), False)
        if ordering is not None:
            yield replace(row, ordering=ordering)
        elif len(cards) == 1:
            sums = tuple(table.cost(game, player, cards[0].action))
            yield replace(row, choices=tuple(cards), sums=sums)
        else:
            yield replace(row, choices=tuple(cards[:LISTED]), more=len(cards) > LISTED)
