"""The rulebook's index: every rule with its kind and title, and what it says in our own words."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True)
class Rule:
    """One entry of the index: a component is cardboard, a heading has only parts of its own, and
    neither needs code."""

    id: str
    kind: str
    title: str

    @property
    def enforced(self) -> bool:
        """Whether it asks for anything by itself."""
        return self.kind not in ("component", "heading")


@dataclass(frozen=True)
class Ruling:
    """What was decided where the text is silent or wrong, and which rules it is about."""

    rules: tuple[str, ...]
    kind: str
    """`ruling`, or `errata` where the print is at fault."""
    title: str
    text: str


def chapter_of(rule: str) -> str:
    """The chapter that an id begins with: 9 of 9.11c, GL of GL-engineer."""
    return rule.partition("." if "." in rule else "-")[0]


def parts_of(cited: str, known: Iterable[str]) -> list[str]:
    """The rules that a citation means: the one of that name, or else all of which it is the head,
    as 12.8e is of 12.8e(A) and 12.8e(B)."""
    rules = [*known]
    if cited in rules:
        return [cited]
    follows = re.compile(re.escape(cited) + r"(?![0-9]).*[\w)]" if cited[-1:].isdigit() else
                         re.escape(cited) + r"[(.-].*")  # fmt: skip
    return [rule for rule in rules if follows.fullmatch(rule)]


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


def read_rulings(system: str, package: Path = PACKAGE) -> list[Ruling]:
    """What was decided where a rulebook is silent; none where nobody has written it down."""
    path = folder_of(system, package) / "rulings.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as source:
        return [
            Ruling(tuple(row["rules"].split()), row["kind"], row["title"], row["text"])
            for row in csv.DictReader(source)
        ]


def read_twice(system: str, package: Path = PACKAGE) -> dict[str, int] | None:
    """The rules that a second reader has read, each with the number of his cases; None where no
    second reader has been at work."""
    path = folder_of(system, package) / "readings.csv"
    if not path.exists():
        return None
    with path.open(encoding="utf-8", newline="") as source:
        return {row["id"]: int(row["cases"]) for row in csv.DictReader(source)}
