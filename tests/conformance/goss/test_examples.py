"""Every worked example of the rulebook that can be computed has a test that plays it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = (HERE, HERE.parents[1] / "systems" / "goss", HERE.parents[1] / "readings" / "goss")
_NAME = re.compile(r"^def (test_\w+)\(", re.MULTILINE)

with (HERE / "examples.csv").open(encoding="utf-8", newline="") as _file:
    EXAMPLES = list(csv.DictReader(_file))


def written() -> set[str]:
    """The names of all tests of GOSS."""
    paths = [path for folder in FOLDERS for path in folder.rglob("test_*.py")]
    texts = (path.read_text(encoding="utf-8") for path in sorted(paths))
    return {name for text in texts for name in _NAME.findall(text)}


def test_the_list_of_examples_is_whole() -> None:
    assert len(EXAMPLES) == len({row["id"] for row in EXAMPLES}) == 106
    assert {row["computable"] for row in EXAMPLES} == {"yes", "no"}
    assert [row["id"] for row in EXAMPLES if not row["summary"]] == []


def test_every_computable_example_is_played() -> None:
    computable = {row["id"]: row["test"] for row in EXAMPLES if row["computable"] == "yes"}
    known = written()
    assert {id_: name for id_, name in computable.items() if name not in known} == {}
