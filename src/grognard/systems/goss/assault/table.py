"""The ground assault table: columns by ratio, rows by roll, results. [13.1.0] [13.9.0]"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction

from grognard.engine.table import Table
from grognard.systems.goss.assault.battle import Result
from grognard.systems.goss.charts import Tables

ODDS = "ground-assault-odds"
COLUMNS = "ABCDEFGHIJKLMN"
FIRST_RESULTS = 8
"""The columns whose results stand to the right of H; the others' stand right of N. [13.9.1]"""
RESULT = re.compile(r"(\*?)(\d*)(?:\((\d)\))?$")


def ratios(tables: Tables, line: int) -> tuple[Fraction, ...]:
    """The ratios of a terrain line, from the left. [13.1.0]"""
    table = tables[ODDS]
    cells = (table.cell(line, column).value.split(":") for column in table.columns)
    return tuple(Fraction(int(a), int(b)) for a, b in cells)


def ratio_column(tables: Tables, line: int, attack: int, defence: int) -> tuple[int, bool]:
    """The column of a ratio, from 0: equal to it or the next lower; and whether it is less than
    the least of the line. Nothing at all is met on the last column. [13.6.2] [4.1.3-fs-e]"""
    found = ratios(tables, line)
    if not defence:
        return len(found) - 1, False
    ratio = Fraction(attack, defence)
    column = len([one for one in found if one <= ratio]) - 1
    return max(column, 0), column < 0


def shifted(column: int, shift: int) -> int:
    """The final assault column: no further than the table goes. [13.7.2]"""
    return min(max(column + shift, 0), len(COLUMNS) - 1)


def label(tables: Tables, line: int, column: int) -> str:
    """A column as it is printed: its letter and its ratio. [13.1.0]"""
    return f"{COLUMNS[column]} ({tables[ODDS].cell(line, COLUMNS[column]).value})"


def parsed(text: str) -> Result:
    """A result as it is printed: an asterisk, loose hits, mandatory ones in brackets. [13.9.2]"""
    star, loose, bound = RESULT.match(text).groups()  # type: ignore[union-attr]
    return Result(bool(star), int(bound or 0), int(loose or 0))


def _lows(table: Table, column: int) -> tuple[int, ...]:
    """The lowest roll of each range of a column. [13.1.1]"""
    return tuple(int(table.cell(row, COLUMNS[column]).value) for row in table.rows)


def _results(tables: Tables, half: str, column: int) -> tuple[Result, ...]:
    """The results of a half of the table: those right of H for the columns up to it, those right
    of N for the others. [13.9.1]"""
    table = tables[f"ground-assault-results-{half}"]
    side = table.columns[0 if column < FIRST_RESULTS else 1]
    return tuple(parsed(table.cell(row, side).value) for row in table.rows)


def on_defender(tables: Tables, column: int) -> Callable[[int], Result]:
    """What a modified roll of the attacker does to the defender: nothing below the table, the last
    row beyond it. [13.9.0]"""
    lows = _lows(tables["ground-assault-attacker"], column)
    results = _results(tables, "attacker", column)

    def read(roll: int) -> Result:
        row = bisect_right(lows, roll) - 1
        return Result() if row < 0 else results[row]

    return read


def on_attacker(tables: Tables, column: int) -> Callable[[int], Result]:
    """What a modified roll of the defender does to the attacker: the first row below the table,
    nothing beyond it. [13.9.0]"""
    lows = _lows(tables["ground-assault-defender"], column)
    results = _results(tables, "defender", column)
    top = lows[-1] + (lows[-1] - lows[-2])

    def read(roll: int) -> Result:
        if roll >= top:
            return Result()
        return results[max(bisect_right(lows, roll) - 1, 0)]

    return read
