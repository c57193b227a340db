"""A barrage weighed: who fires at what, spotters, density, shifts, columns and chances. [10.0]

Nothing here rolls a die or changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.ocs.barrage.results import (
    AIR_POWER,
    ARTILLERY,
    BARRAGE_TABLE,
    FACILITY_TABLE,
    NAVAL,
    SHELTER,
    Impact,
    Manner,
    chances,
)
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.pieces import planes, stacks
from grognard.systems.ocs.pieces.values import counter_of, quarters, rounded, unit_of
from grognard.systems.ocs.results import barrage_column, barrage_cost, number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR
from grognard.systems.ocs.units import POOL, STRAT, UNITS
from grognard.systems.ocs.works import air_bases, hedgehogs

AT_UNITS, AT_BASE, AT_PORT, AT_TRAINS = "units", "base", "port", "trains"
"""What a barrage is aimed at: the combat units of a hex, its Air Base, its port, its trains; dumps
and transport are no targets any more. [10.0d] [10.0f]"""
AIMS = (AT_UNITS, AT_BASE, AT_PORT, AT_TRAINS)
SUFFERS = {AT_BASE: ("hits", "aircraft"), AT_PORT: ("hits",), AT_TRAINS: ("trains",)}
"""What of a result at a facility counts for each aim. [10.0c(A)] [10.0c(B)] [10.0c(C)]"""
MOST_AIRCRAFT = 4
"""How many aircraft barrage together; of guns and ships any number may. [10.0]"""
NEAR = 10
"""The distance from its base within which aircraft barrage better. [10.2b] [14.7c]"""
DIVISION = 12
"""Quarters of an RE that one division or formation counts for at most: three RE. [10.0a]"""
RULE = {AT_UNITS: "10.0a", AT_BASE: "10.0c(A)", AT_PORT: "10.0c(B)", AT_TRAINS: "10.0c(C)"}
"""The rule of each aim."""


@dataclass(frozen=True)
class Fire:
    """One barrage: a side's firers of one general type, their points, and one aim. [10.0]

    `spotted`: a friend is next to the target. Of aircraft, `near` says that all are within ten
    hexes of their bases [10.2b], `far` that one is beyond half its range [21.4(A)], `hip` that it
    is a hip shoot [14.7d]; functions of these names find out.
    """

    side: str
    target: int
    aim: str
    points: Tally
    by: str
    firers: tuple[str, ...]
    spotted: bool
    near: bool = False
    far: bool = False
    hip: bool = False

    @property
    def table(self) -> str:
        """The table it is resolved on. [10.0]"""
        return BARRAGE_TABLE if self.aim == AT_UNITS else FACILITY_TABLE

    @property
    def strength(self) -> int:
        """Its points, rounded. [4.1]"""
        return rounded(self.points.total)


@dataclass(frozen=True)
class Weight:
    """A barrage weighed: the column of its points, the shifts, the column after them, the cost.

    Columns are places from 0. The cost in tokens is that of the first column, and nothing but for
    artillery. [10.1b(A)] [10.2c] [10.3]
    """

    initial: int
    shifts: Tally
    column: int
    cost: int
    label: str
    """What is printed over the column used."""


# ---- spotters and ranges


def spotters(game: Ocs, side: str, h: int) -> list[str]:
    """A side's combat units next to a hex; those aboard landing craft see nothing. [10.0b]"""
    return [name for b in game.board.around(h) for name in stacks.own_at(game, b, side)]


def spotted(game: Ocs, side: str, h: int, by: str = ARTILLERY, firers: Sequence[str] = ()) -> bool:
    """Whether a barrage has a correct spotter. [10.0b]

    One with Strat Bombers never has [14.1e(A)]; ships' have by an option. [18.3b]
    """
    if by == AIR_POWER and any(planes.strategic(game, name) for name in firers):
        return False
    if by == NAVAL and game.options["ship-spotters"] == "always-unspotted":
        return False
    return any(stacks.holder(game, b) == side for b in game.board.around(h))


def near(game: Ocs, h: int, firers: Sequence[str]) -> bool:
    """Whether all aircraft are near their bases, and none is a Strat Bomber. [10.2b] [14.7c]"""
    if any(planes.strategic(game, name) for name in firers):  # [14.1e(C)]
        return False
    return all(planes.range_to(game, name, h) <= NEAR for name in firers)


def far(game: Ocs, h: int, firers: Sequence[str]) -> bool:
    """Whether an aircraft is farther from its base than half its range. [21.4(A)]"""
    return any(2 * planes.range_to(game, n, h) > planes.range_of(game, n) for n in firers)


# ---- weighing


def density(game: Ocs, h: int) -> int:
    """The quarters of an RE in a hex, of one division or formation at most three RE. [10.0a]"""
    loose, bodies = 0, dict[str, int]()
    for name in stacks.units_at(game, h):
        counter, size = (
            counter_of(game, name),
            quarters(counter_of(game, name), unit_of(game, name)),
        )
        if counter.independent:
            loose += size
        else:
            body = counter.formation or name
            bodies[body] = bodies.get(body, 0) + size
    return loose + sum(min(DIVISION, size) for size in bodies.values())


def shifts(game: Ocs, fire: Fire) -> Tally:
    """The shifts on the Barrage Table, each once; right is positive. [CT-barrage-shifts]

    Against facilities there are none. [10.0c(A)]
    """
    if fire.aim != AT_UNITS:
        return Tally()
    return _ground_shifts(game, fire) + range_shifts(game, fire.near, fire.far)


def range_shifts(game: Ocs, near: bool, far: bool) -> Tally:
    """The shifts for the distance of aircraft from their bases. [10.2b] [21.4(A)]

    Against ships these are the only ones. [18.3c(A)]
    """
    tally = Tally()
    if near:
        tally = _shift(game, tally, "short_range", "all within ten hexes of their bases", "10.2b")
    if far and game.options["long-range"] == "on":
        tally = _shift(game, tally, "long_range", "beyond half the range", "21.4(A)")
    return tally


def _ground_shifts(game: Ocs, fire: Fire) -> Tally:
    h, tables, tally = fire.target, game.scenario.tables, Tally()
    category = game.scenario.ground.category(h)
    if hedgehogs.level(game, h):
        tally = _shift(game, tally, "hedgehog", "in a hedgehog", "CT-barrage-shifts")
    if category != "open":
        words = f"{category.replace('_', ' ')} terrain"
        tally = _shift(game, tally, category, words, "CT-barrage-shifts")
    if not fire.spotted:
        tally = _shift(game, tally, "unspotted", "no spotter", "10.0b")
    if any(unit_of(game, name).mode == STRAT for name in stacks.units_at(game, h)):
        tally = _shift(game, tally, "strat_mode", "units in Strat Mode", "CT-barrage-shifts")
    shift = density_shift(game, h)
    if shift:
        source = tables["barrage-density"].cell(density(game, h), "shift", clamp=True).source
        tally = tally.add("density of the target", shift, "10.0a", source)
    return tally


def density_shift(game: Ocs, h: int) -> int:
    """The shift for what stands in a hex. [10.0a]"""
    return number(game.scenario.tables, "barrage-density", density(game, h), "shift")


def _shift(game: Ocs, tally: Tally, row: str, words: str, rule: str) -> Tally:
    cell = game.scenario.tables["barrage-shifts"].cell(row, "shift")
    return tally.add(words, int(cell.value), rule, cell.source)


def weigh(game: Ocs, fire: Fire) -> Weight:
    """The column of the points, the shifts, the column after them, the cost. [10.0] [10.1b(A)]"""
    tables, table = game.scenario.tables, fire.table
    initial = barrage_column(tables, fire.strength, table)
    moved = shifts(game, fire)
    last = len(tables[table].columns) - 1
    column = min(max(initial + int(moved.total), 0), last)
    return Weight(initial, moved, column, cost(game, fire), tables[table].columns[column])


def cost(game: Ocs, fire: Fire) -> int:
    """The tokens a barrage costs by its first column. [10.1b(A)]

    Only artillery pays [10.2] [10.2c] [10.3]: ships need no supply at all. [12.9d] [18.1a] The
    target has no part in it, so that asking what a barrage costs tells nothing about it.
    """
    if fire.by != ARTILLERY:
        return 0
    tables, table = game.scenario.tables, fire.table
    return barrage_cost(tables, barrage_column(tables, fire.strength, table), table)


def manner(game: Ocs, fire: Fire) -> Manner:
    """How the results of a barrage are read. [10.0a]"""
    return Manner(
        by=fire.by,
        spotted=fire.spotted,
        sheltered=hedgehogs.level(game, fire.target) >= SHELTER,
        halves=game.options["air-half-results"] == "half",
        parts=SUFFERS.get(fire.aim, ()),
    )


# ---- foresight


def odds(game: Ocs, fire: Fire) -> dict[Impact, Fraction]:
    """Every impact of a barrage with its exact chance, as an umpire would know it. [10.0a]"""
    column = weigh(game, fire).column
    return chances(game.scenario.tables, fire.table, column, manner(game, fire))


def prospects(game: Ocs, fire: Fire) -> dict[int, dict[Impact, Fraction]]:
    """For each shift that the density could bring, the exact chances. [4.9a] [10.0a]

    What lies under the unit on show is hidden, so the firer chooses among possible densities: from
    that of what shows on. Everything else is as it shows.
    """
    tables, table = game.scenario.tables, game.scenario.tables["barrage-density"]
    before = game.journal.mark()
    try:
        presume(game, fire.target)
        weight, least = weigh(game, fire), density_shift(game, fire.target)
        found = {}
        for row in table.rows:
            shift = number(tables, "barrage-density", row, "shift")
            if shift >= least:
                column = weight.initial + int(weight.shifts.total) - least + shift
                found[shift] = chances(tables, fire.table, column, manner(game, fire))
        return found
    finally:
        game.journal.rollback(before)


def presume(game: Ocs, h: int) -> str:
    """Leave of a hex only what its enemy sees of it, for odds, and say so. [4.9a]

    Steps that the unit on show has lost do not show.
    """
    top = fog.on_show(game, h)
    for name in stacks.units_at(game, h):
        unit = unit_of(game, name)
        if name == top:
            game.put(UNITS, name, replace(unit, lost=0))
        else:
            game.put(UNITS, name, replace(unit, place=POOL, hex=-1))
    for side in game.scenario.sides:
        plane = fog.aircraft_on_show(game, h, side)
        for key in air_bases.based(game, h, side):
            if key != plane:
                game.put(AIR, key, replace(game.state[AIR][key], place=POOL, hex=-1))
    return f"what shows in {game.board.label(h)} is all there is, at full strength"
