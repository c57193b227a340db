"""Citations: where a system's code and data claim to carry out a rule.

A rule is enforced where code or data cites it: a docstring or a comment with the id in brackets, or
the id as the rule of a Refusal, a Part or an Event. Such a place is a site: the narrowest function,
statement or entry of a table that has the citation, with a fingerprint of its code that follows
neither its layout nor its place.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import StringIO
from itertools import groupby, pairwise
from pathlib import Path

from grognard.engine.rulebook import PACKAGE, folder_of, root_of

CITATION = re.compile(r"\[([A-Z]?\d*[\w.\-]*(?:\(\w+\))?)\]")
"""An id in brackets, as [5.1.3] or [4.5a(A)]."""
EXPLAINING = re.compile(r"systems/\w+/(table/|proof/|guesses\.py)")
"""What shows a game, what tries it, and what guesses at it, cites rules to explain them."""


@dataclass(frozen=True)
class Site:
    """One place that cites a rule: the lines that enforce it, and their fingerprint."""

    path: str
    name: str
    first: int
    last: int
    hash: str

    @property
    def key(self) -> str:
        """Where it is, whatever stands above it in the file."""
        return f"{self.path}:{self.name}"


def find_sites(
    system: str, rules: AbstractSet[str], package: Path = PACKAGE
) -> dict[str, list[Site]]:
    """Every place in a system's code, tables and scenarios that enforces a rule."""
    sites: dict[str, list[Site]] = {}
    known = frozenset(rules)
    folder, root = folder_of(system, package), root_of(system, package)
    for path in sorted(folder.rglob("*.py")):
        for rule, site in code_sites(path, path.relative_to(root).as_posix(), known):
            sites.setdefault(rule, []).append(site)
    folders = [folder, package / "scenarios" / system]
    for path in sorted(p for f in folders for p in f.rglob("*") if p.suffix in (".csv", ".yaml")):
        for rule, site in data_sites(path, path.relative_to(root).as_posix(), known):
            sites.setdefault(rule, []).append(site)
    return {rule: enforcing(found) for rule, found in sites.items()}


def enforcing(sites: Sequence[Site]) -> list[Site]:
    """The sites that enforce; those that only explain where there are no others."""
    return [site for site in sites if not EXPLAINING.match(site.path)] or list(sites)


# ---- code


def code_sites(path: Path, name: str, known: AbstractSet[str]) -> tuple[tuple[str, Site], ...]:
    """The citations of one Python file: the narrowest function, statement or entry for each."""
    text = path.read_text(encoding="utf-8")
    if not any(rule in text for rule in known):
        return ()
    return _sites_in(text, name, frozenset(known))


@cache
def _sites_in(text: str, name: str, known: frozenset[str]) -> tuple[tuple[str, Site], ...]:
    """What a text cites; the same text is taken apart once, whoever asks for a matrix again."""
    return tuple(_cited_in(text, name, known))


def _cited_in(text: str, name: str, known: AbstractSet[str]) -> Iterator[tuple[str, Site]]:
    tree = ast.parse(text)
    for node, qualname in _definitions(tree, ""):
        if cited := _cited(ast.get_docstring(node) or "", known):
            site = _site(name, qualname, node)
            yield from ((rule, site) for rule in dict.fromkeys(cited))
    for constant, about in _described(tree):
        if cited := _cited(about, known):
            site = _site(name, _constant(constant), constant)
            yield from ((rule, site) for rule in dict.fromkeys(cited))
    comments, above = _comments(text)
    for statement, qualname in _statements(tree, ""):
        cited_at = _citations(statement, comments, above, known)
        places = dict.fromkeys((rule, _entry(statement, line)) for rule, line in cited_at)
        for rule, place in places:
            yield rule, _site(name, qualname or _constant(statement), place or statement)


def _cited(text: str, known: AbstractSet[str]) -> list[str]:
    return [rule for rule in CITATION.findall(text) if rule in known]


def _citations(
    statement: ast.stmt, comments: dict[int, str], above: dict[int, str], known: AbstractSet[str]
) -> Iterator[tuple[str, int]]:
    """What a statement itself cites, by a comment or as a word, and on which line."""
    first = statement.lineno
    yield from ((rule, first) for rule in _cited(above.get(first - 1, ""), known))
    for line in range(first, _head_end(statement) + 1):
        if comment := comments.get(line):
            about = line + 1 if line in above else line
            yield from ((rule, about) for rule in _cited(comment, known))
    yield from ((word, line) for word, line in _literals(statement) if word in known)


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
    """Every statement but definitions, with the function or class it belongs to."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            yield from _statements(child, f"{prefix}{child.name}.")
        else:
            if isinstance(child, ast.stmt) and not _is_docstring(child):
                yield child, prefix.rstrip(".")
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


def _literals(statement: ast.stmt) -> Iterator[tuple[str, int]]:
    """The words written in a statement itself, not in the statements inside it."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno
        pending.extend(
            child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)
        )


def _constant(statement: ast.stmt) -> str:
    """What a statement of a module defines."""
    named = next((n for n in ast.walk(statement) if isinstance(n, ast.Name)), None)
    return named.id if named and isinstance(named.ctx, ast.Store) else "module"


@dataclass(frozen=True)
class Entry:
    """One entry of a table that is written in code, or several on one line."""

    parts: tuple[ast.expr, ...]
    lineno: int
    end_lineno: int


def entries(statement: ast.stmt) -> list[Entry]:
    """The entries of a table in code that has a line for each; none of any other statement."""
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    if isinstance(value, ast.Dict):
        rows = [(key or held, held) for key, held in zip(value.keys, value.values, strict=True)]
    elif isinstance(value, (ast.List, ast.Tuple, ast.Set)):
        rows = [(held, held) for held in value.elts]
    else:
        return []
    lines = [[*row] for _, row in groupby(rows, key=lambda row: row[0].lineno)]
    found = [
        Entry(
            tuple(dict.fromkeys(part for row in line for part in row)),
            line[0][0].lineno,
            max(held.end_lineno or held.lineno for _, held in line),
        )
        for line in lines
    ]
    return found if len(found) > 1 else []


def _entry(statement: ast.stmt, line: int) -> Entry | None:
    return next((e for e in entries(statement) if e.lineno <= line <= e.end_lineno), None)


# ---- fingerprints


def _site(path: str, name: str, node: ast.stmt | Entry) -> Site:
    parts = node.parts if isinstance(node, Entry) else [node]
    return Site(path, name, node.lineno, node.end_lineno or node.lineno, _hash_code(parts))


def _hash_code(nodes: Iterable[ast.AST]) -> str:
    """A fingerprint of code that ignores layout, comments and docstrings."""
    bare = [ast.dump(_Bare().visit(ast.parse(ast.unparse(node)))) for node in nodes]
    return sha256("\n".join(bare).encode()).hexdigest()[:16]


class _Bare(ast.NodeTransformer):
    """Code without its docstrings."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_docstring(body[0]):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
        return node


# ---- tables and scenarios


def data_sites(path: Path, name: str, known: AbstractSet[str]) -> Iterator[tuple[str, Site]]:
    """The citations of a table (its header names its rule) or a scenario file (`# [S1.1]`)."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        table = re.match(r"# rule: (\S+)", line) if path.suffix == ".csv" else None
        if table and table[1] in known:
            yield table[1], Site(name, "table", 1, len(lines), _hash_lines(lines))
        if path.suffix == ".yaml" and "#" in line:
            block = _block(lines, number)
            for rule in _cited(line.partition("#")[2], known):
                yield rule, Site(name, line.split(":")[0].strip(), *block, _hash_lines(
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
