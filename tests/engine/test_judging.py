"""What was found legal a moment ago is not judged again, and only as long as nothing happens."""

from __future__ import annotations

import pytest

from grognard.engine import judging
from grognard.engine.refusal import Refused
from tests.engine.toy import HANDS, Bump, add, toy


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the rules were asked about, as it was asked."""
    asked: list[object] = []
    check = Bump.check

    def listened(self, game, player, action):
        asked.append(action["by"])
        return check(self, game, player, action)

    monkeypatch.setattr(Bump, "check", listened)
    return asked


def test_what_may_be_done_is_done_without_being_judged_again(judged: list[object]) -> None:
    game = toy()
    assert not game.why("north", {"do": "bump", "by": 2})
    game.play("north", {"do": "bump", "by": 2})
    assert judged == [2]


def test_another_action_is_another_question(judged: list[object]) -> None:
    game = toy()
    assert not game.why("north", {"do": "bump", "by": 2})
    assert game.why("north", {"do": "bump", "by": 4})[0].rule == "T1"
    assert game.why("south", {"do": "bump", "by": 4})[0].rule == "turn"
    assert game.why("north", {"do": "bump", "by": True})[0].rule == "form"
    assert not game.why("north", {"do": "bump", "by": 1})
    assert game.why("north", {"do": "bump", "by": True})[0].rule == "form"
    assert judged == [2, 4, 1]


def test_an_action_that_was_changed_meanwhile_is_judged_as_it_is_now(judged: list[object]) -> None:
    game, action = toy(), {"do": "bump", "by": 2}
    assert not game.why("north", action)
    action["by"] = 4
    with pytest.raises(Refused):
        game.play("north", action)
    assert judged == [2, 4]


def test_it_is_judged_again_when_anything_has_happened(judged: list[object]) -> None:
    game = toy()
    assert not game.why("north", {"do": "bump", "by": 2})
    mark = game.journal.mark()
    add(game, "south", 1)
    assert not game.why("north", {"do": "bump", "by": 2})
    game.journal.rollback(mark)
    assert not game.why("north", {"do": "bump", "by": 2})
    assert judged == [2, 2, 2]
    game.play("north", {"do": "bump", "by": 2})
    game.why("north", {"do": "bump", "by": 2})
    assert judged == [2, 2, 2, 2]
    assert game.state[HANDS]["north"].score == 2


def test_the_reasons_are_those_of_whoever_asked_for_them() -> None:
    game = toy()
    game.why("north", {"do": "bump", "by": 4}).clear()
    assert [refusal.rule for refusal in game.why("north", {"do": "bump", "by": 4})] == ["T1"]


def test_what_is_no_plain_data_is_refused_as_ever() -> None:
    game = toy()
    for strange in ({"do": "bump", "by": object()}, {"do": {1, object()}}, object(), None):
        for _ in range(2):
            found = judging.verdict(game, "north", strange, None)
            assert found[0] == judging.judge(game, "north", strange, None)[0] != []
