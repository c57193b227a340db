"""Marks: which tests say that they prove a rule."""

from __future__ import annotations

from pathlib import Path

from grognard.lab.marks import find_marked, has_tests

TESTS = '''
import pytest

rule = pytest.mark.rule


@rule("toy", "1.1")
@pytest.mark.rule("toy", "1.2")
def test_columns_halt_at_rivers():
    """A column halts at a river.

    The reason is long.
    """


@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("toy", "1.1")), 2])
def test_two_cases(n):
    pass


CASES = [pytest.param(1, marks=rule("toy", "1.3"))]


@pytest.mark.parametrize("n", CASES)
def test_other_cases(n):
    pass


@rule("toy", "1.4", "1.5")
def test_of_two_rules():
    pass


@rule("other", "1.1")
def test_of_another_book():
    pass
'''


def test_marks_are_read_without_running_anything(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_march.py").write_text(TESTS)
    found = find_marked("toy", tmp_path)
    assert {rule: [test.node for test in tests] for rule, tests in found.items()} == {
        "1.1": [
            "tests/test_march.py::test_columns_halt_at_rivers",
            "tests/test_march.py::test_two_cases",
        ],
        "1.2": ["tests/test_march.py::test_columns_halt_at_rivers"],
        "1.3": ["tests/test_march.py::test_other_cases"],
        "1.4": ["tests/test_march.py::test_of_two_rules"],
        "1.5": ["tests/test_march.py::test_of_two_rules"],
    }
    assert [test.about for test in found["1.1"]] == ["A column halts at a river.", "two cases"]


def test_tests_are_at_hand_with_the_source_only(tmp_path: Path) -> None:
    assert has_tests()
    assert not has_tests(tmp_path)


def test_every_mark_says_its_rule_in_plain_words() -> None:
    """A mark with a computed id could not be read, and would fail here."""
    assert find_marked("wb95")["S1.11"]
    assert find_marked("ocs")["9.11c"]
