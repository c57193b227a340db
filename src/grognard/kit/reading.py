"""Reading scenarios: counter sheets with packs over them, map, options, sides, the fingerprint.

A sheet is a CSV whose columns may stand in any order; those that are optional may be left out.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, Protocol, TypeVar

from grognard.board.board import Board
from grognard.board.window import window
from grognard.engine.assembly import file_name
from grognard.engine.entries import RESERVED
from grognard.engine.located import LocatedList, LocatedMap, ScenarioError, nearest
from grognard.engine.reader import Reader
from grognard.engine.record import digest
from grognard.engine.sources import Folder, Sources
from grognard.engine.system import Option, OptionError, settle
from grognard.engine.table import Table

WINDOW = ("from", "to")

Fail = Callable[[str], ScenarioError]
Word = TypeVar("Word", bound=str)


class Printed(Protocol):
    """What is printed on a counter: at least its id and whose it is."""

    @property
    def id(self) -> str:
        """The name it is called by."""

    @property
    def side(self) -> str:
        """The side it fights for."""


C = TypeVar("C", bound=Printed)


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


class Cells:
    """The cells of one counter's row, each read as what it must be, or refused.

    What is no counter, or has its name elsewhere, says so.
    """

    def __init__(
        self,
        row: Mapping[str, Any],
        columns: Sequence[str],
        fail: Fail,
        what: str = "counter",
        name: str = "",
    ) -> None:
        self.row, self.what, self._fail = row, what, fail
        self.id = name or str(row.get("id", ""))
        if not self.id:
            raise fail("a counter needs an id")
        for key in row:
            if key not in columns:
                raise self.wrong(f"{key!r} is no column; {nearest(key, columns)}")

    def wrong(self, text: str) -> ScenarioError:
        """The error about this counter."""
        return self._fail(f"{self.what} {self.id!r}: {text}")

    def text(self, key: str, default: str = "") -> str:
        """A cell as it is written."""
        return str(self.row.get(key, default))

    def one_of(self, key: str, known: Sequence[Word], default: str = "") -> Word:
        """One of the words that are known."""
        value = self.text(key, default)
        for word in known:
            if word == value:
                return word
        raise self.wrong(f"{key} {value!r} is unknown; {nearest(value, known)}")

    def words(self, key: str, known: Sequence[str], what: str) -> tuple[str, ...]:
        """Words with spaces or semicolons between them, each of them known."""
        words = tuple(filter(None, re.split(r"[; ]+", self.text(key))))
        for word in words:
            if word not in known:
                raise self.wrong(f"{what} {word!r} is unknown; {nearest(word, known)}")
        return words

    def whole(self, key: str) -> int:
        """A whole number; 0 where there is none."""
        return self.number(key, self.row.get(key, 0)) or 0

    def number(self, key: str, value: Any) -> int | None:
        """A part of a cell as a number; None for a dash, or nothing."""
        if value in ("", "-"):
            return None
        try:
            return int(value)
        except (TypeError, ValueError):
            raise self.wrong(f"{key!r} should be a number, not {value!r}") from None

    def flag(self, key: str) -> bool:
        """Whether a cell says yes."""
        return self.row.get(key) in (True, "yes", "true", "on", "1")


def lay_sheets(
    sources: Sources, spec: LocatedMap, sheets: Mapping[str, Sheet], packs: Sequence[Path]
) -> None:
    """Put the rows of counter sheets in the place of the files that a scenario names for them."""
    for key, sheet in sheets.items():
        given = spec.get(key) or []
        names = given if isinstance(given, list) else [given]
        if names and not isinstance(names[0], dict):
            files = [file_name(sources, spec, key, name) for name in names]
            spec[key] = join([sheet.with_packs(f, sources.text(f), packs) for f in files])


def printed(
    read: Reader,
    key: str,
    make: Callable[[Mapping[str, Any], Fail], C],
    sides: Sequence[str],
    whole: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict,
) -> dict[str, C]:
    """The counters of a sheet by their ids, each once and of one of the sides.

    `whole` adds to a row what the scenario says of the counter besides.
    """
    found: dict[str, C] = {}
    rows = read.need(read.spec, key, list, [])
    for i, row in enumerate(rows):
        if not isinstance(row, dict):
            raise read.fail(rows, i, f"a counter is a map of keys, not {row!r}")

        def fail(text: str, row: Any = row) -> ScenarioError:
            return read.fail(row, None, text)

        counter = make(whole(row), fail)
        if counter.id in found:
            raise fail(f"counter {counter.id!r} stands here a second time")
        if counter.side not in sides:
            raise fail(f"counter {counter.id!r} belongs to no side of this scenario")
        found[counter.id] = counter
    return found


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


def window_of(read: Reader) -> Board:
    """The map, or the part of it that the scenario is played on."""
    if "window" not in read.spec:
        return read.board
    given = read.need(read.spec, "window", dict)
    read.only(given, WINDOW, "a window")
    corners = [read.hex(given, key, read.need(given, key, str)) for key in WINDOW]
    return window(read.board, *map(read.board.label, corners))


def turns_of(read: Reader) -> int:
    """How many turns the game has."""
    turns: int = read.need(read.spec, "turns", int)
    if turns < 1:
        raise read.fail(read.spec, "turns", f"a game has at least 1 turn, not {turns}")
    return turns


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
