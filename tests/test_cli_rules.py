"""The command `grognard rules`: the matrix of a system, and a rule in full."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from grognard.cli import app
from grognard.cli import rules as command
from grognard.engine.rulebook import Rule
from grognard.lab.citations import Site
from grognard.lab.dossier import dossier
from grognard.lab.matrix import Matrix, Trial
from grognard.lab.readings import Readings

run = CliRunner().invoke

SITES = [Site("systems/wb95/march.py", name, 1, 2, "h") for name in ("check", "carry_out")]
PROOF = Trial(SITES[0].key, "h", 1, "true returned: return x", "tests/test_march.py::test_x")
READ = Readings(silent={"1.1": "advice"})
SURVIVED = Trial(SITES[1].key, "h", 24)


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """A terminal as wide as anything, of which nothing is cut off."""
    written = StringIO()
    monkeypatch.setattr(command, "console", Console(file=written, width=300))
    return written


@pytest.fixture
def three_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system with a proven rule that has a weak site, a stale one, and a component."""
    rules = [
        Rule("1.1", "mechanic", "Marching"),
        Rule("1.2", "mechanic", "Halting"),
        Rule("1.3", "component", "Counters"),
    ]
    trials = {"1.1": [PROOF, SURVIVED], "1.2": [replace(PROOF, hash="other")]}
    found = Matrix("wb95", rules, {"1.1": SITES, "1.2": SITES}, trials, READ)
    monkeypatch.setattr(command, "matrix", lambda system: found)


@pytest.mark.usefixtures("three_rules")
def test_the_matrix_shows_what_is_stale_and_what_is_weak(wide: StringIO) -> None:
    assert run(app, ["rules", "wb95"]).exit_code == 0
    rows = [" ".join(line.split()) for line in wide.getvalue().splitlines()]
    assert (
        "│ 1.1 │ Marching │ march.py:check, march.py:carry_out │ 1/2 1 unproven │ "
        "test_march.py::test_x │ twice │"
    ) in rows
    assert "│ 1.2 │ Halting │ march.py:check, march.py:carry_out │ 0/2 │ stale │ once │" in rows
    assert "│ 1.3 │ Counters │ │ │ a component │ │" in rows
    assert "3 rules: 1 components, 2 enforced, 1 proven, 1 gaps, 1 of them stale" in rows
    assert "0 cases of second readers; chapters read twice: none" in rows
    assert "chapter 1 read once: 1.2" in rows
    assert "4 sites: 1 proven, 1 unproven, 0 untried" in rows


@pytest.mark.usefixtures("three_rules")
def test_gaps_alone_can_be_asked_for(wide: StringIO) -> None:
    assert run(app, ["rules", "wb95", "--gaps"]).exit_code == 0
    assert "Halting" in wide.getvalue()
    assert "Marching" not in wide.getvalue()


def test_the_matrix_in_numbers() -> None:
    numbers = json.loads(run(app, ["rules", "wb95", "--json"]).stdout)
    assert (numbers["system"], numbers["total"], numbers["components"]) == ("wb95", 336, 8)
    assert set(numbers["sites"]) == {"proven", "survived", "untried", "new"}


def test_a_rule_is_shown_with_its_code_proofs_and_tests() -> None:
    shown = run(app, ["rules", "ocs", "9.11c"]).stdout
    lines = shown.splitlines()
    assert lines[0].split() == ["9.11c", "Loss", "distribution", "mechanic", "proven"]
    (head,) = (line for line in lines if line.startswith("systems/") and " choose " in line)
    assert head.startswith("systems/ocs/pieces/losses.py  choose  lines ")
    first = head.rpartition(" ")[2].partition("-")[0]
    assert lines[lines.index(head) + 1].startswith(f"  {first}  def choose(")
    assert "caught by tests/" in shown
    assert "tests are marked with it" in shown


def test_a_rule_is_given_to_programs() -> None:
    found = json.loads(run(app, ["rules", "ocs", "9.11c", "--json"]).stdout)
    assert (found["id"], found["kind"], found["state"]) == ("9.11c", "mechanic", "proven")
    assert {"proven"} <= {site["verdict"] for site in found["sites"]}
    assert all(site["code"] for site in found["sites"])
    assert all(test["node"].startswith("tests/") for test in found["tests"])


def shown(wide: StringIO, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> str:
    """What is printed of a rule that is otherwise as it is."""

    def other(system: str, rule: Rule) -> Any:
        return replace(dossier(system, rule), **changed)

    monkeypatch.setattr(command, "dossier", other)
    assert run(app, ["rules", "wb95", "5.1.3"]).exit_code == 0
    return wide.getvalue()


def test_without_the_source_it_says_where_the_tests_are(
    wide: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "The tests come with the source" in shown(wide, monkeypatch, tests=None)


def test_what_is_gone_is_named(wide: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(wide, monkeypatch, gone=(PROOF,), state="stale")
    assert "systems/wb95/march.py:check  gone, or changed since it was tried" in text


def test_code_is_coloured_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    written = StringIO()
    colours = Console(file=written, width=100, force_terminal=True, color_system="standard")
    monkeypatch.setattr(command, "console", colours)
    assert run(app, ["rules", "wb95", "5.3.2"]).exit_code == 0
    assert re.search(r"\x1b\[[\d;]+mdef\x1b\[0m", written.getvalue())


def test_a_rule_that_is_not_there_has_a_near_miss() -> None:
    failed = run(app, ["rules", "ocs", "9.11z"])
    assert "ocs has no rule '9.11z'; did you mean '9.11" in str(failed.exception)
    assert run(app, ["rules", "ocs", "9.11c", "--gaps"]).exit_code != 0
