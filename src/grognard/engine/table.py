"""Charts from the rulebooks: tables of cells, each value with the place it comes from.

Rows and columns are named by words, or by whole numbers (``7``), ranges (``3-5``), and open ends
(``17+`` upward, ``1-`` downward) which must follow one another without gap or overlap. How charts
are written in files is told in `sheets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Variant = Literal["repaired", "as-printed"]

VARIANTS: tuple[Variant, ...] = ("repaired", "as-printed")
SOURCES: tuple[str, ...] = ("rulebook", "chart", "example", "inferred", "house")
_NUMBER = re.compile(r"(-?\d+)(?:-(-?\d+)|([+-]))?")


class TableError(ValueError):
    """A table file that cannot be trusted, or a question that a table cannot answer."""

    def __init__(self, path: Path, line: int, wrong: str, right: str) -> None:
        place = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{place}: {wrong}; {right}")
        self.path = path
        self.line = line
        self.text = f"{wrong}; {right}"


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a chart: what it says, where that comes from, and what the print shows."""

    value: str
    source: str
    note: str = ""
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers one row or column stands for; None is an open end."""

    low: int | None
    high: int | None

    def holds(self, number: int) -> bool:
        """Whether the number belongs to this row or column."""
        return (self.low is None or number >= self.low) and (
            self.high is None or number <= self.high
        )

    @classmethod
    def parse(cls, key: str) -> Span | None:
        """Read ``7``, ``3-5``, ``17+`` or ``1-``; anything else is a word and gives None."""
        match = _NUMBER.fullmatch(key)
        if match is None:
            return None
        first = int(match[1])
        if match[3] == "+":
            return cls(first, None)
        if match[3] == "-":
            return cls(None, first)
        return cls(first, int(match[2]) if match[2] else first)


@dataclass(frozen=True, slots=True)
class Axis:
    """The rows or the columns of a table: words, or an unbroken run of numbers."""

    kind: str
    keys: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    _found: dict[tuple[int | str, bool], int | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Where keys were found before."""

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The lowest and the highest number on a numbered axis."""
        return self.spans[0].low, self.spans[-1].high

    def find(self, key: int | str, *, clamp: bool = False) -> int | None:
        """The place of a key: a written key as it stands, a number by the range that holds it."""
        asked = key, clamp
        if asked not in self._found:
            self._found[asked] = self._find(key, clamp)
        return self._found[asked]

    def _find(self, key: int | str, clamp: bool) -> int | None:
        if isinstance(key, str) or not self.spans:
            return self.keys.index(str(key)) if str(key) in self.keys else None
        for place, span in enumerate(self.spans):
            if span.holds(key):
                return place
        if not clamp:
            return None
        low = self.bounds[0]
        return 0 if low is not None and key < low else len(self.keys) - 1

    def offer(self) -> str:
        """What may be asked of this axis, for an error message."""
        if not self.spans:
            return f"{self.kind} would be one of {', '.join(self.keys)}"
        low, high = self.bounds
        if low is None or high is None:
            side = f"at least {low}" if high is None else f"at most {high}"
            return f"{self.kind} would be {side}"
        return f"{self.kind} would be {low} to {high}"


@dataclass(frozen=True, slots=True)
class Table:
    """A chart from a rulebook, every cell with its source."""

    name: str
    title: str
    rule: str
    row_axis: Axis
    column_axis: Axis
    cells: tuple[tuple[Cell, ...], ...]
    corner: str = ""
    notes: tuple[str, ...] = ()
    variant: Variant = "repaired"
    path: Path = field(default=Path(), compare=False, repr=False)
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The line of the file that each row stands on."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The row keys, as written."""
        return self.row_axis.keys

    @property
    def columns(self) -> tuple[str, ...]:
        """The column keys, as written."""
        return self.column_axis.keys

    def cell(self, row: int | str, column: int | str, *, clamp: bool = False) -> Cell:
        """The cell where row and column meet; with clamp, numbers off the chart use its edge."""
        at: list[int] = []
        for axis, key in ((self.row_axis, row), (self.column_axis, column)):
            place = axis.find(key, clamp=clamp)
            if place is None:
                raise TableError(self.path, 0, f"no {axis.kind} {key} in {self.name}", axis.offer())
            at.append(place)
        return self.cells[at[0]][at[1]]

    def wrong(self, row: str, wrong: str, right: str) -> TableError:
        """What to raise when a row says something that a game cannot use; with file and line."""
        at = self.row_axis.find(row)
        line = self.lines[at] if at is not None and self.lines else 0
        return TableError(self.path, line, wrong, right)

    def items(self) -> Iterator[tuple[str, str, Cell]]:
        """Every cell with its row and column key, in reading order."""
        for row, cells in zip(self.rows, self.cells, strict=True):
            for column, cell in zip(self.columns, cells, strict=True):
                yield row, column, cell
