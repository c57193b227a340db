"""Marks: which tests are marked with which rule, read from the tests without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grognard.engine.rulebook import PACKAGE

ROOT = PACKAGE.parent.parent
MARK = "pytest.mark.rule"


@dataclass(frozen=True)
class Marked:
    """A test that is marked with a rule."""

    path: str
    name: str
    about: str

    @property
    def node(self) -> str:
        """How pytest calls it, whatever it is repeated for."""
        return f"{self.path}::{self.name}"


def has_tests(root: Path = ROOT) -> bool:
    """Whether the tests are at hand: they come with the source, and in no wheel."""
    return (root / "pyproject.toml").is_file() and (root / "tests").is_dir()


def find_marked(system: str, root: Path = ROOT, mark: str = MARK) -> dict[str, list[Marked]]:
    """The tests of each rule of a system, or of whatever else a mark names."""
    found: dict[str, list[Marked]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if f'"{system}"' in text and mark in text:
            for book, rule, test in marks(text, path.relative_to(root).as_posix(), mark):
                if book == system:
                    found.setdefault(rule, []).append(test)
    return found


def marks(text: str, path: str, mark: str = MARK) -> Iterator[tuple[str, str, Marked]]:
    """The system and the rule of each mark of a file, with the test that has it."""
    tree = ast.parse(text)
    constants = {
        name.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for name in node.targets
        if isinstance(name, ast.Name)
    }
    words = {mark, *(name for name, value in constants.items() if ast.unparse(value) == mark)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            test = Marked(path, node.name, _about(node))
            cited = [
                c for decorator in node.decorator_list for c in _cited(decorator, words, constants)
            ]
            yield from ((book, rule, test) for book, rule in dict.fromkeys(cited))


def _cited(
    decorator: ast.expr, words: set[str], constants: Mapping[str, ast.expr]
) -> Iterator[tuple[str, str]]:
    """The rules that a decorator names, itself or by a constant, for all or some of its cases."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call) and len(node.args) > 1 and ast.unparse(node.func) in words:
            book, *rules = (str(ast.literal_eval(argument)) for argument in node.args)
            yield from ((book, rule) for rule in rules)
        elif isinstance(node, ast.Name) and node.id in constants and node.id not in words:
            others = {name: value for name, value in constants.items() if name != node.id}
            yield from _cited(constants[node.id], words, others)


def _about(test: ast.FunctionDef) -> str:
    """What a test says of itself: the first paragraph of its docstring, or its name in words."""
    said = (ast.get_docstring(test) or "").partition("\n\n")[0]
    return " ".join(said.split()) or test.name.removeprefix("test_").replace("_", " ")
