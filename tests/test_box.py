"""The backs of the boxes, their pictures, and the guided lesson, played through the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import box, library
from grognard.engine.game import Game
from grognard.engine.rulebook import read_rules
from grognard.table import weighing
from grognard.table.writing import plain

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
    assert LESSONS == ["goss/skyline-drive", "nextwar/chorwon", "ocs/catania-plain", "wb95/klin"]
    learning = [n for n in library.scenario_ids() if (back := box.back(n)) and back.learning]
    assert learning == LESSONS


Seen = dict[str, Any]


def within(pattern: Any, thing: Any) -> bool:
    """Whether a thing is as a pattern says: maps by their parts, lists as sets."""
    if isinstance(pattern, dict):
        return isinstance(thing, dict) and all(within(v, thing.get(k)) for k, v in pattern.items())
    if isinstance(pattern, list):
        return isinstance(thing, list) and all(any(within(p, t) for t in thing) for p in pattern)
    if isinstance(pattern, str) and isinstance(thing, str) and pattern.endswith("*"):
        return thing.startswith(pattern[:-1])
    return bool(pattern == thing)


def seen(game: Game[Any], side: str, **screen: Any) -> Seen:
    """What a lesson's conditions are about, as the page has it (web/src/lesson/condition.ts)."""
    table = library.tabletop(game)
    shown, standing = table.screened(game, side), table.standing(game)
    stacks = [plain(stack) for stack in table.stacks(shown, side)]
    return {
        "counters": {card.id: plain(card) for card in table.counters(shown, side)},
        "held": {(stack["hex"], stack["side"]) for stack in stacks},
        "marks": [plain(mark) for mark in table.marks(shown, side)],
        "phase": standing.phase,
        "side": next(band.side for band in standing.bands if band.state == "now"),
        "turn": standing.turn,
        "free": game.at_checkpoint and game.to_act == side,
        **screen,
    }


def holds(wanted: Any, at: Seen) -> bool:
    """Whether a condition of a lesson holds."""
    return all(CONDITIONS[name](what, at) for name, what in wanted.items())


def _at(where: Any, at: Seen) -> bool:
    cards = at["counters"]
    return all(
        cards.get(piece, {}).get("hex") in ([hexes] if isinstance(hexes, str) else hexes)
        for piece, hexes in where.items()
    )


def _held(who: Any, at: Seen) -> bool:
    held = at["held"]
    return all(
        (hex_, side) in held if side else hex_ not in {label for label, _ in held}
        for hex_, side in who.items()
    )


def _bears(marks: Any, at: Seen) -> bool:
    cards = at["counters"]
    return all(
        mark in [state["id"] for state in cards.get(piece, {}).get("states", ())]
        for piece, mark in marks.items()
    )


def _shows(values: Any, at: Seen) -> bool:
    cards = at["counters"]
    return all(
        within([{"name": name, "text": text}], cards[piece]["values"])
        for piece, printed in values.items()
        for name, text in printed.items()
    )


CONDITIONS: dict[str, Callable[[Any, Seen], bool]] = {
    "all": lambda some, at: all(holds(one, at) for one in some),
    "any": lambda some, at: any(holds(one, at) for one in some),
    "not": lambda one, at: not holds(one, at),
    "at": _at,
    "gone": lambda some, at: all(at["counters"].get(one, {}).get("hex") is None for one in some),
    "bears": _bears,
    "shows": _shows,
    "holds": _held,
    "selected": lambda some, at: set(some) == set(at.get("selected", ())),
    **{
        name: lambda pattern, at, name=name: within(pattern, at.get(name))  # type: ignore[misc]
        for name in ("marks", "phase", "side", "turn", "free", "weighed", "overlay", "refused")
    },
    "refusedAt": lambda hex_, at: hex_ == at.get("refusedAt"),
}
PARTS = {"play", "refused", "weighed", "owed", "reach"}


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_played_as_it_says(name: str) -> None:
    lesson = box.lesson(name)
    assert lesson is not None
    game = grognard.new(name, seed=int(str(lesson.seed)))
    names = library.tabletop(game).names(game)
    assert lesson.side in game.scenario.sides
    for step in lesson.steps:
        assert all(label in game.board.index for label in step.hexes), step.title
        assert all(piece in names for piece in step.pieces), step.title
        assert set(re.findall(r"\{([^}]+)\}", step.text)) <= set(names), step.title
        assert set(step.rehearsal) <= PARTS, step.title
        _take(game, lesson.side, step)


def _take(game: Game[Any], side: str, step: box.Step) -> None:
    """Take a step as its rehearsal has it: possible before, not done, and done by it."""
    began = seen(game, side)
    assert holds(step.during or {}, began), f"{step.title} is not possible"
    assert step.until is None or not holds(step.until, began), f"{step.title} is done already"
    screen, tables = _looked(game, side, step), []
    for by, action in step.rehearsal.get("play", ()):
        assert game.why(by, action) == [], step.title
        game.play(by, action)
        tables.append(seen(game, side, **screen))
    tables.append(seen(game, side, **screen))
    assert not any(holds(bar.when, tables[-1]) for bar in step.spoilt), f"{step.title} is spoilt"
    if step.until is not None:
        assert any(holds(step.until, at) for at in tables), f"{step.title}: {step.until}"


def _looked(game: Game[Any], side: str, step: box.Step) -> Seen:
    """What the pupil only looks at in a step."""
    table, plan = library.tabletop(game), step.rehearsal
    screen: Seen = {"selected": list(step.pieces)}
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
        screen |= {"refused": found[0].refusals[0].rule, "refusedAt": plan["refused"]["hex"]}
    if "weighed" in plan:
        hexes = [game.board.hex(label) for label in plan["weighed"]["hexes"]]
        best = table.orders(game, side, [], hexes)[0].action
        assert best is not None
        weighed = weighing.weigh(game, table, side, best)
        assert weighed.outcomes
        screen["weighed"] = weighed.action
    if "owed" in plan:
        rules = dict.fromkeys(one.rule for one in table.owed(game, side) if one.must)
        assert list(rules) == plan["owed"]
    return screen


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
