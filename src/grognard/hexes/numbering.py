"""How a hex is written: `3331`, `44.17` or `B10.10`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grognard.hexes.layout import Cell, Layout

_SPEC = re.compile(
    r"(?P<pattern>\S+)"
    r"(?:, rows from (?P<row>\d+) (?P<vertical>down|up))?"
    r"(?:, columns from (?P<col>\d+) (?P<horizontal>right|left))?"
)

_ODD = re.compile(r"[^A-Za-z0-9.{}]")


class HexError(ValueError):
    """A hex was named that the map does not have, or in a way it does not use."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """A scheme of printed hex numbers.

    The pattern draws the number: a run of R stands for the row and a run of C for the column,
    one letter a digit, and a point or figure stands for itself: `RRCC`, `CCRR`, `CC.RR`. A pattern
    with other letters puts the runs in braces, so that no letter is mistaken: `B{CC}.{RR}`.
    """

    pattern: str = "RRCC"
    first_row: int = 1
    first_col: int = 1
    down: bool = True
    right: bool = True

    def __post_init__(self) -> None:
        self._fields()

    @classmethod
    def read(cls, text: str) -> Numbering:
        """Read the sentence that `str` writes; growth down, right and from 1 may be left out."""
        match = _SPEC.fullmatch(text.strip())
        if match is None:
            raise ValueError(
                f"numbering {text!r} is not understood: write it like "
                "'RRCC, rows from 1 down, columns from 1 left'"
            )
        return cls(
            match["pattern"],
            int(match["row"] or 1),
            int(match["col"] or 1),
            match["vertical"] != "up",
            match["horizontal"] != "left",
        )

    def __str__(self) -> str:
        vertical = "down" if self.down else "up"
        horizontal = "right" if self.right else "left"
        return (
            f"{self.pattern}, rows from {self.first_row} {vertical}, "
            f"columns from {self.first_col} {horizontal}"
        )

    def format(self, row: int, col: int, layout: Layout) -> str:
        """The number of a hex, given its row and column counted from 0 at the top left."""
        before, first, between, second, after = self._fields()
        numbers = {"R": self.row_number(row, layout), "C": self.col_number(col, layout)}
        one = f"{numbers[first[0]]:0{len(first)}d}"
        two = f"{numbers[second[0]]:0{len(second)}d}"
        return f"{before}{one}{between}{two}{after}"

    def parse(self, label: str, layout: Layout) -> Cell:
        """The row and column, counted from 0 at the top left, that a number stands for."""
        before, first, between, second, after = self._fields()
        expression = (
            f"{re.escape(before)}(\\d{{{len(first)}}}){re.escape(between)}"
            f"(\\d{{{len(second)}}}){re.escape(after)}"
        )
        match = re.fullmatch(expression, label, re.ASCII)
        if match is None:
            like = self.format(0, 0, layout)
            raise HexError(f"hex {label!r} is not written as {self.pattern}, like {like}")
        numbers = {first[0]: int(match[1]), second[0]: int(match[2])}
        row, col = numbers["R"] - self.first_row, numbers["C"] - self.first_col
        cell = (
            row if self.down else layout.rows - 1 - row,
            col if self.right else layout.cols - 1 - col,
        )
        if not layout.contains(*cell):
            raise HexError(f"hex {label} is not on the map: {self.extent(layout)}")
        return cell

    def extent(self, layout: Layout) -> str:
        """Which numbers the map has, in words: rows 01-65, columns 01-39."""
        _, first, _, second, _ = self._fields()
        width = {first[0]: len(first), second[0]: len(second)}
        last_row, last_col = self.first_row + layout.rows - 1, self.first_col + layout.cols - 1
        return (
            f"rows {self.first_row:0{width['R']}d}-{last_row:0{width['R']}d}, "
            f"columns {self.first_col:0{width['C']}d}-{last_col:0{width['C']}d}"
        )

    def check(self, layout: Layout) -> None:
        """Refuse a sheet whose numbers do not fit the digits of the pattern."""
        _, first, _, second, _ = self._fields()
        width = {first[0]: len(first), second[0]: len(second)}
        for letter, start, count in (
            ("R", self.first_row, layout.rows),
            ("C", self.first_col, layout.cols),
        ):
            if start + count - 1 >= 10 ** width[letter]:
                raise ValueError(
                    f"numbering {self.pattern} has {width[letter]} digits for {letter}, "
                    f"too few for {start + count - 1}"
                )

    def row_text(self, row: int, layout: Layout) -> str:
        """The printed number of a row with all its digits."""
        _, first, _, second, _ = self._fields()
        digits = len(first if first[0] == "R" else second)
        return f"{self.row_number(row, layout):0{digits}d}"

    def row_number(self, row: int, layout: Layout) -> int:
        """The printed number of a row counted from 0 at the top."""
        return self.first_row + (row if self.down else layout.rows - 1 - row)

    def col_number(self, col: int, layout: Layout) -> int:
        """The printed number of a column counted from 0 at the left."""
        return self.first_col + (col if self.right else layout.cols - 1 - col)

    def _fields(self) -> tuple[str, str, str, str, str]:
        """The pattern cut up: before, first run, between, second run, after."""
        if "{" in self.pattern:
            match = re.fullmatch(r"([^{}]*)\{(R+|C+)\}([^{}]*)\{(R+|C+)\}([^{}]*)", self.pattern)
        else:
            match = re.fullmatch(
                r"([^A-Za-z]*)(R+|C+)([^A-Za-z]*?)(R+|C+)([^A-Za-z]*)", self.pattern
            )
        if match is None or match[2][0] == match[4][0] or _ODD.search(self.pattern):
            raise ValueError(
                f"hex number pattern {self.pattern!r} is not understood: "
                "write it like RRCC, CC.RR or B{CC}.{RR}"
            )
        return match[1], match[2], match[3], match[4], match[5]
