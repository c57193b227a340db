"""The rulebook's index and the matrix: every rule, where it is enforced, and which test proves it.

A rule is enforced where code or data cites it: a docstring or a comment with the id in brackets, or
the id as the rule of a Refusal, a Part or an Event. It is proven when breaking that very code was
seen to make a test of the rule fail; the proofs are kept with a hash of the code they were made
for, so that a proof ends when the code changes.
"""

from __future__ import annotations

import ast
import csv
import json
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

CITATION = re.compile(r"\[([A-Z]?\d*[\w.\-]*(?:\(\w+\))?)\]")
"""An id in brackets, as [5.1.3] or [4.5a(A)]."""
PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True)
class Rule:
    """One entry of the index: a component is cardboard and needs no code."""

    id: str
    kind: str
    title: str


@dataclass(frozen=True)
class Site:
    """One place that cites a rule: the lines that enforce it, and their fingerprint."""

    path: str
    name: str
    first: int
    last: int
    hash: str


@dataclass(frozen=True)
class Proof:
    """A mutation of a site that a test of the rule has caught."""

    site: str
    hash: str
    mutation: str
    test: str
    caught: int
    tried: int


@dataclass
class Matrix:
    """Every rule of a system with its sites and its proof."""

    system: str
    rules: list[Rule]
    sites: dict[str, list[Site]] = field(default_factory=dict)
    proofs: dict[str, Proof] = field(default_factory=dict)

    def proven(self, rule: str) -> bool:
        """Whether a proof is on record for code that still stands as it was."""
        proof = self.proofs.get(rule)
        if proof is None:
            return False
        return any(
            f"{site.path}:{site.name}" == proof.site and site.hash == proof.hash
            for site in self.sites.get(rule, ())
        )

    def gaps(self) -> list[str]:
        """Every rule, components apart, that is not enforced or not proven."""
        return [
            rule.id for rule in self.rules if rule.kind != "component" and not self.proven(rule.id)
        ]

    def to_json(self) -> dict[str, Any]:
        """The matrix in numbers."""
        needed = [rule for rule in self.rules if rule.kind != "component"]
        return {
            "system": self.system,
            "total": len(self.rules),
            "components": len(self.rules) - len(needed),
            "enforced": sum(1 for rule in needed if self.sites.get(rule.id)),
            "proven": sum(1 for rule in needed if self.proven(rule.id)),
            "gaps": self.gaps(),
        }


def read_rules(system: str) -> list[Rule]:
    """The index of a system's rulebook."""
    path = PACKAGE / "systems" / system / "rules.csv"
    with path.open(encoding="utf-8", newline="") as source:
        return [Rule(row["id"], row["kind"], row["title"]) for row in csv.DictReader(source)]


def read_summaries(system: str) -> dict[str, str]:
    """What each rule says, in our own words, and the title of each chapter by its number."""
    path = PACKAGE / "systems" / system / "summaries.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as source:
        return {row["id"]: row["text"] for row in csv.DictReader(source)}


def read_proofs(system: str) -> dict[str, Proof]:
    """The proofs on record."""
    path = PACKAGE / "systems" / system / "proofs.json"
    if not path.exists():
        return {}
    data = json.loads(path.read_text(encoding="utf-8"))
    return {rule: Proof(**proof) for rule, proof in data.items()}


def matrix(system: str) -> Matrix:
    """The whole matrix of a system."""
    rules = read_rules(system)
    return Matrix(system, rules, find_sites(system, {r.id for r in rules}), read_proofs(system))


def find_sites(system: str, known: set[str], package: Path = PACKAGE) -> dict[str, list[Site]]:
    """Every place in a system's code, tables and scenarios that cites a rule."""
    sites: dict[str, list[Site]] = {}
    for path in sorted((package / "systems" / system).rglob("*.py")):
        for rule, site in code_sites(path, path.relative_to(package).as_posix(), known):
            sites.setdefault(rule, []).append(site)
    folders = [package / "systems" / system, package / "scenarios" / system]
    for path in sorted(p for f in folders for p in f.rglob("*") if p.suffix in (".csv", ".yaml")):
        for rule, site in data_sites(path, path.relative_to(package).as_posix(), known):
            sites.setdefault(rule, []).append(site)
    return sites


def code_sites(path: Path, name: str, known: set[str]) -> Iterator[tuple[str, Site]]:
    """The citations of one Python file: the narrowest statement or function for each."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    comments, above = _comments(text)
    for node, qualname in _definitions(tree, ""):
        if cited := _cited(ast.get_docstring(node) or "", known):
            site = _site(name, qualname, node)
            yield from ((rule, site) for rule in cited)
    for constant, about in _described(tree):
        if cited := _cited(about, known):
            site = _site(name, "module", constant)
            yield from ((rule, site) for rule in cited)
    for statement, qualname in _statements(tree, ""):
        lines = range(statement.lineno, _head_end(statement) + 1)
        words = [above.get(statement.lineno - 1, ""), *(comments.get(line, "") for line in lines)]
        cited = [rule for text in words for rule in _cited(text, known)]
        cited += [rule for rule in _literals(statement) if rule in known]
        if cited:
            site = _site(name, qualname, statement)
            yield from ((rule, site) for rule in dict.fromkeys(cited))


def _cited(text: str, known: set[str]) -> list[str]:
    return [rule for rule in CITATION.findall(text) if rule in known]


def _comments(text: str) -> tuple[dict[int, str], dict[int, str]]:
    """All comments by their line, and those that have the line to themselves."""
    found = {
        token.start[0]: (token.string, token.line.lstrip().startswith("#"))
        for token in tokenize.generate_tokens(StringIO(text).readline)
        if token.type == tokenize.COMMENT
    }
    return (
        {line: comment for line, (comment, _) in found.items()},
        {line: comment for line, (comment, alone) in found.items() if alone},
    )


_Definition = ast.FunctionDef | ast.ClassDef


def _definitions(node: ast.AST, prefix: str) -> Iterator[tuple[_Definition, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            qualname = f"{prefix}{child.name}"
            yield child, qualname
            yield from _definitions(child, f"{qualname}.")
        else:
            yield from _definitions(child, prefix)


def _statements(node: ast.AST, prefix: str) -> Iterator[tuple[ast.stmt, str]]:
    """Every statement but definitions, with the function it belongs to."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            yield from _statements(child, f"{prefix}{child.name}.")
        else:
            if isinstance(child, ast.stmt) and not _is_docstring(child):
                yield child, prefix.rstrip(".") or "module"
            yield from _statements(child, prefix)


def _described(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """The constants of a module with the sentence that stands below each."""
    for statement, below in pairwise(tree.body):
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and _is_docstring(below):
            yield statement, ast.unparse(below)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _head_end(statement: ast.stmt) -> int:
    """The last line of a statement, or of the head of a compound one."""
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
        return max(statement.lineno, body[0].lineno - 1)
    return statement.end_lineno or statement.lineno


def _literals(statement: ast.stmt) -> Iterator[str]:
    """The words written in a statement itself, not in the statements inside it."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        pending.extend(
            child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)
        )


def _site(path: str, name: str, node: ast.stmt) -> Site:
    return Site(path, name, node.lineno, node.end_lineno or node.lineno, _hash_code(node))


def _hash_code(node: ast.stmt) -> str:
    """A fingerprint of code that ignores layout, comments and docstrings."""
    bare = _Bare().visit(ast.parse(ast.unparse(node)))
    return sha256(ast.dump(bare).encode()).hexdigest()[:16]


class _Bare(ast.NodeTransformer):
    """Code without its docstrings."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_docstring(body[0]):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
        return node


def data_sites(path: Path, name: str, known: set[str]) -> Iterator[tuple[str, Site]]:
    """The citations of a table (its header names its rule) or a scenario file (`# [S1.1]`)."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        table = re.match(r"# rule: (\S+)", line) if path.suffix == ".csv" else None
        if table and table[1] in known:
            yield table[1], Site(name, "table", 1, len(lines), _hash_lines(lines))
        if path.suffix == ".yaml" and "#" in line:
            block = _block(lines, number)
            for rule in _cited(line.partition("#")[2], known):
                yield rule, Site(name, f"line {line.split(':')[0].strip()}", *block, _hash_lines(
                    lines[block[0] - 1 : block[1]]
                ))  # fmt: skip


def _block(lines: list[str], number: int) -> tuple[int, int]:
    """The lines of a YAML entry: the line and whatever is indented below it."""
    indent = len(lines[number - 1]) - len(lines[number - 1].lstrip())
    last = number
    for line in lines[number:]:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        last += 1
    return number, last


def _hash_lines(lines: Iterable[str]) -> str:
    bare = [line.partition(" #")[0].rstrip() for line in lines if not line.startswith("#")]
    return sha256("\n".join(bare).encode()).hexdigest()[:16]
