"""Depots and mobile supply units of a scenario. [19.4]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.reader import Reader
from grognard.engine.table import Table
from grognard.systems.nextwar.ground import SEA
from grognard.systems.nextwar.units import ASIDE, LEG, MAP, SUPPLY, Counter, Face, Unit

KEYS = ("units", "depots", "mobile", "points")
FACE = Face(0, 2, 3, 2)
"""As the counters of the first edition have it: 0-2, efficiency 3, one stacking point. [19.4]"""
ALLOWANCE = 6
"""The movement of a mobile supply unit, which the text does not tell: a motorized unit's. [19.4]"""


def read_supply(
    read: Reader, tables: Mapping[str, Table], first: int
) -> dict[str, tuple[Counter, Unit]]:
    """The supply units of the sides that have any, on the map or aside. [19.4-p1] [19.4-p7]

    They are of the Advanced Game.
    """
    found: dict[str, tuple[Counter, Unit]] = {}
    for side, given in read.by_side("supply").items():
        read.only(given, KEYS, "the supply of a side")
        row = "allied" if read.spec["sides"][side].get("allied") else "DPRK"
        most = int(tables["counter-limits"].cell(f"Supply Depot/MSU {row}", "count").value)
        places = [
            *((h, False) for h in read.hexes(given, "depots", given.get("depots", []))),
            *((h, True) for h in read.hexes(given, "mobile", given.get("mobile", []))),
        ]
        count = read.need(given, "units", int, most)
        if len(places) > count:
            raise read.fail(given, None, f"{len(places)} supply units are placed of {count}")
        if any(read.board.terrain[h] == SEA for h, _ in places):
            raise read.fail(given, None, "supply units stand on land")
        for n in range(count):
            name = f"{side}-supply-{n + 1}"
            counter = Counter(
                name, side, "", f"Supply {n + 1}", "battalion", SUPPLY, LEG, "motorized", (FACE,),
                ALLOWANCE, source="chart",
            )  # fmt: skip
            order = first + len(found)
            unit = Unit(ASIDE, order=order)
            if n < len(places):
                unit = Unit(MAP, places[n][0], order=order, mobile=places[n][1])
            found[name] = counter, unit
    return found


def read_supplies(read: Reader) -> dict[str, tuple[int, ...]]:
    """The Supply Points that come turn by turn. [19.3]"""
    given = read.by_side("supply")
    return {side: tuple(row["points"]) for side, row in given.items() if "points" in row}
