"""Proposing: what counters in hand could be ordered to do to hexes, as their verbs understand it.

Nothing is decided here: every action is checked like any other, and a refusal says its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Decision, Deed, Offer
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal, Refused
from grognard.table.cards import OrderCard
from grognard.table.choosing import concerned, worded
from grognard.table.worded import Hand, Worded
from grognard.table.words import AnyGame, Words

SEARCHED, LISTED = 600, 12
"""How many actions of a kind are looked at, and how many of them are proposed."""


def proposals(
    game: AnyGame, table: Words, player: str, hand: Hand, hexes: Sequence[int]
) -> list[OrderCard]:
    """What counters could be told to do to hexes now, the likeliest first.

    What is likely and cannot be says why, and so does all that counters in hand could have been
    meant to do if nothing is open to them.
    """
    decision = game.decision(player)
    if decision is None or not (hand or hexes):
        return []
    found, likely, refused = list[OrderCard](), list[OrderCard](), list[OrderCard]()
    for offer in sorted((*decision.ask.offers, *unoffered(game, table, decision)), key=rank):
        if getattr(offer, "ends", False):
            continue
        if decision.offer(offer.do) is None:
            likely += _late(game, decision, offer, hand, hexes)
            continue
        opened, shut = _tried(game, table, decision, offer, hand, hexes)
        found += opened
        if isinstance(offer, Worded) and offer.likely(game, player, hand, hexes):
            said = _refused(game, player, offer, hand, hexes)
            likely += said or ([] if opened else shut[:1])
        elif not opened:
            refused += shut[:1]
    return [*found, *likely] if found or likely or not hand else refused[:LISTED]


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
    why = (untimely(game, decision, offer.plural),)
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

    To a question all answers are open that name the counters and hexes, among others too.
    """
    if not isinstance(offer, Worded):
        return list(listed(game, table, decision, offer, hand, hexes)), []
    opened, shut = dict[str, OrderCard](), dict[str, OrderCard]()
    try:
        for action in islice(offer.meant(game, decision.player, hand, hexes), SEARCHED):
            found = proposed(game, table, decision, action, pointed=bool(hand and hexes))
            (shut if found.action is None else opened).setdefault(canonical(action), found)
            if len(opened) == LISTED:
                break
        if not isinstance(offer, Deed) and len(opened) < LISTED:
            for found in listed(game, table, decision, offer, hand, hexes):
                opened.setdefault(canonical(found.action), found)
    except Refused as refusal:  # there is nothing to propose, and it says why
        title = offer.heading(game, decision.player, hand, hexes)
        shut[""] = OrderCard(offer.do, title, None, refusals=tuple(refusal.refusals))
    return list(opened.values())[:LISTED], list(shut.values())


def untimely(game: AnyGame, decision: Decision, what: str) -> Refusal:
    """Why something cannot be done now: another phase, or a question, is under way."""
    now, name = decision.ask.prompt, decision.ask.name
    if game.at_checkpoint:
        now = f"this is the {name}{'' if name.endswith(('Segment', 'Phase')) else ' Phase'}"
    return Refusal(decision.ask.rule, f"no {what} now: {now}")


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
            if found == LISTED:
                return
