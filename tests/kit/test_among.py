"""Among: an answer from a short list."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from grognard.kit.among import Among
from tests.engine.toy import toy


@dataclass(frozen=True, slots=True)
class _Share:
    losses: int


class _Option(Among[Any, _Share]):
    do, rule, order = "option", "9.10", _Share
    title, phrase = "Take options", "Lose {losses}"


def test_whatever_is_listed_is_legal_and_nothing_else() -> None:
    game: Any = toy(seed=1)
    offer = _Option([_Share(0), _Share(2)])
    assert list(offer.legal(game, "a")) == [
        {"do": "option", "losses": 0},
        {"do": "option", "losses": 2},
    ]
    (wrong,) = offer.why(game, "a", {"do": "option", "losses": 1})
    assert wrong.rule == "9.10"
    assert "one of the 2 choices" in wrong.text
    assert offer.sample(game, "a", random.Random(1)) in list(offer.legal(game, "a"))
    assert offer.why(game, "a", {"do": "option"})[0].rule == "form"


def test_a_list_may_have_a_rule_of_its_own_and_may_be_empty() -> None:
    game: Any = toy(seed=1)
    offer = _Option([], "21.12c")
    assert (offer.rule, _Option.rule) == ("21.12c", "9.10")
    assert offer.sample(game, "a", random.Random(1)) is None
