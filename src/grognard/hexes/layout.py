"""The grid of a map sheet: rows and columns of hexes, every second one shoved by half a hex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from grognard.hexes import axial
from grognard.hexes.axial import Axial

Orientation = Literal["pointy", "flat"]
Shifted = Literal["odd", "even"]
Cell = tuple[int, int]

COMPASS: dict[str, tuple[str, ...]] = {
    "pointy": ("north-east", "east", "south-east", "south-west", "west", "north-west"),
    "flat": ("north", "north-east", "south-east", "south", "south-west", "north-west"),
}
"""What directions 0 to 5 are called, the top of the sheet being north."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet of rows by columns, both counted from 0: rows downward, columns to the right.

    Pointy-top hexes stand in straight rows, and `shifted` says whether the odd rows (1, 3, …) or
    the even rows (0, 2, …) are shoved right by half a hex. Flat-top hexes stand in straight
    columns, and the odd or the even columns are shoved down by half a hex.
    """

    rows: int
    cols: int
    orientation: Orientation = "pointy"
    shifted: Shifted = "odd"

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise ValueError(f"a map has at least one row and column, not {self.rows}x{self.cols}")
        if self.orientation not in get_args(Orientation):
            raise ValueError(f"orientation is 'pointy' or 'flat', not {self.orientation!r}")
        if self.shifted not in get_args(Shifted):
            raise ValueError(f"shifted is 'odd' or 'even', not {self.shifted!r}")

    @property
    def size(self) -> int:
        """How many hexes the full rectangle has."""
        return self.rows * self.cols

    def contains(self, row: int, col: int) -> bool:
        """Whether a row and column lie on the sheet."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def axial(self, row: int, col: int) -> Axial:
        """The axial coordinates of a row and column."""
        if self.orientation == "pointy":
            return col - self._shove(row), row
        return col, row - self._shove(col)

    def cell(self, at: Axial) -> Cell:
        """The row and column of axial coordinates, on the sheet or off it."""
        q, r = at
        if self.orientation == "pointy":
            return r, q + self._shove(r)
        return r + self._shove(q), q

    def neighbours(self, row: int, col: int) -> tuple[Cell | None, ...]:
        """The six neighbours in the order of the directions; None where the sheet ends."""
        around = axial.neighbours(self.axial(row, col), self.orientation)
        cells = (self.cell(at) for at in around)
        return tuple(cell if self.contains(*cell) else None for cell in cells)

    def distance(self, a: Cell, b: Cell) -> int:
        """How many steps lead from one cell to another."""
        return axial.distance(self.axial(*a), self.axial(*b))

    def direction(self, a: Cell, b: Cell) -> int:
        """The direction from a cell to its neighbour, or -1 if they do not adjoin."""
        return axial.direction(self.axial(*a), self.axial(*b), self.orientation)

    def compass(self, direction: int) -> str:
        """What a direction is called on this sheet."""
        return COMPASS[self.orientation][direction]

    def line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """The straight line between two cells, both included, the same from either end.

        Along a hexside it takes the hex that is on the sheet, else as `axial.line` does.
        """
        found = []
        for choice in axial.line_choices(self.axial(*a), self.axial(*b)):
            cells = [self.cell(at) for at in choice]
            found.append(next((cell for cell in cells if self.contains(*cell)), cells[0]))
        return tuple(found)

    def _shove(self, index: int) -> int:
        """How far axial coordinates have slid from offset ones at this row or column."""
        return (index - index % 2) // 2 if self.shifted == "odd" else (index + index % 2) // 2
