"""Every worked example of the rulebook that can be computed has a test that plays it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

HERE = Path(__file__).parent
_NAME = re.compile(r"^def test_ocs_ex_(\d{3})_\w+\(", re.MULTILINE)

with (HERE / "examples.csv").open(encoding="utf-8", newline="") as _file:
    EXAMPLES = list(csv.DictReader(_file))


def played() -> set[str]:
    """The examples that a test is named after."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
    return {f"ocs-ex-{number}" for text in texts for number in _NAME.findall(text)}


def test_the_list_of_examples_is_whole() -> None:
    assert len(EXAMPLES) == len({row["id"] for row in EXAMPLES}) == 76
    assert {row["computable"] for row in EXAMPLES} == {"yes", "no"}
    assert all(row["summary"] for row in EXAMPLES)


def test_every_computable_example_is_played() -> None:
    computable = {row["id"] for row in EXAMPLES if row["computable"] == "yes"}
    assert computable - played() == set()


def test_every_test_is_named_after_an_example() -> None:
    assert played() <= {row["id"] for row in EXAMPLES}
