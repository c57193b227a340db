"""Reading counters: one row of a sheet each. [UTC]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.kit.reading import Cells, Fail, Sheet
from grognard.systems.goss.charts import Tables, number
from grognard.systems.goss.scenario import ALLIED
from grognard.systems.goss.units import (
    ARTILLERY,
    AT,
    ATLEG,
    BN,
    CLASSES,
    FLAK,
    HQ,
    HYBRID,
    LEVELS,
    SIZES,
    STATIC,
    TRAINING,
    TRAITS,
    Class,
    Counter,
    UnitType,
)

SHEET = Sheet(
    (
        "id", "side", "nation", "name", "type", "size", "steps", "attack", "defence",
        "red_attack", "red_defence", "arm_attack", "arm_defence", "at", "pr_off", "pr_def", "ma",
        "class", "barrage", "range", "gun", "heavy", "z_side", "mix", "regiment", "formation",
        "corps", "army", "level", "service", "training", "traits", "source", "doubt", "note",
    ),
    frozenset(
        {
            "red_attack", "red_defence", "arm_attack", "arm_defence", "at", "pr_off", "barrage",
            "range", "gun", "heavy", "z_side", "mix", "regiment", "formation", "corps", "army",
            "level", "service", "training", "traits", "source", "doubt", "note", "class", "attack",
        }
    ),
)  # fmt: skip
CW_RECON_STEPS = 2
"""The most steps of a Recon battalion of the Commonwealth. [4.6.8]"""
HORSE = "H"
"""After the MA of artillery that is drawn by horses. [5.6.2]"""


def read_counter(
    row: Mapping[str, Any], fail: Fail, types: Mapping[str, UnitType], tables: Tables
) -> Counter:
    """A counter from its row, or the reason why it is none. [UTC]"""
    cells = Cells(row, SHEET.columns, fail)
    kind = types[cells.one_of("type", tuple(types))]
    steps, level = cells.whole("steps"), cells.one_of("level", ("", *LEVELS))
    if not 1 <= steps <= 3:
        raise cells.wrong(f"a unit has 1 to 3 steps, not {steps}")  # [4.1.1]
    if (kind.code == HQ) != bool(level):
        raise cells.wrong("a headquarters has a level, and nothing else has one")
    mix = tuple(filter(None, cells.text("mix").split()))
    strange = [one for one in mix if one not in types]
    if (kind.code == HYBRID) != bool(mix) or strange or (mix and len(mix) != steps):
        raise cells.wrong("a hybrid names the type of each of its companies in 'mix'")  # [4.1.4]
    ma = cells.text("ma", "6")
    return Counter(
        id=cells.id,
        side=cells.text("side"),
        nation=cells.text("nation"),
        name=cells.text("name", cells.id),
        type=kind,
        size=cells.one_of("size", SIZES),
        steps=min(steps, CW_RECON_STEPS) if _cw_recon(cells, kind) else steps,
        attack=cells.whole("attack"),
        defence=cells.whole("defence"),
        reduced=(cells.whole("red_attack"), cells.whole("red_defence")),
        arm_attack=cells.whole("arm_attack"),
        arm_defence=cells.whole("arm_defence"),
        at=cells.whole("at"),
        pr_off=cells.whole("pr_off"),
        pr_def=cells.whole("pr_def"),
        ma=cells.number("ma", ma.removesuffix(HORSE)) or 0,
        cls=cells.one_of("class", CLASSES, _class(kind, ma)),
        horse=ma.endswith(HORSE),
        barrage=cells.whole("barrage"),
        range=cells.whole("range"),
        gun=cells.text("gun"),
        heavy=cells.flag("heavy"),
        z_side=cells.flag("z_side"),
        z_factors=_z_factors(tables, kind.code) if cells.flag("z_side") else (0, 0),
        regiment=cells.text("regiment"),
        formation=cells.text("formation"),
        corps=cells.text("corps"),
        army=cells.text("army"),
        level=level,
        service=cells.text("service"),
        training=cells.one_of("training", TRAINING),
        traits=_traits(cells),
        mix=mix,
        source=cells.text("source", "house"),
    )


def _class(kind: UnitType, ma: str) -> Class:
    """The class of its type; guns whose MA is zero are static. [4.3.0] [4.3.3]"""
    guns = kind.code in (*ARTILLERY, AT, ATLEG, FLAK)
    return STATIC if guns and ma == "0" else kind.cls


def _cw_recon(cells: Cells, kind: UnitType) -> bool:
    """A Recon battalion of the Commonwealth: some counters show three steps, and count as two.
    [4.6.8]"""
    commonwealth = cells.text("side") == ALLIED and cells.text("nation") not in ("US", "French")
    return commonwealth and kind.recon and cells.text("size") == BN


def _traits(cells: Cells) -> tuple[str, ...]:
    """What else is said of it, with semicolons between."""
    found = tuple(filter(None, (one.strip() for one in cells.text("traits").split(";"))))
    for one in found:
        if one not in TRAITS:
            raise cells.wrong(f"there is no trait {one!r}; there are {', '.join(TRAITS)}")
    return found


def _z_factors(tables: Tables, code: str) -> tuple[int, int]:
    """The strengths of its Z-step side. [18.8.0]"""
    if code not in tables["z-steps"].rows:
        return (0, 0)
    return number(tables, "z-steps", code, "attack"), number(tables, "z-steps", code, "defence")
