"""Answers put together by pointing at random, as somebody does who has never seen the game."""

from __future__ import annotations

import random
from typing import Any

from grognard.engine.decision import Decision, Deed
from grognard.engine.game import Game
from grognard.engine.refusal import Refused
from grognard.table.composing import Step, compose
from grognard.table.composition import Composition
from grognard.table.tabletop import Tabletop

STROKES = 4


def clicked(
    game: Game[Any], table: Tabletop, player: str, rng: random.Random
) -> list[Composition | str]:
    """What a player is told step by step who clicks about in each question that he is asked, and in
    each kind of order that has a card of its own."""
    found: list[Composition | str] = []
    for decision in game.decisions:
        if decision.player != player:
            continue
        offers = decision.ask.offers
        errands = [o.do for o in offers if isinstance(o, Deed) and getattr(o, "errand", False)]
        for do in [*errands, *([""] if not any(isinstance(o, Deed) for o in offers) else [])]:
            found += _strokes(game, table, decision, do, rng)
    return found


def _strokes(
    game: Game[Any], table: Tabletop, decision: Decision, do: str, rng: random.Random
) -> list[Composition | str]:
    told: list[Composition | str] = []
    step = Step()
    for _ in range(STROKES):
        try:
            card = compose(game, table, decision, step, do)
        except Refused as refused:
            return [*told, str(refused.refusals)]
        told.append(card)
        pieces = [one.id for one in card.hand]
        hand = rng.sample(pieces, min(len(pieces), rng.randint(0, 2))) or None
        hexes = [label for goals in card.goals for label in goals.hexes]
        hexes.append(game.board.label(rng.randrange(game.board.n)))
        picked = rng.choice([None, *rng.sample(hexes, min(len(hexes), 3))])
        at = None if picked is None else game.board.hex(picked)
        step = Step(card.action, hand, at, look=rng.random() < 0.2)
    return told
