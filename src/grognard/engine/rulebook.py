"""The rulebook's index: every rule with its kind and title, and what it says in our own words."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True)
class Rule:
    """One entry of the index: a component is cardboard and needs no code."""

    id: str
    kind: str
    title: str


def chapter_of(rule: str) -> str:
    """The chapter that an id begins with: 9 of 9.11c, GL of GL-engineer."""
    return rule.partition("." if "." in rule else "-")[0]


def systems_with_rules(package: Path = PACKAGE) -> list[str]:
    """The systems that have an index of their rulebook."""
    return sorted(path.parent.name for path in (package / "systems").glob("*/rules.csv"))


def read_rules(system: str, package: Path = PACKAGE) -> list[Rule]:
    """The index of a system's rulebook."""
    path = package / "systems" / system / "rules.csv"
    with path.open(encoding="utf-8", newline="") as source:
        return [Rule(row["id"], row["kind"], row["title"]) for row in csv.DictReader(source)]


def read_summaries(system: str, package: Path = PACKAGE) -> dict[str, str]:
    """What each rule says, in our own words, and the title of each chapter by its number."""
    path = package / "systems" / system / "summaries.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as source:
        return {row["id"]: row["text"] for row in csv.DictReader(source)}
