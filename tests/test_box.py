"""The backs of the boxes, their pictures, and the guided lesson, played through the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import box, library
from grognard.engine.game import Game
from grognard.engine.rulebook import read_rules
from grognard.table import weighing

KINDS = {"action", "event", "phase", "asked", "refused", "selected", "weighed", "overlay"}
LESSONS = [name for name in library.scenario_ids() if box.lesson(name) is not None]
MANUAL = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("name", library.scenario_ids())
def test_every_shipped_scenario_has_the_back_of_a_box(name: str) -> None:
    back = box.back(name)
    assert back is not None, f"{name} is not in about/cards.yaml"
    assert 1 <= back.difficulty <= 5
    assert back.minutes > 0
    assert back.teaches
    assert 1 <= back.about.count(". ") <= 3
    picture = box.picture(name)
    assert picture is not None, "python tools/draw_pictures.py draws it"
    written = picture.read_bytes()
    assert written.startswith(b"\x89PNG")
    assert len(written) < 150_000


def test_a_scenario_without_a_box_has_none() -> None:
    assert box.back("wb95/none") is None
    assert box.picture("nothing/none") is None
    assert box.lesson("wb95/typhoon") is None


def test_the_learning_scenarios_have_lessons() -> None:
    assert LESSONS == ["ocs/catania-plain", "wb95/klin"]
    learning = [n for n in library.scenario_ids() if (back := box.back(n)) and back.learning]
    assert learning == LESSONS


def within(pattern: Any, thing: Any) -> bool:
    """Whether a thing is as a pattern says: maps by their parts, lists as sets."""
    if isinstance(pattern, dict):
        return isinstance(thing, dict) and all(within(v, thing.get(k)) for k, v in pattern.items())
    if isinstance(pattern, list):
        return isinstance(thing, list) and all(any(within(p, t) for t in thing) for p in pattern)
    return bool(pattern == thing or (pattern == "*" and isinstance(thing, str)))


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_played_as_it_says(name: str) -> None:
    lesson = box.lesson(name)
    assert lesson is not None
    game = grognard.new(name, seed=int(str(lesson.seed)))
    table = library.tabletop(game)
    assert lesson.side in game.scenario.sides
    for step in lesson.steps:
        assert all(label in game.board.index for label in step.hexes), step.title
        assert all(piece in table.names(game) for piece in step.pieces), step.title
        _take(game, lesson.side, step)


def _take(game: Game[Any], side: str, step: box.Step) -> None:
    """Take a step as its rehearsal has it, and see that what it waits for has happened."""
    table, plan = library.tabletop(game), step.rehearsal
    assert set(plan) <= {"play", "refused", "weighed", "owed", "reach"}, step.title
    happened: dict[str, Any] = {"selected": list(step.pieces)}
    if "reach" in plan:
        reach = table.ways(game, side, plan["reach"]["pieces"])
        stops = {stop.hex for stop in reach.stops}
        assert reach.cells
        assert stops.issuperset(plan["reach"]["stops"])
    if "refused" in plan:
        hexes = [game.board.hex(plan["refused"]["hex"])]
        found = table.orders(game, side, plan["refused"]["pieces"], hexes)
        assert found
        assert all(one.action is None for one in found)
        happened["refused"] = found[0].refusals[0].rule
    if "weighed" in plan:
        hexes = [game.board.hex(label) for label in plan["weighed"]["hexes"]]
        best = table.orders(game, side, [], hexes)[0].action
        assert best is not None
        weighed = weighing.weigh(game, table, side, best)
        assert weighed.outcomes
        happened["weighed"] = weighed.action
    if "owed" in plan:
        rules = dict.fromkeys(one.rule for one in table.owed(game, side) if one.must)
        assert list(rules) == plan["owed"]
    for by, action in plan.get("play", ()):
        assert game.why(by, action) == [], step.title
        game.play(by, action)
        if by == side:
            happened["action"] = action
    happened["phase"] = table.standing(game).phase
    if step.until is not None:
        assert set(step.until) <= KINDS, step.title
        assert within(dict(step.until), happened), f"{step.title}: {step.until}"


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_cites_rules_that_there_are(name: str) -> None:
    lesson = box.lesson(name)
    assert lesson is not None
    known = {rule.id for rule in read_rules(name.partition("/")[0])}
    cited = [rule for step in lesson.steps for rule in re.findall(r"\[([^\]]+)\]", step.text)]
    assert len(cited) > 20
    assert set(cited) <= known


@pytest.mark.parametrize("name", LESSONS)
def test_the_lesson_and_the_manual_play_the_same_turn(name: str) -> None:
    lesson = box.lesson(name)
    assert lesson is not None
    manual = (MANUAL / f"{name}.md").read_text(encoding="utf-8")
    assert f"seed={lesson.seed}" in manual
    for step in lesson.steps:
        for _by, action in step.rehearsal.get("play", ()):
            for unit in action.get("units", ()):
                assert unit in manual
            for label in (*action.get("path", ()), *action.get("targets", ())):
                assert label in manual
