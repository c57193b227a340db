"""Playing, refusing, undoing, sealed questions, standing answers, consent."""

from __future__ import annotations

import pytest

from grognard.engine.dice import STREAM
from grognard.engine.entries import UMPIRE, Line
from grognard.engine.game import Game
from grognard.engine.refusal import Refused
from tests.engine.toy import HANDS, Bump, ToySystem, toy


def scores(game):
    return {side: hand.score for side, hand in game.state[HANDS].items()}


def lying(game):
    """What lies on the table; dice that fell stay fallen."""
    return {**game.state.to_json(), STREAM.name: None}


def test_an_action_changes_the_state_and_is_told() -> None:
    game = toy()
    events = game.play("north", {"do": "bump", "by": 2})
    assert scores(game) == {"north": 2, "south": 0}
    assert [event.kind for event in events] == ["bump"]


@pytest.mark.parametrize(
    ("player", "action", "rule"),
    [
        ("north", {"do": "bump", "by": 4}, "T1"),
        ("north", {"do": "bump"}, "form"),
        ("north", {"do": "bump", "by": True}, "form"),
        ("north", {"do": "bump", "by": 1, "more": 1}, "form"),
        ("north", {"do": "fly"}, "T0"),
        ("north", "bump", "form"),
        ("south", {"do": "bump", "by": 1}, "turn"),
        ("east", {"do": "bump", "by": 1}, "turn"),
        ("umpire", {"do": "bump", "by": 1}, "turn"),
    ],
)
def test_what_is_illegal_is_refused_with_its_rule_and_changes_nothing(player, action, rule) -> None:
    game = toy()
    before = game.state.fingerprint(), len(game.history)
    with pytest.raises(Refused) as refused:
        game.play(player, action)
    assert [refusal.rule for refusal in refused.value.refusals] == [rule]
    assert (game.state.fingerprint(), len(game.history)) == before
    assert [r.rule for r in game.why(player, action)] == [rule]


def test_an_aside_is_open_to_who_is_not_asked_but_not_in_the_midst_of_a_procedure(
    monkeypatch,
) -> None:
    monkeypatch.setattr(ToySystem, "asides", lambda *_: (Bump(),), raising=True)
    game = toy()
    assert game.view("south")["asides"] == ["bump"]
    assert (game.decision("south"), list(game.legal("south"))) == (None, [])
    game.play("south", {"do": "bump", "by": 2})
    assert (scores(game), game.to_act) == ({"north": 0, "south": 2}, "north")
    assert [r.rule for r in game.why("south", {"do": "bump", "by": 4})] == ["T1"]
    assert [r.rule for r in game.why("south", {"do": "look"})] == ["turn"]
    game.play("north", {"do": "duel"})
    assert not game.at_checkpoint
    assert game.view("south")["asides"] == []
    assert game.why("south", {"do": "bump", "by": 1}) != []


def test_who_listens_hears_events_as_they_happen_but_not_what_is_only_supposed() -> None:
    game, heard = toy(), []
    game.listen(lambda event: heard.append((event.kind, scores(game)["north"])))
    game.odds({"do": "bump", "by": 2}, "north")
    assert heard == []
    game.play("north", {"do": "bump", "by": 2})
    assert [kind for kind, _ in heard] == ["bump"]


def test_an_answer_to_an_old_question_is_stale_and_a_repeated_one_too() -> None:
    game = toy()
    asked = game.decisions[0].id
    game.play("north", {"do": "bump", "by": 1}, at=asked)
    with pytest.raises(Refused, match="no longer open"):
        game.play("north", {"do": "bump", "by": 1}, at=asked)
    assert scores(game)["north"] == 1


def test_the_engine_keeps_its_own_copy_of_an_action() -> None:
    game = toy()
    action = {"do": "bump", "by": 1}
    game.play("north", action)
    action["by"] = 3
    game.undo()
    assert game.history[1].action == {"do": "bump", "by": 1}


def test_a_question_interrupts_the_other_player() -> None:
    game = toy()
    game.play("north", {"do": "gamble"})
    assert game.to_act == "south"
    assert [r.rule for r in game.why("north", {"do": "bump", "by": 1})] == ["turn"]
    assert [r.rule for r in game.why("south", {"do": "double", "yes": 1})] == ["T4"]
    game.play("south", {"do": "double", "yes": False})
    assert game.to_act == "north"


def test_undo_inside_a_procedure_runs_it_again_to_the_same_point() -> None:
    game = toy()
    game.play("north", {"do": "gamble"})
    before = lying(game), game.decisions[0].to_json()["prompt"], len(game.events)
    game.play("south", {"do": "double", "yes": True})
    game.undo()
    assert (lying(game), game.decisions[0].ask.prompt, len(game.events)) == before
    game.odds({"do": "double", "yes": True}, "south")  # which runs it to here once more
    assert (lying(game), game.decisions[0].ask.prompt, len(game.events)) == before


def test_dice_that_were_seen_stay_fallen_when_they_are_taken_back() -> None:
    game = toy()
    game.play("north", {"do": "gamble"})
    seen = [*game.history[-1].chance]
    game.play("south", {"do": "double", "yes": True})
    seen += game.history[-1].chance
    fallen = len(seen)
    game.undo()
    assert game.history[-1].action == {"do": "undo", "to": 2, "drawn": fallen}
    game.odds({"do": "double", "yes": True}, "south")
    game.play("south", {"do": "double", "yes": True})
    place = game.state[STREAM]["now"].drawn
    fresh = game.history[-1].chance
    assert place == fallen + len(fresh) > fallen
    assert fresh == game.dice.draw(fallen, len(fresh), 6, sum), "the next of the stream"
    game.undo()
    game.undo()
    assert game.history[-1].action == {"do": "undo", "to": 1, "drawn": place}
    game.play("north", {"do": "gamble"})
    assert game.history[-1].chance == game.dice.draw(place, 2, 6, sum)
    again = Game(game.system, game.scenario, 1, started=False)
    for line in game.history:
        again.replay(line)
    assert again.state.fingerprint() == game.state.fingerprint()
    assert again.history == game.history


def test_what_was_taken_back_says_truly_how_many_dice_had_fallen() -> None:
    game = toy()
    game.play("north", {"do": "gamble"})
    for drawn in (1, 3, 0, "2"):
        with pytest.raises(Refused, match="2 dice have fallen"):
            game.replay(Line(UMPIRE, {"do": "undo", "to": 1, "drawn": drawn}, auto=False))
    game.replay(Line(UMPIRE, {"do": "undo", "to": 1}, auto=False))
    first = game.history[1].chance
    game.play("north", {"do": "gamble"})
    assert game.history[-1].chance == first, "a record of old lets them fall again"


def test_where_no_dice_fell_nothing_is_said_of_them() -> None:
    game = toy()
    game.play("north", {"do": "bump", "by": 3})
    game.undo("north")
    assert game.history[-1].action == {"do": "undo", "to": 1}


def test_a_player_takes_back_only_what_taught_him_nothing() -> None:
    game = toy()
    game.play("north", {"do": "bump", "by": 3})
    game.undo("north")
    assert scores(game)["north"] == 0
    game.play("north", {"do": "look"})
    with pytest.raises(Refused, match="revealed"):
        game.undo("north")
    game.play("north", {"do": "gamble"})
    with pytest.raises(Refused, match="dice"):
        game.undo("north")
    game.play("south", {"do": "double", "yes": False})
    with pytest.raises(Refused, match="south has acted"):
        game.undo("north")
    with pytest.raises(Refused, match="nothing to take back"):
        toy().undo("north")


def test_the_umpire_takes_back_anything() -> None:
    game = toy()
    fresh = lying(game)
    game.play("north", {"do": "gamble"})
    game.play("south", {"do": "double", "yes": True})
    game.undo()
    game.undo()
    assert lying(game) == fresh


def test_sealed_answers_stay_sealed_until_all_are_in() -> None:
    views = []
    for number in (0, 3):
        game = toy()
        game.play("north", {"do": "duel"})
        first = game.decision("south").id
        game.play("north", {"do": "name", "number": number})
        assert game.decision("north") is None
        assert game.decision("south").id == first
        view = game.view("south")
        views.append((view, list(game.legal("south")), game.events_for("south")))
    assert views[0] == views[1]
    game.play("south", {"do": "name", "number": 1})
    assert scores(game) == {"north": 5, "south": 0}


def test_sealed_answers_give_the_same_game_in_either_order() -> None:
    ends = []
    for order in (("north", "south"), ("south", "north")):
        game = toy()
        game.play("north", {"do": "duel"})
        for side in order:
            game.play(side, {"do": "name", "number": 2 if side == "south" else 1})
        ends.append(game.state.fingerprint())
    assert ends[0] == ends[1]


def test_standing_answers_are_given_and_reported() -> None:
    game = toy()
    game.instruct("south", {"double": "never"})
    game.play("north", {"do": "gamble"})
    assert game.to_act == "north"
    assert game.history[-1].auto
    told = [event for event in game.events_for("south") if event.kind == "standing"]
    assert told[0].facts["action"] == {"do": "double", "yes": False}
    assert not [event for event in game.events_for("north") if event.kind == "standing"]
    assert game.view("north")["standing"] == {}
    assert game.view("south")["standing"] == {"south": {"double": "never"}}


def test_a_standing_answer_may_leave_a_question_to_the_player() -> None:
    asked = set()
    for seed in range(12):
        game = toy(seed)
        game.instruct("south", {"double": "if he lost"})
        game.play("north", {"do": "gamble"})
        won = next(event.facts["won"] for event in game.events if event.kind == "roll")
        assert (game.to_act == "south") == won
        asked.add(won)
    assert asked == {True, False}


def test_ask_me_ends_a_standing_answer_and_nonsense_is_refused() -> None:
    game = toy()
    game.instruct("south", {"double": "never"})
    game.instruct("south", {"double": "ask me"})
    game.play("north", {"do": "gamble"})
    assert game.to_act == "south"
    with pytest.raises(Refused, match="cannot be answered 'always'"):
        game.instruct("south", {"double": "always"})
    with pytest.raises(Refused, match="no question 'triple'"):
        game.instruct("south", {"triple": "never"})


def test_instructions_may_be_left_in_the_middle_of_a_procedure_and_undone() -> None:
    game = toy()
    game.play("north", {"do": "gamble"})
    before = lying(game)
    game.instruct("north", {"double": "never"})
    game.play("south", {"do": "double", "yes": True})
    game.undo()
    assert game.view("north")["standing"] == {"north": {"double": "never"}}
    game.play("south", {"do": "double", "yes": True})
    game.undo()
    game.undo()
    assert lying(game) == before


def test_undoing_an_action_undoes_the_standing_answer_to_it() -> None:
    game = toy()
    game.instruct("south", {"double": "never"})
    before = lying(game)
    game.play("north", {"do": "gamble"})
    game.undo()
    assert lying(game) == before


def test_standing_answers_that_the_other_left_meanwhile_bar_no_undo_and_stay() -> None:
    game = toy()
    game.play("north", {"do": "bump", "by": 3})
    game.instruct("south", {"double": "never"})
    game.undo("north")
    assert scores(game)["north"] == 0
    assert game.view("south")["standing"] == {"south": {"double": "never"}}
    game.play("north", {"do": "gamble"})
    assert game.to_act == "north"
    again = Game(game.system, game.scenario, 1, started=False)
    for line in game.history:
        again.replay(line)
    assert again.state.fingerprint() == game.state.fingerprint()
    assert again.history == game.history


def test_an_edit_needs_the_consent_of_the_other_side() -> None:
    game = toy()
    changes = [{"side": "north", "score": 9}]
    game.propose("north", changes, "a slip of the hand")
    assert scores(game)["north"] == 0
    assert {d.player for d in game.decisions} == {"north", "south"}
    game.play("south", {"do": "consent", "to": "north", "agree": True})
    assert scores(game)["north"] == 9
    game.undo()
    assert scores(game)["north"] == 0
    game.play("south", {"do": "consent", "to": "north", "agree": False})
    assert scores(game)["north"] == 0
    assert [d.player for d in game.decisions] == ["north"]


def test_nobody_agrees_to_his_own_proposal_and_bad_edits_are_refused() -> None:
    game = toy()
    game.propose("north", [{"side": "north", "score": 9}], "why not")
    answer = {"do": "consent", "to": "north", "agree": True}
    assert [r.rule for r in game.why("north", answer)] == ["T0"]
    with pytest.raises(Refused, match="not been answered"):
        game.propose("north", [{"side": "north", "score": 8}], "again")
    with pytest.raises(Refused, match="no such score"):
        game.edit([{"side": "west", "score": 8}], "no such side")
    with pytest.raises(Refused, match="changes something"):
        game.edit([], "nothing")


def test_an_umpire_edits_at_a_checkpoint_only() -> None:
    game = toy()
    game.edit([{"side": "south", "score": 4}], "fair play")
    assert scores(game)["south"] == 4
    game.play("north", {"do": "gamble"})
    with pytest.raises(Refused, match="under way"):
        game.edit([{"side": "south", "score": 0}], "too late")


def test_a_failure_inside_a_procedure_loses_nothing(monkeypatch) -> None:
    game = toy()
    game.play("north", {"do": "gamble"})
    before = game.state.fingerprint(), game.decisions[0].id, len(game.history)

    def broken(*arguments):
        raise RuntimeError("a bug")

    monkeypatch.setattr("tests.engine.toy.add", broken)
    with pytest.raises(RuntimeError):
        game.play("south", {"do": "double", "yes": True})
    assert (game.state.fingerprint(), game.decisions[0].id, len(game.history)) == before


def test_the_game_ends_and_nothing_more_is_asked() -> None:
    game = toy(length="2")
    while not game.over:
        game.play(game.to_act, {"do": "end"})
    assert (game.turn, game.result, game.decisions, game.to_act) == (2, "over", (), None)
    assert [r.rule for r in game.why("north", {"do": "end"})] == ["turn"]


def test_segments_without_questions_are_passed_over() -> None:
    game = toy()
    game.play("north", {"do": "end"})
    game.play("south", {"do": "end"})
    assert (game.turn, game.phase) == (2, "turn of north")
