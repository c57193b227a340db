"""Exact odds: the whole tree, no trace left behind, nothing told that may not be known."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from grognard.engine.decision import Ask
from grognard.engine.refusal import Refusal, Refused
from tests.engine.toy import TOY, toy

YES = {"double": {"do": "double", "yes": True}}


def test_odds_of_a_roll_are_exact() -> None:
    odds = toy().odds({"do": "gamble"})
    assert {o.text: o.probability for o in odds.outcomes} == {
        "roll: won": Fraction(21, 36),
        "roll: not won": Fraction(15, 36),
    }
    assert odds.chance(lambda fact: fact.get("won")) == Fraction(7, 12)


def test_odds_follow_supposed_answers_to_the_end_of_the_tree() -> None:
    odds = toy().odds({"do": "gamble"}, suppose=YES, through=True)
    assert len(odds.outcomes) == 12
    assert sum(o.probability for o in odds.outcomes) == 1
    assert odds.chance(lambda fact: fact.get("bonus") == 6) == Fraction(1, 6)
    assert odds.supposed == ({"player": "south", "question": "double", "rule": "T4"},)


def test_odds_look_past_a_slight_question_with_its_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.engine.toy.Ask", partial(Ask, slight=True))
    odds = toy().odds({"do": "gamble"})
    assert odds.supposed == ({"player": "south", "question": "double", "rule": "T4"},)
    assert sum(o.probability for o in odds.outcomes) == 1
    monkeypatch.undo()
    assert toy().odds({"do": "gamble"}).supposed == ()


def test_odds_leave_no_trace_even_inside_a_procedure() -> None:
    game = toy()
    game.play("north", {"do": "gamble"})
    before = (game.state.fingerprint(), game.decisions[0].id, len(game.events), len(game.entries))
    odds = game.odds({"do": "double", "yes": True}, "south")
    assert {o.probability for o in odds.outcomes} == {Fraction(1, 6)}
    assert before == (
        game.state.fingerprint(), game.decisions[0].id, len(game.events), len(game.entries)
    )  # fmt: skip
    game.play("south", {"do": "double", "yes": True})
    again = toy()
    again.play("north", {"do": "gamble"})
    again.play("south", {"do": "double", "yes": True})
    assert again.state == game.state


def test_a_sealed_question_has_no_odds_since_they_would_tell_the_others_answer() -> None:
    game = toy()
    game.play("north", {"do": "duel"})
    game.play("north", {"do": "name", "number": 3})
    before = game.state.fingerprint(), [d.to_json() for d in game.decisions]
    odds = game.odds({"do": "name", "number": 1}, "south")
    assert odds.outcomes == ()
    assert [refusal.rule for refusal in odds.unknown] == ["T5"]
    assert (game.state.fingerprint(), [d.to_json() for d in game.decisions]) == before


def test_odds_of_an_illegal_action_are_refused() -> None:
    with pytest.raises(Refused):
        toy().odds({"do": "bump", "by": 9})


def test_odds_that_depend_on_a_secret_are_unknown(monkeypatch) -> None:
    secret = [Refusal("T9", "the card is hidden")]
    monkeypatch.setattr(type(TOY), "unknowns", lambda *arguments: secret)
    odds = toy().odds({"do": "gamble"})
    assert odds.outcomes == ()
    assert odds.unknown == tuple(secret)
