"""The charts of GOSS, read as numbers. The text prints few of them: see each table's source.

The tables themselves are the CSV files beside this module; nothing here repeats their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from grognard.engine.sheets import chart_texts, lay_over, load_tables, read_tables
from grognard.engine.table import Cell, Table
from grognard.kit.ways import POINT
from grognard.systems.goss.units import CLASSES, UnitType

Tables = Mapping[str, Table]
_FOLDER = Path(__file__).parent / "tables"


def goss_charts() -> dict[str, str]:
    """The text of every table of the system, by name."""
    return chart_texts(_FOLDER)


def goss_tables(
    packs: Iterable[Path | str] = (), charts: Mapping[str, str] | None = None
) -> dict[str, Table]:
    """Every table of the system by name, with the player's packs put over them.

    `charts` are the texts of the tables as they were when a game began; those of today otherwise.
    """
    if not charts and not packs:
        return dict(_own())
    if not charts:
        return load_tables(_FOLDER, packs)
    return lay_over(read_tables(charts), packs)


@cache
def _own() -> Mapping[str, Table]:
    """Our tables, read once."""
    return load_tables(_FOLDER)


def number(tables: Tables, table: str, row: int | str, column: int | str) -> int:
    """A whole number of a table; rolls beyond its edge use the edge. A dash is 0."""
    value = tables[table].cell(row, column, clamp=True).value
    return 0 if value == "-" else int(value)


def word(tables: Tables, table: str, row: int | str, column: int | str) -> str:
    """A word of a table; a dash is none."""
    value = tables[table].cell(row, column, clamp=True).value
    return "" if value == "-" else value


# ---- terrain

PROHIBITED, ALL = "P", "all"
"""What may not be entered or crossed; what takes a unit's whole allowance. [7.2.0]"""


@dataclass(frozen=True, slots=True)
class Cost:
    """A cell of the terrain effects chart: points in twelfths, or what they are not."""

    points: int
    word: str
    source: str


def cost_of(cell: Cell) -> Cost:
    """A cell read: `3/2`, `+2`, `P`, `all`; a dash is nothing to be paid. [7.2.0]"""
    if cell.value in (PROHIBITED, ALL):
        return Cost(0, cell.value, cell.source)
    value = cell.value.removeprefix("+")
    twelfths = Fraction(0 if value == "-" else value) * POINT
    if twelfths.denominator != 1:
        raise ValueError(f"{cell.value} is no number of twelfths")
    return Cost(int(twelfths), "", cell.source)


def movement_cost(tables: Tables, feature: str, cls: str) -> Cost:
    """What a feature of the terrain effects chart costs a movement class. [7.2.0]"""
    return cost_of(tables["movement"].cell(feature, cls))


# ---- unit types


def unit_types(tables: Tables) -> dict[str, UnitType]:
    """The unit type chart. [UTC]"""
    table = tables["unit-types"]
    return {code: _unit_type(table, code) for code in table.rows}


def _unit_type(table: Table, code: str) -> UnitType:
    def cell(column: str) -> str:
        value = table.cell(code, column).value
        return "" if value == "-" else value

    cls = next((known for known in CLASSES if known == cell("class")), None)
    if cls is None:
        raise table.wrong(code, f"{cell('class')!r} is no class", f"one of {', '.join(CLASSES)}")
    return UnitType(
        code, cell("title"), cls, cell("kind") == "personnel", cell("armor"),
        cell("engineer") == "yes", cell("recon") == "yes", _hexagon(cell("red_hexagon")),
        cell("weight"),
    )  # fmt: skip


def _hexagon(text: str) -> tuple[int, int] | None:
    """From which bore and range on guns have a red hexagon: `yes`, `no`, `75`, `100/5`. [7.7.1]"""
    if text in ("no", "yes"):
        return None if text == "no" else (0, 0)
    bore, _, reach = text.partition("/")
    return int(bore), int(reach or 0)
