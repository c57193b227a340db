"""Second readings: what is read of their cases, and when a chapter counts as read twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import library
from grognard.lab.matrix import read_through
from grognard.lab.readings import Readings, read_readings

CASES = """
book: toy
chapters: ["1", "2"]
cases:
  - case: "1-01"
    rules: ["1.1", "2.1"]
    given: a column at a river
    do: it marches on
    expect: it halts
  - case: "1-02"
    rules: ["1.2"]
    given: a column at a bridge
    do: it marches on
    expect: it halts
    ruled: a bridge is there to be crossed
silent:
  "1.3": advice to players
found:
  - "1.1: columns swam."
"""
TESTS = '''
import pytest

@pytest.mark.reading("toy", "1-01")
def test_a_column_halts():
    """A column halts."""
'''


@pytest.fixture
def toy(tmp_path: Path) -> Readings:
    """A book with two cases, one of which nobody plays."""
    folder = tmp_path / "tests" / "readings" / "toy"
    folder.mkdir(parents=True)
    (folder / "ch01.yaml").write_text(CASES)
    (folder / "test_ch01.py").write_text(TESTS)
    return read_readings("toy", tmp_path)


def test_a_rule_is_read_twice_by_a_case_that_is_played_or_where_nothing_is_said(
    toy: Readings,
) -> None:
    read = {rule: toy.read(rule) for rule in ("1.1", "1.2", "1.3", "1.4", "2.1")}
    assert read == {"1.1": True, "1.2": False, "1.3": True, "1.4": False, "2.1": True}
    assert toy.unread(["1.1", "1.2", "1.3", "2.1"]) == {"1": ["1.2"], "2": []}
    assert toy.found == ("1.1: columns swam.",)


def test_a_case_that_proved_wrong_keeps_the_reason(toy: Readings) -> None:
    assert [case.ruled for case in toy.of("1.2")] == ["a bridge is there to be crossed"]


def test_without_readings_everything_was_read_once(tmp_path: Path) -> None:
    assert read_readings("toy", tmp_path).unread(["1.1"]) == {"1": ["1.1"]}


def test_cases_of_a_book_in_the_making_are_about_rules_that_there_are() -> None:
    whole = read_through("goss")
    readings = whole.readings
    ids = [case.id for case in readings.cases]
    assert len(ids) == len(set(ids)) > 200
    assert {*readings.tests} <= {*ids}
    known = {rule.id for rule in whole.rules}
    assert {rule for case in readings.cases for rule in case.rules} <= known


@pytest.mark.parametrize("system", library.whole())
def test_every_case_is_played_and_is_about_rules_that_there_are(system: str) -> None:
    whole = read_through(system)
    readings = whole.readings
    ids = [case.id for case in readings.cases]
    assert len(ids) == len(set(ids))
    assert {*ids} == {*readings.tests}
    known = {rule.id for rule in whole.rules}
    cited = {rule for case in readings.cases for rule in case.rules} | {*readings.silent}
    assert cited - known == set()
    assert all(case.given and case.do and case.expect for case in readings.cases)
    assert not any(whole.read_once().values())
