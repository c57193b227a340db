"""Reading forts that a scenario names by their hexes. [17.6.0]

`forts: {"1313": 2}` is a fort of the Axis with two steps of walls; what else is to be said of one
stands in a mapping: `{"1313": {steps: 2, side: allied, defence: 6, pr: 7, barrage: 3, range: 8}}`.
A fort that needs more than that is a counter of its own with the trait `fort`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.reader import Reader
from grognard.systems.goss.scenario import AXIS, SIDES
from grognard.systems.goss.units import BN, FORT_UNIT, MAP, STATIC, Counter, Unit, UnitType

KEYS = ("steps", "side", "name", "defence", "pr", "barrage", "range", "gun")
MIDDLING = 6
"""The proficiency of a fort of which nothing is said: house."""


def add_forts(
    read: Reader, counters: dict[str, Counter], types: Mapping[str, UnitType],
    units: dict[str, Unit],
) -> None:  # fmt: skip
    """A counter for each fort that is named by its hex, and its place on the map. [17.6.0]"""
    given = read.need(read.spec, "forts", dict, {})
    for label, value in given.items():
        h = read.hex(given, label, label)
        told: dict[str, Any] = value if isinstance(value, dict) else {"steps": value}
        read.only(told, KEYS, "a fort")
        steps, side = int(told.get("steps", 1)), str(told.get("side", AXIS))
        if side not in SIDES or steps < 1:
            raise read.fail(given, label, "a fort is of a side, and has a step at least")
        name = f"fort-{label}"
        counters[name] = Counter(
            name, side, "German" if side == AXIS else "US", str(told.get("name", "Fort")),
            types["static"], BN, steps, defence=int(told.get("defence", 0)),
            pr_def=int(told.get("pr", MIDDLING)), ma=0, cls=STATIC,
            barrage=int(told.get("barrage", 0)), range=int(told.get("range", 0)),
            gun=str(told.get("gun", "")), traits=(FORT_UNIT,),
        )  # fmt: skip
        units[name] = Unit(MAP, h, steps, order=len(units), inside=True, battery=True)
