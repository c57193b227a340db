"""The tables of WB-95, read as numbers: combat, fire, terrain, morale, headquarters, supply.

The tables themselves are the CSV files beside this module; nothing here repeats their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal

from grognard.engine.sheets import chart_texts, lay_over, load_tables, read_tables
from grognard.engine.table import Cell, Table, TableError, Variant

Tables = Mapping[str, Table]
MovementClass = Literal["trucked", "tracked", "foot"]

TWELFTHS = 12
MOVEMENT_CLASSES: tuple[MovementClass, ...] = ("trucked", "tracked", "foot")
COLUMNS: tuple[str, ...] = (
    *("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1"),
    *("5:1", "6:1", "7:1", "8:1", "9:1", "10:1"),
)
EVEN = COLUMNS.index("1:1")
BEST = len(COLUMNS) - 1

_SIDE = re.compile(r"(?:([AD])([1-9]))?([DT])?(?: ?-([1-9])([DT])?)?")


_FOLDER = Path(__file__).parent / "tables"


def wb95_charts() -> dict[str, str]:
    """The text of every table of the system, by name."""
    return chart_texts(_FOLDER)


def wb95_tables(
    packs: Iterable[Path | str] = (),
    variant: Variant = "repaired",
    charts: Mapping[str, str] | None = None,
) -> dict[str, Table]:
    """Every table of the system by name, with the player's packs put over them.

    `charts` are the texts of the tables as they were when a game began; those of today otherwise.
    """
    if not charts:
        return load_tables(_FOLDER, packs, variant)
    return lay_over(read_tables(charts, variant), packs, variant)


# --- Combat ratio ---------------------------------------------------------------------------


def initial_column(
    attack_sp: int | Fraction, defence_sp: int | Fraction, below: str = "half-up"
) -> int:
    """The column of the initial combat ratio, before any modifier. [1.5] [1.7b]

    The stronger side's strength is divided by the weaker's and rounded, halves upward; a ratio that
    rounds to one is 1:1, and none leaves the table. The book rounds only ratios above one to one;
    below it the same rounding is applied to the defender's advantage, or (`below` is `defender`)
    every division is rounded upward, whatever is left over. [1.7a]
    """
    attack, defence = attack_sp, defence_sp
    if attack < 0 or defence < 0 or attack == defence == 0:
        raise ValueError(
            f"no ratio of {attack_sp} to {defence_sp}; strengths of 0 or more, one of them above 0,"
            " would be right"
        )
    if attack >= defence:
        times = BEST - EVEN + 1 if defence == 0 else _round_half_up(attack, defence)
        return min(EVEN + times - 1, BEST)
    if attack == 0:
        return 0
    times = -(-defence // attack) if below == "defender" else _round_half_up(defence, attack)
    return max(EVEN - times + 1, 0)


def shift(column: int, attacker_cm: int, defender_cm: int) -> int:
    """The final column: the attacker's modifiers to the right, then the defender's to the left.

    The table's edge is never passed, so what the attacker has beyond 10:1 is lost before the
    defender's modifiers count. [1.6a] [1.6b]
    """
    raised = max(0, min(column + attacker_cm, BEST))
    return max(0, min(raised - defender_cm, BEST))


def halve(sp: int) -> int:
    """Half a strength, rounded up: a strength of one stays one. [1.7a]"""
    return (sp + 1) // 2


def _round_half_up(a: int | Fraction, b: int | Fraction) -> int:
    return int((2 * a + b) // (2 * b))


# --- Results --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a table does to one side: hexes to retreat, levels to lose, disorder, a test."""

    retreat: int = 0
    loss: int = 0
    disorganised: bool = False
    test: bool = False

    @classmethod
    def parse(cls, text: str) -> SideResult:
        """Read the book's notation: ``D2 -1``, ``A1T``, ``-1D``, ``D``, ``T`` or a dot, ``-``."""
        return _side_result(text)

    def written(self, letter: str) -> str:
        """The book's notation for the attacker (``A``) or the defender (``D``)."""
        mark = "D" if self.disorganised else "T" if self.test else ""
        loss = f"-{self.loss}" if self.loss else ""
        head = f"{letter}{self.retreat}" if self.retreat else ""
        # The combat table writes an attacker's disorder before his loss, a defender's after it.
        if head or (letter == "A" and self.disorganised):
            return f"{head}{mark} {loss}".strip()
        return f"{loss}{mark}" or "-"

    def __str__(self) -> str:
        return self.written("D")


@dataclass(frozen=True, slots=True)
class CombatResult:
    """One cell of the combat table. [T.combat]"""

    attacker: SideResult
    defender: SideResult

    @classmethod
    def parse(cls, text: str) -> CombatResult:
        """Read ``-1 / D2 -1``: the attacker left of the slash, the defender right."""
        left, slash, right = (part.strip() for part in text.partition("/"))
        if not slash or re.match(r"D\d", left) or right.startswith("A"):
            raise ValueError(
                f"'{text}' is not a combat result; attacker / defender, such as 'A1 -1 / D2',"
                " would be right"
            )
        return cls(SideResult.parse(left), SideResult.parse(right))

    def __str__(self) -> str:
        return f"{self.attacker.written('A')} / {self.defender.written('D')}"


NO_EFFECT = SideResult()


@cache
def _side_result(text: str) -> SideResult:
    plain = text.replace("•", "T").strip()
    if plain == "-":
        return NO_EFFECT
    match = _SIDE.fullmatch(plain)
    if not plain or match is None or (match[3] and match[5]):
        raise ValueError(
            f"'{text}' is not a result; 'D2 -1', 'A1T', '-1D', 'D', 'T' or '-' would be right"
        )
    mark = match[3] or match[5]
    return SideResult(int(match[2] or 0), int(match[4] or 0), mark == "D", mark == "T")


@cache
def _combat_result(text: str) -> CombatResult:
    return CombatResult.parse(text)


def combat_cell(tables: Tables, roll: int, column: int) -> Cell:
    """The combat table's cell with its source; a roll off the table uses its edge. [5.2.1e]"""
    if not 0 <= column <= BEST:
        raise ValueError(f"no combat column {column}; 0 ({COLUMNS[0]}) to {BEST} ({COLUMNS[BEST]})")
    return tables["combat"].cell(roll, COLUMNS[column], clamp=True)


def combat_result(tables: Tables, roll: int, column: int) -> CombatResult:
    """What a roll, headquarters included, gives in a column of the final ratio. [5.2.1f]"""
    return _combat_result(combat_cell(tables, roll, column).value)


def fire_result(table: Table, sp: int, roll: int) -> SideResult:
    """The effect of an air attack or of artillery fire; below one point, none. [6.4.2d] [8.2.6]"""
    return SideResult.parse(table.cell(sp, roll).value) if sp >= 1 else NO_EFFECT


def object_destroyed(table: Table, sp: int, roll: int) -> bool:
    """Whether an attack on a bridge destroys it. [6.4.7] [8.2.8]"""
    return sp >= 1 and table.cell(sp, roll).value == "D"


# --- Nations --------------------------------------------------------------------------------


def morale_limit(
    tables: Tables,
    nation: str,
    *,
    guards: bool = False,
    ss: bool = False,
    volkssturm: bool = False,
    side: str | None = None,
) -> int:
    """The roll at which a testing unit is disorganised; side is whose command it serves. [5.6.2]"""
    arms = [word for word, is_so in _arms(guards, ss, volkssturm) if is_so]
    if len(arms) > 1:
        raise ValueError(f"a unit is not {' and '.join(arms)}; one of them would be right")
    table = tables["morale-limits"]
    row = arms[0] if arms else _national_row(table, nation, side)
    return int(table.cell(row, "limit").value)


def _arms(guards: bool, ss: bool, volkssturm: bool) -> tuple[tuple[str, bool], ...]:
    return (("guards", guards), ("ss", ss), ("volkssturm", volkssturm))


def hq_range(tables: Tables, nation: str) -> int:
    """How many hexes a nation's headquarters reach. [9.2.2]"""
    table = tables["hq-range"]
    return int(table.cell(_national_row(table, nation, None), "hexes").value)


def supply_points(tables: Tables, nation: str, *, side: str | None = None) -> int:
    """What a nation's line of supply may spend off the road, in twelfths of a point. [10.1.7]"""
    table = tables["supply-movement-points"]
    return int(table.cell(_national_row(table, nation, side), "points").value) * TWELFTHS


def _national_row(table: Table, nation: str, side: str | None) -> str:
    """A nation's row: as it serves a side, then its own, then that of others."""
    nation = nation.lower()
    for row in (f"{nation}/{side}", nation, f"other/{side}", "other"):
        if row in table.rows:
            return row
    known = ", ".join(table.rows)
    raise TableError(table.path, 0, f"no row for {nation}", f"a nation would be one of {known}")


# --- Terrain --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terrain:
    """One row of the terrain table; movement in twelfths of a point. [T.terrain]

    For each class of movement a row gives either a whole cost (base), or an addition to it
    (surcharge), or neither, where the class may not go (impassable).
    """

    name: str
    applies_to: str
    base: Mapping[MovementClass, int]
    surcharge: Mapping[MovementClass, int]
    impassable: tuple[MovementClass, ...]
    defender_cm: int
    attacker_factor: Fraction
    extra_hex: tuple[MovementClass, ...]
    sources: Mapping[str, str]


def terrains(tables: Tables) -> dict[str, Terrain]:
    """Every row of the terrain table, read. [3.1.11] [5.5.1]"""
    table = tables["terrain-influence"]
    return {name: _terrain(table, name) for name in table.rows}


def _terrain(table: Table, name: str) -> Terrain:
    costs = {mover: table.cell(name, mover).value for mover in MOVEMENT_CLASSES}
    extra = table.cell(name, "extra_hex").value.split()
    return Terrain(
        name=name,
        applies_to=table.cell(name, "applies_to").value,
        base={m: _twelfths(c) for m, c in costs.items() if c != "no" and not c.startswith("+")},
        surcharge={m: _twelfths(c[1:]) for m, c in costs.items() if c.startswith("+")},
        impassable=tuple(m for m, c in costs.items() if c == "no"),
        defender_cm=int(table.cell(name, "defender_cm").value),
        attacker_factor=Fraction(table.cell(name, "attacker_factor").value),
        extra_hex=tuple(mover for mover in MOVEMENT_CLASSES if mover in extra),
        sources={column: table.cell(name, column).source for column in table.columns},
    )


def _twelfths(cost: str) -> int:
    twelfths = Fraction(cost) * TWELFTHS
    if twelfths.denominator != 1:
        raise ValueError(f"{cost} points are not whole twelfths; 1/2, 1/3 or 2 would be right")
    return twelfths.numerator


def entry_cost(
    ground: Mapping[str, Terrain],
    mover: MovementClass,
    features: Sequence[str],
    *,
    crossed: Sequence[str] = (),
    route: str | None = None,
) -> int | None:
    """What it costs to enter a hex, in twelfths, or None if it may not be entered. [3.1.11]

    A route (its bridges standing) is a whole cost of its own and replaces the rest. Off the road
    the costs add up [3.1.12]: the hex's own cost (clear ground's unless a feature sets another),
    and what the features and the hexsides crossed add. Features may be empty for clear ground.
    """
    if route is not None:
        return ground[route].base[mover]
    met = [ground[name] for name in (*features, *crossed)]
    if any(mover in terrain.impassable for terrain in met):
        return None
    bases = [t.base[mover] for t in met if mover in t.base and t.name != "clear"]
    base = max(bases, default=ground["clear"].base[mover])
    return base + sum(terrain.surcharge.get(mover, 0) for terrain in met)
