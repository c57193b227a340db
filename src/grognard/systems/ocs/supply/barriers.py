"""Barriers to supply paths, hex by hex, and how a way finds out that one of them has changed.

Paths never lead through enemy combat units, and in truck points never through enemy zones of
control that no friend negates [12.3d] [4.5a(B)]. What else the enemy has in a hex they pass, but
none ends there. [4.8c(E)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from grognard.systems.ocs.status import DUMPS, HEXES, SITES, TRANSPORT
from grognard.systems.ocs.units import MAP

SHUT, FOE, GOODS = 1, 2, 4
"""What may bar a hex: it is shut to trucks; enemy combat units or other things are in it."""
LATELY = 64
"""How many changes are remembered one by one."""


class Barriers:
    """What bars the paths of one side: `foes`, `shut` and `goods` as masks, `marks` with a bit for
    each."""

    def __init__(self, size: int) -> None:
        self.foes, self.shut, self.goods = bytearray(size), bytearray(size), bytearray(size)
        self.marks = bytearray(size)
        self.changes = 0
        self.lately: list[int] = []

    def bar(self, h: int, foe: int, shut: int) -> bool:
        """Note whether a hex is a barrier; whether it was another one. [12.3d]"""
        if self.foes[h] == foe and self.shut[h] == shut:
            return False
        self.foes[h], self.shut[h] = foe, shut
        self._mark(h, self.marks[h] & GOODS | FOE * foe | SHUT * shut)
        return True

    def lay(self, h: int, there: bool) -> None:
        """Note whether enemy goods are in a hex. [4.8c(E)]"""
        self.goods[h] = there
        self._mark(h, self.marks[h] & ~GOODS | GOODS * there)

    def clear(self) -> None:
        """Forget every barrier."""
        for mask in (self.foes, self.shut, self.goods, self.marks):
            mask[:] = bytes(len(mask))
        self.changes += 1
        self.lately.clear()

    def _mark(self, h: int, mark: int) -> None:
        self.marks[h] = mark
        self.changes += 1
        self.lately.append(h)
        if len(self.lately) > 2 * LATELY:
            del self.lately[:LATELY]


@dataclass(slots=True)
class Footing:
    """What a field stands on: in some hexes some kinds of barriers, as they were then.

    `cares` are the kinds that matter in each hex, `seen` what was there.
    """

    cares: bytes
    seen: bytes
    when: int

    @classmethod
    def on(cls, barriers: Barriers, cares: bytes) -> Footing:
        """The barriers that matter as they stand."""
        now = np.frombuffer(cares, dtype=np.uint8) & np.frombuffer(barriers.marks, dtype=np.uint8)
        return cls(cares, now.tobytes(), barriers.changes)

    def holds(self, barriers: Barriers) -> bool:
        """Whether everything that matters is as it was."""
        new = barriers.changes - self.when
        if new and not self._alike(barriers, new):
            return False
        self.when = barriers.changes
        return True

    def _alike(self, barriers: Barriers, new: int) -> bool:
        """Look at the hexes that have changed lately, or at all if there are too many."""
        marks, cares, seen = barriers.marks, self.cares, self.seen
        if new <= len(barriers.lately):
            return all(marks[h] & cares[h] == seen[h] for h in barriers.lately[-new:])
        now = np.frombuffer(marks, dtype=np.uint8) & np.frombuffer(cares, dtype=np.uint8)
        return bool(now.tobytes() == seen)


# ---- what else there is in a hex


def goods_of(name: str, key: Any, record: Any) -> list[tuple[str, int]]:
    """Who has what in which hex besides combat units, by a record of it. [3.3(C)] [4.8c(E)]"""
    if record is None:
        return []
    if name == DUMPS.name:
        return [(record.side, record.hex)] if record.tokens and record.hex >= 0 else []
    if name == TRANSPORT.name:
        return [(record.side, record.hex)] if record.place == MAP and record.hex >= 0 else []
    if name != SITES.name:
        return []
    owners = [record.base_owner if record.base >= 0 else "", record.hog_owner if record.hog else ""]
    return [(side, key) for side in (*owners, record.port_owner, record.lst_port) if side]


def bears(name: str, old: Any, new: Any) -> bool:
    """Whether a change of transport, a site or a hex may bear on rails and sources."""
    if name == TRANSPORT.name:
        return any(record is not None and record.extender for record in (old, new))
    if name == DUMPS.name:
        return False
    if name == HEXES.name:
        return getattr(old, "gauge", "") != getattr(new, "gauge", "")
    return _port(old) != _port(new)


def _port(site: Any) -> tuple[str, int, str]:
    return ("", 0, "") if site is None else (site.port_owner, site.hits, site.lst_port)
