"""Proposing: what counters in hand could be ordered to do to hexes, as their verbs understand it.

Nothing is decided here: every action is checked like any other, and a refusal says its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Decision, Deed, Offer
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal, Refused
from grognard.table.cards import OrderCard
from grognard.table.choosing import concerned, worded
from grognard.table.worded import Hand, Worded
from grognard.table.words import AnyGame, Words

SEARCHED = 600
"""How many actions of a kind are looked at."""


@dataclass(frozen=True)
class Tried:
    """What comes of pointing with one kind of action: what is open, what is likely and says why it
    cannot be, what another phase knows, and what else is refused."""

    found: Sequence[OrderCard] = ()
    likely: Sequence[OrderCard] = ()
    late: Sequence[OrderCard] = ()
    refused: Sequence[OrderCard] = ()


def proposals(
    game: AnyGame, table: Words, player: str, hand: Hand, hexes: Sequence[int]
) -> list[OrderCard]:
    """What counters could be told to do to hexes now, the likeliest first.

    What is likely and cannot be says why, and so does all that counters in hand could have been
    meant to do if nothing is open to them. Where nothing is open, what would help comes first.
    """
    decision = game.decision(player)
    if decision is None or not (hand or hexes):
        return []
    offers = sorted((*decision.ask.offers, *unoffered(game, table, decision)), key=rank)
    meant = [offer for offer in offers if not getattr(offer, "ends", False)]
    tried = [_trial(game, table, decision, offer, hand, hexes) for offer in meant]
    found = [card for one in tried for card in one.found]
    if not found and hand and len(hexes) == 1:
        found += _helpful(game, table, decision, meant, hand, hexes)
    if table.reticent:
        return found + _briefly(tried, found, hand, hexes)
    likely = [card for one in tried for card in (*one.likely, *one.late)]
    if found or likely or not hand:
        return found + likely
    return [card for one in tried for card in one.refused][: table.listed]


def _briefly(
    tried: Sequence[Tried], found: Sequence[OrderCard], hand: Hand, hexes: Sequence[int]
) -> list[OrderCard]:
    """What is said of what cannot be where as little as possible is said of it."""
    if not hexes or any(one.found for one in tried if hand):
        return []
    likely = [card for one in tried for card in one.likely]
    late = [card for one in tried for card in one.late]
    return likely if found or likely or not hand else late


def _trial(
    game: AnyGame,
    table: Words,
    decision: Decision,
    offer: Offer[Any],
    hand: Hand,
    hexes: Sequence[int],
) -> Tried:
    """One kind of action tried on what is pointed at."""
    if decision.offer(offer.do) is None:
        return Tried(late=_late(game, decision, offer, hand, hexes))
    opened, shut = _tried(game, table, decision, offer, hand, hexes)
    if isinstance(offer, Worded) and offer.likely(game, decision.player, hand, hexes):
        said = _refused(game, decision.player, offer, hand, hexes)
        return Tried(opened, said or (shut if not hand else [] if opened else shut[:1]))
    return Tried(opened, refused=() if opened else shut[:1])


def _helpful(
    game: AnyGame,
    table: Words,
    decision: Decision,
    offers: Sequence[Offer[Any]],
    hand: Hand,
    hexes: Sequence[int],
) -> Iterator[OrderCard]:
    """What would bring one nearer to what he means; it is weighed before it is done."""
    label = " ".join(map(game.board.label, hexes))
    for offer in offers:
        if not isinstance(offer, Worded) or decision.offer(offer.do) is None:
            continue
        for order in offer.instead(game, decision.player, hand, hexes):
            action = offer.written(game, order)
            found = proposed(game, table, decision, action, weighed=True)
            if found.action is not None:
                yield replace(found, title=found.title + offer.aside.format(hex=label))


def unoffered(game: AnyGame, table: Words, decision: Decision) -> list[Worded[Any, Any]]:
    """The kinds of action of other phases that have a say in this one: that it is none of it."""
    return [verb for verb in table.verbs(game) if verb.plural and decision.offer(verb.do) is None]


def _late(
    game: AnyGame, decision: Decision, offer: Offer[Any], hand: Hand, hexes: Sequence[int]
) -> list[OrderCard]:
    """What is meant and cannot be done in this phase."""
    player = decision.player
    if not isinstance(offer, Worded) or not offer.late(game, player, hand, hexes):
        return []
    why = (untimely(game, decision, offer),)
    return [OrderCard(offer.do, offer.heading(game, player, (), hexes), None, refusals=why)]


def _refused(
    game: AnyGame, player: str, offer: Worded[Any, Any], hand: Hand, hexes: Sequence[int]
) -> list[OrderCard]:
    """What is meant and cannot be done, where the kind of action says itself why."""
    why = tuple(offer.refused(game, player, hand, hexes))
    title = offer.heading(game, player, hand, hexes)
    return [OrderCard(offer.do, title, None, refusals=why)] if why else []


def rank(offer: Offer[Any]) -> int:
    """How early a kind of action is listed."""
    return offer.rank if isinstance(offer, Worded) else 50


def _tried(
    game: AnyGame,
    table: Words,
    decision: Decision,
    offer: Offer[Any],
    hand: Hand,
    hexes: Sequence[int],
) -> tuple[list[OrderCard], list[OrderCard]]:
    """The actions of a kind that may be meant: those that are open, and those that are refused.

    To a question all answers are open that name the counters and hexes, among others too, if the
    table is not reticent.
    """
    if not isinstance(offer, Worded):
        return list(listed(game, table, decision, offer, hand, hexes)), []
    opened, shut = dict[str, OrderCard](), dict[str, OrderCard]()
    try:
        for action in islice(offer.meant(game, decision.player, hand, hexes), SEARCHED):
            if table.reticent and not hexes and decision.why(game, action):
                continue
            found = proposed(game, table, decision, action, pointed=bool(hand and hexes))
            (shut if found.action is None else opened).setdefault(canonical(action), found)
            if len(opened) == table.listed:
                break
        if not (table.reticent or isinstance(offer, Deed)) and len(opened) < table.listed:
            for found in listed(game, table, decision, offer, hand, hexes):
                opened.setdefault(canonical(found.action), found)
    except Refused as refusal:  # there is nothing to propose, and it says why
        title = offer.heading(game, decision.player, hand, hexes)
        shut[""] = OrderCard(offer.do, title, None, refusals=tuple(refusal.refusals))
    return list(opened.values())[: table.listed], list(shut.values())


def untimely(game: AnyGame, decision: Decision, verb: Worded[Any, Any]) -> Refusal:
    """Why something cannot be done now: another phase, or a question, is under way; and when."""
    rule, what = decision.ask.rule, verb.plural
    if not game.at_checkpoint:
        return Refusal(rule, f"no {what} now: {decision.ask.prompt}")
    now, then = _phase(decision.ask.name), season(game, decision.player, verb.do)
    if not then:
        return Refusal(rule, f"no {what} now: this is the {now}")
    return Refusal(rule, f"no {what} now, in the {now}; they come in the {_phase(then)}")


def season(game: AnyGame, player: str, do: str) -> str:
    """The next phase of a player's own in which a kind of action has its place; empty if none."""
    step = game.clock.step
    for segment in (*game.segments[step + 1 :], *game.segments[:step]):
        offered = any(deed.do == do for deed in segment.deeds)
        if offered and segment.acts(game, player) and not segment.skipped(game):
            return segment.name
    return ""


def _phase(name: str) -> str:
    return name if name.endswith(("Segment", "Phase")) else f"{name} Phase"


def proposed(
    game: AnyGame,
    table: Words,
    decision: Decision,
    action: Action,
    weighed: bool = False,
    pointed: bool = False,
) -> OrderCard:
    """An action as a proposal in words; refused, it says why."""
    player, why = decision.player, tuple(decision.why(game, action))
    do = str(action["do"])
    title = table.button(game, player, action) if pointed else ""
    title = title or worded(game, table, player, action).text
    if why:
        return OrderCard(do, title, None, refusals=why, weighed=weighed)
    warnings = tuple(table.warnings(game, player, action))
    offer, path = decision.offer(do), tuple[str, ...]()
    if isinstance(offer, Worded):
        order = offer.order_of(game, action)
        path = offer.path(game, player, order)
        weighed = weighed or offer.risk(game, player, order) != "none"
    return OrderCard(
        do=do,
        title=title,
        action=action,
        path=path,
        sums=tuple(table.cost(game, player, action)),
        weighed=weighed,
        warnings=warnings,
    )


def listed(
    game: AnyGame,
    table: Words,
    decision: Decision,
    offer: Offer[Any],
    names: Sequence[str],
    hexes: Sequence[int],
    weighed: bool = False,
) -> Iterator[OrderCard]:
    """The legal actions of a kind that touch all these counters and all these hexes."""
    player, labels = decision.player, [game.board.label(h) for h in hexes]
    if not names and not labels:
        return
    found = 0
    for action in islice(offer.legal(game, player), SEARCHED):
        places, pieces = concerned(game, table, action)
        if set(names) <= set(pieces) and set(labels) <= set(places):
            choice = worded(game, table, player, action)
            yield OrderCard(offer.do, choice.text, action, weighed=weighed)
            found += 1
            if found == table.listed:
                return
