"""Mutants: the ways in which the code, a table or a scenario can be broken at a site.

Each says what it breaks in words that hold wherever the code stands, and which lines have to run
for it to matter: a test that never comes there cannot catch it.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from grognard.lab.citations import Site

MOST = 24
"""No more than these of one site."""
WIDEST = 90
REACHED = 97
"""How a process ends that has come to a probe."""


@dataclass(frozen=True)
class Mutant:
    """One broken version of one file."""

    path: str
    what: str
    text: str
    original: str = ""
    span: tuple[int, int] | None = None
    """The lines of the original that have to run for it to matter; none where an import does."""


class Change(NamedTuple):
    """A way to break a node: the most telling have the lowest rank."""

    rank: int
    what: str
    apply: Callable[[Any], None]
    line: int = 0


def mutants(package: Path, site: Site) -> Iterator[Mutant]:
    """Broken versions of a site, the most telling first."""
    path = package / site.path
    if path.suffix == ".py":
        yield from code_mutants(path, site)
    elif path.suffix == ".csv":
        yield from table_mutants(path, site)
    else:
        yield from yaml_mutants(path, site)


# ---- code


def code_mutants(path: Path, site: Site) -> Iterator[Mutant]:
    """Disable, negate, and shift what the code decides."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    tree = ast.parse(text)
    holder = _holder(tree, site)
    runs = dict(_running(tree, None))
    for what, broken, place in _broken(holder, site, lines):
        joined = _spliced(lines, holder, broken)
        if joined is not None:
            whole = (holder.lineno, holder.end_lineno or holder.lineno)
            owner = place if isinstance(place, ast.FunctionDef) else runs[id(place)]
            span = _span(owner, whole) if owner else None
            yield Mutant(site.path, what, joined, text, span)


def _holder(tree: ast.AST, site: Site) -> Any:
    """The statement that a site is, or is an entry of."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= site.first and node.end_lineno >= site.last
    ]
    return min(around, key=lambda node: (node.end_lineno or 0) - node.lineno)


def _broken(holder: Any, site: Site, lines: list[str]) -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """What is broken, the broken statement, and the part of the sound one that it concerns."""
    dropped = f"dropped: {_words(lines, holder.lineno)}", _nothing(holder), holder
    if _may_go(holder):
        yield dropped
    parts = [*enumerate(ast.walk(holder))]
    changes = [
        (change, place, part)
        for place, part in parts
        for change in _changes(part)
        if site.first <= (change.line or _line(part, site.first)) <= site.last
    ]
    changes.sort(key=lambda found: found[0].rank)
    for change, place, part in changes[:MOST]:
        broken = copy.deepcopy(holder)
        change.apply([*ast.walk(broken)][place])
        line = change.line or _line(part, site.first)
        yield f"{change.what}: {_words(lines, line)}", broken, part
    if isinstance(holder, ast.Return) and not _may_go(holder):
        yield dropped  # whatever stands below it answers then


def _may_go(holder: Any) -> bool:
    """Whether a statement may be dropped as a whole and leave sense behind: something done or said,
    a name given anew, or an end that gives back nothing."""
    if isinstance(holder, ast.Return):
        return holder.value is None or not getattr(holder.value, "elts", (holder.value,))
    kinds = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)
    return isinstance(holder, kinds) or (isinstance(holder, ast.Assign) and holder.col_offset > 0)


def _line(part: Any, otherwise: int) -> int:
    where = part.target if isinstance(part, ast.comprehension) else part
    return getattr(where, "lineno", otherwise)


def _words(lines: list[str], number: int) -> str:
    """A line as it is written, or the beginning of it."""
    words = lines[number - 1].strip()
    return words if len(words) <= WIDEST else f"{words[: WIDEST - 1]}…"


def _spliced(lines: list[str], holder: Any, broken: ast.AST) -> str | None:
    """The file with a broken statement in the place of the sound one, if that can be compiled."""
    first = min([holder.lineno, *[d.lineno for d in getattr(holder, "decorator_list", ())]])
    start = lines[holder.lineno - 1]
    indent = " " * (len(start) - len(start.lstrip()))
    try:
        body = ast.unparse(ast.fix_missing_locations(broken)).splitlines()
    except (ValueError, AttributeError, RecursionError):
        return None
    if start.lstrip().startswith("elif "):
        body[0] = f"el{body[0]}"
    new = [*lines[: first - 1], *[indent + line for line in body], *lines[holder.end_lineno :]]
    return _compiled("\n".join(new) + "\n")


def _compiled(text: str) -> str | None:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return None
    return text


def _running(node: ast.AST, owner: ast.FunctionDef | None) -> Iterator[tuple[int, Any]]:
    """For every node the function in whose body it runs: its defaults and decorators do not."""
    yield id(node), owner
    for name, value in ast.iter_fields(node):
        inner = node if isinstance(node, ast.FunctionDef) and name == "body" else owner
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _running(child, inner)


def _span(owner: ast.FunctionDef, holder: tuple[int, int]) -> tuple[int, int]:
    """The narrower of a statement and the function in which it runs."""
    function = (owner.lineno, owner.end_lineno or owner.lineno)
    return max(function, holder, key=lambda span: (span[0], -span[1]))


def probe(mutant: Mutant) -> Mutant | None:
    """The sound file, but that whatever comes to the mutant's lines ends the process there."""
    if mutant.span is None:
        return None
    lines = mutant.original.splitlines()
    (node,) = (
        node
        for node in ast.walk(ast.parse(mutant.original))
        if isinstance(node, ast.stmt) and (node.lineno, node.end_lineno) == mutant.span
    )
    before = node.body[0].lineno if isinstance(node, ast.FunctionDef) else node.lineno
    start = lines[before - 1]
    end = f'{start[: len(start) - len(start.lstrip())]}__import__("os")._exit({REACHED})'
    text = _compiled("\n".join([*lines[: before - 1], end, *lines[before - 1 :]]) + "\n")
    return text and Mutant(mutant.path, "probe", text, mutant.original)


def _set(field: str, value: Any) -> Any:
    def change(node: ast.AST) -> None:
        setattr(node, field, value(node) if callable(value) else value)

    return change


SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SIGNS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
ARITHMETIC: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}  # fmt: skip


def _changes(node: ast.AST) -> Iterator[Change]:
    """The ways to break one node."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While, ast.comprehension)):
        yield from _condition_changes(node)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield from _return_changes(node)
    elif isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            swap = SWAPS.get(type(op))
            if swap is not None:
                what = f"{SIGNS[swap]} for {SIGNS[type(op)]}"
                yield Change(1, what, _swap_op(i, swap))
    elif isinstance(node, ast.BoolOp):
        anding = isinstance(node.op, ast.And)
        what = "or for and" if anding else "and for or"
        yield Change(2, what, _set("op", ast.Or() if anding else ast.And()))
        for i in range(len(node.values)):
            yield Change(2, f"without condition {i + 1}", _without(i))
    elif isinstance(node, ast.Constant):
        yield from _constant_changes(node)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield Change(2, "other arithmetic", _set("op", ARITHMETIC[type(node.op)]()))
    elif isinstance(node, ast.Call) and node.args:
        yield Change(5, "without what it works on", _set("args", []))
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
        yield from _list_changes(node)
    elif isinstance(node, ast.keyword) and getattr(node.value, "elts", ()):
        yield Change(1, f"no {node.arg}", _set("value", ast.Tuple([], ast.Load())), node.lineno)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield Change(1, "not removed", _set("operand", lambda n: ast.UnaryOp(ast.Not(), n.operand)))
    if isinstance(getattr(node, "body", None), list):
        yield from _deletions(node)


def _condition_changes(node: Any) -> Iterator[Change]:
    if isinstance(node, ast.comprehension):
        if node.ifs:
            yield Change(1, "without the filter", _set("ifs", []))
        return
    for value in (False, True):
        yield Change(0, f"condition always {value}", _set("test", ast.Constant(value)))


def _return_changes(node: ast.Return) -> Iterator[Change]:
    value = node.value
    if isinstance(value, (ast.List, ast.Tuple)) and not value.elts:
        return  # nothing is what it returns
    if isinstance(value, (ast.List, ast.ListComp)):
        yield Change(0, "nothing returned", _set("value", ast.List([], ast.Load())))
    elif isinstance(value, (ast.Tuple, ast.GeneratorExp)):
        yield Change(1, "nothing returned", _set("value", ast.Tuple([], ast.Load())))
    elif isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call, ast.Name)):
        rank = 3 if isinstance(value, (ast.Call, ast.Name)) else 0
        yield Change(rank, "true returned", _set("value", ast.Constant(True)))
        yield Change(rank, "false returned", _set("value", ast.Constant(False)))
    more = _set("value", lambda n: ast.BinOp(n.value, ast.Add(), ast.Constant(1)))
    yield Change(3, "one more returned", more)


def _constant_changes(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield Change(1, f"{not node.value} for {node.value}", _set("value", not node.value))
    elif isinstance(node.value, int):
        yield Change(1, f"{node.value + 1} for {node.value}", _set("value", node.value + 1))
        yield Change(2, f"{node.value - 1} for {node.value}", _set("value", node.value - 1))
    elif isinstance(node.value, str) and re.fullmatch(r"[A-Za-z_\-]{1,20}", node.value):
        yield Change(4, f"another word for {node.value}", _set("value", node.value + "-not"))


def _list_changes(node: Any) -> Iterator[Change]:
    """Break what only names others: leave one out, or have them the other way round."""
    field = "values" if isinstance(node, ast.Dict) else "elts"
    listed = getattr(node, field)
    if not listed or isinstance(getattr(node, "ctx", None), ast.Store):
        return
    for i, part in enumerate(getattr(node, "keys", listed)):
        yield Change(6, f"without {ast.unparse(part or listed[i])}", _less(i), listed[i].lineno)
    if len(listed) > 1 and not isinstance(node, ast.Set):
        yield Change(6, "the other way round", _set(field, lambda n: getattr(n, field)[::-1]))


def _less(place: int) -> Any:
    def change(node: Any) -> None:
        for field in ("keys", "values", "elts"):
            if hasattr(node, field):
                del getattr(node, field)[place]

    return change


def _swap_op(place: int, swap: type) -> Any:
    def change(node: Any) -> None:
        node.ops[place] = swap()

    return change


def _without(place: int) -> Any:
    def change(node: Any) -> None:
        del node.values[place]
        if len(node.values) == 1:
            node.values.append(node.values[0])

    return change


def _deletions(node: Any) -> Iterator[Change]:
    for i, statement in enumerate(node.body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if (
            isinstance(statement, (ast.Expr, ast.AugAssign, ast.Raise, ast.If, ast.For))
            and not is_text
        ):
            yield Change(1, "dropped", _drop(i), statement.lineno)


def _nothing(statement: ast.stmt) -> ast.stmt:
    """What stands in place of a dropped statement: a procedure that asks stays one that can ask."""
    if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(statement)):
        return ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
    return ast.Pass()


def _drop(place: int) -> Any:
    def change(node: Any) -> None:
        node.body[place] = _nothing(node.body[place])

    return change


# ---- tables and scenarios


def table_mutants(path: Path, site: Site) -> Iterator[Mutant]:
    """Change one cell at a time."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [i for i, line in enumerate(lines) if not line.startswith("#")][1:]
    for i in rows[:: max(1, len(rows) // 6)]:
        cells = lines[i].split(",")
        place = len(cells) // 2
        for value in ("D" if cells[place] != "D" else "-", "7", "no"):
            changed = [*cells[:place], value, *cells[place + 1 :]]
            new = [*lines[:i], ",".join(changed), *lines[i + 1 :]]
            what = f"{value} for {cells[place]}: row {cells[0]}"
            yield Mutant(site.path, what, "\n".join(new) + "\n")


def yaml_mutants(path: Path, site: Site) -> Iterator[Mutant]:
    """Change one number or word of an entry at a time."""
    lines = path.read_text(encoding="utf-8").splitlines()
    key = re.match(r"(\s*\w+):", lines[site.first - 1])
    if key is not None:
        emptied = [*lines[: site.first - 1], f'{key[1]}: ""', *lines[site.last :]]
        yield Mutant(site.path, f"emptied: {_words(lines, site.first)}", "\n".join(emptied) + "\n")
    swaps = {"german": "soviet", "soviet": "german", "west": "east", "east": "north", "on": "off",
             "true": "false", "derive": "none"}  # fmt: skip
    for i in range(site.first - 1, site.last):
        content = lines[i].partition("#")[0]
        for match in re.finditer(r"\b(\d+|[a-z]+|\d{4}-\d\d-\d\d)\b", content):
            word = match[0]
            other = str(int(word) + 1).zfill(len(word)) if word.isdigit() else swaps.get(word)
            if other is None or "line" in content[max(0, match.start() - 6) : match.start()]:
                continue
            changed = lines[i][: match.start()] + other + lines[i][match.end() :]
            new = [*lines[:i], changed, *lines[i + 1 :]]
            what = f"{other} for {word}: {_words(lines, i + 1)}"
            yield Mutant(site.path, what, "\n".join(new) + "\n")
