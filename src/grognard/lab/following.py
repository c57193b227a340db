"""Following sentences: in which words code may say something, read from the code itself.

A sentence is followed to where it is written: through names, conditions, helpers that return it and
functions that are handed it. What cannot be followed to words is a gap, `{name} is towed`, called
by what the code puts there.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeGuard

from grognard.engine.rulebook import PACKAGE

DEEP = 5
"""Through how many helpers a sentence is followed."""
MANY = 24
"""More ways than these to say one thing are taken for one with a gap."""
GAP = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"[A-Za-z]{2,}")
_SAME = frozenset(("lower", "capitalize", "strip", "removesuffix", "removeprefix", "rstrip"))
"""What leaves a sentence as it is."""


# ---- the code that is read


@dataclass
class Module:
    """One file: what it defines, what it takes from others, and what holds what."""

    name: str
    path: Path
    tree: ast.Module
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in ast.walk(self.tree):
            self.parents.update((child, node) for child in ast.iter_child_nodes(node))
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    self.imports[one.asname or one.name] = (node.module, one.name)
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name] = node
            for target, value in _bound(node):
                self.constants[target] = value

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """All that a place in the code stands in, the narrowest first."""
        while node in self.parents:
            node = self.parents[node]
            yield node


@cache
def module_at(path: Path) -> Module:
    """A file that was read."""
    name = ".".join(("grognard", *path.relative_to(PACKAGE).with_suffix("").parts))
    return Module(name, path, ast.parse(path.read_text(encoding="utf-8")))


def _bound(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement gives to what."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _paired(target, node.value)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        yield from _paired(node.target, node.value)
    elif isinstance(node, (ast.For, ast.comprehension)):
        for value in _items(node.iter):
            yield from _paired(node.target, value)


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, held in zip(target.elts, value.elts, strict=False):
            yield from _paired(one, held)
    elif isinstance(target, ast.Tuple):
        for n, one in enumerate(target.elts):
            place = ast.Subscript(value, ast.Constant(n), ast.Load())
            yield from _paired(one, ast.copy_location(place, value))


def _items(listed: ast.expr) -> Sequence[ast.expr]:
    """What a loop goes through, where it is written out."""
    return listed.elts if isinstance(listed, (ast.List, ast.Tuple)) else ()


# ---- following a sentence


Scope = Mapping[str, list[str]]


class Reader:
    """Follows sentences through a package and those below it."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.modules = {module.name: module for module in modules}
        self.calls: dict[str, list[tuple[ast.Call, Module]]] = defaultdict(list)
        self.methods: dict[str, list[tuple[ast.FunctionDef, Module]]] = defaultdict(list)
        self.attributes: dict[str, list[tuple[ast.expr, Module]]] = defaultdict(list)
        for module in self.modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call):
                    self.calls[last_word(node.func)].append((node, module))
                elif isinstance(node, ast.ClassDef):
                    self._know(node, module)

    def _know(self, node: ast.ClassDef, module: Module) -> None:
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                self.methods[part.name].append((part, module))
            for name, value in _bound(part):
                self.attributes[name].append((value, module))

    def said(self, node: ast.expr, module: Module, bound: Scope, deep: int = DEEP) -> list[str]:
        """The ways in which an expression may read, each with its gaps."""
        return list(dict.fromkeys(self._said(node, module, bound, deep))) or [_gap(node)]

    def _said(self, node: ast.expr, module: Module, bound: Scope, deep: int) -> Iterable[str]:
        if isinstance(node, ast.Constant):
            return [_literal(node.value)] if isinstance(node.value, str) else [_gap(node)]
        if isinstance(node, ast.JoinedStr):
            return _joined(node.values, [self._part(p, module, bound, deep) for p in node.values])
        if isinstance(node, ast.IfExp):
            return self._either((node.body, node.orelse), module, bound, deep)
        if isinstance(node, ast.BoolOp):
            return filter(None, self._either(node.values, module, bound, deep))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            sides = (node.left, node.right)
            return _joined(sides, [self.said(side, module, bound, deep) for side in sides])
        if _plural(node):
            return ["", *self.said(node.left, module, bound, deep)]
        if deep == 0:
            return [_gap(node)]
        if isinstance(node, ast.Name):
            return self._named(node, module, bound, deep - 1)
        if isinstance(node, ast.Call):
            return self._called(node, module, bound, deep - 1)
        if isinstance(node, ast.Subscript):
            return self._looked_up(node, module, bound, deep - 1)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, deep - 1)
        return [_gap(node)]

    def _either(
        self, nodes: Iterable[ast.expr], module: Module, bound: Scope, deep: int
    ) -> list[str]:
        return [text for node in nodes for text in self.said(node, module, bound, deep)]

    def _part(self, part: ast.expr, module: Module, bound: Scope, deep: int) -> list[str]:
        """A piece of a sentence: as it is written, or what stands in its gap."""
        if not isinstance(part, ast.FormattedValue):
            return self.said(part, module, bound, deep)
        if isinstance(part.value, ast.Attribute):
            return [_gap(part.value)]
        return self.said(part.value, module, bound, deep)

    def _named(self, node: ast.Name, module: Module, bound: Scope, deep: int) -> list[str]:
        if node.id in bound:
            return bound[node.id]
        inside = [one for one in module.around(node) if isinstance(one, ast.FunctionDef)]
        for function in inside:
            values = [v for part in ast.walk(function) for n, v in _bound(part) if n == node.id]
            if values:
                found = self._either(values, module, bound, deep)
                return [*found, *self._longer(node.id, found, function, module, bound, deep)]
            if node.id in _parameters(function):
                return self._handed(node, function, module, deep)
        if node.id in module.constants:
            return self.said(module.constants[node.id], module, {}, deep)
        other, name = self._imported(node.id, module)
        if other is not None and name in other.constants:
            return self.said(other.constants[name], other, {}, deep)
        return [_gap(node)]

    def _longer(
        self,
        name: str,
        found: list[str],
        function: ast.AST,
        module: Module,
        bound: Scope,
        deep: int,
    ) -> list[str]:
        """What is added to a sentence: `text += ...`."""
        added = [
            text
            for part in ast.walk(function)
            if isinstance(part, ast.AugAssign) and last_word(part.target) == name
            for text in self.said(part.value, module, bound, deep)
        ]
        return [before + after for before in found for after in added]

    def _handed(
        self, node: ast.Name, function: ast.FunctionDef, home: Module, deep: int
    ) -> list[str]:
        """What a function is handed by those who call it; a method, by those beside it."""
        names = [name for name in _parameters(function) if name not in ("self", "cls")]
        found: list[str] = []
        for call, module in self.calls.get(function.name, []):
            beside = module is home or function in home.tree.body
            if not beside or all(meant is not function for meant, _ in self.meant(call, module)):
                continue
            given = _defaults(function) | _given(call, names)
            if node.id in given:
                found += self.said(given[node.id], module, {}, deep)
        worded = [text for text in found if _WORD.search(GAP.sub("", text))]
        plain = [""] if "" in found else []
        if not found or any(text and text not in worded for text in found):
            plain.append(_gap(node))
        return [*plain, *worded]

    def _called(self, node: ast.Call, module: Module, bound: Scope, deep: int) -> list[str]:
        """What a helper returns, where that is words and not a name."""
        name = last_word(node.func)
        if isinstance(node.func, ast.Attribute) and name in _SAME:
            return self.said(node.func.value, module, bound, deep)
        if isinstance(node.func, ast.Attribute) and name == "get":
            return self._looked_up(node, module, bound, deep)
        helpers = self._helpers(node, module)
        found: list[str] = []
        for function, there in helpers:
            names = [one for one in _parameters(function) if one not in ("self", "cls")]
            given = _given(node, names)
            heard = {one: self.said(value, module, bound, deep) for one, value in given.items()}
            for one, default in _defaults(function).items():
                heard.setdefault(one, self.said(default, there, {}, deep))
            for value in _returned(function):
                found += self.said(value, there, heard, deep)
        worded = [text for text in found if _WORD.search(GAP.sub("", text))]
        plain = [_gap(node)] if any(GAP.fullmatch(t) for t in found) or not found else []
        return [*plain, *worded]

    def _helpers(self, node: ast.Call, module: Module) -> list[tuple[ast.FunctionDef, Module]]:
        """The functions that a call may mean, of those that return words."""
        found = self.meant(node, module)
        return [(function, there) for function, there in found if _wordy(function)]

    def meant(self, node: ast.Call, module: Module) -> list[tuple[ast.FunctionDef, Module]]:
        """The functions that a call may mean: methods only of oneself, all of that name."""
        name = last_word(node.func)
        found: list[tuple[ast.FunctionDef, Module]] = []
        if isinstance(node.func, ast.Name):
            if name in module.functions:
                found = [(module.functions[name], module)]
            else:
                other, real = self._imported(name, module)
                if other is not None and real in other.functions:
                    found = [(other.functions[real], other)]
        elif isinstance(node.func, ast.Attribute):
            there = self._module_of(last_word(node.func.value), module)
            if there is not None:
                found = [(there.functions[name], there)] if name in there.functions else []
            elif last_word(node.func.value) == "self":
                found = self.methods.get(name, [])
        return found

    def _looked_up(
        self, node: ast.Subscript | ast.Call, module: Module, bound: Scope, deep: int
    ) -> list[str]:
        """What stands in a table that is written out, at whatever place of it."""
        held = node.value if isinstance(node, ast.Subscript) else node.func
        base = held.value if isinstance(held, ast.Attribute) and held.attr == "get" else held
        table, there = self._table(base, module)
        index = node.slice if isinstance(node, ast.Subscript) else None
        found: list[str] = []
        for value in table:
            if isinstance(index, ast.Constant) and isinstance(index.value, int):
                pieces = _items(value)
                if index.value < len(pieces):
                    found += self.said(pieces[index.value], there, {}, deep)
            else:
                found += self.said(value, there, {}, deep)
        return found or [_gap(node)]

    def _table(self, node: ast.expr, module: Module) -> tuple[Sequence[ast.expr], Module]:
        """The values of a table: of a map, or the entries of a list that something was taken of."""
        if isinstance(node, ast.Subscript):
            return self._table(node.value, module)
        if isinstance(node, ast.Name):
            other, name = (module, node.id)
            if name not in module.constants:
                found, name = self._imported(node.id, module)
                other = found or module
            if name in other.constants:
                return self._table(other.constants[name], other)
        if isinstance(node, ast.Dict):
            return node.values, module
        return (), module

    def _attribute(self, node: ast.Attribute, deep: int) -> list[str]:
        """What classes write under a name; a gap where they are many or it is no sentence."""
        found: list[str] = []
        for value, module in self.attributes.get(node.attr, []):
            if isinstance(value, (ast.Constant, ast.JoinedStr)):
                found += self.said(value, module, {}, deep)
        sentences = [text for text in found if " " in text]
        return sentences if 0 < len(sentences) <= MANY else [_gap(node)]

    def _imported(self, name: str, module: Module) -> tuple[Module | None, str]:
        source, real = module.imports.get(name, ("", ""))
        return self.modules.get(source), real

    def _module_of(self, name: str, module: Module) -> Module | None:
        source, real = module.imports.get(name, ("", ""))
        return self.modules.get(f"{source}.{real}")


def _plural(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """Whether something is an ending for several: `"es" * (n > 1)`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, str)
    )


def _joined(nodes: Sequence[ast.expr], parts: Sequence[list[str]]) -> Iterator[str]:
    """The pieces of a sentence together, in every way; where these are many, what varies is left
    for a gap."""
    if prod(map(len, parts)) > MANY:
        parts = [
            said if len(said) == 1 else [_gap(node)]
            for node, said in zip(nodes, parts, strict=True)
        ]
    return map("".join, product(*parts))


def _parameters(function: ast.FunctionDef) -> list[str]:
    given = function.args
    return [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def _given(call: ast.Call, names: Sequence[str]) -> dict[str, ast.expr]:
    """What a call gives under which name; behind `*some` it is counted from the end."""
    given = dict(zip(names, call.args, strict=False))
    starred = [n for n, one in enumerate(call.args) if isinstance(one, ast.Starred)]
    if starred:
        behind = call.args[starred[0] + 1 :]
        given = dict(zip(names, call.args[: starred[0]], strict=False))
        given |= dict(zip(names[::-1], behind[::-1], strict=False))
    return given | {one.arg: one.value for one in call.keywords if one.arg}


def _defaults(function: ast.FunctionDef) -> dict[str, ast.expr]:
    given = function.args
    ordered = [one.arg for one in (*given.posonlyargs, *given.args)]
    found = dict(zip(ordered[::-1], given.defaults[::-1], strict=False))
    named = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    return found | {one.arg: value for one, value in named if value is not None}


def _returned(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None and not _nothing(node.value):
            yield node.value


def _nothing(node: ast.expr) -> bool:
    """Whether a helper says that there is nothing to say."""
    return isinstance(node, ast.Constant) and not node.value


def _wordy(function: ast.FunctionDef) -> bool:
    return function.returns is not None and "str" in ast.unparse(function.returns).split(" | ")


def last_word(node: ast.AST) -> str:
    """What something is called: the last word of `game.board.label`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _gap(node: ast.AST) -> str:
    """A gap, called by what is put there."""
    name = ""
    while not name:
        if isinstance(node, (ast.Attribute, ast.Name)):
            name = last_word(node)
        elif isinstance(node, ast.Call):
            name = last_word(node.func) or "what"
            if name == "join" and node.args:
                node, name = node.args[0], ""
            elif name in ("sorted", "list", "str", "map", "reversed", "len") and node.args:
                node, name = node.args[-1], "n" if name == "len" else ""
        elif isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
            node = node.elt
        elif isinstance(node, ast.FormattedValue):
            node = node.value
        else:
            name = "what"
    return f"{{{'hex' if name == 'label' else name.strip('_')}}}"
