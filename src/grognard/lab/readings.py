"""Second readings: cases that a reader who had not seen the code derived from the rulebook's words.

They lie with the tests, chapter by chapter; each is played by a test that is marked with it. A rule
is read twice when such a case is about it, or when the reader found nothing in it to decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from grognard.engine.rulebook import chapter_of
from grognard.lab.marks import ROOT, Marked, find_marked

MARK = "pytest.mark.reading"


@dataclass(frozen=True)
class Case:
    """A position, what is done in it, and what the rulebook says comes of it."""

    id: str
    rules: tuple[str, ...]
    given: str
    do: str
    expect: str
    bites: str = ""
    ruled: str = ""
    """Why the text says something else after all, where the reader was wrong."""


@dataclass(frozen=True)
class Readings:
    """What second readers made of a rulebook; nothing where the tests are not at hand."""

    cases: tuple[Case, ...] = ()
    silent: Mapping[str, str] = field(default_factory=dict)
    found: tuple[str, ...] = ()
    tests: Mapping[str, Sequence[Marked]] = field(default_factory=dict)
    readers: tuple[tuple[str, tuple[str, ...], int], ...] = ()
    """Whose file has which chapters and how many cases."""

    def of(self, rule: str) -> list[Case]:
        """The cases about a rule."""
        return [case for case in self.cases if rule in case.rules]

    def read(self, rule: str) -> bool:
        """Whether a rule was read twice, and what was read is played by a test."""
        return rule in self.silent or any(case.id in self.tests for case in self.of(rule))

    def unread(self, rules: Sequence[str]) -> dict[str, list[str]]:
        """The rules that were read once, chapter by chapter; chapters read twice have none."""
        left: dict[str, list[str]] = {chapter_of(rule): [] for rule in rules}
        for rule in rules:
            if not self.read(rule):
                left[chapter_of(rule)].append(rule)
        return left


def read_readings(system: str, root: Path = ROOT) -> Readings:
    """Everything that second readers have left of a system, with the tests that play it."""
    named = {
        path.name: yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        for path in sorted((root / "tests" / "readings" / system).glob("*.yaml"))
    }
    if not named:
        return Readings()
    files = named.values()
    return Readings(
        tuple(_case(row) for data in files for row in data["cases"]),
        {rule: why for data in files for rule, why in (data.get("silent") or {}).items()},
        tuple(sentence for data in files for sentence in data.get("found") or ()),
        find_marked(system, root, MARK),
        tuple((name, tuple(d["chapters"]), len(d["cases"])) for name, d in named.items()),
    )


def _case(row: Mapping[str, Any]) -> Case:
    words = {name: row.get(name, "") for name in ("given", "do", "expect", "bites", "ruled")}
    return Case(row["case"], tuple(row["rules"]), **words)
