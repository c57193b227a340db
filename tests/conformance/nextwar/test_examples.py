"""Every worked example of the rulebook that can be computed has a test that plays it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

HERE = Path(__file__).parent
CHAPTERS = HERE.parents[1] / "systems" / "nextwar"
_NAME = re.compile(r"^def (test_\w+)\(", re.MULTILINE)

with (HERE / "examples.csv").open(encoding="utf-8", newline="") as _file:
    EXAMPLES = list(csv.DictReader(_file))


def written() -> set[str]:
    """The names of all tests of Next War."""
    paths = [*HERE.glob("test_examples_*.py"), *CHAPTERS.rglob("test_*.py")]
    texts = (path.read_text(encoding="utf-8") for path in sorted(paths))
    return {name for text in texts for name in _NAME.findall(text)}


def test_the_list_of_examples_is_whole() -> None:
    assert len(EXAMPLES) == len({row["id"] for row in EXAMPLES}) == 38
    assert {row["computable"] for row in EXAMPLES} == {"yes", "no"}
    assert all(row["summary"] for row in EXAMPLES)


def test_every_computable_example_is_played() -> None:
    computable = {row["id"]: row["test"] for row in EXAMPLES if row["computable"] == "yes"}
    known = written()
    assert {id_: name for id_, name in computable.items() if name not in known} == {}
