"""What the two barrage tables say: results, who softens them, and their exact chances. [10.0a]

A result on the Barrage Table disorganises and takes steps; one on the table against facilities
takes levels or hits, endangers aircraft, or busts trains. [10.0c(A)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from grognard.engine.dice import Faces
from grognard.engine.table import TableError
from grognard.kit.chance import rolled
from grognard.systems.ocs.results import Tables, barrage_result
from grognard.systems.ocs.scenario import Ocs

ARTILLERY, AIR_POWER, NAVAL = "artillery", "air", "naval"
"""The three general types of units that barrage; they never mix. [10.0] [10.0e(F)]"""
BARRAGE_TABLE, FACILITY_TABLE = "barrage", "facility"
"""The two tables. [10.0]"""
DICE = {BARRAGE_TABLE: 2, FACILITY_TABLE: 1}
"""Two dice against units, one against facilities. [10.0c(A)]"""
NOTHING, DISORGANISED, HALF, BRACKETED = "-", "DG", "1/2", "[1/2]"
ROUNDS_UP = 4
"""The least die with which a half becomes a whole step. [10.0a]"""
SHELTER = 3
"""The level of a hedgehog that makes a bracketed half DG. [10.0a]"""
SHORE = {NOTHING: "none", "1": "one", "2": "two", "3": "three"}
"""Results whose rows in the table of fire at the shore are written in words."""
PARTS = ("hits", "aircraft", "trains")
"""What a result at a facility may have in it. [10.0c(A)] [10.0c(B)] [10.0c(C)]"""
_FACILITY = re.compile(r"(?P<hits>\d)?(?P<trains>\*)?(?:\s*\((?P<aircraft>\d)\))?")


@dataclass(frozen=True, slots=True)
class Impact:
    """What a barrage does. `half` is a step that one die more decides. [10.0a]

    `hits` are levels of an Air Base or hits on a port; `aircraft` is the least die with which each
    of the aircraft there loses a step; `trains` the asterisk. [10.0c(A)] [10.0c(B)] [10.0c(C)]
    """

    dg: bool = False
    steps: int = 0
    half: bool = False
    hits: int = 0
    aircraft: int = 0
    trains: bool = False

    @property
    def none(self) -> bool:
        """Whether nothing happens."""
        return self == Impact()


@dataclass(frozen=True, slots=True)
class Manner:
    """What else decides how a result of the Barrage Table is read. [10.0a]

    `spotted`: a friend is next to the target; `sheltered`: the target is in a hedgehog of the
    third level or more; `ship`: it is a ship, or fired at like one. [18.3c] `halves` says whether
    a bracketed half from the air is a half after all, as the option has it. `parts` are those of a
    result at a facility that count for the aim, all if none is named. [10.0f]
    """

    by: str
    spotted: bool = True
    sheltered: bool = False
    ship: bool = False
    halves: bool = False
    parts: tuple[str, ...] = ()


def read(tables: Tables, table: str, column: int, roll: int, manner: Manner) -> Impact:
    """The impact of a roll in a column, by its place from 0; off the table its edge counts."""
    cell = barrage_result(tables, column, roll, table).value
    if table == FACILITY_TABLE:
        impact = _on_facility(tables, cell)
        return replace(Impact(), **{part: getattr(impact, part) for part in manner.parts or PARTS})
    return _on_units(softened(tables, cell, manner))


def softened(tables: Tables, result: str, manner: Manner) -> str:
    """What a result of the Barrage Table comes to. [10.0a] [MT-barrage41]

    A bracketed half is DG if no friend is next to the target or it is well dug in, and always from
    the air; against ships it is a half. Ships do less to the shore. [18.3b]
    """
    if result == BRACKETED:
        full = manner.spotted and not manner.sheltered
        if manner.by == AIR_POWER:
            full = full and manner.halves
        result = HALF if manner.ship or full else DISORGANISED
    if manner.by == NAVAL and not manner.ship:
        row = SHORE.get(result, result)
        result = tables["shore-fire"].cell(row, "shore").value
    return result


def _on_units(result: str) -> Impact:
    if result == NOTHING:
        return Impact()
    if result == DISORGANISED:
        return Impact(dg=True)
    if result == HALF:
        return Impact(dg=True, half=True)
    return Impact(dg=True, steps=int(result))


def _on_facility(tables: Tables, result: str) -> Impact:
    """Hits, the asterisk, and the value for aircraft, whichever a cell has. [MT-facility41]"""
    if result == NOTHING:
        return Impact()
    match = _FACILITY.fullmatch(result)
    if match is None:
        path = tables[FACILITY_TABLE].path
        raise TableError(path, 0, f"{result!r} is no result", "like 1* (5)")
    hits, aircraft = int(match["hits"] or 0), int(match["aircraft"] or 0)
    return Impact(hits=hits, aircraft=aircraft, trains=match["trains"] is not None)


def settled(impact: Impact, die: int) -> Impact:
    """A half decided by its die: four or more is a step. [10.0a]"""
    return replace(impact, half=False, steps=impact.steps + int(die >= ROUNDS_UP))


def thrown(game: Ocs, table: str, column: int, manner: Manner) -> tuple[Faces, Impact]:
    """The dice: two, or one against facilities, and one more for a half. [10.0] [10.0c(A)]"""
    tables = game.scenario.tables
    dice, impact = rolled(game, DICE[table], lambda d: read(tables, table, column, sum(d), manner))
    if not impact.half:
        return dice, impact
    extra, whole = rolled(game, 1, lambda d: settled(impact, d[0]))
    return (*dice, *extra), whole


# ---- chances


def chances(tables: Tables, table: str, column: int, manner: Manner) -> dict[Impact, Fraction]:
    """Every impact of a barrage in a column with its exact chance, the die for halves included."""
    found: dict[Impact, Fraction] = {}
    count = DICE[table]
    for faces in product(range(1, 7), repeat=count):
        impact = read(tables, table, column, sum(faces), manner)
        for result, share in _shares(impact):
            found[result] = found.get(result, Fraction(0)) + share / 6**count
    return dict(sorted(found.items(), key=lambda item: _severity(item[0])))


def _shares(impact: Impact) -> Iterator[tuple[Impact, Fraction]]:
    if not impact.half:
        yield impact, Fraction(1)
        return
    up = Fraction(7 - ROUNDS_UP, 6)
    yield settled(impact, ROUNDS_UP - 1), 1 - up
    yield settled(impact, ROUNDS_UP), up


def _severity(impact: Impact) -> tuple[int, int, int, bool]:
    return impact.steps, impact.hits, int(impact.dg) + int(impact.aircraft > 0), impact.trains
