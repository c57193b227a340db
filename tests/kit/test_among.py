"""Among: an answer from a short list."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest

from grognard.engine.decision import Action, Ask
from grognard.kit.among import Among, OneOf, Plain
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


class _Stay(Plain[Any]):
    do, rule = "stay", "9.8"
    title = phrase = "Stay"


class _Lead(OneOf[Any]):
    do, rule, title = "lead", "9.5", "Choose who leads"


def _answered(asking: Generator[Any, Action, Any], answer: Action) -> tuple[Ask, Any]:
    """The question that is asked, and what comes of an answer."""
    ask = next(asking)
    with pytest.raises(StopIteration) as ended:
        asking.send(answer)
    return ask, ended.value.value


def test_an_answer_without_details_is_the_only_one_of_its_list() -> None:
    game: Any = toy(seed=1)
    assert list(_Stay().legal(game, "a")) == [{"do": "stay"}]
    assert (_Stay().rule, _Stay("9.9").rule) == ("9.8", "9.9")


def test_what_is_chosen_is_read_from_the_answer() -> None:
    game: Any = toy(seed=1)
    offer = _Option([_Share(0), _Share(2)])
    asking = offer.chosen(
        game, "a", "losses", "Lose how much?", {"nothing": _Share(0)}, slight=True
    )
    ask, chosen = _answered(asking, {"do": "option", "losses": 2})
    assert (ask.player, ask.name, ask.prompt, ask.rule) == ("a", "losses", "Lose how much?", "9.10")
    assert (ask.default, ask.slight, ask.offers) == ({"do": "option", "losses": 0}, True, (offer,))
    assert chosen == _Share(2)


def test_of_a_single_answer_nobody_is_asked_where_that_is_said() -> None:
    game: Any = toy(seed=1)
    offer, standing = _Option([_Share(2)]), {"so": _Share(2)}
    with pytest.raises(StopIteration) as ended:
        next(offer.chosen(game, "a", "losses", "?", standing, sole=True))
    assert ended.value.value == _Share(2)
    assert isinstance(next(offer.chosen(game, "a", "losses", "?", standing)), Ask)


def test_one_of_several_counters_is_picked_and_one_alone_is_taken() -> None:
    game: Any = toy(seed=1)
    likely = {"best": "y", "worst": "x"}
    asking = _Lead.picked(game, "a", ["x", "y"], "lead", "Who leads?", likely)
    ask, chosen = _answered(asking, {"do": "lead", "unit": "x"})
    assert [ask.policies[policy]() for policy in likely] == [
        {"do": "lead", "unit": "y"},
        {"do": "lead", "unit": "x"},
    ]
    assert list(ask.offers[0].legal(game, "a")) == [
        {"do": "lead", "unit": "x"},
        {"do": "lead", "unit": "y"},
    ]
    assert chosen == "x"
    with pytest.raises(StopIteration) as ended:
        next(_Lead.picked(game, "a", ["z"], "lead", "Who leads?", {}))
    assert ended.value.value == "z"
