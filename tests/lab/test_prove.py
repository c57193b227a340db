"""Proving: what is tried again, what the rules of a site share, and what is kept of it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.rulebook import Rule
from grognard.lab.citations import Site, find_sites
from grognard.lab.marks import Marked
from grognard.lab.matrix import Matrix, Trial, verdict

TOOLS = Path(__file__).parents[2] / "tools"
CHECK = Site("systems/toy/march.py", "check", 10, 20, "aaaa")
LIMIT = Site("systems/toy/march.py", "LIMIT", 5, 5, "bbbb")
WAY = Site("systems/toy/ways.py", "way", 1, 2, "cccc")
TEST = Marked("tests/t.py", "test_x", "")
TESTS = {"1.1": [TEST.node], "1.2": [TEST.node]}
NOTHING = Namespace(rules=[], sites=False, again=False, first=False)


@pytest.fixture(scope="module")
def prove() -> Iterator[Any]:
    """The tool, which is no part of the package."""
    sys.path.insert(0, str(TOOLS))
    yield import_module("prove")
    sys.path.remove(str(TOOLS))


def proof_of(site: Site) -> Trial:
    return Trial(site.key, site.hash, 3, "true returned: return x", f"{TEST.node}[a]")


def ledger(prove: Any, sites: Mapping[str, list[Site]], trials: Mapping[str, list[Trial]]) -> Any:
    rules = [Rule(id, "mechanic", "") for id in ("1.1", "1.2")]
    marked = {id: [TEST] for id in ("1.1", "1.2")}
    return prove.Ledger(Matrix("toy", rules, sites, trials), marked)


@pytest.mark.parametrize(("asked", "wanted"), [
    ({}, {"WAY"}),
    ({"sites": True}, {"WAY", "untried"}),
    ({"rules": ["1.1"]}, {"WAY", "untried", "survived"}),
    ({"again": True}, {"WAY", "untried", "survived", "proven"}),
])  # fmt: skip
def test_only_new_sites_are_tried_unless_more_is_asked(
    prove: Any, asked: dict[str, Any], wanted: set[str]
) -> None:
    sites = [replace(CHECK, name=name) for name in ("proven", "survived", "untried")]
    trials = [proof_of(sites[0]), Trial(sites[1].key, "aaaa", 24), Trial(sites[2].key, "aaaa")]
    book = ledger(prove, {"1.1": [*sites, WAY]}, {"1.1": trials})
    chosen = Namespace(**{**vars(NOTHING), **asked})
    tasks = prove.by_site(book, {"1.1": TESTS["1.1"]}, prove.wanted(chosen))
    names = {"way": "WAY"}
    assert {names.get(s.name, s.name) for task in tasks for s in task.sites} == wanted
    assert prove.by_rule(book, TESTS) == []


def test_the_rules_of_a_site_share_its_task(prove: Any) -> None:
    book = ledger(prove, {"1.1": [CHECK, LIMIT], "1.2": [CHECK]}, {})
    tasks = prove.by_site(book, TESTS, {"new"})
    assert [(task.sites, [*task.tests]) for task in tasks] == [
        ((CHECK,), ["1.1", "1.2"]), ((LIMIT,), ["1.1"]),
    ]  # fmt: skip


def test_a_rule_without_a_proof_is_tried_everywhere_where_it_runs_first(prove: Any) -> None:
    inner = replace(CHECK, first=12, last=13)
    table = replace(LIMIT, path="scenarios/toy/one.yaml", name="march", last=7)
    trials = [Trial(CHECK.key, "aaaa", 24), Trial(LIMIT.key, "bbbb")]
    book = ledger(prove, {"1.1": [table, CHECK, LIMIT, WAY, inner]}, {"1.1": trials})
    book.put(WAY, "1.1", Trial(WAY.key, "cccc", 7))
    (task,) = prove.by_rule(book, {"1.1": TESTS["1.1"]})
    assert (task.sites, task.until_caught) == ((inner, CHECK, LIMIT, table), True)


def test_nothing_is_tried_where_nothing_has_changed(prove: Any) -> None:
    book = ledger(prove, {"1.1": [CHECK], "1.2": [LIMIT]},
                  {"1.1": [proof_of(CHECK)], "1.2": [proof_of(LIMIT)]})  # fmt: skip
    assert prove.concerned(book, NOTHING) == []
    moved = ledger(prove, {"1.1": [replace(CHECK, path="a.py")], "1.2": [LIMIT]},
                   {"1.1": [proof_of(CHECK), proof_of(WAY)], "1.2": [proof_of(LIMIT)]})  # fmt: skip
    assert prove.concerned(moved, NOTHING) == []
    assert [kept.trial.site for kept in moved.rules["1.1"]] == ["a.py:check"]


def test_a_proof_ends_with_its_test(prove: Any) -> None:
    lost = replace(proof_of(CHECK), test="tests/t.py::test_that_was")
    book = ledger(prove, {"1.1": [CHECK]}, {"1.1": [lost]})
    assert prove.concerned(book, NOTHING) == ["1.1", "1.2"]
    assert book.rules["1.1"][0].trial is None


def test_new_sites_may_be_left_untried(prove: Any) -> None:
    book = ledger(prove, {"1.1": [CHECK, LIMIT]}, {"1.1": [proof_of(CHECK)]})
    book.leave("1.1")
    assert [verdict(kept.trial) for kept in book.rules["1.1"]] == ["proven", "untried"]


# ---- a site

CODE = '''
def check(n):
    """Not too many. [1.1] [1.2]"""
    if n > 3:
        return ["too many"]
    return []
'''


@pytest.fixture
def site(tmp_path: Path) -> Site:
    folder = tmp_path / "src" / "grognard" / "systems" / "toy"
    folder.mkdir(parents=True)
    (folder / "march.py").write_text(CODE)
    return find_sites("toy", {"1.1", "1.2"}, tmp_path / "src" / "grognard")["1.1"][0]


def worker(place: Path, caught: Mapping[str, str], reached: Sequence[str]) -> Any:
    """A worker for whom a rule's test fails when a word is in the mutant."""
    trying = import_module("trying")

    class Fake(trying.Worker):  # type: ignore[misc, name-defined]
        runs: list[tuple[str, list[str]]] = []

        def run(self, mutant: Any, tests: Mapping[str, Sequence[str]]) -> Any:
            if mutant.what == "probe":
                status = trying.REACHED if {*tests} <= {*reached} else 0
                return trying.Outcome(status=status)
            self.runs.append((mutant.what, [*tests]))
            found = {r: f"test of {r}" for r in tests if caught.get(r, "never") in mutant.what}
            return trying.Outcome(caught=found)

    Fake.runs = []
    return Fake(place)


@pytest.mark.usefixtures("prove")
def test_rules_share_the_mutants_of_a_site_until_each_is_caught(tmp_path: Path, site: Site) -> None:
    made = worker(tmp_path, {"1.1": "always False", "1.2": "nothing returned"}, ["1.1", "1.2"])
    found = made.try_site(site, {"1.1": ["a"], "1.2": ["b"]})
    assert found["1.1"] == Trial(
        site.key, site.hash, 1, "condition always False: if n > 3:", "test of 1.1"
    )
    assert found["1.2"].mutation == 'nothing returned: return ["too many"]'
    assert [rules for _, rules in made.runs] == [["1.1", "1.2"], ["1.2"], ["1.2"]]
    assert found["1.2"].tried == 3


@pytest.mark.usefixtures("prove")
def test_what_no_test_comes_to_is_not_run(tmp_path: Path, site: Site) -> None:
    made = worker(tmp_path, {"1.1": "always False", "1.2": "always False"}, ["1.1"])
    found = made.try_site(site, {"1.1": ["a"], "1.2": ["b"]})
    assert [trial.verdict for trial in found.values()] == ["proven", "survived"]
    assert found["1.2"].tried == 0
    assert [rules for _, rules in made.runs] == [["1.1"]]


@pytest.mark.usefixtures("prove")
def test_a_site_may_survive_everything(tmp_path: Path, site: Site) -> None:
    made = worker(tmp_path, {}, ["1.1"])
    (found,) = made.try_site(site, {"1.1": ["a"]}).values()
    assert (found.verdict, found.tried) == ("survived", len(made.runs))
