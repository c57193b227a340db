"""A verb has one home: its name is written in few modules, of which one is its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.kit.deeds import Kind
from grognard.systems import ocs, wb95

SRC = Path(grognard.__file__).parent
VERBS = {wb95: 26, ocs: 108}
"""The systems, and how many kinds of action and of answer each has of its own; to end a phase and
to say that one is ready are the kit's."""
BESIDES = 2
"""Modules besides its home in which the name of a verb may be written."""
SHARED = ("table", "kit", "engine")
"""Where a verb could have a second home, besides its rulebook and its staff.

Other rulebooks have verbs of the same names, and a terminal has commands that are called so too."""
OTHER_WORDS = {
    "systems/ocs/charts.py": "what charts are called",
    "systems/ocs/supply/paying.py": "what supply is spent on",
    "systems/ocs/table/vocabulary.py": "what the parts of a reckoning are called",
}
"""Modules with lists of words for something else, some of which are names of verbs too."""


def home(kind: type[Any]) -> str:
    """The module in which a kind of action is defined."""
    return kind.__module__.split(".", 1)[1].replace(".", "/") + ".py"


def kinds(system: ModuleType, above: type[Any] = Kind) -> Iterator[type[Any]]:
    """Every kind of action of a system that has a name."""
    library.find_system(system.__name__.rpartition(".")[2])  # which reads its chapters in
    for one in above.__subclasses__():
        yield from kinds(system, one)
        if isinstance(one.__dict__.get("do"), str) and one.__module__.startswith(system.__name__):
            yield one


def named(source: str, names: frozenset[str]) -> set[str]:
    """The names that a module writes where a verb is meant.

    As the name of a class, in an action, compared with one, as what is offered, or in a table:
    a collection that holds three of them or more.
    """
    found: set[str] = set()
    if not any(name in source for name in names):
        return found  # which is seen sooner than the module is read
    for node in _nodes(source):
        if isinstance(node, ast.Assign):
            found |= _assigned(node)
        elif isinstance(node, ast.Dict):
            found |= {_text(v) for k, v in zip(node.keys, node.values, strict=True) if _is(k, "do")}
            found |= _table([key for key in node.keys if key is not None], names)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            found |= _table(node.elts, names)
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            about = any(_mentions_do(side) for side in sides)
            found |= {_text(side) for side in sides} if about else set()
        elif isinstance(node, ast.Call) and _called(node.func) in ("offer", "offered", "legal"):
            found |= {_text(argument) for argument in node.args}
    return found & names


@lru_cache(1)
def _nodes(source: str) -> list[ast.AST]:
    """Every part of a module."""
    return list(ast.walk(ast.parse(source)))


def _assigned(node: ast.Assign) -> set[str]:
    """What is assigned to `do`."""
    found = set()
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = zip(target.elts, node.value.elts, strict=False)
            found |= {_text(value) for name, value in pairs if _called(name) == "do"}
        elif _called(target) == "do":
            found.add(_text(node.value))
    return found


def _table(items: list[ast.expr], names: frozenset[str]) -> set[str]:
    """The names in a collection that holds several."""
    found = {_text(item) for item in items} & names
    return found if len(found) > 2 else set()


def _mentions_do(node: ast.expr) -> bool:
    return any(_called(part) == "do" or _is(part, "do") for part in ast.walk(node))


def _called(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _is(node: ast.AST | None, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def spelt(source: str, names: frozenset[str]) -> set[str]:
    """The names that a module writes at all and that can mean nothing else, as `air-drop`."""
    found = {name for name in names if "-" in name and name in source}
    return found and {_text(node) for node in _nodes(source)} & found


def written(system: ModuleType) -> dict[str, set[str]]:
    """The modules that write the name of each verb of a system."""
    names = frozenset(kind.do for kind in kinds(system))
    folder = system.__name__.rpartition(".")[2]
    scope = (f"systems/{folder}/", f"players/staff/{folder}/", *(f"{one}/" for one in SHARED))
    found: dict[str, set[str]] = {name: set() for name in names}
    for path in sorted(SRC.rglob("*.py")):
        where, source = path.relative_to(SRC).as_posix(), path.read_text(encoding="utf-8")
        meant = where.startswith(scope) and where not in OTHER_WORDS
        for name in spelt(source, names) | (named(source, names) if meant else set()):
            found[name].add(where)
    return found


@pytest.mark.parametrize(("system", "count"), VERBS.items())
def test_every_verb_has_a_title(system: ModuleType, count: int) -> None:
    found = {kind.do: kind for kind in kinds(system)}
    assert len(found) == count
    assert all(kind.title for kind in found.values())


@pytest.mark.parametrize("system", VERBS)
def test_the_name_of_a_verb_is_written_in_few_modules_besides_its_own(system: ModuleType) -> None:
    homes: dict[str, set[str]] = {}
    for kind in kinds(system):
        homes.setdefault(kind.do, set()).add(home(kind))
    for name, modules in written(system).items():
        assert len(modules - homes[name]) <= BESIDES, (name, sorted(modules))


def test_a_name_that_can_mean_nothing_else_is_found_anywhere() -> None:
    names = frozenset(("air-drop", "move"))
    assert spelt('steps = ["air-drop", "move"]', names) == {"air-drop"}


def test_a_name_in_a_table_beside_the_verb_is_found() -> None:
    names = frozenset(("move", "attack", "dig"))
    titles = 'TITLES = {"move": "Move", "attack": "Attack", "dig": "Dig in"}'
    assert named(titles, names) == names
    assert named('BLIND = ("move", "attack", "dig")', names) == names
    assert named('if action.get("do") == "move": pass', names) == {"move"}
    assert named('x = {"do": "attack", "units": []}', names) == {"attack"}
    assert named('seat.offered("attack")', names) == {"attack"}
    assert named('do, rule = "move", "3.1"', names) == {"move"}
    assert named('speed = row["move"]', names) == set()
