"""What units break down into. [18.3.0] [18.5.0] [18.6.0] [18.8.0]"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from grognard.kit.pieces import Listed
from grognard.systems.goss.charts import word
from grognard.systems.goss.counters import Z_FORM, broken, parent_of
from grognard.systems.goss.pieces.values import counter_of, strength, unit_of
from grognard.systems.goss.scenario import AXIS, GossScenario, Gs
from grognard.systems.goss.units import (
    AT,
    ATLEG,
    BN,
    CO,
    FLAK,
    GENERIC,
    INFANTRY,
    LEG,
    MAP,
    NO_BU,
    RE,
    UNITS,
    Counter,
    Unit,
)

STOUT = 7
"""The defence from which on Axis Leg infantry has better companies. [18.5.0]"""
WEAK = "1-2-6"
HALVED = frozenset({AT, ATLEG, FLAK})
"""The types besides pure AFVs whose companies break down into Z-steps. [18.8.0]"""


def forms(game: Gs, name: str) -> tuple[str, ...]:
    """What a unit could break down into now, one form for each step that it gives up, in their
    order; two Z-steps for a company. Nothing for headquarters, artillery, rear echelon units and
    those with a red triangle. [18.3.0] [4.6.3]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    never = counter.hq or counter.artillery or counter.is_(NO_BU) or counter.is_(RE)
    if never or counter.is_(GENERIC) or unit.steps < 1:
        return ()
    if counter.size == CO and counter.steps == 1:
        return _halves(game, counter)
    if counter.hybrid:
        return _companies(game, counter) if unit.steps == counter.steps else ()
    if axis_infantry(counter):
        return _infantry(game, name, counter, unit)
    known = f"{counter.side} {counter.type.code}" in game.scenario.tables["breakdown"].rows
    return (counter.type.code,) * unit.steps if known else ()


def _halves(game: Gs, counter: Counter) -> tuple[str, ...]:
    """AT, pure AFV and Flak companies become two Z-steps, if there are such. [18.8.0] [4.1.3]"""
    kind = counter.afv or counter.type.code in HALVED
    there = counter.z_side or counter.type.code in game.scenario.tables["z-steps"].rows
    return (Z_FORM, Z_FORM) if kind and there else ()


def _companies(game: Gs, counter: Counter) -> tuple[str, ...]:
    """The companies of a hybrid at full strength, in the order in which it loses them. [18.6.0]
    [22.6.0] [22.6.0-1] [22.6.0-2]"""
    rows = game.scenario.tables["breakdown"].rows
    return counter.mix if all(f"{counter.side} {code}" in rows for code in counter.mix) else ()


def axis_infantry(counter: Counter) -> bool:
    """A Leg infantry battalion of the Axis. [18.5.0]"""
    leg = counter.cls == LEG and counter.type.code in INFANTRY
    return counter.side == AXIS and leg and counter.size == BN


def _infantry(game: Gs, name: str, counter: Counter, unit: Unit) -> tuple[str, ...]:
    """The companies of Axis Leg infantry: by its strength, as printed or now; with an attack of
    five only the first is a better one, and none once a step is lost. [18.5.0]"""
    attack, defence = counter.attack, counter.defence
    if game.options["breakdown-strength"] == "current":
        attack, defence = (strength(game, name, attacking=role) for role in (True, False))
    if defence < STOUT:
        return (WEAK,) * unit.steps
    row = "4-" if attack <= 4 else "6+" if attack >= 6 else "5"
    lost = counter.steps - unit.steps - unit.out > 0
    tables = game.scenario.tables
    first = word(tables, "axis-infantry-breakdown", row, "first_after_loss" if lost else "first")
    later = word(tables, "axis-infantry-breakdown", row, "later")
    return (later if unit.out else first, *[later] * (unit.steps - 1))


class Broods(Listed[str, Unit]):
    """The units that each unit has broken down into, wherever they are."""

    name = "broods"
    register = UNITS

    def __init__(self, scenario: GossScenario) -> None:
        super().__init__()

    def rolls(self, key: str, record: Unit) -> Iterable[Hashable]:
        """A breakdown unit is on the list of its parent."""
        parent = parent_of(key)
        return (parent,) if parent else ()

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whose child a unit is follows from its name."""
        return True


def children(game: Gs, parent: str) -> tuple[str, ...]:
    """The units that another broke down into, wherever they are. [18.4.0]"""
    return Broods.of(game).on(parent)


def take_up(game: Gs, name: str) -> None:
    """A unit goes into another; Z-steps of it that are lost do not outlive it. [18.9.0]"""
    for lost in children(game, name):
        game.drop(UNITS, lost)
    game.drop(UNITS, name)


def in_play(game: Gs, parent: str) -> tuple[str, ...]:
    """Those of them that are on the map, or are broken down themselves. [18.4.0]"""
    units = game.state[UNITS]
    return tuple(n for n in children(game, parent) if units[n].place == MAP or in_play(game, n))


def next_name(game: Gs, parent: str, form: str, taken: int = 0) -> str:
    """A name for another unit that comes of one: no other has its number. [18.4.0]"""
    numbers = [int(n.rpartition(".")[2]) for n in children(game, parent)]
    return broken(parent, form, max(numbers, default=0) + 1 + taken)
