"""Options: an action said detail by detail, each from exactly the values that are still legal."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from grognard.engine.decision import LEFT_OUT, Offer, Options, whole
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.lab import laws
from grognard.systems.ocs.proof import positions as ocs
from grognard.systems.wb95.proof import positions as wb95
from tests.engine.toy import toy

MOST = 60
"""Of how many actions of a kind all are looked at."""


def said_by(offer: Offer[Any], game: Game, player: str, rng: random.Random) -> dict[str, Any]:
    """An action said by chance; at each step the values are those of all legal ones."""
    legal, said = list(offer.legal(game, player)), {"do": offer.do}
    while (found := offer.options(game, player, said)).field is not None:
        values = {canonical(one.get(found.field, LEFT_OUT)) for one in legal}
        assert {canonical(value) for value in found.values} == values
        assert len(found.values) == len(values)
        said[found.field] = rng.choice(found.values)
        legal = [one for one in legal if one.get(found.field) == said[found.field]]
    assert legal == [whole(said)]
    return whole(said)


@pytest.mark.parametrize("begin", [lambda seed: toy(seed=seed), wb95.game, ocs.game])
def test_what_is_said_from_the_options_is_what_is_legal(begin: Any) -> None:
    game, rng, kinds = begin(3), random.Random(3), set()
    for _ in range(40):
        if game.over:
            break
        player = game.to_act
        offer = rng.choice([offer for ask in game.open_asks(player) for offer in ask.offers])
        if 0 < len(list(islice(offer.legal(game, player), MOST + 1))) <= MOST:
            said_by(offer, game, player, rng)
            kinds.add(offer.do)
        game.play(*laws.random_action(game, rng))
    assert len(kinds) > 3


def test_where_nothing_is_legal_there_is_nothing_to_say() -> None:
    game = wb95.game(1)
    move = next(o for ask in game.open_asks(game.to_act) for o in ask.offers if o.form)
    field = next(iter(move.form))
    said = {"do": move.do, field: "nobody"}
    assert move.options(game, game.to_act, said).values == ()


def test_an_answer_without_details_is_whole_at_once() -> None:
    game = toy()
    offer = game.decision("north").offer("look")
    assert offer.options(game, "north", {"do": "look"}) == Options(None)
