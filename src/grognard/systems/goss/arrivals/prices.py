"""The Unit Replacement Table: what a step costs, and what is recycled of a lost one. [22.2.0]
[22.5.1]

Everything is counted in halves of a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import CDO, RE, Counter, UnitType

ROWS = {
    "inf": "Leg Inf", "motinf": "Mot Inf", "arminf": "Arm Inf",
    "para": "Parachute or glider Inf", "glider": "Parachute or glider Inf",
    "eng": "Leg Eng", "armeng": "Arm Eng", "fus": "Leg Recon or Fusilier",
    "armrecon": "Arm Recon", "at": "Towed AT", "atleg": "Towed AT", "td": "TD, PzJ or StuG",
    "stug": "TD, PzJ or StuG", "jgpz5": "TD, PzJ or StuG", "stupz": "TD, PzJ or StuG",
    "hq": "HQ", "art": "Towed Art", "arth": "Horse-drawn Art", "spa": "SPA", "nw": "Nebelwerfer",
    "flak": "Flak (88mm)", "pz4": "Pz IV", "pz5": "Pz V", "pz6": "Pz VI or VIb",
    "pz6b": "Pz VI or VIb", "m4": "M4, Cromwell or Sherman", "m5": "M5 light tank",
}  # fmt: skip
"""Under which line of the table a type stands. [22.2.0]"""
COMMANDO = "CDO"


@dataclass(frozen=True, slots=True)
class Points:
    """Replacement points or recycle steps, in halves. [22.1.0]"""

    inf: int = 0
    arm: int = 0

    def __add__(self, other: Points) -> Points:
        return Points(self.inf + other.inf, self.arm + other.arm)

    def __sub__(self, other: Points) -> Points:
        return Points(self.inf - other.inf, self.arm - other.arm)

    def __bool__(self) -> bool:
        return bool(self.inf or self.arm)

    def covers(self, price: Points) -> bool:
        """Whether a price can be paid of them."""
        return self.inf >= price.inf and self.arm >= price.arm

    def both(self, other: Points) -> Points:
        """What is in both of them."""
        return Points(min(self.inf, other.inf), min(self.arm, other.arm))

    def said(self) -> str:
        """In words."""
        parts = [(self.inf, "Inf"), (self.arm, "Arm")]
        return " and ".join(f"{_half(n)} {what}" for n, what in parts if n) or "nothing"


def _half(halves: int) -> str:
    return str(halves // 2) if halves % 2 == 0 else f"{halves / 2:g}"


def line_of(game: Gs, counter: Counter, kind: UnitType) -> str:
    """The line of the table for a step of a type; empty if it is not listed. [22.2.0]"""
    row = COMMANDO if counter.is_(CDO) else ROWS.get(kind.code, "")
    listed = game.scenario.tables[f"replacement-{counter.side}"].rows
    return row if row in listed and not counter.is_(RE) else ""


def _points(game: Gs, side: str, row: str, what: str) -> Points:
    table = game.scenario.tables[f"replacement-{side}"]
    inf, arm = (Fraction(table.cell(row, f"{what} {kind}").value) * 2 for kind in ("inf", "arm"))
    return Points(int(inf), int(arm))


def price_of(game: Gs, counter: Counter, kind: UnitType) -> Points | None:
    """What a step of a type costs; None if it cannot be had. [22.5.1]"""
    row = line_of(game, counter, kind)
    return _points(game, counter.side, row, "cost") if row else None


def recycled(game: Gs, counter: Counter, kind: UnitType) -> Points:
    """The recycle steps of a lost step of a type; rear echelon units have none. [22.2.0] [4.6.3]"""
    row = line_of(game, counter, kind)
    return _points(game, counter.side, row, "recycle") if row else Points()


# ---- the steps of a unit, in the order in which it loses them [22.6.0]


def steps_of(game: Gs, counter: Counter) -> tuple[UnitType, ...]:
    """The types of a unit's steps in the order in which it loses them: all alike, but of a hybrid.
    [22.6.0]

    Of three it loses first the cheapest AFVs, then infantry or Recon, last the dearest AFVs; of two
    first infantry or Recon, then AFVs. [22.6.0-1] [22.6.0-2]
    """
    types = game.scenario.types
    if not counter.mix:
        return (counter.type,) * max(counter.steps, 1)
    kinds = [types[code] for code in counter.mix]

    def dear(kind: UnitType) -> tuple[int, int]:
        found = price_of(game, counter, kind) or Points()
        return found.inf + found.arm, found.arm

    tanks = sorted((kind for kind in kinds if kind.afv), key=dear)
    others = [kind for kind in kinds if not kind.afv]
    return (*tanks[:-1], *others, *tanks[-1:])


def rate_of(game: Gs, counter: Counter) -> Counter:
    """The counter at whose rate a unit is replaced: a breakdown company at its parent's, unless
    that is a hybrid, whose companies are of their own types. [22.5.1]"""
    if not counter.parent:
        return counter
    parent = game.scenario.counters[counter.parent]
    return counter if parent.hybrid else rate_of(game, parent)
