"""Ships at the start of a game: where they may lie, and what is aboard. [18.1c] [18.4c]"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.engine.reader import Reader
from grognard.engine.record import replace
from grognard.systems.ocs.ground import Ground
from grognard.systems.ocs.pieces.values import weight
from grognard.systems.ocs.reading.order_of_battle import NAVAL
from grognard.systems.ocs.scenario import LANDING_CRAFT, ShipCounter
from grognard.systems.ocs.status import Ship, Transport
from grognard.systems.ocs.units import ABOARD, POOL, Counter, Unit


def load(
    read: Reader,
    naval: Mapping[str, Ship],
    ships: Mapping[str, ShipCounter],
    ground: Ground,
    units: dict[str, Unit],
    transport: dict[str, Transport],
    counters: Mapping[str, Counter],
) -> None:
    """Put units and transport aboard the craft that carry them, and check the ships. [18.4c]"""
    sides: dict[int, str] = {}
    for key, row in zip(naval, read.rows(read.spec, "naval", NAVAL, "a ship"), strict=True):
        ship, craft = naval[key], ships[naval[key].counter].type in LANDING_CRAFT
        if ship.hex >= 0:
            _check_place(read, row, ground, key, ship)
            if sides.setdefault(ship.hex, ship.side) != ship.side:
                raise read.fail(row, "hex", f"{key} would lie with enemy ships")  # [18.1b]
        size = Fraction(ship.load)
        for name in read.words(row, "aboard"):
            size += _aboard(read, row, key, ship, name, units, transport, counters)
        if not craft and size:
            raise read.fail(row, None, f"{key} is no landing craft and carries nothing")  # [18.4]
        if size > ship.size:
            text = f"{key} carries {size} tokens and has room for {ship.size}"
            raise read.fail(row, None, text)  # [18.4a]


def _check_place(
    read: Reader, row: Mapping[str, object], ground: Ground, key: str, ship: Ship
) -> None:
    """At sea, or in a coastal hex, of which some are ports. [18.1c]"""
    if not ground.sea[ship.hex] and not ground.coastal[ship.hex]:
        label = read.board.label(ship.hex)
        raise read.fail(row, "hex", f"{key} lies on land; {label} touches neither sea nor estuary")


def _aboard(
    read: Reader, row: Mapping[str, object], key: str, ship: Ship, name: str,
    units: dict[str, Unit], transport: dict[str, Transport], counters: Mapping[str, Counter],
) -> Fraction:  # fmt: skip
    """One piece of cargo goes aboard; give back what it weighs. [4.7]"""
    if name in units and units[name].place == POOL and counters[name].side == ship.side:
        units[name] = replace(units[name], place=ABOARD, at=key)
        return weight(counters[name], units[name])
    if name in transport and transport[name].place == POOL and transport[name].side == ship.side:
        transport[name] = replace(transport[name], place=ABOARD, at=key)
        return Fraction(transport[name].size)
    raise read.fail(row, "aboard", f"{name!r} is nothing of {ship.side} that could be aboard {key}")
