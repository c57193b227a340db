"""Varying: a scenario with one thing otherwise, to see what that makes of it.

    masking=on,off                an option of the system
    scenario=nextwar/korea-surprise,mine.yaml   another set-up: a scenario for the same sides
    pack=mine,yours               a pack of values of one's own
    de-7-pz.cels=4:4/2:2|5:5/3:3  a column of a counter's row in its sheet
    combat/7/3:1=- / D3,- / D4    a cell of a chart, by row and column

Values have commas between them, or | where one of them has a comma itself. What is changed of
counters and charts lies as a pack over everything else while the scenario is read; no file changes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grognard import library
from grognard.engine.located import ScenarioError, nearest
from grognard.engine.sources import CHARTS, PACKS, SHEET
from grognard.engine.system import Scenario, System
from grognard.engine.table import TableError

SCENARIO, PACK = "scenario", "pack"
"""What may be varied besides options, counters and charts."""
FORMS = "an option, COUNTER.COLUMN, CHART/ROW/COLUMN, scenario or pack"
COUNTERS = "counters/"
"""Where a pack keeps its sheets of counters."""


class VaryError(ValueError):
    """Something that cannot be varied so; says what would be right."""


@dataclass(frozen=True, slots=True)
class Vary:
    """What is to be varied, and its values."""

    what: str
    values: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Vary:
        """Take a word apart: what=value,value."""
        what, equals, rest = text.partition("=")
        values = tuple(value.strip() for value in rest.split("|" if "|" in rest else ","))
        if not (what.strip() and equals and all(values)):
            wrong = f"what is to be varied is written what=value,value, not {text!r}"
            raise VaryError(f"{wrong}; it may be {FORMS}")
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise VaryError(f"{what}: {twice} is named twice; name each value once")
        return cls(what.strip(), values)


# ---- counters and charts


def changed(
    scenario: str,
    options: Mapping[str, str],
    packs: Sequence[str],
    changes: Sequence[tuple[str, str]],
) -> tuple[System[Any], Scenario]:
    """A scenario with some values of counters and charts that are others."""
    system, found = library.find_scenario(scenario, options, packs)
    if not changes:
        return system, found
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in _laid_over(found, changes).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="")
        try:
            return library.find_scenario(scenario, options, (*packs, folder))
        except ValueError as error:
            what = ", ".join(f"{name}={value}" for name, value in changes)
            said = error.text if isinstance(error, ScenarioError | TableError) else str(error)
            raise VaryError(f"{what} cannot be: {said}") from None


def _laid_over(scenario: Scenario, changes: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The files of the pack that makes so many changes."""
    files: dict[str, str] = {}
    for what, value in changes:
        if "/" in what:
            path, text = _with_cell(scenario, files, what, value)
        else:
            path, text = _with_column(scenario, files, what, value)
        files[path] = text
    return files


def value_of(scenario: Scenario, what: str) -> str:
    """What a counter's column or a chart's cell says now."""
    if "/" in what:
        _name, rows, row, column = _cell(scenario, {}, what)
    else:
        _name, rows, row, column = _column(scenario, {}, what)
    return rows[row][column]


Found = tuple[str, list[list[str]], int, int]
"""A file, its rows, and where in them the value stands."""


def _with_column(
    scenario: Scenario, files: Mapping[str, str], what: str, value: str
) -> tuple[str, str]:
    """The sheet of a pack with the row of one counter, in which one column is another; rows of
    counters that were changed before stay in it."""
    name, rows, row, column = _column(scenario, files, what)
    rows[row][column] = value
    path = f"{COUNTERS}{name}"
    laid = {one["id"]: one for one in csv.DictReader(StringIO(files.get(path, ""), newline=""))}
    laid[rows[row][0]] = dict(zip(rows[0], rows[row], strict=True))
    heads = list(dict.fromkeys(head for one in laid.values() for head in one))
    return path, _written([heads, *([one.get(h, "") for h in heads] for one in laid.values())])


def _column(scenario: Scenario, files: Mapping[str, str], what: str) -> Found:
    counter, dot, column = what.rpartition(".")
    if not dot:
        raise VaryError(f"{what!r} cannot be varied; it may be {FORMS}")
    known: list[str] = []
    for name, texts in _sheets(scenario, files).items():
        for text in texts:
            rows = list(csv.reader(StringIO(text, newline="")))
            place = next((i for i, row in enumerate(rows) if row and row[0] == counter), None)
            known += [row[0] for row in rows[1:] if row]
            if place is None:
                continue
            if column not in rows[0]:
                wrong = f"counters of {name} have no column {column!r}"
                raise VaryError(f"{wrong}; {nearest(column, rows[0])}")
            rows = [row + [""] * (len(rows[0]) - len(row)) for row in rows]
            return name, rows, place, rows[0].index(column)
    raise VaryError(f"there is no counter {counter!r} to vary; {nearest(counter, known)}")


def _sheets(scenario: Scenario, files: Mapping[str, str]) -> dict[str, list[str]]:
    """The sheets of counters by name, each as it stands now, the uppermost pack first."""
    found: dict[str, list[str]] = {}
    for name, text in scenario.texts.items():
        plain = "/" not in name and name.endswith(SHEET)
        if plain and next(csv.reader(StringIO(text, newline="")), [""])[0] == "id":
            found[name] = [text]
    for name, text in sorted(scenario.texts.items()):
        sheet = name.rpartition(COUNTERS)[2]
        if name.startswith(PACKS) and COUNTERS in name and sheet in found:
            found[sheet].insert(0, text)
    for name, text in files.items():
        if name.startswith(COUNTERS):
            found[name.removeprefix(COUNTERS)].insert(0, text)
    return found


def _with_cell(
    scenario: Scenario, files: Mapping[str, str], what: str, value: str
) -> tuple[str, str]:
    """A chart in which one cell is another; what its head says of that cell is true no more.

    Some cells are read only when a battle comes to them: so the value must read like another of the
    chart, but for its numbers.
    """
    name, rows, row, column = _cell(scenario, files, what)
    known = [cell for cells in rows[1:] for cell in cells[1:]]
    if _shape(value) not in map(_shape, known):
        some = ", ".join(
            repr(cell) for cell in list({_shape(one): one for one in known}.values())[:4]
        )
        raise VaryError(f"{what}={value} cannot be: it should read like one of {some}")
    rows[row][column] = value
    at = f"{rows[row][0]}|{rows[0][column]}"
    head = [
        line
        for line in _charts(scenario, files)[name].splitlines()
        if line.startswith("#") and not line.startswith((f"# cell {at}:", f"# printed {at}:"))
    ]
    return f"{name}{SHEET}", "\n".join([*head, _written(rows)])


def _shape(cell: str) -> str:
    """What a cell reads like, whatever its numbers are."""
    return re.sub(r"\d+", "0", cell)


def _cell(scenario: Scenario, files: Mapping[str, str], what: str) -> Found:
    """The rows of a chart below its head, and which cell of them is meant; rows and columns may
    have strokes in their names, too."""
    name, _, rest = what.partition("/")
    charts = _charts(scenario, files)
    ways = [(rest[:i], rest[i + 1 :]) for i, letter in enumerate(rest) if letter == "/"]
    if not ways:
        raise VaryError(f"{what!r} cannot be varied: a cell is written CHART/ROW/COLUMN")
    if name not in charts:
        raise VaryError(f"there is no chart {name!r} to vary; {nearest(name, charts)}")
    body = [line for line in charts[name].splitlines() if line and not line.startswith("#")]
    rows = [[cell.strip() for cell in cells] for cells in csv.reader(body)]
    keys, heads = [cells[0] for cells in rows[1:]], rows[0][1:]
    for row, column in ways:
        if row in keys and column in heads:
            return name, rows, 1 + keys.index(row), 1 + heads.index(column)
    row, column = ways[-1]
    if row not in keys:
        raise VaryError(f"the chart {name} has no row {row!r}; {nearest(row, keys)}")
    raise VaryError(f"the chart {name} has no column {column!r}; {nearest(column, heads)}")


def _charts(scenario: Scenario, files: Mapping[str, str]) -> dict[str, str]:
    """The charts by name, each as it stands now."""
    texts = scenario.texts
    found = {
        name.removeprefix(CHARTS).removesuffix(SHEET): text
        for name, text in texts.items()
        if name.startswith(CHARTS)
    }
    own = {n: text for n, text in texts.items() if "/" not in n and n.endswith(SHEET)}
    laid = {
        name.rpartition("/")[2]: text
        for name, text in sorted(texts.items())
        if name.startswith(PACKS) and COUNTERS not in name
    }
    for more in (own, laid, files):
        for name, text in more.items():
            if name.removesuffix(SHEET) in found:
                found[name.removesuffix(SHEET)] = text
    return found


def _written(rows: Sequence[Sequence[str]]) -> str:
    out = StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
