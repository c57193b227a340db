"""The lesson of Skyline Drive and the boxes of GOSS: played through the rules, and alike in every
language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import box, library
from grognard.engine.game import Game
from grognard.engine.rulebook import read_rules
from grognard.players.registry import player
from grognard.players.rehearsed import Rehearsed
from grognard.players.seat import Seat
from grognard.systems.goss.units import UNITS
from grognard.table.tongues import LANGUAGES
from tests.test_box import PARTS, _take
from tests.test_box_tongues import KEPT, _read

SKYLINE = "goss/skyline-drive"
SCENARIOS = [SKYLINE, "goss/st-vith", "goss/wacht-am-rhein"]
MANUAL = Path(__file__).parents[3] / "docs" / f"{SKYLINE}.md"


def lesson(language: str = "en") -> box.Lesson:
    found = box.lesson(SKYLINE, language)
    assert found is not None
    return found


def script() -> list[tuple[str, dict[str, Any]]]:
    return [play for step in lesson().steps for play in step.rehearsal.get("play", ())]


def test_the_lesson_can_be_played_as_it_says() -> None:
    """Every step is possible, not done before, and done by what it says; the turn ends with it."""
    game = grognard.new(SKYLINE, seed=int(str(lesson().seed)))
    names = library.tabletop(game).names(game)
    for step in lesson().steps:
        assert all(label in game.board.index for label in step.hexes), step.title
        assert set(step.pieces) <= set(names), step.title
        assert set(re.findall(r"\{([^}]+)\}", step.text)) <= set(names), step.title
        assert set(step.rehearsal) <= PARTS, step.title
        _take(game, lesson().side, step)
    assert game.turn == 2
    beaten = game.state[UNITS]["u-28-110-2"]
    assert (game.board.label(beaten.hex), beaten.steps, beaten.fatigue) == ("2633", 1, 1)


def test_the_enemy_of_the_pupil_answers_as_was_rehearsed() -> None:
    game: Game[Any] = grognard.new(SKYLINE, seed=lesson().seed)
    enemy = Rehearsed(player("random", 5))
    for side, action in script():
        if side != lesson().side:
            assert enemy.choose(Seat(game, side)) == action
        game.play(side, action)


def test_lesson_and_briefings_cite_rules_that_there_are() -> None:
    known = {rule.id for rule in read_rules("goss")}
    texts = [step.text for step in lesson().steps]
    assert len({rule for text in texts for rule in re.findall(r"\[([^\]]+)\]", text)}) > 50
    texts += [text for name in SCENARIOS for text in _read(name, "en").values()]
    assert {rule for text in texts for rule in re.findall(r"\[([^\]]+)\]", text)} <= known


def test_the_lesson_and_the_manual_play_the_same_turn() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    assert f"seed={lesson().seed}" in manual
    for _by, action in script():
        for unit in action.get("units", ()):
            assert unit in manual
        for label in action.get("path", ()):
            assert label in manual


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_has_the_back_of_a_box_and_a_briefing(name: str) -> None:
    back, brief = box.back(name), box.brief(name)
    assert back is not None
    assert brief is not None
    assert back.learning == (name == SKYLINE)
    assert 1 <= back.difficulty <= 5
    assert 1 <= back.about.count(". ") <= 3
    picture = box.picture(name)
    assert picture is not None, "python tools/draw_pictures.py draws it"
    assert picture.read_bytes().startswith(b"\x89PNG")
    sides = set(library.find_scenario(name)[1].sides)
    assert set(brief.forces) == set(brief.steps) == sides
    assert all(brief.forces.values())
    assert brief.situation
    assert brief.victory
    assert brief.time


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("name", SCENARIOS)
def test_boxes_and_lesson_say_the_same_in_every_language(name: str, language: str) -> None:
    english, said = _read(name, "en"), _read(name, language)
    assert [*said] == [*english]
    for at, text in english.items():
        assert said[at] != text, f"{at} is still English"
        assert sorted(KEPT.findall(said[at])) == sorted(KEPT.findall(text)), at


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_lesson_is_done_alike_in_every_language(language: str) -> None:
    for one, other in zip(lesson().steps, lesson(language).steps, strict=True):
        for part in ("hexes", "pieces", "target", "until", "during", "stays", "play"):
            assert getattr(one, part) == getattr(other, part)
