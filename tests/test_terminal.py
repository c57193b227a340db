"""Playing at the terminal, with a system that has no words of its own: the toy."""

from __future__ import annotations

import random
import shlex
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.decision import Ask, Choice, Decision
from grognard.engine.refusal import Refused
from grognard.library import tabletop
from grognard.systems.wb95.proof import positions
from grognard.terminal import Terminal, read_value, written
from grognard.terminal.completing import completions
from grognard.terminal.keyboard import keyboard
from grognard.terminal.notation import Unreadable, read_json, read_words
from grognard.terminal.questions import replies
from tests.engine.toy import TOY, toy
from tests.terminal_field import desk as seat
from tests.terminal_field import field, typed


@pytest.fixture
def desk(tmp_path: Path) -> Terminal:
    """A toy game at a terminal whose output is kept."""
    return seat(toy(length="2"), tmp_path, side="north", width=120)


def test_a_game_is_played_through_at_the_terminal(desk: Terminal, tmp_path: Path) -> None:
    screen = typed(desk, "bump by=2", *["end", "legal", "1"] * 40)
    assert desk.game.over
    assert "The game is over: over" in screen
    assert "bump: by 2" in screen
    assert "grognard replay" in screen.replace("\n", " ")
    assert (tmp_path / "game.grog").exists()


def test_the_terminal_lists_explains_and_takes_back(desk: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "t.grog"
    screen = typed(
        desk, "legal bump", "2", "undo", "why bump by=9", "why bump by=1", "odds gamble", "map",
        "help", "log", f"save {path}", "undo", "todo", "units", "supply", "victory", "help undo",
    )  # fmt: skip
    assert "   2 bump by=2" in screen
    assert "taken back" in screen
    assert "1 to 3 points, not 9 [T1]" in screen
    assert "nothing: it is legal" in screen
    assert "58.3%" in screen
    assert "won" in screen
    assert "north 0, south 0" in screen
    assert "saved as" in screen
    assert "there is nothing to take back" in screen
    assert "nothing: the phase may end" in screen
    assert "this game knows no supply" in screen
    assert path.exists()


@pytest.mark.parametrize(
    "line",
    [
        "7", "nonsense", "bump", "bump by=x", "bump x", "bump 3 4", '{"do": ', "[1]", "save",
        "save a b", "odds", "odds 3", "'", "why", "legal nothing", "move a b", "attack 0101",
        "unit", "unit x", "stack", "stack 9999", "reach", "reach x", "map 9999", "units zzz",
        "double yes", '{"do": 3}', "instruct", "=", "bump =", "save /no/such/folder/x",
    ],
)  # fmt: skip
def test_nothing_typed_can_harm_the_game(desk: Terminal, line: str) -> None:
    before = desk.game.state.fingerprint()
    screen = typed(desk, line)
    assert desk.game.state.fingerprint() == before
    assert "Traceback" not in screen


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("bunp 2", "did you mean 'bump'?"),
        ("unds", "did you mean 'undo'?"),
        ("bump by=two", "by=two should be a whole number"),
        ("bump 1 2", "'2' is too much; bump has by="),
        ("double yes=yes", "is not possible now"),
        ("move a 0101", "'move' is not offered now (your turn)"),
        ("legal fly", "'fly' is not offered now"),
        ("save", "save needs a file name"),
        ("4", "there is no number 4 in the last list; type legal first"),
    ],
)
def test_what_is_wrong_comes_with_what_would_be_right(desk: Terminal, line: str, hint: str) -> None:
    assert hint in typed(desk, line).replace("\n", " ")


def test_words_without_keys_go_in_order_and_commands_may_be_cut_short(desk: Terminal) -> None:
    screen = typed(desk, "bump 3", "und", "bump 2", "vic")
    assert "bump: by 3" in screen
    assert "taken back" in screen
    assert [line.action for line in desk.game.history[1:]] == [
        {"do": "bump", "by": 3},
        {"do": "undo", "to": 1},
        {"do": "bump", "by": 2},
    ]


def test_a_question_has_numbered_answers_and_a_default(desk: Terminal) -> None:
    desk.game.play("north", {"do": "end"})
    desk.game.play("south", {"do": "gamble"})
    screen = typed(desk, "")
    assert "double it? [T4]" in screen
    assert "1 never: double yes=no" in screen
    assert "double yes=yes" in screen
    assert "Enter takes the first" in screen
    assert {"do": "double", "yes": False} in [line.action for line in desk.game.history]


@pytest.mark.parametrize("line", ["2", "double yes=yes", '{"do": "double", "yes": true}'])
def test_a_question_may_be_answered_by_number_word_or_json(desk: Terminal, line: str) -> None:
    desk.game.play("north", {"do": "end"})
    desk.game.play("south", {"do": "gamble"})
    typed(desk, line)
    assert {"do": "double", "yes": True} in [line.action for line in desk.game.history]


def test_the_default_comes_first_and_many_answers_without_a_name_are_not_listed() -> None:
    game = toy()

    def asked(count: int, default: int) -> list[tuple[str, int]]:
        numbers = [{"do": "name", "number": n} for n in range(count)]
        ask = Ask(
            "north", "name", "name a number", "T5", (Choice("name", "T5", numbers),),
            default=numbers[default], policies={"none": lambda: numbers[0], "ask": lambda: None},
        )  # fmt: skip
        found = replies(game, tabletop(game), Decision("1.0", ask))
        return [(reply.name, reply.action["number"]) for reply in found]

    assert asked(3, default=2) == [("", 2), ("none", 0), ("", 1)]
    assert asked(3, default=0) == [("none", 0), ("", 1), ("", 2)]
    assert asked(40, default=7) == [("", 7), ("none", 0)]


def test_enter_alone_does_nothing_in_a_phase(desk: Terminal) -> None:
    assert "todo says what is owed" in typed(desk, "", "  ")
    assert len(desk.game.history) == 1


def test_a_number_of_an_old_list_is_not_played(desk: Terminal) -> None:
    screen = typed(desk, "legal", "1", "1")
    assert "there is no number 1 in the last list" in screen
    assert len(desk.game.history) == 2


def test_what_is_written_can_be_typed() -> None:
    action = {"do": "attack", "units": ["a", "b"], "bonus": 2, "full": True, "take": {"a": 1}}
    assert written(action) == "attack units=a,b bonus=2 full=yes take='{\"a\": 1}'"
    assert read_value("texts", "a,b") == ["a", "b"]
    assert read_value("counts", '{"a": 1}') == {"a": 1}
    assert read_value("counts", "a:1;b:2") == {"a": 1, "b": 2}
    assert read_value("map", "a:0203,0204;b:0205") == {"a": ["0203", "0204"], "b": ["0205"]}
    assert read_value("maps", "") == []
    assert read_value("flag", "yes") is True
    assert read_value("flag", "no") is False
    assert read_value("count", "2") == 2
    for kind, text in (("count", "x"), ("counts", "a:b"), ("maps", "a"), ("map", "{")):
        with pytest.raises(Unreadable):
            read_value(kind, text)
    with pytest.raises(Unreadable, match="an action is a map"):
        read_json("[1]")
    assert TOY.title == "A toy"


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_action_can_be_typed_as_it_is_written(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    for _ in range(60):
        if game.over:
            return
        side = str(game.to_act)
        action: Any = game.sample(side, rng)
        decision = next(d for d in game.decisions if d.offer(action["do"]) and d.player == side)
        assert read_words(game, decision, shlex.split(written(action))) == action
        game.play(side, action)


# ---- the keyboard


def test_completion_offers_what_may_come_next(tmp_path: Path) -> None:
    desk = seat(field(), tmp_path)
    assert completions(desk.words, "att") == ["attack"]
    assert completions(desk.words, "m") == ["map", "mark", "mask", "move", "muster"]
    assert completions(desk.words, "move g") == ["g1", "ga", "g2", "g3"]
    assert completions(desk.words, "move g1,g2,g") == ["g1", "ga", "g2", "g3"]
    assert completions(desk.words, "move g1 030") == [f"030{n}" for n in range(1, 8)]
    assert "units=" in completions(desk.words, "mark u")
    assert completions(desk.words, "dig unit=g3") == ["g3"]


def test_lines_from_a_pipe_are_read_as_they_come() -> None:
    assert keyboard(lambda before: []) is input


def test_refusals_keep_their_rules(tmp_path: Path) -> None:
    game = field()
    with pytest.raises(Refused):
        game.play("german", {"do": "move", "units": ["g1"], "path": ["0305"]})
    screen = typed(seat(game, tmp_path), "move units=g1 path=0305")
    assert "✗ " in screen
    assert "[3.1.4]" in screen
