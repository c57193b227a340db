"""Who is marked: the few units that segments look for among all when they end.

Whoever is expected, at work, on trucks, in a mode that something may end, under artillery shifts,
or has moved: kept in step with every change, so that nobody need look at all units for them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from grognard.kit.pieces import Listed
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.units import BY_TP, EXPECTED, EXPLOIT, MAP, MR, UNITS, Unit

WORKING, SHAKEN, TRUCKED = "working", "shaken", "trucked"
WATCHED = (EXPLOIT, MR)
"""The modes that units are forced out of. [5.3.2] [5.4.2]"""


class Marked(Listed[str, Unit]):
    """The lists of those who are expected, at work, are or were on an army's trucks, are in a
    watched mode or shaken, or moved in a segment."""

    name = "marked"
    register = UNITS

    def rolls(self, key: str, record: Unit) -> Iterable[Hashable]:
        """The lists that a unit is on: of its task, its mode, its shifts and its last move."""
        if record.shifts and record.hex >= 0:
            yield SHAKEN
        if record.place == EXPECTED:
            yield EXPECTED
        if record.place != MAP:
            return
        if record.task:
            yield WORKING
        if BY_TP in (record.transport, record.rode):
            yield TRUCKED
        if record.mode in WATCHED:
            yield record.mode
        if record.moved >= 0:
            yield record.moved

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether nothing has changed in the lists that it is on."""
        return (
            a.moved == b.moved
            and a.mode == b.mode
            and a.task == b.task
            and a.place == b.place
            and a.transport == b.transport
            and a.rode == b.rode
            and bool(a.shifts) == bool(b.shifts)
            and (a.hex >= 0) == (b.hex >= 0)
        )


def marked(game: Gs, roll: Hashable) -> list[str]:
    """Who is on a list, side by side and by their names; to change while one looks at it."""
    found, counters = Marked.of(game).lists.get(roll, ()), game.scenario.counters
    return [n for side in SIDES for n in found if counters[n].side == side] if found else []


def in_order(game: Gs, roll: Hashable) -> Iterator[str]:
    """The same in the order in which all units stand in the State, both sides together."""
    found = frozenset(Marked.of(game).lists.get(roll, ()))
    return filter(found.__contains__, game.state[UNITS]) if found else iter(())


def moved_at(game: Gs, serial: int) -> list[str]:
    """The units on the map that moved last in a segment, by its number."""
    return marked(game, serial)
