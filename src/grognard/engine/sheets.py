"""Sheets: charts as they are written in files, and how they are read into tables.

A table file is a CSV with header lines that begin with ``#``::

    # title: Combat results
    # rule: T.combat
    # source: rulebook
    # note: any remark
    # cell 3|7:1: inferred: lost in print; the neighbours on the diagonal give it
    # printed 3|7:1: T / D5 -1
    roll,1:4,1:3
    2,-1 / -1D,-1 / D1D

``source`` is where every cell comes from unless a ``cell`` line says otherwise; ``*`` in a ``cell``
line stands for a whole row or column, and a later line overrules an earlier one. A ``printed`` line
gives what the print literally shows where the repaired value differs. It may go on with a source
and a reason (``# printed 3|8:1: T / D5 -1: inferred: blank in print``); otherwise the print itself,
``rulebook``, is the source. The ``as-printed`` variant of a table puts these values in place.
"""

from __future__ import annotations

import csv
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from grognard.engine.table import SOURCES, VARIANTS, Axis, Cell, Span, Table, TableError, Variant

_HEADERS = ("title", "rule", "source", "note", "cell", "printed")


def load_table(path: Path | str, variant: Variant = "repaired") -> Table:
    """Read one table file, as repaired or as printed."""
    path = Path(path)
    known = _known_variant(path, variant)
    return _read(path, path.read_text(encoding="utf-8"), known, original=None)


def load_tables(
    folder: Path | str, packs: Iterable[Path | str] = (), variant: Variant = "repaired"
) -> dict[str, Table]:
    """Every table of a folder by name, with the tables of each pack put over it in turn.

    A pack's table must have the rows and columns of the one it replaces. It may leave out title
    and rule, which stay as they were, and source, which then is ``chart``.
    """
    return lay_over(read_tables(chart_texts(folder), variant, folder), packs, variant)


def chart_texts(folder: Path | str) -> dict[str, str]:
    """The text of every table of a folder, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in _csv_files(Path(folder))}


def read_tables(
    texts: Mapping[str, str], variant: Variant = "repaired", folder: Path | str = ""
) -> dict[str, Table]:
    """Tables from their texts, by name; `folder` is where errors say that they stand."""
    paths = {name: Path(folder) / f"{name}.csv" for name in texts}
    return {
        name: _read(paths[name], text, _known_variant(paths[name], variant), original=None)
        for name, text in texts.items()
    }


def lay_over(
    tables: Mapping[str, Table],
    packs: Iterable[Path | str],
    variant: Variant = "repaired",
    reshaped: Container[str] = (),
) -> dict[str, Table]:
    """Tables with those of each pack put over them in turn.

    `reshaped` are the tables whose rows and columns a pack may choose for itself.
    """
    tables = dict(tables)
    for pack in packs:
        for path in _csv_files(Path(pack)):
            original = tables.get(path.stem)
            if original is None:
                names = ", ".join(tables)
                raise TableError(
                    path, 0, f"no table is called {path.stem}", f"a name would be one of {names}"
                )
            text = _pack_text(path)
            tables[path.stem] = _read(path, text, variant, original, path.stem in reshaped)
    return tables


def _pack_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        wrong = f"this is no text in UTF-8: {error.reason}"
        raise TableError(path, line, wrong, "a CSV in UTF-8 would be right") from None


def _csv_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise TableError(folder, 0, "no such folder", "a folder of CSV tables would be right")
    return sorted(folder.glob("*.csv"))


def _known_variant(path: Path, variant: str) -> Variant:
    for known in VARIANTS:
        if variant == known:
            return known
    wanted = " or ".join(VARIANTS)
    raise TableError(path, 0, f"unknown variant '{variant}'", f"a variant would be {wanted}")


def _read(
    path: Path, text: str, variant: Variant, original: Table | None, reshaped: bool = False
) -> Table:
    """Read a table file; a pack's file is read against the original it replaces."""
    sheet = _Sheet(path)
    sheet.scan(text)
    if original is not None and not reshaped:
        sheet.match_shape(original)
    defaults = (
        {"title": original.title, "rule": original.rule, "source": "chart"} if original else {}
    )
    head = {word: sheet.heading(word, defaults) for word in ("title", "rule", "source")}
    return Table(
        name=path.stem,
        title=head["title"],
        rule=head["rule"],
        row_axis=sheet.row_axis(),
        column_axis=sheet.column_axis(),
        cells=sheet.cells(head["source"], variant),
        corner=sheet.corner,
        notes=tuple(sheet.notes),
        variant=variant,
        path=path,
        lines=tuple(line for line, _, _ in sheet.rows),
    )


@dataclass(frozen=True, slots=True)
class _Remark:
    """A ``cell`` or ``printed`` line: which cell it speaks of and what it says."""

    line: int
    address: str
    value: str
    source: str
    note: str


class _Sheet:
    """A table file while it is being read; it knows the line of everything it holds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.head: dict[str, str] = {}
        self.notes: list[str] = []
        self.marks: list[_Remark] = []
        self.prints: list[_Remark] = []
        self.corner = ""
        self.columns: list[str] = []
        self.columns_line = 0
        self.rows: list[tuple[int, str, list[str]]] = []

    def wrong(self, line: int, wrong: str, right: str) -> TableError:
        return TableError(self.path, line, wrong, right)

    def scan(self, text: str) -> None:
        """Sort the lines of the file into header, columns and rows."""
        for number, line in enumerate(text.splitlines(), start=1):
            if line.startswith("#"):
                self._scan_header(number, line[1:].strip())
            elif line.strip():
                fields = self._fields(number, line)
                if self.columns_line:
                    self._scan_row(number, fields)
                else:
                    self._scan_columns(number, fields)
        if not self.columns_line or not self.rows:
            raise self.wrong(
                self.columns_line or 1,
                "the table has no rows",
                "a line of column keys and at least one row would be right",
            )

    def _fields(self, number: int, line: str) -> list[str]:
        try:
            return [part.strip() for part in next(csv.reader([line]))]
        except csv.Error as error:
            right = "cells with commas between them would be right"
            raise self.wrong(number, f"this is no CSV: {error}", right) from None

    def _scan_header(self, number: int, text: str) -> None:
        keyword, _, rest = text.partition(": ")
        word, _, address = keyword.partition(" ")
        if word in ("cell", "printed"):
            self._scan_remark(number, word, address.strip(), rest.strip())
            return
        word = keyword.rstrip(":")
        if word not in _HEADERS:
            wanted = ", ".join(_HEADERS)
            raise self.wrong(number, f"unknown header '{word}'", f"it would be one of {wanted}")
        if not rest.strip():
            raise self.wrong(number, f"{word} says nothing", f"'# {word}: ...' would be right")
        if word == "note":
            self.notes.append(rest.strip())
        elif word in self.head:
            raise self.wrong(number, f"a second {word}", f"one {word} line would be right")
        else:
            self.head[word] = rest.strip()
            if word == "source":
                self._check_source(number, rest.strip())

    def _scan_remark(self, number: int, word: str, address: str, rest: str) -> None:
        parts = [part.strip() for part in rest.split(": ", 2)]
        if word == "cell":
            source, _, note = rest.partition(": ")
            value = ""
        elif len(parts) > 1:
            value, source, note = parts[0], parts[1], ": ".join(parts[2:])
        else:
            value, source, note = rest, "rulebook", "as printed"
        if word == "printed" and not value:
            raise self.wrong(
                number, "printed says nothing", "'# printed row|column: value' would be right"
            )
        self._check_source(number, source.strip())
        lines = self.marks if word == "cell" else self.prints
        if any(remark.address == address for remark in lines):
            raise self.wrong(
                number, f"a second {word} line for {address}", "one line a cell would be right"
            )
        lines.append(_Remark(number, address, value, source.strip(), note.strip()))

    def _check_source(self, number: int, source: str) -> None:
        if source not in SOURCES:
            wanted = ", ".join(SOURCES)
            raise self.wrong(number, f"unknown source '{source}'", f"it would be one of {wanted}")

    def _scan_columns(self, number: int, fields: list[str]) -> None:
        self.corner, *self.columns = fields
        self.columns_line = number
        if not self.columns or not all(fields):
            raise self.wrong(
                number, "a column without a key", "a key for every column would be right"
            )
        for place, key in enumerate(self.columns):
            if key in self.columns[:place]:
                raise self.wrong(number, f"column {key} stands twice", "once would be right")

    def _scan_row(self, number: int, fields: list[str]) -> None:
        key, *values = fields
        if not key:
            raise self.wrong(number, "a row without a key", "a key for every row would be right")
        if any(key == other for _, other, _ in self.rows):
            raise self.wrong(number, f"row {key} stands twice", "once would be right")
        if len(values) != len(self.columns):
            raise self.wrong(
                number,
                f"row {key} has {len(values)} cells",
                f"{len(self.columns)}, one for each column, would be right",
            )
        for column, value in zip(self.columns, values, strict=True):
            if not value:
                raise self.wrong(
                    number, f"cell {key}|{column} is empty", "a value would be right ('-' for none)"
                )
        self.rows.append((number, key, values))

    def heading(self, word: str, defaults: Mapping[str, str]) -> str:
        """The title, rule or source of the table."""
        text = self.head.get(word) or defaults.get(word)
        if text is None:
            raise self.wrong(1, f"the table has no {word}", f"'# {word}: ...' would be right")
        return text

    def row_axis(self) -> Axis:
        """The rows, checked to follow one another if they are numbers."""
        return self._axis("row", [(line, key) for line, key, _ in self.rows])

    def column_axis(self) -> Axis:
        """The columns, checked to follow one another if they are numbers."""
        return self._axis("column", [(self.columns_line, key) for key in self.columns])

    def _axis(self, kind: str, keys: list[tuple[int, str]]) -> Axis:
        spans = [Span.parse(key) for _, key in keys]
        if all(span is None for span in spans):
            return Axis(kind, tuple(key for _, key in keys))
        before: Span | None = None
        numbers: list[Span] = []
        for (line, key), span in zip(keys, spans, strict=True):
            if span is None:
                raise self.wrong(
                    line,
                    f"{kind} {key} is a word among numbers",
                    "numbers throughout would be right",
                )
            self._check_follows(kind, line, key, before, span)
            numbers.append(span)
            before = span
        return Axis(kind, tuple(key for _, key in keys), tuple(numbers))

    def _check_follows(
        self, kind: str, line: int, key: str, before: Span | None, span: Span
    ) -> None:
        """Numbers run upward without gap or overlap; only the ends may be open."""
        if span.low is not None and span.high is not None and span.high < span.low:
            raise self.wrong(
                line, f"{kind} {key} runs backward", f"{span.high}-{span.low} would be right"
            )
        if before is None:
            return
        if before.high is None or span.low is None:
            raise self.wrong(
                line, f"{kind} {key} overlaps an open end", "open ends at the ends would be right"
            )
        due = before.high + 1
        if span.low < due:
            raise self.wrong(
                line, f"{kind} {key} overlaps the {kind} before it", f"from {due} would be right"
            )
        if span.low > due:
            lost = f"{due}" if span.low == due + 1 else f"{due} to {span.low - 1}"
            raise self.wrong(
                line, f"{kind} {lost} is missing before {key}", f"from {due} would be right"
            )

    def match_shape(self, original: Table) -> None:
        """A pack's table has the rows and columns of the table it replaces."""
        if tuple(self.columns) != original.columns:
            wanted = ", ".join(original.columns)
            raise self.wrong(
                self.columns_line,
                "other columns than the table replaced",
                f"{wanted} would be right",
            )
        for (line, key, _), wanted in zip(self.rows, original.rows, strict=False):
            if key != wanted:
                raise self.wrong(
                    line, f"row {key} is not in this place", f"row {wanted} would be right"
                )
        if len(self.rows) != len(original.rows):
            wanted = ", ".join(original.rows)
            raise self.wrong(
                self.rows[-1][0], f"the table has {len(self.rows)} rows", f"{wanted} would be right"
            )

    def cells(self, source: str, variant: Variant) -> tuple[tuple[Cell, ...], ...]:
        """The cells with their sources, as repaired or as printed."""
        marks: dict[tuple[str, str], _Remark] = {}
        for remark in self.marks:
            marks.update(dict.fromkeys(self._addressed(remark, wild=True), remark))
        prints: dict[tuple[str, str], _Remark] = {}
        for remark in self.prints:
            prints.update(dict.fromkeys(self._addressed(remark, wild=False), remark))
        return tuple(
            tuple(
                _cell(value, source, marks.get((row, column)), prints.get((row, column)), variant)
                for column, value in zip(self.columns, values, strict=True)
            )
            for _, row, values in self.rows
        )

    def _addressed(self, remark: _Remark, *, wild: bool) -> list[tuple[str, str]]:
        """The cells a ``row|column`` address names."""
        row, _, column = (part.strip() for part in remark.address.partition("|"))
        rows = [key for _, key, _ in self.rows if key == row or (wild and row == "*")]
        columns = [key for key in self.columns if key == column or (wild and column == "*")]
        if not rows or not columns:
            raise self.wrong(
                remark.line,
                f"no cell {remark.address}",
                f"row|column would be one of {', '.join(key for _, key, _ in self.rows)}"
                f" | one of {', '.join(self.columns)}",
            )
        return [(one, other) for one in rows for other in columns]


def _cell(
    value: str, source: str, mark: _Remark | None, shown: _Remark | None, variant: Variant
) -> Cell:
    printed = shown.value if shown else None
    if shown is not None and variant == "as-printed":
        return Cell(shown.value, shown.source, shown.note, printed)
    if mark is not None:
        return Cell(value, mark.source, mark.note, printed)
    return Cell(value, source, "", printed)
