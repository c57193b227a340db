"""Counters: those that are printed, and those that units break down into. [18.0]

A breakdown unit is named after its parent, what it is and its number: `u-28-110-1#inf.2`. So its
counter follows from its name, and there are as many as anybody wants. [18.0]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.record import encode, replace
from grognard.engine.table import Table
from grognard.systems.goss.charts import number, word
from grognard.systems.goss.units import CLASSES, CO, MECH, Counter, UnitType, Z

MARK = "#"
Z_FORM = "z"
INFANTRY_FORMS = ("1-2-6", "2-2-6")
"""What Axis Leg infantry breaks down into. [18.5.0]"""


def broken(parent: str, form: str, place: int) -> str:
    """The name of a unit that another breaks down into: `form` is a row of the table of
    breakdowns without its side, or `z` for a Z-step unit. [18.4.0] [18.8.0]"""
    return f"{parent}{MARK}{form}.{place}"


def parent_of(name: str) -> str:
    """The unit that broke down into this one; empty for one that is printed."""
    return name.rpartition(MARK)[0]


def form_of(name: str) -> str:
    """What a breakdown unit is."""
    return name.rpartition(MARK)[2].rpartition(".")[0]


class Counters(dict[str, Counter]):
    """The counters of a scenario by name; breakdown units are made when they are asked for."""

    def __init__(
        self, printed: Mapping[str, Counter], tables: Mapping[str, Table],
        types: Mapping[str, UnitType],
    ) -> None:  # fmt: skip
        super().__init__(printed)
        self.tables, self.types = tables, types
        self._written: dict[str, dict[str, Any]] = {}

    def written(self, name: str) -> dict[str, Any]:
        """A counter as plain data: what is printed never changes, and is written once."""
        if name not in self._written:
            self._written[name] = encode(self[name])
        return self._written[name].copy()

    def __missing__(self, name: str) -> Counter:
        """A breakdown unit. [18.4.0]"""
        parent, form = parent_of(name), form_of(name)
        if not parent or not name.rpartition(".")[2].isdigit():
            raise KeyError(name)
        whole, place = self[parent], name.rpartition(".")[2]
        found = self._z(name, whole) if form == Z_FORM else self._company(name, whole, form, place)
        self[name] = found
        return found

    def _z(self, name: str, whole: Counter) -> Counter:
        """Half a company. [4.1.3] [18.8.0]"""
        factors = whole.z_factors if whole.z_side else self.z_factors(whole.type.code)
        attack, defence = factors
        return replace(
            whole, id=name, parent=whole.id, size=Z, steps=0, attack=attack, defence=defence,
            z_side=False, reduced=(0, 0), name=f"{whole.name} (Z)",
        )  # fmt: skip

    def _company(self, name: str, whole: Counter, form: str, place: str) -> Counter:
        """A company of one step. [18.4.0]"""
        row = f"{whole.side} {form}"
        if row not in self.tables["breakdown"].rows:
            raise KeyError(name)

        def value(column: str) -> int:
            return number(self.tables, "breakdown", row, column)

        cls = next(
            known for known in CLASSES if known == word(self.tables, "breakdown", row, "class")
        )
        kind = self.types["inf" if form in INFANTRY_FORMS else form]
        zed = kind.code in self.tables["z-steps"].rows
        off, dfn = self._proficiency(whole.side, form, cls == MECH)
        return replace(
            whole, id=name, parent=whole.id, type=kind, size=CO, steps=1,
            attack=value("attack"), defence=value("defence"), reduced=(0, 0),
            arm_attack=value("arm_attack"), arm_defence=value("arm_defence"),
            pr_off=off, pr_def=dfn, ma=value("ma"), cls=cls, mix=(), name=f"{place}/{whole.name}",
            z_side=zed, z_factors=self.z_factors(kind.code),
        )  # fmt: skip

    def _proficiency(self, side: str, form: str, mech: bool) -> tuple[int, int]:
        """The generic proficiency of breakdown companies. [4.4.3]"""
        row = "axis 1-2-6" if form == "1-2-6" else f"{side} {'mech' if mech else 'leg'}"
        table = "bu-proficiency"
        return number(self.tables, table, row, "offensive"), number(
            self.tables, table, row, "defensive"
        )

    def z_factors(self, code: str) -> tuple[int, int]:
        """The strengths of a type's Z-step side; none if it has none. [18.8.0]"""
        if code not in self.tables["z-steps"].rows:
            return (0, 0)
        return number(self.tables, "z-steps", code, "attack"), number(
            self.tables, "z-steps", code, "defence"
        )
