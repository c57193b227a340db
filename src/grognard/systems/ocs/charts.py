"""Charts: what each table may say, so that a pack is refused before the game and not within it.

Every game of the series has charts of its own, and of some of the series' charts the texts have
lost the print. A scenario or a pack brings them; here stands what the rules read in each of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from grognard.engine.located import nearest
from grognard.engine.table import Axis, Table, TableError
from grognard.systems.ocs.ground import BRIDGE, CATEGORIES
from grognard.systems.ocs.units import ARMOR, CLASSES, MECH, OTHER

Tables = Mapping[str, Table]


@dataclass(frozen=True, slots=True)
class Form:
    """How a cell is written: a pattern, and words for it."""

    pattern: str
    right: str


def _words(*words: str) -> Form:
    return Form("|".join(map(re.escape, words)), " or ".join(words))


COUNT = Form(r"\d{1,4}", "a whole number")
SIGNED = Form(r"[+-]?\d{1,3}", "a whole number, perhaps with a sign")
SHARE = Form(r"\d{1,3}(/[1-9]\d?)?", "a number such as 2 or 1/2")
PERCENT = Form(r"\d\d?|100", "a percentage from 0 to 100")
TEXT = Form(r".+", "words")
YES_NO = _words("yes", "no")
FIXED = Form("", "as the rulebook has it")
"""What describes a rule and is not read by any: a pack leaves it alone."""
COST = Form(
    r"P|all|\+?(\d{1,2}|[1-9]\d?/(1|2|3|4|6|12))",
    "points with halves, thirds, quarters, sixths or twelfths, all, or P",
)
EFFECT = Form(r"P|\[?\d(/[1-9])?\]?\*?", "a multiplier such as 2, 1/2, [2] or 1/3*, or P")
PART = r"(L\d)?(o\d)?(e\d)?(DG)?"
RESULT = Form(rf"-|A{PART}( D{PART})?|D{PART}", "a result such as Ao1e4 DL1o2")
FIRE = Form(r"-|DG|\[1/2\]|1/2|[1-9]", "-, DG, [1/2], 1/2 or steps")
DAMAGE = Form(r"-|(?=.)\d?\*?( ?\([1-6]\))?", "hits, asterisk and die such as 1* (5), or -")
HIT = Form(r"[1-4]|weakest|strongest", "a place from 1 to 4, weakest or strongest")
TOLL = Form(r"-|S\d( C\d)?|C\d", "losses such as S1 C1, or -")


@dataclass(frozen=True, slots=True)
class Chart:
    """What the rules read in one table.

    `columns` are those that must be there, by name; `others` is how every further column is
    written (none may be there without it), `by_side` those that a side may have for itself, as
    `axis-tokens`. `rows` must be there by name; `rolls` are the numbers that rows must cover.
    """

    columns: Mapping[str, Form] = field(default_factory=dict)
    others: Form | None = None
    by_side: Mapping[str, Form] = field(default_factory=dict)
    optional: Mapping[str, Form] = field(default_factory=dict)
    rows: tuple[str, ...] = ()
    rolls: tuple[int, int] | None = None

    def form(self, column: str) -> Form | None:
        """How the cells of a column are written; None if no rule reads such a column."""
        known = {**self.by_side, **self.columns, **self.optional}
        if column in known:
            return known[column]
        own = next((form for end, form in self.by_side.items() if column.endswith(f"-{end}")), None)
        return own or self.others


ONE, TWO = (1, 6), (2, 12)
"""The rolls of one die and of two."""
FLAK_ROWS = ("zone_fighter", "zone_no_fighter", "zone_trainbusting", "headquarters")
"""What the flak of a hex hangs on, besides how many aircraft come. [14.4e]"""
MOVE_COLUMNS = {"applies_to": _words("hex", "hexside", "link")}
CHARTS: dict[str, Chart] = {
    # ---- those of every game
    "terrain-movement": Chart(MOVE_COLUMNS, others=COST, rows=("clear",)),
    "terrain-combat": Chart(
        {
            "applies_to": _words("hex", "hexside"),
            "category": _words(*CATEGORIES, "-"),
            **dict.fromkeys((ARMOR, MECH, OTHER), EFFECT),
        },
        rows=("clear", "beach"),
    ),
    "weather": Chart(others=TEXT, rolls=TWO),
    "weather-effects": Chart(
        {"ground": TEXT, "flight": YES_NO},
        by_side={"ground": TEXT, "flight": YES_NO},
        optional={"ma": SHARE},
    ),
    "supply-arrivals": Chart(by_side={"tokens": COUNT}, rolls=TWO),
    "variable-reinforcements": Chart(by_side={"pax": COUNT, "eq": COUNT, "air": COUNT}, rolls=TWO),
    "rebuild": Chart(
        {
            "pax": Form(r"\d{1,2}|-", "replacements, or - if it is not rebuilt"),
            "eq": Form(r"\d{1,2}|-", "replacements, or - if it is not rebuilt"),
            "two": YES_NO,
        }
    ),
    # ---- those of the series
    "air-base-capture": Chart({"loss": COUNT, "advance": COUNT}),
    "air-bases": Chart(dict.fromkeys(("refit", "unload", "stacking", "flak"), COUNT)),
    "air-combat": Chart({"aborts": _words("attacker", "both", "defender")}, rolls=TWO),
    "air-drop": Chart({"success": COUNT}),
    "air-drop-modifiers": Chart({"modifier": SIGNED}),
    "air-loss": Chart({"steps": COUNT}),
    "air-missions": Chart(
        {
            "segment": FIXED,
            "aircraft": COUNT,
            "range": FIXED,
            "flak": _words("no", "always", "patrol_zone"),
            "interception": _words("no", "patrol_zone"),
        }
    ),
    "anti-tank": Chart({"level": _words("none", "light", "heavy")}),
    "attrition": Chart(others=Form(r"\d{1,2}|all", "steps, or all")),
    "barrage": Chart(others=FIRE, rolls=TWO),
    "barrage-cost": Chart(others=COUNT, rows=("tokens",)),
    "barrage-density": Chart({"shift": SIGNED}),
    "barrage-phasing": Chart(others=_words("yes", "no", "released")),
    "barrage-shifts": Chart({"shift": SIGNED}),
    "breakout": Chart({"result": _words("fails", "succeeds")}),
    "capture": Chart(others=PERCENT),
    "combat": Chart(others=RESULT),
    "dump-blowing": Chart({"percent": PERCENT}),
    "facility": Chart(others=DAMAGE, rolls=ONE),
    "facility-cost": Chart(others=COUNT, rows=("tokens",)),
    "flak": Chart({"modifier": SIGNED}, rows=FLAK_ROWS),
    "glossary": Chart({"meaning": TEXT, "rule": TEXT}),
    "landing": Chart(dict.fromkeys(CATEGORIES, TOLL), rolls=TWO),
    "landing-modifiers": Chart({"modifier": SIGNED}),
    "mission-loss": Chart(others=HIT, rolls=ONE),
    "mode-effects": Chart(
        {
            **dict.fromkeys(("ma", "attack", "defence", "barrage"), SHARE),
            "rating": Form(r"printed|[+-]?\d", "printed, or a number"),
        }
    ),
    "odds": Chart(others=Form(r"[1-9]\d{0,2}:[1-9]\d{0,2}", "odds such as 3:1")),
    "port-damage": Chart({"percent": PERCENT}),
    "re-sizes": Chart(others=FIXED),
    "shore-fire": Chart({"shore": Form(r"-|DG|1/2|[1-9]", "-, DG, 1/2 or steps")}),
    "supply-costs": Chart({"tokens": COUNT, "per": FIXED}),
    "surprise": Chart({"attacker": COUNT, "defender": COUNT}),
    "zoc-effects": Chart({"letter": FIXED, "negatable": YES_NO}),
}
"""Every table of OCS, and what is read in it."""
RECUT = ("air-combat", "barrage", "barrage-cost", "facility", "facility-cost", "landing")
"""Charts of the series whose print in v4.1 we do not have: a pack's may be cut in other ranges."""


def check(tables: Tables, printed: Tables) -> None:
    """Refuse tables that the rules cannot use, with file and line.

    `printed` are the tables before any pack was laid over them.
    """
    for name, table in tables.items():
        _shape(table, CHARTS[name])
        _cells(table, CHARTS[name], printed[name])
    _conditions(tables["terrain-movement"])
    _grounds(tables["terrain-movement"], tables["terrain-combat"])
    _known(tables["weather"], tables["weather-effects"].rows, "weather")
    _ground(tables)
    for name in ("barrage", "facility"):
        _paired(tables[f"{name}-cost"], tables[name])
    _drawn(tables["mission-loss"])


def _shape(table: Table, chart: Chart) -> None:
    """The columns and the rows that the rules ask for, and no column that nobody reads."""
    for column in table.columns:
        if chart.form(column) is None:
            known = (*chart.columns, *chart.optional, *chart.by_side)
            raise _heading(table, f"no rule reads a column {column}", nearest(column, known))
    ends = tuple(column.rpartition("-")[2] for column in table.columns)
    missing = [column for column in chart.columns if column not in table.columns]
    missing += [row for row in chart.rows if row not in table.rows]
    if chart.by_side and not chart.columns and not any(end in chart.by_side for end in ends):
        missing += list(chart.by_side)
    if missing:
        right = f"{', '.join(missing)} would have to be there"
        raise _heading(table, f"{table.name} is incomplete", right)
    if chart.rolls is not None:
        _covers(table, table.row_axis, chart.rolls)


def _heading(table: Table, wrong: str, right: str) -> TableError:
    """An error about a table as a whole: it stands in the line before its rows."""
    return TableError(table.path, max(table.lines[0] - 1, 1) if table.lines else 0, wrong, right)


def _covers(table: Table, axis: Axis, rolls: tuple[int, int]) -> None:
    first, last = rolls
    if not axis.spans:
        raise _heading(table, f"rolls are numbers, not {axis.keys[0]}", f"{first} to {last}")
    low, high = axis.bounds
    if (low is not None and low > first) or (high is not None and high < last):
        right = f"rows for {first} to {last} would be right"
        raise _heading(table, f"{table.name} does not cover every roll", right)


def _cells(table: Table, chart: Chart, printed: Table) -> None:
    for row, column, cell in table.items():
        form = chart.form(column)
        assert form is not None
        if form is FIXED:
            if table is not printed and cell.value != (was := printed.cell(row, column).value):
                wrong = f"{row}, {column}: {cell.value!r} is not what the rules say"
                raise table.wrong(row, wrong, f"{was} would be right: no chart changes that")
        elif re.fullmatch(form.pattern, cell.value) is None:
            wrong = f"{row}, {column}: {cell.value!r} cannot be read"
            raise table.wrong(row, wrong, f"{form.right} would be right")


def _conditions(table: Table) -> None:
    """Each condition of the ground has costs for all three classes of movement. [3.1a] [17.0a]"""
    costs = [column for column in table.columns if column not in MOVE_COLUMNS]
    found = dict.fromkeys(column.partition(" ")[0] for column in costs)
    wanted = [f"{condition} {move}" for condition in found for move in CLASSES]
    if not costs or sorted(wanted) != sorted(costs):
        right = "a condition with leg, tracked and truck each would be right, as dry leg"
        raise _heading(table, f"columns are {', '.join(costs)}", right)


def _grounds(movement: Table, combat: Table) -> None:
    """Bridges are no ground, and whatever is ground can be fought for. [6.2b] [9.3c]"""
    for row in movement.rows:
        if row == BRIDGE:
            raise movement.wrong(row, "a bridge costs nothing itself", "no row would be right")
        if movement.cell(row, "applies_to").value == "hex" and row not in combat.rows:
            right = f"a row in {combat.name} too would be right"
            raise movement.wrong(row, f"{row} has costs but no effects on combat", right)


def check_sides(tables: Tables, sides: Collection[str]) -> None:
    """Refuse columns for a side that does not play."""
    for name, chart in CHARTS.items():
        for column in tables[name].columns if chart.by_side else ():
            side, stroke, _ = column.rpartition("-")
            if stroke and side not in sides:
                wrong = f"column {column} is of no side that plays"
                raise _heading(tables[name], wrong, nearest(side, sides))


def _known(table: Table, words: tuple[str, ...], what: str) -> None:
    for row, column, cell in table.items():
        if cell.value not in words:
            wrong = f"{row}, {column}: no {what} is {cell.value!r}"
            raise table.wrong(row, wrong, nearest(cell.value, words))


def _ground(tables: Tables) -> None:
    """Whatever the weather makes of the ground, there are costs for it. [17.0a]"""
    effects, costs = tables["weather-effects"], tables["terrain-movement"].columns
    conditions = tuple(dict.fromkeys(c.partition(" ")[0] for c in costs if " " in c))
    for row, column, cell in effects.items():
        if column.endswith("ground") and cell.value not in conditions:
            wrong = f"{row}, {column}: the terrain chart has no costs for {cell.value!r} ground"
            raise effects.wrong(row, wrong, nearest(cell.value, conditions))


def _paired(costs: Table, fire: Table) -> None:
    """What a barrage costs is said for every column of its table. [10.1b]"""
    if costs.columns != fire.columns or not fire.column_axis.spans:
        right = f"{', '.join(fire.columns)} would be right, strengths in numbers"
        raise _heading(costs, f"other columns than {fire.name}", right)


def _drawn(table: Table) -> None:
    """Who is hit is one of those who fly. [14.4f]"""
    for row, column, cell in table.items():
        if cell.value.isdigit() and int(cell.value) > int(column):
            wrong = f"{row}, {column}: of {column} aircraft none is number {cell.value}"
            raise table.wrong(row, wrong, f"1 to {column} would be right")
