"""What a test is about: a system or a part of the house. A run tells it, and can be told it."""

from __future__ import annotations

import re
from collections.abc import Iterable

HOUSES = re.compile(r"tests/(web|server|players)/")
"""Folders whose tests belong to a part of the house, whichever system they play."""
BOOKS = re.compile(r"tests/(?:systems|conformance)/(wb95|ocs|nextwar|goss)/")
WORDS = {
    "wb95": re.compile(r"(?<![a-z])(wb95|moscow|klin|typhoon|red-snow)"),
    "ocs": re.compile(r"(?<![a-z])(ocs|husky|catania|sicily)"),
    "nextwar": re.compile(r"(?<![a-z])(nextwar|korea|chorwon)"),
    "goss": re.compile(r"(?<![a-z])(goss|ardennes|skyline|st-vith|wacht)"),
}
"""Anywhere else a test is about a system if its name, or what it is repeated for, says so."""
MANUAL, PAGES = "manual", re.compile(r"docs/|README|tests/(docs|examples)/")
PARTS = (
    ("engine", re.compile(r"tests/(engine|kit|board|hexes|conformance)/")),
    ("players", re.compile(r"tests/envs/")),
    ("lab", re.compile(r"tests/(lab/|test_(bench|balance|fuzz|summaries|verbs))")),
)
REST = "terminal"
SUBJECTS = (
    "wb95",
    "ocs",
    "nextwar",
    "goss",
    "engine",
    "players",
    "server",
    "web",
    "lab",
    MANUAL,
    REST,
)


def by_folder(path: str) -> str | None:
    """The subject of everything below a folder; none where each test has its own."""
    for folders in (HOUSES, BOOKS):
        if found := folders.match(path):
            return found[1]
    return MANUAL if PAGES.match(path) else None


def subject(node: str) -> str:
    """The subject of a test, by what pytest calls it."""
    if found := by_folder(node):
        return found
    for system, words in WORDS.items():
        if words.search(node):
            return system
    return next((name for name, folders in PARTS if folders.match(node)), REST)


def told(took: Iterable[tuple[str, float]]) -> list[str]:
    """A line for each subject: how many seconds its tests took, the longest first."""
    sums: dict[str, float] = {}
    counts: dict[str, set[str]] = {}
    for node, seconds in took:
        name = subject(node)
        sums[name] = sums.get(name, 0.0) + seconds
        counts.setdefault(name, set()).add(node)
    return [
        f"{sums[name]:8.1f} s  {name} ({len(counts[name])} tests)"
        for name in sorted(sums, key=lambda name: -sums[name])
    ]
