"""Prove the rules: break the code that cites a rule and see whether a test of the rule fails.

For every rule of a system's index whose proof is missing or stale, the places that cite it are
mutated one at a time in a copy of the project, and the tests marked with the rule are run. The rule
is proven when a test fails by its own assertion, or because an action or a scenario that the rule
allows is refused; a crash does not count. Proofs are written beside
the rules, with the hash of the code they were made for.

    python tools/prove.py wb95              prove what is not proven yet
    python tools/prove.py wb95 --again      prove everything again
    python tools/prove.py wb95 5.1.2 7.1.5  prove these
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import multiprocessing
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from grafting import Stock

from grognard.engine.rulebook import Proof, Rule, Site, find_sites, read_proofs, read_rules

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "tools", "docs", "pyproject.toml", "conftest.py", "README.md")
PATIENCE = 40
MOST = 24
OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly")
EVERYTHING = "--maxfail=0"
"""Run every test, whatever fails."""


@dataclass(frozen=True)
class Mutant:
    """One broken version of one file."""

    path: str
    what: str
    text: str
    original: str = ""


# ---- breaking code


def mutants(package: Path, site: Site) -> Iterator[Mutant]:
    """Broken versions of a site, the most telling first."""
    path = package / site.path
    if path.suffix == ".py":
        yield from code_mutants(path, site)
    elif path.suffix == ".csv":
        yield from table_mutants(path, site)
    else:
        yield from yaml_mutants(path, site)


def code_mutants(path: Path, site: Site) -> Iterator[Mutant]:
    """Disable, negate, and shift what the code decides."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    node = _node_at(ast.parse(text), site)
    if node is None:
        return
    found: list[tuple[int, str, ast.AST]] = []
    if isinstance(node, (ast.Expr, ast.AugAssign, ast.Raise)):
        found.append((0, f"line {site.first}: dropped", ast.Pass()))
    for place, part in enumerate(ast.walk(node)):
        for rank, what, change in _changes(part):
            broken = copy.deepcopy(node)
            target = list(ast.walk(broken))[place]
            change(target)
            found.append((rank, f"line {getattr(part, 'lineno', site.first)}: {what}", broken))
    found.sort(key=lambda item: item[0])
    indent = " " * (len(lines[site.first - 1]) - len(lines[site.first - 1].lstrip()))
    first = min([node.lineno, *[d.lineno for d in getattr(node, "decorator_list", ())]])
    for _, what, broken in found[:MOST]:
        try:
            body = ast.unparse(ast.fix_missing_locations(broken)).splitlines()
        except (ValueError, AttributeError, RecursionError):
            continue
        new = [*lines[: first - 1], *[indent + line for line in body], *lines[site.last :]]
        joined = "\n".join(new) + "\n"
        try:
            compile(joined, "mutant", "exec")
        except SyntaxError:
            continue
        yield Mutant(site.path, what, joined, text)


def _node_at(tree: ast.AST, site: Site) -> Any:
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and (node.lineno, node.end_lineno) == (site.first, site.last):
            return node
    return None


def _set(field: str, value: Any) -> Any:
    def change(node: ast.AST) -> None:
        setattr(node, field, value(node) if callable(value) else value)

    return change


SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}  # fmt: skip


def _changes(node: ast.AST) -> Iterator[tuple[int, str, Any]]:
    """The ways to break one node: a rank, what is done, and the doing."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While)) or type(node).__name__ == "comprehension":
        yield from _condition_changes(node)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield from _return_changes(node)
    elif isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            swap = SWAPS.get(type(op))
            if swap is not None:
                yield 1, f"{type(op).__name__} for {swap.__name__}", _swap_op(i, swap)
    elif isinstance(node, ast.BoolOp):
        other: Any = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield 2, "and for or", _set("op", other)
        for i in range(len(node.values)):
            yield 2, f"without condition {i + 1}", _without(i)
    elif isinstance(node, ast.Constant):
        yield from _constant_changes(node)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield 2, "other arithmetic", _set("op", ARITHMETIC[type(node.op)]())
    elif isinstance(node, ast.Call) and node.args:
        yield 5, "without what it works on", _set("args", [])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield 1, "not removed", _set("operand", lambda n: ast.UnaryOp(ast.Not(), n.operand))
    if isinstance(getattr(node, "body", None), list):
        yield from _deletions(node)


def _condition_changes(node: Any) -> Iterator[tuple[int, str, Any]]:
    if type(node).__name__ == "comprehension":
        if node.ifs:
            yield 1, "without the filter", _set("ifs", [])
        return
    for value in (False, True):
        yield 0, f"condition always {value}", _set("test", ast.Constant(value))


def _return_changes(node: ast.Return) -> Iterator[tuple[int, str, Any]]:
    value = node.value
    if isinstance(value, (ast.List, ast.ListComp)):
        yield 0, "nothing returned", _set("value", ast.List([], ast.Load()))
    elif isinstance(value, (ast.Tuple, ast.GeneratorExp)):
        yield 1, "nothing returned", _set("value", ast.Tuple([], ast.Load()))
    elif isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call, ast.Name)):
        rank = 3 if isinstance(value, (ast.Call, ast.Name)) else 0
        yield rank, "true returned", _set("value", ast.Constant(True))
        yield rank, "false returned", _set("value", ast.Constant(False))
    yield (
        3,
        "one more returned",
        _set("value", lambda n: ast.BinOp(n.value, ast.Add(), ast.Constant(1))),
    )


def _constant_changes(node: ast.Constant) -> Iterator[tuple[int, str, Any]]:
    if isinstance(node.value, bool):
        yield 1, f"{not node.value} for {node.value}", _set("value", not node.value)
    elif isinstance(node.value, int):
        yield 1, f"{node.value + 1} for {node.value}", _set("value", node.value + 1)
        yield 2, f"{node.value - 1} for {node.value}", _set("value", node.value - 1)
    elif isinstance(node.value, str) and re.fullmatch(r"[A-Za-z_\-]{1,20}", node.value):
        yield 4, f"another word for {node.value}", _set("value", node.value + "-not")


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


def _deletions(node: Any) -> Iterator[tuple[int, str, Any]]:
    for i, statement in enumerate(node.body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if (
            isinstance(statement, (ast.Expr, ast.AugAssign, ast.Raise, ast.If, ast.For))
            and not is_text
        ):
            yield 1, f"line {statement.lineno} dropped", _drop(i)


def _drop(place: int) -> Any:
    def change(node: Any) -> None:
        node.body[place] = ast.Pass()

    return change


# ---- breaking data


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
            yield Mutant(
                site.path, f"line {i + 1}: {value} for {cells[place]}", "\n".join(new) + "\n"
            )


def yaml_mutants(path: Path, site: Site) -> Iterator[Mutant]:
    """Change one number or word of an entry at a time."""
    lines = path.read_text(encoding="utf-8").splitlines()
    key = re.match(r"(\s*\w+):", lines[site.first - 1])
    if key is not None:
        emptied = [*lines[: site.first - 1], f'{key[1]}: ""', *lines[site.last :]]
        yield Mutant(site.path, f"line {site.first}: emptied", "\n".join(emptied) + "\n")
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
            yield Mutant(site.path, f"line {i + 1}: {other} for {word}", "\n".join(new) + "\n")


# ---- running tests


class _Watch:
    """A pytest plugin that notes how tests fail, and which rules they prove."""

    def __init__(self) -> None:
        self.caught = ""
        self.crashed = ""
        self.marked: dict[str, list[str]] = {}
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_exception_interact(self, node: Any, call: Any, report: Any) -> None:
        kinds = (AssertionError, pytest.fail.Exception)
        refused = call.excinfo.typename in ("Refused", "ScenarioError")
        if issubclass(call.excinfo.type, kinds) or refused:
            self.caught = self.caught or node.nodeid
        else:
            self.crashed = self.crashed or f"{node.nodeid}: {call.excinfo.typename}"

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        for item in items:
            for marker in item.iter_markers("rule"):
                self.marked.setdefault(" ".join(marker.args), []).append(item.nodeid)


def run_tests(place: Path, arguments: list[str], mutant: Mutant | None = None) -> _Watch:
    """Run pytest in a forked child on the copy; give back what it noticed.

    A mutant is grafted onto what this process has imported already, if that can be done.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _in_child(place, arguments, writer, mutant)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    watch = _Watch()
    if data:
        watch.caught, watch.crashed, watch.marked, watch.failed = pickle.loads(data)
    else:
        watch.crashed = "no end within the time allowed"
    return watch


def _in_child(place: Path, arguments: list[str], writer: int, mutant: Mutant | None) -> None:
    signal.alarm(PATIENCE if not {"--collect-only", EVERYTHING} & {*arguments} else 1200)
    _silence()
    if not (mutant and _grafted(place, mutant)):
        _enter(place)
    watch = _Watch()
    pytest.main([*OPTIONS, *arguments], plugins=[watch])
    with os.fdopen(writer, "wb") as pipe:
        pickle.dump((watch.caught, watch.crashed, watch.marked, watch.failed), pipe)
    os._exit(0)


def _silence() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)


def _enter(place: Path) -> None:
    """Go into a copy, and import everything from there."""
    os.chdir(place)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(place / "src"))
    for name in [m for m in sys.modules if m.split(".")[0] in ("grognard", "tests", "conftest")]:
        del sys.modules[name]


def _grafted(place: Path, mutant: Mutant) -> bool:
    if _STOCK is None or not mutant.path.endswith(".py"):
        return False
    file = place / "src" / "grognard" / mutant.path
    return _STOCK.graft(file, mutant.original, mutant.text)


def marking(system: str) -> list[str]:
    """The files with tests that may be marked with rules of a system."""
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(p.relative_to(ROOT)) for p in found if f'"{system}"' in p.read_text("utf-8")]


def make_copy(into: Path) -> Path:
    """A copy of the project to break."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, into / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, into / name)
    subprocess.run(
        [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "src"],
        cwd=into,
        check=False,
    )
    return into


def prove(place: Path, rule: str, sites: list[Site], tests: list[str]) -> tuple[Proof | None, str]:
    """Break one site after another until a test of the rule fails by its assertion."""
    tried, crashes = 0, 0
    for site in sorted(sites, key=lambda s: s.last - s.first):
        for mutant in mutants(place / "src" / "grognard", site):
            tried += 1
            file = place / "src" / "grognard" / mutant.path
            original = file.read_bytes()
            for stale in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
                stale.unlink()
            try:
                file.write_text(mutant.text, encoding="utf-8")
                watch = run_tests(place, tests, mutant)
            finally:
                file.write_bytes(original)
            if watch.caught:
                name = f"{site.path}:{site.name}"
                return Proof(name, site.hash, mutant.what, watch.caught, 1, tried), ""
            crashes += bool(watch.crashed)
    return None, f"{tried} mutants of {len(sites)} sites, {crashes} crashed, none caught"


Task = tuple[str, list[Site], list[str]]
"""A rule, the sites that cite it, the tests that are marked with it."""


def sound(tasks: list[Task]) -> list[Task]:
    """The tasks without tests that fail as the code is: they would prove anything."""
    every = sorted({test for _, _, tests in tasks for test in tests})
    failing = {*run_tests(ROOT, [EVERYTHING, *every]).failed} if every else set()
    for test in sorted(failing):
        print(f"{test} fails without a mutant, and proves nothing")
    return [
        (rule, sites, [test for test in tests if test not in failing])
        for rule, sites, tests in tasks
        if not failing.issuperset(tests)
    ]


def _work(task: Task) -> tuple[str, dict[str, Any] | None, str]:
    rule, sites, tests = task
    proof, reason = prove(_PLACE, rule, sites, tests)
    return rule, asdict(proof) if proof else None, reason


_PLACE = Path()
_STOCK: Stock | None = None


def _settle(folder: str, files: list[str]) -> None:
    """Make a copy for this worker, and import it and its tests once."""
    global _PLACE, _STOCK
    _PLACE = make_copy(Path(tempfile.mkdtemp(dir=folder)))
    kept = os.dup(1), os.dup(2)
    _silence()
    _enter(_PLACE)
    pytest.main([*OPTIONS, "--collect-only", *files])
    _STOCK = Stock()
    for number, copied in enumerate(kept, start=1):
        os.dup2(copied, number)


def main() -> int:
    """Prove what is asked for, and keep the proofs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("system")
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--again", action="store_true", help="also what is proven already")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    rules = [rule for rule in read_rules(chosen.system) if rule.kind != "component"]
    sites = find_sites(chosen.system, {rule.id for rule in rules})
    proofs = read_proofs(chosen.system)
    with tempfile.TemporaryDirectory() as folder:
        files = marking(chosen.system)
        marked = run_tests(ROOT, ["--collect-only", *files]).marked
        tasks = []
        for rule in rules:
            tests = marked.get(f"{chosen.system} {rule.id}", [])
            here = sites.get(rule.id, [])
            known = proofs.get(rule.id)
            fresh = known and any(
                f"{s.path}:{s.name}" == known.site and s.hash == known.hash for s in here
            )
            wanted = rule.id in chosen.rules if chosen.rules else chosen.again or not fresh
            if not wanted:
                continue
            proofs.pop(rule.id, None)
            if not here or not tests:
                print(f"{rule.id}: {'no code cites it' if not here else 'no test is marked'}")
            else:
                tasks.append((rule.id, here, tests))
        tasks = sound(tasks)
        context = multiprocessing.get_context("fork")
        with context.Pool(chosen.jobs, _settle, (folder, files)) as pool:
            for id, proof, reason in pool.imap_unordered(_work, tasks):
                if proof is None:
                    print(f"{id}: not proven: {reason}", flush=True)
                else:
                    proofs[id] = Proof(**proof)
                    write(chosen.system, rules, proofs)  # an interrupted run loses nothing
    write(chosen.system, rules, proofs)
    gaps = [rule.id for rule in rules if rule.id not in proofs]
    print(
        f"{len(rules) - len(gaps)} of {len(rules)} rules proven; gaps: {' '.join(gaps) or 'none'}"
    )
    return 1 if gaps else 0


def write(system: str, rules: Sequence[Rule], proofs: dict[str, Proof]) -> None:
    """Keep the proofs beside the rules, in their order."""
    path = ROOT / "src" / "grognard" / "systems" / system / "proofs.json"
    data = {rule.id: asdict(proofs[rule.id]) for rule in rules if rule.id in proofs}
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
