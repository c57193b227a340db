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

SHUT, FOE, GOODS, BRIDGE = 1, 2, 4, 8
"""What may bar a hex: it is shut to trucks; enemy combat units or other things are in it. What may
help there: engineers who bridge its rivers."""


class Barriers:
    """What bars the paths of one side: `foes`, `shut` and `goods` as masks, `marks` with a bit for
    each."""

    def __init__(self, size: int) -> None:
        self.foes, self.shut, self.goods = bytearray(size), bytearray(size), bytearray(size)
        self.marks = bytearray(size)
        self.changes = 0
        self._since: dict[int, list[tuple[int, int]]] = {}
        self._now: bytes | None = None

    def bar(self, h: int, foe: bool, shut: bool) -> None:
        """Note whether a hex is a barrier. [12.3d]"""
        self.foes[h], self.shut[h] = foe, shut
        self._mark(h, self.marks[h] & (GOODS | BRIDGE) | FOE * foe | SHUT * shut)

    def lay(self, h: int, there: bool) -> None:
        """Note whether enemy goods are in a hex. [4.8c(E)]"""
        self.goods[h] = there
        self._mark(h, self.marks[h] & ~GOODS | GOODS * there)

    def span(self, h: int, there: bool) -> None:
        """Note whether engineers bridge the rivers of a hex. [13.8b]"""
        self._mark(h, self.marks[h] & ~BRIDGE | BRIDGE * there)

    def now(self) -> bytes:
        """The barriers as they stand, for whoever will compare them later."""
        if self._now is None:
            self._now = bytes(self.marks)
        return self._now

    def since(self, when: int, seen: bytes) -> list[tuple[int, int]]:
        """The hexes with other barriers than there were then, and what is other of them."""
        found = self._since.get(when)
        if found is None:
            now, then = (np.frombuffer(b, dtype=np.uint8) for b in (self.marks, seen))
            other = now ^ then
            hexes = other.nonzero()[0]
            pairs = zip(hexes.tolist(), other[hexes].tolist(), strict=True)
            found = self._since[when] = list(pairs)
        return found

    def clear(self) -> None:
        """Forget every barrier."""
        for mask in (self.foes, self.shut, self.goods, self.marks):
            mask[:] = bytes(len(mask))
        self._note()

    def _mark(self, h: int, mark: int) -> None:
        self.marks[h] = mark
        self._note()

    def _note(self) -> None:
        self.changes += 1
        self._since.clear()
        self._now = None


@dataclass(slots=True)
class Footing:
    """What a field stands on: in the hexes that it marks some kinds of barriers, as they were when
    it was last looked at.

    `cares` are the kinds that matter in a hex with each mark, `seen` what was in all hexes.
    """

    marks: bytes
    cares: bytes
    seen: bytes
    when: int

    def holds(self, barriers: Barriers) -> bool:
        """Whether everything that matters is as it was."""
        if self.when == barriers.changes:
            return True
        marks, cares = self.marks, self.cares
        for h, other in barriers.since(self.when, self.seen):
            if other & cares[marks[h]]:
                return False
        self.seen, self.when = barriers.now(), barriers.changes
        return True


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
