"""Trying: break a site in a copy of the project, and see which tests of which rules fail.

A worker copies the project, imports it and its tests once, and tries each mutant in a forked child,
which runs tests that are collected already. The rules of a site share the run: a test counts for
every rule that it is marked with, and once a rule is settled for a mutant, tests that have no other
rule are passed over.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import IO, Any

import pytest
from _pytest.config import _prepareconfig
from grafting import Stock
from mutants import REACHED, Mutant, mutants, probe

from grognard.lab.citations import Site
from grognard.lab.matrix import Trial

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "tools", "docs", "examples", "pyproject.toml", "conftest.py", "README.md")
PATIENCE = 10
"""Seconds of work for one test: a mutant may go round for ever."""
LONG = 3600
LOWER = ("hexes", "board", "engine", "table", "kit")
"""The layers that know no system."""
OPTIONS = (
    "-q", "--capture=no", "--tb=no", "--assert=plain",
    "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly",
)  # fmt: skip
"""A test is to fail quickly: nobody reads in what words."""
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

    def __init__(self, pipe: IO[str], tests: Tests) -> None:
        self.pipe = pipe
        self.patience = PATIENCE if tests else LONG
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
        signal.setitimer(signal.ITIMER_PROF, self.patience)
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


class Bench:
    """A session of pytest that is kept open: its tests are collected once and run many times."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.config = _prepareconfig([*OPTIONS, *arguments])
        self.session = pytest.Session.from_config(self.config)
        self.config._do_configure()
        self.config.hook.pytest_sessionstart(session=self.session)
        self.config.hook.pytest_collection(session=self.session)
        self.items = {item.nodeid: item for item in self.session.items}

    def run(self, nodes: Sequence[str], watch: _Watch) -> None:
        """Run some tests, in this order."""
        self.config.pluginmanager.register(watch)
        self.session.items = [self.items[node] for node in nodes]
        self.config.hook.pytest_runtestloop(session=self.session)

    def collect_again(self, nodes: Sequence[str]) -> None:
        """Collect some tests afresh: they import whatever is imported no more."""
        self.items = {item.nodeid: item for item in self.session.perform_collect(nodes)}


def run_tests(place: Path, files: Sequence[str], system: str, rules: Collection[str]) -> Outcome:
    """Run the tests of some files that are marked with one of some rules, as they would be run on a
    mutant that cannot be grafted."""

    def run(pipe: IO[str]) -> None:
        _enter(place)
        bench, watch = Bench(files), _Watch(pipe, {})
        _forget(system)
        bench.collect_again(files)
        marked = {node: _rules_of(item, system) & {*rules} for node, item in bench.items.items()}
        for node, found in marked.items():
            for rule in sorted(found):
                watch.say("marked", node, rule)
        bench.run([node for node, found in marked.items() if found], watch)

    return _in_child(run)


def _rules_of(item: pytest.Item, system: str) -> set[str]:
    marks = [mark.args for mark in item.iter_markers("rule")]
    return {rule for book, *rules in marks if book == system for rule in rules}


def try_tests(place: Path, bench: Bench, stock: Stock, mutant: Mutant, tests: Tests) -> Outcome:
    """Run the tests of some rules on a mutant; each rule is settled by the first that fails.

    The mutant is grafted onto what this process has imported already, if that can be done.
    """
    nodes = [*dict.fromkeys(node for rule in tests for node in tests[rule])]

    def run(pipe: IO[str]) -> None:
        if not _grafted(stock, place, mutant):
            _forget(_system_of(mutant))
            bench.collect_again(nodes)
        bench.run(nodes, _Watch(pipe, tests))

    return _in_child(run)


def _in_child(run: Callable[[IO[str]], None]) -> Outcome:
    """Run tests in a forked child; give back what they said, even where they came to no end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:  # which never goes on with its parent's work
        try:
            os.close(reader)
            signal.alarm(LONG)
            _silence()
            with os.fdopen(writer, "w", encoding="utf-8") as pipe:
                run(pipe)
        finally:
            os._exit(0)
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


def _silence() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)


def _enter(place: Path) -> None:
    """Go into a copy, and import everything from there."""
    os.chdir(place)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(place / "src"))
    sys.modules.pop("conftest", None)
    _forget()


def _forget(system: str = "") -> None:
    """Whoever imports the project gets it afresh. If only a system has changed, the layers below it
    and the other systems may stay as they are: they know nothing of it."""
    for name in [*sys.modules]:
        package, layer, book, *_ = [*name.split("."), "", "", ""]
        stays = layer in LOWER or (layer == "systems" and book not in ("", system))
        if package == "tests" or (package == "grognard" and not (system and stays)):
            del sys.modules[name]


def _system_of(mutant: Mutant) -> str:
    """The system of which a mutant's code is; none of a table's, that anybody may have read."""
    folder, _, rest = mutant.path.partition("/")
    return rest.partition("/")[0] if folder == "systems" and mutant.path.endswith(".py") else ""


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
        [
            sys.executable,
            "-m",
            "compileall",
            "-q",
            "--invalidation-mode",
            "unchecked-hash",
            "src",
            "tests",
        ],
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

    def __init__(self, place: Path) -> None:
        self.place = place
        self.package = place / "src" / "grognard"

    def settle(self, files: Collection[str]) -> None:
        """Import the copy and its tests once."""
        _enter(self.place)
        self.bench = Bench(sorted(files))
        self.stock = Stock()

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
        file = self.package / mutant.path
        compiled = [*file.parent.glob(f"__pycache__/{file.stem}.*.pyc")]
        kept = {path: path.read_bytes() for path in (file, *compiled)}
        for stale in compiled:
            stale.unlink()
        try:
            file.write_text(mutant.text, encoding="utf-8")
            return try_tests(self.place, self.bench, self.stock, mutant, tests)
        finally:
            for path, content in kept.items():
                path.write_bytes(content)


_WORKERS: list[Worker] = []


def settle(folder: str, files: Collection[str]) -> None:
    """Make a copy for this process, and import it and its tests once."""
    worker = Worker(make_copy(Path(tempfile.mkdtemp(dir=folder))))
    kept = os.dup(1), os.dup(2)
    _silence()
    worker.settle(files)
    _WORKERS.append(worker)
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
