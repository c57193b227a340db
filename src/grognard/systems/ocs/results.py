"""The tables of OCS, read as numbers.

The tables themselves are the CSV files beside this module; nothing here repeats their values. Those
that every game of the series has for itself (terrain, weather, arrivals, rebuilding) stand in
`games/default`; a scenario replaces them by its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from grognard.engine.sheets import chart_texts, lay_over, read_tables
from grognard.engine.table import Cell, Table, TableError, Variant
from grognard.systems.ocs.charts import RECUT, check

Tables = Mapping[str, Table]

_FOLDER = Path(__file__).parent / "tables"
_GAME = _FOLDER / "games" / "default"
COLUMNS = 13
"""Columns of the combat table. [9.7a]"""
_SIDE = re.compile(r"(?:L(?P<losses>\d))?(?:o(?P<options>\d))?(?:e(?P<exploit>\d))?(?P<dg>DG)?")


def ocs_charts() -> dict[str, str]:
    """The text of every table of the series and of the default game, by name."""
    return {**chart_texts(_FOLDER), **chart_texts(_GAME)}


def ocs_tables(
    packs: Sequence[Path | str] = (),
    variant: Variant = "repaired",
    charts: Mapping[str, str] | None = None,
    own: Mapping[str, str] | None = None,
) -> dict[str, Table]:
    """Every table by name: the scenario's own over the default ones, and packs over all.

    `charts` are the texts as they were when a game began; those of today otherwise. `own` are the
    texts of tables that the scenario brings along. They, and a pack's in their place, may have
    other rows and columns than ours. What no rule could use is refused. [MT-tec-move] [MT-weather]
    """
    if not (packs or charts or own):
        return dict(_ours(variant))
    own = own or {}
    series = {n: text for n, text in (charts or ocs_charts()).items() if n not in own}
    printed = {**read_tables(series, variant, _FOLDER), **read_tables(own, variant)}
    tables = lay_over(printed, packs, variant, (*game_tables(), *RECUT))
    check(tables, printed)
    return tables


@lru_cache
def _ours(variant: Variant) -> Tables:
    """The tables that come with Grognard, read once."""
    tables = read_tables(ocs_charts(), variant, _FOLDER)
    check(tables, tables)
    return tables


def game_tables() -> tuple[str, ...]:
    """The names of the tables that every game of the series has for itself."""
    return tuple(sorted(chart_texts(_GAME)))


# ---- combat


@dataclass(frozen=True, slots=True)
class Part:
    """What a combat result means for one side. [9.10]"""

    losses: int = 0
    options: int = 0
    exploit: int = 0
    dg: bool = False

    @property
    def empty(self) -> bool:
        """Whether the side has no result at all."""
        return self == Part()


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the combat table: its text, both sides' parts, and where it comes from. [9.9]"""

    text: str
    attacker: Part
    defender: Part
    defended: bool
    """Whether there is a defender's part, be it only options. [5.7d]"""
    source: str


def _part(text: str, cell: str) -> Part:
    match = _SIDE.fullmatch(text)
    if match is None:
        raise TableError(_FOLDER / "combat.csv", 0, f"{cell!r} is no result", "like Ao1e4 DL1o2")
    number = {key: int(match[key] or 0) for key in ("losses", "options", "exploit")}
    return Part(dg=match["dg"] is not None, **number)


def parsed(text: str, source: str = "rulebook") -> Result:
    """A combat result as it is printed, read: `Ao1e4 DL1o2`. [9.10]"""
    attacker, defender = Part(), Part()
    for word in text.split():
        if word[0] == "A":
            attacker = _part(word[1:], text)
        else:
            defender = _part(word[1:], text)
    return Result(text, attacker, defender, not defender.empty, source)


@lru_cache(maxsize=1024)
def _result(cell: Cell) -> Result:
    return parsed(cell.value, cell.source)


def combat_result(tables: Tables, column: int, roll: int) -> Result:
    """The result of a combat: the column from 1 to 13, the roll with its modifiers. [9.9]"""
    return _result(tables["combat"].cell(roll, column, clamp=True))


@lru_cache(maxsize=1024)
def _ratio(text: str) -> Fraction:
    return Fraction(*(int(n) for n in text.split(":")))


def odds_column(tables: Tables, category: str, odds: tuple[int, int]) -> int:
    """The column for rounded odds, attacker to defender: the highest not above. [9.7a] [9.7b]

    The category of the defender's ground is the row of odds that counts. [9.3]
    """
    table, ratio = tables["odds"], Fraction(*odds)
    over = (_ratio(table.cell(category, column).value) for column in table.columns)
    return max((i for i, least in enumerate(over, 1) if least <= ratio), default=1)


def odds_label(tables: Tables, category: str, column: int) -> str:
    """The odds printed over a column."""
    return tables["odds"].cell(category, column).value


def surprised(tables: Tables, attack: str, roll: int) -> str:
    """Who is surprised by a roll with its modifiers: `attacker`, `defender` or nobody. [9.8]

    An attacker's surprise is that of the defender: the word is who gains from it.
    """
    table = tables["surprise"]
    if roll >= int(table.cell(attack, "attacker").value):
        return "attacker"
    return "defender" if roll <= int(table.cell(attack, "defender").value) else ""


# ---- barrage


def barrage_columns(tables: Tables) -> tuple[str, ...]:
    """The columns of the barrage table, the weakest first. [10.0a]"""
    return tables["barrage"].columns


def barrage_column(tables: Tables, strength: int, table: str = "barrage") -> int:
    """The place of the column for a strength, from 0; a point is the least. [10.0]"""
    place = tables[table].column_axis.find(max(1, strength), clamp=True)
    assert place is not None
    return place


def barrage_cost(tables: Tables, column: int, table: str = "barrage") -> int:
    """The tokens that artillery pays in a column, before shifts. [10.1b]"""
    costs = tables[f"{table}-cost"]
    return int(costs.cell("tokens", costs.columns[column]).value)


def barrage_result(tables: Tables, column: int, roll: int, table: str = "barrage") -> Cell:
    """The result in a column, by its place; places off the table use its edge. [10.0a]

    [MT-barrage41] [MT-facility41]
    """
    found = tables[table]
    place = min(max(column, 0), len(found.columns) - 1)
    return found.cell(roll, found.columns[place], clamp=True)


# ---- numbers


def number(tables: Tables, table: str, row: int | str, column: int | str) -> int:
    """A whole number of a table; numbers off the chart use its edge."""
    return int(tables[table].cell(row, column, clamp=True).value)


def factor(tables: Tables, table: str, row: str, column: str) -> Fraction:
    """A multiplier of a table."""
    return _fraction(tables[table].cell(row, column).value)


@lru_cache(maxsize=1024)
def _fraction(text: str) -> Fraction:
    return Fraction(text)


def cost_of(tables: Tables, purpose: str) -> int:
    """The tokens that a purpose costs. [12.4]"""
    return number(tables, "supply-costs", purpose, "tokens")


# ---- weather


@dataclass(frozen=True, slots=True)
class Weather:
    """What the weather of a turn does. [17.0a]"""

    name: str
    ground: str
    flight: bool


def weather_effects(tables: Tables, name: str, side: str = "") -> Weather:
    """What a kind of weather does, to both sides or to one with columns of its own.

    [17.0a] [17.0b]
    """
    table = tables["weather-effects"]
    own = {key: f"{side}-{key}" for key in ("ground", "flight")}
    column = {key: name if name in table.columns else key for key, name in own.items()}
    flight = table.cell(name, column["flight"]).value == "yes"
    return Weather(name, table.cell(name, column["ground"]).value, flight)


def weather_rolled(tables: Tables, season: str, roll: int) -> str:
    """The weather that a roll brings in a season. [2.3-weather]"""
    return tables["weather"].cell(roll, season, clamp=True).value
