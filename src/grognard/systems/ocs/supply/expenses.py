"""What an action spends of supply before it is done, and who else could pay for it. [12.4]

Payments are not worked out a second time: the action is supposed, as for odds, up to the first roll
of the dice or the first question to the enemy, and what its player would be told he spends counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic

from grognard.engine.decision import Action, Ask
from grognard.engine.dice import Faces, Key, Unrolled
from grognard.engine.event import Event
from grognard.engine.supposing import suppose
from grognard.engine.tally import Tally
from grognard.kit.deeds import Kind
from grognard.kit.forms import O
from grognard.systems.ocs.pieces.names import call, names
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TOKENS, amount
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.table.cards import Extra, Sum


class PaidVerb(OcsVerb[O], Generic[O]):
    """A kind of action that spends supply, and may say who pays it under `pay`. [12.3a]"""

    added: ClassVar[Sequence[str]] = ("{pay}",)

    def cost(self, game: Ocs, player: str, order: O) -> Sequence[Sum]:
        """Supply, by who gives it."""
        return list(expenses(game, player, self.written(game, order)))

    def changes(self, game: Ocs, player: str, order: O) -> Sequence[Extra]:
        """Who pays."""
        return list(payers(game, player, self.written(game, order)))


class Measured(Kind[Ocs, O], Generic[O]):
    """A kind of action about so much supply, which could be more or less. [12.2]"""

    def changes(self, game: Ocs, player: str, order: O) -> Sequence[Extra]:
        """How much."""
        return list(other_amounts(game, player, self.written(game, order)))


class _UntilDice:
    """Dice that do not fall: they keep what has happened before them."""

    def __init__(self, game: Ocs) -> None:
        self.game, self.since = game, len(game.events)
        self.told: list[Event] = []

    def draw(self, place: int, count: int, sides: int, key: Key) -> Faces:
        """Nothing falls; what has been told by then is kept."""
        self.told = self.game.events[self.since :]
        raise Unrolled(count, sides, key)


def told_before_dice(game: Ocs, player: str, action: Action) -> list[Event]:
    """What a player would be told of an action before the dice fall or the enemy is asked."""
    if not game.at_checkpoint or game.why(player, action):
        return []
    dice = _UntilDice(game)

    def reply(ask: Ask) -> Action | None:
        return ask.default if ask.player == player else None

    try:
        events = suppose(game, player, action, dice, reply)
    except Unrolled:
        events = dice.told
    return [told for told in (event.told(player) for event in events) if told is not None]


def expenses(game: Ocs, player: str, action: Action) -> Iterator[Sum]:
    """The supply that an action spends by its sources, and the stocks that units use up. [12.4]"""
    spent: dict[tuple[str, str], dict[str, int]] = {}
    thrown, stocks = list[Mapping[str, Any]](), Tally()
    for event in told_before_dice(game, player, action):
        if event.kind == "supply" and event.facts["side"] == player:
            purse = spent.setdefault((event.facts["purpose"], event.rule), {})
            for key, tokens in event.facts["sources"].items():
                purse[key] = purse.get(key, 0) + tokens
        elif event.kind == "fuel":
            thrown.append(event.facts)
        elif event.kind == "internals" and event.facts.get("level", 0) > event.facts.get("was", 0):
            stocks = stocks.add(call(game, [event.facts["unit"]]), 1, event.rule)
    known = names(game)
    for (purpose, rule), purse in spent.items():
        tally = Tally()
        for key, tokens in purse.items():
            tally = tally.add(f"from {known.get(key, key)}", Fraction(tokens, TOKENS), rule)
        yield Sum(f"Supply Points for {paying.PURPOSES[purpose][0]}", tally)
    if stocks.parts:
        yield Sum("levels of internal stocks", stocks)
    yield from _throws(game, thrown)


def _throws(game: Ocs, thrown: Sequence[Mapping[str, Any]]) -> Iterator[Sum]:
    """Which headquarters throws the fuel; it stays where it is for that. [12.5e]"""
    for facts in thrown:
        who = call(game, [facts["hq"]])
        tally = Tally().add(
            f"thrown by {who} in {facts['hex']}, which throws from there", 0, "12.5e"
        )
        yield Sum(f"fuel of {call(game, [facts['unit']])}", tally)


def payers(game: Ocs, player: str, action: Action) -> Iterator[Extra]:
    """Each dump or load that could pay for all of it; what pays now is chosen. [12.3a]"""
    total, used = 0, dict[str, int]()
    for event in told_before_dice(game, player, action):
        if event.kind == "supply" and event.facts["side"] == player:
            total += event.facts["tokens"]
            for key, tokens in event.facts["sources"].items():
                used[key] = used.get(key, 0) + tokens
    known = names(game)
    for store in paying.stores(game, player) if total else ():
        trial = {**action, "pay": {store.key: total}}
        alone = used == {store.key: total}
        if alone or (store.tokens >= total and not game.why(player, trial)):
            title = f"{known.get(store.key, store.key)}, {amount(store.tokens)}"
            yield Extra("pay", "paid from", store.key, title, alone, trial)


def other_amounts(game: Ocs, player: str, action: Action) -> Iterator[Extra]:
    """More or less supply, a Supply Point or a token at a time. [12.2]"""
    now: Any = action.get("tokens")
    for step in (-TOKENS, -1, 1, TOKENS) if isinstance(now, int) else ():
        trial = {**action, "tokens": now + step}
        if now + step > 0 and not game.why(player, trial):
            yield Extra("tokens", "supply", str(step), amount(now + step), False, trial)
