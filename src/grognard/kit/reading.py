"""Reading scenarios: counter sheets with packs over them, options, sides, the fingerprint.

A sheet is a CSV whose columns may stand in any order; those that are optional may be left out.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.entries import RESERVED
from grognard.engine.located import LocatedList, LocatedMap, ScenarioError, nearest
from grognard.engine.reader import Reader
from grognard.engine.record import digest
from grognard.engine.sources import Folder
from grognard.engine.system import Option, OptionError, settle
from grognard.engine.table import Table


@dataclass(frozen=True)
class Sheet:
    """A sheet of counters: its columns in their usual order, and which may be left out."""

    columns: tuple[str, ...]
    optional: frozenset[str] = frozenset()

    @property
    def needed(self) -> tuple[str, ...]:
        """The columns that it must have."""
        return tuple(name for name in self.columns if name not in self.optional)

    def read(self, text: str, where: str) -> LocatedList:
        """The rows, each knowing its line; `where` is what errors call the file."""
        rows = LocatedList()
        rows.where, rows.lines = where, []
        reader = csv.DictReader(StringIO(text, newline=""))
        try:
            self._check(reader.fieldnames or (), where)
            for data in reader:
                if None in data:
                    raise ScenarioError(where, reader.line_num, "more cells than columns")
                row = LocatedMap({key: value for key, value in data.items() if value})
                row.where, row.line, row.lines = where, reader.line_num, {}
                rows.append(row)
                rows.lines.append(reader.line_num)
        except csv.Error as error:
            wrong = f"this is no table of counters: {error}"
            raise ScenarioError(where, reader.line_num, wrong) from None
        return rows

    def _check(self, found: Sequence[str], where: str) -> None:
        """Refuse columns that are missing, unknown or there twice."""
        for name in found:
            if name not in self.columns:
                wrong = f"there is no column {name!r}; {nearest(str(name), self.columns)}"
                raise ScenarioError(where, 1, wrong)
        missing = [name for name in self.needed if name not in found]
        if missing:
            wrong = f"the column {missing[0]!r} is missing; a sheet has {', '.join(self.columns)}"
            raise ScenarioError(where, 1, wrong)
        twice = [name for name in found if found.count(name) > 1]
        if twice:
            raise ScenarioError(where, 1, f"the column {twice[0]!r} is there twice")

    def with_packs(self, name: str, text: str, packs: Sequence[Path]) -> LocatedList:
        """A sheet, with the rows of the same counters in a player's packs over it.

        A pack keeps its counter sheets in a folder `counters` beside its tables.
        """
        rows = self.read(text, name)
        places = {row.get("id"): i for i, row in enumerate(rows)}
        for pack in packs:
            path = pack / "counters" / name
            sheet = Folder(path).find(name)
            for row in self.read(sheet, str(path)) if sheet is not None else ():
                if row.get("id") not in places:
                    hint = nearest(str(row.get("id")), map(str, places))
                    wrong = f"there is no counter {row.get('id')!r} to replace; {hint}"
                    raise ScenarioError(str(path), row.line, wrong)
                rows[places[row["id"]]] = row
        return rows


def join(found: Sequence[LocatedList]) -> LocatedList:
    """Several sheets as one; each row still knows its own file and line."""
    rows = LocatedList(row for sheet in found for row in sheet)
    rows.where = found[0].where
    rows.lines = [line for sheet in found for line in sheet.lines]
    return rows


def chosen_options(
    read: Reader, options: Sequence[Option], chosen: Mapping[str, Any]
) -> dict[str, str]:
    """The options of a game: as players chose, or else as its scenario has them."""
    own = read.need(read.spec, "options", dict, {})
    try:
        return settle(options, {**own, **chosen})
    except OptionError as error:
        raise read.fail(read.spec, "options", str(error)) from None


def two_sides(read: Reader, title: str, first: str = "") -> tuple[str, ...]:
    """The two sides of a scenario, the one that it names under `first` before the other."""
    sides = read.need(read.spec, "sides", dict)
    if len(sides) != 2:
        raise read.fail(read.spec, "sides", f"{title} is a game for two sides")
    for side in sides:
        if side in RESERVED:
            text = f"no side is called {side!r}; nor {', '.join(s for s in RESERVED if s != side)}"
            raise read.fail(sides, side, text)
    if not first:
        return tuple(sides)
    begins = read.side(read.spec, first, read.need(read.spec, first, str))
    return (begins, *(side for side in sides if side != begins))


def fingerprint(
    spec: Mapping[str, Any], board: Board, options: Mapping[str, str], tables: Mapping[str, Table]
) -> str:
    """A hash of all that a game is played on."""
    cells = {
        name: [[row, column, cell.value] for row, column, cell in table.items()]
        for name, table in tables.items()
    }
    return digest([_plain(spec), board.fingerprint(), dict(options), cells])


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(item) for item in data]
    return data
