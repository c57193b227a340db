"""The tale: a sentence for every kind of event, loud where it matters, and nothing that leaks."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import grognard.systems.ocs
from grognard.engine.event import Event
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table import telling
from tests.docs import ocs_position
from tests.systems.ocs.field import field, move, play, rig, unit

FOLDER = Path(grognard.systems.ocs.__file__).parent


# ---- every kind of event


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _texts(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def _called_with(trees: list[ast.Module], function: ast.FunctionDef, name: str) -> set[str]:
    """The texts that a parameter of a function is ever given."""
    place = [arg.arg for arg in function.args.args].index(name)
    found: set[str] = set()
    for tree in trees:
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != function.name or len(node.args) <= place:
                continue
            given = node.args[place]
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                found.add(given.value)
            elif isinstance(given, ast.Attribute):  # the deed's own word
                found |= _deeds(tree)
    return found


def _deeds(tree: ast.Module) -> set[str]:
    return {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
        if any(isinstance(goal, ast.Name) and goal.id == "do" for goal in node.targets)
    }


def _resolved(tree: ast.Module, function: ast.FunctionDef | None, name: str, what: str) -> set[str]:
    """What a name can hold where an event is made of it."""
    if function is not None and name in [arg.arg for arg in function.args.args]:
        return _called_with([tree], function, name)
    scope: ast.AST = function if function is not None else tree
    for place in (scope, tree):
        for node in ast.walk(place):
            if isinstance(node, ast.Assign) and any(
                isinstance(goal, ast.Name) and goal.id == name for goal in node.targets
            ):
                if isinstance(node.value, ast.IfExp):
                    return {*_texts(node.value.body), *_texts(node.value.orelse)}
                return set(_texts(node.value))
    raise AssertionError(f"{what}: where does {name} come from?")


@cache
def emitted() -> dict[str, str]:
    """Every kind of event that the rules of OCS make, and the module that does."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "Event(" not in text:
            continue
        tree, what = ast.parse(text), path.name
        inside = {id(n): f for f in _functions(tree) for n in ast.walk(f)}
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != "Event":
                continue
            kind = node.args[0]
            if isinstance(kind, ast.Constant):
                found[str(kind.value)] = what
            else:
                assert isinstance(kind, ast.Name), f"{what}:{kind.lineno}"
                for text in _resolved(tree, inside.get(id(node)), kind.id, what):
                    found[text] = what
    return found


def test_the_list_of_kinds_is_the_whole_one() -> None:
    found = emitted()
    assert len(found) > 90
    for kind in ("move", "attack", "overrun", "load", "unload", "extend", "withdraw", "embark",
                 "disembark", "air-loss", "air-destroyed", "set-up"):  # fmt: skip
        assert kind in found


def test_every_kind_has_a_sentence() -> None:
    assert {kind: made for kind, made in emitted().items() if kind not in telling.KINDS} == {}


def test_no_sentence_is_for_what_never_happens() -> None:
    assert sorted(telling.KINDS - set(emitted())) == []


# ---- sentences


def _told(game: Ocs, kind: str, player: str | None = "axis") -> list[str]:
    events = [told for e in game.events if (told := e.told(player)) is not None]
    return [t.text for e in events if e.kind == kind for t in telling.tell(game, player, [e])]


def test_an_attack_is_told_blow_by_blow() -> None:
    game = ocs_position.at("attack")
    rig(game, 3, 4, 6, 6)
    play(game, "axis", {"do": "attack", "units": ["g-inf"], "target": "0407"})
    assert _told(game, "attack") == ["German attack on 0407 from 0406 with g-inf"]
    assert _told(game, "attack", "allied") == ["German attack on 0407 from 0406"]
    (result,) = _told(game, "combat-result")
    assert result.startswith("0407: the defender ")
    (story,) = [
        t
        for t in telling.tell(game, "axis", game.events)
        if t.text.startswith("0407: the defender")
    ]
    assert story.loud


def test_a_combat_result_in_words() -> None:
    assert telling.outcome("Ao1e4 DL1o2DG") == (
        "the defender loses 1 step, takes 2 options, is disorganised; "
        "the attacker takes 1 option, may exploit with 4 and better"
    )
    assert telling.outcome("") == "nothing happens"
    assert telling.effect("L2") == "loses 2 steps"


@pytest.mark.rule("ocs", "4.9a")
def test_the_enemy_hears_of_the_counter_that_shows() -> None:
    game = field(unit("a1", "0404"), unit("a2", "0404"), unit("s1", "0808"))
    play(game, "axis", move("a1", "a2", to="0405"))
    assert _told(game, "move") == ["a1, a2 0404→0405"]
    assert _told(game, "move", "allied") == ["a2 0404→0405"]


def test_routine_is_told_in_one_breath() -> None:
    game = field(unit("a1", "0404"), unit("a2", "0505"), unit("s1", "0808"))
    play(game, "axis", move("a1", to="0405"))
    play(game, "axis", move("a2", to="0506"))
    moves = [e for e in game.events if e.kind == "move"]
    (one,) = telling.tell(game, "axis", moves)
    assert one.text == "moves: a1 0404→0405; a2 0505→0506"
    assert not one.loud


def test_dice_without_effect_are_not_loud() -> None:
    nothing = Event("barrage", "", "10.0", {"result": "no effect"}, (3, 4), outcome=True)
    something = Event("barrage", "", "10.0", {"result": "1 step, DG"}, (3, 4), outcome=True)
    assert (telling.loud(nothing), telling.loud(something)) == (False, True)
    flak = Event("flak", "", "14.4e", {"hit": False}, (3, 4), outcome=True)
    assert not telling.loud(flak)


def test_random_play_leaves_no_event_without_words() -> None:
    """Every event of a while of random play, for both sides and for the umpire."""
    game: Ocs = ocs_position.at("movement")
    rng = random.Random(5)
    for _ in range(250):
        if game.over:
            break
        player = game.decisions[0].player
        action = game.sample(player, rng)
        game.play(player, action)
    seen = set()
    for event in game.events:
        for player in (None, "axis", "allied"):
            told = event.told(player)
            if told is None:
                continue
            seen.add(told.kind)
            (line,) = telling.tell(game, player, [told])
            assert line.text
            assert "{" not in line.text
    assert len(seen) > 15
