"""A verb has one home: its name is written in few modules, of which one is its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grognard
from grognard.kit.deeds import Kind

SRC = Path(grognard.__file__).parent
HOME = "grognard.systems.wb95."
MOST = 3
"""Modules in which the name of a verb may be written."""
SCOPE = ("systems/wb95", "players/staff/wb95", "table", "kit", "engine")
"""Where a verb of WB-95 could have a second home: its rulebook, its staff, and what all share.

Other rulebooks have verbs of the same names, and a terminal has commands that are called so too."""


def kinds(above: type[Any] = Kind) -> Iterator[type[Any]]:
    """Every kind of action of WB-95 that has a name."""
    for one in above.__subclasses__():
        yield from kinds(one)
        if isinstance(one.__dict__.get("do"), str) and one.__module__.startswith(HOME):
            yield one


def named(source: str, names: frozenset[str]) -> set[str]:
    """The names that a module writes where a verb is meant.

    As the name of a class, in an action, compared with one, as what is offered, or in a table:
    a collection that holds three of them or more.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign):
            found |= _assigned(node)
        elif isinstance(node, ast.Dict):
            found |= {_text(v) for k, v in zip(node.keys, node.values, strict=True) if _is(k, "do")}
            found |= _table([key for key in node.keys if key is not None], names)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            found |= _table(node.elts, names)
        elif isinstance(node, ast.Compare) and "do" in ast.dump(node):
            sides = [node.left, *node.comparators]
            about = any(_mentions_do(side) for side in sides)
            found |= {_text(side) for side in sides} if about else set()
        elif isinstance(node, ast.Call) and _called(node.func) in ("offer", "offered", "legal"):
            found |= {_text(argument) for argument in node.args}
    return found & names


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


def written() -> dict[str, set[str]]:
    """The modules that write the name of each verb of WB-95."""
    names = frozenset(kind.do for kind in kinds())
    found: dict[str, set[str]] = {name: set() for name in names}
    for path in sorted(SRC.rglob("*.py")):
        where = path.relative_to(SRC).as_posix()
        if where.startswith(SCOPE):
            for name in named(path.read_text(encoding="utf-8"), names):
                found[name].add(where)
    return found


def test_wb95_has_27_verbs_and_every_one_has_a_title() -> None:
    """Ending a phase is the kit's."""
    found = {kind.do: kind for kind in kinds()}
    assert len(found) == 27
    assert all(kind.title for kind in found.values())


def test_the_name_of_a_verb_is_written_in_few_modules_and_in_its_own() -> None:
    homes = {kind.do: kind.__module__.split(".", 1)[1].replace(".", "/") for kind in kinds()}
    for name, modules in written().items():
        assert f"{homes[name]}.py" in modules
        assert len(modules) <= MOST, (name, sorted(modules))


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
