"""Internal stocks: the ammunition that units carry themselves. [12.10]

Enough for two combats, each counter for itself and for nothing but combat [12.10d] [12.10]; being
out of supply has nothing to do with it. [12.10f]
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.pieces.values import counter_of, size_of, unit_of
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import EXHAUSTED, FULL, LOW, UNITS

LABELS = {FULL: "", LOW: "Low", EXHAUSTED: "Exhausted"}
"""What the marker under a unit says. [12.10]"""


def label(game: Ocs, name: str) -> str:
    """The marker under a unit; empty with full stocks. [12.10]"""
    return LABELS[unit_of(game, name).internals]


def able(game: Ocs, name: str) -> bool:
    """Whether a unit has stocks left for a combat. [12.10b] [12.10c] [12.10d] [12.10f]"""
    return unit_of(game, name).internals < EXHAUSTED


def spend(game: Ocs, name: str, rule: str) -> None:
    """A unit fights one combat from its own stocks: Low first, then Exhausted. [12.10b]

    Only its owner is told; the marker lies under the counter. [12.10]
    """
    if not able(game, name):
        raise ValueError(f"{name} has exhausted its internal stocks")
    _set(game, name, unit_of(game, name).internals + 1, rule)


def price(game: Ocs, name: str) -> int:
    """The tokens that lift a unit's stocks by one level: for each RE, but for one at least.

    [12.10e(A)] [CT-internals]
    """
    size = max(Fraction(1), size_of(game, name))
    return ceil(size * cost_of(game.scenario.tables, "recover"))


def owed(game: Ocs, name: str) -> int:
    """The tokens that would fill a unit's stocks: twice as much if Exhausted. [12.10e(A)]"""
    return price(game, name) * unit_of(game, name).internals


def lift(game: Ocs, name: str, levels: int, rule: str = "12.10e(A)") -> None:
    """A unit's stocks recover by so many levels. [12.10e(A)] [12.10e(C)] [GL-recovery]"""
    _set(game, name, unit_of(game, name).internals - levels, rule)


def _set(game: Ocs, name: str, level: int, rule: str) -> None:
    unit, counter = unit_of(game, name), counter_of(game, name)
    game.put(UNITS, name, replace(unit, internals=level))
    facts = {"unit": name, "level": level, "was": unit.internals}
    game.emit(Event("internals", rule, facts, seen_by=(counter.side,)))
