"""Trying: break a site in a copy of the project, and see which tests of which rules fail.

A worker copies the project, imports it and its tests once, and tries each mutant in a forked child.
The rules of a site share the run: a test counts for every rule that it is marked with, and once a
rule is settled for a mutant, tests that have no other rule are passed over.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import IO, Any

import pytest
from grafting import Stock
from mutants import REACHED, Mutant, mutants, probe

from grognard.lab.citations import Site
from grognard.lab.matrix import Trial

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "tools", "docs", "examples", "pyproject.toml", "conftest.py", "README.md")
PATIENCE = 40
"""Seconds for one test: a mutant may go round for ever."""
LONG = 3600
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly")
REFUSED = ("Refused", "ScenarioError")

Tests = Mapping[str, Sequence[str]]
"""The tests that are marked with each rule."""


@dataclass
class Outcome:
    """What a run of tests has shown."""

    caught: dict[str, str] = field(default_factory=dict)
    """For a rule the test that failed by its own assertion, or was refused what the rule allows."""
    failed: list[str] = field(default_factory=list)
    took: dict[str, float] = field(default_factory=dict)
    marked: dict[str, list[str]] = field(default_factory=dict)
    status: int = 0


class _Watch:
    """A pytest plugin that says how tests fail, as they do."""

    def __init__(self, pipe: IO[str], tests: Tests, marks: Collection[str]) -> None:
        self.pipe = pipe
        self.patience = PATIENCE if tests else LONG
        self.marks = marks
        self.rules: dict[str, set[str]] = {}
        for rule, nodes in tests.items():
            for node in nodes:
                self.rules.setdefault(node, set()).add(rule)
        self.pending = {*tests}

    def say(self, kind: str, name: str, value: Any = None) -> None:
        """Tell the parent at once: the child may be ended at any moment."""
        self.pipe.write(json.dumps([kind, name, value]) + "\n")
        self.pipe.flush()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: Any) -> None:
        signal.alarm(self.patience)
        if self.rules and not self.rules.get(item.nodeid, set()) & self.pending:
            pytest.skip("settled")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.say("failed", report.nodeid)
        if report.when == "call":
            self.say("took", report.nodeid, report.duration)

    def pytest_exception_interact(self, node: Any, call: Any) -> None:
        """A rule is settled when one of its tests fails; a crash settles nothing."""
        kinds = (AssertionError, pytest.fail.Exception)
        if issubclass(call.excinfo.type, kinds) or call.excinfo.typename in REFUSED:
            settled = self.rules.get(node.nodeid, set()) & self.pending
            for rule in sorted(settled):
                self.say("caught", rule, node.nodeid)
            self.pending -= settled
        if self.rules and not self.pending:
            node.session.shouldstop = "all is settled"

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Where it is told which marks to look for, run the tests that have them, and say so."""
        if not self.marks:
            return
        found = {
            item: {
                f"{mark.args[0]} {rule}"
                for mark in item.iter_markers("rule")
                for rule in mark.args[1:]
            }
            for item in items
        }
        items[:] = [item for item in items if not found[item].isdisjoint(self.marks)]
        for item in items:
            for mark in sorted(found[item].intersection(self.marks)):
                self.say("marked", item.nodeid, mark)


def run_tests(
    place: Path,
    arguments: Sequence[str],
    tests: Tests | None = None,
    marks: Collection[str] = (),
    mutant: Mutant | None = None,
    stock: Stock | None = None,
) -> Outcome:
    """Run pytest in a forked child; give back what it said, even where it came to no end.

    With tests of rules, each rule is settled by the first that fails; with marks, only tests that
    have one of them are run. A mutant is grafted onto what this process has imported already, if
    that can be done.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with os.fdopen(writer, "w", encoding="utf-8") as pipe:
            _in_child(place, arguments, _Watch(pipe, tests or {}, marks), mutant, stock)
    os.close(writer)
    outcome = Outcome()
    with os.fdopen(reader, encoding="utf-8") as pipe:
        for line in pipe:
            _note(outcome, *json.loads(line))
    outcome.status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return outcome


def _note(outcome: Outcome, kind: str, name: str, value: Any) -> None:
    if kind == "caught":
        outcome.caught[name] = value
    elif kind == "failed":
        outcome.failed.append(name)
    elif kind == "took":
        outcome.took[name] = value
    elif kind == "marked":
        outcome.marked.setdefault(value, []).append(name)


def _in_child(
    place: Path,
    arguments: Sequence[str],
    watch: _Watch,
    mutant: Mutant | None,
    stock: Stock | None,
) -> None:
    """Run pytest and end; a child never goes on with its parent's work."""
    try:
        signal.alarm(LONG)
        _silence()
        if not (mutant and stock and _grafted(stock, place, mutant)):
            _enter(place)
        pytest.main([*OPTIONS, *arguments], plugins=[watch])
    finally:
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


def _grafted(stock: Stock, place: Path, mutant: Mutant) -> bool:
    if not mutant.path.endswith(".py"):
        return False
    file = place / "src" / "grognard" / mutant.path
    return stock.graft(file, mutant.original, mutant.text)


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


# ---- a worker


@dataclass(frozen=True)
class Task:
    """Sites to break, for rules with their tests; until one is caught, or all of them."""

    sites: tuple[Site, ...]
    tests: Tests
    until_caught: bool = False


Found = tuple[Site, str, Trial]
"""What was found out about a site of a rule."""


class Worker:
    """A copy of the project in which sites are broken."""

    def __init__(self, place: Path, stock: Stock | None = None) -> None:
        self.place = place
        self.package = place / "src" / "grognard"
        self.stock = stock

    def work(self, task: Task) -> list[Found]:
        """Try the sites of a task one after another."""
        found: list[Found] = []
        for site in task.sites:
            trials = self.try_site(site, task.tests)
            found += [(site, rule, trial) for rule, trial in trials.items()]
            if task.until_caught and any(t.verdict == "proven" for t in trials.values()):
                break
        return found

    def try_site(self, site: Site, tests: Tests) -> dict[str, Trial]:
        """Break a site in one way after another, until the tests of every rule have caught one."""
        found: dict[str, Trial] = {}
        tried = dict.fromkeys(tests, 0)
        comes: dict[tuple[Any, str], bool] = {}
        for mutant in mutants(self.package, site):
            live = {
                rule: nodes
                for rule, nodes in tests.items()
                if rule not in found and self.reaches(mutant, rule, nodes, comes)
            }
            for rule in live:
                tried[rule] += 1
            caught = self.run(mutant, live).caught if live else {}
            for rule, test in caught.items():
                found[rule] = Trial(site.key, site.hash, tried[rule], mutant.what, test)
            if len(found) == len(tests):
                break
        left = {rule: Trial(site.key, site.hash, tried[rule]) for rule in tests}
        return left | found

    def reaches(
        self, mutant: Mutant, rule: str, nodes: Sequence[str], comes: dict[tuple[Any, str], bool]
    ) -> bool:
        """Whether any test of a rule comes to the lines of a mutant; asked once for all of them."""
        key = (mutant.span, rule)
        if key not in comes:
            probed = probe(mutant)
            outcome = self.run(probed, {rule: nodes}) if probed else None
            # A test that starts a program of its own fails when that ends at the probe.
            comes[key] = outcome is None or outcome.status == REACHED or bool(outcome.failed)
        return comes[key]

    def run(self, mutant: Mutant, tests: Tests) -> Outcome:
        """Run the tests of some rules on a mutant, the file being broken meanwhile."""
        nodes = [*dict.fromkeys(node for rule in tests for node in tests[rule])]
        file = self.package / mutant.path
        original = file.read_bytes()
        for stale in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            stale.unlink()
        try:
            file.write_text(mutant.text, encoding="utf-8")
            return run_tests(self.place, nodes, tests, mutant=mutant, stock=self.stock)
        finally:
            file.write_bytes(original)


_WORKERS: list[Worker] = []


def settle(folder: str, files: Collection[str]) -> None:
    """Make a copy for this process, and import it and its tests once."""
    place = make_copy(Path(tempfile.mkdtemp(dir=folder)))
    kept = os.dup(1), os.dup(2)
    _silence()
    _enter(place)
    pytest.main([*OPTIONS, "--collect-only", *sorted(files)])
    _WORKERS.append(Worker(place, Stock()))
    for number, copied in enumerate(kept, start=1):
        os.dup2(copied, number)


Plain = list[tuple[tuple[Any, ...], str, tuple[Any, ...]]]


def work(task: Task) -> Plain:
    """Do a task in the worker of this process; its classes are those of its copy, so that what it
    found goes back as plain data."""
    found = _WORKERS[0].work(task)
    return [(astuple(site), rule, astuple(trial)) for site, rule, trial in found]


def read(found: Plain) -> list[Found]:
    """What a worker has found."""
    return [(Site(*site), rule, Trial(*trial)) for site, rule, trial in found]
