"""Every test that the page on security calls upon is there, and so is whoever is told of it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")


def test_every_test_that_is_named_is_there() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE))
    assert len(named) > 60
    for path, name in sorted(named):
        source = (ROOT / path).read_text("utf-8")
        assert not name or re.search(rf"^(async )?def {name}\(", source, re.M), (path, name)


def test_every_attack_has_a_test() -> None:
    table = PAGE.partition("| Attack |")[2].partition("\n\n")[0]
    rows = [row for row in table.splitlines() if row.startswith("| *")]
    assert len(rows) > 25
    assert all("::test_" in row.rpartition("|")[0].rpartition(" | ")[2] for row in rows)


def test_whoever_finds_a_fault_is_told_where_to_go() -> None:
    assert "docs/security.md" in (ROOT / "SECURITY.md").read_text("utf-8")
    assert "SECURITY.md" in PAGE
    assert "@" not in PAGE + (ROOT / "SECURITY.md").read_text("utf-8")  # nobody is invented
