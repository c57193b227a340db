"""The dossier of a rule: its code in full, its proofs and its tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine.rulebook import Rule, read_rules
from grognard.lab.citations import find_sites
from grognard.lab.dossier import Dossier, dossier
from grognard.lab.matrix import Trial, write_trials

MARCH = '''
LIMIT = 8
"""As many as march. [1.1]"""


def check(n):
    """Nobody may exceed it. [1.1]"""
    return n <= LIMIT
'''
TEST = '''
import pytest


@pytest.mark.rule("toy", "1.1")
def test_nobody_marches_with_nine():
    """Nine are too many."""
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The source of a system with one rule, proven at one of its two sites."""
    package = tmp_path / "src" / "grognard"
    system = package / "systems" / "toy"
    system.mkdir(parents=True)
    (system / "march.py").write_text(MARCH)
    (system / "rules.csv").write_text("id,kind,title\n1.1,mechanic,Marching\n")
    (system / "summaries.csv").write_text("id,text\n1.1,Eight march.\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_march.py").write_text(TEST)
    (tmp_path / "pyproject.toml").touch()
    sites = {site.name: site for site in find_sites("toy", {"1.1"}, package)["1.1"]}
    check, limit = sites["check"], sites["LIMIT"]
    proof = Trial(check.key, check.hash, 1, "true returned: return n <= LIMIT", "tests/t.py::t")
    write_trials("toy", {"1.1": [proof, Trial(limit.key, limit.hash, 2)]}, package)
    return package


def of_toy(package: Path) -> Dossier:
    (rule,) = read_rules("toy", package)
    return dossier("toy", rule, package)


def test_a_dossier_has_everything_about_a_rule(package: Path) -> None:
    found = of_toy(package)
    assert (found.rule, found.summary) == (Rule("1.1", "mechanic", "Marching"), "Eight march.")
    assert found.state == "proven"
    assert found.tests is not None
    assert [(test.node, test.about) for test in found.tests] == [
        ("tests/test_march.py::test_nobody_marches_with_nine", "Nine are too many.")
    ]
    limit, check = found.places
    assert (limit.code, check.code) == ("LIMIT = 8", MARCH.partition("\n\n\n")[2].rstrip())
    assert [p["verdict"] for p in found.to_json()["sites"]] == ["survived", "proven"]
    assert found.to_json()["sites"][1] == {
        "path": "systems/toy/march.py", "name": "check", "first": 6, "last": 8,
        "code": check.code, "verdict": "proven", "tried": 1, "test": "tests/t.py::t",
        "mutation": "true returned: return n <= LIMIT",
    }  # fmt: skip


def test_a_changed_site_is_shown_as_new_and_its_old_record_as_gone(package: Path) -> None:
    file = package / "systems" / "toy" / "march.py"
    file.write_text(MARCH.replace("<=", "<"))
    found = of_toy(package)
    assert found.state == "stale"
    assert [p["verdict"] for p in found.to_json()["sites"]] == ["survived", "new"]
    assert found.to_json()["gone"] == ["systems/toy/march.py:check"]


def test_a_wheel_has_no_tests(package: Path) -> None:
    (package.parent.parent / "pyproject.toml").unlink()
    assert of_toy(package).to_json()["tests"] is None
