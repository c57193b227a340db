"""Every test has a subject, by which it is chosen and its time is told."""

from __future__ import annotations

import pytest

from tests.subjects import SUBJECTS, by_folder, subject, told


@pytest.mark.parametrize(
    ("node", "name"),
    [
        ("tests/systems/ocs/barrage/test_barrage.py::test_it", "ocs"),
        ("tests/conformance/wb95/test_perft.py::test_it[klin]", "wb95"),
        ("tests/conformance/test_laws.py::test_it[ocs]", "ocs"),
        ("tests/test_corpus.py::test_it[version-1/wb95-klin]", "wb95"),
        ("tests/scenarios/test_husky_catania.py::test_it", "ocs"),
        ("tests/players/test_staff_ocs.py::test_it", "players"),
        ("tests/server/test_lessons.py::test_it[wb95/klin]", "server"),
        ("tests/web/test_ocs_air.py::test_it", "web"),
        ("tests/board/test_search.py::test_it", "engine"),
        ("tests/kit/test_deeds.py::test_it", "engine"),
        ("tests/lab/test_prove.py::test_it", "lab"),
        ("tests/test_fuzz.py::test_it", "lab"),
        ("docs/ocs/air.md::line:3,column:1", "manual"),
        ("README.md::line:3,column:1", "manual"),
        ("tests/test_cli.py::test_it", "terminal"),
    ],
)
def test_what_a_test_is_about(node: str, name: str) -> None:
    assert subject(node) == name
    assert name in SUBJECTS


def test_only_folders_of_another_subject_can_be_left_unread() -> None:
    assert by_folder("tests/web/") == "web"
    assert by_folder("tests/systems/ocs/") == "ocs"
    assert by_folder("docs/") == "manual"
    assert by_folder("tests/") is None
    assert by_folder("tests/board/") is None, "some of it is about a system"


def test_the_time_of_each_subject_is_told_the_longest_first() -> None:
    took = [("tests/web/test_a.py::a", 0.5), ("tests/web/test_a.py::a", 2), ("tests/kit/b.py", 1)]
    assert told(took) == ["     2.5 s  web (1 tests)", "     1.0 s  engine (1 tests)"]
