"""Transport: trucks of the army and of Allied divisions, engineers' own, Kangaroos. [7.12.3]
[7.12.4] [4.6.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.refusal import Refusal
from grognard.systems.goss.movement.eligible import changed_now
from grognard.systems.goss.pieces.chain import army, formation, headquarters
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.pieces.marked import TRUCKED, marked
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import on_map, own_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.status import ARMIES
from grognard.systems.goss.units import (
    BY_KANGAROO,
    BY_TP,
    DISMOUNTED,
    DIV,
    HELD,
    INFANTRY,
    INHERENT,
    KANGAROO,
    LEG,
    MAP,
    OWN,
    STATIC,
    TRANSPORTABLE,
    UNITS,
    Counter,
    Unit,
)
from grognard.systems.goss.words import called

BY_ONE_TP, BY_DIVISION = 3, 3
"""Units that a truck point, and an Allied division, carry. [7.12.3a] [7.12.3b]"""


def means_of(game: Gs, name: str) -> Iterator[str]:
    """What a unit could ride on: the empty word is its own vehicles. [7.12.2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if unit.transport == DISMOUNTED:
        yield ""
        return
    if own_trucks(counter):
        yield OWN
    if truckable(counter):
        yield BY_TP
    if counter.side == ALLIED and counter.cls == LEG and counter.type.code in INFANTRY:
        yield INHERENT
    if any(True for _ in free_kangaroos(game, name)):
        yield BY_KANGAROO


def own_trucks(counter: Counter) -> bool:
    """Allied Leg engineers have trucks of their own. [7.12.4c]"""
    return counter.side == ALLIED and counter.engineer and counter.cls == LEG


def truckable(counter: Counter) -> bool:
    """What army trucks carry: any Leg unit, static AT and Flak, and transportable guns; nothing
    that horses draw. [7.12.3a]"""
    if counter.horse:
        return False
    if counter.cls == STATIC:
        return not counter.artillery or counter.is_(TRANSPORTABLE)
    return counter.cls == LEG


def against_transport(game: Gs, names: Sequence[str], by: str) -> list[Refusal]:
    """Why units cannot be carried so. [7.12.3a] [7.12.3b] [7.12.4c] [4.6.5]"""
    for name in names:
        if by not in means_of(game, name):
            rule = {BY_TP: "7.12.3a", INHERENT: "7.12.3b", OWN: "7.12.4c", BY_KANGAROO: "4.6.5"}
            return [Refusal(rule.get(by, "7.12.2"), f"{called(game, name)} cannot ride so")]
    if len(names) > 1 and by != BY_TP:
        return [Refusal("7.12.3b", "units mount one by one")]
    if by == BY_TP:
        return _against_tp(game, names)
    return _against_inherent(game, names[0]) if by == INHERENT else []


def _against_tp(game: Gs, names: Sequence[str]) -> list[Refusal]:
    """Each truck point of the army's motorization carries three units, a special stack being one;
    what has been given back is there in the next Movement Phase. [7.12.3a] [7.12.1-tp]"""
    found = army(game, names[0])
    status = game.state[ARMIES].get(found)
    places = BY_ONE_TP * max(status.motor - status.used, 0) if status is not None else 0
    if carried_by_army(game, found) + 1 > places:
        text = f"{found or 'the army'} has no truck points left for motorization"
        return [Refusal("7.12.3a", text)]
    return []


def carried_by_army(game: Gs, name: str) -> int:
    """How many units an army's trucks carry, or have carried in this phase. [7.12.3a]"""
    key = "on trucks", name
    return game.cached(key, game.journal.every, lambda: _carried_by_army(game, name))


def _carried_by_army(game: Gs, name: str) -> int:
    by_hex: dict[int, list[str]] = {}
    for n in marked(game, TRUCKED):
        unit = unit_of(game, n)
        back = unit.rode == BY_TP and changed_now(game, unit)
        if (unit.transport == BY_TP or back) and army(game, n) == name:
            by_hex.setdefault(unit.hex, []).append(n)
    counted = (grouping(game, h, names) for h, names in by_hex.items())
    return sum(len(one.groups) + len(one.z) for one in counted)


def _against_inherent(game: Gs, name: str) -> list[Refusal]:
    """An Allied division carries three of its infantry units, unless its trucks are lent or carry
    its supplies. [7.12.3b] [15.2.4a]"""
    hq = formation(game, name)
    if not hq or counter_of(game, hq).level != DIV:
        return [Refusal("7.12.3b", f"{called(game, name)} belongs to no division")]
    if headquarters(game, hq).lent:
        return [Refusal("7.12.3b", f"the trucks of {called(game, hq)} are lent")]
    riding = [n for n in _of_division(game, hq) if _uses_inherent(game, n)]
    if len(riding) >= BY_DIVISION:
        return [Refusal("7.12.3b", f"{called(game, hq)} carries {BY_DIVISION} units already")]
    return []


def _of_division(game: Gs, hq: str) -> Iterator[str]:
    side = counter_of(game, hq).side
    return (n for n in on_map(game, side) if formation(game, n) == hq)


def _uses_inherent(game: Gs, name: str) -> bool:
    unit = unit_of(game, name)
    back = unit.rode == INHERENT and changed_now(game, unit)
    return unit.transport == INHERENT or back


def free_kangaroos(game: Gs, name: str) -> Iterator[str]:
    """Kangaroos beside a Leg unit of personnel, a battalion or a company. [4.6.5]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if counter.cls != LEG or not counter.personnel or unit.z or counter.size == "Z":
        return
    for other in own_at(game, unit.hex, counter.side):
        if counter_of(game, other).is_(KANGAROO):
            yield other


def held_kangaroo(game: Gs, name: str) -> str:
    """The Kangaroo that carries a unit. [4.6.5]"""
    units = game.state[UNITS]
    return next(n for n, unit in units.items() if unit.where == name and unit.place == HELD)


def riders_lost(game: Gs, name: str, before: Unit) -> None:
    """With those that ride in it a Kangaroo is lost. [4.6.5]"""
    if before.transport == BY_KANGAROO and unit_of(game, name).place != MAP:
        eliminate(game, held_kangaroo(game, name), "4.6.5")
