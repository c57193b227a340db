"""Composing: an answer put together step by step, by pointing at counters and hexes.

Each step tells what is at hand, where it may go and what that would do, and what the answer is so
far. Nothing is kept here between two steps: whoever asks says how far he has come. Nothing is
decided either: every answer is judged like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Action, Decision, Deed, check_form
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal, Refused
from grognard.table.choosing import worded
from grognard.table.composed import Hand
from grognard.table.composition import Amount, Composition, Goals, HandCard, OptionCard, PartCard
from grognard.table.worded import Worded
from grognard.table.words import AnyGame, Composing

LISTED = 12
"""How many meanings of one click are told."""
TOLD = 3
"""How many reasons are told why a click means nothing."""
UNCLEAR = Refusal("form", "that hex has no part in this question")

Verb = Worded[Any, Any]


@dataclass(frozen=True)
class Step:
    """How far somebody has come: the answer so far, whom he has in hand, where he points."""

    draft: Action | None = None
    hand: Hand | None = None
    """None: whoever is next."""
    hex: int | None = None
    sort: str = ""
    """The sort that he means, where there are several."""
    look: bool = False
    """Whether he only looks what pointing so would mean."""
    hexes: Sequence[int] = ()
    """The hexes that he has drawn over in one stroke."""


def compose(
    game: AnyGame, table: Composing, decision: Decision, step: Step, do: str = ""
) -> Composition:
    """The next step of an answer, or of one kind of order in a phase (`do`).

    Refused if the answer so far is not written as it should be.
    """
    return _Bench(game, table, decision, do).next(step)


class _Bench:
    """One question while its answer is put together."""

    def __init__(self, game: AnyGame, table: Composing, decision: Decision, do: str) -> None:
        self.game, self.table, self.decision, self.do = game, table, decision, do
        self.player = decision.player
        self.offers = [
            offer
            for offer in decision.ask.offers
            if isinstance(offer, Worded) and (offer.do == do or not do)
            and (do or not isinstance(offer, Deed))
        ]  # fmt: skip

    def next(self, step: Step) -> Composition:
        """What comes of a step; Refused where there is nothing to put together."""
        if not self.offers and not self.do:
            return self.whole(step.draft)
        if not self.offers:
            raise Refused([Refusal("form", "there is nothing to be put together here")])
        draft = step.draft if step.draft is not None or self.do else self.decision.ask.default
        if step.hexes:
            draft = self.swept(draft, step)
            return self.told(draft, self.held(draft, None), (), (), False, step.sort)
        hand = self.held(draft, step.hand)
        options, barred = list[OptionCard](), list[Refusal]()
        if step.hex is not None:
            options, barred = self.options(draft, hand, step)
        elif step.hand or self.alone(draft, hand):
            options, _ = self.options(draft, hand, step)
        elif self.do and draft is None and not self.known(draft):
            # What is about no counter and no hex is listed, and nothing of it is meant yet.
            options = self.options(draft, hand, step)[0]
            return self.told(draft, hand, options, (), False, step.sort)
        # Whoever could go somewhere is not meant yet: he waits to be sent.
        waits = step.hex is None and any(self.goals(draft, hand))
        at_once = len(options) == 1 and self.verb(options[0].action).at_once
        if (
            options
            and not step.look
            and not waits
            and (at_once or not self.verb(options[0].action).at_once)
        ):
            draft = options[0].action
            hand = self.held(draft, None if step.hex is not None else step.hand)
        return self.told(draft, hand, options, barred, at_once, step.sort)

    def swept(self, draft: Action | None, step: Step) -> Action | None:
        """The answer after a stroke over hexes."""
        offer = next((one for one in self.offers if one.sweeps), None)
        if offer is None:
            return draft
        base = self.order(offer, draft)
        order = offer.swept(self.game, self.player, base, step.hexes, step.sort)
        return None if order is None else offer.written(self.game, order)

    def whole(self, draft: Action | None) -> Composition:
        """An answer that has no parts, as to an edit: it is taken from a list, and given."""
        why = () if draft is None else tuple(self.decision.why(self.game, draft))
        return Composition(
            title="", action=draft, text="", refusals=why, weighed=False, at_once=False,
            composed=False, notes=(), hand=(), goals=(), parts=(), amounts=(), options=(),
            barred=(), places={}, sweeps=False, areas=(),
        )  # fmt: skip

    # ---- whom one has

    def verb(self, action: Action) -> Verb:
        """The kind of an answer; Refused if there is none such here, or if it is written wrong."""
        found = next((offer for offer in self.offers if offer.do == action.get("do")), None)
        if found is None:
            raise Refused([Refusal("form", f"{action.get('do')!r} is not put together here")])
        wrong = check_form(found.form, action, found.do)
        if wrong:
            raise Refused(wrong)
        return found

    def order(self, offer: Verb, draft: Action | None) -> Any:
        """The answer so far as an order of a kind; None if it is of another."""
        if draft is None or self.verb(draft) is not offer:
            return None
        return offer.order_of(self.game, draft)

    def known(self, draft: Action | None) -> list[str]:
        """Everything at hand."""
        found = (o.at_hand(self.game, self.player, self.order(o, draft)) for o in self.offers)
        return list(dict.fromkeys(piece for pieces in found for piece in pieces))

    def alone(self, draft: Action | None, hand: Hand) -> bool:
        """Whether an order of the phase has only one who could do it, and nowhere to send him."""
        return bool(self.do and draft is None and hand) and not any(self.goals(draft, hand))

    def held(self, draft: Action | None, hand: Hand | None) -> Hand:
        """Whom one has in hand: those chosen, or whoever is next."""
        if hand is not None:
            known = self.known(draft)
            return [piece for piece in dict.fromkeys(hand) if piece in known]
        for offer in self.offers:
            found = offer.taken_up(self.game, self.player, self.order(offer, draft))
            if found:
                return found
        return ()

    # ---- what pointing means

    def options(
        self, draft: Action | None, hand: Hand, step: Step
    ) -> tuple[list[OptionCard], list[Refusal]]:
        """What may be meant, the likeliest first, and why the rest cannot be."""
        found, barred = dict[str, OptionCard](), list[Refusal]()
        for offer in self.offers:
            try:
                for whole, bits in self.meant(offer, draft, hand, step.hex):
                    action = offer.written(self.game, whole)
                    key = canonical(action)
                    why = [] if key in found else self.decision.why(self.game, action)
                    if why:
                        barred += why
                    elif key not in found:
                        found[key] = self.option(offer, bits, action)
                    if len(found) >= LISTED:
                        break
            except Refused as refused:
                barred += refused.refusals
        cards = sorted(found.values(), key=lambda card: card.sort != step.sort)
        once = {refusal.text: refusal for refusal in barred}
        return cards, [] if cards else list(once.values())[:TOLD] or [UNCLEAR]

    def meant(
        self, offer: Verb, draft: Action | None, hand: Hand, h: int | None
    ) -> Iterator[tuple[Any, Sequence[Any]]]:
        """The answers that come of pointing so, each with the parts that it is told by: with these
        added, and where that cannot be, as an answer of its own."""
        base, together = self.order(offer, draft), len(hand) < 2
        if not hand and h is not None:
            yield from self.company(offer, base, h)
        for order in offer.additions(self.game, self.player, base, hand, h):
            bits = self.fitting(offer, order, hand, h)
            if not bits or not set(hand) <= self.pieces(offer, bits):
                continue
            together = True
            whole = self.joined(offer, base, bits)
            yield whole, bits
            if whole != order and self.decision.why(self.game, offer.written(self.game, whole)):
                yield order, (order,)
        if not together:
            yield from self.one_by_one(offer, base, hand, h)

    def one_by_one(
        self, offer: Verb, base: Any, hand: Hand, h: int | None
    ) -> Iterator[tuple[Any, Sequence[Any]]]:
        """Several counters in hand that each have a part of their own: the likeliest of each."""
        whole, added = base, list[Any]()
        for piece in hand:
            ways = offer.additions(self.game, self.player, whole, (piece,), h)
            bits = next(filter(None, (self.fitting(offer, one, (piece,), h) for one in ways)), None)
            if bits is None:
                return
            whole, added = self.joined(offer, whole, bits), [*added, *bits]
        yield whole, added

    def company(self, offer: Verb, base: Any, h: int) -> Iterator[tuple[Any, Sequence[Any]]]:
        """All who can go a way to a hex together, where nobody is in hand."""
        whole, added = base, list[Any]()
        for piece in offer.at_hand(self.game, self.player, base) if offer.partable else ():
            for order in offer.additions(self.game, self.player, whole, (piece,), h):
                bits = [
                    b for b in self.fitting(offer, order, (piece,), h) if offer.is_way(self.game, b)
                ]
                tried = self.joined(offer, whole, bits)
                if bits and not self.decision.why(self.game, offer.written(self.game, tried)):
                    whole, added = tried, [*added, *bits]
                    break
        if len(added) > 1:
            yield whole, added

    def joined(self, offer: Verb, base: Any, bits: Iterable[Any]) -> Any:
        """An answer with parts more."""
        for bit in bits:
            base = offer.joined(self.game, self.player, base, bit)
        return base

    def fitting(self, offer: Verb, order: Any, hand: Hand, h: int | None) -> list[Any]:
        """The parts of an order that are about the counters in hand and the hex pointed at; where
        no hex is, those that are about none."""
        label = None if h is None else self.game.board.label(h)
        found = []
        for bit in offer.bits(self.game, order):
            spots = offer.spots(self.game, bit)
            there = label in spots if label is not None else not spots
            if there and (not hand or self.pieces(offer, [bit]) & set(hand)):
                found.append(bit)
        return found

    def pieces(self, offer: Verb, bits: Sequence[Any]) -> set[str]:
        """The counters that parts are about."""
        written = (offer.written(self.game, bit) for bit in bits)
        return {piece for one in written for piece in offer.touched(self.game, one)[1]}

    def option(self, offer: Verb, bits: Sequence[Any], action: Action) -> OptionCard:
        """A meaning in words, with what it would do."""
        game, player = self.game, self.player
        touched = [offer.touched(game, offer.written(game, bit)) for bit in bits]
        return OptionCard(
            text="; ".join(self.words(offer, bit) for bit in bits),
            sort=offer.sort(game, bits[0]),
            hexes=tuple(dict.fromkeys(label for hexes, _ in touched for label in hexes)),
            pieces=tuple(dict.fromkeys(piece for _, pieces in touched for piece in pieces)),
            notes=tuple(note for bit in bits for note in offer.worth(game, player, bit)),
            warnings=tuple(note for bit in bits for note in offer.doubts(game, player, bit)),
            action=action,
        )

    def words(self, offer: Verb, bit: Any) -> str:
        """A part in words."""
        text = offer.part_words(self.game, bit, self.table.names(self.game))
        return (
            text or worded(self.game, self.table, self.player, offer.written(self.game, bit)).text
        )

    # ---- what is told

    def told(
        self,
        draft: Action | None,
        hand: Hand,
        options: Sequence[OptionCard],
        barred: Sequence[Refusal],
        at_once: bool,
        sort: str = "",
    ) -> Composition:
        """The answer so far, and what can be done with it."""
        game, player = self.game, self.player
        offer = self.offers[0] if draft is None else self.verb(draft)
        order = self.order(offer, draft)
        parts = [] if order is None else self.parts(offer, order)
        goals = list(self.goals(draft, hand))
        labels = [label for goal in goals for label in goal.hexes]
        labels += [label for option in options for label in option.hexes]
        card = None if draft is None else worded(game, self.table, player, draft)
        return Composition(
            title=self.table.deed(game, offer.do),
            action=draft,
            text="" if card is None else card.text,
            refusals=tuple(() if draft is None else self.decision.why(game, draft)),
            weighed=card is not None and card.weighed and not offer.by_card,
            at_once=at_once,
            composed=any(one.partable for one in self.offers),
            notes=tuple(
                note
                for one in self.offers
                for note in one.stake(game, player, self.order(one, draft))
            ),
            hand=tuple(self.cards(draft, hand, {name for part in parts for name in part.pieces})),
            goals=tuple(goals),
            parts=tuple(parts),
            amounts=tuple(self.amounts(offer, order)),
            options=tuple(options),
            barred=tuple(barred),
            places=self.places(labels),
            sweeps=offer.sweeps,
            areas=tuple(offer.areas(game, player, order, sort)),
        )

    def parts(self, offer: Verb, order: Any) -> list[PartCard]:
        """The answer so far, taken apart; what is about nothing on the map is told with it all."""
        found, names = [], self.table.names(self.game)
        tokens = self.table.tokens(self.game, self.player)
        for bit in offer.bits(self.game, order):
            hexes, pieces = offer.touched(self.game, offer.written(self.game, bit))
            if not offer.partable and not hexes and not pieces:
                continue
            left = offer.without(self.game, self.player, order, bit)
            who = [names.get(piece, piece) for piece in pieces if piece not in tokens]
            found.append(
                PartCard(
                    self.words(offer, bit),
                    ", ".join(filter(None, (*who, offer.sort(self.game, bit)))),
                    hexes,
                    offer.is_way(self.game, bit),
                    pieces,
                    None if left is None else offer.written(self.game, left),
                )
            )
        return found

    def cards(self, draft: Action | None, hand: Hand, taken: set[str]) -> Iterator[HandCard]:
        """What is at hand, each by its name."""
        names, tokens = self.table.names(self.game), self.table.tokens(self.game, self.player)
        for piece in self.known(draft):
            title = names.get(piece, piece)
            yield HandCard(piece, title, tokens.get(piece), piece in taken, piece in hand)

    def goals(self, draft: Action | None, hand: Hand) -> Iterator[Goals]:
        """Where those in hand may go, sort by sort."""
        for offer in self.offers:
            order = self.order(offer, draft)
            found = self.reached(offer, order, hand)
            if not found and len(hand) > 1:
                each = [self.reached(offer, order, (piece,)) for piece in hand]
                found = {
                    sort: [h for h in hexes if all(h in one.get(sort, ()) for one in each)]
                    for sort, hexes in each[0].items()
                }
            for sort, hexes in found.items():
                anywhere = offer.anywhere(self.game, self.player, sort)
                if hexes or anywhere:
                    yield Goals(sort, tuple(hexes), anywhere)

    def reached(self, offer: Verb, order: Any, hand: Hand) -> dict[str, list[str]]:
        """The hexes by sort that those in hand could be sent to, all of them together."""
        found: dict[str, dict[str, None]] = {}
        try:
            for one in offer.additions(self.game, self.player, order, hand, None):
                for bit in offer.bits(self.game, one):
                    if not hand or set(hand) <= self.pieces(offer, [bit]):
                        hexes = found.setdefault(offer.sort(self.game, bit), {})
                        hexes.update(dict.fromkeys(offer.spots(self.game, bit)))
        except Refused:
            pass
        return {sort: list(hexes) for sort, hexes in found.items() if hexes}

    def amounts(self, offer: Verb, order: Any) -> Iterator[Amount]:
        """The numbers in the answer that may be others."""
        if order is None:
            return
        action = offer.written(self.game, order)
        for key, (least, most) in offer.counted(self.game, self.player, order).items():
            title = offer.called.get(key) or self.table.part(key)
            yield Amount(key, title, action.get(key, least), least, most)

    def places(self, labels: Iterable[str]) -> dict[str, str]:
        """Those of some hexes that have a name."""
        wanted, board = set(labels), self.game.board
        named = (
            (board.label(h), place.name) for place in board.places.values() for h in place.hexes
        )
        return {label: name for label, name in named if label in wanted}
