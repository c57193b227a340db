"""Which kinds of event the rules of a system make, read off their code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grognard.kit

Found = dict[str, str]
KIT = Path(grognard.kit.__file__).parent


class Module:
    """A module of rules, with the function and the class that each of its parts stands in."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(self.tree))
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self.classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        self.function = {id(inner): node for node in functions for inner in ast.walk(node)}
        self.inside = {id(inner): node for node in self.classes for inner in ast.walk(node)}
        self.calls = [node for node in nodes if isinstance(node, ast.Call) and _called(node)]

    def verbs(self, node: ast.AST) -> Iterator[str]:
        """The names of the verb that a method belongs to, and of those that inherit it."""
        own = self.inside[id(node)]
        heirs = [c for c in self.classes if own.name in {n.id for n in _names(c.bases)}]
        for verb in (own, *heirs):
            for item in verb.body:
                if isinstance(item, ast.Assign):
                    yield from _assigned(item, "do")


def _called(call: ast.Call) -> str:
    """The function that is called, by itself or by its module; empty where that is unknown."""
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _names(nodes: list[ast.expr]) -> Iterator[ast.Name]:
    for node in nodes:
        yield from (inner for inner in ast.walk(node) if isinstance(inner, ast.Name))


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _assigned(node: ast.Assign, name: str) -> Iterator[str]:
    """The text that an assignment gives a name, alone or among others."""
    for goal in node.targets:
        if isinstance(goal, ast.Name) and goal.id == name:
            yield from _texts(node.value)
        elif isinstance(goal, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for one, value in zip(goal.elts, node.value.elts, strict=True):
                if isinstance(one, ast.Name) and one.id == name:
                    yield from _texts(value)


@cache
def _kit() -> tuple[ast.Module, ...]:
    """The modules of the kit, from which systems have some of their words."""
    return tuple(Module(path).tree for path in sorted(KIT.glob("*.py")))


@cache
def emitted(folder: Path) -> Found:
    """Every kind of event that the rules in a folder make, and a module that does."""
    modules = [Module(path) for path in sorted(folder.rglob("*.py"))]
    found: Found = {}
    for module in modules:
        for call in module.calls:
            if _called(call) == "Event":
                for kind in _kinds(modules, module, call, call.args[0]):
                    found[kind] = module.name
    return found


def _kinds(modules: list[Module], module: Module, call: ast.Call, kind: ast.expr) -> Iterator[str]:
    """What the kind of an event can be where one is made."""
    if isinstance(kind, ast.Attribute):  # the verb's own name
        yield from module.verbs(call)
    elif not isinstance(kind, ast.Name):
        yield from _texts(kind)
    else:
        function = module.function.get(id(call))
        given = [arg.arg for arg in function.args.args] if function is not None else []
        if function is not None and kind.id in given:
            known = [module] if function.name.startswith("_") else modules
            yield from _given(known, function, given.index(kind.id))
        else:
            for tree in (module.tree, *_kit()):
                for node in ast.walk(tree):
                    if isinstance(node, ast.Assign):
                        yield from _assigned(node, kind.id)


def _given(modules: list[Module], function: ast.FunctionDef, place: int) -> Iterator[str]:
    """What a function is ever given in a place."""
    for module in modules:
        for call in module.calls:
            if _called(call) == function.name and len(call.args) > place:
                yield from _kinds(modules, module, call, call.args[place])
