"""Proposing: what a system need not say itself of the orders that counters can be given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Decision, Offer
from grognard.engine.refusal import Refusal
from grognard.table.cards import OrderCard
from grognard.table.choosing import concerned, worded
from grognard.table.tabletop import AnyGame, Tabletop

SEARCHED, LISTED = 600, 12
"""How many actions of a kind are looked at, and how many of them are proposed."""


def untimely(game: AnyGame, decision: Decision, what: str) -> Refusal:
    """Why something cannot be done now: another phase, or a question, is under way."""
    now, name = decision.ask.prompt, decision.ask.name
    if game.at_checkpoint:
        now = f"this is the {name}{'' if name.endswith(('Segment', 'Phase')) else ' Phase'}"
    return Refusal(decision.ask.rule, f"no {what} now: {now}")


def proposed(
    game: AnyGame, table: Tabletop, decision: Decision, action: Action, weighed: bool = False
) -> OrderCard:
    """An action as a proposal in words; refused, it says why."""
    player, why = decision.player, tuple(decision.why(game, action))
    title = worded(game, table, player, action).text
    if why:
        return OrderCard(str(action["do"]), title, None, refusals=why, weighed=weighed)
    warnings = tuple(table.warnings(game, player, action))
    return OrderCard(
        do=str(action["do"]),
        title=title,
        action=action,
        sums=tuple(table.cost(game, player, action)),
        weighed=weighed,
        warnings=warnings,
    )


def alone(
    game: AnyGame, table: Tabletop, decision: Decision, offer: Offer[Any], names: Sequence[str]
) -> Iterator[OrderCard]:
    """A deed of counters alone, one by one or together."""
    together = "units" in offer.form
    for group in [list(names)] if together else [[name] for name in names]:
        who: Action = {"units": group} if together else {"unit": group[0]}
        yield proposed(game, table, decision, {"do": offer.do, **who})


def listed(
    game: AnyGame,
    table: Tabletop,
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
