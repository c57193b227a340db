"""Recycle steps, and the replacement points of a day. [22.0] [22.2.0] [22.2.1] [22.3.0]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.arrivals.prices import Points, rate_of, recycled, steps_of
from grognard.systems.goss.arrivals.purse import book, group_of, groups_of, pool
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import d10
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import SIDES as BOTH
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.calendar import date
from grognard.systems.goss.units import ELIMINATED, RE, UNITS, Unit, UnitType, Z

RECYCLING, DAILY, TABLE = "recycling", "replacements", "table"
"""The scenario's words: of whom nothing is recycled, or at which rate; what comes each day."""


def record_loss(game: Gs, name: str, before: Unit) -> None:
    """A unit has lost steps: those of company size and more are recorded, unless it was isolated.
    Z-steps count in pairs. [22.2.0]"""
    if game.options["replacements"] != "on" or not recycles(game, counter_of(game, name).side):
        return
    counter, now = counter_of(game, name), unit_of(game, name)
    if z_step(counter, before):
        if now.place == ELIMINATED:
            pair_up(game, name)
        return
    if before.isolated or counter.is_(RE):
        return
    if now.z and game.options["z-recycling"] == "pairs":
        return
    record(game, counter.side, name, _lost(game, name, before, now))


def _lost(game: Gs, name: str, before: Unit, now: Unit) -> Iterable[UnitType]:
    """The types of the steps that a unit has lost, as it loses them. [22.6.0]"""
    counter = counter_of(game, name)
    rate = rate_of(game, counter)
    types = steps_of(game, counter) if counter.mix else (rate.type,) * max(counter.steps, 1)
    gone = counter.steps - before.steps - before.out
    return types[gone : gone + before.steps - now.steps]


def record(game: Gs, side: str, name: str, types: Iterable[UnitType]) -> None:
    """Recycle steps on the Step Loss Track of a side, or of the unit's nation. [22.2.0] [22.2.1]"""
    counter = rate_of(game, counter_of(game, name))
    total = sum((recycled(game, counter, kind) for kind in types), Points())
    if total:
        book(game, side, Points(), group_of(game, name), Points() - total)


def recycles(game: Gs, side: str) -> bool:
    """Whether the scenario lets a side recycle its losses. [22.2.0]"""
    return bool(game.scenario.special.get(RECYCLING, {}).get(side) != "none")


# ---- Z-steps in the Eliminated Units Box [22.0]


def pair_up(game: Gs, name: str) -> None:
    """Two eliminated Z-steps of one type are one company in the box, which can be resurrected, and
    one recorded loss; the other half lies under it. A company that broke down into both is in the
    box by then. [22.0] [22.2.0] [18.9.0]"""
    counter = counter_of(game, name)
    mate = next((n for n in boxed_z(game, counter.side) if n != name and _alike(game, n, name)), "")
    if not mate:
        return
    kept = next((n for n in (mate, name) if counter_of(game, n).size != Z), "")
    for one in (mate, name):
        unit = unit_of(game, one)
        whole = replace(unit, z=False) if one == kept else replace(unit, where=kept or name)
        game.put(UNITS, one, whole)
    record(game, counter.side, kept or name, [counter.type])
    game.emit(Event("z-pair", "22.0", {"unit": kept or name}))


def boxed_z(game: Gs, side: str) -> list[str]:
    """The Z-steps of a side in the box that were not isolated. [22.0]"""
    return [
        n
        for n, unit in game.state[UNITS].items()
        if unit.place == ELIMINATED
        and not unit.where
        and counter_of(game, n).side == side
        and (unit.z or counter_of(game, n).size == Z)
    ]


def _alike(game: Gs, one: str, two: str) -> bool:
    a, b = counter_of(game, one), counter_of(game, two)
    return (a.type.code, a.nation) == (b.type.code, b.nation)


# ---- the Replacement Point Segment [3.3.1d-rep]


def replacement_points(game: Gs) -> None:
    """Both sides turn recycle steps into points, and get what the day brings. [22.1.1]
    [3.3.1d-rep]"""
    if game.options["replacements"] != "on":
        return
    for side in BOTH:
        for group in ("", *groups_of(game, side)):
            convert(game, side, group)
        receive(game, side)


def convert(game: Gs, side: str, group: str = "") -> None:
    """So many recycle steps make a point, by whole groups; the rest is kept. Nations that are kept
    apart reckon by themselves. [22.2.1]"""
    stock = pool(game, side, group)
    inf, arm = (2 * rate(game, side, kind) for kind in ("inf", "arm"))
    made = Points(stock.recycle_inf // inf, stock.recycle_arm // arm)
    if made:
        used = Points(made.inf * inf, made.arm * arm)
        booked = book(game, side, made + made, group, used)
        facts = {"side": side, "inf": made.inf, "arm": made.arm, "booked": booked}
        game.emit(Event("recycled", "22.2.1", facts, seen_by=(side,)))


def rate(game: Gs, side: str, kind: str) -> int:
    """How many recycle steps make a point; a scenario may change it. [22.2.1]"""
    given = game.scenario.special.get(RECYCLING, {}).get(side)
    if isinstance(given, dict) and kind in given:
        return int(given[kind])
    return number(game.scenario.tables, "recycle", side, kind)


def receive(game: Gs, side: str) -> None:
    """What the scenario gives for the day to a side, or to each group of its nations. [22.3.0]
    [22.1.0]"""
    given: Any = game.scenario.special.get(DAILY, {}).get(side)
    groups = groups_of(game, side)
    if isinstance(given, dict) and {*given} & {*groups}:
        for group in groups:
            _receive(game, side, given.get(group), group)
    else:
        _receive(game, side, given)


def _receive(game: Gs, side: str, given: Any, group: str = "") -> None:
    """A set number, of the day if it says so, or by a roll on the table. [22.3.0]"""
    if isinstance(given, dict) and not {*given} & {"inf", "arm"}:
        given = {str(on): points for on, points in given.items()}.get(date(game))
    if not given:
        return
    dice: tuple[int, ...] = ()
    if given == TABLE:
        tables = game.scenario.tables

        def read(roll: int) -> tuple[int, int]:
            inf, arm = (number(tables, DAILY, roll, f"{side}_{kind}") for kind in ("inf", "arm"))
            return inf, arm

        shown, (inf, arm) = d10(game, read)
        dice = (shown,)
    else:
        inf, arm = int(given.get("inf", 0)), int(given.get("arm", 0))
    booked = book(game, side, Points(2 * inf, 2 * arm), group)
    facts = {"side": side, "inf": inf, "arm": arm, "booked": booked}
    game.emit(Event("replacement-points", "22.3.0", facts, dice=dice, seen_by=(side,)))
