"""Exact odds: the whole tree, no trace left behind, nothing told that may not be known."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from grognard.engine.decision import Action, Ask, Choice, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.supposing import last_step
from tests.engine.toy import HANDS, TOY, Gamble, Toy, add, toy

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


class Siege:
    """A gamble in two steps, of which the second is the last: how often each is carried out."""

    def __init__(self, marked: bool) -> None:
        self.marked, self.begun, self.ended = marked, 0, 0

    def perform(self, deed: Gamble, game: Toy, player: str, action: Action) -> Procedure:
        """Guns fire; then there is an assault, after a question."""
        self.begun += 1
        hits = game.roll(1, key=lambda faces: faces[0] > 4)[0] > 4
        add(game, player, int(hits))
        game.emit(Event("guns", "T3", {"hits": hits}, outcome=True))
        step = (
            partial(last_step, game, self.assault) if self.marked else partial(self.assault, game)
        )
        yield from step(player)

    def assault(self, game: Toy, player: str) -> Procedure:
        """The second step."""
        self.ended += 1
        score = game.state[HANDS][player].score
        won = game.roll(2, key=lambda faces: sum(faces) + score >= 7)
        add(game, player, 5)
        answer = yield Ask(
            player, "double", "double it?", "T4",
            (Choice("double", "T4", [{"do": "double", "yes": yes} for yes in (True, False)]),),
            default={"do": "double", "yes": True},
        )  # fmt: skip
        last = game.roll(1, key=lambda faces: faces[0] == 6) if answer["yes"] else (1,)
        add(game, player, last[0])
        facts = {"won": sum(won) + score >= 7, "six": last == (6,)}
        facts["score"] = game.state[HANDS][player].score - last[0]
        game.emit(Event("assault", "T3", facts, outcome=True))


def test_odds_go_back_to_the_last_step_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for siege in (Siege(marked=False), Siege(marked=True)):
        perform = partial(siege.perform, Gamble())
        monkeypatch.setattr(Gamble, "perform", lambda self, *those, run=perform: run(*those))
        game = toy()
        before = game.state.fingerprint(), len(game.events), len(game.dated), len(game.entries)
        odds = game.odds({"do": "gamble"}, through=True)
        assert before == (
            game.state.fingerprint(), len(game.events), len(game.dated), len(game.entries)
        )  # fmt: skip
        found.append((siege.begun, siege.ended, odds))
    (*whole, as_ever), (*short, odds) = found
    assert odds == as_ever
    assert odds.chance(lambda fact: fact.get("won")) == (2 * 21 + 26) * Fraction(1, 3 * 36)
    assert {fact["score"] for o in odds.outcomes for fact in o.facts[1:]} == {5, 6}
    assert whole == [8, 8]  # hits or not, won or not, a six or not
    assert short == [2, 8]


def test_the_last_step_is_played_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    siege = Siege(marked=True)
    monkeypatch.setattr(Gamble, "perform", lambda self, *those: siege.perform(self, *those))
    game = toy()
    game.play("north", {"do": "gamble"})
    game.play("north", {"do": "double", "yes": False})
    assert game.events[-1].kind == "assault"
    assert (siege.begun, siege.ended) == (1, 1)
