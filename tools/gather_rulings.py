"""Gather the rulings of the manual as data, for the rule cards: python tools/gather_rulings.py

The manual's page of a system says under "Rulings" what was decided where the text is silent. What
this writes, `rulings.csv` beside the system's index, is what a screen shows with each rule. A test
sees that it is up to date.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from grognard import library
from grognard.engine.rulebook import chapter_of, folder_of, parts_of, read_rules

DOCS = Path(__file__).resolve().parent.parent / "docs"
ERRATA = "The text itself"
"""The heading of what is wrong in the print."""
LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
CITED = re.compile(r"\[([^\]\s]+)\]")
NUMBER = re.compile(r"\b\d+\.\d+[a-z]?(?:\([A-Z0-9]\))?")


def rulings(system: str) -> str:
    """The rulings of a system as a sheet: the rules they are about, what they are, their words."""
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(("rules", "kind", "title", "text"))
    known = [rule.id for rule in read_rules(system)]
    for heading, bullet in _bullets((DOCS / system / "index.md").read_text(encoding="utf-8")):
        kind = "errata" if heading == ERRATA else "ruling"
        title, text = _parted(LINK.sub(r"\1", bullet).replace("`", "").replace("*pay*", "pay"))
        writer.writerow((" ".join(_about(heading, bullet, known)), kind, title, text))
    return sheet.getvalue()


def _bullets(page: str) -> list[tuple[str, str]]:
    """The points of the page's rulings, each with the heading that it stands under."""
    section = page.partition("\n## Rulings\n")[2].partition("\n## ")[0]
    found: list[tuple[str, str]] = []
    for part in section.split("\n### ")[1:]:
        heading, _, body = part.partition("\n")
        points = re.findall(r"^- (.+(?:\n  .+)*)", body, re.MULTILINE)
        found += [(heading, " ".join(point.split())) for point in points]
    return found


def _parted(point: str) -> tuple[str, str]:
    """What a point is about, in bold, and the whole of it without."""
    match = re.match(r"\*\*(.+?)\*\*", point)
    return (match[1].rstrip(".:") if match else ""), point.replace("**", "")


def _about(heading: str, point: str, known: list[str]) -> list[str]:
    """The rules that a point cites; those that it names; or else the chapters of its heading."""
    named = [rule for cited in CITED.findall(point) for rule in parts_of(cited, known)]
    named = named or [rule for rule in NUMBER.findall(point) if rule in known]
    if not named:
        chapters = {chapter_of(rule) for rule in known}
        named = [word for word in re.findall(r"[\w]+", heading) if word in chapters]
    return list(dict.fromkeys(named))


if __name__ == "__main__":
    for name in library.whole():
        (folder_of(name) / "rulings.csv").write_text(rulings(name), encoding="utf-8")
