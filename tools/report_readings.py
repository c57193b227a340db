"""Write the manual's page about second readings: python tools/report_readings.py

What stands in it comes from tests/readings and the index of each rulebook; so do the sheets
`readings.csv` beside each index, from which rule cards say which rules were read twice. A test sees
that all of it is up to date.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from grognard import library
from grognard.engine.rulebook import chapter_of, folder_of, read_summaries
from grognard.lab.matrix import Matrix, read_through

PAGE = Path(__file__).resolve().parent.parent / "docs" / "readings.md"
OPENING = """\
# Second readings

Code, test and proof by one reader share his misreading. So every chapter was read a second time,
by a reader who had the rulebook before him and not the code: he derived cases from its words
alone, and the code must agree with them. The cases are in `tests/readings`, one file for a group
of chapters, each with the position, what is done, what must come of it and the misreading that it
would catch; a test plays each of them. `grognard rules wb95` shows *read twice* beside what is
proven, and `grognard rules wb95 5.4.10` the cases about a rule. How one is written: [Writing a
system](writing-a-system.md#second-readings).

Who read what: the first reading is that of whoever wrote the chapter. The second readings of
WB-95 and OCS were made in November 2026, three readers for WB-95 and five for OCS, none of whom
had written any of the chapters that he read. The cases of Next War were derived in the same month,
before any of its code; further readers filled in the rules that stood in no case yet. A case that
proved wrong by the text is kept with the reason.
"""


@lru_cache
def _matrix(system: str) -> Matrix:
    return read_through(system)


def page() -> str:
    """The whole page."""
    parts = [OPENING]
    for system in library.whole():
        parts.append(_system(system, _matrix(system)))
    return "\n".join(parts)


def _system(system: str, found: Matrix) -> str:
    """One rulebook: its chapters in numbers, and what was found."""
    readings, words = found.readings, read_summaries(system)
    once = found.read_once()
    lines = [f"## {library.find_system(system).title}", ""]
    lines += ["| Chapter | Rules | Cases | Read |", "|---|---:|---:|---|"]
    for chapter, left in once.items():
        rules = [rule for rule in found.needed if chapter_of(rule) == chapter]
        cases = [c for c in readings.cases if any(chapter_of(r) == chapter for r in c.rules)]
        named = len(words.get(chapter, "")) in range(1, 40)
        title = f"{chapter}  {words[chapter]}" if named else chapter
        read = "twice" if not left else f"once: {', '.join(left)}"
        lines.append(f"| {title} | {len(rules)} | {len(cases)} | {read} |")
    ruled = sum(1 for case in readings.cases if case.ruled)
    lines += ["", f"{len(readings.cases)} cases, {ruled} of which the text does not bear out."]
    lines += ["", "Each file is one reader's:", ""]
    lines += [
        f"- `tests/readings/{system}/{name}`: {', '.join(chapters)} ({count} cases)"
        for name, chapters, count in readings.readers
    ]
    lines += ["", "What the second readers found, and what was mended:", ""]
    lines += [f"- {sentence}" for sentence in readings.found]
    return "\n".join(lines) + "\n"


def sheet(system: str) -> str:
    """The rules that were read twice, each with the number of cases about it."""
    found = _matrix(system)
    readings = found.readings
    twice = [rule.id for rule in found.rules if readings.read(rule.id)]
    return "\n".join(["id,cases", *(f"{rule},{len(readings.of(rule))}" for rule in twice), ""])


def read() -> list[str]:
    """The rulebooks that second readers were at work on: those in the making, too."""
    return [name for name in library.systems_with_rules() if _matrix(name).readings.cases]


if __name__ == "__main__":
    for name in read():
        (folder_of(name) / "readings.csv").write_text(sheet(name), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
