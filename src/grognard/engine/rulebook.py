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


_ELSEWHERE: dict[str, Path] = {}
"""The folders of systems that do not stand with ours."""


def stands_in(system: str, folder: Path) -> None:
    """Note where a system stands that another package brings."""
    if folder != PACKAGE / "systems" / system:
        _ELSEWHERE[system] = folder


def folder_of(system: str, package: Path = PACKAGE) -> Path:
    """Where a system stands, with its index, summaries, proofs and code."""
    ours = package / "systems" / system
    return _ELSEWHERE.get(system, ours) if package == PACKAGE else ours


def root_of(system: str, package: Path = PACKAGE) -> Path:
    """What the paths of a system's files are told from."""
    folder = folder_of(system, package)
    return folder.parent if folder != package / "systems" / system else package


def systems_with_rules(package: Path = PACKAGE) -> list[str]:
    """The systems that have an index of their rulebook."""
    return sorted(path.parent.name for path in (package / "systems").glob("*/rules.csv"))


def read_rules(system: str, package: Path = PACKAGE) -> list[Rule]:
    """The index of a system's rulebook."""
    path = folder_of(system, package) / "rules.csv"
    with path.open(encoding="utf-8", newline="") as source:
        return [Rule(row["id"], row["kind"], row["title"]) for row in csv.DictReader(source)]


def read_summaries(system: str, package: Path = PACKAGE) -> dict[str, str]:
    """What each rule says, in our own words, and the title of each chapter by its number."""
    path = folder_of(system, package) / "summaries.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as source:
        return {row["id"]: row["text"] for row in csv.DictReader(source)}
