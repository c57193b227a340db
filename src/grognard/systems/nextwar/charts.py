"""The charts of Next War, read as numbers. The text prints few of them: see each table's source.

The tables themselves are the CSV files beside this module; nothing here repeats their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grognard.engine.sheets import chart_texts, lay_over, load_tables, read_tables
from grognard.engine.table import Cell, Table
from grognard.kit.ways import POINT

Tables = Mapping[str, Table]
_FOLDER = Path(__file__).parent / "tables"


def nextwar_charts() -> dict[str, str]:
    """The text of every table of the system, by name."""
    return chart_texts(_FOLDER)


def nextwar_tables(
    packs: Iterable[Path | str] = (), charts: Mapping[str, str] | None = None
) -> dict[str, Table]:
    """Every table of the system by name, with the player's packs put over them.

    `charts` are the texts of the tables as they were when a game began; those of today otherwise.
    """
    if not charts:
        return load_tables(_FOLDER, packs)
    return lay_over(read_tables(charts), packs)


# ---- terrain

PROHIBITED = "P"
"""What may not be entered, or crossed."""
BRIDGED = "bridge"
"""What may be crossed by bridge only."""
ALL = "all"
"""What takes a unit's whole allowance."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A cell of the terrain chart: points in twelfths, or what they are not; with its source."""

    points: int
    word: str
    source: str


def cost_of(cell: Cell) -> Cost:
    """A cell of the terrain chart read: `1/2`, `+2`, `P`, `bridge` or `all`. [8.3]"""
    if cell.value in (PROHIBITED, BRIDGED, ALL):
        return Cost(0, cell.value, cell.source)
    twelfths = Fraction(cell.value.removeprefix("+")) * POINT
    if twelfths.denominator != 1:
        raise ValueError(f"{cell.value} is no number of twelfths")
    return Cost(int(twelfths), "", cell.source)


def movement_cost(tables: Tables, row: str, mobility: str, storm: bool) -> Cost:
    """What a row of the terrain chart costs a mobility class. [8.3] [4.1.3-b3]"""
    column = "light" if mobility == "airmobile" else mobility
    return cost_of(tables["terrain-movement"].cell(row, f"{column}_storm" if storm else column))


def drm(tables: Tables, table: str, row: str) -> int:
    """A modifier of a list of modifiers."""
    return int(tables[table].cell(row, "drm").value)
